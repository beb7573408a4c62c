"""What could come next, what speaks for it and what against? Options with evidence, no orders.

At most four, ordered by evidence less objections; an easy day is always among them. Words for the
codes are elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.guard.evidence import Evidence, Fact
from hakaru.guard.grounding.lexicon import MetricWords, Vocabulary
from hakaru.running.load import ACUTE_DAYS, CHRONIC_DAYS, LoadHistory
from hakaru.running.metrics import METRICS
from hakaru.running.next_training_evidence import (
    HARD_TYPES,
    LONG_EVERY_DAYS,
    RECENT_DAYS,
    REST_HOURS,
    TSB_TIRED_SCORE,
    VOLUME_WEEKS,
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
from hakaru.running.sections.facts import flags, form_facts
from hakaru.running.sections.vocabulary import RUNNING
from hakaru.running.session.model import SessionSummary
from hakaru.running.similar import TypeFamily
from hakaru.running.trends import TrendMetric, WindowChange
from hakaru.running.verdict import FormEvaluation

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


_UNITS: Mapping[str, str] = {
    "pct": "%", "w": "W", "cm": "cm", "days": "day", "h": "h", "n": "count", "score": "",
}  # fmt: skip
"""By the last word of a code."""
_METRICS: Mapping[str, tuple[str, ...]] = {
    "vo2_utilisation_pct": ("vo2max",),
    "threshold_share_pct": ("threshold", "hr"),
    "power_saved_w": ("power",),
    "power_decline_pct": ("power",),
    "step_shortened_cm": ("stride",),
    "days_since_interval_days": ("intervals",),
    "no_interval_days": ("intervals",),
    "heart_rate_retention_pct": ("hr",),
    "tsb_score": ("load",),
}
"""What a text calls the figure of a code; of those left out a text speaks without such a word."""
_WINDOWS: Mapping[str, tuple[tuple[float, str], ...]] = {
    "few_sessions_n": ((RECENT_DAYS / WEEK_DAYS, "week"),),
    "hard_sessions_in_week_n": ((WEEK_DAYS, "day"),),
    "week_volume_pct": ((WEEK_DAYS, "day"), (float(VOLUME_WEEKS), "week")),
}
"""The time over which a code counts."""
_TREND_METRICS: Mapping[TrendMetric, str] = {"heart_rate": "hr"}


TRAINING_WORDS: Vocabulary = replace(
    RUNNING,
    metrics=(
        *RUNNING.metrics,
        MetricWords(
            ids=("load",),
            words=(
                "ctl", "atl", "tsb", "balance (tsb", "load balance (tsb", "last 7 days together",
                "change of ctl", "余裕", "直近7日の合計",
            ),
        ),
        MetricWords(
            ids=("days_since_long_days",), words=("last long run", "前回のロング走")
        ),
        MetricWords(ids=("no_tempo_days",), words=("no tempo run", "テンポ走は")),
        MetricWords(ids=("no_long_days",), words=("no long run", "ロング走は")),
        MetricWords(
            ids=("after_break_days",),
            words=("after a break", "back from a break", "日の休み", "日以上を休み"),
        ),
        MetricWords(
            ids=("week_volume_pct",), words=("last seven days hold", "この7日間の距離")
        ),
        MetricWords(ids=("days_since_tempo_days",), words=("last tempo run", "前回のテンポ走")),
        MetricWords(ids=("hours_since_hard_h",), words=("hard session", "強い練習")),
        MetricWords(
            ids=("hard_sessions_in_week_n",),
            words=("hard session within", "hard sessions within", "この7日間に強い練習"),
        ),
        MetricWords(ids=("few_sessions_n",), words=("sessions in eight weeks", "最近8週間の記録")),
        MetricWords(ids=("stride",), words=("steps got",)),
    ),
    contexts=(*RUNNING.contexts, "今回と同じ内容", "前回の内容", "equal pace",
        "interval session", "インターバル、"),
)  # fmt: skip
"""With which words a text speaks of the next session."""


@dataclass(frozen=True, kw_only=True)
class TrainingKnown:
    """What the next session is chosen by.

    `verdict` None: form was not judged. `load` None: nothing was run. `changes` at the speed of the
    session, over months; empty: too few runs.
    """

    after: SessionSummary
    options: tuple[TrainingOption, ...]
    verdict: FormEvaluation | None
    load: LoadHistory | None
    changes: tuple[WindowChange, ...]


def training_evidence(known: TrainingKnown) -> Evidence:
    """Every figure of the options, the verdict, the load and the changes."""
    facts = [_day(known.after.activity_date), *_load_facts(known.load)]
    for option in known.options:
        facts += _option_facts(option)
    for change in known.changes:
        facts += _change_facts(change)
    if known.verdict is not None:
        facts += form_facts(known.verdict)
    return Evidence(facts=tuple(facts), needs_improvement=flags(known.verdict))


def _option_facts(option: TrainingOption) -> Iterator[Fact]:
    yield _day(option.earliest_day)
    codes: list[tuple[str, float | None, float | None]] = [
        *((reason.code, reason.value, reason.threshold) for reason in option.reasons),
        *(
            (objection.code, objection.value, objection.threshold)
            for objection in option.objections
        ),
    ]
    for code, value, threshold in codes:
        for length, unit in _WINDOWS.get(code, ()):
            yield Fact(metric=code, role="window", value=length, unit=unit)
        for role, figure in (("actual", value), ("threshold", threshold)):
            if figure is not None:
                yield from _figures(code, role, figure)
    if option.targets is not None:
        yield from _target_facts(option.targets)


def _figures(code: str, role: str, value: float) -> Iterator[Fact]:
    unit = _UNITS[code.rpartition("_")[2]]
    for metric in _METRICS.get(code, (code,)):
        yield Fact(metric=metric, role=role, value=value, unit=unit)


def _target_facts(targets: Targets) -> Iterator[Fact]:
    ranges = (
        ("distance", targets.distance_m, "m"),
        ("pace", targets.pace_s_per_km, "s/km"),
        ("hr", targets.heart_rate_bpm, "bpm"),
    )
    for metric, bounds, unit in ranges:
        for role, value in zip(("low", "high"), bounds or (), strict=False):
            yield Fact(metric=metric, role=role, value=value, unit=unit)
    single: tuple[tuple[str, float | None, str], ...] = (
        ("repetitions", targets.n_reps, "count"),
        ("distance", targets.rep_distance_m, "m"),
        ("duration", targets.rep_s, "s"),
        ("recovery", targets.recovery_s, "s"),
    )
    for metric, target, unit in single:
        if target is not None:
            yield Fact(metric=metric, role="target", value=float(target), unit=unit)


def _load_facts(load: LoadHistory | None) -> Iterator[Fact]:
    if load is None:
        return
    values = (
        ("chronic", float(load.chronic_score[-1])),
        ("acute", float(load.acute_score[-1])),
        ("balance", float(load.balance_score[-1])),
        ("week", load.week_score),
        ("ramp", load.ramp_score),
    )
    for role, value in values:
        if value is not None and math.isfinite(value):
            yield Fact(metric="load", role=role, value=value, unit="")
    for days in (CHRONIC_DAYS, ACUTE_DAYS):
        yield Fact(metric="load", role="window", value=float(days), unit="day")


def _change_facts(change: WindowChange) -> Iterator[Fact]:
    metric = _TREND_METRICS.get(change.metric, change.metric)
    unit = _unit_of(change.metric)
    pace_s_per_km = speed_to_pace_s_per_km(change.reference_speed_mps)
    yield Fact(metric="pace", role="reference", value=pace_s_per_km, unit="s/km")
    for role, value in (("earlier", change.earlier.value), ("later", change.later.value)):
        yield Fact(metric=metric, role=role, value=value, unit=unit)
    yield Fact(metric=metric, role="change", value=PERCENT * change.delta_frac, unit="%")


def _unit_of(metric: TrendMetric) -> str:
    if metric in ("gct", "vo", "vr"):
        return METRICS[metric].unit
    return {"heart_rate": "bpm", "cadence": "spm", "power": "W"}.get(metric, "")


def _day(day: date) -> Fact:
    return Fact(metric="session", role="date", value=day.isoformat(), unit="date")
