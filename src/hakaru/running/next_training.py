"""Options for the next training, with what speaks for and against each; no orders.

At most four, ordered by evidence less objections; an easy day is always among them. Words for the
codes are elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Literal

from hakaru.records import frozen
from hakaru.running.load import LoadHistory
from hakaru.running.next_training_evidence import (
    HARD_TYPES,
    LONG_EVERY_DAYS,
    REST_HOURS,
    TSB_TIRED_SCORE,
    WEEK_DAYS,
    NextQuestion,
    Objection,
    Reason,
    ReasonCode,
    TrainingBreak,
    find_objections,
    find_reasons,
    find_signs_of_strain,
    find_volume_objections,
)
from hakaru.running.next_training_targets import (
    Targets,
    easy_targets,
    interval_targets,
    long_targets,
    repeat_targets,
    return_targets,
    tempo_targets,
)
from hakaru.running.session.model import SessionSummary
from hakaru.running.similar import TypeFamily
from hakaru.running.trends import WindowChange
from hakaru.running.verdict import FormEvaluation
from hakaru.running.why import Explanation

OptionName = Literal[
    "interval", "tempo", "long_run", "same_pace", "strength", "easy_day", "return_run"
]
"""Intervals; a tempo run; a long run; keep this pace, because it got cheaper; strength work beside
running, because steps got shorter; an easy run or rest; a short easy run after a break."""

OPTIONS_MAX = 4
_ORDER: tuple[OptionName, ...] = (
    "return_run", "easy_day", "interval", "tempo", "long_run", "same_pace", "strength",
)  # fmt: skip
_TABLE_WEIGHT, _HABIT_WEIGHT, _NEW_WEIGHT = 2.0, 1.0, 0.75
_OVERDUE_WEIGHT = 0.5
"""What is due for long counts a little more than what is due today."""
_NEW_CODES: frozenset[ReasonCode] = frozenset({"no_interval_days", "no_tempo_days", "no_long_days"})
_TABLE_CODES: frozenset[ReasonCode] = frozenset(
    {"vo2_utilisation_pct", "threshold_share_pct", "power_saved_w", "step_shortened_cm"}
)
_TIRED_CODES: frozenset[ReasonCode] = frozenset({"hours_since_hard_h", "tsb_score"})
_STRENGTH_REST_DAYS = 2
_LONG_REST_DAYS = 2
_EASY_WEIGHT = 0.5
_TIRED_WEIGHT = 2.0
_KNOWN_WEIGHT, _UNKNOWN_WEIGHT = 1.0, 0.25


@frozen
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
    """One to four options, the best supported first; the same question gives the same answer.

    While a break lasts only a short easy run, and on the first half of the way back only easy days.
    """
    reasons = {reason.code: reason for reason in find_reasons(question)}
    pause = question.pause
    if pause is not None and pause.back_days is None:
        return (_return_run(question, pause, _pick(reasons, "after_break_days")),)
    easy = _easy_day(
        question, _pick(reasons, "hours_since_hard_h", "tsb_score", "after_break_days")
    )
    strength = _strength(question, _pick(reasons, "step_shortened_cm"))
    if pause is not None and pause.back_days is not None and 2 * pause.back_days < pause.days:
        return (easy,)
    offered = [
        _continued(
            question,
            "interval",
            _pick(reasons, "vo2_utilisation_pct", "days_since_interval_days", "no_interval_days"),
        ),
        _continued(
            question,
            "tempo",
            _pick(reasons, "threshold_share_pct", "days_since_tempo_days", "no_tempo_days"),
        ),
        _long_run(question, _pick(reasons, "days_since_long_days", "no_long_days")),
        _same_pace(question, _pick(reasons, "power_saved_w")),
        strength,
    ]
    ranked = sorted((option for option in offered if option is not None), key=_rank)
    return tuple(sorted((*ranked[: OPTIONS_MAX - 1], easy), key=_rank))


def _rank(option: TrainingOption) -> tuple[float, int]:
    return -option.weight, _ORDER.index(option.name)


def _pick(reasons: dict[ReasonCode, Reason], *codes: ReasonCode) -> tuple[Reason, ...]:
    return tuple(reasons[code] for code in codes if code in reasons)


def _weigh(reasons: Sequence[Reason], objections: Sequence[Objection]) -> float:
    against = sum(
        _UNKNOWN_WEIGHT if objection.value is None else _KNOWN_WEIGHT for objection in objections
    )
    return sum(map(_speaks, reasons)) - against


def _speaks(reason: Reason) -> float:
    if reason.code in _TABLE_CODES:
        return _TABLE_WEIGHT
    if reason.code in _NEW_CODES:
        return _NEW_WEIGHT
    overdue = max(0.0, reason.value / reason.threshold - 1.0)
    return _HABIT_WEIGHT + _OVERDUE_WEIGHT * min(1.0, overdue)


def _continued(
    question: NextQuestion, family: TypeFamily, reasons: tuple[Reason, ...]
) -> TrainingOption | None:
    """Intervals or a tempo run, a week after the last one where there was one; None: nothing
    speaks for it, or nothing is known of how it would be run."""
    if not reasons:
        return None
    model = question.latest(family)
    is_this = model is not None and model.activity_id == question.this.activity_id
    strain = find_signs_of_strain(question.this) if is_this else ()
    objections = (*strain, *find_objections(question))
    earliest = _rested_day(question)
    if model is not None:
        earliest = max(model.activity_date + timedelta(days=WEEK_DAYS), earliest)
    make = interval_targets if family == "interval" else tempo_targets
    targets = make(question, model)
    if targets.basis == "none":
        return None
    return TrainingOption(
        name="interval" if family == "interval" else "tempo",
        reasons=reasons,
        objections=objections,
        targets=targets,
        earliest_day=earliest,
        weight=_weigh(reasons, objections),
    )


def _long_run(question: NextQuestion, reasons: tuple[Reason, ...]) -> TrainingOption | None:
    """A long run a week; not on the day after a hard session."""
    if not reasons:
        return None
    objections = find_volume_objections(question)
    if question.tsb_score is not None and question.tsb_score < TSB_TIRED_SCORE:
        tired = Objection(code="tsb_score", value=question.tsb_score, threshold=TSB_TIRED_SCORE)
        objections = (tired, *objections)
    earliest, hard, last = _day_after(question), question.latest_hard, question.latest_long
    if hard is not None:
        earliest = max(earliest, hard.activity_date + timedelta(days=_LONG_REST_DAYS))
    if last is not None:
        earliest = max(earliest, last.activity_date + timedelta(days=LONG_EVERY_DAYS))
    return TrainingOption(
        name="long_run",
        reasons=reasons,
        objections=objections,
        targets=long_targets(question),
        earliest_day=earliest,
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
        targets=repeat_targets(question, this),
        earliest_day=_rested_day(question) if hard else _day_after(question),
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
        earliest_day=max(this.activity_date + timedelta(days=days), question.today),
        weight=_weigh(reasons, ()),
    )


def _easy_day(question: NextQuestion, reasons: tuple[Reason, ...]) -> TrainingOption:
    pause = question.pause
    tired = any(reason.code in _TIRED_CODES for reason in reasons)
    targets = easy_targets(question, tired=tired)
    if pause is not None:
        targets = return_targets(question, pause)
    return TrainingOption(
        name="easy_day",
        reasons=reasons,
        objections=(),
        targets=targets,
        earliest_day=_day_after(question),
        weight=_EASY_WEIGHT + _TIRED_WEIGHT * len(reasons),
    )


def _return_run(
    question: NextQuestion, pause: TrainingBreak, reasons: tuple[Reason, ...]
) -> TrainingOption:
    return TrainingOption(
        name="return_run",
        reasons=reasons,
        objections=(),
        targets=return_targets(question, pause),
        earliest_day=question.today,
        weight=_EASY_WEIGHT,
    )


def _day_after(question: NextQuestion) -> date:
    """The day after this session, or today where that is later."""
    return max(question.this.activity_date + timedelta(days=1), question.today)


def _rested_day(question: NextQuestion) -> date:
    """The day from which another hard session leaves 72 hours of rest, tomorrow at the earliest."""
    tomorrow, hard = _day_after(question), question.latest_hard
    if hard is None:
        return tomorrow
    return max(tomorrow, hard.activity_date + timedelta(hours=REST_HOURS))


@frozen
class TrainingKnown:
    """What the next session is chosen by.

    `verdict` None: form was not judged. `load` None: nothing was run. `changes` at the speed of the
    session, over months; empty: too few runs. `explanations`: what moved the form of the session.
    """

    after: SessionSummary
    options: tuple[TrainingOption, ...]
    verdict: FormEvaluation | None
    load: LoadHistory | None
    changes: tuple[WindowChange, ...]
    explanations: tuple[Explanation, ...] = ()
