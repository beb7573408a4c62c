"""One run as a session with everything around it: what like it was run, trends, load, options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from hakaru.core.units import PERCENT
from hakaru.flows.athlete import LEARNED, NearRuns, options_after
from hakaru.flows.context import Context, Settings
from hakaru.flows.load import history_of
from hakaru.flows.one_run import analysis_of, anatomy_of, recording_of, usual_before
from hakaru.flows.remembered import past_of
from hakaru.flows.similar import similar_to
from hakaru.flows.splits import EverySplit, every_split
from hakaru.flows.trends import HISTORY, followed_figures, session_trends, trends_at
from hakaru.records import frozen
from hakaru.running.activity import Recording
from hakaru.running.athlete.known import heart_rate_zones, wanted, zone_seconds
from hakaru.running.athlete.model import Athlete
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.grade import GradePieces, PersonalGrade, fit_personal_grade
from hakaru.running.environment.heat import fit_heat_slope
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import MetricName
from hakaru.running.report import SessionReport, form_across_reps
from hakaru.running.session.analyse import measure
from hakaru.running.session.model import (
    SessionAnalysis,
    SessionInput,
    SessionSettings,
    SessionSummary,
)
from hakaru.running.session.understand import Anatomy
from hakaru.running.splits import Split
from hakaru.running.trend_changes import SessionTrend
from hakaru.store.history import side_figures
from hakaru.store.recordings import read_recording, read_splits, sensor_of
from hakaru.store.rows import stamp
from hakaru.store.sessions import judged_anomalies

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_A_ZONE = timedelta(days=1)
"""What a local day may be away from that of UTC."""


@frozen
class RunPieces:
    """A run as it was recorded, what was usual before it, and the splits of every run."""

    activity_id: int
    recording: Recording
    splits: tuple[Split, ...]
    every: EverySplit
    baselines: Mapping[MetricName, MetricBaseline]

    @property
    def columns(self) -> SplitColumns:
        """Those of every run, as `split_columns` gives them."""
        return self.every.columns


def read_pieces(context: Context, con: DuckDBPyConnection, activity_id: int) -> RunPieces:
    """The pieces of one run.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    recording = recording_of(context, con, activity_id)
    return RunPieces(
        activity_id=activity_id,
        recording=recording,
        splits=read_splits(con, activity_id),
        every=every_split(context, con),
        baselines=usual_before(context, con, recording),
    )


def gather_session(context: Context, con: DuckDBPyConnection, run: RunPieces) -> SessionReport:
    """One analysed session with everything around it but its trends (`with_trends`).

    Raises:
        NotAnalysed: the run was not looked at as a session yet.
    """
    analysis = analysis_of(context, con, run.activity_id)
    summary = analysis.summary
    past = past_of(context, con)
    columns = run.every.between(None, summary.started_at)
    side = context.store.memo.of("side_figures", lambda: side_figures(con))
    this = similar_to(con, summary, sessions=past.sessions, side=side)
    earlier = [session for session in past.sessions if session.started_at <= summary.started_at]
    load = history_of(earlier, until=summary.activity_date)
    return replace(
        _itself(context, con, analysis, run=run, columns=columns, earlier=earlier),
        similar=this.similar,
        comparisons=this.comparisons,
        load_history=load,
        long_term=long_term_at(context, con, summary.started_at),
        options=options_after(
            con,
            past,
            this=summary,
            moment=summary.started_at + timedelta(seconds=summary.elapsed_s or 0.0),
            near=NearRuns(
                columns=run.every.between(summary.started_at - LEARNED, summary.started_at),
                power_device=side.power_device,
                load=load,
                n_loads=len(earlier),
            ),
            then=analysis.athlete,
        ),
    )


def long_term_at(
    context: Context, con: DuckDBPyConnection, moment: datetime
) -> tuple[SessionTrend, ...]:
    """What moved over the sessions that had started by a moment."""
    figures = followed_figures(context, con)
    return session_trends(figures.where(figures.started_at <= stamp(moment)))


def with_trends(context: Context, con: DuckDBPyConnection, session: SessionReport) -> SessionReport:
    """The same with form and heart rate at its speed over the two years up to it."""
    summary = session.analysis.summary
    every = every_split(context, con)
    trends = trends_at(
        every.between(summary.started_at - HISTORY - _A_ZONE, summary.started_at),
        summary,
        sensor_group=sensor_of(con, summary.activity_id),
    )
    return replace(
        session,
        trends=tuple(trend.trend for trend in trends),
        changes=tuple(trend.change for trend in trends if trend.change is not None),
    )


def _itself(
    context: Context,
    con: DuckDBPyConnection,
    analysis: SessionAnalysis,
    *,
    run: RunPieces,
    columns: SplitColumns,
    earlier: Sequence[SessionSummary],
) -> SessionReport:
    """What the session shows by itself, with the runner's own curves, heat and hills; `columns` are
    the splits up to it."""
    summary = analysis.summary
    session = _input(
        analysis,
        anatomy_of(context, con, summary),
        recording=run.recording,
        splits=run.splits,
        settings=context.settings.sessions,
    )
    heat = fit_heat_slope(earlier, day=summary.activity_date)
    grade = personal_grade(columns, session.athlete)
    figures = measure(session, run.baselines, heat=heat.slope, grade=grade)
    return SessionReport(
        analysis=analysis,
        figures=session.figures,
        zones=session.zones,
        zone_s=session.zone_s,
        wanted=wanted(session.athlete),
        intervals=figures.intervals,
        rep_form=form_across_reps(session.figures, run.baselines) if figures.intervals else None,
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


def personal_grade(columns: SplitColumns, athlete: Athlete) -> PersonalGrade:
    """What slopes cost this runner, by the splits of earlier runs."""
    pieces = GradePieces(
        run_id=columns["activity_id"],
        grade_frac=columns["grade_pct"] / PERCENT,
        speed_mps=columns["speed_mps"],
        heart_rate_bpm=columns["heart_rate_bpm"],
    )
    return fit_personal_grade(pieces, heart_rate_rest_bpm=athlete.value("heart_rate_rest_bpm"))
