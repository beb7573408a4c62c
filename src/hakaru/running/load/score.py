"""How much load is an intensity held for a time, by power, pace or heart rate?

One hour at the threshold is 100, and load grows with the square of intensity: 100 h IF^2
(resolutions row 20). It is like what is sold as TSS, rTSS and hrTSS; NP, IF and TSS are trademarks
of Peaksware, which is why the figure has its own name here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray, Sex

LoadClass = Literal["low", "moderate", "high", "very_high"]

CLASS_FROM_SCORE = (50.0, 100.0, 200.0)
"""Where moderate, high and very high begin (T, half-open)."""

TRIMP_COEFFICIENTS: Mapping[Sex, tuple[float, float]] = {
    "male": (0.64, 1.92),
    "female": (0.86, 1.67),
}
"""a and b of a x exp(b x), x the share of heart rate reserve (Banister 1991, Morton 1990)."""

_TOLERANCE = 1e-9


def training_load_score(duration_s: float, intensity_frac: float) -> float:
    """100 hours IF^2. `intensity_frac` is relative to the threshold, 1.0 at it."""
    return PERCENT * duration_s / SECONDS_PER_HOUR * intensity_frac**2


def load_class(load_score: float) -> LoadClass:
    """Below 50 low, below 100 moderate, below 200 high, else very high (T)."""
    classes: tuple[LoadClass, ...] = ("low", "moderate", "high", "very_high")
    return classes[sum(load_score >= bound - _TOLERANCE for bound in CLASS_FROM_SCORE)]


def trimp_score(duration_s: float, reserve_frac: float, *, sex: Sex) -> float:
    """Banister's training impulse of a mean share of heart rate reserve, 0..1."""
    a, b = TRIMP_COEFFICIENTS[sex]
    return duration_s / SECONDS_PER_MINUTE * reserve_frac * a * math.exp(b * reserve_frac)


def trimp_of_series(reserve_frac: FloatArray, weight_s: FloatArray, *, sex: Sex) -> float:
    """The training impulse summed over samples; below resting heart rate counts as rest.

    Arrays have shape (n_samples,); NaN is left out.
    """
    a, b = TRIMP_COEFFICIENTS[sex]
    finite = np.isfinite(reserve_frac)
    share = np.clip(reserve_frac[finite], 0.0, 1.0)
    minutes = weight_s[finite] / SECONDS_PER_MINUTE
    return float(np.sum(minutes * share * a * np.exp(b * share)))


def trimp_intensity_frac(
    reserve_frac: FloatArray, weight_s: FloatArray, *, threshold_reserve_frac: float, sex: Sex
) -> float:
    """The intensity whose load equals the training impulse, if an hour at threshold heart rate is
    100: the root of impulse per hour over that of the threshold."""
    known_s = float(weight_s[np.isfinite(reserve_frac)].sum())
    at_threshold = trimp_score(known_s, threshold_reserve_frac, sex=sex)
    return math.sqrt(trimp_of_series(reserve_frac, weight_s, sex=sex) / at_threshold)
