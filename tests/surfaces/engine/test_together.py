"""Do several engines, restarts and faults around one lead to one history and few words?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import StoreError
from hakaru.flows.focus import read_focus_settings, shown_now
from hakaru.focus.ask import FAULTS_BEFORE_REST
from hakaru.store.focus import (
    forget_focus,
    read_controls,
    read_intervals,
    read_notifications,
    read_records,
    take_lease,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import in_thread, moment
from hakaru.surfaces.engine.collecting import LEASE
from tests.flows.factories import NOW, make_context
from tests.focus.streams import Shape, face_of
from tests.surfaces.engine.test_engine import (
    SleepingModel,
    play,
    stored_seconds,
)
from tests.surfaces.engine.worlds import BEGIN_S, Running, World

SPAN = {"start": NOW - timedelta(days=1), "end": NOW + timedelta(days=1)}


def tired(world: World) -> None:
    """From a minute on, eyes that keep falling shut, and yawns."""

    def seen(at_s: float) -> object:
        closed = at_s > 60 and at_s % 8 < 4
        mouth = 0.8 if at_s > 60 and at_s % 30 < 4 else 0.05
        return face_of(Shape(ear=0.04 if closed else 0.3, mar=mouth))

    world.face = seen  # type: ignore[assignment]
    world.calls.idle = 40.0


def both(folder: Path, scene: Callable[[Running, Running], object]) -> None:
    async def _both() -> None:
        first, second = World(folder), World(folder)
        second.owner, second.clock.wall_s = "pid 2", first.clock.wall_s
        async with first.running() as one:
            await one.run(5)
            second.clock.wall_s = first.clock.wall_s
            async with second.running() as other:
                await scene(one, other)  # type: ignore[misc]

    asyncio.run(_both())


async def side_by_side(running: Running, other: Running, run_s: int) -> None:
    for _ in range(run_s):
        await running.run(1)
        await other.run(1)


def test_a_second_engine_tells_what_the_first_one_finds_and_writes_nothing(tmp_path: Path) -> None:
    async def scene(running: Running, other: Running) -> None:
        await side_by_side(running, other, 40)
        assert running.state == "focused"
        assert other.state == "focused"
        assert other.engine.message()["reasons"] == running.engine.message()["reasons"]
        assert other.engine.message()["confidence"] == 0.9
        assert other.health("lead") == "follows"
        assert other.world.n_opened == 0
        running.world.face = lambda at_s: None
        other.told()
        await side_by_side(running, other, 12)
        assert (running.state, other.state) == ("away", "away")
        assert any(told["state"] == "away" for told in other.told())

    both(tmp_path, scene)
    assert sum(stored_seconds(tmp_path).values()) <= 5 + 40 + 12


@pytest.mark.soak
def test_a_second_engine_notifies_nobody(tmp_path: Path) -> None:
    async def scene(one: Running, other: Running) -> None:
        for running in (one, other):
            tired(running.world)
        await side_by_side(one, other, 640)
        assert len(one.world.desktop.texts) == 1
        assert other.world.desktop.texts == []

    both(tmp_path, scene)


def test_a_pause_told_to_one_holds_for_the_other_and_who_leads_lets_go_within_a_second(
    tmp_path: Path,
) -> None:
    async def scene(one: Running, other: Running) -> None:
        await side_by_side(one, other, 10)
        assert (one.world.n_opened, one.world.n_closed) == (1, 0)
        await other.engine.pause()
        assert other.engine.message()["pause"] == "pausing"
        assert other.engine.message()["paused"] is False
        await one.run(0.5)
        assert not one.world.eye_open
        assert one.world.calls.closed == 1
        await other.run(0.5)
        for running in (one, other):
            assert running.engine.message()["pause"] == "paused"
            assert running.engine.message()["camera_open"] is False
        await side_by_side(one, other, 60)
        assert (one.world.n_opened, other.world.n_opened) == (1, 0)
        await other.engine.resume()
        await side_by_side(one, other, 10)
        assert one.state == other.state == "focused"
        assert one.world.n_opened + other.world.n_opened == 2

    both(tmp_path, scene)


def test_a_camera_switched_off_or_exchanged_by_one_is_closed_in_the_other_within_a_second(
    tmp_path: Path,
) -> None:
    async def scene(running: Running, other: Running) -> None:
        await side_by_side(running, other, 10)
        await other.engine.change_settings({"camera_index": 2})
        await running.run(1)
        assert running.world.cameras == [0, 2]
        await other.engine.change_settings({"camera_enabled": False, "most_per_day": 3})
        await running.run(0.5)
        assert not running.world.eye_open
        await side_by_side(running, other, 5)
        assert other.engine.message()["camera_open"] is False
        assert running.engine.board.settings.most_per_day == 3
        assert running.engine.board.settings.camera_index == 2
        assert running.health("camera") == "off"
        assert running.health("pc") == "ok"

    both(tmp_path, scene)


def test_a_process_that_does_not_let_go_is_named_and_nobody_is_told_paused(tmp_path: Path) -> None:
    async def scene(running: Running, other: Running) -> None:
        await side_by_side(running, other, 10)
        await other.engine.pause()  # `one` hangs from here on: its clock stands still
        await other.run(1)
        assert other.engine.message()["pause"] == "pausing"
        await other.run(60)
        told = other.engine.message()
        assert (told["pause"], told["watcher"]) == ("unanswered", "pid 1")
        assert told["camera_open"] is True
        other.world.gone.add("pid 1")
        await other.run(1)
        assert other.engine.message()["pause"] == "paused"

    both(tmp_path, scene)


def test_a_camera_that_cannot_be_let_go_of_keeps_the_pause_from_being_told(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        world.stuck = True
        await running.engine.pause()
        await running.run(10)
        assert running.health("camera") == "camera_stuck"
        assert running.engine.message()["pause"] == "unanswered"
        world.stuck = False
        await running.run(1)
        assert running.engine.message()["pause"] == "paused"

    play(tmp_path, scene)


def test_a_pause_outlives_the_process_and_keeps_the_next_one_from_watching(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(5)
        await running.engine.pause()
        await running.run(1)

    play(tmp_path, scene)

    async def again(world: World, running: Running) -> None:
        await running.run(30)
        assert running.engine.message()["pause"] == "paused"
        assert world.n_opened == 0
        assert running.health("pc") == "paused"

    play(tmp_path, again)


def test_a_pause_that_cannot_be_written_down_is_refused_and_still_lets_go_of_the_camera(
    tmp_path: Path,
) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        path = State(tmp_path).path
        held = path.with_suffix(".held")
        path.rename(held)
        for one in tmp_path.glob("state.sqlite-*"):
            one.unlink()
        path.mkdir()
        with pytest.raises(StoreError):
            await running.engine.pause()
        await running.run(5)
        assert not world.eye_open
        assert running.engine.message()["paused"] is False
        path.rmdir()
        held.rename(path)

    play(tmp_path, scene)


def test_a_killed_engine_holds_nobody_up(tmp_path: Path) -> None:
    take_lease(State(tmp_path), "camera", owner="pid 77", now=NOW, lasts=LEASE)

    async def scene(world: World, running: Running) -> None:
        await running.run(2)
        assert running.health("lead") == "ok"
        assert world.eye_open

    world = World(tmp_path)
    world.gone = {"pid 77"}
    play(tmp_path, scene, world=world)


def test_who_owns_the_lease_and_lives_keeps_it_until_it_ends(tmp_path: Path) -> None:
    take_lease(State(tmp_path), "camera", owner="pid 77", now=NOW, lasts=LEASE)

    async def scene(world: World, running: Running) -> None:
        await running.run(18)
        assert running.health("camera") == "camera_elsewhere"
        await running.run(6)
        assert running.health("camera") == "ok"

    play(tmp_path, scene)


def test_while_the_computer_slept_another_may_have_taken_over(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        world.clock.suspend(3600)
        woken = moment(world.clock.now_s())
        assert take_lease(State(tmp_path), "camera", owner="pid 2", now=woken, lasts=LEASE) is None
        await running.run(1)
        assert not world.eye_open
        assert read_controls(State(tmp_path)).holder == "pid 2"

    play(tmp_path, scene)


def test_a_lease_from_before_the_clock_was_set_back_holds_no_more(tmp_path: Path) -> None:
    late = NOW + timedelta(hours=5)
    state = State(tmp_path)
    assert take_lease(state, "camera", owner="pid 2", now=late, lasts=LEASE) is None
    assert take_lease(state, "camera", owner="pid 1", now=NOW, lasts=LEASE) is None


def test_a_full_disk_takes_no_camera_away(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        path = State(tmp_path).path
        held = path.with_suffix(".held")
        path.rename(held)
        for one in tmp_path.glob("state.sqlite-*"):
            one.unlink()
        path.mkdir()  # nothing can be written there
        await running.run(60)
        assert running.health("store") == "store_unwritable"
        assert running.health("camera") == "ok"
        assert world.n_opened == 1
        path.rmdir()
        held.rename(path)

    play(tmp_path, scene)


def test_where_nothing_can_be_read_nobody_leads_until_it_can(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        path = State(tmp_path).path
        held = path.with_suffix(".held")
        path.rename(held)
        for one in tmp_path.glob("state.sqlite-*"):
            one.unlink()
        path.mkdir()
        await running.run(10)
        assert running.health("lead") == "store_unwritable"
        path.rmdir()
        held.rename(path)
        await running.run(30)
        assert running.health("lead") == "ok"
        assert running.state == "focused"

    take_lease(State(tmp_path), "camera", owner="pid 77", now=NOW, lasts=LEASE)
    play(tmp_path, scene)


def test_a_gap_is_said_for_a_minute_and_no_longer(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        world.clock.suspend(600)
        await running.run(30)
        assert running.health("clock") == "gap"
        await running.run(60)
        assert running.health("clock") == "ok"

    play(tmp_path, scene)


@pytest.mark.soak
def test_a_look_aside_during_a_meeting_is_still_the_meeting(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        tired(world)
        world.calls.app = "Zoom"
        await running.run(590)
        world.calls.app = "Code"  # notes, while the others talk
        await running.run(240)
        assert world.desktop.texts == []

    play(tmp_path, scene)


@pytest.mark.soak
def test_a_snooze_outlives_a_restart(tmp_path: Path) -> None:
    async def snoozing(world: World, running: Running) -> None:
        await running.run(5)
        await running.engine.snooze(minutes=60)

    play(tmp_path, snoozing)

    async def scene(world: World, running: Running) -> None:
        tired(world)
        await running.run(640)
        assert running.state == "drowsy"
        assert world.desktop.texts == []

    play(tmp_path, scene)


@pytest.mark.soak
@pytest.mark.parametrize("fault", [RuntimeError("no bus"), KeyError("of the library")])
def test_a_desktop_at_fault_is_said_and_the_words_are_still_told(
    tmp_path: Path, fault: Exception
) -> None:
    async def scene(world: World, running: Running) -> None:
        tired(world)
        world.desktop.fault = fault
        await running.run(640)
        assert running.health("notify") == "notify_missing"
        assert [one for one in running.told() if one["type"] == "notification"]

    play(tmp_path, scene)
    assert len(read_notifications(State(tmp_path), **SPAN)) == 1


def test_a_run_without_the_camera_changes_no_setting(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        running.engine.board.without_camera = True
        await running.run(10)
        assert running.health("camera") == "off"
        assert running.state != "unknown"
        await running.engine.change_settings({"most_per_day": 3})
        assert world.n_opened == 0

    play(tmp_path, scene)
    context = make_context(tmp_path)
    kept = read_focus_settings(context)
    context.store.close()
    assert (kept.camera_enabled, kept.most_per_day) == (True, 3)


def test_another_camera_is_opened_as_soon_as_it_is_chosen(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(10)
        await running.engine.change_settings({"camera_index": 2})
        await running.run(2)
        assert world.cameras == [0, 2]
        assert running.health("camera") == "ok"

    play(tmp_path, scene)


def test_what_is_deleted_while_it_is_watched_does_not_come_back(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(120)
        now = moment(world.clock.now_s())
        assert forget_focus(State(tmp_path), now=now) >= 1
        await running.run(30)
        intervals = read_intervals(State(tmp_path), start=SPAN["start"], end=SPAN["end"])
        assert intervals
        assert min(one.started_at for one in intervals) >= now
        records = read_records(State(tmp_path), **SPAN)
        assert all(record.recorded.at_s >= now.timestamp() for record in records)

    play(tmp_path, scene)


class BrokenModel(SleepingModel):
    """Fails in a way that nobody thought of."""

    async def answer(self, prompt: object) -> object:  # type: ignore[override]
        self.n_asked += 1
        raise ZeroDivisionError


def glances_down(world: World) -> None:
    """Twelve seconds of forty the eyes are on the desk: open anew each time, and never for so long
    that it is clear without a model. The head of a living person is never quite still."""

    def seen(at_s: float) -> object:
        lowered = at_s > 61 and at_s % 40 < 12
        return face_of(Shape(ear=0.3, yaw=at_s % 7 - 3, pitch=35.0 if lowered else 0.0))

    world.face = seen  # type: ignore[assignment]
    world.calls.idle, world.calls.keys_a_second = 10.0, 0


@pytest.mark.soak
def test_a_model_that_fails_in_a_new_way_is_left_in_peace_like_any_other(tmp_path: Path) -> None:
    model = BrokenModel()

    async def scene(world: World, running: Running) -> None:
        glances_down(world)
        await running.run(220)
        assert running.health("model") == "model_unreachable"
        assert running.state != "unknown"
        assert model.n_asked == 1 + FAULTS_BEFORE_REST  # the first has it loaded
        await running.run(200)
        assert model.n_asked == 1 + FAULTS_BEFORE_REST
        await running.run(140)
        assert model.n_asked > 1 + FAULTS_BEFORE_REST

    world = World(tmp_path)
    world.model = model  # type: ignore[assignment]
    play(tmp_path, scene, world=world)


def test_what_is_shown_now_is_read_from_what_was_written(tmp_path: Path) -> None:
    async def scene(world: World, running: Running) -> None:
        await running.run(60)
        now = moment(world.clock.now_s())
        shown = shown_now(State(tmp_path), now=now)
        assert shown is not None
        assert (shown.state, shown.reasons) == ("focused", ("attentive_at_work",))
        assert shown.since.timestamp() == pytest.approx(BEGIN_S, abs=5)
        assert shown_now(State(tmp_path), now=now + timedelta(minutes=1)) is None
        assert shown_now(State(tmp_path), now=now - timedelta(minutes=5)) is None

    play(tmp_path, scene)


def test_what_is_cancelled_waits_for_its_thread() -> None:
    begun, end = threading.Event(), threading.Event()
    done: list[str] = []

    def work() -> None:
        begun.set()
        assert end.wait(60)
        done.append("work")

    async def _cancelled() -> None:
        task = asyncio.create_task(in_thread(work))
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        asyncio.get_running_loop().call_later(0.05, end.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        done.append("cancelled")

    asyncio.run(_cancelled())
    assert done == ["work", "cancelled"]
