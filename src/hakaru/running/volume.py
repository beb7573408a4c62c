"""Runs added up: by period, day by day of a month, and by pair of shoes.

Days are local days of the runner, as stored with each run; weeks begin on Monday (ISO 8601). No
clock time takes part, so a change to or from summer time moves no run.

The usual is what the verdict on each run expected before it, at that run's speed. Shoes are worn on
certain days for certain sessions, so a difference is no effect of the shoe; and what lasts becomes
part of the usual itself, so that it fades.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

import numpy as np

from hakaru.records import frozen
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import TrainingType, is_fragment
from hakaru.stats.robust import student_half_width

PeriodKind = Literal["day", "week", "month", "year"]
_WEEK_DAYS = 7
_MONTHS = 12


FIRST_KNOWN_DAY = date(1995, 1, 1)
"""A run dated before it has a clock that counted from switching on: its day is not known, and takes
no part in years or in a span of days."""


@frozen
class RunFigures:
    """What a run adds up to. None: not known. `time_s` is the timer's, without pauses."""

    activity_id: int
    day: date
    title: str | None = None
    training_type: TrainingType | None = None
    gear: str | None = None
    distance_m: float | None = None
    time_s: float | None = None
    elapsed_s: float | None = None
    climb_m: float | None = None
    heart_rate_bpm: float | None = None
    running_s: float | None = None

    @property
    def is_fragment(self) -> bool:
        """Whether it is too short to be counted as a run."""
        return is_fragment(self.running_s, self.elapsed_s)

    @property
    def speed_mps(self) -> float | None:
        """Distance over timer time; None where one of them is not known."""
        return self.distance_m / self.time_s if self.distance_m and self.time_s else None


@frozen
class Sums:
    """What some runs add up to. None: no run of them knows it. `n_runs` leaves out what is too
    short to be a run; its distance, time and climb are in the sums."""

    n_runs: int
    distance_m: float | None
    time_s: float | None
    climb_m: float | None


@frozen
class Period:
    """One day, week, month or year, from its first day to its last, and the sums of its runs from
    `since` to `until`: a span may begin within a period, or end before it is over."""

    first: date
    last: date
    since: date
    until: date
    sums: Sums

    @property
    def is_whole(self) -> bool:
        """Whether all of its days count."""
        return (self.since, self.until) == (self.first, self.last)


@frozen
class CalendarDay:
    """One local day of a month and its runs, in order of their start."""

    day: date
    runs: tuple[RunFigures, ...]


@frozen
class CalendarWeek:
    """Monday to Sunday; a day outside the month is None. `sums` are of its days in the month."""

    days: tuple[CalendarDay | None, ...]
    sums: Sums


def sums_of(runs: Sequence[RunFigures]) -> Sums:
    """Distance, time and climb of some runs together."""
    return Sums(
        n_runs=sum(not run.is_fragment for run in runs),
        distance_m=_sum(run.distance_m for run in runs),
        time_s=_sum(run.time_s for run in runs),
        climb_m=_sum(run.climb_m for run in runs),
    )


def volume_by(
    runs: Sequence[RunFigures], kind: PeriodKind, *, since: date, until: date
) -> tuple[Period, ...]:
    """Every period that touches the days from `since` to `until`, oldest first, also those without
    a run. A run outside these days does not count."""
    by_first: dict[date, list[RunFigures]] = {}
    for run in runs:
        if since <= run.day <= until:
            by_first.setdefault(first_day_of(run.day, kind), []).append(run)
    periods = []
    first = first_day_of(since, kind)
    while first <= until:
        following = _next(first, kind)
        last = following - timedelta(days=1)
        periods.append(
            Period(
                first=first,
                last=last,
                since=max(first, since),
                until=min(last, until),
                sums=sums_of(by_first.get(first, ())),
            )
        )
        first = following
    return tuple(periods)


def first_day_of(day: date, kind: PeriodKind) -> date:
    """The first day of the week (Monday), month or year that a day lies in; of a day itself."""
    if kind == "day":
        return day
    if kind == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if kind == "month" else day.replace(month=1, day=1)


def periods_before(day: date, kind: PeriodKind, *, n: int) -> date:
    """The first day of the n-th period up to the one that a day lies in (n = 1: that one)."""
    first = first_day_of(day, kind)
    for _ in range(n - 1):
        first = first_day_of(first - timedelta(days=1), kind)
    return first


