"""Criteria of the main part and of repetitions: intensity, evenness and recoveries.

One scale counts: heart rate relative to threshold heart rate of that day; else
the heart rate reserve; else speed relative to threshold speed. T's zones are shares of the maximum,
60, 70, 80 and 90 % for zones 2 to 5. Its example runner has a threshold of 168 and a maximum of
190 bpm: they are 68, 79, 90.5 and 102 % of threshold and, with a heart rate at rest of 50 bpm, 46,
59, 73 and 86 % of the reserve. The recovery band reaches up to 85 % of threshold, where the common
threshold scale ends its recovery zone, since T's own easy runs begin at 80 %; the tempo band up to
103 %, the 5 bpm that T allows above threshold. A trail climbs: up to threshold it is what it should
be. By speed easy running ends and hard work begins where the types themselves do.

The zones of a watch follow a maximum that often nobody measured, and mean different efforts in
different scales. They are shown, and nothing more.

Evenness is that of grade-adjusted speed (Minetti 2002). Where a run climbs more than 20 m/km nobody
runs evenly and nobody should: the figure is shown there and nothing is asked of it.

Work: variation of speed over like repetitions, zones 4-5, 85-95 % of maximum heart rate at the end
of a repetition, form, length of a repetition 2-5 min and of all of them
10-25 min (row 22). Recovery: retention (row 18), a jog not faster than 75 % of threshold speed (the
requirement's 6:30-7:00/km is 65-70 %; walking and standing are recoveries too), heart rate down to
75 % of maximum. Rows that the stars of T §4 do not ask for, or that say the same as another row,
are shown without counting.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.arithmetic import DECLINE_ACCEPTABLE_PCT as STEP_DECLINE_PCT
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.environment.grade import (
    is_trail,
    recorded_level_speed_mps,
    smooth_level_speed_mps,
)
from hakaru.running.physiology.power import DECLINE_ACCEPTABLE_PCT as POWER_DECLINE_PCT
from hakaru.running.physiology.power import EVEN_CV_FRAC, HELD_GOOD_PCT
from hakaru.running.session.criteria import (
    EXAMPLE_LT_OF_MAX_FRAC,
    THRESHOLD_HIGH_OF_LT_FRAC,
    TOLERANCE,
    BandShares,
    Kind,
    Missing,
    PaceBand,
    Pieces,
    Stretch,
    Target,
    band_shares,
    equal_pieces,
    has_samples,
    judge,
    near_threshold_pct,
    of_max_target,
    only_shown,
    pace_target,
    share_pct,
    threshold_target,
    variation_of_pieces_frac,
    why_missing,
    zone_share_pct,
)
from hakaru.running.session.intervals import RETENTION_FINE_PCT, IntervalFigures, mean_known
from hakaru.running.session.model import Criterion, CriterionName, SessionSettings, TrainingType
from hakaru.running.session.type_evidence import INTENSITY_BANDS
from hakaru.running.validity import inside_spans, read_motion
from hakaru.running.verdict import FormEvaluation

HIGHEST_ZONE = 5
_MAX_OF_LT = 1.0 / EXAMPLE_LT_OF_MAX_FRAC
_WORK_OF_SPEED_FRAC = 0.95

Scale = Literal["lt_heart_rate", "heart_rate_reserve", "threshold_speed"]
"""What intensity is measured by, best first."""

Band = tuple[float | None, float | None]
"""Half-open [low, high) on a scale, None: open."""


@frozen
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
"""T: 60 % in zones 3-4 classifies a tempo run, 70 % achieves it."""


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
    level_mps = recorded_level_speed_mps(recording, motion)
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
        return "intensity_scale" if has_samples(part.session) else "samples"
    bands = INTENSITY_AIMS[part.session.verdict.training_type].bands
    if part.parts and scale is not None and scale not in bands:
        measured = "heart_rate_bpm" in part.session.recording.series
        return "lt_heart_rate" if measured else "heart_rate"
    return why_missing(part, "speed" if scale == "threshold_speed" else "heart_rate")


STEADY_CV_FRAC = 0.05
TEMPO_CV_FRAC = 0.03


def main_criteria(part: Stretch, kind: Kind) -> tuple[Criterion, ...]:
    """Rows of the main part; of an unknown session those that need no purpose."""
    pieces = equal_pieces(part)
    if kind == "unknown":
        return (only_shown(_consistency(part, pieces, kind)),)
    shared = (_consistency(part, pieces, kind), *intensity_criteria(part))
    if kind in ("easy", "trail"):
        return shared
    return (*shared, _threshold_heart_rate(part), _near_threshold(part), _power(part, pieces))


def _consistency(part: Stretch, pieces: Pieces, kind: Kind) -> Criterion:
    high_frac = TEMPO_CV_FRAC if kind == "tempo" else STEADY_CV_FRAC
    missing: Missing = "too_short" if pieces.speed_mps else "speed"
    asked = kind != "trail" and not is_trail(part.session.recording)
    return judge(
        "pace_consistency",
        Target(unit="frac", high=high_frac, below=True)
        if asked
        else Target(unit="frac", counts=False),
        value=variation_of_pieces_frac(pieces.speed_mps),
        missing=why_missing(part, missing),
    )


def _power(part: Stretch, pieces: Pieces) -> Criterion:
    missing: Missing = "too_short" if pieces.power_w else "power"
    return judge(
        "power_consistency",
        Target(unit="frac", high=EVEN_CV_FRAC["main"], below=True, counts=False),
        value=variation_of_pieces_frac(pieces.power_w),
        missing=why_missing(part, missing),
    )


def _threshold_heart_rate(part: Stretch) -> Criterion:
    """Mean heart rate at 80-90 % of maximum; relative to threshold where that is known."""
    target, reference_bpm = threshold_target(part.session.athlete)
    beats_bpm = part.heart_rate_bpm
    missing: Missing = "heart_rate" if beats_bpm is None else "heart_rate_reference"
    return judge(
        "threshold_heart_rate",
        target,
        value=share_pct(beats_bpm, reference_bpm),
        missing=missing if part.parts else "phase_absent",
    )


def _near_threshold(part: Stretch) -> Criterion:
    """Time within 5 bpm of threshold heart rate, of the main part only.

    An estimated threshold is not known to 5 bpm: the row is shown then and counts for nothing.
    """
    threshold = part.session.athlete.known.get("lt_heart_rate_bpm")
    counts = threshold is not None and threshold.origin != "estimated"
    target = Target(unit="pct", low=HELD_GOOD_PCT, basis="athlete", counts=counts)
    if threshold is None:
        return judge("threshold_heart_rate_share", target, value=None, missing="lt_heart_rate")
    return judge(
        "threshold_heart_rate_share",
        target,
        value=near_threshold_pct(part, lt_heart_rate_bpm=threshold.value),
        missing=why_missing(part, "heart_rate"),
    )


WORK_CV_FRAC = 0.02
WORK_LOW_OF_MAX_FRAC = 0.85
WORK_HIGH_OF_MAX_FRAC = 0.95
REP_MIN_S = 2.0 * SECONDS_PER_MINUTE
REP_MAX_S = 5.0 * SECONDS_PER_MINUTE
WORK_MIN_S = 10.0 * SECONDS_PER_MINUTE
WORK_MAX_S = 25.0 * SECONDS_PER_MINUTE
HEART_RATE_RISE_BPM = 5.0
RECOVERY_OF_MAX_FRAC = 0.75
RECOVERY_FAST_FRAC = 0.75
RECOVERY_S_PER_KM: PaceBand = (390.0, 420.0)


@frozen
class _Row:
    """A criterion that is one field of the interval figures."""

    name: CriterionName
    field: str
    target: Target
    missing: Missing


_WORK_CONSISTENCY = _Row(
    name="work_consistency",
    field="work_cv_frac",
    target=Target(unit="frac", high=WORK_CV_FRAC, below=True),
    missing="like_reps",
)
_RETENTION = _Row(
    name="heart_rate_retention",
    field="heart_rate_retention_pct",
    target=Target(unit="pct", high=RETENTION_FINE_PCT),
    missing="recoveries",
)
_SHOWN = (
    _Row(
        name="heart_rate_rise",
        field="heart_rate_rise_bpm",
        target=Target(unit="bpm", high=HEART_RATE_RISE_BPM, below=True, counts=False),
        missing="heart_rate",
    ),
    _Row(
        name="power_consistency",
        field="power_cv_frac",
        target=Target(unit="frac", high=EVEN_CV_FRAC["work"], below=True, counts=False),
        missing="power",
    ),
    _Row(
        name="power_decline",
        field="power_decline_pct",
        target=Target(unit="pct", high=POWER_DECLINE_PCT, counts=False),
        missing="power",
    ),
    _Row(
        name="step_length_decline",
        field="step_length_decline_pct",
        target=Target(unit="pct", high=STEP_DECLINE_PCT, counts=False),
        missing="step_length",
    ),
)


_OF_HEART_RATE: frozenset[Missing] = frozenset({"heart_rate", "recoveries"})
"""Rows that compare heart rate at the ends of segments, which laps do not tell."""


def work_criteria(
    part: Stretch, intervals: IntervalFigures | None, *, form: FormEvaluation | None
) -> tuple[Criterion, ...]:
    """Rows of the work. `form`: the stored verdict over the work segments, None: there is none."""
    responds = _heart_rate_responds(part)
    return (
        _of_reps(_WORK_CONSISTENCY, part, intervals),
        *intensity_criteria(part, responds=responds),
        _heart_rate_of_max(part),
        _form(part, form),
        *_lengths(part),
        *(_of_reps(row, part, intervals) for row in _SHOWN),
    )


def recovery_criteria(part: Stretch, intervals: IntervalFigures | None) -> tuple[Criterion, ...]:
    """Rows of the recoveries."""
    return (
        _of_reps(_RETENTION, part, intervals),
        _recovery_pace(part),
        _recovery_heart_rate(part, intervals),
    )


def _of_reps(row: _Row, part: Stretch, intervals: IntervalFigures | None) -> Criterion:
    value = None if intervals is None else getattr(intervals, row.field)
    missing: Missing = "like_reps" if intervals is None else row.missing
    if missing in _OF_HEART_RATE:
        missing = why_missing(part, missing)
    return judge(
        row.name, row.target, value=value, missing=missing if part.parts else "phase_absent"
    )


def _heart_rate_responds(part: Stretch) -> bool:
    """Whether repetitions last long enough for heart rate to follow (2 min, and no sprints)."""
    if part.session.verdict.training_type == "sprint" or not part.parts:
        return False
    return statistics.median(rep.duration_s for rep in part.parts) >= REP_MIN_S


def _heart_rate_of_max(part: Stretch) -> Criterion:
    """Mean over the repetitions of the heart rate at their end, of maximum.

    Shown without counting: T §4 does not ask for it, and more than 95 % is no work left undone.
    """
    return _of_reference(
        "heart_rate_of_max",
        part,
        mean_known(rep.heart_rate_end_bpm for rep in part.parts),
        bounds_frac=(WORK_LOW_OF_MAX_FRAC, WORK_HIGH_OF_MAX_FRAC),
    )


def _recovery_heart_rate(part: Stretch, intervals: IntervalFigures | None) -> Criterion:
    """Mean heart rate at the end of the recoveries; the retention row counts in its place."""
    ends_bpm = (
        []
        if intervals is None
        else [rep.recovery.heart_rate_end_bpm for rep in intervals.reps if rep.recovery is not None]
    )
    return _of_reference(
        "recovery_heart_rate",
        part,
        mean_known(ends_bpm),
        bounds_frac=(None, RECOVERY_OF_MAX_FRAC),
    )


def _of_reference(
    name: CriterionName,
    part: Stretch,
    beats_bpm: float | None,
    *,
    bounds_frac: tuple[float | None, float],
) -> Criterion:
    target, reference_bpm = of_max_target(part.session.athlete, bounds_frac=bounds_frac)
    missing: Missing = "heart_rate_reference"
    if beats_bpm is None:
        missing = why_missing(part, "heart_rate")
    return judge(
        name,
        target,
        value=share_pct(beats_bpm, reference_bpm),
        missing=missing if part.parts else "phase_absent",
    )


def _form(part: Stretch, form: FormEvaluation | None) -> Criterion:
    """How many metrics of the personal verdict need improvement: none is asked for."""
    missing: Missing = "form_verdict" if form is None else "form_rating"
    value = None
    if form is not None and form.unrated is None and part.parts:
        value = float(sum(bool(verdict.needs_improvement) for verdict in form.scored))
    return judge(
        "form",
        Target(unit="count", high=0.0, basis="athlete"),
        value=value,
        missing=missing if part.parts else "phase_absent",
    )


def _lengths(part: Stretch) -> tuple[Criterion, ...]:
    """Length of a repetition and of all: what trains maximal oxygen uptake, so not of sprints."""
    if part.session.verdict.training_type == "sprint":
        return ()
    durations_s = [rep.duration_s for rep in part.parts]
    return (
        judge(
            "work_duration",
            Target(unit="s", low=REP_MIN_S, high=REP_MAX_S, counts=False),
            value=statistics.median(durations_s) if durations_s else None,
            missing="phase_absent",
        ),
        judge(
            "work_total",
            Target(unit="s", low=WORK_MIN_S, high=WORK_MAX_S, counts=False),
            value=part.duration_s if durations_s else None,
            missing="phase_absent",
        ),
    )


def _recovery_pace(part: Stretch) -> Criterion:
    """Of all its time, walking and standing included: a walk in which a few seconds were run would
    else pass for a fast jog."""
    target = pace_target(
        part.session.athlete,
        fast_frac=RECOVERY_FAST_FRAC,
        slow_frac=None,
        default_s_per_km=RECOVERY_S_PER_KM,
        counts=False,
    )
    moved = part.distance_m > 0.0 and part.duration_s > 0.0
    return judge(
        "pace",
        target,
        value=speed_to_pace_s_per_km(part.distance_m / part.duration_s) if moved else None,
        missing="speed" if part.parts else "phase_absent",
    )
