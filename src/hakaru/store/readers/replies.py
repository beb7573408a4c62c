"""In what shape does a read leave the program, and how much of it may?

Budgets are bytes of UTF-8 of compact JSON (resolutions rows 33, 64). What is larger is refused
with the call to make instead, never cut in silence.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.guard.cleaning import cut
from hakaru.running.validity import Statistics

REPLY_BYTES = 4096
MOST_REPLY_BYTES = 10_240
_LEAST_REPLY_BYTES = 256
_NAME_MOST = 240

Cell = float | int | str | date | None
Content = Mapping[str, object]
STATISTICS = ("mean", "median", "sd", "min", "max", "n")

_DIGITS: Mapping[str, int] = {
    "pct": 2, "cm": 2, "ms": 1, "bpm": 1, "spm": 1, "w": 1, "km": 1, "m": 1, "c": 1, "s": 1,
    "mps": 3, "frac": 4, "min": 1, "kg": 1,
}  # fmt: skip
"""Decimals by the last word of a name; six significant digits where it says no unit."""


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """A result with a budget. `content` is everything, `reply` the same within the budget."""

    limit_bytes: int = field(default=REPLY_BYTES, repr=False)

    @property
    @abstractmethod
    def content(self) -> Content:
        """All of it as plain values, rounded."""

    @property
    def reply(self) -> Content:
        """The content with long names cut. Raises ReplyTooLarge where it is over the budget."""
        content = {key: _with_short_texts(value) for key, value in self.content.items()}
        n = size_bytes(content)
        if n > self.limit_bytes:
            raise ReplyTooLarge(
                f"max_output_size = {self.limit_bytes} is not at least {n}, the bytes of this "
                "reply; use export() for all of it, or statistics_only where there is one"
            )
        return content


@dataclass(frozen=True, kw_only=True)
class TableResult(Bounded):
    """Rows about one run, or statistics of the same columns.

    `facts` come before them; `statistics` None: rows were asked for. A column that nobody
    measured has no statistics and is named in `missing`.
    """

    activity_id: int
    day: date
    rows_name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = ()
    statistics: Mapping[str, Statistics] | None = None
    facts: Mapping[str, Cell] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    warning: str | None = None

    @property
    def content(self) -> Content:
        """Facts, then the table; `warning` first, where there is one."""
        head: dict[str, object] = {} if self.warning is None else {"warning": self.warning}
        head |= {"activity_id": self.activity_id, "day": self.day.isoformat()}
        head |= {name: rounded(name, value) for name, value in self.facts.items()}
        if self.missing:
            head["missing"] = list(self.missing)
        if self.statistics is not None:
            return head | statistics_content(self.statistics)
        rows = [
            [rounded(name, cell) for name, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]
        return {**head, "columns": list(self.columns), self.rows_name: rows}


def _with_short_texts(value: object) -> object:
    """The same value with names of at most `_NAME_MOST` characters, which an ellipsis ends."""
    if isinstance(value, str):
        return cut(value, _NAME_MOST)
    if isinstance(value, Mapping):
        return {key: _with_short_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_with_short_texts(item) for item in value]
    return value


def statistics_content(statistics: Mapping[str, Statistics]) -> dict[str, object]:
    """One short list per figure, in the order of `STATISTICS`."""
    return {"statistics": list(STATISTICS)} | {
        name: [
            *(
                rounded(name, value)
                for value in (
                    summary.mean_value,
                    summary.median_value,
                    summary.sd,
                    summary.min_value,
                    summary.max_value,
                )
            ),
            summary.n,
        ]
        for name, summary in statistics.items()
    }


def rounded(name: str, value: object) -> object:
    """A value as JSON, rounded once by the unit its name ends in; days as ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    if not isinstance(value, float):
        return value
    digits = _DIGITS.get(name.rpartition("_")[2])
    return float(f"{value:.6g}") if digits is None else round(value, digits)


def size_bytes(content: Content) -> int:
    """Bytes of UTF-8 that a reply takes as compact JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str)
    return len(text.encode("utf-8"))


def checked_size(max_output_size: int) -> int:
    """A budget that a caller asks for.

    Raises:
        BadArgument: not within 256..10240 bytes.
    """
    if not _LEAST_REPLY_BYTES <= max_output_size <= MOST_REPLY_BYTES:
        raise BadArgument(
            "max_output_size",
            max_output_size,
            f"a whole number between {_LEAST_REPLY_BYTES} and {MOST_REPLY_BYTES}",
        )
    return max_output_size
