"""Is a process that watches started once, known while it lives, and ended by nobody else's name?"""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.core.errors import WatchRefused
from hakaru.flows.context import Context
from hakaru.flows.focus import focus_status, pause_focus, read_watching
from hakaru.flows.watchers import end_watchers, read_watchers
from hakaru.store.focus import Presence, announce, ask_to_end, read_controls, read_records
from hakaru.store.jobs import Owner
from hakaru.store.state import State
from hakaru.surfaces.engine.starting import Launcher, Wish
from tests.faults.disks import read_only, small_disk
from tests.flows.factories import make_context
from tests.surfaces.engine.desktops import launcher, sway, watchable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sway is a desktop of Linux")
BY_PC = Wish(camera=False, lasting=False)


@pytest.fixture(scope="module")
def desktop() -> Iterator[Path]:
    with sway() as path:
        yield path


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with watchable(tmp_path / "data") as made:
        yield made


@pytest.fixture
def starter(desktop: Path, tmp_path: Path) -> Launcher:
    return launcher(desktop, home=tmp_path)


@pytest.fixture
def server(context: Context) -> Iterator[Owner]:
    """The server that starts it."""
    owner = Owner(context.data_folder)
    yield owner
    owner.release()


def until(holds: Callable[[], bool], within_s: float = 120.0) -> None:
    """Wait for another process."""
    deadline_s = time.monotonic() + within_s
    ticks = threading.Event()
    while not holds():
        assert time.monotonic() < deadline_s, "it did not come to that"
        ticks.wait(0.02)


def recorded(context: Context) -> int:
    now = datetime.now(UTC)
    span = {"start": now - timedelta(minutes=10), "end": now + timedelta(minutes=1)}
    return len(list(read_records(State(context.data_folder), **span)))


def pid_of(presence: Presence) -> int:
    return int(presence.owner.split()[1])


def test_it_watches_on_its_own_and_a_stop_leaves_everything_written(
    context: Context, starter: Launcher, server: Owner
) -> None:
    presence = starter.start(context, BY_PC, owner=lambda: server.name)
    assert (presence.inside, presence.tied, presence.camera) == (False, True, False)
    assert pid_of(presence) != os.getpid()
    assert abs(presence.since - datetime.now(UTC)) < timedelta(minutes=1)
    until(lambda: focus_status(context).pc_known)
    end_watchers(context)
    controls = read_controls(State(context.data_folder))
    assert (controls.present, controls.holder, controls.to_end) == ((), None, frozenset())
    assert read_watchers(context).lost == ()
    kept = recorded(context)
    assert kept > 0
    records = list(
        read_records(
            State(context.data_folder),
            start=presence.since - timedelta(minutes=1),
            end=datetime.now(UTC) + timedelta(minutes=1),
        )
    )
    assert {one.recorded.pc.active_app for one in records if one.recorded.pc} == {"Code"}
    assert records[-1].recorded.at_s >= presence.since.timestamp()
    log = context.data_folder / "focus.log"
    assert log.read_bytes() == b""
    assert stat.S_IMODE(log.stat().st_mode) & 0o077 == 0


def test_a_second_start_is_refused_however_quick(
    context: Context, starter: Launcher, desktop: Path, server: Owner, tmp_path: Path
) -> None:
    refusals: list[str] = []

    def start(by: Launcher) -> None:
        try:
            by.start(context, BY_PC, owner=lambda: server.name)
        except WatchRefused as refused:
            refusals.append(str(refused))

    twice = [threading.Thread(target=start, args=[starter]) for _ in range(3)]
    for thread in twice:
        thread.start()
    for thread in twice:
        thread.join()
    assert len(refusals) == 2
    assert all("is watching already" in one for one in refusals)
    (only,) = read_watchers(context).present
    until(lambda: read_watching(context).watcher == f"pid {pid_of(only)}")


