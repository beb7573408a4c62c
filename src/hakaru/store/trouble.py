"""Why can a file of the data folder not be used: a full disk, a read-only one, or damage?"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hakaru.core.errors import StoreDamaged

_FULL = ("No space left", "disk is full", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system", "readonly database", "Permission denied")
_NOTHING_LEFT_BYTES = 65_536
"""Below this a library may say anything: the error of a log that cannot grow names no disk."""


def blame_the_disk(path: Path, exc: Exception) -> None:
    """Return where the disk is not to blame for an error about a file of the data folder.

    Raises:
        StoreDamaged: it is: full, or not writable. The file itself is sound.
    """
    text = str(exc)
    folder = path.parent
    if any(words in text for words in _FULL) or _is_full(folder):
        raise StoreDamaged(
            f"the disk of {folder} is full; what was stored before stays: make room and try again"
        ) from exc
    reason = next((words for words in _READ_ONLY if words in text), "")
    if reason or not os.access(folder, os.W_OK):
        shown = reason or _READ_ONLY[-1]
        raise StoreDamaged(
            f"{folder} is not writable ({shown}); choose another data folder"
        ) from exc


def is_there(path: Path) -> bool:
    """Whether a file of the data folder exists.

    Raises:
        StoreDamaged: the folder does not let us look: it is somebody else's.
    """
    try:
        return path.is_file()
    except OSError as exc:
        raise StoreDamaged(
            f"{path.parent} cannot be read ({exc.strerror}); choose another data folder"
        ) from exc


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NOTHING_LEFT_BYTES
    except OSError:
        return False
