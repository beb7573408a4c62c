"""Is what a page shows what came out? Loosely: `...` is anything, numbers may move a bit."""

from __future__ import annotations

import re
from collections.abc import Sequence

APART_FRAC = 0.05
"""So far apart may two numbers be: another machine rounds and fits a little differently."""

_BROKEN_MOST = 4
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def answers(shown: Sequence[str], printed: str) -> str | None:
    """The first shown line that did not come out where it should; None: all did."""
    lines = [line for line in printed.splitlines() if line.strip()]
    wanted = [line for line in shown if line.strip()]
    at, gap = 0, False
    for line in wanted:
        if line.strip() == "...":
            gap = True
            continue
        places = range(at, len(lines) if gap else min(at + 1, len(lines)))
        ends = (end for place in places if (end := _end(line, lines, place)))
        at, gap = next(ends, 0), False
        if not at:
            return line
    return None if gap or at == len(lines) else f"nothing after {wanted[-1]!r}"


def _end(shown: str, lines: Sequence[str], place: int) -> int | None:
    """Behind which line the shown one ends that begins at a place: a terminal breaks long ones."""
    for end in range(place + 1, min(place + _BROKEN_MOST, len(lines)) + 1):
        pieces = [line.strip() for line in lines[place:end]]
        if same(shown, " ".join(pieces)) or same(shown, "".join(pieces)):
            return end
    return None


def same(shown: str, printed: str) -> bool:
    """Whether two lines say the same: words exactly, spaces and numbers nearly."""
    pattern = ".*".join(
        _NUMBER.sub(r"(?<![\\d.])(\\d+(?:\\.\\d+)?)", re.escape(_spaced(part)).replace(r"\.", "."))
        for part in shown.split("...")
    )
    match = re.fullmatch(pattern, _spaced(printed))
    if match is None:
        return False
    expected = [float(number) for part in shown.split("...") for number in _NUMBER.findall(part)]
    return all(
        abs(float(got) - number) <= APART_FRAC * abs(number)
        for got, number in zip(match.groups(), expected, strict=True)
    )


def _spaced(line: str) -> str:
    return re.sub(r"\s+", " ", line.strip())
