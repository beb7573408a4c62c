"""One run as a session, gathered from the store for every surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import NotEvaluated
from hakaru.core.plain import rounded
from hakaru.core.units import PERCENT, pace_of, speed_to_pace_s_per_km
from hakaru.flows.athlete import history_of, options_after
from hakaru.flows.context import Context, Settings
from hakaru.flows.remembered import Past, known_before, read_past
from hakaru.flows.similar import similar_to
from hakaru.flows.trends import session_trends, trends_at
from hakaru.running.activity import WHILE_RUNNING, Recording
from hakaru.running.athlete.known import heart_rate_zones, wanted, zone_seconds
from hakaru.running.athlete.model import Athlete
from hakaru.running.environment.grade import GradePieces, PersonalGrade, fit_personal_grade
from hakaru.running.environment.heat import fit_heat_slope
from hakaru.running.lessons import SplitColumns, TaughtRows, taught
from hakaru.running.metrics import METRICS
from hakaru.running.report import RepForm, SessionReport, form_across_reps
from hakaru.running.session.analyse import measure
from hakaru.running.session.intervals import IntervalFigures, Rep, interval_figures
from hakaru.running.session.model import (
    Phase,
    SegmentFigures,
    SessionAnalysis,
    SessionInput,
    SessionSettings,
    SessionSummary,
    tally,
)
from hakaru.running.session.understand import Anatomy
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation
from hakaru.store.activities import resolve_activity
from hakaru.store.recordings import read_recording, read_splits, split_columns, where
from hakaru.store.rows import naive_utc
from hakaru.store.sessions import judged_anomalies, read_anatomy, read_session
from hakaru.store.verdicts import read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class EverySplit:
    """The splits of every run, as `split_columns` gives them, for several questions: nobody who
    asks changes it. Threads may share it."""

    columns: SplitColumns
    _taught: dict[str, TaughtRows] = field(default_factory=dict, init=False)

    def taught_by(self, sensor_group: str) -> TaughtRows:
        """What a baseline of one kind of sensor may learn from, worked out once."""
        known = self._taught.get(sensor_group)
        if known is None:
            own = where(self.columns, self.columns["sensor_group"] == sensor_group)
            known = self._taught.setdefault(sensor_group, taught(own, METRICS))
        return known


def every_split(context: Context) -> EverySplit:
    """The splits that are stored now."""
    with context.store.read() as con:
        return EverySplit(columns=split_columns(con))


@dataclass(frozen=True, kw_only=True)
class RunPieces:
    """A run as it was recorded, and the splits of every run."""

    activity_id: int
    recording: Recording
    splits: tuple[Split, ...]
    every: EverySplit

    @property
    def columns(self) -> SplitColumns:
        """Those of every run, as `split_columns` gives them."""
        return self.every.columns

    def up_to(self, moment: datetime) -> SplitColumns:
        """The splits of runs that had started by a moment."""
        started = self.columns["started_at"]
        return where(self.columns, started <= np.datetime64(naive_utc(moment), "us"))

    def measured_by(self, sensor_group: str) -> SplitColumns:
        """The splits of runs that were measured by one kind of sensor."""
        return where(self.columns, self.columns["sensor_group"] == sensor_group)


def read_pieces(
    con: DuckDBPyConnection, activity_id: int, *, every: EverySplit | None = None
) -> RunPieces:
    """The pieces of one run; `every` None: read anew.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    return RunPieces(
        activity_id=activity_id,
        recording=read_recording(con, activity_id),
        splits=read_splits(con, activity_id),
        every=every or EverySplit(columns=split_columns(con)),
    )


def gather_session(
    con: DuckDBPyConnection, run: RunPieces, *, settings: Settings, past: Past | None = None
) -> SessionReport:
    """One analysed session with everything around it; `past` None: read anew.

    Raises:
        NotAnalysed: the run was not looked at as a session yet.
    """
    analysis = read_session(con, run.activity_id)
    summary = analysis.summary
    past = past or read_past(con, settings)
    columns = run.up_to(summary.started_at)
    this = similar_to(con, summary, sessions=past.sessions)
    trends = trends_at(columns, summary, sensor_group=run.recording.sensor_group)
    earlier = [session for session in past.sessions if session.started_at <= summary.started_at]
    return replace(
        _itself(con, analysis, run=run, columns=columns, settings=settings, earlier=earlier),
        similar=this.similar,
        comparisons=this.comparisons,
        trends=tuple(trend.trend for trend in trends),
        changes=tuple(trend.change for trend in trends if trend.change is not None),
        load_history=history_of(earlier, until=summary.activity_date),
        long_term=session_trends(earlier),
        options=options_after(con, past, this=summary, moment=_ended_at(summary)),
    )


