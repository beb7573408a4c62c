"""How do several runs compare, stretch by stretch?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument, NotAnalysed
from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.flows.brevity import rounded
from hakaru.flows.context import Context
from hakaru.running.segment import (
    Alignment,
    Cell,
    ComparedRun,
    SideBySide,
    by_distance,
    by_lap,
    by_rep,
    step_for,
)
from hakaru.running.session.model import SegmentFigures
from hakaru.store.activities import resolve_activity
from hakaru.store.history import rated_metrics, run_figures
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import read_anatomy, read_session

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST_RUNS = 5
_REPLY_FIGURES = 450
_DECIMALS: Mapping[str, int] = {"gct_ms": 1, "vo_cm": 2, "vr_pct": 2}


@dataclass(frozen=True, kw_only=True)
class CompareResult:
    """Runs in the order in which they were named."""

    beside: SideBySide

    @property
    def reply(self) -> Mapping[str, object]:
        """The first stretches, as many as fit."""
        n_figures = len(self.beside.runs) * (len(self.beside.columns) + 2)
        return self._told(max(1, _REPLY_FIGURES // n_figures))

    @property
    def content(self) -> Mapping[str, object]:
        """Every stretch."""
        return self._told(None)

    def _told(self, most: int | None) -> Mapping[str, object]:
        beside = self.beside
        shown = [run.cells[:most] for run in beside.runs]
        stretches: dict[str, object] = {
            "alignment": beside.alignment,
            "step_m": beside.step_m,
            "n_stretches": beside.n_stretches,
            "n_shown": max(map(len, shown)),
        }
        if beside.step_m is None:
            stretches["distance_m"] = [
                [rounded(cell.distance_m, 0) for cell in row] for row in shown
            ]
            stretches["time_s"] = [[rounded(cell.time_s, 0) for cell in row] for row in shown]
        for column in beside.columns:
            digits = _DECIMALS.get(column, 0)
            stretches[column] = [[rounded(cell.value(column), digits) for cell in r] for r in shown]
        return {"runs": [_head(run) for run in beside.runs], "stretches": stretches}


def compare_runs(
    context: Context, *, activities: Sequence[str], by: Alignment | None
) -> CompareResult:
    """Two to five runs beside each other: by repetition where all have some, else by distance,
    unless told otherwise. Runs without samples, laps or repetitions have no stretches.

    Raises:
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        BadArgument: other than 2-5 different runs.
    """
    with context.store.read() as con:
        ids = list(dict.fromkeys(resolve_activity(con, activity) for activity in activities))
        if not 2 <= len(ids) <= MOST_RUNS:
            raise BadArgument("activities", len(ids), f"between 2 and {MOST_RUNS} different runs")
        figures = {figure.activity_id: figure for figure in run_figures(con, activity_ids=ids)}
        segments = {activity_id: _segments(con, activity_id) for activity_id in ids}
        alignment = by or _usual_alignment(segments)
        step_m = None
        if alignment == "distance":
            step_m = step_for(
                [figure.distance_m for figure in figures.values() if figure.distance_m]
            )
        cells = {
            activity_id: _cells(con, activity_id, alignment, segments[activity_id], step_m)
            for activity_id in ids
        }
        rated = rated_metrics(con, activity_ids=ids)
    runs = tuple(
        ComparedRun(
            figures=figures[activity_id],
            cells=cells[activity_id],
            form_z={row.metric: row.z for row in rated if row.activity_id == activity_id},
        )
        for activity_id in ids
    )
    return CompareResult(beside=SideBySide(alignment=alignment, step_m=step_m, runs=runs))


def _usual_alignment(segments: Mapping[int, Sequence[SegmentFigures]]) -> Alignment:
    return (
        "rep"
        if all(len(by_rep(run_segments)) > 1 for run_segments in segments.values())
        else "distance"
    )


def _segments(con: DuckDBPyConnection, activity_id: int) -> tuple[SegmentFigures, ...]:
    try:
        return read_anatomy(con, read_session(con, activity_id).summary).figures
    except NotAnalysed:
        return ()


def _cells(
    con: DuckDBPyConnection,
    activity_id: int,
    alignment: Alignment,
    segments: Sequence[SegmentFigures],
    step_m: float | None,
) -> tuple[Cell, ...]:
    if alignment == "rep":
        return by_rep(segments)
    recording = read_recording(con, activity_id)
    return by_lap(recording) if step_m is None else by_distance(recording, step_m=step_m)


def _head(run: ComparedRun) -> Mapping[str, object]:
    figures = run.figures
    speed_mps = figures.speed_mps
    return {
        "activity_id": figures.activity_id,
        "day": figures.day.isoformat(),
        "training_type": figures.training_type,
        "distance_m": rounded(figures.distance_m, 0),
        "time_s": rounded(figures.time_s, 0),
        "pace_s_per_km": None
        if speed_mps is None
        else rounded(speed_to_pace_s_per_km(speed_mps), 1),
        "heart_rate_bpm": rounded(figures.heart_rate_bpm, 0),
        "climb_m": rounded(figures.climb_m, 0),
        "form_z": {metric: rounded(z, 2) for metric, z in run.form_z.items()},
    }
