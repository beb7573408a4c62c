"""Which line and which effects does this runner follow, given bad samples, bad runs and priors?

    ln y_ij = x_ij . beta + u_i + e_ij,   beta ~ N(prior),   u_i shared by the splits of run i

Robust start (Huber, then Tukey's bisquare, scale by MAD blended with the belief), then generalised
least squares with one random intercept per run and recency as a power of each run's likelihood.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hakaru.stats.robust import (
    MAD_TO_SD,
    Belief,
    Components,
    FloatArray,
    effective_count,
    estimate_components,
    huber_weights,
    tukey_weights,
    weighted_median,
)

_HUBER_ROUNDS, _TUKEY_ROUNDS, _GLS_ROUNDS = 4, 3, 3
_SMALLEST_SD = 1e-9


@dataclass(frozen=True, kw_only=True)
class Coefficients:
    """Independent normal beliefs about each column's coefficient, shape (n_columns,) each."""

    mean: FloatArray
    sd: FloatArray

    @property
    def precision(self) -> FloatArray:
        """1 / sd^2."""
        return 1.0 / np.square(self.sd)


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Samples on the log scale, oldest run first, those of a run side by side.

    `columns` has shape (n, n_columns), the first one being 1; `weight` is about 1 per split (more
    for longer ones); `run_index` counts runs from 0 in time order, `first` is each run's first
    row, `run_weight` its recency.
    """

    y: FloatArray
    columns: FloatArray
    weight: FloatArray
    run_index: NDArray[np.intp]
    first: NDArray[np.intp]
    run_weight: FloatArray

    def per_run(self, values: FloatArray) -> FloatArray:
        """The sum of some values, rows along the first axis, in each run."""
        sums: FloatArray = np.add.reduceat(values, self.first, axis=0)
        return sums


@dataclass(frozen=True, kw_only=True)
class Regression:
    """What was found: coefficients with their covariance, and the noise around them.

    `robust` is each sample's weight 0..1; 0 marks a gross outlier.
    """

    mean: FloatArray
    covariance: FloatArray
    components: Components
    robust: FloatArray
    residual: FloatArray


def regress(
    samples: Samples, prior: Coefficients, *, belief: Belief, run_effect: bool
) -> Regression:
    """Coefficients and noise of one metric."""
    mean, robust = _robust_start(samples, prior, belief)
    components, covariance = belief.expected, np.diag(np.square(prior.sd))
    for _ in range(_GLS_ROUNDS):
        residual = samples.y - samples.columns @ mean
        components = _components(samples, residual, robust, belief, run_effect)
        robust = _reweigh(samples, residual, robust, components)
        information, pull = _information(samples, robust, components)
        information = information + np.diag(prior.precision)
        covariance = np.linalg.inv(information)
        mean = covariance @ (pull + prior.precision * prior.mean)
    return Regression(
        mean=mean,
        covariance=covariance,
        components=components,
        robust=robust,
        residual=samples.y - samples.columns @ mean,
    )


def run_information(
    samples: Samples, regression: Regression, *, since_run: int
) -> tuple[FloatArray, FloatArray]:
    """X' V^-1 X and X' V^-1 y of each run from `since_run` on, V = within^2 diag(1/weight) +
    between^2 (Woodbury); shapes (n_runs, n_columns, n_columns) and (n_runs, n_columns)."""
    row = int(samples.first[since_run])
    first = samples.first[since_run:] - row
    weight = (samples.weight * regression.robust)[row:]
    rows = np.vstack((samples.columns[row:].T, samples.y[row:]))
    weighted = weight * rows
    sums = np.add.reduceat(weighted, first, axis=1)
    left, right = np.triu_indices(len(rows))
    products = np.empty((len(rows), len(rows), first.size))
    products[left, right] = np.add.reduceat(weighted[left] * rows[right], first, axis=1)
    products[right, left] = products[left, right]
    within_var, kappa = _shares(np.add.reduceat(weight, first), regression.components)
    joint = np.moveaxis((products - kappa * sums[:, None] * sums[None]) / within_var, 2, 0)
    return joint[:, :-1, :-1], joint[:, :-1, -1]


def _shares(run_total: FloatArray, components: Components) -> tuple[float, FloatArray]:
    within_var = max(components.within_sd, _SMALLEST_SD) ** 2
    between_var = components.between_sd**2
    return within_var, between_var / (within_var + between_var * run_total)


def _information(
    samples: Samples, robust: FloatArray, components: Components
) -> tuple[FloatArray, FloatArray]:
    """The same summed over all runs, each by its recency."""
    weight = samples.weight * robust
    recent = weight * samples.run_weight[samples.run_index]
    sums = samples.per_run(weight[:, None] * samples.columns)
    y_sums = samples.per_run(weight * samples.y)
    within_var, kappa = _shares(samples.per_run(weight), components)
    shared = (kappa * samples.run_weight)[:, None] * sums
    information = samples.columns.T @ (recent[:, None] * samples.columns) - shared.T @ sums
    pull = samples.columns.T @ (recent * samples.y) - shared.T @ y_sums
    return information / within_var, pull / within_var


def _robust_start(
    samples: Samples, prior: Coefficients, belief: Belief
) -> tuple[FloatArray, FloatArray]:
    """Coefficients and weights from iterated reweighting, started on the prior's line."""
    sample_weight = samples.weight * samples.run_weight[samples.run_index]
    mean: FloatArray = prior.mean.copy()
    mean[0] = weighted_median(samples.y - samples.columns[:, 1:] @ mean[1:], sample_weight)
    robust: FloatArray = np.ones_like(samples.y)
    variance = max(belief.expected.split_sd, _SMALLEST_SD) ** 2
    tie = variance * prior.precision
    for step in range(_HUBER_ROUNDS + _TUKEY_ROUNDS):
        residual = samples.y - samples.columns @ mean
        u = residual / _blended_scale(residual, belief, samples.run_weight.size)
        robust = huber_weights(u) if step < _HUBER_ROUNDS else tukey_weights(u)
        weighted = (sample_weight * robust)[:, None] * samples.columns
        information = weighted.T @ samples.columns + np.diag(tie)
        mean[:] = np.linalg.solve(information, weighted.T @ samples.y + tie * prior.mean)
    return mean, robust


