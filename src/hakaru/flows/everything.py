"""How does a user take everything along, and how is everything deleted?

The export holds every table in open formats (Parquet for what the database holds, JSON lines for
the small state) and the files that were uploaded. Deleting leaves the data folder as a new one.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from hakaru.core.errors import BadArgument, StoreDamaged
from hakaru.flows.context import Context
from hakaru.flows.job_records import JobView, jobs_of
from hakaru.store.care import (
    clear_state,
    remove_database,
    remove_folders,
    state_rows,
    state_tables,
    write_tables,
)
from hakaru.store.file_access import EXPORTS, UPLOADS
from hakaru.store.focus import forget_focus
from hakaru.store.jobs import is_gone
from hakaru.store.private import private_folder
from hakaru.store.state import State

EXPORT_FOLDER = "whole-exports"
BYTES_PER_MB = 1_000_000
_UNFINISHED = "unfinished-"
_PACKED = "packed.zip"
_AS_THEY_CAME = (UPLOADS, "raw")
_FOLDERS = (
    *_AS_THEY_CAME,
    EXPORT_FOLDER,
    "reports",
    EXPORTS,
    "cache",
    "backups",
    "garmin_session",
)
"""What lies beside the databases: uploads, what was written, downloads and the leave for them."""
_ABOUT = """\
Everything that Hakaru held on {day}.

database/*.parquet   the tables of hakaru.duckdb (runs, series, splits, baselines, verdicts, ...)
state/*.jsonl        the tables of state.sqlite (nodes, history, focus, notifications, jobs, ...)
uploads/, raw/       the files that were uploaded or downloaded, as they came

Column names end in their units. The documentation of the tables is in the source, store/migrations.
"""


@dataclass(frozen=True, kw_only=True)
class ExportedAll:
    """The archive, and how many tables are in it."""

    file: Path
    n_tables: int


@dataclass(frozen=True, kw_only=True)
class DeletedAll:
    """What is gone."""

    n_runs: int


def export_everything(context: Context) -> ExportedAll:
    """Write the archive; an earlier one is replaced, and what a kill left behind removed.

    Raises:
        StoreDamaged: there is no room for it, or the folder cannot be written.
    """
    day = context.now().astimezone().date().isoformat()
    target = context.data_folder / EXPORT_FOLDER / f"hakaru-{day}.zip"
    try:
        private_folder(target.parent)
        for left in target.parent.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=_UNFINISHED) as folder:
            made = Path(folder)
            n_tables = _gather(context, made / "tables", day=day)
            _pack(context, made)
            for earlier in target.parent.glob("hakaru-*.zip"):
                earlier.unlink()
            (made / _PACKED).replace(target)
    except OSError as exc:
        raise StoreDamaged(
            f"{target.parent} cannot be written: {exc.strerror}; choose another"
        ) from exc
    return ExportedAll(file=target, n_tables=n_tables)


def exported_file(context: Context, name: str) -> Path | None:
    """An archive that was made; None: it is not there any more."""
    path = context.data_folder / EXPORT_FOLDER / Path(name).name
    return path if name and path.is_file() else None


def delete_everything(context: Context) -> DeletedAll:
    """Delete runs, baselines, verdicts, plans, the history of focus, uploads, downloads, reports,
    exports, and the session with a watch's maker.

    Raises:
        BadArgument: a job is under way. One that still takes files is forgotten with the rest.
        StoreBusy: another program uses the runs; nothing is deleted.
        StoreDamaged: something cannot be deleted; all else is.
    """
    if any(_is_under_way(context, job) for job in jobs_of(context)):
        raise BadArgument("job", "running", "finished before everything is deleted")
    with context.store.turn() as con:
        row = con.execute("SELECT count(*) FROM activities").fetchone()
        n_runs = 0 if row is None else int(row[0])
    context.store.close()
    remove_database(context.data_folder)
    state = State(context.data_folder)
    clear_state(state)
    forget_focus(state, now=context.now())  # also for a program that watches now
    remove_folders(context.data_folder, _FOLDERS)
    return DeletedAll(n_runs=n_runs)


def _is_under_way(context: Context, job: JobView) -> bool:
    """Whether somebody who is there works on it; one that takes files does nothing yet."""
    working = job.status == "running" and job.detail.phase != "uploading"
    return working and (job.owner is None or not is_gone(context.data_folder, job.owner))


def _gather(context: Context, folder: Path, *, day: str) -> int:
    """Every table as a file; how many there are."""
    database, small = folder / "database", folder / "state"
    database.mkdir(parents=True)
    small.mkdir()
    with context.store.read() as con:
        n_tables = write_tables(con, database)
    state = State(context.data_folder)
    for table in state_tables(state):
        with (small / f"{table}.jsonl").open("w", encoding="utf-8") as file:
            for row in state_rows(state, table):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        n_tables += 1
    (folder / "README.txt").write_text(_ABOUT.format(day=day), encoding="utf-8")
    return n_tables


def _pack(context: Context, made: Path) -> None:
    """The tables, and recordings from where they lie; the progress counts megabytes."""
    tables, home = made / "tables", context.data_folder
    files = [(path, path.relative_to(tables)) for path in sorted(tables.rglob("*"))]
    for folder in _AS_THEY_CAME:
        files += [(path, path.relative_to(home)) for path in sorted((home / folder).rglob("*"))]
    files = [(path, name) for path, name in files if path.is_file() and path.suffix != ".part"]
    sizes_mb = [max(1, path.stat().st_size // BYTES_PER_MB) for path, _ in files]
    context.progress.begin("export", sum(sizes_mb))
    with zipfile.ZipFile(made / _PACKED, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for (path, name), size_mb in zip(files, sizes_mb, strict=True):
            archive.write(path, name.as_posix())
            context.progress.advance(size_mb)
    context.progress.end()
