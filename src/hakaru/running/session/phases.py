"""Which phases does a session have, and which criteria does each meet?

Three phases (warm-up, main, cool-down), four with repetitions (work and recovery for main). Every
row of the requirement's tables is there: an absent phase has its rows too, which then cannot be
told.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.running.session.criteria import KINDS, Kind
from hakaru.running.session.criteria_ends import cooldown_criteria, warmup_criteria
from hakaru.running.session.criteria_main import main_criteria
from hakaru.running.session.criteria_measures import Stretch, main_stretch, stretch
from hakaru.running.session.criteria_reps import recovery_criteria, work_criteria
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import SessionInput
from hakaru.running.session.rating import Criterion, Need, Phase
from hakaru.running.splits import Role
from hakaru.running.verdict import FormEvaluation

ENDS_NEED: Mapping[Kind, Need] = {
    "easy": "recommended",
    "trail": "recommended",
    "tempo": "required",
    "reps": "required",
    "unknown": "recommended",
}
"""How much warm-up and cool-down are wanted (T §2: 推奨, 必須)."""


def evaluate_phases(
    session: SessionInput, *, form: FormEvaluation | None = None
) -> tuple[Phase, ...]:
    """The phases of a session of this type, in order, each with its criteria.

    `form` is the stored personal verdict over the target splits (for intervals: the work); None:
    it was not judged.
    """
    kind = KINDS[session.verdict.training_type]
    need = ENDS_NEED[kind]
    warmup = stretch(session, ["warmup"])
    cooldown = stretch(session, ["cooldown"])
    return (
        _phase("warmup", warmup, need=need, criteria=warmup_criteria(warmup, kind)),
        *_middle(session, kind, form),
        _phase("cooldown", cooldown, need=need, criteria=cooldown_criteria(cooldown, kind)),
    )


def _middle(session: SessionInput, kind: Kind, form: FormEvaluation | None) -> tuple[Phase, ...]:
    """Work and recovery, or the main part."""
    if kind != "reps":
        main = main_stretch(session)
        return (_phase("main", main, need="always", criteria=main_criteria(main, kind)),)
    intervals = interval_figures(session.figures, session.athlete)
    work, recovery = stretch(session, ["work"]), stretch(session, ["recovery"])
    return (
        _phase("work", work, need="always", criteria=work_criteria(work, intervals, form=form)),
        _phase(
            "recovery", recovery, need="always", criteria=recovery_criteria(recovery, intervals)
        ),
    )


def _phase(role: Role, part: Stretch, *, need: Need, criteria: tuple[Criterion, ...]) -> Phase:
    present = bool(part.parts)
    return Phase(
        role=role,
        need=need,
        present=present,
        start_elapsed_s=part.parts[0].start_elapsed_s if present else None,
        end_elapsed_s=part.parts[-1].end_elapsed_s if present else None,
        distance_m=part.distance_m,
        criteria=criteria,
    )
