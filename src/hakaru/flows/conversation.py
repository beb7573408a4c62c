"""How does one task go back and forth with one model, written down before and after each step?

The guard says what is asked next. An error of the transport ends the conversation: it is not told
to the model as if it had erred.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from hakaru.core.errors import ModelError, ModelTooSlow
from hakaru.guard.cleaning import Finding
from hakaru.guard.task import (
    MAX_ATTEMPTS,
    Accepted,
    Attempt,
    Prompt,
    Rejected,
    Reply,
    Task,
    ask,
    sendable,
)
from hakaru.sources.models.model import Model
from hakaru.store.attempts import Asked, Attempts, Outcome, Outcomes

T = TypeVar("T")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Record:
    """Where and how attempts are written down; without the prompt's text if `keep_prompts` is
    False."""

    attempts: Attempts
    now: Callable[[], datetime]
    keep_prompts: bool = True


class Conversation(Generic[T]):
    """A task that is asked once, with its corrections. `attempts` are those that got a reply."""

    def __init__(self, task: Task[T], model: Model, *, subject: str, record: Record) -> None:
        self._task = _Heard(task)
        self._model, self._subject, self._record = model, subject, record

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """What was asked, answered and found so far."""
        return tuple(self._task.attempts)

    async def hold(self, *, budget_s: float, most: int = MAX_ATTEMPTS) -> Accepted[T] | Rejected:
        """Ask until a reply passes, at most `most` times and for `budget_s` seconds in all.

        Raises:
            ModelError: there was no reply, or the prompt is too large.
        """
        until_s = asyncio.get_running_loop().time() + budget_s
        steps = ask(self._task, max_attempts=most)
        prompt = next(steps)
        while True:
            attempt_id = await self._begin(prompt)
            try:
                async with asyncio.timeout_at(until_s):
                    reply = await self._model.answer(sendable(prompt))
            except TimeoutError:
                error: ModelError = ModelTooSlow(self._where, budget_s)
            except ModelError as exc:
                error = exc
            else:
                self._task.asked = prompt
                try:
                    prompt = steps.send(reply)
                    await self._finish(attempt_id, self._judged("rejected"))
                    continue
                except StopIteration as end:
                    outcome: Accepted[T] | Rejected = end.value
                await self._finish(attempt_id, self._judged(_named(outcome)))
                return outcome
            await self._finish(attempt_id, _failed(error))
            raise error

    @property
    def _where(self) -> str:
        about = self._model.describe()
        return urlsplit(about.url).netloc or about.backend

    async def _begin(self, prompt: Prompt) -> int:
        about = self._model.describe()
        sent = self._model.as_sent(prompt)
        asked = Asked(
            task=self._task.name,
            subject=self._subject,
            number=len(self._task.attempts) + 1,
            model=f"{about.backend} {about.name}",
            prompt_sha256=prompt_sha256(sent),
            prompt_bytes=sent.n_bytes,
            prompt=prompt_text(sent) if self._record.keep_prompts else None,
        )
        begin, now = self._record.attempts.begin, self._record.now()
        return await asyncio.to_thread(begin, asked, now=now)

    async def _finish(self, attempt_id: int, result: Outcomes) -> None:
        _log.info("%s: attempt %d %s", self._task.name, attempt_id, result.outcome)
        finish, now = self._record.attempts.finish, self._record.now()
        await asyncio.to_thread(finish, attempt_id, result, now=now)

    def _judged(self, outcome: Outcome) -> Outcomes:
        last = self._task.attempts[-1]
        return Outcomes(
            outcome=outcome,
            reply=last.reply.text,
            findings=last.findings,
            finish=last.reply.finish,
            prompt_tokens=last.reply.n_prompt_tokens,
            reply_tokens=last.reply.n_reply_tokens,
            elapsed_ms=last.reply.elapsed_ms,
        )


class _Heard(Generic[T]):
    """A task that remembers what was found in each reply."""

    def __init__(self, task: Task[T]) -> None:
        self._task = task
        self.asked = task.prompt
        self.attempts: list[Attempt] = []

    @property
    def name(self) -> str:
        return self._task.name

    @property
    def prompt(self) -> Prompt:
        return self._task.prompt

    def judge(self, reply: Reply) -> tuple[T | None, tuple[Finding, ...]]:
        value, findings = self._task.judge(reply)
        self.attempts.append(Attempt(prompt=self.asked, reply=reply, findings=findings))
        return value, findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        return self._task.correct(reply, findings)


def prompt_sha256(prompt: Prompt) -> str:
    """The same for the same texts and schema."""
    whole = json.dumps([prompt.system, prompt.user, prompt.schema], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()


def prompt_text(prompt: Prompt) -> str:
    """All that a model is sent, as one text."""
    schema = "" if prompt.schema is None else json.dumps(prompt.schema, ensure_ascii=False)
    parts = (("system", prompt.system), ("user", prompt.user), ("schema", schema))
    return "\n\n".join(f"[{name}]\n{text}" for name, text in parts if text)


def _named(outcome: Accepted[T] | Rejected) -> Outcome:
    return "accepted" if isinstance(outcome, Accepted) else "rejected"


def _failed(error: ModelError) -> Outcomes:
    return Outcomes(outcome="failed", error_kind=type(error).__name__, error=str(error))