def _blended_scale(residual: FloatArray, belief: Belief, n_runs: int) -> float:
    """MAD scale, leaning on the believed scale while runs are few."""
    own = MAD_TO_SD * _median(np.abs(residual))
    blended = n_runs * own * own + belief.pseudo_runs * belief.expected.split_sd**2
    return max(math.sqrt(blended / (n_runs + belief.pseudo_runs)), _SMALLEST_SD)


def _median(values: FloatArray) -> float:
    """`np.median` of finite values without its overhead; they are put into another order."""
    middle = values.size // 2
    values.partition(middle)
    upper = float(values[middle])
    if values.size % 2:
        return upper
    return (float(values[:middle].max()) + upper) / 2.0


def _components(
    samples: Samples,
    residual: FloatArray,
    robust: FloatArray,
    belief: Belief,
    run_effect: bool,
) -> Components:
    """Noise of sound samples; without run effects all of it is within."""
    sound = samples.weight * (robust > 0)
    if run_effect:
        return estimate_components(
            residual,
            samples.run_index,
            weight=sound,
            run_weight=samples.run_weight,
            belief=belief,
        )
    weight = sound * samples.run_weight[samples.run_index]
    degrees = max(effective_count(weight) - 2.0, 0.0) + belief.pseudo_splits
    total = effective_count(weight) * float(weight @ residual**2) / max(float(weight.sum()), 1e-12)
    variance = total + belief.pseudo_splits * belief.expected.split_sd**2
    return Components(between_sd=0.0, within_sd=math.sqrt(variance / max(degrees, 1e-12)))


def _reweigh(
    samples: Samples, residual: FloatArray, robust: FloatArray, components: Components
) -> FloatArray:
    """Tukey weights twice: of the whole deviation, and of the deviation from the run's centre."""
    whole = tukey_weights(residual / max(components.split_sd, _SMALLEST_SD))
    weight = samples.weight * np.minimum(robust, whole)
    total, centre = samples.per_run(weight), samples.per_run(weight * residual)
    centre = np.divide(centre, total, out=np.zeros_like(total), where=total > 0)
    inside = (residual - centre[samples.run_index]) / max(components.within_sd, _SMALLEST_SD)
    reweighted = whole * tukey_weights(inside)
    return reweighted if reweighted.any() else np.ones_like(reweighted)  # no majority: keep all
