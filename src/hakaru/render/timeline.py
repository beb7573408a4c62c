"""How did the run go from minute to minute? Pace over the hills, heart rate, contact time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hakaru.core.units import format_duration
from hakaru.render.overlay import Overlay, shaded, zone_lines
from hakaru.render.plot import Plot, pace_domain, spaced
from hakaru.render.svg import (
    NOTHING,
    FloatArray,
    Scale,
    Svg,
    band,
    element,
    line,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    text,
    time_ticks,
)
from hakaru.render.words import word
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS
from hakaru.running.wording import Lang, fixed
from hakaru.stats.series import group_means

_LEFT, _RIGHT, _TOP, _BETWEEN, _BOTTOM = 48.0, 10.0, 24.0, 30.0, 26.0
_HEIGHTS = {"speed_mps": 124.0, "heart_rate_bpm": 78.0, "gct_ms": 96.0}
_LABELS = {"speed_mps": "pace_unit", "heart_rate_bpm": "heart_rate_unit", "gct_ms": "gct_unit"}
_NARROW, _NARROW_SHARE = 500.0, 0.85
_CLOCKS_APART = 62.0
ALL_STRIPS = tuple(_HEIGHTS)


@dataclass(frozen=True, kw_only=True)
class Strip:
    """One curve over time: its column, from `top` down to `stop`, and the picture it stands in."""

    column: str
    top: float
    stop: float
    lang: Lang
    overlay: Overlay


def time_chart(
    series: Mapping[str, FloatArray],
    *,
    width: float,
    lang: Lang,
    overlay: Overlay | None = None,
    strips: Sequence[str] = ALL_STRIPS,
) -> Svg:
    """Strips for pace (with elevation behind it), heart rate and contact time, where recorded.

    Empty where neither time nor any of them was recorded. `width` in picture units: a narrow
    picture gets fewer points, so that a page can hold a wide one and one for a telephone.
    `overlay` shades the parts of a session and marks heart rate zones. `strips` are those wanted.
    """
    columns = [name for name in strips if name in series and np.isfinite(series[name]).any()]
    if len(series.get("elapsed_s", ())) < 2 or not columns:
        return NOTHING
    thin = group_means(series, int(width / 2))
    elapsed_s = thin["elapsed_s"]
    x = Scale(low=0.0, high=float(elapsed_s[-1]), start=_LEFT, stop=width - _RIGHT)
    body, top = [], _TOP
    behind = Overlay() if overlay is None else overlay
    share = _NARROW_SHARE if width < _NARROW else 1.0
    for column in columns:
        height = share * _HEIGHTS[column]
        strip = Strip(column=column, top=top, stop=top + height, lang=lang, overlay=behind)
        body.append(_strip(thin, x, strip))
        top += height + _BETWEEN
    floor = top - _BETWEEN
    body.insert(0, shaded(behind, x, top=_TOP, stop=floor, lang=lang))
    body += _time_axis(x, floor, n_ticks=max(4, int(width / 110)))
    names = ", ".join(word(_LABELS[column], lang) for column in columns)
    return picture(
        (width, floor + _BOTTOM),
        body,
        name=f"time-{strips[0].split('_')[0]}-{int(width)}",
        title=word("time_title", lang),
        desc=word("time_desc", lang, names=names, elapsed=format_duration(x.high)),
    )


def _time_axis(x: Scale, floor: float, *, n_ticks: int) -> list[Svg]:
    """Clock times; a label that would leave the picture at the right is left out."""
    ticks = spaced(x, time_ticks(x.high, target=n_ticks), apart=_CLOCKS_APART)
    return [
        text((x(tick.at), floor + 18), tick.label, class_="tick", anchor="middle")
        for tick in ticks
        if x(tick.at) <= x.stop - _CLOCKS_APART / 4
    ]


def _strip(series: Mapping[str, FloatArray], x: Scale, strip: Strip) -> Svg:
    values = _running_only(series, strip.column)
    low, high = _domain(strip.column, values)
    plot = Plot(x=x, y=Scale(low=low, high=high, start=strip.stop, stop=strip.top))
    is_pace = strip.column == "speed_mps"
    ticks = pace_ticks(low, high, target=5) if is_pace else nice_ticks(low, high, target=4)
    label = word(_LABELS[strip.column], strip.lang)
    marks = [
        plot.frame((), spaced(plot.y, ticks, apart=17.0)),
        text((x.start, strip.top - 9), label, class_="label"),
    ]
    if is_pace and "elevation_m" in series:
        marks.insert(0, _hills(series, plot, strip))
    if strip.column == "heart_rate_bpm":
        marks.append(zone_lines(strip.overlay, plot))
    xs = x.many(series["elapsed_s"])
    ys = plot.y.many(np.clip(values, low, high))
    name = strip.column.split("_")[0]
    marks.append(path(xs, ys, class_=f"trace {name}", gap=_gap(xs)))
    return element("g", *marks)


def _hills(series: Mapping[str, FloatArray], plot: Plot, strip: Strip) -> Svg:
    """Elevation as a soft area in the lower half of the pace strip, with its range in words."""
    elevation_m = series["elevation_m"]
    if not np.isfinite(elevation_m).any():
        return NOTHING
    low_m, high_m = float(np.nanmin(elevation_m)), float(np.nanmax(elevation_m))
    top_m = max(high_m, low_m + 20.0)
    floor, roof = plot.y.start, plot.y.start - 0.45 * (plot.y.start - plot.y.stop)
    scale = Scale(low=low_m, high=top_m, start=floor - 4, stop=roof)
    xs = plot.x.many(series["elapsed_s"])
    label = word("elevation_unit", strip.lang, low=fixed(low_m, 0), high=fixed(high_m, 0))
    return element(
        "g",
        band(xs, (np.full(len(xs), floor), scale.many(elevation_m)), class_="hills"),
        text((plot.x.stop, strip.top - 9), label, class_="label", anchor="end"),
        line((plot.x.start, floor), (plot.x.stop, floor), class_="axis"),
    )


def _running_only(series: Mapping[str, FloatArray], column: str) -> FloatArray:
    """A column; of contact time what was run, as a walker's is of another kind."""
    values = series[column]
    if column != "gct_ms" or "speed_mps" not in series:
        return values
    running = np.where(series["speed_mps"] >= RUNNING_SPEED_MIN_MPS, values, np.nan)
    return running if np.isfinite(running).any() else values


def _domain(column: str, values: FloatArray) -> tuple[float, float]:
    """Where most of the run lies."""
    if column == "speed_mps":
        return pace_domain(values)
    bounds = (0.02, 0.98) if column == "gct_ms" else (0.005, 0.995)
    low, high = (float(value) for value in np.nanquantile(values, bounds))
    room = max((high - low) * 0.12, 0.02 * abs(high), 0.05)
    return max(low - room, 0.3), high + room


def _gap(xs: FloatArray) -> float:
    """How far apart two neighbours may be before the line breaks (a pause, a lost sensor)."""
    steps = np.diff(xs)
    return max(6.0, 6.0 * float(np.median(steps)))
