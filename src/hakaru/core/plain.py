"""The JSON of a result, derived from its dataclass, and the schema of that JSON.

A result is a frozen dataclass, and its fields are its JSON; a field that is shown in another way
says so (`shown`, `HIDDEN`). Where the JSON is not made of fields, the result has one property,
`shape`. What a reply of a few kilobytes may leave out is marked in it by its type: `Rows`, `Text`,
`Versions`. Nothing is cut in silence: whoever leaves rows out says beside them how many there are.
"""

from __future__ import annotations

import dataclasses
import json
import math
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from hakaru.records import frozen

Schema = dict[str, object]

_SIMPLE: tuple[tuple[type, str], ...] = (
    (bool, "boolean"),
    (int, "integer"),
    (float, "number"),
    (str, "string"),
    (date, "string"),
    (types.NoneType, "null"),
)


def schema_of(
    hint: object, *, record: Callable[[type], Schema], texts: tuple[type, ...] = ()
) -> Schema:
    """The schema of values of a type; {} where nothing can be said of them.

    `record` gives the schema of a dataclass or TypedDict: inline, by reference, or its bare kind.
    `texts` are further types that leave as text.
    """

    def inside(part: object) -> Schema:
        return schema_of(part, record=record, texts=texts)

    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [inside(member) for member in inner]}
    if origin is typing.Literal:
        named = all(isinstance(choice, str) for choice in inner)
        return {"type": "string", "enum": list(inner)} if named else {"enum": list(inner)}
    kind = origin or hint
    if not isinstance(kind, type):
        return {}
    if is_dataclass(kind) or typing.is_typeddict(kind):
        return record(kind)
    known_types = (*_SIMPLE, *((text, "string") for text in texts))
    simple = next((name for known, name in known_types if issubclass(kind, known)), None)
    if simple is not None:
        return {"type": simple}
    if issubclass(kind, Mapping):
        return {"type": "object", **({"additionalProperties": inside(inner[1])} if inner else {})}
    if issubclass(kind, Sequence):
        return {"type": "array", **({"items": inside(inner[0])} if inner else {})}
    return {}


TABLE_BYTES = 3400
"""Of one table that is nearly all of a reply: its head and the counts fit beside it in 4 KB."""

_MARK_BYTES = 34
"""What a model's copy of a text from outside costs beside the text: `{"text":,"from":"recording"}`
and a character that has to be escaped in it."""
_DIGITS = 6
_CUT = "…"
_SHOWN = "shown"
R = TypeVar("R")
S = TypeVar("S")
W = TypeVar("W")

Columns = Mapping[str, Callable[[R], object] | int | None]
"""How the cells of a row are made, by their names: computed, or the attribute of that name, with so
many decimals (0: a whole number) or as it is (None)."""

HIDDEN: Mapping[str, object] = {_SHOWN: None}
"""Metadata of a field that is no part of the JSON."""


def shown(
    how: Callable[..., object], *, key: str | None = None, **options: object
) -> Mapping[str, object]:
    """Metadata of a field that leaves in another way (a missing value as null), or by another
    name; `options` go to `how` with the value."""
    return {_SHOWN: (key, partial(how, **options))}


class Text(str):
    """A text that a reply may cut to its beginning and an ellipsis, or to its `end`.

    It has so much room in bytes, ellipsis included, or in characters.
    """

    within_bytes: int | None
    within_characters: int | None
    end: bool

    def __new__(
        cls,
        text: str,
        *,
        within_bytes: int | None = None,
        within_characters: int | None = None,
        end: bool = False,
    ) -> Text:
        """The whole text, with its bound."""
        made = super().__new__(cls, text)
        made.within_bytes, made.within_characters = within_bytes, within_characters
        made.end = end
        return made

    def cut(self) -> str:
        """What of it fits."""
        most, room_bytes = self.within_characters, self.within_bytes
        if most is not None:
            return str(self) if len(self) <= most else self[: most - 1].rstrip() + _CUT
        encoded = self.encode("utf-8", "surrogatepass")
        if room_bytes is None or len(encoded) <= room_bytes:
            return str(self)
        left_bytes = room_bytes - len(_CUT.encode())
        if self.end:
            return _CUT + encoded[len(encoded) - left_bytes :].decode("utf-8", "ignore")
        return encoded[:left_bytes].decode("utf-8", "ignore") + _CUT


