"""Stand-in: the sentences of a text with the claims that they make."""

from __future__ import annotations

import re

from hakaru.core.i18n import Lang
from hakaru.guard.claims import Claim, Facts
from hakaru.running.claims import read_en, read_ja

_SENTENCE = re.compile(r"[^.。!?！？\n]*(?:(?:\.(?=\d)|[^.。!?！？\n])+)(?:[.。!?！？]+|$)")


def read_sentences(
    text: str, facts: Facts, lang: Lang
) -> tuple[tuple[str, tuple[Claim, ...] | None], ...]:
    """Each sentence with its claims; None: it is not understood completely."""
    read = read_ja.claims_of_sentence if lang == "ja" else read_en.claims_of_sentence
    sentences = [match[0].strip() for match in _SENTENCE.finditer(text) if match[0].strip()]
    return tuple((sentence, read(sentence, facts)) for sentence in sentences)
