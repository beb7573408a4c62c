"""What would a model have said? A list of replies, for tests and rehearsals."""

from __future__ import annotations

from collections.abc import Iterable

from hakaru.core.errors import ModelError, ModelFailed
from hakaru.guard.task import Prompt, Reply
from hakaru.sources.models.model import Description


class Scripted:
    """Answers with the given replies in their order, or raises the given errors.

    `asked` holds the prompts it got.
    """

    def __init__(self, replies: Iterable[Reply | str | ModelError]) -> None:
        self._replies = list(replies)
        self.asked: list[Prompt] = []

    def describe(self) -> Description:
        """A model that is nowhere."""
        return Description(
            backend="scripted",
            name="scripted",
            url="",
            key_env=None,
            structured="prompted",
            timeout_s=0.0,
            leaves_machine=False,
        )

    def as_sent(self, prompt: Prompt) -> Prompt:
        """Unchanged."""
        return prompt

    async def answer(self, prompt: Prompt) -> Reply:
        """The next reply.

        Raises:
            ModelError: the script says so, or has come to its end.
        """
        self.asked.append(prompt)
        if len(self.asked) > len(self._replies):
            raise ModelFailed("the script", f"it has only {len(self._replies)} replies")
        reply = self._replies[len(self.asked) - 1]
        if isinstance(reply, ModelError):
            raise reply
        return Reply(text=reply, finish="stop") if isinstance(reply, str) else reply
