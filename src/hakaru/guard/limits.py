"""How large may a prompt, its parts and a reply be? Too large is an error, never a silent cut."""

from __future__ import annotations

from hakaru.core.errors import PromptTooLarge
from hakaru.guard.attempts import Prompt

PROMPT_MOST_BYTES = 16_384
"""System and user text together, of a first question."""
EVIDENCE_MOST_BYTES = 2_048
"""What a section analyst is told about a run."""
CORRECTION_MOST_BYTES = 8_192
"""What a correction adds to the original question: the reply and what is wrong with it."""
REPLY_MOST_BYTES = 65_536
DEEPEST = 12
"""Objects and lists inside each other, in a reply."""


def within(text: str, part: str, *, most_bytes: int) -> str:
    """The same text, if it keeps its budget.

    Raises:
        PromptTooLarge: it does not; nothing is left out to make it fit.
    """
    n_bytes = len(text.encode("utf-8", "surrogatepass"))
    if n_bytes > most_bytes:
        raise PromptTooLarge(part, n_bytes, limit_bytes=most_bytes)
    return text


def sendable(
    prompt: Prompt, *, most_bytes: int = PROMPT_MOST_BYTES + CORRECTION_MOST_BYTES
) -> Prompt:
    """The same prompt, if it keeps its budget (by default: that of a corrected one).

    Raises:
        PromptTooLarge: it does not.
    """
    within(prompt.system + prompt.user, "prompt", most_bytes=most_bytes)
    return prompt
