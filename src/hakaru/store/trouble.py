"""Why can a file of the data folder not be used: a full disk, a read-only one, or damage?"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hakaru.errors import StoreDamaged

_FULL = ("No space left", "disk is full", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system", "readonly database", "Permission denied")
_NOTHING_LEFT_BYTES = 65_536
"""Below this a library may say anything: the error of a log that cannot grow names no disk."""


def trouble(path: Path, exc: Exception, *, damaged: str) -> StoreDamaged:
    """The error to raise `from exc`; `damaged` is its sentence where the file is to blame."""
    told = str(exc)
    if any(words in told for words in _FULL) or _is_full(path.parent):
        return StoreDamaged(
            f"the disk of {path.parent} is full; what was stored before stays: make room and try "
            "again"
        )
    reason = next((words for words in _READ_ONLY if words in told), "")
    if reason or not _is_writable(path.parent):
        shown = reason or _READ_ONLY[-1]
        return StoreDamaged(f"{path.parent} is not writable ({shown}); choose another data folder")
    return StoreDamaged(damaged)


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NOTHING_LEFT_BYTES
    except OSError:
        return False


def _is_writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK)
