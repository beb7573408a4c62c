"""What is expected of a runner who has shown nothing yet on this sensor?"""

from __future__ import annotations

import math
from datetime import datetime
from typing import TypedDict

from hakaru.running.baseline.beliefs import (
    PRIOR_SPEED_MAX_MPS,
    PRIOR_SPEED_MIN_MPS,
    TYPICAL_SPLITS_PER_RUN,
    components_of,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.design import ModelType
from hakaru.running.baseline.model import COVERAGES, Basis, MetricBaseline
from hakaru.running.baseline.settings import ESTIMATOR_VERSION, BaselineSettings
from hakaru.running.effects import effect_priors
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.stats.robust import student_half_width


class _NothingLearned(TypedDict):
    """The fields of a baseline that say where and from what it was learned."""

    basis: Basis
    n_samples: int
    n_runs: int
    n_runs_effective: float
    splits_per_run: float
    drift_var_per_day: float
    level_slope_cov: float
    speed_center_mps: float
    speed_min_mps: float
    speed_max_mps: float
    half_life_days: float
    window_start: None
    window_end: None
    code_version: str


_NOTHING_LEARNED = _NothingLearned(
    basis="population",
    n_samples=0,
    n_runs=0,
    n_runs_effective=0.0,
    splits_per_run=TYPICAL_SPLITS_PER_RUN,
    drift_var_per_day=0.0,
    level_slope_cov=0.0,
    speed_center_mps=REFERENCE_SPEED_MPS,
    speed_min_mps=PRIOR_SPEED_MIN_MPS,
    speed_max_mps=PRIOR_SPEED_MAX_MPS,
    half_life_days=BaselineSettings().half_life_days,
    window_start=None,
    window_end=None,
    code_version=ESTIMATOR_VERSION,
)


def population_baseline(
    metric: MetricName,
    *,
    sensor_group: str,
    now: datetime,
    user_id: str = "default",
    condition_group: str = "default",
) -> MetricBaseline:
    """The population prior of a sensor group as a baseline, wide and honest about it."""
    prior, components = line_prior(metric, sensor_group), components_of(metric)
    effects = effect_priors(metric)
    heat, uphill, downhill, fatigue = effects.conditions
    level_var = prior.level_sd**2
    return MetricBaseline(
        metric=metric,
        sensor_group=sensor_group,
        user_id=user_id,
        condition_group=condition_group,
        model_type="power",
        intercept=intercept_at_zero("power", level=prior.level, slope=prior.slope),
        slope=prior.slope,
        **_NOTHING_LEARNED,
        rmse=METRICS[metric].prior(sensor_group).level_at_ref
        * math.hypot(components.split_sd, prior.level_sd),
        run_sd_frac=components.between_sd,
        split_sd_frac=components.within_sd,
        half_widths=_half_widths(metric, level_var),
        level_var=level_var,
        slope_var=prior.slope_sd**2,
        trained_at=now,
        heat_frac_per_c=heat.mean,
        heat_var=heat.sd**2,
        uphill_frac_per_pct=uphill.mean,
        uphill_var=uphill.sd**2,
        downhill_frac_per_pct=downhill.mean,
        downhill_var=downhill.sd**2,
        fatigue_frac_per_hour=fatigue.mean,
        fatigue_var=fatigue.sd**2,
        return_var=effects.after_pause.sd**2,
    )


def _half_widths(metric: MetricName, level_var: float) -> tuple[float, float, float]:
    """Prior predictive of a typical run at the reference speed, relative."""
    noise_var = components_of(metric).mean_sd(TYPICAL_SPLITS_PER_RUN) ** 2
    degrees = spread_degrees(noise_of(metric).pseudo_runs, noise_var=noise_var, doubt_var=level_var)
    center_sd = math.sqrt(noise_var + level_var)
    low, middle, high = (center_sd * student_half_width(c, degrees) for c in COVERAGES)
    return low, middle, high


def spread_degrees(degrees: float, *, noise_var: float, doubt_var: float) -> float:
    """Degrees of freedom of a sum of an estimated and a known variance (Satterthwaite 1946)."""
    return degrees * ((noise_var + doubt_var) / noise_var) ** 2 if noise_var > 0 else math.inf


def intercept_at_zero(model_type: ModelType, *, level: float, slope: float) -> float:
    """The intercept of ln y = a + b ln v, or y = a + b v, from the level at the reference speed."""
    at_zero = math.log(REFERENCE_SPEED_MPS) if model_type == "power" else REFERENCE_SPEED_MPS
    return level - slope * at_zero
