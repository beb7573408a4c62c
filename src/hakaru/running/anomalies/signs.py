"""Does a step look like the sensor's doing rather than the runner's?"""

from __future__ import annotations

import math

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.model import SensorSign
from hakaru.running.anomalies.signal import MetricSignal, Signal
from hakaru.running.anomalies.steps import Step, seconds_around
from hakaru.running.metrics import METRICS
from hakaru.running.validity import BoolArray, within_window

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
