"""A chart of the dashboard: data and domains as one typed declaration.

A page writes it as JSON beside an empty box, and `static/charts.js` draws any of them. Everything
that is computed is computed here, so that the page and the printed report show the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, timedelta
from typing import Literal

import numpy as np

from hakaru.core.i18n import Lang, length_unit, say
from hakaru.core.units import format_duration
from hakaru.present.figures import NO_VALUE, day_text, distance_figure, pace_figure, pace_text
from hakaru.present.svg import FloatArray
from hakaru.records import frozen
from hakaru.running.wording import fixed

AxisKind = Literal["number", "speed", "elapsed", "clock", "distance", "date", "names"]
"""`speed`: m/s, read as pace; `elapsed`: seconds, read as a duration; `clock`: seconds since
midnight, read as the time of day; `distance`: metres, read in km or miles
or miles; `date`: days since 1970-01-01; `names`: places of `Axis.names`, counted from 0."""
SeriesKind = Literal["line", "area", "bars", "dots", "band"]
Colour = Literal[
    "line", "me", "pulse", "star", "dot", "violet", "green", "soft", "grey", "bad", "hill"
]
"""A colour of the style sheet, by its name there."""
Look = Literal["work", "recovery", "departure", "zone", "plain"]

_EPOCH = date(1970, 1, 1)
_NO_NAMES: tuple[str, ...] = ()
_TABLE_ROWS = 24
_MOVING_MPS = 0.5


@frozen
class Axis:
    """What an axis counts, from where to where. `unit` and `digits` are those of `number`."""

    kind: AxisKind = "number"
    low: float = 0.0
    high: float = 1.0
    label: str = ""
    unit: str = ""
    digits: int = 0
    names: tuple[str, ...] = _NO_NAMES


@frozen
class Series:
    """One line, area, set of bars or dots, or a band from `low` to `high`; all arrays of one shape.

    `at` are its own places, rising; None: those of the chart. NaN is a gap. `links` are addresses
    of its points. `departs_from` names the band of its panel outside of which the room between
    line and band is filled. `shown` False: off until it is switched on.
    """

    name: str
    label: str
    kind: SeriesKind = "line"
    colour: Colour = "line"
    values: FloatArray = field(default_factory=lambda: np.empty(0))
    low: FloatArray | None = None
    high: FloatArray | None = None
    at: FloatArray | None = None
    links: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    departs_from: str = ""
    dashed: bool = False
    thin: bool = False
    shown: bool = True


@frozen
class Stretch:
    """A part of the x axis that is shaded, such as a repetition."""

    start: float
    stop: float
    label: str = ""
    look: Look = "plain"


@frozen
class Mark:
    """A line across a panel: upright at a place of the x axis, or level at a value."""

    at: float
    label: str
    upright: bool = True
    colour: Colour = "violet"


@frozen
class Panel:
    """Series over one y axis. `height_px` is that of a wide window. `shown` False: the panel is
    off until it is switched on."""

    name: str
    title: str
    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    height_px: int = 220
    shown: bool = True


@frozen
class Chart:
    """Panels over one x axis with one cursor. `text` says in words what is to be seen.

    `at` are the places of all series without places of their own. `source`, where there is one, is
    the address that answers with the same chart for a shorter stretch (`from`, `to`, `points`).
    `tools`: with buttons for who has no mouse; the keyboard works without. `rows` says what the
    places of a `names` axis are, as the head of the table.
    """

    name: str
    title: str
    text: str
    x: Axis
    panels: tuple[Panel, ...]
    at: FloatArray = field(default_factory=lambda: np.empty(0))
    stretches: tuple[Stretch, ...] = ()
    source: str = ""
    tools: bool = False
    rows: str = ""


def day_places(days: Sequence[date]) -> FloatArray:
    """Days as places of a `date` axis."""
    return np.array([(day - _EPOCH).days for day in days], dtype=np.float64)


def day_axis(days: Sequence[date], *, room_days: float = 0.0) -> Axis:
    """From the first to the last of some days, which need not be in order."""
    places = day_places(days)
    low, high = (float(places.min()), float(places.max())) if places.size else (0.0, 1.0)
    room = max(room_days, (high - low) * 0.02, 0.5)
    return Axis(kind="date", low=low - room, high=high + room)


def name_axis(names: Sequence[str]) -> Axis:
    """One place for each name, for bars."""
    high = max(len(names) - 1, 0) + 0.5
    return Axis(kind="names", low=-0.5, high=high, names=tuple(names))


def chart_json(chart: Chart) -> str:
    """The declaration for `static/charts.js`, safe inside a `script` element."""
    content: dict[str, object] = {
        "name": chart.name,
        "title": chart.title,
        "text": chart.text,
        "x": _axis(chart.x),
        "at": _column(chart.at, chart.x),
        "panels": [_panel(panel, chart.x) for panel in chart.panels],
        "stretches": [
            {"start": piece.start, "stop": piece.stop, "label": piece.label, "look": piece.look}
            for piece in chart.stretches
        ],
        "source": chart.source,
        "tools": chart.tools,
    }
    written = json.dumps(_slim(content), separators=(",", ":"), ensure_ascii=False)
    return written.translate({ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"})


def _slim(content: Mapping[str, object]) -> dict[str, object]:
    """Without what is empty anyway."""
    return {name: value for name, value in content.items() if value not in ("", [], (), None)}


def _axis(axis: Axis) -> dict[str, object]:
    return _slim(
        {
            "kind": axis.kind,
            "low": _number(axis.low, 6),
            "high": _number(axis.high, 6),
            "label": axis.label,
            "unit": axis.unit,
            "digits": axis.digits,
            "names": list(axis.names),
        }
    )


def _panel(panel: Panel, x: Axis) -> dict[str, object]:
    marks = [
        {"at": mark.at, "label": mark.label, "upright": mark.upright, "colour": mark.colour}
        for mark in panel.marks
    ]
    return _slim(
        {
            "name": panel.name,
            "title": panel.title,
            "y": _axis(panel.y),
            "series": [_series(series, x, panel.y) for series in panel.series],
            "marks": marks,
            "height": panel.height_px,
            "shown": panel.shown,
        }
    )


def _series(series: Series, x: Axis, y: Axis) -> dict[str, object]:
    return _slim(
        {
            "name": series.name,
            "label": series.label,
            "kind": series.kind,
            "colour": series.colour,
            "at": None if series.at is None else _column(series.at, x),
            "y": _column(series.values, y),
            "low": None if series.low is None else _column(series.low, y),
            "high": None if series.high is None else _column(series.high, y),
            "links": list(series.links),
            "notes": list(series.notes),
            "departs": series.departs_from,
            "dashed": series.dashed,
            "thin": series.thin,
            "shown": series.shown,
        }
    )


_WHOLE_BELOW = 2.0**53
"""Beyond it every float is a whole number, and says nothing by it."""


def _digits(axis: Axis) -> int:
    """Decimals that a drawing can show, one more than are read."""
    by_kind = {"speed": 3, "elapsed": 1, "clock": 1, "distance": 1, "date": 2, "names": 0}
    return by_kind.get(axis.kind, axis.digits + 1)


def _column(values: FloatArray, axis: Axis) -> list[float | int | None]:
    known = np.isfinite(values)
    rounded = np.round(np.where(known, values, 0.0), _digits(axis))
    whole = (rounded == np.trunc(rounded)) & (np.abs(rounded) < _WHOLE_BELOW)
    numbers = rounded.astype(object)
    numbers[whole] = rounded[whole].astype(np.int64)
    numbers[~known] = None
    written: list[float | int | None] = numbers.tolist()
    return written


def _number(value: float, digits: int) -> float | int | None:
    if not math.isfinite(value):
        return None
    rounded = round(float(value), digits)  # of numpy, too
    return int(rounded) if rounded == int(rounded) else rounded


@frozen
class ChartTable:
    """The same figures as words, for who cannot see a drawing: few rows, the first is the head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def chart_table(chart: Chart, lang: Lang) -> ChartTable:
    """A chart as a table: places evenly spread over it, at most 24, and each series there."""
    columns = [(panel, series) for panel in chart.panels for series in _told_once(panel)]
    labels = [series.label for _, series in columns]
    first = chart.x.label or (say("Day", lang) if chart.x.kind == "date" else chart.rows)
    head = [first]
    for panel, series in columns:
        repeated = labels.count(series.label) > 1 and series.label != panel.title
        name = f"{panel.title}: {series.label}" if repeated else series.label
        head.append(_head(name, panel.y, lang))
    rows = []
    for place in _places(chart):
        cells = tuple(_cell(chart, panel.y, series, place, lang=lang) for panel, series in columns)
        rows.append((axis_text(chart.x, place, lang), *cells))
    return ChartTable(head=tuple(head), rows=tuple(rows))


