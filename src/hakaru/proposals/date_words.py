"""What the readers of dates share: the names of days and months, a date as it was written, and the
sense that the words around it give.
"""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from typing import Literal

from hakaru.records import frozen

Sense = Literal["deadline", "event", "start"]
"""Due by; happens on; not before."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
KANJI_DAYS = "月火水木金土日"
_BACK_DAYS = 120
"""A day without a year this long ago is taken for past; one longer ago for the next year's."""


@frozen
class DateMention:
    """A date as it was written. `until`: the last day of a span. `sure` False: a question. `at`:
    the hour beside it, in local time; None: the whole day."""

    day: date
    words: str
    start: int
    end: int
    sense: Sense
    sure: bool = True
    until: date | None = None
    at: time | None = None


@frozen(kw_only=False)
class Written:
    """The text and the days from which it is read."""

    text: str
    low: str
    written_on: date
    today: date
    day_first: bool


PAST = re.compile(
    r"\b(?:sent|filed|started|paid|were|ran|did|ended|went|came|got|ordered|submitted)\b"
    r"|(?:した|った|んだ|いた|済み|済)(?:[。、\s]|$)"
)


def clause_at(text: str, start: int, end: int) -> str:
    """The sentence around a place of a text."""
    begins = max((m.end() for m in re.finditer(r"[。\n!?！？]|\.\s", text[:start])), default=0)
    ends = re.search(r"[。\n!?！？]|\.(?:\s|$)", text[end:])
    return text[begins : end + ends.start() if ends else len(text)]


def made_of(
    match: re.Match[str],
    written: Written,
    day: date | None,
    *,
    sure: bool = True,
    until: date | None = None,
) -> DateMention | None:
    """The date of a match with its words and its sense; None where there is no such day, or where
    it holds no more."""
    if day is None:
        return None
    before = written.low[max(0, match.start() - 40) : match.start()]
    after = written.low[match.end() : match.end() + 16]
    if _HOLDS_NO_MORE_BEFORE.search(before) or _HOLDS_NO_MORE_AFTER.match(after):
        return None
    sense = _sense(before, match.group(), after)
    start = match.start()
    lead = re.search(
        r"(?:\b(?:by|until|due|before|from|on|for|target|expires|expected|latest|back on)\s+"
        r"(?:on\s+)?(?:the\s+)?)+$",
        before,
    )
    if lead:
        start -= len(lead.group())
    trail = re.match(
        r"\s*(?:[（(][月火水木金土日][)）])?\s*(?:まで|迄|から|以降|必着|締切|〆|中)?", after
    )
    end = match.end() + (len(trail.group().rstrip()) if trail else 0)
    if sense == "deadline" and re.search(r"[^\s、。]{1,8}の(?:締切|期限)は?\s*$", before):
        sure = False
    if _HEDGED_AFTER.match(written.low[match.end() :]) or _HEDGED_BEFORE.search(before):
        sure = False
    return DateMention(
        day=day,
        words=written.text[start:end].strip(" \n.,、。"),
        start=match.start(),
        end=match.end(),
        sense=sense,
        sure=sure,
        until=until,
        at=None if until is not None else _hour(written.low, match),
    )


_HOUR = (
    r"(?P<half>午前|午後)?(?:(?P<h>\d{1,2})(?::(?P<m>[0-5]\d)(?![\d:])"
    r"|時(?!間)(?:(?P<m2>[0-5]?\d)分|(?P<thirty>半))?)(?:\s?(?P<ap>[ap]m\b))?"
    r"|(?P<h2>\d{1,2})\s?(?P<ap2>[ap]m\b))"
)
_HOUR_AFTER = re.compile(rf"(?:\s*[（(][^）)\d]{{1,9}}[)）])?(?:,?\s*(?:at|@|の)?\s*){_HOUR}")
_HOUR_BEFORE = re.compile(rf"\b{_HOUR},?\s+(?:on\s+)?$")


def _hour(low: str, match: re.Match[str]) -> time | None:
    """The hour that stands right behind a day, or before it: "Dec 12 at 2pm", "12月12日14時"."""
    behind = _HOUR_AFTER.match(low, match.end())
    clock = behind or _HOUR_BEFORE.search(low, max(0, match.start() - 16), match.start())
    if clock is None:
        return None
    hour = int(clock["h"] or clock["h2"])
    minute = 30 if clock["thirty"] else int(clock["m"] or clock["m2"] or 0)
    half = clock["ap"] or clock["ap2"] or {"午前": "am", "午後": "pm"}.get(clock["half"] or "")
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return time(hour, minute) if hour < 24 else None


