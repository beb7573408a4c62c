"""How wide must an interval be to hold the next value this often, whatever the distribution?"""

from __future__ import annotations

import math

import numpy as np

from hakaru.stats.line import FloatArray

_TOLERANCE = 1e-9


def conformal_rank(n: int, alpha: float) -> int:
    """k = ceil((n + 1)(1 - alpha)): the k-th smallest of n residuals bounds the next one.

    k > n means that n residuals are too few for this alpha.
    """
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha lies between 0 and 1, got {alpha!r}")
    return math.ceil((n + 1) * (1.0 - alpha) - _TOLERANCE)


def conformal_quantile(abs_residual: FloatArray, alpha: float) -> float:
    """Split-conformal half-width (Vovk 2005, Lei 2018); `inf` where residuals are too few.

    Args:
        abs_residual: absolute out-of-sample residuals, shape (n,), n >= 0.
        alpha: accepted miss rate, 0..1.
    """
    k = conformal_rank(abs_residual.size, alpha)
    if k > abs_residual.size:
        return math.inf
    return float(np.sort(abs_residual)[k - 1])


def weighted_conformal_quantile(
    abs_residual: FloatArray, weight: FloatArray, *, alpha: float
) -> float:
    """The same with a weight per residual, the next value weighing 1 (Barber 2023).

    Between two residuals it lies where the share is reached exactly, so that it is neither wider
    nor narrower on average: with all weights 1 it lies between the (k-1)-th and the k-th residual.
    `inf` where residuals are too few.
    """
    order = np.argsort(abs_residual)
    sorted_residual, sorted_weight = abs_residual[order], weight[order]
    reached = np.cumsum(sorted_weight)
    needed = (1.0 - alpha) * ((reached[-1] if reached.size else 0.0) + 1.0)
    position = int(np.searchsorted(reached, needed - _TOLERANCE))
    if position >= abs_residual.size:
        return math.inf
    below = float(sorted_residual[position - 1]) if position else 0.0
    part = (needed - (reached[position] - sorted_weight[position])) / sorted_weight[position]
    return below + min(float(part), 1.0) * (float(sorted_residual[position]) - below)
