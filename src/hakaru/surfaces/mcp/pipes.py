"""How is a server run over the pipes of the client that started it?"""

from __future__ import annotations

from typing import Any

import anyio
from mcp.server import Server
from mcp.server.stdio import stdio_server

from hakaru.surfaces.mcp.opening import Place, opened
from hakaru.surfaces.mcp.server import Offer


def serve_pipes(place: Place, offer: Offer) -> None:
    """Serve one client over stdin and stdout until it closes them; only the protocol is on stdout.

    Raises:
        BadArgument: the configuration holds a value it does not take.
    """
    with opened(place, offer) as server:
        anyio.run(_serve, server)


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())
