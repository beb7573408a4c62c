"""The page of a run, and a run as a line of a list."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang, in_language, message, say
from hakaru.core.units import format_duration
from hakaru.flows.preferences import read_preferences
from hakaru.flows.report import (
    POINTS_MOST,
    RunView,
    SeriesView,
    view_run,
    view_series,
    view_track,
    whole_run,
)
from hakaru.guard.cleaning import clean
from hakaru.present.document import Block, Fact, FormPart, Part, Picture, Section, Stars, Table
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    equipment_rows,
    fact_rows,
    km_text,
    pace_text,
    score_text,
    started_text,
    unit_text,
)
from hakaru.present.form import notes
from hakaru.present.page_overview import form_stars, lost_stars, session_stars
from hakaru.present.report import (
    Card,
    Panel,
    metric_cards,
    metric_panels,
    render_html,
    render_markdown,
    run_sections,
    shared_basis,
)
from hakaru.present.rows import (
    SplitRow,
    comment_facts,
    heading_rating,
    judged_facts,
    sensor_text,
    split_rows,
    summary_text,
)
from hakaru.present.session import kind_line, type_name
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.timeline import spark, track_chart
from hakaru.present.why import why_parts
from hakaru.present.words import PAGE
from hakaru.running.activity import FloatArray
from hakaru.running.report import RunReport
from hakaru.running.session.model import TrainingType
from hakaru.running.verdict import FormEvaluation, star_text
from hakaru.running.verdict_text import unrated_text
from hakaru.store.activities import StoredActivity
from hakaru.surfaces.web.pages.visit import Data, Download, Shown, Visit
from hakaru.surfaces.web.words import page_text


@dataclass(frozen=True, kw_only=True)
class RunLine:
    """One run as finished strings. `flags` are codes that templates have words for."""

    activity_id: int
    day: str
    title: str
    kind: str
    distance: str
    duration: str
    pace: str
    heart_rate: str
    sensor: str
    stars: str
    n_stars: int
    score: str
    why_not: str
    flags: tuple[str, ...]
    spark: Svg


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The verdict on a run in one sentence. Without one `stars` is empty and the sentence says so;
    where it was not rated, `score` says why."""

    sentence: str
    stars: str
    n_stars: int
    score: str


def verdict_of(evaluation: FormEvaluation | None, lang: Lang) -> Verdict:
    """The stored verdict as it reads everywhere."""
    if evaluation is None:
        return Verdict(
            sentence=say("This run carries no form measurement.", lang),
            stars="",
            n_stars=0,
            score="",
        )
    score, n_stars = evaluation.overall_score, evaluation.overall_stars
    return Verdict(
        sentence=summary_text(evaluation, lang),
        stars="" if n_stars is None else star_text(n_stars),
        n_stars=n_stars or 0,
        score=heading_rating(evaluation, lang) if score is None else score_text(score),
    )


def run_line(
    run: StoredActivity,
    lang: Lang,
    *,
    training_type: TrainingType | None = None,
    improve: bool = False,
    speeds_mps: tuple[float | None, ...] = (),
) -> RunLine:
    """One run of a list."""
    flags = {"improve": improve, "partial": run.partial, "simulated": run.simulated}
    return RunLine(
        activity_id=run.activity_id,
        day=day_text(run.activity_date, lang),
        title=clean(run.title or "") or say("Run on {day}", lang, day=run.activity_date),
        kind="" if training_type is None else type_name(training_type, lang),
        distance=NO_VALUE if run.distance_m is None else f"{km_text(run.distance_m)} km",
        duration=NO_VALUE if run.timer_s is None else format_duration(run.timer_s),
        pace=f"{pace_text(run.speed_mps)}/km" if run.speed_mps else NO_VALUE,
        heart_rate=_heart_rate(run),
        sensor="" if run.sensor_group is None else sensor_text(run.sensor_group, lang),
        stars="" if run.overall_stars is None else star_text(run.overall_stars),
        n_stars=run.overall_stars or 0,
        score="" if run.overall_score is None else score_text(run.overall_score),
        why_not=_why_not(run, lang),
        flags=tuple(name for name, raised in flags.items() if raised),
        spark=spark(speeds_mps) if speeds_mps else NOTHING,
    )


