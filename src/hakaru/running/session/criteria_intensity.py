"""Was enough of the time as hard as the purpose asks for, and not harder?

One scale counts (resolutions row 85): heart rate relative to threshold heart rate of that day; else
the heart rate reserve; else speed relative to threshold speed. T's zones are shares of the maximum,
60, 70, 80 and 90 % for zones 2 to 5. Its example runner has a threshold of 168 and a maximum of
190 bpm: they are 68, 79, 90.5 and 102 % of threshold and, with a heart rate at rest of 50 bpm, 46,
59, 73 and 86 % of the reserve. The recovery band reaches up to 85 % of threshold, where the common
threshold scale ends its recovery zone, since T's own easy runs begin at 80 %; the tempo band up to
103 %, the 5 bpm that T allows above threshold. A trail climbs: up to threshold it is what it should
be. By speed easy running ends and hard work begins where the types themselves do.

The zones of a watch follow a maximum that often nobody measured, and mean different efforts in
different scales. They are shown, and nothing more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.level import level_speed_mps, smooth_level_speed_mps
from hakaru.running.session.criteria import TOLERANCE, Missing, Target, judge
from hakaru.running.session.criteria_measures import (
    BandShares,
    Stretch,
    band_shares,
    has_samples,
    why_missing,
    zone_share_pct,
)
from hakaru.running.session.criteria_targets import (
    EXAMPLE_LT_OF_MAX_FRAC,
    THRESHOLD_HIGH_OF_LT_FRAC,
)
from hakaru.running.session.model import TrainingType
from hakaru.running.session.rating import Criterion
from hakaru.running.session.settings import SessionSettings
from hakaru.running.session.type_table import INTENSITY_BANDS
from hakaru.running.validity import inside_spans, read_motion

HIGHEST_ZONE = 5
_MAX_OF_LT = 1.0 / EXAMPLE_LT_OF_MAX_FRAC
_WORK_OF_SPEED_FRAC = 0.95

Scale = Literal["lt_heart_rate", "heart_rate_reserve", "threshold_speed"]
"""What intensity is measured by, best first."""

Band = tuple[float | None, float | None]
"""Half-open [low, high) on a scale, None: open."""


@dataclass(frozen=True, kw_only=True)
class IntensityAim:
    """How hard a type is: zones of T (1..5) and the band they mean on each scale (none: the scale
    says nothing about it), and what the share of time there is called in the settings."""

    zones: tuple[int, ...]
    bands: Mapping[Scale, Band]
    share: Literal["easy_share_pct", "tempo_share_pct", "work_share_pct"]


_BASE = IntensityAim(
    zones=(2, 3),
    bands={
        "lt_heart_rate": (0.60 * _MAX_OF_LT, 0.80 * _MAX_OF_LT),
        "heart_rate_reserve": (0.46, 0.73),
        "threshold_speed": (0.60, INTENSITY_BANDS["aerobic_base"][1]),
    },
    share="easy_share_pct",
)
_HARD = IntensityAim(
    zones=(4, 5),
    bands={
        "lt_heart_rate": (0.80 * _MAX_OF_LT, None),
        "heart_rate_reserve": (0.73, None),
        "threshold_speed": (_WORK_OF_SPEED_FRAC, None),
    },
    share="work_share_pct",
)
INTENSITY_AIMS: Mapping[TrainingType, IntensityAim] = {
    "recovery": IntensityAim(
        zones=(1, 2),
        bands={
            "lt_heart_rate": (None, 0.85),
            "heart_rate_reserve": (None, 0.66),
            "threshold_speed": (None, 0.79),
        },
        share="easy_share_pct",
    ),
    "low_moderate": _BASE,
    "aerobic_base": _BASE,
    "long_run": _BASE,
    "trail": IntensityAim(
        zones=(2, 3, 4),
        bands={
            "lt_heart_rate": (0.60 * _MAX_OF_LT, 1.0),
            "heart_rate_reserve": (0.46, 0.84),
        },
        share="easy_share_pct",
    ),
    "tempo_threshold": IntensityAim(
        zones=(3, 4),
        bands={
            "lt_heart_rate": (0.70 * _MAX_OF_LT, THRESHOLD_HIGH_OF_LT_FRAC),
            "heart_rate_reserve": (0.59, 0.88),
            "threshold_speed": INTENSITY_BANDS["tempo_threshold"],
        },
        share="tempo_share_pct",
    ),
    "interval": _HARD,
    "sprint": _HARD,
}
"""T: 60 % in zones 3-4 classifies a tempo run, 70 % achieves it (resolutions row 15)."""


def band_bpm(training_type: TrainingType, athlete: Athlete) -> tuple[float | None, float | None]:
    """The band of a type in heart rates of this runner, None: open (both: nothing is known)."""
    aim = INTENSITY_AIMS.get(training_type)
    scale = _heart_rate_scale(athlete)
    if aim is None or scale is None or scale not in aim.bands:
        return None, None
    low_frac, high_frac = aim.bands[scale]
    return (_as_bpm(low_frac, scale, athlete), _as_bpm(high_frac, scale, athlete))


def scale_of(part: Stretch) -> Scale | None:
    """The one scale that a session is read by; None: what it would need was not recorded, or is not
    known of the runner."""
    athlete = part.session.athlete
    scale = _heart_rate_scale(athlete)
    if scale is not None and "heart_rate_bpm" in part.session.recording.series:
        return scale
    has_threshold = reliable_value(athlete, "threshold_speed_mps") is not None
    return "threshold_speed" if has_threshold and has_samples(part.session) else None


def intensity_criteria(part: Stretch, *, responds: bool = True) -> tuple[Criterion, ...]:
    """Share of time in the band of the type and above it, and in the zones of the watch.

    `responds` False: too short for heart rate to follow, so that nothing counts. The shares above
    never count: they tell too hard from too easy.
    """
    training_type, settings = part.session.verdict.training_type, part.session.settings
    aim = INTENSITY_AIMS[training_type]
    scale = scale_of(part)
    shares = None if scale is None or scale not in aim.bands else _shares(part, aim, scale)
    missing = _why_no_band(part, scale)
    inside_pct = None if shares is None else shares.inside_pct
    above_pct = None if shares is None else shares.above_pct
    low_pct = achieved_pct(aim, settings)
    inside = Target(unit="pct", low=low_pct, basis="athlete", counts=responds)
    above = Target(unit="pct", high=PERCENT - low_pct, basis="athlete", counts=False)
    return (
        judge("band_share", inside, value=inside_pct, missing=missing),
        judge("above_band_share", above, value=above_pct, missing=missing),
        *_zone_shares(part, aim),
    )


def achieved_pct(aim: IntensityAim, settings: SessionSettings) -> float:
    """The share of time in its band that achieves a session, 0..100."""
    share_pct: float = getattr(settings, aim.share)
    return share_pct


def _zone_shares(part: Stretch, aim: IntensityAim) -> tuple[Criterion, ...]:
    """Time in the watch's zones of that name: context, so nothing is asked of it."""
    higher = tuple(range(max(aim.zones) + 1, HIGHEST_ZONE + 1))
    context = Target(unit="pct", basis="athlete", counts=False)
    missing = _why_no_zones(part)
    inside_pct, above_pct = zone_share_pct(part, aim.zones), zone_share_pct(part, higher)
    return (
        judge("zone_share", context, value=inside_pct, missing=missing),
        judge("above_zone_share", context, value=above_pct, missing=missing),
    )


