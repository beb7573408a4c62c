"""How do daily loads add up: long-term and short-term averages, their balance, their sameness?

Averages are exponential: each day the average moves by 1 - e^(-1/N) of its distance to the load
(42 and 7 days); the linear form 1/N, which some charts use, is `kind='linear'`. The balance of a
day is yesterday's long-term minus yesterday's short-term average.

Ratios of short to long load are descriptions. They do not predict injury (Impellizzeri 2020).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray

CHRONIC_DAYS = 42.0
ACUTE_DAYS = 7.0
WEEK_DAYS = 7
MONTH_DAYS = 28

AverageKind = Literal["exponential", "linear"]


@dataclass(frozen=True, kw_only=True)
class DatedLoad:
    """The load of one run on its local day. None: it cannot be computed."""

    day: date
    load_score: float | None


@dataclass(frozen=True, kw_only=True)
class WorkloadRatio:
    """Mean load of 7 days over that of a month, in three readings: with those 7 days in the month,
    with the 21 days before them, and of exponential averages. Descriptive only."""

    coupled_factor: float
    uncoupled_factor: float | None
    ewma_factor: float


@dataclass(frozen=True, kw_only=True)
class LoadHistory:
    """Loads on a daily grid, oldest first; rest days are 0. Arrays have shape (n_days,).

    `load_score` is NaN on a day on which something was run whose load is not known: the averages
    then stay as they were. Before the first known load the averages are NaN: that nothing is known
    is not that nothing was done. `n_unknown` counts runs without a load, `n_unknown_28` those of
    the last 28 days. `balance_score` is NaN until the day after the first known load. `ramp_score`
    is the change of the long-term average over the last 7 days. None: not enough days, or no load
    in them.
    """

    days: tuple[date, ...]
    load_score: FloatArray
    chronic_score: FloatArray
    acute_score: FloatArray
    balance_score: FloatArray
    kind: AverageKind
    n_unknown: int
    n_unknown_28: int
    week_score: float | None
    ramp_score: float | None
    monotony_factor: float | None
    strain_score: float | None
    ratio: WorkloadRatio | None


def running_average(
    load_score: Sequence[float] | FloatArray,
    time_constant_days: float,
    *,
    kind: AverageKind = "exponential",
    start_score: float = 0.0,
) -> FloatArray:
    """The average after each day; an unknown load (NaN) leaves it as it was."""
    share = -math.expm1(-1.0 / time_constant_days)
    if kind == "linear":
        share = 1.0 / time_constant_days
    averages = np.empty(len(load_score))
    average = start_score
    for index, load in enumerate(load_score):
        if math.isfinite(load):
            average += share * (load - average)
        averages[index] = average
    return averages


def monotony(load_score: Sequence[float]) -> float | None:
    """Mean over sample SD of the loads of a week, rest days included (Foster 1998).

    None: every day alike, or fewer than two days.
    """
    if len(load_score) < 2:
        return None
    spread = statistics.stdev(load_score)
    return statistics.fmean(load_score) / spread if spread > 0.0 else None


def strain(load_score: Sequence[float]) -> float | None:
    """Load of a week times its monotony (Foster 1998). None: no monotony."""
    sameness = monotony(load_score)
    return None if sameness is None else math.fsum(load_score) * sameness


def workload_ratio(load_score: Sequence[float]) -> WorkloadRatio | None:
    """Acute over chronic load of the last 28 days; the exponential one over all that is given.

    Coupled and uncoupled after Windt & Gabbett 2018, exponential (2/(N+1), seeded with the first
    day) after Williams 2017. None: fewer than 28 days, or nothing in the last 28.
    """
    if len(load_score) < MONTH_DAYS:
        return None
    month = list(load_score)[-MONTH_DAYS:]
    before = statistics.fmean(month[:-WEEK_DAYS])
    acute, chronic = statistics.fmean(month[-WEEK_DAYS:]), statistics.fmean(month)
    if not chronic > 0.0:
        return None
    return WorkloadRatio(
        coupled_factor=acute / chronic,
        uncoupled_factor=acute / before if before > 0.0 else None,
        ewma_factor=_ewma(load_score, WEEK_DAYS) / _ewma(load_score, MONTH_DAYS),
    )


def load_history(
    runs: Sequence[DatedLoad], *, until: date, kind: AverageKind = "exponential"
) -> LoadHistory | None:
    """The history from the first run to `until`, both included; several runs of a day add up.

    Runs come in any order; those after `until` are left out. None: no run up to `until`.
    """
    past = [(run.day, run.load_score) for run in runs if run.day <= until]
    if not past:
        return None
    first = min(day for day, _ in past)
    days = tuple(first + timedelta(days=n) for n in range((until - first).days + 1))
    loads = np.zeros(len(days))
    for day, load in past:
        loads[(day - first).days] += math.nan if load is None else load
    unknown = [day for day, load in past if load is None]
    chronic, acute = (_averages(loads, n, kind=kind) for n in (CHRONIC_DAYS, ACUTE_DAYS))
    week = _complete(loads[-WEEK_DAYS:], WEEK_DAYS)
    month = _complete(loads, MONTH_DAYS)
    return LoadHistory(
        days=days,
        load_score=loads,
        chronic_score=chronic,
        acute_score=acute,
        balance_score=np.concatenate([[math.nan], (chronic - acute)[:-1]]),
        kind=kind,
        n_unknown=len(unknown),
        n_unknown_28=sum((until - day).days < MONTH_DAYS for day in unknown),
        week_score=None if week is None else math.fsum(week),
        ramp_score=_ramp(chronic),
        monotony_factor=None if week is None else monotony(week),
        strain_score=None if week is None else strain(week),
        ratio=None if month is None else workload_ratio(month),
    )


def _averages(loads: FloatArray, time_constant_days: float, *, kind: AverageKind) -> FloatArray:
    """The running average, NaN before the first day with a known load of some run."""
    averages = running_average(loads, time_constant_days, kind=kind)
    run_known = np.flatnonzero(np.isfinite(loads) & (loads > 0.0))
    first_known = run_known[0] if run_known.size else loads.size
    if not np.isfinite(loads[:first_known]).all():
        averages[:first_known] = math.nan
    return averages


def _complete(loads: FloatArray, n_days: int) -> list[float] | None:
    """The loads as a list; None where there are fewer days, or one of the last is not known."""
    if loads.size < n_days or not np.isfinite(loads[-n_days:]).all():
        return None
    return [load for load in loads.tolist() if math.isfinite(load)]


def _ramp(chronic: FloatArray) -> float | None:
    if chronic.size <= WEEK_DAYS or not math.isfinite(chronic[-1 - WEEK_DAYS]):
        return None
    return float(chronic[-1] - chronic[-1 - WEEK_DAYS])


def _ewma(load_score: Sequence[float], n_days: int) -> float:
    share = 2.0 / (n_days + 1.0)
    average = load_score[0]
    for load in load_score[1:]:
        average += share * (load - average)
    return average
