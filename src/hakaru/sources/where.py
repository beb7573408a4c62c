"""Names of files: what a person types, and how a file or a member of an archive is told."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hakaru.running.activity import Provenance


def at_home(path: Path) -> Path:
    """The path with `~` as the home folder, or as it is: a file may have a name like `~x`."""
    with contextlib.suppress(OSError):
        if path.exists():
            return path
    try:
        return path.expanduser()
    except RuntimeError:  # nobody has this name
        return path


def where_of(provenance: Provenance) -> str:
    """The path, with the name inside an archive behind an exclamation mark."""
    member = provenance.member
    return provenance.path if member is None else f"{provenance.path}!{member}"
