"""From a recording, with what is known of its runner, to a session that can be rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

import numpy as np

from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording
from hakaru.running.athlete.efforts import Effort, best_efforts, listed_efforts
from hakaru.running.athlete.known import ZoneSeconds, heart_rate_zones, zone_seconds
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.environment.grade import climb_m_per_km, is_trail, recorded_level_speed_mps
from hakaru.running.records import DistanceEffort, distance_efforts
from hakaru.running.session.model import (
    Evidence,
    Segment,
    SegmentFigures,
    SessionInput,
    SessionSettings,
    Structure,
    TrainingType,
    TypeVerdict,
    with_targets,
)
from hakaru.running.session.structure import find_structure
from hakaru.running.session.training_type import Record, classify, race_verdict
from hakaru.running.session.type_evidence import SHORTEST_SESSION_S, Habits, TypeQuestion, Whole
from hakaru.running.spans import WEIGHT_MIN_S, Span, describe_spans, join_splits, reported_splits
from hakaru.running.splits import Split
from hakaru.running.validity import GAP_MIN_S, BoolArray, read_motion, within_window

EDGE_S = 5.0
"""Heart rate at the start and the end of a segment is the mean over so many seconds."""


def segment_figures(recording: Recording, structure: Structure) -> tuple[SegmentFigures, ...]:
    """One row per segment, in order; of a recording without samples from its laps."""
    if recording.series["elapsed_s"].size < 2:
        return _from_laps(recording, structure)
    segments = structure.segments
    spans = [Span(start_s=s.start_elapsed_s, end_s=s.end_elapsed_s) for s in segments]
    level_mps = _level_speeds_mps(recording, segments)
    return tuple(
        _figures(
            segment,
            index,
            split,
            level_mps=level_mps[index],
            edges_bpm=_edge_heart_rates_bpm(recording, segment),
        )
        for index, (segment, split) in enumerate(
            zip(segments, describe_spans(recording, spans), strict=True)
        )
    )


def _figures(
    segment: Segment,
    index: int,
    split: Split,
    *,
    level_mps: float | None,
    edges_bpm: tuple[float | None, float | None],
) -> SegmentFigures:
    return SegmentFigures(
        segment_index=index,
        role=segment.role,
        source=segment.source,
        rep_index=segment.rep_index,
        start_elapsed_s=segment.start_elapsed_s,
        end_elapsed_s=segment.end_elapsed_s,
        distance_m=split.distance_m,
        running_s=split.running_s,
        running_distance_m=split.running_distance_m,
        speed_mps=split.speed_mps,
        grade_adjusted_speed_mps=level_mps,
        heart_rate_bpm=split.heart_rate_bpm,
        heart_rate_max_bpm=split.heart_rate_max_bpm,
        heart_rate_start_bpm=edges_bpm[0],
        heart_rate_end_bpm=edges_bpm[1],
        cadence_spm=split.cadence_spm,
        power_w=split.power_w,
        gct_ms=split.gct_ms,
        vo_cm=split.vo_cm,
        vr_pct=split.vr_pct,
        step_length_cm=split.step_length_cm,
        grade_pct=split.grade_pct,
    )


def _level_speeds_mps(recording: Recording, segments: Sequence[Segment]) -> list[float | None]:
    """Grade-adjusted speed of the running samples of each segment, weighted by time."""
    motion = read_motion(recording.series, recording.pauses)
    level_mps = recorded_level_speed_mps(recording, motion)
    counted = motion.running & np.isfinite(level_mps)
    weight_s = np.cumsum(np.where(counted, motion.active_s, 0.0))
    covered_m = np.cumsum(np.where(counted, level_mps * motion.active_s, 0.0))
    at_s = [(s.start_elapsed_s, s.end_elapsed_s) for s in segments]
    spent_s = np.diff(np.interp(np.array(at_s), motion.elapsed_s, weight_s), axis=1)[:, 0]
    gone_m = np.diff(np.interp(np.array(at_s), motion.elapsed_s, covered_m), axis=1)[:, 0]
    return [
        float(distance_m / time_s) if time_s >= WEIGHT_MIN_S else None
        for distance_m, time_s in zip(gone_m, spent_s, strict=True)
    ]


def _edge_heart_rates_bpm(
    recording: Recording, segment: Segment
) -> tuple[float | None, float | None]:
    """Heart rate over the first and the last 5 s, standing included."""
    beats_bpm = recording.series.get("heart_rate_bpm")
    if beats_bpm is None:
        return None, None
    measured = within_window(beats_bpm, "heart_rate_bpm")
    elapsed_s, known_bpm = recording.series["elapsed_s"][measured], beats_bpm[measured]
    start_s, end_s = segment.start_elapsed_s, segment.end_elapsed_s
    first = (elapsed_s >= start_s) & (elapsed_s < start_s + EDGE_S)
    last = (elapsed_s > end_s - EDGE_S) & (elapsed_s <= end_s)
    return (
        _edge_bpm(elapsed_s, known_bpm, inside=first, middle_s=start_s + EDGE_S / 2.0),
        _edge_bpm(elapsed_s, known_bpm, inside=last, middle_s=end_s - EDGE_S / 2.0),
    )


def _edge_bpm(
    elapsed_s: FloatArray, known_bpm: FloatArray, *, inside: BoolArray, middle_s: float
) -> float | None:
    """The mean inside; the line between two samples around it where smart recording, whose steps
    are up to 8 s, left none. None: those are more than 10 s apart."""
    if inside.any():
        return float(known_bpm[inside].mean())
    after = int(np.searchsorted(elapsed_s, middle_s))
    if not 0 < after < elapsed_s.size or elapsed_s[after] - elapsed_s[after - 1] > GAP_MIN_S:
        return None
    return float(np.interp(middle_s, elapsed_s, known_bpm))


def _from_laps(recording: Recording, structure: Structure) -> tuple[SegmentFigures, ...]:
    """Laps of a segment joined; nothing is known about heart rate at its ends or about slopes."""
    splits = reported_splits(recording)
    figures: list[SegmentFigures] = []
    for index, segment in enumerate(structure.segments):
        inside = [
            split
            for split in splits
            if segment.start_elapsed_s
            <= (split.start_elapsed_s + split.end_elapsed_s) / 2.0
            <= segment.end_elapsed_s
        ]
        if inside:
            joined = join_splits(inside)
            figures.append(_figures(segment, index, joined, level_mps=None, edges_bpm=(None, None)))
    return tuple(figures)


@frozen
class Anatomy:
    """The parts of a session, what each showed, and the best efforts within it: over
    durations, and the fastest time over distances."""

    structure: Structure
    figures: tuple[SegmentFigures, ...]
    efforts: tuple[Effort, ...]
    distance_efforts: tuple[DistanceEffort, ...] = ()


def dissect(recording: Recording) -> Anatomy:
    """Structure, figures of its segments, best efforts: all from the recording alone."""
    structure = find_structure(recording)
    return Anatomy(
        structure=structure,
        figures=segment_figures(recording, structure),
        efforts=(*best_efforts(recording), *listed_efforts(recording)),
        distance_efforts=distance_efforts(recording),
    )


TRAIL_FRAC = 0.9
_REPEATED: frozenset[TrainingType] = frozenset({"interval", "sprint"})


@frozen
class RunnerThen:
    """The runner at the time of a run: what was known, how easy runs went before it, how fast the
    runs before it were, and the label the runner gave to this run (None: none). `settings`: what
    the runner set about zones and shares."""

    athlete: Athlete
    habits: Habits
    label: TrainingType | None = None
    record: Record = field(default_factory=Record)
    settings: SessionSettings = field(default_factory=SessionSettings)


def understand(
    recording: Recording, splits: tuple[Split, ...], *, anatomy: Anatomy, runner: RunnerThen
) -> SessionInput:
    """Zones, type, and which splits speak for the session."""
    settings = runner.settings
    zones = heart_rate_zones(
        runner.athlete,
        recording.heart_rate_zones,
        shares_frac=settings.heart_rate_zones_frac,
    )
    zone_s = None if zones is None else zone_seconds(recording, zones)
    verdict = _type(recording, anatomy, runner, zones=zones, zone_s=zone_s)
    return SessionInput(
        activity_id=recording.activity_id,
        recording=recording,
        splits=with_targets(splits, verdict.training_type),
        structure=anatomy.structure,
        figures=anatomy.figures,
        athlete=runner.athlete,
        zones=zones,
        zone_s=zone_s,
        verdict=verdict,
        settings=settings,
    )


def _type(
    recording: Recording,
    anatomy: Anatomy,
    runner: RunnerThen,
    *,
    zones: HeartRateZones | None,
    zone_s: ZoneSeconds | None,
) -> TypeVerdict:
    """The runner's own word, else that it was a race, else what the run shows. What spoke for
    another type is no evidence of the runner's word."""
    whole = _whole(recording)
    verdict = _on_trail(
        recording, _found(recording, anatomy, runner, zones=zones, zone_s=zone_s, whole=whole)
    )
    if runner.label is None:
        return (
            race_verdict(
                recording,
                anatomy.structure,
                athlete=runner.athlete,
                record=runner.record,
                whole=whole or _stated_whole(recording),
            )
            or verdict
        )
    agrees = verdict.training_type == runner.label
    return TypeVerdict(
        training_type=runner.label,
        source="user",
        confidence_frac=1.0,
        evidence=verdict.evidence if agrees else (),
    )


