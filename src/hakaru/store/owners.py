"""Whose work is it that is under way, and is that one still there?

An owner is a file that its process keeps locked for as long as it works. The lock goes with the
process, however that ends, so that nobody has to renew it and no clock is asked; a number of a
process could be given to another one meanwhile, or be that of another container.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import time
from pathlib import Path

from hakaru.errors import StoreDamaged
from hakaru.store.lock import Hold, open_file, try_lock

FOLDER = "at-work"
_NAME = re.compile(r"[0-9a-f]{32}")
_LEFT_OVER_S = 3600.0


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
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as exc:
            raise StoreDamaged(
                f"{data_folder} is not writable ({exc.strerror}); choose another data folder"
            ) from exc
        _clear(data_folder)
        self._hold = Hold(open_file(self._path))
        try_lock(self._hold.descriptor, exclusive=True)

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


def _path(data_folder: Path, name: str) -> Path:
    return data_folder / FOLDER / name


def _clear(data_folder: Path) -> None:
    """Remove the files of owners that are gone; one that is being made is younger."""
    before_s = time.time() - _LEFT_OVER_S
    for path in (data_folder / FOLDER).iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before_s and is_gone(data_folder, path.name):
                path.unlink()
