"""What is a language model to Hakaru? Something that answers one prompt with one reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from hakaru.guard.task import Prompt, Reply

Backend = Literal["none", "openai", "anthropic"]
"""`openai`: all that speak its protocol, such as Ollama, llama-server, LM Studio, vLLM."""

Structured = Literal["auto", "schema", "prompted"]
"""How a reply is kept to a schema: by the server, or by asking for it. `auto`: by the server, where
it is known to be able to."""


@dataclass(frozen=True, kw_only=True)
class Description:
    """Which model is asked, where, and how. `key_env` names a variable, never its value.

    `leaves_machine` False: the address is this machine's own.
    """

    backend: str
    name: str
    url: str
    key_env: str | None
    structured: str
    timeout_s: float
    leaves_machine: bool


class Model(Protocol):
    """One language model. It gives text; what becomes of it is for the guard to say."""

    def describe(self) -> Description:
        """Which model this is and where a prompt would go. Opens no connection."""
        ...

    def as_sent(self, prompt: Prompt) -> Prompt:
        """The prompt as it would leave: schema in the text where the server does not take one."""
        ...

    async def answer(self, prompt: Prompt) -> Reply:
        """One question, one call.

        Raises:
            ModelError: no reply: unreachable, refused, busy, failed, too slow, not set up.
        """
        ...
