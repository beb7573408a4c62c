"""How much did a run go up and down, without counting the noise of the altimeter?"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hakaru.running.activity import FloatArray

SMOOTHING_S = 15.0
HYSTERESIS_M = 2.0
"""A rise or fall counts once it exceeds this: barometers wander by a metre or so."""


def smooth_elevation_m(elevation_m: FloatArray, elapsed_s: FloatArray) -> FloatArray | None:
    """Moving average over about 15 s, gaps bridged linearly. None: fewer than two known heights."""
    places = np.flatnonzero(np.isfinite(elevation_m))
    if places.size < 2:
        return None
    filled_m = np.interp(elapsed_s, elapsed_s[places], elevation_m[places])
    half = round(SMOOTHING_S / float(np.median(np.diff(elapsed_s))) / 2.0)
    if half < 1:
        return filled_m
    padded_m = np.pad(filled_m, half, mode="edge")
    return np.convolve(padded_m, np.full(2 * half + 1, 1.0 / (2 * half + 1)), mode="valid")


def cumulative_climb_m(elevation_m: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Metres gained and lost up to each sample, reversals below `HYSTERESIS_M` left out.

    Both arrays start at 0 and never fall; shape (n_samples,).
    """
    path_m = elevation_m.copy()
    turns = _turning_points(elevation_m.tolist())
    path_m[: turns[0] + 1] = elevation_m[turns[0]]
    for start, end in pairwise(turns):
        leg = elevation_m[start : end + 1]
        rising = leg[-1] >= leg[0]
        path_m[start : end + 1] = (np.maximum if rising else np.minimum).accumulate(leg)
    path_m[turns[-1] :] = elevation_m[turns[-1]]
    steps_m = np.diff(path_m, prepend=path_m[:1])
    return np.cumsum(steps_m.clip(min=0.0)), np.cumsum((-steps_m).clip(min=0.0))


def _turning_points(heights_m: list[float]) -> list[int]:
    """Indices of the alternating extremes that lie more than `HYSTERESIS_M` apart."""
    turns: list[int] = []
    low = high = direction = 0
    for index, height_m in enumerate(heights_m):
        if height_m > heights_m[high]:
            high = index
        if height_m < heights_m[low]:
            low = index
        if direction <= 0 and height_m - heights_m[low] > HYSTERESIS_M:
            turns.append(low)
            direction, high = 1, index
        elif direction >= 0 and heights_m[high] - height_m > HYSTERESIS_M:
            turns.append(high)
            direction, low = -1, index
    last = {1: high, -1: low, 0: 0}[direction]
    return [*turns, last]
