"""How does a list write its dates? The whole column tells, never a row by itself.

A list writes all its dates alike. One part that is no month decides which comes first; where every
date fits both ways, the order of the rows does: lists are sorted, newest or oldest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Literal

from hakaru.core.errors import Unreadable
from hakaru.sources.moments import credible
from hakaru.sources.sports import fold

DateOrder = Literal["year", "day", "month", "named"]
"""Which part of a date comes first; `named`: its month is a word."""

_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]\.?\s?m\.?)?.*"
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ t,]+" + _CLOCK)
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ t,]+" + _CLOCK)
_MONTH_NAMED = re.compile(r"([a-z]{3,})\.?\s+(\d{1,2}),?\s+(\d{4})[ ,a-z]+" + _CLOCK)
_DAY_THEN_NAME = re.compile(
    r"(\d{1,2})\.?\s+(?:de\s+)?([a-z]{3,})\.?\s+(?:de\s+)?(\d{4})[ ,a-z]+" + _CLOCK
)
_MONTHS = 12
_NOON = 12
_LEAST_SORTED = 3
_MONTH_OF: dict[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "jan ene gen", "feb fev", "mar maa mrt", "apr abr avr", "may mai mei mag maj",
            "jun juin giu", "jul juil lug", "aug ago aou", "sep set", "oct okt ott out",
            "nov", "dec dez dic des",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Beginnings of the names of months in the languages of accounts, without accents."""

_Parts = tuple[int, int, int, int, int, int]


def date_order_of(cells: Iterable[str], *, where: str) -> DateOrder:
    """The order in which a list writes its dates.

    Raises:
        Unreadable: nothing tells 3/4/2026 from 4/3/2026, or some dates tell one order and some the
            other.
    """
    texts = [_plain(cell) for cell in cells]
    if any(_MONTH_NAMED.fullmatch(text) or _DAY_THEN_NAME.fullmatch(text) for text in texts):
        return "named"
    matches = [match for text in texts if (match := _YEAR_LAST.fullmatch(text))]
    if not matches or any(_YEAR_FIRST.fullmatch(text) for text in texts):
        return "year"
    days = [match[0] for match in matches if int(match[1]) > _MONTHS]
    months = [match[0] for match in matches if int(match[2]) > _MONTHS]
    if days and months:
        raise Unreadable(
            where,
            "its dates have the day first in some rows and the month first in others "
            f"({_day_of(days[0])} and {_day_of(months[0])})",
        )
    if days or months:
        return "day" if days else "month"
    return _order_of_rows([match[0] for match in matches], where=where)


def _order_of_rows(texts: Sequence[str], *, where: str) -> DateOrder:
    """The order in which the rows are sorted, where they are in one order only."""
    orders: tuple[DateOrder, ...] = ("day", "month")
    sorted_in = [order for order in orders if _is_sorted(texts, order)]
    if len(set(texts)) < _LEAST_SORTED or len(sorted_in) != 1:
        raise Unreadable(
            where,
            f"nothing tells the day from the month in its dates, such as {_day_of(texts[0])}; "
            "export more months, or write the year first",
        )
    return sorted_in[0]


def _is_sorted(texts: Sequence[str], order: DateOrder) -> bool:
    moments = [moment for text in texts if (moment := read_local_time(text, order)) is not None]
    pairs = list(pairwise(moments))
    return all(earlier <= later for earlier, later in pairs) or all(
        earlier >= later for earlier, later in pairs
    )


def _day_of(text: str) -> str:
    return text.split(maxsplit=1)[0].rstrip(",t")


def read_local_time(cell: str, order: DateOrder = "year") -> datetime | None:
    """A date and a time of day, as the wall clock showed it, marked as UTC."""
    parts = _parts(_plain(cell), order)
    if parts is None:
        return None
    year, month, day, hour, minute, second = parts
    try:
        return credible(datetime(year, month, day, hour, minute, second, tzinfo=UTC))
    except ValueError:
        return None


def _plain(cell: str) -> str:
    return fold(cell).strip()


def _parts(text: str, order: DateOrder) -> _Parts | None:
    """Year, month, day, hour, minute, second."""
    if order == "named":
        return _named_parts(text)
    match = (_YEAR_FIRST if order == "year" else _YEAR_LAST).fullmatch(text)
    if match is None:
        return None
    first, second, third = (int(match[index]) for index in (1, 2, 3))
    if order == "year":
        return (first, second, third, *_clock(match))
    day, month = (first, second) if order == "day" else (second, first)
    return (third, month, day, *_clock(match))


def _named_parts(text: str) -> _Parts | None:
    match, first = _MONTH_NAMED.fullmatch(text), 1
    if match is None:
        match, first = _DAY_THEN_NAME.fullmatch(text), 2
    if match is None:
        return None
    name, day = match[first], int(match[3 - first])
    month = _MONTH_OF.get(name[:4]) or _MONTH_OF.get(name[:3])
    return None if month is None else (int(match[3]), month, day, *_clock(match))


def _clock(match: re.Match[str]) -> tuple[int, int, int]:
    hour, minute, second = int(match[4]), int(match[5]), int(match[6] or 0)
    half = (match[7] or "")[:1]
    return (hour % _NOON + (_NOON if half == "p" else 0) if half else hour), minute, second
