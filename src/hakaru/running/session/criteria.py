"""Criteria of a session: what a stretch measures, its targets, and whether they are met.

Its examples belong to one runner: threshold heart rate 168 bpm, maximum 190 bpm, threshold pace
4:35/km. Each figure is therefore that share of threshold heart rate (of the maximum where only that
is known) and of threshold speed. Where nothing is known the figures stand as
they are, basis `default`, and count for nothing: they are another runner's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.arithmetic import variation_frac, weighted_mean
from hakaru.running.athlete.known import reliable_value, zone_seconds, zone_shares_pct
from hakaru.running.environment.grade import grade_adjusted_speed_mps
from hakaru.running.physiology.power import HEART_RATE_MARGIN_BPM, threshold_share_pct
from hakaru.running.session.model import (
    Criterion,
    CriterionName,
    Outcome,
    SegmentFigures,
    SessionInput,
    TargetBasis,
    TrainingType,
    Unit,
)
from hakaru.running.validity import Motion, inside_spans, read_motion, valid_column, within_window

if TYPE_CHECKING:
    from hakaru.running.activity import FloatArray
    from hakaru.running.athlete.model import Athlete
    from hakaru.running.splits import Role

Kind = Literal["easy", "trail", "tempo", "reps", "unknown"]
"""Which table of phases applies to a type."""

KINDS: Mapping[TrainingType, Kind] = {
    "recovery": "easy",
    "low_moderate": "easy",
    "aerobic_base": "easy",
    "long_run": "easy",
    "trail": "trail",
    "tempo_threshold": "tempo",
    "interval": "reps",
    "sprint": "reps",
    "race": "unknown",
    "unknown": "unknown",
}
"""A long run is judged like an aerobic base run. A race has a purpose of its
own, which no table of training knows."""

Missing = Literal[
    "phase_absent",
    "samples",
    "too_short",
    "speed",
    "heart_rate",
    "heart_rate_zones",
    "intensity_scale",
    "lt_heart_rate",
    "heart_rate_reference",
    "like_reps",
    "recoveries",
    "power",
    "step_length",
    "form_verdict",
    "form_rating",
]
"""Why a criterion cannot be told. `heart_rate_reference`: neither threshold nor maximum heart rate
is known; `intensity_scale`: neither those nor threshold speed are; `like_reps`: no two repetitions
are alike; `samples`: only a summary was recorded; `form_rating`: form was compared with what is
expected but not rated (too few runs, too little of them)."""

TOLERANCE = 1e-9


@frozen
class Target:
    """What a criterion asks for: from `low` to `high` in `unit`, None: open on that side.

    `below` True: the upper end itself is already too much ("< 0.05"). `counts` False: shown only.
    """

    unit: Unit
    low: float | None = None
    high: float | None = None
    below: bool = False
    basis: TargetBasis = "run"
    counts: bool = True


def judge(
    name: CriterionName, target: Target, *, value: float | None, missing: Missing
) -> Criterion:
    """One row: the value against its target; `missing` is the reason where the value is None."""
    return Criterion(
        name=name,
        unit=target.unit,
        value=value,
        target_low=target.low,
        target_high=target.high,
        outcome="cannot_tell" if value is None else _outcome(value, target),
        basis=target.basis,
        missing=missing if value is None else None,
        counts=target.counts,
    )


def only_shown(criterion: Criterion) -> Criterion:
    """The same row with nothing asked of it."""
    outcome: Outcome = "cannot_tell" if criterion.value is None else "shown"
    return replace(criterion, counts=False, outcome=outcome)


def _outcome(value: float, target: Target) -> Outcome:
    if not target.counts:
        return "shown"
    if target.low is not None and value < target.low - TOLERANCE:
        return "not_met"
    if target.high is None:
        return "met"
    slack = -TOLERANCE if target.below else TOLERANCE
    return "met" if value < target.high + slack else "not_met"


EXAMPLE_LT_HEART_RATE_BPM = 168.0
EXAMPLE_HEART_RATE_MAX_BPM = 190.0
EXAMPLE_LT_OF_MAX_FRAC = EXAMPLE_LT_HEART_RATE_BPM / EXAMPLE_HEART_RATE_MAX_BPM
THRESHOLD_LOW_OF_MAX_FRAC = 0.80
THRESHOLD_HIGH_OF_MAX_FRAC = 0.90
THRESHOLD_HIGH_OF_LT_FRAC = 1.0 + HEART_RATE_MARGIN_BPM / EXAMPLE_LT_HEART_RATE_BPM

PaceBand = tuple[float | None, float | None]
"""Fast and slow end; None: open."""


def heart_rate_scale(athlete: Athlete) -> float | None:
    """This runner's heart rate for one beat of the example runner; None: no reference is known."""
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is not None:
        return threshold_bpm / EXAMPLE_LT_HEART_RATE_BPM
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    return None if max_bpm is None else max_bpm / EXAMPLE_HEART_RATE_MAX_BPM


