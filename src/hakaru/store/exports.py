"""Exports and kept results of queries: their files and handles, and loading them for computing.

A handle is a name we gave out, never a path: only names of that form are looked up, and only among
the notes of the private folder.

The note (JSON) says what the file holds and until when; a file is there only with its note. Both
are readable by their owner alone, and both outlive the process that wrote them.

Each is a database file of its own in the private cache, attached read-only to the sandbox. The
runner's database is never written.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hakaru.core.errors import BadArgument, StoreDamaged, UnknownExport
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.file_access import EXPORTS, QUERIES
from hakaru.store.lock import Turnstile
from hakaru.store.private import private_folder
from hakaru.store.sandbox.check import quoted
from hakaru.store.sandbox.job import Attached, FileFormat, Written
from hakaru.store.sandbox.tree import KEPT_BACK, TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_NOTE = ".json"
_PART = ".part"
_PART_AGE_S = 600.0
"""A file without a note that is older was left behind by a process that died."""


@frozen
class KeptFile:
    """One file and its note. `name` is that of both, without their endings."""

    name: str
    path: Path
    created_at: datetime
    expires_at: datetime
    size_bytes: int
    note: Mapping[str, Any]


class KeptFiles:
    """The files of one private folder, made when first written to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def place(self, name: str) -> Path:
        """Where to write a file before it is kept; nothing is there yet.

        Raises:
            StoreDamaged: the folder cannot be made, or leads elsewhere.
        """
        with self._writing():
            for folder in (self.folder.parent, self.folder):
                private_folder(folder)
                if folder.is_symlink():
                    raise StoreDamaged(
                        message("{folder} leads elsewhere; move it away", folder=folder)
                    )
        return self.folder / f"{name}{_PART}"

    def keep(self, part: Path, *, ending: str, note: Mapping[str, Any]) -> KeptFile:
        """Give a written part its name and its note, which holds created_at and expires_at.

        Raises:
            StoreDamaged: the folder cannot be written.
        """
        path = part.with_suffix(ending)
        note_path = part.with_suffix(_NOTE)
        unfinished = note_path.with_name(f".{note_path.name}.{secrets.token_hex(4)}{_PART}")
        with self._writing():
            part.chmod(0o600)
            part.rename(path)
            descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({**note, "file": path.name}, file, ensure_ascii=False)
            unfinished.rename(note_path)
        written_note = _read_note(note_path)
        if written_note is None:
            raise StoreDamaged(message("{path} was not kept", path=path))
        return written_note

    def kept(self, *, now: datetime) -> tuple[KeptFile, ...]:
        """The files that have not expired, newest first."""
        notes = [_read_note(path) for path in self._notes()]
        alive = [note for note in notes if note is not None and note.expires_at > now]
        return tuple(sorted(alive, key=lambda note: (note.created_at, note.name), reverse=True))

    def clean(self, *, now: datetime, everything: bool = False) -> int:
        """Remove what has expired or was left behind; all files if asked to. How many were kept
        before and are gone now."""
        stay = set() if everything else {note.name for note in self.kept(now=now)}
        gone = {path.stem for path in self._notes()} - stay
        for name in gone:
            self.remove(name)
        for path in self._entries():
            if path.stem not in stay and _age_s(path, now) > _PART_AGE_S:
                _remove(path)
        return len(gone)

    def remove(self, name: str) -> None:
        """Remove a file and its note, as far as they are there."""
        for path in self._entries():
            if path.name.partition(".")[0] == name:
                _remove(path)

    def _notes(self) -> list[Path]:
        return [path for path in self._entries() if path.suffix == _NOTE]

    def _entries(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if not path.is_dir()]
        except OSError:
            return []

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as exc:
            raise StoreDamaged(
                message(
                    "{folder} is not writable ({reason}); choose another data folder",
                    folder=self.folder,
                    reason=reason_of(exc),
                )
            ) from exc


