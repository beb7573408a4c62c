"""One run as a session: its type and why, phases and criteria, stars, repetitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from hakaru.flows.context import Context
from hakaru.flows.session_view import form_baselines, gather_session
from hakaru.running.session.analysis import SessionAnalysis
from hakaru.running.session.intervals import IntervalFigures, interval_figures
from hakaru.running.session.model import SegmentFigures
from hakaru.running.session.rating import Phase
from hakaru.running.session.rep_form import RepForm, form_across_reps
from hakaru.running.session.report import SessionReport
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_recording
from hakaru.store.sessions import read_anatomy, read_session


@dataclass(frozen=True, kw_only=True)
class SessionResult:
    """What was understood about one run; `report` holds everything around it, where it was asked
    for."""

    analysis: SessionAnalysis
    report: SessionReport | None

    @property
    def reply(self) -> Mapping[str, object]:
        """The same in few bytes; with `report` also segments, physiology and environment."""
        brief = _brief(self.analysis)
        if self.report is None:
            return brief
        return {
            **brief,
            "segments": [_segment(one) for one in self.report.figures],
            "zone_s": self.report.zone_s,
            "environment": self.report.environment,
            "load": self.report.load,
        }


@dataclass(frozen=True, kw_only=True)
class IntervalResult:
    """The repetitions of one run. `intervals` None: it has fewer than two."""

    activity_id: int
    day: date
    intervals: IntervalFigures | None
    rep_form: RepForm | None


def get_session(context: Context, *, activity: str, detail: bool) -> SessionResult:
    """The stored analysis of one run.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
    """
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        report = gather_session(con, activity_id, settings=context.settings) if detail else None
        analysis = read_session(con, activity_id) if report is None else report.analysis
    return SessionResult(analysis=analysis, report=report)


def get_interval_analysis(context: Context, *, activity: str) -> IntervalResult:
    """The repetitions of one run, each beside what this runner usually shows at its speed.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
    """
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        analysis = read_session(con, activity_id)
        figures = read_anatomy(con, analysis.summary).figures
        baselines = form_baselines(con, read_recording(con, activity_id), settings=context.settings)
    intervals = interval_figures(figures, analysis.athlete)
    return IntervalResult(
        activity_id=activity_id,
        day=analysis.summary.activity_date,
        intervals=intervals,
        rep_form=None if intervals is None else form_across_reps(figures, baselines),
    )


def _brief(analysis: SessionAnalysis) -> Mapping[str, object]:
    summary, verdict, rating = analysis.summary, analysis.verdict, analysis.rating
    return {
        "activity_id": summary.activity_id,
        "day": summary.activity_date,
        "training_type": verdict.training_type,
        "type_source": verdict.source,
        "type_confidence_frac": verdict.confidence_frac,
        "evidence": {one.code: one.value for one in verdict.evidence},
        "structure": summary.form,
        "n_reps": summary.n_reps,
        "session_stars": rating.stars,
        "deductions": rating.deductions,
        "criterion_columns": ["name", "value", "unit", "low", "high", "outcome", "basis"],
        "phases": [_phase(phase) for phase in rating.phases],
        "athlete": {
            quantity: [known.value, known.origin, known.method]
            for quantity, known in analysis.athlete.known.items()
        },
        "training_load_score": summary.training_load_score,
        "load_basis": summary.load_basis,
    }


def _phase(phase: Phase) -> Mapping[str, object]:
    return {
        "role": phase.role,
        "need": phase.need,
        "present": phase.present,
        "distance_m": phase.distance_m,
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


def _segment(one: SegmentFigures) -> list[object]:
    return [
        one.role,
        one.rep_index,
        one.start_elapsed_s,
        one.end_elapsed_s,
        one.distance_m,
        one.speed_mps,
        one.heart_rate_bpm,
        one.gct_ms,
    ]
