"""How do several runs compare stretch by stretch: by distance, by lap, or by repetition?

What a stretch shows is measured while running, as splits are; what a run amounts to as a whole
stands in its own figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.activity import Recording
from hakaru.running.metrics import MetricName
from hakaru.running.records import reached_at_s
from hakaru.running.reported import reported_splits
from hakaru.running.session.model import SegmentFigures
from hakaru.running.spans import Span, describe_spans
from hakaru.running.splits import Split
from hakaru.running.validity import read_motion
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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class ComparedRun:
    """One run: its totals as the watch has them, its stretches (while running), and how far its
    rated metrics were from the runner's own usual, in SDs."""

    figures: RunFigures
    cells: tuple[Cell, ...]
    form_z: Mapping[MetricName, float]


@dataclass(frozen=True, kw_only=True)
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
