"""Do two servers, a reader and an ingest share one data folder without a false word to a client?

A client must see every run that an earlier reply of any server has counted, and no lock error. The
long version of the same runs with `make soak`.
"""

from __future__ import annotations

import dataclasses
import subprocess
import time
from pathlib import Path

import anyio
import pytest
from mcp import Client

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.status import status
from tests.flows.commands import start
from tests.flows.factories import SEASON
from tests.simulated import write_season
from tests.surfaces.invoking import DAY
from tests.surfaces.mcp.talking import reply_of, server_process, talk


class Watched:
    """How many runs have been seen so far; fewer, later, would be a false answer."""

    def __init__(self, stored: int) -> None:
        self.most = stored
        self.answers = 0

    def note(self, counted: int, least: int) -> None:
        assert counted >= least, f"{counted} runs after {least} had been seen"
        self.most = max(self.most, counted)
        self.answers += 1


async def _keep_asking(client: Client, seen: Watched, ingest: subprocess.Popen[str]) -> None:
    while ingest.poll() is None:
        least = seen.most
        counted = reply_of(await client.call_tool("status", {}))["summary"]["n_activities"]
        seen.note(counted, least)
        verdict = await client.call_tool("get_form_evaluations", {"activity_id": DAY})
        assert not verdict.is_error, verdict
        assert reply_of(verdict)["gct"]["actual"] > 0


def _keep_reading(data: Path, seen: Watched, ingest: subprocess.Popen[str]) -> None:
    """As a web page does: its own store in its own process or thread."""
    context = build(Config(data_folder=data, settings=Settings()))
    while ingest.poll() is None:
        least = seen.most
        seen.note(status(context).summary.n_activities, least)
    context.store.close()


def _stored(data: Path) -> int:
    context = build(Config(data_folder=data, settings=Settings()))
    stored = status(context).summary.n_activities
    context.store.close()
    return stored


def _share(data: Path, recordings: Path) -> Watched:
    seen = Watched(_stored(data))

    async def conversation() -> None:
        async with server_process(data) as one, server_process(data) as other:
            ingest = start("ingest", str(recordings), "--data", str(data), "--json")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_keep_asking, one, seen, ingest)
                tasks.start_soon(_keep_asking, other, seen, ingest)
                await anyio.to_thread.run_sync(_keep_reading, data, seen, ingest)
            said, wrong = await anyio.to_thread.run_sync(ingest.communicate)
            assert ingest.returncode == 0, said + wrong
            for client in (one, other):
                reply = reply_of(await client.call_tool("status", {}))
                seen.note(reply["summary"]["n_activities"], seen.most)

    talk(conversation)
    return seen


@pytest.mark.soak
def test_two_servers_and_an_ingest_share_a_folder(data: Path, tmp_path: Path) -> None:
    added = _another_season(tmp_path / "more", weeks=6)
    before = _stored(data)
    seen = _share(data, tmp_path / "more")
    assert seen.answers >= 10
    assert seen.most == before + len(added)


@pytest.mark.soak
def test_two_servers_and_an_ingest_share_a_folder_for_a_minute(data: Path, tmp_path: Path) -> None:
    until_s = time.monotonic() + 60.0
    answers, seed = 0, 100
    while time.monotonic() < until_s:
        folder = tmp_path / str(seed)
        _another_season(folder, weeks=8, seed=seed)
        answers += _share(data, folder).answers
        seed += 1
    assert answers >= 200


def _another_season(folder: Path, *, weeks: int, seed: int = 99) -> list[Path]:
    """Runs that the folder of the test does not hold yet: those of later years."""
    later = SEASON.start_on.replace(year=SEASON.start_on.year + 1 + seed % 50)
    write_season(folder, dataclasses.replace(SEASON, seed=seed, start_on=later, weeks=weeks))
    return list(folder.rglob("*.fit"))
