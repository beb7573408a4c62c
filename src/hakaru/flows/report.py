"""The report of one run, and what a page of a run or of a day shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import NotAnalysed
from hakaru.core.i18n import Lang, in_language
from hakaru.core.names import sensor_label
from hakaru.core.plain import rounded
from hakaru.flows.baselines import (
    every_history_points,
    judged_columns,
    latest_start,
    metric_curve,
    residual_trend,
)
from hakaru.flows.context import Context
from hakaru.flows.drift import drift_after
from hakaru.flows.focus import known_intervals, local_bounds
from hakaru.flows.gather import (
    RunPieces,
    gather_session,
    long_term_at,
    read_pieces,
    with_trends,
)
from hakaru.flows.narrate import shown_sections
from hakaru.flows.one_run import analysis_of, recording_of
from hakaru.flows.outside import author_notes
from hakaru.flows.session import form_verdict
from hakaru.flows.why import explained_from
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval, clip, merge, seconds_by_state
from hakaru.present.report import render_html, render_markdown, report_pictures
from hakaru.proposals.nodes import HistoryEntry, Node, tray_of
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording, RunTotals
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import MetricHistory, ReportFacts, RunReport, SessionReport, build_report
from hakaru.running.sections.model import AuthorNote, RunKnown, SectionName, ShownSection
from hakaru.running.session.model import SessionAnalysis, TrainingType
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.store.activities import (
    StoredActivity,
    list_activities,
    resolve_activity,
)
from hakaru.store.file_access import Output, PersonOutput, person_output
from hakaru.store.history import read_totals
from hakaru.store.nodes import read_history, read_nodes
from hakaru.store.overview import StoreSummary, summarise
from hakaru.store.recordings import read_series
from hakaru.store.run_edits import neighbours
from hakaru.store.sessions import session_type
from hakaru.store.state import State

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class ReportResult:
    """The files written, and the verdict they show (None: the run has no form data).

    `pictures` are those that the Markdown shows, in a folder named after it.
    """

    activity_id: int
    markdown: Path
    html: Path
    pictures: tuple[Path, ...]
    evaluation: FormEvaluation | None
    sections: Mapping[SectionName, ShownSection] = field(default_factory=dict)
    author_notes: tuple[AuthorNote, ...] = ()

    @property
    def shape(self) -> Mapping[str, object]:
        """Where the files are, and the stars in them (null: no verdict, or not rated)."""
        verdict = self.evaluation
        stars = None if verdict is None else verdict.overall_stars
        return {
            "activity_id": self.activity_id,
            "markdown": self.markdown,
            "html": self.html,
            "pictures": self.pictures[0].parent if self.pictures else None,
            "n_pictures": len(self.pictures),
            "overall_score": None if verdict is None else rounded(verdict.overall_score, 1),
            "overall_star_rating": None if stars is None else star_text(stars),
            "overall_stars": stars,
        }


def report(context: Context, *, activity: str, out: Path | Output | None) -> ReportResult:
    """Markdown with its pictures and a self-contained HTML page in the user's language.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        FileIsThere: the folder that was named holds a report of this run.
        StoreDamaged: the folder cannot be written.
    """
    made = whole_run(context, activity)
    activity_id = made.facts.activity_id
    stem = f"{made.facts.day.isoformat()}-{activity_id}"
    language = context.settings.locale
    drawn = report_pictures(made, lang=language)
    folder = stem if drawn else ""
    page = f"{stem}.html"
    texts = {
        f"{stem}.md": render_markdown(made, lang=language, folder=folder, html_name=page),
        page: render_html(made, lang=language),
        **{f"{stem}/{name}": picture for name, picture in drawn.items()},
    }
    own = PersonOutput(path=context.data_folder / "reports", overwrite=True)
    markdown, html, *pictures = person_output(out or own).write_folder(
        [(name, text.encode("utf-8", "replace")) for name, text in texts.items()], name=stem
    )
    return ReportResult(
        activity_id=activity_id,
        markdown=markdown,
        html=html,
        pictures=tuple(pictures),
        evaluation=made.evaluation,
        sections=made.sections,
        author_notes=made.author_notes,
    )


def _gather(con: DuckDBPyConnection, run: RunPieces, *, context: Context) -> RunReport:
    """Everything one report shows but its trends, from the store alone."""
    activity_id = run.activity_id
    made = _with_why(con, run, _form(con, run, context=context), context)
    session = _session(con, run, context)
    known = RunKnown(
        activity_id=activity_id,
        day=made.facts.day,
        evaluation=made.evaluation,
        splits=tuple(line.split for line in made.splits),
        analysis=None if session is None else session.analysis,
        why=made.why,
    )
    sections = shown_sections(con, known, lang=context.settings.locale)
    notes = author_notes(con, activity_id)
    return replace(made, session=session, sections=sections, author_notes=notes)


def gather_form(
    con: DuckDBPyConnection,
    activity_id: int,
    *,
    context: Context,
) -> RunReport:
    """The part of a report that is about form: it says nothing of the run as a session."""
    return _form(con, read_pieces(context, con, activity_id), context=context)


def _with_why(
    con: DuckDBPyConnection, run: RunPieces, made: RunReport, context: Context
) -> RunReport:
    why = explained_from(context, con, made.evaluation, splits=run.splits, before=run.baselines)
    return replace(made, why=why)


def _form(con: DuckDBPyConnection, run: RunPieces, *, context: Context) -> RunReport:
    evaluation = form_verdict(con, run.activity_id)
    return build_report(
        evaluation,
        _facts(run.recording, read_totals(con, run.activity_id), context.settings.language),
        splits=run.splits,
        series=run.recording.series,
        history={} if evaluation is None else _history(con, run, evaluation, context),
    )


def _session(con: DuckDBPyConnection, run: RunPieces, context: Context) -> SessionReport | None:
    """The run as a session; None: nobody has looked at it as one yet."""
    try:
        return gather_session(context, con, run)
    except NotAnalysed:
        return None


def _facts(recording: Recording, totals: RunTotals, language: Lang) -> ReportFacts:
    weather = recording.weather
    recorder = next((device for device in recording.devices if device.role == "recorder"), None)
    offset = timezone(timedelta(seconds=recording.utc_offset_s or 0))
    label = recording.sensor_label
    if label is not None:
        label = in_language(sensor_label(recording.sensor_group or "", label), language)
    return ReportFacts(
        activity_id=recording.activity_id,
        title=recording.title,
        day=recording.day,
        started_at=recording.started_at.astimezone(offset),
        distance_m=totals.distance_m,
        timer_s=totals.timer_s,
        elapsed_s=totals.elapsed_s,
        totals_basis=totals.totals_basis,
        recorded_until_s=totals.recorded_until_s,
        recorded_distance_m=totals.recorded_distance_m,
        running_s=totals.running_s,
        running_distance_m=totals.running_distance_m,
        running_speed_mps=totals.running_speed_mps,
        running_heart_rate_bpm=totals.running_heart_rate_bpm,
        speed_mps=totals.speed_mps,
        heart_rate_avg_bpm=totals.heart_rate_avg_bpm,
        heart_rate_max_bpm=totals.heart_rate_max_bpm,
        cadence_spm=totals.cadence_avg_spm,
        power_w=totals.power_avg_w,
        elevation_gain_m=totals.elevation_gain_m,
        elevation_loss_m=totals.elevation_loss_m,
        temperature_c=None if weather is None else weather.temperature_c,
        relative_humidity_pct=None if weather is None else weather.relative_humidity_pct,
        wind_speed_mps=None if weather is None else weather.wind_speed_mps,
        device_label=None if recorder is None else recorder.product or recorder.manufacturer,
        sensor_label=label,
        gear=recording.gear,
        simulated=recording.simulated,
        partial=recording.partial,
        issues=tuple(in_language(issue.message, language) for issue in recording.issues),
    )


def _history(
    con: DuckDBPyConnection, run: RunPieces, evaluation: FormEvaluation, context: Context
) -> Mapping[MetricName, MetricHistory]:
    group = evaluation.sensor_group
    columns = run.every.measured_by(group)
    evaluations = judged_columns(context, con, group)
    speeds = np.array(
        [split.speed_mps for split in run.splits if split.speed_mps], dtype=np.float64
    )
    shown = np.concatenate([speeds, columns["speed_mps"]])
    changes = drift_after(context, con, group, run.activity_id)
    history = {}
    judged = [metric for metric in METRICS if metric in evaluation.metrics]
    points = every_history_points(
        run.every.taught_by(group),
        judged,
        latest=latest_start(columns),
        at=run.recording.started_at,
        activity_id=evaluation.activity_id,
    )
    for metric in judged:
        baseline = run.baselines.get(metric) or population_baseline(
            metric, sensor_group=group, now=evaluation.evaluated_at
        )
        history[metric] = MetricHistory(
            curve=metric_curve(baseline, shown),
            points=points[metric],
            trend=residual_trend(
                metric, evaluations, activity_id=evaluation.activity_id, findings=changes
            ),
        )
    return history


@frozen
class RunView:
    """A run's form, and what it was as a session (None: nobody has looked at it as one)."""

    report: RunReport
    analysis: SessionAnalysis | None


