"""How many frames a second are looked at, given what one costs on this computer?

Fifteen where they are cheap, ten where they are not: fewer miss blinks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

SLOWEST_HZ, FASTEST_HZ = 10.0, 15.0
CPU_SHARE_FRAC = 0.08
"""So much of one core may be spent; the rest of a program needs some too."""
_SMOOTH_FRAC = 0.1


@dataclass(frozen=True, kw_only=True)
class Pace:
    """What a frame costs, as a running mean in seconds of one core. None: none was seen yet."""

    cost_s: float | None = None

    @property
    def rate_hz(self) -> float:
        """How many frames a second to look at; slow until it is known what they cost."""
        if self.cost_s is None:
            return SLOWEST_HZ
        return min(FASTEST_HZ, max(SLOWEST_HZ, CPU_SHARE_FRAC / max(self.cost_s, 1e-6)))

    @property
    def interval_s(self) -> float:
        """Time from one frame to the next."""
        return 1.0 / self.rate_hz


def paid(pace: Pace, cost_s: float) -> Pace:
    """The pace after one more frame."""
    if pace.cost_s is None:
        return replace(pace, cost_s=cost_s)
    return replace(pace, cost_s=(1.0 - _SMOOTH_FRAC) * pace.cost_s + _SMOOTH_FRAC * cost_s)
