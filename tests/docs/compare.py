"""Is what a page shows what came out? Loosely: `...` is anything, numbers may move a bit."""

from __future__ import annotations

import re
from collections.abc import Sequence

APART_FRAC = 0.05
"""So far apart may two numbers be: another machine rounds and fits a little differently."""

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
        place = next((place for place in places if same(line, lines[place])), None)
        if place is None:
            return line
        at, gap = place + 1, False
    return None if gap or at == len(lines) else f"nothing after {wanted[-1]!r}"


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
