"""How far runs really stray from what was expected of them.

Prequential: every run is predicted from the runs before it, and its log ratio to that expectation
divided by the predicted SD. Personal half-widths are run-level conformal quantiles of these ratios
(weighted by recency), blended with the prior predictive while runs are few.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.baseline.mixed_model import (
    Coefficients,
    Regression,
    Samples,
    run_information,
    unpacked,
)
from hakaru.running.baseline.model import COVERAGES
from hakaru.running.effects import DRIFT_WAVES, EFFECTS
from hakaru.stats.robust import FloatArray, student_half_width, weighted_conformal_quantiles

LEVEL, SLOPE, CONDITIONS, RETURN = 0, 1, 2, 2 + len(EFFECTS)
DRIFT = RETURN + 1
UNITS = DRIFT + DRIFT_WAVES
"""Places of the columns: level, slope, the conditions, the days after a pause, the waves of a slow
drift, one column per other unit of the sensor, and one per pair of shoes."""

CALIBRATION_PSEUDO_RUNS = 10.0
"""How many runs the prior predictive is worth against the runner's own residuals."""
CALIBRATION_RUNS_MAX = 150
"""So many of the newest runs calibrate: older ones hardly weigh."""
UNSEEN_FRAC = 0.002
"""Earlier runs know nothing of what will have changed by the next one: of simulated runs so much
more than promised lay outside of intervals that are exactly theirs."""
_SOUND_SHARE = 0.5
_HALVINGS_MOST = 500.0
"""Beyond so many half-lives nothing counts, and powers of two leave the range of a float."""


@frozen
class Ratios:
    """One standardised out-of-sample residual per run, in time order, and its weight 0..1.

    The weight is recency times the share of the predicted variance that is not doubt about the
    runner's line (early runs say little); 0 where most splits of the run were gross outliers.
    """

    z: FloatArray
    weight: FloatArray


@frozen
class Timeline:
    """When runs took place and how knowledge fades. `run_age_days` falls along the runs, shape
    (n_runs,); `drift_var_per_day` is the relative variance that each metric's level gains per day,
    shape (n_metrics,)."""

    run_age_days: FloatArray
    half_life_days: float
    drift_var_per_day: FloatArray


def prequential_ratios(
    samples: Samples,
    regression: Regression,
    *,
    prior: Coefficients,
    timeline: Timeline,
    alone: NDArray[np.intp],
) -> tuple[Ratios, ...]:
    """Predict each of the newest runs from those before it; one answer per metric.

    Gross outliers are left out of a run's mean, as they are when a run is judged. `alone` are the
    columns of which a verdict counts the variance, but no covariance with another: the ratios then
    calibrate that very doubt.
    """
    n_runs = samples.run_weight.size
    since = max(0, n_runs - CALIBRATION_RUNS_MAX)
    sound = samples.weight * (regression.robust > 0)
    total = samples.per_run(sound)[:, since:]
    share = np.where(total > 0, total, 1.0)
    pieces = samples.pieces(since)
    columns = pieces.sums(sound, pieces.cut(samples.columns)).transpose(1, 2, 0) / share[:, None]
    y = samples.per_run(sound * samples.y)[:, since:] / share
    squares = samples.per_run(sound * sound)[:, since:] / share
    expected, covariance = _expected_before(
        samples, regression, prior=prior, timeline=timeline, columns=columns, since=since
    )
    doubt_var = np.maximum(_doubt_var(covariance, columns, alone), 0.0)
    mean_share = np.where(total > 0, squares / share, 1.0)
    between_var, within_var = np.square(
        [
            [[each.between_sd] for each in regression.components],
            [[each.within_sd] for each in regression.components],
        ]
    )
    noise_var = between_var + within_var * mean_share
    gap_days = np.concatenate(([0.0], -np.diff(timeline.run_age_days)))[since:]
    total_var = noise_var + doubt_var + timeline.drift_var_per_day[:, None] * gap_days
    usable = total >= _SOUND_SHARE * samples.per_run(samples.weight)[since:]
    z = np.where(usable, (y - expected) / np.sqrt(total_var), 0.0)
    recency = np.where(usable, samples.run_weight[since:] * noise_var / total_var, 0.0)
    return tuple(Ratios(z=own, weight=weight) for own, weight in zip(z, recency, strict=True))


