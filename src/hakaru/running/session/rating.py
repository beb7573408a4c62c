"""What does the rating of a session consist of: phases, criteria, stars lost and why?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hakaru.running.session.model import TrainingType
from hakaru.running.splits import Role

Outcome = Literal["met", "not_met", "cannot_tell"]

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
much it rose, `warmup_heart_rate`: to where; `zone_share`: time in the zones of the type, by the
bounds of the session's zones, `above_zone_share`: above them; `band_share`, `above_band_share`: the
same for the band of the type relative to threshold heart rate (see `criteria_intensity`)."""

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
    `counts` False: shown, but without influence on the stars.
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


DeductionReason = Literal[
    "warmup_missing",
    "cooldown_missing",
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
    "capped_without_warmup_or_cooldown",
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

    `stars` None: too little is known to rate it. Stars = 5 minus what the deductions say, at least
    1; so the explanation always adds up.
    """

    training_type: TrainingType
    stars: int | None
    deductions: tuple[Deduction, ...]
    phases: tuple[Phase, ...]
