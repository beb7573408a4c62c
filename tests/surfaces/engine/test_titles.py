"""Titles and sites are looked at on the spot, where that is allowed, and stand in no file."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from hakaru.store.focus import read_corrections, read_usage
from hakaru.store.state import State
from tests.flows.factories import NOW
from tests.surfaces.engine.worlds import FakeCalls, World

CANARY = "canary-7f3a"


@dataclass
class Browsing(FakeCalls):
    """A browser with a page in front, which counts how often it was asked about it."""

    app: str | None = "Safari"
    n_titles: int = 0
    n_domains: int = 0

    def title(self) -> str | None:
        self.n_titles += 1
        return f"Funniest cats {CANARY} - YouTube"

    def domain(self) -> str | None:
        self.n_domains += 1
        return f"{CANARY}.youtube.com"


@pytest.mark.parametrize(("titles", "domains"), [(True, True), (True, False), (False, False)])
def test_what_a_page_is_for_is_kept_and_nothing_else_of_it(
    tmp_path: Path, *, titles: bool, domains: bool
) -> None:
    async def scene() -> Browsing:
        world = World(tmp_path)
        world.calls = calls = Browsing()
        async with world.running() as running:
            allowed = {"titles_allowed": titles, "domains_allowed": domains, "work_from": None}
            await running.engine.change_settings(allowed)
            await running.run(60)
            pc = running.engine.board.pc
            assert pc is not None
            assert pc.category == ("leisure" if titles or domains else "browser")
            assert running.state == ("distracted" if titles or domains else "focused")
        return calls

    calls = asyncio.run(scene())
    assert (calls.n_titles > 0) is titles
    assert (calls.n_domains > 0) is domains
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or CANARY.encode() not in path.read_bytes(), path
    day = NOW.astimezone().date()
    used = read_usage(State(tmp_path), first=day, last=day)
    assert {usage.key.app for usage in used} == {"Safari"}
    assert sum(usage.seconds for usage in used) > 45.0


def test_a_correction_is_written_down_and_holds_at_the_next_look(tmp_path: Path) -> None:
    async def scene() -> None:
        world = World(tmp_path)
        async with world.running() as running:
            await running.run(20)
            assert running.state == "focused"
            assert await running.engine.correct("focused") is None
            for _ in range(2):
                assert await running.engine.correct("distracted") is not None
            assert running.engine.board.tuning.n_corrections == 2
            await running.run(2)
            verdict = running.engine.board.verdict
            assert verdict is not None
            assert verdict.source == "fusion"

    asyncio.run(scene())
    assert [one.shown for one in read_corrections(State(tmp_path))] == ["focused", "focused"]
