"""What does the training add up to: load, zones, paces, and how threshold and VO2max moved?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from hakaru.flows.athlete import (
    LoadResult,
    NextResult,
    get_training_load,
    next_training_by,
    paces_by,
)
from hakaru.flows.trends import TrendsResult, analyze_performance_trends
from hakaru.present.athlete import (
    athlete_rows,
    disagreement_text,
    fitness_rows,
    gap_text,
    pace_rows,
    power_zone_rows,
    race_cells,
    race_heads,
)
from hakaru.present.blocks import Fact, Row, Table, day_text, pace_text, unit_text
from hakaru.present.changes import change_table
from hakaru.present.charts import load_chart
from hakaru.present.page_metrics import long_term_texts, month_table, session_trend_chart
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.training import (
    break_text,
    earliest_text,
    history_note,
    history_rows,
    kind_texts,
    no_week_text,
    option_name,
    option_rows,
    shape_table,
    shape_title,
    volume_text,
    week_head,
)
from hakaru.present.words import PAGE, say
from hakaru.present.words_session import SESSION
from hakaru.running.athlete.model import HeartRateZones
from hakaru.running.readiness import Fitness
from hakaru.running.week_plan import WeekPlan
from hakaru.running.wording import Lang, fixed
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text

_SPANS_DAYS = {"3m": 91, "6m": 182, "1y": 365, "2y": 730}
_SPAN = "6m"


@dataclass(frozen=True, kw_only=True)
class OptionView:
    """One way to go on."""

    title: str
    when: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class WeekView:
    """A week in several shapes, each a title with its table; `head` says so where there is none."""

    head: str
    note: str
    shapes: tuple[tuple[str, Table], ...]
    kinds: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TrainingView:
    """The load; empty strings and tuples where nothing is known."""

    chart: Svg
    facts: tuple[Fact, ...]
    note: str
    known: bool
    spans: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, kw_only=True)
class PacesView:
    """What is known of the athlete, and what follows from it."""

    day: str
    athlete: tuple[Fact, ...]
    disagreements: tuple[str, ...]
    zones: Table | None
    zones_basis: str
    paces: Table | None
    power_zones: Table | None
    races: Table | None
    options: tuple[OptionView, ...]
    pause: str
    week: WeekView


@dataclass(frozen=True, kw_only=True)
class TrendsView:
    """What moved over the months."""

    head: str
    charts: tuple[Svg, ...]
    texts: tuple[str, ...]
    changes: Table | None
    months: Table | None


def show(visit: Visit) -> Shown:
    """The page of training: load at once, the rest as it comes."""
    span = visit.choice("span")
    span = span if span in _SPANS_DAYS else _SPAN
    today = visit.context.now().astimezone().date()
    since = today - timedelta(days=_SPANS_DAYS[span])

    def load() -> LoadResult:
        return get_training_load(visit.context, since=since, until=None)

    result = visit.remembered("load", since, make=load)
    lang, history = visit.lang, result.history
    view = TrainingView(
        chart=NOTHING if history is None else load_chart(history, since=since, lang=lang),
        facts=() if history is None else history_rows(history, history.days[-1], lang=lang),
        note="" if history is None else history_note(history, lang),
        known=history is not None and bool(result.by_basis),
        spans=tuple((name, name == span) for name in _SPANS_DAYS),
    )
    title = page_text("nav_training", lang)
    return Shown(template="training.html.j2", title=title, view=view, section="training")


def paces(visit: Visit) -> Shown:
    """Zones, paces, races and what to do next: a piece of the page."""
    today = visit.context.now().astimezone().date()
    fitness = visit.remembered(
        "paces", today, make=lambda: paces_by(visit.context, visit.past(), day=None)
    )
    ways = visit.remembered(
        "next",
        today,
        make=lambda: next_training_by(visit.context, visit.past(), day=None, week=True),
    )
    return Shown(
        template="training_paces.html.j2",
        piece=True,
        title=page_text("paces_head", visit.lang),
        view=_paces(fitness, ways, visit.lang),
        section="training",
    )


def trends(visit: Visit) -> Shown:
    """What moved: a piece of the page."""

    def work() -> TrendsResult:
        return analyze_performance_trends(
            visit.context, metric=None, pace=None, sensor=None, since=None
        )

    result = visit.remembered("trends", make=work)
    return Shown(
        template="training_trends.html.j2",
        piece=True,
        title=page_text("trends_head", visit.lang),
        view=_trends(result, visit.lang),
        section="training",
    )


def _paces(fitness: Fitness, ways: NextResult, lang: Lang) -> PacesView:
    heads, rows = pace_rows(fitness.from_vo2_max, fitness.from_threshold, lang=lang)
    return PacesView(
        day=day_text(fitness.athlete.day, lang),
        athlete=(*athlete_rows(fitness.athlete, lang), *fitness_rows(fitness, lang)),
        disagreements=(
            *(
                ()
                if fitness.disagreement is None
                else (disagreement_text(fitness.disagreement, lang),)
            ),
            *(gap_text(gap, lang) for gap in fitness.gaps),
        ),
        zones=None if fitness.zones is None else _zones(fitness.zones, lang),
        zones_basis=""
        if fitness.zones is None
        else say(SESSION[f"zones_{fitness.zones.basis}"], lang),
        paces=_table("paces", heads, rows),
        power_zones=None
        if fitness.power_w is None
        else _table("powerzones", *power_zone_rows(fitness.power_w, lang)),
        races=_table("races", race_heads(lang), [race_cells(race, lang) for race in fitness.races]),
        options=tuple(
            OptionView(
                title=option_name(option, lang),
                when=earliest_text(option, lang),
                facts=option_rows(option, lang),
            )
            for option in ways.options
        ),
        pause=break_text(ways.pause, lang),
        week=_week(ways.week, lang),
    )


def _week(plan: WeekPlan | None, lang: Lang) -> WeekView:
    if plan is None:
        return WeekView(head=no_week_text(lang), note="", shapes=(), kinds=())
    return WeekView(
        head=week_head(plan, lang),
        note=volume_text(plan, lang),
        shapes=tuple((shape_title(shape, lang), shape_table(shape, lang)) for shape in plan.shapes),
        kinds=kind_texts(plan, lang),
    )


def _zones(zones: HeartRateZones, lang: Lang) -> Table:
    spans = [
        say(SESSION["zone_between"], lang, low=fixed(low, 0), high=unit_text(high, "bpm"))
        for low, high in pairwise(zones.low_bpm)
    ]
    spans.append(say(SESSION["zone_from"], lang, low=unit_text(zones.low_bpm[-1], "bpm")))
    rows = [(f"Zone {number}", span) for number, span in enumerate(spans, start=1)]
    heads = tuple(say(PAGE[key], lang) for key in ("zone", "zone_range"))
    return Table(name="zones", columns=heads, rows=tuple(Row(cells=cells) for cells in rows))


def _trends(result: TrendsResult, lang: Lang) -> TrendsView:
    head = ""
    if result.reference_speed_mps is not None:
        head = page_text("trends_at", lang, pace=pace_text(result.reference_speed_mps))
    changes = tuple(metric.change for metric in result.metrics if metric.change is not None)
    return TrendsView(
        head=head,
        charts=tuple(
            chart for trend in result.sessions if (chart := session_trend_chart(trend, lang=lang))
        ),
        texts=long_term_texts(result.sessions, lang),
        changes=change_table(changes, lang) if changes else None,
        months=month_table(tuple(metric.trend for metric in result.metrics), lang),
    )


def _table(name: str, heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table | None:
    if not rows:
        return None
    return Table(name=name, columns=heads, rows=tuple(Row(cells=cells) for cells in rows))
