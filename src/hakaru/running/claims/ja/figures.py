"""Figures, places, counts and days as a Japanese sentence writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from hakaru.core.units import METRES_PER_KM, MM_PER_CM, MS_PER_S, PERCENT
from hakaru.guard.claims import Bound, Said, rounding
from hakaru.records import frozen


@frozen
class Figure:
    """A number in every unit that it may be meant in. `signed`: a plus or minus is written."""

    readings: tuple[Said, ...]
    signed: bool = False
    bound: Bound | None = None
    counter: str = ""

    def of(self, unit: str) -> Said | None:
        """The reading in a unit; a number without one may be meant in a few."""
        if self.counter == "bare" and unit in _UNSAID:
            return replace(self.readings[0], unit=unit)
        return next((reading for reading in self.readings if reading.unit == unit), None)

    @property
    def units(self) -> frozenset[str]:
        """Those that it may be meant in."""
        return frozenset(reading.unit for reading in self.readings)

    @property
    def slack(self) -> float:
        """How far off its first reading may be."""
        return self.readings[0].slack

    @property
    def value(self) -> float:
        """In its first unit."""
        return self.readings[0].value


@frozen
class Token:
    """A word with its meaning: `name` within its kind, `sign` of a direction (1: higher), whether
    it is denied, the figures in it, and the numbers of the places that it names."""

    kind: str
    name: str = ""
    sign: int = 0
    denied: bool = False
    figures: tuple[Figure, ...] = ()
    first: int | None = None
    last: int | None = None
    text: str = ""


_UNSAID = frozenset({"bpm", "spm", "W", "score", "ms", "N/m/kg"})
"""Units that a number may leave out where the metric is named."""

_N = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.\d{1,4})?"
_PER = r"\s?(?:/|毎|あたり|当たり)\s?(?:1\s?)?(?:km|キロ)"
_PRE = r"(?:1?\s?(?:km|キロ)(?:あたり|当たり|につき)?|毎キロ)"


def _said(value: float, unit: str, slack: float) -> Said:
    return Said(value=value, unit=unit, slack=slack)


def _seconds(*parts: str | None) -> float:
    total = 0.0
    for part in parts:
        total = total * 60.0 + (float(part) if part else 0.0)
    return total


def _pace(value: float, slack: float = 0.5) -> tuple[Said, ...]:
    return (_said(value, "s/km", slack),)


def _clock(value: float, slack: float = 0.5) -> tuple[Said, ...]:
    """A time that a pace may also be written as."""
    return _said(value, "s/km", slack), _said(value, "s", slack)


_UNITS: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = (
    (r"ms|ミリ秒", (("ms", 1.0),)),
    (r"秒/(?:km|キロ)|s/km", (("s/km", 1.0),)),
    (r"秒", (("s", 1.0), ("s/km", 1.0), ("ms", MS_PER_S))),
    (r"cm|センチメートル|センチ", (("cm", 1.0), ("m", 0.01))),
    (r"mm|ミリメートル|ミリ", (("cm", 1.0 / MM_PER_CM),)),
    (r"m/km", (("m/km", 1.0),)),
    (r"m/s|メートル毎秒|m/秒", (("m/s", 1.0),)),
    (r"km|キロメートル|キロ", (("km", 1.0),)),
    (r"m(?![a-z])|メートル", (("m", 1.0), ("km", 1.0 / METRES_PER_KM), ("cm", PERCENT))),
    (r"%ポイント|ポイント|pt", (("points", 1.0), ("score", 1.0))),
    (r"%|パーセント", (("%", 1.0),)),
    (r"spm|歩/分|歩毎分", (("spm", 1.0),)),
    (r"歩", (("spm", 1.0), ("count", 1.0))),
    (r"bpm|拍/分|拍毎分|拍", (("bpm", 1.0),)),
    (r"w|ワット", (("W", 1.0),)),
    (r"n/m/kg", (("N/m/kg", 1.0),)),
    (r"点/100点|/100点|/100|点", (("score", 1.0), ("star", 1.0))),
    (r"°c|度", (("°C", 1.0),)),
    (r"つ星", (("star", 1.0),)),
)
_UNIT = re.compile("|".join(f"(?P<u{place}>{unit})" for place, (unit, _) in enumerate(_UNITS)))
_COUNTER = re.compile(r"本|区間|スプリット|ラップ|回|つ(?!目|星)|項目|指標|のスプリット|の区間")
_NUMBER = re.compile(_N)
_PLAIN = re.compile(rf"{_N}\s?(?:ms|cm|mm|m/s|%|w|°|秒|本|区間|項目|(?:bpm|spm)(?!台))")
_BARE_ENDS = re.compile(
    r"(?=[でとにだのをがはもへ止、。,)(台]|$|から|まで|より|~|-|以[上下]|未満|ほど|前後|程度|くらい|近[くい]|台|余り|弱|強|[上下]回|[長短高低多少速遅][いくか])"
)


def _half_digit(text: str) -> float:
    return rounding(text.replace(",", ""))


def _counted(match: re.Match[str]) -> Figure:
    return Figure(readings=(_said(float(match[1]), "star", 0.25),))


def _stars(match: re.Match[str]) -> Figure:
    return Figure(readings=(_said(float(match[0].count("★")), "star", 0.25),))


def _plain(read: Callable[[re.Match[str]], tuple[Said, ...]]) -> Callable[[re.Match[str]], Figure]:
    return lambda match: Figure(readings=read(match))


_minutes = _plain(lambda match: _pace(_seconds(match[1], match[2])))
_time = _plain(lambda match: _clock(_seconds(match[1], match[2])))
_FIGURES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Figure]], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (r"(\d{1,2}):([0-5]\d):([0-5]\d)(?![\d:])", _plain(
            lambda m: (_said(_seconds(m[1], m[2], m[3]), "s", 0.5),))),
        (r"(\d{1,2})時間\s?([0-5]?\d)分(?:\s?([0-5]?\d)秒)?", _plain(
            lambda m: (_said(_seconds(m[1], m[2], m[3]), "s", 0.5 if m[3] else 30.0),))),
        (r"(\d{1,2})時間半", _plain(lambda m: (_said(_seconds(m[1], "30", None), "s", 30.0),))),
        (rf"(\d{{1,2}})[:']([0-5]\d)(?:''|\")?{_PER}", _minutes),
        (rf"(\d{{1,2}})分\s?([0-5]?\d)秒{_PER}", _minutes),
        (rf"{_PRE}\s?(\d{{1,2}})分\s?([0-5]?\d)秒", _minutes),
        (rf"{_PRE}\s?(\d{{1,2}}):([0-5]\d)(?![\d:])", _minutes),
        (rf"{_PRE}\s?(\d{{1,2}})分(?![\d台半])", _plain(lambda m: _pace(60.0 * float(m[1])))),
        (r"([1-9])割(?!\d)", _plain(lambda m: (_said(10.0 * float(m[1]), "%", 1.5),))),
        (rf"(\d{{1,2}})分台(?:{_PER})?", _plain(
            lambda m: _clock(60.0 * float(m[1]) + 29.5, 29.502))),
        (rf"(\d{{1,2}})分(?:ちょうど)?{_PER}", _plain(lambda m: _pace(60.0 * float(m[1])))),
        (r"(\d{1,3})分\s?([0-5]?\d)秒", _time),
        (r"(\d{1,3})'\s?([0-5]\d)(?:''|\")", _time),
        (r"(\d{1,3}):([0-5]\d)(?![\d:])", _time),
        (r"(\d{1,3})分半", _plain(lambda m: _clock(60.0 * float(m[1]) + 30.0, 15.0))),
        (r"(\d{1,3})分(?!の)", _plain(
            lambda m: (*_pace(60.0 * float(m[1])), _said(60.0 * float(m[1]), "s", 30.0)))),
        (rf"1kmあたり({_N})\s?m(?![a-z])", _plain(
            lambda m: (_said(float(m[1]), "m/km", _half_digit(m[1])),))),
        (r"(?:1km|1kmあたり)(\d{1,3})秒", _plain(lambda m: _pace(float(m[1])))),
        (r"(?:満点の)?[★星]\s?([1-5])(?![\d.])(?:つ|個)?", _counted),
        (r"(?:5段階中|5つ星中)\s?([1-5])(?:つ星|点)?", _counted),
        (r"([1-5])つ星", _counted),
        (r"★{1,5}☆{0,4}", _stars),
        (r"100点(?:満点)?(?:中|で|の)\s?(\d{1,3}(?:\.\d)?)点", _plain(
            lambda m: (_said(float(m[1]), "score", _half_digit(m[1])),))),
    )
)  # fmt: skip


def _band(figure: Figure) -> Figure:
    """150 of 150台 is anything to below 160; of 154台 to below 155."""
    first = figure.readings[0]
    tens = first.value % 10.0 == 0.0 and first.unit in ("bpm", "spm", "W", "ms", "s/km", "s", "°C")
    wide = 10.0 if tens else 2.0 * min(rounding(f"{first.value:g}"), 0.5)
    return _between(figure, 0.0, wide)


def _between(figure: Figure, low: float, high: float) -> Figure:
    """Anything from so far below to so far above what is written, its upper end left out."""
    scales = [reading.value / (figure.readings[0].value or 1.0) for reading in figure.readings]
    return replace(
        figure,
        readings=tuple(
            replace(
                reading,
                value=reading.value + scale * (low + high) / 2.0,
                slack=scale * ((high - low) / 2.0 - 0.0005),
            )
            for reading, scale in zip(figure.readings, scales, strict=True)
        ),
    )


def between(low: Figure, high: Figure) -> Figure:
    """A difference of 2 to 3 cm: anything from the one to the other."""
    ends = [(a, b) for a in low.readings if (b := high.of(a.unit)) is not None]
    return replace(
        low,
        readings=tuple(
            replace(a, value=(a.value + b.value) / 2.0, slack=abs(b.value - a.value) / 2.0)
            for a, b in ends
        ),
    )


def _short_of(figure: Figure) -> Figure:
    """Of 10km弱: a little less."""
    first = figure.readings[0]
    digits = f"{abs(first.value):.0f}"
    half = 0.5 * 10.0 ** (len(digits) - len(digits.rstrip("0")))
    rough = min(0.1 * abs(first.value), half)
    return _between(figure, -max(0.06 * abs(first.value), rough, 2.0 * first.slack), 0.0)


def _more_than(figure: Figure) -> Figure:
    """Of 5m余り: a little more."""
    first = figure.readings[0]
    return _between(figure, 0.0, max(0.06 * abs(first.value), 2.0 * first.slack))


_BARE = re.compile(rf"\d{{1,2}}:\d{{2}}|{_N}")
_SPANNED = re.compile(
    r"(?:まで)?(?=の(?:間|範囲|幅|あいだ|枠|中|レンジ)|で推移|を行き来|に収ま|にまとま|にそろ)"
)
_RANGE = re.compile(r"\s?(?:~|-|から)\s?(?=[\d])")
ABOUT = re.compile(r"(?:約|およそ|おおよそ|ほぼ|だいたい|おおむね|概ね)\s?(?=[\d★星キ毎])")
_ABOUT_AFTER = re.compile(r"前後|ほど|程度|くらい|ぐらい")
_ROUGH: tuple[tuple[re.Pattern[str], Callable[[Figure], Figure]], ...] = (
    (re.compile(r"台"), _band),
    (re.compile(r"近[くい]|ちかく|弱|足らず"), _short_of),
    (re.compile(r"余り|あまり|強|ちょっと|を?少し(?:超える|上回る)(?=の|ほど)"), _more_than),
)
SIGN = re.compile(r"[+-](?=\d)|プラス(?=\d)|マイナス(?=\d)")


def figure_at(text: str, start: int) -> tuple[Figure, int] | None:
    """A figure with its unit or counter, and where it ends."""
    if _PLAIN.match(text, start) is None:
        for pattern, read in _FIGURES:
            match = pattern.match(text, start)
            if match is not None:
                return read(match), match.end()
    number = _NUMBER.match(text, start)
    if number is None:
        return None
    end = number.end()
    gap = 1 if text.startswith(" ", end) else 0
    unit = _UNIT.match(text, end + gap)
    value, slack = float(number[0].replace(",", "")), _half_digit(number[0])
    if unit is not None and not text.startswith(("目", "地点"), unit.end()):
        meant = _UNITS[int((unit.lastgroup or "u0")[1:])][1]
        readings = tuple(_said(value * scale, name, slack * scale) for name, scale in meant)
        return Figure(readings=readings), unit.end()
    counter = _COUNTER.match(text, end)
    if counter is None and (bare := _BARE_ENDS.match(text, end)):
        return Figure(readings=(_said(value, "score", slack),), counter="bare"), bare.start()
    if counter is not None and not text.startswith("目", counter.end()) and value.is_integer():
        readings = (
            _said(value, "count", 0.25),
            *([_said(value, "star", 0.25)] * (counter[0] == "つ")),
        )
        return Figure(readings=readings, counter=counter[0].removeprefix("の")), counter.end()
    return None


def range_at(text: str, start: int) -> tuple[Token, int] | None:
    """Two figures of one unit; the first may leave it out."""
    whole = _BARE.match(text, start)
    low = figure_at(text, start)
    joint = None if low is None else _RANGE.match(text, low[1])
    if (joint is None and whole is not None and low is None) or (
        low is not None and joint is None and whole is not None and whole.end() < low[1]
    ):
        low, joint = None, None if whole is None else _RANGE.match(text, whole.end())
    if joint is None:
        return None
    high = figure_at(text, joint.end())
    bare = low is not None and low[0].counter == "bare"
    if high is None or (high[0].counter and not (bare and high[0].counter == "bare")):
        return None
    if bare and not high[0].counter:
        low = None
    end = high[1]
    if joint[0].strip() == "から":
        after = _SPANNED.match(text, end)
        if after is None:
            return None
        end = after.end()
    if low is None:
        if whole is None:
            return None
        unit = text[_bare_end(text, joint.end()) : high[1]]
        low = figure_at(whole[0] + unit, 0)
    else:
        shared = low[0].units & high[0].units
        if not shared:
            return None
        low = replace(low[0], readings=tuple(s for s in low[0].readings if s.unit in shared)), 0
    if low is None:
        return None
    return Token(kind="range", figures=(low[0], high[0])), end


def _bare_end(text: str, start: int) -> int:
    match = _BARE.match(text, start)
    return start if match is None else match.end()


def _about(figure: Figure) -> Figure:
    """Wider: twice half of the last digit, at most 2 %, never narrower than it was."""
    return replace(
        figure,
        readings=tuple(
            replace(
                reading,
                slack=max(reading.slack, min(2.0 * _round(reading), 0.02 * abs(reading.value))),
            )
            for reading in figure.readings
        ),
    )


def _round(reading: Said) -> float:
    """Half of the last digit that is no zero, of a round figure."""
    tens = reading.value % 10.0 == 0.0 and reading.value >= 50.0
    return max(reading.slack, 2.5) if tens else reading.slack


_K = r"(?:km|キロ)"
_PLACES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (rf"(\d{{1,2}}){_K}?目?\s?(?:~|-|から)\s?(\d{{1,2}}){_K}目(?:まで(?!に))"
         r"(?:の各?(?:区間|スプリット|km))?", "km range"),
        (rf"(\d{{1,2}}){_K}?目?\s?(?:~|-)\s?(\d{{1,2}}){_K}目", "km range"),
        (r"(?:スプリット|ラップ|区間)\s?(\d{1,2})\s?(?:~|-)\s?(\d{1,2})(?![\d.:]|km)",
         "split range"),
        (r"(\d{1,2})本目?\s?(?:~|-|から)\s?(\d{1,2})本目(?:まで)?", "repetition range"),
        (rf"(\d{{1,2}}){_K}目以降", "km from"),
        (r"(?:スプリット|ラップ|区間)(\d{1,2})以降", "split from"),
        (r"(\d{1,2})本目以降", "repetition from"),
        (rf"(?:最後|ラスト|最終)の?([2-4]){_K}(?!目)", "km ending"),
        (r"(?:最後|ラスト|最終)の?([2-4])(?:本|区間|スプリット|ラップ)(?!目)", "repetition ending"),
        (rf"(?:最初|はじめ|冒頭|出だし)の?([2-4]){_K}(?!目)", "km beginning"),
        (r"(?:最初|はじめ|冒頭|出だし)の?([2-4])(?:本|区間|スプリット|ラップ)(?!目)",
         "repetition beginning"),
        (rf"最(?:後|終)の?(\d{{1,2}})\s?{_K}目", "km lastly"),
        (r"最(?:後|終)の?(\d{1,2})本目", "repetition lastly"),
        (rf"(\d{{1,2}})\s?{_K}目", "km"),
        (r"第?(\d{1,2})\s?(?:番目の?|つ目の|個目の)?(?:スプリット|ラップ|区間)目", "split"),
        (r"第(\d{1,2})(?:スプリット|ラップ|区間)", "split"),
        (r"(\d{1,2})(?:番目の|つ目の|個目の)(?:スプリット|ラップ|区間)", "split"),
        (r"(?:スプリット|ラップ|区間|lap|split)\s?(?:#|no\.)?\s?(\d{1,2})"
         r"(?![\d.:%]|bpm|spm|本|つ)", "split"),
        (r"(\d{1,2})本目(?:の疾走|のレップ|のワーク)?", "repetition"),
        (r"(?:レップ|rep)\s?(\d{1,2})(?![\d.:])", "repetition"),
    )
)  # fmt: skip
_COUNTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"(\d{1,2})項目(?:中|のうち)(\d{1,2})(?:項目)?(?:を|の)?", "criteria"),
        (r"(?:過去の?)?(?:の?(?:ラン|走り)の?)?(\d{1,3})(?:本|回)(?:中|のうち)(\d{1,3})(?:本|回)(?:の(?:走り|ラン))?"
         r"(?:より|に比べ|を(?=上回|下回)|と比べ)", "rank"),
        (r"(\d)項目不足", "criteria missed"),
        (r"(\d{1,2})項目(?:は|を|の)?(?:すべて|全て|全部|とも)", "criteria all"),
        (r"全(\d{1,2})項目", "criteria all"),
        (r"(\d)項目(?:を|は)?(?=満|クリア|達成|、|。|$|で)", "criteria some"),
        (r"(\d{1,2})/(\d{1,2})(?:項目|(?=[)、,。達で]|$))", "criteria turned"),
        (r"全(\d{1,2})(?:区間|スプリット|ラップ)", "all split"),
        (r"全(\d{1,2})本", "all repetition"),
        (r"(\d{1,2})(?:区間|スプリット|ラップ)(?:すべて|全て|とも|全部)", "all split"),
        (r"(\d{1,2})本(?:すべて|全て|とも|全部)", "all repetition"),
        (r"(\d{1,2})(?:区間|スプリット|ラップ)(?:中|のうち)", "of split"),
        (r"(\d{1,2})本(?:中|のうち)", "of repetition"),
        (r"フォーム(?:の)?(?:主要)?(\d)(?:つの)?項目(?!中|のうち)", "metrics"),
        (r"(?:フォーム(?:の)?)?(?:主要)?(\d)(?:つの)?指標(?!中|のうち)",
         "metrics"),
    )
)  # fmt: skip
_DATES = (
    re.compile(r"(?:(\d{4})年)?\s?(\d{1,2})月(\d{1,2})日"),
    re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})"),
    re.compile(r"()(\d{1,2})/(\d{1,2})(?=の|は|に)"),
)


def place_at(text: str, start: int) -> tuple[Token, int] | None:
    """A count of places or criteria, a place with a number, or a day, and where it ends."""
    for pattern, name in _COUNTS:
        match = pattern.match(text, start)
        if match is not None:
            last = int(match[2]) if match.re.groups > 1 else None
            return Token(kind="count", name=name, first=int(match[1]), last=last), match.end()
    for pattern, name in _PLACES:
        match = pattern.match(text, start)
        if match is not None:
            last = int(match[2]) if match.re.groups > 1 else None
            return Token(kind="place", name=name, first=int(match[1]), last=last), match.end()
    for pattern in _DATES:
        match = pattern.match(text, start)
        if match is not None:
            day = f"{int(match[2]):02d}-{int(match[3]):02d}"
            return Token(kind="date", name=f"{match[1] or ''}-{day}"), match.end()
    return None


def as_written(
    text: str, read: tuple[Figure, int], *, about: bool, sign: re.Match[str] | None
) -> tuple[Token, int]:
    """A figure with what stands around it: "about", a sign."""
    figure, end = read
    for pattern, rough in _ROUGH:
        suffix = pattern.match(text, end)
        if suffix is not None:
            return Token(kind="figure", figures=(rough(figure),)), suffix.end()
    after = _ABOUT_AFTER.match(text, end)
    if after is not None:
        about, end = True, after.end()
    if about:
        figure = _about(figure)
    if sign is not None:
        turn = -1.0 if sign[0] in ("-", "マイナス") else 1.0
        readings = tuple(
            replace(reading, value=turn * reading.value) for reading in figure.readings
        )
        figure = replace(figure, readings=readings, signed=True)
    return Token(kind="figure", figures=(figure,)), end
