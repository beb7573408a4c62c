"""What the training adds up to: load, zones, paces, and how threshold and VO2max moved."""

from __future__ import annotations

from datetime import timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import say
from hakaru.flows.athlete import get_next_training, get_paces, get_race_readiness
from hakaru.flows.cockpit import first_run_day, time_in_zones
from hakaru.flows.load import LoadResult, get_training_load
from hakaru.flows.trends import TrendsResult, analyze_performance_trends
from hakaru.present.chart import DrawnChart
from hakaru.present.document import Document, Part, without_pictures
from hakaru.present.fitness import paces_document, ready_document
from hakaru.present.load import load_document
from hakaru.present.overview_charts import (
    drawn_or_none,
    load_chart,
    months_chart,
    zones_chart,
)
from hakaru.present.training import (
    break_text,
    options_part,
    week_parts,
)
from hakaru.present.trends import trends_document
from hakaru.records import frozen
from hakaru.surfaces.web.pages.ranges import RangeView, chosen_range, range_query, range_view
from hakaru.surfaces.web.pages.visit import Shown, Visit

_DEFAULT_DISTANCE = "half"
_DEFAULT_DAYS = 84


@frozen
class ReadyView:
    """The question as it was asked, and the answer; `wrong`: why there is none. `is_empty`: there
    is no run to answer from."""

    distance: str
    day: str
    answer: Document | None
    wrong: str
    is_empty: bool = False


def show_ready(visit: Visit) -> Shown:
    """Readiness for the race that the address names; a half marathon in twelve weeks at first."""
    today = visit.context.today
    distance = visit.choice("distance") or _DEFAULT_DISTANCE
    day = visit.day("day") or today + timedelta(days=_DEFAULT_DAYS)
    lang = visit.lang
    try:
        readiness = visit.remembered(
            "ready",
            today,
            distance,
            day,
            make=lambda: get_race_readiness(visit.context, distance=distance, day=day),
        )
    except BadArgument:
        wrong = say(
            "The distance is a number of kilometres from 1.5 to 100, half or marathon.", lang
        )
        view = ReadyView(distance=distance, day=day.isoformat(), answer=None, wrong=wrong)
    else:
        answer = ready_document(readiness, lang)
        view = ReadyView(
            distance=distance,
            day=day.isoformat(),
            answer=answer,
            wrong="",
            is_empty=readiness.state == "unknown",
        )
    return Shown(
        template="training_ready.html.j2",
        title=say("Ready for a race?", lang),
        view=view,
        section="training",
    )


@frozen
class TrainingView:
    """The load as far as it is known. `is_empty`: no run has one at all."""

    load: Document
    chart: DrawnChart | None
    zones: DrawnChart | None
    span: RangeView
    query: str
    is_empty: bool


@frozen
class PacesView:
    """What is known of the athlete, and what follows from it: paces, options, a week."""

    paces: Document
    pause: str
    options: Part
    week: tuple[Part, ...]


@frozen
class TrendsView:
    """What moved over the months. `lies_before`: nothing did in the span, but there are earlier
    runs."""

    chart: DrawnChart | None
    trends: Document
    lies_before: bool


def show(visit: Visit) -> Shown:
    """The page of training: load and zones at once, the rest as it comes."""
    lang = visit.lang
    chosen = chosen_range(visit, default="6m")
    since = chosen.since or first_run_day(visit.context)

    def load() -> LoadResult:
        return get_training_load(visit.context, since=since, until=chosen.until)

    result = visit.remembered("load", since, chosen.until, make=load)
    zones = visit.remembered(
        "zones", since, chosen.until,
        make=lambda: time_in_zones(visit.context, since=since, until=chosen.until),
    )  # fmt: skip
    history = result.history if result.by_basis and result.sessions else None
    chart = None if history is None else load_chart(history, since=result.since, lang=lang)
    view = TrainingView(
        load=without_pictures(load_document(result, lang)),
        chart=drawn_or_none(chart, lang),
        zones=drawn_or_none(zones_chart(zones, lang), lang),
        span=range_view(visit, chosen, path="/training"),
        query=range_query(chosen),
        is_empty=not result.by_basis,
    )
    title = say("Training", lang)
    return Shown(template="training.html.j2", title=title, view=view, section="training")


def paces(visit: Visit) -> Shown:
    """Zones, paces, races and what to do next: a piece of the page."""
    today = visit.context.today
    fitness = visit.remembered("paces", today, make=lambda: get_paces(visit.context, day=None))
    ways = visit.remembered(
        "next",
        today,
        make=lambda: get_next_training(visit.context, day=None, week=True),
    )
    return Shown(
        template="training_paces.html.j2",
        piece=True,
        title=say("Zones and paces", visit.lang),
        view=PacesView(
            paces=paces_document(fitness, visit.lang),
            pause=break_text(ways.pause, visit.lang),
            options=options_part(ways, visit.lang),
            week=week_parts(ways.week, visit.lang),
        ),
        section="training",
    )


def trends(visit: Visit) -> Shown:
    """What moved: a piece of the page."""
    chosen = chosen_range(visit, default="all")

    def work() -> TrendsResult:
        return analyze_performance_trends(
            visit.context, metric=None, pace=None, sensor=None, since=chosen.since
        )

    result = visit.remembered("trends", chosen.since, make=work)
    return Shown(
        template="training_trends.html.j2",
        piece=True,
        title=say("Over the months", visit.lang),
        view=TrendsView(
            chart=drawn_or_none(months_chart(result.sessions, visit.lang), visit.lang),
            trends=trends_document(result, visit.lang),
            lies_before=not result.metrics and None not in (result.since, result.sensor_group),
        ),
        section="training",
    )
