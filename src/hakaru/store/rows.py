"""Dataclasses as rows of a table, and rows as dataclasses.

Rows are written as arrays in one `INSERT ... SELECT` per table: a statement costs about a
millisecond whether it carries one row or a thousand. None and NaN become NULL; reading gives None
(rows) or NaN (arrays) back. Moments are stored as TIMESTAMP in UTC and read as aware times.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Kind = Literal["real", "whole", "flag", "text", "moment", "day"]
"""What a column holds; every kind takes None as 'missing'."""

AnyArray = NDArray[Any]
T = TypeVar("T")
_KINDS: dict[type, Kind] = {
    float: "real",
    bool: "flag",
    int: "whole",
    str: "text",
    datetime: "moment",
    date: "day",
}


def kinds_of(row_type: type) -> Mapping[str, Kind]:
    """Column name to kind, for the scalar fields of a dataclass, in their order."""
    return _kinds_of(cast("Hashable", row_type))


def values_of(row: object) -> tuple[object, ...]:
    """The scalar fields of a dataclass, in the order of `kinds_of`."""
    values: tuple[object, ...] = _values_of(cast("Hashable", type(row)))(row)
    return values


def select_list(row_type: type, prefix: str = "") -> str:
    """The columns of a dataclass for a SELECT, in the order `build` takes them."""
    return ", ".join(f'"{prefix}{name}"' for name in kinds_of(row_type))


def build(row_type: type[T], values: Sequence[object], **others: object) -> T:
    """A dataclass from the values of `select_list`, and its other fields by name."""
    names, moments, besides = _fields_of(cast("Hashable", row_type))
    fields = dict(zip(names, values, strict=True))
    for name in moments:
        fields[name] = aware(fields[name])
    if others.keys() != besides:
        return row_type(**fields, **others)
    made = object.__new__(row_type)
    made.__dict__.update(fields, **others)  # a constructor takes ten times as long
    return made


def aware(value: object) -> datetime | None:
    """A TIMESTAMP as it is read (naive, UTC) as an aware time; None stays None."""
    if value is None:
        return None
    assert isinstance(value, datetime)
    return value.replace(tzinfo=UTC)


def naive_utc(moment: datetime) -> datetime:
    """An aware time as it is stored: UTC without a zone. Raises ValueError for a naive one."""
    if moment.tzinfo is None:
        raise ValueError(f"a stored time needs a zone, got {moment!r}")
    return moment.astimezone(UTC).replace(tzinfo=None)


def stamp(moment: datetime) -> np.datetime64:
    """An aware time as columns hold it: UTC, to the microsecond."""
    return np.datetime64(naive_utc(moment), "us")


def pack(kind: Kind, values: Sequence[Any]) -> AnyArray:
    """Values of one column as an array that the database reads without asking Python again."""
    if kind == "real":
        return np.array(values, dtype=np.float64)
    if kind == "text":
        texts = np.empty(len(values), dtype=object)
        texts[:] = values
        return texts
    if kind == "moment":
        stamps = [None if value is None else naive_utc(value) for value in values]
        return np.array(stamps, dtype="datetime64[us]")
    if kind == "day":
        return np.array(values, dtype="datetime64[D]").astype("datetime64[s]")
    missing = [value is None for value in values]
    filled = [0 if value is None else value for value in values]
    dtype = np.bool_ if kind == "flag" else np.int64
    return np.ma.masked_array(np.array(filled, dtype=dtype), mask=missing)


def insert_columns(
    con: DuckDBPyConnection,
    table: str,
    *,
    columns: Mapping[str, AnyArray],
    replace: bool = False,
) -> None:
    """Append columns of one length to a table; `replace` overwrites rows with the same key."""
    if not len(next(iter(columns.values()))):
        return
    verb = "INSERT OR REPLACE" if replace else "INSERT"
    # the engine finds it by its name here: to register it costs more than to insert it
    incoming_rows = dict(columns)  # noqa: F841
    con.execute(f"{verb} INTO {table} BY NAME SELECT * FROM incoming_rows")


def insert_rows(
    con: DuckDBPyConnection,
    table: str,
    *,
    kinds: Mapping[str, Kind],
    rows: Sequence[Sequence[object]],
    replace: bool = False,
) -> None:
    """Append rows of values in the order of `kinds`.

    One row goes in as parameters, which costs half of what an array per column does.
    """
    if len(rows) == 1:
        verb = "INSERT OR REPLACE" if replace else "INSERT"
        marks = ", ".join("?" * len(kinds))
        con.execute(
            f"{verb} INTO {table} ({', '.join(kinds)}) VALUES ({marks})", list(map(_bare, rows[0]))
        )
    elif rows:
        by_column = zip(kinds.items(), zip(*rows, strict=True), strict=True)
        packed = {name: pack(kind, values) for (name, kind), values in by_column}
        insert_columns(con, table, columns=packed, replace=replace)


def update_rows(
    con: DuckDBPyConnection,
    table: str,
    *,
    kinds: Mapping[str, Kind],
    rows: Sequence[Sequence[object]],
) -> None:
    """Set columns of many rows at once. The first of `kinds` is the key, the others are set."""
    if not rows:
        return
    by_column = zip(kinds.items(), zip(*rows, strict=True), strict=True)
    incoming_rows = {name: pack(kind, values) for (name, kind), values in by_column}  # noqa: F841
    key, *others = kinds
    changes = ", ".join(f"{name} = i.{name}" for name in others)
    con.execute(
        f"UPDATE {table} AS t SET {changes} FROM incoming_rows AS i WHERE t.{key} = i.{key}"
    )


def _bare(value: object) -> object:
    """A value as a parameter: NaN is missing, a moment is UTC without saying so."""
    if isinstance(value, float) and math.isnan(value):
        return None
    return naive_utc(value) if isinstance(value, datetime) else value


def first_row(
    con: DuckDBPyConnection, query: str, *, values: Sequence[object] | Mapping[str, object] = ()
) -> tuple[Any, ...] | None:
    """The first row of a query; None: it has none.

    `fetchone` would leave the result open, and the connection refuses other work until it is read.
    """
    rows = con.execute(query, values).fetchall()
    return rows[0] if rows else None


_NO_TEXT = "\x01"
"""Stands for NULL in a column of texts on its way here: no text that is kept holds it."""


def number_column(expression: str, name: str) -> str:
    """SQL for a column of numbers that is fetched without a mask: one makes numpy load its masked
    arrays, which takes a command 10 ms."""
    return f"coalesce(CAST({expression} AS DOUBLE), 'NaN') AS {name}"


def text_column(expression: str, name: str) -> str:
    """SQL for a column of texts that is fetched without a mask."""
    return f"coalesce({expression}, chr({ord(_NO_TEXT)})) AS {name}"


def floats(column: AnyArray) -> NDArray[np.float64]:
    """A column as it was fetched, with NaN for NULL."""
    if type(column) is np.ndarray:
        return np.asarray(column, dtype=np.float64)
    if isinstance(column, np.ma.MaskedArray):
        return np.asarray(np.ma.filled(column.astype(np.float64), np.nan))
    return np.asarray(column, dtype=np.float64)


def texts(column: AnyArray) -> AnyArray:
    """Strings as they were fetched, with None for NULL. Equal ones are one: years of splits name
    few shoes."""
    if type(column) is not np.ndarray and isinstance(column, np.ma.MaskedArray):
        column = np.ma.filled(column.astype(object), None)
    known: dict[object, object] = {_NO_TEXT: None}
    shared = np.empty(column.shape, dtype=object)
    shared[:] = [known.setdefault(text, text) for text in column.tolist()]
    return shared


@cache
def _kinds_of(row_type: Any) -> Mapping[str, Kind]:
    hints = get_type_hints(row_type)
    names = [field.name for field in dataclasses.fields(row_type)]
    return {name: kind for name in names if (kind := _kind(hints[name])) is not None}


@cache
def _values_of(row_type: Any) -> Callable[[object], tuple[object, ...]]:
    names = tuple(_kinds_of(row_type))
    if len(names) > 1:
        return attrgetter(*names)
    return lambda row: tuple(getattr(row, name) for name in names)


@cache
def _fields_of(row_type: Any) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str] | None]:
    """The names of the columns, of those that hold moments, and of the other fields; None instead
    where a constructor does more than to set fields."""
    kinds = _kinds_of(row_type)
    moments = tuple(name for name, kind in kinds.items() if kind == "moment")
    fields = dataclasses.fields(row_type)
    is_plain = all(field.init for field in fields) and not hasattr(row_type, "__post_init__")
    besides = frozenset(field.name for field in fields if field.name not in kinds)
    return tuple(kinds), moments, besides if is_plain else None


def _kind(hint: object) -> Kind | None:
    """The kind behind a type hint; None for what is no column (tuples, mappings, dataclasses)."""
    if get_origin(hint) in (Union, types.UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        return _kind(options[0]) if len(options) == 1 else None
    if get_origin(hint) is Literal:
        return _KINDS[type(get_args(hint)[0])]
    return _KINDS.get(hint) if isinstance(hint, type) else None
