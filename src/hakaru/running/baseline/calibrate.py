"""How far do this runner's runs really stray from what was expected of them beforehand?

Prequential: every run is predicted from the runs before it, and its log ratio to that expectation
divided by the predicted SD. Personal half-widths are run-level conformal quantiles of these ratios
(weighted by recency), blended with the prior predictive while runs are few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hakaru.running.baseline.model import COVERAGES
from hakaru.running.baseline.regression import Coefficients, Regression, Samples, run_information
from hakaru.stats.robust import FloatArray, student_half_width, weighted_conformal_quantile

CALIBRATION_PSEUDO_RUNS = 10.0
"""How many runs the prior predictive is worth against the runner's own residuals."""
CALIBRATION_RUNS_MAX = 150
"""So many of the newest runs calibrate: older ones hardly weigh."""
_SOUND_SHARE = 0.5
_HALVINGS_MOST = 500.0
"""Beyond so many half-lives nothing counts, and powers of two leave the range of a float."""


@dataclass(frozen=True, kw_only=True)
class Ratios:
    """One standardised out-of-sample residual per run, in time order, and its weight 0..1.

    The weight is recency times the share of the predicted variance that is not doubt about the
    runner's line (early runs say little); 0 where most splits of the run were gross outliers.
    """

    z: FloatArray
    weight: FloatArray


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """When runs took place and how knowledge fades. `run_age_days` falls along the runs, shape
    (n_runs,); `drift_var_per_day` is the relative variance that the level gains per day."""

    run_age_days: FloatArray
    half_life_days: float
    drift_var_per_day: float


def prequential_ratios(
    samples: Samples,
    regression: Regression,
    *,
    prior: Coefficients,
    timeline: Timeline,
    together: FloatArray,
) -> Ratios:
    """Predict each of the newest runs from those before it.

    Gross outliers are left out of a run's mean, as they are when a run is judged. `together` is 1
    where the covariance of two coefficients counts when a run is judged and 0 where it is left
    out, shape (n_columns, n_columns): the ratios then calibrate that very doubt.
    """
    n_runs = samples.run_weight.size
    since = max(0, n_runs - CALIBRATION_RUNS_MAX)
    sound = samples.weight * (regression.robust > 0)
    total = samples.per_run(sound)
    share = np.where(total > 0, total, 1.0)
    columns = (samples.per_run(sound[:, None] * samples.columns) / share[:, None])[since:]
    y = (samples.per_run(sound * samples.y) / share)[since:]
    expected, doubt_var = _expected_before(
        samples,
        regression,
        prior=prior,
        timeline=timeline,
        columns=columns,
        together=together,
        since=since,
    )
    mean_share = np.where(total > 0, samples.per_run(sound**2) / share**2, 1.0)[since:]
    noise = regression.components
    noise_var = noise.between_sd**2 + noise.within_sd**2 * mean_share
    gap_days = np.concatenate(([0.0], -np.diff(timeline.run_age_days)))[since:]
    total_var = noise_var + doubt_var + timeline.drift_var_per_day * gap_days
    usable = (total >= _SOUND_SHARE * samples.per_run(samples.weight))[since:]
    return Ratios(
        z=np.where(usable, (y - expected) / np.sqrt(total_var), 0.0),
        weight=np.where(usable, samples.run_weight[since:] * noise_var / total_var, 0.0),
    )


def personal_multipliers(ratios: Ratios, degrees: float) -> tuple[float, float, float]:
    """Half-widths in predicted SDs for 50, 80 and 90 %, never falling.

    `degrees` of freedom of the believed spread shape the prior predictive (Student's t).
    """
    total, squares = float(ratios.weight.sum()), float(ratios.weight @ ratios.weight)
    own_share = total / (total + CALIBRATION_PSEUDO_RUNS)
    counted = ratios.weight * (total / squares if squares > 0.0 else 1.0)  # sums to Kish's number
    abs_z = np.abs(ratios.z)
    widths: list[float] = []
    for coverage in COVERAGES:
        believed = student_half_width(coverage, degrees)
        own = weighted_conformal_quantile(abs_z, counted, alpha=1.0 - coverage)
        if math.isinf(own):  # too few runs to say anything about this coverage
            own = believed
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
    together: FloatArray,
    since: int,
) -> tuple[FloatArray, FloatArray]:
    """Expectation of each run's mean and the variance of that expectation, from earlier runs.

    All at once: discounted running sums of information. What lies before `since` is summed up as
    one run before the others.
    """
    age_days = timeline.run_age_days
    halvings = (age_days[since] - age_days[since:]) / timeline.half_life_days
    growth = np.exp2(np.maximum(halvings - max(0.0, halvings[-1] - _HALVINGS_MOST), 0.0))
    information, pull = run_information(samples, regression, since_run=0)
    if since:
        old = np.exp2((age_days[since] - age_days[:since]) / timeline.half_life_days)
        first, first_pull = old @ information[:since].reshape(since, -1), old @ pull[:since]
        information, pull = information[since:], pull[since:]
    else:
        first, first_pull = np.zeros(prior.mean.size**2), np.zeros(prior.mean.size)
    square = (-1, prior.mean.size, prior.mean.size)
    running = np.cumsum(information * growth[:, None, None], axis=0)
    before = np.concatenate((np.zeros((1, *square[1:])), running[:-1])) + first.reshape(square)
    running_pull = np.cumsum(pull * growth[:, None], axis=0)
    pull_before = np.concatenate((np.zeros((1, prior.mean.size)), running_pull[:-1])) + first_pull
    before = before / growth[:, None, None] + np.diag(prior.precision)
    pull_before = pull_before / growth[:, None] + prior.precision * prior.mean
    covariance = np.linalg.inv(before)
    expected = np.einsum("rc,rc->r", columns, (covariance @ pull_before[:, :, None])[:, :, 0])
    counted = ((covariance * together) @ columns[:, :, None])[:, :, 0]
    doubt_var = np.einsum("rc,rc->r", columns, counted)
    return expected, np.maximum(doubt_var, 0.0)
