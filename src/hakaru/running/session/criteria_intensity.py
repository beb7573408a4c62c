"""Was enough of the time as hard as the purpose asks for, and not harder?

Two readings. The zones of the requirement, by the bounds of the session's own zones: those of a
watch follow a maximum that often nobody measured, and mean different efforts in different scales.
And the same zones relative to threshold heart rate (resolutions row 17): T's zones are shares of
the maximum, 60, 70, 80 and 90 % for zones 2 to 5, which for its example runner (168 of 190 bpm) are
68, 79, 90.5 and 102 % of threshold. The recovery band reaches up to 85 %, where the common
threshold scale ends its recovery zone, since T's own easy runs begin at 80 %; the tempo band up to
103 %, the 5 bpm that T allows above threshold. Where a threshold heart rate is known that reading
counts, and the zones are shown; else the zones count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.session.criteria import Missing, Target, judge
from hakaru.running.session.criteria_measures import (
    Stretch,
    band_shares,
    why_missing,
    zone_share_pct,
)
from hakaru.running.session.criteria_targets import (
    EXAMPLE_LT_OF_MAX_FRAC,
    THRESHOLD_HIGH_OF_LT_FRAC,
)
from hakaru.running.session.model import TrainingType
from hakaru.running.session.rating import Criterion
from hakaru.units import PERCENT

HIGHEST_ZONE = 5
_MAX_OF_LT = 1.0 / EXAMPLE_LT_OF_MAX_FRAC


@dataclass(frozen=True, kw_only=True)
class IntensityAim:
    """How hard a type is: zones (1..5), the half-open band they mean relative to threshold heart
    rate (None: open), and the share of time there that achieves it."""

    zones: tuple[int, ...]
    low_of_lt_frac: float | None
    high_of_lt_frac: float | None
    share_pct: float


_BASE = IntensityAim(
    zones=(2, 3),
    low_of_lt_frac=0.60 * _MAX_OF_LT,
    high_of_lt_frac=0.80 * _MAX_OF_LT,
    share_pct=60.0,
)
_HARD = IntensityAim(
    zones=(4, 5), low_of_lt_frac=0.80 * _MAX_OF_LT, high_of_lt_frac=None, share_pct=50.0
)
INTENSITY_AIMS: Mapping[TrainingType, IntensityAim] = {
    "recovery": IntensityAim(
        zones=(1, 2), low_of_lt_frac=None, high_of_lt_frac=0.85, share_pct=60.0
    ),
    "low_moderate": _BASE,
    "aerobic_base": _BASE,
    "long_run": _BASE,
    "tempo_threshold": IntensityAim(
        zones=(3, 4),
        low_of_lt_frac=0.70 * _MAX_OF_LT,
        high_of_lt_frac=THRESHOLD_HIGH_OF_LT_FRAC,
        share_pct=70.0,
    ),
    "interval": _HARD,
    "sprint": _HARD,
}
"""T: 60 % in zones 3-4 classifies a tempo run, 70 % achieves it (resolutions row 15)."""


def band_bpm(training_type: TrainingType, athlete: Athlete) -> tuple[float | None, float | None]:
    """The band of a type in heart rates of this runner, None: open (both: nothing is known)."""
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    aim = INTENSITY_AIMS.get(training_type)
    if aim is None or threshold_bpm is None:
        return None, None
    low_frac, high_frac = aim.low_of_lt_frac, aim.high_of_lt_frac
    return (
        None if low_frac is None else low_frac * threshold_bpm,
        None if high_frac is None else high_frac * threshold_bpm,
    )


def intensity_criteria(part: Stretch, *, responds: bool = True) -> tuple[Criterion, ...]:
    """Share of time in the zones and in the band of the type, and above each.

    `responds` False: too short for heart rate to follow, so that nothing counts. The shares above
    never count: they tell too hard from too easy.
    """
    by_band = reliable_value(part.session.athlete, "lt_heart_rate_bpm") is not None
    return (
        *_zone_shares(part, counts=responds and not by_band),
        *_band_shares(part, counts=responds and by_band, missing=_why_no_band(part, by_band)),
    )


def _zone_shares(part: Stretch, *, counts: bool) -> tuple[Criterion, ...]:
    aim = INTENSITY_AIMS[part.session.verdict.training_type]
    higher = tuple(range(max(aim.zones) + 1, HIGHEST_ZONE + 1))
    missing = _why_no_zones(part)
    inside_pct, above_pct = zone_share_pct(part, aim.zones), zone_share_pct(part, higher)
    return (
        judge("zone_share", _inside(aim, counts=counts), value=inside_pct, missing=missing),
        judge("above_zone_share", _above(aim), value=above_pct, missing=missing),
    )


def _band_shares(part: Stretch, *, counts: bool, missing: Missing) -> tuple[Criterion, ...]:
    training_type = part.session.verdict.training_type
    aim = INTENSITY_AIMS[training_type]
    low_bpm, high_bpm = band_bpm(training_type, part.session.athlete)
    shares = None
    if low_bpm is not None or high_bpm is not None:
        shares = band_shares(part, low_bpm, high_bpm=high_bpm)
    inside_pct = None if shares is None else shares.inside_pct
    above_pct = None if shares is None else shares.above_pct
    return (
        judge("band_share", _inside(aim, counts=counts), value=inside_pct, missing=missing),
        judge("above_band_share", _above(aim), value=above_pct, missing=missing),
    )


def _inside(aim: IntensityAim, *, counts: bool) -> Target:
    return Target(unit="pct", low=aim.share_pct, basis="athlete", counts=counts)


def _above(aim: IntensityAim) -> Target:
    return Target(unit="pct", high=PERCENT - aim.share_pct, basis="athlete", counts=False)


def _why_no_zones(part: Stretch) -> Missing:
    if part.parts and part.session.zones is None:
        return "heart_rate_zones"
    return why_missing(part, "heart_rate")


def _why_no_band(part: Stretch, by_band: bool) -> Missing:
    if part.parts and not by_band:
        return "lt_heart_rate"
    return why_missing(part, "heart_rate")
