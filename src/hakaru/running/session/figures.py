"""What did each segment of a session show?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.physiology.level import level_speed_mps
from hakaru.running.reported import join_splits, reported_splits
from hakaru.running.session.model import Segment, SegmentFigures, Structure
from hakaru.running.spans import WEIGHT_MIN_S, Span, describe_spans
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
    level_mps = level_speed_mps(recording, motion)
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
