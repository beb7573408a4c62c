"""What was the best this runner did over so many seconds in one run?"""

from __future__ import annotations

from dataclasses import dataclass

EFFORT_DURATIONS_S: tuple[float, ...] = (30.0, 60.0, 180.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0)


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Best means over a window of `duration_s` in one run; each column has its own window.

    `speed_mps` is distance over elapsed time (standing counts), `speed_heart_rate_bpm` the mean
    heart rate of that same window; `heart_rate_bpm` and `power_w` the highest means of their own.
    None: the run is shorter, or the column was not recorded throughout such a window.
    """

    duration_s: float
    speed_mps: float | None
    speed_heart_rate_bpm: float | None
    heart_rate_bpm: float | None
    power_w: float | None