def _on_trail(recording: Recording, verdict: TypeVerdict) -> TypeVerdict:
    """A run without repetitions is a trail run where the ground decides the pace; the climb is the
    evidence."""
    if (
        verdict.training_type in _REPEATED
        or verdict.source == "structure"
        or not is_trail(recording)
    ):
        return verdict
    if verdict.evidence and verdict.evidence[0].code == "running_s" and verdict.source == "none":
        short = verdict.evidence[0].value < SHORTEST_SESSION_S
        if short:
            return verdict
    climb = climb_m_per_km(recording)
    climb_evidence = () if climb is None else (Evidence(code="climb_per_km_m", value=climb),)
    return TypeVerdict(
        training_type="trail",
        source="terrain",
        confidence_frac=TRAIL_FRAC,
        evidence=(*climb_evidence, *verdict.evidence),
    )


def _found(
    recording: Recording,
    anatomy: Anatomy,
    runner: RunnerThen,
    *,
    zones: HeartRateZones | None,
    zone_s: ZoneSeconds | None,
    whole: Whole | None,
) -> TypeVerdict:
    """What structure, intensity and length say."""
    return classify(
        TypeQuestion(
            structure=anatomy.structure,
            figures=anatomy.figures,
            athlete=runner.athlete,
            zone_s=zone_s,
            main_zone_s=_main_zone_s(recording, anatomy.structure, zones),
            habits=runner.habits,
            whole=whole,
        )
    )


