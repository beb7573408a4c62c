"""Names of files: what a person types, and how a file or a member of an archive is told."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hakaru.running.activity import Provenance


def at_home(path: Path) -> Path:
    """The path with `~` as the home folder. A file may have a name like `~x`: where it is there,
    or nobody has this name, it is taken as it is, in full, for no library to read more into it."""
    if not str(path).startswith("~"):
        return path
    with contextlib.suppress(OSError):
        if path.exists():
            return path.absolute()
    try:
        return path.expanduser()
    except RuntimeError:
        return path.absolute()


def where_of(provenance: Provenance) -> str:
    """The path, with the name inside an archive behind an exclamation mark."""
    member = provenance.member
    return provenance.path if member is None else f"{provenance.path}!{member}"
