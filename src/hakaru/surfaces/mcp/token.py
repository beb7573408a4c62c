"""Which secret do programs of this machine share with our servers, and where do these listen?"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hakaru.errors import BadArgument, StoreDamaged

HOST = "127.0.0.1"
TOKEN_FILE = "mcp.token"  # noqa: S105  # the name of a file


def read_token(folder: Path) -> str:
    """The token of a data folder, made at the first use, and readable by its owner only from here
    on, whoever made it.

    Raises:
        StoreDamaged: it cannot be read or written.
    """
    path = folder / TOKEN_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
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


@contextlib.contextmanager
def listening(port: int) -> Iterator[socket.socket]:
    """A socket of this machine only. Port 0: any free one.

    Raises:
        BadArgument: the port is taken.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    with contextlib.closing(listener):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as exc:
            raise BadArgument("port", port, "a free port of this machine") from exc
        listener.listen(64)
        yield listener
