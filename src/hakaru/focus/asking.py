"""May a model be asked now, or is its answer known, is it too soon, or has it failed too often?

Pure: the state is passed in and returned, and now is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from hakaru.focus.apps import classify_app
from hakaru.focus.classify import Verdict
from hakaru.focus.signals import PcSnapshot
from hakaru.focus.states import FocusState

EVERY_S = 30.0
BUDGET_S = 2.0
FAULTS_BEFORE_REST = 3
REST_S = 300.0
KEPT_ANSWERS = 64
_STEPS = 4

Permission = Literal["ask", "known", "too_soon", "resting"]
Key = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a model chose for evidence like this."""

    key: Key
    state: FocusState
    confidence: float


@dataclass(frozen=True, kw_only=True)
class Asking:
    """What is remembered about asking. `answers` oldest first; `faults` in a row."""

    answers: tuple[Answer, ...] = ()
    asked_s: float | None = None
    faults: int = 0
    resting_until_s: float | None = None


def evidence_key(verdict: Verdict, pc: PcSnapshot | None) -> Key:
    """The evidence in coarse steps: what is alike for a model has the same key."""
    observations = () if verdict.fusion is None else verdict.fusion.observations
    steps = [
        f"{observation.code}:{round(observation.strength_frac * _STEPS)}"
        for observation in observations
    ]
    app = None if pc is None else classify_app(pc.active_app)
    return (*sorted(verdict.candidates or ()), *steps, f"app:{app}")


def permission(asking: Asking, key: Key, *, now_s: float) -> Permission:
    """Whether to ask, or why not."""
    if known_answer(asking, key) is not None:
        return "known"
    # A clock set back must not make the rest longer than it was meant.
    if asking.resting_until_s is not None and 0.0 < asking.resting_until_s - now_s <= REST_S:
        return "resting"
    if asking.asked_s is not None and 0.0 <= now_s - asking.asked_s < EVERY_S:
        return "too_soon"
    return "ask"


def known_answer(asking: Asking, key: Key) -> Answer | None:
    """What a model said about evidence like this; None: it was not asked."""
    return next((answer for answer in asking.answers if answer.key == key), None)


def asked(asking: Asking, *, now_s: float) -> Asking:
    """A question is on its way."""
    return replace(asking, asked_s=now_s)


def answered(asking: Asking, answer: Answer) -> Asking:
    """An acceptable answer came: it is kept, and faults are forgotten."""
    others = tuple(previous for previous in asking.answers if previous.key != answer.key)
    answers = (*others, answer)[-KEPT_ANSWERS:]
    return replace(asking, answers=answers, faults=0, resting_until_s=None)


def failed(asking: Asking, *, now_s: float) -> Asking:
    """No acceptable answer came in time; after three in a row the model is left in peace."""
    faults = asking.faults + 1
    resting = now_s + REST_S if faults >= FAULTS_BEFORE_REST else asking.resting_until_s
    return replace(asking, faults=faults, resting_until_s=resting)
