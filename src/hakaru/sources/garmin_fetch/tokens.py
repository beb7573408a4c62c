"""Where is a session kept between runs? In one file that only its owner can read."""

from __future__ import annotations

import os
from pathlib import Path

TOKEN_FILE = "garmin_tokens.json"  # noqa: S105  # the name the client library reads and renews


def read_tokens(folder: Path) -> str | None:
    """The stored session, or None when there is none."""
    try:
        return (folder / TOKEN_FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def write_tokens(folder: Path, text: str) -> None:
    """Store a session, mode 0600 in a folder of mode 0700, never readable by others in between."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    fresh = folder / f".{TOKEN_FILE}.{os.getpid()}"
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
    fresh.replace(folder / TOKEN_FILE)


def forget_tokens(folder: Path) -> None:
    """Remove a stored session that is no longer accepted."""
    (folder / TOKEN_FILE).unlink(missing_ok=True)
