"""Form: what is usual at a pace and what conditions do to it, curves, changes, sensors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import cast

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import N_, Lang, in_language, message, say
from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.flows.baselines import ExpectResult, FormView, expect_at, view_curves, view_form
from hakaru.flows.comeback import back_lately
from hakaru.flows.devices import DevicesResult, devices
from hakaru.flows.drift import DriftResult
from hakaru.present.chart import DrawnChart, drawn_chart
from hakaru.present.comeback import back_parts
from hakaru.present.devices import device_parts
from hakaru.present.document import Part, Table
from hakaru.present.figures import day_text, pace_s_text
from hakaru.present.form import baseline_table, drift_texts, expected_document, too_far_text
from hakaru.present.overview_charts import drawn_or_none, form_curve, form_trend
from hakaru.present.rows import basis_text, sensor_text
from hakaru.records import frozen
from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.wording import heading, range_text, value_text
from hakaru.store.recordings import SensorChange
from hakaru.surfaces.web.pages.home import ChangeLine, change_lines
from hakaru.surfaces.web.pages.ranges import DayRange, RangeView, chosen_range, range_view
from hakaru.surfaces.web.pages.visit import Choice, Shown, Visit

_SLOWEST_S_PER_KM, _FASTEST_S_PER_KM = 540, 150
_USUAL_S_PER_KM = 330
_SWAPS_SHOWN = 12
_CONDITIONS: Mapping[str, tuple[float, float]] = {
    "temperature": (-20.0, 45.0),
    "grade": (-20.0, 20.0),
    "after": (0.0, 480.0),
}
"""What may be asked about beside the pace: °C, percent, minutes into the run."""


@frozen
class ExpectedCard:
    """What one metric usually is at a pace. `plain` is the same without the conditions; '': none
    was named."""

    label: str
    value: str
    interval_50: str
    interval_90: str
    basis: str
    extrapolated: bool
    plain: str = ""


@frozen
class ExpectView:
    """The answer of the slider. `fault`: which condition could not be read."""

    pace: str
    cards: tuple[ExpectedCard, ...]
    too_far: tuple[str, ...]
    conditions: Mapping[str, str]
    shoe: str = ""
    fault: str = ""


@frozen
class MetricCharts:
    """One metric: what is usual at each pace, and how the runs lay around it over time."""

    label: str
    scored: bool
    curve: DrawnChart | None
    trend: DrawnChart | None


@frozen
class FormPageView:
    """Form with one kind of sensor. `sensor` '': nothing is stored. `run`: the one whose points
    stand out; '': none."""

    sensor: str
    sensor_label: str
    sensors: tuple[Choice, ...]
    run: str
    span: RangeView
    metrics: tuple[MetricCharts, ...]
    changes: tuple[ChangeLine, ...]
    no_changes: tuple[str, ...]
    devices: tuple[Part, ...]
    comeback: tuple[Part, ...]
    versions: Table | None
    expect: ExpectView | None
    shoes: tuple[str, ...]
    pace_s: int
    slowest_s: int
    fastest_s: int
    n_runs: int
    n_learned: int


def curves(visit: Visit) -> Shown:
    """What slopes, warmth, hours and shoes cost: a piece of the page of form."""
    sensor, lang = visit.choice("sensor"), visit.lang
    result = visit.remembered(
        "curves",
        sensor,
        make=lambda: view_curves(visit.context, sensor=sensor),
    )
    return Shown(
        template="form_curves.html.j2",
        piece=True,
        title=say("What conditions cost you", lang),
        view=expected_document(result, lang),
        section="form",
    )


def show_form(visit: Visit) -> Shown:
    """The page of form."""
    lang, sensor, run = visit.lang, visit.choice("sensor"), _run(visit)
    form = visit.remembered(
        "form", sensor, run, make=lambda: view_form(visit.context, sensor=sensor, run=run)
    )
    chosen = chosen_range(visit, default="all")
    expect, pace_s = None, _USUAL_S_PER_KM
    if form.sensor is not None:
        pace_s = _usual_pace_s(form)
        result = expect_at(visit.context, pace=float(pace_s), sensor=form.sensor)
        expect = _expected(result, lang)
    worn = visit.remembered("devices", make=lambda: devices(visit.context))
    lately = visit.remembered("back", make=lambda: back_lately(visit.context))
    span = range_view(visit, chosen, path="/form", kept=("sensor", "run"))
    view = _view(form, worn, lang, chosen=chosen, span=span)
    view = replace(view, expect=expect, pace_s=pace_s, run="" if run is None else str(run))
    if lately is not None:
        view = replace(view, comeback=back_parts(lately, lang))
    title = say("Form", lang)
    return Shown(template="form.html.j2", title=title, view=view, section="form")


def expected(visit: Visit) -> Shown:
    """What form would be at a pace and in conditions: a piece of the page."""
    pace_s, fault = visit.number("pace", _USUAL_S_PER_KM), ""
    if not _FASTEST_S_PER_KM <= pace_s <= _SLOWEST_S_PER_KM:
        raise BadArgument("pace", pace_s, message("a pace that the slider has"))
    sensor, shoe = visit.choice("sensor"), visit.choice("shoe")
    conditions: dict[str, float | None] = dict.fromkeys(_CONDITIONS)
    for name in _CONDITIONS:
        try:
            conditions[name] = _condition(visit, name)
        except BadArgument as error:
            fault = in_language(error.message, visit.lang)
    stated = (*conditions.values(), shoe)
    result = visit.remembered(
        "expect", pace_s, sensor, stated,
        make=lambda: _expect(visit, pace_s, sensor, conditions=conditions, shoe=shoe),
    )  # fmt: skip
    plain = None
    if any(value is not None for value in stated):
        plain = visit.remembered(
            "expect", pace_s, sensor, (None, None, None, None),
            make=lambda: _expect(visit, pace_s, sensor, conditions={}, shoe=None),
        )  # fmt: skip
    view = replace(
        _expected(result, visit.lang, plain=plain),
        fault=fault,
        shoe=shoe or "",
        conditions={name: visit.choice(name) or "" for name in _CONDITIONS},
    )
    return Shown(
        template="form_expected.html.j2",
        piece=True,
        title=say("What if", visit.lang),
        view=view,
        section="form",
    )


def _expect(
    visit: Visit,
    pace_s: int,
    sensor: str | None,
    *,
    conditions: Mapping[str, float | None],
    shoe: str | None,
) -> ExpectResult:
    after = conditions.get("after")
    return expect_at(
        visit.context,
        pace=float(pace_s),
        sensor=sensor,
        temperature=conditions.get("temperature"),
        grade=conditions.get("grade"),
        after=None if after is None else f"{after:g}min",
        shoe=shoe,
    )


_CONDITION_NAMES: Mapping[str, str] = {
    "temperature": N_("Temperature (°C)"),
    "grade": N_("Slope (%)"),
    "after": N_("Minutes into the run"),
}


def _condition(visit: Visit, name: str) -> float | None:
    text = visit.choice(name)
    if text is None:
        return None
    try:
        value = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        value = math.nan
    low, high = _CONDITIONS[name]
    if not low <= value <= high:
        expected_text = message("a number between {low} and {high}", low=low, high=high)
        raise BadArgument(say(_CONDITION_NAMES[name], visit.lang), text, expected_text)
    return value


def _run(visit: Visit) -> int | None:
    """The run that the address points out; what is no number points out none."""
    text = visit.choice("run") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _view(
    form: FormView, worn: DevicesResult, lang: Lang, *, chosen: DayRange, span: RangeView
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
        run="",
        span=span,
        metrics=_metrics(form, lang, since=chosen.since),
        changes=change_lines(form.findings, lang),
        no_changes=() if form.findings else drift_texts(drift, lang),
        devices=device_parts(worn, lang) if worn.devices else (),
        comeback=(),
        versions=baseline_table(form.versions, lang) if form.versions else None,
        expect=None,
        shoes=tuple(sorted({name for version in form.versions for name in version.shoes})),
        pace_s=_USUAL_S_PER_KM,
        slowest_s=_SLOWEST_S_PER_KM,
        fastest_s=_FASTEST_S_PER_KM,
        n_runs=form.n_runs,
        n_learned=form.n_learned,
    )


def _metrics(form: FormView, lang: Lang, *, since: date | None) -> tuple[MetricCharts, ...]:
    swaps = {change.day: _swap(change, lang) for change in form.sensor_changes[:_SWAPS_SHOWN]}
    made = []
    for metric, piece in form.history.items():
        curve = (
            None
            if piece.curve is None
            else drawn_chart(form_curve(piece.curve, piece.points, lang), lang)
        )
        trend = None
        if piece.trend is not None:
            drawn = form_trend(piece.trend, swaps=swaps, since=since, lang=lang)
            trend = drawn_or_none(drawn, lang)
        if curve or trend:
            made.append(
                MetricCharts(
                    label=heading(metric, lang),
                    scored=METRICS[metric].scored,
                    curve=curve,
                    trend=trend,
                )
            )
    return tuple(made)


def _swap(change: SensorChange, lang: Lang) -> str:
    before, after = (sensor_text(sensor, lang) for sensor in (change.before, change.after))
    return say(
        "{day}: {before} → {after}",
        lang,
        day=day_text(change.day, lang),
        before=before,
        after=after,
    )


def _expected(result: ExpectResult, lang: Lang, *, plain: ExpectResult | None = None) -> ExpectView:
    without = {} if plain is None else {entry.metric: entry for entry in plain.expectations}
    return ExpectView(
        pace=pace_s_text(result.pace_s_per_km, lang),
        cards=tuple(
            _card(expectation, without.get(expectation.metric), lang)
            for expectation in result.expectations
        ),
        too_far=tuple(too_far_text(metric, lang) for metric in result.too_far),
        conditions=cast("Mapping[str, str]", dict.fromkeys(_CONDITIONS, "")),
    )


def _card(expectation: Expectation, plain: Expectation | None, lang: Lang) -> ExpectedCard:
    metric = expectation.metric
    return ExpectedCard(
        label=heading(metric, lang),
        value=value_text(metric, expectation.value),
        interval_50=range_text(metric, expectation.intervals[0], lang=lang),
        interval_90=range_text(metric, expectation.intervals[2], lang=lang),
        basis=basis_text(expectation.basis, lang),
        extrapolated=expectation.extrapolated,
        plain=""
        if plain is None
        else say("{value} without these conditions", lang, value=value_text(metric, plain.value)),
    )


def _usual_pace_s(form: FormView) -> int:
    """Where the slider stands first: the middle of what was learned, in fives of seconds."""
    centres = [version.speed_center_mps for version in form.versions[:1]]
    if not centres:
        return _USUAL_S_PER_KM
    pace_s = round(speed_to_pace_s_per_km(centres[0]) / 5) * 5
    return min(max(pace_s, _FASTEST_S_PER_KM), _SLOWEST_S_PER_KM)
