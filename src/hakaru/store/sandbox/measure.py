"""What do the rows of a source look like in figures?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hakaru.store.sandbox.faults import Refusal
from hakaru.store.sandbox.job import ColumnProfile, Histogram, Job, Number, Profile
from hakaru.store.sandbox.source import Column, Source, days_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_EXACT_ROWS = 200_000
_SAMPLE_ROWS = 50_000
_MOST_BINS = 100
_HASHED_COLUMNS = 8
_COLUMNS_AT_ONCE = 16
"""Each distinct count takes some megabytes at once, whatever it finds."""
_WHOLE = frozenset(
    {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "BOOLEAN"}
    | {"UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"}
)
_DAYS = frozenset({"DATE", "TIMESTAMP"})
_MOMENT = "TIMESTAMP WITH TIME ZONE"


def measure_columns(con: DuckDBPyConnection, source: Source, *, job: Job) -> Profile:
    """Figures per column.

    Up to 200,000 rows exactly; beyond, the median is that of about 50,000 rows chosen by a hash of
    their values, and distinct values are counted by sketch.

    Raises:
        Refusal: a column that was asked for is not there.
    """
    columns = _chosen(source.columns, job.columns)
    ((n_rows,),) = con.execute(f"SELECT count(*) FROM {source.sql}").fetchall()
    first_day, last_day = days_of(con, source)
    return Profile(
        n_rows=n_rows,
        first_day=first_day,
        last_day=last_day,
        estimated=n_rows > _EXACT_ROWS,
        columns=tuple(
            profile
            for at in range(0, len(columns), _COLUMNS_AT_ONCE)
            for profile in _profiles(con, source, columns[at : at + _COLUMNS_AT_ONCE], n_rows)
        ),
    )


def count_bins(con: DuckDBPyConnection, source: Source, *, job: Job) -> Histogram:
    """Equally wide bins from the smallest to the largest value, the last including its end.

    A column with one value has one bin. Values that are no finite numbers count as missing.

    Raises:
        Refusal: no such column, or not of numbers.
    """
    column = _chosen(source.columns, (job.column,))[0]
    if not _is_number(column):
        raise Refusal(code="no_number", name=column.name)
    value = f"CAST({_finite(column)} AS DOUBLE)"
    ((low, high, n_values, n_rows),) = con.execute(
        f"SELECT min({value}), max({value}), count({value}), count(*) FROM {source.sql}"
    ).fetchall()
    if not n_values:
        return Histogram(edges=(), counts=(), n_missing=n_rows)
    n_bins = min(job.n_bins, _MOST_BINS) if high > low else 1
    width = (high - low) / n_bins
    at = f"least({n_bins - 1}, CAST(floor(({value} - $low) / $width) AS BIGINT))"
    rows = con.execute(
        f"SELECT {at} AS bin, count(*) FROM {source.sql} WHERE {value} IS NOT NULL GROUP BY bin",
        {"low": low, "width": width or 1.0},
    ).fetchall()
    counts = dict(rows)
    return Histogram(
        edges=(*(low + number * width for number in range(n_bins)), high),
        counts=tuple(counts.get(number, 0) for number in range(n_bins)),
        n_missing=n_rows - n_values,
    )


def bins_of(histogram: Histogram) -> tuple[tuple[Number, Number, int], ...]:
    """Low edge, high edge and count of each bin."""
    return tuple(
        (low, high, count)
        for (low, high), count in zip(pairwise(histogram.edges), histogram.counts, strict=True)
    )


def _profiles(
    con: DuckDBPyConnection, source: Source, columns: Sequence[Column], n_rows: int
) -> list[ColumnProfile]:
    """Some columns, in one look at their values."""
    exact = n_rows <= _EXACT_ROWS
    wanted = [figure for column in columns for figure in _figures(column, exact=exact)]
    chosen = "" if exact else f", {_one_in(source.columns, n_rows // _SAMPLE_ROWS)} AS hakaru_pick"
    ((*values,),) = con.execute(
        f"SELECT {', '.join(wanted)} FROM (SELECT *{chosen} FROM {source.sql})"
    ).fetchall()
    n_figures = len(values) // len(columns)
    return [
        _profile(column, values[at * n_figures : (at + 1) * n_figures], n_rows)
        for at, column in enumerate(columns)
    ]


def _chosen(columns: Sequence[Column], names: Sequence[str]) -> tuple[Column, ...]:
    if not names:
        return tuple(columns)
    by_name = {column.name.lower(): column for column in columns}
    for name in names:
        if name.lower() not in by_name:
            raise Refusal(code="unknown_column", name=name)
    return tuple(by_name[name.lower()] for name in names)


def _figures(column: Column, *, exact: bool) -> list[str]:
    """count, distinct, min, max, mean, median: NULL where a type has none of it."""
    distinct = "count(DISTINCT {})" if exact else "approx_count_distinct({})"
    picked = "" if exact else " FILTER (WHERE hakaru_pick)"
    if _is_number(column):
        value = _finite(column)
        return [
            f"count({value})", distinct.format(value), f"min({value})", f"max({value})",
            f"CAST(avg({value}) AS DOUBLE)", f"CAST(median({value}){picked} AS DOUBLE)",
        ]  # fmt: skip
    ends = [_end(column, "min"), _end(column, "max")]
    plain = _is_plain(column)
    return [
        f"count({column.sql})",
        distinct.format(column.sql if plain else f"CAST({column.sql} AS VARCHAR)"),
        *ends,
        "NULL",
        "NULL",
    ]


def _end(column: Column, which: str) -> str:
    """The first or last day or moment; a moment as text in UTC, which needs no table of zones."""
    if column.type == _MOMENT:
        utc = f"{which}({column.sql}) AT TIME ZONE 'UTC'"
        return f"strftime({utc}, '%Y-%m-%dT%H:%M:%S+00:00')"
    return f"{which}({column.sql})" if column.type in _DAYS else "NULL"


def _profile(column: Column, values: Sequence[Any], n_rows: int) -> ColumnProfile:
    n_values, n_distinct, low, high, mean, median = values
    return ColumnProfile(
        name=column.name,
        type=column.type,
        n_missing=n_rows - n_values,
        n_distinct=min(n_distinct, n_values),
        low=_plain(low),
        high=_plain(high),
        mean_value=mean,
        median_value=median,
    )


def _one_in(columns: Sequence[Column], every: int) -> str:
    """Whether a row is among the sample: the same rows each time."""
    names = ", ".join(column.sql for column in columns[:_HASHED_COLUMNS])
    return f"hash({names}) % {max(1, every)} = 0"


def _is_number(column: Column) -> bool:
    return column.type in _WHOLE | {"DOUBLE", "FLOAT"} or column.type.startswith("DECIMAL")


def _is_plain(column: Column) -> bool:
    return column.type.isidentifier() and column.type != "JSON"


def _finite(column: Column) -> str:
    if column.type in ("DOUBLE", "FLOAT"):
        return f"CASE WHEN isfinite({column.sql}) THEN {column.sql} END"
    return f"CAST({column.sql} AS TINYINT)" if column.type == "BOOLEAN" else column.sql


def _plain(value: object) -> Number | str | None:
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, int | str) else None
