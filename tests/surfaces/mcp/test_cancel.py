"""Does a client learn how far a long call is, and does a cancelled one leave the server free?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import anyio
import pytest
from mcp import Client
from mcp.server import Server

from hakaru.catalog.operation import Operation
from hakaru.surfaces.mcp.server import Offer, build_server
from tests.flows.factories import make_context
from tests.surfaces.mcp import declared
from tests.surfaces.mcp.declared import operation, param
from tests.surfaces.mcp.talking import listing, reply_of, server_process, talk

COUNT = operation("count", param("pieces", "int", required=True))
SHAPED = operation("shaped")
modes = pytest.mark.parametrize("mode", ["auto", "legacy"])


class Tried(Offer):
    """A server over operations of the tests."""

    @property
    def operations(self) -> tuple[Operation, ...]:
        return (COUNT, SHAPED)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return build_server(make_context(tmp_path / "data"), Tried())


@modes
def test_a_long_call_says_how_far_it_is(server: Server, mode: str) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None = None, message: str | None = None) -> None:
        seen.append((progress, total, message))

    async def conversation() -> None:
        async with Client(server, mode=mode) as client:
            await client.call_tool("count", {"pieces": 60}, progress_callback=note)

    talk(conversation)
    assert len(seen) >= 2
    assert {(total, message) for _, total, message in seen} == {(60, "counting")}
    done = [progress for progress, _, _ in seen]
    assert done == sorted(set(done))


@modes
def test_a_cancelled_call_stops_and_the_next_is_answered(server: Server, mode: str) -> None:
    async def conversation() -> None:
        async with Client(server, mode=mode) as client:
            for _ in range(12):
                with anyio.move_on_after(0.05):
                    await client.call_tool("count", {"pieces": 100_000})
                    pytest.fail("it was not cancelled")
            with anyio.fail_after(60):
                assert reply_of(await client.call_tool("shaped", {})) == {"text": "x", "n": None}
            with anyio.fail_after(60):
                await anyio.to_thread.run_sync(declared.ended.wait)

    talk(conversation)


@modes
def test_short_calls_are_answered_beside_a_long_one(server: Server, mode: str) -> None:
    order: list[str] = []

    async def conversation() -> None:
        going = anyio.Event()

        async def note(
            progress: float, total: float | None = None, message: str | None = None
        ) -> None:
            assert progress <= (total or 0), message
            going.set()

        async def count(client: Client) -> None:
            await client.call_tool("count", {"pieces": 60}, progress_callback=note)
            order.append("count")

        async with Client(server, mode=mode) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(count, client)
            await going.wait()
            for _ in range(3):
                await client.call_tool("shaped", {})
                order.append("shaped")

    talk(conversation)
    assert order == ["shaped", "shaped", "shaped", "count"]


@pytest.mark.soak
def test_a_cancelled_ingest_keeps_what_it_stored_and_can_be_asked_again(
    season: Path, tmp_path: Path
) -> None:
    steps: list[float] = []

    async def conversation() -> None:
        env = listing(tmp_path, season)
        async with server_process(tmp_path / "data", "--write", env=env) as client:
            with anyio.CancelScope() as scope:

                async def stop(
                    progress: float, total: float | None = None, message: str | None = None
                ) -> None:
                    assert progress <= (total or 0), message
                    steps.append(progress)
                    scope.cancel()

                await client.call_tool("ingest", {"paths": [str(season)]}, progress_callback=stop)
            assert steps, "the ingest ended before it could be cancelled"
            again = reply_of(await client.call_tool("ingest", {"paths": [str(season)]}))
            assert again["failed"] == []
            stored = reply_of(await client.call_tool("status", {}))["summary"]["n_activities"]
            assert stored == len(_recordings(season))

    talk(conversation)


def _recordings(season: Path) -> Sequence[Path]:
    return list(season.rglob("*.fit"))