def heart_rate_target(
    athlete: Athlete,
    low_bpm: float | None,
    *,
    high_bpm: float | None,
    below: bool = False,
) -> Target:
    """A band of heart rates of the example runner, as this runner's."""
    scale_frac = heart_rate_scale(athlete)
    factor_frac = 1.0 if scale_frac is None else scale_frac
    return Target(
        unit="bpm",
        low=None if low_bpm is None else low_bpm * factor_frac,
        high=None if high_bpm is None else high_bpm * factor_frac,
        below=below,
        basis="default" if scale_frac is None else "athlete",
        counts=scale_frac is not None,
    )


def pace_target(
    athlete: Athlete,
    *,
    fast_frac: float,
    slow_frac: float | None,
    default_s_per_km: PaceBand,
    counts: bool = True,
) -> Target:
    """A band of paces between two shares of threshold speed; None: no running is too slow."""
    threshold_mps = reliable_value(athlete, "threshold_speed_mps")
    if threshold_mps is None:
        fast_s_per_km, slow_s_per_km = default_s_per_km
        return Target(
            unit="s_per_km", low=fast_s_per_km, high=slow_s_per_km, basis="default", counts=False
        )
    return Target(
        unit="s_per_km",
        low=speed_to_pace_s_per_km(fast_frac * threshold_mps),
        high=None if slow_frac is None else speed_to_pace_s_per_km(slow_frac * threshold_mps),
        basis="athlete",
        counts=counts,
    )


def of_max_target(
    athlete: Athlete, *, bounds_frac: tuple[float | None, float]
) -> tuple[Target, float | None]:
    """A band of shares of maximum heart rate, and the heart rate that is 100 % of it.

    Where only threshold heart rate is known the band is read relative to that, by the example's
    168 / 190. The heart rate is None where neither is known. Such rows are shown, they never count.
    """
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    of_lt = max_bpm is None and threshold_bpm is not None
    ratio_frac = EXAMPLE_LT_OF_MAX_FRAC if of_lt else 1.0
    low_frac, high_frac = bounds_frac
    target = Target(
        unit="lt_heart_rate_pct" if of_lt else "pct",
        low=None if low_frac is None else PERCENT * low_frac / ratio_frac,
        high=PERCENT * high_frac / ratio_frac,
        basis="athlete",
        counts=False,
    )
    return target, threshold_bpm if of_lt else max_bpm


def threshold_target(athlete: Athlete) -> tuple[Target, float | None]:
    """The band of a threshold run's mean heart rate, and the heart rate that is 100 % of it.

    80-90 % of maximum, shown only. Where threshold heart rate is known, 90.5-103 % of that: a
    runner whose threshold lies at 93 % of the maximum is right there. The upper end are T's own
    5 bpm above threshold, which reach beyond its 90 %. The heart rate is None where neither is
    known.
    """
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is None:
        target = Target(
            unit="pct",
            low=PERCENT * THRESHOLD_LOW_OF_MAX_FRAC,
            high=PERCENT * THRESHOLD_HIGH_OF_MAX_FRAC,
            basis="athlete",
            counts=False,
        )
        return target, reliable_value(athlete, "heart_rate_max_bpm")
    target = Target(
        unit="lt_heart_rate_pct",
        low=PERCENT * THRESHOLD_LOW_OF_MAX_FRAC / EXAMPLE_LT_OF_MAX_FRAC,
        high=PERCENT * THRESHOLD_HIGH_OF_LT_FRAC,
        basis="athlete",
    )
    return target, threshold_bpm


def share_pct(beats_bpm: float | None, reference_bpm: float | None) -> float | None:
    """A heart rate in percent of another; None: one of them is not known."""
    if beats_bpm is None or reference_bpm is None:
        return None
    return PERCENT * beats_bpm / reference_bpm


PIECE_M = 1000.0
SHORT_PIECE_M = 500.0
SHORT_BELOW_M = 5000.0
"""Stretches shorter than this are cut into pieces of 500 m, longer ones into kilometres."""

MIN_PIECES = 3
"""Fewer pieces have no spread worth the name."""

LIKE_DISTANCE_FRAC = 0.1
GRADE_FACTOR_MIN = 0.8
GRADE_FACTOR_MAX = 1.5
"""Within these a slope explains a speed; beyond them it is rather an error of the altimeter."""

MIN_COVERAGE_FRAC = 0.5
"""A mean heart rate needs values for half of the time it speaks for."""


