"""Output of notebooks that a model reads: frames in ten rows, limits, and its size in tokens.

Sizes are bytes of UTF-8. Nothing here shortens data silently: too large is an error or a message
that names the next call to make.

Frames are asked only for what polars and pandas both offer: neither is imported, none is converted.
A table of pyarrow, a relation of DuckDB and a mapping of arrays are read column by column.

No tokeniser is loaded: four ASCII bytes are one token, every other character is one. Against
o200k_base (measured 2026-11-21) rows of numbers count for 43 % of what they cost (3,438 and 8,071
for 300 seconds as CSV), code and Japanese within 6 %. So what is said to be saved against raw rows
is rather too little: 90, 80 and 95 % in three notebooks of that day, where it was 95, 88 and 97 %.
"""

from __future__ import annotations

import dataclasses
import json
import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Protocol, cast

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.core.i18n import message
from hakaru.core.units import PERCENT
from hakaru.guard.cleaning import clean
from hakaru.guard.task import count_tokens
from hakaru.present.figures import cut, pad, width_columns
from hakaru.records import frozen

MAX_JSON_BYTES = 1024
MAX_TABLE_ROWS = 10
MAX_TEXT_BYTES = 4096
"""Of anything printed at once; the same budget as a reply (requirements, resolutions 33)."""
AROUND_A_TABLE = 5
"""Lines besides the rows: header, rule, what was left out, footer."""
INSTEAD = message(
    "save what is large to a file, and print safe_summary_table(df) or safe_json_output(data)"
)

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
        raise BadArgument(
            "data", type(data).__name__, message("what JSON can hold: {reason}", reason=exc)
        ) from exc
    n_bytes = size_bytes(written)
    if n_bytes > max_size:
        raise ReplyTooLarge(
            message(
                "size of the JSON in bytes = {size} is not at most {limit}: keep fewer "
                "fields or aggregate further, and leave the rows in the export() file",
                size=n_bytes,
                limit=max_size,
            )
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
            message(
                "table of {n} lines exceeds {limit} rows with header and footer; {expected}",
                n=n_lines,
                limit=MAX_TABLE_ROWS,
                expected=INSTEAD,
            )
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
    if is_json:
        return message(
            "JSON of {size} bytes exceeds {limit} bytes; {expected}",
            size=n_bytes,
            limit=limit,
            expected=INSTEAD,
        )
    return message(
        "output of {size} bytes exceeds {limit} bytes; {expected}",
        size=n_bytes,
        limit=limit,
        expected=INSTEAD,
    )


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


_MISSING = frozenset({"nan", "NaT", "<NA>"})
_WIDEST_CELL = 32
_MOST_COLUMNS = 12


class Frame(Protocol):
    """What polars and pandas offer alike."""

    @property
    def columns(self) -> Any:
        """Names of the columns, in order."""

    def __len__(self) -> int: ...

    def __getitem__(self, key: Any, /) -> Any: ...


@frozen
class _ColumnFrame:
    """Columns as plain lists, with what of a frame is asked for here."""

    columns: list[str]
    lists: list[list[object]]

    def __len__(self) -> int:
        return len(self.lists[0]) if self.lists else 0

    def __getitem__(self, key: tuple[slice, list[int]], /) -> _ColumnFrame:
        rows, places = key
        return _ColumnFrame(
            columns=[self.columns[place] for place in places],
            lists=[self.lists[place][rows] for place in places],
        )

    def head(self, n_rows: int) -> _ColumnFrame:
        return self[:n_rows, list(range(len(self.columns)))]

    def tail(self, n_rows: int) -> _ColumnFrame:
        return self[max(0, len(self) - n_rows) :, list(range(len(self.columns)))]

    def iter_rows(self) -> Iterator[tuple[object, ...]]:
        return zip(*self.lists, strict=True)


def _as_frame(df: Any) -> Frame:
    """A frame of polars or pandas as it is; anything else as columns."""
    if isinstance(df, Mapping):
        named = df
    elif hasattr(df, "fetchnumpy"):  # a relation of DuckDB
        named = df.fetchnumpy()
    elif hasattr(df, "column_names"):  # a table of pyarrow
        named = df.to_pydict()
    else:
        return cast("Frame", df)
    lists = [
        list(values.tolist() if hasattr(values, "tolist") else values) for values in named.values()
    ]
    return _ColumnFrame(columns=[str(name) for name in named], lists=lists)


def safe_summary_table(
    df: Frame | Mapping[str, Any],
    max_rows: int = MAX_TABLE_ROWS,
    columns: Sequence[str] | None = None,
) -> str:
    """A frame of any of these libraries, or a mapping of columns to arrays, as text of at
    most `max_rows` rows.

    A longer frame shows its first and last rows (5 and 5 of the default 10) and says how many were
    left out between them; the footer says how large the frame is, and what else is not shown:
    columns beyond the twelfth (unless `columns` names them) and the rest of long cells.

    Raises:
        BadArgument: `max_rows` < 1, or a column that the frame does not have.
    """
    if max_rows < 1:
        raise BadArgument("max_rows", max_rows, message("a whole number >= {low}", low=1))
    df = _as_frame(df)
    names = [str(name) for name in df.columns]
    shown = _chosen(names, columns)
    places = range(len(shown)) if columns is None else [names.index(name) for name in shown]
    narrowed = _narrowed(df, list(places))
    n_rows = len(df)
    first, last = (n_rows, 0) if n_rows <= max_rows else (max_rows - max_rows // 2, max_rows // 2)
    rows = [*_rows(narrowed.head(first)), *(_rows(narrowed.tail(last)) if last else ())]
    cells = [[_cell(value) for value in row] for row in rows]
    n_cut = sum(width_columns(cell) > _WIDEST_CELL for row in cells for cell in row)
    lines = _aligned([[clean(name) for name in shown], *cells])
    if n_rows > max_rows:
        lines.insert(1 + first, f"... ({n_rows - first - last} rows omitted) ...")
    return "\n".join([*lines, _footer(n_rows, names, shown, n_cut)])


def rows_as_csv(df: Frame | Mapping[str, Any]) -> str:
    """All rows of a frame as CSV: what a model would have read; to be counted, not to be shown."""
    frame = _as_frame(df)
    lines = [[str(name) for name in frame.columns]]
    lines += [["" if value is None else str(value) for value in row] for row in _rows(frame)]
    return "\n".join(",".join(line) for line in lines)


def _chosen(names: Sequence[str], columns: Sequence[str] | None) -> list[str]:
    for column in columns or ():
        if column not in names:
            raise BadArgument("column", column, message("one of {names}", names=", ".join(names)))
    return list(names[:_MOST_COLUMNS] if columns is None else columns)


def _narrowed(df: Frame, places: list[int]) -> Any:
    """Some columns by place: a pandas frame may have names that are no text, or one name twice."""
    by_place = getattr(df, "iloc", df)
    return by_place[:, places]


def _rows(part: Any) -> Iterator[tuple[object, ...]]:
    """Rows of a polars frame (`rows`) or a pandas one (`itertuples`), as plain tuples."""
    if hasattr(part, "itertuples"):
        return cast("Iterator[tuple[object, ...]]", part.itertuples(index=False, name=None))
    return cast("Iterator[tuple[object, ...]]", part.iter_rows())


def _cell(value: object) -> str:
    """Floats with six significant digits; what is missing is `null`, in either library."""
    if value is None or (not isinstance(value, str) and str(value) in _MISSING):
        return "null"
    if isinstance(value, float):
        return f"{value:.6g}" if math.isfinite(value) else str(value)
    return clean(str(value))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    short = [[cut(cell, _WIDEST_CELL) for cell in row] for row in rows]
    widths = [max(map(width_columns, column)) for column in zip(*short, strict=True)]
    return [
        "  ".join(pad(cell, width, right=True) for cell, width in zip(row, widths, strict=True))
        for row in short
    ]


def _footer(n_rows: int, names: Sequence[str], shown: Sequence[str], n_cut: int) -> str:
    hidden = [name for name in names if name not in shown]
    parts = [f"{n_rows} rows x {len(names)} columns"]
    if hidden:
        parts.append(f"{len(hidden)} columns not shown")
    if n_cut:
        parts.append(f"{n_cut} cells cut at {_WIDEST_CELL} characters")
    return f"[{'; '.join(parts)}]"


@frozen
class TokenCost:
    """What one way of answering cost, against reading the raw rows."""

    used_n: int
    raw_n: int

    @property
    def saved_pct(self) -> float:
        """Share of the raw rows' tokens that were not spent; below 0 where it cost more."""
        return PERCENT * (1.0 - self.used_n / self.raw_n) if self.raw_n else 0.0


class TokenMeter:
    """Prints what a model is given, and adds up what that and the code it wrote cost."""

    def __init__(self) -> None:
        self._answers: list[tuple[str, str]] = []

    def tell(self, step: str, text: str) -> None:
        """Print the answer of one step, one per cell, and count it."""
        self._answers.append((step, text))
        print(text)  # noqa: T201  # it is what the notebook shows

    def report(self, sources: Sequence[str], *, raw: str) -> Mapping[str, object]:
        """Tokens of code and answer of each step, their sum, and those of the raw rows.

        `sources`: the code of the same cells in the same order.
        """
        cells = {
            step: [count_tokens(source), count_tokens(text)]
            for source, (step, text) in zip(sources, self._answers, strict=True)
        }
        cost = TokenCost(used_n=sum(map(sum, cells.values())), raw_n=count_tokens(raw))
        return {
            "tokeniser": "4 ASCII bytes or 1 other character = 1 token",
            "code_and_answer": cells,
            "used": cost.used_n,
            "raw_rows": cost.raw_n,
            "saved_pct": round(cost.saved_pct, 1),
        }
