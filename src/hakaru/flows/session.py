"""One run as a session, gathered from the store for every surface."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING

from hakaru.core.errors import NotEvaluated
from hakaru.core.plain import rounded
from hakaru.core.units import PERCENT, pace_of, speed_to_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.records import frozen
from hakaru.running.activity import WHILE_RUNNING
from hakaru.running.session.model import (
    Phase,
    SegmentFigures,
    SessionAnalysis,
    SessionSummary,
    tally,
)
from hakaru.running.verdict import FormEvaluation
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import read_anatomy, read_session
from hakaru.store.verdicts import read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from hakaru.running.report import RepForm, SessionReport
    from hakaru.running.session.intervals import IntervalFigures, Rep


def form_verdict(con: DuckDBPyConnection, activity_id: int) -> FormEvaluation | None:
    """The stored verdict on the form of a run; None: it has none."""
    try:
        return read_evaluation(con, activity_id)
    except NotEvaluated:
        return None


@frozen
class SessionResult:
    """What was understood about one run; `report` holds everything around it, where it was asked
    for."""

    analysis: SessionAnalysis
    report: SessionReport | None

    @property
    def shape(self) -> Mapping[str, object]:
        """The same in few bytes; with `report` also segments, physiology and environment."""
        brief = _brief(self.analysis)
        if self.report is None:
            return brief
        return {
            **brief,
            "segments_measured": WHILE_RUNNING,
            "segments": [_segment(segment) for segment in self.report.figures],
            "zone_s": self.report.zone_s,
            "environment": self.report.environment,
            "load": self.report.load,
        }


@frozen
class IntervalResult:
    """The repetitions of one run. `intervals` None: it has fewer than two."""

    activity_id: int
    day: date
    intervals: IntervalFigures | None
    rep_form: RepForm | None

    @property
    def shape(self) -> Mapping[str, object]:
        """The same in few bytes: repetitions as rows."""
        intervals = self.intervals
        return {
            "activity_id": self.activity_id,
            "day": self.day,
            "n_reps": 0 if intervals is None else intervals.n_reps,
            **({} if intervals is None else _together(intervals)),
            "measured": WHILE_RUNNING,
            "rep_columns": _REP_COLUMNS,
            "reps": []
            if intervals is None
            else [_rep(rep, self.rep_form) for rep in intervals.reps],
            "form_across_reps": None if self.rep_form is None else self.rep_form.code,
            "form_columns": ["metric", "code", "change_pct", "low_98_pct", "high_98_pct"],
            "form_metrics": [] if self.rep_form is None else _across(self.rep_form),
        }


_REP_COLUMNS = (
    "rep",
    "distance_m",
    "duration_s",
    "pace_s_per_km",
    "pace",
    "heart_rate_end_bpm",
    "power_w",
    "step_length_cm",
    "cadence_spm",
    "gct_ms",
    "gct_delta_pct",
    "recovery_s",
    "heart_rate_retention_pct",
)
_TOGETHER = (
    "work_s",
    "work_distance_m",
    "work_cv_frac",
    "heart_rate_drop_pct",
    "heart_rate_retention_pct",
    "retention_class",
    "heart_rate_rise_bpm",
    "power_decline_pct",
    "power_cv_frac",
    "step_length_decline_pct",
)


def get_session(context: Context, *, activity: str, detail: bool) -> SessionResult:
    """The stored analysis of one run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
    """
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        if not detail:
            return SessionResult(analysis=read_session(con, activity_id), report=None)
        gather = import_module("hakaru.flows.gather")  # 0.1 s, which a stored session does not need
        pieces = gather.read_pieces(context, con, activity_id)
        alone = gather.gather_session(context, con, pieces)
        report: SessionReport = gather.with_trends(context, con, alone)
    return SessionResult(analysis=report.analysis, report=report)


def get_interval_analysis(context: Context, *, activity: str) -> IntervalResult:
    """The repetitions of one run, each beside what this runner usually shows at its speed.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
    """
    remembered = import_module("hakaru.flows.remembered")
    report = import_module("hakaru.running.report")
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        analysis = read_session(con, activity_id)
        figures = read_anatomy(con, analysis.summary).figures
        baselines = remembered.known_before(
            con, read_recording(con, activity_id), settings=context.settings
        )
    intervals = import_module("hakaru.running.session.intervals").interval_figures(
        figures, analysis.athlete
    )
    return IntervalResult(
        activity_id=activity_id,
        day=analysis.summary.activity_date,
        intervals=intervals,
        rep_form=None if intervals is None else report.form_across_reps(figures, baselines),
    )


def _together(intervals: IntervalFigures) -> Mapping[str, object]:
    return {name: getattr(intervals, name) for name in _TOGETHER}


def _rep(rep: Rep, form: RepForm | None) -> list[object]:
    metrics = () if form is None else form.metrics
    deltas = [delta for metric in metrics if metric.metric == "gct" for delta in metric.deltas]
    gct_frac = next(
        (delta.delta_frac for delta in deltas if delta.rep_index == rep.rep_index), None
    )
    figures = (
        rep.distance_m,
        rep.duration_s,
        speed_to_pace_s_per_km(rep.speed_mps) if rep.speed_mps else None,
        pace_of(rep.speed_mps),
        rep.heart_rate_end_bpm,
        rep.power_w,
        rep.step_length_cm,
        rep.cadence_spm,
        rep.gct_ms,
        None if gct_frac is None else PERCENT * gct_frac,
        None if rep.recovery is None else rep.recovery.duration_s,
        rep.heart_rate_retention_pct,
    )
    return [
        rep.rep_index,
        *(round(figure, 1) if isinstance(figure, float) else figure for figure in figures),
    ]


def _across(form: RepForm) -> list[list[object]]:
    return [
        [
            metric.metric,
            metric.code,
            *(
                None if frac is None else round(PERCENT * frac, 1)
                for frac in (metric.change_frac, metric.change_low_frac, metric.change_high_frac)
            ),
        ]
        for metric in form.metrics
    ]


def _brief(analysis: SessionAnalysis) -> Mapping[str, object]:
    summary, verdict, rating = analysis.summary, analysis.verdict, analysis.rating
    counted = tally(rating.criteria)
    return {
        "activity_id": summary.activity_id,
        "day": summary.activity_date,
        "totals": _totals(summary),
        "training_type": verdict.training_type,
        "type_source": verdict.source,
        "type_confidence_frac": verdict.confidence_frac,
        "evidence": {entry.code: entry.value for entry in verdict.evidence},
        "structure": summary.seen_form,
        "n_reps": None if summary.seen_form is None else summary.n_reps,
        "session_stars": rating.stars,
        "unrated": rating.unrated,
        "met": counted.n_met,
        "of": counted.n_told,
        "deductions": rating.deductions,
        "criterion_columns": ["name", "value", "unit", "low", "high", "outcome", "basis"],
        "phases": [_phase(phase) for phase in rating.phases],
        "athlete": {
            quantity: [known_value.value, known_value.origin, known_value.method]
            for quantity, known_value in analysis.athlete.known.items()
        },
        "power": _power(summary),
        "training_load_score": summary.training_load_score,
        "load_basis": summary.load_basis,
    }


def _totals(summary: SessionSummary) -> Mapping[str, object]:
    """The watch's own; whose they are where it states none. `recorded_*` is what a file that is cut
    off holds: the rest of the reply is of that part (None: no end is missing)."""
    speed_mps = summary.speed_mps
    return {
        "distance_m": rounded(summary.distance_m, 0),
        "timer_s": rounded(summary.timer_s, 0),
        "elapsed_s": rounded(summary.elapsed_s, 0),
        "pace_s_per_km": rounded(speed_to_pace_s_per_km(speed_mps), 1) if speed_mps else None,
        "pace": pace_of(speed_mps),
        "heart_rate_avg_bpm": rounded(summary.heart_rate_bpm, 0),
        "power_avg_w": rounded(summary.power_w, 0),
        "totals_basis": summary.totals_basis,
        "recorded_until_s": rounded(summary.recorded_until_s, 0),
        "recorded_distance_m": rounded(summary.recorded_distance_m, 0),
    }


def _power(summary: SessionSummary) -> Mapping[str, object] | None:
    """Of the part that speaks for the session: energy per km, which the requirement calls power
    efficiency, and time in zones of power. None: no power was measured in it."""
    zone_s = [getattr(summary, f"power_zone{zone}_s") for zone in range(1, 7)]
    if summary.target_power_w is None:
        return None
    return {
        "power_w": summary.target_power_w,
        "power_efficiency": summary.energy_j_per_km,
        "running_effectiveness": summary.running_effectiveness,
        "zone_s": None if None in zone_s else zone_s,
    }


def _phase(phase: Phase) -> Mapping[str, object]:
    counted = tally(phase.criteria)
    return {
        "role": phase.role,
        "need": phase.need,
        "present": phase.in_recording,
        "distance_m": phase.distance_m,
        "met": counted.n_met,
        "of": counted.n_told,
        "criteria": [
            [
                row.name,
                row.value,
                row.unit,
                row.target_low,
                row.target_high,
                row.outcome if row.missing is None else f"{row.outcome}: {row.missing}",
                row.basis,
            ]
            for row in phase.criteria
        ],
    }


def _segment(segment: SegmentFigures) -> list[object]:
    return [
        segment.role,
        segment.rep_index,
        segment.start_elapsed_s,
        segment.end_elapsed_s,
        segment.distance_m,
        segment.speed_mps,
        segment.heart_rate_bpm,
        segment.gct_ms,
    ]
