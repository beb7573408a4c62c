"""Attention by the command line's functions: now, a day, a recorded file, in and out."""

from __future__ import annotations

import csv
import json
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from hakaru import api
from hakaru.core.errors import BadArgument, FileIsThere, StoreDamaged, Unreadable
from hakaru.core.plain import as_plain
from hakaru.flows.attention import focus_corrections
from hakaru.flows.context import Context
from hakaru.flows.focus import (
    export_focus,
    focus_status,
    focus_today,
    forget_focus_history,
    import_focus,
    local_bounds,
    replay_focus,
)
from hakaru.focus.corrections import NO_TUNING
from hakaru.focus.timeline import Decided, Interval, Record, Recorded, decided_by
from hakaru.present.focus import focus_forgotten_document
from hakaru.present.terminal import document_text
from hakaru.store.focus import (
    take_lease,
    write_correction,
    write_intervals,
    write_notification,
    write_records,
)
from hakaru.store.state import State
from tests.flows.factories import NOW
from tests.focus.factories import SessionWriter, decided, make_camera, make_pc
from tests.sources.test_activitywatch import event, exported

DAY = NOW.astimezone().date()


def recorded(at_s: float, *, away: bool = False) -> Record:
    camera = make_camera(timestamp=at_s, face_detected=not away)
    pc = make_pc(timestamp=at_s)
    return Record(
        recorded=Recorded(at_s=at_s, camera=camera, pc=pc), decided=decided_by(decided(camera, pc))
    )


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    writer = SessionWriter(path)
    for n in range(60):
        writer.write(recorded(1_000_000.0 + 5 * n, away=n >= 40))
    wrong = Decided(state="idle", confidence=0.5, source="llm", reasons=(), classifier="0")
    writer.write(Record(recorded=recorded(1_000_300.0).recorded, decided=wrong))
    with path.open("a") as file:
        file.write('{"at": 5, "cam')
    return path


def test_a_recorded_file_is_scored_by_todays_rules(context: Context, session: Path) -> None:
    result = replay_focus(context, file=session)
    assert (result.n_records, result.n_damaged, result.n_changed) == (61, 1, 1)
    assert [interval.state for interval in result.intervals][:2] == ["focused", "away"]
    assert sum(result.seconds.values()) == 300
    assert result.sources == {"rule": 61}
    reply = json.dumps(as_plain(result))
    assert len(reply.encode()) < 4096
    assert not (context.data_folder / "state.sqlite").exists()


