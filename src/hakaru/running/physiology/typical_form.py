"""Which form does requirement T call usual at a pace? Context for a reader, never a criterion.

T's table of "ideal" ranges by pace, closed to half-open bands. Its lines have wrong signs for many
runners (oscillation rises with speed in most), which is why nothing is judged by them (resolutions
rows 11 and 54): the runner's own line is.
"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.core.units import speed_to_pace_s_per_km


@dataclass(frozen=True, kw_only=True)
class TypicalForm:
    """T's ranges at one pace."""

    gct_low_ms: float
    gct_high_ms: float
    vo_low_cm: float
    vo_high_cm: float
    vr_low_pct: float = 8.0
    vr_high_pct: float = 9.5


_BANDS: tuple[tuple[float, TypicalForm], ...] = (
    (240.0, TypicalForm(gct_low_ms=220, gct_high_ms=235, vo_low_cm=6.5, vo_high_cm=7.5)),
    (270.0, TypicalForm(gct_low_ms=230, gct_high_ms=240, vo_low_cm=6.5, vo_high_cm=7.5)),
    (330.0, TypicalForm(gct_low_ms=240, gct_high_ms=250, vo_low_cm=6.5, vo_high_cm=7.5)),
    (360.0, TypicalForm(gct_low_ms=250, gct_high_ms=260, vo_low_cm=6.5, vo_high_cm=7.5)),
    (390.0, TypicalForm(gct_low_ms=250, gct_high_ms=260, vo_low_cm=7.0, vo_high_cm=8.0)),
)
"""Below this pace in s/km; slower than the last is recovery."""
_TOLERANCE = 1e-9
_SLOWER = TypicalForm(gct_low_ms=260, gct_high_ms=275, vo_low_cm=7.0, vo_high_cm=8.0)


def typical_form(speed_mps: float) -> TypicalForm:
    """T's ranges at a speed > 0."""
    pace_s_per_km = speed_to_pace_s_per_km(speed_mps)
    return next((form for below, form in _BANDS if pace_s_per_km < below - _TOLERANCE), _SLOWER)
