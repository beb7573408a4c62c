"""What holds after a break, a lost camera, a clock set back, and where two tell of one time?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.focus.ask import REST_S, Asking, failed, permission
from hakaru.focus.face import BLOCK_S, KEPT_S, Look, OpenEye, learn_open_eye
from hakaru.focus.features import Tracker, follow, summarise
from hakaru.focus.settings import FocusSettings, NotifySettings, Sent, next_notification, readable
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.timeline import Interval, buckets, fill_gaps, in_line, seconds_by_state
from tests.focus.streams import Shape, face_of

T0 = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=9)))
FACE = face_of(Shape(ear=0.3))


def lasting(state: FocusState, start_min: float, end_min: float) -> Interval:
    minute = timedelta(minutes=1)
    return Interval(state=state, started_at=T0 + start_min * minute, ended_at=T0 + end_min * minute)


def watched(known: OpenEye, *, start_s: float, until_s: float, ear: float) -> OpenEye:
    at_s = start_s
    while at_s < until_s:
        known = learn_open_eye(known, at_s=at_s, ear_frac=ear)
        at_s += 0.2
    return known


def test_after_a_long_break_the_person_still_has_the_same_eyes() -> None:
    known = watched(OpenEye(), start_s=0.0, until_s=600.0, ear=0.24)
    assert known.ear_frac == pytest.approx(0.24)
    later_s = 600.0 + 2 * KEPT_S
    back = watched(known, start_s=later_s, until_s=later_s + 3 * BLOCK_S, ear=0.33)
    assert back.ear_frac == pytest.approx(0.24)  # three blocks do not outweigh ten minutes
    settled = watched(back, start_s=later_s + 3 * BLOCK_S, until_s=later_s + 300, ear=0.33)
    assert settled.ear_frac == pytest.approx(0.33)


def tracked(looks: Sequence[Look]) -> Tracker:
    tracker = Tracker()
    for look in looks:
        tracker = follow(tracker, look)
    return tracker


def test_a_camera_that_was_lost_proves_nobody_gone() -> None:
    before = [Look(at_s=index / 10, face=FACE) for index in range(100)]
    after = [Look(at_s=40.0 + index / 10, face=None) for index in range(40)]
    first = summarise(tracked([*before, after[0]]), now_s=40.05)
    assert first is not None
    assert first.face_detected is None  # not seen for half a minute, and not looked for either
    assert first.head_pose is None
    gone = summarise(tracked([*before, *after]), now_s=43.95)
    assert gone is not None
    assert gone.face_detected is False


def test_a_cap_of_none_means_none() -> None:
    intervals = (lasting("drowsy", 0, 5),)
    now = T0 + timedelta(minutes=5)
    assert next_notification(intervals, Sent(), now=now, settings=NotifySettings()) is not None
    silent = NotifySettings(most_per_day=0)
    assert next_notification(intervals, Sent(), now=now, settings=silent) is None


def test_a_clock_set_back_makes_no_model_rest_for_longer() -> None:
    asking = Asking()
    for _ in range(3):
        asking = failed(asking, now_s=10_000.0)
    assert permission(asking, (), now_s=10_000.0 + REST_S / 2) == "resting"
    assert permission(asking, (), now_s=5_000.0) == "ask"


def test_a_setting_that_is_not_understood_changes_no_other() -> None:
    stored = {"camera_enabled": False, "keep_days": "for ever", "of_tomorrow": 1}
    assert readable(stored) == FocusSettings(camera_enabled=False)


def test_what_two_tell_of_one_time_counts_once() -> None:
    engine = (lasting("focused", 10, 20), lasting("away", 20, 30))
    other = (lasting("idle", 0, 15), lasting("focused", 25, 40))
    assert fill_gaps(engine, other) == (
        lasting("idle", 0, 10),
        *engine,
        lasting("focused", 30, 40),
    )


_SPANS = st.lists(
    st.tuples(st.sampled_from(STATES), st.integers(0, 100), st.integers(0, 40)).map(
        lambda times: lasting(times[0], times[1], times[1] + times[2])
    ),
    max_size=12,
)


@given(_SPANS, _SPANS)
def test_no_moment_is_credited_twice(first: list[Interval], others: list[Interval]) -> None:
    intervals = fill_gaps(first, others)
    assert all(interval.ended_at <= other.started_at for interval, other in pairwise(intervals))
    minutes = {
        minute
        for interval in (*first, *others)
        for minute in range(
            (interval.started_at - T0) // timedelta(minutes=1),
            (interval.ended_at - T0) // timedelta(minutes=1),
        )
    }
    assert sum(seconds_by_state(intervals).values()) == pytest.approx(60.0 * len(minutes))
    assert set(in_line(first)) <= set(intervals)


@given(_SPANS, st.integers(1, 50))
def test_buckets_hold_all_that_was_recorded(spans: list[Interval], width_min: int) -> None:
    known = in_line(spans)
    end = T0 + timedelta(minutes=141)
    found = buckets(known, start=T0, end=end, width=timedelta(minutes=width_min))
    assert found[0].started_at == T0
    assert found[-1].ended_at == end
    assert all(bucket.ended_at == other.started_at for bucket, other in pairwise(found))
    assert sum(bucket.covered_s for bucket in found) == pytest.approx(
        sum(interval.duration_s for interval in known)
    )


def test_a_month_of_minutes_is_put_into_buckets_in_one_pass() -> None:
    start = datetime(2026, 3, 1, tzinfo=UTC)
    known = [
        Interval(
            state="focused" if index % 2 else "away",
            started_at=start + index * timedelta(minutes=3),
            ended_at=start + (index + 1) * timedelta(minutes=3),
        )
        for index in range(31 * 480)
    ]
    found = buckets(known, start=start, end=start + timedelta(days=31), width=timedelta(minutes=1))
    assert len(found) == 31 * 1440
    assert all(bucket.covered_s == 60.0 for bucket in found)
