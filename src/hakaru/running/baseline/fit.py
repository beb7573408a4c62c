"""Fitting baselines: samples are prepared, lines fitted, and what was learned put into a baseline.

Metrics that were measured in the same splits are fitted together: their rows, columns and weights
are the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NoFormData
from hakaru.core.i18n import message
from hakaru.running.baseline.calibration import (
    CONDITIONS,
    LEVEL,
    SLOPE,
    UNITS,
    Timeline,
    personal_multipliers,
    prequential_ratios,
)
from hakaru.running.baseline.mixed_model import (
    Coefficients,
    Regression,
    Samples,
    honest_variances,
    regress,
)
from hakaru.running.baseline.model import (
    SPLIT_PSEUDO_COUNT,
    BaselineSettings,
    Basis,
    FormSamples,
    MetricBaseline,
    components_of,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.predict import population_baseline, spread_degrees
from hakaru.running.baseline.regression import EXPONENT_MAX, EXPONENT_MIN, inverse_line
from hakaru.running.effects import (
    EFFECTS,
    RETURN_PAUSE_DAYS,
    at_usual_speed,
    days_back_share,
    effect_priors,
)
from hakaru.running.metrics import (
    DAYS_PER_YEAR,
    METRICS,
    REFERENCE_SPEED_MPS,
    RUNNING_SPEED_MIN_MPS,
    MetricName,
)
from hakaru.stats.robust import Belief, FloatArray, effective_count, recency_weights

_UNITS_MOST = 3
_SHOES_MOST = 6
SHOE_RUNS_LEAST = 3
_REMEMBERED_HALF_LIVES = 5.0
_REMEMBERED_RUNS = 30
"""Runs older than so many half-lives weigh 3 % and less: they are left out, but for these."""
_ABLATED_PRIOR_WIDENING = 30.0
_ABLATED_PSEUDO_COUNT = 0.5


@dataclass(frozen=True, kw_only=True)
class Task:
    """Samples of several metrics prepared for a fit, with what is believed beforehand.

    `value` has a row per metric. `places` says which of the known columns the samples have: one
    that is 0 throughout teaches nothing, and its coefficient stays what `prior` says. `center_x`
    is the ln speed from which the slope counts. `returned_age_days` is the age of the newest run
    that ended a pause; None: there was none. `sensor_label` names the unit of the newest run, and
    `shoes` the pairs that are told apart: theirs are the last columns, after those of `n_units`.
    """

    metrics: tuple[MetricName, ...]
    samples: Samples
    value: FloatArray
    speed_mps: FloatArray
    center_x: float
    n_runs: int
    timeline: Timeline
    returned_age_days: float | None
    sensor_label: str | None
    places: NDArray[np.intp]
    shoes: tuple[str, ...]
    n_units: int
    prior: Coefficients
    level_sd: tuple[float, ...]
    beliefs: tuple[Belief, ...]
    settings: BaselineSettings


def prepare(
    samples: FormSamples,
    values: Mapping[MetricName, FloatArray],
    *,
    sensor_group: str,
    settings: BaselineSettings,
) -> Task:
    """Number the runs in time order, weigh splits and runs, and state the beliefs.

    `samples` are valid for every metric and at least one; `values` replace theirs.
    """
    half_life_days = settings.half_life_days if settings.use_decay else math.inf
    rows, run_index, run_age_days = _in_time_order(samples, settings)
    rows, run_index, run_age_days = _remembered(rows, run_index, run_age_days, half_life_days)
    ordered = _take(samples, rows)
    run_weight = recency_weights(run_age_days - run_age_days.min(), half_life_days)
    weight = np.clip(ordered.weight_s / np.median(ordered.weight_s), 0.2, 5.0)
    sample_weight = weight * run_weight[run_index]
    x = np.log(ordered.speed_mps)
    center_x = float(sample_weight @ x / sample_weight.sum())
    back_share, returned_age_days = _after_pauses(run_age_days)
    units = _other_units(ordered)
    shoes, worn = _shoes(ordered, run_index, sample_weight)
    around = (
        _conditions(ordered, center_mps=math.exp(center_x)).T,
        back_share[run_index],
        units,
        worn,
    )
    value = np.stack([own[rows] for own in values.values()])
    metrics = tuple(values)
    columns = np.vstack((np.ones_like(x), x - center_x, *around))
    places = np.flatnonzero((columns != 0.0).any(axis=1) | (np.arange(len(columns)) <= SLOPE))
    return Task(
        metrics=metrics,
        samples=Samples(
            y=np.log(value),
            columns=columns[places],
            weight=weight,
            run_index=run_index,
            first=np.flatnonzero(np.diff(run_index, prepend=-1)),
            run_weight=run_weight,
        ),
        value=value,
        speed_mps=ordered.speed_mps,
        center_x=center_x,
        n_runs=int(np.unique(samples.run_id).size),
        timeline=_timeline(metrics, run_age_days, half_life_days),
        returned_age_days=returned_age_days,
        sensor_label=None if ordered.unit is None else str(ordered.unit[-1]) or None,
        places=places,
        prior=_priors(
            metrics,
            sensor_group,
            settings,
            center_x=center_x,
            n_units=len(units),
            n_shoes=len(shoes),
        ),
        shoes=shoes,
        n_units=len(units),
        level_sd=tuple(line_prior(metric, sensor_group).level_sd for metric in metrics),
        beliefs=tuple(_belief(metric, settings) for metric in metrics),
        settings=settings,
    )


def valid_rows(samples: FormSamples, metric: MetricName) -> NDArray[np.bool_]:
    """True for samples that are physically a running form value."""
    row = METRICS[metric]
    with np.errstate(invalid="ignore"):
        keep: NDArray[np.bool_] = (
            (samples.value >= row.valid_min)
            & (samples.value <= row.valid_max)
            & (samples.speed_mps > RUNNING_SPEED_MIN_MPS)
            & np.isfinite(samples.speed_mps)
            & (samples.weight_s > 0)
        )
    return keep


_Rows = NDArray[np.bool_] | NDArray[np.intp] | slice
_EVERY_ROW = slice(None)


def _take(samples: FormSamples, chosen: _Rows) -> FormSamples:
    columns: dict[str, Any] = {}
    for name in (field.name for field in fields(samples)):
        column = getattr(samples, name)
        columns[name] = None if column is None else column[chosen]
    return FormSamples(**columns)


def _in_time_order(
    samples: FormSamples, settings: BaselineSettings
) -> tuple[_Rows, NDArray[np.intp], FloatArray]:
    """The rows oldest run first, each one's run number (0 = oldest), each run's age in days."""
    run_id = samples.run_id if settings.use_run_effect else np.arange(samples.value.size)
    _, first, run_of = np.unique(run_id, return_index=True, return_inverse=True)
    age_days = samples.age_days[first]
    order = np.argsort(-age_days, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    run_index = rank[run_of]
    if bool((run_index[1:] >= run_index[:-1]).all()):
        return _EVERY_ROW, run_index, age_days[order]
    rows = np.argsort(run_index, kind="stable")
    return rows, run_index[rows], age_days[order]


def _remembered(
    rows: _Rows,
    run_index: NDArray[np.intp],
    run_age_days: FloatArray,
    half_life_days: float,
) -> tuple[_Rows, NDArray[np.intp], FloatArray]:
    """The runs that still weigh something, and always the newest ones."""
    horizon_days = run_age_days[-1] + _REMEMBERED_HALF_LIVES * half_life_days
    start = min(
        int(np.searchsorted(-run_age_days, -horizon_days)),
        max(0, run_age_days.size - _REMEMBERED_RUNS),
    )
    if start == 0:
        return rows, run_index, run_age_days
    newer = slice(int(np.searchsorted(run_index, start)), None)
    later = newer if isinstance(rows, slice) else rows[newer]
    return later, run_index[newer] - start, run_age_days[start:]


def _timeline(
    metrics: Sequence[MetricName], run_age_days: FloatArray, half_life_days: float
) -> Timeline:
    drift = [noise_of(metric).drift_var_per_day for metric in metrics]
    return Timeline(
        run_age_days=run_age_days,
        half_life_days=half_life_days,
        drift_var_per_day=np.array(drift),
    )


def _conditions(samples: FormSamples, *, center_mps: float) -> FloatArray:
    """The conditions of each sample; none where nothing was recorded."""
    if samples.conditions is None:
        return np.zeros((samples.value.size, len(EFFECTS)))
    return at_usual_speed(samples.conditions, center_mps)


def _after_pauses(run_age_days: FloatArray) -> tuple[FloatArray, float | None]:
    """What is left of the effect of a pause in each run, and the age of the last return."""
    gap_days = np.concatenate(([0.0], -np.diff(run_age_days)))
    returns = np.where(gap_days >= RETURN_PAUSE_DAYS, run_age_days, np.inf)
    returned_age = np.minimum.accumulate(returns)
    share = days_back_share(np.where(np.isfinite(returned_age), returned_age - run_age_days, -1.0))
    newest = float(returned_age[-1])
    return share, newest if math.isfinite(newest) else None


def _other_units(samples: FormSamples) -> FloatArray:
    """A row of 0 and 1 per unit of the sensor that is not the newest run's, newest first; the
    oldest ones share the last row. No row where units are not known."""
    if samples.unit is None or bool((samples.unit == samples.unit[-1]).all()):
        return np.empty((0, samples.value.size))
    newest_first = samples.unit[::-1]
    _, at = np.unique(newest_first, return_index=True)
    names = newest_first[np.sort(at)]
    others = names[1:]
    place_of = {name: min(place, _UNITS_MOST - 1) for place, name in enumerate(others.tolist())}
    units = np.zeros((min(len(others), _UNITS_MOST), samples.value.size))
    for name, place in place_of.items():
        units[place, samples.unit == name] = 1.0
    return units


def _shoes(
    samples: FormSamples, run_index: NDArray[np.intp], weight: FloatArray
) -> tuple[tuple[str, ...], FloatArray]:
    """The pairs of shoes that can be told apart, newest first, and a row per pair: 1 where it was
    worn, less its share of all, so that the level is that of the mean of the shoes."""
    if samples.shoe is None:
        return (), np.empty((0, samples.value.size))
    newest_first = list(dict.fromkeys(samples.shoe[::-1].tolist()))
    worn = {name: samples.shoe == name for name in newest_first if name}
    often = {
        name: rows
        for name, rows in worn.items()
        if np.unique(run_index[rows]).size >= SHOE_RUNS_LEAST
    }
    chosen = dict(list(often.items())[:_SHOES_MOST])
    if len(often) < 2:
        return (), np.empty((0, samples.value.size))
    rows = np.stack([own.astype(np.float64) for own in chosen.values()])
    known = rows.any(axis=0)
    share = rows @ weight / (weight @ known)
    return tuple(chosen), (rows - share[:, None]) * known


def _priors(
    metrics: Sequence[MetricName],
    sensor_group: str,
    settings: BaselineSettings,
    *,
    center_x: float,
    n_units: int,
    n_shoes: int,
) -> Coefficients:
    """The population's lines around the centre and their effects; or lines so wide that they say
    nothing."""
    widening = 1.0 if settings.use_prior else _ABLATED_PRIOR_WIDENING
    offset = center_x - math.log(REFERENCE_SPEED_MPS)
    means, sds = [], []
    for metric in metrics:
        line, priors = line_prior(metric, sensor_group), effect_priors(metric)
        effects = (
            *priors.conditions,
            priors.after_pause,
            *([priors.other_unit] * n_units),
            *([priors.shoe] * n_shoes),
        )
        level_sd = math.hypot(line.level_sd, offset * line.slope_sd)
        means.append([line.level + offset * line.slope, line.slope, *(e.mean for e in effects)])
        sds.append([level_sd * widening, line.slope_sd * widening, *(e.sd for e in effects)])
    return Coefficients(mean=np.array(means), sd=np.array(sds))


def _belief(metric: MetricName, settings: BaselineSettings) -> Belief:
    """What is believed about the noise, and how firmly."""
    return Belief(
        expected=components_of(metric),
        pseudo_runs=noise_of(metric).pseudo_runs if settings.use_prior else _ABLATED_PSEUDO_COUNT,
        pseudo_splits=SPLIT_PSEUDO_COUNT if settings.use_prior else _ABLATED_PSEUDO_COUNT,
    )


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
    return fit_metrics(
        {metric: samples},
        sensor_group=sensor_group,
        now=now,
        settings=settings,
        user_id=user_id,
        condition_group=condition_group,
    )[metric]


def fit_metrics(
    samples: Mapping[MetricName, FormSamples],
    *,
    sensor_group: str,
    now: datetime,
    settings: BaselineSettings | None = None,
    user_id: str = "default",
    condition_group: str = "default",
    trained_at: datetime | None = None,
) -> Mapping[MetricName, MetricBaseline]:
    """The same for several metrics, in less time where they share their rows: where `samples`
    differ in nothing but the value, and hold the same arrays. `trained_at` None: at `now`."""
    chosen = settings or BaselineSettings()
    baselines = {
        metric: population_baseline(
            metric,
            sensor_group=sensor_group,
            now=trained_at or now,
            user_id=user_id,
            condition_group=condition_group,
        )
        for metric in samples
    }
    for valid, values in _of_the_same_rows(samples):
        if valid.value.size:
            task = prepare(valid, values, sensor_group=sensor_group, settings=chosen)
            window: _Learned = {
                "window_start": now - timedelta(days=float(valid.age_days.max())),
                "window_end": now - timedelta(days=float(valid.age_days.min())),
            }
            for metric, learned in _learned(task, now=now).items():
                baselines[metric] = replace(baselines[metric], **learned, **window)
        elif not chosen.allow_population:
            metric = next(iter(values))
            raise NoFormData(
                message(
                    "sensor group {sensor_group}, metric {metric},",
                    sensor_group=repr(sensor_group),
                    metric=repr(metric),
                )
            )
    return baselines


_Values = dict[MetricName, FloatArray]


def _of_the_same_rows(
    samples: Mapping[MetricName, FormSamples],
) -> Sequence[tuple[FormSamples, _Values]]:
    """The valid samples, with the values of all metrics that are valid in the same rows."""
    shared: dict[tuple[object, ...], tuple[FormSamples, _Values]] = {}
    for metric, own in samples.items():
        keep = valid_rows(own, metric)
        names = (field.name for field in fields(own) if field.name != "value")
        key = (*(id(getattr(own, name)) for name in names), keep.tobytes())
        rows = _EVERY_ROW if bool(keep.all()) else keep
        if key not in shared:
            shared[key] = _take(own, rows), {}
        shared[key][1][metric] = own.value[rows]
    return list(shared.values())


_Learned = dict[str, Any]
"""Fields of a baseline."""


def _learned(task: Task, *, now: datetime) -> Mapping[MetricName, _Learned]:
    """What the splits say of each metric."""
    regression = _regression(task)
    back = task.returned_age_days
    same = {
        "half_life_days": task.timeline.half_life_days,
        "returned_at": None if back is None else now - timedelta(days=back),
        "sensor_label": task.sensor_label,
        "n_runs": task.n_runs,
    }
    curves, spreads = _curves(task, regression), _spreads(task, regression)
    mean, variance = task.prior.mean.copy(), np.square(task.prior.sd)
    honest = honest_variances(
        task.samples,
        regression,
        prior=task.prior.of_columns(task.places),
        unseen=_seasons(task),
    )
    mean[:, task.places] = regression.mean
    variance[:, task.places] = honest
    return {
        metric: {
            **same,
            **curves[place],
            **_effects(mean[place], variance[place]),
            **spreads[place],
            "shoes_json": _shoes_json(task, regression, honest, place),
        }
        for place, metric in enumerate(task.metrics)
    }


def _seasons(task: Task) -> FloatArray:
    """What the time of year may do that nobody sees: two waves of a year, each with the spread of
    half of what the level drifts in a year; shape (2, n_metrics, n)."""
    of_rows = task.samples.of_rows(task.timeline.run_age_days)
    angle = 2.0 * np.pi * of_rows / DAYS_PER_YEAR
    size = np.sqrt(task.timeline.drift_var_per_day * DAYS_PER_YEAR / 8.0)
    return np.stack([np.outer(size, np.sin(angle)), np.outer(size, np.cos(angle))])


def _regression(task: Task) -> Regression:
    """The direct fit, or its noise around the requirements' inverse curve."""
    regression = regress(
        task.samples,
        task.prior.of_columns(task.places),
        beliefs=task.beliefs,
        run_effect=task.settings.use_run_effect,
    )
    if task.settings.method == "direct" or "gct" not in task.metrics:
        return regression
    place = task.metrics.index("gct")
    mean = regression.mean.copy()
    mean[place, [LEVEL, SLOPE]] = inverse_line(
        np.log(task.speed_mps) - task.center_x, task.value[place]
    )
    return replace(regression, mean=mean)


