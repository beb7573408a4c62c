"""Sections of a run where no model wrote them: deterministic, from the stored figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hakaru.core.i18n import N_, Lang, say
from hakaru.core.units import format_duration, format_pace
from hakaru.present.figures import km_text, pct_text, signed, unit_text
from hakaru.present.session import joined_text, phase_name, type_name
from hakaru.present.words_athlete import ENVIRONMENT, HUMIDITY_CLASSES, TERRAINS
from hakaru.present.words_session import CRITERIA, DEDUCTIONS
from hakaru.running.environment.heat import classify_humidity, temperature_side
from hakaru.running.metrics import METRICS
from hakaru.running.sections.facts import (
    FIRST,
    SECOND,
    Spread,
    pace_s_per_km,
    slowdown_of,
    split_scope,
    spread_of,
)
from hakaru.running.sections.model import SECTIONS, RunKnown, SectionName, SectionText
from hakaru.running.session.model import (
    Deduction,
    Phase,
    SessionRating,
    SessionSummary,
    Unrated,
    tally,
)
from hakaru.running.verdict import FormEvaluation, MetricVerdict, star_text
from hakaru.running.verdict_text import cadence_text, overall_text
from hakaru.running.wording import fixed


@dataclass(frozen=True, kw_only=True)
class Said:
    """One sentence, with the ids of the facts it states."""

    text: str
    evidence: tuple[str, ...] = ()


def joined(sentences: Iterable[Said], lang: Lang) -> str:
    """One after the other; English takes a space between."""
    texts = [sentence.text.strip() for sentence in sentences if sentence.text.strip()]
    return ("" if lang == "ja" else " ").join(texts)


def cited(sentences: Sequence[Said]) -> tuple[str, ...]:
    """Every fact stated, once, in the order of the sentences."""
    return tuple(dict.fromkeys(key for sentence in sentences for key in sentence.evidence))


NARRATOR: Mapping[str, str] = {
    "no_splits": N_("No split has a speed, so nothing is known split by split."),
    "range": N_(
        "The {n} splits compared averaged a pace of {pace} while running; the fastest, "
        "split {fast_n}, took {fast}, and the slowest, split {slow_n}, {slow}."
    ),
    "halves_even": N_(
        "While running, the first half averaged a pace of {first}, the second half "
        "{second}: about the same."
    ),
    "halves_faster": N_(
        "While running, the first half averaged a pace of {first}, the second half "
        "{second}: the second half was faster."
    ),
    "halves_slower": N_(
        "While running, the first half averaged a pace of {first}, the second half "
        "{second}: the second half was slower."
    ),
    "no_heart_rate": N_("Heart rate was not recorded."),
    "type": N_("Kind of training: {type}."),
    "type_unknown": N_("The kind of training is not clear."),
    "stars": N_("Session rating: {stars}."),
    "no_stars": N_("This recording is not enough to rate the session."),
    "no_stars_race": N_("A race is not rated as training."),
    "no_stars_type": N_("The session is not rated, as its type is not certain."),
    "lost": N_("Why stars were lost: {reasons}."),
    "minor_criterion": N_("a minor item"),
    "purpose_missed": N_("the purpose of this kind of run"),
    "recovery_too_fast": N_("the next repetition began before heart rate had come down"),
    "recovery_incomplete": N_("how far heart rate came back in the recoveries"),
    "phase": N_("{phase}: {distance}."),
    "phase_criteria": N_("{phase}: {distance}, {met} of {n} <n:target|targets> met."),
    "no_weather": N_(
        "There is no record of the weather, so the effect of heat or cold is not known."
    ),
    "temperature": N_("It was {value}."),
    "temperature_cold": N_("It was {value}, on the cold side for this kind of training."),
    "temperature_within": N_("It was {value}, within what is advised for this kind of training."),
    "temperature_warm": N_("It was {value}, on the warm side for this kind of training."),
    "humidity": N_("Humidity was {value}: {klass}."),
    "wind": N_("Wind: {value}."),
    "no_wind": N_("Wind was not recorded."),
    "terrain": N_("Terrain: {terrain}."),
    "indoors": N_("It was run indoors: weather plays no part."),
    "run": N_("You ran {distance} in {time}."),
    "no_form": N_("Form was not judged."),
}


def phase_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The kind of training, its stars and what cost some, then each phase."""
    analysis = known.analysis
    if analysis is None:
        return (Said(text=say("This run was not looked at as a training session yet.", lang)),)
    return (
        type_sentence(known, lang),
        *rating_sentences(analysis.rating, lang),
        *_phases(analysis.rating, lang),
    )


