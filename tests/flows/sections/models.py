"""Models for tests: they answer by what they are asked, not in an order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from threading import Barrier, Lock

from hakaru.core.errors import ModelError
from hakaru.guard.task import Prompt, Reply
from hakaru.running.sections.model import SectionName
from hakaru.sources.models.model import Description

_ASKED: Mapping[SectionName, str] = {
    "split": "over the splits",
    "phase": "phases of this session",
    "efficiency": "form verdict",
    "environment": "conditions of this run",
    "summary": "run as a whole",
}

_PATIENCE_S = 120.0
Answer = Callable[[SectionName], "Mapping[str, object] | str | ModelError"]


class Answering:
    """Asks a function for each section. `prompts` are those it got. `together`: it answers only
    when so many prompts are under way at the same time."""

    def __init__(self, answer: Answer, *, together: int = 1) -> None:
        self._answer, self._gate, self._lock = (
            answer,
            Barrier(together, timeout=_PATIENCE_S),
            Lock(),
        )
        self.prompts: list[Prompt] = []

    def describe(self) -> Description:
        """A model that is nowhere."""
        return Description(
            backend="scripted",
            name="answering",
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
        """What the function says of the section that is asked for."""
        with self._lock:
            self.prompts.append(prompt)
        await asyncio.to_thread(self._gate.wait)
        section = next(name for name, words in _ASKED.items() if words in prompt.system)
        answer = self._answer(section)
        if isinstance(answer, ModelError):
            raise answer
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
        return Reply(text=text, finish="stop")
