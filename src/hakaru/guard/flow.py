"""In which order is a model asked, judged and corrected? Without doing any of the asking."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

from hakaru.guard.attempts import Accepted, Attempt, Prompt, Rejected, Reply
from hakaru.guard.findings import musts
from hakaru.guard.task import MAX_ATTEMPTS, Task

T = TypeVar("T")


def ask(
    task: Task[T], *, max_attempts: int = MAX_ATTEMPTS
) -> Generator[Prompt, Reply, Accepted[T] | Rejected]:
    """Yields prompts, takes replies, returns what became of them.

    The driver sends each prompt and hands back the reply; an error of the transport is the
    driver's own affair and ends the conversation.
    """
    attempts: list[Attempt] = []
    prompt = task.prompt
    while len(attempts) < max_attempts:
        reply = yield prompt
        value, findings = task.judge(reply)
        attempts.append(Attempt(prompt=prompt, reply=reply, findings=findings))
        wrong = musts(findings)
        if value is not None and not wrong:
            return Accepted(value=value, attempts=tuple(attempts))
        prompt = task.correct(reply, wrong)
    return Rejected(attempts=tuple(attempts))