def environment_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """Air, wind and ground, and what such air costs others; what is not known is said."""
    if known.analysis is None:
        return (Said(text=say("This run was not looked at as a training session yet.", lang)),)
    summary = known.analysis.summary
    if summary.terrain == "indoor":
        return (Said(text=say("It was run indoors: weather plays no part.", lang)),)
    return (
        *_air(summary, lang),
        _wind(summary, lang),
        *_ground(summary, lang),
        Said(text=say("Weather does not change the ratings.", lang)),
    )


def run_sentences(summary: SessionSummary, lang: Lang) -> tuple[Said, ...]:
    """How far and how long, as the watch states both."""
    if summary.distance_m is None or summary.timer_s is None:
        return ()
    distance, time = f"{km_text(summary.distance_m)} km", format_duration(summary.timer_s)
    text = say("You ran {distance} in {time}.", lang, distance=distance, time=time)
    return (Said(text=text, evidence=("distance.actual", "duration.actual")),)


def type_sentence(known: RunKnown, lang: Lang) -> Said:
    """Which kind of training it was; that nobody knows."""
    if known.training_type == "unknown":
        return Said(text=say("The kind of training is not clear.", lang))
    return Said(
        text=say("Kind of training: {type}.", lang, type=type_name(known.training_type, lang))
    )


_WHY_NO_STARS: Mapping[Unrated | None, str] = {
    "race": "no_stars_race",
    "type_unsure": "no_stars_type",
    "type_unknown": "no_stars_type",
}


def rating_sentences(rating: SessionRating, lang: Lang) -> tuple[Said, ...]:
    """Stars of the session and the reasons for those that are missing."""
    if rating.stars is None:
        key = _WHY_NO_STARS.get(rating.unrated, "no_stars")
        return (Said(text=say(NARRATOR[key], lang)),)
    text = say("Session rating: {stars}.", lang, stars=star_text(rating.stars))
    stars = Said(text=text, evidence=("session.star",))
    charged = dict.fromkeys(
        _reason(deduction, lang) for deduction in rating.deductions if deduction.stars
    )
    if not charged:
        return stars, Said(text=say("No star was lost.", lang))
    reasons = joined_text([*charged], lang)
    return stars, Said(text=say("Why stars were lost: {reasons}.", lang, reasons=reasons))


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
        text = say("Not in the file: {phases}.", lang, phases=joined_text(absent, lang))
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
        return Said(text=say("{phase}: {distance}.", lang, **named), evidence=(length,))
    text = say(
        "{phase}: {distance}, {met} of {n} <n:target|targets> met.",
        lang,
        n=counted.n_told,
        met=counted.n_met,
        **named,
    )
    counts = tuple(f"criteria.{role}@{phase.role}" for role in ("met", "count"))
    return Said(text=text, evidence=(length, *counts))


def _air(summary: SessionSummary, lang: Lang) -> Sequence[Said]:
    if summary.temperature_c is None:
        return (
            Said(
                text=say(
                    "There is no record of the weather, so the effect of heat or "
                    "cold is not known.",
                    lang,
                )
            ),
        )
    sentences = [_temperature(summary.temperature_c, summary, lang)]
    humidity_pct = summary.relative_humidity_pct
    if humidity_pct is not None:
        klass = say(HUMIDITY_CLASSES[classify_humidity(humidity_pct)], lang)
        text = say(
            "Humidity was {value}: {klass}.", lang, value=pct_text(humidity_pct), klass=klass
        )
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
        return Said(text=say("Wind was not recorded.", lang))
    value = f"{fixed(summary.wind_speed_mps, 1)} m/s"
    return Said(text=say("Wind: {value}.", lang, value=value), evidence=("wind.actual",))


def _ground(summary: SessionSummary, lang: Lang) -> Sequence[Said]:
    if summary.terrain == "unknown":
        return ()
    terrain = say(TERRAINS[summary.terrain], lang)
    return (Said(text=say("Terrain: {terrain}.", lang, terrain=terrain)),)


_OF_A_METRIC = ("actual", "expected", "delta_pct", "low", "high")


