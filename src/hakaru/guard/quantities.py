"""How figures are written: units, paces, times, stars and scores, in Latin digits or kanji.

Kinds of quantity have one base unit each, so that 10 km and 10,000 m are the same. Factors that
the product converts by live in `hakaru.core.units`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from hakaru.core.units import (
    CM_PER_M,
    KMH_PER_MPS,
    METRES_PER_FOOT,
    METRES_PER_KM,
    METRES_PER_MILE,
    MM_PER_CM,
    MS_PER_S,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
)
from hakaru.records import frozen

ABOUT_FRAC = 0.02
"""How far "about" may be off."""

_KM_PER_MILE = METRES_PER_MILE / METRES_PER_KM


@frozen
class Measure:
    """A kind of quantity, and how many of its base unit one of this unit is."""

    kind: str
    factor: float = 1.0


_TABLE: tuple[tuple[str, float, str], ...] = (
    ("time", 1.0 / MS_PER_S, "ms|msec|msecs|millisecond|milliseconds|ミリ秒"),
    ("time", 1.0, "s|sec|secs|second|seconds|秒|秒間"),
    ("time", SECONDS_PER_MINUTE, "min|mins|minute|minutes|分|分間"),
    ("time", SECONDS_PER_HOUR, "h|hr|hrs|hour|hours|時間"),
    ("length", 1.0 / CM_PER_M, "cm|centimeter|centimeters|centimetre|centimetres|"
        "センチメートル|センチ"),
    ("length", 1.0 / CM_PER_M / MM_PER_CM, "mm|millimeter|millimeters|millimetre|millimetres|"
        "ミリメートル|ミリ"),
    ("length", 1.0, "m|meter|meters|metre|metres|メートル"),
    ("length", METRES_PER_KM, "km|kms|kilometer|kilometers|kilometre|kilometres|k|"
        "キロメートル|キロ"),
    ("length", METRES_PER_MILE, "mi|mile|miles|マイル"),
    ("length", METRES_PER_FOOT, "ft|feet|foot|フィート"),
    ("share", 1.0, "%|percent|per cent|pct|パーセント|percentage points|percentage point|pp|"
        "%ポイント"),
    ("points", 1.0, "ポイント|points|point|pts|pt"),
    ("score", 1.0, "score|点|/100"),
    ("spm", 1.0, "spm|歩/分|歩毎分|steps/min|steps/minute|steps per minute|steps a minute|"
        "step/min|歩"),
    ("bpm", 1.0, "bpm|拍/分|拍毎分|beats/min|beats/minute|beats per minute|beats a minute|拍|"
        "回/分"),
    ("power", 1.0, "w|watt|watts|ワット"),
    ("power_per_kg", 1.0, "w/kg|ワット/kg"),
    ("pace", 1.0, "s/km|sec/km|秒/km|seconds per km|seconds per kilometre|"
        "seconds per kilometer|秒/キロ|s per km|sec per km"),
    ("pace", SECONDS_PER_MINUTE, "min/km|mins/km|分/km|minutes per km|minutes per kilometre|"
        "minutes per kilometer|分/キロ"),
    ("pace", SECONDS_PER_MINUTE / _KM_PER_MILE, "min/mi|min/mile|minutes per mile|分/マイル"),
    ("pace", 1.0 / _KM_PER_MILE, "s/mi|sec/mi|s/mile|seconds per mile"),
    ("speed", 1.0, "m/s|mps|m/sec|m/秒|メートル毎秒|metres per second|meters per second|"
        "メートル/秒"),
    ("speed", 1.0 / KMH_PER_MPS, "km/h|kph|kmh|km/時|キロ毎時|kilometres per hour|"
        "kilometers per hour|キロ/時"),
    ("speed", METRES_PER_MILE / SECONDS_PER_HOUR, "mph|mi/h|miles per hour"),
    ("celsius", 1.0, "°c|c|degc|degrees c|degree c|degrees celsius|celsius"),
    ("degree", 1.0, "度|°|degree|degrees|deg"),
    ("fahrenheit", 1.0, "°f|f|degrees f|degrees fahrenheit|fahrenheit"),
    ("star", 1.0, "star|stars|つ星|-star|星"),
    ("ratio", 1.0, "x|倍|times as|-fold|fold|ratio"),
    ("tenth", 1.0, "割"),
    ("mass", 1.0, "kg|kilogram|kilograms|キログラム"),
    ("energy", 1.0, "kcal|calories|キロカロリー|cal"),
    ("oxygen", 1.0, "ml/kg/min|ml/min/kg|ml/(kg·min)"),
    ("stiffness", 1.0, "kn/m"),
    ("pressure", 1.0, "hpa|ヘクトパスカル"),
    ("day", 1.0, "day|days|日|日間|d"),
    ("week", 1.0, "week|weeks|週|週間"),
    ("month", 1.0, "month|months|か月|ヶ月|カ月|月間|ヵ月"),
    ("year", 1.0, "year|years|年間|yr|yrs"),
    ("count", 1.0, "count|回|本|周|件|個|つ|箇所|か所|ヶ所|ラン|区間|セット|足|人|times|runs|"
        "run|laps|lap|"
     "splits|split|reps|rep|repetitions|repetition|intervals|interval|sessions|session|sets|set|"
     "workouts|workout|activities|metrics|metric|sections|section|samples|samples"),
)  # fmt: skip

UNITS: Mapping[str, Measure] = {
    spelling: Measure(kind=kind, factor=factor)
    for kind, factor, spellings in _TABLE
    for spelling in spellings.split("|")
}


def measure_of(unit: str) -> Measure:
    """The measure of a fact's unit; one that the table does not know is a kind of its own."""
    return UNITS.get(unit) or UNITS.get(unit.lower()) or Measure(kind=unit.lower())


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