@frozen
class Stretch:
    """Segments that belong together, in order, and the session they are of."""

    session: SessionInput
    parts: tuple[SegmentFigures, ...]

    @property
    def spans_s(self) -> tuple[tuple[float, float], ...]:
        """Their half-open spans of elapsed time."""
        return tuple((part.start_elapsed_s, part.end_elapsed_s) for part in self.parts)

    @property
    def distance_m(self) -> float:
        """Together, standing and walking included."""
        return math.fsum(part.distance_m for part in self.parts)

    @property
    def duration_s(self) -> float:
        """Together, standing included."""
        return math.fsum(part.duration_s for part in self.parts)

    @property
    def speed_mps(self) -> float | None:
        """Running distance over running time; None: nobody ran."""
        running = [part for part in self.parts if part.speed_mps is not None]
        running_s = math.fsum(part.running_s for part in running)
        if not running_s > 0.0:
            return None
        return math.fsum(part.running_distance_m for part in running) / running_s

    @property
    def heart_rate_bpm(self) -> float | None:
        """Mean of the parts, weighted by running time; None: not measured."""
        averages = [
            (part.heart_rate_bpm, part.running_s)
            for part in self.parts
            if part.heart_rate_bpm is not None and part.running_s > 0.0
        ]
        return weighted_mean(*zip(*averages, strict=True)) if averages else None


@frozen
class Pieces:
    """Equal distances of a stretch: level speed of each, and mean power where it was measured."""

    speed_mps: tuple[float, ...]
    power_w: tuple[float, ...]


def stretch(session: SessionInput, roles: Iterable[Role]) -> Stretch:
    """All segments of these roles."""
    wanted = frozenset(roles)
    return Stretch(
        session=session, parts=tuple(figure for figure in session.figures if figure.role in wanted)
    )


def main_stretch(session: SessionInput) -> Stretch:
    """What lies between warm-up and cool-down; of a tempo run only its fast part.

    A tempo run in repetitions (cruise intervals) is judged by those.
    """
    if KINDS[session.verdict.training_type] == "tempo":
        tempo_roles: tuple[Role, ...] = ("main", "work")
        for role in tempo_roles:
            fast = stretch(session, [role])
            if fast.parts:
                return fast
    return stretch(session, ["main", "work", "recovery"])


def has_samples(session: SessionInput) -> bool:
    """Whether the run was recorded, not only summed up."""
    return session.recording.series["elapsed_s"].size >= 2


def why_missing(part: Stretch, otherwise: Missing) -> Missing:
    """Why a figure of a stretch that takes second-by-second values is not known."""
    if not part.parts:
        return "phase_absent"
    return otherwise if has_samples(part.session) else "samples"


def heart_rate_between_bpm(session: SessionInput, start_s: float, *, end_s: float) -> float | None:
    """Mean heart rate in (start, end] of elapsed time, standing included.

    None: measured for less than half of it; behind a gap one sample speaks for none of it.
    """
    recording = session.recording
    beats_bpm = recording.series.get("heart_rate_bpm")
    if beats_bpm is None or not has_samples(session):
        return None
    motion = read_motion(recording.series, recording.pauses)
    inside = inside_spans(motion, [(start_s, end_s)])
    measured = inside & within_window(beats_bpm, "heart_rate_bpm")
    weight_s = motion.observed_s[measured]
    if not weight_s.sum() >= MIN_COVERAGE_FRAC * (end_s - start_s):
        return None
    return float(beats_bpm[measured] @ weight_s / weight_s.sum())


def zone_share_pct(part: Stretch, zones: Sequence[int]) -> float | None:
    """Share of these heart rate zones (1..5) in the time in zones; None: unknown."""
    session = part.session
    if session.zones is None or not part.parts:
        return None
    seconds = zone_seconds(session.recording, session.zones, spans_s=part.spans_s)
    shares_pct = None if seconds is None else zone_shares_pct(seconds)
    return None if shares_pct is None else math.fsum(shares_pct[zone - 1] for zone in zones)


@frozen
class BandShares:
    """Time inside and above a band of heart rates, in percent of the time with a heart rate."""

    inside_pct: float
    above_pct: float


def band_shares(
    part: Stretch, low_bpm: float | None, *, high_bpm: float | None
) -> BandShares | None:
    """Shares of the half-open band [low, high), None: open; standing counts, pauses and gaps do
    not, as in zones.

    None: no heart rate was measured there.
    """
    beats_bpm = part.session.recording.series.get("heart_rate_bpm")
    if beats_bpm is None or not part.parts or not has_samples(part.session):
        return None
    motion = read_motion(part.session.recording.series, part.session.recording.pauses)
    measured = within_window(beats_bpm, "heart_rate_bpm")
    measured &= inside_spans(motion, part.spans_s)
    weight_s = np.where(measured, motion.observed_s, 0.0)
    total_s = float(weight_s.sum())
    if not total_s > 0.0:
        return None
    above = beats_bpm >= (np.inf if high_bpm is None else high_bpm - TOLERANCE)
    inside = (beats_bpm >= (0.0 if low_bpm is None else low_bpm - TOLERANCE)) & ~above
    inside_s, above_s = float(weight_s[inside].sum()), float(weight_s[above].sum())
    return BandShares(
        inside_pct=PERCENT * inside_s / total_s, above_pct=PERCENT * above_s / total_s
    )