_HOLDS_NO_MORE_BEFORE = re.compile(
    r"\b(?:(?:not|no longer|never)\s+(?:on|by|before|due|until)?"
    r"|(?:moved|changed|postponed|shifted|rescheduled|pushed|put off|brought forward)\s+"
    r"(?:\w+\s+)?from|instead of|(?:every|each) month(?:\s+on)?|monthly(?:\s+on)?)\s*(?:the\s+)?$|毎月\s*$"
)
_HOLDS_NO_MORE_AFTER = re.compile(
    r"^\s*(?:[（(][月火水木金土日][)）])?\s*"
    r"(?:(?:では|じゃ)な|から[^。、\n]{1,12}(?:に|へ)\s*(?:延期|変更|移|ずれ|繰り|なった))"
)
"""A day that is denied, was given up for another, or comes every month."""
_HEDGED_AFTER = re.compile(
    r"\s*(?:[（(][月火水木金土日][)）])?,?\s*(?:probably|prob\b|maybe|perhaps|i think|"
    r"i guess|[(（]?tbc\b|あたり|かも|たぶん|[^、。\d]{0,6}なので)"
)
"""Not certain, or the reason for another day: "1/11開始なので12/11までに"."""
_HEDGED_BEFORE = re.compile(r"(?:\b(?:probably|maybe|perhaps)(?: on)?|たぶん|おそらく)\s*$")
_DUE_BEFORE = re.compile(
    r"(?:\b(?:by|until|'?till?|due|before|no later than|deadline|target|expires?|close[sd]?|lapses?|"
    r"runs? out|rsvp|order by|hand in|hand-in|submit|latest)\b(?!.*[.;\n])|締切|〆切|締め切り|期限|期日|有効期限|遅くとも)"
    r"[^.;。\n]{0,24}$"
)
_DUE_AFTER = re.compile(
    r"^\s*(?:[（(][月火水木金土日][)）])?\s*(?:\d{1,2}[:時]\d{0,2}分?)?\s*"
    r"(?:まで|迄|締切|〆|必着|期限|が?(?:締切|期限)|deadline)"
)
_START_AFTER = re.compile(
    r"^\s*(?:[（(][月火水木金土日][)）])?\s*(?:\d{1,2}[:時]\d{0,2}分?)?\s*(?:から|より|以降|onwards"
    r"|(?:まで|迄)は?(?:ずっと|[^、。]{0,4}に)?(?:不在|留守|お?休み|出張|休業|休館|閉館|改装|工事|い(?:ない|ません)))"
)
_AWAY = (
    r"away|abroad|out(?: of (?:the )?(?:office|town|country))?|closed|gone|busy|travell?ing|unavailable|"
    r"on (?:leave|holiday|vacation)|not (?:back|available|free|here|open)|booked(?: up| out)?"
)
_START_BEFORE = re.compile(
    r"\b(?:from|opens?(?:[^.\n]{0,30})|starting|not before|as of|back on|returns?(?: on)?"
    rf"|(?:{_AWAY})(?:,? i think,?)? (?:until|'?till?))\s*$"
)
_OTHERS_ACT = re.compile(r"に(?:返事|回答|届|納品|来|結果)")


def _sense(before: str, words: str, after: str) -> Sense:
    if _START_AFTER.match(after) or _START_BEFORE.search(before):
        return "start"
    if _DUE_AFTER.match(after):
        return "event" if _OTHERS_ACT.match(after.partition("で")[2]) else "deadline"
    is_due = _DUE_BEFORE.search(before) or (
        re.search(r"まで|迄|中$|内$|\bend of\b|末|this week", words)
        and not _OTHERS_ACT.match(after)
    )
    return "deadline" if is_due else "event"


def with_year(month: int, day: int, written: Written, year: str | None = None) -> date | None:
    """The day of this month and day that is meant: none longer ago than `_BACK_DAYS`."""
    if year is not None:
        whole = int(year) if len(year) == 4 else 2000 + int(year)
        return date_or_none(whole, month, day)
    first = written.today - timedelta(days=_BACK_DAYS)
    for whole in range(first.year, first.year + 3):
        meant = date_or_none(whole, month, day)
        if meant is not None and meant >= first:
            return meant
    return None


def date_or_none(year: int, month: int, day: int) -> date | None:
    """The day; None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None
