"""How does a finished page read for who thinks in miles? Both units, side by side.

What is stored, judged and worded stays in kilometres; each length and pace that a page shows gets
the same in miles behind it, so no two screens can differ in more than that.
"""

from __future__ import annotations

import re

from hakaru.units import METRES_PER_KM, METRES_PER_MILE, format_pace

_MILES_PER_KM = METRES_PER_KM / METRES_PER_MILE
_SECONDS_PER_MINUTE = 60
_BETWEEN_TAGS = re.compile(r"(?<=>)[^<>]+(?=<)")
_PACE = re.compile(r"(?<![\d:])(\d{1,2}:\d\d)(?:([〜–])(\d{1,2}:\d\d))?/km\b")
_LENGTH = re.compile(r"(?<![\d.])(\d+\.\d+)(?:([〜–])(\d+\.\d+))? km\b")


def page_in_both(html: str) -> str:
    """A page of HTML in which texts, but not tags, say lengths and paces in miles as well."""
    return _BETWEEN_TAGS.sub(lambda found: in_both(found[0]), html)


def in_both(text: str) -> str:
    """'5:00/km' as '5:00/km (8:03/mi)', '5.00–7.00 km' as '5.00–7.00 km (3.11–4.35 mi)'."""
    return _LENGTH.sub(_length, _PACE.sub(_pace, text))


def _pace(found: re.Match[str]) -> str:
    first, dash, last = found.groups()
    told = "".join((_mile_pace(first), dash or "", _mile_pace(last) if last else ""))
    return f"{found[0]} ({told}/mi)"


def _length(found: re.Match[str]) -> str:
    first, dash, last = found.groups()
    told = "".join((_miles(first), dash or "", _miles(last) if last else ""))
    return f"{found[0]} ({told} mi)"


def _mile_pace(written: str) -> str:
    minutes, _, seconds = written.partition(":")
    pace_s_per_km = int(minutes) * _SECONDS_PER_MINUTE + int(seconds)
    return format_pace(pace_s_per_km / _MILES_PER_KM)


def _miles(written: str) -> str:
    digits = len(written.partition(".")[2])
    return f"{float(written) * _MILES_PER_KM:.{digits}f}"
