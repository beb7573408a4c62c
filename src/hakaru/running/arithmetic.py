"""How do speed, cadence, step length, power and time of splits follow from each other?"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.core.units import (
    METRES_PER_KM,
    PERCENT,
    SECONDS_PER_MINUTE,
    pace_to_speed_mps,
    speed_to_pace_s_per_km,
)

DeclineClass = Literal["excellent", "acceptable", "needs_improvement"]
DECLINE_EXCELLENT_PCT = 2.0
DECLINE_ACCEPTABLE_PCT = 5.0
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class MeanSpeeds:
    """The speed of unequal splits, and the two shortcuts that get it wrong (resolutions row 9)."""

    speed_mps: float
    mean_of_split_speeds_mps: float
    speed_of_mean_pace_mps: float


@dataclass(frozen=True, kw_only=True)
class PowerCost:
    """What running at a power costs: energy per distance, and speed per relative power (in
    (m/s) / (W/kg)). Comparable only at equal pace on one device. None: mass unknown."""

    energy_j_per_km: float
    energy_j_per_kg_m: float | None
    running_effectiveness: float | None


@dataclass(frozen=True, kw_only=True)
class PaceTolerance:
    """A tolerance in seconds per km, in the units it has been mistaken for."""

    minutes_per_km: float
    pace_frac: float
    read_as_fraction_s_per_km: float


def speed_of_steps_mps(cadence_spm: float, step_length_m: float) -> float:
    """Speed of a cadence of both feet and the length of one step."""
    return cadence_spm * step_length_m / SECONDS_PER_MINUTE


def cadence_of_speed_spm(speed_mps: float, step_length_m: float) -> float:
    """The cadence that a speed and a step length imply."""
    return SECONDS_PER_MINUTE * speed_mps / step_length_m


def mean_speeds(distance_m: Sequence[float], pace_s_per_km: Sequence[float]) -> MeanSpeeds:
    """Speed over splits: sum of distance over sum of time, and the two plain means beside it."""
    speeds_mps = [pace_to_speed_mps(pace) for pace in pace_s_per_km]
    times_s = split_times_s(distance_m, pace_s_per_km)
    return MeanSpeeds(
        speed_mps=math.fsum(distance_m) / math.fsum(times_s),
        mean_of_split_speeds_mps=statistics.fmean(speeds_mps),
        speed_of_mean_pace_mps=pace_to_speed_mps(statistics.fmean(pace_s_per_km)),
    )


def split_times_s(distance_m: Sequence[float], pace_s_per_km: Sequence[float]) -> list[float]:
    """Running time of each split."""
    return [
        metres * pace / METRES_PER_KM
        for metres, pace in zip(distance_m, pace_s_per_km, strict=True)
    ]


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Mean with weights >= 0 (running time); exactly independent of the order of its input."""
    total = math.fsum(value * weight for value, weight in zip(values, weights, strict=True))
    return total / math.fsum(weights)


def variation_frac(values: Sequence[float], *, ddof: Literal[0, 1] = 1) -> float:
    """Coefficient of variation: SD over mean; `ddof` 1 for a sample, 0 for a whole population."""
    spread = statistics.stdev(values) if ddof == 1 else statistics.pstdev(values)
    return spread / statistics.fmean(values)


def decline_pct(first: float, last: float) -> float:
    """Loss from the first to the last value, in percent of the first; negative is a gain."""
    return PERCENT * (first - last) / first


def decline_class(pct: float) -> DeclineClass:
    """Step length from first to last repetition: below 2 % excellent, up to 5 % acceptable."""
    if pct < DECLINE_EXCELLENT_PCT - _TOLERANCE:
        return "excellent"
    return "acceptable" if pct <= DECLINE_ACCEPTABLE_PCT + _TOLERANCE else "needs_improvement"


def power_cost(power_w: float, pace_s_per_km: float, *, mass_kg: float | None = None) -> PowerCost:
    """Energy per distance of a running power."""
    speed_mps = pace_to_speed_mps(pace_s_per_km)
    if mass_kg is None:
        return PowerCost(
            energy_j_per_km=power_w * pace_s_per_km,
            energy_j_per_kg_m=None,
            running_effectiveness=None,
        )
    return PowerCost(
        energy_j_per_km=power_w * pace_s_per_km,
        energy_j_per_kg_m=power_w / (mass_kg * speed_mps),
        running_effectiveness=speed_mps * mass_kg / power_w,
    )


def pace_tolerance(tolerance_s_per_km: float, pace_s_per_km: float) -> PaceTolerance:
    """A tolerance of so many seconds per km, as minutes, as a true fraction of the pace, and what
    it becomes when its minutes are read as a fraction."""
    minutes = tolerance_s_per_km / SECONDS_PER_MINUTE
    return PaceTolerance(
        minutes_per_km=minutes,
        pace_frac=tolerance_s_per_km / pace_s_per_km,
        read_as_fraction_s_per_km=minutes * pace_s_per_km,
    )


def pace_of_steps_s_per_km(cadence_spm: float, step_length_m: float) -> float:
    """Pace of a cadence of both feet and the length of one step."""
    return speed_to_pace_s_per_km(speed_of_steps_mps(cadence_spm, step_length_m))
