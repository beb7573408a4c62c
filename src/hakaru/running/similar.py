"""Earlier sessions like one: how similar each is, and which condition left none.

`required` filters, `recommended` ranks.

Structure first: the kind of training, and of repetitions their number and
length, of other runs their length. What may differ widens by named steps until five are found; the
step that was needed is said, and each session says at which one it came in. Pace is a filter at the
first step only: after it, it is a difference to report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Literal, get_args

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.session.model import SessionSummary, Terrain, TrainingType

TermName = Literal["distance", "pace", "terrain", "reps", "rep_distance", "rep_time"]
FilterName = Literal["type", "distance", "pace", "terrain"]
StepName = Literal[
    "as_asked", "any_pace", "any_terrain", "wider", "much_wider", "same_kind", "near_kind"
]
STEPS: tuple[StepName, ...] = get_args(StepName)
"""How far what may differ was widened, in this order."""
TypeFamily = Literal["recovery", "base", "tempo", "interval", "trail", "race", "unknown"]


@frozen
class Tolerance:
    """What may differ. `distance_frac` None: distance neither filters nor ranks.

    `pace_tolerance_s_per_km` is in seconds per km. The share 0.25 or 15 seconds written as minutes
    are both below 1, and are refused: a fraction is not accepted silently.

    Raises:
        BadArgument: pace below 1 s/km, or distance not within 0..1.
    """

    pace_tolerance_s_per_km: float
    distance_frac: float | None
    terrain: Literal["required", "recommended"]

    def __post_init__(self) -> None:
        if not 1.0 <= self.pace_tolerance_s_per_km <= 600.0:
            raise BadArgument(
                "pace_tolerance_s_per_km",
                self.pace_tolerance_s_per_km,
                message(
                    "a number of seconds per km from 1 to 600 (neither minutes nor a fraction)"
                ),
            )
        if self.distance_frac is not None and not 0.0 < self.distance_frac <= 1.0:
            raise BadArgument(
                "distance_frac",
                self.distance_frac,
                message("a share above 0 and at most 1 (0.1 is 10 %)"),
            )


FAMILIES: Mapping[TrainingType, TypeFamily] = {
    "recovery": "recovery",
    "low_moderate": "base",
    "aerobic_base": "base",
    "long_run": "base",
    "tempo_threshold": "tempo",
    "interval": "interval",
    "sprint": "interval",
    "trail": "trail",
    "race": "race",
    "unknown": "unknown",
}
"""Types that are compared with each other; a long run is a base run of another length."""

TOLERANCES: Mapping[TypeFamily, Tolerance] = {
    "recovery": Tolerance(pace_tolerance_s_per_km=15.0, distance_frac=0.15, terrain="recommended"),
    "base": Tolerance(pace_tolerance_s_per_km=10.0, distance_frac=0.10, terrain="recommended"),
    "tempo": Tolerance(pace_tolerance_s_per_km=5.0, distance_frac=0.10, terrain="required"),
    "interval": Tolerance(pace_tolerance_s_per_km=3.0, distance_frac=None, terrain="required"),
    "trail": Tolerance(pace_tolerance_s_per_km=30.0, distance_frac=0.20, terrain="recommended"),
    "race": Tolerance(pace_tolerance_s_per_km=15.0, distance_frac=0.05, terrain="recommended"),
    "unknown": Tolerance(pace_tolerance_s_per_km=10.0, distance_frac=0.10, terrain="recommended"),
}
"""Number and length of repetitions take the place of distance for intervals, as ranked terms."""

REPS_TOLERANCE = 1.0
REP_LENGTH_TOLERANCE_FRAC = 0.10
"""At these differences a ranked term is worth half."""


_EDGE = 1e-9
_TERRAIN_STEPS: tuple[Terrain, ...] = ("flat", "rolling", "hilly")
TERRAIN_TOLERANCE_STEPS = 0.75
"""One class of terrain apart is alike by a third, two are not alike."""

_LIKE_STEPS: frozenset[StepName] = frozenset(STEPS[: STEPS.index("much_wider") + 1])
LIKE_MIN_FRAC = 0.25
"""Two sessions that are less similar have hardly anything in common."""

_FILTER_ORDER: tuple[FilterName, ...] = ("type", "distance", "pace", "terrain")


@frozen
class Term:
    """One respect in which two sessions were compared.

    `delta` is other minus this: share of this one's distance (or repetition), s/km, steps of
    terrain, repetitions; None: not known of the other, which counts as not alike.
    `alike_frac` is 1 where equal, 0.5 at the tolerance, 0 at twice the tolerance.
    """

    name: TermName
    delta: float | None
    alike_frac: float


@frozen
class SimilarWorkout:
    """One similar session; `similarity_frac` is the mean of its terms, 0..1, `step` how far the
    search had widened when it came in."""

    summary: SessionSummary
    similarity_frac: float
    terms: tuple[Term, ...]
    step: StepName = "as_asked"

    @property
    def is_like(self) -> bool:
        """Whether its figures may stand beside this session's: of its kind, about as long, and
        alike in something. What the search let in beyond that is only listed."""
        return self.step in _LIKE_STEPS and self.similarity_frac >= LIKE_MIN_FRAC

    @property
    def matched(self) -> tuple[TermName, ...]:
        """The terms that are within their tolerance."""
        return tuple(term.name for term in self.terms if term.alike_frac >= 0.5 - _EDGE)


@frozen
class FilterStep:
    """How many sessions were left after a condition."""

    name: FilterName
    n_left: int


@frozen
class SimilarWorkouts:
    """Similar sessions, most similar first, then the most recent.

    `n_found` counts those before the limit. `steps` are the conditions in the order of their use,
    `emptied_by` the one that left nothing (None: something was found, or there was nothing to
    search). `unchecked`: conditions that could not be used, because this session lacks the figure.
    `step`: how far the search had to widen (see `widen`).
    """

    tolerance: Tolerance
    workouts: tuple[SimilarWorkout, ...]
    n_found: int
    n_searched: int
    steps: tuple[FilterStep, ...]
    emptied_by: FilterName | None
    unchecked: tuple[FilterName, ...]
    step: StepName = "as_asked"


def find_similar(
    this: SessionSummary,
    others: Sequence[SessionSummary],
    *,
    tolerances: Tolerance | None = None,
    limit: int | None = 10,
) -> SimilarWorkouts:
    """Sessions of the same family within the tolerances; `limit` None: all of them.

    `tolerances` None: the row of the type. This session itself is left out of `others`, and so are
    fragments: a minute of running is like nothing. Indoors is compared with indoors only.
    """
    tolerance = TOLERANCES[FAMILIES[this.training_type]] if tolerances is None else tolerances
    searched = comparable(this, others)
    checks = _checks(this, tolerance, mixed=_is_mixed(this, searched))
    left = tuple(
        accumulate(
            checks,
            lambda remaining, check: tuple(filter(check[1], remaining)),
            initial=searched,
        )
    )
    steps = tuple(
        FilterStep(name=check[0], n_left=len(remaining))
        for check, remaining in zip(checks, left[1:], strict=True)
    )
    ranked = sorted((compare(this, session, tolerance) for session in left[-1]), key=order)
    return SimilarWorkouts(
        tolerance=tolerance,
        workouts=tuple(ranked[:limit]),
        n_found=len(ranked),
        n_searched=len(searched),
        steps=steps,
        emptied_by=next((step.name for step in steps if step.n_left == 0 and searched), None),
        unchecked=tuple(
            name for name in _wanted(tolerance) if name not in {used for used, _ in checks}
        ),
    )


def compared_distance_m(session: SessionSummary) -> float | None:
    """The distance that is compared: of the main part of a tempo run, else of the whole run."""
    if FAMILIES[session.training_type] == "tempo":
        return session.target_distance_m
    return session.distance_m


def compared_pace_s_per_km(session: SessionSummary) -> float | None:
    """The pace that is compared: of what the session is judged by."""
    speed_mps = session.target_speed_mps
    return speed_to_pace_s_per_km(speed_mps) if speed_mps is not None and speed_mps > 0.0 else None


def comparable(
    this: SessionSummary, others: Sequence[SessionSummary]
) -> tuple[SessionSummary, ...]:
    """The other sessions, where neither is a few minutes only."""
    if this.is_fragment:
        return ()
    activity_id = this.activity_id
    return tuple(
        other for other in others if other.activity_id != activity_id and not other.is_fragment
    )


def _is_mixed(this: SessionSummary, others: Sequence[SessionSummary]) -> bool:
    """Whether some of the sessions were indoors and others not."""
    return any((other.terrain == "indoor") != (this.terrain == "indoor") for other in others)


_Check = tuple[FilterName, Callable[[SessionSummary], bool]]


def _wanted(tolerance: Tolerance) -> tuple[FilterName, ...]:
    unwanted = set[FilterName]()
    if tolerance.distance_frac is None:
        unwanted.add("distance")
    if tolerance.terrain == "recommended":
        unwanted.add("terrain")
    return tuple(name for name in _FILTER_ORDER if name not in unwanted)


def _checks(this: SessionSummary, tolerance: Tolerance, *, mixed: bool) -> tuple[_Check, ...]:
    """The conditions that can be used: another session without the figure does not meet them."""
    family = FAMILIES[this.training_type]
    checks: list[_Check] = [("type", lambda session: FAMILIES[session.training_type] == family)]
    if tolerance.distance_frac is not None and compared_distance_m(this):
        distance_m = tolerance.distance_frac * (compared_distance_m(this) or 0.0)
        checks.append(("distance", _within_tolerance(this, compared_distance_m, distance_m)))
    if compared_pace_s_per_km(this) is not None:
        pace_s_per_km = tolerance.pace_tolerance_s_per_km
        checks.append(("pace", _within_tolerance(this, compared_pace_s_per_km, pace_s_per_km)))
    if tolerance.terrain == "required" and this.terrain != "unknown":
        checks.append(("terrain", lambda session: session.terrain == this.terrain))
    elif mixed:
        indoor = this.terrain == "indoor"
        checks.append(("terrain", lambda session: (session.terrain == "indoor") == indoor))
    return tuple(checks)


_Figure = Callable[[SessionSummary], float | None]


def _within_tolerance(
    this: SessionSummary, figure: _Figure, tolerance: float
) -> Callable[[SessionSummary], bool]:
    here = figure(this)
    assert here is not None, "only what is known of this session is asked of others"

    def check(other: SessionSummary) -> bool:
        there = figure(other)
        return there is not None and 1.0 - abs(there - here) / (2.0 * tolerance) >= 0.5 - _EDGE

    return check


def _alike_frac(delta: float, tolerance: float) -> float:
    """1 where equal, 0.5 at the tolerance, 0 at twice the tolerance."""
    return max(0.0, 1.0 - abs(delta) / (2.0 * tolerance))


def compare(this: SessionSummary, other: SessionSummary, tolerance: Tolerance) -> SimilarWorkout:
    """How similar another session is, on the scale of the tolerances."""
    terms = _terms(this, other, tolerance)
    total = sum(term.alike_frac for term in terms)
    similarity = total / len(terms) if terms else 0.0
    return SimilarWorkout(summary=other, similarity_frac=similarity, terms=terms)


def order(workout: SimilarWorkout) -> tuple[float, float, int]:
    """Sorts the most similar first, then the most recent."""
    return (
        -round(workout.similarity_frac, 9),
        -workout.summary.started_at.timestamp(),
        workout.summary.activity_id,
    )


def _terms(this: SessionSummary, other: SessionSummary, tolerance: Tolerance) -> tuple[Term, ...]:
    """Every respect that this session and its type give something to compare in."""
    terms = [
        _pace_term(this, other, tolerance),
        _distance_term(this, other, tolerance),
        _terrain_term(this, other),
    ]
    if FAMILIES[this.training_type] == "interval" and this.n_reps > 0:
        delta = float(other.n_reps - this.n_reps)
        terms += [
            _term("reps", delta, REPS_TOLERANCE),
            _rep_length_term(this, other),
        ]
    return tuple(term for term in terms if term is not None)


def _pace_term(this: SessionSummary, other: SessionSummary, tolerance: Tolerance) -> Term | None:
    if compared_pace_s_per_km(this) is None:
        return None
    delta_s_per_km = _delta(compared_pace_s_per_km, this, other)
    return _term("pace", delta_s_per_km, tolerance.pace_tolerance_s_per_km)


def _distance_term(
    this: SessionSummary, other: SessionSummary, tolerance: Tolerance
) -> Term | None:
    return _share_term("distance", this, other, compared_distance_m, tolerance.distance_frac)


def _term(name: TermName, delta: float | None, tolerance: float) -> Term:
    alike = 0.0 if delta is None else _alike_frac(delta, tolerance)
    return Term(name=name, delta=delta, alike_frac=alike)


def _delta(figure: _Figure, this: SessionSummary, other: SessionSummary) -> float | None:
    here, there = figure(this), figure(other)
    return None if here is None or there is None else there - here


def _share_term(
    name: TermName,
    this: SessionSummary,
    other: SessionSummary,
    figure: _Figure,
    tolerance: float | None,
) -> Term | None:
    here = figure(this)
    if here is None or not here > 0.0 or tolerance is None:
        return None
    delta = _delta(figure, this, other)
    return _term(name, None if delta is None else delta / here, tolerance)


def _terrain_term(this: SessionSummary, other: SessionSummary) -> Term | None:
    if this.terrain == "unknown":
        return None
    if "indoor" in (this.terrain, other.terrain):
        alike = this.terrain == other.terrain
        return Term(name="terrain", delta=0.0 if alike else None, alike_frac=float(alike))
    if other.terrain == "unknown":
        return Term(name="terrain", delta=None, alike_frac=0.0)
    steps = _TERRAIN_STEPS.index(other.terrain) - _TERRAIN_STEPS.index(this.terrain)
    return _term("terrain", float(steps), TERRAIN_TOLERANCE_STEPS)


def _rep_length_term(this: SessionSummary, other: SessionSummary) -> Term | None:
    """By distance where this session's repetitions have one, else by time."""
    by_distance = _share_term(
        "rep_distance", this, other, lambda row: row.rep_distance_m, REP_LENGTH_TOLERANCE_FRAC
    )
    if by_distance is not None:
        return by_distance
    return _share_term("rep_time", this, other, lambda row: row.rep_s, REP_LENGTH_TOLERANCE_FRAC)


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


def find_widening(
    this: SessionSummary, others: Sequence[SessionSummary], *, limit: int | None = 10
) -> SimilarWorkouts:
    """At least five sessions like this one, where there are so many of its kind and the next.

    The step that was needed is that of the result; of each session its own. `limit` None: all.
    """
    tolerance = TOLERANCES[FAMILIES[this.training_type]]
    searched = comparable(this, others)
    exact = find_similar(this, searched, limit=None)
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
                if compared.similarity_frac > 0.0:
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


def named_tolerance(
    usual: Tolerance,
    pace_s_per_km: float | None,
    distance_frac: float | None,
    terrain_match: bool | None,
) -> Tolerance | None:
    """What is usual for a type, with what was named instead; None: nothing was named."""
    if pace_s_per_km is None and distance_frac is None and terrain_match is None:
        return None
    terrain = usual.terrain
    if terrain_match is not None:
        terrain = "required" if terrain_match else "recommended"
    return Tolerance(
        pace_tolerance_s_per_km=usual.pace_tolerance_s_per_km
        if pace_s_per_km is None
        else pace_s_per_km,
        distance_frac=usual.distance_frac if distance_frac is None else distance_frac,
        terrain=terrain,
    )
