"""Charts: values in their intervals, curves over pace, load, and metrics over the months."""

from __future__ import annotations

import html
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.i18n import N_, Lang, in_context, say
from hakaru.core.units import PERCENT
from hakaru.present.document import Picture
from hakaru.present.figures import pace_figure, percent_text
from hakaru.present.svg import (
    NOTHING,
    PANEL,
    FloatArray,
    Plot,
    Scale,
    Svg,
    Tick,
    band,
    bulk,
    dots,
    element,
    held,
    line,
    nice_ticks,
    pace_ticks,
    panel_plot,
    path,
    picture,
    spaced,
    text,
)
from hakaru.records import frozen
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.wording import heading, value_text

if TYPE_CHECKING:
    from hakaru.running.drift import DriftFinding
    from hakaru.running.load import LoadHistory
    from hakaru.running.report import HistoryPoints, MetricCurve, ResidualTrend
    from hakaru.running.verdict import Interval, MetricVerdict

_SIZE = (236.0, 58.0)
_MIDDLE_Y, _LABEL_Y = 22.0, 52.0
_EDGE = 10.0


def interval_bar(verdict: MetricVerdict, lang: Lang) -> Svg:
    """The 50 and 90 % intervals, the expectation as a mark and this run as a dot."""
    metric = verdict.metric
    bands = {"r-band90": verdict.interval_90, "r-band50": verdict.interval_50}
    desc = say(
        "measured {actual}, expected {expected}, 50% interval {low_50} "
        "to {high_50}, 90% interval {low_90} to {high_90}",
        lang,
        actual=value_text(metric, verdict.actual),
        expected=value_text(metric, verdict.expected),
        low_50=value_text(metric, verdict.interval_50[0]),
        high_50=value_text(metric, verdict.interval_50[1]),
        low_90=value_text(metric, verdict.interval_90[0]),
        high_90=value_text(metric, verdict.interval_90[1]),
    )
    body = _marks(metric, bands, actual=verdict.actual, expected=verdict.expected)
    return picture(_SIZE, body, name=f"bar-{metric}", title=heading(metric, lang), desc=desc)


def _marks(
    metric: MetricName, bands: dict[str, Interval], *, actual: float, expected: float
) -> list[Svg]:
    low, high = bands["r-band90"]
    scale = _scale(low, high, actual)
    expected_x = scale(expected)
    return [
        line((scale.start, _MIDDLE_Y), (scale.stop, _MIDDLE_Y), class_="r-grid"),
        *[_block(scale, interval, class_) for class_, interval in bands.items()],
        line((expected_x, _MIDDLE_Y - 12), (expected_x, _MIDDLE_Y + 12), class_="r-expected"),
        element("circle", cx=scale(actual), cy=_MIDDLE_Y, r=7.5, class_="r-this"),
        *_ends(metric, scale, low, high),
    ]


def _ends(metric: MetricName, scale: Scale, low: float, high: float) -> list[Svg]:
    """What the bounds read; once where both read alike."""
    texts = {value_text(metric, high): high, value_text(metric, low): low}
    if len(texts) == 1:
        texts = dict.fromkeys(texts, (low + high) / 2.0)
    return [
        text((scale(place), _LABEL_Y), label, class_="tick", anchor="middle")
        for label, place in reversed(texts.items())
    ]


def _scale(low: float, high: float, actual: float) -> Scale:
    room = (high - low) * 0.28
    return Scale(
        low=min(low - room, actual - room / 2),
        high=max(high + room, actual + room / 2),
        start=_EDGE,
        stop=_SIZE[0] - _EDGE,
    )


def _block(scale: Scale, interval: Interval, class_: str) -> Svg:
    left, right = scale(interval[0]), scale(interval[1])
    return element(
        "rect", x=left, y=_MIDDLE_Y - 9, width=right - left, height=18.0, rx=5.0, class_=class_
    )


_AGE_CLASSES = ((120.0, "old"), (45.0, "mid"), (-np.inf, "new"))
_BANDS = ("low_50", "high_50", "low_90", "high_90")


@frozen
class ThisRun:
    """Where this run stands. `expected` is None where no expectation exists."""

    speed_mps: float
    actual: float
    expected: float | None


