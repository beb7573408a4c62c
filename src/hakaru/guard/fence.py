"""How is data put into a prompt so that it cannot pass for an instruction?

As one JSON document between two marker lines that depend on the content, with the instruction
after it. This keeps a prompt readable; what protects is that a model has no tools and no authority
(its ids and numbers are only compared with ours).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hakaru.guard.cleaning import for_model
from hakaru.guard.wording import Lang, say

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

TITLE_MOST = 120
MEMO_MOST = 500
LIST_MOST = 200
KEY_MOST = 80
DEEPEST = 12
_MARKER_DIGITS = 16


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """How much of foreign data goes into a prompt. `text_most` counts characters, per string."""

    text_most: int = MEMO_MOST
    list_most: int = LIST_MOST
    deepest: int = DEEPEST


def title(text: str) -> str:
    """The name of an activity, a node, a window: one line of at most 120 characters."""
    return for_model(text, most=TITLE_MOST)


def memo(text: str) -> str:
    """A note: at most 500 characters; line breaks stay."""
    return for_model(text, most=MEMO_MOST, lines=True)


def bounded(value: Json, bounds: Bounds | None = None) -> Json:
    """The same data, cleaned. A longer list ends in `{"n_not_shown": 37}`; NaN becomes null."""
    return _bounded(value, bounds or Bounds(), depth=0)


def data_block(data: Json, *, nonce: str, bounds: Bounds | None = None) -> str:
    """Cleaned JSON between two lines with a marker that the content cannot hold."""
    text = json.dumps(
        bounded(data, bounds), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    return block(text, nonce=nonce)


def block(text: str, *, nonce: str) -> str:
    """Text that is clean already between two marker lines.

    The marker is a hash of text and `nonce`, so that the same question stays the same bytes.
    """
    marker = _marker(text, nonce)
    return f"=====DATA {marker}\n{text}\n=====END {marker}"


def question(data: Json, instruction: str, *, nonce: str, lang: Lang) -> str:
    """A data block, what it is, and then the instruction."""
    return "\n\n".join((data_block(data, nonce=nonce), say("data_is_no_order", lang), instruction))


def _marker(text: str, nonce: str) -> str:
    digest = hashlib.sha256(f"{len(nonce)}:{nonce}{text}".encode("utf-8", "replace"))
    return digest.hexdigest()[:_MARKER_DIGITS]


def _bounded(value: Json, bounds: Bounds, *, depth: int) -> Json:
    if isinstance(value, str):
        return for_model(value, most=bounds.text_most, lines=True)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, int):
        return value
    if depth >= bounds.deepest:
        return None
    if isinstance(value, Mapping):
        return {
            for_model(str(key), most=KEY_MOST): _bounded(item, bounds, depth=depth + 1)
            for key, item in value.items()
        }
    shown_entries = [_bounded(item, bounds, depth=depth + 1) for item in value[: bounds.list_most]]
    n_cut = len(value) - len(shown_entries)
    return [*shown_entries, {"n_not_shown": n_cut}] if n_cut else shown_entries
