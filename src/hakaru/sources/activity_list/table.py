"""How is an activity list taken apart into rows and known columns?"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from hakaru.core.errors import Refused, Unreadable
from hakaru.sources.activity_list.cells import (
    CellStyle,
    read_number,
    read_seconds,
    style_of,
)
from hakaru.sources.activity_list.dates import DateOrder, date_order_of
from hakaru.sources.activity_list.headers import Column, is_english, named_columns
from hakaru.sources.activity_list.recognise import columns_by_content, form_columns
from hakaru.sources.cost import COLUMNS_MAX, refuse_costly_table

_ENCODINGS = ("cp932", "gb18030", "cp949", "cp1250", "cp1252")
"""What spreadsheets save in where they do not save UTF-8; the one whose headers are known wins."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_DELIMITERS = ",;\t"
_NEEDED: tuple[Column, ...] = ("type", "date", "time")
_SHOWN_HEADERS = 4
_ROWS_MAX = 100_000
"""More than anybody runs in a life; a few kilobytes can unpack to millions."""


@dataclass(frozen=True, kw_only=True)
class ActivityTable:
    """The rows of the list, where each column is, and how numbers are written.

    `date_order` is how it writes dates; `broken` counts rows that had not as many cells as the
    header; `likely_metric` says that language or number style are those of a country that runs in
    kilometres.
    """

    rows: Sequence[Sequence[str]]
    columns: Mapping[Column, int]
    style: CellStyle
    date_order: DateOrder
    likely_metric: bool
    broken: int

    def cell(self, row: Sequence[str], column: Column) -> str:
        """The text of a cell, '' where the list has no such column."""
        index = self.columns.get(column)
        return "" if index is None else row[index]

    def number(self, row: Sequence[str], column: Column) -> float | None:
        """A number above zero: the list writes both 0 and '--' for what was not measured."""
        value = read_number(self.cell(row, column), self.style)
        return value if value is not None and value > 0 else None

    def seconds(self, row: Sequence[str], column: Column) -> float | None:
        """A duration or pace above zero, in seconds."""
        return read_seconds(self.cell(row, column)) or None


def read_table(data: bytes, *, where: str) -> ActivityTable:
    """The list as a table.

    Raises:
        Refused: the list of an account without activities.
        Unreadable: not an activity list.
    """
    lines = _lines(data, where)
    if len(lines) > _ROWS_MAX:
        raise Unreadable(where, f"it lists more than {_ROWS_MAX} activities")
    header, body = lines[0], [row for row in lines[1:] if row]
    if len(header) > COLUMNS_MAX:
        raise Unreadable(where, f"it has {len(header)} columns; at most {COLUMNS_MAX} are read")
    rows = [row for row in body if len(row) == len(header)]
    style = style_of(chain.from_iterable(rows))
    named = named_columns(header)
    is_named = set(_NEEDED) <= named.keys()
    placed = form_columns(rows, style) if is_named else columns_by_content(rows, style)
    taken = set(named.values())
    columns = {column: at for column, at in placed.items() if at not in taken} | named
    if not set(_NEEDED) <= columns.keys():
        shown = ", ".join(name.strip() for name in header[:_SHOWN_HEADERS])
        raise Unreadable(where, f"not an activity list of Garmin Connect: it begins with {shown!r}")
    if not rows:
        raise Refused(where, "the list has no activity")
    order = date_order_of((row[columns["date"]] for row in rows), where=where)
    return ActivityTable(
        rows=rows,
        columns=columns,
        style=style,
        date_order=order,
        likely_metric=style.decimal == "," or not is_english(header),
        broken=len(body) - len(rows),
    )


def _lines(data: bytes, where: str) -> list[list[str]]:
    """Rows of cells, the header first, in the encoding that makes most headers known."""
    if data.startswith(_UTF16_MARKS):
        texts = [_decoded(data, "utf-16")]
    else:
        texts = [_decoded(data, "utf-8-sig")]
        if texts[0] is None:
            texts = [_decoded(data, encoding) for encoding in _ENCODINGS]
    written = [text.lstrip() for text in texts if text is not None and text.strip()]
    if not written:
        raise Unreadable(where, "it holds no text of an activity list")
    return _split(max(written, key=lambda text: _n_known_headers(text, where)), where)


def _n_known_headers(text: str, where: str) -> int:
    return len(named_columns(_split(text.partition("\n")[0], where)[0]))


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _split(text: str, where: str) -> list[list[str]]:
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    refuse_costly_table(text, delimiter=delimiter, path=where)
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error as exc:
        raise Unreadable(where, f"damaged CSV: {exc}") from exc
