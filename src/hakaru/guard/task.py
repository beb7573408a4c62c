"""What is a question to a model: its prompt, its judge, and how it is asked again?"""

from __future__ import annotations

from typing import Protocol, TypeVar

from hakaru.guard.attempts import Prompt, Reply
from hakaru.guard.findings import Finding

T_co = TypeVar("T_co", covariant=True)

MAX_ATTEMPTS = 3
"""The first question and at most two corrections."""


class Task(Protocol[T_co]):
    """A question. Pure: the same prompt and the same findings for the same facts."""

    @property
    def name(self) -> str:
        """What is asked for ("section.summary"): attempts are filed under it."""
        ...

    @property
    def prompt(self) -> Prompt:
        """The original question."""
        ...

    def judge(self, reply: Reply) -> tuple[T_co | None, tuple[Finding, ...]]:
        """The value, and everything that is wrong with it in one pass; never raises.

        None: the reply cannot be read as a value; a must-finding says why.
        """
        ...

    def correct(self, reply: Reply, findings: tuple[Finding, ...]) -> Prompt:
        """The question again: from the original, this reply and its findings, so it never grows."""
        ...
