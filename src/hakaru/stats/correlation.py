"""How closely do two measured series go together, and how sure is that when neighbours repeat?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

_FEWEST = 8
_LAG_SHARE = 5
_Z_95 = 1.959964


@dataclass(frozen=True, kw_only=True)
class Correlation:
    """Pearson's r with its 95 % interval. `n` pairs count as `n_effective` independent ones."""

    r: float
    low: float
    high: float
    n: int
    n_effective: float

    @property
    def is_told(self) -> bool:
        """Whether the interval says on which side of zero it lies."""
        return self.low > 0.0 or self.high < 0.0


def correlate(x: FloatArray, y: FloatArray) -> Correlation | None:
    """Pearson's r of evenly spaced series; pairs with a NaN do not count.

    Seconds of a run repeat each other, so the interval (Fisher's z) rests on the effective number
    of pairs: n / (1 + 2 sum of r_xx(k) r_yy(k)), lags up to a fifth of the series (Pyper and
    Peterman 1998). None: fewer than 8 pairs, or one series does not vary.
    """
    finite = np.isfinite(x) & np.isfinite(y)
    n = int(np.count_nonzero(finite))
    if n < _FEWEST:
        return None
    a, b = x[finite] - x[finite].mean(), y[finite] - y[finite].mean()
    spread = math.sqrt(float(a @ a) * float(b @ b))
    if not spread > 1e-12 * (1.0 + float(np.abs(x[finite]).max() * np.abs(y[finite]).max())):
        return None
    r = max(-1.0, min(1.0, float(a @ b) / spread))
    n_effective = _effective(a, b)
    low, high = -1.0, 1.0
    if n_effective > 3.0 and abs(r) < 1.0:
        z, half = math.atanh(r), _Z_95 / math.sqrt(n_effective - 3.0)
        low, high = math.tanh(z - half), math.tanh(z + half)
    return Correlation(r=r, low=low, high=high, n=n, n_effective=n_effective)


def _effective(a: FloatArray, b: FloatArray) -> float:
    n = a.size
    lags = range(1, max(n // _LAG_SHARE, 1) + 1)
    own_a, own_b = float(a @ a), float(b @ b)
    shared = sum(float(a[k:] @ a[:-k]) / own_a * float(b[k:] @ b[:-k]) / own_b for k in lags)
    return float(min(max(n / (1.0 + 2.0 * max(shared, 0.0)), 1.0), n))
