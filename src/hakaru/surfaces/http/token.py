"""Which token does a server ask for? One per data folder and kind of server, in a private file."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from hakaru.core.errors import StoreDamaged
from hakaru.store.private import private_folder


def read_token(path: Path, *, or_for_now: bool = False) -> str:
    """The token in a file, made at the first use, and readable by its owner only from here on,
    whoever made it.

    `or_for_now`: where nothing can be written, one that ends with this process.

    Raises:
        StoreDamaged: it cannot be read or written.
    """
    if or_for_now and not os.access(path.parent, os.W_OK) and path.parent.is_dir():
        return secrets.token_urlsafe(32)
    try:
        private_folder(path.parent)
        if not path.exists():
            _make_token(path)
        path.chmod(0o600)
        token = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as exc:
        raise StoreDamaged(f"{path} cannot be used ({exc}); choose another data folder") from exc
    if not token:
        raise StoreDamaged(f"{path} is empty; delete it, and a new token is made")
    return token


def _make_token(path: Path) -> None:
    """It is there whole or not at all: two servers may start at once, and the first one counts."""
    descriptor, made = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(32))
        with contextlib.suppress(FileExistsError):
            os.link(made, path)
    finally:
        Path(made).unlink()
