"""How does a result leave the program as JSON, and what does it say when it went wrong?"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Protocol, TypeGuard

from hakaru.core.errors import HakaruError
from hakaru.flows.brevity import beginning, first_rows
from hakaru.guard.cleaning import clean

_DIGITS = 6
_ERROR_BYTES = 1800
"""Of the sentence, which stands in the reply twice."""


def as_plain(value: object) -> object:
    """A dataclass, mapping, sequence or array as JSON types.

    Floats keep six significant digits (verdicts are rounded where they are worded, not here) and
    NaN or infinity becomes null; times are ISO 8601 in UTC, paths text.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: as_plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): as_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return as_plain(value.tolist())
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    return value


class Shaped(Protocol):
    """A result that says how it leaves the program."""

    @property
    def reply(self) -> Mapping[str, object]:
        """Its JSON, as plain values."""


def as_json(value: object, *, whole: bool = False, indent: int | None = None) -> str:
    """Compact JSON text of a result, Japanese as it is.

    A result whose shape the requirements fix carries it as `reply`; that is then the JSON. Where a
    reply leaves rows out or cuts texts, `content` is the same with all of them: `whole` asks for
    that, for scripts, which have no budget.
    """
    plain = as_plain(_shape(value, whole=whole) if _is_shaped(value) else value)
    separators = (",", ":") if indent is None else None
    return json.dumps(plain, ensure_ascii=False, indent=indent, separators=separators)


def _shape(value: Shaped, *, whole: bool) -> Mapping[str, object]:
    if whole and "content" in dir(value):
        content: Mapping[str, object] = value.content  # type: ignore[attr-defined]
        return content
    return value.reply


def _is_shaped(value: object) -> TypeGuard[Shaped]:
    """Asked without computing it: an error inside a `reply` must not look like its absence."""
    return "reply" in dir(value)


def error_reply(error: HakaruError) -> Mapping[str, object]:
    """The one shape in which every surface shows an error, always within 4 KB.

    A sentence may repeat a name or an argument: it stays on one line, without control characters.
    """
    sentence = beginning(clean(str(error)), within_bytes=_ERROR_BYTES)
    reasons = first_rows(map(clean, error.reasons), within_bytes=_ERROR_BYTES)
    return {"ok": False, "error": sentence, "errors": reasons or [sentence], "status": error.status}
