"""What does the training add up to: load, zones, paces, and how threshold and VO2max moved?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, message, say
from hakaru.core.units import format_pace, speed_to_pace_s_per_km
from hakaru.flows.athlete import (
    LoadResult,
    NextResult,
    get_race_readiness,
    get_training_load,
    next_training_by,
    paces_by,
)
from hakaru.flows.baselines import ExpectResult, FormView, expect_at, view_form
from hakaru.flows.drift import DriftResult
from hakaru.flows.trends import TrendsResult, analyze_performance_trends
from hakaru.present.athlete import (
    athlete_rows,
    disagreement_text,
    fitness_rows,
    gap_text,
    missing_texts,
    pace_rows,
    power_zone_rows,
    race_cells,
    race_heads,
    ready_head,
    ready_rows,
    state_text,
)
from hakaru.present.changes import change_table
from hakaru.present.charts import curve_chart, load_picture, trend_chart
from hakaru.present.document import Fact, Picture, Row, Table
from hakaru.present.figures import day_text, pace_text, unit_text
from hakaru.present.form import drift_texts, too_far_text
from hakaru.present.learned import baseline_table
from hakaru.present.page_metrics import long_term_texts, month_table, session_trend_chart
from hakaru.present.report import Panel
from hakaru.present.rows import sensor_text
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
from hakaru.present.words import PAGE, word
from hakaru.present.words_session import SESSION
from hakaru.running.athlete.model import HeartRateZones
from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.readiness import Fitness
from hakaru.running.week_plan import WeekPlan
from hakaru.running.wording import fixed, heading, range_text, value_text
from hakaru.store.recordings import SensorChange
from hakaru.surfaces.web.pages.runs import Choice
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import page_text

_DEFAULT_DISTANCE = "half"
_DEFAULT_DAYS = 84


@dataclass(frozen=True, kw_only=True)
class ReadyView:
    """The question as it was asked, and the answer; `wrong`: why there is none."""

    distance: str
    day: str
    head: str
    facts: tuple[Fact, ...]
    missing: tuple[str, ...]
    state: str
    basis: str
    wrong: str


def show_ready(visit: Visit) -> Shown:
    """Readiness for the race that the address names; a half marathon in twelve weeks at first."""
    today = visit.context.now().astimezone().date()
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
        view = _nothing(distance, day.isoformat(), page_text("ready_wrong", lang))
    else:
        unknown = readiness.state == "unknown"
        nothing = (
            say(
                (
                    N_("No run up to this day is stored.")
                    if unknown
                    else N_("By the usual rules of thumb, nothing is missing.")
                ),
                lang,
            ),
        )
        view = ReadyView(
            distance=distance,
            day=day.isoformat(),
            head=ready_head(readiness, lang),
            facts=() if unknown else ready_rows(readiness, lang),
            missing=missing_texts(readiness, lang) or nothing,
            state=state_text(readiness, lang) or "",
            basis=say(
                "The time is what you could run now; its range grows with the "
                "days to go. The usual amounts are coaches' rules of thumb.",
                lang,
            ),
            wrong="",
        )
    return Shown(
        template="training_ready.html.j2",
        title=page_text("ready_head", lang),
        view=view,
        section="training",
    )


def _nothing(distance: str, day: str, wrong: str) -> ReadyView:
    return ReadyView(
        distance=distance,
        day=day,
        head="",
        facts=(),
        missing=(),
        state="",
        basis="",
        wrong=wrong,
    )


_SLOWEST_S_PER_KM, _FASTEST_S_PER_KM = 540, 150
_SWAPS_SHOWN = 12


@dataclass(frozen=True, kw_only=True)
class ExpectedCard:
    """What one metric usually is at a pace."""

    label: str
    value: str
    interval_50: str
    interval_90: str
    basis: str
    extrapolated: bool


@dataclass(frozen=True, kw_only=True)
class ExpectView:
    """The answer of the slider."""

    pace: str
    cards: tuple[ExpectedCard, ...]
    too_far: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class FormPageView:
    """Form with one kind of sensor. `sensor` '': nothing is stored."""

    sensor: str
    sensor_label: str
    sensors: tuple[Choice, ...]
    panels: tuple[Panel, ...]
    changes: tuple[str, ...]
    changed: bool
    swaps: tuple[str, ...]
    versions: Table | None
    expect: ExpectView | None
    pace_s: int
    slowest_s: int
    fastest_s: int
    n_runs: int


def show_form(visit: Visit) -> Shown:
    """The page of form."""
    lang, sensor = visit.lang, visit.choice("sensor")
    form = visit.remembered("form", sensor, make=lambda: view_form(visit.context, sensor=sensor))
    expect, pace_s = None, 330
    if form.sensor is not None:
        pace_s = _usual_pace_s(form)
        result = expect_at(visit.context, pace=float(pace_s), sensor=form.sensor)
        expect = _expected(result, lang)
    view = _view(form, lang, expect=expect, pace_s=pace_s)
    return Shown(
        template="form.html.j2", title=page_text("nav_form", lang), view=view, section="form"
    )


def expected(visit: Visit) -> Shown:
    """What form would be at a pace: a piece of the page."""
    pace_s = visit.number("pace", 330)
    if not _FASTEST_S_PER_KM <= pace_s <= _SLOWEST_S_PER_KM:
        raise BadArgument("pace", pace_s, message("a pace that the slider has"))
    sensor = visit.choice("sensor")
    result = visit.remembered(
        "expect",
        pace_s,
        sensor,
        make=lambda: expect_at(visit.context, pace=float(pace_s), sensor=sensor),
    )
    return Shown(
        template="form_expected.html.j2",
        piece=True,
        title=page_text("whatif_head", visit.lang),
        view=_expected(result, visit.lang),
    )


def _view(form: FormView, lang: Lang, *, expect: ExpectView | None, pace_s: int) -> FormPageView:
    drift = DriftResult(
        sensor_group=form.sensor, n_runs={"gct": form.n_runs}, findings=form.findings
    )
    return FormPageView(
        sensor=form.sensor or "",
        sensor_label="" if form.sensor is None else sensor_text(form.sensor, lang),
        sensors=tuple(
            Choice(value=sensor, label=sensor_text(sensor, lang), chosen=sensor == form.sensor)
            for sensor in form.sensors
        ),
        panels=_panels(form, lang),
        changes=drift_texts(drift, lang),
        changed=bool(form.findings),
        swaps=tuple(_swap(change, lang) for change in form.sensor_changes[:_SWAPS_SHOWN]),
        versions=baseline_table(form.versions, lang) if form.versions else None,
        expect=expect,
        pace_s=pace_s,
        slowest_s=_SLOWEST_S_PER_KM,
        fastest_s=_FASTEST_S_PER_KM,
        n_runs=form.n_runs,
    )


def _panels(form: FormView, lang: Lang) -> tuple[Panel, ...]:
    made = []
    marks = {change.day: _swap(change, lang) for change in form.sensor_changes[:_SWAPS_SHOWN]}
    for metric, piece in form.history.items():
        curve, trend = NOTHING, NOTHING
        if piece.curve is not None:
            curve = curve_chart(piece.curve, piece.points, this_run=None, lang=lang)
        if piece.trend is not None:
            trend = trend_chart(piece.trend, lang=lang, marks=marks)
        if curve or trend:
            first = METRICS[metric].scored
            made.append(Panel(label=heading(metric, lang), first=first, curve=curve, trend=trend))
    return tuple(made)


def _swap(change: SensorChange, lang: Lang) -> str:
    before, after = (sensor_text(sensor, lang) for sensor in (change.before, change.after))
    return page_text(
        "sensor_change", lang, day=day_text(change.day, lang), before=before, after=after
    )


def _expected(result: ExpectResult, lang: Lang) -> ExpectView:
    return ExpectView(
        pace=f"{format_pace(result.pace_s_per_km)}/km",
        cards=tuple(_card(expectation, lang) for expectation in result.expectations),
        too_far=tuple(too_far_text(metric, lang) for metric in result.too_far),
    )


def _card(expectation: Expectation, lang: Lang) -> ExpectedCard:
    return ExpectedCard(
        label=heading(expectation.metric, lang),
        value=value_text(expectation.metric, expectation.value),
        interval_50=range_text(expectation.metric, expectation.intervals[0], lang=lang),
        interval_90=range_text(expectation.metric, expectation.intervals[2], lang=lang),
        basis=word(f"basis_{expectation.basis}", lang),
        extrapolated=expectation.extrapolated,
    )


def _usual_pace_s(form: FormView) -> int:
    """Where the slider stands first: the middle of what was learned, in fives of seconds."""
    centres = [version.speed_center_mps for version in form.versions[:1]]
    if not centres:
        return 330
    pace_s = round(speed_to_pace_s_per_km(centres[0]) / 5) * 5
    return min(max(pace_s, _FASTEST_S_PER_KM), _SLOWEST_S_PER_KM)


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

    picture: Picture | None
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
        picture=None if history is None else load_picture(history, since=since, lang=lang),
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
        say("{low}–{high}", lang, low=fixed(low, 0), high=unit_text(high, "bpm"))
        for low, high in pairwise(zones.low_bpm)
    ]
    spans.append(say("from {low}", lang, low=unit_text(zones.low_bpm[-1], "bpm")))
    rows = [
        (say("Zone {n}", lang, n=str(number)), span) for number, span in enumerate(spans, start=1)
    ]
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
