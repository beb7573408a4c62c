"""How does a run as a session read in a terminal? The verdict first, then the phases."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.render.athlete_text import ask_text
from hakaru.render.columns import fitted_table, wrapped
from hakaru.render.facts import day_text
from hakaru.render.numbers import NO_VALUE
from hakaru.render.rating_text import (
    criterion_name,
    criterion_value,
    deduction_texts,
    met_text,
    phase_line,
    phase_name,
    stars_text,
    target_text,
)
from hakaru.render.session_text import evidence_line, structure_text, type_text
from hakaru.render.totals_text import totals_line
from hakaru.render.words import say
from hakaru.render.words_load import LOAD, LOAD_BASES, LOAD_CLASSES
from hakaru.render.words_page import PAGE
from hakaru.render.words_rating import BASES, MISSING, OUTCOMES, RATING
from hakaru.render.words_session import SESSION
from hakaru.render.words_terminal import LINES
from hakaru.running.athlete.known import wanted
from hakaru.running.intensity import load_class
from hakaru.running.session.analyse import SessionAnalysis
from hakaru.running.session.model import Criterion, Phase, SessionRating, SessionSummary
from hakaru.running.wording import Lang, fixed

_LOST_MOST = 4
"""Stars that can be lost: one is the least there is."""


def session_lines(analysis: SessionAnalysis, lang: Lang) -> list[str]:
    """Type, totals, stars and what cost them, why this type, phases with their criteria, load."""
    summary, verdict = analysis.summary, analysis.verdict
    structure = f"{say(SESSION['structure'], lang)}: {structure_text(summary, lang)}"
    why, totals = evidence_line(verdict, lang), totals_line(summary, lang)
    relabel = [] if verdict.source == "user" else ["", *wrapped(say(SESSION["relabel"], lang))]
    return [
        *wrapped(f"{day_text(summary.activity_date, lang)}  {type_text(verdict, lang)}"),
        *(wrapped(totals) if totals else ()),
        *rating_lines(analysis.rating, lang),
        *(wrapped(why) if why else ()),
        *wrapped(structure),
        "",
        *phase_lines(analysis.rating, lang),
        *load_lines(summary, lang),
        *_ask(analysis, lang),
        *relabel,
    ]


def rating_lines(rating: SessionRating, lang: Lang) -> list[str]:
    """Stars and a line for each reason that cost some."""
    stars = stars_text(rating, lang)
    if rating.stars is None:
        return wrapped(stars)
    met = met_text(rating, lang)
    lines = [f"{say(PAGE['session_stars_part'], lang)} {stars}" + (f"  {met}" if met else "")]
    for text in deduction_texts(rating, lang):
        lines += wrapped(text, first="  ", rest="    ")
    if not rating.deductions:
        lines.append(f"  {say(RATING['all_met'], lang)}")
    if sum(deduction.stars for deduction in rating.deductions) > _LOST_MOST:
        lines.append(f"  {say(RATING['floor'], lang)}")
    return lines


def phase_lines(rating: SessionRating, lang: Lang) -> list[str]:
    """Each phase with its criteria, marked met, not met or unknown."""
    if not rating.phases:
        return wrapped(say(PAGE["no_phases"], lang))
    rows: list[Sequence[str]] = []
    for phase in rating.phases:
        rows.append((_phase(phase, rating, lang),))
        rows += [
            _criterion(criterion, lang)
            for criterion in phase.criteria
            if _is_told(criterion, phase)
        ]
    lines = fitted_table(rows, heading=False, indent="  ", right=frozenset({0, 2}))
    every = [
        criterion
        for phase in rating.phases
        for criterion in phase.criteria
        if _is_told(criterion, phase)
    ]
    if any(criterion.outcome == "shown" for criterion in every):
        lines += wrapped(say(LINES["not_counted"], lang), first="  ")
    if any(criterion.basis == "default" for criterion in every):
        basis = say(BASES["default"], lang)
        lines += wrapped(say(LINES["default_mark"], lang, basis=basis), first="  ")
    return lines


def load_lines(summary: SessionSummary, lang: Lang) -> list[str]:
    """The load of one run, where it is known."""
    score, basis = summary.training_load_score, summary.load_basis
    if score is None or basis is None:
        return []
    value = say(
        LOAD["score_value"],
        lang,
        value=fixed(score, 0),
        klass=say(LOAD_CLASSES[load_class(score)], lang),
        basis=say(LOAD_BASES[basis], lang),
    )
    return ["", f"{say(LOAD['score'], lang)}: {value}"]


def _is_told(criterion: Criterion, phase: Phase) -> bool:
    """The line of the phase itself says whether it was there."""
    return phase.present and criterion.name != "present"


def _phase(phase: Phase, rating: SessionRating, lang: Lang) -> str:
    """'Warm-up  required, 2.40 km, 0:00–14:00'."""
    name = phase_name(phase, rating.training_type, lang=lang)
    return f"{name}  {phase_line(phase, lang)}"


def _mark(criterion: Criterion, lang: Lang) -> str:
    """'✓', '·' for what is only shown."""
    return say(OUTCOMES[criterion.outcome], lang).partition(" ")[0]


def _criterion(criterion: Criterion, lang: Lang) -> tuple[str, ...]:
    name, target = criterion_name(criterion, lang), target_text(criterion, lang)
    missing = criterion.missing
    if criterion.outcome == "cannot_tell" and missing is not None and missing in MISSING:
        return (_mark(criterion, lang), name, NO_VALUE, say(MISSING[missing], lang))
    if criterion.basis == "default" and target != NO_VALUE:
        target = f"{target} *"
    target = "" if target == NO_VALUE else target
    return (_mark(criterion, lang), name, criterion_value(criterion, lang), target)


def _ask(analysis: SessionAnalysis, lang: Lang) -> list[str]:
    """What to state first, where a target had to be a general figure for want of it."""
    rated = [criterion for phase in analysis.rating.phases for criterion in phase.criteria]
    asked = wanted(analysis.athlete)
    if not asked or not any(criterion.basis == "default" for criterion in rated):
        return []
    known_value = analysis.athlete.known.get(asked[0])
    return ["", *wrapped(ask_text(asked[0], known_value, lang=lang))]
