"""Long pieces of work, done beside whoever asked for them.

One that a kill cut off goes on where it stopped, because what it runs looks at what is stored
already.

The export holds every table in open formats (Parquet for what the database holds, JSON lines for
the small state) and the files that were uploaded. Deleting leaves the data folder as a new one.
"""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from hakaru.core.errors import BadArgument, StoreDamaged, StoreError
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.flows.context import Context
from hakaru.flows.evaluate import train
from hakaru.flows.focus_summary import summarise_focus_day
from hakaru.flows.ingest import IngestResult, ingest
from hakaru.flows.isolate import isolate
from hakaru.flows.job_records import (
    PART_MARK,
    FileOutcome,
    JobDetail,
    JobKind,
    JobProgress,
    JobStopped,
    JobView,
    Phase,
    folder_of,
    is_to_stop,
    job_of,
    job_text,
    jobs_of,
    owners_stopped,
    queue_job,
    stored_jobs,
    want_stopped,
)
from hakaru.flows.preferences import preferred
from hakaru.flows.propose import propose_options_anew, propose_order_anew
from hakaru.flows.simulate import simulate
from hakaru.records import frozen
from hakaru.sources.files import open_regular, shown
from hakaru.store.activities import SourceRecord, known_sources, sources_under
from hakaru.store.care import (
    clear_state,
    remove_database,
    remove_folders,
    state_rows,
    state_tables,
    write_tables,
)
from hakaru.store.file_access import EXPORTS, UPLOADS, PersonOutput
from hakaru.store.focus import forget_focus
from hakaru.store.jobs import Jobs, JobStatus, Owner, is_gone
from hakaru.store.private import private_folder
from hakaru.store.recordings import runs_of_files
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
    "focus.log",
)
"""What lies beside the databases: uploads, what was written, downloads and the leave for them."""
_ABOUT = """\
Everything that Hakaru held on {day}.

database/*.parquet   the tables of hakaru.duckdb (runs, series, splits, baselines, verdicts, ...)
state/*.jsonl        the tables of state.sqlite (nodes, history, focus, notifications, jobs, ...)
uploads/, raw/       the files that were uploaded or downloaded, as they came

Column names end in their units. The documentation of the tables is in the source, store/migrations.
"""


@frozen
class ExportedAll:
    """The archive, and how many tables are in it."""

    file: Path
    n_tables: int


@frozen
class DeletedAll:
    """What is gone."""

    n_runs: int


def export_everything(context: Context) -> ExportedAll:
    """Write the archive; an earlier one is replaced, and what a kill left behind removed.

    Raises:
        StoreDamaged: there is no room for it, or the folder cannot be written.
    """
    day = context.today.isoformat()
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
            message(
                "{folder} cannot be written: {reason}; choose another",
                folder=target.parent,
                reason=reason_of(exc),
            )
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
        raise BadArgument("job", "running", message("finished before everything is deleted"))
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
    working = job.status == "running" and job.detail.phase not in ("uploading", "stopped")
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


_log = logging.getLogger(__name__)
CUT_OFF = "the upload was cut off; add the files again"
DEATHS_MAX = 2
"""So often the program may die while it does a job; what kills it is then in the job."""
_SIMULATED_WEEKS, _RUNS_PER_WEEK, _SEED = 16, 4, 1
_KEPT_OUTCOMES = 500


def stop_upload(context: Context, job_id: int) -> None:
    """Close an import whose files will not come any more, and forget those that came.

    Raises:
        BadArgument: it is none that still takes files.
    """
    job = job_of(context, job_id)
    if job.status != "running" or job.detail.phase != "uploading":
        raise BadArgument("job", job_id, message("an import that still takes files"))
    _cut_off(context, job)


STOPPABLE: frozenset[JobKind] = frozenset({"import", "simulate"})
"""They look at what is stored already, and so go on where they stopped."""


def stop_job(context: Context, job_id: int) -> JobView:
    """Have a job stop after what it is about, or when its turn comes; what it stored stays.

    Raises:
        BadArgument: it is none that is under way and can go on later.
    """
    job = job_of(context, job_id)
    resting = job.status != "running" or job.detail.phase in ("uploading", "stopped")
    if resting or job.kind not in STOPPABLE:
        raise BadArgument("job", job_id, message("an import that is under way"))
    want_stopped(context, job_id)
    return job_of(context, job_id)


def resume_job(context: Context, job_id: int, *, owner: str) -> None:
    """Make a job that was stopped one's own, as one that waits for its turn.

    Raises:
        BadArgument: it is none that was stopped.
    """
    job, stored = job_of(context, job_id), stored_jobs(context)
    if job.detail.phase != "stopped" or not stored.take(job_id, owner=owner):
        raise BadArgument("job", job_id, message("an import that was stopped"))
    want_stopped(context, job_id, wanted=False)
    queue_job(context, job_id)


