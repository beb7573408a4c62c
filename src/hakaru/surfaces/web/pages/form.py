"""How does the runner's form lie around its baselines, what would it be at a pace, what changed?"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.errors import BadArgument
from hakaru.flows.baselines import ExpectResult, expect_at
from hakaru.flows.drift import DriftResult
from hakaru.flows.form_view import FormView, view_form
from hakaru.render.blocks import Row, Table
from hakaru.render.curves import curve_chart
from hakaru.render.facts import day_text
from hakaru.render.html import Panel
from hakaru.render.rows import sensor_text
from hakaru.render.svg import NOTHING
from hakaru.render.terminal import BASELINE_HEADS, baseline_cells, too_far_text
from hakaru.render.trends import trend_chart
from hakaru.render.words import word
from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.wording import Lang, heading, range_text, value_text
from hakaru.store.sensors import SensorChange
from hakaru.surfaces.cli.text.drift import drift_text
from hakaru.surfaces.web.pages.runs import Choice
from hakaru.surfaces.web.pages.visit import Shown, Visit
from hakaru.surfaces.web.words import said
from hakaru.units import format_pace, speed_to_pace_s_per_km

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


def show(visit: Visit) -> Shown:
    """The page of form."""
    lang, sensor = visit.lang, visit.choice("sensor")
    found = visit.remembered("form", sensor, make=lambda: view_form(visit.context, sensor=sensor))
    expect, pace_s = None, 330
    if found.sensor is not None:
        pace_s = _usual_pace_s(found)
        result = expect_at(visit.context, pace=float(pace_s), sensor=found.sensor)
        expect = _expected(result, lang)
    view = _view(found, lang, expect=expect, pace_s=pace_s)
    return Shown(template="form.html.j2", title=said("nav_form", lang), view=view, section="form")


def expected(visit: Visit) -> Shown:
    """What form would be at a pace: a piece of the page."""
    pace_s = visit.number("pace", 330)
    if not _FASTEST_S_PER_KM <= pace_s <= _SLOWEST_S_PER_KM:
        raise BadArgument("pace", pace_s, "a pace that the slider has")
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
        title=said("whatif_head", visit.lang),
        view=_expected(result, visit.lang),
    )


def _view(found: FormView, lang: Lang, *, expect: ExpectView | None, pace_s: int) -> FormPageView:
    told = DriftResult(
        sensor_group=found.sensor, n_runs={"gct": found.n_runs}, findings=found.findings
    )
    return FormPageView(
        sensor=found.sensor or "",
        sensor_label="" if found.sensor is None else sensor_text(found.sensor, lang),
        sensors=tuple(
            Choice(value=one, label=sensor_text(one, lang), chosen=one == found.sensor)
            for one in found.sensors
        ),
        panels=_panels(found, lang),
        changes=tuple(drift_text(told, lang).splitlines()),
        changed=bool(found.findings),
        swaps=tuple(_swap(one, lang) for one in found.sensor_changes[:_SWAPS_SHOWN]),
        versions=_versions(found, lang),
        expect=expect,
        pace_s=pace_s,
        slowest_s=_SLOWEST_S_PER_KM,
        fastest_s=_FASTEST_S_PER_KM,
        n_runs=found.n_runs,
    )


def _panels(found: FormView, lang: Lang) -> tuple[Panel, ...]:
    made = []
    marks = {one.day: _swap(one, lang) for one in found.sensor_changes[:_SWAPS_SHOWN]}
    for metric, piece in found.history.items():
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
    before, after = (sensor_text(one, lang) for one in (change.before, change.after))
    return said("sensor_change", lang, day=day_text(change.day, lang), before=before, after=after)


def _versions(found: FormView, lang: Lang) -> Table | None:
    if not found.versions:
        return None
    return Table(
        name="versions",
        columns=tuple(word(key, lang) for key in BASELINE_HEADS),
        rows=tuple(Row(cells=baseline_cells(one, lang)) for one in found.versions),
        left=frozenset({1, 8}),
    )


def _expected(result: ExpectResult, lang: Lang) -> ExpectView:
    return ExpectView(
        pace=f"{format_pace(result.pace_s_per_km)}/km",
        cards=tuple(_card(one, lang) for one in result.expectations),
        too_far=tuple(too_far_text(one, lang) for one in result.too_far),
    )


def _card(one: Expectation, lang: Lang) -> ExpectedCard:
    return ExpectedCard(
        label=heading(one.metric, lang),
        value=value_text(one.metric, one.value),
        interval_50=range_text(one.metric, one.intervals[0], lang=lang),
        interval_90=range_text(one.metric, one.intervals[2], lang=lang),
        basis=word(f"basis_{one.basis}", lang),
        extrapolated=one.extrapolated,
    )


def _usual_pace_s(found: FormView) -> int:
    """Where the slider stands first: the middle of what was learned, in fives of seconds."""
    centres = [one.speed_center_mps for one in found.versions[:1]]
    if not centres:
        return 330
    pace_s = round(speed_to_pace_s_per_km(centres[0]) / 5) * 5
    return min(max(pace_s, _FASTEST_S_PER_KM), _SLOWEST_S_PER_KM)
