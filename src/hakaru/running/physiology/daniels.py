"""What does a running speed cost in oxygen, and which speeds follow from an oxygen uptake?

Equations of Daniels & Gilbert, Oxygen Power (1979), whose speeds are in metres per minute. VDOT is
the VO2max they imply for a race: it includes economy, so that it differs from a laboratory's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE

_COST_CONSTANT = -4.60
_COST_PER_SPEED = 0.182258
_COST_PER_SPEED_SQUARED = 0.000104

_SUSTAINED_FLOOR = 0.8
_SLOW_SHARE, _SLOW_RATE_PER_MIN = 0.1894393, 0.012778
_FAST_SHARE, _FAST_RATE_PER_MIN = 0.2989558, 0.1932605

_ACSM_PER_SPEED = 0.2
_ACSM_REST = 3.5

RACE_SPEED_MIN_MPS = 1.0
RACE_SPEED_MAX_MPS = 12.0
_HALVINGS = 80
_TOLERANCE_PCT = 1e-9

VO2_MAX_MIN, VO2_MAX_MAX = 20.0, 90.0
"""ml/kg/min; a figure outside is an error of a recording or of a watch and is not shown."""

Intensity = Literal["easy", "marathon", "threshold", "interval", "repetition"]
"""Training intensities of Daniels' Running Formula, slowest first."""

UtilisationKind = Literal["threshold", "interval"]
UtilisationClass = Literal["below", "within", "above"]


@dataclass(frozen=True, kw_only=True)
class IntensityRange:
    """The share of VO2max an intensity is run at: its range, and what its tables print."""

    intensity: Intensity
    low_frac: float
    typical_frac: float
    high_frac: float


@dataclass(frozen=True, kw_only=True)
class TrainingSpeed:
    """The speeds of one intensity; `low_mps` is the slow end."""

    intensity: Intensity
    low_mps: float
    typical_mps: float
    high_mps: float


INTENSITIES: tuple[IntensityRange, ...] = (
    IntensityRange(intensity="easy", low_frac=0.59, typical_frac=0.68, high_frac=0.74),
    IntensityRange(intensity="marathon", low_frac=0.75, typical_frac=0.82, high_frac=0.84),
    IntensityRange(intensity="threshold", low_frac=0.83, typical_frac=0.88, high_frac=0.88),
    IntensityRange(intensity="interval", low_frac=0.95, typical_frac=0.98, high_frac=1.00),
    IntensityRange(intensity="repetition", low_frac=1.05, typical_frac=1.07, high_frac=1.10),
)
"""Ranges of Daniels' Running Formula (resolutions row 19 for threshold and interval)."""

UTILISATION_PCT: dict[UtilisationKind, tuple[float, float]] = {
    "threshold": (83.0, 88.0),
    "interval": (95.0, 100.0),
}
"""What counts as this kind of stimulus, in percent of VO2max, both ends included."""


def is_vo2_max(value_ml_per_kg_min: float) -> bool:
    """Whether a runner can have this VO2max."""
    return VO2_MAX_MIN <= value_ml_per_kg_min <= VO2_MAX_MAX


def vo2_of_speed(speed_mps: float) -> float:
    """Oxygen cost of level running in ml/kg/min; negative below about 0.4 m/s, where the equation
    does not hold."""
    metres_per_min = speed_mps * SECONDS_PER_MINUTE
    return (
        _COST_CONSTANT
        + _COST_PER_SPEED * metres_per_min
        + _COST_PER_SPEED_SQUARED * metres_per_min**2
    )


def speed_of_vo2_mps(vo2_ml_per_kg_min: float) -> float:
    """The level speed of an oxygen uptake: the inverse of `vo2_of_speed`."""
    inside = _COST_PER_SPEED**2 + 4.0 * _COST_PER_SPEED_SQUARED * (
        vo2_ml_per_kg_min - _COST_CONSTANT
    )
    metres_per_min = (math.sqrt(inside) - _COST_PER_SPEED) / (2.0 * _COST_PER_SPEED_SQUARED)
    return metres_per_min / SECONDS_PER_MINUTE


