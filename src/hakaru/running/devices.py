"""Sensors of a runner: the passport of each, and what another kind is expected to show.

The level of the new sensor is believed to be the runner's own level with the old one, moved by what
such kinds usually differ by, with the spread of that difference between runners. It stands in the
place of the population's level wherever the new sensor's own runs do not say more yet. Slopes are
not carried over: those of one runner on two kinds differ by as much as the prior is wide.

A run is one figure per metric: its mean over the splits that training uses, moved to the reference
speed by the population's response to speed. Two sensors are compared over the runs around a change
from one to the other, level by level with a common trend, drawn to what such sensors usually differ
by; files that hold both say more.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import (
    COVERAGES,
    BaselineSettings,
    Basis,
    Led,
    LinePrior,
    MetricBaseline,
    line_prior,
    noise_of,
)
from hakaru.running.baseline.predict import population_baseline, spread_degrees
from hakaru.running.effects import effect_priors
from hakaru.running.lessons import SplitColumns, floats, taught_rows
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, SCORED_METRICS, MetricName
from hakaru.running.verdict import RATED_COVERAGE_MIN_FRAC, RATED_RUNS_MIN
from hakaru.stats.robust import student_half_width

BOTH_IN_ONE_FILE_SD: Final = 0.020
"""How much that difference varies from file to file of one runner."""
NOISE_CARRIED_FRAC: Final = 0.5
"""How much a run with the old sensor says of the spread from run to run with the new one: days are
the runner's, but each kind has noise of its own."""


@frozen
class Pair:
    """Two kinds of sensor in the same files: the mean of ln(new / old) over `n_runs`."""

    ratio_ln: float
    n_runs: int


@frozen
class Bridge:
    """What is expected of a new kind of sensor before its first run. `source` is the kind it leads
    from; `n_runs_effective` of its baselines counts runs with that one."""

    source: str
    baselines: Mapping[MetricName, MetricBaseline]

    @property
    def sha256(self) -> str:
        """The same where it leads to the same."""
        return hashlib.sha256(repr(sorted(self.baselines.items())).encode()).hexdigest()

    def learning(self, settings: BaselineSettings) -> BaselineSettings:
        """The same settings for the new sensor."""
        led = tuple((metric, _led_by(own)) for metric, own in sorted(self.baselines.items()))
        return replace(settings, led=led)


def bridge_between(
    old: Mapping[MetricName, MetricBaseline],
    sensor_group: str,
    *,
    at: datetime,
    pairs: Mapping[MetricName, Pair] | None = None,
) -> Bridge | None:
    """The way to a kind of sensor first worn at a moment; None: too little was known before.

    `old` is what was known of one kind of sensor before. `pairs` are files that hold both.
    """
    led = {
        metric: _led(baseline, sensor_group, at=at, pair=(pairs or {}).get(metric))
        for metric, baseline in old.items()
        if baseline.n_runs >= RATED_RUNS_MIN and baseline.model_type == "power"
    }
    if not led:
        return None
    (source,) = {baseline.sensor_group for baseline in old.values()}
    return Bridge(source=source, baselines=led)


def kind_offset(metric: MetricName, old_group: str, new_group: str) -> tuple[float, float]:
    """By how much one kind usually reads beside another, as ln(new / old) at the reference speed,
    and how much that varies between runners.

    Two makers: contact time of a Garmin strap against a Stryd pod in one file, -35 to +26 ms by
    runner (research data.md §5), and -6.4, +0.9, -5.1 % in three files of ours, oscillation -13.9,
    -27.7, -18.0 % there. Kinds of one maker: no pairs, about as units of a kind
    (`effects.other_unit`). Cadence is hardly a matter of the sensor.
    """
    kinds = METRICS[metric].kinds_sd_frac
    sd = kinds.same_maker_frac if _maker(old_group) == _maker(new_group) else kinds.other_maker_frac
    mean = line_prior(metric, new_group).level - line_prior(metric, old_group).level
    return mean, sd


def _maker(sensor_group: str) -> str:
    return sensor_group.partition("-")[0]


