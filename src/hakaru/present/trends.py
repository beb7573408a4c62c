"""What moved over the months: form at one pace, and figures of sessions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, length_unit, say
from hakaru.present.changes import (
    DIRECTIONS,
    change_table,
    plausible_change,
    plausible_point,
    trend_metric_name,
    trend_value,
)
from hakaru.present.chart import AxisKind
from hakaru.present.document import (
    Block,
    Document,
    Items,
    Part,
    Row,
    Table,
    Text,
    document,
    paragraphs,
)
from hakaru.present.figures import (
    NO_VALUE,
    pace_figure,
    pace_text,
    pct_text,
    signed,
    span_text,
    unit_text,
)
from hakaru.present.form import recent_text
from hakaru.present.names import MEANINGS, SESSION_QUANTITIES
from hakaru.present.rows import sensor_text
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.flows.trends import MetricTrend, TrendsResult
    from hakaru.running.trend_changes import SessionQuantity, SessionTrend
    from hakaru.running.trends import Trend, TrendPoint, WindowChange


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
        columns=(say("Month", lang), *(_head(trend, lang) for trend in shown_trends)),
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
    return f"{trend_metric_name(trend.metric, lang)} ({pace_text(trend.reference_speed_mps, lang)})"


def _cell(trend: Trend, point: TrendPoint | None, lang: Lang) -> str:
    """A month in which the speed was not run is an extension, and says so."""
    if point is None:
        return NO_VALUE
    value, low, high = (
        trend_value(trend.metric, value) for value in (point.value, point.low, point.high)
    )
    span = span_text(low, high, lang=lang)
    text = N_("{value} ({span}, extrapolated)") if point.extrapolated else N_("{value} ({span})")
    return say(text, lang, value=value, span=span)


_UNITS: dict[SessionQuantity, tuple[str, int]] = {
    "decoupling": ("pt", 1),
    "speed_per_beat": ("m", 2),
    "vo2_max": ("ml/kg/min", 1),
    "lt_heart_rate": ("bpm", 0),
    "critical_power": ("W", 0),
}


def quantity_text(quantity: SessionQuantity, value: float, lang: Lang) -> str:
    """A value in the unit of what is followed; a speed as the pace it is."""
    if quantity == "threshold_speed":
        return pace_text(value, lang)
    if quantity == "decoupling":
        return pct_text(value, 1)
    if quantity == "running_effectiveness":
        return fixed(value, 2)
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def quantity_axis(quantity: SessionQuantity) -> tuple[AxisKind, str, int]:
    """How an axis of a figure reads: its kind, its unit and its decimals."""
    if quantity == "threshold_speed":
        return "speed", "", 0
    unit, decimals = _UNITS.get(quantity, ("", 2))
    return "number", "%" if quantity == "decoupling" else unit, decimals


def long_term_text(trend: SessionTrend, lang: Lang) -> str:
    """One figure from then to now, which way it went, and over how many sessions."""
    earlier, later = (
        quantity_text(trend.quantity, value, lang)
        for value in (trend.earlier_value, trend.later_value)
    )
    values = {
        "name": say(SESSION_QUANTITIES[trend.quantity], lang),
        "later": later,
        "n": trend.n_sessions,
    }
    if trend.low is None or trend.high is None:
        if trend.meaning == "unchanged":
            return say("{name}: {later} (unchanged over {n} <n:session|sessions>)", lang, **values)
        return say(
            "{name}: {earlier} to {later} ({meaning}, {n} <n:session|sessions>)",
            lang,
            **values,
            earlier=earlier,
            meaning=_went(trend, lang),
        )
    return say(
        "{name}: first half {earlier}, second half {later} ({meaning}, "
        "{n} <n:session|sessions>, 99% interval of the difference "
        "{low} to {high})",
        lang,
        **values,
        earlier=earlier,
        meaning=_went(trend, lang),
        low=_difference(trend.quantity, trend.low),
        high=_difference(trend.quantity, trend.high),
    )


def _went(trend: SessionTrend, lang: Lang) -> str:
    """Better or worse where one is known, else the direction alone."""
    return say(MEANINGS.get(trend.meaning) or DIRECTIONS[trend.direction], lang)


def stale_text(trend: SessionTrend, lang: Lang) -> str:
    """That a figure may be out of date, and since when it has not moved; '' where it is not."""
    if trend.stale_days is None:
        return ""
    return say(
        "{name} ({value}) has not changed for {days} <days:day|days> and may be out of date.",
        lang,
        name=say(SESSION_QUANTITIES[trend.quantity], lang),
        value=quantity_text(trend.quantity, trend.later_value, lang),
        days=trend.stale_days,
    )


def long_term_texts(trends: Iterable[SessionTrend], lang: Lang) -> tuple[str, ...]:
    """Every figure, and below it that it may be out of date where it is."""
    text_pairs = ((long_term_text(trend, lang), stale_text(trend, lang)) for trend in trends)
    return tuple(text for texts in text_pairs for text in texts if text)


def _difference(quantity: SessionQuantity, value: float) -> str:
    """A difference with its sign; of percentages in points."""
    unit, decimals = _UNITS.get(quantity, ("", 2))
    return f"{signed(value, decimals)} {unit}".rstrip()


def trends_document(result: TrendsResult, lang: Lang) -> Document:
    """What changed at one pace, the months, then the long-term figures."""
    long_term = Part(
        title=say("Long term (figures of sessions)", lang),
        blocks=(Items(items=long_term_texts(result.sessions, lang)),) if result.sessions else (),
    )
    ends = (long_term,) if long_term.blocks else ()
    if result.reference_speed_mps is None or not result.metrics:
        return Document(parts=ends) if ends else document(Text(text=_nothing_text(result, lang)))
    months = month_table(tuple(metric.trend for metric in result.metrics), lang)
    return Document(
        parts=(
            Part(blocks=paragraphs(*_pace_texts(result, lang))),
            Part(
                title=_compared_title(result, lang),
                blocks=_compared(result, lang),
            ),
            *(
                (
                    Part(
                        title=say("Month by month (90% interval in brackets)", lang),
                        blocks=(months,),
                    ),
                )
                if months
                else ()
            ),
            *ends,
        )
    )


def _nothing_text(result: TrendsResult, lang: Lang) -> str:
    """Why nothing is followed: nothing is stored at all, or nothing since the day asked for."""
    if result.since is None or result.sensor_group is None:
        return say(
            "There is nothing to follow yet: ingest runs with running dynamics or heart rate.", lang
        )
    return say("No run since {day} has running dynamics or heart rate.", lang, day=result.since)


def _pace_texts(result: TrendsResult, lang: Lang) -> tuple[str, ...]:
    """At which pace, by which sensor, and the runner's other paces."""
    assert result.reference_speed_mps is not None
    at = say(
        "Values at {pace} with their 90% interval. Sensor: {sensor}",
        lang,
        pace=pace_text(result.reference_speed_mps, lang),
        sensor=sensor_text(result.sensor_group or "other", lang),
    )
    if result.reference_speeds_mps is None:
        return (at,)
    slow, usual, fast = result.reference_speeds_mps
    own = say(
        "Your slow, usual and fast pace: {slow}, {usual}, {fast}",
        lang,
        slow=pace_figure(slow, lang),
        usual=pace_figure(usual, lang),
        fast=f"{pace_figure(fast, lang)}/{length_unit(lang)}",
    )
    return at, own


