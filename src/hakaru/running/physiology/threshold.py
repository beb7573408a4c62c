"""How long was a run held at the threshold, and above it?

A share is asked of the main part alone: over a whole run with its warm-up and cool-down even a
perfect tempo run looks poor (resolutions row 21).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray

HEART_RATE_MARGIN_BPM = 5.0
"""Within 5 bpm of threshold heart rate, both ends included (requirement T)."""

INTENSITY_LOW_FRAC, INTENSITY_HIGH_FRAC = 0.95, 1.05
"""Power and speed within 5 % of the threshold's, both ends included: T says so for power, and
power is close to proportional to speed on the level."""

HELD_EXCELLENT_PCT = 70.0
HELD_GOOD_PCT = 50.0
_TOLERANCE = 1e-9

ThresholdClass = Literal["excellent", "good", "low"]


@dataclass(frozen=True, kw_only=True)
class ThresholdFigures:
    """How the target part relates to the threshold. None: not measured, or threshold not known.

    Shares are of the time in which the quantity was measured, 0..100. `above_threshold_s` counts
    the whole run, standing included as in zones; `target_above_threshold_s` the target part.
    """

    heart_rate_share_pct: float | None = None
    speed_share_pct: float | None = None
    power_share_pct: float | None = None
    held: ThresholdClass | None = None
    above_threshold_s: float | None = None
    target_above_threshold_s: float | None = None
    lt_heart_rate_stale: bool = False


def threshold_share_pct(
    heart_rate_bpm: FloatArray, weight_s: FloatArray, *, lt_heart_rate_bpm: float
) -> float | None:
    """Share of time with a heart rate within 5 bpm of the threshold's.

    Arrays have shape (n_samples,); NaN is not measured and counts on neither side.

    Returns:
        0..100, None: no time with a heart rate.
    """
    return _share_pct(
        heart_rate_bpm,
        weight_s,
        lt_heart_rate_bpm - HEART_RATE_MARGIN_BPM,
        lt_heart_rate_bpm + HEART_RATE_MARGIN_BPM,
    )


def time_near_threshold_s(
    heart_rate_bpm: FloatArray, weight_s: FloatArray, *, lt_heart_rate_bpm: float
) -> float:
    """Time with a heart rate within 5 bpm of the threshold's, both ends included."""
    low, high = lt_heart_rate_bpm - HEART_RATE_MARGIN_BPM, lt_heart_rate_bpm + HEART_RATE_MARGIN_BPM
    return _inside_s(heart_rate_bpm, weight_s, low, high)


def threshold_speed_share_pct(
    speed_mps: FloatArray, weight_s: FloatArray, *, threshold_speed_mps: float
) -> float | None:
    """Share of time at 95..105 % of threshold speed (grade-adjusted speed where slopes are
    known). None: no time with a speed."""
    return _relative_share_pct(speed_mps, weight_s, threshold_speed_mps)


def threshold_power_share_pct(
    power_w: FloatArray, weight_s: FloatArray, *, critical_power_w: float
) -> float | None:
    """Share of time at 95..105 % of critical power. None: no time with a power."""
    return _relative_share_pct(power_w, weight_s, critical_power_w)


def time_above_threshold_s(
    heart_rate_bpm: FloatArray, weight_s: FloatArray, *, lt_heart_rate_bpm: float
) -> float | None:
    """Time with a heart rate at the threshold's or above it: half-open like zones, so that it is
    the time in a zone that begins there. None: no time with a heart rate."""
    finite = np.isfinite(heart_rate_bpm)
    if not weight_s[finite].sum() > 0.0:
        return None
    return float(weight_s[finite & (heart_rate_bpm >= lt_heart_rate_bpm - _TOLERANCE)].sum())


def share_pct(inside_s: float, total_s: float) -> float:
    """A time in percent of another, > 0."""
    return PERCENT * inside_s / total_s


def threshold_class(held_pct: float) -> ThresholdClass:
    """More than 70 % is excellent, from 50 % good, below that low (requirement T)."""
    if held_pct > HELD_EXCELLENT_PCT + _TOLERANCE:
        return "excellent"
    return "good" if held_pct >= HELD_GOOD_PCT - _TOLERANCE else "low"


def _relative_share_pct(values: FloatArray, weight_s: FloatArray, reference: float) -> float | None:
    return _share_pct(
        values, weight_s, INTENSITY_LOW_FRAC * reference, INTENSITY_HIGH_FRAC * reference
    )


def _share_pct(values: FloatArray, weight_s: FloatArray, low: float, high: float) -> float | None:
    total_s = float(weight_s[np.isfinite(values)].sum())
    if not total_s > 0.0:
        return None
    return share_pct(_inside_s(values, weight_s, low, high), total_s)


def _inside_s(values: FloatArray, weight_s: FloatArray, low: float, high: float) -> float:
    inside = (values >= low - _TOLERANCE) & (values <= high + _TOLERANCE)
    return float(weight_s[inside].sum())
