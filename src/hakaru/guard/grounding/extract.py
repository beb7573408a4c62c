"""Numbers, dates, paces and shares that a text states, in figures, words or kanji.

One pattern per way to write it, tried in this order at one place of the text; each is bounded, so
that no text can make a search long.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from hakaru.core.units import (
    METRES_PER_KM,
    METRES_PER_MILE,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    fahrenheit_to_celsius,
)
from hakaru.guard.grounding import claims as measures
from hakaru.guard.grounding.claims import Claim, Reading, Sign

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


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_PER = (
    r"\s?(?:min(?:utes)?\.?)?\s?(?:/|per |毎|a )\s?"
    r"(km|kilomet(?:er|re)|キロ(?:メートル)?|mi(?:le)?|マイル)(?![a-z])"
)
_UNIT_PACE = (
    r"(?:1\s?(?:km|キロ(?:メートル)?)\s?(?:あたり|当たり|につき|ごとに|を|の)?|毎キロ|毎km|キロ)"
)
HALF_S = 0.5
_HALF_STAR = 0.5
Told = Reading | str | tuple[Reading, ...]
"""A day, one number, or one that can be read in several ways."""
STAR = "★"


@dataclass(frozen=True, kw_only=True)
class Form:
    """One way to write something that is no plain number with a unit. `heads`: what may follow its
    first digits; "": it does not begin with a digit."""

    heads: str
    pattern: re.Pattern[str]
    read: Callable[[re.Match[str]], Told]


def _day(year: str | None, month: str | None, day: str | None) -> str:
    """2025-10-25, with * for what is not said."""
    parts = (f"{int(part):02d}" if part else "*" for part in (month, day))
    return "-".join((year or "*", *parts))


def _named(year: str | None, month: str, day: str) -> str:
    return _day(year, str(_MONTHS.index(month[:3]) + 1), day)


def _seconds(*parts: str | None) -> float:
    """Of hours, minutes, seconds as written; missing ones count nothing."""
    hours, minutes, seconds = (float(part) if part else 0.0 for part in parts)
    return SECONDS_PER_HOUR * hours + SECONDS_PER_MINUTE * minutes + seconds


def _pace(seconds: float, per: str | None = None) -> Reading:
    mile = per is not None and per[:2] in ("mi", "マイ")
    factor = METRES_PER_KM / METRES_PER_MILE if mile else 1.0
    return Reading(kind="pace", value=seconds * factor, slack=HALF_S * max(factor, 1.0))


def _time(seconds: float, slack: float = HALF_S) -> Reading:
    return Reading(kind="time", value=seconds, slack=slack)


def _either(seconds: float) -> tuple[Reading, ...]:
    return _time(seconds), _pace(seconds)


def _hours(match: re.Match[str]) -> Reading:
    slack = HALF_S if match[3] else HALF_S * SECONDS_PER_MINUTE
    return _time(_seconds(match[1], match[2], match[3]), slack)


def _minutes(match: re.Match[str]) -> Reading:
    half = HALF_S * SECONDS_PER_MINUTE
    return Reading(kind="pace", value=_seconds(None, match[1], None) + half, slack=half)


def _half_hour(match: re.Match[str]) -> Reading:
    return _time(_seconds(match[1], "30", None), HALF_S * SECONDS_PER_MINUTE)


def _stars(match: re.Match[str]) -> Reading:
    return Reading(kind="star", value=float(match[0].count(STAR)), slack=_HALF_STAR / 2.0)


def _of(match: re.Match[str]) -> Reading:
    kind = "star" if match[2] == "5" else "score"
    return Reading(kind=kind, value=float(match[1]), slack=_half_digit(match[1]))


def _half_digit(number: str) -> float:
    return 0.5 * 10.0 ** -len(number.partition(".")[2])


def _form(heads: str, pattern: str, read: Callable[[re.Match[str]], Told]) -> Form:
    return Form(heads=heads, pattern=re.compile(pattern), read=read)


def _value(kind: str) -> Callable[[re.Match[str]], Told]:
    return lambda m: Reading(kind=kind, value=float(m[1]), slack=_half_digit(m[1]))


def _dates(*groups: int) -> Callable[[re.Match[str]], Told]:
    """Of year, month and day, the groups that hold them; 0: not said."""
    return lambda m: _day(*(m[group] if group else None for group in groups))


def _named_dates(year: int, month: int, day: int) -> Callable[[re.Match[str]], Told]:
    """The same with the month as a word."""
    return lambda m: _named(m[year] if year else None, m[month], m[day])


def _pace_read(m: re.Match[str]) -> Told:
    """Minutes, seconds, and per what if that is said."""
    per = m[3] if m.re.groups > 2 else None
    return _pace(_seconds(None, m[1], m[2]), per)


def _either_read(m: re.Match[str]) -> Told:
    return _either(_seconds(None, m[1], m[2]))


_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_AND_OPTIONAL = r"\.?,?\s?(?:and\s)?"
_DAY_ENDS = r"(?=\.\s|\.$|\s(?:was|is|the|you|your|and|with|at|in|on|for)\s)"
_LETTERS = "jfmasondrt"
FORMS: tuple[Form, ...] = (
    _form("-/.", r"(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d|:\d)", _dates(1, 2, 3)),
    _form("年", r"(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日", _dates(1, 2, 3)),
    _form("年", r"(\d{4})年\s?(\d{1,2})月(?!間)", _dates(1, 2, 0)),
    _form("年", r"([12]\d{3})年(?!間)", _dates(1, 0, 0)),
    _form("月", r"(\d{1,2})月\s?(\d{1,2})日", _dates(0, 1, 2)),
    _form("月", r"(\d{1,2})月(?!間)", _dates(0, 1, 0)),
    _form("", rf"{_MONTH}\s{_DAY},?\s(\d{{4}})(?!\d)", _named_dates(3, 1, 2)),
    _form("", rf"{_MONTH}\s{_DAY}(?!\d|[.:]\d|\s?[a-z%])", _named_dates(0, 1, 2)),
    _form("", rf"{_MONTH}\s{_DAY}(?!\d){_DAY_ENDS}", _named_dates(0, 1, 2)),
    _form(_LETTERS, rf"{_DAY}\s(?:of\s)?{_MONTH},?\s(\d{{4}})(?!\d)", _named_dates(3, 2, 1)),
    _form(_LETTERS, rf"{_DAY}\s(?:of\s)?{_MONTH}(?![a-z])", _named_dates(0, 2, 1)),
    _form(":", r"(\d{1,3}):(\d{2}):(\d{2})(?!\d)", _hours),
    _form(":", rf"(\d{{1,3}}):(\d{{2}}){_PER}", _pace_read),
    _form("'", rf"(\d{{1,2}})'\s?(\d{{2}})(?:''|\")?{_PER}", _pace_read),
    _form("分", rf"(\d{{1,2}})分\s?(\d{{1,2}})秒{_PER}", _pace_read),
    _form(
        "m",
        rf"(\d{{1,2}})\s?m(?:in(?:utes?)?)?{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:onds?)?)?{_PER}",
        _pace_read,
    ),
    _form("kキ", rf"{_UNIT_PACE}\s?(\d{{1,2}})分\s?(\d{{1,2}})秒", _pace_read),
    _form("kキ", rf"{_UNIT_PACE}\s?(\d{{1,2}}):(\d{{2}})(?![\d:])", _pace_read),
    _form("kキ", rf"{_UNIT_PACE}\s?(\d{{2,4}})秒", lambda m: _pace(float(m[1]))),
    _form("'", r"(\d{1,2})'\s?(\d{2})(?:''|\")", _either_read),
    _form("時", r"(\d{1,3})時間\s?(\d{1,2})分(?:\s?(\d{1,2})秒)?", _hours),
    _form("時", r"(\d{1,3})時間半", _half_hour),
    _form("分", r"(\d{1,3})分\s?(\d{1,2})秒", _either_read),
    _form(
        "h",
        rf"(\d{{1,3}})\s?h(?:ours?|rs?)?{_AND_OPTIONAL}(\d{{1,2}})(?:\s?m(?:in(?:ute)?s?)?"
        rf"(?:{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?)?)?(?![a-z\d])",
        _hours,
    ),
    _form(
        "m",
        rf"(\d{{1,3}})\s?m(?:in(?:ute)?s?)?{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?(?![a-z\d])",
        _either_read,
    ),
    _form(":", r"(\d{1,3}):(\d{2})(?![\d:])", _either_read),
    _form("分", r"(\d{1,2})分台", _minutes),
    _form(
        "/.o点",
        r"(\d{1,3}(?:\.\d{1,3})?)(?:点)?\s?(?:/\s?|out of |of )(100|5)(?:\.0)?"
        r"(?:\s(?:stars?|points?)|点)?(?![\d.]\d|\d|%|\s?[a-z])",
        _of,
    ),
    _form("点", r"100点(?:満点)?(?:中|で)\s?(\d{1,3}(?:\.\d{1,2})?)点?", _value("score")),
    _form("つ段点", r"5(?:つ星|段階|点満点)(?:中|で)\s?(\d(?:\.\d)?)(?:点|つ)?", _value("star")),
    _form("", r"[★星]\s?(\d(?:\.\d)?)(?:つ|個)?", _value("star")),
    _form("", r"[★☆]{1,99}", _stars),
    _form("分", r"(\d{1,2})分の(\d{1,2})", lambda m: _fraction(m[2], m[1])),
    _form("/", r"(\d{1,2})/(\d{1,2})(?![\d/])", lambda m: _slash(m[1], m[2])),
)
_NOT_IN_DIGITS = "キ"


def _fraction(part: str, whole: str) -> Reading:
    return Reading(kind="ratio", value=int(part) / max(int(whole), 1), slack=0.005)


def _slash(month: str, day: str) -> str | Reading:
    """10/25 is a day, 1/3 could be both: a day if it can be one."""
    if 1 <= int(month) <= 12 and 1 <= int(day) <= 31 and int(month) != 1:
        return _day(None, month, day)
    return _fraction(month, day)


_HEAD = re.compile(r"\d{1,4}\s?(\D)")
_BY_HEAD: Mapping[str, tuple[Form, ...]] = {
    head: tuple(form for form in FORMS if head in form.heads)
    for head in {sign for form in FORMS for sign in form.heads}
}
_WITHOUT_DIGIT = tuple(form for form in FORMS if not form.heads or _NOT_IN_DIGITS in form.heads)


def form_at(read: str, start: int) -> Claim | None:
    """What is written at a place; None: no special form."""
    for form in _forms_at(read, start):
        match = form.pattern.match(read, start)
        if match is None:
            continue
        parsed = form.read(match)
        day = parsed if isinstance(parsed, str) else ""
        readings = (
            parsed if isinstance(parsed, tuple) else () if isinstance(parsed, str) else (parsed,)
        )
        return Claim(text=match[0], start=start, end=match.end(), readings=readings, day=day)
    return None


def _forms_at(read: str, start: int) -> tuple[Form, ...]:
    """The forms worth a try: by what follows the first digits."""
    if not read[start].isdigit():
        return _WITHOUT_DIGIT
    head = _HEAD.match(read, start)
    return () if head is None else _BY_HEAD.get(head[1], ())


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
    form = form_at(read, start)
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
        (KANJI, kanji_value),
        (WORDS, word_value),
    ):
        match = pattern.match(read, start)
        if match is not None and not _VAGUE_KANJI.match(read, start):
            return _Number(
                value=value_of(match[0]),
                decimals=decimals_of(match[0]),
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
    if second is None or second.words or form_at(read, joint.end()) is not None:
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
        slack = max(slack, HALF_S)
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
