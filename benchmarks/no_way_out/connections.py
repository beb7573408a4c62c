"""1,040 connections that say nothing, to the dashboard: what does a good request wait, and is a
line written for each?
"""

from __future__ import annotations

import contextlib
import re
import resource
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx2

from benchmarks.no_way_out.world import World, limited, made_world

_IDLE = 1040
_FILES_OF_THE_SERVER = 1024  # what systems give a process
_GOOD, _MOST_S = 20, 10.0
_START_S = 20.0
_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/\S*")


def measure(*, quick: bool) -> Mapping[str, object]:
    """Milliseconds of good requests before and during, and lines that were written."""
    n_idle = 100 if quick else _IDLE
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2 * _IDLE + 256), hard))
    with made_world() as world, tempfile.TemporaryDirectory(prefix="hakaru-idle-") as scratch:
        said = Path(scratch) / "said.log"
        with _dashboard(world, said) as link, httpx2.Client(timeout=_MOST_S) as client:
            port = int(_LINK.match(link)[1])  # type: ignore[index]
            client.get(link, follow_redirects=True)
            alone_ms = [_get_ms(port, client) for _ in range(_GOOD)]
            lines_before = _lines(said)
            with _idle(port, n_idle) as opened:
                during_ms = [_get_ms(port, client) for _ in range(_GOOD)]
                lines = _lines(said) - lines_before
        half_open_s = _half_open_s(world, said)
    answered = [during_m for during_m in during_ms if during_m is not None]
    return {
        "opened": opened,
        "alone_ms": round(max(alone_m or 0.0 for alone_m in alone_ms), 1),
        "answered": len(answered),
        "unanswered": len(during_ms) - len(answered),
        "slowest_ms": round(max(answered), 1) if answered else 1000 * _MOST_S,
        "log_lines": lines,
        "half_open_ends_after_s": round(half_open_s, 1),
    }


@contextmanager
def _dashboard(world: World, path: Path) -> Iterator[str]:
    """`hakaru serve` with as many files as systems give; the link it prints."""
    words = ["-m", "hakaru.surfaces.cli.main", "serve", "--port", "0", "--data", str(world.data)]
    with path.open("wb") as errors:
        process = subprocess.Popen(
            limited(f"-n {_FILES_OF_THE_SERVER}", *words),
            env=world.environment(),
            cwd=world.working,
            stdout=errors,
            stderr=errors,
        )
    try:
        yield _printed_link(path)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=_MOST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _printed_link(path: Path) -> str:
    until_s = time.monotonic() + _START_S
    while time.monotonic() < until_s:
        found = _LINK.search(path.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found[0]
        time.sleep(0.05)
    raise TimeoutError(path.read_text(encoding="utf-8", errors="replace"))


@contextmanager
def _idle(port: int, n_connections: int) -> Iterator[int]:
    """So many connections that are opened and say nothing; how many there could be."""
    opened: list[socket.socket] = []
    for _ in range(n_connections):
        with contextlib.suppress(OSError):
            opened.append(socket.create_connection(("127.0.0.1", port), timeout=1.0))
    try:
        yield len(opened)
    finally:
        for one in opened:
            one.close()


def _get_ms(port: int, client: httpx2.Client) -> float | None:
    """A request on a connection of its own; None where it is not answered."""
    began_s = time.perf_counter()
    try:
        headers = {"Connection": "close"}
        answer = client.get(f"http://127.0.0.1:{port}/runs", headers=headers)
    except httpx2.HTTPError:
        return None
    return 1000 * (time.perf_counter() - began_s) if answer.status_code < 400 else None


def _half_open_s(world: World, path: Path) -> float:
    """How long a connection lives that began a request and says no more; 30 s are looked at."""
    with _dashboard(world, path) as link:
        port = int(_LINK.match(link)[1])  # type: ignore[index]
        with socket.create_connection(("127.0.0.1", port), timeout=30.0) as connection:
            connection.sendall(b"GET /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            began_s = time.perf_counter()
            with contextlib.suppress(OSError):
                while connection.recv(4096):
                    pass
            return time.perf_counter() - began_s


def _lines(path: Path) -> int:
    """Lines so far, without reading a flood into memory."""
    count = 0
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            count += chunk.count(b"\n")
    return count
