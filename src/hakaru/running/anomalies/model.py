"""What is a form anomaly of one run, and what is known about its causes?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.running.activity import FloatArray
from hakaru.running.metrics import MetricName

Side = Literal["higher", "lower"]

Cause = Literal["pace", "grade", "fatigue", "sensor", "unexplained"]
"""What a deviation is put down to. `sensor`: signs that the value was mismeasured."""

SensorSign = Literal["gap", "spikes", "frozen", "ratio_violated", "all_at_once", "cadence_lock"]
"""Why a sensor is doubted: values missing around it, spikes in it, one value held, VO other than
VR x step length, several metrics jumping together while neither speed nor cadence moved, cadence
equal to the heart rate."""


@dataclass(frozen=True, kw_only=True)
class CauseShare:
    """How much of the deviation one cause accounts for, 0..1; the shares of an anomaly sum to 1."""

    cause: Cause
    share_frac: float


@dataclass(frozen=True, kw_only=True)
class Anomaly:
    """One sustained step of one metric, [start, end) in elapsed seconds.

    `delta` is the step against the surroundings at equal speed, grade and role, in the metric's
    unit, `delta_frac` relative to what was expected; `actual` and `expected` are means over the
    stretch. `z` is the step in standard deviations of such stretches in this run. `causes` come
    most telling first and describe the whole deviation from the runner's early level in this run:
    what pace, grade and fatigue add to the step as well as the step itself.
    """

    anomaly_index: int
    metric: MetricName
    side: Side
    start_elapsed_s: float
    end_elapsed_s: float
    actual: float
    expected: float
    delta: float
    delta_frac: float
    z: float
    causes: tuple[CauseShare, ...]
    sensor_signs: tuple[SensorSign, ...] = ()

    @property
    def duration_s(self) -> float:
        """Elapsed time of the stretch."""
        return self.end_elapsed_s - self.start_elapsed_s

    @property
    def main_cause(self) -> Cause:
        """The cause with the largest share."""
        return self.causes[0].cause


@dataclass(frozen=True, kw_only=True)
class AnomalyReport:
    """All anomalies of a run in order of time, numbered from 1.

    `judged_s` says per metric how many seconds could be judged (running, measured, settled); a
    metric that the run does not carry is absent. `noise_frac` is the relative SD of an 8-s stretch.
    """

    anomalies: tuple[Anomaly, ...]
    duration_s: float
    judged_s: Mapping[MetricName, float]
    noise_frac: Mapping[MetricName, float]


@dataclass(frozen=True, kw_only=True)
class AnomalyDetail:
    """One anomaly with its surroundings: `series` maps elapsed_s, actual, expected, speed_mps and,
    where recorded, heart_rate_bpm, cadence_spm and grade_pct to columns of one length."""

    anomaly: Anomaly
    start_elapsed_s: float
    end_elapsed_s: float
    series: Mapping[str, FloatArray]
