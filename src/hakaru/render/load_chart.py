"""Which picture shows the load of each day and where its averages stand?"""

from __future__ import annotations

from datetime import date

import numpy as np

from hakaru.render.plot import Plot, spaced
from hakaru.render.svg import (
    NOTHING,
    FloatArray,
    Scale,
    Svg,
    element,
    line,
    nice_ticks,
    path,
    picture,
    text,
)
from hakaru.render.trends import month_ticks
from hakaru.render.words import say
from hakaru.render.words_load import LOAD_CHART
from hakaru.running.load import LoadHistory
from hakaru.running.wording import Lang

_SIZE = (1000.0, 300.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 992.0, 26.0, 262.0
_THINNEST = 1.0


def load_chart(history: LoadHistory, *, since: date, lang: Lang) -> Svg:
    """A bar per day from a day on, and both averages as lines; nothing for fewer than two days."""
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
        x=Scale(low=float(first) - 0.5, high=float(last) + 0.5, start=_LEFT, stop=_RIGHT),
        y=Scale(low=0.0, high=max(high, 1.0) * 1.08, start=_BOTTOM, stop=_TOP),
    )
    xs = plot.x.many(np.arange(first, last + 1, dtype=np.float64))
    ticks = spaced(plot.x, month_ticks(days[0], days[-1]))
    body = [
        plot.frame(ticks, nice_ticks(0.0, plot.y.high, target=4)),
        *_bars(plot, xs, load),
        path(xs, plot.y.many(chronic), class_="expected"),
        path(xs, plot.y.many(acute), class_="trace acute"),
        line((_LEFT, _BOTTOM), (_RIGHT, _BOTTOM), class_="axis"),
        text((_LEFT, 14.0), say(LOAD_CHART["axis"], lang), class_="label"),
    ]
    title = say(LOAD_CHART["title"], lang)
    desc = say(LOAD_CHART["desc"], lang, first=days[0], last=days[-1])
    return picture(_SIZE, body, name="load-days", title=title, desc=desc)


def _bars(plot: Plot, xs: FloatArray, load_score: FloatArray) -> list[Svg]:
    """The days on which something was run whose load is known."""
    width = max(0.72 * (_RIGHT - _LEFT) / len(xs), _THINNEST)
    return [
        element(
            "rect",
            x=float(x) - width / 2,
            y=plot.y(float(score)),
            width=width,
            height=_BOTTOM - plot.y(float(score)),
            class_="loadbar",
        )
        for x, score in zip(xs, load_score, strict=True)
        if np.isfinite(score) and score > 0
    ]
