"""By how much does each second of a run differ from what its speed, slope and role let expect?

Expected: the runner's curve over speed (the population's without a baseline), moved to this run by
ridge regression on level, speed, slope up and down, time (slow drift) and role, each drawn to the
belief and hardly by single outliers. What slower or quicker steps do to contact time is taken out
as believed: a runner who brakes is no noise. What is left is relative (0.1 = 10 %).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.beliefs import (
    BELIEFS,
    DRIFT_DOUBT_FRAC_PER_H,
    GRADE_DOUBT_FRAC_PER_PCT,
    NOISE_MEMORY_S,
    ROLE_DOUBT_FRAC,
    Belief,
)
from hakaru.running.anomalies.ground import Ground, moving_mean, read_ground
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.population import population_baseline
from hakaru.running.baseline.predict import log_expected_values
from hakaru.running.metrics import (
    METRICS,
    REFERENCE_SPEED_MPS,
    RUNNING_CADENCE_MIN_SPM,
    MetricName,
)
from hakaru.running.session.model import Structure
from hakaru.running.validity import BoolArray, valid_column

MIN_JUDGED_S = 120
_LEVEL, _SPEED, _UP, _DOWN, _TIME, _FIRST_ROLE = 0, 1, 2, 3, 4, 5
_CLIP_SDS, _ROUNDS = 2.0, 3
_THIN = 3  # seconds: neighbours repeat each other
_LEVEL_DOUBT_FRAC = 1.0
_LOG_REFERENCE_SPEED = float(np.log(REFERENCE_SPEED_MPS))
_LOG_CADENCE_MIN = float(np.log(RUNNING_CADENCE_MIN_SPM))
_CADENCE_CLIP = 0.08
"""A counter that jumps further is wrong: alone it never makes a step of contact time."""
CADENCE_SMOOTHING_S = 3


@dataclass(frozen=True, kw_only=True)
class MetricSignal:
    """One metric on the grid of seconds, shape (n_seconds,).

    `log_value` is its natural logarithm, cleaned, NaN where missing or not steady; `residual_frac`
    what is left of it, 0 where not `judged`. `pace_frac`, `grade_frac`, `drift_frac` are what
    speed, slope and time were found to add. `speed_var` is the variance left in the exponent over
    speed.
    """

    metric: MetricName
    log_value: FloatArray
    residual_frac: FloatArray
    judged: BoolArray
    pace_frac: FloatArray
    grade_frac: FloatArray
    drift_frac: FloatArray
    speed_var: float


@dataclass(frozen=True, kw_only=True)
class Signal:
    """All metrics that a run carries for at least two minutes, on one grid of seconds."""

    ground: Ground
    metrics: tuple[MetricSignal, ...]


def read_signal(
    recording: Recording,
    structure: Structure,
    *,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
) -> Signal | None:
    """What to search for steps. None: no metric was measured long enough."""
    if recording.series["elapsed_s"].size < 2:
        return None
    ground = read_ground(recording, structure)
    design = _design(ground)
    steady = np.zeros(ground.motion.running.size, dtype=np.bool_)
    steady[ground.row[ground.steady]] = True
    metrics = []
    for metric in BELIEFS:
        column = METRICS[metric].series_column
        if column not in recording.series:
            continue
        value = valid_column(recording.series, column, running=steady)
        log_value = np.log(value)[ground.row]
        judged: BoolArray = ground.steady & np.isfinite(log_value)
        if np.count_nonzero(judged) >= MIN_JUDGED_S:
            baseline = (baselines or {}).get(metric) or population_baseline(
                metric,
                sensor_group=recording.sensor_group or "other",
                now=recording.started_at,
            )
            believed = _believed(recording, ground, BELIEFS[metric], judged=judged)
            metrics.append(
                _fit(
                    design, ground, baseline, log_value=log_value, judged=judged, believed=believed
                )
            )
    return Signal(ground=ground, metrics=tuple(metrics)) if metrics else None


def _design(ground: Ground) -> FloatArray:
    """Columns: 1, ln speed, slope up and down in percent, hours, and one per role but the first."""
    n_roles = int(ground.role.max(initial=0)) + 1
    design = np.empty((_FIRST_ROLE + n_roles - 1, ground.row.size))
    design[_LEVEL] = 1.0
    design[_SPEED] = ground.log_speed
    design[_UP] = np.maximum(ground.grade_pct, 0.0)
    design[_DOWN] = np.maximum(-ground.grade_pct, 0.0)
    design[_TIME] = (ground.elapsed_s - ground.elapsed_s[0]) / SECONDS_PER_HOUR
    for number in range(1, n_roles):
        design[_FIRST_ROLE + number - 1] = ground.role == number
    return design


def _fit(
    design: FloatArray,
    ground: Ground,
    baseline: MetricBaseline,
    *,
    log_value: FloatArray,
    judged: BoolArray,
    believed: FloatArray | float,
) -> MetricSignal:
    """The run's own line, from judged seconds, without what is `believed` of cadence."""
    belief = BELIEFS[baseline.metric]
    curve = log_expected_values(baseline, ground.log_speed + _LOG_REFERENCE_SPEED)
    slope = belief.up_frac_per_pct * design[_UP] + belief.down_frac_per_pct * design[_DOWN]
    left = np.where(judged, log_value - curve - slope - believed, 0.0)
    thinned = judged[::_THIN]
    coefficients, speed_var = _ridge(
        design[:, ::_THIN][:, thinned],
        left[::_THIN][thinned],
        _doubts(baseline, len(design)),
        belief.noise_frac,
    )
    fitted = coefficients @ design
    own_grade = coefficients[_UP] * design[_UP] + coefficients[_DOWN] * design[_DOWN]
    return MetricSignal(
        metric=baseline.metric,
        log_value=log_value,
        residual_frac=np.where(judged, left - fitted, 0.0),
        judged=judged,
        pace_frac=curve + coefficients[_SPEED] * design[_SPEED],
        grade_frac=slope + own_grade,
        drift_frac=coefficients[_TIME] * design[_TIME],
        speed_var=speed_var,
    )


