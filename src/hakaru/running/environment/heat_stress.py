"""How much does warm and humid air slow runners in general?

Heat stress as the wet bulb globe temperature in the shade (ISO 7243 without sun: 0.7 wet bulb + 0.3
air), the wet bulb by Stull 2011 (J Appl Meteorol Climatol 50:2267). Sun adds to it, so the figure
is a lower bound by day. Effect by Mantzios et al. 2021 (Med Sci Sports Exerc), 1,258 races.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from hakaru.running.environment.slowdown import Slowdown

OPTIMUM_C = (7.5, 15.0)
"""Wet bulb globe temperatures at which races were fastest."""

RATE_PCT_PER_C = (0.3, 0.4)
"""Slowing per degree outside the optimum."""

STULL_TEMPERATURE_C = (-20.0, 50.0)
STULL_HUMIDITY_PCT = (5.0, 99.0)
USUAL_HUMIDITY_PCT = (30.0, 90.0)
"""Where humidity was not reported it is taken to lie between these, which widens the answer."""

SHADE_WET_SHARE_FRAC = 0.7


def wet_bulb_c(temperature_c: float, relative_humidity_pct: float) -> float | None:
    """Wet bulb temperature at sea level (Stull 2011, within 1 C).

    Humidity beyond 5-99 % counts as that bound; None: temperature outside -20..50 C.
    """
    if not STULL_TEMPERATURE_C[0] <= temperature_c <= STULL_TEMPERATURE_C[1]:
        return None
    humid = min(max(relative_humidity_pct, STULL_HUMIDITY_PCT[0]), STULL_HUMIDITY_PCT[1])
    return (
        temperature_c * math.atan(0.151977 * math.sqrt(humid + 8.313659))
        + math.atan(temperature_c + humid)
        - math.atan(humid - 1.676331)
        + 0.00391838 * humid * math.sqrt(humid) * math.atan(0.023101 * humid)
        - 4.686035
    )


def wbgt_shade_c(temperature_c: float, relative_humidity_pct: float) -> float | None:
    """Wet bulb globe temperature in the shade; None: temperature outside -20..50 C."""
    wet_c = wet_bulb_c(temperature_c, relative_humidity_pct)
    if wet_c is None:
        return None
    return SHADE_WET_SHARE_FRAC * wet_c + (1.0 - SHADE_WET_SHARE_FRAC) * temperature_c


def wbgt_range_c(
    temperature_c: float, relative_humidity_pct: float | None
) -> tuple[float, float] | None:
    """Between which shade values the heat stress lay: one point where humidity is known."""
    humidities = (
        USUAL_HUMIDITY_PCT if relative_humidity_pct is None else (relative_humidity_pct,) * 2
    )
    low_c, high_c = (wbgt_shade_c(temperature_c, humid) for humid in humidities)
    return None if low_c is None or high_c is None else (low_c, high_c)


def heat_slowdown(
    wbgt_c: tuple[float, float],
    *,
    optimum_c: Sequence[float] = OPTIMUM_C,
    rate_pct_per_c: Sequence[float] = RATE_PCT_PER_C,
) -> Slowdown:
    """Slowing of runners at a heat stress between two bounds; 0 inside the optimum, cold counts.

    It is what fields of racers showed, not what this runner showed.
    """
    low_c, high_c = wbgt_c
    least_c = max(0.0, low_c - optimum_c[1], optimum_c[0] - high_c)
    most_c = max(0.0, high_c - optimum_c[1], optimum_c[0] - low_c)
    return Slowdown(low_pct=least_c * rate_pct_per_c[0], high_pct=most_c * rate_pct_per_c[1])
