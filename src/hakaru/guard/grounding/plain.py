"""How is a text written before it is read: full-width, look-alike and hidden characters?"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_SAME = {
    **{ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63"), "-"),
    **dict.fromkeys(map(ord, "\u301c\u223c\u223f\u3030"), "~"),
    **dict.fromkeys(map(ord, "\u2018\u2019\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u2033"), '"'),
    ord("\u2044"): "/",
    ord("\u2215"): "/",
    ord("\u00d7"): "x",
    ord("\t"): " ",
}


@dataclass(frozen=True, kw_only=True)
class Written:
    """A text twice, character by character: as it is reported (after NFKC, without hidden
    characters) and as it is read (lower case, ASCII digits, one kind of minus, tilde and quote)."""

    shown: str
    read: str


def written(text: str) -> Written:
    """Both forms of any string; they have the same length."""
    shown = _HIDDEN.sub("", unicodedata.normalize("NFKC", text))
    read = shown.translate(_SAME)
    if not read.isascii():
        read = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), read)
    return Written(shown=shown, read=read)