def _itself(
    con: DuckDBPyConnection,
    analysis: SessionAnalysis,
    *,
    run: RunPieces,
    columns: SplitColumns,
    settings: Settings,
    earlier: Sequence[SessionSummary],
) -> SessionReport:
    """What the session shows by itself, with the runner's own curves, heat and hills; `columns` are
    the splits up to it."""
    summary = analysis.summary
    session = _input(
        analysis,
        read_anatomy(con, summary),
        recording=run.recording,
        splits=run.splits,
        settings=settings.sessions,
    )
    baselines = known_before(con, session.recording, settings=settings)
    heat = fit_heat_slope(earlier, day=summary.activity_date)
    grade = personal_grade(columns, session.athlete)
    figures = measure(session, baselines, heat=heat.slope, grade=grade)
    return SessionReport(
        analysis=analysis,
        figures=session.figures,
        zones=session.zones,
        zone_s=session.zone_s,
        wanted=wanted(session.athlete),
        intervals=figures.intervals,
        rep_form=form_across_reps(session.figures, baselines) if figures.intervals else None,
        physiology=figures.physiology,
        environment=figures.environment,
        anomalies=judged_anomalies(con, summary.activity_id),
        load=figures.load,
    )


def read_input(
    con: DuckDBPyConnection,
    analysis: SessionAnalysis,
    *,
    anatomy: Anatomy,
    settings: Settings,
) -> SessionInput:
    """A stored session as the criteria saw it."""
    activity_id = analysis.summary.activity_id
    return _input(
        analysis,
        anatomy,
        recording=read_recording(con, activity_id),
        splits=read_splits(con, activity_id),
        settings=settings.sessions,
    )


def _input(
    analysis: SessionAnalysis,
    anatomy: Anatomy,
    *,
    recording: Recording,
    splits: tuple[Split, ...],
    settings: SessionSettings,
) -> SessionInput:
    zones = heart_rate_zones(
        analysis.athlete, recording.heart_rate_zones, shares_frac=settings.heart_rate_zones_frac
    )
    return SessionInput(
        activity_id=analysis.summary.activity_id,
        recording=recording,
        splits=splits,
        structure=anatomy.structure,
        figures=anatomy.figures,
        athlete=analysis.athlete,
        zones=zones,
        zone_s=None if zones is None else zone_seconds(recording, zones),
        verdict=analysis.verdict,
        settings=settings,
    )


def form_verdict(con: DuckDBPyConnection, activity_id: int) -> FormEvaluation | None:
    """The stored verdict on the form of a run; None: it has none."""
    try:
        return read_evaluation(con, activity_id)
    except NotEvaluated:
        return None


def personal_grade(columns: SplitColumns, athlete: Athlete) -> PersonalGrade:
    """What slopes cost this runner, by the splits of earlier runs."""
    pieces = GradePieces(
        run_id=columns["activity_id"],
        grade_frac=columns["grade_pct"] / PERCENT,
        speed_mps=columns["speed_mps"],
        heart_rate_bpm=columns["heart_rate_bpm"],
    )
    return fit_personal_grade(pieces, heart_rate_rest_bpm=athlete.value("heart_rate_rest_bpm"))


def _ended_at(summary: SessionSummary) -> datetime:
    return summary.started_at + timedelta(seconds=summary.elapsed_s or 0.0)


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
        pieces = read_pieces(con, activity_id)
        report = gather_session(con, pieces, settings=context.settings)
    return SessionResult(analysis=report.analysis, report=report)


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
        baselines = known_before(con, read_recording(con, activity_id), settings=context.settings)
    intervals = interval_figures(figures, analysis.athlete)
    return IntervalResult(
        activity_id=activity_id,
        day=analysis.summary.activity_date,
        intervals=intervals,
        rep_form=None if intervals is None else form_across_reps(figures, baselines),
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
        "structure": summary.form,
        "n_reps": summary.n_reps,
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
    """The watch's own; whose they are where it states none."""
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
        "present": phase.present,
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
