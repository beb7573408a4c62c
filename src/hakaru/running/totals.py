"""What does a whole run amount to: as the watch states it, and while running?

The figures that name a run are the watch's own, over its timer: distance, timer time, elapsed time,
and the means over them. What is measured while running only (standing and walking aside) stands
beside them under names that begin with `running_`. One sentence takes both from one of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakaru.core.units import speed_to_pace_s_per_km

TotalsBasis = Literal["watch", "computed", "list"]
"""Whose totals: the device's own, with a recording behind them; computed over the recording, where
the file states none; or those of a list of activities, which is all there is of the run."""


WHILE_RUNNING = "while_running"
"""Says in a reply that its speeds and means leave out standing and walking: they are not to be
read beside the watch's totals."""


@dataclass(frozen=True, kw_only=True)
class RunTotals:
    """One run as a whole. None: not recorded, nor to be computed.

    `distance_m`, `timer_s` (pauses aside), `elapsed_s`, the means over timer time, the highest
    heart rate and the climb are the watch's; one that it does not state is computed over the whole
    recording. `speed_mps` is distance over timer time. Cadence counts both feet.

    `running_*` are over running samples, weighted by time; `running_speed_mps` is running distance
    over running time. `coverage_frac` is the share of running time that carries a contact time
    (0..1), None where nothing was running.
    """

    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_avg_spm: float | None = None
    power_avg_w: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    totals_basis: TotalsBasis = "computed"
    running_s: float | None = None
    running_distance_m: float | None = None
    running_speed_mps: float | None = None
    running_heart_rate_bpm: float | None = None
    running_cadence_spm: float | None = None
    running_power_w: float | None = None
    coverage_frac: float | None = None

    @property
    def pace_s_per_km(self) -> float | None:
        """Timer time per kilometre of the watch's distance; None where either is not known."""
        return speed_to_pace_s_per_km(self.speed_mps) if self.speed_mps else None
