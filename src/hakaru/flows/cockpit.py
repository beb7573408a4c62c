"""Where the runner stands: this week beside the last four, fitness, and what needs a look."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from hakaru.flows.context import Context
from hakaru.flows.drift import DriftResult, drift_now
from hakaru.records import frozen
from hakaru.running.load import DatedLoad, LoadHistory, load_history
from hakaru.running.records import RECORD_DURATIONS_S
from hakaru.running.volume import RunFigures, first_day_of, sums_of
from hakaru.store.activities import local_day
from hakaru.store.history import first_and_last_day, run_figures
from hakaru.store.overview import (
    MonthSum,
    Unclear,
    best_power,
    dated_loads,
    month_sums,
    unclear_since,
    zone_seconds,
)
from hakaru.store.recordings import chosen_sensor

WEEKS_BEFORE = 4
_WEEK_DAYS = 7
_RECENT_DAYS = 28


@frozen
class WeekSum:
    """A week from Monday. Distance, time and load are of its runs; None: no run of it knows it.

    `part_*`: the same up to the weekday of today.
    """

    first: date
    n_runs: int
    distance_m: float | None
    time_s: float | None
    load_score: float | None
    part_n_runs: int
    part_distance_m: float | None
    part_time_s: float | None
    part_load_score: float | None


@frozen
class Standing:
    """This week and the four before it, oldest first; the load of every day up to today (None: no
    run is understood); what is unclear about the runs of the last four weeks."""

    today: date
    weeks: tuple[WeekSum, ...]
    load: LoadHistory | None
    unclear: Unclear


def standing(context: Context) -> Standing:
    """Where the runner stands today, in the zone where they last ran."""
    with context.store.read() as con:
        today = local_day(con, context.now())
        monday = first_day_of(today, "week")
        since = monday - timedelta(days=WEEKS_BEFORE * _WEEK_DAYS)
        runs = run_figures(con, since=since, until=today)
        loads = dated_loads(con, until=today)
        unclear = unclear_since(con, today - timedelta(days=_RECENT_DAYS - 1))
    firsts = [since + timedelta(days=_WEEK_DAYS * number) for number in range(WEEKS_BEFORE + 1)]
    return Standing(
        today=today,
        weeks=tuple(_week(first, runs, loads, weekday=today.weekday()) for first in firsts),
        load=load_history(loads, until=today),
        unclear=unclear,
    )


def _week(
    first: date, runs: Sequence[RunFigures], loads: Sequence[DatedLoad], *, weekday: int
) -> WeekSum:
    last, until = first + timedelta(days=_WEEK_DAYS - 1), first + timedelta(days=weekday)
    whole = sums_of([run for run in runs if first <= run.day <= last])
    part = sums_of([run for run in runs if first <= run.day <= until])
    return WeekSum(
        first=first,
        n_runs=whole.n_runs,
        distance_m=whole.distance_m,
        time_s=whole.time_s,
        load_score=_load(loads, first, last),
        part_n_runs=part.n_runs,
        part_distance_m=part.distance_m,
        part_time_s=part.time_s,
        part_load_score=_load(loads, first, until),
    )


def _load(loads: Sequence[DatedLoad], first: date, last: date) -> float | None:
    """What the known loads of some days add up to; None: none is known."""
    scores = [
        load.load_score
        for load in loads
        if first <= load.day <= last and load.load_score is not None
    ]
    return math.fsum(scores) if scores else None


def lasting_changes(context: Context) -> DriftResult:
    """The lasting changes of form with the sensor of the latest run."""
    with context.store.read() as con:
        group = chosen_sensor(con, None)
        if group is None:
            return DriftResult(sensor_group=None, n_runs={}, findings=())
        return drift_now(context, con, group)


def months(context: Context) -> tuple[MonthSum, ...]:
    """Every month with a run, oldest first."""
    with context.store.read() as con:
        return month_sums(con)


def loads_by_day(context: Context, *, first: date, last: date) -> dict[date, float]:
    """The known load of each local day from one to another."""
    with context.store.read() as con:
        loads = dated_loads(con, until=last)
    days: dict[date, float] = {}
    for load in loads:
        if load.day >= first and load.load_score is not None:
            days[load.day] = days.get(load.day, 0.0) + load.load_score
    return days


def time_in_zones(context: Context, *, since: date | None, until: date | None) -> tuple[float, ...]:
    """Seconds in each of the five zones of heart rate, over the runs of some local days."""
    with context.store.read() as con:
        return zone_seconds(con, since=since, until=until)


def power_by_year(context: Context) -> Mapping[int, Mapping[float, float]]:
    """The highest mean power (W) in each duration (s) of each year."""
    with context.store.read() as con:
        return best_power(con, durations_s=RECORD_DURATIONS_S)


def first_run_day(context: Context) -> date | None:
    """The local day of the oldest run; None: none is stored."""
    with context.store.read() as con:
        stored = first_and_last_day(con)
    return None if stored is None else stored[0]
