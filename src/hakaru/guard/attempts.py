"""What was asked, what came back, and what was wrong with it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from hakaru.guard.findings import Finding

T = TypeVar("T")

Finish = Literal["stop", "length", "filter", "unknown"]


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a model is sent. `schema` is the JSON Schema its reply must follow; None: free JSON."""

    system: str
    user: str
    schema: dict[str, object] | None = None
    reply_max_tokens: int = 1024

    @property
    def n_bytes(self) -> int:
        """Size of both texts, bytes of UTF-8."""
        return len(self.system.encode()) + len(self.user.encode())


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What a model answered. Token counts are its own; None: it did not say."""

    text: str
    finish: Finish = "unknown"
    n_prompt_tokens: int | None = None
    n_reply_tokens: int | None = None
    elapsed_ms: float | None = None


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One question and its answer, with everything that was wrong with it."""

    prompt: Prompt
    reply: Reply
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class Accepted(Generic[T]):
    """A value that passed every must; `warnings` are the shoulds it broke."""

    value: T
    attempts: tuple[Attempt, ...]

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What could be better in what was accepted."""
        return self.attempts[-1].findings if self.attempts else ()


@dataclass(frozen=True, kw_only=True)
class Rejected:
    """No reply passed within the attempts that were allowed."""

    attempts: tuple[Attempt, ...]
