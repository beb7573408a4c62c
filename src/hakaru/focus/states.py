"""Which states are told apart, and what does a decision look like?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

FocusState = Literal["focused", "drowsy", "distracted", "away", "idle", "unknown"]
STATES: tuple[FocusState, ...] = get_args(FocusState)
DECIDABLE: tuple[FocusState, ...] = ("focused", "drowsy", "distracted", "away", "idle")
"""What evidence can speak for; `unknown` is what is left where there is none."""

Source = Literal["rule", "fusion", "llm", "fallback"]
"""Who decided: a rule on an obvious case, the evidence table, a model between the two best states
of that table, or the fallback rules where evidence was too thin."""


@dataclass(frozen=True, kw_only=True)
class ClassificationResult:
    """One decision, named as the requirements name it."""

    state: FocusState
    confidence: float
    reasoning: str
    source: Source


@dataclass(frozen=True, kw_only=True)
class IntegratedState:
    """What clients are sent. `camera_state` and `pc_state` are always None (kept for clients)."""

    state: FocusState
    confidence: float
    camera_state: str | None
    pc_state: str | None
    reasoning: str
    timestamp: float


def build_integrated_state(
    result: ClassificationResult,
    camera_snapshot: object,  # noqa: ARG001  # the requirements name it; states are joint
    pc_snapshot: object,  # noqa: ARG001
    *,
    timestamp: float,
) -> IntegratedState:
    """The decision as clients are sent it. `timestamp` is the time of the decision, epoch s."""
    return IntegratedState(
        state=result.state,
        confidence=result.confidence,
        camera_state=None,
        pc_state=None,
        reasoning=result.reasoning,
        timestamp=timestamp,
    )
