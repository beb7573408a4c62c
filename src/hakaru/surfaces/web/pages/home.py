"""Where do things stand today: the latest run, attention, what waits for a decision?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.flows.report import Today, view_today
from hakaru.guard.cleaning import clean
from hakaru.present.blocks import day_text, fact_rows, started_text
from hakaru.present.report import metric_panels
from hakaru.present.svg import NOTHING, Svg
from hakaru.running.report import RunReport
from hakaru.running.wording import Lang
from hakaru.surfaces.web.pages.addresses import node_address
from hakaru.surfaces.web.pages.days import DayLine, day_line
from hakaru.surfaces.web.pages.lines import Verdict, verdict_of
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text

_FACTS_SHOWN = 5
_WAITING_SHOWN = 5


@dataclass(frozen=True, kw_only=True)
class LatestRun:
    """The newest run: its verdict and the picture of the first metric it has one for."""

    activity_id: int
    when: str
    title: str
    simulated: bool
    verdict: Verdict
    facts: tuple[object, ...]
    picture: Svg


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A node that waits for a decision."""

    address: str
    title: str


@dataclass(frozen=True, kw_only=True)
class HomeView:
    """The first page. `latest` None: no run is stored. `attention` are finished sentences."""

    day: str
    latest: LatestRun | None
    attention: tuple[tuple[str, str, str], ...]
    waiting: tuple[Waiting, ...]
    n_waiting: int
    week: tuple[DayLine, ...]
    today: DayLine
    n_runs: int


def show(visit: Visit) -> Shown:
    """Today."""
    today = view_today(visit.context)
    lang = visit.lang
    week = tuple(day_line(day, lang) for day in today.week)
    view = HomeView(
        day=day_text(today.day.day, lang),
        latest=None if today.latest is None else _latest(today.latest, lang),
        attention=tuple(_attention(today, lang)),
        waiting=tuple(
            Waiting(address=node_address(node.id), title=clean(node.title))
            for node in today.waiting[:_WAITING_SHOWN]
        ),
        n_waiting=len(today.waiting),
        week=week,
        today=week[-1],
        n_runs=today.summary.n_activities,
    )
    return Shown(
        template="home.html.j2", title=page_text("nav_home", lang), view=view, section="home"
    )


def _latest(report: RunReport, lang: Lang) -> LatestRun:
    facts = report.facts
    panels = metric_panels(report, lang)
    return LatestRun(
        activity_id=facts.activity_id,
        when=started_text(facts, lang),
        title=clean(facts.title or "") or page_text("untitled", lang),
        simulated=facts.simulated,
        verdict=verdict_of(report.evaluation, lang),
        facts=fact_rows(facts, lang)[:_FACTS_SHOWN],
        picture=panels[0].curve if panels else NOTHING,
    )


def _attention(today: Today, lang: Lang) -> list[tuple[str, str, str]]:
    """What is worth a look: a sentence, where to go, what to do there."""
    notices = []
    summary = today.summary
    missing = summary.n_with_form - summary.n_evaluated
    if today.is_older:
        notices.append(
            (page_text("attention_older", lang), "/import", page_text("attention_look", lang))
        )
    if missing > 0:
        text = page_text("attention_unjudged", lang, n=missing)
        notices.append((text, "/runs?flag=no_verdict", page_text("attention_look", lang)))
    if today.latest is not None and today.latest.evaluation is not None:
        weak = [metric for metric in today.latest.evaluation.scored if metric.needs_improvement]
        if weak:
            where = f"/runs/{today.latest.facts.activity_id}"
            text = page_text("attention_improve", lang, n=len(weak))
            notices.append((text, where, page_text("attention_look", lang)))
    return notices
