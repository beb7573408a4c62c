"""How does a value become a criterion: met, not met, not to be told, or only shown?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from hakaru.running.session.model import TrainingType
from hakaru.running.session.rating import Criterion, CriterionName, Outcome, TargetBasis, Unit

Kind = Literal["easy", "trail", "tempo", "reps", "unknown"]
"""Which table of phases applies to a type."""

KINDS: Mapping[TrainingType, Kind] = {
    "recovery": "easy",
    "low_moderate": "easy",
    "aerobic_base": "easy",
    "long_run": "easy",
    "trail": "trail",
    "tempo_threshold": "tempo",
    "interval": "reps",
    "sprint": "reps",
    "race": "unknown",
    "unknown": "unknown",
}
"""A long run is judged like an aerobic base run (resolutions row 76). A race has a purpose of its
own, which no table of training knows."""

Missing = Literal[
    "phase_absent",
    "samples",
    "too_short",
    "speed",
    "heart_rate",
    "heart_rate_zones",
    "intensity_scale",
    "lt_heart_rate",
    "heart_rate_reference",
    "like_reps",
    "recoveries",
    "power",
    "step_length",
    "form_verdict",
]
"""Why a criterion cannot be told. `heart_rate_reference`: neither threshold nor maximum heart rate
is known; `intensity_scale`: neither those nor threshold speed are; `like_reps`: no two repetitions
are alike; `samples`: only a summary was recorded."""

TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class Target:
    """What a criterion asks for: from `low` to `high` in `unit`, None: open on that side.

    `below` True: the upper end itself is already too much ("< 0.05"). `counts` False: shown only.
    """

    unit: Unit
    low: float | None = None
    high: float | None = None
    below: bool = False
    basis: TargetBasis = "run"
    counts: bool = True


def judge(
    name: CriterionName, target: Target, *, value: float | None, missing: Missing
) -> Criterion:
    """One row: the value against its target; `missing` is the reason where the value is None."""
    return Criterion(
        name=name,
        unit=target.unit,
        value=value,
        target_low=target.low,
        target_high=target.high,
        outcome="cannot_tell" if value is None else _outcome(value, target),
        basis=target.basis,
        missing=missing if value is None else None,
        counts=target.counts,
    )


def only_shown(criterion: Criterion) -> Criterion:
    """The same row with nothing asked of it."""
    outcome: Outcome = "cannot_tell" if criterion.value is None else "shown"
    return replace(criterion, counts=False, outcome=outcome)


def _outcome(value: float, target: Target) -> Outcome:
    if not target.counts:
        return "shown"
    if target.low is not None and value < target.low - TOLERANCE:
        return "not_met"
    if target.high is None:
        return "met"
    slack = -TOLERANCE if target.below else TOLERANCE
    return "met" if value < target.high + slack else "not_met"