def calendar_of(runs: Sequence[RunFigures], month: date) -> tuple[CalendarWeek, ...]:
    """The weeks of a month, Monday first. `month`: any day of it."""
    first = first_day_of(month, "month")
    following = _next(first, "month")
    by_day: dict[date, list[RunFigures]] = {}
    for run in runs:
        by_day.setdefault(run.day, []).append(run)
    weeks = []
    monday = first_day_of(first, "week")
    while monday < following:
        days = [monday + timedelta(days=number) for number in range(_WEEK_DAYS)]
        inside = [day for day in days if first <= day < following]
        weeks.append(
            CalendarWeek(
                days=tuple(
                    CalendarDay(day=day, runs=tuple(by_day.get(day, ()))) if day in inside else None
                    for day in days
                ),
                sums=sums_of([run for day in inside for run in by_day.get(day, ())]),
            )
        )
        monday += timedelta(days=_WEEK_DAYS)
    return tuple(weeks)


def next_month(month: date) -> date:
    """The first day of the month after the one that a day lies in."""
    return _next(first_day_of(month, "month"), "month")


def _next(first: date, kind: PeriodKind) -> date:
    if kind in ("day", "week"):
        return first + timedelta(days=_WEEK_DAYS if kind == "week" else 1)
    if kind == "year" or first.month == _MONTHS:
        return date(first.year + 1, 1, 1)
    return first.replace(month=first.month + 1)


def _sum(values: Iterable[float | None]) -> float | None:
    numbers = [value for value in values if value is not None]
    return sum(numbers) if numbers else None


SHOE_RUNS_MIN = 8
"""Rated runs in a pair before anything is said of form in it."""
SHOE_CONFIDENCE_FRAC = 0.95
"""That all intervals of the table hold together."""

ShoeVerdict = Literal["higher", "lower", "no_difference", "few_runs"]


@frozen
class RatedMetric:
    """The rated deviation of one metric in one run, in personal SDs; + is above the usual."""

    activity_id: int
    metric: MetricName
    z: float


@frozen
class ShoeForm:
    """One metric in one pair of shoes, in personal SDs of the runner.

    `low_z` and `high_z` bound the mean: all intervals of the table hold together with 95 %. None:
    fewer than two runs. `verdict` claims a side only where the interval leaves 0 out.
    """

    metric: MetricName
    n_runs: int
    mean_z: float
    low_z: float | None
    high_z: float | None
    verdict: ShoeVerdict


@frozen
class Shoe:
    """One pair as the recordings name it. `gear` None: the runs that name none."""

    gear: str | None
    sums: Sums
    first_day: date
    last_day: date
    form: tuple[ShoeForm, ...]


def shoes_of(runs: Sequence[RunFigures], rated: Sequence[RatedMetric]) -> tuple[Shoe, ...]:
    """Every pair, the one worn last first; runs without one come last, without form."""
    worn: dict[str | None, list[RunFigures]] = {}
    for run in runs:
        worn.setdefault(run.gear, []).append(run)
    gear_of = {run.activity_id: run.gear for run in runs}
    samples: dict[tuple[str, MetricName], list[float]] = {}
    for rated_metric in rated:
        gear = gear_of.get(rated_metric.activity_id)
        if gear is not None:
            samples.setdefault((gear, rated_metric.metric), []).append(rated_metric.z)
    enough = sum(len(values) >= SHOE_RUNS_MIN for values in samples.values())
    coverage = 1.0 - (1.0 - SHOE_CONFIDENCE_FRAC) / max(1, enough)
    pairs = [_shoe(gear, own, samples, coverage=coverage) for gear, own in worn.items()]
    return tuple(
        sorted(
            pairs, key=lambda shoe: (shoe.gear is None, -shoe.last_day.toordinal(), shoe.gear or "")
        )
    )


def _shoe(
    gear: str | None,
    runs: Sequence[RunFigures],
    samples: Mapping[tuple[str, MetricName], Sequence[float]],
    *,
    coverage: float,
) -> Shoe:
    days = [run.day for run in runs]
    return Shoe(
        gear=gear,
        sums=sums_of(runs),
        first_day=min(days),
        last_day=max(days),
        form=tuple(
            _form(metric, values, coverage=coverage)
            for (own, metric), values in samples.items()
            if own == gear
        ),
    )


def _form(metric: MetricName, values: Sequence[float], *, coverage: float) -> ShoeForm:
    n_runs, mean_z = len(values), float(np.mean(values))
    low_z = high_z = None
    if n_runs > 1:
        spread_z = float(np.std(values, ddof=1)) / math.sqrt(n_runs)
        half_z = student_half_width(coverage, n_runs - 1) * spread_z
        low_z, high_z = mean_z - half_z, mean_z + half_z
    verdict: ShoeVerdict = "no_difference"
    if n_runs < SHOE_RUNS_MIN or low_z is None or high_z is None:
        verdict = "few_runs"
    elif low_z > 0.0:
        verdict = "higher"
    elif high_z < 0.0:
        verdict = "lower"
    return ShoeForm(
        metric=metric,
        n_runs=n_runs,
        mean_z=mean_z,
        low_z=low_z,
        high_z=high_z,
        verdict=verdict,
    )
