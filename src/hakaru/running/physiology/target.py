"""Which part of a session do its physiological figures describe, and in which pieces?

The work of intervals, the main part of a tempo run, else everything: the rule of
`session.targets`. A session without the role it is judged by is described as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray, SeriesColumn
from hakaru.running.selection import is_full
from hakaru.running.session.model import Segment, SegmentFigures, SessionInput
from hakaru.running.session.targets import ALL_ROLES, target_roles
from hakaru.running.splits import Split
from hakaru.running.validity import (
    BoolArray,
    Motion,
    inside_spans,
    read_motion,
    valid_column,
)


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A repetition, or a split of the target part. None: not measured.

    `slope_pct` is the steeper of net grade and total climb and fall over distance.
    """

    start_elapsed_s: float
    end_elapsed_s: float
    running_s: float
    speed_mps: float | None
    cadence_spm: float | None
    step_length_cm: float | None
    gct_ms: float | None
    power_w: float | None
    slope_pct: float | None


@dataclass(frozen=True, kw_only=True)
class Target:
    """The target part of a recording: its pieces, and which samples belong to it.

    `inside` is True for running samples of the target, shape (n_samples,).
    """

    motion: Motion
    inside: BoolArray
    pieces: tuple[Piece, ...]


def read_target(session: SessionInput) -> Target:
    """The part that speaks for the session."""
    motion = read_motion(session.recording.series, session.recording.pauses)
    segments = target_segments(session)
    spans_s = [(segment.start_elapsed_s, segment.end_elapsed_s) for segment in segments]
    return Target(
        motion=motion,
        inside=motion.running & inside_spans(motion, spans_s),
        pieces=_pieces(session),
    )


def target_segments(session: SessionInput) -> tuple[Segment, ...]:
    """The segments with a target role; all of them where there is none."""
    roles = target_roles(session.verdict.training_type)
    chosen = tuple(part for part in session.structure.segments if part.role in roles)
    return chosen or session.structure.segments


def target_column(session: SessionInput, target: Target, *, column: SeriesColumn) -> FloatArray:
    """A column with everything but believable values while running set to NaN."""
    return valid_column(session.recording.series, column, running=target.motion.running)


def target_mean(values: FloatArray, target: Target) -> float | None:
    """Time-weighted mean over the target part; None: nothing measured there."""
    measured = target.inside & np.isfinite(values)
    weight_s = target.motion.active_s[measured]
    if not weight_s.sum() > 0.0:
        return None
    return float(values[measured] @ weight_s / weight_s.sum())


def _pieces(session: SessionInput) -> tuple[Piece, ...]:
    """Repetitions where the target is work, else the full target splits."""
    roles = target_roles(session.verdict.training_type)
    if roles != ALL_ROLES and "work" in roles:
        works = [part for part in session.figures if part.role == "work"]
        if works:
            return tuple(map(_of_segment, works))
    return tuple(
        _of_split(split)
        for split in session.splits
        if split.is_target is not False and is_full(split)
    )


def _of_segment(part: SegmentFigures) -> Piece:
    return Piece(
        start_elapsed_s=part.start_elapsed_s,
        end_elapsed_s=part.end_elapsed_s,
        running_s=part.running_s,
        speed_mps=part.speed_mps,
        cadence_spm=part.cadence_spm,
        step_length_cm=part.step_length_cm,
        gct_ms=part.gct_ms,
        power_w=part.power_w,
        slope_pct=None if part.grade_pct is None else abs(part.grade_pct),
    )


def _of_split(split: Split) -> Piece:
    return Piece(
        start_elapsed_s=split.start_elapsed_s,
        end_elapsed_s=split.end_elapsed_s,
        running_s=split.running_s,
        speed_mps=split.speed_mps,
        cadence_spm=split.cadence_spm,
        step_length_cm=split.step_length_cm,
        gct_ms=split.gct_ms,
        power_w=split.power_w,
        slope_pct=_slope_pct(split),
    )


def _slope_pct(split: Split) -> float | None:
    if split.grade_pct is None or split.distance_m <= 0.0:
        return None
    gain_m, loss_m = split.elevation_gain_m, split.elevation_loss_m
    if gain_m is None or loss_m is None:
        return abs(split.grade_pct)
    return max(abs(split.grade_pct), PERCENT * (gain_m + loss_m) / split.distance_m)
