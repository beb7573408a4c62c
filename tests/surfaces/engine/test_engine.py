"""Does the engine decide, tell, write down and go on, whatever happens around it?"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from hakaru.core.errors import NoFaceModel
from hakaru.core.i18n import message
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import seconds_by_state
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.model import Description, Scripted
from hakaru.store.focus import read_controls, read_intervals, read_notifications, read_records
from hakaru.store.state import State
from hakaru.surfaces.engine.board import moment
from tests.flows.factories import NOW
from tests.focus.streams import Shape, face_of
from tests.surfaces.engine.worlds import BEGIN_S, FACE, Running, World

Scene = Callable[[World, Running], Awaitable[None]]


def play(folder: Path, scene: Scene, *, world: World | None = None) -> World:
    """Run a scene in a world that has one engine at work."""

    async def _played() -> World:
        found = world or World(folder)
        async with found.running() as running:
            await scene(found, running)
        return found

    return asyncio.run(_played())


def stored_seconds(folder: Path) -> Mapping[FocusState, float]:
    intervals = read_intervals(
        State(folder), start=NOW - timedelta(days=1), end=NOW + timedelta(days=1)
    )
    return seconds_by_state(intervals)


def test_somebody_who_works_is_focused_and_who_leaves_is_away_within_ten_seconds(
    tmp_path: Path,
) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(60)
        assert running.state == "focused"
        assert running.engine.board.verdict is not None
        assert running.engine.board.verdict.sources == {"camera", "pc"}
        world.face = lambda at_s: None
        await running.run(2)
        assert running.state == "focused"  # one lost frame, or two seconds, is nobody leaving
        await running.run(8)
        assert running.state == "away"

    play(tmp_path, scene)


def test_what_changes_is_told_at_once_and_else_every_ten_seconds(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(60)
        running.told()
        await running.run(60)
        beats = running.told()
        assert 5 <= len(beats) <= 8
        assert {beat["state"] for beat in beats} == {"focused"}
        world.calls.idle, world.face = 200.0, lambda at_s: None
        left_s = world.clock.now_s()
        await running.run(10)
        away = next(one for one in running.told() if one["verdict"] == "away")
        # the debounce of a missing face, then at most a second
        assert away["timestamp"] - left_s <= 3.0 + 1.0
        assert away["camera_state"] is None
        assert away["pc_state"] is None

    play(tmp_path, scene)


def test_a_lost_camera_is_said_and_found_again(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(30)
        world.camera_lost = True
        await running.run(15)
        assert running.health("camera") == "camera_lost"
        assert running.engine.board.camera is None
        assert running.engine.board.pc is not None
        assert not world.eye_open
        assert running.engine.message()["camera_open"] is False
        world.camera_lost = False
        await running.run(30)
        assert running.health("camera") == "ok"
        assert running.state == "focused"

    play(tmp_path, scene)


@pytest.mark.soak
def test_without_a_camera_it_is_tried_less_and_less_often(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(600)
        assert running.health("camera") == "camera_lost"
        assert world.n_opened == 9  # after 0, 2, 6, 14, 30, 62, 126, 254 and 510 s
        await running.run(900)
        assert world.n_opened <= 9 + 3 + 1

    world = World(tmp_path)
    world.camera_lost = True
    play(tmp_path, scene, world=world)


def test_a_camera_that_is_plugged_in_or_chosen_is_opened_at_once(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(600)
        n_tried = world.n_opened
        world.devices = frozenset({"video0", "video1"})
        await running.run(1)
        assert world.n_opened == n_tried + 1
        await running.engine.change_settings({"camera_index": 1})
        world.camera_lost = False
        await running.run(1)
        assert world.cameras[-1] == 1
        assert running.health("camera") == "ok"

    world = World(tmp_path)
    world.camera_lost = True
    play(tmp_path, scene, world=world)


def test_a_missing_face_model_leaves_the_rest_at_work(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        def nobody(at_s: float) -> None:
            raise NoFaceModel("face_landmarker.task", message("it is not installed"))

        world.face = nobody
        await running.run(40)
        assert running.health("camera") == "no_face_model"
        assert running.health("pc") == "ok"
        assert running.engine.board.verdict is not None

    play(tmp_path, scene)


def test_a_dead_source_of_pc_use_is_said_and_opened_again(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(30)
        world.calls.broken = True
        await running.run(15)
        assert running.health("pc") == "pc_silent"
        assert running.engine.board.verdict is not None
        assert running.engine.board.verdict.sources == {"camera"}
        assert world.calls.closed >= 1
        world.calls.broken = False
        await running.run(15)
        assert running.health("pc") == "ok"

    play(tmp_path, scene)


def test_a_loop_with_a_fault_of_its_own_rests_and_begins_anew(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)

        def broken(at_s: float) -> None:
            raise ZeroDivisionError

        world.face = broken
        await running.run(5)
        assert running.health("camera") == "fault"
        assert running.health("pc") == "ok"
        world.face = lambda at_s: FACE
        await running.run(40)
        assert running.health("camera") == "ok"

    play(tmp_path, scene)


class SleepingModel:
    """Never answers."""

    def __init__(self) -> None:
        self.n_asked = 0

    def describe(self) -> Description:
        return Description(
            backend="openai",
            name="sleeper",
            url="http://127.0.0.1:1/v1",
            key_env=None,
            structured="auto",
            timeout_s=2.0,
            leaves_machine=False,
        )

    def as_sent(self, prompt: Prompt) -> Prompt:
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:
        self.n_asked += 1
        await asyncio.Event().wait()
        raise AssertionError("it sleeps")


def look_down_beside_silent_keys(world: World) -> None:
    """Distracted or reading a paper: what a model may be asked about."""
    world.face = lambda at_s: face_of(Shape(ear=0.3, pitch=0.0 if at_s < 61 else 35.0))
    world.calls.idle, world.calls.keys_a_second = 10.0, 0


def test_decisions_go_on_while_a_model_sleeps(tmp_path: Path) -> None:
    model = SleepingModel()

    async def scene(world: World, running: Running) -> None:
        look_down_beside_silent_keys(world)
        await running.run(120)
        assert model.n_asked >= 1
        ticks_s = world.clock.ticks_s["model"]
        gaps_s = [later - one for one, later in pairwise(ticks_s)]
        assert max(gaps_s) == pytest.approx(0.5)
        assert running.state != "unknown"

    world = World(tmp_path)
    world.model, world.budget_s = model, 0.05
    play(tmp_path, scene, world=world)


def test_what_a_model_chose_of_the_two_best_decides_and_is_written_down(tmp_path: Path) -> None:
    said = '{"state":"focused","confidence":0.7,"reasoning":"reading on paper"}'

    async def scene(world: World, running: Running) -> None:
        look_down_beside_silent_keys(world)
        before = asyncio.all_tasks()
        for _ in range(1000):  # the question is asked in a thread, which no hand moves
            await running.run(1)
            if asked := asyncio.all_tasks() - before:
                await asyncio.wait(asked, timeout=60.0)
            verdict = running.engine.board.verdict
            if verdict is not None and verdict.source == "llm":
                break
        assert verdict is not None
        assert (verdict.state, verdict.source) == ("focused", "llm")
        assert verdict.fusion is not None
        assert verdict.fusion.best == "distracted"  # what the evidence alone would have said
        assert running.health("model") == "ok"

    world = World(tmp_path)
    world.model = Scripted([said] * 50)
    play(tmp_path, scene, world=world)
    span = {"start": moment(BEGIN_S), "end": moment(BEGIN_S + 2000)}
    sources = {
        record.decided.source for record in read_records(State(tmp_path), **span) if record.decided
    }
    assert {"rule", "llm"} <= sources


def test_a_full_disk_is_said_and_what_waited_is_written_later(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        path = State(tmp_path).path
        held = tmp_path / "held"
        held.mkdir()
        for one in tmp_path.glob("state.sqlite*"):
            one.rename(held / one.name)
        path.mkdir()  # nothing can be written there
        await running.run(20)
        assert running.health("store") == "store_unwritable"
        assert running.state == "focused"
        path.rmdir()
        for one in held.iterdir():
            one.rename(tmp_path / one.name)
        await running.run(10)
        assert running.health("store") == "ok"

    play(tmp_path, scene)
    assert sum(stored_seconds(tmp_path).values()) >= 36


def test_a_suspended_computer_credits_no_time(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(60)
        world.clock.suspend(8 * 3600)
        await running.run(1)
        assert running.health("clock") == "gap"
        await running.run(60)
        assert running.state == "focused"

    play(tmp_path, scene)
    assert sum(stored_seconds(tmp_path).values()) == pytest.approx(120, abs=4)


def test_a_clock_set_back_is_said_and_time_goes_on(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(60)
        world.clock.suspend(-3600)
        await running.run(1)
        assert running.health("clock") == "clock_back"
        await running.run(60)
        assert running.state == "focused"

    play(tmp_path, scene)
    assert sum(stored_seconds(tmp_path).values()) == pytest.approx(120, abs=4)


def test_a_killed_engine_loses_at_most_five_seconds(tmp_path: Path) -> None:
    async def _killed() -> float:
        world = World(tmp_path)
        async with world.running() as running:
            await running.run(61.3)
            return sum(stored_seconds(tmp_path).values())  # before anything is put away

    assert asyncio.run(_killed()) >= 61.3 - 5.0


def test_a_pause_lets_go_of_the_camera_and_credits_nothing(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(30)
        await running.engine.pause()
        await running.run(10)
        assert not world.eye_open
        assert read_controls(State(tmp_path)).holder is None
        assert running.state == "unknown"
        assert running.engine.message()["paused"] is True
        await running.engine.resume()
        await running.run(30)
        assert running.state == "focused"
        assert world.eye_open

    play(tmp_path, scene)
    assert sum(stored_seconds(tmp_path).values()) == pytest.approx(60, abs=3)


def test_two_engines_share_one_camera_by_a_lease(tmp_path: Path) -> None:
    async def _both() -> None:
        first, second = World(tmp_path), World(tmp_path)
        second.owner = "pid 2"
        async with first.running() as one:
            await one.run(5)
            async with second.running() as other:
                await other.run(5)
                assert other.health("camera") == "camera_elsewhere"
                assert second.n_opened == 0
                followed = other.engine.message()
                assert (followed["camera_state"], followed["pc_state"]) == (None, None)
                assert other.engine.message()["camera_open"] is True
                first.gone.add("pid 1")
                second.gone.add("pid 1")
                await other.run(10)
                assert other.health("camera") == "ok"

    asyncio.run(_both())


def test_what_is_stored_can_be_scored_again(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(120)

    play(tmp_path, scene)
    span = {"start": moment(BEGIN_S - 60), "end": moment(BEGIN_S + 600)}
    records = list(read_records(State(tmp_path), **span))
    assert 20 <= len(records) <= 40  # every five seconds, and where the decision changed
    assert all(
        record.decided is not None and record.recorded.pc is not None for record in records[2:]
    )


@pytest.mark.soak
def test_sleepiness_is_told_once_and_not_in_a_meeting(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        def tired(at_s: float) -> object:
            closed = at_s > 60 and at_s % 8 < 4
            mouth = 0.8 if at_s > 60 and at_s % 30 < 4 else 0.05
            return face_of(Shape(ear=0.04 if closed else 0.3, mar=mouth))

        world.face = tired  # type: ignore[assignment]
        world.calls.idle, world.calls.app = 40.0, "Code"
        await running.run(640)
        assert running.state == "drowsy"

    world = play(tmp_path, scene)
    assert len(world.desktop.texts) == 1
    notifications = read_notifications(
        State(tmp_path), start=NOW - timedelta(days=1), end=NOW + timedelta(days=1)
    )
    assert [one.kind for one in notifications] == ["drowsy"]