def _curves(task: Task, regression: Regression) -> Sequence[_Learned]:
    """The learned lines, the speeds they were learned on, and how well they hold there."""
    sound = regression.robust > 0
    weight = task.samples.recent_weight * sound
    error = task.value - np.exp(task.samples.y - regression.residual)
    rmse = np.sqrt(np.einsum("mn,mn->m", weight, error * error) / weight.sum(axis=1))
    slowest = np.where(sound, task.speed_mps, np.inf).min(axis=1)
    fastest = np.where(sound, task.speed_mps, -np.inf).max(axis=1)
    curves = []
    for place, metric in enumerate(task.metrics):
        level, slope = regression.mean[place, [LEVEL, SLOPE]].tolist()
        if metric == "gct":
            slope = min(max(slope, EXPONENT_MIN), EXPONENT_MAX)
        curves.append(
            {
                "method": task.settings.method if metric == "gct" else "direct",
                "intercept": level - slope * task.center_x,
                "slope": slope,
                "n_samples": int(np.count_nonzero(sound[place])),
                "rmse": float(rmse[place]),
                "speed_center_mps": math.exp(task.center_x),
                "speed_min_mps": float(slowest[place]),
                "speed_max_mps": float(fastest[place]),
            }
        )
    return curves


def _effects(mean: FloatArray, variance: FloatArray) -> _Learned:
    """What conditions change, and how surely."""
    heat, uphill, downhill, fatigue, back = mean[CONDITIONS:UNITS].tolist()
    heat_var, uphill_var, downhill_var, fatigue_var, back_var = variance[CONDITIONS:UNITS].tolist()
    return {
        "heat_frac_per_c": heat,
        "heat_var": heat_var,
        "uphill_frac_per_pct": uphill,
        "uphill_var": uphill_var,
        "downhill_frac_per_pct": downhill,
        "downhill_var": downhill_var,
        "fatigue_frac_per_hour": fatigue,
        "fatigue_var": fatigue_var,
        "return_frac": back,
        "return_var": back_var,
    }