def written(text: str) -> str:
    """A text as figures in it are read: after NFKC, without hidden characters, in lower case, with
    ASCII digits and one kind of minus, tilde and quote."""
    read = _HIDDEN.sub("", unicodedata.normalize("NFKC", text)).translate(_SAME)
    if read.isascii():
        return read
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), read)


_DIGITS: Mapping[str, int] = {sign: place for place, sign in enumerate("〇一二三四五六七八九")} | {
    "零": 0
}
_PLACES: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000, "万": 10000}


def kanji_value(text: str) -> float:
    """258 of 二百五十八 and of 二五八; 7.1 of 七・一."""
    whole, _, tail = text.replace("・", ".").partition(".")
    value = float(_by_place(whole) if any(sign in _PLACES for sign in whole) else _by_digit(whole))
    return value + (_by_digit(tail) / 10.0 ** len(tail) if tail else 0.0)


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


@frozen
class Reading:
    """A figure: its kind of quantity, its value in that kind's base unit, and half of the last
    digit shown."""

    kind: str
    value: float
    slack: float


_PER = (
    r"\s?(?:min(?:utes)?\.?)?\s?(?:/|per |毎|a )\s?"
    r"(km|kilomet(?:er|re)|キロ(?:メートル)?|mi(?:le)?|マイル)(?![a-z])"
)
_UNIT_PACE = (
    r"(?:1\s?(?:km|キロ(?:メートル)?)\s?(?:あたり|当たり|につき|ごとに|を|の)?|毎キロ|毎km|キロ)"
)
_HALF_S = 0.5
_HALF_STAR = 0.5
_STAR = "★"


def _seconds(*parts: str | None) -> float:
    """Of hours, minutes, seconds as written; missing ones count nothing."""
    hours, minutes, seconds = (float(part) if part else 0.0 for part in parts)
    return SECONDS_PER_HOUR * hours + SECONDS_PER_MINUTE * minutes + seconds


def _pace(seconds: float, per: str | None = None) -> Reading:
    mile = per is not None and per[:2] in ("mi", "マイ")
    factor = METRES_PER_KM / METRES_PER_MILE if mile else 1.0
    return Reading(kind="pace", value=seconds * factor, slack=_HALF_S * max(factor, 1.0))


def _time(seconds: float, slack: float = _HALF_S) -> Reading:
    return Reading(kind="time", value=seconds, slack=slack)


def _hours(match: re.Match[str]) -> Reading:
    slack = _HALF_S if match[3] else _HALF_S * SECONDS_PER_MINUTE
    return _time(_seconds(match[1], match[2], match[3]), slack)


def _minutes(match: re.Match[str]) -> Reading:
    half = _HALF_S * SECONDS_PER_MINUTE
    return Reading(kind="pace", value=_seconds(None, match[1], None) + half, slack=half)


def _half_hour(match: re.Match[str]) -> Reading:
    return _time(_seconds(match[1], "30", None), _HALF_S * SECONDS_PER_MINUTE)


