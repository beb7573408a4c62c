"""Dates in what somebody wrote: absolute, relative, by weekday, in Japanese and English.

Every date keeps the words that it rests on. What is relative is counted from the day on which the
node was last written; where today would give another day, or where the words leave room ("next
Friday", 下旬), the date is a question. A day that is over is left out unless something was due.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TypeAlias

from hakaru.proposals.date_words import (
    DAY,
    DAYS,
    KANJI_DAYS,
    MONTH,
    MONTHS,
    PAST,
    DateMention,
    Written,
    clause_at,
    date_or_none,
    made_of,
    with_year,
)

_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5,
}  # fmt: skip
_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|[一二三四五])"
_FRESH_DAYS = 7


_SLASHED = r"(?<![\d./])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?![\d/])"


def writes_day_first(texts: Iterable[str]) -> bool:
    """Whether some of these texts have dates such as 31/10 and none has one such as 10/31."""
    pairs = [
        (int(match["m"]), int(match["d"]))
        for text in texts
        for match in re.finditer(_SLASHED, text)
    ]
    firsts = sum(
        12 < first <= 31 and second <= 12 and (first, second) != (24, 7) for first, second in pairs
    )
    seconds = sum(first <= 12 < second <= 31 for first, second in pairs)
    return firsts > 0 and seconds == 0


def dates_in(
    text: str, *, written_on: date, today: date, day_first: bool = False
) -> tuple[DateMention, ...]:
    """Every date of a text from today on, and earlier ones that something was due by.

    `day_first`: 8/1 is the eighth of January, where no weekday beside it says otherwise.
    """
    written = Written(text, text.casefold(), written_on, today, day_first)
    mentions: list[DateMention] = []
    for pattern, reader in _PATTERNS:
        for match in pattern.finditer(written.low):
            if any(match.start() < other.end and other.start < match.end() for other in mentions):
                continue
            mention = reader(match, written)
            if mention is not None:
                mentions.append(mention)
    mentions = _without_alternatives(_in_their_month(mentions), written)
    mentions += _offsets(mentions, written)
    mentions.sort(key=lambda mention: mention.start)
    return tuple(
        mention
        for mention in mentions
        if (mention.until or mention.day) >= today or _is_overdue(mention, written)
    )


def _in_their_month(mentions: list[DateMention]) -> list[DateMention]:
    """A day such as "on the 13th" behind a date may be of the same month: a question."""
    ordered = sorted(mentions, key=lambda mention: mention.start)
    for at, mention in enumerate(ordered):
        earlier = [other for other in ordered[:at] if not _BARE_DAY.search(other.words)]
        if not earlier or not _BARE_DAY.search(mention.words):
            continue
        month = earlier[-1].day
        day = date_or_none(month.year, month.month, mention.day.day)
        if day is not None and day != mention.day:
            ordered[at] = replace(mention, day=day, sure=False)
    return ordered


_BARE_DAY = re.compile(r"(?:^|\s)the \d{1,2}(?:st|nd|rd|th)$", re.IGNORECASE)


def _without_alternatives(mentions: list[DateMention], written: Written) -> list[DateMention]:
    """Two days with an "or" between them are no certain days."""
    ordered = sorted(mentions, key=lambda mention: mention.start)
    open_days = {
        id(mention)
        for first, second in pairwise(ordered)
        if re.fullmatch(
            r"\s*(?:[（(][月火水木金土日][)）])?\s*(?:or|か|または|/)\s*",
            written.low[first.end : second.start],
        )
        for mention in (first, second)
    }
    return [
        replace(mention, sure=False) if id(mention) in open_days else mention
        for mention in mentions
    ]


def _is_overdue(mention: DateMention, written: Written) -> bool:
    clause = clause_at(written.low, mention.start, mention.end)
    near = re.split(r"[,、]\s", clause)[0] if "," in clause or "、" in clause else clause
    return mention.sense == "deadline" and not PAST.search(near)


def _iso(match: re.Match[str], written: Written) -> DateMention | None:
    day = date_or_none(int(match["y"]), int(match["m"]), int(match["d"]))
    until = None
    if match["d2"]:
        month = int(match["m2"] or match["m"])
        until = date_or_none(int(match["y2"] or match["y"]), month, int(match["d2"]))
    return made_of(match, written, day, until=until)


def _month_day(match: re.Match[str], written: Written) -> DateMention | None:
    """12月3日, 12月3日〜5日."""
    day = with_year(int(match["m"]), int(match["d"]), written)
    until = None
    if day is not None and match["d2"]:
        until = date_or_none(day.year, int(match["m2"] or match["m"]), int(match["d2"]))
    return made_of(match, written, day, until=until)


_SLASH_AFTER = re.compile(
    r"\s*[（(][月火水木金土日祝・]+[)）]|まで|迄|に|から|より|以降|の(?:朝|昼|夜|午前|午後|夕|締|会|日)|着|締|〆|必着"
    r"|\s+\d{1,2}:\d\d|\s+at\b|[)）]|\s*[〜~～]|\s*[（(]?(?:mon|tue|wed|thu|fri|sat|sun)|が|は|、|。|\s*$|\n"
    r"|\s+(?:in|with|for)\b|[.,;]|\s*[ぁ-んァ-ヶ一-龥]"
)
_SLASH_BEFORE = re.compile(
    r"(?:\b(?:by|on|until|due|before|from|expected|deadline|target|latest|since|started|filed on|"
    + DAY
    + r")\.?\s*(?:is\s+|was\s+|on\s+|the\s+)?|(?:締切|〆切|期限|日|会|は|[:：])\s*|[（(]|^|\n|[。、]\s*)$"
)
_NO_DATE_AFTER = re.compile(
    r"[/.]?\d|\s*(?:の出来|would|でも可|円|%|cm|mm|km|kg|点|split|hours?|人|cup|tsp|inch|full|done)"
    r"|\s*(?:of|x)\b"
)


_NUMBERED_BEFORE = re.compile(
    r"(?:\b(?:room|rm|no|tel|phone|fax|ext|apt|unit|gate|seat|page|version)\.?|部屋|号室|電話|内線|番号|番地)"
    r"\s*[:：]?\s*$"
)


def _slash(match: re.Match[str], written: Written) -> DateMention | None:
    """11/30: month and day; what stands around it has to speak for a date."""
    first, second = int(match["m"]), int(match["d"])
    before, after = written.low[: match.start()], written.low[match.end() :]
    if _NUMBERED_BEFORE.search(before[-12:]):
        return None
    if re.search(r"[\d/.\w]$", before[-1:]) and not re.search(r"[ぁ-んァ-ヶ一-龥]$", before[-1:]):
        return None
    if _NO_DATE_AFTER.match(after) or (first, second) in ((24, 7), (50, 50)):
        return None
    if first == second and not re.match(r"\s*(?:まで|迄|に|から|[（(][月火水木金土日])", after):
        return None
    named = re.match(r"\s*(?:まで|迄|に|から|以降|着|[（(][月火水木金土日])", after)
    if not named and first <= 2 and second <= 4 and not re.search(r"\b(?:by|on|due)\s$", before):
        return None  # a half, a third, a quarter
    if not _SLASH_AFTER.match(after) and not _SLASH_BEFORE.search(before[-20:]):
        return None
    if not _SLASH_BEFORE.search(before[-20:]) and not re.match(
        r"\s*(?:まで|迄|に|から|より|以降|の|着|締|〆|必着|[（(]|\d|at\b|[)）]|[〜~～]"
        r"|(?:が|で)(?:締|期限|切れ|〆)|[。.,]|$)",
        after,
    ):
        return None
    if first > 12 >= second or (second <= 12 and _is_turned(first, second, match, written)):
        first, second = second, first
    return made_of(match, written, with_year(first, second, written))


def _is_turned(first: int, second: int, match: re.Match[str], written: Written) -> bool:
    """Whether 6/12 is the sixth of December: by the weekday beside it, else as the board has it."""
    after = re.match(rf"\s*[（(]?(?:{DAY}|[月火水木金土日](?=[)）曜]))", written.low[match.end() :])
    before = re.search(rf"\b{DAY},?\s*$", written.low[: match.start()])
    beside = after or before
    if beside is not None:
        named = beside.group().strip(" （(,")
        at = DAYS.index(named[:3]) if named[0].isascii() else KANJI_DAYS.index(named[0])
        fits = [
            day is not None and day.weekday() == at
            for day in (with_year(first, second, written), with_year(second, first, written))
        ]
        if fits[0] != fits[1]:
            return fits[1]
    turned = with_year(second, first, written)
    is_over = turned is None or turned < written.today
    return written.day_first and not (
        is_over and not PAST.search(clause_at(written.low, match.start(), match.end()))
    )


def _dotted(match: re.Match[str], written: Written) -> DateMention | None:
    """1.12. and 16.01.2027: day and month."""
    led = re.search(
        rf"(?:\b(?:by|on|until|'?till?|due|before|since|{DAY}),?\s+)$", written.low[: match.start()]
    )
    ends = re.match(r"[,;:)]", written.low[match.end() :])
    if not (led or ends or match["y"]):
        return None
    return made_of(match, written, with_year(int(match["m"]), int(match["d"]), written, match["y"]))


def _english(match: re.Match[str], written: Written) -> DateMention | None:
    """Dec 1, 8 Dec, 12 December 2026, 3-5 March."""
    month = MONTHS.index(match["mon"][:3]) + 1
    day = with_year(month, int(match["d"]), written, match["y"])
    until = None
    if day is not None and match["d2"]:
        until = date_or_none(day.year, month, int(match["d2"]))
    return made_of(match, written, day, until=until)


def _end_of_month(match: re.Match[str], written: Written) -> DateMention | None:
    """1月末, end of January, 3月中."""
    groups = match.groupdict()
    named, year = groups.get("mon"), groups.get("y")
    month = MONTHS.index(named[:3]) + 1 if named else int(match["m"])
    if groups.get("next"):
        year = str(written.written_on.year + 1)
    first = with_year(month, 28, written, year)
    return None if first is None else made_of(match, written, _last_of(first.year, month))


def _last_of(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _relative_end(match: re.Match[str], written: Written) -> DateMention | None:
    """月末, 来月末, 年内, 年度内, end of the year."""
    return _agreed(match, written, lambda day: _end_of(match.group(), day))


def _end_of(words: str, day: date) -> date:
    if re.search(r"年度", words):
        return date(day.year + (day.month > 3), 3, 31)
    if re.search(r"年|year", words):
        return date(day.year, 12, 31)
    if re.search(r"来月|next month", words):
        following = _last_of(day.year, day.month) + timedelta(days=1)
        return _last_of(following.year, following.month)
    return _last_of(day.year, day.month)


def _agreed(
    match: re.Match[str],
    written: Written,
    count: Callable[[date], date],
    *,
    sure: bool = True,
) -> DateMention | None:
    """What is counted from the day of writing. Sure where today gives the same day."""
    day = count(written.written_on)
    age_days = (written.today - written.written_on).days
    is_next_month = re.search(r"来月|next month", match.group()) is not None
    fresh = age_days <= _FRESH_DAYS or not is_next_month
    return made_of(match, written, day, sure=sure and fresh and day == count(written.today))


def _week_day(match: re.Match[str], written: Written) -> DateMention | None:
    """今週の金曜, 来週の水曜まで, this Friday, next Tuesday (a question), by Friday."""
    groups = match.groupdict()
    named = groups.get("kanji") or (groups.get("wd") or "")[:3]
    at = KANJI_DAYS.index(named) if named in KANJI_DAYS else DAYS.index(named)
    lead = groups.get("lead") or ""
    weeks = {"今週": 0, "来週": 1, "再来週": 2, "翌週": 1, "week after next": 2}.get(lead)

    def count(day: date) -> date:
        monday = day - timedelta(days=day.weekday())
        if weeks is not None:
            return monday + timedelta(weeks=weeks, days=at)
        return day + timedelta(days=(at - day.weekday()) % 7 or (7 if lead else 0))

    if lead in ("next", "次の", "次"):
        return _agreed(match, written, count, sure=written.written_on.weekday() == at)
    if match.group().startswith("before"):
        return _agreed(match, written, count, sure=False)
    return _agreed(match, written, count)


def _week_on(match: re.Match[str], written: Written) -> DateMention | None:
    """Thursday week, a week on Thursday: the Thursday after the coming one."""
    at = DAYS.index((match["wd"] or match["wd2"])[:3])

    def count(day: date) -> date:
        return day + timedelta(days=(at - day.weekday()) % 7 + 7)

    return _agreed(match, written, count)


def _this_week(match: re.Match[str], written: Written) -> DateMention | None:
    """今週中, 来週中, this week: the Friday of it; 週末: its Sunday."""
    words = match.group()
    weeks = 2 if "再来週" in words else 1 if "来週" in words or "next" in words else 0
    at = 6 if "週末" in words or "weekend" in words else 4
    return _agreed(
        match,
        written,
        lambda day: day - timedelta(days=day.weekday()) + timedelta(weeks=weeks, days=at),
        sure="next" not in words or "end" in words,
    )


def _nth_weekday(match: re.Match[str], written: Written) -> DateMention | None:
    """12月最初の日曜, 1月の第2土曜."""
    month, at = int(match["m"]), KANJI_DAYS.index(match["kanji"])
    first = with_year(month, 28, written)
    if first is None:
        return None
    begin = date(first.year, month, 1)
    n = int(match["n"]) if match["n"] else 1
    return made_of(match, written, begin + timedelta(days=(at - begin.weekday()) % 7 + 7 * (n - 1)))


def _nearby(match: re.Match[str], written: Written) -> DateMention | None:
    """明日, あさって, tomorrow, 3日後, in two weeks."""
    words = match.group()
    fixed = {"明日": 1, "あした": 1, "明後日": 2, "あさって": 2, "tomorrow": 1, "今日中": 0}
    if words.startswith("tom"):  # whatever its spelling
        words = "tomorrow"
    if words in fixed:
        n_days = fixed[words]
    else:
        count = match["n"]
        n = _COUNTS[count] if count in _COUNTS else int(count)
        n_days = n * (7 if re.search(r"週|week", words) else 1)
    return _agreed(match, written, lambda day: day + timedelta(days=n_days))


def _day_of_month(match: re.Match[str], written: Written) -> DateMention | None:
    """25日まで, by the 15th: of this month or, where that is over, the next."""

    def count(day: date) -> date:
        at = int(match["d"])
        here = date_or_none(day.year, day.month, at)
        if here is not None and here >= day:
            return here
        following = _last_of(day.year, day.month) + timedelta(days=1)
        return date_or_none(following.year, following.month, at) or _last_of(day.year, day.month)

    return _agreed(match, written, count)


def _day_and_weekday(match: re.Match[str], written: Written) -> DateMention | None:
    """13(日): of the next month in which the weekday is right, this one or the one after."""
    made = _day_of_month(match, written)
    if made is None or made.day.weekday() == KANJI_DAYS.index(match["kanji"]):
        return made
    return None


def _begin_of_month(match: re.Match[str], written: Written) -> DateMention | None:
    """2月になったら, 4月から: not before its first day."""
    day = with_year(int(match["m"]), 1, written)
    made = None if day is None else made_of(match, written, day)
    return None if made is None else replace(made, sense="start")


def _feast(match: re.Match[str], written: Written) -> DateMention | None:
    """Before Christmas: the day before at the latest."""
    made = made_of(match, written, date(written.today.year, 12, 24))
    return None if made is None else replace(made, sense="deadline")


def _third_of_month(match: re.Match[str], written: Written) -> DateMention | None:
    """12月上旬, mid-December: ten days, due by the last of them; 下旬, late March: a question."""
    groups = match.groupdict()
    named = groups.get("mon")
    month = MONTHS.index(named[:3]) + 1 if named else int(match["m"])
    part = match["part"]
    at = 10 if part in ("上旬", "初め", "early") else 20 if part in ("中旬", "半ば", "mid") else 28
    last = with_year(month, at, written)
    if last is None or at == 28:
        return None if last is None else made_of(match, written, last, sure=False)
    made = made_of(match, written, last.replace(day=at - 9), until=last)
    if made is not None and made.sense == "deadline":
        return replace(made, day=last, until=None)
    return made


def _offsets(mentions: list[DateMention], written: Written) -> Iterator[DateMention]:
    """What is counted from a date of the same text: 翌日, within 30 days of ..., 10 days before."""
    dated = tuple(mentions)
    for match in _OFFSET.finditer(written.low):
        before = [mention for mention in dated if mention.end <= match.start()]
        after = [mention for mention in dated if mention.start >= match.end()]
        unit = 7 if match["unit"] and re.search(r"week|週", match["unit"]) else 1
        count = match["n"] or "1"
        n_days = unit * (_COUNTS[count] if count in _COUNTS else int(count))
        base, sense = None, None
        if match["within"] and before:
            base, sense = before[-1], "deadline"
        elif not match["unit"] and (match["back"] or match["earlier"]):
            continue
        elif match["back"] and before and _is_same_sentence(before[-1], match, written):
            base, sense, n_days = before[-1], "deadline", -n_days
        elif match["earlier"] and (
            near := _same_clause(after, match, written) or _named_before(before, match, written)
        ):
            base, sense, n_days = near, "deadline", -n_days
        elif match["ahead"] and before:
            base, sense, n_days = before[-1], "deadline", -n_days
        elif match["following"] and before and _is_same_sentence(before[-1], match, written):
            base, sense = before[-1], "event"
        if base is not None and sense is not None and base.sure:
            yield replace(
                base,
                day=base.day + timedelta(days=n_days),
                words=written.text[match.start() : match.end()],
                start=match.start(),
                end=match.end(),
                sense=sense,  # type: ignore[arg-type]
                until=None,
                at=None,
            )


def _same_clause(
    after: list[DateMention], match: re.Match[str], written: Written
) -> DateMention | None:
    if not after or re.search(r"[.。\n]\s", written.low[match.end() : after[0].start]):
        return None
    return after[0]


def _named_before(
    before: list[DateMention], match: re.Match[str], written: Written
) -> DateMention | None:
    """The date of what a span lies before: "party on Dec 12. Cake 3 days before the party"."""
    named = re.match(r"\s+(?:the|our|my|his|her|their|that)\s+(\w{3,})", written.low[match.end() :])
    ends = re.match(r"\s*(?:$|[.,;:!?)\n]|it\b|that\b|then\b)", written.low[match.end() :])
    for mention in reversed(before):
        about = clause_at(written.low[: match.start()], mention.start, mention.end)
        if ends or (named and re.search(rf"\b{re.escape(named[1])}\b", about)):
            return mention
    return None


def _is_same_sentence(before: DateMention, match: re.Match[str], written: Written) -> bool:
    return re.search(r"[.。\n]", written.low[before.end : match.end()]) is None


_OFFSET = re.compile(
    rf"(?P<within>within\s+)?(?:(?P<n>{_COUNT})\s*+)?(?:(?P<unit>days?|weeks?|日|週間)\s*+)?"
    r"(?:(?P<ahead>前(?=まで|迄))|(?P<back>earlier\b)|(?P<earlier>before\b)|(?P<following>翌日|次の日|the day after\b(?! tomorrow| next))"
    r"|(?:of|from|after)\s+(?:the\s+)?(?:quote|date|order|invoice|letter)\b|以内)"
)


_Reader: TypeAlias = Callable[[re.Match[str], Written], DateMention | None]
_UNTIL = r"\s*(?:[〜~～–—-]|から|to|until)\s*"
_NO_DIGIT = r"(?<![\d./-])"
_READERS: tuple[tuple[str, _Reader], ...] = (
    (
        rf"{_NO_DIGIT}(?P<y>20\d\d)(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}})(?![\d-])"
        rf"(?:(?:{_UNTIL})(?:(?P<y2>20\d\d)[-/.])?(?:(?P<m2>\d{{1,2}})[-/.])(?P<d2>\d{{1,2}})(?!\d))?",
        _iso,
    ),
    (
        r"(?P<y>20\d\d)年(?P<m>\d{1,2})月(?P<d>\d{1,2})日"
        r"(?:\s*[〜~～-]\s*(?:(?P<y2>20\d\d)年)?(?:(?P<m2>\d{1,2})月)?(?P<d2>\d{1,2})日)?",
        _iso,
    ),
    (
        r"(?P<m>\d{1,2})月(?:の)?(?:最初|第(?P<n>[1-5]))の?(?P<kanji>[月火水木金土日])曜",
        _nth_weekday,
    ),
    (
        r"(?<!\d)(?P<m>\d{1,2})月(?P<d>\d{1,2})日"
        r"(?:\s*[〜~～-]\s*(?:(?P<m2>\d{1,2})月)?(?P<d2>\d{1,2})日)?",
        _month_day,
    ),
    (
        r"(?<!\d)(?P<m>\d{1,2})月の?(?P<part>上旬|中旬|下旬|初め|半ば)",
        _third_of_month,
    ),
    (rf"\b(?P<part>early|mid|late)[ -](?P<mon>{MONTH})\b", _third_of_month),
    (
        r"(?:(?P<y>20\d\d)年|(?P<next>来年)の?)?(?<!\d)(?P<m>\d{1,2})月"
        r"(?:(?:末|いっぱい|中(?=に|。|、|まで))(?:まで)?|までに)",
        _end_of_month,
    ),
    (r"(?<!\d)(?P<m>\d{1,2})月(?:になったら|から|以降)", _begin_of_month),
    (
        rf"\bbetween\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+and\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?:\s+of)?\s+(?P<mon>{MONTH})\b\.?(?:,?\s+(?P<y>20\d\d))?",
        _english,
    ),
    (
        rf"\bbetween\s+(?P<mon>{MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+and\s+"
        rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y>20\d\d))?",
        _english,
    ),
    (
        r"\b(?:before|by|until) (?:christmas|x-?mas)\b|(?:クリスマス|\bx-?mas)\s*(?:まで|前)に?",
        _feast,
    ),
    (rf"\bend of (?P<mon>{MONTH})\b", _end_of_month),
    (
        rf"(?<![\w-])(?:{DAY},?\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s*[–-]\s*(?P<d2>\d{{1,2}}))?"
        rf"(?:\s+of)?\s+(?P<mon>{MONTH})\b\.?(?:,?\s+(?P<y>20\d\d))?(?!\s+(?:dump|split))",
        _english,
    ),
    (
        rf"\b(?P<mon>{MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]\d|\d)"
        r"(?:\s*[–-]\s*(?P<d2>\d{1,2})(?!\d))?(?:,?\s+(?P<y>20\d\d))?",
        _english,
    ),
    (_SLASHED, _slash),
    (
        r"(?<![\d.,v])(?P<d>[0-3]?\d)\.(?P<m>[01]?\d)\.(?P<y>20\d\d)?(?!\d)",
        _dotted,
    ),
    (
        rf"\b(?:(?:on|by|until|'?till?)\s+)?(?P<wd>{DAY}) week\b"
        rf"|\b(?:a )?week (?:on|from) (?P<wd2>{DAY})\b",
        _week_on,
    ),
    (rf"\b{DAY},? \(?(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)\b", _day_of_month),
    (
        rf"(?<!every )\b(?P<wd>{DAY}),? (?=(?:at )?(?:\d{{1,2}}(?:[:.]\d\d)?\s?[ap]m|\d{{1,2}}:\d\d|noon|eod|cob)\b)",
        _week_day,
    ),
    (r"(?<![一-龥])(?P<kanji>[月火水木金土日])曜日?(?=\d{1,2}[時:])", _week_day),
    (
        r"(?:今月|来月)末(?!締)|(?<![\d週年])月末(?=まで|に|中|[。、]|$)|年度(?:内|末)|年内|今年中|(?<!\d)年末まで|今月中|来月中|"
        r"\b(?:the\s+)?end of (?:the|this) (?:year|month)|\bthis (?:year|month)\b|\bend of next month\b|"
        r"\bmonth'?s? end\b",
        _relative_end,
    ),
    (
        r"(?P<lead>再来週|来週|今週|翌週|次の|次)の?(?P<kanji>[月火水木金土日])曜?日?(?=[^ぁ-ん]|の|に|ま|は|$)",
        _week_day,
    ),
    (
        r"(?<![一-龥])(?P<kanji>[月火水木金土日])曜日?(?=まで|締切|〆|必着|中[。、]|中$|に[。、]|に$)",
        _week_day,
    ),
    (
        rf"\b(?:(?:(?:by|due|until|before|on|for)\s+)?(?P<lead>this|next)\s+"
        rf"|(?:by|due|until|'?till?|before|on|for|eod|cob)\s+)(?P<wd>{DAY})\b",
        _week_day,
    ),
    (
        r"(?:再来週|来週|今週)(?:中|いっぱい|末)|(?<![一-龥])週末まで|\bthis week(?:end)?\b|"
        r"\bend of (?:the|this|next) week\b|\b(?:by|before) the weekend\b",
        _this_week,
    ),
    (
        rf"明日|あした(?!ば)|明後日|あさって|今日中|\btomm?orr?ow\b|\bin (?P<n>{_COUNT}) (?:days?|weeks?)\b",
        _nearby,
    ),
    (
        r"(?<![\d月/〜~-])(?P<d>\d{1,2})日(?=まで|締切|〆|必着|の?(?:\d{1,2}[時:]|朝|昼|夜|午前|午後|夕方|正午))",
        _day_of_month,
    ),
    (r"(?<![\d月/〜~.-])(?P<d>\d{1,2})日?[（(](?P<kanji>[月火水木金土日])[)）]", _day_and_weekday),
    (
        r"\b(?:by|due|until|before|on) (?:on )?the (?P<d>\d{1,2})(?:st|nd|rd|th)\b",
        _day_of_month,
    ),
)
"""How a date may be written and who reads it; what an earlier one has read is not read again."""
_PATTERNS = tuple((re.compile(words), reader) for words, reader in _READERS)