def test_of_two_servers_that_start_at_once_one_process_is_left(
    context: Context, desktop: Path, server: Owner, tmp_path: Path
) -> None:
    def start() -> None:
        launcher(desktop, home=tmp_path).start(context, BY_PC, owner=lambda: server.name)

    both = [threading.Thread(target=start) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    until(lambda: read_watching(context).watcher is not None)
    until(lambda: len(read_watchers(context).present) == 1)
    assert read_watchers(context).lost == ()


def test_a_killed_process_is_noticed_and_keeps_nobody_from_starting(
    context: Context, starter: Launcher, server: Owner
) -> None:
    first = starter.start(context, BY_PC, owner=lambda: server.name)
    until(lambda: recorded(context) > 0)
    os.kill(pid_of(first), signal.SIGKILL)
    until(lambda: read_watchers(context).present == ())
    assert read_watchers(context).lost == (first,)
    assert read_watching(context).watcher is None
    second = starter.start(context, BY_PC, owner=lambda: server.name)
    assert second.owner != first.owner
    assert read_watchers(context).lost == ()
    until(lambda: read_watching(context).watcher == f"pid {pid_of(second)}")


def test_it_ends_with_its_server_unless_it_is_to_stay(
    context: Context, starter: Launcher, server: Owner
) -> None:
    starter.start(context, BY_PC, owner=lambda: server.name)
    until(lambda: recorded(context) > 0)
    server.release()
    until(lambda: read_watchers(context).present == ())
    assert read_watchers(context).lost == ()
    stays = starter.start(context, replace(BY_PC, lasting=True), owner=lambda: server.name)
    assert not stays.tied
    kept = recorded(context)
    until(lambda: recorded(context) > kept)
    assert read_watchers(context).present == (stays,)


def test_a_stop_reaches_the_one_it_names_and_nobody_else(
    context: Context, starter: Launcher, server: Owner
) -> None:
    presence = starter.start(context, BY_PC, owner=lambda: server.name)
    reused = f"pid {pid_of(presence)} {'0' * 32}"  # the same number, another process
    ask_to_end(State(context.data_folder), [reused])
    kept = recorded(context)
    until(lambda: recorded(context) > kept)
    assert read_watchers(context).present == (presence,)


def test_who_does_not_end_is_named_and_left_alone(context: Context) -> None:
    deaf = Owner(context.data_folder)
    state = State(context.data_folder)
    state.prepare()
    announce(state, Presence(owner=deaf.label, since=datetime.now(UTC)))
    with pytest.raises(WatchRefused, match=rf"pid {os.getpid()} was told to end and is still"):
        end_watchers(context, within_s=0.1)
    deaf.release()


def test_a_start_ends_a_pause(context: Context, starter: Launcher, server: Owner) -> None:
    State(context.data_folder).prepare()
    pause_focus(context)
    starter.start(context, BY_PC, owner=lambda: server.name)
    assert read_watching(context).pause == "no"
    pause_focus(context)
    assert read_watching(context).pause == "paused"
    assert len(read_watchers(context).stoppable) == 1
    end_watchers(context)
    assert read_watchers(context).present == ()


def test_where_everything_was_deleted_it_says_again_that_it_is_there(
    context: Context, starter: Launcher, server: Owner
) -> None:
    presence = starter.start(context, BY_PC, owner=lambda: server.name)
    with State(context.data_folder).session() as con:
        con.execute("DELETE FROM settings")
    until(lambda: read_watchers(context).present == (presence,))


def test_without_camera_and_desktop_nothing_is_started_and_both_are_said(
    context: Context, server: Owner, tmp_path: Path
) -> None:
    nothing = launcher(None, home=tmp_path)
    with pytest.raises(WatchRefused, match=r"start `hakaru serve` in a terminal .* plug one in"):
        nothing.start(context, Wish(camera=True, lasting=False), owner=lambda: server.name)
    assert read_watchers(context).present == ()


def test_a_camera_alone_is_enough_but_only_if_it_may_be_used(
    context: Context, tmp_path: Path, desktop: Path
) -> None:
    means = launcher(None, home=tmp_path, cameras=frozenset({"video0"})).means(context.data_folder)
    assert means.desktop is not None
    assert "focus" in str(means.camera) or means.refusal(camera=True) is None
    allowed = replace(means, camera=None)
    assert allowed.refusal(camera=True) is None
    assert "without the camera" in str(allowed.refusal(camera=False))
    partly = launcher(desktop, home=tmp_path).means(context.data_folder)
    assert partly.untold == ("idle", "keys", "mouse", "locked")
    assert partly.refusal(camera=False) is None


def test_a_folder_that_can_only_be_read_is_named(
    starter: Launcher, server: Owner, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", size_mb=8) as disk:
        context = make_context(disk / "data")
        State(context.data_folder).prepare()
        read_only(disk, is_so=True)
        try:
            with pytest.raises(WatchRefused, match=r"can only be read.*hakaru serve --data"):
                starter.start(context, BY_PC, owner=lambda: server.name)
        finally:
            read_only(disk, is_so=False)
        context.store.close()


def test_a_process_that_fails_says_why(context: Context, starter: Launcher, server: Owner) -> None:
    (context.data_folder / "focus.token").touch()
    with pytest.raises(WatchRefused, match=r"watching ended at once: /.*focus\.token"):
        starter.start(context, BY_PC, owner=lambda: server.name)
    assert read_watchers(context).present == ()


def test_a_login_that_starts_it_is_known(context: Context, tmp_path: Path) -> None:
    starter = launcher(None, home=tmp_path)
    assert not starter.begins_at_login(context.data_folder)
    unit = tmp_path / ".config" / "systemd" / "user" / "hakaru-focus.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Unit]\n")
    assert starter.begins_at_login(context.data_folder) is ("XDG_CONFIG_HOME" not in os.environ)
