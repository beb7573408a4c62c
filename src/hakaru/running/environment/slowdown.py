"""How is the effect of heat or wind on a pace stated: as a range, never as one number?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.units import PERCENT


@dataclass(frozen=True, kw_only=True)
class Slowdown:
    """Pace lost at the same effort, in percent of it, between two bounds; negative is a gain.

    It explains, it excuses nothing: neither stars nor form depend on it.
    """

    low_pct: float
    high_pct: float

    def pace_s_per_km(self, pace_s_per_km: float) -> tuple[float, float]:
        """The range a pace of an ideal day becomes under these conditions."""
        return (
            pace_s_per_km * (1.0 + self.low_pct / PERCENT),
            pace_s_per_km * (1.0 + self.high_pct / PERCENT),
        )

    def lost_s_per_km(self, pace_s_per_km: float) -> tuple[float, float]:
        """How much of a pace that was run is owed to these conditions."""
        ideal_low = pace_s_per_km / (1.0 + self.low_pct / PERCENT)
        ideal_high = pace_s_per_km / (1.0 + self.high_pct / PERCENT)
        return pace_s_per_km - ideal_low, pace_s_per_km - ideal_high
