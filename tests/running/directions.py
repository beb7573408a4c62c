"""Both least-squares power laws through the same points, as the shared cases state them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.baseline.regression import root_mean_square
from hakaru.stats.robust import fit_line


@dataclass(frozen=True, kw_only=True)
class Directions:
    """Both least-squares power laws through the same points. `slope`, `intercept`: ln g on ln v.
    `inverse_alpha`, `inverse_d`: ln v on ln g, whose exponent is `inverse_exponent` = 1/d."""

    slope: float
    intercept: float
    r2: float
    inverse_alpha: float
    inverse_d: float
    inverse_exponent: float
    rmse_ms: float
    inverse_rmse_ms: float


def compare_directions(
    speed_mps: FloatArray, gct_ms: FloatArray, *, weight: FloatArray | None = None
) -> Directions:
    """Fit both ways; arrays of shape (n,), all > 0, at least two different values in each."""
    log_speed, log_gct = np.log(speed_mps), np.log(gct_ms)
    direct = fit_line(log_speed, log_gct, weight=weight)
    inverse = fit_line(log_gct, log_speed, weight=weight)
    inverted = np.exp((log_speed - inverse.intercept) / inverse.slope)
    return Directions(
        slope=direct.slope,
        intercept=direct.intercept,
        r2=direct.r2,
        inverse_alpha=inverse.intercept,
        inverse_d=inverse.slope,
        inverse_exponent=1.0 / inverse.slope,
        rmse_ms=root_mean_square(gct_ms - np.exp(direct.at(log_speed))),
        inverse_rmse_ms=root_mean_square(gct_ms - inverted),
    )
