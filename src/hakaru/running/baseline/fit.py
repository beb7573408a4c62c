"""Fitting a baseline: preparation of samples, the line, and how far runs really stray from it.

Prequential: every run is predicted from the runs before it, and its log ratio to that expectation
divided by the predicted SD. Personal half-widths are run-level conformal quantiles of these ratios
(weighted by recency), blended with the prior predictive while runs are few.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NoFormData
from hakaru.running.baseline.model import (
    COVERAGES,
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
from hakaru.running.baseline.regression import (
    EXPONENT_MAX,
    EXPONENT_MIN,
    Coefficients,
    Regression,
    Samples,
    inverse_line,
    regress,
    run_information,
)
from hakaru.running.effects import EFFECTS, RETURN_PAUSE_DAYS, days_back_share, effect_priors
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.stats.robust import (
    Belief,
    FloatArray,
    effective_count,
    recency_weights,
    student_half_width,
    weighted_conformal_quantile,
)

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
