"""How did a session go from phase to phase: pace, heart rate, and what each phase was asked for?

The figures of a phase are those its criteria were judged by, not a second definition.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.session.criteria_measures import Stretch, main_stretch, stretch
from hakaru.running.session.model import SegmentFigures, SessionInput
from hakaru.running.session.rating import Phase, Tally, tally
from hakaru.running.splits import Role, Split

PerformancePhase = Literal["warmup", "run", "recovery", "cooldown"]
"""`run` is the work of an interval session, else the main part."""

ROLES: Mapping[PerformancePhase, tuple[Role, ...]] = {
    "warmup": ("warmup",),
    "run": ("main", "work"),
    "recovery": ("recovery",),
    "cooldown": ("cooldown",),
}


@dataclass(frozen=True, kw_only=True)
class PhasePerformance:
    """One phase. None: not measured; an absent phase has no splits.

    `splits` are the numbers of the splits that mostly belong to it; `tally` is what its criteria
    came to, as everywhere.
    """

    phase: PerformancePhase
    present: bool
    splits: tuple[int, ...]
    pace_s_per_km: float | None
    heart_rate_bpm: float | None
    tally: Tally


def phase_performances(
    session: SessionInput, phases: Sequence[Phase]
) -> tuple[PhasePerformance, ...]:
    """Warm-up, run, recovery (of repetitions only) and cool-down, in this order.

    Args:
        session: as the criteria saw it; of its recording only the presence of samples matters.
        phases: its rated phases.
    """
    rated = {phase.role: phase for phase in phases}
    performances: list[PhasePerformance] = []
    for name, roles in ROLES.items():
        phase = next((rated[role] for role in roles if role in rated), None)
        if phase is None:
            continue
        part = main_stretch(session) if phase.role == "main" else stretch(session, [phase.role])
        performances.append(_performance(name, part, phase=phase, splits=session.splits))
    return tuple(performances)


def _performance(
    name: PerformancePhase, part: Stretch, *, phase: Phase, splits: Sequence[Split]
) -> PhasePerformance:
    speed_mps = part.speed_mps
    roles = {segment.role for segment in part.parts}
    return PhasePerformance(
        phase=name,
        present=phase.present,
        splits=tuple(split.split_index for split in splits if _belongs(split, roles, part.parts)),
        pace_s_per_km=speed_to_pace_s_per_km(speed_mps) if speed_mps else None,
        heart_rate_bpm=part.heart_rate_bpm,
        tally=tally(phase.criteria),
    )


def _belongs(split: Split, roles: set[Role], parts: Sequence[SegmentFigures]) -> bool:
    """By its role; a split whose role was never decided, by where its middle lies."""
    if split.role is not None:
        return split.role in roles
    middle_s = (split.start_elapsed_s + split.end_elapsed_s) / 2.0
    return any(segment.start_elapsed_s <= middle_s < segment.end_elapsed_s for segment in parts)
