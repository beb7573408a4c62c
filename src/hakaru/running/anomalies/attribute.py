"""What does the deviation of a step come from: pace, slope, fatigue, the sensor, or nothing known?

The whole deviation is what speed, slope and slow drift add on the step's side, plus the step that
is left at equal speed, slope and time. Each part that points the other way counts as nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.fatigue import (
    HEART_DRIFT_MIN_FRAC,
    form_drift_frac,
    grows,
    heart_rate_drift_frac,
    late_from,
)
from hakaru.running.anomalies.model import Cause, CauseShare, SensorSign
from hakaru.running.anomalies.signal import MetricSignal, Signal
from hakaru.running.anomalies.steps import Step, seconds_around

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
