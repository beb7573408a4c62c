"""What may a notebook print for a model to read, and what is said of output that is too large?

Sizes are bytes of UTF-8. Nothing here shortens data silently: too large is an error or a message
that names the next call to make.
"""

from __future__ import annotations

import dataclasses
import json
import math
import unicodedata
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from hakaru.core.errors import BadArgument, ReplyTooLarge

MAX_JSON_BYTES = 1024
MAX_TABLE_ROWS = 10
MAX_TEXT_BYTES = 4096
"""Of anything printed at once; the same budget as a reply (requirements, resolutions 33)."""
AROUND_A_TABLE = 5
"""Lines besides the rows: header, rule, what was left out, footer."""
INSTEAD = "save what is large to a file, and print safe_summary_table(df) or safe_json_output(data)"

_PARSED_BYTES = 1_048_576
"""Beyond it nobody asks whether it is JSON: it is too large as anything."""
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def safe_json_output(data: object, max_size: int = MAX_JSON_BYTES) -> str:
    """Compact JSON, Japanese as it is, of at most `max_size` bytes of UTF-8.

    Dataclasses, numpy values, dates and paths become plain values; NaN and infinity become null,
    for JSON has no such numbers.

    Raises:
        ReplyTooLarge: it is larger.
        BadArgument: it holds what JSON cannot.
    """
    try:
        written = json.dumps(
            _plain(data), ensure_ascii=False, separators=(",", ":"), allow_nan=False
        )
    except (TypeError, ValueError, RecursionError) as exc:
        raise BadArgument("data", type(data).__name__, f"what JSON can hold: {exc}") from exc
    n_bytes = size_bytes(written)
    if n_bytes > max_size:
        raise ReplyTooLarge(
            f"size of the JSON in bytes = {n_bytes} is not at most {max_size}: keep fewer fields "
            "or aggregate further, and leave the rows in the export() file"
        )
    return written


def validate_output(output: str) -> tuple[bool, str | None]:
    """Whether printed text keeps the limits, and if not, what exceeds which one.

    JSON, alone or on lines between other text, has at most 1024 bytes; the other lines are taken
    for a table of at most 10 rows and five lines around it, not counting rules and empty lines; all
    together has at most 4096 bytes.
    """
    n_bytes = size_bytes(output)
    if n_bytes > _PARSED_BYTES:
        return False, _too_many(n_bytes, MAX_TEXT_BYTES)
    if _is_json(output):
        fits = n_bytes <= MAX_JSON_BYTES
        return fits, None if fits else _too_many(n_bytes, MAX_JSON_BYTES, is_json=True)
    if n_bytes > MAX_TEXT_BYTES:
        return False, _too_many(n_bytes, MAX_TEXT_BYTES)
    documents, lines = _taken_apart(output.strip())
    largest = max(map(size_bytes, documents), default=0)
    if largest > MAX_JSON_BYTES:
        return False, _too_many(largest, MAX_JSON_BYTES, is_json=True)
    n_lines = sum(any(map(str.isalnum, line)) for line in lines)
    if n_lines > MAX_TABLE_ROWS + AROUND_A_TABLE:
        return False, (
            f"table of {n_lines} lines exceeds {MAX_TABLE_ROWS} rows with header and footer; "
            f"{INSTEAD}"
        )
    return True, None


def size_bytes(text: str) -> int:
    """Bytes of UTF-8; a lone surrogate counts the three bytes that would stand for it."""
    return len(text.encode("utf-8", "surrogatepass"))


def fitting(text: str, limit: int) -> str:
    """The longest beginning of at most `limit` bytes that ends between characters.

    A letter is not parted from the accents, variation selectors and joiners that follow it.
    """
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= limit:
        return text
    end = max(limit, 0)
    while end > 0 and encoded[end] & 0xC0 == 0x80:
        end -= 1
    excerpt = encoded[:end].decode("utf-8", "surrogatepass")
    place = len(excerpt)
    while place > 0 and (_goes_on(text[place]) or text[place - 1] == "\u200d"):
        place -= 1
    return text[:place]


def _goes_on(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) in {"Mn", "Me", "Mc"}


def _too_many(n_bytes: int, limit: int, *, is_json: bool = False) -> str:
    why = f" of {n_bytes} bytes exceeds {limit} bytes; {INSTEAD}"
    return f"JSON{why}" if is_json else f"output{why}"


def _is_json(text: str) -> bool:
    bare = text.strip()
    if not bare or bare[0] not in "{[" or bare[-1] not in "}]":
        return False
    try:
        json.loads(bare)
    except (ValueError, RecursionError):
        return False
    return True


def _taken_apart(text: str) -> tuple[list[str], list[str]]:
    """The JSON documents that begin a line, and the lines that belong to none."""
    decoder = json.JSONDecoder()
    documents: list[str] = []
    lines: list[str] = []
    place = 0
    while place < len(text):
        stop = text.find("\n", place)
        stop = len(text) if stop < 0 else stop
        start = place + len(text[place:stop]) - len(text[place:stop].lstrip())
        end = _end_of_json(decoder, text, start) if text[start : start + 1] in ("{", "[") else None
        if end is None:
            lines.append(text[place:stop])
            place = stop + 1
        else:
            documents.append(text[start:end])
            rest = text.find("\n", end)
            place = len(text) if rest < 0 else rest + 1
    return documents, lines


def _end_of_json(decoder: json.JSONDecoder, text: str, start: int) -> int | None:
    try:
        return decoder.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def _plain(value: object) -> object:
    """JSON types, numbers with all their digits."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    return _plain(value.tolist()) if hasattr(value, "tolist") else value
