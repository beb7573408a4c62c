"""Which kinds of randomness does a run contain?

Every function takes its generator. Noise is standard (mean 0, standard deviation 1), one value per
second, shape (n,); callers scale it to their unit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
AnyUnit = NDArray[np.float64]
"""Numbers in whatever unit the caller has."""

_T = TypeVar("_T")
_FORGOTTEN = 1e-6
_KNOT_S = 30.0


def generator(*entropy: int) -> np.random.Generator:
    """An independent stream for each tuple of non-negative integers."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy)))


def ar1(rng: np.random.Generator, n: int, *, carry_frac: float) -> AnyUnit:
    """A stationary first-order autoregression; `carry_frac` in (0, 1) is its lag-1 correlation."""
    memory = math.ceil(math.log(_FORGOTTEN) / math.log(carry_frac))
    weights = carry_frac ** np.arange(memory) * math.sqrt(1.0 - carry_frac**2)
    shocks = rng.standard_normal(n + memory - 1)
    noise: AnyUnit = np.convolve(shocks, weights, "valid")
    return noise


def slow_noise(rng: np.random.Generator, n: int, *, tau_s: float) -> AnyUnit:
    """Wandering that is forgotten over `tau_s` seconds (>= 30), straight between 30-s knots."""
    n_knots = int(n // _KNOT_S) + 2
    knots = ar1(rng, n_knots, carry_frac=math.exp(-_KNOT_S / tau_s))
    return np.interp(np.arange(n), np.arange(n_knots) * _KNOT_S, knots)


def follow(base: AnyUnit, own: AnyUnit, *, correlation_frac: float) -> AnyUnit:
    """A standard noise with the given correlation (-1..1) to the standard noise `base`."""
    return correlation_frac * base + math.sqrt(1.0 - correlation_frac**2) * own


def first_order(target: AnyUnit, *, rise_s: float, fall_s: float) -> AnyUnit:
    """`target` as seen through a first-order lag with two time constants; starts at target[0]."""
    up, down = 1.0 - math.exp(-1.0 / rise_s), 1.0 - math.exp(-1.0 / fall_s)
    goals = target.tolist()
    value, result = goals[0], []
    for goal in goals:
        value += (goal - value) * (up if goal > value else down)
        result.append(value)
    return np.array(result)


def pick(rng: np.random.Generator, choices: Sequence[_T]) -> _T:
    """One of the choices, all equally likely."""
    return choices[int(rng.random() * len(choices))]
