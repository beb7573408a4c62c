"""At which second does one stretch of a session end and the next begin?

Speed tells roughly: some watches show it 5-30 s late. Cadence has no such lag, so where it steps
clearly, it decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.session.trace import Trace

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
