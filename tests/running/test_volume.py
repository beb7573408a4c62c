"""Weeks, months and years add up to their runs, whatever the calendar does."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.volume import (
    PeriodKind,
    RunFigures,
    calendar_of,
    first_day_of,
    next_month,
    periods_before,
    sums_of,
    volume_by,
)

DAYS = st.dates(date(2019, 12, 20), date(2026, 1, 10))
KINDS: tuple[PeriodKind, ...] = ("day", "week", "month", "year")


def run(day: date, activity_id: int = 1, **given: Any) -> RunFigures:
    return RunFigures(activity_id=activity_id, day=day, **given)


@given(days=st.lists(DAYS, max_size=30), kind=st.sampled_from(KINDS))
def test_the_periods_add_up_to_the_runs_and_leave_no_day_out(
    days: list[date], kind: PeriodKind
) -> None:
    runs = [run(day, at, distance_m=1000.0 + at, time_s=300.0) for at, day in enumerate(days)]
    since, until = date(2019, 12, 20), date(2026, 1, 10)
    periods = volume_by(runs, kind, since=since, until=until)
    assert sum(period.sums.n_runs for period in periods) == len(runs)
    assert sum(period.sums.distance_m or 0.0 for period in periods) == pytest.approx(
        sum(one.distance_m or 0.0 for one in runs)
    )
    assert periods[0].first <= since
    assert periods[-1].last >= until
    for before, after in pairwise(periods):
        assert after.first == before.last + timedelta(days=1)


@given(day=DAYS)
def test_a_week_is_that_of_iso_8601(day: date) -> None:
    (week,) = volume_by([run(day)], "week", since=day, until=day)
    assert week.first.isocalendar()[:2] == week.last.isocalendar()[:2] == day.isocalendar()[:2]
    assert week.first.weekday() == 0


def test_sunday_belongs_to_the_week_before_monday() -> None:
    sunday, monday = date(2025, 3, 30), date(2025, 3, 31)  # summer time begins in Europe
    periods = volume_by([run(sunday), run(monday)], "week", since=sunday, until=monday)
    assert [(period.first, period.sums.n_runs) for period in periods] == [
        (date(2025, 3, 24), 1),
        (monday, 1),
    ]


def test_a_week_may_lie_in_two_years() -> None:
    (week,) = volume_by([], "week", since=date(2025, 1, 1), until=date(2025, 1, 2))
    assert (week.first, week.last) == (date(2024, 12, 30), date(2025, 1, 5))


def test_a_period_knows_which_of_its_days_count() -> None:
    january, february = volume_by([], "month", since=date(2025, 1, 15), until=date(2025, 2, 28))
    assert (january.since, january.until, january.is_whole) == (
        date(2025, 1, 15), date(2025, 1, 31), False,
    )  # fmt: skip
    assert february.is_whole


def test_runs_outside_the_days_do_not_count() -> None:
    runs = [run(date(2025, 5, 4)), run(date(2025, 5, 6))]
    (week,) = volume_by(runs[1:], "week", since=date(2025, 5, 5), until=date(2025, 5, 7))
    assert week.sums.n_runs == 1
    assert volume_by(runs, "week", since=date(2025, 5, 5), until=date(2025, 5, 7)) == (week,)


def test_what_nobody_knows_is_no_zero() -> None:
    assert sums_of([run(date(2025, 1, 1))]).distance_m is None
    known = sums_of([run(date(2025, 1, 1)), run(date(2025, 1, 1), climb_m=0.0)])
    assert (known.n_runs, known.climb_m, known.distance_m) == (2, 0.0, None)


@given(day=DAYS)
def test_a_month_shows_each_of_its_days_once_under_its_weekday(day: date) -> None:
    weeks = calendar_of([run(day, distance_m=5000.0)], day)
    shown = [(at, one) for week in weeks for at, one in enumerate(week.days) if one is not None]
    assert all(one.day.weekday() == at for at, one in shown)
    first = first_day_of(day, "month")
    n_days = (next_month(day) - first).days
    assert [one.day for _, one in shown] == [first + timedelta(days=n) for n in range(n_days)]
    assert sum(len(one.runs) for _, one in shown) == 1
    assert sum(week.sums.n_runs for week in weeks) == 1


def test_periods_are_counted_back_over_the_ends_of_years() -> None:
    assert periods_before(date(2025, 2, 10), "month", n=3) == date(2024, 12, 1)
    assert periods_before(date(2025, 1, 1), "week", n=1) == date(2024, 12, 30)
    assert periods_before(date(2025, 1, 1), "year", n=2) == date(2024, 1, 1)
