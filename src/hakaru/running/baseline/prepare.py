"""What must be true of samples before a line is fitted, and what is believed beforehand?"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.running.baseline.beliefs import (
    SPLIT_PSEUDO_COUNT,
    components_of,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.calibrate import Timeline
from hakaru.running.baseline.model import FormSamples
from hakaru.running.baseline.regression import Coefficients, Samples
from hakaru.running.baseline.settings import BaselineSettings
from hakaru.running.effects import (
    EFFECTS,
    RETURN_PAUSE_DAYS,
    days_back_share,
    effect_priors,
)
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.stats.robust import Belief, FloatArray, recency_weights

LEVEL, SLOPE, CONDITIONS, RETURN = 0, 1, 2, 2 + len(EFFECTS)
UNITS = RETURN + 1
"""Places of the columns: level, slope, the conditions, the days after a pause, and one
column per other unit of the sensor."""
_UNITS_MOST = 3
_REMEMBERED_HALF_LIVES = 5.0
_REMEMBERED_RUNS = 30
"""Runs older than so many half-lives weigh 3 % and less: they are left out, but for these."""
_ABLATED_PRIOR_WIDENING = 30.0
_ABLATED_PSEUDO_COUNT = 0.5


@dataclass(frozen=True, kw_only=True)
class Task:
    """Samples prepared for a fit, with what is believed beforehand.

    `center_x` is the ln speed from which the slope counts. `returned_age_days` is the age of the
    newest run that ended a pause; None: there was none. `sensor_label` names the unit of the
    newest run.
    """

    metric: MetricName
    samples: Samples
    value: FloatArray
    speed_mps: FloatArray
    sample_weight: FloatArray
    center_x: float
    n_runs: int
    timeline: Timeline
    returned_age_days: float | None
    sensor_label: str | None
    prior: Coefficients
    level_sd: float
    belief: Belief
    settings: BaselineSettings


def prepare(
    samples: FormSamples, metric: MetricName, *, sensor_group: str, settings: BaselineSettings
) -> Task:
    """Number the runs in time order, weigh splits and runs, and state the beliefs.

    `samples` are valid and at least one.
    """
    half_life_days = settings.half_life_days if settings.use_decay else math.inf
    ordered, run_index, run_age_days = _in_time_order(samples, settings)
    ordered, run_index, run_age_days = _remembered(ordered, run_index, run_age_days, half_life_days)
    run_weight = recency_weights(run_age_days - run_age_days.min(), half_life_days)
    weight = np.clip(ordered.weight_s / np.median(ordered.weight_s), 0.2, 5.0)
    sample_weight = weight * run_weight[run_index]
    x = np.log(ordered.speed_mps)
    center_x = float(sample_weight @ x / sample_weight.sum())
    back_share, returned_age_days = _after_pauses(run_age_days)
    units = _other_units(ordered)
    features = (x - center_x, _conditions(ordered), back_share[run_index], units)
    return Task(
        metric=metric,
        samples=Samples(
            y=np.log(ordered.value),
            columns=np.asfortranarray(np.column_stack((np.ones_like(x), *features))),
            weight=weight,
            run_index=run_index,
            first=np.flatnonzero(np.diff(run_index, prepend=-1)),
            run_weight=run_weight,
        ),
        value=ordered.value,
        speed_mps=ordered.speed_mps,
        sample_weight=sample_weight,
        center_x=center_x,
        n_runs=int(np.unique(samples.run_id).size),
        timeline=Timeline(
            run_age_days=run_age_days,
            half_life_days=half_life_days,
            drift_var_per_day=noise_of(metric).drift_var_per_day,
        ),
        returned_age_days=returned_age_days,
        sensor_label=None if ordered.unit is None else str(ordered.unit[-1]) or None,
        prior=_prior(metric, sensor_group, settings, center_x=center_x, n_units=units.shape[1]),
        level_sd=line_prior(metric, sensor_group).level_sd,
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
    return samples if bool(keep.all()) else _take(samples, keep)


def _take(samples: FormSamples, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> FormSamples:
    columns: dict[str, Any] = {}
    for name in (field.name for field in fields(samples)):
        column = getattr(samples, name)
        columns[name] = None if column is None else column[chosen]
    return FormSamples(**columns)


def _in_time_order(
    samples: FormSamples, settings: BaselineSettings
) -> tuple[FormSamples, NDArray[np.intp], FloatArray]:
    """The samples oldest run first, each one's run number (0 = oldest), each run's age in days."""
    run_id = samples.run_id if settings.use_run_effect else np.arange(samples.value.size)
    _, first, run_of = np.unique(run_id, return_index=True, return_inverse=True)
    age_days = samples.age_days[first]
    order = np.argsort(-age_days, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    run_index = rank[run_of]
    if bool((run_index[1:] >= run_index[:-1]).all()):
        return samples, run_index, age_days[order]
    rows = np.argsort(run_index, kind="stable")
    return _take(samples, rows), run_index[rows], age_days[order]


def _remembered(
    samples: FormSamples,
    run_index: NDArray[np.intp],
    run_age_days: FloatArray,
    half_life_days: float,
) -> tuple[FormSamples, NDArray[np.intp], FloatArray]:
    """The runs that still weigh something, and always the newest ones."""
    horizon_days = run_age_days[-1] + _REMEMBERED_HALF_LIVES * half_life_days
    start = min(
        int(np.searchsorted(-run_age_days, -horizon_days)),
        max(0, run_age_days.size - _REMEMBERED_RUNS),
    )
    if start == 0:
        return samples, run_index, run_age_days
    rows = np.flatnonzero(run_index >= start)
    return _take(samples, rows), run_index[rows] - start, run_age_days[start:]


def _conditions(samples: FormSamples) -> FloatArray:
    """The conditions of each sample; none where nothing was recorded."""
    if samples.conditions is None:
        return np.zeros((samples.value.size, len(EFFECTS)))
    return samples.conditions


def _after_pauses(run_age_days: FloatArray) -> tuple[FloatArray, float | None]:
    """What is left of the effect of a pause in each run, and the age of the last return."""
    gap_days = np.concatenate(([0.0], -np.diff(run_age_days)))
    returns = np.where(gap_days >= RETURN_PAUSE_DAYS, run_age_days, np.inf)
    returned_age = np.minimum.accumulate(returns)
    share = days_back_share(np.where(np.isfinite(returned_age), returned_age - run_age_days, -1.0))
    newest = float(returned_age[-1])
    return share, newest if math.isfinite(newest) else None


def _other_units(samples: FormSamples) -> FloatArray:
    """A column of 0 and 1 per unit of the sensor that is not the newest run's, newest first; the
    oldest ones share the last column. No column where units are not known."""
    if samples.unit is None or bool((samples.unit == samples.unit[-1]).all()):
        return np.empty((samples.value.size, 0))
    newest_first = samples.unit[::-1]
    _, at = np.unique(newest_first, return_index=True)
    names = newest_first[np.sort(at)]
    others = names[1:]
    column = {name: min(place, _UNITS_MOST - 1) for place, name in enumerate(others.tolist())}
    columns = np.zeros((samples.value.size, min(len(others), _UNITS_MOST)))
    for name, place in column.items():
        columns[samples.unit == name, place] = 1.0
    return columns


def _prior(
    metric: MetricName,
    sensor_group: str,
    settings: BaselineSettings,
    *,
    center_x: float,
    n_units: int,
) -> Coefficients:
    """The population's line around the centre and its effects; or a line so wide that it says
    nothing."""
    line, priors = line_prior(metric, sensor_group), effect_priors(metric)
    widening = 1.0 if settings.use_prior else _ABLATED_PRIOR_WIDENING
    offset = center_x - math.log(REFERENCE_SPEED_MPS)
    effects = (*priors.conditions, priors.after_pause, *([priors.other_unit] * n_units))
    level_sd = math.hypot(line.level_sd, offset * line.slope_sd)
    return Coefficients(
        mean=np.array([line.level + offset * line.slope, line.slope, *(e.mean for e in effects)]),
        sd=np.array(
            [level_sd * widening, line.slope_sd * widening, *(e.sd for e in effects)],
        ),
    )


def _belief(metric: MetricName, settings: BaselineSettings) -> Belief:
    """What is believed about the noise, and how firmly."""
    return Belief(
        expected=components_of(metric),
        pseudo_runs=noise_of(metric).pseudo_runs if settings.use_prior else _ABLATED_PSEUDO_COUNT,
        pseudo_splits=SPLIT_PSEUDO_COUNT if settings.use_prior else _ABLATED_PSEUDO_COUNT,
    )
