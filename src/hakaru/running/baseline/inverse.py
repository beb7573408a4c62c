"""Where does the requirements' own recipe put the curve? For comparison only (resolutions §1.1)."""

from __future__ import annotations

import numpy as np

from hakaru.stats.robust import FloatArray, huber_line, iqr_fence


def inverse_line(log_speed: FloatArray, gct_ms: FloatArray) -> tuple[float, float]:
    """Level and exponent of ln g = level + exponent * log_speed from ln v regressed on ln g.

    The recipe: outliers by IQR on contact time, Huber regression of speed on contact time, then
    inversion. Its exponent is 1/R² too steep.

    `log_speed` is ln(speed / any reference); both arrays have shape (n,).

    Raises:
        ValueError: fewer than two different contact times.
    """
    inliers = iqr_fence(gct_ms).keeps(gct_ms)
    line = huber_line(np.log(gct_ms[inliers]), log_speed[inliers])
    if line.slope == 0.0:
        raise ValueError("the inverse fit is flat and cannot be inverted")
    return -line.intercept / line.slope, 1.0 / line.slope
