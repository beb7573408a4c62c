"""What must be true of samples before a line is fitted, and what is believed beforehand?"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hakaru.running.baseline.beliefs import (
    NOISE,
    RUN_PSEUDO_COUNT,
    SPLIT_PSEUDO_COUNT,
    LinePrior,
    line_prior,
)
from hakaru.running.baseline.calibrate import Timeline
from hakaru.running.baseline.design import Rows, speed_axis
from hakaru.running.baseline.model import FormSamples
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.metrics import METRICS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.stats.components import Belief
from hakaru.stats.line import FloatArray
from hakaru.stats.recency import recency_weights

_ABLATED_PRIOR_WIDENING = 30.0
_ABLATED_PSEUDO_COUNT = 0.5


@dataclass(frozen=True, kw_only=True)
class Task:
    """Samples prepared for a fit, with what is believed beforehand. `n_runs` counts real runs."""

    metric: MetricName
    rows: Rows
    speed_mps: FloatArray
    n_runs: int
    timeline: Timeline
    prior: LinePrior
    belief: Belief
    settings: BaselineSettings


def prepare(
    samples: FormSamples, metric: MetricName, *, sensor_group: str, settings: BaselineSettings
) -> Task:
    """Number the runs in time order, weigh splits and runs, and state the beliefs.

    `samples` are valid and at least one.
    """
    grouped = samples
    if not settings.use_run_effect:
        grouped = replace(samples, run_id=np.arange(samples.value.size))
    run_index, run_age_days = _runs_in_time_order(grouped)
    half_life_days = settings.half_life_days if settings.use_decay else math.inf
    model_type = METRICS[metric].model_type
    return Task(
        metric=metric,
        rows=Rows(
            model_type=model_type,
            value=samples.value,
            x=speed_axis(model_type, samples.speed_mps),
            weight=np.clip(samples.weight_s / np.median(samples.weight_s), 0.2, 5.0),
            run_index=run_index,
            run_weight=recency_weights(run_age_days - run_age_days.min(), half_life_days),
        ),
        speed_mps=samples.speed_mps,
        n_runs=int(np.unique(samples.run_id).size),
        timeline=Timeline(
            run_age_days=run_age_days,
            half_life_days=half_life_days,
            drift_var_per_day=NOISE[metric].drift_var_per_day,
        ),
        prior=_prior(metric, sensor_group, settings),
        belief=_belief(metric, settings),
        settings=settings,
    )


def valid_samples(samples: FormSamples, metric: MetricName) -> FormSamples:
    """The samples that are physically a running form value."""
    row = METRICS[metric]
    with np.errstate(invalid="ignore"):
        keep = (
            (samples.value >= row.valid_min)
            & (samples.value <= row.valid_max)
            & (samples.speed_mps > RUNNING_SPEED_MIN_MPS)
            & np.isfinite(samples.speed_mps)
            & (samples.weight_s > 0)
        )
    return FormSamples(
        value=samples.value[keep],
        speed_mps=samples.speed_mps[keep],
        run_id=samples.run_id[keep],
        age_days=samples.age_days[keep],
        weight_s=samples.weight_s[keep],
    )


def _prior(metric: MetricName, sensor_group: str, settings: BaselineSettings) -> LinePrior:
    """The population's line, or one so wide that it says nothing."""
    prior = line_prior(metric, sensor_group)
    if settings.use_prior:
        return prior
    return replace(
        prior,
        level_sd=prior.level_sd * _ABLATED_PRIOR_WIDENING,
        slope_sd=prior.slope_sd * _ABLATED_PRIOR_WIDENING,
    )


def _belief(metric: MetricName, settings: BaselineSettings) -> Belief:
    """What is believed about the noise, and how firmly."""
    return Belief(
        expected=NOISE[metric].components,
        pseudo_runs=RUN_PSEUDO_COUNT if settings.use_prior else _ABLATED_PSEUDO_COUNT,
        pseudo_splits=SPLIT_PSEUDO_COUNT if settings.use_prior else _ABLATED_PSEUDO_COUNT,
    )


def _runs_in_time_order(samples: FormSamples) -> tuple[NDArray[np.intp], FloatArray]:
    """Each sample's run number (0 = oldest) and each run's age in days."""
    _, first, run_of = np.unique(samples.run_id, return_index=True, return_inverse=True)
    age_days = samples.age_days[first]
    order = np.argsort(-age_days, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return rank[run_of], age_days[order]
