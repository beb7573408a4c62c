"""Oxygen: what a speed costs, which speeds follow from an uptake, and how a VO2max compares.

Two tables. `PERCENTILES`: 40th, 60th, 80th and 95th percentile by age and sex, of The Cooper
Institute as the manuals of Garmin watches print it ("VO2 max. Standard Ratings").
`CATEGORIES_AT_35`: the four categories of requirement T, given for age 35 alone; other ages scale
them by the middle of the first table (mean of its 40th and 60th percentile), so that a category
means about the same rank at every age.

Equations of Daniels & Gilbert, Oxygen Power (1979), whose speeds are in metres per minute. VDOT is
the VO2max they imply for a race: it includes economy, so that it differs from a laboratory's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import Sex

Vo2Category = Literal["low", "average", "good", "excellent"]
Vo2Percentile = Literal["below_40", "40_to_60", "60_to_80", "80_to_95", "from_95"]

AGE_MIDDLES_YEARS = (24.5, 34.5, 44.5, 54.5, 64.5, 74.5)
"""Middles of the decades 20-29 ... 70-79 of the table."""

PERCENTILES: Mapping[Sex, tuple[tuple[float, float, float, float], ...]] = {
    "male": (
        (41.7, 45.4, 51.1, 55.4),
        (40.5, 44.0, 48.3, 54.0),
        (38.5, 42.4, 46.4, 52.5),
        (35.6, 39.2, 43.4, 48.9),
        (32.3, 35.5, 39.5, 45.7),
        (29.4, 32.3, 36.7, 42.1),
    ),
    "female": (
        (36.1, 39.5, 43.9, 49.6),
        (34.4, 37.8, 42.4, 47.4),
        (33.0, 36.3, 39.7, 45.3),
        (30.1, 33.0, 36.7, 41.1),
        (27.5, 30.0, 33.0, 37.8),
        (25.9, 28.1, 30.9, 36.7),
    ),
}
"""ml/kg/min at the 40th, 60th, 80th and 95th percentile, one row per decade of age."""

CATEGORIES_AT_35: Mapping[Sex, tuple[float, float, float]] = {
    "male": (35.0, 43.0, 51.0),
    "female": (31.0, 38.0, 45.0),
}
"""Where average and good begin, and what excellent exceeds, in ml/kg/min (T, its holes closed:
resolutions row 30)."""

TABLE_AGE_YEARS = 35.0
_YEARS_PER_ROW = 10.0
_FIRST_ROW_AGE_YEARS = 20.0
TYPICAL_GAIN_FRAC = (0.02, 0.03)
"""What one or two hard sessions a week add in 4 to 8 weeks (T)."""

YEARS_PER_ML = 1.0
"""1 ml/kg/min more is about a year less of fitness age (T)."""
FITNESS_AGE_MIN_YEARS, FITNESS_AGE_MAX_YEARS = 20.0, 80.0

_TOLERANCE = 1e-9


@frozen
class Standing:
    """A VO2max among people of the same age and sex."""

    category: Vo2Category
    percentile: Vo2Percentile


def standing(
    vo2_max_ml_per_kg_min: float, *, age_years: float | None, sex: Sex | None
) -> Standing | None:
    """Category and percentile band. None: age or sex is not known."""
    if age_years is None or sex is None:
        return None
    return Standing(
        category=vo2_category(vo2_max_ml_per_kg_min, age_years=age_years, sex=sex),
        percentile=vo2_percentile(vo2_max_ml_per_kg_min, age_years=age_years, sex=sex),
    )


def vo2_category(vo2_max_ml_per_kg_min: float, *, age_years: float, sex: Sex) -> Vo2Category:
    """T's category, half-open; excellent has to exceed its bound."""
    average_from, good_from, good_to = category_bounds_ml_per_kg_min(age_years, sex=sex)
    if vo2_max_ml_per_kg_min > good_to + _TOLERANCE:
        return "excellent"
    if vo2_max_ml_per_kg_min >= good_from - _TOLERANCE:
        return "good"
    return "average" if vo2_max_ml_per_kg_min >= average_from - _TOLERANCE else "low"


def category_bounds_ml_per_kg_min(age_years: float, *, sex: Sex) -> tuple[float, float, float]:
    """T's bounds at another age: constant below 24.5 and above 74.5 years."""
    scale = _middle(age_years, sex) / _middle(TABLE_AGE_YEARS, sex)
    average_from, good_from, good_to = CATEGORIES_AT_35[sex]
    return scale * average_from, scale * good_from, scale * good_to


def vo2_percentile(vo2_max_ml_per_kg_min: float, *, age_years: float, sex: Sex) -> Vo2Percentile:
    """The band of the table's row for that decade of age (20-29 below it, 70-79 above)."""
    rows = PERCENTILES[sex]
    row = int((age_years - _FIRST_ROW_AGE_YEARS) // _YEARS_PER_ROW)
    bounds = rows[min(max(row, 0), len(rows) - 1)]
    bands: tuple[Vo2Percentile, ...] = ("below_40", "40_to_60", "60_to_80", "80_to_95", "from_95")
    return bands[sum(vo2_max_ml_per_kg_min >= bound - _TOLERANCE for bound in bounds)]


def fitness_age_years(
    vo2_max_ml_per_kg_min: float, *, age_years: float | None, sex: Sex | None
) -> float | None:
    """The age whose middle VO2max this is, by T's rule: a year younger per ml/kg/min above the
    middle (mean of 40th and 60th percentile) of one's own age and sex, a year older per ml below.

    Never below 20 or above 80, where the table ends. None: age or sex is not known.
    """
    if age_years is None or sex is None:
        return None
    ahead = vo2_max_ml_per_kg_min - _middle(age_years, sex)
    years = age_years - YEARS_PER_ML * ahead
    return min(max(years, FITNESS_AGE_MIN_YEARS), FITNESS_AGE_MAX_YEARS)


def typical_gain_ml_per_kg_min(vo2_max_ml_per_kg_min: float) -> tuple[float, float]:
    """Where 4 to 8 weeks with one or two hard sessions each usually lead: low and high value."""
    low_frac, high_frac = TYPICAL_GAIN_FRAC
    return vo2_max_ml_per_kg_min * (1.0 + low_frac), vo2_max_ml_per_kg_min * (1.0 + high_frac)


def _middle(age_years: float, sex: Sex) -> float:
    middles = [(row[0] + row[1]) / 2.0 for row in PERCENTILES[sex]]
    return float(np.interp(age_years, AGE_MIDDLES_YEARS, middles))


_COST_CONSTANT = -4.60
_COST_PER_SPEED = 0.182258
_COST_PER_SPEED_SQUARED = 0.000104

_SUSTAINED_FLOOR = 0.8
_SLOW_SHARE, _SLOW_RATE_PER_MIN = 0.1894393, 0.012778
_FAST_SHARE, _FAST_RATE_PER_MIN = 0.2989558, 0.1932605

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


@frozen
class IntensityRange:
    """The share of VO2max an intensity is run at: its range, and what its tables print."""

    intensity: Intensity
    low_frac: float
    typical_frac: float
    high_frac: float


@frozen
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
"""Ranges of Daniels' Running Formula."""

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
