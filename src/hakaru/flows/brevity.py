"""How do many rows and long texts become a reply of a few kilobytes, with nothing cut in silence?

Whoever leaves rows out says beside them how many there are. A result that does has its `reply`,
which is small, and its `content`, which is the same with every row and text whole: no bound (None).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import TypeVar

TABLE_BYTES = 3400
"""Of one table that is nearly all of a reply: its head and the counts fit beside it in 4 KB."""

MARK_BYTES = 34
"""What a model's copy of a text from outside costs beside the text: `{"text":,"from":"recording"}`
and a character that has to be escaped in it."""

_CUT = "…"
_Row = TypeVar("_Row")


def first_rows(
    rows: Iterable[_Row],
    *,
    within_bytes: int | None,
    most: int | None = None,
    n_marks: int = 0,
) -> list[_Row]:
    """The first rows, at most so many, that are together within the bytes as compact JSON.

    `n_marks`: so many texts of a row are from outside, and a model gets each with a mark.
    """
    if within_bytes is None:
        return list(rows)[:most]
    shown_rows: list[_Row] = []
    left_bytes = within_bytes
    for row in rows:
        left_bytes -= (
            1
            + n_marks * MARK_BYTES
            + _bytes(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        )
        if left_bytes < 0 or len(shown_rows) == most:
            break
        shown_rows.append(row)
    return shown_rows


def beginning(text: str, *, within_bytes: int | None) -> str:
    """A text, or what fits of its beginning and an ellipsis (3 bytes, so the room has them)."""
    if within_bytes is None or _bytes(text) <= within_bytes:
        return text
    head = text.encode("utf-8", "surrogatepass")[: within_bytes - _bytes(_CUT)]
    return head.decode("utf-8", "ignore") + _CUT


def ending(text: str, *, within_bytes: int | None) -> str:
    """A text, or an ellipsis and what fits of its end: of a path, the name of the file."""
    if within_bytes is None or _bytes(text) <= within_bytes:
        return text
    tail = text.encode("utf-8", "surrogatepass")[_bytes(text) + _bytes(_CUT) - within_bytes :]
    return _CUT + tail.decode("utf-8", "ignore")


def rounded(value: float | None, digits: int) -> float | None:
    """A figure with so many decimals (0: a whole number); None: it is missing or not finite."""
    if value is None or not math.isfinite(value):
        return None
    return round(float(value), digits or None)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
