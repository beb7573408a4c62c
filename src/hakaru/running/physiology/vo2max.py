"""How does a VO2max stand among people of the same age and sex, and what can training add?

Two tables. `PERCENTILES`: 40th, 60th, 80th and 95th percentile by age and sex, of The Cooper
Institute as the manuals of Garmin watches print it ("VO2 max. Standard Ratings").
`CATEGORIES_AT_35`: the four categories of requirement T, given for age 35 alone; other ages scale
them by the middle of the first table (mean of its 40th and 60th percentile), so that a category
means about the same rank at every age.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

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


@dataclass(frozen=True, kw_only=True)
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
