"""Which earlier sessions are like this one, where hardly any is exactly so?

Structure first (resolutions row 87): the kind of training, and of repetitions their number and
length, of other runs their length. What may differ widens by named steps until five are found; the
step that was needed is said, and each session says at which one it came in. Pace is a filter at the
first step only: after it, it is a difference to report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.search import (
    SimilarWorkout,
    SimilarWorkouts,
    compare,
    compared_distance_m,
    find_similar,
    is_comparable,
    order,
)
from hakaru.running.similar.tolerances import (
    FAMILIES,
    REP_LENGTH_TOLERANCE_FRAC,
    REPS_TOLERANCE,
    STEPS,
    TOLERANCES,
    StepName,
    Tolerance,
    TypeFamily,
)

ENOUGH = 5
"""So many similar sessions tell what is usual."""

WIDER_FRAC, MUCH_WIDER_FRAC = 0.25, 0.50
WORK_FRAC = 1.0 / 3.0
"""Of the total work of repetitions."""

NEAR: Mapping[TypeFamily, frozenset[TypeFamily]] = {
    "recovery": frozenset({"base"}),
    "base": frozenset({"recovery", "trail"}),
    "trail": frozenset({"base"}),
    "tempo": frozenset({"interval", "race"}),
    "interval": frozenset({"tempo"}),
    "race": frozenset({"tempo", "interval"}),
    "unknown": frozenset({"base"}),
}
"""Kinds of training that come next to each."""
_EDGE = 1e-9


def find_widening(
    this: SessionSummary, others: Sequence[SessionSummary], *, limit: int | None = 10
) -> SimilarWorkouts:
    """At least five sessions like this one, where there are so many of its kind and the next.

    The step that was needed is that of the result; of each session its own. `limit` None: all.
    """
    tolerance = TOLERANCES[FAMILIES[this.training_type]]
    exact = find_similar(this, others, limit=None)
    searched = [one for one in others if is_comparable(this, one)]
    found = {one.summary.activity_id: one for one in exact.workouts if _alike_reps(this, one)}
    step: StepName = STEPS[0]
    for name in STEPS[1:]:
        if len(found) >= ENOUGH:
            break
        step = name
        for one in searched:
            if one.activity_id not in found and _HOLDS[name](this, one):
                compared = compare(this, one, tolerance)
                found[one.activity_id] = replace(compared, step=name)
    ranked = sorted(found.values(), key=lambda one: (STEPS.index(one.step), *order(one)))
    return replace(
        exact,
        workouts=tuple(ranked[:limit]),
        n_found=len(ranked),
        step=step if ranked else STEPS[-1],
        emptied_by=None if ranked or not searched else "type",
        unchecked=exact.unchecked if step == STEPS[0] else (),
    )


def _alike_reps(this: SessionSummary, one: SimilarWorkout) -> bool:
    """Of interval sessions: about as many repetitions of about the same length."""
    if FAMILIES[this.training_type] != "interval":
        return True
    return _like_structure(this, one.summary, REP_LENGTH_TOLERANCE_FRAC)


def _any_pace(this: SessionSummary, one: SessionSummary) -> bool:
    return _any_terrain(this, one) and _same_ground(this, one)


def _any_terrain(this: SessionSummary, one: SessionSummary) -> bool:
    tolerance = TOLERANCES[FAMILIES[this.training_type]]
    if not _same_kind(this, one):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _like_structure(this, one, REP_LENGTH_TOLERANCE_FRAC)
    return _like_length(this, one, tolerance)


def _wider(this: SessionSummary, one: SessionSummary) -> bool:
    if not _same_kind(this, one):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _within(this.rep_s, one.rep_s, WIDER_FRAC) and _within(
            _work_s(this), _work_s(one), WORK_FRAC
        )
    return _within(compared_distance_m(this), compared_distance_m(one), WIDER_FRAC)


def _much_wider(this: SessionSummary, one: SessionSummary) -> bool:
    if not _same_kind(this, one):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _within(_work_s(this), _work_s(one), MUCH_WIDER_FRAC)
    return _within(compared_distance_m(this), compared_distance_m(one), MUCH_WIDER_FRAC)


def _same_kind(this: SessionSummary, one: SessionSummary) -> bool:
    return FAMILIES[one.training_type] == FAMILIES[this.training_type] and _same_roof(this, one)


def _near_kind(this: SessionSummary, one: SessionSummary) -> bool:
    near = NEAR[FAMILIES[this.training_type]]
    return FAMILIES[one.training_type] in near and _same_roof(this, one)


_HOLDS: Mapping[StepName, Callable[[SessionSummary, SessionSummary], bool]] = {
    "any_pace": _any_pace,
    "any_terrain": _any_terrain,
    "wider": _wider,
    "much_wider": _much_wider,
    "same_kind": _same_kind,
    "near_kind": _near_kind,
}


def _same_roof(this: SessionSummary, one: SessionSummary) -> bool:
    """A belt is not compared with a road."""
    return (one.terrain == "indoor") == (this.terrain == "indoor")


def _same_ground(this: SessionSummary, one: SessionSummary) -> bool:
    required = TOLERANCES[FAMILIES[this.training_type]].terrain == "required"
    return not required or this.terrain in ("unknown", one.terrain)


def _like_length(this: SessionSummary, one: SessionSummary, tolerance: Tolerance) -> bool:
    if tolerance.distance_frac is None:
        return True
    return _within(compared_distance_m(this), compared_distance_m(one), tolerance.distance_frac)


def _like_structure(this: SessionSummary, one: SessionSummary, length_frac: float) -> bool:
    if abs(one.n_reps - this.n_reps) > REPS_TOLERANCE:
        return False
    by_distance = this.rep_distance_m is not None and one.rep_distance_m is not None
    if by_distance and _within(this.rep_distance_m, one.rep_distance_m, length_frac):
        return True
    return _within(this.rep_s, one.rep_s, length_frac)


def _work_s(one: SessionSummary) -> float | None:
    return None if one.rep_s is None else one.n_reps * one.rep_s


def _within(here: float | None, there: float | None, share_frac: float) -> bool:
    """Whether one lies within a share of the other, either way round; False: one is not known."""
    if here is None or there is None or not here > 0.0 or not there > 0.0:
        return False
    return max(here, there) <= (1.0 + share_frac) * min(here, there) + _EDGE
