"""Whose work is it that is under way, and is that one still there?

An owner is a file that its process keeps locked for as long as it works. The lock goes with the
process, however that ends, so that nobody has to renew it and no clock is asked; a number of a
process could be given to another one meanwhile, or be that of another container.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import time
from pathlib import Path

from hakaru.core.errors import StoreDamaged
from hakaru.store.lock import Hold, open_file, try_lock
from hakaru.store.private import private_folder

FOLDER = "at-work"
_NAME = re.compile(r"[0-9a-f]{32}")
_LEFT_OVER_S = 3600.0
_PREFIX = "pid "


class Owner:
    """Somebody who works on a data folder, from here to `release`.

    Attributes:
        name: what is written beside the work.
    """

    def __init__(self, data_folder: Path) -> None:
        """Raises StoreDamaged where the folder cannot be written to."""
        self.name = secrets.token_hex(16)
        self._path = _path(data_folder, self.name)
        try:
            private_folder(self._path.parent)
        except OSError as exc:
            raise StoreDamaged(
                f"{data_folder} is not writable ({exc.strerror}); choose another data folder"
            ) from exc
        _clear(data_folder)
        self._hold = Hold(open_file(self._path))
        try_lock(self._hold.descriptor, exclusive=True)

    @property
    def label(self) -> str:
        """The name with the number of its process, for people: 'pid 4711 1f0c...'."""
        return f"{_PREFIX}{os.getpid()} {self.name}"

    def release(self) -> None:
        """Be there no more; calling it again does nothing."""
        self._hold.release()
        with contextlib.suppress(OSError):
            self._path.unlink()


def is_gone(data_folder: Path, name: str) -> bool:
    """Whether an owner works no more."""
    path = _path(data_folder, name)
    if not _NAME.fullmatch(name) or not path.exists():
        return True
    hold = Hold(open_file(path))
    try:
        return try_lock(hold.descriptor, exclusive=True)
    finally:
        hold.release()


def label_is_gone(data_folder: Path, label: str) -> bool:
    """Whether the owner with that label works no more. One without a name was written by an older
    Hakaru: its process is asked for, and where that cannot be told, it works."""
    process, _, name = label.removeprefix(_PREFIX).partition(" ")
    return is_gone(data_folder, name) if name else _process_is_gone(process)


def process_of(label: str) -> str:
    """The process in a label, as people are told it: 'pid 4711'."""
    return " ".join(label.split()[:2])


def _process_is_gone(number: str) -> bool:
    if sys.platform == "win32" or not number.isdecimal():  # there, asking would end it
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _path(data_folder: Path, name: str) -> Path:
    return data_folder / FOLDER / name


def _clear(data_folder: Path) -> None:
    """Remove the files of owners that are gone; one that is being made is younger."""
    before_s = time.time() - _LEFT_OVER_S
    for path in (data_folder / FOLDER).iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before_s and is_gone(data_folder, path.name):
                path.unlink()