def curve_chart(
    curve: MetricCurve,
    points: HistoryPoints | None,
    *,
    this_run: ThisRun | None,
    lang: Lang,
) -> Svg:
    """The expectation over paces with its bands, the runner's own splits and this run."""
    metric = curve.metric
    plot = _curve_plot(curve, points, this_run)
    inside = (curve.speed_mps >= plot.x.low) & (curve.speed_mps <= plot.x.high)
    xs = plot.x.many(curve.speed_mps[inside])
    heights = {name: plot.y.many(getattr(curve, name)[inside]) for name in _BANDS}
    body = [
        plot.frame(
            pace_ticks(plot.x.low, plot.x.high, lang, target=8),
            nice_ticks(plot.y.low, plot.y.high),
        ),
        band(xs, (heights["low_90"], heights["high_90"]), class_="r-band90"),
        band(xs, (heights["low_50"], heights["high_50"]), class_="r-band50"),
        _own_points(plot, points),
        *_expected_lines(plot, curve),
        _run_mark(plot, metric, this_run),
        text(
            (plot.x.stop, PANEL[1] - 6),
            say("pace (min/{length_unit}), faster to the right", lang),
            class_="label",
            anchor="end",
        ),
        text((plot.x.start, 14), f"{heading(metric, lang)} {METRICS[metric].unit}", class_="label"),
    ]
    return picture(
        PANEL,
        body,
        name=f"curve-{metric}",
        title=say("{metric}: expected by pace", lang, metric=heading(metric, lang)),
        desc=_curve_desc(metric, points, this_run, lang=lang),
    )


def _curve_plot(curve: MetricCurve, points: HistoryPoints | None, this_run: ThisRun | None) -> Plot:
    """The part of the grid where this runner has been, and the heights that occur there."""
    speeds = [] if points is None else list(bulk(points.speed_mps))
    values = [] if points is None else list(bulk(points.value))
    if this_run is not None:
        speeds.append(this_run.speed_mps)
        values.append(this_run.actual)
    speeds += [v for v in (curve.trained_min_mps, curve.trained_max_mps) if v is not None]
    slowest, fastest = float(curve.speed_mps[0]), float(curve.speed_mps[-1])
    held = np.clip(speeds or [slowest, fastest], slowest, fastest)
    low_x, high_x = max(min(held) - 0.12, slowest), min(max(held) + 0.12, fastest)
    inside = (curve.speed_mps >= low_x) & (curve.speed_mps <= high_x)
    values += [*curve.low_90[inside].tolist(), *curve.high_90[inside].tolist()]
    finite = [value for value in values if np.isfinite(value)] or [0.0]
    room = (max(finite) - min(finite)) * 0.05
    return panel_plot((low_x, high_x), (min(finite) - room, max(finite) + room))


def _own_points(plot: Plot, points: HistoryPoints | None) -> Svg:
    """Splits as dots in three ages, those of this run last; outside the frame none is drawn."""
    if points is None:
        return NOTHING
    speeds, values = points.speed_mps, points.value
    shown = (speeds >= plot.x.low) & (speeds <= plot.x.high)
    shown &= (values >= plot.y.low) & (values <= plot.y.high)
    marks, left = [], shown & ~points.this_run
    for oldest_days, name in _AGE_CLASSES:
        chosen = left & (np.abs(points.age_days) >= oldest_days)
        left &= ~chosen
        xs, ys = plot.x.many(speeds[chosen]), plot.y.many(values[chosen])
        marks.append(dots(xs, ys, class_=f"r-dots {name}"))
    own = shown & points.this_run
    xs, ys = plot.x.many(speeds[own]), plot.y.many(values[own])
    return element("g", *marks, dots(xs, ys, class_="r-dots thissplit"))


def _expected_lines(plot: Plot, curve: MetricCurve) -> tuple[Svg, ...]:
    """The line, dashed where the baseline has not seen such speeds."""
    speeds = curve.speed_mps
    inside = (speeds >= plot.x.low) & (speeds <= plot.x.high)
    xs, ys = plot.x.many(speeds[inside]), plot.y.many(curve.expected[inside])
    dashed = path(xs, ys, class_="r-expected dashed")
    if curve.trained_min_mps is None or curve.trained_max_mps is None:
        return (dashed,)
    seen = (speeds >= curve.trained_min_mps) & (speeds <= curve.trained_max_mps)
    return (dashed, path(xs, np.where(seen[inside], ys, np.nan), class_="r-expected"))


def _run_mark(plot: Plot, metric: MetricName, this_run: ThisRun | None) -> Svg:
    if this_run is None or not plot.x.holds(this_run.speed_mps):
        return NOTHING
    x, y = plot.x(this_run.speed_mps), plot.y(this_run.actual)
    marks = []
    if this_run.expected is not None:
        marks.append(line((x, plot.y(this_run.expected)), (x, y), class_="r-lead"))
    marks.append(element("circle", cx=x, cy=y, r=8.0, class_="r-this"))
    near_right = x > (plot.x.start + plot.x.stop) * 0.66
    label = value_text(metric, this_run.actual)
    place = (x - 13 if near_right else x + 13, y - 9)
    marks.append(text(place, label, class_="value", anchor="end" if near_right else "start"))
    return element("g", *marks)