def _told_once(panel: Panel) -> Sequence[Series]:
    """Without the points that a line of the same panel goes through."""
    lines = [series for series in panel.series if series.kind == "line"]
    return [
        series
        for series in panel.series
        if series.kind != "dots" or not any(_same(series, line) for line in lines)
    ]


def _same(points: Series, line: Series) -> bool:
    if (points.at is None) != (line.at is None) or not np.array_equal(
        points.values, line.values, equal_nan=True
    ):
        return False
    return points.at is None or line.at is None or np.array_equal(points.at, line.at)


def _head(name: str, y: Axis, lang: Lang) -> str:
    far = length_unit(lang)
    unit = f"/{far}" if y.kind == "speed" else far if y.kind == "distance" else y.unit
    return say("{name} ({unit})", lang, name=name, unit=unit) if unit else name


def _places(chart: Chart) -> list[float]:
    own = [series.at for panel in chart.panels for series in panel.series if series.at is not None]
    every = np.unique(np.concatenate([chart.at, *own])) if own else np.unique(chart.at)
    if every.size > _TABLE_ROWS:
        every = every[np.linspace(0, every.size - 1, _TABLE_ROWS).round().astype(int)]
    return [float(place) for place in every.tolist()]


def _cell(chart: Chart, y: Axis, series: Series, place: float, *, lang: Lang) -> str:
    at = chart.at if series.at is None else series.at
    if at.size == 0:
        return NO_VALUE
    index = int(np.abs(at - place).argmin())
    step = (chart.x.high - chart.x.low) / _TABLE_ROWS
    if abs(float(at[index]) - place) > step:
        return NO_VALUE
    if series.kind == "band" and series.low is not None and series.high is not None:
        ends = [axis_text(y, float(edge[index]), lang) for edge in (series.low, series.high)]
        return NO_VALUE if NO_VALUE in ends else " – ".join(ends)
    return axis_text(y, float(series.values[index]), lang)


