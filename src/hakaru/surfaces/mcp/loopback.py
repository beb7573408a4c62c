"""How is a server run over HTTP: on this machine only, for those who know the token?"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from hakaru.bootstrap import load_config
from hakaru.errors import BadArgument, StoreDamaged
from hakaru.surfaces.mcp.gate import gated
from hakaru.surfaces.mcp.opening import Place, opened
from hakaru.surfaces.mcp.server import Offer

HOST = "127.0.0.1"
PATH = "/mcp"
TOKEN_FILE = "mcp.token"  # noqa: S105  # the name of a file


def serve_http(
    place: Place, offer: Offer, *, port: int, started: Callable[[str, Path], None]
) -> None:
    """Serve clients on 127.0.0.1 until interrupted; every request needs the token.

    `started` is told the address and the file that holds the token. Port 0: any free one.

    Raises:
        BadArgument: the port is taken, or the configuration holds a value it does not take.
        StoreDamaged: the token cannot be kept in the data folder.
    """
    folder = load_config(data_folder=place.data_folder, language=place.language).data_folder
    token = read_token(folder)
    with opened(place, offer) as server, listening(port) as listener:
        found = int(listener.getsockname()[1])
        started(f"http://{HOST}:{found}{PATH}", folder / TOKEN_FILE)
        app = http_app(server, token=token, port=found)
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])


def http_app(server: Server[Any], *, token: str, port: int) -> ASGIApp:
    """The application behind the port: the token, then Host and Origin, then the protocol."""
    names = [f"{host}:{port}" for host in (HOST, "localhost")]
    security = TransportSecuritySettings(
        allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]
    )
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
    return gated(app, token=token)


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
