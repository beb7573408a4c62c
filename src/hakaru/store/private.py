"""Files of the data folder that only their owner can read, whatever program makes them.

Three things together: every folder is made with 0700; a program of ours begins with a umask that
gives others nothing; and a folder of an older version, or of a person, that is wider is narrowed
when it is opened, with what lies in it. Where others can enter anyway (a home, /tmp) the folder is
left as it is. Windows keeps no such modes, and the profile of a user is theirs there.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

NOTE_NAME = "narrowed.json"
_OTHERS = 0o077
_HAS_MODES = os.name == "posix"
_umask_before: list[int] = []
"""The umask of the person who started this program, where `keep_private` replaced it."""

Width = Literal["absent", "private", "wide", "shared", "foreign", "modeless"]
"""Of a folder: only its owner can enter; others can, until it is next opened; or it stays so, since
it is not for us alone, belongs to another user, or lies where no permissions are kept."""


@dataclass(frozen=True, kw_only=True)
class Narrowed:
    """What a folder was like before it was narrowed: its mode, and how many files others could
    read in it."""

    mode: int
    n_files: int
    at: datetime


def keep_private() -> None:
    """Make every file from here on for its owner alone. Once, where a program begins."""
    if not _umask_before:
        _umask_before.append(os.umask(_OTHERS))


def usual_mode(path: Path) -> None:
    """Give a file or folder that a person asked for the permissions that their own umask gives; in
    a private folder, those of its owner alone."""
    with contextlib.suppress(OSError):
        if not _mode(path.parent) & _OTHERS:
            private_file(path)
        elif _umask_before:
            path.chmod((0o777 if path.is_dir() else 0o666) & ~_umask_before[0])


def usual_folder(folder: Path) -> None:
    """Make a folder that a person asked for, with those above it, as `usual_mode`.

    Raises:
        OSError: it cannot be made.
    """
    if not folder.is_dir():
        usual_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        usual_mode(folder)


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner can enter, with those above it; narrow one that is wider.

    Raises:
        OSError: it cannot be made.
    """
    if not folder.is_dir():
        if not folder.parent.is_dir():
            private_folder(folder.parent)
        try:
            folder.mkdir(mode=0o700)
        except FileExistsError:  # another process was faster, or it is no folder
            if not folder.is_dir():
                raise
    if _mode(folder) & _OTHERS and _is_ours_alone(folder):
        _narrow(folder)


def private_file(path: Path) -> None:
    """Narrow a file that was made with whatever the umask gave."""
    if _mode(path) & _OTHERS:
        _narrow(path)


def narrow_folder(folder: Path) -> None:
    """Narrow a data folder and all that lies in it, where it or something in it is wide.

    That others could enter it is noted in it, for `hakaru doctor`. Never fails.
    """
    with contextlib.suppress(OSError):
        if width_of(folder) not in ("private", "wide"):
            return
        before = _mode(folder)
        with os.scandir(folder) as entries:
            if not before & _OTHERS and not any(_is_wide(entry) for entry in entries):
                return
        _narrow(folder)
        if _mode(folder) & _OTHERS:
            return  # no modes are kept here
        n_files = sum(_narrowed(path) for path in _below(folder))
        if before & _OTHERS:
            _note(folder, Narrowed(mode=before, n_files=n_files, at=datetime.now(UTC)))


def narrowed_before(folder: Path) -> Narrowed | None:
    """What the folder was like before it was narrowed; None: it never was."""
    try:
        note = json.loads((folder / NOTE_NAME).read_text(encoding="utf-8"))
        at = datetime.fromisoformat(note["at"])
        return Narrowed(mode=int(note["mode"], 8), n_files=int(note["n_files"]), at=at)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def width_of(folder: Path) -> Width:
    """Who can enter a folder. Nothing is changed, but for a file that is gone at once."""
    if not _HAS_MODES or not folder.is_dir():
        return "absent"
    if not _mode(folder) & _OTHERS:
        return "private"
    if folder.stat().st_uid != os.geteuid():
        return "foreign"
    if not _is_ours_alone(folder):
        return "shared"
    return "wide" if _keeps_modes(folder) else "modeless"


def mode_text(folder: Path) -> str:
    """The permissions of a folder as `chmod` takes them: '0755'."""
    return f"{_mode(folder):04o}"


def _is_ours_alone(folder: Path) -> bool:
    """Not somebody else's, nor one that others must be able to enter: a home, /tmp, the root."""
    status = folder.stat()
    return (
        status.st_uid == os.geteuid()
        and not status.st_mode & stat.S_ISVTX
        and folder.resolve() not in (Path.home().resolve(), Path(folder.resolve().anchor))
    )


def _keeps_modes(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return not os.fstat(file.fileno()).st_mode & _OTHERS
    except OSError:
        return True  # it cannot be tried here: another check says why


def _below(folder: Path) -> Iterator[Path]:
    """Everything in a folder; no link is followed."""
    for at, folders, files in os.walk(folder):
        yield from (Path(at, name) for name in (*folders, *files))


def _narrowed(path: Path) -> bool:
    """Narrow one; whether it is a file that was wide."""
    with contextlib.suppress(OSError):
        if not path.is_symlink() and _mode(path) & _OTHERS:
            _narrow(path)
            return path.is_file()
    return False


def _narrow(path: Path) -> None:
    """Take from others what they may; what the owner may stays. One of another user stays so."""
    with contextlib.suppress(OSError):
        path.chmod(_mode(path) & ~_OTHERS)


def _is_wide(entry: os.DirEntry[str]) -> bool:
    return not entry.is_symlink() and bool(entry.stat(follow_symlinks=False).st_mode & _OTHERS)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode) if _HAS_MODES else 0o700


def _note(folder: Path, narrowed: Narrowed) -> None:
    note = {
        "mode": f"{narrowed.mode:04o}",
        "n_files": narrowed.n_files,
        "at": narrowed.at.isoformat(timespec="seconds"),
    }
    descriptor = os.open(folder / NOTE_NAME, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(note, file)
