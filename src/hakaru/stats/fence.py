"""Between which fences does Tukey's rule keep values?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.stats.line import FloatArray


@dataclass(frozen=True, kw_only=True)
class Fence:
    """Quartiles and the fences `q1 - k IQR`, `q3 + k IQR`."""

    q1: float
    q3: float
    low: float
    high: float

    def keeps(self, values: FloatArray) -> np.typing.NDArray[np.bool_]:
        """True where a value lies on or inside the fences; NaN is outside."""
        return (values >= self.low) & (values <= self.high)


def iqr_fence(values: FloatArray, k: float = 1.5) -> Fence:
    """Tukey's fences (1977) with linearly interpolated quartiles.

    Args:
        values: shape (n,), finite, n >= 1.
        k: how many interquartile ranges beyond the quartiles, >= 0.

    Raises:
        ValueError: no value.
    """
    if values.size == 0:
        raise ValueError("the quartiles of nothing are undefined")
    q1, q3 = (float(q) for q in np.percentile(values, (25.0, 75.0)))
    reach = k * (q3 - q1)
    return Fence(q1=q1, q3=q3, low=q1 - reach, high=q3 + reach)
