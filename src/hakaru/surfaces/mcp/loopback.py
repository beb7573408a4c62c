"""How is a server for models run over HTTP: on this machine only, for those who know the token?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from hakaru.bootstrap import load_config
from hakaru.surfaces.http.gate import at_home, gated
from hakaru.surfaces.http.listening import (
    HOST,
    listening,
    own_names,
    own_origins,
    port_of,
    run,
)
from hakaru.surfaces.http.token import read_token
from hakaru.surfaces.mcp.opening import Place, opened
from hakaru.surfaces.mcp.server import Offer

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
    token = read_token(folder / TOKEN_FILE)
    with opened(place, offer) as server, listening(port) as listener:
        found = port_of(listener)
        tell = partial(started, f"http://{HOST}:{found}{PATH}", folder / TOKEN_FILE)
        run(http_app(server, token=token, port=found), listener, started=tell)


def http_app(server: Server[Any], *, token: str, port: int) -> ASGIApp:
    """The application behind the port: the token, then Host and Origin, then the protocol."""
    security = TransportSecuritySettings(
        allowed_hosts=own_names(port), allowed_origins=own_origins(port)
    )
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
    return gated(at_home(app, port=port), token=token)