def fraction_sustained(time_s: float) -> float:
    """The share of VO2max that can be held for a race of this duration, 0.8 and more."""
    minutes = time_s / SECONDS_PER_MINUTE
    return (
        _SUSTAINED_FLOOR
        + _SLOW_SHARE * math.exp(-_SLOW_RATE_PER_MIN * minutes)
        + _FAST_SHARE * math.exp(-_FAST_RATE_PER_MIN * minutes)
    )


def vdot(distance_m: float, time_s: float) -> float:
    """VDOT in ml/kg/min of an all-out effort. Meaningful for about 3 minutes to 4 hours."""
    return vo2_of_speed(distance_m / time_s) / fraction_sustained(time_s)


def race_time_s(vdot_ml_per_kg_min: float, distance_m: float) -> float:
    """The time whose VDOT this is, found by bisection (VDOT falls with time throughout).

    Raises:
        ValueError: the time would lie outside speeds of 1..12 m/s.
    """
    low_s, high_s = distance_m / RACE_SPEED_MAX_MPS, distance_m / RACE_SPEED_MIN_MPS
    if not vdot(distance_m, high_s) <= vdot_ml_per_kg_min <= vdot(distance_m, low_s):
        raise ValueError(f"no running speed has VDOT {vdot_ml_per_kg_min!r} over {distance_m!r} m")
    for _ in range(_HALVINGS):
        middle_s = (low_s + high_s) / 2.0
        if vdot(distance_m, middle_s) > vdot_ml_per_kg_min:
            low_s = middle_s
        else:
            high_s = middle_s
    return (low_s + high_s) / 2.0


def threshold_speed_mps(vo2_max_ml_per_kg_min: float) -> float:
    """The speed at 88 % of VO2max, which can be held for about an hour."""
    return speed_of_vo2_mps(UTILISATION_PCT["threshold"][1] / PERCENT * vo2_max_ml_per_kg_min)


def vo2_max_of_threshold(threshold_mps: float) -> float:
    """The VO2max in ml/kg/min whose threshold speed this is: inverse of `threshold_speed_mps`."""
    return PERCENT * vo2_of_speed(threshold_mps) / UTILISATION_PCT["threshold"][1]


def training_speeds(vo2_max_ml_per_kg_min: float) -> tuple[TrainingSpeed, ...]:
    """The speeds of every intensity, slowest first."""
    return tuple(
        TrainingSpeed(
            intensity=row.intensity,
            low_mps=speed_of_vo2_mps(row.low_frac * vo2_max_ml_per_kg_min),
            typical_mps=speed_of_vo2_mps(row.typical_frac * vo2_max_ml_per_kg_min),
            high_mps=speed_of_vo2_mps(row.high_frac * vo2_max_ml_per_kg_min),
        )
        for row in INTENSITIES
    )


def utilisation_pct(speed_mps: float, vo2_max_ml_per_kg_min: float) -> float:
    """The oxygen cost of a level speed in percent of VO2max (never a ratio of paces)."""
    return PERCENT * vo2_of_speed(speed_mps) / vo2_max_ml_per_kg_min


def utilisation_class(used_pct: float, kind: UtilisationKind) -> UtilisationClass:
    """Whether a utilisation lies in the range that trains this."""
    low_pct, high_pct = UTILISATION_PCT[kind]
    if used_pct < low_pct - _TOLERANCE_PCT:
        return "below"
    return "within" if used_pct <= high_pct + _TOLERANCE_PCT else "above"


def speed_ratio_pct(speed_mps: float, vo2_max_ml_per_kg_min: float) -> float:
    """A speed in percent of the speed at VO2max: what a ratio of paces shows, kept beside the
    utilisation because older reports print it."""
    return PERCENT * speed_mps / speed_of_vo2_mps(vo2_max_ml_per_kg_min)


def acsm_speed_of_vo2_mps(vo2_ml_per_kg_min: float, *, with_rest: bool = True) -> float:
    """Level speed by the ACSM equation VO2 = 0.2 v + 3.5 (v in m/min), for comparison only.

    `with_rest` False leaves the resting 3.5 ml/kg/min out, as some calculators do.
    """
    above_rest = vo2_ml_per_kg_min - (_ACSM_REST if with_rest else 0.0)
    return above_rest / _ACSM_PER_SPEED / SECONDS_PER_MINUTE
