"""What the user said was wrong, and how far that moves the weights of the evidence for this user.

A correction takes a little of the weight from the state that was shown and gives it to the one that
was right, for each piece of evidence that was there. However many there are, no weight moves by
more than `MOST_NATS`; what is undone counts no more; nothing else is learned from anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime

from hakaru.focus.states import FocusState
from hakaru.records import frozen

STEP_NATS, MOST_NATS = 0.4, 1.6
DOUBTED_AFTER = 2
"""So many corrections of what a rule decided, and its cases are weighed like all others."""
DOUBTABLE = frozenset({"attentive_at_work"})
CODES_MOST = 12


@frozen
class Correction:
    """One of them: what was shown, what was right, and the codes of the evidence at that time."""

    correction_id: int
    at: datetime
    shown: FocusState
    actual: FocusState
    codes: tuple[str, ...]


@frozen
class Tuning:
    """How far this user's weights are from the table. `nats` by code and state; `doubted` are rules
    that decide no more by themselves."""

    nats: Mapping[str, Mapping[FocusState, float]] = field(default_factory=dict)
    doubted: frozenset[str] = frozenset()
    n_corrections: int = 0

    def shift(self, code: str, state: FocusState) -> float:
        """What is added to a weight of the table."""
        return self.nats.get(code, {}).get(state, 0.0)


NO_TUNING = Tuning()


def tuned(corrections: Iterable[Correction]) -> Tuning:
    """What all corrections come to."""
    nats: dict[str, dict[FocusState, float]] = {}
    against: dict[str, int] = {}
    n_corrections = 0
    for correction in corrections:
        if correction.shown == correction.actual:
            continue
        n_corrections += 1
        step_nats = STEP_NATS / max(1, len(correction.codes)) ** 0.5
        for code in correction.codes:
            if code in DOUBTABLE:
                against[code] = against.get(code, 0) + 1
            weights = nats.setdefault(code, {})
            for state, sign in ((correction.actual, 1.0), (correction.shown, -1.0)):
                moved = weights.get(state, 0.0) + sign * step_nats
                weights[state] = min(MOST_NATS, max(-MOST_NATS, moved))
    doubted = frozenset(code for code, n in against.items() if n >= DOUBTED_AFTER)
    return Tuning(nats=nats, doubted=doubted, n_corrections=n_corrections)
