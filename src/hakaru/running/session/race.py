"""Was a run a race? The occasion or the title says so, or this runner never ran so long so fast."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from hakaru.core.units import PERCENT
from hakaru.running.activity import Recording
from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.session.model import Evidence, Structure, TypeVerdict
from hakaru.running.session.type_judged import Whole

RACE_DISTANCES_M = (3000.0, 5000.0, 10000.0, 15000.0, 16093.4, 21097.5, 42195.0)
SHORT_FRAC, LONG_FRAC = 0.01, 0.03
"""A watch measures a course 1 % short to 3 % long."""

MAIN_FRAC = 0.9
RUNS_MIN = 8
"""A best of fewer earlier runs is the fastest of a few ordinary ones."""

HARD_OF_LT_FRAC = 0.92
HARD_LONG_OF_LT_FRAC = 0.86
LONG_RACE_S = 4200.0
"""Mean heart rate of a race relative to threshold: up to 70 min, and beyond."""

FATIGUE_EXPONENT = 0.06
"""Speed falls with time to this power (Riegel 1981: time grows with distance to the power 1.06)."""

LEVEL_FROM_S, LEVEL_FRAC = 1200.0, 0.9
"""A race is not slower than this share of what the hardest earlier efforts of 20 minutes or more
come to over its time: the fastest of some easy long runs is not one."""

NAMED_FRAC, RECORD_FRAC = 0.97, 0.85
_RACE_KINDS = frozenset({"race", "competition"})
_RACE = re.compile(
    r"\b(race|races|parkrun|competition|championships?|time trial|wettkampf|volkslauf|marathon"
    r"|half[- ]?marathon|ekiden|p[rb])\b|レース|大会|マラソン|駅伝"
    r"|記録会|競技会|タイムトライアル|本番|自己ベスト",
    re.IGNORECASE,
)
_NO_RACE = re.compile(
    r"\b(pace|training|prep(aration)?|practice|plan|week|build|easy|before|after|pre|post|simulation)"
    r"\b|ペース|練習|トレーニング|準備|前日|前々日|翌日|調整|対策|試走|想定",
    re.IGNORECASE,
)
"""Words that turn the name of a race into the name of a training for it."""


@dataclass(frozen=True, kw_only=True)
class BestSpeed:
    """The fastest that this runner was over so long, in any earlier run."""

    duration_s: float
    speed_mps: float


@dataclass(frozen=True, kw_only=True)
class Record:
    """The best speeds of the runs before one, and of how many runs."""

    n_runs: int = 0
    best: tuple[BestSpeed, ...] = ()


def record_of(efforts: Sequence[Sequence[Effort]]) -> Record:
    """The record of a runner from the best efforts of each earlier run."""
    fastest: dict[float, float] = {}
    measured = [
        run_efforts
        for run_efforts in efforts
        if any(effort.speed_mps is not None for effort in run_efforts)
    ]
    for effort in (run_effort for run_efforts in measured for run_effort in run_efforts):
        if effort.speed_mps is not None:
            known_mps = fastest.get(effort.duration_s, 0.0)
            fastest[effort.duration_s] = max(known_mps, effort.speed_mps)
    return Record(
        n_runs=len(measured),
        best=tuple(
            BestSpeed(duration_s=duration_s, speed_mps=speed_mps)
            for duration_s, speed_mps in sorted(fastest.items())
        ),
    )


def race_verdict(
    recording: Recording,
    structure: Structure,
    *,
    athlete: Athlete,
    record: Record,
    whole: Whole | None,
) -> TypeVerdict | None:
    """A race, and why; None: nothing says so."""
    if is_named_race(recording):
        return TypeVerdict(training_type="race", source="named", confidence_frac=NAMED_FRAC)
    if whole is None or not _is_one_effort(structure):
        return None
    distance_m = _covered_m(recording)
    course_m = _course_m(distance_m)
    if course_m is None or not whole.active_s > 0.0:
        return None
    best_mps = best_speed_mps(record, whole.active_s)
    if best_mps is None or record.n_runs < RUNS_MIN:
        return None
    speed_mps = distance_m / whole.active_s
    enough_mps = max(best_mps, LEVEL_FRAC * _level_mps(record, whole.active_s))
    if speed_mps < enough_mps or not _is_hard(whole, athlete):
        return None
    return TypeVerdict(
        training_type="race",
        source="record",
        confidence_frac=RECORD_FRAC,
        evidence=(
            Evidence(code="race_distance_m", value=course_m),
            Evidence(code="of_best_speed_pct", value=PERCENT * speed_mps / best_mps),
        ),
    )


def is_named_race(recording: Recording) -> bool:
    """Whether the service, the title or the name of the workout calls it a race."""
    if recording.event_kind is not None and recording.event_kind.lower() in _RACE_KINDS:
        return True
    names = [name for name in (recording.title, recording.workout_title) if name is not None]
    return any(_RACE.search(name) and not _NO_RACE.search(name) for name in names)


def best_speed_mps(record: Record, duration_s: float) -> float | None:
    """What the record says of a run that long: between two durations along the fatigue of both,
    beyond the longest by Riegel; None: nothing as long as half of it was ever run."""
    if not record.best or record.best[-1].duration_s < duration_s / 2.0:
        return None
    longer = [effort for effort in record.best if effort.duration_s >= duration_s]
    shorter = [effort for effort in record.best if effort.duration_s < duration_s]
    if not shorter:
        return longer[0].speed_mps
    last = shorter[-1]
    faded: float = last.speed_mps * (duration_s / last.duration_s) ** -FATIGUE_EXPONENT
    if not longer:
        return faded
    share = math.log(duration_s / last.duration_s) / math.log(
        longer[0].duration_s / last.duration_s
    )
    return last.speed_mps + share * (longer[0].speed_mps - last.speed_mps)


def _level_mps(record: Record, duration_s: float) -> float:
    """The fastest of the earlier efforts, each carried to a duration by Riegel; 0 without any."""
    return max(
        (
            effort.speed_mps * (duration_s / effort.duration_s) ** -FATIGUE_EXPONENT
            for effort in record.best
            if LEVEL_FROM_S <= effort.duration_s <= duration_s
        ),
        default=0.0,
    )


def _covered_m(recording: Recording) -> float:
    """What the watch states; without it, how far its distance column reaches."""
    stated_m = recording.summary.distance_m
    if stated_m is not None:
        return stated_m
    column = recording.series.get("distance_m")
    known_m = (
        []
        if column is None
        else [float(distance_m) for distance_m in column[-5:] if math.isfinite(distance_m)]
    )
    return max(known_m, default=0.0)


def _course_m(distance_m: float) -> float | None:
    return next(
        (
            course_m
            for course_m in RACE_DISTANCES_M
            if (1.0 - SHORT_FRAC) * course_m <= distance_m <= (1.0 + LONG_FRAC) * course_m
        ),
        None,
    )


def _is_one_effort(structure: Structure) -> bool:
    """Whether nearly all of it is its main part: nobody jogs into a race that is being timed."""
    main_s = sum(
        segment.end_elapsed_s - segment.start_elapsed_s
        for segment in structure.segments
        if segment.role == "main"
    )
    return main_s >= MAIN_FRAC * structure.segments[-1].end_elapsed_s


def _is_hard(whole: Whole, athlete: Athlete) -> bool:
    """Whether the heart says that it was one; without it, or a threshold, speed has to do."""
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is None or whole.heart_rate_bpm is None:
        return True
    least = HARD_OF_LT_FRAC if whole.active_s <= LONG_RACE_S else HARD_LONG_OF_LT_FRAC
    return whole.heart_rate_bpm >= least * threshold_bpm
