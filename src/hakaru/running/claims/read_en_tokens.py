"""Words and figures of an English sentence: a figure with its unit is one token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from hakaru.core.units import SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.guard.claims import Said

CLOCK = "clock"
"""The unit of 4:15 alone: a pace or a time, as the words around it say. In seconds."""

BARE = "bare"
"""The unit of a number alone."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A number as it was written, in the unit of facts; `last_digit_value`: what its last digit is
    worth."""

    value: float
    unit: str
    slack: float
    last_digit_value: float = 1.0

    @property
    def said(self) -> Said:
        """As claims state it."""
        return Said(value=self.value, unit=self.unit, slack=self.slack)

    @property
    def is_round(self) -> bool:
        """Whether it ends in 0 as people round."""
        return (
            self.value >= 10.0 * self.last_digit_value
            and self.value % (10.0 * self.last_digit_value) == 0.0
        )


Token: TypeAlias = str | Figure

_UNITS: Mapping[str, tuple[str, float]] = {
    "ms": ("ms", 1.0), "millisecond": ("ms", 1.0), "milliseconds": ("ms", 1.0),
    "s": ("s", 1.0), "sec": ("s", 1.0), "secs": ("s", 1.0), "second": ("s", 1.0),
    "seconds": ("s", 1.0),
    "min": ("s", SECONDS_PER_MINUTE), "mins": ("s", SECONDS_PER_MINUTE),
    "minute": ("s", SECONDS_PER_MINUTE), "minutes": ("s", SECONDS_PER_MINUTE),
    "h": ("s", SECONDS_PER_HOUR), "hr": ("s", SECONDS_PER_HOUR),
    "hour": ("s", SECONDS_PER_HOUR), "hours": ("s", SECONDS_PER_HOUR),
    "cm": ("cm", 1.0), "centimetre": ("cm", 1.0), "centimetres": ("cm", 1.0),
    "centimeter": ("cm", 1.0), "centimeters": ("cm", 1.0),
    "mm": ("cm", 0.1), "millimetres": ("cm", 0.1), "millimeters": ("cm", 0.1),
    "m": ("m", 1.0), "metre": ("m", 1.0), "metres": ("m", 1.0), "meter": ("m", 1.0),
    "meters": ("m", 1.0),
    "km": ("km", 1.0), "kilometre": ("km", 1.0), "kilometres": ("km", 1.0),
    "kilometer": ("km", 1.0), "kilometers": ("km", 1.0), "kms": ("km", 1.0), "k": ("km", 1.0),
    "%": ("%", 1.0), "percent": ("%", 1.0), "per cent": ("%", 1.0),
    "percentage point": ("points", 1.0), "percentage points": ("points", 1.0),
    "pp": ("points", 1.0),
    "spm": ("spm", 1.0), "steps per minute": ("spm", 1.0), "steps / min": ("spm", 1.0),
    "per minute": ("spm", 1.0), "a minute": ("spm", 1.0),
    "steps a minute": ("spm", 1.0), "steps / minute": ("spm", 1.0),
    "bpm": ("bpm", 1.0), "beats per minute": ("bpm", 1.0), "beats a minute": ("bpm", 1.0),
    "beats / min": ("bpm", 1.0), "beats": ("bpm", 1.0), "beat": ("bpm", 1.0),
    "w": ("W", 1.0), "watt": ("W", 1.0), "watts": ("W", 1.0),
    "m / s": ("m/s", 1.0), "metres per second": ("m/s", 1.0), "meters per second": ("m/s", 1.0),
    "m / km": ("m/km", 1.0), "m per km": ("m/km", 1.0), "metres per kilometre": ("m/km", 1.0),
    "meters per kilometer": ("m/km", 1.0), "metres per km": ("m/km", 1.0),
    "meters per km": ("m/km", 1.0),
    "°c": ("°C", 1.0), "degrees": ("°C", 1.0), "degrees celsius": ("°C", 1.0),
    "° c": ("°C", 1.0), "°": ("°C", 1.0), "celsius": ("°C", 1.0), "degrees c": ("°C", 1.0),
    "star": ("star", 1.0), "stars": ("star", 1.0),
    "point": ("score", 1.0), "points": ("score", 1.0), "pts": ("score", 1.0),
    "/ 100": ("score", 1.0), "out of 100": ("score", 1.0), "points out of 100": ("score", 1.0),
    "/ 5 stars": ("star", 1.0), "out of 5 stars": ("star", 1.0), "of 5 stars": ("star", 1.0),
    "out of five stars": ("star", 1.0), "of five stars": ("star", 1.0),
}  # fmt: skip

_LONGEST_UNIT = 4
_A_METRE = frozenset({("metre", "of"), ("meter", "of")})

_PER_KM: frozenset[tuple[str, ...]] = frozenset(
    (*per, km)
    for per in (("/",), ("per",), ("a",), ("the",), ("each",))
    for km in ("km", "kilometre", "kilometer", "k")
    if per != ("the",)
) | {("min", "/", "km"), ("min", "per", "km"), ("minutes", "per", "kilometre"),
     ("minutes", "per", "km"), ("mins", "/", "km"), ("minutes", "per", "kilometer"),
     ("min", "/", "kilometre"), ("min", "a", "kilometre")}  # fmt: skip

_SMALL: Mapping[str, int] = {
    word: n
    for n, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS: Mapping[str, int] = {
    word: 10 * n
    for n, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}

_PIECE = re.compile(
    r"(?P<clock>\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:\.\d)?)"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?)"
    r"|(?P<word>[a-z]+(?:'[a-z]+)?|'s?)"
    r"|(?P<unit>%|°c?|/|★+☆*)"
    r"|(?P<range>(?<=[\dm%skc])-(?=\d))"
    r"|(?P<sign>(?<![\w%])[+-](?=\d))"
    r"|(?P<dash> -{1,2} )"
    r"|(?P<stop>\.(?=\s|$)|[,;:()!])"
)
_SHORT: Mapping[str, tuple[str, ...]] = {
    "didn't": ("did", "not"), "wasn't": ("was", "not"), "weren't": ("were", "not"),
    "isn't": ("is", "not"), "aren't": ("are", "not"), "doesn't": ("does", "not"),
    "don't": ("do", "not"), "it's": ("it", "is"), "that's": ("that", "is"),
    "hasn't": ("has", "not"), "there's": ("there", "is"),
}  # fmt: skip


def tokens_of(sentence: str) -> tuple[Token, ...] | None:
    """The tokens of a sentence; None: a sign that nobody reads."""
    pieces = list(_pieces(_plain(sentence)))
    if any(piece is None for piece in pieces):
        return None
    return tuple(_joined(_figures([piece for piece in pieces if piece is not None])))


_SIGNS = str.maketrans({
    "’": "'", "‘": "'", "–": "-", "‑": "-", "‒": "-", "−": "-", "\u00a0": " ", "\u202f": " ",
    "\u2009": " ", "“": "", "”": "", "≈": "~",
})  # fmt: skip
_LETTER_HYPHEN = re.compile(r"(?<=[a-z0-9])-(?=[a-z])|(?<=[a-z])-(?=\d)(?<![ms%]-)")

_DECADE = re.compile(r"\b(the|mid|low|high|upper|lower) (\d+0)s\b")


def _plain(sentence: str) -> str:
    text = sentence.strip().translate(_SIGNS).replace("—", " -- ").lower().replace("**", "")
    text = (
        text.replace("~", " about ")
        .replace("vs.", "vs")
        .replace("approx.", "about")
        .replace("percentage-point", "percentage point")
        .replace("this one", "this run")
    )
    text = re.sub(r"/5(?= ?stars?\b)", " out of 5", text)
    return _DECADE.sub(r"\1 decade \2", _LETTER_HYPHEN.sub(" ", text))


def _pieces(text: str) -> Iterator[Token | None]:
    position = 0
    while position < len(text):
        match = _PIECE.match(text, position)
        if match is None:
            if text[position].isspace():
                position += 1
                continue
            yield None
            return
        position = match.end()
        kind, piece = match.lastgroup, match.group()
        if kind == "clock":
            yield _clock(piece)
        elif kind == "number":
            yield _number(piece)
        elif kind == "word":
            yield from _SHORT.get(piece) or _word(piece)
        elif kind == "unit" and piece[0] == "★":
            yield Figure(value=float(piece.count("★")), unit="star", slack=0.5)
        elif kind == "dash":
            yield "--"
        elif kind == "sign":
            yield "plus" if piece == "+" else "minus"
        else:
            yield piece


def _word(piece: str) -> tuple[str, ...]:
    if piece.endswith("'s"):
        return (piece[:-2], "'s") if piece != "'s" else ("'s",)
    return (piece,)


def _clock(piece: str) -> Figure:
    value = 0.0
    for part in piece.split(":"):
        value = value * SECONDS_PER_MINUTE + float(part)
    step = 0.1 if "." in piece else 1.0
    unit = "s" if piece.count(":") > 1 else CLOCK
    return Figure(value=value, unit=unit, slack=step / 2.0, last_digit_value=step)


def _number(piece: str) -> Figure:
    plain = piece.replace(",", "")
    step = 10.0 ** -len(plain.partition(".")[2])
    return Figure(value=float(plain), unit=BARE, slack=step / 2.0, last_digit_value=step)


def _figures(pieces: Sequence[Token]) -> Iterator[Token]:
    """Numbers in words become figures; each takes the unit behind it."""
    at = 0
    while at < len(pieces):
        figure, end = _figure_at(pieces, at)
        if figure is None:
            yield pieces[at]
            at += 1
            continue
        figure, at = _with_unit(figure, pieces, end)
        yield figure


def _figure_at(pieces: Sequence[Token], at: int) -> tuple[Figure | None, int]:
    piece = pieces[at]
    if isinstance(piece, Figure):
        return piece, at + 1
    value, end = _in_words(pieces, at)
    if value is None and piece in ("a", "an") and _is(pieces, at + 1, "hour"):
        return Figure(value=1.0, unit=BARE, slack=0.5), at + 1
    if value is None and piece == "a" and _words(pieces, at + 1, 2) in _A_METRE:
        return Figure(value=1.0, unit=BARE, slack=0.5), at + 1
    if value is None:
        return None, at
    if end + 1 < len(pieces) and pieces[end] == "point" and pieces[end + 1] in _SMALL:
        decimal = _SMALL[str(pieces[end + 1])]
        if decimal < 10:  # one digit after the point
            tenths = value + decimal / 10.0
            return Figure(value=tenths, unit=BARE, slack=0.05, last_digit_value=0.1), end + 2
    return Figure(value=float(value), unit=BARE, slack=0.5), end


def _in_words(pieces: Sequence[Token], at: int) -> tuple[int | None, int]:
    """A number below 1000 in words."""
    value, end = _below_hundred(pieces, at)
    if value is None and pieces[at] == "a" and _is(pieces, at + 1, "hundred"):
        value, end = 1, at + 1
    if value is None or not _is(pieces, end, "hundred"):
        return value, end
    value, end = 100 * value, end + 1
    skip = 1 if _is(pieces, end, "and") else 0
    if end + skip < len(pieces):
        rest, after = _below_hundred(pieces, end + skip)
        if rest is not None:
            return value + rest, after
    return value, end


def _below_hundred(pieces: Sequence[Token], at: int) -> tuple[int | None, int]:
    word = pieces[at]
    if not isinstance(word, str):
        return None, at
    if word in _SMALL:
        return _SMALL[word], at + 1
    if word not in _TENS:
        return None, at
    ones = pieces[at + 1] if at + 1 < len(pieces) else ""
    if isinstance(ones, str) and 0 < _SMALL.get(ones, 0) < 10:  # "thirty-three"
        return _TENS[word] + _SMALL[ones], at + 2
    return _TENS[word], at + 1


def _is(pieces: Sequence[Token], at: int, word: str) -> bool:
    return at < len(pieces) and pieces[at] == word


def _with_unit(figure: Figure, pieces: Sequence[Token], at: int) -> tuple[Figure, int]:
    if figure.unit == CLOCK:
        for length in (3, 2):
            if _words(pieces, at, length) in _PER_KM:
                return replace(figure, unit="s/km"), at + length
        return figure, at
    if figure.unit != BARE:
        return figure, at
    for length in range(_LONGEST_UNIT, 0, -1):
        words = _words(pieces, at, length)
        unit = _UNITS.get(" ".join(words)) if words else None
        if unit is not None:
            name, factor = unit
            if name == "km" and factor == 1.0 and _is(pieces, at + length, "/"):
                continue
            return _in_unit(figure, name, factor), at + length
    return figure, at


def _in_unit(figure: Figure, unit: str, factor: float) -> Figure:
    return Figure(
        value=figure.value * factor,
        unit=unit,
        slack=figure.slack * factor,
        last_digit_value=figure.last_digit_value * factor,
    )


def _words(pieces: Sequence[Token], at: int, length: int) -> tuple[str, ...]:
    """So many words from a place on; empty where there are fewer. 100 and 5 are words here."""
    found: list[str] = []
    for piece in pieces[at : at + length]:
        if isinstance(piece, Figure):
            if piece.unit != BARE or piece.last_digit_value != 1.0:
                return ()
            found.append(f"{piece.value:g}")
        else:
            found.append(piece)
    return tuple(found) if len(found) == length else ()


def _joined(tokens: Iterator[Token]) -> Iterator[Token]:
    """Hours, minutes and seconds together; "per km" behind a time makes it a pace; a figure before
    a range takes the unit of the one behind it."""
    listed = list(tokens)
    at = 0
    merged: list[Token] = []
    while at < len(listed):
        token = listed[at]
        at += 1
        while isinstance(token, Figure) and token.unit == "s" and at < len(listed):
            following = listed[at]
            skip = 0
            if following == "and" and at + 1 < len(listed):
                following, skip = listed[at + 1], 1
            if not (
                isinstance(following, Figure)
                and following.unit == "s"
                and following.last_digit_value < token.last_digit_value
                and following.value < token.last_digit_value
                and token.last_digit_value >= SECONDS_PER_MINUTE
            ):
                break
            token = Figure(
                value=token.value + following.value,
                unit="s", slack=following.slack, last_digit_value=following.last_digit_value,
            )  # fmt: skip
            at += skip + 1
        if isinstance(token, Figure) and token.unit == "s" and _words(listed, at, 2) in _PER_KM:
            token = replace(token, unit="s/km")
            at += 2
        if isinstance(token, Figure) and token.unit == "m" and _words(listed, at, 2) in _PER_KM:
            token = replace(token, unit="m/km")
            at += 2
        merged.append(token)
    for index, token in enumerate(merged):
        if isinstance(token, Figure) and token.unit in (BARE, CLOCK) and index + 2 < len(merged):
            other = merged[index + 2]
            named = index > 0 and merged[index - 1] in _NUMBERED
            if not named and merged[index + 1] in ("-", "to", "and") and isinstance(other, Figure):
                yield _like(token, other, dash=merged[index + 1] == "-")
                continue
        yield token


_NUMBERED = frozenset(
    [
        "km",
        "kilometre",
        "kilometer",
        "kilometres",
        "kilometers",
        "split",
        "splits",
        "lap",
        "laps",
        "rep",
        "reps",
        "repetition",
        "repetitions",
        "interval",
        "number",
    ]
)
"""Words whose number is a place."""


def _like(figure: Figure, other: Figure, *, dash: bool) -> Figure:
    """The unit of the other one where it must be the same: 5:10-5:18/km, 149 to 154 bpm."""
    if figure.unit == CLOCK:
        return replace(figure, unit=other.unit) if other.unit in ("s/km", "s") else figure
    factor = {"m/km": 1.0}.get(other.unit, 1.0)
    if not dash and other.unit in (BARE, CLOCK, "score", "star"):
        return figure
    if other.unit in (BARE, CLOCK, "s", "s/km") or other.value == 0.0:
        return figure
    return _in_unit(figure, other.unit, factor)


def rough(figure: Figure) -> Figure:
    """A figure that was called rough: twice its slack, at least 2 % where it is round."""
    wide = 0.02 * abs(figure.value)
    slack = (
        max(2.0 * figure.slack, wide)
        if figure.is_round
        else max(figure.slack, min(2.0 * figure.slack, wide))
    )
    return replace(figure, slack=slack)
