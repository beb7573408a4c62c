"""How does text that a user or a device supplied become harmless in each output?"""

from __future__ import annotations

import re
import unicodedata

from hakaru.guard.cleaning import clean

_INLINE_SPECIAL = re.compile(r"([\\`*_\[\]|~#$:@>]|(?<=www)\.)", re.IGNORECASE)
_LEADING_SPECIAL = re.compile(r"^(\d*)([-+.)=])(?=\s|$)")


def markdown(text: str) -> str:
    """Cleaned text in which no character has a meaning in Markdown or HTML, links included."""
    escaped = _LEADING_SPECIAL.sub(r"\1\\\2", _INLINE_SPECIAL.sub(r"\\\1", clean(text)))
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def width_columns(text: str) -> int:
    """Columns a terminal needs: wide and full-width characters take two, combining marks none.

    Ambiguous characters (stars, ±) count as one, as terminals do by default.
    """
    return sum(_columns(character) for character in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Text filled with spaces to a width; `right` aligns it to the right."""
    space = " " * max(0, columns - width_columns(text))
    return space + text if right else text + space


def cut(text: str, columns: int) -> str:
    """Text of at most that many columns, an ellipsis standing for what was cut."""
    if width_columns(text) <= columns:
        return text
    shortened, used = "", 0
    for character in text:
        used += _columns(character)
        if used > columns - 1:
            break
        shortened += character
    return shortened + "…"


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
