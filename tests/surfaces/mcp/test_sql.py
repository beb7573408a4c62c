"""Does a query end with its call, and does everything else go on beside queries?

Real clients and real processes; `/proc` says which are there.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from hakaru.surfaces.http import read_token
from hakaru.surfaces.mcp.loopback import TOKEN_FILE
from tests.conftest import RUN
from tests.flows.commands import ROOT, environment, start
from tests.store.sandbox.folders import make_data_folder
from tests.store.sandbox.processes import (
    GONE_WITHIN_S,
    Watch,
    at_work,
    family,
    servers,
    when,
)
from tests.store.sandbox.test_limits import MEMORY_BOMBS, SLOW
from tests.surfaces.mcp.talking import (
    assert_typed_error,
    reply_of,
    server_process,
    talk,
)
from tests.surfaces.mcp.test_http import listening

MOST_MB = 1200.0
LIGHT_S = 0.3
CLIENT_STARTS_WITHIN_S = 120.0
"""An interpreter, its server, that one's sandbox and a query, beside other workers."""
modes = pytest.mark.parametrize("mode", ["auto", "legacy"])


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with runs, which none of these tests changes."""
    return make_data_folder(tmp_path_factory.mktemp("stored")) / "data"


async def profile(client: Client, sql: str, **more: float) -> object:
    return await client.call_tool("profile", {"table_or_query": sql}, **more)  # type: ignore[arg-type]


async def until_it_runs(server: int, client: subprocess.Popen[bytes] | None = None) -> None:
    def runs() -> bool:
        return (client is None or asks_still(client)) and len(at_work(server)) >= 2

    await anyio.to_thread.run_sync(lambda: when(runs, within_s=CLIENT_STARTS_WITHIN_S))


def asks_still(client: subprocess.Popen[bytes]) -> bool:
    assert client.poll() is None, "the client has its answer, or has failed"
    return True


async def until_it_is_gone(pid: int) -> None:
    await anyio.to_thread.run_sync(lambda: when(lambda: not at_work(pid), within_s=GONE_WITHIN_S))


@pytest.mark.sampled(1)
@modes
def test_a_cancelled_call_ends_its_query(stored: Path, mode: str) -> None:
    async def conversation() -> None:
        async with server_process(stored, "--profile", "analysis", mode=mode) as client:
            (server,) = servers()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(profile, client, SLOW)
                await until_it_runs(server)
                tasks.cancel_scope.cancel()
            await until_it_is_gone(server)
            assert reply_of(await client.call_tool("status", {}))

    talk(conversation)


@pytest.mark.soak
def test_a_call_that_a_client_gave_up_after_its_time_ends_its_query(stored: Path) -> None:
    async def conversation() -> None:
        async with server_process(stored, "--profile", "analysis") as client:
            await profile(client, "SELECT 1 AS x")
            with pytest.raises(MCPError, match=r"(?i)timed out"):
                await profile(client, SLOW, read_timeout_seconds=0.5)
            await until_it_is_gone(servers()[0])

    talk(conversation)


@contextlib.contextmanager
def killed_client(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.surfaces.mcp.asking", *words],
        cwd=ROOT, env=environment({RUN: os.environ[RUN]}),
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.soak
def test_a_client_that_is_killed_takes_its_server_and_query_along(stored: Path) -> None:
    with killed_client("pipes", str(stored), "auto", SLOW) as client:
        when(
            lambda: asks_still(client) and len(at_work(client.pid)) >= 2,
            within_s=CLIENT_STARTS_WITHIN_S,
        )
        below = family(client.pid)[1:]
        client.kill()
        client.wait()
        when(lambda: not _alive(below), within_s=2 * GONE_WITHIN_S)


@pytest.mark.soak
@modes
def test_a_client_whose_connection_ends_takes_its_query_along(stored: Path, mode: str) -> None:
    async def conversation() -> None:
        async with listening(stored, "--profile", "analysis") as address:
            token = read_token(stored / TOKEN_FILE)
            (server,) = servers()
            with killed_client("http", address, token, mode, SLOW) as client:
                await until_it_runs(server, client)
                client.kill()
                await until_it_is_gone(server)

    talk(conversation)


def test_an_interrupted_command_ends_its_query(stored: Path) -> None:
    command = start("profile", SLOW, "--data", str(stored), "--lang", "en")
    try:
        when(lambda: len(at_work(command.pid)) >= 2)
        below = family(command.pid)[1:]
        os.kill(command.pid, signal.SIGINT)
        when(lambda: not _alive(below), within_s=GONE_WITHIN_S)
    finally:
        command.kill()
        command.communicate()


def _alive(pids: list[int]) -> list[int]:
    everyone = set(family(1)) | set(family(os.getpid()))
    return [pid for pid in pids if pid in everyone]


def test_of_many_queries_two_run_eight_wait_and_the_others_are_told(stored: Path) -> None:
    said: Counter[str] = Counter()

    async def ask(client: Client) -> None:
        result = await client.call_tool("profile", {"table_or_query": SLOW})
        said[assert_typed_error(result, 408, 503)[:30]] += 1

    async def conversation() -> None:
        async with server_process(stored, "--profile", "analysis") as client:
            await profile(client, "SELECT 1 AS x")
            (server,) = servers()
            async with anyio.create_task_group() as tasks:
                for _ in range(13):
                    tasks.start_soon(ask, client)
                with anyio.fail_after(60):
                    while said["too many queries at once: 2 may"] + said.total() < 3:
                        await client.call_tool("status", {})
                assert len(at_work(server)) <= 4
                tasks.cancel_scope.cancel()
            await until_it_is_gone(server)

    talk(conversation)
    assert said.total() == 3
    assert all("too many queries" in told for told in said)


async def _light(client: Client, over: anyio.Event, took_s: list[float]) -> None:
    while not over.is_set():
        started_s = time.monotonic()
        assert not (await client.call_tool("status", {})).is_error
        took_s.append(time.monotonic() - started_s)
        await anyio.sleep(0.02)


async def _beside(
    client: Client, asks: list[tuple[str, float]], took_s: list[float]
) -> tuple[Watch, int]:
    """Many queries, each given up after its seconds, and light calls all the while."""
    (server,) = servers()
    over = anyio.Event()

    async def ask(sql: str, patience_s: float) -> None:
        with anyio.move_on_after(patience_s):
            await client.call_tool("profile", {"table_or_query": sql})

    with Watch(lambda: family(server)) as watch:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_light, client, over, took_s)
            async with anyio.create_task_group() as queries:
                for sql, patience_s in asks:
                    queries.start_soon(ask, sql, patience_s)
            await anyio.sleep(2.0)
            left = len(family(server))
            over.set()
    return watch, left


def _asks(n_queries: int, patience_s: float) -> list[tuple[str, float]]:
    """Long ones and large ones in turn; the patience differs from one to the next."""
    texts = (SLOW, *MEMORY_BOMBS[:2], *MEMORY_BOMBS[:2], *MEMORY_BOMBS[:2])
    return [(texts[at % 7], patience_s * (at % 12 + 1) / 12) for at in range(n_queries)]


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * len(values))]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("n_queries", "patience_s"), [(36, 2.0), (16, 240.0)], ids=["cancelled", "at once"]
)
def test_many_queries_leave_room_for_everything_else(
    stored: Path, n_queries: int, patience_s: float
) -> None:
    """Part 10: 36 cancelled ones, or 16 at once: 1.2 GB, and `status` is answered meanwhile."""
    took_s: list[float] = []
    found: list[tuple[Watch, int]] = []

    async def conversation() -> None:
        async with server_process(stored, "--profile", "analysis") as client:
            await client.call_tool("status", {})
            await profile(client, "SELECT 1 AS x")
            found.append(await _beside(client, _asks(n_queries, patience_s), took_s))

    talk(conversation)
    ((watch, left),) = found
    assert left <= 4
    assert watch.most_processes <= 8  # a keeper that has given back its place is leaving
    assert watch.most_mb <= MOST_MB
    assert len(took_s) > 20
    assert _quantile(took_s, 0.5) <= LIGHT_S


@pytest.mark.soak
def test_status_is_quick_beside_cancelled_queries(stored: Path) -> None:
    """Part 10: p99 within 0.3 s, which a machine has to have time for."""
    took_s: list[float] = []

    async def conversation() -> None:
        async with server_process(stored, "--profile", "analysis") as client:
            await client.call_tool("status", {})
            await profile(client, "SELECT 1 AS x")
            for _ in range(10):
                await _beside(client, _asks(36, 2.0), took_s)

    talk(conversation)
    assert _quantile(took_s, 0.99) <= LIGHT_S