def _why_not(run: StoredActivity, lang: Lang) -> str:
    """Why a run has no stars; empty where it has, or where nobody looked yet."""
    if run.refusal is not None:
        return in_language(run.refusal, lang)
    return unrated_text(run.unrated_reason, run.n_runs, lang).rstrip("。.")


def _heart_rate(run: StoredActivity) -> str:
    if run.heart_rate_avg_bpm is None:
        return NO_VALUE
    return unit_text(run.heart_rate_avg_bpm, "bpm")


_DIGITS = 3


def series_json(series_view: SeriesView) -> str:
    """`{activity_id, start_s, end_s, n_samples, elapsed_s, columns, pace_domain_mps}`."""
    domain = series_view.pace_domain_mps
    content = {
        "activity_id": str(series_view.activity_id),
        "start_s": round(series_view.start_s, _DIGITS),
        "end_s": round(series_view.end_s, _DIGITS),
        "n_samples": series_view.n_samples,
        "elapsed_s": _column(series_view.elapsed_s),
        "columns": {name: _column(column) for name, column in series_view.columns.items()},
        "pace_domain_mps": None
        if domain is None
        else [round(speed_mps, _DIGITS) for speed_mps in domain],
    }
    return json.dumps(content, separators=(",", ":"))


def _column(column: FloatArray) -> list[float | None]:
    return [round(value, _DIGITS) if math.isfinite(value) else None for value in column.tolist()]


_POINTS = 1_200
_ORDER = ("phases", "metrics", "environment", "summary", "next", "basics")


@dataclass(frozen=True, kw_only=True)
class RunPageView:
    """A run as finished strings and pictures."""

    activity_id: int
    when: str
    title: str
    simulated: bool
    kind: str
    ratings: tuple[Stars, ...]
    lost: tuple[str, ...]
    verdict: Verdict
    facts: tuple[Fact, ...]
    cards: tuple[Card, ...]
    basis: str
    balance: tuple[Fact, ...]
    first_panels: tuple[Panel, ...]
    more_panels: tuple[Panel, ...]
    why_head: str
    why: tuple[Part, ...]
    drawn: bool
    splits: tuple[SplitRow, ...]
    notes: tuple[str, ...]
    judged: tuple[Fact, ...]
    equipment: tuple[Fact, ...]
    analysed: bool
    track: Svg
    tracked: bool


def show_run(visit: Visit) -> Shown:
    """The page of a run."""
    name, lang = visit.here["activity_id"], visit.lang
    run_view = visit.remembered("run", name, make=lambda: view_run(visit.context, name))
    tracked = bool(read_preferences(visit.context.data_folder).show_track)
    track = track_chart(*view_track(visit.context, name), lang=lang) if tracked else NOTHING
    view = _run_view(run_view, lang, track=track, tracked=tracked)
    return Shown(template="run.html.j2", title=view.title, view=view, section="runs")


def show_session(visit: Visit) -> Shown:
    """What the run was as a session: a piece of its page, and a page of its own."""
    lang = visit.lang
    report = _whole(visit)
    sections, _ = run_sections(report, lang=lang, outside=clean)
    shown = (
        _without_repeats(section)
        for section in sections
        if section.name != "why" and (report.session is not None or section.name == "author_notes")
    )
    return Shown(
        template="run_session.html.j2",
        piece=True,
        title=page_text("session_head", lang),
        view=tuple(sorted((section for section in shown if section.parts), key=_place)),
        section="runs",
    )


