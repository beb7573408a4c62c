"""What does a whole run amount to, standing aside?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RunTotals:
    """One run as a whole. None: not recorded.

    Means are over running samples, weighted by time; `speed_mps` is running distance over running
    time; `distance_m` and `elapsed_s` include walking and standing. `coverage_frac` is the share
    of running time that carries a contact time (0..1), None where nothing was running.
    """

    distance_m: float | None = None
    elapsed_s: float | None = None
    running_s: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    coverage_frac: float | None = None