def _stated_whole(recording: Recording) -> Whole | None:
    """What a list or a summary states of the whole run. None: no time."""
    summary = recording.summary
    lasted_s = summary.timer_s or summary.elapsed_s
    if lasted_s is None:
        return None
    return Whole(active_s=lasted_s, heart_rate_bpm=summary.heart_rate_avg_bpm)


def _whole(recording: Recording) -> Whole | None:
    """Active time, and mean heart rate over it. None: no samples."""
    if recording.series["elapsed_s"].size < 2:
        return None
    observed_s = read_motion(recording.series, recording.pauses).observed_s
    beats_bpm = recording.series.get("heart_rate_bpm")
    total_s = float(observed_s.sum())
    if beats_bpm is None:
        return Whole(active_s=total_s)
    counted = within_window(beats_bpm, "heart_rate_bpm")
    known_s = float(observed_s[counted].sum())
    mean_bpm = float(observed_s[counted] @ beats_bpm[counted]) / known_s if known_s > 0.0 else None
    return Whole(active_s=total_s, heart_rate_bpm=mean_bpm)


def _main_zone_s(
    recording: Recording, structure: Structure, zones: HeartRateZones | None
) -> ZoneSeconds | None:
    if zones is None:
        return None
    spans_s = [
        (segment.start_elapsed_s, segment.end_elapsed_s)
        for segment in structure.segments
        if segment.role in ("main", "work")
    ]
    return zone_seconds(recording, zones, spans_s=spans_s) if spans_s else None
