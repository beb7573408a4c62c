"""Words and figures of an English sentence: a figure with its unit is one token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.guard.claims import Said
from hakaru.records import frozen
from hakaru.running.claims.en.alike import ALIKE, percent_at

KM_PER_MILE, M_PER_FOOT = 1.609344, 0.3048

CLOCK = "clock"
"""The unit of 4:15 alone: a pace or a time, as the words around it say. In seconds."""

BARE = "bare"
"""The unit of a number alone."""


@frozen
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

_UNIT_ROWS = """\
ms 1: ms|millisecond|milliseconds
s 1: s|sec|secs|second|seconds
s 60: min|mins|minute|minutes
s 3600: h|hr|hour|hours
cm 1: cm|centimetre|centimetres|centimeter|centimeters
cm 0.1: mm|millimetres|millimeters|millimetre|millimeter
m 1: m|metre|metres|meter|meters
km 1: km|kilometre|kilometres|kilometer|kilometers|kms|k
% 1: %|percent|per cent
points 1: percentage point|percentage points|pp
spm 1: steps|step|steps each minute|steps per min|strides per minute|spm|steps per minute
spm 1: steps / min|per minute|a minute|steps a minute|steps / minute
bpm 1: bpm|beats per minute|beats a minute|beats / min|beats|beat|heartbeats per minute
bpm 1: heartbeats|times per minute|times a minute|more heartbeats per minute
N/m/kg 1: n / m / kg|newtons per metre per kilogram|newtons per metre and kilogram
km 1.60934: mile|miles|mi
m 0.3048: ft|feet|foot
cm 2.54: inch|inches
m 0.9144: yards|yard
W 1: w|watt|watts
m/s 1: m / s|metres per second|meters per second
m/km 1: m / km|m per km|m each kilometre|metres for every kilometre|metres each kilometre
m/km 1: metres a kilometre|m per kilometre|metre per kilometre|metres per kilometre
m/km 1: meters per kilometer|metres per km|meters per km
°C 1: °c|degrees|degrees celsius|° c|°|celsius|degrees c|degree
°F 1: degrees fahrenheit|°f|fahrenheit
mph 1: mph
lbs 1: lbs
star 1: star|stars|/ 5 stars|out of 5 stars|of 5 stars|out of five stars|of five stars
score 1: point|points|pts|points out of 100|out of 100 points|points out of a hundred
"""
"""Unit of facts, how many of it one is, and how people write it."""
_UNITS: Mapping[str, tuple[str, float]] = {
    spelled: (row.split()[0], float(row.split()[1].rstrip(":")))
    for row in _UNIT_ROWS.splitlines()
    for spelled in row.partition(": ")[2].split("|")
}

_LONGEST_UNIT = 5
_HOURS = (("h",), ("hrs",), ("hours",))

_PER_KM: frozenset[tuple[str, ...]] = frozenset(
    (*per, km)
    for per in (("/",), ("per",), ("a",), ("the",), ("each",))
    for km in ("km", "kilometre", "kilometer", "k")
    if per != ("the",)
) | {("min", "/", "km"), ("min", "per", "km"), ("minutes", "per", "kilometre"),
     ("minutes", "per", "km"), ("mins", "/", "km"), ("minutes", "per", "kilometer"),
     ("minutes", "a", "kilometre"),
     ("min", "/", "kilometre"), ("min", "a", "kilometre")}  # fmt: skip

_PER_MILE = frozenset(
    (*minutes, *per, mile)
    for minutes in ((), ("min",), ("minutes",))
    for per in (("/",), ("per",), ("a",))
    for mile in ("mile", "mi")
)

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
    "hasn't": ("has", "not"), "there's": ("there", "is"), "hadn't": ("had", "not"),
    "haven't": ("have", "not"), "couldn't": ("could", "not"), "you're": ("you", "are"),
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

_NOT = re.compile(r"(?<=was|ere|oes)n['’]t\b(?= (?:out of|unusual|abnormal))")
_OUT = r"(?:unusual|out of the ordinary|out of line|abnormal)\b"
_USUAL = re.compile(rf"\b(?:not|nothing) (?:at all |particularly |really )?{_OUT}")
_UNUSUAL = re.compile(r"\b(?:unusual|out of the ordinary)(?= (?:at|with|for)|[,;:.!)]|$)")
_WHILE = re.compile(
    r" as (?=(?:your |the )?(?:cadence|pace|heart rate|pulse|power|contact|ground contact|"
    r"step length|stride|vertical|leg stiffness)\b[a-z ]* (?:fell|rose|dropped|climbed|increased|"
    r"decreased|shrank|grew|shortened|lengthened|went|sank|slipped|slowed)\b)"
)
_ANYBODY = re.compile(r"\bone (?=would|might|could|can|expects|usually|normally|typically)")
_ISO_DAY = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])-([0-3]\d)\b")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
           "october", "november", "december")  # fmt: skip


def _day_in_words(match: re.Match[str]) -> str:
    return f"{int(match[3])} {_MONTHS[int(match[2]) - 1]} {match[1]}"


_BESIDE = re.compile(
    r"\bthe one (?:just |right |directly |immediately )?(before|after)(?: (?:it|that))?\b"
)
_BULLET = re.compile(r"^\s*[-*•]\s+")
_NUMBERED_BY_COLON = re.compile(
    r"\b(km|kilometre|kilometer|split|lap|rep|repetition): (?=\d{1,2}\b(?![:.]\d))"
)
_ONE_THING = re.compile(
    r"\b(?:the (?:one|only|single)|(?:just|only) one) (?:thing|item|point|metric|area|figure) to "
)
_FIFTH_STAR = re.compile(r"\b(?:missed|lost|misses|lacks) (?:its|the|your|a) fifth star\b")
_EACH_ONE = re.compile(
    r"\b(every|each|all|any) (?:last |single )?one(?= of\b)"
    r"|\bone (?=single [a-z]+ (?:of|block|piece)\b)"
)
"""The "one" of "every one of them", which counts nothing."""
_VARIED = re.compile(
    r"\bpace (?:within|in|over|during|across|through) ((?:the |your )?[a-z -]{3,14}?) "
    r"(?:varied|fluctuated) (?:only |just )?by (?:only |just )?(?=about |around |\d)"
)
_A_HUNDRED = re.compile(
    r"\b(?:a|one) (?:clean |round |full |straight )?hundred\b(?! (?:and|metres|watts|meters|point))"
)
_DECADE = re.compile(r"\b(the|mid|low|high|upper|lower) (\d+0)s\b")


def _plain(sentence: str) -> str:
    text = (
        _NOT.sub(" not", sentence)
        .strip()
        .translate(_SIGNS)
        .replace("—", " -- ")
        .lower()
        .replace("**", "")
    )
    text = (
        text.replace("~", " about ")
        .replace("vs.", "vs")
        .replace("approx.", "about")
        .replace("percentage-point", "percentage point")
        .replace("i.e.", "ie")
        .replace("this one", "this run")
    )
    return _levelled(text)


def _levelled(text: str) -> str:
    """The same with the many ways of one thing written in one."""
    text = re.sub(r"/5(?= ?stars?\b)", " out of 5", text)
    text = _BESIDE.sub(
        lambda match: f"the {'previous' if match[1] == 'before' else 'next'} one ", text
    )
    text = re.sub(
        r"\b(twenty|thirty) (?=(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b)",
        r"\1",
        text,
    )
    text = _EACH_ONE.sub(r"\1", text)
    text = _ONE_THING.sub("the only one to ", _NUMBERED_BY_COLON.sub(r"\1 ", text))
    text = _FIFTH_STAR.sub("lost 1 star", _BULLET.sub("", text))
    text = _VARIED.sub(r"pace variation in \1 was ", text)
    text = re.sub(r"\ba second (?=per |faster|slower|quicker)", "1 second ", text)
    text = re.sub(r"\ba (?:single|full|mere|whole) second\b(?! half)", "1 second", text)
    text = re.sub(r"\ba couple of (?=seconds|beats|steps|milliseconds|watts)", "about 2 ", text)
    text = _WHILE.sub(", ", _ANYBODY.sub("you ", text))
    text = re.sub(r"\bpersonal (?=\d|expect|norm|usual|average)", "", text)
    text = re.sub(r"\b(?:run|runs|ran|running) (?=(?:faster|slower) than\b)", "", text)
    text = _USUAL.sub("within the usual range", text)
    text = _UNUSUAL.sub("outside the usual range", text)
    if re.search(r"\b(?:upper|lower) (?:bound|limit|end|edge)\b", text):
        text = re.sub(r"\b(upper|lower) one\b", r"\1 bound", text)
    text = re.sub(r"(?<=[a-z]) #(?=\d)", " ", text).replace(" → ", ": ").replace("→", " to ")
    text = _ISO_DAY.sub(_day_in_words, text)
    text = re.sub(r"\bslow ones?\b", "slowest", text)
    text = re.sub(r"\b(?:quick|fast) ones?\b", "fastest", text)
    text = _A_HUNDRED.sub("100", text)
    for pattern, alike in ALIKE:
        text = pattern.sub(alike, text)
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
    if (part := percent_at(pieces, at)) is not None:
        percent, slack = part
        return Figure(value=percent, unit="%", slack=slack, last_digit_value=percent), at + 2
    value, end = _in_words(pieces, at)
    if value is None:
        return _one_of(pieces, at)
    if _is(pieces, end, "point"):
        return _decimal(value, pieces, end)
    if _words(pieces, end, 3) == ("and", "a", "half"):
        return Figure(value=value + 0.5, unit=BARE, slack=0.05, last_digit_value=0.1), end + 3
    return Figure(value=float(value), unit=BARE, slack=0.5), end


def _one_of(pieces: Sequence[Token], at: int) -> tuple[Figure | None, int]:
    """As "an hour", "a single beat", "half a minute"."""
    half = pieces[at] == "half"
    begin = at + 1 if half else at
    if not (_is(pieces, begin, "a") or _is(pieces, begin, "an")):
        return None, at
    end = begin + 1
    while end < len(pieces) and pieces[end] in (
        "single",
        "full",
        "mere",
        "good",
        "whole",
        "negligible",
        "bare",
    ):
        end += 1
    if end >= len(pieces) or pieces[end] not in _SINGLE_UNITS:
        return None, at
    if str(pieces[end]).startswith("kilomet") and end > begin + 1 and not half:
        return None, at
    if pieces[end] == "step" and _is(pieces, end + 1, "of"):
        return None, at
    if half:
        return Figure(value=0.5, unit=BARE, slack=0.05, last_digit_value=0.1), end
    return Figure(value=1.0, unit=BARE, slack=0.5), end


_SINGLE_UNITS = frozenset(
    {
        "hour", "metre", "meter", "beat", "centimetre", "centimeter", "millisecond", "percent",
        "minute", "watt", "degree", "kilometre", "kilometer", "point", "step", "star",
    }
)  # fmt: skip


def _decimal(value: int, pieces: Sequence[Token], at: int) -> tuple[Figure, int]:
    """As "eight point one two"."""
    digits, end = "", at + 1
    while end < len(pieces) and 0 <= _SMALL.get(str(pieces[end]), -1) < 10:
        digits += str(_SMALL[str(pieces[end])])
        end += 1
    if not digits:
        return Figure(value=float(value), unit=BARE, slack=0.5), at
    step = 10.0 ** -len(digits)
    number = float(f"{value}.{digits}")
    return Figure(value=number, unit=BARE, slack=step / 2.0, last_digit_value=step), end


def _in_words(pieces: Sequence[Token], at: int) -> tuple[int | None, int]:
    """A number in words."""
    value, end = _below_thousand(pieces, at)
    if value is None or not _is(pieces, end, "thousand"):
        return value, end
    value, end = 1000 * value, end + 1
    skip = 1 if _is(pieces, end, "and") else 0
    rest, after = _below_thousand(pieces, end + skip) if end + skip < len(pieces) else (None, end)
    return (value, end) if rest is None else (value + rest, after)


def _below_thousand(pieces: Sequence[Token], at: int) -> tuple[int | None, int]:
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
        for length in (3, 2):
            if _words(pieces, at, length) in _PER_MILE:
                return _in_unit(
                    replace(figure, unit="s/km"), "s/km", 1.0 / KM_PER_MILE
                ), at + length
        if _words(pieces, at, 1) in (("minutes",), ("min",), *_HOURS):
            hours = _words(pieces, at, 1) in _HOURS
            return _in_unit(figure, "s", SECONDS_PER_MINUTE if hours else 1.0), at + 1
        return figure, at
    if figure.unit == "s" and _words(pieces, at, 1) in _HOURS:
        return figure, at + 1
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
    words: list[str] = []
    for piece in pieces[at : at + length]:
        if isinstance(piece, Figure):
            if piece.unit != BARE or piece.last_digit_value != 1.0:
                return ()
            words.append(f"{piece.value:g}")
        else:
            words.append(piece)
    return tuple(words) if len(words) == length else ()


def _joined(tokens: Iterator[Token]) -> Iterator[Token]:
    """Hours, minutes and seconds together; "per km" behind a time makes it a pace; a figure before
    a range takes the unit of the one behind it."""
    listed = list(tokens)
    at = 0
    merged: list[Token] = []
    while at < len(listed):
        token = listed[at]
        at += 1
        while isinstance(token, Figure) and token.unit == "s" and at < len(listed):  # 1 h 2 min 3 s
            following = listed[at]
            skip = 0
            while following in ("and", ",") and at + skip + 1 < len(listed):
                skip += 1
                following = listed[at + skip]
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
        "effort",
        "efforts",
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
