"""What costs how many stars in which kind of session? (requirement T §4, resolutions row 55)

T gives one line per number of stars, the worst of what happened decides: those rules form a ladder,
of which the dearest one counts. A warm-up or cool-down that is required and missing costs on top.
Where T says "stable" and "unstable" without a figure in between, up to 1.5 times the target is
uneven and more is unstable: for intervals exactly its 0.02 and 0.03.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from hakaru.running.session.criteria import KINDS, TOLERANCE, Kind
from hakaru.running.session.intervals import RETENTION_GOOD_PCT
from hakaru.running.session.model import TypeVerdict
from hakaru.running.session.rating import Criterion, CriterionName, DeductionReason, Phase
from hakaru.running.splits import Role
from hakaru.units import PERCENT

UNSTABLE_FACTOR = 1.5
FAR_FACTOR = 0.5
"""Less than half of the share of time that was asked for: the session was another one."""


Share = Literal["zone_share", "band_share"]
SHARES: tuple[Share, ...] = ("band_share", "zone_share")
"""Two readings of intensity, of which one counts (see `criteria_intensity`)."""

_ABOVE: Mapping[Share, CriterionName] = {
    "zone_share": "above_zone_share",
    "band_share": "above_band_share",
}


@dataclass(frozen=True, kw_only=True)
class Findings:
    """The criteria of a session by phase and name; those that do not count are never missed."""

    rows: Mapping[tuple[Role, CriterionName], Criterion]

    def missed(self, role: Role, name: CriterionName) -> bool:
        """Whether it counts and was not met."""
        row = self.rows.get((role, name))
        return row is not None and row.counts and row.outcome == "not_met"

    def told(self, role: Role, name: CriterionName) -> bool:
        """Whether it could be told."""
        return self.value(role, name) is not None

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

    def far_under(self, role: Role, name: CriterionName) -> bool:
        """Whether it counts and stays below `FAR_FACTOR` times the lower end of its target."""
        row = self.rows.get((role, name))
        if row is None or not row.counts or row.value is None or row.target_low is None:
            return False
        return row.value < FAR_FACTOR * row.target_low - TOLERANCE

    def is_below(self, role: Role, name: CriterionName) -> bool:
        """Whether it lies below the lower end of its target, counting or not."""
        row = self.rows.get((role, name))
        if row is None or row.value is None or row.target_low is None:
            return False
        return row.value < row.target_low - TOLERANCE

    def too_hard(self, role: Role, share: Share) -> bool:
        """Whether more of the time outside what the type asks for lies above it than below."""
        inside_pct, above_pct = self.value(role, share), self.value(role, _ABOVE[share])
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


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One way to lose stars, explained by a criterion (None: the phase itself is missing).

    `covers`: further rows of that phase which it explains as well. `on_top`: it costs beside the
    ladder.
    """

    reason: DeductionReason
    stars: int
    applies: Callable[[Findings], bool]
    role: Role
    criterion: CriterionName | None = None
    covers: tuple[CriterionName, ...] = ()
    on_top: bool = False


def _if_missed(reason: DeductionReason, stars: int, *, role: Role, name: CriterionName) -> Rule:
    return Rule(
        reason=reason,
        stars=stars,
        applies=lambda found: found.missed(role, name),
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
            applies=lambda found: found.far_over(role, name),
            role=role,
            criterion=name,
        ),
        _if_missed("consistency", uneven, role=role, name=name),
    )


def _absent(reason: DeductionReason, role: Role, *, on_top: bool) -> Rule:
    return Rule(
        reason=reason,
        stars=1,
        applies=lambda found: found.missed(role, "present"),
        role=role,
        on_top=on_top,
    )


_RECOMMENDED_ENDS = (
    _absent("capped_without_warmup_or_cooldown", "warmup", on_top=False),
    _absent("capped_without_warmup_or_cooldown", "cooldown", on_top=False),
)
_REQUIRED_ENDS = (
    _if_missed("warmup_short", 1, role="warmup", name="distance"),
    _if_missed("cooldown_short", 1, role="cooldown", name="distance"),
    _absent("warmup_missing", "warmup", on_top=True),
    _absent("cooldown_missing", "cooldown", on_top=True),
)


def _easy_share(share: Share) -> tuple[Rule, ...]:
    return (
        Rule(
            reason="purpose_missed",
            stars=4,
            applies=lambda found: found.far_under("main", share) and found.too_hard("main", share),
            role="main",
            criterion=share,
        ),
        Rule(
            reason="heart_rate_high",
            stars=2,
            applies=lambda found: found.missed("main", share) and found.too_hard("main", share),
            role="main",
            criterion=share,
        ),
        _if_missed("heart_rate_low", 1, role="main", name=share),
    )


def _tempo_share(share: Share) -> Rule:
    return Rule(
        reason="purpose_missed",
        stars=4,
        applies=lambda found: (
            found.far_under("main", share)
            and found.missed("main", "threshold_heart_rate")
            and not found.too_hard("main", share)
        ),
        role="main",
        criterion=share,
        covers=("threshold_heart_rate", "threshold_heart_rate_share"),
    )


def _reps_share(share: Share) -> Rule:
    return Rule(
        reason="purpose_missed",
        stars=4,
        applies=lambda found: (
            found.far_under("work", share) and found.is_below("work", "heart_rate_of_max")
        ),
        role="work",
        criterion=share,
        covers=("heart_rate_of_max",),
    )


_EASY = (
    *chain.from_iterable(_easy_share(share) for share in SHARES),
    *_consistency("main", "pace_consistency", uneven=2, unstable=3),
    *_RECOMMENDED_ENDS,
)

_TEMPO = (
    *(_tempo_share(share) for share in SHARES),
    Rule(
        reason="threshold_not_held",
        stars=3,
        applies=lambda found: found.missed("main", "threshold_heart_rate"),
        role="main",
        criterion="threshold_heart_rate",
        covers=("zone_share", "band_share", "threshold_heart_rate_share"),
    ),
    *_consistency("main", "pace_consistency", uneven=1, unstable=2),
    *_REQUIRED_ENDS,
)

_REPS = (
    *(_reps_share(share) for share in SHARES),
    *_consistency("work", "work_consistency", uneven=1, unstable=3),
    _if_missed("recovery_too_fast", 2, role="recovery", name="heart_rate_retention"),
    Rule(
        reason="recovery_incomplete",
        stars=1,
        applies=lambda found: _is_incomplete(found.value("recovery", "heart_rate_retention")),
        role="recovery",
        criterion="heart_rate_retention",
    ),
    *_REQUIRED_ENDS,
)


def _is_incomplete(retention_pct: float | None) -> bool:
    """Fine, but not good: five stars need a retention of at most 80 %."""
    return retention_pct is not None and retention_pct > RETENTION_GOOD_PCT + TOLERANCE


RULES: Mapping[Kind, tuple[Rule, ...]] = {
    "easy": _EASY,
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
    "easy": ((("main", "pace_consistency"),), (("main", "band_share"), ("main", "zone_share"))),
    "tempo": (
        (("main", "pace_consistency"),),
        (("main", "threshold_heart_rate"), ("main", "band_share"), ("main", "zone_share")),
    ),
    "reps": ((("work", "work_consistency"),), (("recovery", "heart_rate_retention"),)),
    "unknown": (),
}
"""What must be told before anything is rated: one row of each group. An unknown session has no
purpose to be measured by."""
