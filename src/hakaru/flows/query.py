"""A few rows of a SELECT with their units, and what there is to select from."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import Message, message
from hakaru.core.plain import Rows
from hakaru.core.units import format_duration, format_pace
from hakaru.flows.context import Context
from hakaru.flows.exports import prepare_store
from hakaru.present.figures import pace_text
from hakaru.store.exports import MaterializedFolder
from hakaru.store.sandbox.ask import first_rows
from hakaru.store.sandbox.job import Cell, Job, Selection
from hakaru.store.sandbox.tree import TABLES
from hakaru.store.schema import ABOUT, in_short, table_columns, unit_of_column

MOST_ROWS = 50
_ROWS_BYTES = 3000
_COLUMNS_BYTES = 1500
_MORE = message("there are more rows: aggregate, or export() the query")


@dataclass(frozen=True, kw_only=True)
class Saying:
    """Another way of giving a figure: its unit, and from which value on there is one."""

    unit: str
    say: Callable[[float], str]
    least_value: float


@dataclass(frozen=True, kw_only=True)
class QueryResult:
    """The first rows of a query."""

    selection: Selection

    @property
    def shape(self) -> Mapping[str, object]:
        """Names, units and rows. A speed, a pace and a longer time are `[figure, as it is said]`,
        e.g. `[3.51, "4:45"]`, where the unit says "m/s, min/km"."""
        columns = self.selection.columns
        units = [unit_of_column(name, kind) for name, kind in columns]
        sayings = [_SAYINGS.get(unit) for unit in units]
        rows = Rows(
            (
                [_cell(cell, say) for cell, say in zip(row, sayings, strict=True)]
                for row in self.selection.rows
            ),
            within_bytes=_ROWS_BYTES,
            n_marks=sum(kind == "VARCHAR" for _, kind in columns),
            left_out="n_left_out",
        )
        return {
            "names": [name for name, _ in columns],
            "units": [
                f"{unit}, {say.unit}" if say is not None else unit
                for unit, say in zip(units, sayings, strict=True)
            ],
            "rows": rows,
            "more": _MORE if self.selection.is_cut else None,
        }


@dataclass(frozen=True, kw_only=True)
class DescribedColumn:
    """One column that a query can name."""

    table: str
    name: str
    kind: str

    @property
    def text(self) -> str:
        """Name, kind of value and unit."""
        kind = next((word for start, word in _KINDS if self.kind.startswith(start)), self.kind)
        unit = unit_of_column(self.name, self.kind)
        return f"{self.name} {kind}" + (f" ({unit})" if unit else "")


@dataclass(frozen=True, kw_only=True)
class DescribeResult:
    """Tables with what a row is about (`table` and `like` None), or columns with their units."""

    table: str | None
    like: str | None
    columns: tuple[DescribedColumn, ...]

    @property
    def tables(self) -> Mapping[str, str]:
        """Every table, and in short what a row is about."""
        return {table: in_short(table) for table in sorted(TABLES)}

    @property
    def about(self) -> str | None:
        """What a row of the table is about."""
        return None if self.table is None else ABOUT[self.table]

    @property
    def shape(self) -> Mapping[str, object]:
        """At most 2 KB."""
        if self.table is None and self.like is None:
            return {"tables": self.tables}
        of_one_table = self.table is not None
        listed = [
            column.text if of_one_table else f"{column.table}.{column.text}"
            for column in self.columns
        ]
        columns = Rows(listed, within_bytes=_COLUMNS_BYTES, left_out="n_left_out")
        return {"table": self.table, "about": self.about, "listed": columns}


def query(context: Context, *, query: str, limit: int) -> QueryResult:
    """The first rows of one SELECT, in its own order.

    Raises:
        BadArgument: a limit outside 1 to 50.
        QueryRefused: the query may not run; the reason names what is spelled like it.
        QueryStopped: it took more than its limits.
        StoreBusy, QueriesBusy: a writer, or other queries, kept it out.
    """
    if not 1 <= limit <= MOST_ROWS:
        raise BadArgument(
            "limit", limit, message("between {low} and {high}", low=1, high=MOST_ROWS)
        )
    prepare_store(context)
    job = Job(
        kind="rows",
        text=query,
        folder=str(context.data_folder),
        attached=MaterializedFolder(context.data_folder).attached(now=context.now()),
        max_rows=limit,
    )
    return QueryResult(selection=first_rows(job, context.progress.check))


def describe(context: Context, *, table: str | None, like: str | None) -> DescribeResult:
    """What can be selected: tables, the columns of one, or all columns with a text in their name.

    Raises:
        BadArgument: there is no such table; the reason names those spelled like it.
    """
    name = None if table is None else table.strip().lower()
    if name is not None and name not in TABLES:
        raise BadArgument("table", table, _tables_like(name))
    with context.store.read() as con:
        every = [
            DescribedColumn(table=of, name=column, kind=kind)
            for of, column, kind in table_columns(con)
        ]
    wanted = "" if like is None else like.strip().lower()
    chosen = [
        column
        for column in every
        if name in (None, column.table) and wanted in f"{column.table}.{column.name}".lower()
    ]
    return DescribeResult(
        table=name, like=like, columns=tuple(sorted(chosen, key=lambda column: _rank(column.table)))
    )


_ASKED_FIRST = ("splits", "activities", "time_series_metrics", "metric_verdicts", "sessions")


def _rank(table: str) -> int:
    """What is recorded and judged stands before what is derived of it."""
    return _ASKED_FIRST.index(table) if table in _ASKED_FIRST else len(_ASKED_FIRST)


def _tables_like(name: str) -> Message:
    near = get_close_matches(name, sorted(TABLES), n=4, cutoff=0.5)
    return message("one of {tables}", tables=", ".join(near or sorted(TABLES)))


_SAYINGS: Mapping[str, Saying] = {
    "m/s": Saying(unit="min/km", say=pace_text, least_value=0.3),
    "s/km": Saying(unit="min/km", say=format_pace, least_value=60.0),
    "s": Saying(unit="h:mm:ss", say=format_duration, least_value=60.0),
}
_KINDS: Sequence[tuple[str, str]] = (
    ("DOUBLE", "number"),
    ("DECIMAL", "number"),
    ("BIGINT", "int"),
    ("INTEGER", "int"),
    ("HUGEINT", "int"),
    ("VARCHAR", "text"),
    ("DATE", "day"),
    ("TIMESTAMP", "UTC"),
    ("BOOLEAN", "flag"),
)


def _cell(cell: Cell, saying: Saying | None) -> object:
    """A figure with the other way of saying it, where it has one: standing still has no pace."""
    if saying is None or cell is None or isinstance(cell, str):
        return cell
    is_said = math.isfinite(cell) and cell >= saying.least_value
    return [cell, saying.say(float(cell))] if is_said else cell
