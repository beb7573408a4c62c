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
    texts = [one.text.strip() for one in sentences if one.text.strip()]
    return ("" if lang == "ja" else " ").join(texts)


def cited(sentences: Sequence[Said]) -> tuple[str, ...]:
    """Every fact stated, once, in the order of the sentences."""
    return tuple(dict.fromkeys(key for one in sentences for key in one.evidence))