def _led(
    own: MetricBaseline, sensor_group: str, *, at: datetime, pair: Pair | None
) -> MetricBaseline:
    """The own curve, led over to another kind of sensor."""
    metric, center_x = own.metric, math.log(own.speed_center_mps)
    mean, var = _level(own, sensor_group, at=at)
    if pair is not None and pair.n_runs:
        seen = own.intercept + own.slope * center_x + pair.ratio_ln
        seen_var = _own_var(own, at) + BOTH_IN_ONE_FILE_SD**2 / pair.n_runs
        mean = (mean / var + seen / seen_var) / (1.0 / var + 1.0 / seen_var)
        var = 1.0 / (1.0 / var + 1.0 / seen_var)
    slope = line_prior(metric, sensor_group).slope
    noise_var = own.run_sd_frac**2 + own.split_sd_frac**2 / own.splits_per_run
    degrees = spread_degrees(
        noise_of(metric).pseudo_runs + NOISE_CARRIED_FRAC * own.n_runs_effective,
        noise_var=noise_var,
        doubt_var=var,
    )
    center_sd = math.sqrt(noise_var + var)
    low, middle, high = (center_sd * student_half_width(c, degrees) for c in COVERAGES)
    return replace(
        population_baseline(metric, sensor_group=sensor_group, now=at),
        basis="bridged",
        intercept=mean - slope * center_x,
        half_widths=(low, middle, high),
        run_sd_frac=own.run_sd_frac,
        split_sd_frac=own.split_sd_frac,
        splits_per_run=own.splits_per_run,
        n_runs_effective=own.n_runs_effective,
        level_var=var,
        speed_center_mps=own.speed_center_mps,
        speed_min_mps=own.speed_min_mps,
        speed_max_mps=own.speed_max_mps,
        heat_frac_per_c=own.heat_frac_per_c,
        heat_var=own.heat_var,
        uphill_frac_per_pct=own.uphill_frac_per_pct,
        uphill_var=own.uphill_var,
        downhill_frac_per_pct=own.downhill_frac_per_pct,
        downhill_var=own.downhill_var,
        fatigue_frac_per_hour=own.fatigue_frac_per_hour,
        fatigue_var=own.fatigue_var,
        user_id=own.user_id,
    )


def _own_var(own: MetricBaseline, at: datetime) -> float:
    """What is left of the doubt about the level with the old sensor at a moment."""
    if own.window_end is None:
        return own.level_var
    days = max((at - own.window_end).total_seconds() / SECONDS_PER_DAY, 0.0)
    return own.level_var + own.drift_var_per_day * days


def _level(own: MetricBaseline, sensor_group: str, *, at: datetime) -> tuple[float, float]:
    """Level of the new sensor at the centre of the speeds that were run with the old one, and the
    variance of the doubt about it.

    Levels of one runner on two kinds are as alike as the spread of their difference says: with that
    of each kind between runners it gives their covariance.
    """
    metric, center_x = own.metric, math.log(own.speed_center_mps)
    offset = center_x - math.log(REFERENCE_SPEED_MPS)
    old, new = line_prior(metric, own.sensor_group), line_prior(metric, sensor_group)
    old_var = old.level_sd**2 + (offset * old.slope_sd) ** 2
    new_var = new.level_sd**2 + (offset * new.slope_sd) ** 2
    _, between_sd = kind_offset(metric, own.sensor_group, sensor_group)
    both = max(0.0, 0.5 * (old_var + new_var - between_sd**2))
    both = min(both, math.sqrt(old_var * new_var))
    share = both / (old_var + _own_var(own, at))
    deviation = own.intercept + own.slope * center_x - (old.level + old.slope * offset)
    return new.level + new.slope * offset + share * deviation, new_var - share * both


def _led_by(bridged: MetricBaseline) -> Led:
    at_mps = bridged.speed_center_mps
    return Led(
        line=LinePrior(
            level=bridged.intercept + bridged.slope * math.log(at_mps),
            slope=bridged.slope,
            level_sd=math.sqrt(bridged.level_var),
            slope_sd=math.sqrt(bridged.slope_var),
            at_mps=at_mps,
        ),
        run_sd=bridged.run_sd_frac,
        split_sd=bridged.split_sd_frac,
        pseudo_runs=noise_of(bridged.metric).pseudo_runs
        + NOISE_CARRIED_FRAC * bridged.n_runs_effective,
    )


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


@frozen
class SensorRun:
    """One measured run: when, with which unit of which kind of sensor, and how much of it that
    covered (None: not known)."""

    activity_id: int
    day: date
    sensor_group: str
    sensor_label: str
    coverage_frac: float | None


@frozen
class Span80:
    """A relative change (0.02 = 2 % more) with its 80 % interval."""

    frac: float
    low_frac: float
    high_frac: float


@frozen
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


@frozen
class Drift:
    """How the readings of a sensor moved in a hundred days, runner and sensor together."""

    metric: MetricName
    size: Span80
    n_runs: int


@frozen
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
    rows = taught_rows(columns)
    levels = {metric: _levels(rows, metric) for metric in SCORED_METRICS}
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


@frozen
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
    return _levels(taught_rows(columns), metric, slope=slope)


def _levels(
    rows: SplitColumns, metric: MetricName, *, slope: float | None = None
) -> Mapping[int, Level]:
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
    return np.array(list(map(of_group.__getitem__, groups)), dtype=np.float64)


def _per_run(
    ids: NDArray[np.int64], days: FloatArray, level: FloatArray, weight: FloatArray
) -> Iterator[tuple[int, Level]]:
    first = np.flatnonzero(np.diff(ids, prepend=-1))
    if not first.size:
        return
    mean = np.add.reduceat(level * weight, first) / np.add.reduceat(weight, first)
    columns = (ids[first].tolist(), days[first].tolist(), mean.tolist())
    for run, day, run_level in zip(*columns, strict=True):
        yield run, Level(at_days=day, log_level=run_level)


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
