"""What does this runner usually show at a speed, on this sensor, and how sure are we?"""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from hakaru.errors import NoFormData
from hakaru.running.baseline.calibrate import personal_multipliers, prequential_ratios
from hakaru.running.baseline.design import Rows
from hakaru.running.baseline.estimate import Estimate, Posterior, estimate_line
from hakaru.running.baseline.inverse import inverse_line
from hakaru.running.baseline.model import Basis, FormSamples, MetricBaseline
from hakaru.running.baseline.population import (
    intercept_at_zero,
    population_baseline,
    spread_degrees,
)
from hakaru.running.baseline.prepare import Task, prepare, valid_samples
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.metrics import REFERENCE_SPEED_MPS, MetricName
from hakaru.stats.line import FloatArray
from hakaru.stats.recency import effective_count

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
    estimate = _estimate(task)
    return replace(
        _with_spread(_with_curve(population, task, estimate), task, estimate),
        half_life_days=task.timeline.half_life_days,
        window_start=now - timedelta(days=float(valid.age_days.max())),
        window_end=now - timedelta(days=float(valid.age_days.min())),
    )


def _estimate(task: Task) -> Estimate:
    """The direct fit, or its noise around the requirements' inverse curve."""
    power = task.rows.model_type == "power"
    estimate = estimate_line(
        task.rows,
        task.prior,
        belief=task.belief,
        run_effect=task.settings.use_run_effect,
        bounded=power,
    )
    if task.settings.method == "direct" or not power:
        return estimate
    level, slope = inverse_line(task.rows.x, task.rows.value)
    return replace(estimate, line=replace(estimate.line, level=level, slope=slope))


def _with_curve(baseline: MetricBaseline, task: Task, estimate: Estimate) -> MetricBaseline:
    """The learned line, the speeds it was learned on, and how well it holds there."""
    rows, line = task.rows, estimate.line
    sound = estimate.robust > 0
    sample_weight = _sample_weight(rows, sound)
    fitted = line.level + line.slope * rows.x
    power = rows.model_type == "power"
    error = rows.value - (np.exp(fitted) if power else fitted)
    return replace(
        baseline,
        method=task.settings.method if power else "direct",
        intercept=intercept_at_zero(rows.model_type, level=line.level, slope=line.slope),
        slope=line.slope,
        n_samples=int(np.count_nonzero(sound)),
        n_runs=task.n_runs,
        rmse=math.sqrt(sample_weight @ (error * error)),
        speed_center_mps=_speed_at(rows, float(sample_weight @ rows.x)),
        speed_min_mps=float(task.speed_mps[sound].min()),
        speed_max_mps=float(task.speed_mps[sound].max()),
    )


def _with_spread(baseline: MetricBaseline, task: Task, estimate: Estimate) -> MetricBaseline:
    """How far runs stray from the line, and how much of that is doubt about the line itself."""
    rows, components = task.rows, estimate.components
    sound = estimate.robust > 0
    center_x = float(_sample_weight(rows, sound) @ rows.x)
    doubt = _around(estimate.line, center_x, relative=rows.model_type == "linear")
    n_eff = effective_count(rows.run_weight)
    splits = _typical_splits(rows, sound)
    return replace(
        baseline,
        basis=_basis(task, estimate.line, n_eff),
        n_runs_effective=n_eff,
        run_sd_frac=components.between_sd,
        split_sd_frac=components.within_sd,
        splits_per_run=splits,
        drift_var_per_day=task.timeline.drift_var_per_day,
        half_widths=_half_widths(task, estimate, splits, doubt.level_var),
        level_var=doubt.level_var,
        slope_var=doubt.slope_var,
        level_slope_cov=doubt.level_slope_cov,
    )


def _sample_weight(rows: Rows, sound: NDArray[np.bool_]) -> FloatArray:
    """Shares of the sound samples by length and recency, summing to 1."""
    weight = rows.weight * sound * rows.run_weight[rows.run_index]
    share: FloatArray = weight / weight.sum()
    return share


def _half_widths(
    task: Task, estimate: Estimate, splits_per_run: float, doubt_var: float
) -> tuple[float, float, float]:
    """Relative half-widths at the centre for a run of typical length."""
    ratios = prequential_ratios(task.rows, estimate, prior=task.prior, timeline=task.timeline)
    noise_var = estimate.components.mean_sd(splits_per_run) ** 2
    known = task.belief.pseudo_runs + max(effective_count(task.rows.run_weight) - 1.0, 0.0)
    degrees = spread_degrees(known, noise_var=noise_var, doubt_var=doubt_var)
    center_sd = math.sqrt(noise_var + doubt_var)
    low, middle, high = (center_sd * m for m in personal_multipliers(ratios, degrees))
    return low, middle, high


def _around(line: Posterior, center_x: float, *, relative: bool) -> Posterior:
    """The posterior moved to the centre of the trained speeds, relative to the value there."""
    level = line.level + line.slope * center_x
    unit = level if relative else 1.0
    cov = line.level_slope_cov + center_x * line.slope_var
    level_var = line.level_var + 2.0 * center_x * line.level_slope_cov
    return Posterior(
        level=level,
        slope=line.slope,
        level_var=(level_var + center_x**2 * line.slope_var) / unit**2,
        slope_var=line.slope_var / unit**2,
        level_slope_cov=cov / unit**2,
    )


def _basis(task: Task, line: Posterior, n_eff: float) -> Basis:
    """Personal once the prior hardly weighs in level and spread."""
    prior_share = line.level_var / task.prior.level_sd**2
    runs = min(n_eff, float(task.n_runs))
    enough = runs >= PERSONAL_MIN_RUNS and prior_share <= PERSONAL_MAX_PRIOR_SHARE
    return "personal" if enough else "shrunk"


def _typical_splits(rows: Rows, sound: NDArray[np.bool_]) -> float:
    """Harmonic mean of the runs' numbers of sound splits: the n that gives the mean variance."""
    per_run = np.bincount(rows.run_index, weights=sound.astype(float))
    per_run = per_run[per_run > 0]
    return float(per_run.size / (1.0 / per_run).sum()) if per_run.size else 1.0


def _speed_at(rows: Rows, x: float) -> float:
    """The speed in m/s of a point on the working axis."""
    power = rows.model_type == "power"
    return REFERENCE_SPEED_MPS * math.exp(x) if power else REFERENCE_SPEED_MPS + x