def take_over_jobs(context: Context, *, owner: str) -> tuple[int, ...]:
    """Jobs that a crash cut off, in order, from now on those of this owner; what somebody who is
    still there has begun is left alone. An upload that broke off is closed as failed, and what came
    of it is deleted; a job in which the program died for the second time is closed as failed."""
    job_ids = []
    stored, stopped = stored_jobs(context), owners_stopped(context)
    for job in reversed(jobs_of(context)):
        if job.status != "running" or job.detail.phase == "stopped":
            continue
        if not stored.take(job.job_id, owner=owner):
            continue
        if job.detail.phase == "uploading":
            _cut_off(context, job)
        elif job.detail.phase == "waiting" or job.owner in stopped:
            job_ids.append(job.job_id)
        elif job.detail.deaths + 1 < DEATHS_MAX:
            died = replace(job.detail, deaths=job.detail.deaths + 1)
            stored.note(job.job_id, job_text(died))
            job_ids.append(job.job_id)
        else:
            reason = _set_aside(job)
            died = replace(job.detail, deaths=DEATHS_MAX)
            _fail(context, replace(job, detail=died), reason)
            _log.warning("job %d (%s): %s", job.job_id, job.kind, reason)
    return tuple(job_ids)


def _set_aside(job: JobView) -> str:
    """Why a job is not done again."""
    done, total = job.detail.done, job.detail.total
    if not total:
        return message(
            "set aside: the program died twice while it did this; start it anew to try again"
        )
    return message(
        "set aside: the program died twice while it did this, the last time "
        "after {n} of {total}; start it anew to try again",
        n=done,
        total=total,
    )


def run_job(context: Context, job_id: int, *, owner: str | None = None) -> JobView:
    """Do a job, from its beginning or where it stopped. What goes wrong is written down.

    One that is done already stays as it is, so that it may be handed in twice; so does one that
    somebody else does. `owner` None: one of its own, for this job.
    """
    if owner is None:
        own = Owner(context.data_folder)
        try:
            return run_job(context, job_id, owner=own.name)
        finally:
            own.release()
    job, stored = job_of(context, job_id), stored_jobs(context)
    if job.detail.phase == "stopped" or not stored.take(job_id, owner=owner):
        return job_of(context, job_id)
    _do(context, job, stored)
    return job_of(context, job_id)


def _do(context: Context, job: JobView, stored: Jobs) -> None:
    job_id = job.job_id
    phase = _PHASES[job.kind]
    progress = JobProgress(
        stored,
        job_id,
        phase=phase,
        deaths=job.detail.deaths,
        folder=folder_of(context, job_id),
        is_to_stop=lambda: is_to_stop(context, job_id),
    )
    own = replace(_as_wanted(context, job), progress=progress)
    status: JobStatus = "failed"
    try:
        progress.check()
        outcome = isolate(lambda: _WORK[job.kind](own, job_id), item=f"job {job_id}")
        detail = outcome.value or replace(progress.detail, error=str(outcome.error))
        status = "failed" if outcome.value is None else "done"
    except JobStopped:
        stopped = replace(progress.detail, phase="stopped", item="", left_s=None, deaths=0)
        stored.give_back(job_id, job_text(stopped))
        want_stopped(context, job_id, wanted=False)
        return
    except StoreError as error:
        detail = replace(progress.detail, error=str(error))
    stored.finish(job_id, status=status, now=context.now(), detail=job_text(detail))
    if is_to_stop(context, job_id):  # it was done before it came to that
        want_stopped(context, job_id, wanted=False)


def _cut_off(context: Context, job: JobView) -> None:
    """Close it as failed, and then forget the files that came, which have to be added again anyway:
    whoever still sends one is told that it is closed, not that its folder cannot be written."""
    _fail(context, job, CUT_OFF)
    shutil.rmtree(folder_of(context, job.job_id), ignore_errors=True)


def _fail(context: Context, job: JobView, error: str) -> None:
    failed = job_text(replace(job.detail, error=error))
    stored_jobs(context).finish(job.job_id, status="failed", now=context.now(), detail=failed)


def _as_wanted(context: Context, job: JobView) -> Context:
    """The context as the user wants it now, in the language in which the job was asked for."""
    wanted = preferred(context)
    language = job.subject.lang or wanted.settings.language
    return replace(wanted, settings=replace(wanted.settings, language=language))


def _import(context: Context, job_id: int) -> JobDetail:
    folder = folder_of(context, job_id)
    for part in folder.glob(f"{PART_MARK}*"):
        part.unlink(missing_ok=True)  # of a file that a kill cut off
    paths = sorted(folder.iterdir())
    before = _taken_in_before(context, folder)
    result = ingest(context, paths=paths)
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    with context.store.read() as con:
        recorded = sources_under(con, f"{folder}/")
        recorded_paths = {record.path for record in recorded}
        others = [path for path in files if shown(path) not in recorded_paths]
        keys = {path: (_sha256(path), "") for path in others}
        earlier = known_sources(con, list(keys.values()))
    recorded += tuple(
        replace(earlier[key], path=shown(path), outcome="duplicate", reason=None)
        for path, key in keys.items()
        if key in earlier and earlier[key].activity_id is not None
    )
    detail = _detail(result, _outcomes(folder, paths, recorded, result))
    return replace(
        detail,
        ingested=detail.ingested + before.ingested,
        completed=detail.completed + before.completed,
        evaluated=detail.evaluated + before.evaluated,
        duplicates=max(0, detail.duplicates - before.known_now),
    )


