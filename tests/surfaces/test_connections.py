"""What a connection may cost: the slow and the idle ones end, the others are not disturbed."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import anyio
import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from hakaru.flows.context import Context
from hakaru.surfaces.engine.serve import engine_app
from hakaru.surfaces.http import HOST, LIMITS, ConnectionLimits, read_token
from hakaru.surfaces.mcp.loopback import http_app
from hakaru.surfaces.mcp.server import Offer, build_server
from hakaru.surfaces.web.app import web_app
from tests.flows.commands import ROOT, environment
from tests.flows.factories import make_context
from tests.surfaces.engine.worlds import World
from tests.surfaces.web.serving import TOKEN, running

SLOW_S, PATIENCE_S = 0.5, 60.0
LIMITED = ConnectionLimits(slow_s=SLOW_S)
N_IDLE, N_GARBLED = 1040, 100
BEARER = f"Authorization: Bearer {TOKEN}\r\n"

Make = Callable[[Context], Callable[..., ASGIApp]]


def _dashboard(context: Context) -> Callable[..., ASGIApp]:
    return partial(web_app, context, token=TOKEN)


def _models(context: Context) -> Callable[..., ASGIApp]:
    return partial(http_app, build_server(context, Offer()), token=TOKEN)


def _engine(context: Context) -> Callable[..., ASGIApp]:
    return partial(engine_app, World(context.data_folder).engine(), token=TOKEN)


SERVERS: dict[str, tuple[Make, str]] = {
    "dashboard": (_dashboard, "POST /api/nodes"),
    "models": (_models, "POST /mcp"),
    "engine": (_engine, "PUT /api/settings"),
}
"""Each kind of server, and an address that reads a body."""


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[int, str]]:
    """The port of a server with short limits, and an address that reads a body."""
    make, address = SERVERS[request.param]
    context = make_context(tmp_path / "data")
    with running(make(context), LIMITED) as port:
        yield port, address
    context.store.close()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    with socket.create_connection((HOST, port), timeout=PATIENCE_S) as made:
        yield made


def until_ended(made: socket.socket, *, trickle: bytes = b"") -> tuple[float, bytes]:
    """How long a connection lasts from now, and what came over it; meanwhile `trickle` is sent
    twenty times a second."""
    begun_s, came = time.monotonic(), b""
    made.settimeout(0.05)
    while time.monotonic() - begun_s < PATIENCE_S:
        try:
            part = made.recv(65_536)
        except TimeoutError:
            if trickle:
                made.sendall(trickle)
            continue
        except (ConnectionResetError, BrokenPipeError):
            break
        if not part:
            break
        came += part
    return time.monotonic() - begun_s, came


def test_the_limits_are_ten_seconds_and_sixty_four_idle_connections() -> None:
    assert (LIMITS.slow_s, LIMITS.idle_most) == (10.0, 64)


def test_a_half_open_connection_ends(server: tuple[int, str]) -> None:
    with connected(server[0]) as made:
        lasted_s, came = until_ended(made)
    assert SLOW_S * 0.9 < lasted_s < PATIENCE_S / 2
    assert came == b""


def test_headers_that_trickle_end(server: tuple[int, str]) -> None:
    port, address = server
    with connected(port) as made:
        made.sendall(f"{address} HTTP/1.1\r\nHost: {HOST}:{port}\r\n".encode())
        lasted_s, came = until_ended(made, trickle=b"X-More: yes\r\n")
    assert SLOW_S * 0.9 < lasted_s < PATIENCE_S / 2
    assert came.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("who", "status"), [(BEARER, b"408"), ("", b"401")], ids=["known", "stranger"]
)
def test_a_body_that_trickles_ends(who: str, status: bytes, server: tuple[int, str]) -> None:
    port, address = server
    with connected(port) as made:
        head = f"{address} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{who}"
        more = "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
        made.sendall((head + more).encode())
        lasted_s, came = until_ended(made, trickle=b" ")
    assert SLOW_S * 0.9 < lasted_s < PATIENCE_S / 2
    assert came.split()[1] == status
    assert came.count(b"HTTP/1.1") == 1


async def _late(request: Request) -> Response:
    body = await request.body()
    await anyio.sleep(3 * SLOW_S)
    return PlainTextResponse(f"{len(body)} bytes")


def _patient(*, port: int) -> ASGIApp:
    return Starlette(routes=[Route("/", _late, methods=["POST"])])


def test_a_slow_answer_and_a_body_that_keeps_coming_are_not_disturbed() -> None:
    piece, n_pieces = b"x" * LIMITED.body_bytes, 6

    def pieces() -> Iterator[bytes]:
        for _ in range(n_pieces):
            begun_s = time.monotonic()
            while time.monotonic() - begun_s < SLOW_S / 2:
                pass
            yield piece

    with running(_patient, LIMITED) as port:
        answer = httpx2.post(f"http://{HOST}:{port}/", content=pieces(), timeout=PATIENCE_S)
    assert answer.text == f"{n_pieces * len(piece)} bytes"


def test_a_web_socket_may_be_silent(tmp_path: Path) -> None:
    context = make_context(tmp_path / "data")

    async def watch(port: int) -> None:
        protocols = [Subprotocol("hakaru"), Subprotocol(TOKEN)]
        async with connect(f"ws://{HOST}:{port}/ws/state", subprotocols=protocols) as watching:
            assert "state_update" in str(await watching.recv())
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(watching.recv(), 3 * SLOW_S)
            await watching.send("ping")
            assert await watching.recv() == "pong"

    with running(_engine(context), LIMITED) as port:
        asyncio.run(watch(port))
    context.store.close()


def test_of_too_many_idle_connections_the_oldest_is_closed_first() -> None:
    limits = ConnectionLimits(idle_most=3)
    with running(_patient, limits) as port, ExitStack() as stack:
        held = [stack.enter_context(connected(port)) for _ in range(5)]
        assert [one.recv(1) for one in held[:2]] == [b"", b""]
        held[2].sendall(f"POST / HTTP/1.1\r\nHost: {HOST}:{port}\r\nContent-Length: 0\r\n".encode())
        held[2].sendall(b"\r\n")
        assert held[2].recv(15) == b"HTTP/1.1 200 OK"


COMMANDS = {
    "serve": ("web.token", "/api/dashboard"),
    "mcp --http": ("mcp.token", "/mcp"),
    "focus watch --no-camera --no-notify": ("focus.token", "/api/health"),
}
"""Each server as it is started, the file of its token, and an address."""


@contextmanager
def started(words: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], int, Path]]:
    """A server as a process that may have 256 files open, as on macOS; its port and its log."""
    command = [sys.executable, "-m", "hakaru.surfaces.cli.main", *words.split(), "--port", "0",
               "--data", str(data), "--lang", "en"]  # fmt: skip
    log = data.parent / "log.txt"
    with log.open("w") as told, subprocess.Popen(
        ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *command],
        cwd=ROOT, env=environment({"DISPLAY": ""}), stdout=told, stderr=told, text=True,
    ) as process:  # fmt: skip
        try:
            deadline_s = time.monotonic() + 60.0
            while "127.0.0.1:" not in log.read_text():
                assert time.monotonic() < deadline_s, log.read_text()
                assert process.poll() is None, log.read_text()
            yield process, int(log.read_text().split("127.0.0.1:")[1].split("/")[0]), log
        finally:
            process.terminate()
            process.wait(60)


@contextmanager
def many_files() -> Iterator[None]:
    """Room for the other ends of that many connections in this process."""
    resource = pytest.importorskip("resource", reason="needs limits as Unix has them")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * N_IDLE
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"needs {wanted} open files, the system allows {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.soak
@pytest.mark.parametrize("words", COMMANDS)
def test_a_thousand_idle_connections_disturb_nobody_and_fill_no_log(
    words: str, tmp_path: Path
) -> None:
    token_file, path = COMMANDS[words]
    data = tmp_path / "data"
    with many_files(), started(words, data) as (process, port, log), ExitStack() as stack:
        address = f"http://{HOST}:{port}{path}"
        token = read_token(data / token_file)
        headers = {"authorization": f"Bearer {token}"}
        assert httpx2.get(address, headers=headers, timeout=60).status_code in (200, 400, 406)
        for number in range(N_IDLE + N_GARBLED):
            held = stack.enter_context(socket.create_connection((HOST, port), PATIENCE_S))
            held.sendall(b"no http\r\n\r\n" if number < N_GARBLED else b"GET /"[: number % 6])
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        took_s = []
        for _ in range(20):
            begun_s = time.monotonic()
            with connected(port) as made:
                made.sendall(head.encode())
                assert made.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 406")
            took_s.append(time.monotonic() - begun_s)
        assert process.poll() is None
    assert min(took_s) <= 0.1, took_s
    told = log.read_text().splitlines()
    assert len(told) <= 10, told[:20]
