"""Parts of a whole in English: "all but one of six", "half of the ten", "a twelfth longer"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_NUMBERS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
_OF: Final = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20,
}  # fmt: skip
_NOUN = (
    r"((?:[a-z]+ ){0,2}?"
    r"(?:splits|laps|kilomet(?:re|er)s|kms?|reps|repetitions|intervals|efforts))\b"
)
MANY = rf"(\d+|{'|'.join(_NUMBERS)})"
ALL_BUT: Final = re.compile(rf"\ball (?:but|except|bar) {MANY} of (?:the |your |its )?{MANY}\b")
SHARE_OF: Final = re.compile(
    rf"(?<!first )(?<!second )\b(half|(?:a|one|two|three|four) (?:{'|'.join(_OF)})s?)"
    rf"(?: of (?:the |your )?| the | your ){MANY} {_NOUN}"
)
SOME_SHARE: Final = re.compile(
    rf"\b(?:an?|one|two|three|four) (?:{'|'.join(_OF)})s? of (?=(?:the|your|all|its|them)\b)"
)
"""A share of what is not counted, which is no place: "a third of the splits"."""
_BEHIND = frozenset({
    "longer", "shorter", "higher", "lower", "larger", "smaller", "greater", "more", "less",
    "above", "below", "slower", "faster", "quicker", "bigger", "stiffer", "softer", "under", "over",
    ",", ".", ";", ")", "off", "too",
})  # fmt: skip
"""What a fraction that says how much is followed by: "a third kilometre" is a place."""
_NEAR = 0.08


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _NUMBERS.index(text)


def all_but(match: re.Match[str]) -> str:
    """As "all but one of the six": "5 of 6"."""
    few, many = _number(match[1]), _number(match[2])
    return f"{many - few} of {many}" if 0 < few < many else match[0]


def share_of(match: re.Match[str]) -> str:
    """As "half of the ten kilometres": "5 of 10 kilometres"; unchanged where it is no number."""
    fraction = _fraction(match[1].split())
    whole = _number(match[2])
    if fraction is None or whole * fraction[0] % fraction[1]:
        return match[0]
    return f"{whole * fraction[0] // fraction[1]} of {whole} {match[3]}"


def _fraction(words: Sequence[object]) -> tuple[int, int] | None:
    """Numerator and denominator of "a half", "three quarters"."""
    first, *rest = [str(word) for word in words]
    if first == "half" and not rest:
        return 1, 2
    many = 1 if first == "a" else _NUMBERS.index(first) if first in _NUMBERS else 0
    of = _OF.get(rest[0].removesuffix("s"), 0) if rest else 0
    if not many or not of or many >= of or (many > 1) != rest[0].endswith("s"):
        return None
    return many, of


def percent_at(pieces: Sequence[object], at: int) -> tuple[float, float] | None:
    """A fraction that says by how much, as "a twelfth longer", in % with how far it may be off:
    no nearer to another fraction; None: there is none."""
    before = pieces[at - 1] if at else ""
    behind = pieces[at + 2] if at + 2 < len(pieces) else "."
    fraction = _fraction(pieces[at : at + 2]) if at + 1 < len(pieces) else None
    if fraction is None or behind not in _BEHIND or before == "and":
        return None
    many, of = fraction
    percent = 100.0 * many / of
    return percent, min(_NEAR * percent, 50.0 * (1.0 / of - 1.0 / (of + 1)))