@frozen
class _Before:
    """What an import took in before it was stopped, or its program ended. `known_now`: how many
    runs it finds known therefore, when it goes on."""

    ingested: int
    completed: int
    evaluated: int
    known_now: int


def _taken_in_before(context: Context, folder: Path) -> _Before:
    """Files below the folder of a job are nobody else's."""
    with context.store.read() as con:
        runs = runs_of_files(con, f"{folder}/")
    new = {run.activity_id for run in runs if run.alone}
    return _Before(
        ingested=len(new),
        completed=len({run.activity_id for run in runs} - new),
        evaluated=len({run.activity_id for run in runs if run.judged}),
        known_now=len(runs),
    )


def _simulate(context: Context, job_id: int) -> JobDetail:  # noqa: ARG001
    folder = context.data_folder / UPLOADS / "simulated"
    made = simulate(
        context,
        folder=PersonOutput(path=folder, overwrite=True),
        weeks=_SIMULATED_WEEKS,
        runs_per_week=_RUNS_PER_WEEK,
        seed=_SEED,
        start=None,
    )
    result = ingest(context, paths=[made.folder])
    return _detail(result, ())


def _train(context: Context, job_id: int) -> JobDetail:  # noqa: ARG001
    result = train(context, method="direct", history=False)
    return JobDetail(phase="done", baselines=len(result.baselines))


def _export(context: Context, job_id: int) -> JobDetail:  # noqa: ARG001
    made = export_everything(context)
    return JobDetail(phase="done", file=made.file.name, n_tables=made.n_tables)


def _organize(context: Context, job_id: int) -> JobDetail:
    propose_order_anew(context, intent=job_of(context, job_id).subject.intent)
    return JobDetail(phase="done")


def _advise(context: Context, job_id: int) -> JobDetail:
    subject = job_of(context, job_id).subject
    propose_options_anew(context, node=subject.node or "", intent=subject.intent)
    return JobDetail(phase="done")


def _summarise(context: Context, job_id: int) -> JobDetail:
    day = job_of(context, job_id).subject.day
    summary = summarise_focus_day(context, day=None if day is None else date.fromisoformat(day))
    return JobDetail(phase="done", text=summary.text)


_WORK: Mapping[JobKind, Callable[[Context, int], JobDetail]] = {
    "import": _import,
    "simulate": _simulate,
    "train": _train,
    "export": _export,
    "organize": _organize,
    "advise": _advise,
    "summarise": _summarise,
}
_PHASES: Mapping[JobKind, Phase] = {
    "import": "reading",
    "simulate": "simulating",
    "train": "training",
    "export": "gathering",
    "organize": "thinking",
    "advise": "thinking",
    "summarise": "thinking",
}


def _outcomes(
    folder: Path, paths: list[Path], recorded: tuple[SourceRecord, ...], result: IngestResult
) -> tuple[FileOutcome, ...]:
    """Each file as the user called it; one whose content was known before is a duplicate."""
    outcomes = [
        FileOutcome(
            name=_name(record.path, record.member, folder),
            outcome=record.outcome,
            why=record.reason or "",
            activity_id="" if record.activity_id is None else str(record.activity_id),
        )
        for record in recorded
    ]
    recorded_paths = {record.path for record in recorded}
    problems = {"failed": result.failed, "refused": result.refused}
    for outcome, problem in ((name, entry) for name, some in problems.items() for entry in some):
        path, _, member = problem.path.partition("!")
        if path not in recorded_paths:
            name = _name(path, member, folder)
            outcomes.append(FileOutcome(name=name, outcome=outcome, why=problem.reason))
            recorded_paths.add(path)
    outcomes += [
        FileOutcome(name=_name(shown(path), "", folder), outcome="duplicate")
        for path in paths
        if path.is_file() and shown(path) not in recorded_paths
    ]
    worst = {"failed": 0, "refused": 1, "ingested": 2, "duplicate": 3}
    return tuple(
        sorted(outcomes, key=lambda outcome: (worst.get(outcome.outcome, 9), outcome.name))
    )


def _sha256(path: Path) -> str:
    with open_regular(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name(path: str, member: str, folder: Path) -> str:
    name = path.removeprefix(f"{folder}/")
    return f"{name}!{member}" if member else name


def _detail(result: IngestResult, outcomes: tuple[FileOutcome, ...]) -> JobDetail:
    return JobDetail(
        phase="done",
        ingested=result.ingested,
        completed=result.completed,
        duplicates=result.duplicates,
        removed=result.removed,
        refused=len(result.refused),
        failed=len(result.failed),
        evaluated=result.evaluated,
        outcomes=outcomes[:_KEPT_OUTCOMES],
    )
