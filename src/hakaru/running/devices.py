"""The passport of each sensor: how long it was worn, how it reads beside the one before, whether it
drifts, how well it covers the runs.

A run is one figure per metric: its mean over the splits that training uses, moved to the reference
speed by the population's response to speed. Two sensors are compared over the runs around a change
from one to the other, level by level with a common trend, drawn to what such sensors usually differ
by; files that hold both say more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import Basis, line_prior, noise_of
from hakaru.running.bridge import BOTH_IN_ONE_FILE_SD, Pair, kind_offset
from hakaru.running.effects import effect_priors
from hakaru.running.lessons import SplitColumns, floats, taught_rows
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, SCORED_METRICS, MetricName
from hakaru.running.verdict import RATED_COVERAGE_MIN_FRAC

AROUND_DAYS: Final = 60.0
"""Runs so near a change of sensor are compared: form itself changes over longer."""
DRIFT_RUNS_LEAST, DRIFT_DAYS_LEAST = 10, 90.0
TREND_SD_PER_YEAR: Final = 0.10
"""How fast form may move around a change, relative, so that a trend is no offset."""
NEIGHBOURS_INFLATE: Final = 1.4
"""Variance by which days that follow each other are alike."""
_SDS_80: Final = 1.2816
_DAYS_PER_YEAR: Final = 365.25
_DRIFT_DAYS: Final = 100.0


@dataclass(frozen=True, kw_only=True)
class SensorRun:
    """One measured run: when, with which unit of which kind of sensor, and how much of it that
    covered (None: not known)."""

    activity_id: int
    day: date
    sensor_group: str
    sensor_label: str
    coverage_frac: float | None


@dataclass(frozen=True, kw_only=True)
class Span80:
    """A relative change (0.02 = 2 % more) with its 80 % interval."""

    frac: float
    low_frac: float
    high_frac: float


@dataclass(frozen=True, kw_only=True)
class Offset:
    """How a sensor reads beside another one: `n_before` runs with that, `n_after` with this;
    `n_both` files hold both. `against_label` is empty where only these say it."""

    metric: MetricName
    against_group: str
    against_label: str
    size: Span80
    n_before: int
    n_after: int
    n_both: int = 0


@dataclass(frozen=True, kw_only=True)
class Drift:
    """How the readings of a sensor moved in a hundred days, runner and sensor together."""

    metric: MetricName
    size: Span80
    n_runs: int


@dataclass(frozen=True, kw_only=True)
class Passport:
    """One unit of one kind of sensor. `n_sparse` runs are not rated, as it covered too little of
    them. `basis`: what the next run with this kind is judged by; None: nothing was learned."""

    sensor_group: str
    sensor_label: str
    n_runs: int
    first_day: date
    last_day: date
    coverage_frac: float | None
    n_sparse: int
    offsets: tuple[Offset, ...]
    drifts: tuple[Drift, ...]
    basis: Basis | None = None


_Key = tuple[str, str]


def passports(
    runs: Sequence[SensorRun],
    columns: SplitColumns,
    *,
    pairs: Mapping[tuple[str, str], Mapping[MetricName, Pair]],
    bases: Mapping[str, Basis],
) -> tuple[Passport, ...]:
    """One per unit, the one worn last first.

    Args:
        runs: the measured runs, oldest first.
        columns: `split_columns` of all of them.
        pairs: what files that hold two kinds say, by (old, new) kind.
        bases: what the next run with a kind of sensor is judged by.
    """
    levels = {metric: run_levels(columns, metric) for metric in SCORED_METRICS}
    own: dict[_Key, list[SensorRun]] = {}
    for run in runs:
        own.setdefault((run.sensor_group, run.sensor_label), []).append(run)
    before = _worn_before(runs)
    made = [
        _passport(key, worn, (own.get(before[key], []) if key in before else []), levels, pairs)
        for key, worn in own.items()
    ]
    with_basis = [replace(device, basis=bases.get(device.sensor_group)) for device in made]
    return tuple(sorted(with_basis, key=lambda device: device.last_day, reverse=True))


def _worn_before(runs: Sequence[SensorRun]) -> Mapping[_Key, _Key]:
    """The unit worn before each was put on first; the first of all has none."""
    before: dict[_Key, _Key] = {}
    seen = {(run.sensor_group, run.sensor_label) for run in runs[:1]}
    for earlier, later in pairwise(runs):
        key = (later.sensor_group, later.sensor_label)
        if key not in seen:
            seen.add(key)
            before[key] = (earlier.sensor_group, earlier.sensor_label)
    return before


@dataclass(frozen=True, kw_only=True)
class Level:
    """One run's figure: days since 1970 and the logarithm of its level at the reference speed."""

    at_days: float
    log_level: float


