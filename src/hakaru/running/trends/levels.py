"""Where does the line of a metric lie in each of several windows of time?

Every window has its own level and a slope drawn to the long-term one, so that a month run at one
speed still answers at another; runs have an effect each (resolutions row 1), and gross outliers do
not count. All windows are estimated together:

    y_ij = level_w + slope_w x_ij + u_i + e_ij,   slope_w ~ N(slope, wander^2),   slope ~ prior.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.running.baseline.beliefs import RUN_PSEUDO_COUNT, SPLIT_PSEUDO_COUNT, LinePrior
from hakaru.running.baseline.design import Rows, speed_axis
from hakaru.running.baseline.estimate import Estimate, RunSums, estimate_line, run_sums
from hakaru.running.trends.model import TrendSamples
from hakaru.running.trends.quantities import Quantity
from hakaru.stats.robust import Belief, weighted_median

_SLOPE_WANDER_SHARE = 0.25
"""How far the slope of a window may stray from the long-term one, in SDs between runners."""
_SLOPE_ROUNDS = 2


@dataclass(frozen=True, kw_only=True)
class Levels:
    """The lines of all windows on the working scale of the model.

    `level`, `slope` and `factor` have shape (n_windows,): a window's values are `factor` times the
    line. `cov` is the joint covariance of (levels, slopes), shape (2 n_windows, 2 n_windows);
    `degrees` of freedom belong to the spread between runs.
    """

    power: bool
    level: FloatArray
    slope: FloatArray
    factor: FloatArray
    cov: FloatArray
    degrees: float

    def values_at(self, speed_mps: float) -> FloatArray:
        """Each window's value at a speed, in the metric's unit, shape (n_windows,)."""
        line = self.level + self.slope * self._x(speed_mps)
        return self.factor * (np.exp(line) if self.power else line)

    def log_cov_at(self, speed_mps: float) -> FloatArray:
        """Joint covariance of the logarithms of these values, shape (n_windows, n_windows)."""
        n, x = self.level.size, self._x(speed_mps)
        line = np.ones(n) if self.power else self.level + self.slope * x
        gradient = np.hstack([np.diag(1.0 / line), np.diag(x / line)])
        joint: FloatArray = gradient @ self.cov @ gradient.T
        return joint

    def _x(self, speed_mps: float) -> float:
        return float(speed_axis("power" if self.power else "linear", np.array([speed_mps]))[0])


def fit_levels(samples: TrendSamples, window: NDArray[np.intp], *, quantity: Quantity) -> Levels:
    """The line of every window.

    Args:
        samples: sound ones (`sound_samples`), at least one.
        window: which window each sample belongs to, 0..n_windows-1, each with a sample; all
            samples of a run belong to one. Shape (n_samples,).
        quantity: what is believed about the metric.
    """
    rows = _rows(samples, quantity)
    belief = Belief(
        expected=quantity.noise, pseudo_runs=RUN_PSEUDO_COUNT, pseudo_splits=SPLIT_PSEUDO_COUNT
    )
    estimate, scale = _pooled(rows, window, quantity, belief)
    window_of_run = np.zeros(rows.run_weight.size, dtype=np.intp)
    window_of_run[rows.run_index] = window
    n_windows = scale.size
    degrees = rows.run_weight.size - n_windows + RUN_PSEUDO_COUNT
    sums = _honest_sums(rows, estimate, n_windows)
    level, slope, cov = _solve(sums, window_of_run, quantity.prior)
    return Levels(
        power=rows.model_type == "power",
        level=level,
        slope=slope,
        factor=scale,
        cov=cov,
        degrees=float(degrees),
    )


def _rows(samples: TrendSamples, quantity: Quantity) -> Rows:
    _, run_index = np.unique(samples.run_id, return_inverse=True)
    return Rows(
        model_type=quantity.model_type,
        value=samples.value,
        x=speed_axis(quantity.model_type, samples.speed_mps),
        weight=np.clip(samples.weight_s / np.median(samples.weight_s), 0.2, 5.0),
        run_index=run_index.astype(np.intp),
        run_weight=np.ones(int(run_index.max()) + 1),
    )


def _pooled(
    rows: Rows, window: NDArray[np.intp], quantity: Quantity, belief: Belief
) -> tuple[Estimate, FloatArray]:
    """One line through all windows, each divided by how far its median lies from that line.

    Without the division a lasting change of level would look like noise between runs.
    """
    bounded = quantity.model_type == "power" and quantity.prior.slope < 0.0
    n_windows = int(window.max()) + 1
    scale = np.ones(n_windows)
    for _ in range(_SLOPE_ROUNDS):
        level_rows = replace(rows, value=rows.value / scale[window])
        estimate = estimate_line(
            level_rows, quantity.prior, belief=belief, run_effect=True, bounded=bounded
        )
        residual = estimate.design.residual(estimate.line.level, estimate.line.slope)
        ratio = np.exp(residual) if quantity.model_type == "power" else 1.0 + residual
        scale = scale * np.array(
            [
                weighted_median(ratio[window == place], rows.weight[window == place])
                for place in range(n_windows)
            ]
        )
    level_rows = replace(rows, value=rows.value / scale[window])
    return (
        estimate_line(level_rows, quantity.prior, belief=belief, run_effect=True, bounded=bounded),
        scale,
    )


def _honest_sums(rows: Rows, estimate: Estimate, n_windows: int) -> RunSums:
    """Each run's information, with the spread between runs corrected for the levels taken out."""
    n_runs, estimated = rows.run_weight.size, estimate.components
    n_informed = n_runs - 1.0 + RUN_PSEUDO_COUNT
    left = n_runs - n_windows + RUN_PSEUDO_COUNT
    components = replace(estimated, between_sd=estimated.between_sd * math.sqrt(n_informed / left))
    return run_sums(rows, estimate.design, robust=estimate.robust, components=components)


def _solve(
    sums: RunSums, window_of_run: NDArray[np.intp], prior: LinePrior
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Levels, slopes and their joint covariance; the last unknown is the long-term slope."""
    n = int(window_of_run.max()) + 1

    def per_window(values: FloatArray) -> FloatArray:
        return np.bincount(window_of_run, weights=values, minlength=n).astype(np.float64)

    precision, pull = np.zeros((2 * n + 1, 2 * n + 1)), np.zeros(2 * n + 1)
    at, own = np.arange(n), np.arange(n) + n
    precision[at, at] = per_window(sums.a00)
    precision[at, own] = precision[own, at] = per_window(sums.a01)
    tie = (_SLOPE_WANDER_SHARE * prior.slope_sd) ** -2
    precision[own, own] = per_window(sums.a11) + tie
    precision[own, -1] = precision[-1, own] = -tie
    precision[-1, -1] = n * tie + prior.slope_sd**-2
    pull[at], pull[own] = per_window(sums.h0), per_window(sums.h1)
    pull[-1] = prior.slope * prior.slope_sd**-2
    cov: FloatArray = np.linalg.inv(precision).astype(np.float64)
    mean = cov @ pull
    return mean[:n], mean[n : 2 * n], cov[: 2 * n, : 2 * n]
