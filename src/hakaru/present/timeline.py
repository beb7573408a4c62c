"""Pictures over time: a run, a day, many runs at a glance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, say
from hakaru.core.units import format_duration
from hakaru.present.figures import pace_figure
from hakaru.present.session import role_text
from hakaru.present.svg import (
    NOTHING,
    FloatArray,
    Plot,
    Scale,
    Svg,
    band,
    column_domain,
    element,
    line,
    nice_ticks,
    pace_ticks,
    paced_speeds,
    path,
    picture,
    running_only,
    spaced,
    text,
    time_ticks,
)
from hakaru.records import frozen
from hakaru.running.wording import fixed
from hakaru.stats.series import group_means

if TYPE_CHECKING:
    from hakaru.core.i18n import Lang
    from hakaru.running.athlete.model import HeartRateZones
    from hakaru.running.session.model import SegmentFigures
    from hakaru.running.splits import Role

_LABEL_ROOM = 22.0
_WORDS_ROOM = 70.0
_NAME_HEIGHT = 13.0


@frozen
class Overlay:
    """The parts of a session, and zones (None: not known). `kind` is easy, tempo or reps."""

    figures: tuple[SegmentFigures, ...] = ()
    zones: HeartRateZones | None = None
    kind: str = "easy"


def shaded(overlay: Overlay, x: Scale, *, top: float, stop: float, lang: Lang) -> Svg:
    """Bands from top down to stop: work and recovery, or the main part, with their names above."""
    bands = []
    for segment in overlay.figures:
        left, right = x(segment.start_elapsed_s), min(x(segment.end_elapsed_s), x.stop)
        look = _look(segment.role, overlay.kind)
        if not look or right <= left:
            continue
        bands.append(
            element(
                "rect",
                x=left,
                y=top,
                width=right - left,
                height=stop - top,
                class_=f"r-shade r-{look}",
            )
        )
        name = _name(segment, right - left, lang)
        if name:
            middle = (left + right) / 2
            bands.append(text((middle, top + 14), name, class_="partname", anchor="middle"))
    return element("g", *bands) if bands else NOTHING


def zone_lines(overlay: Overlay, plot: Plot) -> Svg:
    """Lower bounds of the zones inside the strip of heart rate, named at the right."""
    if overlay.zones is None:
        return NOTHING
    marks: list[Svg] = []
    named_y = plot.y.start + _NAME_HEIGHT
    for number, low_bpm in enumerate(overlay.zones.low_bpm, start=1):
        if not plot.y.holds(low_bpm):
            continue
        y = plot.y(low_bpm)
        marks.append(line((plot.x.start, y), (plot.x.stop, y), class_="r-zone"))
        if named_y - y < _NAME_HEIGHT or y - plot.y.stop < _NAME_HEIGHT:
            continue
        place = (plot.x.stop - 3, y - 3)
        marks.append(text(place, f"Z{number}", class_="zonename", anchor="end"))
        named_y = y
    return element("g", *marks) if marks else NOTHING


def _look(role: Role, kind: str) -> str:
    if kind == "reps":
        return role if role in ("work", "recovery") else ""
    return "work" if kind == "tempo" and role in ("main", "work") else ""


def _name(segment: SegmentFigures, room: float, lang: Lang) -> str:
    """W1 on a repetition, words where they fit; a recovery shows by its shade alone."""
    if segment.role == "recovery":
        return ""
    if segment.rep_index is not None:
        return f"W{segment.rep_index}" if room >= _LABEL_ROOM else ""
    return role_text(segment.role, lang) if room >= _WORDS_ROOM else ""


_BARS = "▁▂▃▄▅▆▇█"
_COLUMNS = 60


def sparks(series: Mapping[str, FloatArray], lang: Lang) -> str:
    """Pace (higher is faster) and heart rate as lines of bars with their range; '' without."""
    columns = ("speed_mps", "heart_rate_bpm")
    chosen = {name: series[name] for name in ("elapsed_s", *columns) if name in series}
    if "elapsed_s" not in chosen:
        return ""
    thin = group_means(chosen, _COLUMNS)
    lines = []
    if "speed_mps" in thin:
        lines.append(
            _line(thin["speed_mps"], say("pace (min/{length_unit})", lang), lang, pace=True)
        )
    if "heart_rate_bpm" in thin:
        lines.append(_line(thin["heart_rate_bpm"], say("heart rate (bpm)", lang), lang, pace=False))
    return "\n".join(line for line in lines if line)


def _line(values: FloatArray, name: str, lang: Lang, *, pace: bool) -> str:
    shaping = paced_speeds(values) if pace else values[np.isfinite(values)]
    if shaping.size < 2:
        return ""
    low, high = (float(bound) for bound in np.quantile(shaping, (0.05, 1.0)))
    if pace and low <= 0.0:
        return ""
    room = high - low if high > low else 1.0
    steps = [
        " "
        if not np.isfinite(value)
        else _BARS[max(0, round((value - low) / room * (len(_BARS) - 1)))]
        for value in values
    ]
    ends = [pace_figure(bound, lang) if pace else fixed(bound, 0) for bound in (low, high)]
    return f"{''.join(steps)}  {name} {ends[0]} – {ends[1]}"


_SPARK = (96.0, 24.0)
_FLAT_FRAC = 0.04


def spark(values: Sequence[float | None]) -> Svg:
    """A small line, higher is faster; nothing for fewer than two values. It says nothing to a
    screen reader: the figures stand beside it."""
    numbers = np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    finite = numbers[np.isfinite(numbers)]
    if finite.size < 2:
        return NOTHING
    middle = float(np.median(finite))
    room = max(float(finite.max() - finite.min()), _FLAT_FRAC * abs(middle)) / 2
    centre = float(finite.max() + finite.min()) / 2
    x = Scale(low=0.0, high=float(len(numbers) - 1), start=3.0, stop=_SPARK[0] - 3.0)
    y = Scale(low=centre - room, high=centre + room, start=_SPARK[1] - 4.0, stop=4.0)
    xs, ys = x.many(np.arange(len(numbers), dtype=np.float64)), y.many(numbers)
    return element(
        "svg",
        path(xs, ys, class_="sparkline"),
        viewBox=f"0 0 {_SPARK[0]:g} {_SPARK[1]:g}",
        class_="spark",
        aria_hidden="true",
        focusable="false",
    )


_SIZE = (760.0, 32.0)
_BAR_TOP, _BAR_HEIGHT = 7.0, 18.0
_RUN_TOP, _RUN_HEIGHT = 2.0, 28.0
_SIDE = 8.0
_HOURS_H = 24.0
WHOLE_DAY_H = (0.0, _HOURS_H)
_STEPS_H = (0.25, 0.5, 1.0, 2.0, 3.0)
_SPACES_MOST = 8
_THINNEST = 1.2


@frozen
class Piece:
    """Something that lasted from an hour of the day to another. `kind` chooses its look: a state
    of attention, `run`, or `plan` for a moment."""

    kind: str
    start_h: float
    end_h: float
    label: str


def strip_hours(shown_h: tuple[float, float] = WHOLE_DAY_H) -> tuple[float, ...]:
    """The hours that the line of a part of a day is marked with, evenly from its first to its
    last."""
    span_h = shown_h[1] - shown_h[0]
    step_h = next((step for step in _STEPS_H if span_h / step <= _SPACES_MOST), _STEPS_H[-1])
    return tuple(shown_h[0] + step_h * n for n in range(math.floor(span_h / step_h) + 1))


def day_strip(
    pieces: Sequence[Piece],
    *,
    day: str,
    lang: Lang,
    shown_h: tuple[float, float] = WHOLE_DAY_H,
) -> Svg:
    """The day, or the hours of it that are shown; without pieces the empty line. The names of the
    hours (`strip_hours`) stand below it, evenly."""
    scale = Scale(low=shown_h[0], high=shown_h[1], start=_SIDE, stop=_SIZE[0] - _SIDE)
    inside = [
        piece for piece in pieces if piece.end_h >= shown_h[0] and piece.start_h <= shown_h[1]
    ]
    body = [
        element(
            "rect",
            x=scale.start,
            y=_BAR_TOP,
            width=scale.stop - scale.start,
            height=_BAR_HEIGHT,
            rx=5.0,
            class_="daybed",
        ),
        *(_mark(piece, scale) for piece in sorted(inside, key=lambda piece: piece.kind == "run")),
        *(
            line((scale(hour), _SIZE[1] - 4.0), (scale(hour), _SIZE[1]), class_="r-axis")
            for hour in strip_hours(shown_h)
        ),
    ]
    joint = "、" if lang == "ja" else ", "
    named = joint.join(dict.fromkeys(piece.label for piece in inside))
    return picture(_SIZE, body, name=f"strip-{day[:10]}", title=day, desc=named or "-")


def _mark(piece: Piece, scale: Scale) -> Svg:
    left = scale(min(max(piece.start_h, scale.low), scale.high))
    right = scale(min(max(piece.end_h, scale.low), scale.high))
    if piece.kind == "plan":
        return element("circle", cx=left, cy=_BAR_TOP + _BAR_HEIGHT / 2, r=4.5, class_="day-plan")
    high = piece.kind == "run"
    return element(
        "rect",
        x=left,
        y=_RUN_TOP if high else _BAR_TOP,
        width=max(right - left, _THINNEST),
        height=_RUN_HEIGHT if high else _BAR_HEIGHT,
        rx=3.0 if high else None,
        class_=f"day-{piece.kind}",
    )


_TIMELINE_LEFT, _TIMELINE_RIGHT, _TIMELINE_TOP, _BETWEEN, _TIMELINE_BOTTOM = (
    48.0,
    10.0,
    24.0,
    30.0,
    26.0,
)
_HEIGHTS = {"speed_mps": 124.0, "heart_rate_bpm": 78.0, "gct_ms": 96.0}
_LABELS: Mapping[str, str] = {
    "speed_mps": N_("pace (min/{length_unit})"),
    "heart_rate_bpm": N_("heart rate (bpm)"),
    "gct_ms": N_("contact time (ms)"),
}
_NARROW, _NARROW_SHARE = 500.0, 0.85
_CLOCKS_APART = 62.0
ALL_STRIPS = tuple(_HEIGHTS)


@frozen
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
    x = Scale(
        low=0.0, high=float(elapsed_s[-1]), start=_TIMELINE_LEFT, stop=width - _TIMELINE_RIGHT
    )
    body, top = [], _TIMELINE_TOP
    behind = Overlay() if overlay is None else overlay
    share = _NARROW_SHARE if width < _NARROW else 1.0
    for column in columns:
        height = share * _HEIGHTS[column]
        strip = Strip(column=column, top=top, stop=top + height, lang=lang, overlay=behind)
        body.append(_strip(thin, x, strip))
        top += height + _BETWEEN
    floor = top - _BETWEEN
    body.insert(0, shaded(behind, x, top=_TIMELINE_TOP, stop=floor, lang=lang))
    body += _time_axis(x, floor, n_ticks=max(4, int(width / 110)))
    names = ", ".join(say(_LABELS[column], lang) for column in columns)
    return picture(
        (width, floor + _TIMELINE_BOTTOM),
        body,
        name=f"time-{strips[0].split('_')[0]}-{int(width)}",
        title=say("Pace and heart rate over time", lang),
        desc=say(
            "{names} drawn over {elapsed} of elapsed time.",
            lang,
            names=names,
            elapsed=format_duration(x.high),
        ),
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
    values = running_only(series, strip.column)
    low, high = column_domain(series, strip.column)
    plot = Plot(x=x, y=Scale(low=low, high=high, start=strip.stop, stop=strip.top))
    is_pace = strip.column == "speed_mps"
    ticks = (
        pace_ticks(low, high, strip.lang, target=5) if is_pace else nice_ticks(low, high, target=4)
    )
    label = say(_LABELS[strip.column], strip.lang)
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
    marks.append(path(xs, ys, class_=f"r-trace {name}", gap=_gap(xs)))
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
    label = say(
        "elevation {low} to {high} m", strip.lang, low=fixed(low_m, 0), high=fixed(high_m, 0)
    )
    return element(
        "g",
        band(xs, (np.full(len(xs), floor), scale.many(elevation_m)), class_="r-hills"),
        text((plot.x.stop, strip.top - 9), label, class_="label", anchor="end"),
        line((plot.x.start, floor), (plot.x.stop, floor), class_="r-axis"),
    )


def _gap(xs: FloatArray) -> float:
    """How far apart two neighbours may be before the line breaks (a pause, a lost sensor)."""
    steps = np.diff(xs)
    return max(6.0, 6.0 * float(np.median(steps)))
