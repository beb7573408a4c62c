"""How do months of a metric read in a terminal? Its value now, what changed, a table of months."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hakaru.render.change_text import (
    change_text,
    plausible_change,
    plausible_point,
    trend_metric_name,
    trend_value,
)
from hakaru.render.columns import fitted_table, wrapped
from hakaru.render.numbers import NO_VALUE
from hakaru.render.words import say
from hakaru.render.words_page import PAGE
from hakaru.render.words_terminal import LINES, head
from hakaru.running.trends import Trend, WindowChange
from hakaru.running.wording import Lang

MONTHS_SHOWN = 6
_EXTENDED = "*"


def trend_lines(trend: Trend, change: WindowChange | None, *, lang: Lang) -> list[str]:
    """The value of the newest month with its interval, then the comparison (None: too few runs)."""
    change_sentence = say(LINES["trend_few"], lang) if change is None else change_text(change, lang)
    if change is not None and not plausible_change(change, heart_rate_max_bpm=None):
        change_sentence = say(PAGE["no_plausible_change"], lang)
    newest = trend.points[-1]
    if not plausible_point(trend.metric, newest):
        name = trend_metric_name(trend.metric, lang)
        return wrapped(say(LINES["trend_not_run"], lang, metric=name))
    now = say(
        LINES["trend_now"],
        lang,
        metric=trend_metric_name(trend.metric, lang),
        value=trend_value(trend.metric, newest.value),
        low=trend_value(trend.metric, newest.low),
        high=trend_value(trend.metric, newest.high),
        month=newest.month.strftime("%Y-%m"),
    )
    return [*wrapped(now), *wrapped(change_sentence, first="  ")]


def month_lines(trends: Sequence[Trend], lang: Lang) -> list[str]:
    """One line per month, newest last; a metric without runs in a month has no value there."""
    months = sorted({point.month for trend in trends for point in trend.points})
    shown = months[-MONTHS_SHOWN:]
    rows = [
        (head("month", lang), *(trend_metric_name(trend.metric, lang) for trend in trends)),
        *(
            (month.strftime("%Y-%m"), *(_value(trend, month) for trend in trends))
            for month in shown
        ),
    ]
    lines = fitted_table(rows, right=frozenset(range(1, len(trends) + 1)))
    if any(cell.endswith(_EXTENDED) for row in rows[1:] for cell in row):
        lines += wrapped(say(LINES["trend_extended"], lang))
    return lines


def _value(trend: Trend, month: date) -> str:
    """The month's value, marked where the reference pace was not run in it."""
    points = [point for point in trend.points if point.month == month]
    if not points or not plausible_point(trend.metric, points[0]):
        return NO_VALUE
    mark = _EXTENDED if points[0].extrapolated else ""
    return trend_value(trend.metric, points[0].value) + mark
