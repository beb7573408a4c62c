"""How do the splits of a run read: range, halves, heart rate?"""

from __future__ import annotations

from hakaru.core.units import format_pace
from hakaru.render.narrator.said import Said
from hakaru.render.narrator.words import NARRATOR
from hakaru.render.numbers import unit_text
from hakaru.render.words import say
from hakaru.running.sections.facts import (
    FIRST,
    SECOND,
    Spread,
    pace_s_per_km,
    split_scope,
    spread_of,
)
from hakaru.running.sections.model import RunKnown
from hakaru.running.wording import Lang


def split_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """What the splits show together; that nothing is known where none has a speed."""
    spread = spread_of(known.splits)
    if spread is None:
        return (Said(text=say(NARRATOR["no_splits"], lang)),)
    if len(spread.compared) == 1:
        pace = _pace(spread.whole.pace_s_per_km)
        text = say(NARRATOR["one_split"], lang, pace=pace)
        return (Said(text=text, evidence=("pace.average",)), _heart_rate(spread, lang))
    return (_range(spread, lang), *_halves(spread, lang), _heart_rate(spread, lang))


def _range(spread: Spread, lang: Lang) -> Said:
    fastest, slowest = spread.fastest, spread.slowest
    text = say(
        NARRATOR["range_reps" if spread.repetitions else "range"],
        lang,
        n=len(spread.compared),
        pace=_pace(spread.whole.pace_s_per_km),
        fast_n=fastest.split_index,
        fast=_pace(pace_s_per_km(fastest)),
        slow_n=slowest.split_index,
        slow=_pace(pace_s_per_km(slowest)),
    )
    places = tuple(f"pace.actual@{split_scope(split)}" for split in (fastest, slowest))
    return Said(text=text, evidence=("splits.count", "pace.average", *places))


def _halves(spread: Spread, lang: Lang) -> tuple[Said, ...]:
    first, second, change = spread.first, spread.second, spread.change_s_per_km
    if first is None or second is None or change is None:
        return ()
    key = "even" if spread.even else "faster" if change < 0.0 else "slower"
    text = say(
        NARRATOR[f"halves_{key}"],
        lang,
        first=_pace(first.pace_s_per_km),
        second=_pace(second.pace_s_per_km),
    )
    return (Said(text=text, evidence=(f"pace.actual@{FIRST}", f"pace.actual@{SECOND}")),)


def _heart_rate(spread: Spread, lang: Lang) -> Said:
    whole = spread.whole.heart_rate_bpm
    if whole is None:
        return Said(text=say(NARRATOR["no_heart_rate"], lang))
    halves = [half.heart_rate_bpm for half in (spread.first, spread.second) if half is not None]
    averages_bpm = [_beats(half) for half in halves if half is not None]
    if len(averages_bpm) < 2:
        text = say(NARRATOR["heart_rate_whole"], lang, value=_beats(whole))
        return Said(text=text, evidence=("heart_rate.average",))
    first, second = averages_bpm
    text = say(NARRATOR["heart_rate_halves"], lang, first=first, second=second)
    return Said(text=text, evidence=(f"heart_rate.actual@{FIRST}", f"heart_rate.actual@{SECOND}"))


def _pace(value_s_per_km: float) -> str:
    return f"{format_pace(value_s_per_km)}/km"


def _beats(value_bpm: float) -> str:
    return unit_text(value_bpm, "bpm")
