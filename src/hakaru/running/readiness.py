"""How ready is a runner for a race: volume, long runs, regularity, load, and what is missing?

What is usual before a race is a rule of thumb of coaches (weekly distance and longest run by length
of the race), not physiology, and is called so. A gap says how large it is and how many weeks it
takes to close at a tenth more a week.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from hakaru.running.load.fitness import LoadHistory
from hakaru.running.physiology.races import RacePrediction

SHORTEST_M, LONGEST_M = 1500.0, 100_000.0
"""Races that can be asked about."""

WEEKS = 8
"""Volume and long runs are looked at over so many weeks."""
_RECENT_WEEKS = 4
_WEEK_DAYS = 7
_MONTH_DAYS = 28

_RACE_M = (5000.0, 10000.0, 21097.5, 42195.0)
_USUAL_WEEK_M = (15000.0, 22000.0, 32000.0, 45000.0)
_USUAL_LONG_M = (6000.0, 11000.0, 16000.0, 30000.0)
RUNS_A_WEEK = 3.0
LONG_SHARE = 0.75
"""A run of this share of the usual longest run is a long run."""
LONG_RUNS_MIN = 3
_LONG_COUNT_FROM_M = 15000.0
PAUSE_DAYS = 10
GROWTH_A_WEEK = 1.10
_LONG_STEP_M = 2000.0
TAPER_WEEKS = 2
LEVEL_CHANGE_FRAC = 0.05

Trend = Literal["rising", "level", "falling"]
MissingCode = Literal[
    "no_runs", "volume", "longest_run", "long_runs", "runs_a_week", "pause", "no_prediction"
]
ReadyState = Literal["ready", "in_time", "short_of_time", "unknown"]
"""Nothing is missing; what is missing can be made up by then; it cannot; nothing is known."""


@dataclass(frozen=True, kw_only=True)
class DatedRun:
    """A run on its local day. None: its distance is not known."""

    day: date
    distance_m: float | None


@dataclass(frozen=True, kw_only=True)
class Missing:
    """Something that is usual before such a race and is not there: value and what is usual, in the
    unit of the code (m for distances, runs, days). `weeks`: how long closing the gap takes; None:
    time alone does not close it."""

    code: MissingCode
    value: float | None
    usual_value: float | None
    weeks: int | None = None


@dataclass(frozen=True, kw_only=True)
class Volume:
    """The running of the last eight weeks up to a day; means per week, in m and runs."""

    week_m: float
    recent_week_m: float
    runs_per_week: float
    longest_m: float
    longest_on: date | None
    n_long_runs: int
    long_from_m: float
    days_since_run: int | None


@dataclass(frozen=True, kw_only=True)
class Readiness:
    """How ready a runner is on `day` for a race on `race_day`.

    `prediction` is the time by the fitness of that day; its range grows with the days to the race.
    `chronic_score` is the long-term load, `chronic_change_score` its change in 28 days (None: not
    known). `usual_*` are the rules of thumb.
    """

    day: date
    race_day: date
    distance_m: float
    prediction: RacePrediction | None
    volume: Volume
    usual_week_m: float
    usual_long_m: float
    chronic_score: float | None
    chronic_change_score: float | None
    balance_score: float | None
    load_trend: Trend | None
    missing: tuple[Missing, ...]
    state: ReadyState

    @property
    def reply(self) -> Mapping[str, object]:
        """The same in few bytes; what is missing as code, value, usual value and weeks."""
        race, volume = self.prediction, self.volume
        return {
            "day": self.day,
            "race_day": self.race_day,
            "distance_m": self.distance_m,
            "time_low_high_s": None
            if race is None
            else [round(race.time_s), round(race.low_s), round(race.high_s)],
            "volume": {
                "week_m": round(volume.week_m),
                "last_4_weeks_m_per_week": round(volume.recent_week_m),
                "runs_per_week": round(volume.runs_per_week, 1),
                "longest_m": round(volume.longest_m),
                "longest_on": volume.longest_on,
                "n_long_runs": volume.n_long_runs,
                "long_from_m": round(volume.long_from_m),
                "days_since_run": volume.days_since_run,
            },
            "usual": {"week_m": self.usual_week_m, "longest_m": self.usual_long_m},
            "load": {
                "ctl": _rounded(self.chronic_score),
                "change_28_days": _rounded(self.chronic_change_score),
                "tsb": _rounded(self.balance_score),
                "trend": self.load_trend,
            },
            "missing": [
                [shortfall.code, _rounded(shortfall.value), shortfall.usual_value, shortfall.weeks]
                for shortfall in self.missing
            ],
            "state": self.state,
        }

    @property
    def days_left(self) -> int:
        """From the day that is looked at to the race."""
        return (self.race_day - self.day).days


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def usual_week_m(race_m: float) -> float:
    """Weekly distance that is usual before a race of this length."""
    return _thumb(race_m, _USUAL_WEEK_M)


def usual_long_m(race_m: float) -> float:
    """Longest run that is usual before a race of this length."""
    return _thumb(race_m, _USUAL_LONG_M)


def _thumb(race_m: float, usual: tuple[float, ...]) -> float:
    """Between the four usual races on a line of logarithms; beyond them as for the nearest."""
    logs = np.interp(math.log(race_m), np.log(_RACE_M), np.log(usual))
    return float(round(float(np.exp(logs))))


def assess(
    runs: Sequence[DatedRun],
    *,
    day: date,
    race_day: date,
    distance_m: float,
    prediction: RacePrediction | None,
    load: LoadHistory | None,
) -> Readiness:
    """Everything that is known about readiness on a day.

    Args:
        runs: of the runner, any order; those after `day` are left out.
        day: the day that is looked at.
        race_day: not before `day`.
        distance_m: of the race.
        prediction: its time; None: nothing is known to predict it from.
        load: up to `day`.
    """
    volume = _volume(runs, day=day, long_from_m=LONG_SHARE * usual_long_m(distance_m))
    missing = tuple(_missing(volume, distance_m, prediction))
    chronic, change, balance = _load(load)
    return Readiness(
        day=day,
        race_day=race_day,
        distance_m=distance_m,
        prediction=prediction,
        volume=volume,
        usual_week_m=usual_week_m(distance_m),
        usual_long_m=usual_long_m(distance_m),
        chronic_score=chronic,
        chronic_change_score=change,
        balance_score=balance,
        load_trend=_trend(chronic, change),
        missing=missing,
        state=_state(missing, weeks_left=(race_day - day).days // _WEEK_DAYS),
    )


def _volume(runs: Sequence[DatedRun], *, day: date, long_from_m: float) -> Volume:
    ages = [((day - run.day).days, run) for run in runs if run.day <= day]
    window = [(age, run) for age, run in ages if age < WEEKS * _WEEK_DAYS]
    lengths = [(run.distance_m or 0.0, run.day) for _, run in window]
    recent_m = sum(run.distance_m or 0.0 for age, run in window if age < _RECENT_WEEKS * _WEEK_DAYS)
    longest_m, longest_on = max(lengths, default=(0.0, None))
    return Volume(
        week_m=sum(length for length, _ in lengths) / WEEKS,
        recent_week_m=recent_m / _RECENT_WEEKS,
        runs_per_week=len(window) / WEEKS,
        longest_m=longest_m,
        longest_on=longest_on,
        n_long_runs=sum(length >= long_from_m for length, _ in lengths),
        long_from_m=long_from_m,
        days_since_run=min((age for age, _ in ages), default=None),
    )


def _missing(volume: Volume, race_m: float, prediction: RacePrediction | None) -> list[Missing]:
    if volume.days_since_run is None:
        return [Missing(code="no_runs", value=None, usual_value=None)]
    missing: list[Missing] = []
    week_m, long_m = usual_week_m(race_m), usual_long_m(race_m)
    if volume.days_since_run > PAUSE_DAYS:
        pause = float(volume.days_since_run)
        missing.append(Missing(code="pause", value=pause, usual_value=float(PAUSE_DAYS)))
    if max(volume.week_m, volume.recent_week_m) < week_m:
        now_m = max(volume.week_m, volume.recent_week_m)
        weeks = _weeks_to_grow(now_m, week_m)
        missing.append(Missing(code="volume", value=now_m, usual_value=week_m, weeks=weeks))
    if volume.longest_m < long_m:
        steps = math.ceil((long_m - volume.longest_m) / _LONG_STEP_M)
        missing.append(
            Missing(code="longest_run", value=volume.longest_m, usual_value=long_m, weeks=steps)
        )
    elif race_m >= _LONG_COUNT_FROM_M and volume.n_long_runs < LONG_RUNS_MIN:
        short = LONG_RUNS_MIN - volume.n_long_runs
        missing.append(
            Missing(
                code="long_runs",
                value=float(volume.n_long_runs),
                usual_value=float(LONG_RUNS_MIN),
                weeks=short,
            )
        )
    if volume.runs_per_week < RUNS_A_WEEK - 0.5:
        missing.append(
            Missing(
                code="runs_a_week", value=volume.runs_per_week, usual_value=RUNS_A_WEEK, weeks=2
            )
        )
    if prediction is None:
        missing.append(Missing(code="no_prediction", value=None, usual_value=None))
    return missing


def _weeks_to_grow(now_m: float, usual_m: float) -> int:
    if now_m < 0.1 * usual_m:
        return math.ceil(math.log(10.0) / math.log(GROWTH_A_WEEK))
    return math.ceil(math.log(usual_m / now_m) / math.log(GROWTH_A_WEEK))


def _state(missing: Sequence[Missing], *, weeks_left: int) -> ReadyState:
    if any(shortfall.code == "no_runs" for shortfall in missing):
        return "unknown"
    closing = [shortfall for shortfall in missing if shortfall.code != "no_prediction"]
    if not closing:
        return "ready"
    needed = max((shortfall.weeks or 0 for shortfall in closing), default=0)
    return "in_time" if needed + TAPER_WEEKS <= weeks_left else "short_of_time"


def _load(load: LoadHistory | None) -> tuple[float | None, float | None, float | None]:
    """Long-term load now, its change in 28 days, and the balance; None where not known."""
    if load is None:
        return None, None, None
    chronic = load.chronic_score
    now = float(chronic[-1])
    before = float(chronic[-1 - _MONTH_DAYS]) if chronic.size > _MONTH_DAYS else math.nan
    balance = float(load.balance_score[-1])
    return _known(now), _known(now - before), _known(balance)


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _trend(chronic: float | None, change: float | None) -> Trend | None:
    if chronic is None or change is None:
        return None
    if abs(change) <= LEVEL_CHANGE_FRAC * max(chronic, 1.0):
        return "level"
    return "rising" if change > 0.0 else "falling"
