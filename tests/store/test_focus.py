"""What is remembered of attention, and for how long."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval, Record, Recorded, decided_by
from hakaru.store.focus import (
    forget_focus,
    latest_record,
    read_controls,
    read_corrections,
    read_intervals,
    read_notifications,
    read_records,
    release_lease,
    respond,
    take_lease,
    write_correction,
    write_intervals,
    write_notification,
    write_records,
)
from hakaru.store.private import copies_of, keep_copy
from hakaru.store.state import State
from tests.focus.factories import decided, make_camera, make_pc

T0 = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = T0 + timedelta(days=400)


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path)


def interval(name: FocusState, start_s: float, end_s: float) -> Interval:
    return Interval(
        state=name,
        started_at=T0 + timedelta(seconds=start_s),
        ended_at=T0 + timedelta(seconds=end_s),
    )


def record(after_s: float) -> Record:
    at_s = T0.timestamp() + after_s
    camera, pc = make_camera(timestamp=at_s, yaw=after_s % 20), make_pc(timestamp=at_s)
    return Record(
        recorded=Recorded(at_s=at_s, camera=camera, pc=pc), decided=decided_by(decided(camera, pc))
    )


def test_an_interval_that_grew_replaces_itself(state: State) -> None:
    write_intervals(state, [interval("focused", 0, 5)], origin="engine", classifier="1.1")
    write_intervals(
        state,
        [interval("focused", 0, 60), interval("away", 60, 70)],
        origin="engine",
        classifier="1.1",
    )
    assert read_intervals(state, start=T0, end=LATER) == (
        interval("focused", 0, 60), interval("away", 60, 70),
    )  # fmt: skip


def test_intervals_are_read_by_time_and_origin(state: State) -> None:
    write_intervals(state, [interval("focused", 0, 60)], origin="engine", classifier="1.1")
    write_intervals(state, [interval("idle", 100, 160)], origin="activitywatch", classifier="1.1")
    assert len(read_intervals(state, start=T0, end=LATER)) == 2
    assert read_intervals(state, start=T0, end=LATER, origin="activitywatch") == (
        interval("idle", 100, 160),
    )
    assert (
        read_intervals(state, start=T0 + timedelta(seconds=60), end=T0 + timedelta(seconds=100))
        == ()
    )


def test_records_are_read_as_they_were_written(state: State) -> None:
    records = [record(10.0 * n) for n in range(30)]
    write_records(state, records[:20])
    write_records(state, records[10:])
    assert list(read_records(state, start=T0, end=LATER)) == records
    part = list(
        read_records(state, start=T0 + timedelta(seconds=65), end=T0 + timedelta(seconds=125))
    )
    assert part == records[7:13]
    assert latest_record(state, before=LATER) == records[-1]


def test_eight_hours_of_records_are_below_a_megabyte(state: State, tmp_path: Path) -> None:
    write_records(state, (record(10.0 * n) for n in range(8 * 360)))
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as con:
        (size,) = con.execute("SELECT sum(length(records)) FROM focus_minutes").fetchone()
    assert size < 1_000_000
    assert latest_record(state, before=LATER) == record(10.0 * (8 * 360 - 1))


def test_an_empty_history_has_no_latest_record(state: State) -> None:
    assert latest_record(state, before=LATER) is None
    assert read_intervals(state, start=T0, end=LATER) == ()


def test_a_damaged_minute_is_left_out(state: State, tmp_path: Path) -> None:
    write_records(state, [record(0.0), record(60.0)])
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as con:
        con.execute("UPDATE focus_minutes SET records = x'00' WHERE minute LIKE '%09:00%'")
        con.commit()
    assert list(read_records(state, start=T0, end=LATER)) == [record(60.0)]


def test_history_is_forgotten_before_a_day_or_wholly(state: State) -> None:
    write_intervals(
        state,
        [interval("focused", 0, 60), interval("away", 600, 700)],
        origin="engine",
        classifier="1",
    )
    write_records(state, [record(0.0), record(600.0)])
    write_notification(state, "drowsy", text="x", sent_at=T0)
    for after_s in (0, 600):
        at = T0 + timedelta(seconds=after_s)
        write_correction(state, at=at, shown="focused", actual="distracted", codes=())
    assert forget_focus(state, now=LATER, before=T0 + timedelta(seconds=300)) == 1
    assert len(read_corrections(state)) == 1
    assert list(read_records(state, start=T0, end=LATER)) == [record(600.0)]
    assert read_notifications(state, start=T0, end=LATER) == ()
    assert forget_focus(state, now=LATER) == 1
    assert read_corrections(state) == ()
    assert latest_record(state, before=LATER) is None


def test_a_notification_remembers_what_the_user_did(state: State) -> None:
    number = write_notification(state, "over_focus", text="休みませんか", sent_at=T0)
    assert respond(state, number, response="accepted")
    assert not respond(state, number + 1, response="dismissed")
    (one,) = read_notifications(state, start=T0, end=LATER)
    assert (one.kind, one.text, one.sent_at, one.response) == (
        "over_focus", "休みませんか", T0, "accepted",
    )  # fmt: skip


def test_one_process_owns_the_camera_until_its_lease_ends(state: State) -> None:
    minute = timedelta(minutes=1)
    assert take_lease(state, "camera", owner="1", now=T0, lasts=minute) is None
    assert take_lease(state, "camera", owner="2", now=T0, lasts=minute) == "1"
    assert take_lease(state, "camera", owner="1", now=T0 + minute / 2, lasts=minute) is None
    assert read_controls(state).holder == "1"
    assert take_lease(state, "camera", owner="2", now=T0 + 2 * minute, lasts=minute) is None
    release_lease(state, "camera", owner="1")
    assert read_controls(state).holder == "2"
    release_lease(state, "camera", owner="2")
    assert read_controls(state).holder is None


def test_what_was_deleted_is_in_no_file_any_more(state: State, tmp_path: Path) -> None:
    write_notification(state, "drowsy", text="a-secret-of-mine", sent_at=T0)
    write_intervals(state, [interval("focused", 0, 60)], origin="engine", classifier="mark-of-mine")
    keep_copy(state.path, 1, write=lambda copy: shutil.copy(state.path, copy))
    assert any(b"a-secret-of-mine" in one.read_bytes() for one in files_below(tmp_path))
    (copied,) = copies_of(state.path)
    forget_focus(state, now=LATER)
    for path in files_below(tmp_path):
        assert b"of-mine" not in path.read_bytes(), path
    (renewed,) = copies_of(state.path)
    assert renewed != copied


def files_below(folder: Path) -> list[Path]:
    return [one for one in folder.rglob("*") if one.is_file()]
