"""What does the rating of a session consist of: phases, criteria, stars lost and why?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hakaru.running.session.model import TrainingType
from hakaru.running.splits import Role

Outcome = Literal["met", "not_met", "cannot_tell", "shown"]
"""`shown`: a figure beside the others, of which nothing is asked."""

CriterionName = Literal[
    "present",
    "distance",
    "heart_rate_ramp",
    "warmup_heart_rate",
    "heart_rate_settles",
    "pace",
    "pace_consistency",
    "zone_share",
    "above_zone_share",
    "band_share",
    "above_band_share",
    "threshold_heart_rate_share",
    "threshold_heart_rate",
    "heart_rate_of_max",
    "work_consistency",
    "work_duration",
    "work_total",
    "form",
    "heart_rate_retention",
    "recovery_heart_rate",
    "heart_rate_rise",
    "power_consistency",
    "power_decline",
    "step_length_decline",
]
"""One row of the tables of phases. `present`: the phase was there at all; `heart_rate_ramp`: by how
much it rose, `warmup_heart_rate`: to where; `band_share`: time in the band of the type on the one
scale of intensity, `above_band_share`: above it (see `criteria_intensity`); `zone_share`,
`above_zone_share`: the same by the zones of the session, as context."""

Unit = Literal[
    "none", "m", "s", "s_per_km", "mps", "bpm", "frac", "pct", "stars", "count", "lt_heart_rate_pct"
]

TargetBasis = Literal["athlete", "default", "run"]
"""Where the target comes from: shares of the athlete's own figures on that date, the absolute
default because nothing is known about the athlete, or a property of any run (a variation)."""

Need = Literal["required", "recommended", "always"]
"""How much a phase is wanted for this type: `always` for the main part itself."""


@dataclass(frozen=True, kw_only=True)
class Criterion:
    """One row: value, target and whether it was met.

    The target is [target_low, target_high] in `unit`, None at an open end. `value` None goes with
    outcome 'cannot_tell', and `missing` then names what is not known (a code).
    `counts` False: outcome 'shown', without influence on the stars and on "met m of n".
    """

    name: CriterionName
    unit: Unit
    value: float | None
    target_low: float | None
    target_high: float | None
    outcome: Outcome
    basis: TargetBasis
    missing: str | None = None
    counts: bool = True


@dataclass(frozen=True, kw_only=True)
class Phase:
    """One phase of a session and its criteria. An absent phase has length 0."""

    role: Role
    need: Need
    present: bool
    start_elapsed_s: float | None
    end_elapsed_s: float | None
    distance_m: float
    criteria: tuple[Criterion, ...]


Unrated = Literal["race", "type_unknown", "type_unsure", "too_little"]
"""Why there are no stars: a race, a kind of training that nothing tells or tells surely, or a main
question that the recording does not answer."""

DeductionReason = Literal[
    "warmup_short",
    "cooldown_short",
    "minor_criterion",
    "consistency",
    "recovery_too_fast",
    "recovery_incomplete",
    "heart_rate_high",
    "heart_rate_low",
    "threshold_not_held",
    "purpose_missed",
]


@dataclass(frozen=True, kw_only=True)
class Deduction:
    """Why stars are missing: the reason, how many, and the criterion behind it (None: a phase)."""

    reason: DeductionReason
    stars: int
    role: Role | None = None
    criterion: CriterionName | None = None


@dataclass(frozen=True, kw_only=True)
class SessionRating:
    """How well the session served its purpose: 1..5 stars, never mixed with form.

    `stars` None: not rated, `unrated` says why. Stars = 5 minus what the deductions say, at least
    1; so the explanation always adds up.
    """

    training_type: TrainingType
    stars: int | None
    deductions: tuple[Deduction, ...]
    phases: tuple[Phase, ...]
    unrated: Unrated | None = None

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Those of all phases, in order."""
        return tuple(criterion for phase in self.phases for criterion in phase.criteria)


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How many criteria were met, of those that count and can be told; the others by name."""

    n_met: int
    n_told: int
    not_met: tuple[CriterionName, ...]
    cannot_tell: tuple[CriterionName, ...]


def tally(criteria: Iterable[Criterion]) -> Tally:
    """Met m of n: the one count that every reply, page and text reads (resolutions row 84).

    What is only shown is on neither side, nor is what cannot be told (a phase that is not in the
    file, a sensor that was not worn).
    """
    counted = [criterion for criterion in criteria if criterion.counts]
    not_met = tuple(criterion.name for criterion in counted if criterion.outcome == "not_met")
    n_met = sum(criterion.outcome == "met" for criterion in counted)
    return Tally(
        n_met=n_met,
        n_told=n_met + len(not_met),
        not_met=not_met,
        cannot_tell=tuple(
            criterion.name for criterion in counted if criterion.outcome == "cannot_tell"
        ),
    )
