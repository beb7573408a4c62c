"""How far each second of a run lies from what its speed, slope and role let expect.

Expected: the runner's curve over speed (the population's without a baseline), moved to this run by
ridge regression on level, speed, slope up and down, time (slow drift) and role, each drawn to the
belief and hardly by single outliers. What slower or quicker steps do to contact time is taken out
as believed: a runner who brakes is no noise. What is left is relative (0.1 = 10 %).

Slopes of hills: research data.md §4 (30-s windows of 18 Garmin and Stryd files). Cadence: the same,
and running.md 2.4 (slower steps stay longer on the ground). Noise: data.md §5. The smallest steps
worth telling lie above what a second's noise suggests and near two SDs of whole runs.

Time is a grid of seconds: a sample stands for the seconds before it (smart recording writes fewer
samples), pauses vanish.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import PERCENT, SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import log_expected_values, population_baseline
from hakaru.running.metrics import (
    METRICS,
    REFERENCE_SPEED_MPS,
    RUNNING_CADENCE_MIN_SPM,
    RUNNING_SPEED_MIN_MPS,
    MetricName,
)
from hakaru.running.session.model import Structure
from hakaru.running.validity import (
    GAP_MIN_S,
    BoolArray,
    Motion,
    read_motion,
    smooth_elevation_m,
    valid_column,
)


@frozen
class Belief:
    """One metric; all relative to its value (0.01 = 1 %).

    `up_frac_per_pct`, `down_frac_per_pct`: change per percent of slope; `noise_frac`: SD of the
    mean of some seconds against its surroundings; `step_min_frac`: the smallest step to report;
    `cadence_exponent`: of the cadence of the moment, at equal speed.
    """

    up_frac_per_pct: float
    down_frac_per_pct: float
    noise_frac: float
    step_min_frac: float
    cadence_exponent: float = 0.0


BELIEFS: Mapping[MetricName, Belief] = {
    "gct": Belief(
        up_frac_per_pct=0.002,
        down_frac_per_pct=-0.0006,
        noise_frac=0.018,
        step_min_frac=0.09,
        cadence_exponent=-0.7,
    ),
    "vo": Belief(
        up_frac_per_pct=-0.009, down_frac_per_pct=0.004, noise_frac=0.028, step_min_frac=0.12
    ),
    "vr": Belief(
        up_frac_per_pct=-0.009, down_frac_per_pct=0.004, noise_frac=0.035, step_min_frac=0.12
    ),
    "cadence": Belief(
        up_frac_per_pct=0.0, down_frac_per_pct=0.0, noise_frac=0.010, step_min_frac=0.06
    ),
}
GRADE_DOUBT_FRAC_PER_PCT = 0.005
ROLE_DOUBT_FRAC = 0.03
DRIFT_DOUBT_FRAC_PER_H = 0.03
NOISE_MEMORY_S = 12.0
"""Seconds after which one-second noise (AR(1), 0.85) is independent again."""


SPEED_SMOOTHING_S = 9
GRADE_SMOOTHING_S = 31
SETTLE_S = 10
"""After standing or walking a sensor needs this long to tell the truth again."""
STOPPING_S = 4
ROLE_BEFORE_S, ROLE_AFTER_S = 5.0, 10.0
"""Around a change of role, speed and steps follow each other with different delays."""
STEEPEST_PCT = 25.0
STEEP_PCT = 8.0
"""Steeper ground is climbed and descended, not run: no comparison holds there."""
SURGE_LOG_FRAC, SURGE_S = 0.15, 5
"""A speed that changes by 15 % within 10 s (a corner, a dodge, a stride) belongs to no pace."""


@frozen
class Ground:
    """One row per second, shape (n_seconds,).

    `row` is the sample of each second. `log_speed` is smoothed speed over 3 m/s, 0 where nobody
    ran; `role` numbers the kinds of segment (0: the commonest); `steady` is True where the runner
    has been running for a while, well inside a segment.
    """

    motion: Motion
    row: NDArray[np.intp]
    elapsed_s: FloatArray
    log_speed: FloatArray
    grade_pct: FloatArray
    role: NDArray[np.intp]
    steady: BoolArray


def read_ground(recording: Recording, structure: Structure) -> Ground:
    """The ground of a recording with at least one sample."""
    motion = read_motion(recording.series, recording.pauses)
    row, ahead_s = _seconds(motion)
    elapsed_s = motion.elapsed_s[row] - ahead_s
    role, inside = _roles(elapsed_s, structure)
    log_speed = _log_speed(motion.speed_mps[row])
    grade_pct = _grade_pct(recording, motion)[row]
    return Ground(
        motion=motion,
        row=row,
        elapsed_s=elapsed_s,
        log_speed=log_speed,
        grade_pct=grade_pct,
        role=role,
        steady=inside
        & _settled(motion.running[row])
        & (np.abs(grade_pct) <= STEEP_PCT)
        & ~_surging(log_speed),
    )


def moving_mean(values: FloatArray, width: int) -> FloatArray:
    """Centred mean over an odd number of seconds; the edges lean on their first and last value."""
    padded = np.empty(values.size + width)
    half = width // 2
    padded[: half + 1] = values[0]
    padded[half + 1 : half + 1 + values.size] = values
    padded[half + 1 + values.size :] = values[-1]
    reached = np.cumsum(padded)
    return (reached[width:] - reached[:-width]) / width


def _seconds(motion: Motion) -> tuple[NDArray[np.intp], FloatArray]:
    """For each second the sample that stands for it, and how far ahead that sample lies."""
    reached = np.rint(np.cumsum(np.clip(motion.active_s, 0.0, GAP_MIN_S)))
    seconds = np.diff(reached, prepend=-1.0).astype(np.intp)
    row = np.repeat(np.arange(seconds.size), seconds)
    return row, reached[row] - np.arange(row.size)


def _log_speed(speed_mps: FloatArray) -> FloatArray:
    smooth_mps = moving_mean(np.nan_to_num(speed_mps), SPEED_SMOOTHING_S)
    return np.log(np.maximum(smooth_mps, RUNNING_SPEED_MIN_MPS) / REFERENCE_SPEED_MPS)


def _surging(log_speed: FloatArray) -> BoolArray:
    """True within 5 s of a sudden change of speed."""
    width = 2 * SURGE_S
    surging = np.zeros(log_speed.size, dtype=np.bool_)
    if log_speed.size > width:
        sudden = np.abs(log_speed[width:] - log_speed[:-width]) > SURGE_LOG_FRAC
        for offset in range(0, width + 1, SURGE_S):
            surging[offset : offset + sudden.size] |= sudden
    return surging


def _settled(running: BoolArray) -> BoolArray:
    """True where the last 10 s and the next 4 s were all running; the first second is a start."""
    n = running.size
    still = np.zeros(n + SETTLE_S + STOPPING_S + 1)
    still[:SETTLE_S] = 1.0
    still[SETTLE_S : SETTLE_S + n] = ~running
    reached = np.concatenate(([0.0], np.cumsum(still)))
    width = SETTLE_S + STOPPING_S + 1
    settled: BoolArray = reached[width : width + n] - reached[:n] < 0.5
    return settled


def _roles(elapsed_s: FloatArray, structure: Structure) -> tuple[NDArray[np.intp], BoolArray]:
    """The kind of segment of each second, and whether it lies well inside."""
    inside = np.ones(elapsed_s.size, dtype=np.bool_)
    role = np.zeros(elapsed_s.size, dtype=np.intp)
    kinds: dict[str, int] = {}
    for place, segment in enumerate(structure.segments):
        number = kinds.setdefault(segment.role, len(kinds))
        start_s, end_s = segment.start_elapsed_s, segment.end_elapsed_s
        low, settled = np.searchsorted(elapsed_s, (start_s - ROLE_BEFORE_S, start_s + ROLE_AFTER_S))
        first, last = np.searchsorted(elapsed_s, (start_s, end_s))
        role[first:last] = number
        if place:
            inside[low:settled] = False
    return role, inside


def _grade_pct(recording: Recording, motion: Motion) -> FloatArray:
    """Slope over about 30 s, positive uphill; 0 without altitude or where nobody moved."""
    flat = np.zeros(motion.elapsed_s.size)
    elevation_m = recording.series.get("elevation_m")
    if elevation_m is None or flat.size < 2:
        return flat
    smooth_m = smooth_elevation_m(elevation_m, motion.elapsed_s)
    if smooth_m is None:
        return flat
    half = max(1, round(GRADE_SMOOTHING_S / 2.0 / float(np.median(np.diff(motion.elapsed_s)))))
    distance_m = np.cumsum(motion.step_m)
    before, after = np.arange(flat.size) - half, np.arange(flat.size) + half
    before, after = before.clip(min=0), after.clip(max=flat.size - 1)
    covered_m = distance_m[after] - distance_m[before]
    rise_m = smooth_m[after] - smooth_m[before]
    grade_pct = np.divide(PERCENT * rise_m, covered_m, out=flat, where=covered_m > half)
    return np.clip(grade_pct, -STEEPEST_PCT, STEEPEST_PCT)


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


@frozen
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


@frozen
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
