"""A run beside similar ones before it, and how unusual is what differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.errors import BadArgument, NotAnalysed
from hakaru.core.i18n import message
from hakaru.core.plain import Rows, Versions, rounded
from hakaru.core.units import pace_of, speed_to_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.activity import WHILE_RUNNING
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
from hakaru.running.session.model import SegmentFigures, SessionSummary
from hakaru.running.similar import (
    FAMILIES,
    STEPS,
    TOLERANCES,
    SimilarWorkout,
    SimilarWorkouts,
    Tolerance,
    compared_distance_m,
    compared_pace_s_per_km,
    find_similar,
    find_widening,
    named_tolerance,
)
from hakaru.running.similar_comparison import (
    SELECTED_BY,
    FigureComparison,
    SideFigures,
    compare_figures,
)
from hakaru.store.activities import resolve_activity
from hakaru.store.history import rated_metrics, run_figures, sensor_groups, side_figures
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import read_anatomy, read_session, session_summaries

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


MOST_RUNS = 6
_REPLY_FIGURES = 450
_DECIMALS: Mapping[str, int] = {"gct_ms": 1, "vo_cm": 2, "vr_pct": 2}


@frozen
class CompareResult:
    """Runs in the order in which they were named."""

    beside: SideBySide

    @property
    def shape(self) -> Mapping[str, object]:
        """Every stretch, in a reply the first, as many as fit."""
        beside = self.beside
        most = max(1, _REPLY_FIGURES // (len(beside.runs) * (len(beside.columns) + 2)))
        n_cells = max(len(run.cells) for run in beside.runs)
        stretches: dict[str, object] = {
            "alignment": beside.alignment,
            "step_m": beside.step_m,
            "n_stretches": beside.n_stretches,
            "n_shown": Versions(short=min(most, n_cells), whole=n_cells),
        }
        where = () if beside.step_m is not None else ("distance_m", "time_s")
        for name in (*where, *beside.columns):
            digits = _DECIMALS.get(name, 0)
            stretches[name] = [
                Rows((rounded(getattr(cell, name), digits) for cell in run.cells), most=most)
                for run in beside.runs
            ]
        return {"runs": [_head(run) for run in beside.runs], "stretches": stretches}


def compare_runs(
    context: Context, *, activities: Sequence[str], by: Alignment | None
) -> CompareResult:
    """Two to six runs beside each other: by repetition where all have some, else by distance,
    unless told otherwise. Runs without samples, laps or repetitions have no stretches.

    Raises:
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        BadArgument: other than 2-6 different runs.
    """
    with context.store.read() as con:
        ids = list(dict.fromkeys(resolve_activity(con, activity) for activity in activities))
        if not 2 <= len(ids) <= MOST_RUNS:
            raise BadArgument(
                "activities",
                len(ids),
                message("between 2 and {n} different <n:run|runs>", n=MOST_RUNS),
            )
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
        sensors = sensor_groups(con, activity_ids=ids)
    runs = tuple(
        ComparedRun(
            figures=figures[activity_id],
            cells=cells[activity_id],
            form_z={row.metric: row.z for row in rated if row.activity_id == activity_id},
            sensor_group=sensors.get(activity_id),
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
        "pace": pace_of(speed_mps),
        "heart_rate_bpm": rounded(figures.heart_rate_bpm, 0),
        "climb_m": rounded(figures.climb_m, 0),
        "form_z": {metric: rounded(z, 2) for metric, z in run.form_z.items()},
    }


_MOST = 20
_SHOWN = 5
_REPLY_WORKOUTS = 10


@frozen
class SimilarResult:
    """The run, the similar ones before it, and its figures beside all of those."""

    this: SessionSummary
    similar: SimilarWorkouts
    comparisons: tuple[FigureComparison, ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """How it was searched, the workouts, in a reply the first, and the figures."""
        similar = self.similar
        n = len(similar.workouts)
        return {
            "activity_id": self.this.activity_id,
            "training_type": self.this.training_type,
            "tolerance": similar.tolerance,
            "n_found": similar.n_found,
            "n_searched": similar.n_searched,
            "emptied_by": similar.emptied_by,
            "unchecked": similar.unchecked,
            "step": similar.step,
            "n_shown": Versions(short=min(n, _REPLY_WORKOUTS), whole=n),
            "measured": WHILE_RUNNING,
            "workouts": Rows(
                (_brief(self.this, workout) for workout in similar.workouts), most=_REPLY_WORKOUTS
            ),
            "comparisons": self.comparisons,
        }


def compare_similar_workouts(
    context: Context,
    *,
    activity_id: str,
    pace_tolerance_s_per_km: float | None,
    distance_tolerance: float | None,
    terrain_match: bool | None,
    limit: int,
) -> SimilarResult:
    """Similar runs before this one: by the tolerances that are named, exactly; where none is, by
    those of its type, widened step by step until five are found.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        BadArgument: a tolerance that is no number of seconds or no share, or a limit out of range.
    """
    if not 1 <= limit <= _MOST:
        raise BadArgument(
            "limit", limit, message("a whole number between {low} and {high}", low=1, high=_MOST)
        )
    with context.store.read() as con:
        this = read_session(con, resolve_activity(con, activity_id)).summary
        tolerance = named_tolerance(
            TOLERANCES[FAMILIES[this.training_type]],
            pace_tolerance_s_per_km,
            distance_tolerance,
            terrain_match,
        )
        every = session_summaries(con)
        return similar_to(con, this, sessions=every, tolerance=tolerance, limit=limit)


def similar_to(
    con: DuckDBPyConnection,
    this: SessionSummary,
    *,
    sessions: Sequence[SessionSummary],
    side: SideFigures | None = None,
    tolerance: Tolerance | None = None,
    limit: int = _SHOWN,
) -> SimilarResult:
    """Similar runs before one run among `sessions`, and its figures beside all of them. `side`
    None: read now. `tolerance` None: that of its type, widened until five are found."""
    earlier = [session for session in sessions if session.started_at < this.started_at]
    if tolerance is None:
        every = find_widening(this, earlier, limit=None)
    else:
        every = find_similar(this, earlier, tolerances=tolerance, limit=None)
    summaries = [workout.summary for workout in every.workouts if workout.is_like]
    if side is None:
        side = side_figures(con, [summary.activity_id for summary in (this, *summaries)])
    return SimilarResult(
        this=this,
        similar=replace(every, workouts=every.workouts[:limit]),
        comparisons=compare_figures(
            this,
            summaries,
            side=side,
            selected_by=SELECTED_BY if every.step == STEPS[0] else frozenset(),
        ),
    )


def _brief(this: SessionSummary, workout: SimilarWorkout) -> Mapping[str, object]:
    pace, own = compared_pace_s_per_km(workout.summary), compared_pace_s_per_km(this)
    return {
        "activity_id": workout.summary.activity_id,
        "day": workout.summary.activity_date,
        "similarity_frac": workout.similarity_frac,
        "distance_m": compared_distance_m(workout.summary),
        "n_reps": workout.summary.n_reps,
        "rep_distance_m": workout.summary.rep_distance_m,
        "pace_s_per_km": pace,
        "pace_delta_s_per_km": None if pace is None or own is None else pace - own,
        "heart_rate_bpm": workout.summary.target_heart_rate_bpm,
        "matched": workout.matched,
        "step": workout.step,
    }
