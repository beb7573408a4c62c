"""Numbers as SVG: where an axis ends, ticks, shapes, plotting areas, pictures as files.

Marks carry classes, never colours: the page's style sheet decides, so that light, dark and print
share one picture.

A picture carries classes, and the style sheet of the report decides what they look like; so the
rules of that sheet that concern pictures go with it.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from hakaru.core.i18n import Lang, length_unit
from hakaru.core.quantity import METRES_PER
from hakaru.core.units import format_duration, format_pace
from hakaru.records import frozen
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS

FloatArray = NDArray[np.float64]
Svg = NewType("Svg", str)
"""Finished markup. Only `element` makes it, and it escapes everything it is given."""

NOTHING = Svg("")
_SPECIAL = re.compile("[&<>\"']")
_PACE_STEPS_S = (5, 10, 15, 20, 30, 60, 90, 120, 300)
_TIME_STEPS_S = (10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800)


@frozen
class Scale:
    """A straight line from values [low, high] to positions [start, stop]."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        """Position of one value; the middle when the domain is a single point."""
        if self.high == self.low:
            return (self.start + self.stop) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)

    def many(self, values: FloatArray) -> FloatArray:
        """Positions of an array; NaN stays NaN."""
        if self.high == self.low:
            return np.where(np.isnan(values), np.nan, (self.start + self.stop) / 2)
        share = (values - self.low) / (self.high - self.low)
        positions: FloatArray = self.start + share * (self.stop - self.start)
        return positions

    def holds(self, value: float) -> bool:
        """Whether a value lies inside the domain."""
        return self.low <= value <= self.high


@frozen
class Tick:
    """A mark on an axis: a value of the domain and its label."""

    at: float
    label: str


def nice_ticks(low: float, high: float, *, target: int = 5) -> tuple[Tick, ...]:
    """Round values inside [low, high], about `target` of them, steps 1, 2, 2.5 or 5 x 10^n."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return ()
    rough = (high - low) / target
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(
        size * power for size in (1.0, 2.0, 2.5, 5.0, 10.0) if size * power >= rough * 0.999
    )
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    decimals += 0 if math.isclose(step * 10**decimals, round(step * 10**decimals)) else 1
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = [count * step for count in range(first, last + 1)]
    return tuple(Tick(at=value, label=f"{value + 0.0:.{decimals}f}") for value in values)


def pace_ticks(low_mps: float, high_mps: float, lang: Lang, *, target: int = 6) -> tuple[Tick, ...]:
    """Speeds whose pace is round ('4:30') for the reader, inside [low, high], slowest first."""
    if not 0 < low_mps < high_mps:
        return ()
    metres = METRES_PER[length_unit(lang)]
    slow_s, fast_s = metres / low_mps, metres / high_mps
    step_s = _first_step(_PACE_STEPS_S, (slow_s - fast_s) / target)
    counts = range(math.floor(slow_s / step_s), math.ceil(fast_s / step_s) - 1, -1)
    paces = [count * step_s for count in counts if count > 0]
    return tuple(Tick(at=metres / pace_s, label=format_pace(pace_s)) for pace_s in paces)


def time_ticks(high_s: float, target: int = 6) -> tuple[Tick, ...]:
    """Round elapsed times from zero."""
    step_s = _first_step(_TIME_STEPS_S, high_s / target)
    counts = range(math.floor(high_s / step_s) + 1)
    return tuple(Tick(at=count * step_s, label=format_duration(count * step_s)) for count in counts)


