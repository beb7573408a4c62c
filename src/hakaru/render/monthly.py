"""How did each figure stand at a fixed speed, month by month?"""

from __future__ import annotations

from dataclasses import replace

from hakaru.render.blocks import Row, Table
from hakaru.render.change_text import plausible_point, trend_metric_name, trend_value
from hakaru.render.numbers import NO_VALUE, pace_text, span_text
from hakaru.render.words import say
from hakaru.render.words_page import PAGE
from hakaru.render.words_similar import CHANGES
from hakaru.running.trends import Trend, TrendPoint
from hakaru.running.wording import Lang

MONTHS_SHOWN = 6


def month_table(
    trends: tuple[Trend, ...], lang: Lang, *, heart_rate_max_bpm: float | None = None
) -> Table | None:
    """The newest months, one line each: value with its 90 % interval. None: no month at all.

    A heart rate that was extended, or lies above the maximum, is left out.
    """
    possible = (_possible(trend, heart_rate_max_bpm) for trend in trends)
    shown_trends = [trend for trend in possible if trend.points]
    months = sorted({point.month for trend in shown_trends for point in trend.points})[
        -MONTHS_SHOWN:
    ]
    if not months:
        return None
    by_month = [{point.month: point for point in trend.points} for trend in shown_trends]
    return Table(
        name="months",
        columns=(say(PAGE["month"], lang), *(_head(trend, lang) for trend in shown_trends)),
        rows=tuple(
            Row(
                cells=(
                    month.strftime("%Y-%m"),
                    *(
                        _cell(trend, points.get(month), lang)
                        for trend, points in zip(shown_trends, by_month, strict=True)
                    ),
                )
            )
            for month in months
        ),
    )


def _possible(trend: Trend, heart_rate_max_bpm: float | None) -> Trend:
    points = tuple(
        point
        for point in trend.points
        if plausible_point(trend.metric, point, heart_rate_max_bpm=heart_rate_max_bpm)
    )
    return replace(trend, points=points)


def _head(trend: Trend, lang: Lang) -> str:
    return f"{trend_metric_name(trend.metric, lang)} ({pace_text(trend.reference_speed_mps)}/km)"


def _cell(trend: Trend, point: TrendPoint | None, lang: Lang) -> str:
    """A month in which the speed was not run is an extension, and says so."""
    if point is None:
        return NO_VALUE
    value, low, high = (
        trend_value(trend.metric, value) for value in (point.value, point.low, point.high)
    )
    span = span_text(low, high, lang=lang)
    key = "month_extended" if point.extrapolated else "month_value"
    return say(CHANGES[key], lang, value=value, span=span)
