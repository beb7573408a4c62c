"""Where a run falls into splits, and several runs stretch by stretch.

What a stretch shows is measured while running, as splits are; what a run amounts to as a whole
stands in its own figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.units import METRES_PER_KM, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Lap, Recording
from hakaru.running.metrics import MetricName
from hakaru.running.records import reached_at_s
from hakaru.running.session.model import Segment, SegmentFigures, Structure
from hakaru.running.session.structure import find_structure
from hakaru.running.spans import Span, describe_spans, reported_splits
from hakaru.running.splits import FULL_DISTANCE_M, Split
from hakaru.running.validity import Motion, read_motion
from hakaru.running.volume import RunFigures

Alignment = Literal["distance", "lap", "rep"]
CellColumn = Literal["pace_s_per_km", "heart_rate_bpm", "cadence_spm", "gct_ms", "vo_cm", "vr_pct"]
CELL_COLUMNS: tuple[CellColumn, ...] = (
    "pace_s_per_km", "heart_rate_bpm", "cadence_spm", "gct_ms", "vo_cm", "vr_pct",
)  # fmt: skip
"""What is compared, in the order in which it is shown."""
STEPS_M: tuple[float, ...] = (500.0, 1000.0, 2000.0, 5000.0, 10_000.0)
ROWS_MAX = 15
_LEAST_FRAC = 0.2
"""The rest of a run after the last full step is a stretch of its own from this share on."""


@frozen
class Cell:
    """One stretch of one run, while running. None: not measured."""

    distance_m: float
    time_s: float
    pace_s_per_km: float | None
    heart_rate_bpm: float | None
    cadence_spm: float | None
    gct_ms: float | None
    vo_cm: float | None
    vr_pct: float | None

    def value(self, column: CellColumn) -> float | None:
        """What the stretch showed in one column."""
        value: float | None = getattr(self, column)
        return value


@frozen
class ComparedRun:
    """One run: its totals as the watch has them, its stretches (while running), and how far its
    rated metrics were from the runner's own usual, in SDs. `sensor_group` None: form was not
    measured."""

    figures: RunFigures
    cells: tuple[Cell, ...]
    form_z: Mapping[MetricName, float]
    sensor_group: str | None = None


@frozen
class SideBySide:
    """Runs in the order in which they were named. `step_m` None: not aligned by distance."""

    alignment: Alignment
    step_m: float | None
    runs: tuple[ComparedRun, ...]

    @property
    def n_stretches(self) -> int:
        """As many as the run with most of them has."""
        return max(len(run.cells) for run in self.runs)

    @property
    def columns(self) -> tuple[CellColumn, ...]:
        """What at least one of the runs measured."""
        return tuple(
            column
            for column in CELL_COLUMNS
            if any(cell.value(column) is not None for run in self.runs for cell in run.cells)
        )


def step_for(distances_m: Sequence[float]) -> float:
    """The step that cuts the longest of some runs into at most 15 stretches, 500 m at least."""
    longest_m = max(distances_m, default=0.0)
    return next((step for step in STEPS_M if longest_m / step <= ROWS_MAX), STEPS_M[-1])


def by_distance(recording: Recording, *, step_m: float) -> tuple[Cell, ...]:
    """One cell per step of the distance; the rest counts where it is a fifth of one or more.

    Empty where the recording has no samples: nobody knows what was where.
    """
    if recording.series["elapsed_s"].size < 2:
        return ()
    motion = read_motion(recording.series, recording.pauses)
    covered_m = np.cumsum(motion.step_m)
    total_m = float(covered_m[-1])
    at_m = np.arange(step_m, total_m, step_m)
    bounds_s = [float(motion.elapsed_s[0]), *reached_at_s(covered_m, motion.elapsed_s, at_m)]
    if total_m - step_m * at_m.size >= _LEAST_FRAC * step_m:
        bounds_s.append(float(motion.elapsed_s[-1]))
    spans = [
        Span(start_s=float(start_s), end_s=float(end_s))
        for start_s, end_s in pairwise(bounds_s)
        if end_s > start_s
    ]
    return tuple(map(_cell, describe_spans(recording, spans))) if spans else ()


def by_lap(recording: Recording) -> tuple[Cell, ...]:
    """One cell per lap as the watch counted them."""
    if recording.series["elapsed_s"].size < 2:
        return tuple(map(_cell, reported_splits(recording))) if recording.laps else ()
    spans = [
        Span(start_s=lap.start_elapsed_s, end_s=lap.start_elapsed_s + lap.elapsed_s)
        for lap in recording.laps
        if lap.elapsed_s > 0.0
    ]
    return tuple(map(_cell, describe_spans(recording, spans))) if spans else ()


def by_rep(figures: Sequence[SegmentFigures]) -> tuple[Cell, ...]:
    """One cell per repetition, in order; empty where the run has none."""
    return tuple(
        _cell(figure)
        for figure in figures
        if figure.role == "work" and figure.rep_index is not None
    )


def _cell(stretch: Split | SegmentFigures) -> Cell:
    return Cell(
        distance_m=stretch.distance_m,
        time_s=stretch.end_elapsed_s - stretch.start_elapsed_s,
        pace_s_per_km=speed_to_pace_s_per_km(stretch.speed_mps) if stretch.speed_mps else None,
        heart_rate_bpm=stretch.heart_rate_bpm,
        cadence_spm=stretch.cadence_spm,
        gct_ms=stretch.gct_ms,
        vo_cm=stretch.vo_cm,
        vr_pct=stretch.vr_pct,
    )


LAP_MAX_M = 1700.0
"""Laps up to a mile are somebody's choice of splits; longer ones mix too much."""

