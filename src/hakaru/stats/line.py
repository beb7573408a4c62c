"""Which straight line does least squares put through weighted points?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Line:
    """y = intercept + slope x. `r2` is the weighted share of variance explained, 0..1; NaN where
    y does not vary."""

    intercept: float
    slope: float
    r2: float

    def at(self, x: FloatArray) -> FloatArray:
        """The line's value at each x."""
        return self.intercept + self.slope * x


def fit_line(x: FloatArray, y: FloatArray, *, weight: FloatArray | None = None) -> Line:
    """Weighted least squares (Draper & Smith, Applied Regression Analysis, 1998).

    All arrays have shape (n,); `weight` >= 0 and not all zero, None: all points count alike.

    Raises:
        ValueError: x takes fewer than two values where the weight is positive.
    """
    w = np.ones_like(x) if weight is None else weight
    total = w.sum()
    if not total > 0:
        raise ValueError("a line needs at least one point of positive weight")
    x_mean, y_mean = (w @ x) / total, (w @ y) / total
    dx, dy = x - x_mean, y - y_mean
    sxx, sxy, syy = w @ (dx * dx), w @ (dx * dy), w @ (dy * dy)
    if not sxx > 0:
        raise ValueError("a line needs at least two different x")
    slope = sxy / sxx
    r2 = sxy * sxy / (sxx * syy) if syy > 0 else float("nan")
    return Line(intercept=float(y_mean - slope * x_mean), slope=float(slope), r2=float(r2))