_Levels = Mapping[MetricName, Mapping[int, Level]]


def run_levels(
    columns: SplitColumns, metric: MetricName, *, slope: float | None = None
) -> Mapping[int, Level]:
    """The figure of each run that carries a metric, by activity. `slope` is the response to speed;
    None: that of runners in general."""
    rows = taught_rows(columns)
    value, speed_mps = METRICS[metric].values_in(rows), floats(rows, "speed_mps")
    weight = floats(rows, "running_s")
    row = METRICS[metric]
    with np.errstate(invalid="ignore"):
        keep = (value >= row.valid_min) & (value <= row.valid_max) & (weight > 0.0)
    slopes = _slopes(rows, metric) if slope is None else np.full(value.shape, slope)
    with np.errstate(invalid="ignore", divide="ignore"):
        level = np.log(value) - slopes * np.log(speed_mps / REFERENCE_SPEED_MPS)
    ids = np.asarray(rows["activity_id"], dtype=np.int64)
    days = np.asarray(rows["started_at"], dtype="datetime64[s]").astype(np.int64) / SECONDS_PER_DAY
    return dict(_per_run(ids[keep], days[keep], level[keep], weight[keep]))


def _slopes(rows: SplitColumns, metric: MetricName) -> FloatArray:
    """The population's response to speed of each row's kind of sensor."""
    groups = rows["sensor_group"].tolist()
    of_group = {group: line_prior(metric, str(group)).slope for group in set(groups)}
    return np.array([of_group[group] for group in groups], dtype=np.float64)


def _per_run(
    ids: NDArray[np.int64], days: FloatArray, level: FloatArray, weight: FloatArray
) -> Iterator[tuple[int, Level]]:
    first = np.flatnonzero(np.diff(ids, prepend=-1))
    if not first.size:
        return
    mean = np.add.reduceat(level * weight, first) / np.add.reduceat(weight, first)
    for run, day, run_level in zip(ids[first], days[first], mean, strict=True):
        yield int(run), Level(at_days=float(day), log_level=float(run_level))


def _passport(
    key: _Key,
    worn: Sequence[SensorRun],
    before: Sequence[SensorRun],
    levels: _Levels,
    pairs: Mapping[tuple[str, str], Mapping[MetricName, Pair]],
) -> Passport:
    group, label = key
    coverage = [run.coverage_frac for run in worn if run.coverage_frac is not None]
    offsets: list[Offset] = []
    drifts: list[Drift] = []
    for metric, known in levels.items():
        own = [known[run.activity_id] for run in worn if run.activity_id in known]
        drift = _drift(metric, own)
        drifts += [] if drift is None else [drift]
        if before:
            old = [known[run.activity_id] for run in before if run.activity_id in known]
            pair = pairs.get((before[0].sensor_group, group), {}).get(metric)
            offset = _offset(metric, (before[0], old), (worn[0], own), pair)
            offsets += [] if offset is None else [offset]
    return Passport(
        sensor_group=group,
        sensor_label=label,
        n_runs=len(worn),
        first_day=worn[0].day,
        last_day=worn[-1].day,
        coverage_frac=float(np.median(coverage)) if coverage else None,
        n_sparse=sum(frac < RATED_COVERAGE_MIN_FRAC for frac in coverage),
        offsets=tuple(offsets),
        drifts=tuple(drifts),
    )