def _shoes_json(task: Task, regression: Regression, honest: FloatArray, place: int) -> str:
    """Each pair against the mean of all, with the variance of that."""
    if not task.shoes:
        return "{}"
    n_shoes = len(task.shoes)
    columns = task.samples.columns[-n_shoes:]
    mean, covariance = regression.mean[place, -n_shoes:], regression.covariance[place]
    wider = np.sqrt(honest[place] / np.diagonal(covariance))[-n_shoes:]
    own = covariance[-n_shoes:, -n_shoes:] * wider[:, None] * wider
    contrasts = np.eye(n_shoes) - (1.0 - columns.max(axis=1))
    shoes = {
        name: (round(float(row @ mean), 6), round(float(row @ own @ row), 9))
        for name, row in zip(task.shoes, contrasts, strict=True)
    }
    return json.dumps(shoes, ensure_ascii=False)


def _spreads(task: Task, regression: Regression) -> Sequence[_Learned]:
    """How far runs stray from each line, and how much of that is doubt about the line itself."""
    ratios = prequential_ratios(
        task.samples,
        regression,
        prior=task.prior.of_columns(task.places),
        timeline=task.timeline,
        alone=np.flatnonzero(
            (task.places >= CONDITIONS)
            & ((task.places < UNITS) | (task.places >= UNITS + task.n_units))
        ),
    )
    n_eff = effective_count(task.samples.run_weight)
    sound_splits = task.samples.per_run((regression.robust > 0).astype(np.float64))
    spreads = []
    for place, components in enumerate(regression.components):
        splits = _typical_splits(sound_splits[place])
        covariance = regression.covariance[place]
        level_var = float(covariance[LEVEL, LEVEL])
        noise_var = components.mean_sd(splits) ** 2
        n_effective = task.beliefs[place].pseudo_runs + max(n_eff - 1.0, 0.0)
        degrees = spread_degrees(n_effective, noise_var=noise_var, doubt_var=level_var)
        center_sd = math.sqrt(noise_var + level_var)
        low, middle, high = personal_multipliers(ratios[place], degrees)
        spreads.append(
            {
                "basis": _basis(task, level_var / task.level_sd[place] ** 2, n_eff),
                "n_runs_effective": n_eff,
                "run_sd_frac": components.between_sd,
                "split_sd_frac": components.within_sd,
                "splits_per_run": splits,
                "drift_var_per_day": float(task.timeline.drift_var_per_day[place]),
                "half_widths": (center_sd * low, center_sd * middle, center_sd * high),
                "level_var": level_var,
                "slope_var": float(covariance[SLOPE, SLOPE]),
                "level_slope_cov": float(covariance[LEVEL, SLOPE]),
            }
        )
    return spreads


def _basis(task: Task, prior_share: float, n_eff: float) -> Basis:
    """Personal once the prior hardly weighs in level and spread."""
    runs = min(n_eff, float(task.n_runs))
    enough = runs >= PERSONAL_MIN_RUNS and prior_share <= PERSONAL_MAX_PRIOR_SHARE
    return "personal" if enough else "shrunk"


def _typical_splits(per_run: FloatArray) -> float:
    """Harmonic mean of the runs' numbers of sound splits: the n that gives the mean variance."""
    counted = per_run[per_run > 0]
    return float(counted.size / (1.0 / counted).sum()) if counted.size else 1.0
