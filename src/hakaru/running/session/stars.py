"""Stars of a session by how well it served its purpose, and where each lost one went.

T gives one line per number of stars, the worst of what happened decides: those rules form a ladder,
of which the dearest one counts. A warm-up or cool-down that is not in the file costs nothing: it is
said. One that is in it and shorter than asked for costs a star. Where T says
"stable" and "unstable" without a figure in between, up to 1.5 times the target is uneven and more
is unstable: for intervals exactly its 0.02 and 0.03. Trails are hard where they climb: that misses
no purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.session.criteria import KINDS, TOLERANCE, Kind
from hakaru.running.session.intervals import RETENTION_GOOD_PCT
from hakaru.running.session.model import (
    Criterion,
    CriterionName,
    Deduction,
    DeductionReason,
    Phase,
    SessionRating,
    TypeVerdict,
    Unrated,
)
from hakaru.running.splits import Role
from hakaru.running.verdict import STARS_MAX

UNSTABLE_FACTOR = 1.5
FAR_FACTOR = 0.5
"""Less than half of the share of time that was asked for: the session was another one."""


@frozen
class Findings:
    """The criteria of a session by phase and name; those that do not count are never missed."""

    rows: Mapping[tuple[Role, CriterionName], Criterion]

    def missed(self, role: Role, name: CriterionName) -> bool:
        """Whether it counts and was not met."""
        row = self.rows.get((role, name))
        return row is not None and row.counts and row.outcome == "not_met"

    def met(self, role: Role, name: CriterionName) -> bool:
        """Whether it counts and was met."""
        row = self.rows.get((role, name))
        return row is not None and row.counts and row.outcome == "met"

    def value(self, role: Role, name: CriterionName) -> float | None:
        """Its value; None: not told, or no such row."""
        row = self.rows.get((role, name))
        return None if row is None else row.value

    def far_over(self, role: Role, name: CriterionName) -> bool:
        """Whether it counts and reaches `UNSTABLE_FACTOR` times the upper end of its target."""
        row = self.rows.get((role, name))
        if row is None or not row.counts or row.value is None or row.target_high is None:
            return False
        return row.value >= UNSTABLE_FACTOR * row.target_high - TOLERANCE

    def far_under(self, role: Role) -> bool:
        """Whether the share of its band counts and stays far below the lower end of its target."""
        row = self.rows.get((role, "band_share"))
        if row is None or not row.counts or row.value is None or row.target_low is None:
            return False
        return row.value < FAR_FACTOR * row.target_low - TOLERANCE

    def is_below(self, role: Role, name: CriterionName) -> bool:
        """Whether it lies below the lower end of its target, counting or not."""
        row = self.rows.get((role, name))
        if row is None or row.value is None or row.target_low is None:
            return False
        return row.value < row.target_low - TOLERANCE

    def too_hard(self) -> bool:
        """Whether more of the time outside what the type asks for lies above it than below."""
        inside_pct = self.value("main", "band_share")
        above_pct = self.value("main", "above_band_share")
        if inside_pct is None or above_pct is None:
            return False
        return above_pct >= PERCENT - inside_pct - above_pct


def read_findings(phases: Sequence[Phase]) -> Findings:
    """All criteria of a session."""
    return Findings(
        rows={
            (phase.role, criterion.name): criterion
            for phase in phases
            for criterion in phase.criteria
        }
    )


@frozen
class Rule:
    """One way to lose stars, explained by a criterion.

    `covers`: further rows of that phase which it explains as well.
    """

    reason: DeductionReason
    stars: int
    applies: Callable[[Findings], bool]
    role: Role
    criterion: CriterionName
    covers: tuple[CriterionName, ...] = ()


def _if_missed(reason: DeductionReason, stars: int, *, role: Role, name: CriterionName) -> Rule:
    return Rule(
        reason=reason,
        stars=stars,
        applies=lambda findings: findings.missed(role, name),
        role=role,
        criterion=name,
    )


def _consistency(
    role: Role, name: CriterionName, *, uneven: int, unstable: int
) -> tuple[Rule, ...]:
    return (
        Rule(
            reason="consistency",
            stars=unstable,
            applies=lambda findings: findings.far_over(role, name),
            role=role,
            criterion=name,
        ),
        _if_missed("consistency", uneven, role=role, name=name),
    )


_SHORT_ENDS = (
    _if_missed("warmup_short", 1, role="warmup", name="distance"),
    _if_missed("cooldown_short", 1, role="cooldown", name="distance"),
)
"""Of a warm-up or cool-down that is in the file."""

_EASY_SHARE = (
    Rule(
        reason="purpose_missed",
        stars=4,
        applies=lambda findings: findings.far_under("main") and findings.too_hard(),
        role="main",
        criterion="band_share",
    ),
    Rule(
        reason="heart_rate_high",
        stars=2,
        applies=lambda findings: findings.missed("main", "band_share") and findings.too_hard(),
        role="main",
        criterion="band_share",
    ),
    _if_missed("heart_rate_low", 1, role="main", name="band_share"),
)

_EASY = (
    *_EASY_SHARE,
    *_consistency("main", "pace_consistency", uneven=2, unstable=3),
)

_TRAIL = (
    Rule(
        reason="heart_rate_high",
        stars=1,
        applies=lambda findings: findings.missed("main", "band_share") and findings.too_hard(),
        role="main",
        criterion="band_share",
    ),
    _if_missed("heart_rate_low", 1, role="main", name="band_share"),
)
"""A climb is hard, a descent is not: neither misses the purpose of a trail run."""

_TEMPO = (
    Rule(
        reason="purpose_missed",
        stars=4,
        applies=lambda findings: (
            findings.far_under("main")
            and not findings.met("main", "threshold_heart_rate")
            and not findings.too_hard()
        ),
        role="main",
        criterion="band_share",
        covers=("threshold_heart_rate", "threshold_heart_rate_share"),
    ),
    Rule(
        reason="threshold_not_held",
        stars=3,
        applies=lambda findings: findings.missed("main", "threshold_heart_rate"),
        role="main",
        criterion="threshold_heart_rate",
        covers=("band_share", "threshold_heart_rate_share"),
    ),
    *_consistency("main", "pace_consistency", uneven=1, unstable=2),
    *_SHORT_ENDS,
)

_REPS = (
    Rule(
        reason="purpose_missed",
        stars=4,
        applies=lambda findings: (
            findings.far_under("work") and findings.is_below("work", "heart_rate_of_max")
        ),
        role="work",
        criterion="band_share",
        covers=("heart_rate_of_max",),
    ),
    *_consistency("work", "work_consistency", uneven=1, unstable=3),
    _if_missed("recovery_too_fast", 2, role="recovery", name="heart_rate_retention"),
    Rule(
        reason="recovery_incomplete",
        stars=1,
        applies=lambda findings: _is_incomplete(findings.value("recovery", "heart_rate_retention")),
        role="recovery",
        criterion="heart_rate_retention",
    ),
    *_SHORT_ENDS,
)


def _is_incomplete(retention_pct: float | None) -> bool:
    """Fine, but not good: five stars need a retention of at most 80 %."""
    return retention_pct is not None and retention_pct > RETENTION_GOOD_PCT + TOLERANCE


RULES: Mapping[Kind, tuple[Rule, ...]] = {
    "easy": _EASY,
    "trail": _TRAIL,
    "tempo": _TEMPO,
    "reps": _REPS,
    "unknown": (),
}
"""Dearest first where two speak of the same criterion."""

SURE_OF_TYPE_FRAC = 0.80
UNSURE_STARS = 2
"""What another intensity than that of the type costs at most where the type itself is unsure: as
much as a heart rate that was too high."""


def rules_for(verdict: TypeVerdict) -> tuple[Rule, ...]:
    """The rules of a type. Where it is a guess, "not what it was meant to be" may only mean that it
    was meant otherwise: the purpose cannot be missed then."""
    rules = RULES[KINDS[verdict.training_type]]
    if verdict.source == "user" or verdict.confidence_frac >= SURE_OF_TYPE_FRAC - TOLERANCE:
        return rules
    return tuple(
        replace(rule, stars=min(rule.stars, UNSURE_STARS))
        if rule.reason == "threshold_not_held"
        else rule
        for rule in rules
        if rule.reason != "purpose_missed"
    )


MINOR_STARS = 1
"""All further rows together: five stars mean that every target that counts was met (T §4)."""

Key = tuple[Role, CriterionName]

MAIN_QUESTIONS: Mapping[Kind, tuple[tuple[Key, ...], ...]] = {
    "easy": ((("main", "pace_consistency"),), (("main", "band_share"),)),
    "trail": ((("main", "band_share"),),),
    "tempo": (
        (("main", "pace_consistency"),),
        (("main", "threshold_heart_rate"), ("main", "band_share")),
    ),
    "reps": ((("work", "work_consistency"),), (("recovery", "heart_rate_retention"),)),
    "unknown": (),
}
"""What must be told before anything is rated: one row of each group. An unknown session has no
purpose to be measured by."""


LOSABLE_STARS = STARS_MAX - 1
CERTAIN_FRAC = 0.70
"""Below it nobody can say which purpose a run had."""


def rate_session(verdict: TypeVerdict, phases: Sequence[Phase]) -> SessionRating:
    """Stars of a session by the table of its type, never mixed with the stars of form.

    Stars are 5 minus the sum of the deductions, exactly. A deduction of 0 stars names what is not
    as it should be but is covered by a dearer one. What cannot be told costs nothing, and neither
    does a phase that is not in the file. There are no stars at all, and no deductions, for a race,
    for a run whose kind is not known or less than 70 % certain (the runner's own label is certain),
    and where a main question cannot be told. A purpose can only be missed by a run that surely had
    it: by the runner's own label, or with a confidence of 80 %.
    """
    findings = read_findings(phases)
    unrated = _why_unrated(verdict, findings)
    if unrated is not None:
        return SessionRating(
            training_type=verdict.training_type,
            stars=None,
            deductions=(),
            phases=tuple(phases),
            unrated=unrated,
        )
    broken = _broken(rules_for(verdict), findings)
    deductions = _ladder(broken, findings)
    charged = _within(deductions, LOSABLE_STARS)
    return SessionRating(
        training_type=verdict.training_type,
        stars=STARS_MAX - sum(deduction.stars for deduction in charged),
        deductions=charged,
        phases=tuple(phases),
    )


def _why_unrated(verdict: TypeVerdict, findings: Findings) -> Unrated | None:
    if verdict.training_type == "race":
        return "race"
    questions = MAIN_QUESTIONS[KINDS[verdict.training_type]]
    if not questions:
        return "type_unknown"
    if verdict.source != "user" and verdict.confidence_frac < CERTAIN_FRAC - TOLERANCE:
        return "type_unsure"
    answered = all(any(findings.value(*key) is not None for key in keys) for keys in questions)
    return None if answered else "too_little"


def _broken(rules: Sequence[Rule], findings: Findings) -> list[Rule]:
    """The rules that apply, of those about one criterion only the first."""
    broken: list[Rule] = []
    explained: set[tuple[object, object]] = set()
    for rule in rules:
        key = (rule.role, rule.criterion)
        if key not in explained and rule.applies(findings):
            broken.append(rule)
            explained |= {key} | {(rule.role, name) for name in rule.covers}
    return broken


def _ladder(broken: Sequence[Rule], findings: Findings) -> list[Deduction]:
    """The dearest costs its stars, the others are named at 0; ties go to the first."""
    steps = [
        Deduction(reason=rule.reason, stars=rule.stars, role=rule.role, criterion=rule.criterion)
        for rule in broken
    ]
    steps += [
        Deduction(reason="minor_criterion", stars=MINOR_STARS, role=role, criterion=name)
        for role, name in _minor(broken, findings)
    ]
    steps.sort(key=lambda step: -step.stars)
    return steps[:1] + [replace(step, stars=0) for step in steps[1:]]


def _minor(broken: Sequence[Rule], findings: Findings) -> list[Key]:
    """Missed rows that no broken rule explains."""
    explained = {(rule.role, name) for rule in broken for name in (rule.criterion, *rule.covers)}
    return [key for key in findings.rows if findings.missed(*key) and key not in explained]


def _within(deductions: Sequence[Deduction], limit: int) -> tuple[Deduction, ...]:
    """The deductions, cut where no more than `limit` stars can be lost."""
    charged: list[Deduction] = []
    left = limit
    for deduction in deductions:
        charged.append(replace(deduction, stars=min(deduction.stars, left)))
        left -= charged[-1].stars
    return tuple(charged)
