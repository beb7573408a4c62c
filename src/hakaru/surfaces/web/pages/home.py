"""The first page: what needs a look, the next session, the latest run, this week and fitness."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import PERCENT, format_duration
from hakaru.flows.athlete import get_next_training
from hakaru.flows.cockpit import Standing, WeekSum, lasting_changes, standing
from hakaru.flows.comeback import back_lately
from hakaru.flows.report import Today, view_today
from hakaru.guard.cleaning import clean
from hakaru.present.chart import DrawnChart, drawn_chart
from hakaru.present.comeback import back_parts, back_title
from hakaru.present.document import Fact, Part
from hakaru.present.figures import (
    NO_VALUE,
    day_text,
    distance_text,
    fact_rows,
    pct_text,
    signed,
    started_text,
)
from hakaru.present.form import finding_text
from hakaru.present.overview_charts import form_curve
from hakaru.present.session import type_name
from hakaru.present.svg import NOTHING, Svg, element
from hakaru.present.training import break_text, earliest_text, option_name, targets_text
from hakaru.records import frozen
from hakaru.running.drift import DriftFinding
from hakaru.running.load import LATELY_MARGIN_FRAC, Lately, LoadHistory
from hakaru.running.report import ReportFacts, RunReport, newest_points
from hakaru.running.session.model import TrainingType
from hakaru.running.wording import fixed
from hakaru.surfaces.web.pages.day import DayLine, day_line
from hakaru.surfaces.web.pages.runs import Verdict, verdict_of
from hakaru.surfaces.web.pages.visit import Shown, Visit, node_address

_FACTS_SHOWN = 5
_WAITING_SHOWN = 5
_CHANGES_SHOWN = 3
_POINTS = 300
_WEEK_DAYS = 7

Notice = tuple[str, str, str]
"""A sentence, where to go, what to do there."""


@frozen
class LatestRun:
    """The newest run: its verdict and the picture of the first metric it has one for."""

    activity_id: int
    when: str
    title: str
    simulated: bool
    verdict: Verdict
    facts: tuple[object, ...]
    chart: DrawnChart | None


@frozen
class Waiting:
    """A node that waits for a decision."""

    address: str
    title: str


@frozen
class WeekRow:
    """One quantity of this week so far, beside the weeks before: the mean of each up to the same
    weekday, and of each as a whole."""

    label: str
    so_far: str
    usual_so_far: str
    usual: str
    bars: Svg


@frozen
class HomeView:
    """The first page. `latest` None: no run is stored. `attention` are finished sentences.
    `back`: what lies within its range since a break that ended lately."""

    day: str
    latest: LatestRun | None
    attention: tuple[Notice, ...]
    waiting: tuple[Waiting, ...]
    n_waiting: int
    weeks: tuple[WeekRow, ...]
    weeks_text: str
    fitness: tuple[Fact, ...]
    fitness_text: str
    week: tuple[DayLine, ...]
    today: DayLine
    n_runs: int
    back_head: str
    back: tuple[Part, ...]


@frozen
class Ahead:
    """The option that most speaks for, with when it can be run and what it would be; '' each: too
    little is known. `pause`: a break that lasts."""

    name: str
    earliest: str
    targets: str
    pause: str


@frozen
class ChangeLine:
    """A lasting change of form as a sentence. `state` is that of the change."""

    text: str
    state: str
    label: str


@frozen
class AheadView:
    """What takes longer to find out: the next session, and lasting changes, the newest first."""

    ahead: Ahead
    changes: tuple[ChangeLine, ...]


def show_home(visit: Visit) -> Shown:
    """Today."""
    lang = visit.lang
    today = view_today(visit.context)
    stands = visit.remembered("standing", today.day.day, make=lambda: standing(visit.context))
    week = tuple(day_line(day, lang) for day in today.week)
    back_head, back = _comeback(visit)
    has_run_lately = today.latest is not None and any(week.n_runs for week in stands.weeks)
    view = HomeView(
        day=day_text(today.day.day, lang),
        latest=None if today.latest is None else _latest(today.latest, today.latest_type, lang),
        attention=tuple(_attention(today, stands, lang)),
        waiting=tuple(
            Waiting(address=node_address(node.id), title=clean(node.title))
            for node in today.waiting[:_WAITING_SHOWN]
        ),
        n_waiting=len(today.waiting),
        weeks=week_rows(stands, lang) if has_run_lately else (),
        weeks_text=""
        if has_run_lately or today.latest is None
        else say("There was no run in these five weeks.", lang),
        fitness=fitness_facts(stands.load, lang),
        fitness_text=_fitness_text(stands.load, lang),
        week=week,
        today=week[-1],
        n_runs=today.summary.n_activities,
        back_head=back_head,
        back=back,
    )
    title = say("Today", lang)
    return Shown(template="home.html.j2", title=title, view=view, section="home")


def show_ahead(visit: Visit) -> Shown:
    """The next session and lasting changes: a piece of the first page."""
    lang = visit.lang
    day = visit.context.today
    ways = visit.remembered("ahead", day, make=lambda: get_next_training(visit.context, day=None))
    changes = visit.remembered("lasting", make=lambda: lasting_changes(visit.context))
    option = ways.options[0] if ways.options else None
    view = AheadView(
        ahead=Ahead(
            name="" if option is None else option_name(option, lang),
            earliest="" if option is None else earliest_text(option, lang),
            targets=""
            if option is None or option.targets is None
            else targets_text(option.targets, lang),
            pause=break_text(ways.pause, lang),
        ),
        changes=change_lines(changes.findings, lang)[:_CHANGES_SHOWN],
    )
    return Shown(
        template="home_ahead.html.j2",
        piece=True,
        title=say("Next session", lang),
        view=view,
        section="home",
    )


_STATES: Mapping[str, str] = {
    "open": in_context("state of a change", "holds"),
    "absorbed": in_context("state of a change", "now usual"),
    "gone": in_context("state of a change", "gone"),
}


def change_lines(findings: Sequence[DriftFinding], lang: Lang) -> tuple[ChangeLine, ...]:
    """Lasting changes as sentences with their state: those that hold first, then the newest."""
    ordered = sorted(findings, key=lambda finding: (finding.state == "open", finding.day))
    return tuple(
        ChangeLine(
            text=finding_text(finding, lang),
            state=finding.state,
            label=say(_STATES[finding.state], lang),
        )
        for finding in reversed(ordered)
    )


def week_rows(stands: Standing, lang: Lang) -> tuple[WeekRow, ...]:
    """Distance, time, load and runs of this week beside those before it."""
    *before, this = stands.weeks
    if stands.load is not None:
        before = [week for week in before if _ends_after(week, stands.load)]
    kinds: tuple[tuple[str, str, Callable[[float], str]], ...] = (
        (N_("Distance"), "distance_m", lambda metres: distance_text(metres, lang)),
        (N_("Time"), "time_s", format_duration),
        (N_("Load"), "load_score", lambda load: fixed(load, 0)),
        (
            in_context("column", "Runs"),
            "n_runs",
            lambda count: fixed(count, 0 if count == round(count) else 1),
        ),
    )
    return tuple(
        WeekRow(
            label=say(label, lang),
            so_far=_written(getattr(this, name), text),
            usual_so_far=_written(_mean(before, f"part_{name}"), text),
            usual=_written(_mean(before, name), text),
            bars=_bars([getattr(week, name) for week in (*before, this)]),
        )
        for label, name, text in kinds
    )


def fitness_facts(load: LoadHistory | None, lang: Lang) -> tuple[Fact, ...]:
    """Fitness, fatigue and form of today, each with its change in a week; none where all are 0."""
    if load is None or not math.isfinite(load.chronic_score[-1]) or load.lately == "hardly":
        return ()
    rows = (
        (N_("Fitness (42 days)"), load.chronic_score, False),
        (N_("Fatigue (7 days)"), load.acute_score, False),
        (N_("Form (fitness minus fatigue, yesterday)"), load.balance_score, True),
    )
    facts = []
    for label, column, with_sign in rows:
        value = float(column[-1])
        if not math.isfinite(value):
            continue
        text = signed(value, 0) if with_sign else fixed(value, 0)
        earlier = float(column[-1 - _WEEK_DAYS]) if len(column) > _WEEK_DAYS else math.nan
        if math.isfinite(earlier):
            text = say(
                "{value} ({change} in a week)", lang, value=text, change=signed(value - earlier, 0)
            )
        facts.append(Fact(label=say(label, lang), value=text))
    return tuple(facts)


_LATELY: Mapping[Lately, str] = {
    "hardly": N_("You have hardly run in the last six weeks."),
    "less": N_(
        "You have run less lately than you are used to (fatigue is {percent} or more below "
        "fitness): you are rested."
    ),
    "as_usual": N_("You are running about as much as you are used to."),
    "more": N_(
        "You have run more lately than you are used to (fatigue is {percent} or more above "
        "fitness)."
    ),
}


def _fitness_text(load: LoadHistory | None, lang: Lang) -> str:
    """How the last week stands against what is usual; '' where it is not known."""
    if load is None or load.lately is None:
        return ""
    return say(_LATELY[load.lately], lang, percent=pct_text(PERCENT * LATELY_MARGIN_FRAC))


def _ends_after(week: WeekSum, load: LoadHistory) -> bool:
    """Whether anything was stored by the end of a week."""
    return (load.days[0] - week.first).days < _WEEK_DAYS


def _mean(weeks: Sequence[WeekSum], name: str) -> float | None:
    """The mean over weeks; one without a run counts 0, one whose figure is not known does not."""
    values = [
        getattr(week, name) if week.n_runs else 0.0
        for week in weeks
        if getattr(week, name) is not None or not week.n_runs
    ]
    known = [float(value or 0.0) for value in values]
    return math.fsum(known) / len(known) if known else None


def _written(value: float | None, text: Callable[[float], str]) -> str:
    return NO_VALUE if value is None else text(value)


def _bars(values: Sequence[float | None]) -> Svg:
    """A bar per week, this one last."""
    most = max((value for value in values if value is not None), default=0.0)
    if not most:
        return NOTHING
    bars = [
        element(
            "rect",
            x=20.0 * place,
            y=40.0 - 38.0 * (value or 0.0) / most,
            width=14.0,
            height=38.0 * (value or 0.0) / most,
            class_="weekbar now" if place == len(values) - 1 else "weekbar",
        )
        for place, value in enumerate(values)
    ]
    return element(
        "svg", *bars, viewBox=f"0 0 {20 * len(values)} 40", class_="weekbars", aria_hidden="true"
    )


def _latest(report: RunReport, training_type: TrainingType | None, lang: Lang) -> LatestRun:
    facts = report.facts
    return LatestRun(
        activity_id=facts.activity_id,
        when=started_text(facts, lang),
        title=clean(facts.title or "") or _described(facts, training_type, lang),
        simulated=facts.simulated,
        verdict=verdict_of(report.evaluation, lang),
        facts=fact_rows(facts, lang)[:_FACTS_SHOWN],
        chart=_picture(report, lang),
    )


def _picture(report: RunReport, lang: Lang) -> DrawnChart | None:
    """The run among the runner's others, by the metric that its sentence is about, else by the
    first that was learned; None: none was."""
    evaluation = report.evaluation
    told = None if evaluation is None or evaluation.is_short else evaluation.furthest.metric
    for _, piece in sorted(report.history.items(), key=lambda item: item[0] != told):
        if piece.curve is not None and piece.points is not None:
            points = newest_points(piece.points, n_max=_POINTS)
            return drawn_chart(form_curve(piece.curve, points, lang), lang)
    return None


def _described(facts: ReportFacts, training_type: TrainingType | None, lang: Lang) -> str:
    """What a run without a name is called: its kind and distance, else its day."""
    if training_type is None or training_type == "unknown" or not facts.distance_m:
        return say("Run on {day}", lang, day=facts.day)
    kind = type_name(training_type, lang)
    return say(
        "{kind}, {distance}", lang, kind=kind, distance=distance_text(facts.distance_m, lang)
    )


def _attention(today: Today, stands: Standing, lang: Lang) -> list[Notice]:
    """What is worth a look."""
    notices: list[Notice] = []
    summary, unclear = today.summary, stands.unclear

    def notice(text: str, address: str, do: str = N_("Look"), **values: object) -> None:
        notices.append((say(text, lang, **values), address, say(do, lang)))

    missing = summary.n_with_form - summary.n_evaluated
    if today.is_older:
        notice(_OLDER, "/import")
    if missing > 0:
        text = N_("{n} <n:run carries|runs carry> form data but no verdict.")
        notice(text, "/runs?flag=no_verdict", n=missing)
    if today.latest is not None and today.latest.evaluation is not None:
        weak = [metric for metric in today.latest.evaluation.scored if metric.needs_improvement]
        if weak:
            notice(_OUTSIDE, f"/runs/{today.latest.facts.activity_id}", n=len(weak))
    if unclear.n_untyped:
        notice(_UNTYPED, "/runs?type=unknown", N_("Choose"), n=unclear.n_untyped)
    if unclear.n_partial:
        text = N_("{n} <n:file|files> of the last four weeks <n:is|are> incomplete.")
        notice(text, "/runs?flag=partial", n=unclear.n_partial)
    if summary.n_activities and stands.load is not None and stands.load.n_unknown_28:
        notice(_LOADLESS, "/settings#athlete", N_("Fill in"), n=stands.load.n_unknown_28)
    return notices


_OLDER = in_context(
    "attention older",
    "What is shown may be older than your data: another program is bringing it up to date, or "
    "nothing can be written in the data folder.",
)
_OUTSIDE = N_("In the latest run {n} <n:metric was|metrics were> outside your usual range.")
_UNTYPED = N_("{n} <n:run|runs> of the last four weeks <n:has|have> no known kind of training.")
_LOADLESS = N_(
    "{n} <n:run|runs> of the last four weeks <n:has|have> no load: "
    "a maximum heart rate or a threshold pace is missing."
)


def _comeback(visit: Visit) -> tuple[str, tuple[Part, ...]]:
    """The heading of a return that goes on, and where each measure stands; its runs one by one are
    on the page of form. Empty: no break ended lately."""
    lately = visit.remembered("back", make=lambda: back_lately(visit.context))
    if lately is None or lately.comeback is None:
        return "", ()
    return back_title(lately.comeback, visit.lang), back_parts(lately, visit.lang)[:2]
