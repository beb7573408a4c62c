"""How far does a run's mean stray, when its splits share the day and each adds its own noise?

Random intercept per run: var(split) = between^2 + within^2, var(mean of n) = between^2 +
within^2 / n. Treating splits as independent understates the error of a mean (design effect).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.stats.line import FloatArray


@dataclass(frozen=True, kw_only=True)
class Components:
    """Standard deviations between runs and between the splits of one run, in one unit."""

    between_sd: float
    within_sd: float

    @property
    def split_sd(self) -> float:
        """SD of one split of a new run."""
        return math.hypot(self.between_sd, self.within_sd)

    def mean_sd(self, n_splits: float) -> float:
        """SD of the mean of n splits of one new run."""
        return math.hypot(self.between_sd, self.within_sd / math.sqrt(n_splits))

    def naive_mean_sd(self, n_splits: float) -> float:
        """What the same would be if the splits were independent (they are not)."""
        return self.split_sd / math.sqrt(n_splits)

    def design_effect(self, n_splits: float) -> float:
        """Variance of the mean over its naive value, >= 1."""
        return (self.mean_sd(n_splits) / self.naive_mean_sd(n_splits)) ** 2


@dataclass(frozen=True, kw_only=True)
class Belief:
    """Components expected before any data, worth `pseudo_runs` runs and `pseudo_splits` splits
    (0: no belief, the data decide alone)."""

    expected: Components
    pseudo_runs: float
    pseudo_splits: float


def estimate_components(
    residual: FloatArray,
    run_index: NDArray[np.intp],
    *,
    weight: FloatArray,
    run_weight: FloatArray,
    belief: Belief,
) -> Components:
    """Moment estimates of both components, blended with a belief.

    `residual` is taken around the fitted curve, shape (n,); `run_index` says 0..n_runs-1 for each,
    `weight` how much it counts in its run (0 leaves it out). `run_weight`, shape (n_runs,), is the
    weight of each run, for instance by recency.
    """
    n_runs = run_weight.size
    total = np.bincount(run_index, weights=weight, minlength=n_runs)
    seen = total > 0
    mean = np.bincount(run_index, weights=weight * residual, minlength=n_runs)
    mean = np.divide(mean, total, out=np.zeros(n_runs), where=seen)
    squares = np.bincount(run_index, weights=weight * weight, minlength=n_runs)
    share = np.divide(squares, total * total, out=np.ones(n_runs), where=seen)
    within_var = _within_variance(residual - mean[run_index], run_index, weight, belief=belief)
    w = np.where(seen, run_weight, 0.0)
    n_eff = float(w.sum()) ** 2 / float(w @ w) if w.any() else 0.0
    spread = float(w @ (mean * mean - within_var * share)) / float(w.sum()) if w.any() else 0.0
    expected_var = belief.expected.between_sd**2
    degrees = max(n_eff - 1.0, 0.0) + belief.pseudo_runs
    blended = n_eff * spread + belief.pseudo_runs * expected_var
    between_var = max(blended, 0.05 * belief.pseudo_runs * expected_var) / max(degrees, 1e-12)
    return Components(between_sd=math.sqrt(max(between_var, 0.0)), within_sd=math.sqrt(within_var))


def _within_variance(
    deviation: FloatArray,
    run_index: NDArray[np.intp],
    weight: FloatArray,
    *,
    belief: Belief,
) -> float:
    """Pooled variance of splits around their run's mean; the belief alone where no run has two."""
    counted = (weight > 0).astype(np.float64)
    per_run = np.bincount(run_index, weights=counted)
    degrees = float(np.maximum(per_run - 1.0, 0.0).sum())
    total = float(weight @ (deviation * deviation))
    expected_var = belief.expected.within_sd**2
    if degrees + belief.pseudo_splits <= 0:
        return expected_var
    return (total + belief.pseudo_splits * expected_var) / (degrees + belief.pseudo_splits)
