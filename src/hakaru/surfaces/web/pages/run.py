"""What does one run show: its verdict, its lines, its splits, and what it was as a session?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hakaru.core.errors import BadArgument
from hakaru.flows.preferences import read_preferences
from hakaru.flows.report import POINTS_MOST, RunView, view_run, view_series, view_track, whole_run
from hakaru.guard.cleaning import clean
from hakaru.present.blocks import (
    Block,
    Fact,
    FormPart,
    Picture,
    Section,
    Stars,
    Table,
    equipment_rows,
    fact_rows,
    started_text,
)
from hakaru.present.changes import notes
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
from hakaru.present.rows import SplitRow, comment_facts, judged_facts, split_rows
from hakaru.present.session import kind_line
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.timeline import track_chart
from hakaru.present.words import word
from hakaru.running.report import RunReport
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.lines import Verdict, verdict_of
from hakaru.surfaces.web.pages.series_text import series_json
from hakaru.surfaces.web.pages.visit import Data, Download, Shown, Visit
from hakaru.surfaces.web.words import page_text

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
    drawn: bool
    splits: tuple[SplitRow, ...]
    notes: tuple[str, ...]
    judged: tuple[Fact, ...]
    equipment: tuple[Fact, ...]
    analysed: bool
    track: Svg
    tracked: bool


def show(visit: Visit) -> Shown:
    """The page of a run."""
    name, lang = visit.here["activity_id"], visit.lang
    run_view = visit.remembered("run", name, make=lambda: view_run(visit.context, name))
    tracked = bool(read_preferences(visit.context.data_folder).show_track)
    track = track_chart(*view_track(visit.context, name), lang=lang) if tracked else NOTHING
    view = _view(run_view, lang, track=track, tracked=tracked)
    return Shown(template="run.html.j2", title=view.title, view=view, section="runs")


def show_session(visit: Visit) -> Shown:
    """What the run was as a session: a piece of its page, and a page of its own."""
    lang = visit.lang
    report = _whole(visit)
    sections, _ = run_sections(report, lang=lang, outside=clean)
    shown = (_without_repeats(section) for section in sections if report.session is not None)
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


def _view(run_view: RunView, lang: Lang, *, track: Svg, tracked: bool) -> RunPageView:
    report, analysis = run_view.report, run_view.analysis
    facts, evaluation = report.facts, report.evaluation
    stars = (
        None if analysis is None else session_stars(analysis.rating, lang),
        form_stars(evaluation, lang),
    )
    balance, panels = word("balance", lang), metric_panels(report, lang)
    return RunPageView(
        activity_id=facts.activity_id,
        when=started_text(facts, lang),
        title=clean(facts.title or "") or word("title", lang, day=facts.day),
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
        raise BadArgument(name, written, "a number of elapsed seconds")
    return elapsed_s
