"""What does a slope cost, and how fast would the same effort have been on the level?

Cost of running by Minetti et al. 2002 (J Appl Physiol 93:1039), a polynomial of the grade, measured
from -0.45 to +0.45. Slopes of a recording come from its smoothed altitude over its distance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.elevation import smooth_elevation_m
from hakaru.running.environment.path import change_around, is_known_around
from hakaru.running.validity import VALID_WINDOWS, BoolArray, Motion, read_motion

COST_COEFFICIENTS = (155.4, -30.4, -43.3, 46.3, 19.5, 3.6)
"""J/kg/m of the powers 5..0 of the grade. Its level value 3.6 lies above the 3.40 +- 0.24 that
was measured; ratios to it are used here, not the level itself."""

GRADE_LIMIT_FRAC = 0.45
"""Nobody was measured on steeper slopes: beyond it the cost of the limit is used."""

BASELINE_M = 50.0
"""Length over which a slope is read: shorter is noise of the altimeter, longer hides hills."""

BASELINE_MIN_M = 25.0
"""At both ends of a run the baseline is cut; below this nothing is said."""

ALTITUDE_GAP_M = 100.0
"""Where altitude is missing over more than this, the slope is unknown."""


class Cheapest(NamedTuple):
    """The slope on which a metre costs least: grade as a fraction (negative: downhill), J/kg/m."""

    grade_frac: float
    cost_j_per_kg_m: float


def running_cost_j_per_kg_m(grade_frac: FloatArray) -> FloatArray:
    """Metabolic cost of one metre at each grade (rise over distance); NaN stays NaN.

    Grades beyond +-0.45 cost what the limit costs; `is_beyond_measured` says where.
    """
    inside = np.clip(grade_frac, -GRADE_LIMIT_FRAC, GRADE_LIMIT_FRAC)
    return np.polyval(np.array(COST_COEFFICIENTS), inside)


def is_beyond_measured(grade_frac: FloatArray) -> BoolArray:
    """True where a slope is steeper than any that was measured, so that its cost is a guess."""
    steep: BoolArray = np.abs(grade_frac) > GRADE_LIMIT_FRAC + 1e-9
    return steep


def cost_factor(grade_frac: FloatArray) -> FloatArray:
    """Cost at each grade over cost on the level: 1 on the level, above 1 uphill."""
    return running_cost_j_per_kg_m(grade_frac) / COST_COEFFICIENTS[-1]


def level_speed_mps(
    speed_mps: FloatArray, grade_frac: FloatArray, *, exponent: float = 1.0
) -> FloatArray:
    """Speed on the level at the same metabolic power: v C(i) / C(0).

    `exponent` is a runner's own (`personal_grade.py`); 1: the published curve.
    """
    return speed_mps * cost_factor(grade_frac) ** exponent


def cheapest_grade() -> Cheapest:
    """Where the polynomial has its minimum (near -0.18; measured: -0.20)."""
    turning = np.roots(np.polyder(np.array(COST_COEFFICIENTS)))
    real = turning[np.abs(turning.imag) < 1e-9].real
    inside = real[np.abs(real) <= GRADE_LIMIT_FRAC]
    costs = running_cost_j_per_kg_m(inside)
    best = int(np.argmin(costs))
    return Cheapest(float(inside[best]), float(costs[best]))


def has_altitude(recording: Recording) -> bool:
    """Whether at least two heights were recorded."""
    return believable_heights_m(recording) is not None


def grade_frac(recording: Recording) -> FloatArray:
    """Rise over distance at each sample, over some 50 m around it; shape (n_samples,).

    NaN where altitude or distance is not known; all NaN without altitude.
    """
    heights_m = believable_heights_m(recording)
    elapsed_s = recording.series["elapsed_s"]
    smooth_m = None if heights_m is None else smooth_elevation_m(heights_m, elapsed_s)
    if heights_m is None or smooth_m is None:
        return np.full(elapsed_s.shape, np.nan)
    path_m = np.cumsum(read_motion(recording.series, recording.pauses).step_m)
    rise_m, over_m = change_around(path_m, smooth_m, length_m=BASELINE_M)
    measured = is_known_around(path_m, np.isfinite(heights_m), gap_m=ALTITUDE_GAP_M)
    measured &= over_m >= BASELINE_MIN_M - 1e-9
    return np.where(measured, rise_m / np.where(measured, over_m, 1.0), np.nan)


def grade_adjusted_speed_mps(
    recording: Recording, motion: Motion | None = None, *, exponent: float = 1.0
) -> FloatArray:
    """Level speed of equal cost at each sample; shape (n_samples,). `exponent` as above.

    NaN where the speed is unknown, and where the altitude has a gap. A recording without any
    altitude gives its plain speed: on a treadmill or a track there is nothing to correct, and who
    needs to know asks `has_altitude`. Standing and walking are in it: mask it with `running`.
    """
    moved = read_motion(recording.series, recording.pauses) if motion is None else motion
    if not has_altitude(recording):
        return moved.speed_mps.copy()
    return level_speed_mps(moved.speed_mps, grade_frac(recording), exponent=exponent)


def believable_heights_m(recording: Recording) -> FloatArray | None:
    """Recorded heights, NaN outside the physical window; None: fewer than two."""
    heights_m = recording.series.get("elevation_m")
    if heights_m is None:
        return None
    low_m, high_m = VALID_WINDOWS["elevation_m"]
    kept_m = np.where((heights_m >= low_m) & (heights_m <= high_m), heights_m, np.nan)
    return kept_m if np.count_nonzero(np.isfinite(kept_m)) >= 2 else None
