"""How hard was the runner going at each second? One even grid, whatever the watch recorded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.environment.grade import grade_adjusted_speed_mps
from hakaru.running.validity import SPEED_MAX_MPS, BoolArray, Motion, read_motion, within_window

STANDING_MPS = 0.8
"""Slower than any walk."""

LOW_SHARE_OF_USUAL = 0.55
HIGH_SHARE_OF_USUAL = 2.2
"""Speeds are compared as logarithms between these shares of the usual running speed: whether
somebody stood, walked or crept in a recovery says nothing about its being one."""

LOG_FACTOR_MAX = 0.4
"""Slopes that would explain more are rather errors of the altimeter."""

STRETCH_S = 20.0
CALM_MAX = 0.2
"""Changes of log speed from one stretch to the next that a hill may explain."""

MEDIAN_WINDOW_S = 5
UNOBSERVED_MIN_S = 10.0


@dataclass(frozen=True, kw_only=True)
class Trace:
    """One row per second of elapsed time, row k standing for [k, k + 1); shape (n_seconds,).

    `speed_mps` is grade-adjusted and 0 while standing or paused; `log_speed` its logarithm relative
    to the usual running speed, limited on both sides (0: the usual speed). `heart_rate_bpm` and
    `cadence_spm` are interpolated, all NaN if unknown.
    """

    end_s: float
    speed_mps: FloatArray
    log_speed: FloatArray
    standing: BoolArray
    heart_rate_bpm: FloatArray
    cadence_spm: FloatArray


def read_trace(recording: Recording) -> Trace | None:
    """The trace of a recording with samples; None where no speed is known."""
    motion = read_motion(recording.series, recording.pauses)
    end_s = float(motion.elapsed_s[-1])
    at_s = np.arange(max(1, int(np.ceil(end_s))), dtype=np.float64) + 0.5
    adjusted_mps = _adjusted_speed_mps(recording, motion)
    finite = np.isfinite(adjusted_mps)
    if np.count_nonzero(finite) < 2:
        return None
    even_mps = np.interp(at_s, motion.elapsed_s[finite], adjusted_mps[finite])
    even_mps = _running_median(np.clip(even_mps, 0.0, SPEED_MAX_MPS), MEDIAN_WINDOW_S)
    interval = np.searchsorted(motion.elapsed_s, at_s).clip(max=motion.elapsed_s.size - 1)
    length_s = np.diff(motion.elapsed_s, prepend=0.0)
    paused = (motion.active_s < 0.5 * length_s) & (length_s > 0.0)
    even_mps = np.where(paused[interval], 0.0, even_mps)
    return Trace(
        end_s=end_s,
        speed_mps=even_mps,
        log_speed=log_speed(even_mps),
        standing=even_mps < STANDING_MPS,
        heart_rate_bpm=_evenly(recording, "heart_rate_bpm", at_s),
        cadence_spm=np.where(paused[interval], 0.0, _evenly(recording, "cadence_spm", at_s)),
    )


def _evenly(recording: Recording, column: str, at_s: FloatArray) -> FloatArray:
    """A column on the grid; all NaN where it was never measured."""
    values = recording.series.get(column)
    if values is None:
        return np.full(at_s.shape, np.nan)
    measured = within_window(values, column) & np.isfinite(values)
    if not measured.any():
        return np.full(at_s.shape, np.nan)
    return np.interp(at_s, recording.series["elapsed_s"][measured], values[measured])


def _adjusted_speed_mps(recording: Recording, motion: Motion) -> FloatArray:
    """Grade-adjusted speed at each sample; over a long gap the mean speed of the gap."""
    plain_mps = motion.speed_mps
    level_mps = grade_adjusted_speed_mps(recording, motion)
    usable = np.isfinite(level_mps) & (level_mps > 0.0) & (plain_mps > STANDING_MPS)
    log_factor = np.zeros(plain_mps.shape)
    np.log(level_mps / np.where(usable, plain_mps, 1.0), out=log_factor, where=usable)
    log_factor = np.clip(log_factor, -LOG_FACTOR_MAX, LOG_FACTOR_MAX)
    share = _share_of_slope(motion.elapsed_s, np.where(usable, plain_mps, np.nan), log_factor)
    adjusted_mps = plain_mps * np.exp(share * log_factor)
    unobserved = motion.active_s > UNOBSERVED_MIN_S
    gap_mps = motion.step_m / np.where(unobserved, motion.active_s, 1.0)
    slow_gap = unobserved & (gap_mps < STANDING_MPS)
    return np.where(slow_gap, gap_mps, adjusted_mps)


def _share_of_slope(elapsed_s: FloatArray, speed_mps: FloatArray, log_factor: FloatArray) -> float:
    """How much of the cost of slopes this runner paid in speed: 0 (kept the pace) to 1.

    Few keep their effort exactly on hills; and the altimeter may be noise. Regression of changes
    of log speed on changes of the log factor between neighbouring stretches, so that neither a
    warm-up nor the works of a session take part.
    """
    stretch = (elapsed_s / STRETCH_S).astype(np.int64)
    finite = np.isfinite(speed_mps)
    n = int(stretch[-1]) + 1
    counts = np.bincount(stretch[finite], minlength=n)
    rows = np.maximum(counts, 1)
    speeds = np.bincount(stretch[finite], np.log(speed_mps[finite]), minlength=n) / rows
    factors = np.bincount(stretch[finite], log_factor[finite], minlength=n) / rows
    both = (counts[1:] > 0) & (counts[:-1] > 0)
    slower, steeper = -np.diff(speeds)[both], np.diff(factors)[both]
    calm = np.abs(slower) < CALM_MAX
    along = float((steeper[calm] ** 2).sum())
    if along == 0.0:
        return 0.0
    return min(1.0, max(0.0, float((slower[calm] * steeper[calm]).sum()) / along))


def _running_median(values: FloatArray, window: int) -> FloatArray:
    """Median of `window` values around each: spikes of the position go, steps stay."""
    if values.size < window:
        return values
    padded = np.pad(values, window // 2, mode="edge")
    return np.median(np.lib.stride_tricks.sliding_window_view(padded, window), axis=1)


def log_speed(speed_mps: FloatArray) -> FloatArray:
    """Logarithm of speed relative to its usual (median moving) value, limited on both sides."""
    moving_mps = speed_mps[speed_mps > STANDING_MPS]
    if moving_mps.size == 0:
        return np.zeros(speed_mps.shape)
    relative_frac = speed_mps / np.median(moving_mps)
    return np.log(np.clip(relative_frac, LOW_SHARE_OF_USUAL, HIGH_SHARE_OF_USUAL))
