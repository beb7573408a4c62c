"""What does this runner usually show at a speed, on this sensor, and how sure are we?"""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np

from hakaru.core.errors import NoFormData
from hakaru.running.baseline.calibrate import personal_multipliers, prequential_ratios
from hakaru.running.baseline.estimate import EXPONENT_MAX, EXPONENT_MIN
from hakaru.running.baseline.inverse import inverse_line
from hakaru.running.baseline.model import Basis, FormSamples, MetricBaseline
from hakaru.running.baseline.population import population_baseline, spread_degrees
from hakaru.running.baseline.prepare import (
    CONDITIONS,
    LEVEL,
    RETURN,
    SLOPE,
    UNITS,
    Task,
    prepare,
    valid_samples,
)
from hakaru.running.baseline.regression import Regression, regress
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.metrics import MetricName
from hakaru.stats.robust import FloatArray, effective_count

PERSONAL_MIN_RUNS = 8.0
PERSONAL_MAX_PRIOR_SHARE = 0.1


def fit_metric(
    samples: FormSamples,
    metric: MetricName,
    *,
    sensor_group: str,
    now: datetime,
    settings: BaselineSettings | None = None,
    user_id: str = "default",
    condition_group: str = "default",
) -> MetricBaseline:
    """Learn one metric on one sensor group; it widens for lack of data, it does not fail.

    Samples that are not finite, outside the metric's physical window or not running are left out.
    Recency counts from the newest run, and a runner who returns after a pause meets a wider
    interval instead (`drift_var_per_day`).

    `samples` are the selected splits of one runner on one sensor group, whose ages count back from
    `now`, the moment of training.

    Returns:
        A baseline of basis `personal` from 8 effective runs on, `shrunk` below, `population` for
        no valid sample.

    Raises:
        NoFormData: no valid sample, and the settings do not allow the population prior.
    """
    chosen = settings or BaselineSettings()
    valid = valid_samples(samples, metric)
    population = population_baseline(
        metric,
        sensor_group=sensor_group,
        now=now,
        user_id=user_id,
        condition_group=condition_group,
    )
    if valid.value.size == 0:
        if not chosen.allow_population:
            raise NoFormData(f"sensor group {sensor_group!r}, metric {metric!r},")
        return population
    task = prepare(valid, metric, sensor_group=sensor_group, settings=chosen)
    regression = _regression(task)
    learned = _with_curve(population, task, regression)
    back = task.returned_age_days
    return replace(
        _with_spread(_with_effects(learned, regression), task, regression),
        half_life_days=task.timeline.half_life_days,
        window_start=now - timedelta(days=float(valid.age_days.max())),
        window_end=now - timedelta(days=float(valid.age_days.min())),
        returned_at=None if back is None else now - timedelta(days=back),
        sensor_label=task.sensor_label,
    )


def _regression(task: Task) -> Regression:
    """The direct fit, or its noise around the requirements' inverse curve."""
    regression = regress(
        task.samples, task.prior, belief=task.belief, run_effect=task.settings.use_run_effect
    )
    if task.settings.method == "direct" or task.metric != "gct":
        return regression
    level, slope = inverse_line(np.log(task.speed_mps) - task.center_x, task.value)
    mean = regression.mean.copy()
    mean[[LEVEL, SLOPE]] = level, slope
    return replace(regression, mean=mean)


def _with_curve(baseline: MetricBaseline, task: Task, regression: Regression) -> MetricBaseline:
    """The learned line, the speeds it was learned on, and how well it holds there."""
    sound = regression.robust > 0
    low, high = float(task.speed_mps[sound].min()), float(task.speed_mps[sound].max())
    level, slope = float(regression.mean[LEVEL]), float(regression.mean[SLOPE])
    if task.metric == "gct":
        slope = min(max(slope, EXPONENT_MIN), EXPONENT_MAX)
    weight = task.sample_weight * sound
    error = task.value - np.exp(task.samples.y - regression.residual)
    return replace(
        baseline,
        method=task.settings.method if task.metric == "gct" else "direct",
        intercept=level - slope * task.center_x,
        slope=slope,
        n_samples=int(np.count_nonzero(sound)),
        n_runs=task.n_runs,
        rmse=math.sqrt(weight @ (error * error) / weight.sum()),
        speed_center_mps=math.exp(task.center_x),
        speed_min_mps=low,
        speed_max_mps=high,
    )


