"""How do a session, its phases and its conditions read in a few sentences?"""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.core.units import format_duration
from hakaru.render.narrator.said import Said
from hakaru.render.narrator.words import NARRATOR
from hakaru.render.numbers import km_text, pct_text, signed, unit_text
from hakaru.render.rating_text import phase_name
from hakaru.render.session_text import joined_text, type_name
from hakaru.render.words import say
from hakaru.render.words_environment import (
    ENVIRONMENT,
    HUMIDITY_CLASSES,
    TERRAINS,
)
from hakaru.render.words_rating import CRITERIA, DEDUCTIONS
from hakaru.running.environment.heat import classify_humidity, temperature_side
from hakaru.running.sections.facts import slowdown_of
from hakaru.running.sections.model import RunKnown
from hakaru.running.session.model import Deduction, Phase, SessionRating, SessionSummary, tally
from hakaru.running.verdict import star_text
from hakaru.running.wording import Lang, fixed


def phase_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The kind of training, its stars and what cost some, then each phase."""
    analysis = known.analysis
    if analysis is None:
        return (Said(text=say(NARRATOR["not_analysed"], lang)),)
    return (
        type_sentence(known, lang),
        *rating_sentences(analysis.rating, lang),
        *_phases(analysis.rating, lang),
    )


def environment_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """Air, wind and ground, and what such air costs others; what is not known is said."""
    if known.analysis is None:
        return (Said(text=say(NARRATOR["not_analysed"], lang)),)
    summary = known.analysis.summary
    if summary.terrain == "indoor":
        return (Said(text=say(NARRATOR["indoors"], lang)),)
    return (
        *_air(summary, lang),
        _wind(summary, lang),
        *_ground(summary, lang),
        Said(text=say(NARRATOR["not_graded"], lang)),
    )


def run_sentences(summary: SessionSummary, lang: Lang) -> tuple[Said, ...]:
    """How far and how long, as the watch states both."""
    if summary.distance_m is None or summary.timer_s is None:
        return ()
    distance, time = f"{km_text(summary.distance_m)} km", format_duration(summary.timer_s)
    text = say(NARRATOR["run"], lang, distance=distance, time=time)
    return (Said(text=text, evidence=("distance.actual", "duration.actual")),)


def type_sentence(known: RunKnown, lang: Lang) -> Said:
    """Which kind of training it was; that nobody knows."""
    if known.training_type == "unknown":
        return Said(text=say(NARRATOR["type_unknown"], lang))
    return Said(text=say(NARRATOR["type"], lang, type=type_name(known.training_type, lang)))


def rating_sentences(rating: SessionRating, lang: Lang) -> tuple[Said, ...]:
    """Stars of the session and the reasons for those that are missing."""
    if rating.stars is None:
        return (Said(text=say(NARRATOR["no_stars"], lang)),)
    text = say(NARRATOR["stars"], lang, stars=star_text(rating.stars))
    stars = Said(text=text, evidence=("session.star",))
    charged = dict.fromkeys(
        _reason(deduction, lang) for deduction in rating.deductions if deduction.stars
    )
    if not charged:
        return stars, Said(text=say(NARRATOR["nothing_lost"], lang))
    reasons = joined_text([*charged], lang)
    return stars, Said(text=say(NARRATOR["lost"], lang, reasons=reasons))


def _reason(deduction: Deduction, lang: Lang) -> str:
    """As the tables of the session say it; where these pass a judgement, without it: the stars do,
    and a text judges nothing but form. A minor criterion is named."""
    if deduction.reason == "minor_criterion" and deduction.criterion is not None:
        return say(CRITERIA[deduction.criterion], lang)
    return say(NARRATOR.get(deduction.reason, DEDUCTIONS[deduction.reason]), lang)


def _phases(rating: SessionRating, lang: Lang) -> Sequence[Said]:
    sentences = [_phase(phase, rating, lang) for phase in rating.phases if phase.present]
    absent = [
        phase_name(phase, rating.training_type, lang=lang)
        for phase in rating.phases
        if not phase.present
    ]
    if absent:
        text = say(NARRATOR["phases_absent"], lang, phases=joined_text(absent, lang))
        sentences.append(Said(text=text))
    return sentences


def _phase(phase: Phase, rating: SessionRating, lang: Lang) -> Said:
    named = {
        "phase": phase_name(phase, rating.training_type, lang=lang),
        "distance": f"{km_text(phase.distance_m)} km",
    }
    counted = tally(phase.criteria)
    length = f"phase.distance@{phase.role}"
    if not counted.n_told:
        return Said(text=say(NARRATOR["phase"], lang, **named), evidence=(length,))
    text = say(NARRATOR["phase_criteria"], lang, n=counted.n_told, met=counted.n_met, **named)
    counts = tuple(f"criteria.{role}@{phase.role}" for role in ("met", "count"))
    return Said(text=text, evidence=(length, *counts))


def _air(summary: SessionSummary, lang: Lang) -> Sequence[Said]:
    if summary.temperature_c is None:
        return (Said(text=say(NARRATOR["no_weather"], lang)),)
    sentences = [_temperature(summary.temperature_c, summary, lang)]
    humidity_pct = summary.relative_humidity_pct
    if humidity_pct is not None:
        klass = say(HUMIDITY_CLASSES[classify_humidity(humidity_pct)], lang)
        text = say(NARRATOR["humidity"], lang, value=pct_text(humidity_pct), klass=klass)
        sentences.append(Said(text=text, evidence=("humidity.actual",)))
    heat = slowdown_of(summary)
    if heat is not None:
        side = temperature_side(summary.temperature_c, summary.training_type)
        low, high = (f"{signed(bound, 1)}%" for bound in (heat.low_pct, heat.high_pct))
        key = {"cold": "cold", "within": "mild"}.get(side or "warm", "heat")
        text = say(ENVIRONMENT[key], lang, low=low, high=high)
        sentences.append(Said(text=text, evidence=("pace.lost_low", "pace.lost_high")))
    return sentences


def _temperature(temperature_c: float, summary: SessionSummary, lang: Lang) -> Said:
    side = temperature_side(temperature_c, summary.training_type)
    key = "temperature" if side is None else f"temperature_{side}"
    text = say(NARRATOR[key], lang, value=unit_text(temperature_c, "°C"))
    return Said(text=text, evidence=("temperature.actual",))


def _wind(summary: SessionSummary, lang: Lang) -> Said:
    if summary.wind_speed_mps is None:
        return Said(text=say(NARRATOR["no_wind"], lang))
    value = f"{fixed(summary.wind_speed_mps, 1)} m/s"
    return Said(text=say(NARRATOR["wind"], lang, value=value), evidence=("wind.actual",))


def _ground(summary: SessionSummary, lang: Lang) -> Sequence[Said]:
    if summary.terrain == "unknown":
        return ()
    terrain = say(TERRAINS[summary.terrain], lang)
    return (Said(text=say(NARRATOR["terrain"], lang, terrain=terrain)),)