def _offset(
    metric: MetricName,
    before: tuple[SensorRun, Sequence[Level]],
    after: tuple[SensorRun, Sequence[Level]],
    pair: Pair | None,
) -> Offset | None:
    """From the runs around the first change, and the files with both; None: there are neither."""
    (old, old_levels), (new, new_levels) = before, after
    if not new_levels:
        return None
    change = new_levels[0].at_days
    near_old = [level for level in old_levels if abs(level.at_days - change) <= AROUND_DAYS]
    near_new = [level for level in new_levels if level.at_days - change <= AROUND_DAYS]
    if not near_old and pair is None:
        return None
    if old.sensor_group == new.sensor_group:
        mean, sd = 0.0, effect_priors(metric).other_unit.sd
    else:
        mean, sd = kind_offset(metric, old.sensor_group, new.sensor_group)
    mean, var = _fitted(metric, near_old, near_new, mean, sd) if near_old else (mean, sd**2)
    if pair is not None:
        seen_var = BOTH_IN_ONE_FILE_SD**2 / pair.n_runs
        mean = (mean / var + pair.ratio_ln / seen_var) / (1.0 / var + 1.0 / seen_var)
        var = 1.0 / (1.0 / var + 1.0 / seen_var)
    return Offset(
        metric=metric,
        against_group=old.sensor_group,
        against_label=old.sensor_label if near_old else "",
        size=_span(mean, math.sqrt(var)),
        n_before=len(near_old),
        n_after=len(near_new),
        n_both=0 if pair is None else pair.n_runs,
    )


def _fitted(
    metric: MetricName,
    old: Sequence[Level],
    new: Sequence[Level],
    prior_mean: float,
    prior_sd: float,
) -> tuple[float, float]:
    """The offset beside a common level and trend, with the variance that is left of it."""
    day = np.array([level.at_days for level in (*old, *new)])
    y = np.array([level.log_level for level in (*old, *new)])
    is_new = np.concatenate((np.zeros(len(old)), np.ones(len(new))))
    years = (day - day.mean()) / _DAYS_PER_YEAR
    x = np.column_stack((np.ones_like(y), years, is_new))
    noise_var = NEIGHBOURS_INFLATE * _noise_var(metric, old, new)
    precision = np.diag([1e-6, 1.0 / TREND_SD_PER_YEAR**2, 1.0 / prior_sd**2])
    target = np.array([0.0, 0.0, prior_mean / prior_sd**2])
    posterior = np.linalg.inv(x.T @ x / noise_var + precision)
    mean = posterior @ (x.T @ y / noise_var + target)
    return float(mean[2]), float(posterior[2, 2])


def _noise_var(metric: MetricName, *parts: Sequence[Level]) -> float:
    """How runs with one sensor differ, drawn to what is believed."""
    noise = noise_of(metric)
    squares, degrees = noise.pseudo_runs * noise.between_sd**2, noise.pseudo_runs
    for part in parts:
        values = np.array([level.log_level for level in part])
        if values.size > 1:
            squares += float(np.sum((values - values.mean()) ** 2))
            degrees += values.size - 1
    return squares / degrees


def _drift(metric: MetricName, own: Sequence[Level]) -> Drift | None:
    """The change in a hundred days; None: too few runs or days."""
    if len(own) < DRIFT_RUNS_LEAST or own[-1].at_days - own[0].at_days < DRIFT_DAYS_LEAST:
        return None
    hundreds = np.array([level.at_days for level in own]) / _DRIFT_DAYS
    y = np.array([level.log_level for level in own])
    centred = hundreds - hundreds.mean()
    slope = float(centred @ (y - y.mean()) / (centred @ centred))
    left = y - y.mean() - slope * centred
    var = NEIGHBOURS_INFLATE * float(left @ left) / (len(own) - 2) / float(centred @ centred)
    return Drift(metric=metric, size=_span(slope, math.sqrt(var)), n_runs=len(own))


def _span(log_size: float, sd: float) -> Span80:
    return Span80(
        frac=math.expm1(log_size),
        low_frac=math.expm1(log_size - _SDS_80 * sd),
        high_frac=math.expm1(log_size + _SDS_80 * sd),
    )
