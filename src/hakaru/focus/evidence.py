"""What does each thing that was seen say about each state, and how strongly?

A row of `WEIGHTS` is a log-likelihood ratio per state, in nats: +1 makes a state e times likelier.
An observation counts with a strength between 0 and 1 that rises along a ramp, so that half a degree
more or less never turns a verdict over. What was not measured yields no observation at all; that a
whole source is absent is one (`unseen`, `pc_unknown`) and speaks against `focused`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hakaru.focus.states import FocusState

EVIDENCE_VERSION = 1

PRIOR: Mapping[FocusState, float] = {
    "focused": 0.4,
    "drowsy": -1.6,
    "distracted": -0.6,
    "away": -3.0,
    "idle": -0.8,
}

WEIGHTS: Mapping[str, Mapping[FocusState, float]] = {
    # the face
    "unseen": {"focused": -0.8},
    "face_absent": {"away": 9.0, "focused": -2.0},
    "face_missing": {"away": 5.0, "focused": -1.0},
    "facing": {"focused": 0.9, "distracted": -0.2, "idle": -0.4},
    "turned": {"distracted": 0.5},
    "looking_away": {"distracted": 2.0, "idle": 0.9, "focused": -0.8},
    # the eyes and the mouth
    "eyes_open": {"focused": 0.4, "drowsy": -0.6},
    "eyes_rarely_closed": {"drowsy": -0.6},
    "eyes_low": {"drowsy": 1.2},
    "eyes_closed_often": {"drowsy": 3.2, "focused": -1.0},
    "eyes_shut": {"drowsy": 3.5, "focused": -1.5},
    "microsleeps": {"drowsy": 2.6, "focused": -1.4},
    "yawning": {"drowsy": 1.5, "focused": -0.2},
    "head_drop": {"drowsy": 0.8},
    "several_signs": {"drowsy": 1.5, "focused": -0.8},
    # the use of the computer
    "pc_unknown": {"focused": -0.3},
    "typing": {"focused": 1.6, "distracted": -1.2, "idle": -3.0, "away": -1.5, "drowsy": -0.6},
    "recent_input": {"focused": 0.4, "idle": -1.5, "away": -1.0},
    "no_input": {"idle": 0.8, "focused": -0.3},
    "long_without_input": {"idle": 1.2, "away": 0.4, "focused": -0.3},
    "neither_input_nor_look": {"idle": 1.5},
    "screen_locked": {"away": 5.0, "idle": 1.0, "focused": -3.0},
    # what is being done
    "meeting": {"focused": 2.0, "distracted": -1.2, "idle": -2.0},
    "reading": {"focused": 0.8, "idle": -0.8},
    "working": {"focused": 0.3, "distracted": -0.3},
    "leisure": {"distracted": 0.4, "focused": -0.2},
    "passive_scrolling": {"distracted": 2.8, "focused": -1.2, "idle": -1.0},
    "rapid_switching": {"distracted": 2.6, "focused": -1.6, "idle": -1.5},
}

SIGNS_OF_SLEEP = frozenset(
    {"eyes_low", "eyes_closed_often", "eyes_shut", "microsleeps", "yawning", "head_drop"}
)
"""Signs that count towards `several_signs`: one of them alone is never enough."""


@dataclass(frozen=True, kw_only=True)
class Observation:
    """One row of the table that applies. `strength_frac`: how fully, above 0 up to 1."""

    code: str
    strength_frac: float

    def weight(self, state: FocusState) -> float:
        """What it adds to the score of a state, nats."""
        return self.strength_frac * WEIGHTS[self.code].get(state, 0.0)


def scores(observations: tuple[Observation, ...]) -> Mapping[FocusState, float]:
    """Log-odds of each state up to a common constant."""
    return {
        state: prior + sum(observation.weight(state) for observation in observations)
        for state, prior in PRIOR.items()
    }


def ramp(value: float | None, between: tuple[float, float]) -> float:
    """0 at the first bound, 1 at the second and beyond, straight between; falls where it is less.

    0 for a value that is not known.
    """
    if value is None:
        return 0.0
    start, stop = between
    return min(1.0, max(0.0, (value - start) / (stop - start)))
