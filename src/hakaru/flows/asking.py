"""Asking a language model: who words it, the conversation, its attempts, and a check of the model.

The guard says what is asked next. An error of the transport ends the conversation: it is not told
to the model as if it had erred.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Generic, Literal, TypeAlias, TypeVar
from urllib.parse import urlsplit

from hakaru.core.errors import (
    BadArgument,
    ModelError,
    ModelGivenUp,
    ModelNotConfigured,
    ModelNotInstalled,
    ModelTooSlow,
    NoReply,
)
from hakaru.core.i18n import Lang, message
from hakaru.core.plain import TABLE_BYTES, Columns, Rows, Text, Versions, cells, rounded, shown
from hakaru.flows.context import Context
from hakaru.guard.cleaning import Finding, musts, plain
from hakaru.guard.replies import check, read_object
from hakaru.guard.task import (
    MAX_ATTEMPTS,
    Accepted,
    Attempt,
    Prompt,
    Rejected,
    Reply,
    Task,
    ask,
    correction,
    question,
    sendable,
)
from hakaru.records import frozen
from hakaru.sources.models.model import Description, Model
from hakaru.store.attempts import Asked, Attempts, Outcome, Outcomes, StoredAttempt
from hakaru.store.state import State

T = TypeVar("T")

_log = logging.getLogger(__name__)


@frozen
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


_COLUMNS: Columns[StoredAttempt] = {
    "attempt": lambda attempt: attempt.attempt_id,
    "asked_at": lambda attempt: attempt.asked_at.isoformat(timespec="seconds"),
    "task": lambda attempt: attempt.asked.task,
    "subject": lambda attempt: Text(attempt.asked.subject, within_bytes=_SUBJECT_BYTES),
    "number": lambda attempt: attempt.asked.number,
    "model": lambda attempt: attempt.asked.model,
    "outcome": lambda attempt: attempt.result.outcome,
    "error_kind": lambda attempt: attempt.result.error_kind,
    "rules": lambda attempt: Rows(
        dict.fromkeys(finding.rule for finding in attempt.result.findings), most=_RULES_SHOWN
    ),
    "prompt_tokens": lambda attempt: attempt.result.prompt_tokens,
    "reply_tokens": lambda attempt: attempt.result.reply_tokens,
    "elapsed_ms": lambda attempt: rounded(attempt.result.elapsed_ms, 0),
}
_LIMIT_MOST = 500
_RULES_SHOWN = 3
_PROMPT_BYTES = 1_200
_REPLY_BYTES = 900
_FINDINGS_BYTES = 700
_SUBJECT_BYTES = 40
_STEP_BYTES = 32


@frozen
class AttemptsResult:
    """Attempts, the newest first; `n_kept` counts all there are of any task."""

    n_kept: int
    attempts: tuple[StoredAttempt, ...] = field(
        metadata=shown(Rows, columns=_COLUMNS, within_bytes=TABLE_BYTES, left_out="n_more")
    )


@frozen
class AttemptResult:
    """One attempt with its texts."""

    attempt: StoredAttempt

    @property
    def shape(self) -> Mapping[str, object]:
        """Everything; in a reply a text that was cut ends in an ellipsis."""
        asked, result = self.attempt.asked, self.attempt.result
        return {
            **cells(self.attempt, _COLUMNS),
            "prompt_sha256": asked.prompt_sha256,
            "prompt_bytes": asked.prompt_bytes,
            "prompt": _cut(asked.prompt, _PROMPT_BYTES),
            "reply": _cut(result.reply, _REPLY_BYTES),
            "findings": Rows(
                result.findings,
                within_bytes=_FINDINGS_BYTES,
                n_marks=2,
                left_out="n_more_findings",
            ),
            "finish": result.finish,
            "error": result.error,
        }


def list_attempts(context: Context, *, task: str | None, limit: int) -> AttemptsResult:
    """The newest attempts, of all tasks or of one ("section.summary") or a kind ("section").

    Raises:
        BadArgument: a limit out of range.
    """
    if not 1 <= limit <= _LIMIT_MOST:
        raise BadArgument(
            "limit",
            limit,
            message("a whole number between {low} and {high}", low=1, high=_LIMIT_MOST),
        )
    attempts = Attempts(State(context.data_folder))
    return AttemptsResult(attempts=attempts.newest(task=task, limit=limit), n_kept=attempts.count())


def get_attempt(context: Context, *, attempt: int) -> AttemptResult:
    """One attempt with prompt, reply and findings.

    Raises:
        BadArgument: there is none with this number (any more).
    """
    return AttemptResult(attempt=Attempts(State(context.data_folder)).find(attempt))


def _cut(text: str | None, within_bytes: int) -> Versions[str, str] | None:
    """What a model wrote, as it may be shown to the next one; its size is that of its JSON."""
    if text is None:
        return None
    short, room_bytes = plain(text), within_bytes
    while len(json.dumps(short, ensure_ascii=False).encode()) > within_bytes:
        short = Text(short, within_bytes=room_bytes).cut()
        room_bytes -= _STEP_BYTES
    return Versions(short=short, whole=plain(text))


Source: TypeAlias = Literal["llm", "narrator"]

NO_MODEL = message("no model is configured (model.backend is none)")


@frozen
class Answered(Generic[T]):
    """A value that may be shown, and who worded it. `reason` None: the model did.

    `error` is the kind of what ended the conversation ("Rejected": its replies broke rules);
    `attempts` are those that got a reply.
    """

    value: T
    source: Source
    reason: str | None = None
    error: str | None = None
    attempts: tuple[Attempt, ...] = ()


FAILURES_MOST = 3
"""Questions without a reply in a row, after which a piece of work asks its model no more."""


class Asker:
    """Puts tasks to one model, some at the same time. For one event loop, or for threads.

    A task with its corrections may take `budget_s`, counted from when its turn has come. After
    `failures_most` conversations in a row that ended without a reply the model is given up (None:
    never, as suits a program that goes on for days).
    """

    def __init__(
        self,
        model: Model | None,
        record: Record,
        *,
        budget_s: float = 120.0,
        at_once: int = 2,
        failures_most: int | None = None,
    ) -> None:
        self._model, self._record, self._budget_s = model, record, budget_s
        self._places = asyncio.Semaphore(at_once)
        self._thread_places = threading.BoundedSemaphore(at_once)
        self._failures_most, self._n_failures = failures_most, 0
        self._given_up: ModelGivenUp | None = None
        self._counting = threading.Lock()

    @property
    def model(self) -> Model | None:
        """The model that is asked; None: nothing is."""
        return self._model

    @property
    def given_up(self) -> ModelGivenUp | None:
        """Why the model is not asked any more; None: it is."""
        return self._given_up

    async def answer(
        self, task: Task[T], fallback: Callable[[], T], *, subject: str = ""
    ) -> Answered[T]:
        """The model's value if one passes, else that of `fallback` with the reason.

        Raises:
            ModelNotConfigured, ModelNotInstalled: a model was chosen that cannot be asked, which
                only the user can mend: nothing is narrated in silence.
        """
        if self._model is None:
            return Answered(value=fallback(), source="narrator", reason=NO_MODEL)
        talk = Conversation(task, self._model, subject=subject, record=self._record)
        try:
            async with self._places:
                outcome = await self._hold(talk)
        except (ModelNotConfigured, ModelNotInstalled):
            raise
        except ModelError as error:
            return _narrated(fallback(), str(error), error=type(error).__name__, talk=talk)
        if isinstance(outcome, Accepted):
            return Answered(value=outcome.value, source="llm", attempts=outcome.attempts)
        return _narrated(fallback(), why_rejected(outcome), error="Rejected", talk=talk)

    def ask(self, task: Task[T], *, subject: str = "") -> Accepted[T] | Rejected:
        """What became of a task, for a thread that has no event loop.

        Raises:
            ModelError: there is no model, it gave no reply, or (ModelGivenUp) it was not asked.
        """
        if self._model is None:
            raise ModelNotConfigured("model.backend")
        talk = Conversation(task, self._model, subject=subject, record=self._record)
        with self._thread_places:
            return asyncio.run(self._hold(talk))

    async def _hold(self, talk: Conversation[T]) -> Accepted[T] | Rejected:
        """The conversation, unless the model was given up while this task waited for its turn."""
        if self._given_up is not None:
            raise ModelGivenUp(self._given_up.n_failures, self._given_up.error)
        try:
            outcome = await talk.hold(budget_s=self._budget_s)
        except NoReply as error:
            self._count(error, anew=bool(talk.attempts))
            raise
        self._count(None, anew=True)
        return outcome

    def _count(self, error: NoReply | None, *, anew: bool) -> None:
        """`anew`: a reply has come since the last failure."""
        with self._counting:
            self._n_failures = (0 if anew else self._n_failures) + (error is not None)
            if error is not None and self._n_failures == self._failures_most:
                self._given_up = ModelGivenUp(self._n_failures, error)


def asker_of(context: Context) -> Asker:
    """The model and the terms that the user has set, for one piece of work."""
    terms = context.settings.model
    record = Record(
        attempts=Attempts(State(context.data_folder)),
        now=context.now,
        keep_prompts=terms.keep_prompts,
    )
    return Asker(
        context.model,
        record,
        budget_s=terms.timeout_s,
        at_once=terms.at_once,
        failures_most=FAILURES_MOST,
    )


def why_rejected(outcome: Rejected) -> str:
    """One sentence: how often it was asked, and the first rule that the last reply broke."""
    wrong = musts(outcome.attempts[-1].findings)
    first = wrong[0].message if wrong else "-"
    return message(
        "no reply passed in {n} attempts: {message}", n=len(outcome.attempts), message=first
    )


def _narrated(value: T, reason: str, *, error: str, talk: Conversation[T]) -> Answered[T]:
    return Answered(
        value=value, source="narrator", reason=reason, error=error, attempts=talk.attempts
    )


_COLOUR = "green"
_SCHEMA: dict[str, object] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["colour"],
    "properties": {"colour": {"type": "string", "enum": [_COLOUR, "red"]}},
}


@frozen
class ModelCheck:
    """What is configured, and how it answered. `model` None: nothing is, and nothing was sent.

    `prompt` None: it was not asked for. `sent` False: nothing left this machine's programs.
    """

    model: Description | None
    sent: bool
    ok: bool
    reason: str | None = None
    prompt: str | None = None
    n_attempts: int = 0
    elapsed_ms: float | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None


@frozen
class CheckTask:
    """Copy one word out of the data into the schema: what every task needs a model to do."""

    lang: Lang

    @property
    def name(self) -> str:
        """Where its attempts are filed."""
        return "model.check"

    @property
    def prompt(self) -> Prompt:
        """The question: nothing of the user's is in it."""
        asked = 'Reply with JSON: {"colour": the colour in the data}.'
        return Prompt(
            system="You copy a word from data.",
            user=question({"colour": _COLOUR}, asked, nonce=self.name, lang=self.lang),
            schema=_SCHEMA,
            reply_max_tokens=256,
        )

    def judge(self, reply: Reply) -> tuple[str | None, tuple[Finding, ...]]:
        """The word, if it is the one in the data."""
        value, findings = read_object(reply, lang=self.lang)
        if value is None:
            return None, findings
        all_findings = (*findings, *check(value, _SCHEMA, lang=self.lang))
        if not musts(all_findings) and value["colour"] != _COLOUR:
            wrong = "これはデータの色ではありません", "this is not the colour in the data"
            message = wrong[self.lang == "en"]
            all_findings = (
                *all_findings,
                Finding(rule="check.colour", path="colour", message=message),
            )
        return str(value.get("colour")), all_findings

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again, with what was wrong."""
        return correction(self.prompt, reply, findings=findings, lang=self.lang)


def check_model(context: Context, *, show_prompt: bool) -> ModelCheck:
    """Ask the model for one word. With `show_prompt` nothing is sent: it says what would be.

    Raises:
        ModelNotConfigured, ModelNotInstalled: it cannot be asked.
    """
    if context.model is None:
        return ModelCheck(model=None, sent=False, ok=True, reason=NO_MODEL)
    task = CheckTask(lang=context.settings.language)
    about = context.model.describe()
    if show_prompt:
        prompt = prompt_text(context.model.as_sent(task.prompt))
        return ModelCheck(model=about, sent=False, ok=True, prompt=prompt)
    answered = asyncio.run(asker_of(context).answer(task, str, subject="check"))
    last = answered.attempts[-1].reply if answered.attempts else None
    return ModelCheck(
        model=about,
        sent=True,
        ok=answered.source == "llm",
        reason=answered.reason,
        n_attempts=len(answered.attempts),
        elapsed_ms=last.elapsed_ms if last else None,
        prompt_tokens=last.n_prompt_tokens if last else None,
        reply_tokens=last.n_reply_tokens if last else None,
    )