def near_threshold_pct(part: Stretch, *, lt_heart_rate_bpm: float) -> float | None:
    """Share of running time within 5 bpm of threshold heart rate; None: no heart rate."""
    if not part.parts or not has_samples(part.session):
        return None
    recording = part.session.recording
    motion = read_motion(recording.series, recording.pauses)
    runs = motion.running & inside_spans(motion, part.spans_s)
    return threshold_share_pct(
        valid_column(recording.series, "heart_rate_bpm", running=runs),
        np.where(runs, motion.active_s, 0.0),
        lt_heart_rate_bpm=lt_heart_rate_bpm,
    )


def variation_of_pieces_frac(values: Sequence[float]) -> float | None:
    """Sample SD over mean; None below `MIN_PIECES` values."""
    return variation_frac(values) if len(values) >= MIN_PIECES else None


def equal_pieces(part: Stretch) -> Pieces:
    """A stretch cut into equal running distances; a remainder is left out.

    Without samples: the splits reported for it, those of the usual length only.
    """
    if not part.parts:
        return Pieces(speed_mps=(), power_w=())
    if not has_samples(part.session):
        return _reported_pieces(part)
    recording = part.session.recording
    motion = read_motion(recording.series, recording.pauses)
    runs = motion.running & inside_spans(motion, part.spans_s)
    path_m = np.cumsum(np.where(runs, motion.step_m, 0.0))
    piece_m = PIECE_M if path_m[-1] >= SHORT_BELOW_M else SHORT_PIECE_M
    cut = _Cut(path_m=path_m, at_m=np.arange(0.0, path_m[-1] + 1e-6, piece_m))
    power_w = valid_column(recording.series, "power_w", running=runs)
    measured = np.isfinite(power_w)
    level_m = motion.step_m * _grade_factor(part.session, motion)
    speed_mps = cut.ratios(level_m, np.where(runs, motion.active_s, 0.0))
    power_s = np.where(measured, motion.active_s, 0.0)
    return Pieces(
        speed_mps=tuple(speed_mps[np.isfinite(speed_mps)].tolist()),
        power_w=_all_known(cut.ratios(np.where(measured, power_w, 0.0) * power_s, power_s)),
    )


@frozen
class _Cut:
    """Where pieces begin and end on a path that only grows while running."""

    path_m: FloatArray
    at_m: FloatArray

    def ratios(self, column: FloatArray, weight: FloatArray) -> FloatArray:
        """Sum of one column over sum of another in each piece; NaN where nothing weighs."""
        grows = np.diff(self.path_m, prepend=0.0) > 0.0
        places_m = np.concatenate([[0.0], self.path_m[grows]])
        totals, weights = (
            np.diff(
                np.interp(self.at_m, places_m, np.concatenate([[0.0], np.cumsum(values[grows])]))
            )
            for values in (column, weight)
        )
        ratio = np.full(totals.shape, np.nan)
        np.divide(totals, weights, out=ratio, where=weights > 0.0)
        return ratio


def _all_known(values: FloatArray) -> tuple[float, ...]:
    return tuple(values.tolist()) if np.isfinite(values).all() else ()


def _grade_factor(session: SessionInput, motion: Motion) -> FloatArray:
    """Level speed over speed at each sample; 1 where the slope is not known."""
    level_mps = grade_adjusted_speed_mps(session.recording, motion)
    usable = np.isfinite(level_mps) & (motion.speed_mps > 0.0)
    factor = np.ones(level_mps.shape)
    np.divide(level_mps, motion.speed_mps, out=factor, where=usable)
    return np.clip(factor, GRADE_FACTOR_MIN, GRADE_FACTOR_MAX)


def _reported_pieces(part: Stretch) -> Pieces:
    middle_inside = [
        split
        for split in part.session.splits
        if split.speed_mps is not None
        and any(
            start_s <= (split.start_elapsed_s + split.end_elapsed_s) / 2.0 < end_s
            for start_s, end_s in part.spans_s
        )
    ]
    if not middle_inside:
        return Pieces(speed_mps=(), power_w=())
    usual_m = float(np.median([split.distance_m for split in middle_inside]))
    like = [
        split
        for split in middle_inside
        if abs(split.distance_m - usual_m) <= LIKE_DISTANCE_FRAC * usual_m
    ]
    return Pieces(
        speed_mps=tuple(split.speed_mps for split in like if split.speed_mps is not None),
        power_w=tuple(split.power_w for split in like if split.power_w is not None),
    )
