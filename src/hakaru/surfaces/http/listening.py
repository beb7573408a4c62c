"""Serving an application on a port of this machine, with limits on what a connection may cost."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from hakaru.core.errors import BadArgument

HOST = "127.0.0.1"
_QUEUED = 1024
"""Connections that the system keeps waiting until they are accepted."""
_ACCEPTED_AT_ONCE = 16
"""Connections accepted before the event loop looks at those it has: more could use up the file
descriptors before the first idle one is closed."""
_REPEATED_AFTER_S = 60.0
_TIMED_OUT = (
    b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n"
    b"cache-control: no-store\r\n\r\n"
)

Turn = Literal["head", "body", "rest", "server", "over"]


@dataclass(frozen=True, kw_only=True)
class ConnectionLimits:
    """What a connection may cost.

    A request's head must have come after `slow_s`, counted from the connection or the last answer;
    of its body at least `body_bytes` come in every `slow_s`. At most `idle_most` connections wait
    without a request; beyond that the oldest is closed.
    """

    slow_s: float = 10.0
    body_bytes: int = 10_000
    idle_most: int = 64


LIMITS = ConnectionLimits()


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
        listener.listen(_QUEUED)
        yield listener


def port_of(listener: socket.socket) -> int:
    """Which port it became."""
    return int(listener.getsockname()[1])


class LoopbackConfig(uvicorn.Config):
    """How every server of ours answers: slow and idle connections end, no log of who asked, no name
    of the software."""

    def __init__(self, app: ASGIApp, *, limits: ConnectionLimits = LIMITS) -> None:
        super().__init__(
            app,
            http=LimitedConnection,
            ws=web_sockets(),
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=_ACCEPTED_AT_ONCE,
        )
        self.limits = limits
        self.idle: dict[LimitedConnection, None] = {}
        """Connections that wait without a request, the oldest first."""
        logging.getLogger("uvicorn.error").addFilter(_without_repeats)


class LoopbackServer(uvicorn.Server):
    """A server on a listening socket; `started` is called once it serves: an interruption from then
    on ends it in order."""

    def __init__(
        self, config: LoopbackConfig, *, started: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._tell_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets=sockets)
        for listener in sockets or ():
            listener.listen(_QUEUED)  # uvicorn shortened it to what is accepted at once
        if not self.should_exit:
            self._tell_started()


def run(
    app: ASGIApp,
    listener: socket.socket,
    *,
    started: Callable[[], None],
    limits: ConnectionLimits = LIMITS,
) -> None:
    """Serve until interrupted; `started` is called once it serves."""
    LoopbackServer(LoopbackConfig(app, limits=limits), started=started).run(sockets=[listener])


class LimitedConnection(H11Protocol):
    """One connection, ended when its client is slow, or idle while many others are.

    The client's turn is the `head` of a request, its `body`, or the `rest` of a body after the
    answer; only then does a clock run. Answers take as long as they take.
    """

    def __init__(
        self,
        config: LoopbackConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits, self._idle = config.limits, config.idle
        self._turn: Turn = "server"
        self._clock: asyncio.TimerHandle | None = None
        self._received_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it as idle until its first request has come."""
        super().connection_made(transport)
        self._follow()

    def data_received(self, data: bytes) -> None:
        """Read what has come."""
        self._received_bytes += len(data)
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """The answer is out: the client has the next word."""
        super().on_response_complete()
        self._follow()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A WebSocket is no longer ours: it has pings of its own."""
        self._take("over")
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._take("over")
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; where an answer is already under way, just end."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self._end()

    def _follow(self) -> None:
        if self._turn != "over" and (turn := self._whose_turn()) != self._turn:
            self._take(turn)

    def _whose_turn(self) -> Turn:
        if self.transport.is_closing():
            return "over"
        if self.conn.their_state is h11.IDLE:
            return "head"
        if self.conn.their_state is not h11.SEND_BODY:
            return "server"
        return "rest" if self.conn.our_state in (h11.DONE, h11.MUST_CLOSE) else "body"

    def _take(self, turn: Turn) -> None:
        """Start or stop the clock, and the count among the idle."""
        self._turn = turn
        self._idle.pop(self, None)
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if turn in ("head", "body", "rest"):
            self._start_clock()
        if turn in ("head", "rest"):
            self._idle[self] = None
            if len(self._idle) > self._limits.idle_most:
                next(iter(self._idle))._end()

    def _start_clock(self) -> None:
        self._received_bytes = 0
        self._clock = self.loop.call_later(self._limits.slow_s, self._time_is_up)

    def _time_is_up(self) -> None:
        waits_for_us = self._turn == "body" and (
            self.flow.read_paused or self.cycle.waiting_for_100_continue
        )
        came = self._turn == "body" and self._received_bytes >= self._limits.body_bytes
        if waits_for_us or came:
            self._start_clock()
            return
        begun = self._turn == "body" or bool(self.conn.trailing_data[0])
        answered = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        self._end(b"" if answered or not begun else _TIMED_OUT)

    def _end(self, answer: bytes = b"") -> None:
        """Close the connection; one that does not take its last answer is cut off."""
        self._take("over")
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        if answer:
            self.transport.write(answer)
        self.transport.close()


def web_sockets() -> Literal["websockets-sansio", "none"]:
    """Which implementation there is; the library comes with the extra `focus`."""
    return "none" if find_spec("websockets") is None else "websockets-sansio"


class _WithoutRepeats(logging.Filter):
    """Passes each message of the server once a minute: a stranger must not fill the log."""

    def __init__(self) -> None:
        super().__init__()
        self._said_s: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it was not said just now; errors of ours are always said."""
        if record.exc_info:
            return True
        now_s = time.monotonic()
        message = str(record.msg)
        if now_s - self._said_s.get(message, -_REPEATED_AFTER_S) < _REPEATED_AFTER_S:
            return False
        self._said_s[message] = now_s
        return True


_without_repeats = _WithoutRepeats()