class Rows(list[R]):
    """Rows of which a reply shows the first, at most so many, that are together within the bytes
    as compact JSON.

    `columns`: each row is a list of these cells, and their names stand before the rows; `count`:
    the key before them that says how many there are; `left_out`: the key after them that says how
    many are not among them (and the earlier key that says of how many, where there are more than
    these). `n_marks`: so many texts of a row are from outside, and a model gets each with a mark.
    """

    def __init__(
        self,
        rows: Iterable[R],
        *,
        columns: Columns[R] | None = None,
        most: int | None = None,
        within_bytes: int | None = None,
        n_marks: int = 0,
        count: str | None = None,
        left_out: str | tuple[str, str] | None = None,
    ) -> None:
        super().__init__(rows)
        self.columns, self.most, self.within_bytes = columns, most, within_bytes
        self.n_marks, self.count_key, self.left_out = n_marks, count, left_out

    def row(self, row: R) -> object:
        """One row as its cells, where it has columns."""
        return row if self.columns is None else list(cells(row, self.columns).values())

    def cut(self) -> list[object]:
        """The rows that fit, as plain values."""
        return self._fitting(self)

    def _fitting(self, rows: Iterable[R]) -> list[object]:
        fitting: list[object] = []
        left_bytes = math.inf if self.within_bytes is None else self.within_bytes
        for row in rows:
            plain = as_plain(self.row(row))
            left_bytes -= 1 + self.n_marks * _MARK_BYTES + _bytes(plain)
            if left_bytes < 0 or len(fitting) == self.most:
                break
            fitting.append(plain)
        return fitting


class LastRows(Rows[R]):
    """The same of the rows at the end, in their order."""

    def cut(self) -> list[object]:
        """The rows that fit, as plain values."""
        return self._fitting(reversed(self))[::-1]


@frozen
class Versions(Generic[S, W]):
    """A value that a reply shows otherwise than a program gets it."""

    short: S
    whole: W


def as_plain(value: object, *, whole: bool = False) -> Any:
    """A result, dataclass, mapping, sequence or array as JSON types; `whole`: nothing is cut.

    Floats keep six significant digits (verdicts are rounded where they are worded, not here) and
    NaN or infinity becomes null; times are ISO 8601 in UTC, paths text.
    """
    if isinstance(value, Versions):
        return as_plain(value.whole if whole else value.short, whole=whole)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return as_plain(_shape(value, whole=whole), whole=whole)
    if isinstance(value, Mapping):
        return _object(value, whole=whole)
    if isinstance(value, Rows):
        return [as_plain(value.row(row), whole=True) for row in value] if whole else value.cut()
    if isinstance(value, list | tuple):
        return [as_plain(item, whole=whole) for item in value]
    if hasattr(value, "tolist"):
        return as_plain(value.tolist())
    return _scalar(value, whole=whole)


def fields_shown(result: Any) -> dict[str, object]:
    """The fields of a dataclass by the names and in the way they are shown."""
    fields: dict[str, object] = {}
    for field in dataclasses.fields(result):
        key, how = field.metadata.get(_SHOWN, (None, _same)) or (None, None)
        if how is not None:
            value = getattr(result, field.name)
            fields[key or field.name] = None if value is None else how(value)
    return fields


def cells(row: R, columns: Columns[R]) -> dict[str, object]:
    """The cells of one row, by their names."""
    made: dict[str, object] = {}
    for name, how in columns.items():
        value: Any = how(row) if callable(how) else getattr(row, name)
        made[name] = rounded(value, how) if isinstance(how, int) else value
    return made


def shape_type(result: type, *, whole: bool = False) -> Any:
    """What the `shape` of a result is declared as, of two versions one; None: it has none, and its
    fields are its JSON."""
    for name in ("shape", "reply"):
        shape = getattr(result, name, None)
        if isinstance(shape, property):
            hint = get_type_hints(shape.fget)["return"]
            return get_args(hint)[whole] if get_origin(hint) is Versions else hint
    return None


def rounded(value: float | None, digits: int) -> float | None:
    """A figure with so many decimals (0: a whole number); None: it is missing or not finite."""
    if value is None or not math.isfinite(value):
        return None
    return round(float(value), digits or None)


def _shape(result: Any, *, whole: bool) -> object:
    """What the JSON of a dataclass is made of. Asked without computing it: an error inside a
    property must not look like its absence."""
    if _is_property(result, "shape"):
        return result.shape
    if _is_property(result, "reply"):  # a reader's result keeps to a budget of its own
        return result.content if whole else result.reply
    return fields_shown(result)


def _is_property(result: object, name: str) -> bool:
    return isinstance(getattr(type(result), name, None), property)


def _object(value: Mapping[object, object], *, whole: bool) -> dict[str, object]:
    plain: dict[str, Any] = {}
    for key, item in value.items():
        rows = item if isinstance(item, Rows) else Rows[object]([])
        if rows.count_key is not None:
            plain[rows.count_key] = len(rows)
        if rows.columns is not None:
            plain["columns"] = list(rows.columns)
        plain[str(key)] = shown_item = as_plain(item, whole=whole)
        if isinstance(rows.left_out, tuple):
            left_out, of = rows.left_out
            plain[left_out] = plain[of] - len(shown_item)
        elif rows.left_out is not None:
            plain[rows.left_out] = len(rows) - len(shown_item)
    return plain


def _scalar(value: object, *, whole: bool) -> object:
    if isinstance(value, Text):
        return str(value) if whole else value.cut()
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None
    if isinstance(value, date | datetime):
        return value.isoformat()
    return str(value) if hasattr(value, "__fspath__") else value


def _same(value: object) -> object:
    return value


def _bytes(plain: object) -> int:
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8", "surrogatepass"))