LAP_MIN_S = 1.0
REMAINDER_MIN_M = 10.0

TINY_LAP_S = 15.0
"""A lap of less running than this is a slip of the finger and proves nothing."""

WITHIN_ROLE_FRAC = 0.8
LAPS_WITHIN_ROLE_FRAC = 0.8
RUN_MIN_FRAC = 0.5


@frozen
class _Clock:
    """Running time and distance covered up to each sample, shape (n_samples,)."""

    motion: Motion
    running_s: FloatArray
    covered_m: FloatArray

    @staticmethod
    def of(motion: Motion) -> _Clock:
        return _Clock(
            motion=motion,
            running_s=np.cumsum(motion.running_s),
            covered_m=np.cumsum(motion.step_m),
        )

    def ran_s(self, start_s: float, end_s: float) -> float:
        """Running time between two seconds."""
        before, after = np.interp([start_s, end_s], self.motion.elapsed_s, self.running_s)
        return float(after - before)

    def moved_m(self, start_s: float, end_s: float) -> float:
        """Distance between two seconds."""
        before, after = np.interp([start_s, end_s], self.motion.elapsed_s, self.covered_m)
        return float(after - before)


def split_recording(recording: Recording, structure: Structure | None = None) -> tuple[Split, ...]:
    """The splits of a run, in order, without gap or overlap, each with its role.

    Device laps where they are informative (at least two, none longer than about a mile, most of the
    distance in laps of 400 m and more, or laps along the repetitions) and lie within one role each.
    Else the segments of the structure, long ones cut at full kilometres; a steady run falls into
    kilometres from its start. A recording without samples gives its laps as reported, or the
    whole run as one.

    `structure` None: it is found here.
    """
    chosen_structure = find_structure(recording) if structure is None else structure
    if recording.series["elapsed_s"].size < 2:
        return tuple(_with_role(split, chosen_structure) for split in reported_splits(recording))
    clock = _Clock.of(read_motion(recording.series, recording.pauses))
    spans = _lap_spans(recording.laps, clock, chosen_structure)
    if spans is None:
        spans = (
            _steady_spans(clock, chosen_structure)
            if chosen_structure.form == "steady"
            else _segment_spans(clock, chosen_structure)
        )
    return describe_spans(recording, spans)


def _with_role(split: Split, structure: Structure) -> Split:
    """A reported lap with the role of the segment that holds its middle."""
    middle_s = (split.start_elapsed_s + split.end_elapsed_s) / 2.0
    for segment in structure.segments:
        if segment.start_elapsed_s <= middle_s < segment.end_elapsed_s:
            return replace(
                split,
                role=segment.role,
                role_source=segment.source,
                rep_index=segment.rep_index,
            )
    return split


def _lap_spans(
    laps: tuple[Lap, ...], clock: _Clock, structure: Structure
) -> tuple[Span, ...] | None:
    """The device's laps, or None where they say little or mix roles."""
    bare = _laps_in_order(laps, float(clock.motion.elapsed_s[-1]))
    if bare is None:
        return None
    lengths_m = np.array([clock.moved_m(span.start_s, span.end_s) for span in bare])
    in_full_laps_m = float(lengths_m[lengths_m >= FULL_DISTANCE_M].sum())
    is_coarse = in_full_laps_m >= lengths_m.sum() / 2.0
    if lengths_m.max() > LAP_MAX_M or not (is_coarse or structure.form == "reps"):
        return None
    spans = tuple(_assigned(span, clock, structure) for span in bare)
    if structure.form != "steady" and not _keep_roles_apart(spans, clock, structure):
        return None
    return spans


def _laps_in_order(laps: tuple[Lap, ...], end_s: float) -> list[Span] | None:
    """At least two laps that tile the run, and what was run after the last; else None."""
    ordered: list[Lap] = []
    for lap in sorted(laps, key=lambda lap: lap.start_elapsed_s):
        if ordered and lap.start_elapsed_s - ordered[-1].start_elapsed_s < LAP_MIN_S:
            ordered[-1] = lap
        elif lap.start_elapsed_s < end_s - LAP_MIN_S:
            ordered.append(lap)
    if len(ordered) < 2:
        return None
    starts_s = [0.0, *(lap.start_elapsed_s for lap in ordered[1:])]
    rest: tuple[None, ...] = ()
    laps_end_s = ordered[-1].start_elapsed_s + ordered[-1].elapsed_s
    if laps_end_s > starts_s[-1] and laps_end_s < end_s - LAP_MIN_S:
        starts_s, rest = [*starts_s, laps_end_s], (None,)
    return [
        Span(start_s=start_s, end_s=stop_s, kind="lap", lap=lap)
        for (start_s, stop_s), lap in zip(
            pairwise([*starts_s, end_s]), (*ordered, *rest), strict=True
        )
    ]