def _shares(part: Stretch, aim: IntensityAim, scale: Scale) -> BandShares | None:
    athlete = part.session.athlete
    low_frac, high_frac = aim.bands[scale]
    if scale != "threshold_speed":
        low_bpm, high_bpm = (_as_bpm(frac, scale, athlete) for frac in (low_frac, high_frac))
        return band_shares(part, low_bpm, high_bpm=high_bpm)
    threshold_mps = reliable_value(athlete, "threshold_speed_mps")
    return None if threshold_mps is None else _speed_shares(part, aim.bands[scale], threshold_mps)


def _speed_shares(part: Stretch, band: Band, threshold_mps: float) -> BandShares | None:
    """Shares of running time by level speed over a quarter of a minute."""
    recording = part.session.recording
    if not part.parts or not has_samples(part.session):
        return None
    motion = read_motion(recording.series, recording.pauses)
    runs = motion.running & inside_spans(motion, part.spans_s)
    level_mps = level_speed_mps(recording, motion)
    frac = smooth_level_speed_mps(level_mps, motion, inside=runs) / threshold_mps
    finite = np.isfinite(frac)
    weight_s = np.where(finite, motion.active_s, 0.0)
    total_s = float(weight_s.sum())
    if not total_s > 0.0:
        return None
    low, high = band
    above = finite & (frac >= (np.inf if high is None else high - TOLERANCE))
    inside = finite & (frac >= (0.0 if low is None else low - TOLERANCE)) & ~above
    return BandShares(
        inside_pct=PERCENT * float(weight_s[inside].sum()) / total_s,
        above_pct=PERCENT * float(weight_s[above].sum()) / total_s,
    )


def _heart_rate_scale(athlete: Athlete) -> Scale | None:
    if reliable_value(athlete, "lt_heart_rate_bpm") is not None:
        return "lt_heart_rate"
    ends = (reliable_value(athlete, "heart_rate_max_bpm"), athlete.value("heart_rate_rest_bpm"))
    return None if None in ends else "heart_rate_reserve"


def _as_bpm(frac: float | None, scale: Scale, athlete: Athlete) -> float | None:
    """A share on a scale of heart rate as a heart rate of this runner; None: open, or not known."""
    if frac is None:
        return None
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if scale == "lt_heart_rate":
        return None if threshold_bpm is None else frac * threshold_bpm
    rest_bpm = athlete.value("heart_rate_rest_bpm")
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    if rest_bpm is None or max_bpm is None:
        return None
    return rest_bpm + frac * (max_bpm - rest_bpm)


def _why_no_zones(part: Stretch) -> Missing:
    if part.parts and part.session.zones is None:
        return "heart_rate_zones"
    return why_missing(part, "heart_rate")


def _why_no_band(part: Stretch, scale: Scale | None) -> Missing:
    if part.parts and scale is None:
        return "intensity_scale"
    bands = INTENSITY_AIMS[part.session.verdict.training_type].bands
    if part.parts and scale is not None and scale not in bands:
        measured = "heart_rate_bpm" in part.session.recording.series
        return "lt_heart_rate" if measured else "heart_rate"
    return why_missing(part, "speed" if scale == "threshold_speed" else "heart_rate")
