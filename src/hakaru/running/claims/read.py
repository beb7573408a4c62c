"""Sentences of a text, and what each claims where every word of it can be read.

A sentence ends at a full stop, question or exclamation mark or a line's end: never inside a figure
("4.2 km"), and not at the dot of a unit or an abbreviation unless what follows begins like a
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TypeAlias

from hakaru.core.i18n import Lang
from hakaru.guard.claims import Claim, Facts, Value
from hakaru.records import frozen


@frozen
class ReadSentence:
    """One sentence as it is written. `claims` None: not every word of it could be read."""

    text: str
    claims: tuple[Claim, ...] | None


ClaimsOf: TypeAlias = Callable[[str, Facts], tuple[Claim, ...] | None]
ReadText: TypeAlias = Callable[[str, Facts, Lang], tuple[ReadSentence, ...]]
"""As `read_sentences` does."""

_ENDS = "。！？!?\n"
_CLOSING = "」』）)】\"'”’"
_NEVER_LAST = frozenset(
    {"e.g", "i.e", "vs", "approx", "ca", "no", "nr", "fig", "st", "dr", "mt", "cf", "resp", "incl"}
)
"""What an English dot shortens and never ends a sentence."""
_UNITS = frozenset(
    {
        "km", "m", "cm", "mm", "mi", "ft", "h", "hr", "hrs", "min", "mins", "s", "sec", "secs",
        "ms", "bpm", "spm", "w", "c", "f", "kg", "pct", "avg", "max", "temp", "elev", "a.m", "p.m",
    }
)  # fmt: skip
"""Those whose dot may also be that of the sentence: what follows decides."""
_BEGINNING = re.compile(r"\s+[\"'“‘(「『]?(?:[A-Z]|[^\x00-\x7f])|\s*$")
_SENTENCE_MOST = 400
"""Characters; a longer sentence about a run is none that we read, and one of digits alone would
take seconds."""
_WORD_MOST = 40
_LAST_WORD = re.compile(r"[^\W\d_](?:[\w.]*\w)?$|\d[\d.:]*$")


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text in either language, each with the mark that ends it."""
    passages: list[str] = []
    begin = 0
    for end in _ends(text):
        passages.append(text[begin:end])
        begin = end
    passages.append(text[begin:])
    return tuple(stripped for piece in passages if (stripped := piece.strip()))


def _ends(text: str) -> Iterator[int]:
    at = 0
    while at < len(text):
        mark, at = text[at], at + 1
        if mark in _ENDS or (mark in ".．｡" and _ends_here(text, at - 1)):
            while at < len(text) and text[at] in _ENDS + _CLOSING:
                at += 1
            yield at


def _ends_here(text: str, dot: int) -> bool:
    """Whether the dot at this place is the end of a sentence."""
    after = text[dot + 1 :].lstrip(_CLOSING)
    if text[dot] == "｡" or not after:
        return True
    if text[dot] == "．":
        return not after[0].isdecimal()
    if not (after[0].isspace() or not after[0].isascii()):
        return False
    last = _LAST_WORD.search(text, max(0, dot - _WORD_MOST), dot)
    word = "" if last is None else last[0].lower()
    if word in _NEVER_LAST or (len(word) == 1 and word.isalpha() and word not in _UNITS):
        return False
    return word not in _UNITS or _BEGINNING.match(after) is not None


def read_sentences(text: str, facts: Facts, lang: Lang) -> tuple[ReadSentence, ...]:
    """Each sentence with what it claims; whether that is true is for `holds` to say."""
    claims_of, passages = _reader(lang), list[ReadSentence]()
    for sentence in sentences(text):
        claims = None
        if len(sentence) <= _SENTENCE_MOST:
            claims = _sensible(claims_of(_DECORATION.sub("", sentence), facts), facts)
            if claims is None and passages:
                claims = _read_on(passages[-1], sentence, facts, claims_of, _JOINTS.get(lang, ", "))
        passages.append(ReadSentence(text=sentence, claims=claims))
    return tuple(passages)


_DECORATION = re.compile("[✨🏃👟💪🔥🎉👏🙌😊🙂⏱📝]\ufe0f?")
"""Pictures that say nothing; a mark, a thumb or an arrow does."""
_JOINTS: Mapping[Lang, str] = {"ja": "、"}


def _read_on(
    before: ReadSentence, sentence: str, facts: Facts, claims_of: ClaimsOf, joint: str
) -> tuple[Claim, ...] | None:
    """What a sentence adds to the one before, which says what it is about: "that is 3 bpm more"."""
    if before.claims is None:
        return None
    joined = f"{before.text.rstrip(_ENDS + '.．｡')}{joint}{sentence}"
    both = _sensible(claims_of(joined, facts), facts) or ()
    added = tuple(claim for claim in both if claim not in before.claims)
    return added if added and set(before.claims) <= set(both) else None


def _sensible(claims: tuple[Claim, ...] | None, facts: Facts) -> tuple[Claim, ...] | None:
    return None if _is_absurd(claims, facts) else claims


_ABSURD_TIMES = 3.0


def _is_absurd(claims: tuple[Claim, ...] | None, facts: Facts) -> bool:
    """Whether a figure is so far from what it is said to be of that it was meant of something
    else: two seconds that one half was slower by are no pace."""
    values = [claim for claim in claims or () if isinstance(claim, Value)]
    for claim in values:
        value, written = facts.number(claim.fact), claim.said
        if value is None or written.unit in ("count", "star", "score", "points"):
            continue
        low, high = sorted((abs(value), abs(written.value)))
        if high > _ABSURD_TIMES * (low + written.slack):
            return True
    return False


def _reader(lang: Lang) -> ClaimsOf:
    """The reader of a language, loaded with the first text; a language without one reads nothing,
    so that every wording in it is replaced by our own."""
    try:
        module = import_module(f"hakaru.running.claims.{lang}.sentences")
    except ModuleNotFoundError:
        return _reads_nothing
    reader: ClaimsOf = module.claims_of_sentence
    return reader


def _reads_nothing(_sentence: str, _facts: Facts) -> None:
    return None