def _compared(result: TrendsResult, lang: Lang) -> tuple[Block, ...]:
    """The comparisons, where form has gone within them, and why others are missing."""
    changes = tuple(metric.change for metric in result.metrics if metric.change is not None)
    shown = tuple(change for change in changes if plausible_change(change, heart_rate_max_bpm=None))
    texts = [
        recent_text(metric.recent, lang)
        for metric in result.metrics
        if metric.recent is not None and metric.recent.direction != "none"
    ]
    remarks = {
        metric.trend.metric: why
        for metric in result.metrics
        if (why := _remark(metric, shown, lang))
    }
    if len(remarks) == len(result.metrics) > 1 and len(set(remarks.values())) == 1:
        texts += list(remarks.values())[:1]  # the same of every metric is said once
    else:
        texts += [f"{trend_metric_name(name, lang)}: {why}" for name, why in remarks.items()]
    return (
        *((change_table(shown, lang),) if shown else ()),
        *((Items(items=tuple(texts)),) if texts else ()),
    )


def _compared_title(result: TrendsResult, lang: Lang) -> str:
    last = [metric.change.later.last_day for metric in result.metrics if metric.change is not None]
    if not last:
        return say("Means of the newest eight weeks and of the eight before", lang)
    return say("Means of the eight weeks to {day} and of the eight before", lang, day=max(last))


def _remark(metric: MetricTrend, shown: tuple[WindowChange, ...], lang: Lang) -> str:
    """Why a metric is not compared, or what limits it; else ''."""
    if metric.change is None:
        return say(
            "Comparing takes three runs in the last eight weeks and in the eight before.", lang
        )
    if metric.change not in shown:
        return say("Not compared: in one period you did not run at this pace.", lang)
    if metric.change.extrapolated:
        return say("One period has no running at this speed, so its value is extrapolated.", lang)
    return ""
