"""Which picture shows what a runner usually does at each pace, and where this run stands?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.render.numbers import pace_text
from hakaru.render.plot import PANEL, Plot, bulk, panel_plot
from hakaru.render.svg import (
    NOTHING,
    Svg,
    band,
    dots,
    element,
    line,
    nice_ticks,
    pace_ticks,
    path,
    picture,
    text,
)
from hakaru.render.words import word
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import HistoryPoints, MetricCurve
from hakaru.running.wording import Lang, heading, value_text

_AGE_CLASSES = ((120.0, "old"), (45.0, "mid"), (-np.inf, "new"))
_BANDS = ("low_50", "high_50", "low_90", "high_90")


@dataclass(frozen=True, kw_only=True)
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
            pace_ticks(plot.x.low, plot.x.high, target=8), nice_ticks(plot.y.low, plot.y.high)
        ),
        band(xs, (heights["low_90"], heights["high_90"]), class_="band90"),
        band(xs, (heights["low_50"], heights["high_50"]), class_="band50"),
        _own_points(plot, points),
        *_expected_lines(plot, curve),
        _run_mark(plot, metric, this_run),
        text((plot.x.stop, PANEL[1] - 6), word("pace_axis", lang), class_="label", anchor="end"),
        text((plot.x.start, 14), f"{heading(metric, lang)} {METRICS[metric].unit}", class_="label"),
    ]
    return picture(
        PANEL,
        body,
        name=f"curve-{metric}",
        title=word("curve_title", lang, metric=heading(metric, lang)),
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
        marks.append(dots(xs, ys, class_=f"dots {name}"))
    own = shown & points.this_run
    xs, ys = plot.x.many(speeds[own]), plot.y.many(values[own])
    return element("g", *marks, dots(xs, ys, class_="dots thissplit"))


def _expected_lines(plot: Plot, curve: MetricCurve) -> tuple[Svg, ...]:
    """The line, dashed where the baseline has not seen such speeds."""
    speeds = curve.speed_mps
    inside = (speeds >= plot.x.low) & (speeds <= plot.x.high)
    xs, ys = plot.x.many(speeds[inside]), plot.y.many(curve.expected[inside])
    dashed = path(xs, ys, class_="expected dashed")
    if curve.trained_min_mps is None or curve.trained_max_mps is None:
        return (dashed,)
    seen = (speeds >= curve.trained_min_mps) & (speeds <= curve.trained_max_mps)
    return (dashed, path(xs, np.where(seen[inside], ys, np.nan), class_="expected"))


def _run_mark(plot: Plot, metric: MetricName, this_run: ThisRun | None) -> Svg:
    if this_run is None or not plot.x.holds(this_run.speed_mps):
        return NOTHING
    x, y = plot.x(this_run.speed_mps), plot.y(this_run.actual)
    marks = []
    if this_run.expected is not None:
        marks.append(line((x, plot.y(this_run.expected)), (x, y), class_="lead"))
    marks.append(element("circle", cx=x, cy=y, r=8.0, class_="this"))
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
        return word("curve_desc_unmeasured", lang, n=n)
    return word(
        "curve_desc",
        lang,
        pace=pace_text(this_run.speed_mps),
        expected=value_text(metric, this_run.expected),
        actual=value_text(metric, this_run.actual),
        n=n,
    )
