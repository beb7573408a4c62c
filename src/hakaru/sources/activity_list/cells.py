"""What does a cell of an activity list say, in the number style of its account?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hakaru.core.units import PERCENT, SECONDS_PER_MINUTE
from hakaru.sources.moments import LARGEST

_MISSING = {"", "--", "-", "—", "n/a"}
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009'’]")
_SHORT_FRACTION = re.compile(r"-?\d+([.,])\d{1,2}")
_BOTH_MARKS = re.compile(r"-?\d{1,3}(?:[.,]\d{3})+([.,])\d+")
_FRACTION_OF_A_SECOND = re.compile(r"[\d:]*:\d\d([.,])\d+")
_CLOCK = re.compile(r"(?:(\d{1,6}):)?(\d{1,6}):(\d{1,2}(?:[.,]\d+)?)")
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
            if (match := pattern.fullmatch(text)) is not None:
                votes[match[1]] += 1
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
    match = _CLOCK.fullmatch(cell.strip())
    if match is None:
        return None
    hours, minutes = int(match[1] or 0), int(match[2])
    seconds = float(match[3].replace(",", "."))
    return (hours * SECONDS_PER_MINUTE + minutes) * SECONDS_PER_MINUTE + seconds


def read_balance_left_pct(cell: str) -> float | None:
    """The left share of '49.8% L / 50.2% R'; None unless two shares make a whole."""
    matches = list(_SHARE.finditer(cell))
    shares = [float(share[0].replace(",", ".")) for share in matches]
    if len(shares) != 2 or abs(sum(shares) - PERCENT) > 1.0:
        return None
    before, after = cell[: matches[0].start()], cell[matches[0].end() : matches[1].start()]
    side_of_first = before if any(letter.isalpha() for letter in before) else after
    return shares[1] if _RIGHT.match(side_of_first) else shares[0]
