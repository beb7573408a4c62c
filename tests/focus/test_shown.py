"""What is shown over time, and what becomes of it: intervals, buckets, days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.focus.classify import Verdict
from hakaru.focus.states import DECIDABLE, FocusState
from hakaru.focus.timeline import (
    Interval,
    Recorded,
    Shown,
    buckets,
    clip,
    day_stats,
    extend,
    merge,
    rescore,
    seconds_by_state,
    show,
    shown_intervals,
)
from tests.focus.factories import decided, idle_pc, make_camera, make_pc

T0 = datetime(2026, 3, 2, 9, tzinfo=UTC)
FOCUSED = decided(make_camera(), make_pc())
AWAY = decided(make_camera(face_detected=False), make_pc())
DISTRACTED = decided(make_camera(yaw=55.0), idle_pc(50))
NOTHING = decided(None, None)


def play(*parts: tuple[Verdict, float], step_s: float = 0.2) -> list[Shown]:
    shown: Shown | None = None
    told = []
    now_s = 0.0
    for verdict, lasts_s in parts:
        for _ in range(round(lasts_s / step_s)):
            shown = show(shown, verdict, now_s=now_s)
            told.append(shown)
            now_s += step_s
    return told


def changes(told: list[Shown]) -> list[tuple[float, FocusState]]:
    pairs = pairwise(told)
    return [(round(two.at_s, 1), two.state) for earlier, two in pairs if earlier.state != two.state]


def test_one_lost_frame_changes_nothing() -> None:
    assert changes(play((FOCUSED, 10), (AWAY, 0.2), (FOCUSED, 10))) == []


def test_who_left_is_away_after_three_to_ten_seconds_and_back_within_five() -> None:
    turns = changes(play((FOCUSED, 30), (AWAY, 30), (FOCUSED, 30)))
    (left_s, left), (back_s, back) = turns
    assert (left, back) == ("away", "focused")
    assert 33 <= left_s <= 40
    assert back_s <= 65


def test_a_look_away_is_seen_within_twenty_seconds_and_over_within_ten() -> None:
    turns = changes(play((FOCUSED, 30), (DISTRACTED, 20), (FOCUSED, 30)))
    (gone_s, gone), (back_s, back) = turns
    assert (gone, back) == ("distracted", "focused")
    assert gone_s <= 50
    assert back_s <= 60


@pytest.mark.parametrize("each_s", [0.2, 1.0, 2.0])
@pytest.mark.parametrize(
    ("one", "other"), [(FOCUSED, DISTRACTED), (FOCUSED, AWAY), (DISTRACTED, AWAY)]
)
def test_flicker_between_two_verdicts_changes_at_most_once_a_minute(
    one: Verdict, other: Verdict, each_s: float
) -> None:
    flicker = [(one if n % 2 else other, each_s) for n in range(round(300 / each_s))]
    for lasting in (one, other):
        shown_states = play(*flicker, (lasting, 30.0))
        assert sum(at_s < 300.0 for at_s, _ in changes(shown_states)) <= 5
        assert shown_states[-1].state == lasting.state


def test_a_turn_that_wavers_by_two_degrees_never_flickers() -> None:
    for centre in (25.0, 30.0, 40.0, 46.0, 52.0):
        for pc in (make_pc(), idle_pc(40), idle_pc(100)):
            parts = [
                (decided(make_camera(yaw=centre + (2.0 if n % 3 else -2.0)), pc), 1.0)
                for n in range(120)
            ]
            assert len(changes(play(*parts))) <= 2


def test_where_nothing_is_known_any_more_that_is_shown_at_once() -> None:
    shown_states = play((FOCUSED, 30), (NOTHING, 1), (FOCUSED, 1))
    assert changes(shown_states) == [(30.0, "unknown"), (31.0, "focused")]


def test_a_source_that_fell_silent_keeps_nothing_alive() -> None:
    without_camera = decided(None, idle_pc(75))
    turns = changes(play((FOCUSED, 30), (without_camera, 5)))
    assert turns == [(30.0, "idle")]


@pytest.mark.parametrize("jump_s", [-100.0, 3600.0])
def test_after_a_gap_or_a_jump_of_the_clock_it_starts_afresh(jump_s: float) -> None:
    before = show(None, FOCUSED, now_s=1000.0)
    after = show(before, AWAY, now_s=1000.0 + jump_s)
    assert (after.state, after.since_s) == ("away", 1000.0 + jump_s)


verdicts = st.sampled_from([FOCUSED, AWAY, DISTRACTED, NOTHING, decided(None, make_pc())])
steps = st.lists(st.tuples(verdicts, st.integers(0, 30)), min_size=1, max_size=30)


@given(steps, st.integers(-(2**30), 2**30))
def test_only_differences_of_time_count(parts: list[tuple[Verdict, int]], shift: int) -> None:
    told = []
    for start_s in (0.0, float(shift)):
        shown: Shown | None = None
        now_s = start_s
        states = []
        for verdict, wait_s in parts:
            now_s += wait_s
            shown = show(shown, verdict, now_s=now_s)
            states.append((shown.state, shown.since_s - start_s))
            assert 0.0 <= shown.confidence <= 1.0
            assert shown.since_s <= shown.at_s
        told.append(states)
    assert told[0] == told[1]


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def interval(state: FocusState, start: float, end: float) -> Interval:
    return Interval(state=state, started_at=at(start), ended_at=at(end))


looks = st.lists(
    st.tuples(st.sampled_from(DECIDABLE), st.integers(-40, 40)), min_size=1, max_size=40
)


@given(looks)
def test_intervals_never_overlap_and_never_count_a_gap(steps: list[tuple[FocusState, int]]) -> None:
    credited_intervals: list[Interval] = []
    now = 0
    credited = 0
    for state, wait in steps:
        before = now
        now += wait
        gap = not (credited_intervals and 0 <= now - before <= 20)
        credited_intervals[-1:] = extend(
            credited_intervals[-1] if credited_intervals else None, state, at=at(now)
        )
        credited += 0 if gap else wait
    assert sum(one.duration_s for one in credited_intervals) == credited
    assert all(one.duration_s >= 0 for one in credited_intervals)


def test_looks_become_intervals_and_a_suspended_hour_is_nobodys() -> None:
    found: list[Interval] = []
    for second, state in [
        (0, "focused"),
        (5, "focused"),
        (10, "away"),
        (3610, "away"),
        (3615, "away"),
    ]:
        found[-1:] = extend(found[-1] if found else None, state, at=at(second))  # type: ignore[arg-type]
    assert found == [
        interval("focused", 0, 10), interval("away", 10, 10), interval("away", 3610, 3615),
    ]  # fmt: skip
    assert seconds_by_state(found) == {"focused": 10, "away": 5}


def test_neighbours_of_one_state_are_one() -> None:
    parts = [interval("idle", 20, 30), interval("focused", 0, 10), interval("focused", 10, 20)]
    assert merge(parts) == (interval("focused", 0, 20), interval("idle", 20, 30))
    near = [interval("idle", 0, 5), interval("idle", 6, 9)]
    assert merge(near) == tuple(near)
    assert merge(near, gap=timedelta(seconds=1)) == (interval("idle", 0, 9),)


def test_a_bucket_is_what_lasted_longest_and_empty_ones_stay_empty() -> None:
    parts = [interval("focused", 0, 200), interval("drowsy", 200, 650)]
    first, second, third, fourth = buckets(parts, start=at(0), end=at(1100))
    assert (first.state, second.state, third.state, fourth.state) == (
        "focused", "drowsy", "drowsy", None,
    )  # fmt: skip
    assert (first.seconds, third.covered_s) == ({"focused": 200, "drowsy": 100}, 50)
    assert fourth.ended_at == at(1100)
    assert clip(parts, start=at(700), end=at(800)) == ()


def test_a_day_counts_changes_and_its_longest_focus() -> None:
    parts = [interval("focused", 0, 100), interval("away", 100, 110), interval("focused", 110, 130)]
    stats = day_stats(parts, T0.date(), start=at(-100), end=at(1000))
    assert (stats.n_changes, stats.longest_focus_s, stats.total_s) == (2, 100, 130)
    assert day_stats([], T0.date(), start=at(0), end=at(1)).longest_focus_s == 0


def test_recorded_snapshots_are_scored_again_by_todays_rules() -> None:
    records = [
        Recorded(
            at_s=float(s), camera=make_camera(timestamp=float(s)), pc=make_pc(timestamp=float(s))
        )
        for s in range(0, 60, 5)
    ]
    gone = [
        Recorded(at_s=float(s), camera=make_camera(timestamp=50.0, face_detected=False), pc=None)
        for s in range(60, 100, 5)
    ]
    scored = list(rescore([*records, *gone]))
    assert [record.verdict.state for record in scored][11:13] == ["focused", "away"]
    assert scored[-1].verdict.state == "unknown"
    states = [one.state for one in shown_intervals(scored)]
    assert states == ["focused", "away", "unknown"]
