"""Which picture shows how a figure of whole sessions moved over the months?"""

from __future__ import annotations

import numpy as np

from hakaru.render.long_term_text import quantity_text
from hakaru.render.plot import PANEL, bulk, panel_plot
from hakaru.render.svg import (
    NOTHING,
    Svg,
    Tick,
    dots,
    element,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    text,
)
from hakaru.render.trends import month_ticks
from hakaru.render.words import say
from hakaru.render.words_trends import SESSION_QUANTITIES
from hakaru.running.trend_changes import SessionTrend
from hakaru.running.wording import Lang


def session_trend_chart(trend: SessionTrend, *, lang: Lang) -> Svg:
    """The median of each month; nothing for fewer than two months."""
    if len(trend.points) < 2:
        return NOTHING
    months = [point.month for point in trend.points]
    values = np.array([point.value for point in trend.points])
    low, high = bulk(values)
    room = max((high - low) * 0.25, abs(high) * 0.01)
    ordinals = np.array([month.toordinal() for month in months], dtype=np.float64)
    plot = panel_plot(
        (float(ordinals[0]) - 15.0, float(ordinals[-1]) + 15.0), (low - room, high + room)
    )
    ticks: tuple[Tick, ...] = nice_ticks(plot.y.low, plot.y.high, target=4)
    if trend.quantity == "threshold_speed":
        ticks = pace_ticks(plot.y.low, plot.y.high, target=4)
    name = say(SESSION_QUANTITIES[trend.quantity], lang)
    xs, ys = plot.x.many(ordinals), plot.y.many(np.clip(values, plot.y.low, plot.y.high))
    body = [
        plot.frame(month_ticks(months[0], months[-1]), ticks),
        path(xs, ys, class_="expected"),
        element("g", dots(xs, ys, class_="dots new run")),
        text((plot.x.start, 14.0), name, class_="label"),
    ]
    ends = [quantity_text(trend.quantity, value) for value in (values[0], values[-1])]
    desc = f"{months[0].isoformat()[:7]} {ends[0]}, {months[-1].isoformat()[:7]} {ends[1]}"
    return picture(PANEL, body, name=f"month-{trend.quantity}", title=name, desc=desc)