def efficiency_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The stored text of each metric, of cadence and of the balance of the feet."""
    verdict = known.evaluation
    if verdict is None:
        return (Said(text=say("This run carries no form measurement.", lang)),)
    texts = [
        Said(text=_own(verdict, metric, lang), evidence=_ids(metric.metric))
        for metric in verdict.metrics.values()
        if METRICS[metric.metric].formula is None
    ]
    if verdict.balance is not None:
        text = verdict.balance.text_ja if lang == "ja" else verdict.balance.text_en
        texts.append(Said(text=text, evidence=("balance.left", "balance.right")))
    return tuple(texts)


def summary_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The run, its kind and stars, and the verdict on form as a whole."""
    run: Sequence[Said] = ()
    if known.analysis is not None:
        rating = rating_sentences(known.analysis.rating, lang)
        run = (*run_sentences(known.analysis.summary, lang), type_sentence(known, lang), *rating)
    return (*run, _overall(known.evaluation, lang))


def _overall(evaluation: FormEvaluation | None, lang: Lang) -> Said:
    if evaluation is None:
        return Said(text=say("Form was not judged.", lang))
    named = tuple(f"{metric.metric}.delta_pct" for metric in evaluation.scored)
    rated = () if evaluation.overall_score is None else ("overall.score", "overall.star")
    return Said(text=overall_text(evaluation, lang), evidence=(*rated, *named))


def _own(evaluation: FormEvaluation, verdict: MetricVerdict, lang: Lang) -> str:
    if verdict.metric == "cadence":
        return cadence_text(evaluation, lang)
    return verdict.text_ja if lang == "ja" else verdict.text_en


def _ids(metric: str) -> tuple[str, ...]:
    return tuple(f"{metric}.{role}" for role in _OF_A_METRIC)


def split_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """What the splits show together; that nothing is known where none has a speed."""
    spread = spread_of(known.splits)
    if spread is None:
        return (Said(text=say("No split has a speed, so nothing is known split by split.", lang)),)
    if len(spread.compared) == 1:
        pace = _pace(spread.whole.pace_s_per_km)
        text = say(
            "Only one split can be looked at; its pace while running was {pace}.", lang, pace=pace
        )
        return (Said(text=text, evidence=("pace.average",)), _heart_rate(spread, lang))
    return (_range(spread, lang), *_halves(spread, lang), _heart_rate(spread, lang))


def _range(spread: Spread, lang: Lang) -> Said:
    fastest, slowest = spread.fastest, spread.slowest
    text = say(
        (
            N_(
                "The {n} repetitions averaged a pace of {pace}; the fastest, "
                "split {fast_n}, took {fast}, and the slowest, split {slow_n}, "
                "{slow}."
            )
            if spread.repetitions
            else N_(
                "The {n} splits compared averaged a pace of {pace} while "
                "running; the fastest, split {fast_n}, took {fast}, and the "
                "slowest, split {slow_n}, {slow}."
            )
        ),
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
        return Said(text=say("Heart rate was not recorded.", lang))
    halves = [half.heart_rate_bpm for half in (spread.first, spread.second) if half is not None]
    averages_bpm = [_beats(half) for half in halves if half is not None]
    if len(averages_bpm) < 2:
        text = say("Heart rate while running averaged {value}.", lang, value=_beats(whole))
        return Said(text=text, evidence=("heart_rate.average",))
    first, second = averages_bpm
    text = say(
        "Heart rate while running averaged: first half {first}, second half {second}.",
        lang,
        first=first,
        second=second,
    )
    return Said(text=text, evidence=(f"heart_rate.actual@{FIRST}", f"heart_rate.actual@{SECOND}"))


def _pace(value_s_per_km: float) -> str:
    return f"{format_pace(value_s_per_km)}/km"


def _beats(value_bpm: float) -> str:
    return unit_text(value_bpm, "bpm")


def narrate(section: SectionName, known: RunKnown, *, lang: Lang) -> SectionText:
    """One section of a run. Its numbers are those of the verdict, written as the tables write
    them; what was not measured is named as such."""
    sentences = _SENTENCES[section](known, lang)
    return SectionText(
        section=section,
        text=joined(sentences, lang),
        evidence=cited(sentences),
    )


def narrate_all(known: RunKnown, lang: Lang) -> Mapping[SectionName, SectionText]:
    """Every section."""
    return {section: narrate(section, known, lang=lang) for section in SECTIONS}


_SENTENCES: Mapping[SectionName, Callable[[RunKnown, Lang], tuple[Said, ...]]] = {
    "split": split_sentences,
    "phase": phase_sentences,
    "efficiency": efficiency_sentences,
    "environment": environment_sentences,
    "summary": summary_sentences,
}
