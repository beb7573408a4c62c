"""Which picture shows how a metric moved against its expectation over the months?"""

from __future__ import annotations

import html
from collections.abc import Mapping
from datetime import date

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.render.numbers import percent_text
from hakaru.render.plot import PANEL, Plot, bulk, held, panel_plot
from hakaru.render.svg import (
    FloatArray,
    Svg,
    Tick,
    band,
    dots,
    element,
    line,
    nice_ticks,
    picture,
    text,
)
from hakaru.render.words import word
from hakaru.running.drift import DriftFinding
from hakaru.running.report import ResidualTrend
from hakaru.running.wording import Lang, heading

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
    label = word("trend_axis", lang, metric=heading(trend.metric, lang))
    body = [
        plot.frame(
            month_ticks(trend.days[0], trend.days[-1]),
            _percent_ticks(plot.y.low, plot.y.high),
        ),
        band(xs, (_within(plot, -half_pct), _within(plot, half_pct)), class_="band90"),
        line((plot.x.start, plot.y(0.0)), (plot.x.stop, plot.y(0.0)), class_="expected"),
        *_named_marks(plot, trend.days, marks=marks),
        *[_drift_mark(plot, mark, lang=lang, row=at % 3) for at, mark in enumerate(trend.drifts)],
        dots(xs[others], ys[others], class_="dots new run"),
        dots(xs[this_run], ys[this_run], class_="dots halo"),
        dots(xs[this_run], ys[this_run], class_="dots thisrun"),
        text((plot.x.start, 14), label, class_="label"),
    ]
    desc = _description(trend, lang)
    title = word("trend_title", lang, metric=heading(trend.metric, lang))
    return picture(PANEL, body, name=f"trend-{trend.metric}", title=title, desc=desc)


def _description(trend: ResidualTrend, lang: Lang) -> str:
    return word(
        "trend_desc",
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
    return tuple(Tick(at=tick.at, label=_short_percent(tick.at)) for tick in ticks)


def _short_percent(value: float) -> str:
    return percent_text(value / PERCENT).replace(".0%", "%")


def _drift_mark(plot: Plot, mark: DriftFinding, *, lang: Lang, row: int) -> Svg:
    """A line at a day; neighbouring labels stand in different rows."""
    x = plot.x(mark.day.toordinal())
    near_right = x > (plot.x.start + plot.x.stop) * 0.6
    label = word(f"drift_{mark.direction}", lang, day=mark.day.strftime("%m-%d"))
    anchor = "end" if near_right else "start"
    return element(
        "g",
        line((x, plot.y.start), (x, plot.y.stop), class_="drift"),
        text(
            (x - 6 if near_right else x + 6, plot.y.stop + 10 + 15 * row),
            label,
            class_="mark",
            anchor=anchor,
        ),
    )
