"""What is believed about one-second form values before a run has shown its own noise?

Slopes of hills: research data.md §4 (30-s windows of 18 Garmin and Stryd files). Cadence: the same,
and running.md 2.4 (slower steps stay longer on the ground). Noise: data.md §5. The smallest steps
worth telling lie above what a second's noise suggests and near two SDs of whole runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.metrics import MetricName


@dataclass(frozen=True, kw_only=True)
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
