"""Which exports are there, and which file does a handle mean?

A handle is a name we gave out, never a path: only names of that form are looked up, and only among
the notes of the private folder.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hakaru.core.errors import BadArgument, UnknownExport
from hakaru.store.export_files import KeptFile, KeptFiles
from hakaru.store.file_access import EXPORTS, QUERIES
from hakaru.store.lock import Turnstile
from hakaru.store.sandbox.job import FileFormat, Written

EXPORT_FILE_BYTES = 512_000_000
ALL_EXPORTS_BYTES = 1_000_000_000
_LEAST_ROOM_BYTES = 1_000_000
_LOCK_S = 5.0
_BYTES_PER_MB = 1e6
_HANDLE = re.compile(r"export_[0-9]{8}T[0-9]{6}_[0-9a-f]{32}")


@dataclass(frozen=True, kw_only=True)
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


def _no_room() -> str:
    return "possible: all exports together may take 1 GB; `hakaru exports clean` removes them"


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
