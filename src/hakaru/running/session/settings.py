"""Which figures of the rules for sessions may a runner set?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from hakaru.core.errors import BadArgument

LT_SHARES = (0.65, 0.80, 0.89, 0.95, 1.00)
"""Lower bounds as shares of threshold heart rate, as Garmin watches set them. J. Friel's for
running agree from zone 4 on, but his zone 2 begins at 85 %, which would make most easy runs
recovery. T's bounds by the maximum (70, 80, 85, 90 %) are 79, 90, 96 and 101 % of a threshold that
lies at 89 % of it."""
POWER_BOUNDS = (0.55, 0.76, 0.91, 1.06, 1.21)
"""Where power zones 2..6 begin, relative to critical power (resolutions row 23)."""

_ZONES = len(LT_SHARES)
_POWER_BOUNDS = len(POWER_BOUNDS)
_HIGHEST_FRAC = 3.0
_ALL_PCT = 100.0


@dataclass(frozen=True, kw_only=True)
class SessionSettings:
    """Zones and shares by which sessions are read.

    `heart_rate_zones_frac` are the lower bounds of zones 1..5 relative to threshold heart rate,
    `power_zones_frac` those of zones 2..6 relative to critical power; both half-open and rising.
    `*_share_pct` is how much of the time at the intensity of its type achieves a session (T: 60 %
    of an easy run, 70 % of a tempo run, 50 % of repetitions).

    Raises:
        BadArgument: bounds that do not rise, or a share that is no percentage.
    """

    heart_rate_zones_frac: tuple[float, ...] = LT_SHARES
    power_zones_frac: tuple[float, ...] = POWER_BOUNDS
    easy_share_pct: float = 60.0
    tempo_share_pct: float = 70.0
    work_share_pct: float = 50.0

    def __post_init__(self) -> None:
        _check_bounds("heart_rate_zones_frac", self.heart_rate_zones_frac, n=_ZONES)
        _check_bounds("power_zones_frac", self.power_zones_frac, n=_POWER_BOUNDS)
        for name in ("easy_share_pct", "tempo_share_pct", "work_share_pct"):
            share_pct = getattr(self, name)
            if not 0.0 < share_pct <= _ALL_PCT:
                raise BadArgument(name, share_pct, "a percentage above 0 and at most 100")


def _check_bounds(name: str, bounds: tuple[float, ...], *, n: int) -> None:
    rising = all(low < high for low, high in pairwise(bounds))
    if len(bounds) != n or not rising or not bounds[0] > 0.0 or bounds[-1] > _HIGHEST_FRAC:
        expected = f"{n} rising shares above 0 and at most {_HIGHEST_FRAC:g} (0.95 is 95 %)"
        raise BadArgument(name, list(bounds), expected)