def axis_text(axis: Axis, value: float, lang: Lang) -> str:
    """A value of an axis as it reads: a pace for a speed, a clock for elapsed seconds."""
    if not math.isfinite(value):
        return NO_VALUE
    if axis.kind == "speed":
        return NO_VALUE if value < _MOVING_MPS else pace_figure(value, lang)
    if axis.kind == "elapsed":
        return format_duration(value)
    if axis.kind == "clock":
        return _clock_text(value)
    if axis.kind == "distance":
        return distance_figure(value, lang)
    if axis.kind == "date":
        return day_text(_EPOCH + timedelta(days=math.floor(value)), lang)
    if axis.kind == "names":
        return axis.names[round(value)] if 0 <= value < len(axis.names) else NO_VALUE
    return fixed(value, axis.digits)


def axis_value(axis: Axis, value: float, lang: Lang) -> str:
    """The same with its unit."""
    text = axis_text(axis, value, lang)
    if text == NO_VALUE:
        return text
    return pace_text(value, lang) if axis.kind == "speed" else f"{text} {axis.unit}"


def _clock_text(since_midnight_s: float) -> str:
    """48600 as '13:30'."""
    hours, minutes = divmod(int(since_midnight_s / 60.0 + 1e-6), 60)
    return f"{hours}:{minutes:02d}"


@frozen
class DrawnChart:
    """A chart as a template shows it: what the script draws, and the table for who has none."""

    name: str
    title: str
    text: str
    json: str
    table: ChartTable


def drawn_chart(chart: Chart, lang: Lang) -> DrawnChart:
    """A chart ready for a template."""
    return DrawnChart(
        name=chart.name,
        title=chart.title,
        text=chart.text,
        json=chart_json(chart),
        table=chart_table(chart, lang),
    )
