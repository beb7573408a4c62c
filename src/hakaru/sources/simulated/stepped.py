"""What if form stepped away for a while in a simulated run, and nothing else changed?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from hakaru.sources.simulated.session import SimulatedSession

SteppedMetric = Literal["gct", "vo", "vr"]

_COLUMNS: dict[SteppedMetric, dict[str, float]] = {
    "gct": {"gct_ms": 1.0},
    "vo": {"vo_cm": 1.0, "vr_pct": 1.0},
    "vr": {"vr_pct": 1.0, "step_length_cm": -1.0},
}
"""What moves with a metric, and which way: the ratio is oscillation over step length."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """`metric` is longer or higher by `shift_frac` (0.08: 8 %) in [start, end) of elapsed time."""

    metric: SteppedMetric
    start_elapsed_s: float
    end_elapsed_s: float
    shift_frac: float


def with_step(session: SimulatedSession, step: Step) -> SimulatedSession:
    """The same run with a step put in, at the resolution of the watch's file or finer."""
    columns = dict(session.recorded.columns)
    elapsed_s = columns["elapsed_s"]
    inside = (elapsed_s >= step.start_elapsed_s) & (elapsed_s < step.end_elapsed_s)
    for name, power in _COLUMNS[step.metric].items():
        if name in columns:
            factor = np.where(inside, (1.0 + step.shift_frac) ** power, 1.0)
            columns[name] = np.round(columns[name] * factor, 2)
    return replace(session, recorded=replace(session.recorded, columns=columns))