def element(name: str, *children: Svg, **attributes: object) -> Svg:
    """One element. `class_` is class, underscores are hyphens, floats keep one decimal, and
    attributes that are None or empty are left out."""
    written = "".join(
        [
            f' {_named(key)}="{_attribute(value)}"'
            for key, value in attributes.items()
            if value is not None and value != ""
        ]
    )
    inside = "".join(children)
    return Svg(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def text(at: tuple[float, float], content: str, *, class_: str = "", anchor: str = "") -> Svg:
    """Text at a point; `anchor` is start, middle or end."""
    inside = Svg(html.escape(content))
    return element("text", inside, x=at[0], y=at[1], class_=class_, text_anchor=anchor)


def path(xs: FloatArray, ys: FloatArray, *, class_: str, gap: float = math.inf) -> Svg:
    """A line through points, broken at NaN and where neighbours are over `gap` apart in x."""
    pieces = [_move(piece) for piece in _unbroken(xs, ys, gap) if len(piece) > 1]
    return element("path", d="".join(pieces), class_=class_) if pieces else NOTHING


def band(xs: FloatArray, limits: tuple[FloatArray, FloatArray], *, class_: str) -> Svg:
    """The area between two lines (low, high); nothing where fewer than two finite points exist."""
    lows, highs = limits
    finite = np.isfinite(xs) & np.isfinite(lows) & np.isfinite(highs)
    if np.count_nonzero(finite) < 2:
        return NOTHING
    top = list(zip(xs[finite].tolist(), highs[finite].tolist(), strict=True))
    bottom = list(zip(xs[finite].tolist(), lows[finite].tolist(), strict=True))[::-1]
    return element("path", d=_move([*top, *bottom]) + "Z", class_=class_)


def dots(xs: FloatArray, ys: FloatArray, *, class_: str) -> Svg:
    """Round marks as one path of zero-length strokes (their size is the stroke width)."""
    finite = np.isfinite(xs) & np.isfinite(ys)
    points = zip(xs[finite].tolist(), ys[finite].tolist(), strict=True)
    steps = "".join([f"M{x:.1f} {y:.1f}h0" for x, y in points])
    whole = steps.replace(".0 ", " ").replace(".0h", "h")
    return element("path", d=whole, class_=class_) if steps else NOTHING


def line(start: tuple[float, float], stop: tuple[float, float], *, class_: str) -> Svg:
    """A straight line."""
    return element("line", x1=start[0], y1=start[1], x2=stop[0], y2=stop[1], class_=class_)


def picture(
    size: tuple[float, float], body: Iterable[Svg], *, name: str, title: str, desc: str
) -> Svg:
    """A whole picture that scales to its container. `name` makes its ids unique on a page, and
    its part before the first '-' is a class."""
    labels = (
        element("title", Svg(html.escape(title)), id=f"{name}-title"),
        element("desc", Svg(html.escape(desc)), id=f"{name}-desc"),
    )
    return element(
        "svg",
        *labels,
        *body,
        viewBox=f"0 0 {_number(size[0])} {_number(size[1])}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_=f"r-chart {name.partition('-')[0]}",
    )


@cache
def _named(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _attribute(value: object) -> str:
    if isinstance(value, float):
        return _number(value)
    content = str(value)
    return html.escape(content) if _SPECIAL.search(content) else content


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _first_step(steps: Sequence[int], rough: float) -> int:
    return next((step for step in steps if step >= rough), steps[-1])


def _move(points: Sequence[tuple[float, float]]) -> str:
    written = "L".join([f"{x:.1f} {y:.1f}" for x, y in points])
    return f"M{written.replace('.0 ', ' ').replace('.0L', 'L').removesuffix('.0')}"


def _unbroken(xs: FloatArray, ys: FloatArray, gap: float) -> list[list[tuple[float, float]]]:
    pieces: list[list[tuple[float, float]]] = [[]]
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        broken = not (math.isfinite(x) and math.isfinite(y))
        if pieces[-1] and (broken or x - pieces[-1][-1][0] > gap):
            pieces.append([])
        if not broken:
            pieces[-1].append((x, y))
    return pieces


PANEL = (480.0, 300.0)
"""Width and height of a picture that shares a row with another."""
_EDGE = 4.0


@frozen
class Plot:
    """The drawing area: one scale per axis."""

    x: Scale
    y: Scale

    def frame(self, x_ticks: tuple[Tick, ...], y_ticks: tuple[Tick, ...]) -> Svg:
        """Grid lines and labels of both axes."""
        marks = [
            line((self.x.start, self.y(tick.at)), (self.x.stop, self.y(tick.at)), class_="r-grid")
            for tick in y_ticks
        ]
        marks += [
            text((self.x.start - 7, self.y(tick.at) + 4), tick.label, class_="tick", anchor="end")
            for tick in y_ticks
        ]
        marks += [
            text((self.x(tick.at), self.y.start + 19), tick.label, class_="tick", anchor="middle")
            for tick in spaced(self.x, x_ticks)
        ]
        marks.append(
            line((self.x.start, self.y.start), (self.x.stop, self.y.start), class_="r-axis")
        )
        return element("g", *marks)


def spaced(scale: Scale, ticks: tuple[Tick, ...], *, apart: float = 44.0) -> tuple[Tick, ...]:
    """The ticks whose labels do not run into the one before."""
    chosen_ticks: list[Tick] = []
    for tick in ticks:
        if not chosen_ticks or abs(scale(tick.at) - scale(chosen_ticks[-1].at)) >= apart:
            chosen_ticks.append(tick)
    return tuple(chosen_ticks)


def held(scale: Scale, values: FloatArray) -> FloatArray:
    """Positions of values, those beyond the frame just inside its edge."""
    first, last = sorted((scale.start, scale.stop))
    positions: FloatArray = np.clip(scale.many(values), first + _EDGE, last - _EDGE)
    return positions


def panel_plot(x: tuple[float, float], y: tuple[float, float]) -> Plot:
    """The area of a `PANEL` for these domains, with room for labels left, below and above."""
    return Plot(
        x=Scale(low=x[0], high=x[1], start=48.0, stop=PANEL[0] - 12),
        y=Scale(low=y[0], high=y[1], start=PANEL[1] - 46, stop=24.0),
    )


_OF_PICTURES = re.compile(
    r"\.r-(chart|grid|axis|dots|trace|drift|shade|band\d+|expected|this|lead|hills|zone|step|whisker|thread|origin)\b"
)
_ALWAYS = (
    ".r-trace.second { stroke: var(--line); stroke-width: 1; stroke-opacity: .35; } "
    ".r-trace.newest { stroke: var(--me); stroke-width: 3; } "
    ".r-trace.before { stroke: var(--dot); stroke-width: 1.4; stroke-opacity: .55; } "
    "svg.r-chart { background: var(--card); max-width: 760px; font-family: system-ui, sans-serif; }"
)
_VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_WIDEST_PX = 760.0
_OPENING = re.compile(r"^<svg\b")


def standalone(picture: Svg) -> str:
    """The picture as an SVG document of its own, readable on light and dark ground.

    Raises:
        ValueError: it is no picture, for example because there was nothing to draw.
    """
    if not _OPENING.match(picture):
        raise ValueError("there is no picture to write")
    width, height = _size(picture)
    size = f'width="{width}" height="{height}"'
    opened = _OPENING.sub(f'<svg xmlns="http://www.w3.org/2000/svg" {size}', picture, count=1)
    place = opened.index(">") + 1
    return f"{opened[:place]}<style>{_rules()}</style>{opened[place:]}"


def _size(picture: Svg) -> tuple[int, int]:
    """Width and height in pixels, as wide as it may be: a viewer that finds none draws a stamp."""
    match = _VIEW_BOX.search(picture)
    assert match is not None, "every picture has a view box"
    width, height = float(match[1]), float(match[2])
    share = min(1.0, _WIDEST_PX / width)
    return round(share * width), round(share * height)


@cache
def _rules() -> str:
    """Colours, light and dark, and the rules about pictures; one rule is one line of a sheet."""
    colours = [css_line.strip() for css_line in _lines("base.css")]
    colours = colours[1 : colours.index("* { box-sizing: border-box; }")]
    rules = [css_line for css_line in _lines("report.css") if _OF_PICTURES.match(css_line)]
    return " ".join([*colours, *rules, _ALWAYS])


def _lines(name: str) -> list[str]:
    sheet = resources.files("hakaru.present").joinpath(f"templates/{name}")
    return sheet.read_text(encoding="utf-8").splitlines()


_MOVING_MPS = 0.8
_FORM_COLUMNS = frozenset({"gct_ms", "vo_cm", "vr_pct", "cadence_spm", "power_w"})
"""What a walker shows is of another kind, so only what was run shapes their axes."""


def bulk(values: FloatArray) -> tuple[float, ...]:
    """The 1 % and 99 % quantiles, so that one broken sample does not flatten the picture."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return ()
    return tuple(float(value) for value in np.quantile(finite, (0.01, 0.99)))


_FAR_OUT = 5.0
"""How many times as wide as most of its points a scale may become for the sake of single ones."""
_SINGLE_OF = 10
"""Of more points than this, one at either end may lie far out."""


def whole_unless_far(values: FloatArray) -> FloatArray:
    """The lowest and the highest value, so that every point has its place; where single ones lie
    far from all others, the ends of the others. Empty for none."""
    finite = np.sort(values[np.isfinite(values)])
    if not finite.size:
        return finite
    few = int(0.01 * finite.size) + (finite.size > _SINGLE_OF)
    most, ends = finite[[few, -1 - few]], finite[[0, -1]]
    return ends if np.ptp(ends) <= _FAR_OUT * np.ptp(most) else most


def paced_speeds(speed_mps: FloatArray) -> FloatArray:
    """The speeds that shape an axis of pace: those of running, so that standing between
    repetitions does not stretch it. Where more was walked than run, all that moved; where nothing
    did, everything."""
    finite = speed_mps[np.isfinite(speed_mps)]
    moving = finite[finite > _MOVING_MPS]
    running = moving[moving >= RUNNING_SPEED_MIN_MPS]
    if 2 * running.size >= moving.size > 0:
        return running
    return moving if moving.size else finite


def pace_domain(speed_mps: FloatArray) -> tuple[float, float]:
    """Where an axis of pace begins and ends, in m/s; what is slower is drawn at its edge."""
    shown = paced_speeds(speed_mps)
    if shown.size == 0:
        return 0.3, 1.0
    low, high = (float(value) for value in np.quantile(shown, (0.02, 0.995)))
    room = max((high - low) * 0.12, 0.02 * high, 0.05)
    return max(low - room, 0.3), high + room


def running_only(series: Mapping[str, FloatArray], column: str) -> FloatArray:
    """A column; of form what was run, where anything was."""
    values = series[column]
    if column not in _FORM_COLUMNS or "speed_mps" not in series:
        return values
    running = np.where(series["speed_mps"] >= RUNNING_SPEED_MIN_MPS, values, np.nan)
    return running if np.isfinite(running).any() else values


def column_domain(series: Mapping[str, FloatArray], column: str) -> tuple[float, float]:
    """Where most of what a run shows of one column lies, in its unit: standing and broken samples
    stretch no axis. (0, 1) where nothing was recorded."""
    if column == "speed_mps":
        return pace_domain(series[column])
    values = running_only(series, column)
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 1.0
    if column == "elevation_m":
        low, high = float(finite.min()), float(finite.max())
        return low - 1.0, max(high + 1.0, low + 20.0)
    bounds = (0.02, 0.98) if column in _FORM_COLUMNS else (0.005, 0.995)
    low, high = (float(value) for value in np.quantile(finite, bounds))
    room = max((high - low) * 0.12, 0.02 * abs(high), 0.05)
    return max(low - room, 0.3), high + room


def padded(*values: FloatArray, share: float = 0.06) -> tuple[float, float]:
    """From the lowest to the highest finite value with room at both ends; (0, 1) for none."""
    finite = np.concatenate([piece[np.isfinite(piece)].ravel() for piece in values])
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    room = max((high - low) * share, 1e-9)
    return low - room, high + room


def from_zero(*values: FloatArray) -> tuple[float, float]:
    """From zero to a little above the highest finite value, for bars; (0, 1) for none."""
    finite = np.concatenate([piece[np.isfinite(piece)].ravel() for piece in values])
    high = float(finite.max()) if finite.size else 0.0
    return 0.0, high * 1.08 if high > 0.0 else 1.0
