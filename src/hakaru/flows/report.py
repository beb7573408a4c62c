"""Write the report of one run: gather its pieces from the store, draw them, save two files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import NotAnalysed
from hakaru.flows.brevity import rounded
from hakaru.flows.context import Context
from hakaru.flows.drift import drift_of
from hakaru.flows.past import Past
from hakaru.flows.pictures import history_points, metric_curve, residual_trend
from hakaru.flows.run_pieces import RunPieces, read_pieces
from hakaru.flows.sections_judged import shown_sections
from hakaru.flows.session_view import form_verdict, gather_session
from hakaru.render.html import render_html
from hakaru.render.markdown import render_markdown, report_pictures
from hakaru.render.sentences import in_language
from hakaru.running.activity import RunTotals
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import MetricHistory, ReportFacts, RunReport, SessionReport, build_report
from hakaru.running.sections.model import RunKnown, SectionName, ShownSection
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.wording import Lang
from hakaru.store.activities import resolve_activity
from hakaru.store.file_access import Output, PersonOutput, person_output
from hakaru.store.history import read_totals
from hakaru.store.recordings import where
from hakaru.store.rows import naive_utc
from hakaru.store.verdicts import baselines_before, evaluation_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
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

    @property
    def reply(self) -> Mapping[str, object]:
        """Where the files are, and the stars in them (null: no verdict, or not rated)."""
        shown = self.evaluation
        stars = None if shown is None else shown.overall_stars
        return {
            "activity_id": self.activity_id,
            "markdown": str(self.markdown),
            "html": str(self.html),
            "pictures": str(self.pictures[0].parent) if self.pictures else None,
            "n_pictures": len(self.pictures),
            "overall_score": None if shown is None else rounded(shown.overall_score, 1),
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
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        made = gather(con, activity_id, context=context)
    stem = f"{made.facts.day.isoformat()}-{activity_id}"
    language = context.settings.language
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
    )


def gather(
    con: DuckDBPyConnection, activity_id: int, *, context: Context, past: Past | None = None
) -> RunReport:
    """Everything one report shows, from the store alone; `past` None: read anew."""
    run = read_pieces(con, activity_id)
    made = _form(con, run, context=context)
    session = _session(con, run, context=context, past=past)
    known = RunKnown(
        activity_id=activity_id,
        day=made.facts.day,
        evaluation=made.evaluation,
        splits=tuple(line.split for line in made.splits),
        analysis=None if session is None else session.analysis,
    )
    sections = shown_sections(con, known, lang=context.settings.language)
    return replace(made, session=session, sections=sections)


def gather_form(con: DuckDBPyConnection, activity_id: int, *, context: Context) -> RunReport:
    """The part of a report that is about form: it says nothing of the run as a session."""
    return _form(con, read_pieces(con, activity_id), context=context)


def _form(con: DuckDBPyConnection, run: RunPieces, *, context: Context) -> RunReport:
    evaluation = form_verdict(con, run.activity_id)
    return build_report(
        evaluation,
        _facts(run, read_totals(con, run.activity_id), context.settings.language),
        splits=run.splits,
        series=run.recording.series,
        history={} if evaluation is None else _history(con, run, evaluation, context),
    )


def _session(
    con: DuckDBPyConnection, run: RunPieces, *, context: Context, past: Past | None
) -> SessionReport | None:
    """The run as a session; None: nobody has looked at it as one yet."""
    try:
        return gather_session(con, run, settings=context.settings, past=past)
    except NotAnalysed:
        return None


def _facts(run: RunPieces, totals: RunTotals, language: Lang) -> ReportFacts:
    recording, weather = run.recording, run.recording.weather
    recorder = next((device for device in recording.devices if device.role == "recorder"), None)
    offset = timezone(timedelta(seconds=recording.utc_offset_s or 0))
    label = recording.sensor_label
    return ReportFacts(
        activity_id=run.activity_id,
        title=recording.title,
        day=recording.day,
        started_at=recording.started_at.astimezone(offset),
        distance_m=totals.distance_m,
        timer_s=totals.timer_s,
        elapsed_s=totals.elapsed_s,
        totals_basis=totals.totals_basis,
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
        sensor_label=None if label is None else in_language(label, language),
        gear=recording.gear,
        simulated=recording.simulated,
        partial=recording.partial,
        issues=tuple(in_language(issue.message, language) for issue in recording.issues),
    )


def _moment(run: RunPieces) -> np.datetime64:
    """The start of the run: its report says what was known then."""
    return np.datetime64(naive_utc(run.recording.started_at), "us")


def _history(
    con: DuckDBPyConnection, run: RunPieces, evaluation: FormEvaluation, context: Context
) -> Mapping[MetricName, MetricHistory]:
    group = evaluation.sensor_group
    columns = run.measured_by(group)
    evaluations = evaluation_columns(con, sensor_group=group)
    used = baselines_before(con, group, run.recording.started_at, user_id=context.settings.user_id)
    speeds = np.array(
        [split.speed_mps for split in run.splits if split.speed_mps], dtype=np.float64
    )
    shown = np.concatenate([speeds, columns["speed_mps"]])
    earlier_columns = where(columns, columns["started_at"] <= _moment(run))
    changes = drift_of(
        con, group, half_life_days=context.settings.half_life_days, columns=earlier_columns
    ).findings
    history = {}
    for metric in METRICS:
        if metric not in evaluation.metrics:
            continue
        baseline = used.get(metric) or population_baseline(
            metric, sensor_group=group, now=evaluation.evaluated_at
        )
        history[metric] = MetricHistory(
            curve=metric_curve(baseline, shown),
            points=history_points(
                metric, columns, at=run.recording.started_at, activity_id=evaluation.activity_id
            ),
            trend=residual_trend(
                metric, evaluations, activity_id=evaluation.activity_id, findings=changes
            ),
        )
    return history
