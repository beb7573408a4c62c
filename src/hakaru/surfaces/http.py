"""Serving on a port of this machine: limits on connections, and the token that lets in.

A browser cannot send a header with a WebSocket, so there the token may come as a subprotocol:
`Sec-WebSocket-Protocol: hakaru, TOKEN`.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import hmac
import json
import logging
import os
import secrets
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from http.cookies import CookieError, SimpleCookie
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import h11
import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from hakaru.core.errors import BadArgument, StoreDamaged
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.store.private import private_folder

_POLICY = 1008


async def refuse(
    scope: Scope, send: Send, *, detail: str, status: int, headers: Mapping[str, str] | None = None
) -> None:
    """Answer with an error and nothing else; a WebSocket is closed before it opens."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY})
        return
    reply = {"ok": False, "error": detail, "errors": [detail], "status": status}
    body = json.dumps(reply, separators=(",", ":")).encode()
    every = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        **(headers or {}),
    }
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(name.encode(), value.encode()) for name, value in every.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})


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
        raise StoreDamaged(
            message(
                "{path} cannot be used ({error}); choose another data folder", path=path, error=exc
            )
        ) from exc
    if not token:
        raise StoreDamaged(
            message("{path} is empty; delete it, and a new token is made", path=path)
        )
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


@frozen
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
def listening(port: int, *, address: str = HOST) -> Iterator[socket.socket]:
    """A socket on a port of 127.0.0.1, unless another address is named. Port 0: any free one.

    Raises:
        BadArgument: the port is taken.
    """
    # Named as TCP, so that asyncio sends small answers at once (TCP_NODELAY): 40 ms each.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    with contextlib.closing(listener):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, port))
        except OSError as exc:
            raise BadArgument("port", port, message("a free port of this machine")) from exc
        listener.listen(_QUEUED)
        yield listener


def is_free(port: int) -> bool:
    """Whether nobody listens on a port of this machine now."""
    try:
        with listening(port):
            return True
    except BadArgument:
        return False


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


_MALLOPT = ((-8, 1), (-3, 1024 * 1024))
"""For glibc's mallopt(3): `M_ARENA_MAX`, and `M_MMAP_THRESHOLD`, from how many bytes on an array
has pages of its own, which would grow to 32 MB by itself."""
_GIVEN_BACK_EVERY_S = 10.0


@cache
def share_heaps() -> None:
    """Let the threads of this process share one heap, for each would keep the most that it ever
    held, and give back every few seconds what nobody holds any longer.

    Does nothing where the C library is not glibc."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        for name, value in _MALLOPT:
            library.mallopt(name, value)
        give_back = library.malloc_trim
        threading.Thread(target=_keep_giving, args=(give_back,), daemon=True, name="heaps").start()


def _keep_giving(give_back: Callable[[int], object]) -> None:
    while True:
        time.sleep(_GIVEN_BACK_EVERY_S)
        give_back(0)


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


UNAUTHORISED, _FORBIDDEN, _MISDIRECTED = 401, 403, 421
_STRANGER = "the header `Authorization: Bearer TOKEN` is needed; the token is in the data folder"
_READING = ("GET", "HEAD")
CHALLENGE = {"www-authenticate": "Bearer"}
SUBPROTOCOL = "hakaru"


async def unauthorised(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    """401 in the one shape of errors; a WebSocket is closed."""
    await refuse(scope, send, detail=_STRANGER, status=UNAUTHORISED, headers=CHALLENGE)


def gated(
    app: ASGIApp,
    *,
    token: str,
    signed_in: Callable[[Mapping[str, str]], bool] | None = None,
    stranger: ASGIApp = unauthorised,
) -> ASGIApp:
    """Passes requests with `Authorization: Bearer TOKEN`; all others get what `stranger` answers,
    by default 401 and nothing else, and a WebSocket is closed.

    `signed_in`: whether these cookies are those of a session, which will do instead, as a browser
    sends them; to change something the page must then say that it is ours (see `at_home`). The
    comparison takes the same time for every token.
    """

    async def _gate(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or _knows(scope, token, signed_in):
            await app(scope, receive, send)
        else:
            await stranger(scope, receive, send)

    return _gate


def at_home(app: ASGIApp, *, port: int) -> ASGIApp:
    """Passes requests that name this server as their host (else 421), and that come from one of its
    own pages, if from a page (else 403): a name of somebody else's may lead here as well."""
    hosts = [[name] for name in own_names(port)]
    origins = [[], *([origin] for origin in own_origins(port))]

    async def _home(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif _values(scope, b"host") not in hosts:
            detail = "the header `Host` does not name this server"
            await refuse(scope, send, detail=detail, status=_MISDIRECTED)
        elif _values(scope, b"origin") not in origins:
            detail = "the header `Origin` names a page of somebody else"
            await refuse(scope, send, detail=detail, status=_FORBIDDEN)
        else:
            await app(scope, receive, send)

    return _home


def _knows(scope: Scope, token: str, signed_in: Callable[[Mapping[str, str]], bool] | None) -> bool:
    given = _values(scope, b"authorization")
    if given:
        return len(given) == 1 and _same(given[0], f"Bearer {token}")
    if scope["type"] == "websocket" and _same(_offered(scope), token):
        return True
    reads = scope.get("method") in _READING
    if signed_in is None or not (reads or _values(scope, b"origin")):
        return False
    return signed_in(_cookies(scope))


def _offered(scope: Scope) -> str:
    """What a WebSocket offers behind our own subprotocol."""
    name, _, last = ",".join(_values(scope, b"sec-websocket-protocol")).partition(",")
    return last.strip() if name.strip() == SUBPROTOCOL else ""


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name]


def _cookies(scope: Scope) -> Mapping[str, str]:
    read: dict[str, str] = {}
    for line in _values(scope, b"cookie"):
        try:
            read |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
        except CookieError:
            continue
    return read


def json_response(text: str, status: int) -> Response:
    """What no UTF-8 can hold is escaped, which JSON allows."""
    return Response(text.encode("utf-8", "backslashreplace"), status, media_type="application/json")
