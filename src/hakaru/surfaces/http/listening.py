"""How does an application get its port: on this machine only, until it is interrupted?"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from hakaru.errors import BadArgument

HOST = "127.0.0.1"


def own_names(port: int) -> list[str]:
    """What a client may call this server in `Host`."""
    return [f"{host}:{port}" for host in (HOST, "localhost")]


def own_origins(port: int) -> list[str]:
    """Which pages may speak to this server: its own."""
    return [f"http://{name}" for name in own_names(port)]


@contextlib.contextmanager
def listening(port: int) -> Iterator[socket.socket]:
    """A socket on a port of 127.0.0.1. Port 0: any free one.

    Raises:
        BadArgument: the port is taken.
    """
    # Named as TCP, so that asyncio sends small answers at once (TCP_NODELAY): 40 ms each.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    with contextlib.closing(listener):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as exc:
            raise BadArgument("port", port, "a free port of this machine") from exc
        listener.listen(64)
        yield listener


def port_of(listener: socket.socket) -> int:
    """Which port it became."""
    return int(listener.getsockname()[1])


class Telling(uvicorn.Server):
    """Says so once it serves: an interruption from then on ends it in order."""

    def __init__(self, config: uvicorn.Config, *, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets=sockets)
        if not self.should_exit:
            self._tell()


def run(app: ASGIApp, listener: socket.socket, *, started: Callable[[], None]) -> None:
    """Serve until interrupted; `started` is called once it serves."""
    Telling(server_config(app), started=started).run(sockets=[listener])


def server_config(app: ASGIApp) -> uvicorn.Config:
    """How every server of ours answers: no log of who asked, no name of the software."""
    return uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, ws=web_sockets()
    )


def web_sockets() -> Literal["websockets-sansio", "none"]:
    """Which implementation there is; the library comes with the extra `focus`."""
    return "none" if find_spec("websockets") is None else "websockets-sansio"
