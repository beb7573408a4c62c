"""Speed second by second on one even grid, and where it changes.

Speed tells roughly: some watches show it 5-30 s late. Cadence has no such lag, so where it steps
clearly, it decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.environment.grade import grade_adjusted_speed_mps
from hakaru.running.validity import SPEED_MAX_MPS, BoolArray, Motion, read_motion, within_window
from hakaru.stats.series import change_points, median_of_five

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


@frozen
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
    even_mps = _running_median(np.clip(even_mps, 0.0, SPEED_MAX_MPS))
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


def _running_median(values: FloatArray) -> FloatArray:
    """Median of the 5 s around each: spikes of the position go, steps stay."""
    return values if values.size < MEDIAN_WINDOW_S else median_of_five(values)


def log_speed(speed_mps: FloatArray) -> FloatArray:
    """Logarithm of speed relative to its usual (median moving) value, limited on both sides."""
    moving_mps = speed_mps[speed_mps > STANDING_MPS]
    if moving_mps.size == 0:
        return np.zeros(speed_mps.shape)
    relative_frac = speed_mps / np.median(moving_mps)
    return np.log(np.clip(relative_frac, LOW_SHARE_OF_USUAL, HIGH_SHARE_OF_USUAL))


CROSSING_WITHIN_S = 15.0
STEP_BEFORE_S = 30.0
STEP_AFTER_S = 8.0
MARGIN_S = 5.0
"""Cadence is searched from 30 s before to 8 s after the change of speed, away from the next."""

STEP_MIN_SPM = 4.0
STEP_TO_NOISE_MIN = 2.5
STEP_SECONDS_MIN = 3


def refine_bounds_s(
    trace: Trace,
    bounds_s: Sequence[float],
    *,
    log_speed: Sequence[float],
    within_s: float = math.inf,
) -> list[float]:
    """Rough bounds moved to the second of the change; the first and the last stay.

    `log_speed` is that between the bounds, one fewer than these. Bounds never cross, and
    stay where they are if they would move by more than `within_s`.
    """
    refined_s = list(bounds_s)
    for index in range(1, len(bounds_s) - 1):
        before, after = log_speed[index - 1], log_speed[index]
        crossed_s = _crossing_s(trace, bounds_s[index], before, after)
        low_s = max(crossed_s - STEP_BEFORE_S, refined_s[index - 1] + MARGIN_S)
        high_s = min(crossed_s + STEP_AFTER_S, bounds_s[index + 1] - MARGIN_S)
        stepped_s = _step_s(trace.cadence_spm, low_s, high_s, rising=after > before)
        chosen_s = crossed_s if stepped_s is None else stepped_s
        if abs(chosen_s - bounds_s[index]) > within_s:
            chosen_s = bounds_s[index]
        refined_s[index] = min(max(chosen_s, refined_s[index - 1]), bounds_s[-1])
    return refined_s


def _crossing_s(trace: Trace, bound_s: float, before: float, after: float) -> float:
    """Where log speed crosses half-way between two levels, nearest to a rough bound.

    The rough bound itself where nothing crosses within 15 s of it.
    """
    first = max(0, int(bound_s - CROSSING_WITHIN_S))
    last = min(trace.log_speed.size, int(bound_s + CROSSING_WITHIN_S) + 1)
    above = trace.log_speed[first:last] > (before + after) / 2.0
    crossed = np.flatnonzero((above[1:] != above[:-1]) & (above[1:] == (after > before))) + 1
    if crossed.size == 0:
        return bound_s
    at_s = first + crossed.astype(np.float64)
    return float(at_s[np.argmin(np.abs(at_s - bound_s))])


def _step_s(cadence_spm: FloatArray, low_s: float, high_s: float, *, rising: bool) -> float | None:
    """The second at which cadence steps up or down; None where it does not do so clearly."""
    first, last = max(0, int(low_s)), min(cadence_spm.size, int(high_s))
    window_spm = cadence_spm[first:last]
    n = window_spm.size
    if n < 2 * STEP_SECONDS_MIN or not np.isfinite(window_spm).all():
        return None
    sums = np.cumsum(window_spm)
    counts = np.arange(1, n)
    left_spm, right_spm = sums[:-1] / counts, (sums[-1] - sums[:-1]) / (n - counts)
    explained = (left_spm - right_spm) ** 2 * counts * (n - counts) / n
    explained[: STEP_SECONDS_MIN - 1] = explained[n - STEP_SECONDS_MIN :] = 0.0
    place = int(np.argmax(explained))
    step_spm = float(right_spm[place] - left_spm[place]) * (1.0 if rising else -1.0)
    within = float(((window_spm - window_spm.mean()) ** 2).sum() - explained[place]) / n
    if step_spm < max(STEP_MIN_SPM, STEP_TO_NOISE_MIN * max(within, 0.0) ** 0.5):
        return None
    return float(first + place + 1)


STEP_S = 4
CELLS_MAX = 1500
"""Speed is cut on a grid of 4 s, coarser for very long runs, so that an hour takes milliseconds."""

PENALTY = 0.05
"""What a change must save per 4 s, in squared log speed: a step of 12 % that lasts 15 s, or one of
40 % of a few seconds. Changes too many do no harm: pieces of one role are joined afterwards."""

PIECE_MIN_CELLS = 2
HEART_LAG_S = 8.0


@frozen
class Pieces:
    """Pieces of even speed, in order, without gaps; shape (n_pieces,) each.

    `log_speed` is relative to the usual speed of the run, `standing_frac` the share of its time
    that was spent standing or paused (0..1). `heart_rate_bpm` is read 8 s after each of the
    n_pieces + 1 bounds, since the heart follows late; NaN where it is not known.
    """

    start_s: FloatArray
    end_s: FloatArray
    log_speed: FloatArray
    standing_frac: FloatArray
    heart_rate_bpm: FloatArray

    @property
    def length_s(self) -> FloatArray:
        """Elapsed time of each piece."""
        return self.end_s - self.start_s


def cut_trace(trace: Trace) -> Pieces:
    """The pieces of a trace."""
    step_s = max(STEP_S, -(-trace.log_speed.size // CELLS_MAX))
    cells = _medians(trace.log_speed, step_s)
    changes = change_points(cells, penalty=PENALTY * STEP_S / step_s, size_min=PIECE_MIN_CELLS)
    bounds_s = np.concatenate([[0.0], changes * float(step_s), [trace.end_s]])
    return Pieces(
        start_s=bounds_s[:-1],
        end_s=bounds_s[1:],
        log_speed=means_between(trace.log_speed, bounds_s),
        standing_frac=means_between(trace.standing.astype(np.float64), bounds_s),
        heart_rate_bpm=read_late_bpm(trace.heart_rate_bpm, bounds_s),
    )


def read_late_bpm(heart_rate_bpm: FloatArray, bounds_s: FloatArray) -> FloatArray:
    """Heart rate 8 s after each bound, from one value per second."""
    place = (bounds_s + HEART_LAG_S).astype(np.int64).clip(max=heart_rate_bpm.size - 1)
    late_bpm: FloatArray = heart_rate_bpm[place]
    return late_bpm


def _medians(values: FloatArray, window: int) -> FloatArray:
    """Median of each `window` values; what is left over at the end belongs to the last."""
    n_full = max(1, values.size // window)
    if values.size < window:
        return np.array([float(np.median(values))])
    medians: FloatArray = np.median(values[: n_full * window].reshape(n_full, window), axis=1)
    return medians


def means_between(values: FloatArray, bounds_s: FloatArray) -> FloatArray:
    """Mean of a column of one row per second between each two neighbouring bounds."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    at = np.arange(sums.size, dtype=np.float64)
    totals: FloatArray = np.diff(np.interp(bounds_s, at, sums))
    means: FloatArray = totals / np.maximum(np.diff(bounds_s), 1e-9)
    return means