def series(visit: Visit) -> Data:
    """The seconds of a run as lines; `from` and `to` name a stretch."""
    points = visit.number("points", _POINTS)
    series_view = view_series(
        visit.context,
        visit.here["activity_id"],
        start_s=_seconds(visit, "from"),
        end_s=_seconds(visit, "to"),
        points=min(points, POINTS_MOST),
    )
    return Data(text=series_json(series_view))


def report_html(visit: Visit) -> Download:
    """The report as one file."""
    report = _whole(visit)
    return _download(
        report, "html", "text/html; charset=utf-8", render_html(report, lang=visit.lang)
    )


def report_markdown(visit: Visit) -> Download:
    """The report as text."""
    report = _whole(visit)
    text = render_markdown(report, lang=visit.lang)
    return _download(report, "md", "text/markdown; charset=utf-8", text)


def _whole(visit: Visit) -> RunReport:
    name = visit.here["activity_id"]

    def work() -> RunReport:
        return whole_run(visit.context, name, past=visit.past())

    return visit.remembered("session", name, make=work)


def _download(report: RunReport, ending: str, media_type: str, text: str) -> Download:
    name = f"{report.facts.day.isoformat()}-{report.facts.activity_id}.{ending}"
    return Download(name=name, media_type=media_type, body=text.encode("utf-8", "replace"))


def _run_view(run_view: RunView, lang: Lang, *, track: Svg, tracked: bool) -> RunPageView:
    report, analysis = run_view.report, run_view.analysis
    facts, evaluation = report.facts, report.evaluation
    stars = (
        None if analysis is None else session_stars(analysis.rating, lang),
        form_stars(evaluation, lang),
    )
    balance, panels = say("Contact balance", lang), metric_panels(report, lang)
    return RunPageView(
        activity_id=facts.activity_id,
        when=started_text(facts, lang),
        title=clean(facts.title or "") or say("Run on {day}", lang, day=facts.day),
        simulated=facts.simulated,
        kind="" if analysis is None else kind_line(analysis.summary, lang),
        ratings=tuple(rating for rating in stars if rating is not None),
        lost=() if analysis is None else lost_stars(analysis.rating, lang),
        verdict=verdict_of(evaluation, lang),
        facts=fact_rows(facts, lang),
        cards=metric_cards(report, lang),
        basis=shared_basis(evaluation, lang),
        balance=tuple(fact for fact in comment_facts(evaluation, lang) if fact.label == balance),
        first_panels=tuple(panel for panel in panels if panel.first and panel.curve),
        more_panels=panels,
        why_head=say(PAGE["why"], lang),
        why=why_parts(report.why, lang, outside=clean),
        drawn=len(report.series.get("elapsed_s", ())) > 1,
        splits=split_rows(report),
        notes=(*notes(report, lang), *map(clean, facts.issues)),
        judged=judged_facts(evaluation, lang),
        equipment=tuple(
            Fact(label=fact.label, value=clean(fact.value)) for fact in equipment_rows(facts, lang)
        ),
        analysed=analysis is not None,
        track=track,
        tracked=tracked,
    )


def _without_repeats(section: Section) -> Section:
    """Without what the page shows already: the form verdict, lines over time, splits, and the
    figures of the run."""
    parts = []
    for part in section.parts:
        blocks = tuple(block for block in part.blocks if not _is_on_page(block))
        if blocks and (part.title or section.name != "basics"):
            parts.append(replace(part, blocks=blocks))
    return replace(section, parts=tuple(parts))


def _is_on_page(block: Block) -> bool:
    if isinstance(block, Table):
        return block.name == "splits"
    return isinstance(block, FormPart | Picture)


def _place(section: Section) -> int:
    return _ORDER.index(section.name) if section.name in _ORDER else len(_ORDER)


def _seconds(visit: Visit, name: str) -> float | None:
    written = visit.choice(name)
    if written is None:
        return None
    try:
        elapsed_s = float(written)
    except ValueError:
        elapsed_s = float("nan")
    if not 0.0 <= elapsed_s <= 1e7:
        raise BadArgument(name, written, message("a number of elapsed seconds"))
    return elapsed_s
