"""How does a finished page read for who thinks in miles?

What is stored, judged and worded stays in kilometres. Each length and pace that a page shows gets
the same in miles, in its place or behind it, so no two screens can differ in more than that. Words
that somebody wrote themselves (`as_written`) and fields of forms stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from hakaru.core.units import METRES_PER_KM, METRES_PER_MILE, format_pace
from hakaru.flows.preferences import Lengths

_MILES_PER_KM = METRES_PER_KM / METRES_PER_MILE
_SECONDS_PER_MINUTE = 60
_BEGIN, _END = "\ue0a0", "\ue0a1"
_END_OF_UNIT = r"(?![A-Za-z0-9])"
_LEFT_ALONE = re.compile(f"{_BEGIN}[^{_END}]*{_END}|<textarea.*?</textarea>", re.DOTALL)
_BETWEEN_TAGS = re.compile(r"(?<=>)[^<>]+(?=<)")
_PACE = re.compile(rf"(?<![\d:])(\d{{1,2}}:\d\d)(?:([〜–-])(\d{{1,2}}:\d\d))?/km{_END_OF_UNIT}")
_LENGTH = re.compile(rf"(?<![\d.])(\d+\.\d+)(?:([〜–])(\d+\.\d+))? km{_END_OF_UNIT}")
_DIFFERENCE = re.compile(rf"(?<![\d.:])(\d+)(?:([〜–])(\d+))? (s|秒)/km{_END_OF_UNIT}")
_MILE_PACE = re.compile(r"(\d{1,2}):([0-5]\d) ?/ ?mi", re.ASCII)
_PICTURE = re.compile(r"<svg.*?</svg>", re.DOTALL)
_TABLE = re.compile(r'(aria-label="[^"]*"[^>]*>\s*)?(<table.*?</table>)', re.DOTALL)
_ROW = re.compile(r"<tr.*?</tr>", re.DOTALL)
_CELL = re.compile(r"(<t[hd][^>]*>)(.*?)(</t[hd]>)", re.DOTALL)
_BARE_PACE = re.compile(r"(?<=>)(\d{1,2}:\d\d)(?:([〜–-])(\d{1,2}:\d\d))?(?=<)")
_BARE_LENGTH = re.compile(r"(?<=>)(\d+\.\d+)(?=<)")
_UNIT_OF_PACE = re.compile(rf"(?<![\d])(/|分/|min/)km{_END_OF_UNIT}")
_PACE_HEAD = re.compile(r"^(?:ペース|Pace|pace)")
_SVG_PACES = re.compile(r"(?:/|分/|min/)km")

_Change = Callable[[re.Match[str]], str]


def as_written(text: object) -> Markup:
    """Somebody's own words, for a template: no figure in them is converted."""
    inner = escape(str(text).replace(_BEGIN, "").replace(_END, ""))
    return Markup(f"{_BEGIN}{inner}{_END}")  # noqa: S704  # it is escaped


def in_lengths(html: str, lengths: Lengths) -> str:
    """A page in which lengths and paces are said as was chosen; tags stay as they are."""
    if lengths != "km":
        html = _outside(_LEFT_ALONE, html, lambda piece: _converted(piece, lengths))
    return html.replace(_BEGIN, "").replace(_END, "")


def in_both(text: str) -> str:
    """'5:00/km' as '5:00/km (8:03/mi)', '5.00–7.00 km' as '5.00–7.00 km (3.11–4.35 mi)'."""

    def both(to: Callable[[str], str], unit: str) -> _Change:
        return lambda match: f"{match[0]} ({_range(match, to)}{unit})"

    converted = _PACE.sub(both(_mile_pace, "/mi"), text)
    return _LENGTH.sub(both(_miles, " mi"), converted)


