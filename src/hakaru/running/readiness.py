"""Fitness on a day, computed once, and how ready that makes for a race.

What is usual before a race is a rule of thumb of coaches (weekly distance and longest run by length
of the race), not physiology, and is called so. A gap says how large it is and how many weeks it
takes to close at a tenth more a week.

Threshold, VO2max, zones, paces and race times of one day come from one athlete and one set of
efforts, so that no two of them can contradict each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.units import METRES_PER_KM, format_duration, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import HeartRateZone
from hakaru.running.athlete.efforts import EffortHistory
from hakaru.running.athlete.estimates import FITNESS_WINDOW_DAYS, believable, fit_critical_power
from hakaru.running.athlete.known import (
    Disagreement,
    disagreement,
    heart_rate_zones,
    is_reliable,
    power_bounds_w,
    reliable_value,
)
from hakaru.running.athlete.model import Athlete, Gap, HeartRateZones, Known, gaps
from hakaru.running.athlete.threshold_speed import hard_speeds
from hakaru.running.load import LoadHistory
from hakaru.running.physiology.oxygen import (
    Standing,
    TrainingSpeed,
    fitness_age_years,
    standing,
    training_speeds,
    vo2_max_of_threshold,
)
from hakaru.running.physiology.power import D_PRIME_M, CriticalFit, fit_critical
from hakaru.running.physiology.races import (
    RACE_DISTANCES_M,
    RacePrediction,
    performances,
    predict_races,
)
from hakaru.running.session.model import SessionSettings


@frozen
class Fitness:
    """What is known on `athlete.day` and what follows from it.

    Speeds per intensity come from VO2max and from threshold: both, because they may disagree.
    `gaps` and `disagreement` say where sources contradict each other. `critical_speed` (m/s, D' in
    m) and `critical_power` (W, W' in J) are None where nobody ran hard within 120 days. `power_w`
    are the lower bounds of power zones 2 to 6, None without critical power. `standing` and
    `fitness_age_years` None: age or sex is not known, or no VO2max is.
    """

    athlete: Athlete
    zones: HeartRateZones | None
    from_vo2_max: tuple[TrainingSpeed, ...]
    from_threshold: tuple[TrainingSpeed, ...]
    disagreement: Disagreement | None
    gaps: tuple[Gap, ...]
    critical_speed: CriticalFit | None
    critical_power: CriticalFit | None
    power_w: tuple[float, ...] | None
    races: tuple[RacePrediction, ...]
    standing: Standing | None
    fitness_age_years: float | None

    @property
    def shape(self) -> Mapping[str, object]:
        """The same in few bytes: rows with their columns named once; speeds as paces."""
        zones = self.zones
        return {
            "day": self.athlete.day,
            "athlete": self._sources(),
            "paces": {
                "columns": ["intensity", "slow_s_per_km", "fast_s_per_km"],
                "from_vo2_max": _paces(self.from_vo2_max),
                "from_threshold": _paces(self.from_threshold),
            },
            "critical_speed": _critical_speed(self.critical_speed),
            "zones": {
                "from_bpm": None if zones is None else [round(low) for low in zones.low_bpm],
                "basis": None if zones is None else zones.basis,
                "power_from_w": None
                if self.power_w is None
                else [round(low) for low in self.power_w],
            },
            "races": {
                "columns": ["distance_m", "time_s", "low_s", "high_s", "reach"],
                "rows": [race_row(race) for race in self.races],
            },
        }

    def _sources(self) -> Mapping[str, object]:
        contradiction, years = self.disagreement, self.fitness_age_years
        return {
            "columns": ["quantity", *_KNOWN_COLUMNS],
            "known": [
                [name, *_row(known_value)] for name, known_value in self.athlete.known.items()
            ],
            "other_sources": [
                [name, *_row(view)]
                for name, views in self.athlete.sources.items()
                for view in views[:_SOURCES_SHOWN]
            ],
            "disagreements": [
                [gap.quantity, gap.believed.method, gap.other.method, round(gap.difference_pct, 1)]
                for gap in self.gaps
            ],
            "threshold_against_vo2_max_pct": None
            if contradiction is None
            else round(contradiction.difference_pct, 1),
            "vo2_max_category": None if self.standing is None else self.standing.category,
            "fitness_age_years": None if years is None else round(years),
        }


_KNOWN_COLUMNS = ("value", "origin", "method", "on", "low", "high", "stale")
_SOURCES_SHOWN = 3
"""The most trusted of a quantity; the session's tables have every one."""


def race_row(race: RacePrediction) -> list[object]:
    """Distance, time, range, and whether it is far beyond what was run."""
    times_s = (race.time_s, race.low_s, race.high_s)
    return [race.distance_m, *(round(time_s) for time_s in times_s), race.reach]


def _row(known: Known) -> list[object]:
    low, high = (None if bound is None else _short(bound) for bound in (known.low, known.high))
    return [_short(known.value), known.origin, known.method, known.on, low, high, known.stale]


def _critical_speed(speed: CriticalFit | None) -> Mapping[str, object] | None:
    if speed is None:
        return None
    return {
        "pace_s_per_km": _pace(speed.value),
        "interval_80": [_pace(speed.high), _pace(speed.low)],
        "d_prime_m": round(speed.reserve_value),
    }


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _pace(speed_mps: float) -> float:
    return round(speed_to_pace_s_per_km(speed_mps), 1)


def _paces(speeds: Sequence[TrainingSpeed]) -> list[list[object]]:
    return [[speed.intensity, _pace(speed.low_mps), _pace(speed.high_mps)] for speed in speeds]


_USUAL = SessionSettings()


def fitness_of(
    athlete: Athlete,
    efforts: EffortHistory,
    watch_zones: Sequence[HeartRateZone] = (),
    *,
    settings: SessionSettings = _USUAL,
) -> Fitness:
    """Everything that follows from an athlete and the best efforts up to that day; `settings` are
    the runner's own bounds of zones."""
    vo2_max = athlete.value("vo2_max_ml_per_kg_min")
    threshold_mps = athlete.value("threshold_speed_mps")
    recent = recent_efforts(efforts, day=athlete.day)
    critical_w = reliable_value(athlete, "critical_power_w")
    age_years, sex = athlete.value("age_years"), athlete.sex
    return Fitness(
        athlete=athlete,
        zones=heart_rate_zones(athlete, watch_zones, shares_frac=settings.heart_rate_zones_frac),
        from_vo2_max=() if vo2_max is None else training_speeds(vo2_max),
        from_threshold=()
        if threshold_mps is None
        else training_speeds(vo2_max_of_threshold(threshold_mps)),
        disagreement=disagreement(athlete),
        gaps=gaps(athlete),
        critical_speed=fit_critical(
            hard_speeds(recent, athlete.known.get("lt_heart_rate_bpm")), D_PRIME_M
        ),
        critical_power=fit_critical_power(recent),
        power_w=None
        if critical_w is None
        else power_bounds_w(critical_w, bounds_frac=settings.power_zones_frac),
        races=race_times(athlete, recent),
        standing=None if vo2_max is None else standing(vo2_max, age_years=age_years, sex=sex),
        fitness_age_years=None
        if vo2_max is None
        else fitness_age_years(vo2_max, age_years=age_years, sex=sex),
    )


def recent_efforts(efforts: EffortHistory, *, day: date) -> EffortHistory:
    """Those of runs within 120 days up to a day that a human can have run."""
    return [
        (on, run_efforts)
        for on, run_efforts in believable(efforts)
        if 0 <= (day - on).days <= FITNESS_WINDOW_DAYS
    ]


def race_times(
    athlete: Athlete,
    efforts: EffortHistory,
    *,
    distances_m: Sequence[float] = RACE_DISTANCES_M,
    days_ahead: int = 0,
) -> tuple[RacePrediction, ...]:
    """Race times by the efforts of the last months and threshold speed, where it is no wide guess
    and not itself what a watch's VO2max implies."""
    lengths_m = [
        effort.speed_mps * effort.duration_s
        for _, run_efforts in efforts
        for effort in run_efforts
        if effort.speed_mps is not None
    ]
    return predict_races(
        performances(efforts, day=athlete.day),
        distances_m=distances_m,
        threshold=_race_threshold(athlete),
        longest_m=max(lengths_m, default=None),
        days_ahead=days_ahead,
        pause_days=min(((athlete.day - on).days for on, _ in efforts), default=0),
    )


def _race_threshold(athlete: Athlete) -> Known | None:
    threshold = athlete.known.get("threshold_speed_mps")
    if (
        threshold is None
        or threshold.stale
        or threshold.method == "vo2_max"
        or not is_reliable(threshold)
    ):
        return None
    return threshold


SHORTEST_M, LONGEST_M = 1500.0, 100_000.0
"""Races that can be asked about."""
NAMED_M = {
    "half": 21097.5,
    "half marathon": 21097.5,
    "marathon": 42195.0,
    "full": 42195.0,
    "ハーフ": 21097.5,
    "ハーフマラソン": 21097.5,
    "フル": 42195.0,
    "フルマラソン": 42195.0,
    "マラソン": 42195.0,
}
_EXACT_M = (21097.5, 42195.0)
_NEAR_M = 150.0
"""'42.2' and '21.1' mean the races of that name."""


def read_distance_m(text: str) -> float:
    """'half', 'marathon', '10', '10 km', '42.2' in metres.

    Raises:
        BadArgument: neither a name nor a distance that is raced.
    """
    plain = text.strip().lower()
    if plain in NAMED_M:
        return NAMED_M[plain]
    number = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*(?:k|km|キロ)?", plain)
    distance_m = 0.0 if number is None else METRES_PER_KM * float(number[1].replace(",", "."))
    if not SHORTEST_M <= distance_m <= LONGEST_M:
        raise BadArgument("distance", text, message("1.5 to 100 kilometres, half or marathon"))
    return next(
        (exact_m for exact_m in _EXACT_M if abs(exact_m - distance_m) <= _NEAR_M), distance_m
    )


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
LONG_STEP_M = 2000.0
TAPER_WEEKS = 2
LEVEL_CHANGE_FRAC = 0.05

Trend = Literal["rising", "level", "falling"]
MissingCode = Literal[
    "no_runs", "volume", "longest_run", "long_runs", "runs_a_week", "pause", "no_prediction"
]
ReadyState = Literal["ready", "in_time", "short_of_time", "unknown"]
"""Nothing is missing; what is missing can be made up by then; it cannot; nothing is known."""


@frozen
class DatedRun:
    """A run on its local day. None: its distance is not known. `is_fragment`: too short to be
    counted as a run, so that only its distance adds up."""

    day: date
    distance_m: float | None
    is_fragment: bool = False


@frozen
class Missing:
    """Something that is usual before such a race and is not there: value and what is usual, in the
    unit of the code (m for distances, runs, days). `weeks`: how long closing the gap takes; None:
    time alone does not close it."""

    code: MissingCode
    value: float | None
    usual_value: float | None
    weeks: int | None = None


@frozen
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


@frozen
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
    def shape(self) -> Mapping[str, object]:
        """The same in few bytes; what is missing as code, value, usual value and weeks."""
        race, volume = self.prediction, self.volume
        return {
            "day": self.day,
            "race_day": self.race_day,
            "distance_m": self.distance_m,
            "time_s": None if race is None else round(race.time_s),
            "time_range_s": None if race is None else [round(race.low_s), round(race.high_s)],
            "time": None if race is None else format_duration(race.time_s),
            "time_range": None
            if race is None
            else f"{format_duration(race.low_s)}-{format_duration(race.high_s)}",
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
    chronic, change, balance = load_now(load)
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
        load_trend=load_trend(chronic, change),
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
        runs_per_week=sum(not run.is_fragment for _, run in window) / WEEKS,
        longest_m=longest_m,
        longest_on=longest_on,
        n_long_runs=sum(length >= long_from_m for length, _ in lengths),
        long_from_m=long_from_m,
        days_since_run=min((age for age, run in ages if not run.is_fragment), default=None),
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
        steps = math.ceil((long_m - volume.longest_m) / LONG_STEP_M)
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


def load_now(load: LoadHistory | None) -> tuple[float | None, float | None, float | None]:
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


def load_trend(chronic_score: float | None, change_score: float | None) -> Trend | None:
    """In which direction the long-term load went; None: one of them is not known."""
    if chronic_score is None or change_score is None:
        return None
    if abs(change_score) <= LEVEL_CHANGE_FRAC * max(chronic_score, 1.0):
        return "level"
    return "rising" if change_score > 0.0 else "falling"
