"""What could come next, what speaks for it and what against? Options with evidence, no orders.

At most four, ordered by evidence less objections; an easy day is always among them. Words for the
codes are elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from hakaru.running.next_training_evidence import (
    HARD_TYPES,
    REST_HOURS,
    WEEK_DAYS,
    NextQuestion,
    Objection,
    Reason,
    ReasonCode,
    find_objections,
    find_reasons,
    find_signs_of_strain,
)
from hakaru.running.next_training_targets import Targets, easy_targets, repeat_targets
from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.tolerances import TypeFamily

OptionName = Literal["interval", "tempo", "same_pace", "strength", "easy_day"]
"""Continue intervals; continue tempo runs; keep this pace, because it got cheaper; strength work
beside running, because steps got shorter; a recovery run or rest."""

OPTIONS_MAX = 4
_ORDER: tuple[OptionName, ...] = ("easy_day", "interval", "tempo", "same_pace", "strength")
_TABLE_WEIGHT, _HABIT_WEIGHT = 2.0, 1.0
_TABLE_CODES: frozenset[ReasonCode] = frozenset(
    {"vo2_utilisation_pct", "threshold_share_pct", "power_saved_w", "step_shortened_cm"}
)
_STRENGTH_REST_DAYS = 2
_EASY_WEIGHT = 0.5
_TIRED_WEIGHT = 2.0
_KNOWN_WEIGHT, _UNKNOWN_WEIGHT = 1.0, 0.25


@dataclass(frozen=True, kw_only=True)
class TrainingOption:
    """Something that could be done next.

    `reasons` speak for it (none are needed for an easy day), `objections` against it as things
    stand now. `earliest_day` keeps the rest that the kind of training asks for, which answers those
    objections that time heals. `targets` None: no running.
    `weight` orders the options: evidence less objections.
    """

    name: OptionName
    reasons: tuple[Reason, ...]
    objections: tuple[Objection, ...]
    targets: Targets | None
    earliest_day: date
    weight: float


def next_options(question: NextQuestion) -> tuple[TrainingOption, ...]:
    """One to four options, the best supported first; the same question gives the same answer."""
    reasons = {reason.code: reason for reason in find_reasons(question)}
    offered = [
        _continued(
            question, "interval", _pick(reasons, "vo2_utilisation_pct", "days_since_interval_days")
        ),
        _continued(
            question, "tempo", _pick(reasons, "threshold_share_pct", "days_since_tempo_days")
        ),
        _same_pace(question, _pick(reasons, "power_saved_w")),
        _strength(question, _pick(reasons, "step_shortened_cm")),
    ]
    easy = _easy_day(question, _pick(reasons, "hours_since_hard_h", "tsb_score"))
    found = sorted((option for option in offered if option is not None), key=_rank)
    return tuple(sorted((*found[: OPTIONS_MAX - 1], easy), key=_rank))


def _rank(option: TrainingOption) -> tuple[float, int]:
    return -option.weight, _ORDER.index(option.name)


def _pick(reasons: dict[ReasonCode, Reason], *codes: ReasonCode) -> tuple[Reason, ...]:
    return tuple(reasons[code] for code in codes if code in reasons)


def _weigh(reasons: Sequence[Reason], objections: Sequence[Objection]) -> float:
    evidence = sum(
        _TABLE_WEIGHT if reason.code in _TABLE_CODES else _HABIT_WEIGHT for reason in reasons
    )
    against = sum(
        _UNKNOWN_WEIGHT if objection.value is None else _KNOWN_WEIGHT for objection in objections
    )
    return evidence - against


def _continued(
    question: NextQuestion, family: TypeFamily, reasons: tuple[Reason, ...]
) -> TrainingOption | None:
    """Intervals or a tempo run a week after the last one; None: nothing speaks for it."""
    model = question.latest(family)
    if not reasons or model is None:
        return None
    is_this = model.activity_id == question.this.activity_id
    strain = find_signs_of_strain(question.this) if is_this else ()
    objections = (*strain, *find_objections(question))
    week_later = model.activity_date + timedelta(days=WEEK_DAYS)
    return TrainingOption(
        name="interval" if family == "interval" else "tempo",
        reasons=reasons,
        objections=objections,
        targets=repeat_targets(model, question.athlete, is_this=is_this),
        earliest_day=max(week_later, _rested_day(question)),
        weight=_weigh(reasons, objections),
    )


def _same_pace(question: NextQuestion, reasons: tuple[Reason, ...]) -> TrainingOption | None:
    if not reasons:
        return None
    this = question.this
    hard = this.training_type in HARD_TYPES
    objections = find_objections(question) if hard else ()
    return TrainingOption(
        name="same_pace",
        reasons=reasons,
        objections=objections,
        targets=repeat_targets(this, question.athlete, is_this=True),
        earliest_day=_rested_day(question) if hard else _day_after(this),
        weight=_weigh(reasons, objections),
    )


def _strength(question: NextQuestion, reasons: tuple[Reason, ...]) -> TrainingOption | None:
    """Not on the day after a hard session: tired legs learn little."""
    if not reasons:
        return None
    this = question.this
    days = _STRENGTH_REST_DAYS if this.training_type in HARD_TYPES else 1
    return TrainingOption(
        name="strength",
        reasons=reasons,
        objections=(),
        targets=None,
        earliest_day=this.activity_date + timedelta(days=days),
        weight=_weigh(reasons, ()),
    )


def _easy_day(question: NextQuestion, reasons: tuple[Reason, ...]) -> TrainingOption:
    return TrainingOption(
        name="easy_day",
        reasons=reasons,
        objections=(),
        targets=easy_targets(question.newest_first, question.athlete, zones=question.zones),
        earliest_day=_day_after(question.this),
        weight=_EASY_WEIGHT + _TIRED_WEIGHT * len(reasons),
    )


def _day_after(one: SessionSummary) -> date:
    return one.activity_date + timedelta(days=1)


def _rested_day(question: NextQuestion) -> date:
    """The day from which another hard session leaves 72 hours of rest, tomorrow at the earliest."""
    tomorrow, hard = _day_after(question.this), question.latest_hard
    if hard is None:
        return tomorrow
    return max(tomorrow, hard.activity_date + timedelta(hours=REST_HOURS))