def _read_note(path: Path) -> KeptFile | None:
    """None: no note of ours, or its file is gone."""
    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        file = path.with_name(Path(note["file"]).name)
        return KeptFile(
            name=path.stem,
            path=file,
            created_at=datetime.fromisoformat(note["created_at"]),
            expires_at=datetime.fromisoformat(note["expires_at"]),
            size_bytes=file.stat().st_size,
            note=note,
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _age_s(path: Path, now: datetime) -> float:
    try:
        return now.timestamp() - path.stat().st_mtime
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


EXPORT_FILE_BYTES = 512_000_000
ALL_EXPORTS_BYTES = 1_000_000_000
_LEAST_ROOM_BYTES = 1_000_000
_LOCK_S = 5.0
_BYTES_PER_MB = 1e6
_HANDLE = re.compile(r"export_[0-9]{8}T[0-9]{6}_[0-9a-f]{32}")


@frozen
class Export:
    """One exported result. `columns`: names and types in order."""

    handle: str
    path: Path
    file_format: FileFormat
    n_rows: int
    size_bytes: int
    columns: tuple[tuple[str, str], ...]
    created_at: datetime
    expires_at: datetime


class ExportFolder:
    """The exports of one data folder, shared by all its processes."""

    def __init__(self, data_folder: Path) -> None:
        folder, earlier = data_folder / EXPORTS / QUERIES, data_folder / "cache" / "exports"
        if earlier.is_dir() and not folder.exists():  # of a version that kept them there
            folder.parent.mkdir(mode=0o700, exist_ok=True)
            earlier.rename(folder)
        self._files = KeptFiles(folder)
        self._locks = data_folder / "cache"
        self._turnstile = Turnstile(self._locks, name="exports")

    def clean(self, *, now: datetime, everything: bool = False) -> int:
        """Remove expired exports, or all. How many are gone."""
        return self._files.clean(now=now, everything=everything)

    def list(self, *, now: datetime) -> tuple[Export, ...]:
        """What has not expired, newest first."""
        return tuple(_export(kept_file) for kept_file in self._files.kept(now=now))

    def find(self, handle: str, *, now: datetime) -> Export:
        """The export a handle means.

        Raises:
            UnknownExport: no handle, or its export has expired or was removed.
        """
        notes = self._files.kept(now=now) if _HANDLE.fullmatch(handle) else ()
        for note in notes:
            if note.name == handle:
                return _export(note)
        raise UnknownExport(handle)

    def room_bytes(self, *, now: datetime) -> int:
        """How large the next export may be.

        Raises:
            BadArgument: all exports together take their share already.
        """
        used_bytes = sum(note.size_bytes for note in self._files.kept(now=now))
        left_bytes = ALL_EXPORTS_BYTES - used_bytes
        if left_bytes < _LEAST_ROOM_BYTES:
            raise BadArgument("max_rows", used_bytes, _no_room())
        return min(EXPORT_FILE_BYTES, left_bytes)

    def begin(self, *, now: datetime) -> tuple[str, Path]:
        """A new handle, and where to write its file."""
        handle = f"export_{now:%Y%m%dT%H%M%S}_{uuid.uuid4().hex}"
        part = self._files.place(handle)
        self._locks.mkdir(exist_ok=True, mode=0o700)
        return handle, part

    def give_up(self, handle: str) -> None:
        """Remove what was written of an export that failed."""
        self._files.remove(handle)

    def keep(
        self,
        part: Path,
        written: Written,
        *,
        file_format: FileFormat,
        now: datetime,
        ttl_s: float,
    ) -> Export:
        """Keep a written file until its time is over.

        Raises:
            BadArgument: with those other processes wrote meanwhile it would be too much.
            StoreBusy: another process keeps exports out.
        """
        hold = self._turnstile.exclusive(_LOCK_S)
        try:
            if part.stat().st_size > self.room_bytes(now=now):
                raise BadArgument("max_rows", written.n_rows, _no_room())
            note = {
                "created_at": now.isoformat(),
                "expires_at": (now + timedelta(seconds=ttl_s)).isoformat(),
                "format": file_format,
                "rows": written.n_rows,
                "columns": written.columns,
            }
            return _export(self._files.keep(part, ending=f".{file_format}", note=note))
        finally:
            hold.release()


def _no_room() -> Message:
    return message(
        "possible: all exports together may take 1 GB; `hakaru exports clean` removes them"
    )


def megabytes(size_bytes: int) -> float:
    """A size in megabytes, to the kilobyte."""
    return round(size_bytes / _BYTES_PER_MB, 3)


def _export(kept_file: KeptFile) -> Export:
    return Export(
        handle=kept_file.name,
        path=kept_file.path,
        file_format=kept_file.note["format"],
        n_rows=kept_file.note["rows"],
        size_bytes=kept_file.size_bytes,
        columns=tuple((name, of_type) for name, of_type in kept_file.note["columns"]),
        created_at=kept_file.created_at,
        expires_at=kept_file.expires_at,
    )


_SERIES = "time_series_metrics"
_KEYS = ("activity_id", "elapsed_s")
_SEVERAL_SPELLINGS = frozenset({"splits", _SERIES})
"""Views that show a stored column under several names."""


def select_everything(name: str) -> str:
    """All columns of a table, in every spelling."""
    return f"SELECT * FROM {quoted(name)}"


def select_stored(con: DuckDBPyConnection, name: str) -> str:
    """The columns of a table, each stored value once: what a device stated of a run as a whole
    (`device_*`) is in the totals."""
    if name == "activities":
        every = [column for column in _columns(con, name) if not column.startswith("device_")]
        return f"SELECT {', '.join(map(quoted, every))} FROM {name}"
    if name not in _SEVERAL_SPELLINGS:
        return select_everything(name)
    columns = [*_columns(con, f"data.{quoted(name)}"), "pace_s_per_km"]
    return f"SELECT {', '.join(map(quoted, columns))} FROM {quoted(name)}"


def select_series(
    con: DuckDBPyConnection,
    activity_ids: Sequence[int],
    *,
    seconds: tuple[float, float] | None,
    metrics: Sequence[str],
) -> str:
    """The second-by-second values of runs, in order.

    Args:
        con: a connection to the store.
        activity_ids: which runs.
        seconds: [start, end) of elapsed seconds; None: all.
        metrics: any spelling of the columns; none for every stored one.

    Raises:
        BadArgument: there is no such column.
    """
    every = _columns(con, _SERIES)
    for metric in metrics:
        if metric not in every:
            raise BadArgument("metrics", metric, message("one of {names}", names=", ".join(every)))
    chosen = dict.fromkeys([*_KEYS, *(metrics or _columns(con, f"data.{_SERIES}"))])
    where = f"activity_id IN ({', '.join(str(int(activity_id)) for activity_id in activity_ids)})"
    if seconds is not None:
        start_s, end_s = (float(at_s) for at_s in seconds)
        where += f" AND elapsed_s >= {start_s!r} AND elapsed_s < {end_s!r}"
    columns = ", ".join(map(quoted, chosen))
    return f"SELECT {columns} FROM {_SERIES} WHERE {where} ORDER BY activity_id, elapsed_s"


def _columns(con: DuckDBPyConnection, table: str) -> list[str]:
    return [str(row[0]) for row in con.execute(f"DESCRIBE {table}").fetchall()]


MATERIALIZED_FILE_BYTES = 256_000_000
MATERIALIZED_ROWS = 5_000_000
MOST_MATERIALIZED = 10
_PREFIX = "temp_view_"
_NAME = re.compile(r"[a-z_][a-z0-9_]{0,40}")


@frozen
class Materialized:
    """A kept result. It answers to `view` as long as it lives, and to `name` until a newer one
    takes that name."""

    view: str
    name: str
    path: Path
    n_rows: int
    size_bytes: int
    created_at: datetime
    expires_at: datetime


class MaterializedFolder:
    """The kept results of one data folder, shared by all its processes."""

    def __init__(self, data_folder: Path) -> None:
        self._files = KeptFiles(data_folder / "cache" / "materialized")

    def clean(self, *, now: datetime, everything: bool = False) -> int:
        """Remove expired results, or all. How many are gone."""
        return self._files.clean(now=now, everything=everything)

    def list(self, *, now: datetime) -> tuple[Materialized, ...]:
        """What has not expired, newest first."""
        return tuple(_materialized(kept_file) for kept_file in self._files.kept(now=now))

    def attached(self, *, now: datetime) -> tuple[Attached, ...]:
        """What a query may name, and in which file it is."""
        taken: set[str] = set()
        attachments = []
        for export in self.list(now=now):
            names = (export.view,) if export.name in taken else (export.view, export.name)
            taken.add(export.name)
            attachments.append(Attached(names=names, path=str(export.path)))
        return tuple(attachments)

    def begin(self) -> tuple[str, Path]:
        """A new view name, and where to write its database."""
        view = f"{_PREFIX}{uuid.uuid4().hex[:12]}"
        return view, self._files.place(view)

    def give_up(self, view: str) -> None:
        """Remove what was written of a result that failed."""
        self._files.remove(view)

    def keep(
        self, part: Path, written: Written, *, name: str, now: datetime, ttl_s: float
    ) -> Materialized:
        """Keep a written database; beyond ten the oldest go."""
        note = {
            "created_at": now.isoformat(),
            "expires_at": (now + timedelta(seconds=ttl_s)).isoformat(),
            "name": name,
            "rows": written.n_rows,
        }
        materialized = _materialized(self._files.keep(part, ending=".duckdb", note=note))
        for outdated in self.list(now=now)[MOST_MATERIALIZED:]:
            self._files.remove(outdated.view)
        return materialized


def checked_name(name: str) -> str:
    """A name for a kept result, in lower case.

    Raises:
        BadArgument: not a plain name, or one of our tables.
    """
    folded = name.strip().lower()
    if not _NAME.fullmatch(folded) or folded.startswith(_PREFIX):
        raise BadArgument(
            "name", name, message("a name of up to 41 letters, digits and underscores")
        )
    if folded in TABLES | KEPT_BACK:
        raise BadArgument("name", name, message("free: it is a table of yours"))
    return folded


def _materialized(kept_file: KeptFile) -> Materialized:
    return Materialized(
        view=kept_file.name,
        name=kept_file.note["name"],
        path=kept_file.path,
        n_rows=kept_file.note["rows"],
        size_bytes=kept_file.size_bytes,
        created_at=kept_file.created_at,
        expires_at=kept_file.expires_at,
    )
