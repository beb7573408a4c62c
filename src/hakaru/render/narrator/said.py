"""What is one sentence of a section: its words, and the facts they rest on?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hakaru.running.wording import Lang


@dataclass(frozen=True, kw_only=True)
class Said:
    """One sentence, with the ids of the facts it states."""

    text: str
    evidence: tuple[str, ...] = ()


def joined(sentences: Iterable[Said], lang: Lang) -> str:
    """One after the other; English takes a space between."""
    texts = [sentence.text.strip() for sentence in sentences if sentence.text.strip()]
    return ("" if lang == "ja" else " ").join(texts)


def cited(sentences: Sequence[Said]) -> tuple[str, ...]:
    """Every fact stated, once, in the order of the sentences."""
    return tuple(dict.fromkeys(key for sentence in sentences for key in sentence.evidence))
