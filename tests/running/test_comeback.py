"""After a break: what lies within the range of before, what does not, and what cannot be said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np
import pytest

from hakaru.running.comeback import (
    BEFORE_RUNS_LEAST,
    Break,
    Effort,
    NotedBreak,
    Reading,
    breaks_of,
    comeback_of,
    heart_rate_readings,
    progress_of,
)

DAY = date(2026, 3, 1)
TODAY = date(2026, 6, 1)


def readings(values: Sequence[float], first: date = DAY) -> list[Reading]:
    return [
        Reading(activity_id=number, day=first + timedelta(days=2 * number), value=value)
        for number, value in enumerate(values)
    ]


def usual(n: int = 30, seed: int = 1) -> list[Reading]:
    return readings(list(np.random.default_rng(seed).normal(5.6, 0.02, n)))


def test_two_weeks_without_a_run_are_a_break_and_thirteen_days_are_not() -> None:
    days = [DAY, DAY + timedelta(days=14), DAY + timedelta(days=29)]
    (gap,) = breaks_of(days, (), today=days[-1])
    assert gap == Break(first_day=DAY + timedelta(days=15), last_day=DAY + timedelta(days=28))
    assert gap.n_days == 14


def test_a_break_that_goes_on_ends_today() -> None:
    (gap,) = breaks_of([DAY], (), today=DAY + timedelta(days=20))
    assert gap.last_day == DAY + timedelta(days=19)


def test_a_note_counts_however_short_and_takes_the_place_of_the_gap_it_is_in() -> None:
    days = [DAY, DAY + timedelta(days=30)]
    note = NotedBreak(first_day=DAY + timedelta(days=2), last_day=DAY + timedelta(days=29))
    short = NotedBreak(first_day=DAY + timedelta(days=31), last_day=DAY + timedelta(days=33))
    found = breaks_of(days, (note, short), today=days[-1])
    assert [gap.noted for gap in found] == [True, True]
    assert [gap.first_day for gap in found] == [note.first_day, short.first_day]


def test_no_run_before_it_no_break() -> None:
    note = NotedBreak(first_day=DAY, last_day=DAY)
    assert breaks_of([], (note,), today=TODAY) == ()
    assert breaks_of([DAY + timedelta(days=1)], (note,), today=DAY + timedelta(days=1)) == ()


def test_runs_like_those_before_lie_within() -> None:
    progress = progress_of("gct", usual(), readings([5.6] * 8))
    assert progress is not None
    assert progress.standing == "within"
    assert progress.low < 0.0 < progress.high


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_runs_far_from_those_before_lie_outside(side: float) -> None:
    progress = progress_of("gct", usual(), readings([5.6 + side * 0.12] * 4))
    assert progress is not None
    assert progress.standing == "outside"
    assert progress.now_delta == pytest.approx(side * 0.12, abs=0.01)


def test_at_the_edge_it_is_not_sure() -> None:
    edge = progress_of("gct", usual(), readings([5.6] * 4))
    assert edge is not None
    progress = progress_of("gct", usual(), readings([5.6 + edge.half_range] * 2))
    assert progress is not None
    assert progress.standing == "not_sure"


def test_the_way_back_is_seen_run_by_run() -> None:
    way = [0.12, 0.09, 0.06, 0.03, 0.01, 0.0, 0.0, 0.0]
    progress = progress_of("gct", usual(), readings([5.6 + one for one in way]))
    assert progress is not None
    assert progress.first_delta == pytest.approx(0.12, abs=0.01)
    assert [run.within for run in progress.runs] == [False] * 3 + [True] * 5
    assert abs(progress.now_delta) < 0.01
    assert progress.standing == "within"


def test_nine_of_ten_runs_of_before_lie_in_the_range() -> None:
    inside = []
    for seed in range(200):
        values = usual(31, seed)
        progress = progress_of("gct", values[:30], values[30:])
        assert progress is not None
        inside.append(progress.runs[0].within)
    assert 0.85 <= np.mean(inside) <= 0.96


def test_too_few_runs_before_say_nothing() -> None:
    few = usual(BEFORE_RUNS_LEAST - 1)
    assert progress_of("gct", few, readings([5.6])) is None
    assert progress_of("gct", usual(), []) is None


def test_a_faster_run_may_beat_faster() -> None:
    """Heart rate is compared at one pace: 10 % faster at the beats that go with it is as before."""
    speeds = np.linspace(2.6, 3.4, 20)
    before = [
        Effort(
            activity_id=number,
            day=DAY + timedelta(days=number),
            speed_mps=float(speed),
            heart_rate_bpm=140.0 + 120.0 * float(np.log(speed / 3.0)),
        )
        for number, speed in enumerate(speeds)
    ]
    fast = Effort(
        activity_id=99,
        day=TODAY,
        speed_mps=3.6,
        heart_rate_bpm=140.0 + 120.0 * float(np.log(1.2)),
    )
    own, since = heart_rate_readings(before, [fast])
    progress = progress_of("heart_rate", own, since)
    assert progress is not None
    assert abs(progress.now_delta) < 1.0


def test_only_the_months_before_the_break_count() -> None:
    old = readings([9.9] * 20, date(2025, 1, 1))
    gap = Break(first_day=date(2026, 5, 1), last_day=date(2026, 5, 20))
    since = readings([5.6] * 3, date(2026, 5, 21))
    found = comeback_of(gap, {"gct": [*old, *usual(), *since]}, (), days=[DAY])
    (progress,) = found.progress
    assert progress.measure == "gct"
    assert abs(progress.now_delta) < 0.02
    assert (found.n_before, found.n_since) == (1, 0)
