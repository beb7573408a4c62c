"""How do many runs look at a glance: a line beside each, and all of them as a cloud?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np

from hakaru.render.plot import Plot
from hakaru.render.svg import (
    NOTHING,
    FloatArray,
    Scale,
    Svg,
    dots,
    element,
    pace_ticks,
    path,
    picture,
    text,
)
from hakaru.render.trends import month_ticks
from hakaru.render.words import word
from hakaru.running.wording import Lang

_SPARK = (96.0, 24.0)
_CLOUD = (1000.0, 150.0)
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 992.0, 22.0, 126.0
_EPOCH_DAYS = float(date(1970, 1, 1).toordinal())
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


def run_cloud_chart(day_number_days: FloatArray, speed_mps: FloatArray, *, lang: Lang) -> Svg:
    """Every run as a point: when, and at which pace; nothing for fewer than two."""
    finite = np.isfinite(speed_mps) & (speed_mps > 0)
    if np.count_nonzero(finite) < 2:
        return NOTHING
    days, speeds = day_number_days[finite] + _EPOCH_DAYS, speed_mps[finite]
    low, high = (float(quantile_mps) for quantile_mps in np.quantile(speeds, (0.01, 0.99)))
    room = max((high - low) * 0.15, 0.1)
    plot = Plot(
        x=Scale(low=float(days.min()), high=float(days.max()), start=_LEFT, stop=_RIGHT),
        y=Scale(low=max(low - room, 0.5), high=high + room, start=_BOTTOM, stop=_TOP),
    )
    first, last = (date.fromordinal(int(ordinal)) for ordinal in (days.min(), days.max()))
    ys = plot.y.many(np.clip(speeds, plot.y.low, plot.y.high))
    body = [
        plot.frame(month_ticks(first, last), pace_ticks(plot.y.low, plot.y.high, target=4)),
        dots(plot.x.many(days), ys, class_="dots run cloud"),
        text((_LEFT, 12.0), word("pace_unit", lang), class_="label"),
    ]
    title = word("pace", lang)
    desc = f"{first.isoformat()} – {last.isoformat()}: {len(days)}"
    return picture(_CLOUD, body, name="cloud", title=title, desc=desc)