def _curve_desc(
    metric: MetricName, points: HistoryPoints | None, this_run: ThisRun | None, *, lang: Lang
) -> str:
    n = 0 if points is None else int(np.count_nonzero(~points.this_run))
    if this_run is None or this_run.expected is None:
        return say(
            "Not measured in this run. {n} earlier <n:split is drawn as a "
            "point|splits are drawn as points>.",
            lang,
            n=n,
        )
    return say(
        "At {pace} the expectation is {expected}, this run showed "
        "{actual}. {n} earlier <n:split is drawn as a point|splits are "
        "drawn as points>.",
        lang,
        pace=pace_figure(this_run.speed_mps, lang),
        expected=value_text(metric, this_run.expected),
        actual=value_text(metric, this_run.actual),
        n=n,
    )


_NO_MARKS: Mapping[date, str] = {}


def trend_chart(trend: ResidualTrend, *, lang: Lang, marks: Mapping[date, str] = _NO_MARKS) -> Svg:
    """Deviation of each run from its expectation over the months, with the personal band.

    `marks` are days to point out, with what happened then; those outside of the months are not.
    """
    delta_pct, half_pct = trend.delta_frac * PERCENT, trend.half_width_90_frac * PERCENT
    plot = _trend_plot(trend.days, (delta_pct, delta_pct[trend.this_run]), half_pct)
    xs = plot.x.many(np.array([day.toordinal() for day in trend.days], dtype=np.float64))
    ys = held(plot.y, delta_pct)
    others, this_run = ~trend.this_run, trend.this_run
    label = say(
        in_context("trend axis", "{metric}: deviation from expected"),
        lang,
        metric=heading(trend.metric, lang),
    )
    body = [
        plot.frame(
            month_ticks(trend.days[0], trend.days[-1]),
            _percent_ticks(plot.y.low, plot.y.high),
        ),
        band(xs, (_within(plot, -half_pct), _within(plot, half_pct)), class_="r-band90"),
        line((plot.x.start, plot.y(0.0)), (plot.x.stop, plot.y(0.0)), class_="r-expected"),
        *_named_marks(plot, trend.days, marks=marks),
        *[_drift_mark(plot, mark, lang=lang, row=at % 3) for at, mark in enumerate(trend.drifts)],
        dots(xs[others], ys[others], class_="r-dots new run"),
        dots(xs[this_run], ys[this_run], class_="r-dots halo"),
        dots(xs[this_run], ys[this_run], class_="r-dots thisrun"),
        text((plot.x.start, 14), label, class_="label"),
    ]
    desc = _description(trend, lang)
    title = say("{metric}: deviation from expected", lang, metric=heading(trend.metric, lang))
    return picture(PANEL, body, name=f"trend-{trend.metric}", title=title, desc=desc)


def _description(trend: ResidualTrend, lang: Lang) -> str:
    return say(
        "{n} <n:run|runs> from {first} to {last}. The band is the 90% "
        "interval; sustained changes: {drifts}.",
        lang,
        first=trend.days[0],
        last=trend.days[-1],
        n=len(trend.days),
        drifts=len(trend.drifts),
    )


def _named_marks(
    plot: Plot, days: tuple[date, ...], *, marks: Mapping[date, str]
) -> tuple[Svg, ...]:
    inside = [day for day in sorted(marks) if days[0] <= day <= days[-1]]
    return tuple(_named_mark(plot, day, marks[day]) for day in inside)


def _named_mark(plot: Plot, day: date, label: str) -> Svg:
    x = plot.x(day.toordinal())
    return element(
        "g",
        element("title", Svg(html.escape(label))),
        line((x, plot.y.start), (x, plot.y.stop), class_="swap"),
    )


