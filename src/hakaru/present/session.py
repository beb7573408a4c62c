"""The kind of training, its evidence, structure and rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hakaru.core.i18n import N_, Lang, in_context, length_unit, say
from hakaru.core.quantity import METRES_PER, Kind
from hakaru.core.units import (
    METRES_PER_KM,
    PERCENT,
    format_duration,
)
from hakaru.present.figures import (
    NO_VALUE,
    clock_text,
    distance_text,
    pace_s_text,
    pace_text,
    pct_text,
    quantity_span,
    share_text,
    span_text,
    unit_text,
)
from hakaru.present.names import (
    CRITERIA,
    DEDUCTIONS,
    MISSING,
    ROLE_SOURCES,
    ROLES,
    TYPE_SOURCES,
    TYPES,
)
from hakaru.running.session.criteria import KINDS
from hakaru.running.session.criteria import Kind as SessionKind
from hakaru.running.session.model import (
    Criterion,
    Deduction,
    Evidence,
    Phase,
    SegmentFigures,
    SessionRating,
    SessionSummary,
    TrainingType,
    TypeVerdict,
    Unit,
    tally,
)
from hakaru.running.verdict import STARS_MAX, star_text
from hakaru.running.wording import fixed

if TYPE_CHECKING:
    from hakaru.running.report import SessionReport
    from hakaru.running.splits import Role

_CONFIDENT_FRAC, _FAIRLY_FRAC = 0.8, 0.6
_EVIDENCE_MOST = 4


def type_name(training_type: TrainingType, lang: Lang) -> str:
    """'有酸素ベース走', 'aerobic base run'."""
    return say(TYPES[training_type], lang)


def type_text(verdict: TypeVerdict, lang: Lang) -> str:
    """The kind of training, who decided it and how surely."""
    name, source = type_name(verdict.training_type, lang), say(TYPE_SOURCES[verdict.source], lang)
    if verdict.source in ("user", "named", "none"):
        return say("{type} ({source})", lang, type=name, source=source)
    confidence = confidence_text(verdict.confidence_frac, lang)
    return say(
        "{type} ({source}, {confidence})", lang, type=name, source=source, confidence=confidence
    )


CONFIDENCE: Mapping[str, str] = {
    "high": N_("confident"),
    "medium": N_("fairly confident"),
    "low": N_("unsure"),
}


def confidence_text(confidence_frac: float, lang: Lang) -> str:
    """'確か 92%'."""
    level = "high" if confidence_frac >= _CONFIDENT_FRAC else "medium"
    level = level if confidence_frac >= _FAIRLY_FRAC else "low"
    word = say(CONFIDENCE[level], lang)
    return say("{word}, {share}", lang, word=word, share=share_text(confidence_frac))


EVIDENCE: Mapping[str, str] = {
    "reps_n": N_("{value} fast <value:repetition|repetitions>"),
    "rep_duration_s": N_("a repetition takes {value}"),
    "work_of_threshold_pct": N_("repetitions at {value} of threshold speed"),
    "work_of_easy_pct": N_("repetitions at {value} of the speed of your easy runs"),
    "main_of_threshold_pct": N_("the main part at {value} of threshold"),
    "speed_of_threshold_pct": N_("speed at {value} of threshold"),
    "heart_rate_of_threshold_pct": N_("heart rate at {value} of threshold (of the reserve)"),
    "judged_heart_rate_bpm": N_("{value} on average"),
    "zone_1_2_share_pct": N_("{value} in zones 1-2"),
    "zone_2_3_share_pct": N_("{value} in zones 2-3"),
    "zone_3_4_share_pct": N_("{value} in zones 3-4"),
    "zone_4_5_share_pct": N_("{value} in zones 4-5"),
    "block_of_rest_pct": N_("a faster part, at {value} of the speed around it"),
    "running_s": N_("{value} of running"),
    "walked_share_pct": N_("{value} of the time walked or standing"),
    "climb_per_km_m": N_("{value} m of climb per {length_unit}"),
    "race_distance_m": N_("a race distance, {value}"),
    "of_best_speed_pct": N_("{value} of your best speed for that long"),
    "of_usual_length_pct": N_("{value} of the length of your usual easy run"),
}
"""The last word of a code is the unit of its value."""


_TIMES_FROM_PCT = 300.0
"""From so much on nobody reads percent."""


def evidence_text(evidence: Evidence, lang: Lang) -> str:
    """One figure that spoke for the type. A code without words is left out: ''."""
    if evidence.code not in EVIDENCE:
        return ""
    if evidence.code == "of_usual_length_pct" and evidence.value >= _TIMES_FROM_PCT:
        times = fixed(evidence.value / PERCENT, 0)
        return say("{times} times as long as your usual easy run", lang, times=times)
    return say(
        EVIDENCE[evidence.code], lang, value=evidence_value(evidence.code, evidence.value, lang)
    )


def evidence_value(code: str, value: float, lang: Lang) -> str:
    """A figure in the unit that its code ends in: seconds as 3:20, speeds as paces, shares in %."""
    if code == "climb_per_km_m":
        return fixed(value * METRES_PER[length_unit(lang)] / METRES_PER_KM, 0)
    if code.endswith("_s_per_km"):
        return pace_s_text(value, lang)
    shown = {
        "pct": pct_text(value),
        "frac": pct_text(value * PERCENT),
        "bpm": unit_text(value, "bpm"),
        "w": unit_text(value, "W"),
        "cm": unit_text(value, "cm", decimals=1),
        "s": format_duration(value),
        "m": distance_text(value, lang),
        "days": fixed(value, 0),
        "h": fixed(value, 0),
        "n": fixed(value, 0),
    }
    if code.endswith("_mps") and value > 0.0:
        return pace_text(value, lang)
    return shown.get(code.rpartition("_")[2], fixed(value, 0))


def kind_line(summary: SessionSummary, lang: Lang) -> str:
    """'インターバル：0.75 km × 5本（1本 3:01）'; of anything but repetitions the kind alone."""
    name = type_name(summary.training_type, lang)
    distance_m, duration_s = summary.rep_distance_m, summary.rep_s
    if summary.form != "reps" or distance_m is None or duration_s is None:
        return name
    return say(
        "{type}: {n} × {distance} ({time} each)",
        lang,
        type=name,
        n=summary.n_reps,
        distance=distance_text(distance_m, lang),
        time=format_duration(duration_s),
    )


def confidence_line(verdict: TypeVerdict, lang: Lang) -> str:
    """'走りの構成から判定、おおむね確か 67%': what decided the kind, and how surely."""
    source = say(TYPE_SOURCES[verdict.source], lang)
    if verdict.source in ("user", "none"):
        return source
    return joined_text([source, confidence_text(verdict.confidence_frac, lang)], lang)


def evidence_texts(verdict: TypeVerdict, lang: Lang) -> tuple[str, ...]:
    """The most telling figures that spoke for the type."""
    texts = (evidence_text(figure, lang) for figure in verdict.evidence)
    return tuple([text for text in texts if text][:_EVIDENCE_MOST])


def evidence_line(verdict: TypeVerdict, lang: Lang) -> str:
    """'理由: 速い区間が6本、…'; '' where no figure spoke for the type."""
    evidence = list(evidence_texts(verdict, lang))
    if not evidence:
        return ""
    return say("Why: {evidence}", lang, evidence=joined_text(evidence, lang))


def joined_text(parts: list[str], lang: Lang) -> str:
    """Parts of a sentence one after the other."""
    return ("、" if lang == "ja" else ", ").join(parts)


def relabel_text(summary: SessionSummary, lang: Lang) -> str:
    """How to correct the kind of training; the example is another kind."""
    example = "interval" if summary.training_type == "aerobic_base" else "aerobic_base"
    key = N_("If it is wrong, say what it was: `hakaru label {activity_id} {example}`.")
    return say(key, lang, activity_id=summary.activity_id, example=example)


def role_text(role: Role, lang: Lang) -> str:
    """'ウォームアップ', '疾走'."""
    return say(ROLES[role], lang)


def session_kind(training_type: TrainingType) -> SessionKind:
    """Which page a type gets: whole run, main part or work segments."""
    return KINDS[training_type]


def role_sources_text(figures: Sequence[SegmentFigures], lang: Lang) -> str:
    """What told the parts of a session from each other; '' without parts."""
    sources = dict.fromkeys(figure.source for figure in figures)
    return joined_text([say(ROLE_SOURCES[source], lang) for source in sources], lang)


def no_zones_text(report: SessionReport, lang: Lang) -> str:
    """Why there is no time in zones: the zones, heart rate, or only its seconds are missing."""
    averaged = report.analysis.summary.heart_rate_bpm is not None
    has_zones = report.zones is not None and averaged
    return say(
        (
            N_("Time in zones is not known, as there is no second-by-second heart rate.")
            if has_zones
            else N_("Without heart rate, or a reference for it, zones are not known.")
        ),
        lang,
    )


FORMS: Mapping[str, str] = {
    "reps": N_("repeated fast parts"),
    "block": N_("one sustained faster part"),
    "steady": N_("a steady run"),
}


def structure_text(summary: SessionSummary, lang: Lang) -> str:
    """What the run is made of: repetitions with their usual length, a block, a steady run."""
    if summary.seen_form is None:
        reason = N_("not known, as no seconds were recorded")
        return say(N_("too short to tell") if summary.is_fragment else reason, lang)
    text = say(FORMS[summary.form], lang)
    joint = "・" if lang == "ja" else ", "
    if summary.form == "reps" and summary.rep_distance_m is not None and summary.rep_s is not None:
        text += joint + say(
            "{n} <n:repetition|repetitions> of {distance}, {time}",
            lang,
            n=summary.n_reps,
            distance=distance_text(summary.rep_distance_m, lang),
            time=format_duration(summary.rep_s),
        )
    if summary.n_strides:
        text += ("、" if lang == "ja" else ". ") + say(
            "It contains {n} <n:stride|strides>.", lang, n=summary.n_strides
        )
    return text


_DECIMALS: dict[Unit, int] = {"m": 2, "mps": 2, "frac": 1, "pct": 1, "lt_heart_rate_pct": 1}
_SHARE = 1.0 / PERCENT
_KINDS: dict[Unit, Kind] = {"m": "distance", "s_per_km": "pace"}
_SUFFIXES: dict[Unit, str] = {
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
        return say((N_("yes") if criterion.value else N_("no")), lang)
    if criterion.name == "form":
        return say("{n} <n:metric|metrics> outside your range", lang, n=fixed(criterion.value, 0))
    text = _in_unit(criterion.value, criterion, lang)
    if criterion.unit == "lt_heart_rate_pct":
        return say("{value} of threshold", lang, value=text)
    of_max = criterion.unit == "pct" and criterion.name in _OF_MAX
    return say("{value} of maximum", lang, value=text) if of_max else text


def target_text(criterion: Criterion, lang: Lang) -> str:
    """What is asked for; '-' for a criterion without a range."""
    low, high = criterion.target_low, criterion.target_high
    if criterion.name == "present" or (low is None and high is None):
        return NO_VALUE
    if criterion.name == "form":
        return say("none", lang)
    pace = criterion.unit == "s_per_km"
    if low is None and high is not None:
        text = N_("{high} or faster") if pace else N_("up to {high}")
        return say(text, lang, high=_in_unit(high, criterion, lang))
    if high is None and low is not None:
        text = N_("{low} or slower") if pace else N_("at least {low}")
        text = N_("about {low} or more") if criterion.name == "distance" else text
        return say(text, lang, low=_in_unit(low, criterion, lang))
    assert low is not None
    assert high is not None
    kind = _KINDS.get(criterion.unit)
    if kind is not None:
        return quantity_span(kind, low, high, lang, decimals=_decimals(criterion, lang))
    return span_text(_in_unit(low, criterion, lang), _in_unit(high, criterion, lang), lang=lang)


OUTCOMES: Mapping[str, str] = {
    "met": N_("✓ met"),
    "not_met": N_("✗ not met"),
    "cannot_tell": N_("– cannot tell"),
    "shown": N_("· for reference"),
}


def outcome_text(criterion: Criterion, lang: Lang) -> str:
    """'✓ 達成', that it is only shown, or why it cannot be told."""
    text = say(OUTCOMES[criterion.outcome], lang)
    missing = criterion.missing
    if criterion.outcome == "cannot_tell" and missing is not None and missing in MISSING:
        reason = say(MISSING[missing], lang)
        return say("{outcome} ({reason})", lang, outcome=text, reason=reason)
    return text


BASES: Mapping[str, str] = {
    "athlete": N_("from your own threshold or maximum"),
    "default": N_("general figure (yours is not known)"),
    "run": N_("the same for any runner"),
}


def target_basis_text(criterion: Criterion, lang: Lang) -> str:
    """Where the target comes from; form has a baseline of its own."""
    if criterion.name == "form":
        return say("from your own baseline of form", lang)
    return say(BASES[criterion.basis], lang)


MAIN_NAMES: Mapping[SessionKind, str] = {
    "easy": N_("Main run"),
    "trail": N_("Main run"),
    "tempo": N_("Main part"),
    "unknown": in_context("main unknown", "Run"),
    "reps": N_("Main"),
}


def phase_name(phase: Phase, training_type: TrainingType, *, lang: Lang) -> str:
    """What the phase is called in a session of that type: メイン走行, メイン区間, 疾走, ラン."""
    if phase.role == "main":
        return say(MAIN_NAMES[session_kind(training_type)], lang)
    return role_text(phase.role, lang)


NEEDS: Mapping[str, str] = {
    "required": N_("required"),
    "recommended": N_("recommended"),
    "always": N_("core"),
}


def phase_line(phase: Phase, lang: Lang) -> str:
    """How much the phase is wanted, and how long it was."""
    need = say(NEEDS[phase.need], lang)
    if phase.in_recording is None:
        untold = next(row for row in phase.criteria if row.name == "present")
        return say("{need}, {outcome}", lang, need=need, outcome=outcome_text(untold, lang))
    if not phase.present:
        return say(in_context("phase absent", "not in the file"), lang)
    if phase.start_elapsed_s is None or phase.end_elapsed_s is None:
        return need
    return say(
        "{need}, {distance}, {start}–{end}",
        lang,
        need=need,
        distance=distance_text(phase.distance_m, lang),
        start=clock_text(phase.start_elapsed_s),
        end=clock_text(phase.end_elapsed_s),
    )


def deduction_text(deduction: Deduction, rating: SessionRating, *, lang: Lang) -> str:
    """How many stars were lost and why, with the criterion behind it."""
    behind = _behind(deduction, rating, lang)
    detail = say(": {detail}", lang, detail=behind) if behind else ""
    reason = say(DEDUCTIONS[deduction.reason], lang)
    text = (
        N_("-{n} star: {reason}{behind}")
        if deduction.stars == 1
        else N_("-{n} stars: {reason}{behind}")
    )
    return say(text, lang, n=deduction.stars, reason=reason, behind=detail)


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
        texts.append(say("Also not met, at no further cost: {items}", lang, items=joined))
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
    return say("{phase}: {what}", lang, phase=name, what=behind)


_UNRATED: Mapping[str, str] = {
    "too_little": N_("Not rated: too little is recorded or known."),
    "type_unknown": N_("Not rated: the kind of training is not known."),
    "type_unsure": N_("Not rated: type not certain."),
    "race": N_("Not rated: a race is not graded as training."),
}


def stars_text(rating: SessionRating, lang: Lang) -> str:
    """'★★★★☆', or why there are none."""
    if rating.stars is None:
        return say(_UNRATED[rating.unrated or "too_little"], lang)
    return star_text(rating.stars)


def met_text(rating: SessionRating, lang: Lang) -> str:
    """'7 of 8 targets met, 1 star lost'; '' where nothing that counts can be told.

    One target can cost several stars, so that what was lost stands beside what was met.
    """
    counted = tally(rating.criteria)
    if not counted.n_told:
        return ""
    met = say("{met} of {n} <n:target|targets> met", lang, n=counted.n_told, met=counted.n_met)
    n_lost = 0 if rating.stars is None else STARS_MAX - rating.stars
    if not n_lost:
        return met
    return say("{met}, {n} <n:star|stars> lost", lang, met=met, n=n_lost)


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
        (N_("{name} {value}") if target == NO_VALUE else N_("{name} {value} (target {target})")),
        lang,
        name=criterion_name(criterion, lang),
        value=criterion_value(criterion, lang),
        target=target,
    )


def _in_unit(value: float, criterion: Criterion, lang: Lang) -> str:
    """A value or bound in the unit of its criterion."""
    unit = criterion.unit
    if unit == "s":
        return format_duration(value)
    if unit == "s_per_km":
        return pace_s_text(value, lang)
    if unit == "m":
        return distance_text(value, lang, decimals=_decimals(criterion, lang))
    if unit == "stars":
        return star_text(round(value))
    shown = value / _SHARE if unit == "frac" else value
    return fixed(shown, _decimals(criterion, lang)) + _SUFFIXES.get(unit, "")


def _decimals(criterion: Criterion, lang: Lang) -> int:
    """The fewest decimals (at least the unit's usual) with which value and target show the same
    order as they have, so that no row contradicts its result."""
    least = _DECIMALS.get(criterion.unit, 0)
    bounds = [bound for bound in (criterion.target_low, criterion.target_high) if bound is not None]
    if criterion.value is None:
        return least
    scale = METRES_PER[length_unit(lang)] if criterion.unit == "m" else 1.0
    scale = _SHARE if criterion.unit == "frac" else scale
    for decimals in range(least, least + _MORE_DECIMALS):
        if all(_keeps_order(criterion.value, bound, decimals, scale) for bound in bounds):
            return decimals
    return least + _MORE_DECIMALS


def _keeps_order(value: float, bound: float, decimals: int, scale: float) -> bool:
    shown, limit = (float(fixed(number / scale, decimals)) for number in (value, bound))
    return _order(value, bound) == _order(shown, limit)


def _order(value: float, bound: float) -> int:
    return (value > bound + _TOLERANCE) - (value < bound - _TOLERANCE)
