"""How are files kept for a while in a private folder, each with a note beside it?

The note (JSON) says what the file holds and until when; a file is there only with its note. Both
are readable by their owner alone, and both outlive the process that wrote them.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from hakaru.core.errors import StoreDamaged
from hakaru.store.private import private_folder

_NOTE = ".json"
_PART = ".part"
_PART_AGE_S = 600.0
"""A file without a note that is older was left behind by a process that died."""


@dataclass(frozen=True, kw_only=True)
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
                    raise StoreDamaged(f"{folder} leads elsewhere; move it away")
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
            raise StoreDamaged(f"{path} was not kept")
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
                f"{self.folder} is not writable ({exc.strerror}); choose another data folder"
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