def month_ticks(first: date, last: date) -> tuple[Tick, ...]:
    """First days of months from `first` to `last` (at most eight), or the days themselves."""
    months = [
        date(number // 12, number % 12 + 1, 1)
        for number in range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    ]
    inside = [month for month in months if first <= month <= last]
    if len(inside) < 2:
        ends = (first,) if first == last else (first, last)
        return tuple(Tick(at=day.toordinal(), label=day.strftime("%m-%d")) for day in ends)
    chosen = inside[:: -(-len(inside) // 8)]
    return tuple(
        Tick(at=month.toordinal(), label=_month_label(month, month == chosen[0]))
        for month in chosen
    )


def _month_label(month: date, first: bool) -> str:
    return month.strftime("%Y-%m" if first or month.month == 1 else "%m")


def _within(plot: Plot, values: FloatArray) -> FloatArray:
    """Positions of the edges of a band, which ends where the frame does."""
    return plot.y.many(np.clip(values, plot.y.low, plot.y.high))


def _trend_plot(
    days: tuple[date, ...], delta_pct: tuple[FloatArray, FloatArray], half_pct: FloatArray
) -> Plot:
    """Months, and as much above as below nothing. `delta_pct`: of all runs, and of this run."""
    first, last = days[0].toordinal(), days[-1].toordinal()
    pad_days = max(3.0, (last - first) * 0.04)
    every, this_run = delta_pct
    reach = max([5.0, *np.abs(bulk(every)), *np.abs(bulk(this_run)), *bulk(half_pct)]) * 1.15
    return panel_plot((first - pad_days, last + pad_days), (-reach, reach))


def _percent_ticks(low: float, high: float) -> tuple[Tick, ...]:
    ticks = nice_ticks(low, high, target=5)
    return tuple(
        Tick(at=tick.at, label=percent_text(tick.at / PERCENT).replace(".0%", "%"))
        for tick in ticks
    )


_DRIFTS: Mapping[str, str] = {
    "higher": N_("higher {day}"),
    "lower": N_("lower {day}"),
}


def _drift_mark(plot: Plot, mark: DriftFinding, *, lang: Lang, row: int) -> Svg:
    """A line at a day; neighbouring labels stand in different rows."""
    x = plot.x(mark.day.toordinal())
    near_right = x > (plot.x.start + plot.x.stop) * 0.6
    label = say(_DRIFTS[mark.direction], lang, day=mark.day.strftime("%m-%d"))
    anchor = "end" if near_right else "start"
    return element(
        "g",
        line((x, plot.y.start), (x, plot.y.stop), class_="r-drift"),
        text(
            (x - 6 if near_right else x + 6, plot.y.stop + 10 + 15 * row),
            label,
            class_="mark",
            anchor=anchor,
        ),
    )


_LOAD_SIZES: Mapping[str, tuple[float, float]] = {"wide": (1000.0, 300.0), "narrow": (360.0, 240.0)}
_LEFT, _MARGIN, _TOP, _FOOT = 46.0, 8.0, 26.0, 38.0
_THINNEST = 1.0


def load_picture(history: LoadHistory, *, since: date, lang: Lang) -> Picture:
    """A bar per day from a day on, and both averages as lines; nothing for fewer than two days."""
    wide, narrow = (
        _load_chart(history, since=since, lang=lang, name=name) for name in ("wide", "narrow")
    )
    return Picture(name="load", wide=wide, narrow=narrow)


def _load_chart(history: LoadHistory, *, since: date, lang: Lang, name: str) -> Svg:
    """The same, for a page or a telephone."""
    size = _LOAD_SIZES[name]
    right, bottom = size[0] - _MARGIN, size[1] - _FOOT
    shown = np.array([day >= since for day in history.days], dtype=np.bool_)
    days = [day for day in history.days if day >= since]
    if len(days) < 2:
        return NOTHING
    load = history.load_score[shown]
    chronic, acute = history.chronic_score[shown], history.acute_score[shown]
    every = np.concatenate([load, chronic, acute])
    finite = every[np.isfinite(every)]
    high = float(finite.max()) if finite.size else 1.0
    first, last = days[0].toordinal(), days[-1].toordinal()
    plot = Plot(
        x=Scale(low=float(first) - 0.5, high=float(last) + 0.5, start=_LEFT, stop=right),
        y=Scale(low=0.0, high=max(high, 1.0) * 1.08, start=bottom, stop=_TOP),
    )
    xs = plot.x.many(np.arange(first, last + 1, dtype=np.float64))
    ticks = spaced(plot.x, month_ticks(days[0], days[-1]))
    body = [
        plot.frame(ticks, nice_ticks(0.0, plot.y.high, target=4)),
        *_bars(plot, xs, load),
        path(xs, plot.y.many(chronic), class_="r-expected"),
        path(xs, plot.y.many(acute), class_="r-trace acute"),
        line((_LEFT, bottom), (right, bottom), class_="r-axis"),
        text((_LEFT, 14.0), say("load per day", lang), class_="label"),
    ]
    title = say("Load and its averages", lang)
    desc = say(
        "Load of each day from {first} to {last}, with its long (42 "
        "days) and short (7 days) average.",
        lang,
        first=days[0],
        last=days[-1],
    )
    return picture(size, body, name=f"load-days-{name}", title=title, desc=desc)


def _bars(plot: Plot, xs: FloatArray, load_score: FloatArray) -> list[Svg]:
    """The days on which something was run whose load is known."""
    width = max(0.72 * (plot.x.stop - plot.x.start) / len(xs), _THINNEST)
    return [
        element(
            "rect",
            x=float(x) - width / 2,
            y=plot.y(float(score)),
            width=width,
            height=plot.y.start - plot.y(float(score)),
            class_="loadbar",
        )
        for x, score in zip(xs, load_score, strict=True)
        if np.isfinite(score) and score > 0
    ]
