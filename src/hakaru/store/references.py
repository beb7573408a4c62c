"""The words in which a run can be named, the same on every surface.

`latest` (最新): the newest run; `-1`, `-2`: so many runs before it; `2026-03-01`: the run of a
local day; `2026-03-01.2`: the second of that day; a number: our id or Garmin's.
"""

from __future__ import annotations

import re
from datetime import date

LATEST = "latest"
"""The newest run, and what is meant where nobody names one."""

_LATEST_WORDS = frozenset({LATEST, "最新"})
_RUNS_BACK = re.compile(r"[-\u2212](\d{1,6})")
_AN_ID = re.compile(r"\d{1,19}")
_OF_A_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})(?:\.(\d{1,3}))?")
_LARGEST = 2**63


def runs_back(text: str) -> int | None:
    """How many newer runs there are than the one that is meant; None: it is not named so."""
    if text.lower() in _LATEST_WORDS:
        return 0
    match = _RUNS_BACK.fullmatch(text)
    return None if match is None else int(match[1])


def run_number(text: str) -> int | None:
    """An id of ours or of Garmin's; None: no number that could be one."""
    if not _AN_ID.fullmatch(text) or int(text) >= _LARGEST:
        return None
    return int(text)


def run_of_day(text: str) -> tuple[date, int | None] | None:
    """A local day, and which of its runs (from 1; None: not said). None: no day."""
    match = _OF_A_DAY.fullmatch(text)
    if match is None:
        return None
    try:
        day = date.fromisoformat(match[1])
    except ValueError:
        return None
    return day, None if match[2] is None else int(match[2])


def names_a_run(text: str) -> bool:
    """Whether a text is a word for a run, there or not; a file of such a name is named by its
    path."""
    readings = (runs_back(text), run_number(text), run_of_day(text))
    return any(reading is not None for reading in readings)
