"""How do phases, criteria and lost stars read? Table and sentence share every formatted value."""

from __future__ import annotations

from hakaru.core.units import METRES_PER_KM, PERCENT, format_duration, format_pace
from hakaru.render.numbers import NO_VALUE, clock_text, km_text, span_text
from hakaru.render.session_text import role_text, session_kind
from hakaru.render.words import say
from hakaru.render.words_rating import (
    BASES,
    CRITERIA,
    DEDUCTIONS,
    MISSING,
    NEEDS,
    OUTCOMES,
    RATING,
)
from hakaru.running.session.model import (
    Criterion,
    Deduction,
    Phase,
    SessionRating,
    TrainingType,
    Unit,
    tally,
)
from hakaru.running.verdict import star_text
from hakaru.running.wording import Lang, fixed

_DECIMALS: dict[Unit, int] = {"m": 2, "mps": 2, "frac": 1, "pct": 1, "lt_heart_rate_pct": 1}
_SCALES: dict[Unit, float] = {"m": METRES_PER_KM, "frac": 1.0 / PERCENT}
_SUFFIXES: dict[Unit, str] = {
    "m": " km",
    "mps": " m/s",
    "bpm": " bpm",
    "frac": "%",
    "pct": "%",
    "lt_heart_rate_pct": "%",
}
_OF_MAX = ("heart_rate_of_max", "threshold_heart_rate", "recovery_heart_rate")
_MORE_DECIMALS = 3
_TOLERANCE = 1e-9


def criterion_name(criterion: Criterion, lang: Lang) -> str:
    """What is looked at."""
    return say(CRITERIA[criterion.name], lang)


def criterion_value(criterion: Criterion, lang: Lang) -> str:
    """What this run showed; '-' where it was not measured."""
    if criterion.value is None:
        return NO_VALUE
    if criterion.name == "present":
        return say(RATING["yes" if criterion.value else "no"], lang)
    if criterion.name == "form":
        return say(RATING["form_count"], lang, n=fixed(criterion.value, 0))
    text = _in_unit(criterion.value, criterion)
    if criterion.unit == "lt_heart_rate_pct":
        return say(RATING["of_lt"], lang, value=text)
    of_max = criterion.unit == "pct" and criterion.name in _OF_MAX
    return say(RATING["of_max"], lang, value=text) if of_max else text


def target_text(criterion: Criterion, lang: Lang) -> str:
    """What is asked for; '-' for a criterion without a range."""
    low, high = criterion.target_low, criterion.target_high
    if criterion.name == "present" or (low is None and high is None):
        return NO_VALUE
    if criterion.name == "form":
        return say(RATING["form_target"], lang)
    pace = criterion.unit == "s_per_km"
    if low is None and high is not None:
        key = "faster_than" if pace else "at_most"
        return say(RATING[key], lang, high=_in_unit(high, criterion))
    if high is None and low is not None:
        key = "slower_than" if pace else "at_least"
        key = "about" if criterion.name == "distance" else key
        return say(RATING[key], lang, low=_in_unit(low, criterion))
    assert low is not None
    assert high is not None
    return span_text(_in_unit(low, criterion), _in_unit(high, criterion), lang=lang)


def outcome_text(criterion: Criterion, lang: Lang) -> str:
    """'✓ 達成', that it is only shown, or why it cannot be told."""
    text = say(OUTCOMES[criterion.outcome], lang)
    missing = criterion.missing
    if criterion.outcome == "cannot_tell" and missing is not None and missing in MISSING:
        reason = say(MISSING[missing], lang)
        return say(RATING["because"], lang, outcome=text, reason=reason)
    return text


def target_basis_text(criterion: Criterion, lang: Lang) -> str:
    """Where the target comes from; form has a baseline of its own."""
    if criterion.name == "form":
        return say(RATING["basis_form"], lang)
    return say(BASES[criterion.basis], lang)


def criterion_text(criterion: Criterion, lang: Lang) -> str:
    """One criterion as a sentence: name, value, target, result."""
    target = target_text(criterion, lang)
    return say(
        RATING["criterion_plain" if target == NO_VALUE else "criterion"],
        lang,
        name=criterion_name(criterion, lang),
        value=criterion_value(criterion, lang),
        target=target,
        outcome=outcome_text(criterion, lang),
    )


def phase_name(phase: Phase, training_type: TrainingType, *, lang: Lang) -> str:
    """The phase as the requirement calls it for that type: メイン走行, メイン区間, Work, Run."""
    if phase.role == "main":
        return say(RATING[f"main_{session_kind(training_type)}"], lang)
    return role_text(phase.role, lang)


def phase_line(phase: Phase, lang: Lang) -> str:
    """How much the phase is wanted, and how long it was."""
    need = say(NEEDS[phase.need], lang)
    untold = [
        criterion
        for criterion in phase.criteria
        if criterion.name == "present" and criterion.value is None
    ]
    if not phase.present and untold:
        return say(RATING["phase_untold"], lang, need=need, outcome=outcome_text(untold[0], lang))
    if not phase.present:
        return say(RATING["phase_absent"], lang)
    if phase.start_elapsed_s is None or phase.end_elapsed_s is None:
        return need
    return say(
        RATING["phase_line"],
        lang,
        need=need,
        distance=km_text(phase.distance_m),
        start=clock_text(phase.start_elapsed_s),
        end=clock_text(phase.end_elapsed_s),
    )


