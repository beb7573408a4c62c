"""Which distances, times and paces of a text or a reply stand together, and do they fit?

Figures of one basis satisfy distance = speed x time; where a sentence pairs the watch's distance
with the time that was run, they do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hakaru.running.activity import WHILE_RUNNING

_KM = r"(\d+\.\d\d) km(?![/\w])"
_TIME = r"((?:\d+:)?\d{1,2}:\d\d)(?![:\d/–〜])"
_PACE = r"(\d+:\d\d)/km"
_GAP = r"[^\d\n]{1,24}"
_TOGETHER = re.compile(rf"{_KM}{_GAP}{_TIME}{_GAP}{_PACE}")
_SENTENCE = re.compile(r"\n|(?<=[.。])\s")
_LABELS = ("running", "走行")
_TIMES = ("timer_s", "duration_s", "running_s", "time_s")
_PACES = ("pace_s_per_km", "pace_seconds_per_km", "avg_pace_seconds_per_km")


@dataclass(frozen=True, kw_only=True)
class Group:
    """A distance, a time and a pace that stand together, and where."""

    distance_m: float
    time_s: float
    pace_s_per_km: float
    where: str

    @property
    def fits(self) -> bool:
        """Whether they are of one basis, as far as their rounding tells: 5 m (or half a metre in
        a reply), half a second each."""
        room_s = 0.006 * self.pace_s_per_km + 0.5 * self.distance_m / 1000.0 + 1.0
        return abs(self.pace_s_per_km * self.distance_m / 1000.0 - self.time_s) <= room_s


def groups_of_text(text: str) -> list[Group]:
    """Those that follow each other in a line."""
    return [
        Group(
            distance_m=1000.0 * float(match[1]),
            time_s=clock_s(match[2]),
            pace_s_per_km=clock_s(match[3]),
            where=line,
        )
        for line in text.splitlines()
        for match in _TOGETHER.finditer(line)
    ]


def clock_s(text: str) -> float:
    total = 0.0
    for part in text.split(":"):
        total = 60.0 * total + float(part)
    return total


def unlabelled(text: str, figures: Sequence[str], beside: Sequence[str]) -> list[str]:
    """The sentences in which one of the figures stands beside one of the others, and which do not
    say that it is of running only."""
    return [
        sentence
        for sentence in _SENTENCE.split(text)
        if any(figure in sentence for figure in figures)
        and any(other in sentence for other in beside)
        and not any(label in sentence.lower() for label in _LABELS)
    ]


def groups_of_reply(value: Any, where: str = "") -> Iterator[Group]:
    """Those of every object and of every row of a table; what says that it is of running only, is
    left out: its distances are of all of a stretch."""
    if isinstance(value, Mapping):
        if value.get("measured") == WHILE_RUNNING:
            return
        yield from _of_row(value, where)
        names = value.get("columns")
        for key, part in value.items():
            if isinstance(part, list) and isinstance(names, list):
                for row in part:
                    if isinstance(row, list) and len(row) == len(names):
                        yield from _of_row(dict(zip(names, row, strict=True)), f"{where}.{key}")
            yield from groups_of_reply(part, f"{where}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from groups_of_reply(part, where)


def _of_row(row: Mapping[str, Any], where: str) -> Iterator[Group]:
    distance_m = row.get("distance_m")
    times = [row[name] for name in _TIMES if isinstance(row.get(name), int | float)]
    paces = [row[name] for name in _PACES if isinstance(row.get(name), int | float)]
    if isinstance(distance_m, int | float) and times and paces:
        yield Group(
            distance_m=distance_m, time_s=times[0], pace_s_per_km=paces[0], where=f"{where} {row}"
        )
