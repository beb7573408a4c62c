"""Who words it: the model that is configured, or the narrator, and why?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from hakaru.core.errors import ModelError, ModelNotConfigured, ModelNotInstalled
from hakaru.flows.context import Context
from hakaru.flows.conversation import Conversation, Record
from hakaru.guard.cleaning import musts
from hakaru.guard.task import Accepted, Attempt, Rejected, Task
from hakaru.sources.models.model import Model
from hakaru.store.attempts import Attempts
from hakaru.store.state import State

T = TypeVar("T")

Source: TypeAlias = Literal["llm", "narrator"]

NO_MODEL = "no model is configured (model.backend is none)"


@dataclass(frozen=True, kw_only=True)
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


class Asker:
    """Puts tasks to one model, some at the same time. For one event loop, or for threads.

    A task with its corrections may take `budget_s`, counted from when its turn has come.
    """

    def __init__(
        self, model: Model | None, record: Record, *, budget_s: float = 120.0, at_once: int = 2
    ) -> None:
        self._model, self._record, self._budget_s = model, record, budget_s
        self._places = asyncio.Semaphore(at_once)
        self._thread_places = threading.BoundedSemaphore(at_once)

    @property
    def model(self) -> Model | None:
        """The model that is asked; None: nothing is."""
        return self._model

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
                outcome = await talk.hold(budget_s=self._budget_s)
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
            ModelError: there is no model, or it gave no reply.
        """
        if self._model is None:
            raise ModelNotConfigured("model.backend")
        talk = Conversation(task, self._model, subject=subject, record=self._record)
        with self._thread_places:
            return asyncio.run(talk.hold(budget_s=self._budget_s))


def asker_of(context: Context) -> Asker:
    """The model and the terms that the user has set."""
    terms = context.settings.model
    record = Record(
        attempts=Attempts(State(context.data_folder)),
        now=context.now,
        keep_prompts=terms.keep_prompts,
    )
    return Asker(context.model, record, budget_s=terms.timeout_s, at_once=terms.at_once)


def why_rejected(outcome: Rejected) -> str:
    """One sentence: how often it was asked, and the first rule that the last reply broke."""
    wrong = musts(outcome.attempts[-1].findings)
    first = wrong[0].message if wrong else "-"
    return f"no reply passed in {len(outcome.attempts)} attempts: {first}"


def _narrated(value: T, reason: str, *, error: str, talk: Conversation[T]) -> Answered[T]:
    return Answered(
        value=value, source="narrator", reason=reason, error=error, attempts=talk.attempts
    )
