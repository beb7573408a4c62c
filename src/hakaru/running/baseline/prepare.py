"""Samples made ready for a fit: runs in time order, weights, columns of conditions, of the unit of
the sensor and of shoes, and what is believed beforehand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.baseline.calibration import (
    SLOPE,
    UNITS,
    Timeline,
)
from hakaru.running.baseline.mixed_model import (
    Coefficients,
    Samples,
)
from hakaru.running.baseline.model import (
    SPLIT_PSEUDO_COUNT,
    BaselineSettings,
    FormSamples,
    line_prior,
    noise_of,
)
from hakaru.running.effects import (
    EFFECTS,
    RETURN_PAUSE_DAYS,
    EffectPrior,
    at_usual_speed,
    days_back_share,
    drift_wave_sds,
    drift_waves,
    effect_priors,
)
from hakaru.running.metrics import (
    METRICS,
    RUNNING_SPEED_MIN_MPS,
    MetricName,
)
from hakaru.stats.robust import Belief, FloatArray, recency_weights

_UNITS_MOST = 3
_LABELS_MOST = 6
LABEL_RUNS_LEAST = 3
EFFECTS_LAST: Final = 3.0
"""What conditions do to a runner lasts: it is remembered so many times as long as a level, which
has waves of a drift of its own."""
_REMEMBERED_HALF_LIVES = 5.0
_REMEMBERED_RUNS = 30
"""Runs older than so many half-lives of a level are left out, but for these."""
_ABLATED_PRIOR_WIDENING = 30.0
_ABLATED_PSEUDO_COUNT = 0.5


@frozen
class Known:
    """What may explain the samples: level, slope, conditions, the days after a pause, waves of a
    slow drift, other `units` of the sensor, `shoes` and `surfaces`, a column each, shape
    (n_columns, n).

    `places` says which of them the samples have: one that is 0 throughout teaches nothing.
    `center_x` is the ln speed from which the slope counts, `returned_age_days` the age of the
    newest run that ended a pause; None: there was none. `shoes` and `surfaces` are those that are
    told apart; `window_days` is how long the runs took.
    """

    columns: FloatArray
    places: NDArray[np.intp]
    center_x: float
    returned_age_days: float | None
    units: tuple[tuple[str, ...], ...]
    shoes: tuple[str, ...]
    surfaces: tuple[str, ...]
    window_days: float

    def rows_of(self, kind: Literal["unit", "shoe", "surface"]) -> NDArray[np.intp]:
        """The places of the columns of the units of the sensor, of shoes or surfaces."""
        counts = len(self.units), len(self.shoes), len(self.surfaces)
        place = ("unit", "shoe", "surface").index(kind)
        return UNITS + sum(counts[:place]) + np.arange(counts[place])


@frozen
class Task:
    """Samples of several metrics prepared for a fit, with what is believed beforehand.

    `value` has a row per metric. `prior` holds for every known column, those included that the
    samples do not have. `sensor_label` names the unit of the newest run.
    """

    metrics: tuple[MetricName, ...]
    samples: Samples
    value: FloatArray
    speed_mps: FloatArray
    n_runs: int
    timeline: Timeline
    sensor_label: str | None
    known: Known
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
    level_lasts_days = settings.half_life_days if settings.use_decay else math.inf
    half_life_days = EFFECTS_LAST * level_lasts_days
    rows, run_index, run_age_days = _in_time_order(samples, settings)
    rows, run_index, run_age_days = _remembered(rows, run_index, run_age_days, level_lasts_days)
    ordered = take(samples, rows)
    run_weight = recency_weights(run_age_days - run_age_days.min(), half_life_days)
    weight = np.clip(ordered.weight_s / np.median(ordered.weight_s), 0.2, 5.0)
    known = _columns(
        ordered,
        weight * run_weight[run_index],
        run_index,
        run_age_days,
        drifts=settings.use_decay,
    )
    value = np.stack([own[rows] for own in values.values()])
    metrics = tuple(values)
    return Task(
        metrics=metrics,
        samples=Samples(
            y=np.log(value),
            columns=known.columns[known.places],
            weight=weight,
            run_index=run_index,
            first=np.flatnonzero(np.diff(run_index, prepend=-1)),
            run_weight=run_weight,
        ),
        value=value,
        speed_mps=ordered.speed_mps,
        n_runs=int(np.unique(samples.run_id).size),
        timeline=_timeline(metrics, run_age_days, half_life_days),
        sensor_label=None if ordered.unit is None else str(ordered.unit[-1]) or None,
        known=known,
        prior=_priors(metrics, sensor_group, settings, known=known),
        level_sd=tuple(line_prior(metric, sensor_group).level_sd for metric in metrics),
        beliefs=tuple(_belief(metric, settings) for metric in metrics),
        settings=settings,
    )


def _columns(
    ordered: FormSamples,
    sample_weight: FloatArray,
    run_index: NDArray[np.intp],
    run_age_days: FloatArray,
    *,
    drifts: bool,
) -> Known:
    x = np.log(ordered.speed_mps)
    center_x = float(sample_weight @ x / sample_weight.sum())
    back_share, returned_age_days = _after_pauses(run_age_days)
    units, by_unit = _other_units(ordered)
    shoes, worn = _told_apart(ordered.shoe, run_index, sample_weight)
    surfaces, ground = _told_apart(ordered.surface, run_index, sample_weight)
    conditions = _conditions(ordered, center_mps=math.exp(center_x))
    window_days = float(run_age_days[0] - run_age_days[-1])
    drift = drifts * drift_waves(run_age_days - run_age_days[-1], window_days)[:, run_index]
    around = (conditions.T, back_share[run_index], drift, by_unit, worn, ground)
    columns = np.vstack((np.ones_like(x), x - center_x, *around))
    return Known(
        columns=columns,
        places=np.flatnonzero((columns != 0.0).any(axis=1) | (np.arange(len(columns)) <= SLOPE)),
        center_x=center_x,
        returned_age_days=returned_age_days,
        units=units,
        shoes=shoes,
        surfaces=surfaces,
        window_days=window_days,
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
EVERY_ROW = slice(None)


def take(samples: FormSamples, chosen: _Rows) -> FormSamples:
    """Some of the samples."""
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
        return EVERY_ROW, run_index, age_days[order]
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


def _other_units(samples: FormSamples) -> tuple[tuple[tuple[str, ...], ...], FloatArray]:
    """A row of 0 and 1 per unit of the sensor that is not the newest run's, newest first, and the
    names of each; the oldest ones share the last row. No row where units are not known."""
    if samples.unit is None or bool((samples.unit == samples.unit[-1]).all()):
        return (), np.empty((0, samples.value.size))
    others = list(dict.fromkeys(samples.unit[::-1].tolist()))[1:]
    alone, together = others[: _UNITS_MOST - 1], others[_UNITS_MOST - 1 :]
    names = tuple((name,) for name in alone) + ((tuple(together),) if together else ())
    return names, np.stack([np.isin(samples.unit, own).astype(np.float64) for own in names])


def _told_apart(
    labels: NDArray[np.object_] | None, run_index: NDArray[np.intp], weight: FloatArray
) -> tuple[tuple[str, ...], FloatArray]:
    """The pairs of shoes, or the surfaces, that can be told apart, newest first, and a row for
    each: 1 where it was, less its share of all, so that the level is that of their mean."""
    if labels is None:
        return (), np.empty((0, weight.size))
    newest_first = list(dict.fromkeys(labels[::-1].tolist()))
    present = {name: labels == name for name in newest_first if name}
    often = {
        name: rows
        for name, rows in present.items()
        if np.unique(run_index[rows]).size >= LABEL_RUNS_LEAST
    }
    chosen = dict(list(often.items())[:_LABELS_MOST])
    if len(often) < 2:
        return (), np.empty((0, weight.size))
    rows = np.stack([own.astype(np.float64) for own in chosen.values()])
    known = rows.any(axis=0)
    share = rows @ weight / (weight @ known)
    return tuple(chosen), (rows - share[:, None]) * known


def _priors(
    metrics: Sequence[MetricName],
    sensor_group: str,
    settings: BaselineSettings,
    *,
    known: Known,
) -> Coefficients:
    """The population's lines around the centre and their effects; or lines so wide that they say
    nothing."""
    widening = 1.0 if settings.use_prior else _ABLATED_PRIOR_WIDENING
    means, sds = [], []
    for metric in metrics:
        line, priors = settings.line(metric, sensor_group), effect_priors(metric)
        offset = known.center_x - math.log(line.at_mps)
        drift_sds = drift_wave_sds(noise_of(metric).drift_var_per_day, known.window_days)
        effects = (
            *priors.conditions,
            priors.after_pause,
            *(EffectPrior(mean=0.0, sd=sd) for sd in drift_sds.tolist()),
            *([priors.other_unit] * len(known.units)),
            *([priors.shoe] * len(known.shoes)),
            *([priors.surface] * len(known.surfaces)),
        )
        level_sd = math.hypot(line.level_sd, offset * line.slope_sd)
        means.append([line.level + offset * line.slope, line.slope, *(e.mean for e in effects)])
        sds.append([level_sd * widening, line.slope_sd * widening, *(e.sd for e in effects)])
    return Coefficients(mean=np.array(means), sd=np.array(sds))


def _belief(metric: MetricName, settings: BaselineSettings) -> Belief:
    """What is believed about the noise, and how firmly."""
    spreads, pseudo_runs = settings.spreads(metric)
    return Belief(
        expected=spreads,
        pseudo_runs=pseudo_runs if settings.use_prior else _ABLATED_PSEUDO_COUNT,
        pseudo_splits=SPLIT_PSEUDO_COUNT if settings.use_prior else _ABLATED_PSEUDO_COUNT,
    )
