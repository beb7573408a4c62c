"""The page of one run: a bar that stays, and five tabs, each with an address of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, cast
from urllib.parse import urlencode

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, message, say
from hakaru.core.units import format_duration
from hakaru.flows.comeback import back_after
from hakaru.flows.preferences import read_preferences
from hakaru.flows.report import (
    RunView,
    neighbours_of,
    view_analysis,
    view_facts,
    view_run,
    view_session,
    view_trends,
)
from hakaru.flows.run_edits import run_edit
from hakaru.flows.run_lines import (
    SMOOTHS_S,
    Across,
    RunLines,
    stretch_figures,
    thinned,
    view_lines,
    view_route,
)
from hakaru.guard.cleaning import clean
from hakaru.present.chart import DrawnChart, chart_json, drawn_chart
from hakaru.present.comeback import back_parts, back_title
from hakaru.present.document import Block, Fact, FormPart, Part, Picture, Section, Stars, Table
from hakaru.present.figures import day_text, distance_text, equipment_rows, fact_rows, started_text
from hakaru.present.form import notes
from hakaru.present.page_metrics import trend_part
from hakaru.present.page_overview import form_stars, lost_stars, page_kind, session_stars
from hakaru.present.report import (
    TREND_RUNS,
    Card,
    metric_cards,
    run_sections,
    shared_basis,
    this_run,
)
from hakaru.present.rows import SplitRow, comment_facts, judged_facts, split_rows
from hakaru.present.run_charts import (
    StretchTable,
    deviation_chart,
    lines_chart,
    overview_chart,
    pace_chart,
    route_json,
    stretch_table,
)
from hakaru.present.session import kind_line, role_text
from hakaru.present.why import why_parts
from hakaru.records import frozen
from hakaru.running.report import ReportFacts, RunReport
from hakaru.running.session.model import SessionSummary
from hakaru.running.splits import Split
from hakaru.surfaces.web.pages.runs import Verdict, verdict_of
from hakaru.surfaces.web.pages.visit import Data, Shown, Visit

Tab = Literal["overview", "charts", "laps", "session", "why"]
_TABS: Mapping[Tab, str] = {
    "overview": N_("Overview"),
    "charts": N_("Charts"),
    "laps": N_("Laps"),
    "session": N_("Session"),
    "why": N_("Why and compare"),
}
_ACROSS: Mapping[Across, str] = {
    "time": N_("Time"),
    "moving": N_("Without standing"),
    "distance": N_("Distance"),
}
_POINTS = 900
_OVERVIEW_POINTS = 400
_OVERVIEW_SMOOTH_S = 15
_SMOOTH_S = 15
_SIMILAR = 8
_OF_OTHER_TABS = frozenset({"basics", "form", "why", "splits"})
"""Of a run that nobody looked at as a session."""


@frozen
class RunTab:
    """A tab of the page, which is an address of its own."""

    name: Tab
    label: str
    address: str
    here: bool


@frozen
class RunHead:
    """The bar of a run. `earlier` and `later` are addresses of the same tab of the runs beside it;
    '': there is none."""

    activity_id: int
    when: str
    title: str
    simulated: bool
    tabs: tuple[RunTab, ...]
    earlier: str
    later: str


@frozen
class OverviewView:
    """What a run was in one look. `chart` None: no seconds were recorded; `note` is the
    runner's own, '': there is none. `back`: how things stood after it, where a break had ended
    lately."""

    head: RunHead
    kind: str
    ratings: tuple[Stars, ...]
    lost: tuple[str, ...]
    verdict: Verdict
    facts: tuple[Fact, ...]
    chart: DrawnChart | None
    cards: tuple[Card, ...]
    basis: str
    balance: tuple[Fact, ...]
    note: str
    not_learned: bool
    notes: tuple[str, ...]
    judged: tuple[Fact, ...]
    equipment: tuple[Fact, ...]
    back_head: str
    back: tuple[Part, ...]


@frozen
class Pick:
    """One of several ways to draw the same: an address."""

    label: str
    address: str
    value: str
    here: bool


@frozen
class ChartsView:
    """Every line of a run. `route` is the address of where it went; '': it is not to be drawn."""

    head: RunHead
    chart: DrawnChart | None
    across: tuple[Pick, ...]
    smooth: tuple[Pick, ...]
    figures: StretchTable | None
    figures_source: str
    zoomed: str
    route: str
    route_off: bool
    tiles: str
    attribution: str


@frozen
class LapLine:
    """A lap or repetition: its figures, and where the charts show it."""

    row: SplitRow
    part: str
    mark: str
    start_s: str
    stop_s: str
    address: str


@frozen
class LapsView:
    """All laps in one table below the lines they belong to."""

    head: RunHead
    chart: DrawnChart | None
    laps: tuple[LapLine, ...]
    parted: bool


@frozen
class SessionView:
    """What the run was as a session. `analysed` False: nobody has looked at it as one yet."""

    head: RunHead
    sections: tuple[Section, ...]
    analysed: bool


@frozen
class OtherRun:
    """A run to compare with."""

    label: str
    about: str
    address: str
    compare: str


@frozen
class WhyView:
    """What moved form, how the run lies among others, and which ones it is like."""

    head: RunHead
    why_head: str
    why: tuple[Part, ...]
    curves: tuple[DrawnChart, ...]
    trends: tuple[DrawnChart, ...]
    similar: tuple[OtherRun, ...]
    compare_all: str


def show_overview(visit: Visit) -> Shown:
    """The first tab."""
    lang, run_view = visit.lang, run_view_of(visit)
    report, analysis = run_view.report, run_view.analysis
    facts, evaluation = report.facts, report.evaluation
    stars = (
        None if analysis is None else session_stars(analysis.rating, lang),
        form_stars(evaluation, lang),
    )
    balance = say("Contact balance", lang)
    edit = run_edit(visit.context, facts.activity_id)
    back_head, back = _back(visit)
    view = OverviewView(
        head=head_of(visit, "overview", report.facts),
        kind="" if analysis is None else kind_line(analysis.summary, lang),
        ratings=tuple(rating for rating in stars if rating is not None),
        lost=() if analysis is None else lost_stars(analysis.rating, lang),
        verdict=verdict_of(evaluation, lang),
        facts=fact_rows(facts, lang),
        chart=_overview_chart(visit),
        cards=metric_cards(report, lang),
        basis=shared_basis(evaluation, lang),
        balance=tuple(fact for fact in comment_facts(evaluation, lang) if fact.label == balance),
        note=clean(edit.note or ""),
        not_learned=edit.not_learned,
        notes=(*notes(report, lang), *map(clean, facts.issues)),
        judged=judged_facts(evaluation, lang),
        equipment=tuple(
            Fact(label=fact.label, value=clean(fact.value)) for fact in equipment_rows(facts, lang)
        ),
        back_head=back_head,
        back=back,
    )
    return _shown("run", view, view.head)


def _back(visit: Visit) -> tuple[str, tuple[Part, ...]]:
    """The heading and the parts of a return that the run belongs to; empty: it belongs to none."""
    name = visit.here["activity_id"]
    result = visit.remembered("back", name, make=lambda: back_after(visit.context, name))
    if result is None or result.comeback is None:
        return "", ()
    return back_title(result.comeback, visit.lang), back_parts(result, visit.lang)


def show_charts(visit: Visit) -> Shown:
    """Every line of the run, and the figures of the stretch that is shown."""
    across, smooth_s = _across(visit), _smooth(visit)
    start, stop = _place(visit, "from"), _place(visit, "to")
    whole = _lines(visit, across, smooth_s)
    figures = stretch_figures(whole, start=start, stop=stop)
    chosen = read_preferences(visit.context.data_folder)
    tiles = chosen.tiles if chosen.show_track and not whole.is_empty else None
    view = ChartsView(
        head=head_of(visit, "charts", _facts(visit)),
        chart=None if whole.is_empty else _drawn(visit, whole),
        across=tuple(
            _pick(visit, "x", name, say(label, visit.lang), here=name == across)
            for name, label in _ACROSS.items()
        ),
        smooth=tuple(
            _pick(visit, "smooth", str(one), say(name, visit.lang, s=one), here=one == smooth_s)
            for one in SMOOTHS_S
            for name in (N_("{s} s") if one else N_("nothing"),)
        ),
        figures=None if figures is None else stretch_table(figures, visit.lang),
        figures_source=_address(visit, "figures", x=across, smooth=str(smooth_s)),
        zoomed="" if start is None or stop is None else f"{start:g}-{stop:g}",
        route=_address(visit, "route", x=across) if chosen.show_track else "",
        route_off=not chosen.show_track,
        tiles="" if tiles is None else tiles.template,
        attribution=tiles.attribution if tiles is not None and tiles.allowed else "",
    )
    images = "" if tiles is None else tiles.origin
    return replace(_shown("run_charts", view, view.head), images=images)


def show_laps(visit: Visit) -> Shown:
    """Laps and repetitions in one table."""
    report, lang = run_view_of(visit).report, visit.lang
    kind, where = _kind(visit), f"/runs/{visit.here['activity_id']}/charts"
    pairs = zip(report.splits, split_rows(report, lang), strict=True)
    laps = tuple(
        LapLine(
            row=row,
            part=_part(line.split, lang),
            mark=_mark(line.split, kind),
            start_s=f"{line.split.start_elapsed_s:.1f}",
            stop_s=f"{line.split.end_elapsed_s:.1f}",
            address=f"{where}?{_stretch_query(line.split)}",
        )
        for line, row in pairs
    )
    view = LapsView(
        head=head_of(visit, "laps", report.facts),
        chart=_overview_chart(visit, tools=True) if laps else None,
        laps=laps,
        parted=len({lap.part for lap in laps}) > 1,
    )
    return _shown("run_laps", view, view.head)


def show_session(visit: Visit) -> Shown:
    """What the run was as a session."""
    report = session_report(visit)
    sections, _ = run_sections(
        report,
        lang=visit.lang,
        outside=clean,
        elsewhere={"why", "trend"} if report.session is not None else _OF_OTHER_TABS,
    )
    shown = (_without_repeats(section) for section in sections)
    view = SessionView(
        head=head_of(visit, "session", report.facts),
        sections=tuple(sorted((section for section in shown if section.parts), key=_order)),
        analysed=report.session is not None,
    )
    return _shown("run_session", view, view.head)


def trend(visit: Visit) -> Shown:
    """What moved over the months up to the run: a piece of the page."""
    session = visit.remembered_of_run("trend", make=lambda name: view_trends(visit.context, name))
    part = None if session is None else trend_part(session, visit.lang)
    return Shown(
        template="run_trend.html.j2",
        piece=True,
        title=say("Over the months", visit.lang),
        view=part,
        section="runs",
    )


def show_why(visit: Visit) -> Shown:
    """What moved form, and the runs to compare with."""
    report, lang = session_report(visit), visit.lang
    similar = () if report.session is None or report.session.similar is None else (
        report.session.similar.workouts[:_SIMILAR]
    )  # fmt: skip
    here = report.facts.activity_id
    others = [workout.summary for workout in similar]
    pieces = report.history
    view = WhyView(
        head=head_of(visit, "why", report.facts),
        why_head=say("What moved your form", lang),
        why=why_parts(report.why, lang, outside=clean),
        curves=tuple(
            drawn_chart(
                pace_chart(piece.curve, piece.points, this_run=this_run(report, metric), lang=lang),
                lang,
            )
            for metric, piece in pieces.items()
            if piece.curve is not None and piece.curve.basis != "population"
        ),
        trends=tuple(
            drawn_chart(deviation_chart(piece.trend, lang=lang), lang)
            for piece in pieces.values()
            if piece.trend is not None and len(piece.trend.days) >= TREND_RUNS
        ),
        similar=tuple(_other(summary, here, lang) for summary in others),
        compare_all=_compare(here, [summary.activity_id for summary in others[:4]]),
    )
    return _shown("run_why", view, view.head)


def series(visit: Visit) -> Data:
    """The lines of a stretch as a chart, for the script that draws them."""
    whole = _lines(visit, _across(visit), _smooth(visit))
    points = visit.number("points", _POINTS)
    lines = thinned(
        whole, start=_place(visit, "from"), stop=_place(visit, "to"), points=min(points, 4_000)
    )
    chart = lines_chart(
        lines, whole, kind=_kind(visit), source=_series_address(visit), lang=visit.lang
    )
    return Data(text=chart_json(chart))


def figures(visit: Visit) -> Shown:
    """The figures of a stretch: a piece of the page."""
    whole = _lines(visit, _across(visit), _smooth(visit))
    found = stretch_figures(whole, start=_place(visit, "from"), stop=_place(visit, "to"))
    return Shown(
        template="run_figures.html.j2",
        piece=True,
        title=say("Figures of what is shown", visit.lang),
        view=None if found is None else stretch_table(found, visit.lang),
        section="runs",
    )


def route(visit: Visit) -> Data:
    """Where the run went, for the script that draws it; empty unless that is to be drawn."""
    allowed = read_preferences(visit.context.data_folder).show_track
    lines = _lines(visit, _across(visit), _OVERVIEW_SMOOTH_S)
    return Data(text=route_json(view_route(visit.context, lines) if allowed else None, lines))


def run_view_of(visit: Visit) -> RunView:
    """The run that the address names."""
    return visit.remembered_of_run("run", make=lambda name: view_run(visit.context, name))


def _facts(visit: Visit) -> ReportFacts:
    return visit.remembered_of_run("facts", make=lambda name: view_facts(visit.context, name))


def session_report(visit: Visit) -> RunReport:
    """The run with its session and everything that is said of it, but its trends."""
    return visit.remembered_of_run("session", make=lambda name: view_session(visit.context, name))


def _lines(visit: Visit, across: Across, smooth_s: int) -> RunLines:
    return visit.remembered_of_run(
        "lines", across, smooth_s,
        make=lambda name: view_lines(visit.context, name, across=across, smooth_s=smooth_s),
    )  # fmt: skip


def _shown(template: str, view: object, head: RunHead) -> Shown:
    return Shown(template=f"{template}.html.j2", title=head.title, view=view, section="runs")


def head_of(visit: Visit, here: Tab | None, facts: ReportFacts) -> RunHead:
    """The bar of a run on one of its tabs; None: on none of them."""
    lang = visit.lang
    name = str(facts.activity_id)
    earlier, later = visit.remembered(
        "beside", name, make=lambda: neighbours_of(visit.context, facts.activity_id)
    )
    return RunHead(
        activity_id=facts.activity_id,
        when=started_text(facts, lang),
        title=clean(facts.title or "") or say("Run on {day}", lang, day=facts.day),
        simulated=facts.simulated,
        tabs=tuple(
            RunTab(
                name=tab,
                label=say(label, lang),
                address=_tab_address(name, tab),
                here=tab == here,
            )
            for tab, label in _TABS.items()
        ),
        earlier="" if earlier is None else _tab_address(str(earlier), here or "overview"),
        later="" if later is None else _tab_address(str(later), here or "overview"),
    )


def _tab_address(name: str, tab: Tab) -> str:
    return f"/runs/{name}" if tab == "overview" else f"/runs/{name}/{tab}"


def _kind(visit: Visit) -> str:
    analysis = visit.remembered_of_run(
        "analysis", make=lambda name: view_analysis(visit.context, name)
    )
    return "easy" if analysis is None else page_kind(analysis)


def _overview_chart(visit: Visit, *, tools: bool = False) -> DrawnChart | None:
    whole = _lines(visit, "time", _OVERVIEW_SMOOTH_S)
    if whole.is_empty:
        return None
    lines = thinned(whole, start=None, stop=None, points=_OVERVIEW_POINTS)
    chart = overview_chart(lines, kind=_kind(visit), lang=visit.lang)
    return drawn_chart(replace(chart, tools=tools), visit.lang)


def _drawn(visit: Visit, whole: RunLines) -> DrawnChart:
    lines = thinned(whole, start=None, stop=None, points=_POINTS)
    chart = lines_chart(
        lines, whole, kind=_kind(visit), source=_series_address(visit), lang=visit.lang
    )
    return drawn_chart(chart, visit.lang)


def _series_address(visit: Visit) -> str:
    return _address(visit, "series", x=_across(visit), smooth=str(_smooth(visit)))


def _address(visit: Visit, piece: str, **asked: str) -> str:
    return f"/runs/{visit.here['activity_id']}/{piece}?{urlencode(asked)}"


def _pick(visit: Visit, name: str, value: str, label: str, *, here: bool) -> Pick:
    asked = {"x": _across(visit), "smooth": str(_smooth(visit)), name: value}
    return Pick(label=label, address=_address(visit, "charts", **asked), value=value, here=here)


def _across(visit: Visit) -> Across:
    named = visit.choice("x") or "time"
    if named not in _ACROSS:
        raise BadArgument("x", named, message("one of {names}", names=", ".join(_ACROSS)))
    return cast(Across, named)


def _smooth(visit: Visit) -> int:
    named = visit.choice("smooth")
    if named is None:
        return _SMOOTH_S
    chosen = next((smooth_s for smooth_s in SMOOTHS_S if str(smooth_s) == named), None)
    if chosen is None:
        names = ", ".join(map(str, SMOOTHS_S))
        raise BadArgument("smooth", named, message("one of {names}", names=names))
    return chosen


def _place(visit: Visit, name: str) -> float | None:
    """A place of the x axis that was chosen: seconds or metres."""
    written = visit.choice(name)
    if written is None:
        return None
    try:
        place = float(written)
    except ValueError:
        place = float("nan")
    if not 0.0 <= place <= 1e7:
        raise BadArgument(name, written, message("a number of elapsed seconds"))
    return place


def _stretch_query(split: Split) -> str:
    return urlencode({"from": f"{split.start_elapsed_s:.1f}", "to": f"{split.end_elapsed_s:.1f}"})


def _part(split: Split, lang: Lang) -> str:
    if split.role is None:
        return ""
    name = role_text(split.role, lang)
    return name if split.rep_index is None else f"{name} {split.rep_index}"


def _mark(split: Split, kind: str) -> str:
    if kind == "reps" and split.role in ("work", "recovery"):
        return split.role
    return "target" if kind == "tempo" and split.is_target else ""


_ORDER = ("phases", "metrics", "environment", "summary", "next", "basics")


def _without_repeats(section: Section) -> Section:
    """Without what other tabs show: the form verdict, lines over time, laps, and the figures of
    the run."""
    parts = []
    for part in section.parts:
        blocks = tuple(block for block in part.blocks if not _is_elsewhere(block))
        if blocks and (part.title or section.name != "basics"):
            parts.append(replace(part, blocks=blocks))
    return replace(section, parts=tuple(parts))


def _is_elsewhere(block: Block) -> bool:
    if isinstance(block, Table):
        return block.name == "splits"
    return isinstance(block, FormPart | Picture)


def _order(section: Section) -> int:
    return _ORDER.index(section.name) if section.name in _ORDER else len(_ORDER)


def _other(summary: SessionSummary, here: int, lang: Lang) -> OtherRun:
    about = [
        kind_line(summary, lang),
        "" if summary.distance_m is None else distance_text(summary.distance_m, lang),
        "" if summary.timer_s is None else format_duration(summary.timer_s),
    ]
    return OtherRun(
        label=day_text(summary.activity_date, lang),
        about=" · ".join(text for text in about if text),
        address=f"/runs/{summary.activity_id}",
        compare=_compare(here, [summary.activity_id]),
    )


def _compare(here: int, others: list[int]) -> str:
    runs = [str(activity_id) for activity_id in (here, *others)]
    return f"/compare?{urlencode(list(zip('abcde', runs, strict=False)))}" if others else ""
