"""What does a cell of an activity list say, in the number style of its account?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from hakaru.sources.moments import LARGEST, credible
from hakaru.units import PERCENT, SECONDS_PER_MINUTE

_MISSING = {"", "--", "-", "—", "n/a"}
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009'’]")
_SHORT_FRACTION = re.compile(r"-?\d+([.,])\d{1,2}")
_BOTH_MARKS = re.compile(r"-?\d{1,3}(?:[.,]\d{3})+([.,])\d+")
_FRACTION_OF_A_SECOND = re.compile(r"[\d:]*:\d\d([.,])\d+")
_CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:[.,]\d+)?)")
_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?.*")
_YEAR_LAST = re.compile(
    r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp][Mm])?.*"
)
_MONTHS, _NOON = 12, 12
DateOrder = Literal["year", "day", "month"]
"""Which part of a date comes first."""
_SHARE = re.compile(r"\d+(?:[.,]\d+)?")
_RIGHT = re.compile(r"\W*(?:r|d|右|우|오)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class CellStyle:
    """How the account writes numbers: `decimal` is ',' or '.'; `seen` says that some cell tells."""

    decimal: str
    seen: bool


def style_of(cells: Iterable[str]) -> CellStyle:
    """The style in which most cells that tell it are written; a point where none does."""
    votes = {",": 0, ".": 0}
    for cell in cells:
        text = cell.strip().strip("'")
        for pattern in (_SHORT_FRACTION, _BOTH_MARKS, _FRACTION_OF_A_SECOND):
            if (found := pattern.fullmatch(text)) is not None:
                votes[found[1]] += 1
                break
    return CellStyle(decimal="," if votes[","] > votes["."] else ".", seen=any(votes.values()))


def read_number(cell: str, style: CellStyle) -> float | None:
    """A number with thousands marks; None where the cell is missing or no number."""
    bare = _SPACES.sub("", cell)
    if bare in _MISSING:
        return None
    thousands = "." if style.decimal == "," else ","
    try:
        value = float(bare.replace(thousands, "").replace(style.decimal, "."))
    except ValueError:
        return None
    return value if abs(value) <= LARGEST else None


def read_seconds(cell: str) -> float | None:
    """A clock-like cell (1:02:03, 00:01:39,6, 5:07) in seconds; None for anything else."""
    found = _CLOCK.fullmatch(cell.strip())
    if found is None:
        return None
    hours, minutes = int(found[1] or 0), int(found[2])
    seconds = float(found[3].replace(",", "."))
    return (hours * SECONDS_PER_MINUTE + minutes) * SECONDS_PER_MINUTE + seconds


def date_order_of(cells: Iterable[str]) -> DateOrder | None:
    """The order in which a list writes its dates; None: nothing tells 3/4/2026 from 4/3/2026, or
    some dates tell one order and some the other.

    A list writes all its dates alike; one part that is no month decides.
    """
    texts = [cell.strip() for cell in cells]
    found = [match for text in texts if (match := _YEAR_LAST.fullmatch(text))]
    if not found or any(_DATE.fullmatch(text) for text in texts):
        return "year"
    is_day_first = any(int(match[1]) > _MONTHS for match in found)
    is_month_first = any(int(match[2]) > _MONTHS for match in found)
    if is_day_first == is_month_first:
        return None
    return "day" if is_day_first else "month"


def read_local_time(cell: str, order: DateOrder = "year") -> datetime | None:
    """A date and a time of day, as the wall clock showed it, marked as UTC."""
    parts = _parts(cell.strip(), order)
    if parts is None:
        return None
    year, month, day, hour, minute, second = parts
    try:
        return credible(datetime(year, month, day, hour, minute, second, tzinfo=UTC))
    except ValueError:
        return None


def _parts(text: str, order: DateOrder) -> tuple[int, int, int, int, int, int] | None:
    """Year, month, day, hour, minute, second."""
    found = (_DATE if order == "year" else _YEAR_LAST).fullmatch(text)
    if found is None:
        return None
    one, two, three, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if order == "year":
        return one, two, three, hour, minute, second
    half = (found[7] or "").lower()
    if half:
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    day, month = (one, two) if order == "day" else (two, one)
    return three, month, day, hour, minute, second


def read_balance_left_pct(cell: str) -> float | None:
    """The left share of '49.8% L / 50.2% R'; None unless two shares make a whole."""
    found = list(_SHARE.finditer(cell))
    shares = [float(share[0].replace(",", ".")) for share in found]
    if len(shares) != 2 or abs(sum(shares) - PERCENT) > 1.0:
        return None
    before, after = cell[: found[0].start()], cell[found[0].end() : found[1].start()]
    side_of_first = before if any(letter.isalpha() for letter in before) else after
    return shares[1] if _RIGHT.match(side_of_first) else shares[0]
