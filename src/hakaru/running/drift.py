"""Has this runner's form changed for good, or was it a run like others?

A run-level CUSUM on standardised deviations. Each deviation must be against the expectation stored
with the run's own verdict: a baseline trained later has already absorbed the change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.stats.cusum import Alarm, CusumRule, Side, two_sided_cusum
from hakaru.stats.line import FloatArray
from hakaru.stats.quantile import normal_half_width

Unfavourable = Literal[-1, 0, 1]


@dataclass(frozen=True, kw_only=True)
class DriftSettings:
    """In personal SDs: `slack` is half the smallest shift worth finding, `threshold` the sum that
    raises a signal. A change shows in at least `runs_min` runs beyond the slack, the newest among
    them, and one run counts at most `cap`.
    The defaults were chosen on the tuning seeds of `benchmarks/calibration`."""

    slack: float = 1.0
    threshold: float = 2.2
    runs_min: int = 3
    cap: float = 3.0


@dataclass(frozen=True, kw_only=True)
class DriftSignal:
    """One sustained change. Indices count the runs given, from 0; `since_index` is the first run
    of the change, `index` the run at which it became clear. `shift_sd` is its mean size in
    personal SDs (signed, rather over- than under-estimated). `concerning` is True only on the
    metric's unfavourable side: the other side is a change to know about, never advice."""

    index: int
    since_index: int
    direction: Side
    shift_sd: float
    concerning: bool


@dataclass(frozen=True, kw_only=True)
class DriftReport:
    """All signals in time order; `n_runs` counts the runs that had a deviation."""

    n_runs: int
    signals: tuple[DriftSignal, ...]

    @property
    def latest(self) -> DriftSignal | None:
        """The newest signal; None: no sustained change."""
        return self.signals[-1] if self.signals else None


def standardise(delta_frac: FloatArray, half_width_90_frac: FloatArray) -> FloatArray:
    """Deviations in personal SDs, from the 90 % half-width each verdict was judged by.

    Args:
        delta_frac: (actual - expected) / expected of each run, shape (n,).
        half_width_90_frac: relative half-width of the same expectation, shape (n,), > 0.
    """
    return delta_frac / (half_width_90_frac / normal_half_width(0.9))


def detect_drift(
    z: FloatArray,
    settings: DriftSettings | None = None,
    *,
    unfavourable: Unfavourable = 1,
) -> DriftReport:
    """Sustained changes in a series of standardised deviations of one metric on one sensor.

    Args:
        z: one value per run in time order, shape (n,); NaN where a run has no deviation.
        settings: None: the defaults.
        unfavourable: the metric's costly side (`Metric.unfavourable`); 0: neither side is.
    """
    chosen = settings or DriftSettings()
    rule = CusumRule(
        slack=chosen.slack, threshold=chosen.threshold, values_min=chosen.runs_min, cap=chosen.cap
    )
    alarms = two_sided_cusum(z, rule)
    signals = tuple(_signal(alarm, unfavourable) for alarm in alarms)
    return DriftReport(n_runs=int(np.isfinite(z).sum()), signals=signals)


def _signal(alarm: Alarm, unfavourable: Unfavourable) -> DriftSignal:
    """The alarm in the terms of a runner."""
    sign = 1 if alarm.side == "higher" else -1
    return DriftSignal(
        index=alarm.index,
        since_index=alarm.start_index,
        direction=alarm.side,
        shift_sd=alarm.mean_z,
        concerning=sign == unfavourable,
    )
