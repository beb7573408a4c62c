"""Where a metric has gone over the newest eight weeks, at equal speed.

One line through the runs of these weeks that starts from the level of the eight weeks before:
runs resemble the run before them, single wild runs hardly count, and what speed, time since the
start and (for contact time) the cadence of the day do is taken out with what is believed of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.running.trends.compare import MIN_RUNS, meaning_of
from hakaru.running.trends.model import ChangeDirection, Meaning, TrendSamples
from hakaru.running.trends.quantities import quantity_of
from hakaru.running.trends.samples import sound_samples
from hakaru.stats.robust import student_half_width

RECENT = timedelta(days=56)
RECENT_COVERAGE = 0.90
"""A trend is said where this interval excludes none: wrongly in about one of eight even seasons."""
_MIN_RECENT_RUNS = 6
_MEMORY = 0.25
_FREEDOM = 5.0
_ROUNDS = 8
_RUN_SD, _RUN_SD_RUNS = 0.022, 6.0
_EXPONENTS: Mapping[MetricName, float] = {"gct": -0.40, "vo": 0.25, "vr": -0.62, "cadence": 0.12}
_EXPONENT_SD = 0.12
_CADENCE_SLOPE, _CADENCE_SLOPE_SD = -0.7, 0.6
"""Contact time over cadence from day to day, both as logarithms, beyond what speed does."""
_RAW_SHARE = 0.5
"""The metric itself must have gone at least half as far as it has at equal cadence."""
_NORMAL_SHARE = 1.08
"""What the heavy tails cost: variance of this estimate over that of least squares on a normal."""


@dataclass(frozen=True, kw_only=True)
class RecentTrend:
    """From the beginning of the newest eight weeks to their end, relative, with a 90 % interval.

    `n_runs` counts the runs of these weeks. `direction` "none": the interval contains no change.
    """

    metric: MetricName
    n_runs: int
    delta_frac: float
    low_frac: float
    high_frac: float
    direction: ChangeDirection
    meaning: Meaning


def recent_trend(
    samples: TrendSamples, metric: MetricName, *, sensor_group: str
) -> RecentTrend | None:
    """The trend of the eight weeks up to the newest run.

    `samples` are of one runner and one sensor group. None: fewer than 6 runs in these weeks, or
    fewer than 9 with the eight weeks before them.
    """
    quantity = quantity_of(metric, sensor_group)
    sound = sound_samples(samples, quantity)
    if sound.value.size == 0:
        return None
    runs = _runs(sound, metric)
    recent = runs.age_days < RECENT.days
    if np.count_nonzero(recent) < _MIN_RECENT_RUNS or recent.size < _MIN_RECENT_RUNS + MIN_RUNS:
        return None
    ramp = np.clip(1.0 - runs.age_days / RECENT.days, 0.0, 1.0)
    delta, sd = _slope(runs, ramp, with_cadence=True)
    raw, _ = _slope(runs, ramp, with_cadence=False)
    reach = sd * student_half_width(RECENT_COVERAGE, recent.size - 2.0 + _RUN_SD_RUNS)
    shown = raw / delta >= _RAW_SHARE if delta else False
    direction = _direction(delta - reach, delta + reach) if shown else "none"
    return RecentTrend(
        metric=metric,
        n_runs=int(np.count_nonzero(recent)),
        delta_frac=math.expm1(delta),
        low_frac=math.expm1(delta - reach),
        high_frac=math.expm1(delta + reach),
        direction=direction,
        meaning=meaning_of(direction, METRICS[metric].unfavourable),
    )


@dataclass(frozen=True, kw_only=True)
class _Runs:
    """One row per run, oldest first: ln of the metric at 3 m/s, and the rest centred."""

    level: FloatArray
    log_speed: FloatArray
    log_cadence: FloatArray | None
    age_days: FloatArray


def _runs(samples: TrendSamples, metric: MetricName) -> _Runs:
    """The runs of the newest sixteen weeks."""
    age = (samples.day.max() - samples.day) / np.timedelta64(1, "D")
    keep = age < 2 * RECENT.days
    order = np.lexsort((samples.run_id[keep], samples.day[keep]))
    ids, weight = samples.run_id[keep][order], samples.weight_s[keep][order]
    first = np.flatnonzero(np.diff(ids, prepend=ids[0] - 1))
    total = np.add.reduceat(weight, first)

    def mean(rows: FloatArray) -> FloatArray:
        averaged: FloatArray = np.add.reduceat(weight * rows, first) / total
        return averaged

    x = np.log(samples.speed_mps[keep][order] / REFERENCE_SPEED_MPS)
    value = np.log(samples.value[keep][order]) - _exponent(metric) * x
    cadence = None
    if metric == "gct" and samples.cadence_spm is not None:
        steps = samples.cadence_spm[keep][order]
        if np.isfinite(steps).all() and (steps > 0.0).all():
            cadence = mean(np.log(steps) - _EXPONENTS["cadence"] * x)
            cadence = cadence - cadence.mean()
    log_speed = mean(x)
    return _Runs(
        level=mean(value),
        log_speed=log_speed - log_speed.mean(),
        log_cadence=cadence,
        age_days=age[keep][order][first],
    )


def _exponent(metric: MetricName) -> float:
    """How the metric goes with speed, where the runs of eight weeks do not say otherwise."""
    return _EXPONENTS[metric] if metric in _EXPONENTS else METRICS[metric].prior("garmin").slope


def _slope(runs: _Runs, ramp: FloatArray, *, with_cadence: bool) -> tuple[float, float]:
    """What one whole ramp adds in ln, and its standard deviation."""
    y, n = runs.level, runs.level.size
    columns, beliefs = [np.ones(n), ramp, runs.log_speed], [0.0, 0.0, _EXPONENT_SD**-2]
    if with_cadence and runs.log_cadence is not None:
        y = y - _CADENCE_SLOPE * runs.log_cadence
        columns.append(runs.log_cadence)
        beliefs.append(_CADENCE_SLOPE_SD**-2)
    fresh = np.eye(n) - _MEMORY * np.eye(n, k=-1)
    fresh[0, 0] = math.sqrt(1.0 - _MEMORY**2)
    x, y = fresh @ np.column_stack(columns), fresh @ y
    prior = _RUN_SD**2 * np.diag(beliefs)
    weight = np.ones(n)
    for _ in range(_ROUNDS):
        precision = x.T @ (weight[:, np.newaxis] * x) + prior
        coefficients = np.linalg.solve(precision, x.T @ (weight * y))
        off = y - x @ coefficients
        degrees = n - 2.0 + _RUN_SD_RUNS
        variance = float((weight * off * off).sum() + _RUN_SD_RUNS * _RUN_SD**2) / degrees
        scale = variance * (_FREEDOM - 2.0) / _FREEDOM * 1.2
        weight = np.minimum((_FREEDOM + 1.0) / (_FREEDOM + off * off / scale), 1.2)
    spread = float(np.linalg.inv(precision)[1, 1]) * variance * _NORMAL_SHARE
    return float(coefficients[1]), math.sqrt(spread)


def _direction(low: float, high: float) -> ChangeDirection:
    if low > 0.0:
        return "higher"
    return "lower" if high < 0.0 else "none"