def test_a_file_of_another_kind_is_refused(context: Context, tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        replay_focus(context, file=tmp_path / "none")


def test_the_state_now_is_the_newest_record_unless_it_is_old(context: Context) -> None:
    state = State(context.data_folder)
    assert focus_status(context).decided is None
    write_records(state, [recorded(NOW.timestamp() - 600)])
    old = focus_status(context)
    assert (old.decided, old.last_at) == (None, NOW - timedelta(seconds=600))
    write_records(state, [recorded(NOW.timestamp() - 5)])
    take_lease(state, "camera", owner="pid 7", now=NOW, lasts=timedelta(minutes=1))
    now = focus_status(context)
    assert now.decided is not None
    assert (now.decided.state, now.camera_known, now.pc_known, now.watching) == (
        "focused", True, True, "pid 7",
    )  # fmt: skip


def stored_day(context: Context) -> None:
    start, _ = local_bounds(DAY)
    intervals = [
        Interval(
            state="focused" if n % 2 else "idle",
            started_at=start + timedelta(minutes=10 * n),
            ended_at=start + timedelta(minutes=10 * n + 10),
        )
        for n in range(50)
    ]
    state = State(context.data_folder)
    write_intervals(state, intervals, origin="engine", classifier="1.1")
    write_notification(state, "drowsy", text="x", sent_at=start + timedelta(hours=1))


def test_a_day_is_told_with_its_stretches(context: Context) -> None:
    stored_day(context)
    result = focus_today(context, day=None)
    assert result.stats.day == DAY
    assert result.stats.seconds == {"focused": 15_000, "idle": 15_000}
    assert (result.stats.n_changes, result.stats.longest_focus_s) == (49, 600)
    assert len(result.notifications) == 1
    assert as_plain(result)["n_intervals"] == 50
    assert len(json.dumps(as_plain(result)).encode()) < 4096
    assert focus_today(context, day=DAY - timedelta(days=1)).stats.seconds == {}


@pytest.mark.parametrize("form", ["csv", "json", "activitywatch"])
def test_intervals_are_written_in_every_form(context: Context, tmp_path: Path, form: str) -> None:
    stored_day(context)
    path = tmp_path / "out"
    result = export_focus(context, file=path, format=form, since=None, until=None)
    assert (result.n_intervals, result.since, result.until) == (50, DAY - timedelta(days=6), DAY)
    text = path.read_text(encoding="utf-8")
    if form == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        assert (len(rows), rows[0]["state"], float(rows[0]["duration_s"])) == (50, "idle", 600)
    elif form == "json":
        assert json.loads(text)[1]["state"] == "focused"
    else:
        (bucket,) = json.loads(text)["buckets"].values()
        assert len(bucket["events"]) == 50


def test_an_export_says_what_is_wrong_with_its_arguments(context: Context, tmp_path: Path) -> None:
    with pytest.raises(BadArgument, match="since"):
        export_focus(
            context, file=tmp_path / "x", format="csv", since=DAY, until=DAY - timedelta(days=1)
        )
    (tmp_path / "there").write_text("precious")
    with pytest.raises(FileIsThere, match="--overwrite"):
        export_focus(context, file=tmp_path / "there", format="csv", since=None, until=None)
    assert (tmp_path / "there").read_text() == "precious"
    with pytest.raises(StoreDamaged, match="cannot be written"):
        export_focus(context, file=tmp_path / "there" / "x", format="csv", since=None, until=None)


def test_an_import_fills_the_history_once(context: Context, tmp_path: Path) -> None:
    windows = [event(0, 600, app="Code")]
    presence = [event(0, 300, status="not-afk"), event(300, 300, status="afk"), "x"]
    path = exported(tmp_path / "aw.json", windows, presence)
    result = import_focus(context, file=path)
    assert (result.n_events, result.n_skipped) == (3, 1)
    assert set(result.seconds) == {"focused", "idle"}
    day = datetime(2026, 3, 2, 9, tzinfo=UTC).astimezone().date()
    first = focus_today(context, day=day)
    import_focus(context, file=path)
    assert focus_today(context, day=day) == first
    assert first.stats.total_s == sum(result.seconds.values())


def test_what_was_watched_and_imported_counts_once(context: Context, tmp_path: Path) -> None:
    start = datetime(2026, 3, 2, 9, tzinfo=UTC)
    watched = Interval(
        state="away", started_at=start + timedelta(minutes=2), ended_at=start + timedelta(minutes=4)
    )
    write_intervals(State(context.data_folder), [watched], origin="engine", classifier="1")
    path = exported(
        tmp_path / "aw.json",
        [event(0, 600, app="Code")],
        [event(0, 600, status="not-afk")],
    )
    import_focus(context, file=path)
    focus_day = focus_today(context, day=start.astimezone().date())
    assert focus_day.stats.seconds["away"] == 120
    assert focus_day.stats.total_s == pytest.approx(600, abs=20)
    assert [interval.state for interval in focus_day.intervals] == ["focused", "away", "focused"]


def test_a_later_export_takes_the_place_of_an_earlier_one(context: Context, tmp_path: Path) -> None:
    long = exported(
        tmp_path / "a.json", [event(0, 1800, app="Code")], [event(0, 1800, status="not-afk")]
    )
    part = exported(
        tmp_path / "b.json", [event(605, 600, app="Code")], [event(605, 600, status="afk")]
    )
    import_focus(context, file=long)
    import_focus(context, file=part)
    focus_day = focus_today(context, day=datetime(2026, 3, 2, 9, tzinfo=UTC).astimezone().date())
    assert focus_day.stats.total_s == pytest.approx(1800, abs=20)
    assert focus_day.stats.seconds["focused"] == pytest.approx(1200, abs=20)


def test_a_stretch_over_midnight_belongs_to_each_day_by_its_part(context: Context) -> None:
    start, _ = local_bounds(DAY)
    hour = timedelta(hours=1)
    over = Interval(state="focused", started_at=start - hour, ended_at=start + 2 * hour)
    write_intervals(State(context.data_folder), [over], origin="engine", classifier="1")
    today = focus_today(context, day=DAY)
    assert [interval.duration_s for interval in today.intervals] == [7200]
    assert focus_today(context, day=DAY - timedelta(days=1)).stats.total_s == 3600


def test_history_can_be_scored_again(context: Context, tmp_path: Path) -> None:
    start, _ = local_bounds(DAY)
    records = [recorded(start.timestamp() + 5 * n, away=n >= 40) for n in range(60)]
    write_records(State(context.data_folder), records)
    path = tmp_path / "day.jsonl"
    export_focus(context, file=path, format="session", since=DAY, until=DAY)
    result = replay_focus(context, file=path)
    assert (result.n_records, result.n_damaged, result.n_changed) == (60, 0, 0)
    assert [interval.state for interval in result.intervals][:2] == ["focused", "away"]


def test_the_state_now_is_the_one_on_show(context: Context) -> None:
    state, at_s = State(context.data_folder), NOW.timestamp()
    shown = Interval(state="focused", started_at=NOW - timedelta(minutes=3), ended_at=NOW)
    write_intervals(state, [shown], origin="engine", classifier="1")
    write_records(state, [recorded(at_s - 6), recorded(at_s - 1, away=True)])
    now = focus_status(context)
    assert now.decided is not None
    assert now.decided.state == "focused"  # one verdict of another mind is not shown yet
    write_records(state, [recorded(at_s + 86_400)])  # before the clock was set back
    assert focus_status(context) == now


def test_history_can_be_deleted(context: Context) -> None:
    stored_day(context)
    assert forget_focus_history(context, before=DAY).n_intervals == 0
    assert forget_focus_history(context, before=None).n_intervals == 50
    assert focus_today(context, day=DAY).stats.seconds == {}


def test_corrections_and_what_was_learned_from_them_are_deleted_too(context: Context) -> None:
    state, (start, end) = State(context.data_folder), local_bounds(DAY)
    state.prepare()
    for at in (start, end):
        write_correction(state, at=at, shown="idle", actual="focused", codes=("KEYS_ACTIVE",))
    assert forget_focus_history(context, before=DAY + timedelta(days=1)).n_corrections == 1
    assert len(focus_corrections(context, undo=None).corrections) == 1
    gone = forget_focus_history(context, before=None)
    assert gone.n_corrections == 1
    assert "with 1 correction and what was" in document_text(focus_forgotten_document(gone, "en"))
    left = focus_corrections(context, undo=None)
    assert (left.corrections, left.tuning) == ((), NO_TUNING)


def test_a_day_has_two_ends() -> None:
    start, end = local_bounds(date(2026, 1, 1))
    assert timedelta(hours=23) <= end - start <= timedelta(hours=25)


def test_the_named_functions_are_public_and_the_state_is_of_now() -> None:
    result = api.classify_unified({"face_detected": False}, None)
    assert result is not None
    before = time.time()
    state = api.build_integrated_state(result, {"face_detected": False}, None)
    assert before <= state.timestamp <= time.time()
    assert (state.state, state.camera_state, state.pc_state) == ("away", None, None)
    assert api.classify_unified_fallback(None, None).state == "unknown"
    assert "Facial features" in api.format_unified_prompt("{}", "{}")
    assert api.UNIFIED_SYSTEM_PROMPT.startswith("You are")
