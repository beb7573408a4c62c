"""Into which pieces of even speed does a trace fall?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.session.trace import Trace
from hakaru.stats.series import change_points

STEP_S = 4
CELLS_MAX = 1500
"""Speed is cut on a grid of 4 s, coarser for very long runs, so that an hour takes milliseconds."""

PENALTY = 0.05
"""What a change must save per 4 s, in squared log speed: a step of 12 % that lasts 15 s, or one of
40 % of a few seconds. Changes too many do no harm: pieces of one role are joined afterwards."""

PIECE_MIN_CELLS = 2
HEART_LAG_S = 8.0


@dataclass(frozen=True, kw_only=True)
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