def _stars(match: re.Match[str]) -> Reading:
    return Reading(kind="star", value=float(match[0].count(_STAR)), slack=_HALF_STAR / 2.0)


def _of(match: re.Match[str]) -> Reading:
    kind = "star" if match[2] == "5" else "score"
    return Reading(kind=kind, value=float(match[1]), slack=_half_digit(match[1]))


def _half_digit(number: str) -> float:
    return 0.5 * 10.0 ** -len(number.partition(".")[2])


def _value(kind: str) -> Callable[[re.Match[str]], Reading]:
    return lambda m: Reading(kind=kind, value=float(m[1]), slack=_half_digit(m[1]))


def _pace_read(m: re.Match[str]) -> Reading:
    """Minutes, seconds, and per what if that is said."""
    per = m[3] if m.re.groups > 2 else None
    return _pace(_seconds(None, m[1], m[2]), per)


def _time_read(m: re.Match[str]) -> Reading:
    return _time(_seconds(None, m[1], m[2]))


_AND_OPTIONAL = r"\.?,?\s?(?:and\s)?"
_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Reading]], ...] = (
    (r"(\d{1,3}):(\d{2}):(\d{2})(?!\d)", _hours),
    (rf"(\d{{1,3}}):(\d{{2}}){_PER}", _pace_read),
    (rf"(\d{{1,2}})'\s?(\d{{2}})(?:''|\")?{_PER}", _pace_read),
    (rf"(\d{{1,2}})分\s?(\d{{1,2}})秒{_PER}", _pace_read),
    (
        rf"(\d{{1,2}})\s?m(?:in(?:utes?)?)?{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:onds?)?)?{_PER}",
        _pace_read,
    ),
    (rf"{_UNIT_PACE}\s?(\d{{1,2}})分\s?(\d{{1,2}})秒", _pace_read),
    (rf"{_UNIT_PACE}\s?(\d{{1,2}}):(\d{{2}})(?![\d:])", _pace_read),
    (rf"{_UNIT_PACE}\s?(\d{{2,4}})秒", lambda m: _pace(float(m[1]))),
    (r"(\d{1,2})'\s?(\d{2})(?:''|\")", _time_read),
    (r"(\d{1,3})時間\s?(\d{1,2})分(?:\s?(\d{1,2})秒)?", _hours),
    (r"(\d{1,3})時間半", _half_hour),
    (r"(\d{1,3})分\s?(\d{1,2})秒", _time_read),
    (
        rf"(\d{{1,3}})\s?h(?:ours?|rs?)?{_AND_OPTIONAL}(\d{{1,2}})(?:\s?m(?:in(?:ute)?s?)?"
        rf"(?:{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?)?)?(?![a-z\d])",
        _hours,
    ),
    (
        rf"(\d{{1,3}})\s?m(?:in(?:ute)?s?)?{_AND_OPTIONAL}(\d{{1,2}})\s?s(?:ec(?:ond)?s?)?(?![a-z\d])",
        _time_read,
    ),
    (r"(\d{1,3}):(\d{2})(?![\d:])", _time_read),
    (r"(\d{1,2})分台", _minutes),
    (
        r"(\d{1,3}(?:\.\d{1,3})?)(?:点)?\s?(?:/\s?|out of |of )(100|5)(?:\.0)?"
        r"(?:\s(?:stars?|points?)|点)?(?![\d.]\d|\d|%|\s?[a-z])",
        _of,
    ),
    (r"100点(?:満点)?(?:中|で)\s?(\d{1,3}(?:\.\d{1,2})?)点?", _value("score")),
    (r"5(?:つ星|段階|点満点)(?:中|で)\s?(\d(?:\.\d)?)(?:点|つ)?", _value("star")),
    (r"[★星]\s?(\d(?:\.\d)?)(?:つ|個)?", _value("star")),
    (r"[★☆]{1,99}", _stars),
)
"""Every way to write a figure that is no plain number with a unit; each is bounded."""
_PATTERNS = tuple((re.compile(pattern), read) for pattern, read in _FORMS)


def form_of(read: str) -> Reading | None:
    """A pace, a time, stars or a score, `read` as `written` gives it; None: it is none of these."""
    for pattern, reading in _PATTERNS:
        match = pattern.fullmatch(read)
        if match is not None:
            return reading(match)
    return None