def view_run(context: Context, activity: str) -> RunView:
    """A run's verdict and its kind, without what takes longer to find out.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        run = read_pieces(context, con, activity_id)
        report = _with_why(con, run, _form(con, run, context=context), context)
        return RunView(report=report, analysis=_analysis(context, con, activity_id))


def view_analysis(context: Context, activity: str) -> SessionAnalysis | None:
    """What a run was as a session; None: nobody has looked at it as one. Raises as `view_run`."""
    with context.store.read() as con:
        return _analysis(context, con, resolve_activity(con, activity))


def view_facts(context: Context, activity: str) -> ReportFacts:
    """The run as it was recorded, without what is said of it. Raises as `view_run`."""
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        recording = recording_of(context, con, activity_id)
        return _facts(recording, read_totals(con, activity_id), context.settings.language)


def _analysis(
    context: Context, con: DuckDBPyConnection, activity_id: int
) -> SessionAnalysis | None:
    try:
        return analysis_of(context, con, activity_id)
    except NotAnalysed:
        return None


def whole_run(context: Context, activity: str) -> RunReport:
    """Everything a report on the run shows. Raises as `view_run`."""
    return add_trends(context, view_session(context, activity))


def view_session(context: Context, activity: str) -> RunReport:
    """Everything a report on the run shows but its trends. Raises as `view_run`."""
    with context.store.read() as con:
        run = read_pieces(context, con, resolve_activity(con, activity))
        return _gather(con, run, context=context)


def view_trends(context: Context, activity: str) -> SessionReport | None:
    """A run as a session with its trends alone; None: nobody has looked at it as one yet. Raises as
    `view_run`."""
    with context.store.read() as con:
        analysis = _analysis(context, con, resolve_activity(con, activity))
        if analysis is None:
            return None
        alone = SessionReport(
            analysis=analysis, long_term=long_term_at(context, con, analysis.summary.started_at)
        )
        return with_trends(context, con, alone)


def add_trends(context: Context, report: RunReport) -> RunReport:
    """The same with the trends up to the run."""
    if report.session is None:
        return report
    with context.store.read() as con:
        return replace(report, session=with_trends(context, con, report.session))


def neighbours_of(context: Context, activity_id: int) -> tuple[int | None, int | None]:
    """The runs before and after one, in order of time; None: there is none."""
    with context.store.read() as con:
        return neighbours(con, activity_id)


def samples_of(context: Context, activity: str) -> Mapping[str, FloatArray]:
    """Everything recorded by the second, columns of shape (n,); NaN where nothing is known.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
    """
    with context.store.read() as con:
        return read_series(con, resolve_activity(con, activity))


WEEK_DAYS = 7


@frozen
class Day:
    """One local day. `titles` are those of the nodes that changed, as far as they still exist."""

    day: date
    runs: tuple[StoredActivity, ...]
    intervals: tuple[Interval, ...]
    seconds: Mapping[FocusState, float]
    changes: tuple[HistoryEntry, ...]
    titles: Mapping[str, str]


@frozen
class Today:
    """The first page: where things stand. `latest` None: no run is stored; `latest_type` None: it
    was not understood yet.

    `is_older`: what is shown may be older than what it rests on (see `Store.is_older`). `waiting`
    are the nodes that wait for a decision, most recently touched first.
    """

    summary: StoreSummary
    is_older: bool
    latest: RunReport | None
    latest_type: TrainingType | None
    day: Day
    week: tuple[Day, ...]
    waiting: tuple[Node, ...]


_LATEST_AMONG = 20


def _newest(con: DuckDBPyConnection) -> tuple[StoredActivity, ...]:
    """The newest run, before any that are too short to be counted, if there is another."""
    runs = list_activities(con, limit=_LATEST_AMONG)
    return tuple(sorted(runs, key=lambda run: run.is_fragment)[:1])


def view_today(context: Context) -> Today:
    """Where things stand now."""
    today = context.today
    with context.store.read() as con:
        summary = summarise(con)
        newest = _newest(con)
        latest, latest_type = None, None
        if newest:
            latest = gather_form(con, newest[0].activity_id, context=context)
            latest_type = session_type(con, newest[0].activity_id)
    week = view_week(context, last=today)
    with State(context.data_folder).session() as con:
        waiting = [node for node in read_nodes(con) if tray_of(node.status) == "needs_decision"]
    return Today(
        summary=summary,
        is_older=context.store.is_older,
        latest=latest,
        latest_type=latest_type,
        day=week[-1],
        week=week,
        waiting=tuple(sorted(waiting, key=lambda node: node.updated_at, reverse=True)),
    )


def view_week(context: Context, *, last: date) -> tuple[Day, ...]:
    """The seven days up to one, oldest first."""
    return view_days(context, first=last - timedelta(days=WEEK_DAYS - 1), last=last)


def view_days(context: Context, *, first: date, last: date) -> tuple[Day, ...]:
    """Each day of a span, oldest first. Runs are those of a local day, the earliest first."""
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    with context.store.read() as con:
        runs = tuple(reversed(list_activities(con, since=first, until=last)))
    start, end = local_bounds(first)[0], local_bounds(last)[1]
    state = State(context.data_folder)
    intervals = merge(known_intervals(state, start=start, end=end))
    with state.session() as con:
        changes = [change for change in read_history(con) if start <= change.at < end]
        titles = {node.id: node.title for node in read_nodes(con)}
    return tuple(_day(day, runs, intervals, changes=changes, titles=titles) for day in days)


def _day(
    day: date,
    runs: tuple[StoredActivity, ...],
    intervals: tuple[Interval, ...],
    *,
    changes: list[HistoryEntry],
    titles: Mapping[str, str],
) -> Day:
    start, end = local_bounds(day)
    own = clip(intervals, start=start, end=end)
    return Day(
        day=day,
        runs=tuple(run for run in runs if run.activity_date == day),
        intervals=own,
        seconds=seconds_by_state(own),
        changes=tuple(change for change in changes if start <= change.at < end),
        titles=titles,
    )
