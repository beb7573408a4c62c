"""How is a server run over HTTP: on this machine only, for those who know the token?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from hakaru.bootstrap import load_config
from hakaru.surfaces.mcp.gate import gated
from hakaru.surfaces.mcp.opening import Place, opened
from hakaru.surfaces.mcp.server import Offer
from hakaru.surfaces.mcp.token import HOST, TOKEN_FILE, listening, read_token

PATH = "/mcp"


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
