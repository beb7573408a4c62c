"""How are dates, paces, clock times, stars and shares of a whole written?

One pattern per way to write it, tried in this order at one place of the text; each is bounded, so
that no text can make a search long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE, SECONDS_PER_HOUR, SECONDS_PER_MINUTE
from hakaru.guard.grounding.claims import Claim, Reading

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
_AND = r"\.?,?\s?(?:and\s)?"
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
        rf"(\d{{1,2}})\s?m(?:in(?:utes?)?)?{_AND}(\d{{1,2}})\s?s(?:ec(?:onds?)?)?{_PER}",
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
        rf"(\d{{1,3}})\s?h(?:ours?|rs?)?{_AND}(\d{{1,2}})(?:\s?m(?:in(?:ute)?s?)?"
        rf"(?:{_AND}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?)?)?(?![a-z\d])",
        _hours,
    ),
    _form(
        "m",
        rf"(\d{{1,3}})\s?m(?:in(?:ute)?s?)?{_AND}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?(?![a-z\d])",
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
