"""Form anomalies of a run and what they come from: pace, slope, fatigue or the sensor.

The whole deviation is what speed, slope and slow drift add on the step's side, plus the step that
is left at equal speed, slope and time. Each part that points the other way counts as nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.signal import MetricSignal, Signal, read_signal
from hakaru.running.anomalies.steps import (
    Anomaly,
    AnomalyDetail,
    AnomalyReport,
    Cause,
    CauseShare,
    SensorSign,
    Step,
    StepRule,
    find_steps,
    seconds_around,
)
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.session.model import Structure
from hakaru.running.validity import BoolArray, within_window
from hakaru.stats.series import group_means

NEAR_S = 10
GAP_SHARE_FRAC = 0.25
SPIKE_SHARE_FRAC = 0.15
FROZEN_MIN_S = 15
FROZEN_SHARE_FRAC = 0.8
RATIO_OFF_FRAC = 0.05
RATIO_MIN_S = 12
"""Devices smooth the ratio longer than the oscillation: a short step shows in one first."""
TOGETHER_FRAC = 0.06
STILL_FRAC = 0.015
LOCKED_WITHIN_BPM = 2.0
LOCKED_SHARE_FRAC = 0.7


def sensor_signs(
    recording: Recording, signal: Signal, *, metric_signal: MetricSignal, step: Step
) -> tuple[SensorSign, ...]:
    """All signs of a mismeasured step; empty: none."""
    column = METRICS[metric_signal.metric].series_column
    raw = recording.series[column][signal.ground.row]
    ran = signal.ground.motion.running[signal.ground.row]
    around = seconds_around(metric_signal.judged, step)
    signs: dict[SensorSign, bool] = {
        "gap": _gap(raw, ran, step),
        "spikes": _spikes(raw, metric_signal, signal.ground.steady, step),
        "frozen": _frozen(raw[step.start : step.end]),
        "ratio_violated": metric_signal.metric in ("vo", "vr")
        and _ratio_violated(recording, signal, around=around, step=step),
        "all_at_once": _all_at_once(signal, step),
        "cadence_lock": metric_signal.metric == "cadence"
        and _locked(recording, signal, seconds=_inside(raw.size, step))
        and not _locked(recording, signal, seconds=around),
    }
    return tuple(sign for sign, present in signs.items() if present)


def heart_rate_is_locked(recording: Recording, signal: Signal, *, seconds: BoolArray) -> bool:
    """Whether the watch counted steps instead of heart beats in most of these seconds."""
    return _locked(recording, signal, seconds=seconds)


def _inside(n_seconds: int, step: Step) -> BoolArray:
    inside = np.zeros(n_seconds, dtype=np.bool_)
    inside[step.start : step.end] = True
    return inside


def _gap(raw: FloatArray, ran: BoolArray, step: Step) -> bool:
    """Many values missing, or zero, in the step or within 10 s of it while running."""
    near = slice(max(step.start - NEAR_S, 0), step.end + NEAR_S)
    missing = ~(raw[near] > 0.0)[ran[near]]
    return bool(missing.size and missing.mean() >= GAP_SHARE_FRAC)


def _spikes(raw: FloatArray, metric_signal: MetricSignal, steady: BoolArray, step: Step) -> bool:
    """Values that cleaning had to remove: impossible, or far from their neighbours."""
    near = slice(max(step.start - 2, 0), step.end + 2)
    measured = steady[near] & (raw[near] > 0.0)
    removed = measured & np.isnan(metric_signal.log_value[near])
    return bool(removed.sum() >= SPIKE_SHARE_FRAC * max(int(measured.sum()), 1))


def _frozen(raw: FloatArray) -> bool:
    """One value held for 15 s and nearly the whole step."""
    if raw.size < FROZEN_MIN_S:
        return False
    changes = np.flatnonzero(np.diff(raw) != 0.0)
    bounds = np.concatenate(([-1], changes, [raw.size - 1]))
    longest = int(np.diff(bounds).max())
    return longest >= max(FROZEN_MIN_S, FROZEN_SHARE_FRAC * raw.size)


def _ratio_violated(recording: Recording, signal: Signal, *, around: BoolArray, step: Step) -> bool:
    """VO = VR x step length holds around the step and not in it."""
    series, row = recording.series, signal.ground.row
    if not {"vo_cm", "vr_pct", "step_length_cm"} <= series.keys():
        return False
    vo_cm, vr_pct, step_cm = (series[name][row] for name in ("vo_cm", "vr_pct", "step_length_cm"))
    measured = within_window(vo_cm, "vo_cm") & within_window(vr_pct, "vr_pct") & (step_cm > 0.0)
    inside = _inside(row.size, step) & measured
    around = around & measured
    if np.count_nonzero(inside) < RATIO_MIN_S or not around.any():
        return False
    ratio = np.divide(PERCENT * vo_cm, vr_pct * step_cm, out=np.ones(row.size), where=measured)
    off = math.log(float(np.median(ratio[inside])) / float(np.median(ratio[around])))
    return abs(off) >= RATIO_OFF_FRAC


def _all_at_once(signal: Signal, step: Step) -> bool:
    """Contact time and oscillation jump the same way while speed and cadence stand still.

    In a step of unchanged duration a longer contact leaves less flight, hence less bounce.
    """
    contrast_frac = {
        metric_signal.metric: _contrast_frac(metric_signal, metric_signal.residual_frac, step)
        for metric_signal in signal.metrics
    }
    if not {"gct", "vo", "cadence"} <= contrast_frac.keys():
        return False
    any_metric = signal.metrics[0]
    moved = _contrast_frac(any_metric, signal.ground.log_speed, step)
    together = min(abs(contrast_frac["gct"]), abs(contrast_frac["vo"])) >= TOGETHER_FRAC
    same_side = contrast_frac["gct"] * contrast_frac["vo"] > 0.0
    still = max(abs(contrast_frac["cadence"]), abs(moved)) < STILL_FRAC
    return together and same_side and still


def _contrast_frac(metric_signal: MetricSignal, values: FloatArray, step: Step) -> float:
    """Mean inside minus mean around; 0 where either is not judged."""
    inside = metric_signal.judged & _inside(metric_signal.judged.size, step)
    around = seconds_around(metric_signal.judged, step)
    if not inside.any() or not around.any():
        return 0.0
    return float(values[inside].mean() - values[around].mean())


def _locked(recording: Recording, signal: Signal, *, seconds: BoolArray) -> bool:
    heart_rate_bpm = recording.series.get("heart_rate_bpm")
    cadence_spm = recording.series.get("cadence_spm")
    if heart_rate_bpm is None or cadence_spm is None or not seconds.any():
        return False
    row = signal.ground.row[seconds]
    close = np.abs(heart_rate_bpm[row] - cadence_spm[row]) <= LOCKED_WITHIN_BPM
    return bool(close.mean() >= LOCKED_SHARE_FRAC)


MIN_RUN_S = 30.0 * SECONDS_PER_MINUTE
WARMING_S = 5.0 * SECONDS_PER_MINUTE
HEART_DRIFT_MIN_FRAC = 0.03
FORM_DRIFT_MIN_FRAC = 0.01
GROWING_MIN_N = 2


def late_from(signal: Signal) -> int | None:
    """The second at which the last third of the run begins. None: the run is too short to tire."""
    n_seconds = signal.ground.row.size
    return None if n_seconds < MIN_RUN_S else 2 * n_seconds // 3


def heart_rate_drift_frac(recording: Recording, signal: Signal) -> float | None:
    """Heart rate per speed, last third over first third (without the first 5 minutes), minus 1.

    None: no believable heart rate in both.
    """
    heart_rate_bpm = recording.series.get("heart_rate_bpm")
    late = late_from(signal)
    if heart_rate_bpm is None or late is None:
        return None
    ground = signal.ground
    beat = heart_rate_bpm[ground.row]
    measured = ground.steady & within_window(beat, "heart_rate_bpm")
    place = np.arange(beat.size)
    cost = []
    for third in ((place >= WARMING_S) & (place < beat.size // 3), place >= late):
        chosen = third & measured
        if np.count_nonzero(chosen) < WARMING_S or heart_rate_is_locked(
            recording, signal, seconds=chosen
        ):
            return None
        cost.append(beat[chosen].mean() / np.exp(ground.log_speed[chosen]).mean())
    return float(cost[1] / cost[0] - 1.0)


def form_drift_frac(metric_signal: MetricSignal, step: Step, *, late: int) -> float:
    """What slow drift had added by a late step, on its side; 0: not late, or less than 1 %."""
    if step.start < late:
        return 0.0
    added = float(np.copysign(1.0, step.step_frac)) * float(metric_signal.drift_frac[step.start])
    return added if added >= FORM_DRIFT_MIN_FRAC else 0.0


def grows(steps: Sequence[Step], step: Step, *, late: int) -> bool:
    """Whether steps to this side come late only, and more than once."""
    same = [other_step for other_step in steps if other_step.step_frac * step.step_frac > 0.0]
    n_late = sum(other_step.start >= late for other_step in same)
    n_early = sum(other_step.start < late // 2 for other_step in same)
    return step.start >= late and n_late >= GROWING_MIN_N and n_early == 0


_SMALLEST_SHARE_FRAC = 0.02


def tired(recording: Recording, signal: Signal) -> bool:
    """Whether the heart drifts, without which no late step is put down to fatigue."""
    drift_frac = heart_rate_drift_frac(recording, signal)
    return drift_frac is not None and drift_frac >= HEART_DRIFT_MIN_FRAC


def cause_shares(
    signal: Signal,
    metric_signal: MetricSignal,
    *,
    steps: Sequence[Step],
    step: Step,
    doubt: tuple[tuple[SensorSign, ...], bool],
) -> tuple[CauseShare, ...]:
    """Shares of the deviation, largest first; they sum to 1.

    `steps` are all of the metric; `doubt` holds the signs of a faulty sensor and whether the
    runner was `tired`.
    """
    signs, is_tired = doubt
    late = late_from(signal) if is_tired else None
    left: Cause = "unexplained"
    if signs:
        left = "sensor"
    elif late is not None and grows(steps, step, late=late):
        left = "fatigue"
    side = 1.0 if step.step_frac > 0.0 else -1.0
    parts: dict[Cause, float] = {
        "pace": side * _change(metric_signal, metric_signal.pace_frac, step),
        "grade": side * _change(metric_signal, metric_signal.grade_frac, step),
        "fatigue": 0.0 if late is None else form_drift_frac(metric_signal, step, late=late),
    }
    parts[left] = max(parts.get(left, 0.0), 0.0) + abs(step.step_frac)
    return _shares(parts)


def _change(metric_signal: MetricSignal, part_frac: FloatArray, step: Step) -> float:
    """How much a part differs between the step and the minutes around it."""
    around = seconds_around(metric_signal.judged, step)
    inside = slice(step.start, step.end)
    chosen = metric_signal.judged[inside]
    if not around.any() or not chosen.any():
        return 0.0
    return float(np.mean(part_frac[inside][chosen]) - np.mean(part_frac[around]))


def _shares(parts: Mapping[Cause, float]) -> tuple[CauseShare, ...]:
    """Parts as shares of their sum; crumbs below 2 % go to the largest."""
    total = sum(max(part, 0.0) for part in parts.values())
    shares = {cause: part / total for cause, part in parts.items() if part > 0.0}
    large_shares = {
        cause: share for cause, share in shares.items() if share >= _SMALLEST_SHARE_FRAC
    }
    crumbs = 1.0 - sum(large_shares.values())
    order = sorted(large_shares.items(), key=lambda item: -item[1])
    return tuple(
        CauseShare(cause=cause, share_frac=share + (crumbs if place == 0 else 0.0))
        for place, (cause, share) in enumerate(order)
    )


CONTEXT_S = 30.0
DETAIL_ROWS = 40


def describe_anomaly(
    recording: Recording,
    structure: Structure,
    *,
    anomaly: Anomaly,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    context_s: float = CONTEXT_S,
) -> AnomalyDetail:
    """One anomaly of this recording with what lay around it, at most 40 rows.

    Arguments as for `find_anomalies`; `expected` is NaN where nothing was judged.
    """
    signal = read_signal(recording, structure, baselines=baselines)
    start_s, end_s = anomaly.start_elapsed_s - context_s, anomaly.end_elapsed_s + context_s
    series: Mapping[str, FloatArray] = {}
    for metric_signal in signal.metrics if signal is not None else ():
        if metric_signal.metric == anomaly.metric and signal is not None:
            series = _context(recording, signal, metric_signal, (start_s, end_s))
    return AnomalyDetail(
        anomaly=anomaly,
        start_elapsed_s=max(start_s, 0.0),
        end_elapsed_s=end_s,
        series=group_means(series, DETAIL_ROWS) if series else series,
    )


def _context(
    recording: Recording, signal: Signal, metric_signal: MetricSignal, span_s: tuple[float, float]
) -> Mapping[str, FloatArray]:
    ground = signal.ground
    low, high = np.searchsorted(ground.elapsed_s, span_s)
    seconds = slice(int(low), int(high))
    row = ground.row[seconds]
    raw = recording.series[METRICS[metric_signal.metric].series_column][row]
    series = {
        "elapsed_s": ground.elapsed_s[seconds],
        "actual": np.where(raw > 0.0, raw, np.nan),
        "expected": np.exp(metric_signal.log_value - metric_signal.residual_frac)[seconds],
        "speed_mps": ground.motion.speed_mps[row],
        "grade_pct": ground.grade_pct[seconds],
    }
    for column in ("heart_rate_bpm", "cadence_spm"):
        if column in recording.series:
            series[column] = recording.series[column][row]
    return series


def find_anomalies(
    recording: Recording,
    structure: Structure,
    *,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
) -> AnomalyReport:
    """Sustained steps of contact time, oscillation, ratio and cadence, 6 to 120 s long.

    Not looked at: the first 10 s after standing or walking and the last 4 s before it, seconds
    around a change of role, sudden changes of speed, slopes steeper than 8 %, missing values.

    Args:
        recording: with or without samples.
        structure: its segments; an empty one means that roles are unknown.
        baselines: those of the run's sensor; None or absent: the population's curve over speed,
            moved to the run's own level either way.
    """
    signal = read_signal(recording, structure, baselines=baselines)
    elapsed_s = recording.series["elapsed_s"]
    duration_s = float(elapsed_s[-1] - elapsed_s[0]) if elapsed_s.size else 0.0
    if signal is None:
        return AnomalyReport(anomalies=(), duration_s=duration_s, judged_s={}, noise_frac={})
    steps, noise_frac = find_steps(signal, StepRule())
    anomalies = _anomalies(recording, signal, steps) if any(steps.values()) else []
    anomalies.sort(key=lambda anomaly: (anomaly.start_elapsed_s, anomaly.metric))
    return AnomalyReport(
        anomalies=tuple(
            replace(anomaly, anomaly_index=index)
            for index, anomaly in enumerate(anomalies, start=1)
        ),
        duration_s=duration_s,
        judged_s={
            metric_signal.metric: float(np.count_nonzero(metric_signal.judged))
            for metric_signal in signal.metrics
        },
        noise_frac=noise_frac,
    )


def _anomalies(
    recording: Recording, signal: Signal, steps: Mapping[MetricName, tuple[Step, ...]]
) -> list[Anomaly]:
    is_tired = tired(recording, signal)
    anomalies = []
    for metric_signal in signal.metrics:
        for step in steps[metric_signal.metric]:
            signs = sensor_signs(recording, signal, metric_signal=metric_signal, step=step)
            anomaly = _described(signal, metric_signal, step)
            shares = cause_shares(
                signal,
                metric_signal,
                steps=steps[metric_signal.metric],
                step=step,
                doubt=(signs, is_tired),
            )
            anomalies.append(replace(anomaly, causes=shares, sensor_signs=signs))
    return anomalies


def _described(signal: Signal, metric_signal: MetricSignal, step: Step) -> Anomaly:
    """Place and size of a step, in the metric's unit; number and causes come later."""
    inside = metric_signal.judged[step.start : step.end]
    actual = float(np.exp(metric_signal.log_value[step.start : step.end][inside]).mean())
    expected = actual / math.exp(step.step_frac)
    elapsed_s = signal.ground.elapsed_s
    return Anomaly(
        anomaly_index=0,
        metric=metric_signal.metric,
        side="higher" if step.step_frac > 0.0 else "lower",
        start_elapsed_s=float(elapsed_s[step.start]),
        end_elapsed_s=float(elapsed_s[step.end - 1]) + 1.0,
        actual=actual,
        expected=expected,
        delta=actual - expected,
        delta_frac=math.expm1(step.step_frac),
        z=step.z,
        causes=(),
    )
