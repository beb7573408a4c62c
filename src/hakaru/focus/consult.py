"""What happens between an open verdict and a model's answer to it?

Two steps around the asking, which somebody else does and may give up: `consult` says what is known
already and what to ask, `conclude` what the answer changes. Whatever a model does or fails to do,
there is a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.focus.ask import Choice, StateChoice
from hakaru.focus.asking import (
    Answer,
    Asking,
    Key,
    answered,
    asked,
    evidence_key,
    failed,
    known_answer,
    permission,
)
from hakaru.focus.classify import ModelCause, Signals, Verdict, with_model, without_model
from hakaru.guard.task import Accepted, Rejected


@dataclass(frozen=True, kw_only=True)
class Consultation:
    """The verdict as it stands, and the question to ask. `question` None: there is none."""

    verdict: Verdict
    asking: Asking
    question: StateChoice | None = None
    key: Key = ()


def consult(verdict: Verdict, signals: Signals, *, asking: Asking, now_s: float) -> Consultation:
    """Whether a model is to be asked about a verdict; where its answer is known, that is used."""
    if verdict.candidates is None:
        return Consultation(verdict=verdict, asking=asking)
    key = evidence_key(verdict, signals.pc)
    answer = known_answer(asking, key)
    if answer is not None and answer.state in verdict.candidates:
        chosen = with_model(verdict, answer.state, confidence=answer.confidence)
        return Consultation(verdict=chosen, asking=asking)
    if permission(asking, key, now_s=now_s) != "ask":
        return Consultation(verdict=without_model(verdict, "model_resting"), asking=asking)
    return Consultation(
        verdict=verdict,
        asking=asked(asking, now_s=now_s),
        question=StateChoice(signals=signals, candidates=verdict.candidates),
        key=key,
    )


def conclude(
    consultation: Consultation,
    outcome: Accepted[Choice] | Rejected | ModelCause,
    *,
    now_s: float,
) -> Consultation:
    """The verdict after the question was answered, rejected, late or could not be asked."""
    verdict, asking = consultation.verdict, consultation.asking
    if isinstance(outcome, Accepted):
        choice = outcome.value
        answer = Answer(key=consultation.key, state=choice.state, confidence=choice.confidence)
        return Consultation(
            verdict=with_model(verdict, choice.state, confidence=choice.confidence),
            asking=answered(asking, answer),
        )
    cause: ModelCause = "model_rejected" if isinstance(outcome, Rejected) else outcome
    return Consultation(verdict=without_model(verdict, cause), asking=failed(asking, now_s=now_s))
