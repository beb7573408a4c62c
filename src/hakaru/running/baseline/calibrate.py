"""How far do this runner's runs really stray from what was expected of them beforehand?

Prequential: every run is predicted from the runs before it, and its log ratio to that expectation
divided by the predicted SD. Personal half-widths are run-level conformal quantiles of these ratios
(weighted by recency), blended with the prior predictive while runs are few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from hakaru.running.baseline.beliefs import LinePrior
from hakaru.running.baseline.design import Rows
from hakaru.running.baseline.estimate import Estimate, RunSums
from hakaru.running.baseline.model import COVERAGES
from hakaru.stats.conformal import weighted_conformal_quantile
from hakaru.stats.line import FloatArray
from hakaru.stats.quantile import student_half_width

CALIBRATION_PSEUDO_RUNS = 15.0
"""How many runs the prior predictive is worth against the runner's own residuals."""
_SOUND_SHARE = 0.5
_SMALLEST_RATIO = 0.1
_HALVINGS_MOST = 500.0
"""Beyond so many half-lives nothing counts, and powers of two leave the range of a float."""


@dataclass(frozen=True, kw_only=True)
class Ratios:
    """One standardised out-of-sample residual per run, in time order, and its weight 0..1.

    The weight is recency times the share of the predicted variance that is not doubt about the
    runner's level (early runs say little); 0 where most splits of the run were gross outliers.
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
    rows: Rows, estimate: Estimate, *, prior: LinePrior, timeline: Timeline
) -> Ratios:
    """Predict each run from those before it.

    Gross outliers are left out of a run's mean, as they are when a run is judged.
    """
    n_runs = rows.run_weight.size
    sound = rows.weight * (estimate.robust > 0)

    def per_run(column: FloatArray) -> FloatArray:
        sums = np.bincount(rows.run_index, weights=column, minlength=n_runs)
        return sums.astype(np.float64)

    total = per_run(sound)
    share = np.where(total > 0, total, 1.0)
    c0, c1, y = (per_run(sound * c) / share for c in _columns(estimate))
    before = _states_before(estimate.sums, prior, timeline)
    residual = y - before.level * c0 - before.slope * c1
    if rows.model_type == "linear":  # a fraction; a power law's residual is a log ratio already
        residual = np.log(np.maximum(1.0 + residual, _SMALLEST_RATIO))
    mean_share = np.where(total > 0, per_run(sound**2) / share**2, 1.0)
    noise = estimate.components
    noise_var = noise.between_sd**2 + noise.within_sd**2 * mean_share
    gap_days = np.concatenate(([0.0], -np.diff(timeline.run_age_days)))
    total_var = noise_var + before.doubt_var(c0, c1) + timeline.drift_var_per_day * gap_days
    usable = total >= _SOUND_SHARE * per_run(rows.weight)
    return Ratios(
        z=np.where(usable, residual / np.sqrt(total_var), 0.0),
        weight=np.where(usable, rows.run_weight * noise_var / total_var, 0.0),
    )


def personal_multipliers(ratios: Ratios, degrees: float) -> tuple[float, float, float]:
    """Half-widths in predicted SDs for 50, 80 and 90 %, never falling.

    `degrees` of freedom of the believed spread shape the prior predictive (Student's t).
    """
    total = float(ratios.weight.sum())
    own_share = total / (total + CALIBRATION_PSEUDO_RUNS)
    abs_z = np.abs(ratios.z)
    widths: list[float] = []
    for coverage in COVERAGES:
        believed = student_half_width(coverage, degrees)
        own = weighted_conformal_quantile(abs_z, ratios.weight, alpha=1.0 - coverage)
        if math.isinf(own):
            own = max(believed, float(abs_z.max(initial=0.0, where=ratios.weight > 0)))
        widths.append(own_share * own + (1.0 - own_share) * believed)
    low, middle, high = np.maximum.accumulate(widths).tolist()
    return low, middle, high


@dataclass(frozen=True, kw_only=True)
class _States:
    """The posterior line before each run, shape (n_runs,)."""

    level: FloatArray
    slope: FloatArray
    level_var: FloatArray
    slope_var: FloatArray
    level_slope_cov: FloatArray

    def doubt_var(self, c0: FloatArray, c1: FloatArray) -> FloatArray:
        """Variance of the line itself at each run's mean row of the design."""
        own = self.level_var * c0 * c0 + self.slope_var * c1 * c1
        return own + 2.0 * self.level_slope_cov * c0 * c1


def _states_before(sums: RunSums, prior: LinePrior, timeline: Timeline) -> _States:
    """All posteriors at once: discounted running sums of information, shifted by one run."""
    age_days = timeline.run_age_days
    halvings = (age_days[0] - age_days) / timeline.half_life_days
    growth = np.exp2(np.maximum(halvings - max(0.0, halvings[-1] - _HALVINGS_MOST), 0.0))

    def before(information: FloatArray) -> FloatArray:
        running = np.cumsum(information * growth) / growth
        return np.concatenate(([0.0], running[:-1]))

    p0, p1 = prior.level_sd**-2, prior.slope_sd**-2
    a00, a01, a11 = before(sums.a00) + p0, before(sums.a01), before(sums.a11) + p1
    h0, h1 = before(sums.h0) + p0 * prior.level, before(sums.h1) + p1 * prior.slope
    det = a00 * a11 - a01 * a01
    return _States(
        level=(a11 * h0 - a01 * h1) / det,
        slope=(a00 * h1 - a01 * h0) / det,
        level_var=a11 / det,
        slope_var=a00 / det,
        level_slope_cov=-a01 / det,
    )


def _columns(estimate: Estimate) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The three columns of the design."""
    return estimate.design.c0, estimate.design.c1, estimate.design.y
