"""What could this runner race now, and how sure is that?

Two models from the best recent efforts: VDOT (Daniels & Gilbert 1979) and Riegel (1981, American
Scientist 69:285: t2 = t1 (d2/d1)^1.06). Their disagreement, the efforts' own and how far the
distance lies from anything that was run make the interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from hakaru.running.arithmetic import weighted_mean
from hakaru.running.athlete.efforts import Effort
from hakaru.running.physiology.daniels import race_time_s, vdot
from hakaru.stats.quantile import normal_half_width

RIEGEL_EXPONENT = 1.06
RIEGEL_EXPONENT_SD = 0.02
"""Runners' own exponents lie mostly between 1.04 and 1.10; endurance decides."""

RACE_DISTANCES_M: tuple[float, ...] = (5000.0, 10000.0, 21097.5, 42195.0)
EFFORT_MIN_S = 300.0
"""Below five minutes speed depends on more than oxygen."""

RECENT_DAYS = 120
NEAR_BEST_FRAC = 0.97
"""Efforts whose VDOT lies further below the best one were not all-out."""

EFFORT_SD_FRAC = 0.02
"""A best effort in training or a race on one day against another day of the same form."""

NOT_ALL_OUT_FRAC = 0.03
"""A best effort out of training is a lower bound: the fast end reaches this much further."""

COVERAGE = 0.8
FAR_FACTOR = 4.0
LOG_DISTANCE_SCALE = 0.7
"""An effort over half or twice the distance weighs 0.6 of one over the distance itself."""

_VDOT_MIN, _VDOT_MAX = 15.0, 90.0

Reach = Literal["inside", "beyond"]
"""Whether the distance lies within four times the longest effort."""


@dataclass(frozen=True, kw_only=True)
class Performance:
    """A distance covered in a time, standing counted, on a day."""

    distance_m: float
    time_s: float
    on: date


@dataclass(frozen=True, kw_only=True)
class RacePrediction:
    """A race time with its 80 % interval, and what each model alone says."""

    distance_m: float
    time_s: float
    low_s: float
    high_s: float
    vdot_time_s: float
    riegel_time_s: float
    n_efforts: int
    reach: Reach


def riegel_time_s(
    time_s: float, distance_m: float, *, to_distance_m: float, exponent: float = RIEGEL_EXPONENT
) -> float:
    """The time over another distance that a time over one implies."""
    return time_s * math.pow(to_distance_m / distance_m, exponent)


def performances(
    efforts: Iterable[tuple[date, Sequence[Effort]]], *, day: date
) -> tuple[Performance, ...]:
    """The best efforts of the last 120 days that say something about racing: five minutes and
    longer. Nothing after `day` is looked at."""
    return tuple(
        Performance(
            distance_m=effort.speed_mps * effort.duration_s, time_s=effort.duration_s, on=on
        )
        for on, found in efforts
        if 0 <= (day - on).days < RECENT_DAYS
        for effort in found
        if effort.speed_mps is not None and effort.duration_s >= EFFORT_MIN_S
    )


def predict_races(
    efforts: Sequence[Performance], *, distances_m: Sequence[float] = RACE_DISTANCES_M
) -> tuple[RacePrediction, ...]:
    """Race times from performances, one per distance.

    Empty where no performance is plausible (VDOT 15..90).
    """
    best = _near_best(efforts)
    if not best:
        return ()
    return tuple(_predict(best, distance_m) for distance_m in distances_m)


def _near_best(efforts: Sequence[Performance]) -> list[tuple[Performance, float]]:
    """Performances with their VDOT, those close to the best one; one per distance and time."""
    graded = {effort: vdot(effort.distance_m, effort.time_s) for effort in efforts}
    plausible = {
        effort: grade for effort, grade in graded.items() if _VDOT_MIN <= grade <= _VDOT_MAX
    }
    top = max(plausible.values(), default=0.0)
    return [(effort, grade) for effort, grade in plausible.items() if grade >= NEAR_BEST_FRAC * top]


def _predict(best: list[tuple[Performance, float]], distance_m: float) -> RacePrediction:
    logs = [math.log(distance_m / effort.distance_m) for effort, _ in best]
    weights = [math.exp(-((log / LOG_DISTANCE_SCALE) ** 2) / 2.0) + 1e-6 for log in logs]
    by_vdot = [math.log(race_time_s(grade, distance_m)) for _, grade in best]
    by_riegel = [
        math.log(riegel_time_s(effort.time_s, effort.distance_m, to_distance_m=distance_m))
        for effort, _ in best
    ]
    models = [weighted_mean(by_vdot, weights), weighted_mean(by_riegel, weights)]
    middle = sum(models) / 2.0
    squares = [(log - middle) ** 2 for log in (*by_vdot, *by_riegel)]
    spread_var = weighted_mean(squares, [*weights, *weights])
    extrapolated = RIEGEL_EXPONENT_SD * min(map(abs, logs))
    sd = math.sqrt(spread_var + extrapolated**2 + EFFORT_SD_FRAC**2)
    half = normal_half_width(COVERAGE) * sd
    longest_m = max(effort.distance_m for effort, _ in best)
    return RacePrediction(
        distance_m=distance_m,
        time_s=math.exp(middle),
        low_s=math.exp(middle - math.hypot(half, NOT_ALL_OUT_FRAC)),
        high_s=math.exp(middle + half),
        vdot_time_s=math.exp(models[0]),
        riegel_time_s=math.exp(models[1]),
        n_efforts=len(best),
        reach="inside" if distance_m <= FAR_FACTOR * longest_m else "beyond",
    )
