"""Which pictures show volume by period, and runs beside each other?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

import numpy as np

from hakaru.core.units import METRES_PER_KM
from hakaru.render.blocks import Picture
from hakaru.render.compare_text import column_name
from hakaru.render.history_text import period_text
from hakaru.render.plot import Plot, spaced
from hakaru.render.svg import (
    NOTHING,
    FloatArray,
    Scale,
    Svg,
    Tick,
    element,
    line,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    text,
)
from hakaru.render.words import say
from hakaru.render.words_history import HISTORY
from hakaru.running.segment import CellColumn, SideBySide
from hakaru.running.volume import Period, PeriodKind
from hakaru.running.wording import Lang

_LEFT, _TOP, _FOOT = 46.0, 30.0, 34.0
_HEADROOM = 1.08
_BAR_FRAC, _THINNEST = 0.72, 1.0


@dataclass(frozen=True, kw_only=True)
class _Size:
    """Of a picture, and how far apart the labels of its axis are."""

    size: tuple[float, float]
    apart: float
    name: str

    @property
    def x(self) -> tuple[float, float]:
        """Where the drawing area begins and ends."""
        return _LEFT, self.size[0] - 12.0

    @property
    def y(self) -> tuple[float, float]:
        """Its foot and its top."""
        return self.size[1] - _FOOT, _TOP


_WIDE = _Size(size=(1000.0, 280.0), apart=70.0, name="wide")
_NARROW = _Size(size=(360.0, 230.0), apart=64.0, name="narrow")
_HALF = _Size(size=(440.0, 250.0), apart=60.0, name="half")


def volume_picture(periods: Sequence[Period], kind: PeriodKind, lang: Lang) -> Picture:
    """A bar per period: its distance."""
    return Picture(
        name="volume",
        wide=_volume(periods, kind, lang, _WIDE),
        narrow=_volume(periods, kind, lang, _NARROW),
    )


def compare_chart(beside: SideBySide, column: CellColumn, lang: Lang) -> Svg:
    """A line per run over its stretches, for half a page or a telephone; faster is higher."""
    return _compared(beside, column, lang, _HALF)


def _volume(periods: Sequence[Period], kind: PeriodKind, lang: Lang, size: _Size) -> Svg:
    far_km = [(period.sums.distance_m or 0.0) / METRES_PER_KM for period in periods]
    if not far_km or max(far_km) <= 0.0:
        return NOTHING
    plot = Plot(
        x=Scale(low=-0.5, high=len(far_km) - 0.5, start=size.x[0], stop=size.x[1]),
        y=Scale(low=0.0, high=max(far_km) * _HEADROOM, start=size.y[0], stop=size.y[1]),
    )
    labels = tuple(
        Tick(at=at, label=_period_tick(period, kind)) for at, period in enumerate(periods)
    )
    ticks = spaced(plot.x, labels, apart=size.apart)
    width = max(_BAR_FRAC * (size.x[1] - size.x[0]) / len(far_km), _THINNEST)
    bars = [
        element(
            "rect",
            x=plot.x(float(at)) - width / 2,
            y=plot.y(km),
            width=width,
            height=size.y[0] - plot.y(km),
            class_="loadbar",
        )
        for at, km in enumerate(far_km)
        if km > 0.0
    ]
    body = [
        plot.frame(ticks, nice_ticks(0.0, plot.y.high, target=4)),
        *bars,
        line((size.x[0], size.y[0]), (size.x[1], size.y[0]), class_="axis"),
        text((size.x[0], 14.0), say(HISTORY["volume_axis"], lang), class_="label"),
    ]
    first, last = (period_text(period, kind, lang) for period in (periods[0], periods[-1]))
    return picture(
        size.size,
        body,
        name=f"volume-{size.name}",
        title=say(HISTORY["volume_title"], lang),
        desc=say(HISTORY["volume_desc"], lang, first=first, last=last),
    )


def _period_tick(period: Period, kind: PeriodKind) -> str:
    if kind == "year":
        return f"{period.first.year}"
    return f"{period.first:%Y-%m}" if kind == "month" else f"{period.first:%m-%d}"


def _compared(beside: SideBySide, column: CellColumn, lang: Lang, size: _Size) -> Svg:
    lines = [_values(beside, at, column) for at in range(len(beside.runs))]
    every = np.concatenate(lines) if lines else np.array([])
    finite = every[np.isfinite(every)]
    if finite.size < 2 or beside.n_stretches < 2:
        return NOTHING
    low, high = float(finite.min()), float(finite.max())
    room = max(0.08 * (high - low), 0.01 * high)
    plot = Plot(
        x=Scale(low=0.5, high=beside.n_stretches + 0.5, start=size.x[0], stop=size.x[1] - 14.0),
        y=Scale(low=low - room, high=high + room, start=size.y[0], stop=size.y[1]),
    )
    is_pace = column == "pace_s_per_km"
    marks = (pace_ticks if is_pace else nice_ticks)(plot.y.low, plot.y.high, target=5)
    body = [
        plot.frame(_stretch_ticks(beside, plot, size), marks),
        text((size.x[0], 14.0), column_name(column, lang), class_="label"),
    ]
    for letter, values in zip(ascii_uppercase, lines, strict=False):
        body += _run_line(plot, letter, values)
    names = ", ".join(ascii_uppercase[: len(lines)])
    title = column_name(column, lang)
    return picture(
        size.size,
        body,
        name=f"compare-{column}-{size.name}",
        title=title,
        desc=say(HISTORY["compare_desc"], lang, column=title, names=names),
    )


def _stretch_ticks(beside: SideBySide, plot: Plot, size: _Size) -> tuple[Tick, ...]:
    step = 1.0 if beside.step_m is None else beside.step_m / METRES_PER_KM
    labels = tuple(
        Tick(at=number, label=f"{number * step:g}") for number in range(1, beside.n_stretches + 1)
    )
    return spaced(plot.x, labels, apart=size.apart / 2)


def _run_line(plot: Plot, letter: str, values: FloatArray) -> list[Svg]:
    """The line of a run with its letter at its end."""
    numbers = np.arange(1, values.size + 1, dtype=np.float64)
    finite_places = np.flatnonzero(np.isfinite(values))
    if not finite_places.size:
        return []
    end = int(finite_places[-1])
    at = (plot.x(float(numbers[end])) + 9.0, plot.y(float(values[end])) + 4.0)
    name = f"run-{letter.lower()}"
    return [
        path(plot.x.many(numbers), plot.y.many(values), class_=f"runline {name}"),
        text(at, letter, class_=f"runletter {name}"),
    ]


def _values(beside: SideBySide, at: int, column: CellColumn) -> FloatArray:
    """The values of a run as they are drawn: a pace as a speed, so that faster is higher."""
    cell_values = [cell.value(column) for cell in beside.runs[at].cells]
    values = np.array(
        [np.nan if value is None else value for value in cell_values], dtype=np.float64
    )
    return METRES_PER_KM / values if column == "pace_s_per_km" else values
