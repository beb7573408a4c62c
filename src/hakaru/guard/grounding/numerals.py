"""Which number do words and kanji say?"""

from __future__ import annotations

import re
from collections.abc import Mapping

_DIGITS: Mapping[str, int] = {sign: place for place, sign in enumerate("〇一二三四五六七八九")} | {
    "零": 0
}
_PLACES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL: Mapping[str, int] = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_LARGE: Mapping[str, int] = {"hundred": 100, "thousand": 1000}

KANJI = re.compile(r"[〇零一二三四五六七八九十百千万]{1,12}(?:[.・][〇一二三四五六七八九]{1,4})?")
_ONE = "|".join(sorted([*_SMALL, *_LARGE], key=len, reverse=True))
WORDS = re.compile(
    rf"(?:{_ONE})(?:(?:[ -]and[ -]|"
    rf"[ -])(?:{_ONE})){{0,8}}(?:\spoint(?:\s(?:{_ONE})){{1,3}})?(?![a-z])"
)


def kanji_value(text: str) -> float:
    """258 of 二百五十八 and of 二五八; 7.1 of 七・一."""
    whole, _, tail = text.replace("・", ".").partition(".")
    value = float(_by_place(whole) if any(sign in _PLACES for sign in whole) else _by_digit(whole))
    return value + (_by_digit(tail) / 10.0 ** len(tail) if tail else 0.0)


def word_value(text: str) -> float:
    """258 of "two hundred and fifty-eight", 7.1 of "seven point one"."""
    whole, _, tail = text.partition(" point ")
    total = current = 0
    for word in re.split(r"[ -]", whole):
        if word in _LARGE:
            current = max(current, 1) * _LARGE[word]
            if word == "thousand":
                total, current = total + current, 0
        else:
            current += _SMALL.get(word, 0)
    decimals = "".join(str(_SMALL.get(word, 0)) for word in tail.split())
    return total + current + (float(f"0.{decimals}") if decimals else 0.0)


def decimals_of(text: str) -> int:
    """How many decimals a number in words or kanji shows."""
    tail = text.replace("・", ".").partition(".")[2]
    return len(tail) or len(text.partition(" point ")[2].split())


def _by_place(text: str) -> int:
    total = current = digit = 0
    for sign in text:
        if sign not in _PLACES:
            digit = _DIGITS[sign]
        elif sign == "万":
            total, current, digit = total + max(current + digit, 1) * _PLACES[sign], 0, 0
        else:
            current, digit = current + max(digit, 1) * _PLACES[sign], 0
    return total + current + digit


def _by_digit(text: str) -> int:
    value = 0
    for sign in text:
        value = 10 * value + _DIGITS[sign]
    return value