def personal_multipliers(ratios: Ratios, degrees: float) -> tuple[float, float, float]:
    """Half-widths in predicted SDs for 50, 80 and 90 %, never falling.

    `degrees` of freedom of the believed spread shape the prior predictive (Student's t).
    """
    total, squares = float(ratios.weight.sum()), float(ratios.weight @ ratios.weight)
    own_share = total / (total + CALIBRATION_PSEUDO_RUNS)
    counted = ratios.weight * (total / squares if squares > 0.0 else 1.0)  # sums to Kish's number
    alphas = [1.0 - UNSEEN_FRAC - coverage for coverage in COVERAGES]
    quantiles = weighted_conformal_quantiles(np.abs(ratios.z), counted, alphas=alphas)
    widths: list[float] = []
    for coverage, quantile in zip(COVERAGES, quantiles, strict=True):
        believed = student_half_width(coverage, degrees)
        # too few runs say nothing about this coverage
        own = believed if math.isinf(quantile) else quantile
        widths.append(own_share * own + (1.0 - own_share) * believed)
    low, middle, high = np.maximum.accumulate(widths).tolist()
    return low, middle, high


def _expected_before(
    samples: Samples,
    regression: Regression,
    *,
    prior: Coefficients,
    timeline: Timeline,
    columns: FloatArray,
    since: int,
) -> tuple[FloatArray, FloatArray]:
    """Expectation of each run's mean from earlier runs, and the covariance of the coefficients it
    rests on, runs along the last axis; `columns` are the means of each run, shape (n_metrics,
    n_columns, n_runs).

    All at once: discounted running sums of information. What lies before `since` is summed up as
    one run before the others.
    """
    age_days = timeline.run_age_days
    halvings = (age_days[since] - age_days[since:]) / timeline.half_life_days
    growth = np.exp2(np.maximum(halvings - max(0.0, halvings[-1] - _HALVINGS_MOST), 0.0))
    old = np.exp2((age_days[since] - age_days[:since]) / timeline.half_life_days)
    own = run_information(samples, regression, since_run=since, earlier_weight=old)
    before = _sums_before(own.precision, own.earlier_precision, growth)
    pull = _sums_before(own.pull_total, own.earlier_pull_total, growth)
    square = unpacked(before, prior.mean.shape[1])
    diagonal = np.arange(prior.mean.shape[1])
    square[:, diagonal, diagonal] += prior.precision[:, :, None]
    pull = pull + (prior.precision * prior.mean)[:, :, None]
    covariance = _inverses(square)
    mean = (covariance * pull[:, None]).sum(axis=2)
    expected = (columns * mean).sum(axis=1)
    return expected, covariance


def _sums_before(of_runs: FloatArray, first: FloatArray, growth: FloatArray) -> FloatArray:
    """Discounted sums over the runs before each run, runs along the last axis."""
    before = np.empty_like(of_runs)
    before[..., 0] = 0.0
    np.cumsum((of_runs * growth)[..., :-1], axis=-1, out=before[..., 1:])
    before += first[..., None]
    before /= growth
    return before


def _inverses(square: FloatArray) -> FloatArray:
    """Inverses of positive definite matrices along axes 1 and 2, shape (n, k, k, n_runs).

    Gauss-Jordan without pivots, each step over the matrices of all runs: there are hundreds of
    small ones; of one metric at a time, so that they stay near the processor.
    """
    inverse, product = square.copy(), np.empty_like(square[0])
    for own in inverse:
        for pivot in range(own.shape[0]):
            factor = 1.0 / own[pivot, pivot]
            row, column = own[pivot] * factor, own[:, pivot].copy()
            np.subtract(own, np.multiply(column[:, None], row, out=product), out=own)
            own[pivot] = row
            own[:, pivot] = -column * factor
            own[pivot, pivot] = factor
    return inverse


def _doubt_var(covariance: FloatArray, columns: FloatArray, alone: NDArray[np.intp]) -> FloatArray:
    """The variance of each run's expectation, shape (n_metrics, n_runs)."""
    joint = np.setdiff1d(np.arange(columns.shape[1]), alone)
    own, between = columns[:, joint], covariance[:, joint][:, :, joint]
    joint_var = ((between * own[:, None]).sum(axis=2) * own).sum(axis=1)
    variances = covariance[:, alone, alone] * np.square(columns[:, alone])
    doubt_var: FloatArray = joint_var + variances.sum(axis=1)
    return doubt_var
