"""How does a table of either frame library read in ten rows?

Frames are asked only for what both libraries offer: neither is imported, none is converted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, cast

from hakaru.core.errors import BadArgument
from hakaru.guard.cleaning import clean
from hakaru.render.plain import cut, pad, width_columns
from hakaru.render.safe_output import MAX_TABLE_ROWS

_MISSING = frozenset({"nan", "NaT", "<NA>"})
_WIDEST_CELL = 32
_MOST_COLUMNS = 12


class Frame(Protocol):
    """What both libraries offer alike."""

    @property
    def columns(self) -> Any:
        """Names of the columns, in order."""

    def __len__(self) -> int: ...

    def __getitem__(self, key: Any, /) -> Any: ...


def safe_summary_table(
    df: Frame, max_rows: int = MAX_TABLE_ROWS, columns: Sequence[str] | None = None
) -> str:
    """A polars or pandas frame as text of at most `max_rows` rows.

    A longer frame shows its first and last rows (5 and 5 of the default 10) and says how many were
    left out between them; the footer says how large the frame is, and what else is not shown:
    columns beyond the twelfth (unless `columns` names them) and the rest of long cells.

    Raises:
        BadArgument: `max_rows` < 1, or a column that the frame does not have.
    """
    if max_rows < 1:
        raise BadArgument("max_rows", max_rows, "a whole number >= 1")
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


def _chosen(names: Sequence[str], columns: Sequence[str] | None) -> list[str]:
    for column in columns or ():
        if column not in names:
            raise BadArgument("column", column, f"one of {', '.join(names)}")
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