def in_miles(text: str) -> str:
    """'5:00/km' as '8:03/mi', '5.00–7.00 km' as '3.11–4.35 mi', '3 s/km' as '5 s/mi'."""
    converted = _PACE.sub(lambda match: f"{_range(match, _mile_pace)}/mi", text)
    converted = _LENGTH.sub(lambda match: f"{_range(match, _miles)} mi", converted)
    converted = _DIFFERENCE.sub(lambda match: f"{_range(match, _seconds)} {match[4]}/mi", converted)
    return _UNIT_OF_PACE.sub(r"\1mi", converted)


def per_km(written: str) -> str:
    """'7:23/mi' as '4:35'; whatever else somebody wrote as it is."""
    match = _MILE_PACE.fullmatch(written.strip())
    if match is None:
        return written
    pace_s_per_mile = int(match[1]) * _SECONDS_PER_MINUTE + int(match[2])
    return format_pace(pace_s_per_mile * _MILES_PER_KM)


def _converted(html: str, lengths: Lengths) -> str:
    if lengths == "km_and_mi":
        return _BETWEEN_TAGS.sub(lambda match: in_both(match[0]), html)
    html = _PICTURE.sub(lambda match: _picture(match[0]), html)
    html = _TABLE.sub(lambda match: _table(match[1] or "", match[2]), html)
    return _BETWEEN_TAGS.sub(lambda match: in_miles(match[0]), html)


def _picture(svg: str) -> str:
    """Its axis says only minutes and seconds; the unit stands in a label."""
    return _BARE_PACE.sub(_bare_pace, svg) if _SVG_PACES.search(svg) else svg


def _table(label: str, html: str) -> str:
    """Columns whose head names the unit, all where the label of the table does, and the paces of a
    table of splits."""
    rows = _ROW.findall(html)
    if not rows:
        return label + html
    heads = [re.sub(r"<[^>]+>", "", cell[1]).strip() for cell in _CELL.findall(rows[0])]
    far = {place for place, head in enumerate(heads) if head == "km"}
    fast = {place for place, head in enumerate(heads) if head.endswith(("(/km)", "（/km）"))}
    if "/km" in label:
        fast = set(range(len(heads)))
    elif far:
        fast |= {place for place, head in enumerate(heads) if _PACE_HEAD.match(head)}

    def row(row_match: re.Match[str]) -> str:
        places = iter(range(len(heads) + 1))

        def cell(cell_match: re.Match[str]) -> str:
            place = next(places, -1)
            if place in far:
                converted = _BARE_LENGTH.sub(lambda length: _miles(length[1]), cell_match[0])
                return converted.replace(">km<", ">mi<")
            return _BARE_PACE.sub(_bare_pace, cell_match[0]) if place in fast else cell_match[0]

        return _CELL.sub(cell, row_match[0])

    return _UNIT_OF_PACE.sub(r"\1mi", label) + _ROW.sub(row, html)


def _outside(but: re.Pattern[str], html: str, change: Callable[[str], str]) -> str:
    """The same change on everything but what matches. A piece begins and ends where a tag does, or
    where words of somebody do: these get the ends of a tag of their own for the change."""
    made, start = [], 0
    for match in but.finditer(html):
        made += [change(f">{html[start : match.start()]}<")[1:-1], match[0]]
        start = match.end()
    made.append(change(f">{html[start:]}<")[1:-1])
    return "".join(made)


def _range(match: re.Match[str], to: Callable[[str], str]) -> str:
    first, dash, last = match[1], match[2], match[3]
    return "".join((to(first), dash or "", to(last) if last else ""))


def _bare_pace(match: re.Match[str]) -> str:
    return _range(match, _mile_pace)


def _mile_pace(written: str) -> str:
    minutes, _, seconds = written.partition(":")
    pace_s_per_km = int(minutes) * _SECONDS_PER_MINUTE + int(seconds)
    return format_pace(pace_s_per_km / _MILES_PER_KM)


def _miles(written: str) -> str:
    digits = len(written.partition(".")[2])
    return f"{float(written) * _MILES_PER_KM:.{digits}f}"


def _seconds(written: str) -> str:
    return f"{int(written) / _MILES_PER_KM:.0f}"
