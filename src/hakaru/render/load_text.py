"""How do the load of a run and its running averages read?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

from hakaru.core.units import format_duration
from hakaru.render.facts import Fact
from hakaru.render.numbers import pct_text, share_text, signed
from hakaru.render.session_text import joined_text
from hakaru.render.words import say
from hakaru.render.words_load import (
    DECOUPLING_REASONS,
    LOAD,
    LOAD_BASES,
    LOAD_CLASSES,
    LOAD_PROBLEMS,
)
from hakaru.running.load import Durability, LoadFigures, LoadHistory, LoadNote
from hakaru.running.session.model import LoadBasis
from hakaru.running.wording import Lang, fixed, label


def load_rows(load: LoadFigures, lang: Lang) -> tuple[Fact, ...]:
    """Load of one run: score with its class and basis, intensity, impulse, drift, durability."""
    keyed_texts = [
        ("score", _score(load, lang)),
        ("intensity", None if load.intensity_frac is None else share_text(load.intensity_frac)),
        ("trimp", None if load.trimp_score is None else fixed(load.trimp_score, 0)),
        ("decoupling", _decoupling(load, lang)),
    ]
    rows = [Fact(label=say(LOAD[key], lang), value=text) for key, text in keyed_texts if text]
    rows += [
        Fact(
            label=say(LOAD["durability"], lang, after=format_duration(durability.after_s)),
            value=f"{signed(durability.efficiency_change_pct, 1)}%",
        )
        for durability in load.durability
        if durability.efficiency_change_pct is not None
    ]
    rows += [fact for durability in load.durability for fact in _late_form(durability, lang)]
    return tuple(rows)


def _late_form(durability: Durability, lang: Lang) -> list[Fact]:
    after = format_duration(durability.after_s)
    return [
        Fact(
            label=say(
                LOAD["durability_form"], lang, after=after, metric=label(metric_change.metric, lang)
            ),
            value=f"{signed(metric_change.change_pct, 1)}%",
        )
        for metric_change in durability.form
    ]


def _score(load: LoadFigures, lang: Lang) -> str | None:
    if load.training_load_score is None or load.load_class is None or load.basis is None:
        return None
    return say(
        LOAD["score_value"],
        lang,
        value=fixed(load.training_load_score, 0),
        klass=say(LOAD_CLASSES[load.load_class], lang),
        basis=say(LOAD_BASES[load.basis], lang),
    )


def _decoupling(load: LoadFigures, lang: Lang) -> str | None:
    decoupling = load.decoupling
    if decoupling.decoupling_pct is None or decoupling.decoupled is None:
        return (
            None if decoupling.reason is None else say(DECOUPLING_REASONS[decoupling.reason], lang)
        )
    text = pct_text(decoupling.decoupling_pct, 1)
    return say(LOAD["decoupled" if decoupling.decoupled else "coupled"], lang, value=text)


def load_note_texts(notes: Sequence[LoadNote], lang: Lang) -> tuple[str, ...]:
    """One line for each basis: why it was passed over, or what to keep in mind about it."""
    by_basis: dict[LoadBasis, list[str]] = {}
    for note in notes:
        by_basis.setdefault(note.basis, []).append(say(LOAD_PROBLEMS[note.problem], lang))
    return tuple(
        say(
            LOAD["note"],
            lang,
            basis=say(LOAD_BASES[basis], lang),
            problem=joined_text(problems, lang),
        )
        for basis, problems in by_basis.items()
    )


def history_rows(history: LoadHistory, day: date, *, lang: Lang) -> tuple[Fact, ...]:
    """Long-term and short-term load and their balance on a day of the history."""
    if day not in history.days:
        return ()
    at = history.days.index(day)
    values = [
        ("chronic", float(history.chronic_score[at]), False),
        ("acute", float(history.acute_score[at]), False),
        ("balance", float(history.balance_score[at]), True),
    ]
    if day == history.days[-1]:
        values += [
            (key, value, key == "ramp")
            for key, value in (("week", history.week_score), ("ramp", history.ramp_score))
            if value is not None
        ]
    return tuple(
        Fact(label=say(LOAD[key], lang), value=signed(value, 0) if with_sign else fixed(value, 0))
        for key, value, with_sign in values
        if math.isfinite(value)
    )


def history_note(history: LoadHistory, lang: Lang) -> str:
    """That runs of unknown load make the averages too low; '' without any."""
    if not history.n_unknown_28:
        return ""
    return say(LOAD["unknown"], lang, n=history.n_unknown_28)