def _believed(
    recording: Recording, ground: Ground, belief: Belief, *, judged: BoolArray
) -> FloatArray | float:
    """What the cadence of the moment does to a metric, against the usual cadence of the run."""
    cadence_spm = recording.series.get("cadence_spm")
    if belief.cadence_exponent == 0.0 or cadence_spm is None:
        return 0.0
    log_cadence = np.log(np.maximum(np.nan_to_num(cadence_spm), 1.0))[ground.row]
    counted = judged & (log_cadence >= _LOG_CADENCE_MIN)
    if not counted.any():
        return 0.0
    off = np.where(counted, log_cadence - np.median(log_cadence[counted]), 0.0)
    smooth = moving_mean(np.clip(off, -_CADENCE_CLIP, _CADENCE_CLIP), CADENCE_SMOOTHING_S)
    return belief.cadence_exponent * smooth


def _doubts(baseline: MetricBaseline, n_columns: int) -> FloatArray:
    """SD of the belief about each coefficient."""
    per_mps = 1.0 if baseline.model_type == "power" else REFERENCE_SPEED_MPS
    doubts = np.full(n_columns, ROLE_DOUBT_FRAC)
    doubts[_LEVEL] = _LEVEL_DOUBT_FRAC
    doubts[_SPEED] = max(per_mps * float(np.sqrt(baseline.slope_var)), 0.02)
    doubts[_UP] = doubts[_DOWN] = GRADE_DOUBT_FRAC_PER_PCT
    doubts[_TIME] = DRIFT_DOUBT_FRAC_PER_H
    return doubts


def _ridge(
    design: FloatArray, left: FloatArray, doubts: FloatArray, noise_frac: float
) -> tuple[FloatArray, float]:
    """Coefficients drawn to 0 and the variance of the one of speed.

    Robust by winsorizing: what lies further than two SDs from the fit is moved there, and the fit
    repeated. Seconds repeat each other, so that their information is divided by their memory.
    """
    noise_var = noise_frac * noise_frac * NOISE_MEMORY_S / _THIN
    cov = np.linalg.inv(design @ design.T / noise_var + np.diag(doubts**-2.0))
    solve = cov @ design / noise_var
    fitted, reach = np.full(left.size, float(np.median(left))), 4.0 * noise_frac
    for _ in range(_ROUNDS):
        coefficients = solve @ (fitted + np.clip(left - fitted, -reach, reach))
        fitted, reach = coefficients @ design, _CLIP_SDS * noise_frac
    return coefficients, float(cov[_SPEED, _SPEED])
