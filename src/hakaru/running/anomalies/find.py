"""Which form anomalies does a run contain?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.anomalies.attribute import cause_shares, tired
from hakaru.running.anomalies.model import Anomaly, AnomalyReport
from hakaru.running.anomalies.signal import MetricSignal, Signal, read_signal
from hakaru.running.anomalies.signs import sensor_signs
from hakaru.running.anomalies.steps import Step, StepRule, find_steps
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import Structure


def find_anomalies(
    recording: Recording,
    structure: Structure,
    *,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    rule: StepRule | None = None,
) -> AnomalyReport:
    """Sustained steps of contact time, oscillation, ratio and cadence, 6 to 120 s long.

    Not looked at: the first 10 s after standing or walking and the last 4 s before it, seconds
    around a change of role, sudden changes of speed, slopes steeper than 8 %, missing values.

    Args:
        recording: with or without samples.
        structure: its segments; an empty one means that roles are unknown.
        baselines: those of the run's sensor; None or absent: the population's curve over speed,
            moved to the run's own level either way.
        rule: None: the default.
    """
    signal = read_signal(recording, structure, baselines=baselines)
    elapsed_s = recording.series["elapsed_s"]
    duration_s = float(elapsed_s[-1] - elapsed_s[0]) if elapsed_s.size else 0.0
    if signal is None:
        return AnomalyReport(anomalies=(), duration_s=duration_s, judged_s={}, noise_frac={})
    steps, noise_frac = find_steps(signal, rule or StepRule())
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
