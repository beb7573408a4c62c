"""How do options for the next training read? Evidence and objections, no orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hakaru.core.units import format_duration, format_pace
from hakaru.render.facts import Fact, day_text
from hakaru.render.numbers import km_text
from hakaru.render.session_text import evidence_value, joined_text, type_name
from hakaru.render.words import say
from hakaru.render.words_next import (
    NEXT,
    OBJECTIONS,
    OPTIONS,
    REASONS,
    TARGET_BASES,
    TARGET_NOTES,
)
from hakaru.running.next_training import TrainingOption
from hakaru.running.next_training_evidence import Objection, Reason
from hakaru.running.next_training_targets import Targets
from hakaru.running.wording import Lang, fixed

_LONG_AGO_DAYS = 14
_JUST_NOW_H = 6.0
"""Within so many hours it is the session itself that was hard."""


def option_name(option: TrainingOption, lang: Lang) -> str:
    """'インターバルを続ける'; 'インターバルを取り入れる' where there was none for weeks."""
    codes = {reason.code for reason in option.reasons}
    new = {"no_interval_days": "new_interval", "no_tempo_days": "new_tempo"}
    key = next((new[code] for code in new if code in codes), None)
    return say(OPTIONS[option.name] if key is None else NEXT[key], lang)


def earliest_text(option: TrainingOption, lang: Lang) -> str:
    """The first day that keeps the rest it asks for."""
    return say(NEXT["earliest"], lang, day=day_text(option.earliest_day, lang))


def reason_text(reason: Reason, lang: Lang) -> str:
    """A figure that speaks for an option, with the threshold it was held against."""
    if reason.code == "hours_since_hard_h" and reason.value < _JUST_NOW_H:
        return say(NEXT["just_now"], lang, threshold=fixed(reason.threshold, 0))
    return say(
        REASONS[reason.code],
        lang,
        value=evidence_value(reason.code, reason.value),
        threshold=evidence_value(reason.code, reason.threshold),
    )


def objection_text(objection: Objection, lang: Lang) -> str:
    """A figure that speaks against an option, or what is not known."""
    value, threshold = objection.value, objection.threshold
    since_hard = objection.code == "hours_since_hard_h"
    if since_hard and value is not None and threshold is not None and value < _JUST_NOW_H:
        return say(NEXT["just_now"], lang, threshold=fixed(threshold, 0))
    values = {
        name: evidence_value(objection.code, figure)
        for name, figure in (("value", value), ("threshold", threshold))
        if figure is not None
    }
    return say(OBJECTIONS[objection.code], lang, **values)


def targets_text(targets: Targets, lang: Lang) -> str:
    """Kind, repetitions, distance, pace and heart rate of an option, with where they come from."""
    parts = [type_name(targets.training_type, lang)]
    parts += _reps(targets, lang)
    ranges = (
        ("distance", targets.distance_m, km_text),
        ("pace", targets.pace_s_per_km, format_pace),
        ("heart_rate", targets.heart_rate_bpm, lambda value: fixed(value, 0)),
    )
    parts += [
        say(NEXT[key], lang, low=shown(bounds[0]), high=shown(bounds[1]))
        for key, bounds, shown in ranges
        if bounds is not None
    ]
    basis = say(TARGET_BASES[targets.basis], lang)
    text = say(NEXT["basis"], lang, targets=joined_text(parts, lang), basis=basis)
    for note in targets.notes:
        text = say(NEXT["noted"], lang, targets=text, note=say(TARGET_NOTES[note], lang))
    return text


def _reps(targets: Targets, lang: Lang) -> list[str]:
    if targets.n_reps is None:
        return []
    length = None
    if targets.rep_distance_m is not None:
        length = f"{km_text(targets.rep_distance_m)} km"
    elif targets.rep_s is not None:
        length = format_duration(targets.rep_s)
    parts = []
    if length is not None:
        parts.append(say(NEXT["reps"], lang, n=targets.n_reps, length=length))
    if targets.recovery_s is not None:
        parts.append(say(NEXT["recovery"], lang, time=format_duration(targets.recovery_s)))
    return parts


def option_rows(option: TrainingOption, lang: Lang) -> tuple[Fact, ...]:
    """What it would be, what speaks for it and what against it."""
    rows = []
    if option.targets is not None:
        rows.append(("targets", targets_text(option.targets, lang)))
    rows += [("for", _reasons(option, lang)), ("against", _objections(option, lang))]
    return tuple(Fact(label=say(NEXT[key], lang), value=text) for key, text in rows)


def option_text(option: TrainingOption, lang: Lang) -> str:
    """The whole option as sentences."""
    text = say(
        NEXT["sentence"],
        lang,
        name=option_name(option, lang),
        earliest=earliest_text(option, lang),
        reasons=_reasons(option, lang),
        objections=_objections(option, lang),
    )
    if option.targets is None:
        return text
    targets = targets_text(option.targets, lang)
    return say(NEXT["sentence_targets"], lang, sentence=text, targets=targets)


def long_ago_text(options: Sequence[TrainingOption], last_day: date, *, lang: Lang) -> str:
    """How long ago the last session was, where that is two weeks or more; else ''.

    The earliest option is one of today, once no session is left to recover from.
    """
    days = min(((option.earliest_day - last_day).days for option in options), default=0)
    return say(NEXT["long_ago"], lang, days=days) if days >= _LONG_AGO_DAYS else ""


def _reasons(option: TrainingOption, lang: Lang) -> str:
    reasons = [reason_text(reason, lang) for reason in option.reasons]
    return joined_text(reasons, lang) or say(NEXT["no_reasons"], lang)


def _objections(option: TrainingOption, lang: Lang) -> str:
    objections = [objection_text(objection, lang) for objection in option.objections]
    return joined_text(objections, lang) or say(NEXT["no_objections"], lang)
