"""Which numbers, dates and shares does a text state? Longest first, never overlapping."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hakaru.core.units import fahrenheit_to_celsius
from hakaru.guard.grounding import forms, measures, numerals
from hakaru.guard.grounding.claims import Claim, Reading, Sign
from hakaru.guard.grounding.plain import Written

Span = tuple[int, int]

_START = re.compile(
    r"[\d★☆〇零一二三四五六七八九十百千万]|(?<![a-z])(?=[adefhjmnostz])(?:"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s\d"
    r"|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|half|halved|halves|halving|twice|double|doubles"
    r"|doubled|doubling|triple|tripled|twofold|an?[ -](?:third|quarter|fifth))(?![a-z]))"
    r"|[星毎キ半倍](?:(?<=星)\s?\d|(?<=キ)ロ\s?\d|(?<=毎)(?:キロ|km)\s?\d|(?<=半)[分減]|(?<=倍)増)"
)
_SHARES: tuple[tuple[re.Pattern[str], float], ...] = tuple(
    (re.compile(pattern), share)
    for pattern, share in (
        (r"(?:one[ -]|an?[ -])third(?![a-z])", 1 / 3),
        (r"two[ -]thirds", 2 / 3),
        (r"(?:one[ -]|an?[ -])quarter(?![a-z])", 0.25),
        (r"three[ -]quarters", 0.75),
        (r"(?:one[ -]|an?[ -])fifth(?![a-z])", 0.2),
        (r"半分|半減|half|halv[a-z]{1,3}", 0.5),
        (r"倍増|twice|doubl[a-z]{1,3}|twofold", 2.0),
        (r"tripled?", 3.0),
    )
)
_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3}){1,4}(?![\d,])|\d{1,15})(?:\.\d{1,9})?")
_TO = re.compile(r"\s?(?:~|-|から|ないし|to(?![a-z]))\s?")
_AND = re.compile(r"\s(?:and)\s")
_BETWEEN = "between "
_SIGN_WORDS = ("マイナス", "プラス", "minus ", "plus ")
_NO_SIGN_AFTER = re.compile(r"[\da-z%)\]'\".]")
_ABOUT_BEFORE = (
    "約", "およそ", "おおよそ", "ほぼ", "大体", "だいたい", "about", "around", "roughly",
    "approximately", "approx", "approx.", "nearly", "almost", "circa", "ca.", "≈", "≒",
)  # fmt: skip
_ABOUT_AFTER = re.compile(r"\s?(?:前後|ほど|くらい|ぐらい|程度|弱|強|or so)")
_ORDINAL_AFTER = re.compile(
    r"(?:st|nd|rd|th)(?![a-z])|(?:回|本|度|つ|番|周|戦|日|件)?目|番(?!台)|位"
)
_ORDINAL_BEFORE = ("第", "no.", "no. ", "#")
_MARKER = re.compile(r"(?:^|(?<=\n))[ \-*・•>#]{0,8}\(?\d{1,2}(?:[.)](?!\d)|[:、](?=\s))")
_BAND = re.compile(r"台")
_VAGUE_KANJI = re.compile(
    r"[一二三](?:点(?!減|満|の差)|度|つ|人|件)|一(?![〇零一二三四五六七八九十百千万])|十分(?![〇零一二三四五六七八九十\d間])"
)
_BEFORE = 16


@dataclass(frozen=True, kw_only=True)
class _Number:
    value: float
    decimals: int
    end: int
    words: bool = False


def claims_of(text: Written, masked: Sequence[Span] = ()) -> tuple[Claim, ...]:
    """Every claim, in the order of the text. `masked`: names that hold digits ("lap 3")."""
    spans = sorted([*masked, *(match.span() for match in _MARKER.finditer(text.read))])
    return tuple(_claims(text, spans))


def _claims(text: Written, spans: Sequence[Span]) -> Iterator[Claim]:
    place, waiting = 0, 0
    while (begin := _START.search(text.read, place)) is not None:
        start = begin.start()
        while waiting < len(spans) and spans[waiting][1] <= start:
            waiting += 1
        if waiting < len(spans) and spans[waiting][0] <= start:
            place = spans[waiting][1]
            continue
        claims, place = _claims_at(text.read, start)
        place = max(place, start + 1)
        for claim in claims:
            yield _as_shown(text, claim)


def _claims_at(read: str, start: int) -> tuple[tuple[Claim, ...], int]:
    """The claims that begin at a place (two for a range), and where to go on."""
    form = forms.form_at(read, start)
    if form is not None:
        return (form,), form.end
    share = None if read[start].isdigit() else _share_at(read, start)
    if share is not None:
        return (share,), share.end
    number = _number_at(read, start)
    if number is None:
        return (), start + 1
    ordinal = _ORDINAL_AFTER.match(read, number.end)
    if ordinal is not None or read.endswith(_ORDINAL_BEFORE, 0, start):
        return (), ordinal.end() if ordinal else number.end
    ranged = _range_at(read, start, number)
    if ranged is not None:
        return ranged, ranged[-1].end
    claim = _with_unit(start, number, read)
    return (() if claim is None else (claim,)), number.end if claim is None else claim.end


def _share_at(read: str, start: int) -> Claim | None:
    for pattern, share in _SHARES:
        match = pattern.match(read, start)
        if match is not None:
            readings = tuple(
                Reading(kind=kind, value=share, slack=0.005) for kind in ("ratio", "count")
            )
            return Claim(text=match[0], start=start, end=match.end(), readings=readings)
    return None


def _number_at(read: str, start: int) -> _Number | None:
    match = _NUMBER.match(read, start)
    if match is not None:
        digits = match[0].replace(",", "")
        return _Number(value=float(digits), decimals=len(digits.partition(".")[2]), end=match.end())
    for pattern, value_of in (
        (numerals.KANJI, numerals.kanji_value),
        (numerals.WORDS, numerals.word_value),
    ):
        match = pattern.match(read, start)
        if match is not None and not _VAGUE_KANJI.match(read, start):
            return _Number(
                value=value_of(match[0]),
                decimals=numerals.decimals_of(match[0]),
                end=match.end(),
                words=True,
            )
    return None


def _range_at(read: str, start: int, first: _Number) -> tuple[Claim, ...] | None:
    """Both ends of "250-265 ms"; the first has the unit of the second unless it has its own."""
    own = _unit_after(read, first.end)
    after = own[1] if own[0] else first.end
    between = read.endswith(_BETWEEN, 0, start)
    joint = _TO.match(read, after) or (_AND.match(read, after) if between else None)
    if joint is None or first.words:
        return None
    second = _number_at(read, joint.end())
    if second is None or second.words or forms.form_at(read, joint.end()) is not None:
        return None
    last = _with_unit(joint.end(), second, read)
    if last is None:
        return None
    unit = own[0] or _unit_after(read, second.end)[0]
    opening = Claim(
        text=read[start:after],
        start=start,
        end=after,
        readings=_readings(first, unit),
        ranged=True,
    )
    return opening, replace(last, ranged=True)


def _unit_after(read: str, end: int) -> tuple[str, int]:
    """The unit behind a number and where it ends; ("", end) if there is none."""
    for gap in ("", " ", "-"):
        if gap and not read.startswith(gap, end):
            continue
        unit = measures.unit_at(read, end + len(gap))
        if unit and not (gap == "-" and len(unit) < 3):
            return unit, end + len(gap) + len(unit)
    return "", end


def _with_unit(start: int, number: _Number, read: str) -> Claim | None:
    """A number with its unit; words without one are no claim, but for long kanji numbers."""
    unit, end = _unit_after(read, number.end)
    if unit == "x" and read[end : end + 2].strip()[:1].isdigit():
        unit = "count"
    if unit and _ORDINAL_AFTER.match(read, end):
        return None
    if number.words and not unit and number.end - start < 3:
        return None
    if number.words and ((not unit and read[start].isascii()) or number.value == 1):
        return None
    readings = _readings(number, unit)
    band = _BAND.match(read, end)
    if band is not None:
        readings, end = _band(readings, number), band.end()
    return Claim(text=read[start:end], start=start, end=end, readings=readings)


def _readings(number: _Number, unit: str) -> tuple[Reading, ...]:
    measure = measures.UNITS.get(unit, measures.Measure(kind=measures.BARE))
    slack = 0.5 * 10.0**-number.decimals
    if measure.kind == "fahrenheit":
        value = fahrenheit_to_celsius(number.value)
        return (Reading(kind="celsius", value=value, slack=slack / 1.8),)
    if measure.kind == "tenth":
        return (Reading(kind="share", value=10.0 * number.value, slack=10.0 * slack),)
    value, slack = number.value * measure.factor, slack * measure.factor
    if measure.kind == "pace":
        slack = max(slack, forms.HALF_S)
    kinds = measures.kinds_of(measure.kind)
    if unit in ("s", "sec", "secs", "second", "seconds", "秒"):
        kinds = (*kinds, "pace")
    return tuple(Reading(kind=kind, value=value, slack=slack) for kind in kinds)


def _band(readings: tuple[Reading, ...], number: _Number) -> tuple[Reading, ...]:
    """The number 140 with 台 is anything from 140 to below 150."""
    whole = int(number.value)
    wide = 10.0 if number.value == whole and whole % 10 == 0 else 1.0
    scale = readings[0].value / number.value if number.value else 1.0
    half = wide * scale / 2.0
    return tuple(replace(reading, value=reading.value + half, slack=half) for reading in readings)


def _as_shown(text: Written, claim: Claim) -> Claim:
    """With its sign and its "about", and as written."""
    read, start = text.read, claim.start
    sign: Sign = 0
    if claim.readings:
        mark = _mark_before(read, start)
        start -= len(mark)
        sign = 0 if not mark else 1 if mark in ("+", "プラス", "plus ") else -1
    return Claim(
        text=text.shown[start : claim.end],
        start=start,
        end=claim.end,
        readings=claim.readings,
        sign=sign,
        day=claim.day,
        about=_is_about(read, start, claim.end),
        ranged=claim.ranged,
    )


def _mark_before(read: str, start: int) -> str:
    """The sign right before a number; "": none, or a hyphen."""
    if read.endswith(("+", "-"), 0, start):
        hyphen = start > 1 and _NO_SIGN_AFTER.match(read[start - 2])
        return "" if hyphen else read[start - 1]
    return next((word for word in _SIGN_WORDS if read.endswith(word, 0, start)), "")


def _is_about(read: str, start: int, end: int) -> bool:
    before = read[max(0, start - _BEFORE) : start].rstrip()
    if before.endswith(_ABOUT_BEFORE):
        return True
    if before.endswith("~") and not before[-2:-1].isdigit():
        return True
    return _ABOUT_AFTER.match(read, end) is not None
