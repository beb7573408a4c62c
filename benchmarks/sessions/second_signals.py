"""Noises and lags that a measured signal carries."""

from __future__ import annotations

import math

import numpy as np

from hakaru.running.activity import FloatArray


def draw_wander(rng: np.random.Generator, n: int, *, sd: float, tau_s: float) -> FloatArray:
    """Noise with a memory: AR(1) of standard deviation `sd`, forgetting within `tau_s`.

    Shape (n,), one value a second. GPS speed, barometers and pacing err like this: an error now is
    still there some seconds later, so that it does not average out as white noise would.
    """
    keep = math.exp(-1.0 / tau_s)
    pushes = rng.normal(0.0, sd * math.sqrt(1.0 - keep**2), n).tolist()
    level = float(rng.normal(0.0, sd))
    levels = []
    for push in pushes:
        level = keep * level + push
        levels.append(level)
    return np.asarray(levels, dtype=np.float64)


def follow(values: FloatArray, *, rise_s: float, fall_s: float, start: float) -> FloatArray:
    """First-order response: 63 % of a rise within `rise_s`, of a fall within `fall_s`.

    Shape of `values`, one value a second; no lag where a time constant is 0.
    """
    up = 1.0 - math.exp(-1.0 / rise_s) if rise_s > 0 else 1.0
    down = 1.0 - math.exp(-1.0 / fall_s) if fall_s > 0 else 1.0
    level = start
    levels = []
    for target in values.tolist():
        level += (up if target > level else down) * (target - level)
        levels.append(level)
    return np.asarray(levels, dtype=np.float64)