def deduction_text(deduction: Deduction, rating: SessionRating, *, lang: Lang) -> str:
    """How many stars were lost and why, with the criterion behind it."""
    behind = _behind(deduction, rating, lang)
    detail = say(RATING["behind"], lang, detail=behind) if behind else ""
    reason = say(DEDUCTIONS[deduction.reason], lang)
    key = "deduction" if deduction.stars == 1 else "deductions"
    return say(RATING[key], lang, n=deduction.stars, reason=reason, behind=detail)


def deduction_texts(rating: SessionRating, lang: Lang) -> tuple[str, ...]:
    """Every reason that cost a star, then in one line what else was not as it should be."""
    costly = [deduction for deduction in rating.deductions if deduction.stars]
    texts = [deduction_text(deduction, rating, lang=lang) for deduction in costly]
    counted = {(deduction.role, deduction.criterion) for deduction in costly}
    others = [
        deduction
        for deduction in rating.deductions
        if not deduction.stars
        and (deduction.role, deduction.criterion) not in counted
        and _is_missed(deduction, rating)
    ]
    items = dict.fromkeys(_also(deduction, rating, lang) for deduction in others)
    if items:
        joined = ("、" if lang == "ja" else "; ").join(item for item in items if item)
        texts.append(say(RATING["also"], lang, items=joined))
    return tuple(texts)


def _also(deduction: Deduction, rating: SessionRating, lang: Lang) -> str:
    """'Cool-down: Distance 1.03 km (target about 1.45 km or more)'."""
    phase = next(
        (candidate for candidate in rating.phases if candidate.role == deduction.role), None
    )
    behind = _behind(deduction, rating, lang)
    if phase is None or not behind:
        return behind
    name = phase_name(phase, rating.training_type, lang=lang)
    return say(RATING["also_of"], lang, phase=name, what=behind)


def stars_text(rating: SessionRating, lang: Lang) -> str:
    """'★★★★☆', or why there are none."""
    if rating.stars is None:
        return say(RATING[rating.unrated or "too_little"], lang)
    return star_text(rating.stars)


def met_text(rating: SessionRating, lang: Lang) -> str:
    """'7 of 8 targets met'; '' where nothing that counts can be told."""
    counted = tally(rating.criteria)
    if not counted.n_told:
        return ""
    return say(RATING["met_of"], lang, n=counted.n_told, met=counted.n_met)


def _is_missed(deduction: Deduction, rating: SessionRating) -> bool:
    """Whether its criterion is one that was not met: a recovery that was fine and not good is
    neither."""
    return any(
        criterion.name == deduction.criterion and criterion.outcome == "not_met"
        for phase in rating.phases
        if phase.role == deduction.role
        for criterion in phase.criteria
    )


def _behind(deduction: Deduction, rating: SessionRating, lang: Lang) -> str:
    """The criterion that a deduction rests on: name, value, target."""
    phases = [phase for phase in rating.phases if phase.role == deduction.role]
    criteria = [
        criterion
        for phase in phases or rating.phases
        for criterion in phase.criteria
        if criterion.name == deduction.criterion
    ]
    if not criteria:
        return ""
    failed = [criterion for criterion in criteria if criterion.outcome == "not_met"]
    criterion = (failed or criteria)[0]
    target = target_text(criterion, lang) if failed else NO_VALUE
    return say(
        RATING["also_plain" if target == NO_VALUE else "also_item"],
        lang,
        name=criterion_name(criterion, lang),
        value=criterion_value(criterion, lang),
        target=target,
    )


def _in_unit(value: float, criterion: Criterion) -> str:
    """A value or bound in the unit of its criterion."""
    unit = criterion.unit
    if unit == "s":
        return format_duration(value)
    if unit == "s_per_km":
        return f"{format_pace(value)}/km"
    if unit == "stars":
        return star_text(round(value))
    return fixed(value / _SCALES.get(unit, 1.0), _decimals(criterion)) + _SUFFIXES.get(unit, "")


def _decimals(criterion: Criterion) -> int:
    """The fewest decimals (at least the unit's usual) with which value and target show the same
    order as they have, so that no row contradicts its result."""
    least = _DECIMALS.get(criterion.unit, 0)
    bounds = [bound for bound in (criterion.target_low, criterion.target_high) if bound is not None]
    if criterion.value is None:
        return least
    for decimals in range(least, least + _MORE_DECIMALS):
        if all(_keeps_order(criterion, bound, decimals) for bound in bounds):
            return decimals
    return least + _MORE_DECIMALS


def _keeps_order(criterion: Criterion, bound: float, decimals: int) -> bool:
    assert criterion.value is not None
    scale = _SCALES.get(criterion.unit, 1.0)
    value, limit = (fixed(number / scale, decimals) for number in (criterion.value, bound))
    return _order(criterion.value, bound) == _order(float(value), float(limit))


def _order(value: float, bound: float) -> int:
    return (value > bound + _TOLERANCE) - (value < bound - _TOLERANCE)
