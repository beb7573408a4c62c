"""Which earlier sessions are similar, how similar, and which condition left none?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.session.summary import SessionSummary, Terrain
from hakaru.running.similar.tolerances import (
    FAMILIES,
    REP_LENGTH_TOLERANCE_FRAC,
    REPS_TOLERANCE,
    TOLERANCES,
    FilterName,
    StepName,
    TermName,
    Tolerance,
)

_EDGE = 1e-9
_TERRAIN_STEPS: tuple[Terrain, ...] = ("flat", "rolling", "hilly")
TERRAIN_TOLERANCE_STEPS = 0.75
"""One class of terrain apart is alike by a third, two are not alike."""

_FILTER_ORDER: tuple[FilterName, ...] = ("type", "distance", "pace", "terrain")


@dataclass(frozen=True, kw_only=True)
class Term:
    """One respect in which two sessions were compared.

    `delta` is other minus this: share of this one's distance (or repetition), s/km, steps of
    terrain, repetitions; None: not known of the other, which counts as not alike.
    `alike_frac` is 1 where equal, 0.5 at the tolerance, 0 at twice the tolerance.
    """

    name: TermName
    delta: float | None
    alike_frac: float


@dataclass(frozen=True, kw_only=True)
class SimilarWorkout:
    """One similar session; `similarity_frac` is the mean of its terms, 0..1, `step` how far the
    search had widened when it came in."""

    summary: SessionSummary
    similarity_frac: float
    terms: tuple[Term, ...]
    step: StepName = "as_asked"

    @property
    def matched(self) -> tuple[TermName, ...]:
        """The terms that are within their tolerance."""
        return tuple(term.name for term in self.terms if term.alike_frac >= 0.5 - _EDGE)


@dataclass(frozen=True, kw_only=True)
class FilterStep:
    """How many sessions were left after a condition."""

    name: FilterName
    n_left: int


@dataclass(frozen=True, kw_only=True)
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
    searched = tuple(other for other in others if is_comparable(this, other))
    checks = _checks(this, tolerance, mixed=_is_mixed(this, searched))
    left = tuple(
        accumulate(
            checks,
            lambda remaining, check: tuple(session for session in remaining if check[1](session)),
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


def is_comparable(this: SessionSummary, other: SessionSummary) -> bool:
    """Another session, and neither of them a few minutes only."""
    return other.activity_id != this.activity_id and not (this.is_fragment or other.is_fragment)


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
        checks.append(("distance", _within(this, tolerance, _distance_term)))
    if compared_pace_s_per_km(this) is not None:
        checks.append(("pace", _within(this, tolerance, _pace_term)))
    if tolerance.terrain == "required" and this.terrain != "unknown":
        checks.append(("terrain", lambda session: session.terrain == this.terrain))
    elif mixed:
        indoor = this.terrain == "indoor"
        checks.append(("terrain", lambda session: (session.terrain == "indoor") == indoor))
    return tuple(checks)


_TermOf = Callable[[SessionSummary, SessionSummary, Tolerance], Term | None]


def _within(
    this: SessionSummary, tolerance: Tolerance, term_of: _TermOf
) -> Callable[[SessionSummary], bool]:
    def check(other: SessionSummary) -> bool:
        term = term_of(this, other, tolerance)
        return term is not None and term.delta is not None and term.alike_frac >= 0.5 - _EDGE

    return check


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
    alike = 0.0 if delta is None else max(0.0, 1.0 - abs(delta) / (2.0 * tolerance))
    return Term(name=name, delta=delta, alike_frac=alike)


_Figure = Callable[[SessionSummary], float | None]


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