def _with_effects(baseline: MetricBaseline, regression: Regression) -> MetricBaseline:
    """What conditions change, and how surely."""
    heat, uphill, downhill, fatigue = (float(value) for value in regression.mean[CONDITIONS:RETURN])
    doubt = np.diag(regression.covariance)
    heat_var, uphill_var, downhill_var, fatigue_var = (
        float(value) for value in doubt[CONDITIONS:RETURN]
    )
    return replace(
        baseline,
        heat_frac_per_c=heat,
        heat_var=heat_var,
        uphill_frac_per_pct=uphill,
        uphill_var=uphill_var,
        downhill_frac_per_pct=downhill,
        downhill_var=downhill_var,
        fatigue_frac_per_hour=fatigue,
        fatigue_var=fatigue_var,
        return_frac=float(regression.mean[RETURN]),
        return_var=float(doubt[RETURN]),
    )


def _with_spread(baseline: MetricBaseline, task: Task, regression: Regression) -> MetricBaseline:
    """How far runs stray from the line, and how much of that is doubt about the line itself."""
    n_eff = effective_count(task.samples.run_weight)
    splits = _typical_splits(task, regression)
    covariance = regression.covariance
    level_var = float(covariance[LEVEL, LEVEL])
    return replace(
        baseline,
        basis=_basis(task, level_var, n_eff),
        n_runs_effective=n_eff,
        run_sd_frac=regression.components.between_sd,
        split_sd_frac=regression.components.within_sd,
        splits_per_run=splits,
        drift_var_per_day=task.timeline.drift_var_per_day,
        half_widths=_half_widths(task, regression, splits, level_var),
        level_var=level_var,
        slope_var=float(covariance[SLOPE, SLOPE]),
        level_slope_cov=float(covariance[LEVEL, SLOPE]),
    )


def _half_widths(
    task: Task, regression: Regression, splits_per_run: float, doubt_var: float
) -> tuple[float, float, float]:
    """Relative half-widths at the centre for a run of typical length."""
    ratios = prequential_ratios(
        task.samples,
        regression,
        prior=task.prior,
        timeline=task.timeline,
        together=_counted_covariances(task.prior.mean.size),
    )
    noise_var = regression.components.mean_sd(splits_per_run) ** 2
    n_effective = task.belief.pseudo_runs + max(effective_count(task.samples.run_weight) - 1.0, 0.0)
    degrees = spread_degrees(n_effective, noise_var=noise_var, doubt_var=doubt_var)
    center_sd = math.sqrt(noise_var + doubt_var)
    low, middle, high = (center_sd * m for m in personal_multipliers(ratios, degrees))
    return low, middle, high


def _counted_covariances(n_columns: int) -> FloatArray:
    """Which covariances a verdict uses: those of level, slope and units; else variances alone."""
    counted = np.eye(n_columns)
    line = [LEVEL, SLOPE, *range(UNITS, n_columns)]
    counted[np.ix_(line, line)] = 1.0
    return counted


def _basis(task: Task, level_var: float, n_eff: float) -> Basis:
    """Personal once the prior hardly weighs in level and spread."""
    prior_share = level_var / task.level_sd**2
    runs = min(n_eff, float(task.n_runs))
    enough = runs >= PERSONAL_MIN_RUNS and prior_share <= PERSONAL_MAX_PRIOR_SHARE
    return "personal" if enough else "shrunk"


def _typical_splits(task: Task, regression: Regression) -> float:
    """Harmonic mean of the runs' numbers of sound splits: the n that gives the mean variance."""
    per_run: FloatArray = task.samples.per_run((regression.robust > 0).astype(np.float64))
    per_run = per_run[per_run > 0]
    return float(per_run.size / (1.0 / per_run).sum()) if per_run.size else 1.0
