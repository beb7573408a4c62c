"""Who answers a question for a proposal: the model, or the narrator?"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from hakaru.flows.asking import Answered, asker_of
from hakaru.flows.context import Context
from hakaru.flows.proposal import Kind, Proposal, Report, messages
from hakaru.guard.cleaning import Finding
from hakaru.guard.task import Attempt, Task

_log = logging.getLogger(__name__)

R = TypeVar("R", bound=Report)


@dataclass(frozen=True, kw_only=True)
class Question(Generic[R]):
    """What is asked about whom. `english`: the same task in English, in which errors are told."""

    subject: str
    task: Task[R]
    english: Task[R]
    narrate: Callable[[], R]


def backend_of(context: Context) -> str:
    """Which kind of model words things; "none": the narrators do."""
    return "none" if context.model is None else context.model.describe().backend


def answered(
    context: Context,
    question: Question[R],
    *,
    kind: Kind,
    titles: Mapping[str, str],
) -> Proposal:
    """The narrator's report without a model; with one its report, or its errors and beside them
    the narrator's.

    Raises:
        ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked.
    """
    task, english = question.task, question.english
    asker = asker_of(context)
    answer: Answered[R] = asyncio.run(
        asker.answer(task, question.narrate, subject=question.subject)
    )
    plain = Proposal(
        kind=kind,
        source="narrator" if context.model is None else "llm",
        backend=backend_of(context),
        report=answer.value,
        titles=titles,
        lang=context.settings.language,
        attempts=answer.attempts,
    )
    if context.model is None:
        return plain
    _log_attempts(task.name, answer)
    if answer.source == "llm":
        return replace(plain, warnings=messages(_last(answer.attempts, english))[1])
    return _failed(plain, answer, english)


def _log_attempts(name: str, answered: Answered[R]) -> None:
    """One line for each reply, by the rules it broke, and one for the end; never what it says."""
    for number, attempt in enumerate(answered.attempts, 1):
        errors = sorted({f.rule for f in attempt.findings if f.severity == "must"})
        warnings = sorted({f.rule for f in attempt.findings if f.severity == "should"})
        log_args = (name, number, not errors, errors, warnings)
        _log.info("%s: attempt=%d ok=%s errors=%s warnings=%s", *log_args)
    n_retries = max(0, len(answered.attempts) - 1)
    _log.info("%s: retryCount=%d ok=%s", name, n_retries, answered.source == "llm")


def _failed(proposal: Proposal, answered: Answered[R], english: Task[R]) -> Proposal:
    """What the narrator said lies beside it: a model was chosen, and has not answered."""
    proposal = replace(proposal, report=None, fallback=answered.value)
    if answered.error != "Rejected":
        reason = (str(answered.reason),)
        return replace(proposal, errors=reason, said=reason, failure=answered.error)
    errors, warnings = messages(_last(answered.attempts, english))
    texts, _ = messages(answered.attempts[-1].findings)
    return replace(proposal, errors=errors, warnings=warnings, said=texts)


def _last(attempts: Sequence[Attempt], english: Task[R]) -> tuple[Finding, ...]:
    """What is wrong with the last reply, in English."""
    return english.judge(attempts[-1].reply)[1]
