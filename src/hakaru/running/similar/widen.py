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
    searched = [other for other in others if is_comparable(this, other)]
    workouts = {
        workout.summary.activity_id: workout
        for workout in exact.workouts
        if _alike_reps(this, workout)
    }
    step: StepName = STEPS[0]
    for name in STEPS[1:]:
        if len(workouts) >= ENOUGH:
            break
        step = name
        for other in searched:
            if other.activity_id not in workouts and _HOLDS[name](this, other):
                compared = compare(this, other, tolerance)
                workouts[other.activity_id] = replace(compared, step=name)
    ranked = sorted(
        workouts.values(), key=lambda workout: (STEPS.index(workout.step), *order(workout))
    )
    return replace(
        exact,
        workouts=tuple(ranked[:limit]),
        n_found=len(ranked),
        step=step if ranked else STEPS[-1],
        emptied_by=None if ranked or not searched else "type",
        unchecked=exact.unchecked if step == STEPS[0] else (),
    )


def _alike_reps(this: SessionSummary, workout: SimilarWorkout) -> bool:
    """Of interval sessions: about as many repetitions of about the same length."""
    if FAMILIES[this.training_type] != "interval":
        return True
    return _like_structure(this, workout.summary, REP_LENGTH_TOLERANCE_FRAC)


def _any_pace(this: SessionSummary, other: SessionSummary) -> bool:
    return _any_terrain(this, other) and _same_ground(this, other)


def _any_terrain(this: SessionSummary, other: SessionSummary) -> bool:
    tolerance = TOLERANCES[FAMILIES[this.training_type]]
    if not _same_kind(this, other):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _like_structure(this, other, REP_LENGTH_TOLERANCE_FRAC)
    return _like_length(this, other, tolerance)


def _wider(this: SessionSummary, other: SessionSummary) -> bool:
    if not _same_kind(this, other):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _within(this.rep_s, other.rep_s, WIDER_FRAC) and _within(
            _work_s(this), _work_s(other), WORK_FRAC
        )
    return _within(compared_distance_m(this), compared_distance_m(other), WIDER_FRAC)


def _much_wider(this: SessionSummary, other: SessionSummary) -> bool:
    if not _same_kind(this, other):
        return False
    if FAMILIES[this.training_type] == "interval":
        return _within(_work_s(this), _work_s(other), MUCH_WIDER_FRAC)
    return _within(compared_distance_m(this), compared_distance_m(other), MUCH_WIDER_FRAC)


def _same_kind(this: SessionSummary, other: SessionSummary) -> bool:
    return FAMILIES[other.training_type] == FAMILIES[this.training_type] and _same_roof(this, other)


def _near_kind(this: SessionSummary, other: SessionSummary) -> bool:
    near = NEAR[FAMILIES[this.training_type]]
    return FAMILIES[other.training_type] in near and _same_roof(this, other)


_HOLDS: Mapping[StepName, Callable[[SessionSummary, SessionSummary], bool]] = {
    "any_pace": _any_pace,
    "any_terrain": _any_terrain,
    "wider": _wider,
    "much_wider": _much_wider,
    "same_kind": _same_kind,
    "near_kind": _near_kind,
}


def _same_roof(this: SessionSummary, other: SessionSummary) -> bool:
    """A belt is not compared with a road."""
    return (other.terrain == "indoor") == (this.terrain == "indoor")


def _same_ground(this: SessionSummary, other: SessionSummary) -> bool:
    required = TOLERANCES[FAMILIES[this.training_type]].terrain == "required"
    return not required or this.terrain in ("unknown", other.terrain)


def _like_length(this: SessionSummary, other: SessionSummary, tolerance: Tolerance) -> bool:
    if tolerance.distance_frac is None:
        return True
    return _within(compared_distance_m(this), compared_distance_m(other), tolerance.distance_frac)


def _like_structure(this: SessionSummary, other: SessionSummary, length_frac: float) -> bool:
    if abs(other.n_reps - this.n_reps) > REPS_TOLERANCE:
        return False
    by_distance = this.rep_distance_m is not None and other.rep_distance_m is not None
    if by_distance and _within(this.rep_distance_m, other.rep_distance_m, length_frac):
        return True
    return _within(this.rep_s, other.rep_s, length_frac)


def _work_s(session: SessionSummary) -> float | None:
    return None if session.rep_s is None else session.n_reps * session.rep_s


def _within(here: float | None, there: float | None, share_frac: float) -> bool:
    """Whether one lies within a share of the other, either way round; False: one is not known."""
    if here is None or there is None or not here > 0.0 or not there > 0.0:
        return False
    return max(here, there) <= (1.0 + share_frac) * min(here, there) + _EDGE