def _keep_roles_apart(spans: tuple[Span, ...], clock: _Clock, structure: Structure) -> bool:
    """Whether nearly every lap lies within one role, and every work has a lap of its own."""
    long_spans = [span for span in spans if clock.ran_s(span.start_s, span.end_s) >= TINY_LAP_S]
    pure = [span for span in long_spans if _share_within_role_frac(span, clock, structure)]
    worked = {span.rep_index for span in pure if span.role == "work"}
    needed = {segment.rep_index for segment in structure.segments if segment.role == "work"}
    return needed <= worked and len(pure) >= LAPS_WITHIN_ROLE_FRAC * len(long_spans)


def _share_within_role_frac(span: Span, clock: _Clock, structure: Structure) -> bool:
    inside_s = sum(
        _overlap_s(span, segment, clock)
        for segment in structure.segments
        if segment.role == span.role
    )
    return inside_s >= WITHIN_ROLE_FRAC * clock.ran_s(span.start_s, span.end_s) - 1e-9


def _assigned(span: Span, clock: _Clock, structure: Structure) -> Span:
    """The span with the role in which most of it was run.

    Where less than half of it was run, its elapsed time decides: a walk is no part of the work into
    which its last steps lead.
    """
    ran = clock.ran_s(span.start_s, span.end_s) >= RUN_MIN_FRAC * (span.end_s - span.start_s)
    shares = [
        (_overlap_s(span, segment, clock) if ran else _shared_s(span, segment), segment)
        for segment in structure.segments
    ]
    by_role: dict[str, float] = {}
    for share_s, segment in shares:
        by_role[segment.role] = by_role.get(segment.role, 0.0) + share_s
    role = max(by_role, key=lambda name: by_role[name])
    _, chosen = max((pair for pair in shares if pair[1].role == role), key=lambda pair: pair[0])
    return replace(span, role=chosen.role, role_source=chosen.source, rep_index=chosen.rep_index)


def _shared_s(span: Span, segment: Segment) -> float:
    start_s = max(span.start_s, segment.start_elapsed_s)
    return max(0.0, min(span.end_s, segment.end_elapsed_s) - start_s)


def _overlap_s(span: Span, segment: Segment, clock: _Clock) -> float:
    """Running time that a span and a segment share."""
    start_s = max(span.start_s, segment.start_elapsed_s)
    end_s = min(span.end_s, segment.end_elapsed_s)
    return clock.ran_s(start_s, end_s) if end_s > start_s else 0.0


def _steady_spans(clock: _Clock, structure: Structure) -> tuple[Span, ...]:
    bounds_s = _kilometre_bounds_s(clock, 0.0, float(clock.motion.elapsed_s[-1]))
    return tuple(
        _assigned(Span(start_s=start_s, end_s=end_s, kind="km"), clock, structure)
        for start_s, end_s in pairwise(bounds_s)
    )


def _segment_spans(clock: _Clock, structure: Structure) -> tuple[Span, ...]:
    """Repetitions and recoveries whole, the other segments cut at their kilometres."""
    spans: list[Span] = []
    for segment in structure.segments:
        bounds_s = [segment.start_elapsed_s, segment.end_elapsed_s]
        if segment.role not in ("work", "recovery"):
            bounds_s = _kilometre_bounds_s(clock, *bounds_s)
        spans.extend(
            Span(
                start_s=start_s,
                end_s=end_s,
                kind="segment",
                role=segment.role,
                role_source=segment.source,
                rep_index=segment.rep_index,
            )
            for start_s, end_s in pairwise(bounds_s)
        )
    return tuple(spans)


def _kilometre_bounds_s(clock: _Clock, start_s: float, end_s: float) -> list[float]:
    """Where full kilometres from a start are completed; a remainder of metres joins the last."""
    motion = clock.motion
    covered_m = clock.covered_m
    first_m, last_m = np.interp([start_s, end_s], motion.elapsed_s, covered_m).tolist()
    marks_m = np.arange(first_m + METRES_PER_KM, last_m, METRES_PER_KM)
    if marks_m.size and last_m - marks_m[-1] < REMAINDER_MIN_M:
        marks_m = marks_m[:-1]
    after = np.searchsorted(covered_m, marks_m)
    missing_frac = (covered_m[after] - marks_m) / motion.step_m[after]
    interval_s = motion.elapsed_s[after] - motion.elapsed_s[after - 1]
    crossed_s: list[float] = (motion.elapsed_s[after] - missing_frac * interval_s).tolist()
    return [start_s, *crossed_s, end_s]
