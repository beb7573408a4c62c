"""Do heart and form drift in a way that makes fatigue the likely cause of late steps?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.running.activity import Recording
from hakaru.running.anomalies.signal import MetricSignal, Signal
from hakaru.running.anomalies.signs import heart_rate_is_locked
from hakaru.running.anomalies.steps import Step
from hakaru.running.validity import within_window

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
