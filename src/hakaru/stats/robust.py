"""Which centre, scale, slope and line survive gross outliers?"""

from __future__ import annotations

import numpy as np

from hakaru.stats.line import FloatArray, Line, fit_line

HUBER_CUT = 1.345
"""95 % efficiency on normal errors (Huber 1964)."""
TUKEY_CUT = 4.685
"""95 % efficiency on normal errors (Beaton & Tukey 1974); beyond it a point does not count."""
MAD_TO_SD = 1.482602218505602
"""A normal's SD over its median absolute deviation."""
_TINY = 1e-300


def weighted_median(values: FloatArray, weight: FloatArray | None = None) -> float:
    """The value at which half of the weight is reached (midway where two share it).

    Raises:
        ValueError: no value of positive weight.
    """
    if weight is None:
        if values.size == 0:
            raise ValueError("the median of nothing is undefined")
        return float(np.median(values))
    order = np.argsort(values)
    reached = np.cumsum(weight[order])
    if reached.size == 0 or not reached[-1] > 0:
        raise ValueError("a weighted median needs a value of positive weight")
    half, slack = 0.5 * reached[-1], 1e-12 * reached[-1]
    lower = int(np.searchsorted(reached, half - slack))
    upper = min(int(np.searchsorted(reached, half + slack)), values.size - 1)
    return float(0.5 * (values[order[lower]] + values[order[upper]]))


def mad_scale(residual: FloatArray, weight: FloatArray | None = None) -> float:
    """Median absolute residual (around zero, not re-centred), scaled to a normal's SD."""
    return MAD_TO_SD * weighted_median(np.abs(residual), weight)


def huber_weights(standardised: FloatArray, cut: float = HUBER_CUT) -> FloatArray:
    """Weight of each standardised residual: 1 inside the cut, cut/|u| beyond it."""
    return np.minimum(1.0, cut / np.maximum(np.abs(standardised), _TINY))


def tukey_weights(standardised: FloatArray, cut: float = TUKEY_CUT) -> FloatArray:
    """Bisquare weight of each standardised residual: falls smoothly from 1 to 0 at the cut."""
    inside = 1.0 - np.square(np.minimum(np.abs(standardised) / cut, 1.0))
    return np.square(inside)


def huber_line(
    x: FloatArray,
    y: FloatArray,
    *,
    weight: FloatArray | None = None,
    cut: float = HUBER_CUT,
    max_iterations: int = 100,
) -> Line:
    """Huber M-estimate of a line by iterated reweighting, scale by MAD.

    Resists outliers in y, not in x (a wild x is a leverage point). Same arguments and errors as
    `fit_line`.
    """
    w = np.ones_like(x) if weight is None else weight
    line = fit_line(x, y, weight=w)
    for _ in range(max_iterations):
        residual = y - line.at(x)
        scale = mad_scale(residual, w)
        if not scale > 0:
            break
        following = fit_line(x, y, weight=w * huber_weights(residual / scale, cut))
        moved = abs(following.slope - line.slope) + abs(following.intercept - line.intercept)
        line = following
        if moved < 1e-12 * (1.0 + abs(line.intercept)):
            break
    return line


def theil_sen_slope(x: FloatArray, y: FloatArray) -> float:
    """Median of the slopes of all pairs with different x (Theil 1950, Sen 1968).

    Memory grows with the square of n: meant for up to a few thousand points.

    Raises:
        ValueError: no two x differ.
    """
    first, second = np.triu_indices(x.size, k=1)
    run = x[second] - x[first]
    usable = run != 0
    if not usable.any():
        raise ValueError("a slope needs at least two different x")
    return float(np.median((y[second] - y[first])[usable] / run[usable]))
