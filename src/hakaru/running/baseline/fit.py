"""Fitting baselines: lines are fitted, and what was learned put into a baseline.

Metrics that were measured in the same splits are fitted together: their rows, columns and weights
are the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NoFormData
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.baseline.calibration import (
    CONDITIONS,
    DRIFT,
    LEVEL,
    RETURN,
    SLOPE,
    UNITS,
    personal_multipliers,
    prequential_ratios,
)
from hakaru.running.baseline.mixed_model import (
    Regression,
    honest_variances,
    regress,
)
from hakaru.running.baseline.model import (
    BaselineSettings,
    Basis,
    FormSamples,
    MetricBaseline,
)
from hakaru.running.baseline.predict import population_baseline, spread_degrees
from hakaru.running.baseline.prepare import (
    EFFECTS_LAST,
    EVERY_ROW,
    Known,
    Task,
    prepare,
    take,
    valid_rows,
)
from hakaru.running.baseline.regression import EXPONENT_MAX, EXPONENT_MIN, inverse_line
from hakaru.running.effects import (
    DRIFT_WAVES,
    EFFECTS,
    FORM_DOUBT_FRAC,
    Cause,
)
from hakaru.running.metrics import (
    DAYS_PER_YEAR,
    MetricName,
)
from hakaru.stats.robust import FloatArray, effective_count

ALONG_FRAC: Final = 0.75
"""Two things go along where one explains so much of how the other varied."""
RUNS_LEAST: Final = 8
_VARIED: Final[Mapping[Cause, float]] = {"heat": 1.0, "uphill": 0.2, "downhill": 0.2}
"""SDs from run to run below which a cause hardly varied: degrees, metres in 100 m."""
_WHOLE_RUN: Final[tuple[Cause, ...]] = ("heat", "shoe", "surface", "sensor")
"""Causes that are one for a whole run: others vary within it, which tells them from anything."""


@frozen
class CauseColumns:
    """The mean of each cause over each run, shape (n_columns, n_runs); when the runs took place,
    and how much each counts."""

    of_causes: Mapping[Cause, FloatArray]
    age_days: FloatArray
    weight: FloatArray


def confounded_causes(columns: CauseColumns) -> tuple[tuple[str, str], ...]:
    """Pairs of causes that went along with each other; `season` is the time of year."""
    if columns.age_days.size < RUNS_LEAST:
        return ()
    causes = {
        cause: own
        for cause, own in columns.of_causes.items()
        if cause in _WHOLE_RUN and _varied(cause, own, columns.weight)
    }
    year = 2.0 * np.pi * columns.age_days / DAYS_PER_YEAR
    season = np.stack([columns.age_days, np.sin(year), np.cos(year)])
    pairs: list[tuple[str, str]] = [
        (cause, "season")
        for cause, own in causes.items()
        if cause != "sensor" and _explained_frac(own, season, columns.weight) >= ALONG_FRAC
    ]
    pairs += [
        (first, second)
        for first, second in combinations(causes, 2)
        if _explained_frac(causes[first], causes[second], columns.weight) >= ALONG_FRAC
        or _explained_frac(causes[second], causes[first], columns.weight) >= ALONG_FRAC
    ]
    return tuple(pairs)


def _varied(cause: Cause, own: FloatArray, weight: FloatArray) -> bool:
    spread = np.sqrt(np.cov(own, aweights=weight).max(initial=0.0))
    return bool(spread > _VARIED.get(cause, 0.0))


def _explained_frac(own: FloatArray, by: FloatArray, weight: FloatArray) -> float:
    """How much of the variance of some columns over the runs others explain, 0..1."""
    root = np.sqrt(weight)
    known = np.vstack((np.ones_like(weight), by)) * root
    centred = (own - (own @ weight / weight.sum())[:, None]) * root
    fitted, *_ = np.linalg.lstsq(known.T, centred.T, rcond=None)
    left = centred - (known.T @ fitted).T
    total = float(np.square(centred).sum())
    return 1.0 - float(np.square(left).sum()) / total if total > 0.0 else 0.0


BACK_SHARE_LEAST = 0.05
"""A run that shows less of a pause says nothing of it."""
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
        rows = EVERY_ROW if bool(keep.all()) else keep
        if key not in shared:
            shared[key] = take(own, rows), {}
        shared[key][1][metric] = own.value[rows]
    return list(shared.values())


_Learned = dict[str, Any]
"""Fields of a baseline."""


def _learned(task: Task, *, now: datetime) -> Mapping[MetricName, _Learned]:
    """What the splits say of each metric."""
    regression = _regression(task)
    back = task.known.returned_age_days
    same = {
        "half_life_days": task.timeline.half_life_days / EFFECTS_LAST,
        "returned_at": None if back is None else now - timedelta(days=back),
        "sensor_label": task.sensor_label,
        "n_runs": task.n_runs,
    }
    confounded = ",".join("+".join(pair) for pair in confounded_causes(_cause_columns(task)))
    cause_runs = _cause_runs_json(task)
    curves, spreads = _curves(task, regression), _spreads(task, regression)
    mean, variance = task.prior.mean.copy(), np.square(task.prior.sd)
    honest = honest_variances(
        task.samples,
        regression,
        prior=task.prior.of_columns(task.known.places),
        unseen_values=_seasons(task),
    )
    mean[:, task.known.places] = regression.mean
    variance[:, task.known.places] = honest
    of_form = slice(CONDITIONS, CONDITIONS + len(EFFECTS))
    variance[:, of_form] += np.square(FORM_DOUBT_FRAC * mean[:, of_form])
    return {
        metric: {
            **same,
            **curves[place],
            **_effects(mean[place], variance[place]),
            **spreads[place],
            **_named(task, regression, honest, place),
            "cause_runs_json": cause_runs,
            "drift_json": _drift_json(task, regression, place),
            "confounded": confounded,
        }
        for place, metric in enumerate(task.metrics)
    }


def _cause_columns(task: Task) -> CauseColumns:
    """What changes from run to run: the mean of each cause over each run."""
    weight = task.samples.weight
    means = task.samples.per_run(task.samples.columns * weight) / task.samples.per_run(weight)
    places, known = task.known.places, task.known
    kinds: Mapping[Cause, NDArray[np.bool_]] = {
        **{cause: places == CONDITIONS + place for place, cause in enumerate(EFFECTS)},
        "shoe": np.isin(places, known.rows_of("shoe")),
        "surface": np.isin(places, known.rows_of("surface")),
        "sensor": np.isin(places, known.rows_of("unit")),
    }
    return CauseColumns(
        of_causes={cause: means[rows] for cause, rows in kinds.items() if rows.any()},
        age_days=task.timeline.run_age_days,
        weight=task.samples.run_weight,
    )


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
        task.prior.of_columns(task.known.places),
        beliefs=task.beliefs,
        run_effect=task.settings.use_run_effect,
    )
    if task.settings.method == "direct" or "gct" not in task.metrics:
        return regression
    place = task.metrics.index("gct")
    mean = regression.mean.copy()
    mean[place, [LEVEL, SLOPE]] = inverse_line(
        np.log(task.speed_mps) - task.known.center_x, task.value[place]
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
                "intercept": level - slope * task.known.center_x,
                "slope": slope,
                "n_samples": int(np.count_nonzero(sound[place])),
                "rmse": float(rmse[place]),
                "speed_center_mps": math.exp(task.known.center_x),
                "speed_min_mps": float(slowest[place]),
                "speed_max_mps": float(fastest[place]),
            }
        )
    return curves


def _effects(mean: FloatArray, variance: FloatArray) -> _Learned:
    """What conditions change, and how surely."""
    heat, uphill, downhill, fatigue, back = mean[CONDITIONS:DRIFT].tolist()
    heat_var, uphill_var, downhill_var, fatigue_var, back_var = variance[CONDITIONS:DRIFT].tolist()
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


def _named(task: Task, regression: Regression, honest: FloatArray, place: int) -> _Learned:
    """What pairs of shoes, surfaces and units of the sensor do in one metric."""
    means, covariance = regression.mean[place], regression.covariance[place]
    wider = np.sqrt(honest[place] / np.diagonal(covariance))

    def listed(kind: Literal["unit", "shoe", "surface"], names: Sequence[Sequence[str]]) -> str:
        rows = np.flatnonzero(np.isin(task.known.places, task.known.rows_of(kind)))
        if not rows.size:
            return "{}"
        present = task.samples.columns[rows]
        runs = task.samples.per_run((present > 0.0).astype(np.float64)) > 0
        own = covariance[np.ix_(rows, rows)] * np.outer(wider[rows], wider[rows])
        return _named_json(
            names, means[rows], own, runs=runs, centred=kind != "unit", present=present
        )

    return {
        "units_json": listed("unit", task.known.units),
        "shoes_json": listed("shoe", [(name,) for name in task.known.shoes]),
        "surfaces_json": listed("surface", [(name,) for name in task.known.surfaces]),
    }


def _named_json(
    names: Sequence[Sequence[str]],
    mean: FloatArray,
    covariance: FloatArray,
    *,
    runs: NDArray[np.bool_],
    centred: bool,
    present: FloatArray,
) -> str:
    """`MetricBaseline.shoes` as it is stored: each against the mean of all, or as it is."""
    n_runs = runs.sum(axis=1)
    contrasts = np.eye(len(names))
    if centred:
        contrasts = contrasts - (1.0 - present.max(axis=1))
    against_most = np.eye(len(names)) - np.eye(len(names))[int(np.argmax(n_runs))]
    named = {
        name: (
            round(float(contrasts[row] @ mean), 6),
            round(float(contrasts[row] @ covariance @ contrasts[row]), 9),
            int(n_runs[row]),
            round(float(against_most[row] @ covariance @ against_most[row]), 9),
        )
        for row, together in enumerate(names)
        for name in together
        if name
    }
    return json.dumps(named, ensure_ascii=False)


def _drift_json(task: Task, regression: Regression, place: int) -> str:
    """`MetricBaseline.drift` as it is stored."""
    places = task.known.places
    rows = np.flatnonzero((places >= DRIFT) & (places < UNITS))
    if rows.size < DRIFT_WAVES:
        return ""
    covariance = regression.covariance[place][np.ix_(rows, rows)]
    upper = covariance[np.triu_indices(DRIFT_WAVES)]
    return json.dumps(
        [
            round(task.known.window_days, 2),
            [round(size, 6) for size in regression.mean[place, rows].tolist()],
            [float(f"{value:.4g}") for value in upper.tolist()],
        ]
    )


def _cause_runs_json(task: Task) -> str:
    """In how many runs each cause was there."""
    columns = task.known.columns
    rows: Mapping[Cause, NDArray[np.bool_]] = {
        **{cause: columns[CONDITIONS + place] != 0.0 for place, cause in enumerate(EFFECTS)},
        "pause": columns[RETURN] >= BACK_SHARE_LEAST,
    }
    counted = {
        cause: int(np.count_nonzero(task.samples.per_run(present.astype(np.float64))))
        for cause, present in rows.items()
    }
    return json.dumps({**counted, "pace": int(task.samples.first.size)})


def _spreads(task: Task, regression: Regression) -> Sequence[_Learned]:
    """How far runs stray from each line, and how much of that is doubt about the line itself."""
    ratios = prequential_ratios(
        task.samples,
        regression,
        prior=task.prior.of_columns(task.known.places),
        timeline=task.timeline,
        alone=_alone(task.known),
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


def _alone(known: Known) -> NDArray[np.intp]:
    """The columns that a verdict counts each for itself: conditions, the pause, shoes, surfaces."""
    conditions = (known.places >= CONDITIONS) & (known.places < DRIFT)
    named = np.isin(known.places, (*known.rows_of("shoe"), *known.rows_of("surface")))
    return np.flatnonzero(conditions | named)


def _basis(task: Task, prior_share: float, n_eff: float) -> Basis:
    """Personal once the prior hardly weighs in level and spread."""
    runs = min(n_eff, float(task.n_runs))
    enough = runs >= PERSONAL_MIN_RUNS and prior_share <= PERSONAL_MAX_PRIOR_SHARE
    return "personal" if enough else "shrunk"


def _typical_splits(per_run: FloatArray) -> float:
    """Harmonic mean of the runs' numbers of sound splits: the n that gives the mean variance."""
    counted = per_run[per_run > 0]
    return float(counted.size / (1.0 / counted).sum()) if counted.size else 1.0
