"""What does the training add up to: load, zones, paces, and how threshold and VO2max moved?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Lang, message
from hakaru.core.units import format_pace, speed_to_pace_s_per_km
from hakaru.flows.athlete import (
    LoadResult,
    get_race_readiness,
    get_training_load,
    next_training_by,
    paces_by,
)
from hakaru.flows.baselines import ExpectResult, FormView, expect_at, view_curves, view_form
from hakaru.flows.comeback import back_lately
from hakaru.flows.devices import DevicesResult, devices
from hakaru.flows.drift import DriftResult
from hakaru.flows.trends import TrendsResult, analyze_performance_trends
from hakaru.present.charts import curve_chart, trend_chart
from hakaru.present.comeback import back_parts
from hakaru.present.devices import device_parts
from hakaru.present.document import Document, Part, Table
from hakaru.present.figures import day_text
from hakaru.present.fitness import paces_document, ready_document
from hakaru.present.form import baseline_table, drift_texts, expected_document, too_far_text
from hakaru.present.load import load_document
from hakaru.present.report import Panel
from hakaru.present.rows import sensor_text
from hakaru.present.svg import NOTHING, Svg
from hakaru.present.training import (
    break_text,
    options_part,
    week_parts,
)
from hakaru.present.trends import session_trend_chart, trends_document
from hakaru.present.words import word
from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.wording import heading, range_text, value_text
from hakaru.store.recordings import SensorChange
from hakaru.surfaces.web.pages.visit import Choice, Shown, Visit
from hakaru.surfaces.web.words import page_text

_DEFAULT_DISTANCE = "half"
_DEFAULT_DAYS = 84


@dataclass(frozen=True, kw_only=True)
class ReadyView:
    """The question as it was asked, and the answer; `wrong`: why there is none."""

    distance: str
    day: str
    answer: Document | None
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
        wrong = page_text("ready_wrong", lang)
        view = ReadyView(distance=distance, day=day.isoformat(), answer=None, wrong=wrong)
    else:
        answer = ready_document(readiness, lang)
        view = ReadyView(distance=distance, day=day.isoformat(), answer=answer, wrong="")
    return Shown(
        template="training_ready.html.j2",
        title=page_text("ready_head", lang),
        view=view,
        section="training",
    )


_SLOWEST_S_PER_KM, _FASTEST_S_PER_KM = 540, 150
_SWAPS_SHOWN = 12


def curves(visit: Visit) -> Shown:
    """What slopes, warmth, hours and shoes cost: a piece of the page of form."""
    sensor, lang = visit.choice("sensor"), visit.lang
    result = visit.remembered(
        "curves",
        sensor,
        make=lambda: view_curves(visit.context, sensor=sensor, past=visit.past()),
    )
    return Shown(
        template="form_curves.html.j2",
        piece=True,
        title=page_text("costs_head", lang),
        view=expected_document(result, lang),
        section="form",
    )


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
    devices: tuple[Part, ...]
    comeback: tuple[Part, ...]
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
    worn = visit.remembered("devices", make=lambda: devices(visit.context))
    lately = visit.remembered("back", make=lambda: back_lately(visit.context))
    view = _view(form, worn, lang, expect=expect, pace_s=pace_s)
    if lately is not None:
        view = replace(view, comeback=back_parts(lately, lang))
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


def _view(
    form: FormView, worn: DevicesResult, lang: Lang, *, expect: ExpectView | None, pace_s: int
) -> FormPageView:
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
        devices=device_parts(worn, lang) if worn.devices else (),
        comeback=(),
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
class TrainingView:
    """The load as far as it is known."""

    load: Document
    known: bool
    spans: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, kw_only=True)
class PacesView:
    """What is known of the athlete, and what follows from it: paces, options, a week."""

    paces: Document
    pause: str
    options: Part
    week: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class TrendsView:
    """What moved over the months."""

    charts: tuple[Svg, ...]
    trends: Document


def show(visit: Visit) -> Shown:
    """The page of training: load at once, the rest as it comes."""
    span = visit.choice("span")
    span = span if span in _SPANS_DAYS else _SPAN
    today = visit.context.now().astimezone().date()
    since = today - timedelta(days=_SPANS_DAYS[span])

    def load() -> LoadResult:
        return get_training_load(visit.context, since=since, until=None)

    result = visit.remembered("load", since, make=load)
    lang = visit.lang
    view = TrainingView(
        load=load_document(result, lang),
        known=result.history is not None and bool(result.by_basis),
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

    def work() -> TrendsResult:
        return analyze_performance_trends(
            visit.context, metric=None, pace=None, sensor=None, since=None
        )

    result = visit.remembered("trends", make=work)
    return Shown(
        template="training_trends.html.j2",
        piece=True,
        title=page_text("trends_head", visit.lang),
        view=TrendsView(
            charts=tuple(
                chart
                for trend in result.sessions
                if (chart := session_trend_chart(trend, lang=visit.lang))
            ),
            trends=trends_document(result, visit.lang),
        ),
        section="training",
    )
