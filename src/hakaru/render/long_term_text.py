"""How do threshold, VO2max, efficiency and drift of whole sessions read over the months?"""

from __future__ import annotations

from collections.abc import Iterable

from hakaru.render.numbers import pace_text, pct_text, signed, unit_text
from hakaru.render.words import say
from hakaru.render.words_similar import DIRECTIONS, MEANINGS
from hakaru.render.words_trends import LONG_TERM, SESSION_QUANTITIES
from hakaru.running.trend_changes import SessionQuantity, SessionTrend
from hakaru.running.wording import Lang, fixed

_UNITS: dict[SessionQuantity, tuple[str, int]] = {
    "decoupling": ("pt", 1),
    "speed_per_beat": ("m", 2),
    "vo2_max": ("ml/kg/min", 1),
    "lt_heart_rate": ("bpm", 0),
    "critical_power": ("W", 0),
}


def quantity_text(quantity: SessionQuantity, value: float) -> str:
    """A value in the unit of what is followed; a speed as the pace it is."""
    if quantity == "threshold_speed":
        return f"{pace_text(value)}/km"
    if quantity == "decoupling":
        return pct_text(value, 1)
    if quantity == "running_effectiveness":
        return fixed(value, 2)
    unit, decimals = _UNITS[quantity]
    return unit_text(value, unit, decimals=decimals)


def long_term_text(trend: SessionTrend, lang: Lang) -> str:
    """One figure from then to now, which way it went, and over how many sessions."""
    earlier, later = (
        quantity_text(trend.quantity, value) for value in (trend.earlier_value, trend.later_value)
    )
    values = {
        "name": say(SESSION_QUANTITIES[trend.quantity], lang),
        "later": later,
        "n": trend.n_sessions,
    }
    if trend.low is None or trend.high is None:
        if trend.meaning == "unchanged":
            return say(LONG_TERM["same"], lang, **values)
        meaning = say(MEANINGS[trend.meaning], lang)
        return say(LONG_TERM["carried"], lang, **values, earlier=earlier, meaning=meaning)
    unclear = trend.meaning == "unchanged"
    return say(
        LONG_TERM["measured"],
        lang,
        **values,
        earlier=earlier,
        meaning=say(DIRECTIONS["none"] if unclear else MEANINGS[trend.meaning], lang),
        low=_difference(trend.quantity, trend.low),
        high=_difference(trend.quantity, trend.high),
    )


def stale_text(trend: SessionTrend, lang: Lang) -> str:
    """That a figure may be out of date, and since when it has not moved; '' where it is not."""
    if trend.stale_days is None:
        return ""
    return say(
        LONG_TERM["stale"],
        lang,
        name=say(SESSION_QUANTITIES[trend.quantity], lang),
        value=quantity_text(trend.quantity, trend.later_value),
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
