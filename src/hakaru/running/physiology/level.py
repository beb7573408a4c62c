"""How fast would the same effort have been on level ground, by the distance that was covered?

A watch's speed column lags and may average some percent below distance over time. Threshold speeds
and race times are distances over times, so that what is compared with them has to be as well.
"""

from __future__ import annotations

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.environment.grade import grade_adjusted_speed_mps
from hakaru.running.validity import BoolArray, Motion

SMOOTHING_S = 15.0
"""Single steps of a GPS track are noisy; over a quarter of a minute they are a pace."""


def level_speed_mps(recording: Recording, motion: Motion) -> FloatArray:
    """Level speed of equal cost in the interval that ends at each sample; shape (n_samples,).

    NaN where distance or slope is not known. A recording without altitude is taken as level.
    """
    device_mps = grade_adjusted_speed_mps(recording, motion)
    measured = np.isfinite(device_mps) & (motion.speed_mps > 0.0) & (motion.active_s > 0.0)
    factor = np.divide(
        device_mps, motion.speed_mps, out=np.full(measured.shape, np.nan), where=measured
    )
    ground_mps = np.divide(
        motion.step_m, motion.active_s, out=np.full(measured.shape, np.nan), where=measured
    )
    level_mps: FloatArray = factor * ground_mps
    return level_mps


def mean_level_speed_mps(
    level_mps: FloatArray, motion: Motion, *, inside: BoolArray
) -> float | None:
    """Level distance over time of a part of the samples. None: nothing known in it."""
    measured = inside & np.isfinite(level_mps)
    total_s = float(motion.active_s[measured].sum())
    return (
        float(level_mps[measured] @ motion.active_s[measured]) / total_s if total_s > 0.0 else None
    )


def smooth_level_speed_mps(
    level_mps: FloatArray, motion: Motion, *, inside: BoolArray
) -> FloatArray:
    """The mean over 15 s around each sample of a part, of that part alone; NaN elsewhere and where
    its own is not known."""
    measured = inside & np.isfinite(level_mps)
    lasted_s = np.where(measured, motion.active_s, 0.0)
    spent_s = np.cumsum(lasted_s)
    gone_m = np.cumsum(np.where(measured, level_mps, 0.0) * lasted_s)
    middle_s = motion.elapsed_s - motion.active_s / 2.0
    ends_s = (middle_s - SMOOTHING_S / 2.0, middle_s + SMOOTHING_S / 2.0)
    if not measured.any():
        return np.full(measured.shape, np.nan)
    time_s, metres = (
        np.subtract(*(np.interp(at_s, motion.elapsed_s, sums) for at_s in reversed(ends_s)))
        for sums in (spent_s, gone_m)
    )
    smooth_mps = np.full(measured.shape, np.nan)
    np.divide(metres, time_s, out=smooth_mps, where=measured & (time_s > 0.0))
    return smooth_mps
