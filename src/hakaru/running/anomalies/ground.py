"""Under which speed, slope and role did each second of a run take place, and can it be judged?

Time is a grid of seconds: a sample stands for the seconds before it (smart recording writes fewer
samples), pauses vanish.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.elevation import smooth_elevation_m
from hakaru.running.metrics import REFERENCE_SPEED_MPS, RUNNING_SPEED_MIN_MPS
from hakaru.running.session.model import Structure
from hakaru.running.validity import GAP_MIN_S, BoolArray, Motion, read_motion

SPEED_SMOOTHING_S = 9
GRADE_SMOOTHING_S = 31
SETTLE_S = 10
"""After standing or walking a sensor needs this long to tell the truth again."""
STOPPING_S = 4
ROLE_BEFORE_S, ROLE_AFTER_S = 5.0, 10.0
"""Around a change of role, speed and steps follow each other with different delays."""
STEEPEST_PCT = 25.0
STEEP_PCT = 8.0
"""Steeper ground is climbed and descended, not run: no comparison holds there."""
SURGE_LOG_FRAC, SURGE_S = 0.15, 5
"""A speed that changes by 15 % within 10 s (a corner, a dodge, a stride) belongs to no pace."""


@dataclass(frozen=True, kw_only=True)
class Ground:
    """One row per second, shape (n_seconds,).

    `row` is the sample of each second. `log_speed` is smoothed speed over 3 m/s, 0 where nobody
    ran; `role` numbers the kinds of segment (0: the commonest); `steady` is True where the runner
    has been running for a while, well inside a segment.
    """

    motion: Motion
    row: NDArray[np.intp]
    elapsed_s: FloatArray
    log_speed: FloatArray
    grade_pct: FloatArray
    role: NDArray[np.intp]
    steady: BoolArray


def read_ground(recording: Recording, structure: Structure) -> Ground:
    """The ground of a recording with at least one sample."""
    motion = read_motion(recording.series, recording.pauses)
    row, ahead_s = _seconds(motion)
    elapsed_s = motion.elapsed_s[row] - ahead_s
    role, inside = _roles(elapsed_s, structure)
    log_speed = _log_speed(motion.speed_mps[row])
    grade_pct = _grade_pct(recording, motion)[row]
    return Ground(
        motion=motion,
        row=row,
        elapsed_s=elapsed_s,
        log_speed=log_speed,
        grade_pct=grade_pct,
        role=role,
        steady=inside
        & _settled(motion.running[row])
        & (np.abs(grade_pct) <= STEEP_PCT)
        & ~_surging(log_speed),
    )


def moving_mean(values: FloatArray, width: int) -> FloatArray:
    """Centred mean over an odd number of seconds; the edges lean on their first and last value."""
    padded = np.empty(values.size + width)
    half = width // 2
    padded[: half + 1] = values[0]
    padded[half + 1 : half + 1 + values.size] = values
    padded[half + 1 + values.size :] = values[-1]
    reached = np.cumsum(padded)
    return (reached[width:] - reached[:-width]) / width


def _seconds(motion: Motion) -> tuple[NDArray[np.intp], FloatArray]:
    """For each second the sample that stands for it, and how far ahead that sample lies."""
    reached = np.rint(np.cumsum(np.clip(motion.active_s, 0.0, GAP_MIN_S)))
    seconds = np.diff(reached, prepend=-1.0).astype(np.intp)
    row = np.repeat(np.arange(seconds.size), seconds)
    return row, reached[row] - np.arange(row.size)


def _log_speed(speed_mps: FloatArray) -> FloatArray:
    smooth_mps = moving_mean(np.nan_to_num(speed_mps), SPEED_SMOOTHING_S)
    return np.log(np.maximum(smooth_mps, RUNNING_SPEED_MIN_MPS) / REFERENCE_SPEED_MPS)


def _surging(log_speed: FloatArray) -> BoolArray:
    """True within 5 s of a sudden change of speed."""
    width = 2 * SURGE_S
    surging = np.zeros(log_speed.size, dtype=np.bool_)
    if log_speed.size > width:
        sudden = np.abs(log_speed[width:] - log_speed[:-width]) > SURGE_LOG_FRAC
        for offset in range(0, width + 1, SURGE_S):
            surging[offset : offset + sudden.size] |= sudden
    return surging


def _settled(running: BoolArray) -> BoolArray:
    """True where the last 10 s and the next 4 s were all running; the first second is a start."""
    n = running.size
    still = np.zeros(n + SETTLE_S + STOPPING_S + 1)
    still[:SETTLE_S] = 1.0
    still[SETTLE_S : SETTLE_S + n] = ~running
    reached = np.concatenate(([0.0], np.cumsum(still)))
    width = SETTLE_S + STOPPING_S + 1
    settled: BoolArray = reached[width : width + n] - reached[:n] < 0.5
    return settled


def _roles(elapsed_s: FloatArray, structure: Structure) -> tuple[NDArray[np.intp], BoolArray]:
    """The kind of segment of each second, and whether it lies well inside."""
    inside = np.ones(elapsed_s.size, dtype=np.bool_)
    role = np.zeros(elapsed_s.size, dtype=np.intp)
    kinds: dict[str, int] = {}
    for place, segment in enumerate(structure.segments):
        number = kinds.setdefault(segment.role, len(kinds))
        start_s, end_s = segment.start_elapsed_s, segment.end_elapsed_s
        low, settled = np.searchsorted(elapsed_s, (start_s - ROLE_BEFORE_S, start_s + ROLE_AFTER_S))
        first, last = np.searchsorted(elapsed_s, (start_s, end_s))
        role[first:last] = number
        if place:
            inside[low:settled] = False
    return role, inside


def _grade_pct(recording: Recording, motion: Motion) -> FloatArray:
    """Slope over about 30 s, positive uphill; 0 without altitude or where nobody moved."""
    flat = np.zeros(motion.elapsed_s.size)
    elevation_m = recording.series.get("elevation_m")
    if elevation_m is None or flat.size < 2:
        return flat
    smooth_m = smooth_elevation_m(elevation_m, motion.elapsed_s)
    if smooth_m is None:
        return flat
    half = max(1, round(GRADE_SMOOTHING_S / 2.0 / float(np.median(np.diff(motion.elapsed_s)))))
    distance_m = np.cumsum(motion.step_m)
    before, after = np.arange(flat.size) - half, np.arange(flat.size) + half
    before, after = before.clip(min=0), after.clip(max=flat.size - 1)
    covered_m = distance_m[after] - distance_m[before]
    rise_m = smooth_m[after] - smooth_m[before]
    grade_pct = np.divide(PERCENT * rise_m, covered_m, out=flat, where=covered_m > half)
    return np.clip(grade_pct, -STEEPEST_PCT, STEEPEST_PCT)
