"""Rows without a file: a few with their units, statistics of many, what there is to select from."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from hakaru.core.errors import BadArgument, ReplyTooLarge
from hakaru.core.i18n import Message, message
from hakaru.core.plain import Rows, as_plain, cells
from hakaru.core.units import format_duration, format_pace, speed_to_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.flows.exports import (
    MATERIALIZED,
    Select,
    checked_ttl_s,
    chosen_activities,
    chosen_days,
    chosen_names,
    prepare_store,
    rows_of,
    series_rows,
)
from hakaru.records import frozen
from hakaru.store.exports import (
    MATERIALIZED_FILE_BYTES,
    MATERIALIZED_ROWS,
    Materialized,
    MaterializedFolder,
    checked_name,
)
from hakaru.store.readers.base import size_bytes
from hakaru.store.sandbox.ask import run_for
from hakaru.store.sandbox.job import (
    Cell,
    ColumnProfile,
    Histogram,
    Job,
    JobKind,
    Profile,
    Selection,
    Written,
)
from hakaru.store.sandbox.tree import TABLES
from hakaru.store.schema import ABOUT, in_short, table_columns, unit_of_column

MOST_ROWS = 50
_ROWS_BYTES = 3000
_COLUMNS_BYTES = 1500
_MORE = message("there are more rows: aggregate, or export() the query")


@frozen
class Saying:
    """Another way of giving a figure: its unit, and from which value on there is one."""

    unit: str
    say: Callable[[float], str]
    least_value: float


@frozen
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


@frozen
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


@frozen
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
    return QueryResult(selection=run_for(Selection, job, context.progress.check))


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
    "m/s": Saying(
        unit="min/km",
        say=lambda speed_mps: format_pace(speed_to_pace_s_per_km(speed_mps)),
        least_value=0.3,
    ),
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


_LIMIT_BYTES = 4096
_MOST_BINS = 80
_MOST_ACTIVITIES = 20
_ACTIVITY_METRICS = ("pace", "heart_rate", "cadence", "gct_ms")
_DIGITS = 5
_WIDE_DIGITS = 3
_WIDE_COLUMNS = 30


@frozen
class ProfileResult:
    """One profile, or one for each of several runs (`activity_ids`, in the same order)."""

    profiles: tuple[Profile, ...]
    activity_ids: tuple[int, ...] = ()

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, days, and figures by column."""
        if not self.activity_ids:
            return _profile_reply(self.profiles[0])
        return {
            "activities": [
                {"activity_id": activity_id, **_profile_reply(profile)}
                for activity_id, profile in zip(self.activity_ids, self.profiles, strict=True)
            ]
        }


@frozen
class HistogramResult:
    """The distribution of one column."""

    column: str
    histogram: Histogram

    @property
    def shape(self) -> Mapping[str, object]:
        """Bins with their edges; the last one includes its end."""
        return {
            "column": self.column,
            "bins": [
                {
                    "min": _short(low, digits=_DIGITS),
                    "max": _short(high, digits=_DIGITS),
                    "count": count,
                }
                for low, high, count in self.histogram.bins
            ],
            "total_count": sum(self.histogram.counts),
            "null_count": self.histogram.n_missing,
        }


@frozen
class MaterializeResult:
    """A result that later queries can name."""

    materialized: Materialized

    @property
    def shape(self) -> Mapping[str, object]:
        """At most 200 bytes."""
        return cells(self.materialized, MATERIALIZED)


def profile(
    context: Context,
    *,
    table_or_query: str | None,
    activity_ids: str | None,
    date_range: str | None,
    metrics: str | None,
) -> ProfileResult:
    """Figures per column of a table or query, or of each of some runs.

    Raises:
        BadArgument: what to look at is not said once, or a table is not there.
        QueryRefused: the query may not run, a column is not there, or days are asked for where rows
            have none.
        QueryStopped: the query took more than its limits.
        ReplyTooLarge: there are too many columns.
        UnknownActivity, AmbiguousActivity: a reference does not name one run.
        StoreBusy, QueriesBusy: a writer, or other queries, kept it out.
    """
    if (table_or_query is None) == (activity_ids is None):
        raise BadArgument(
            "table_or_query", table_or_query, message("given, or activity_ids instead of it")
        )
    days, names = chosen_days(date_range), chosen_names(metrics)
    prepare_store(context)
    if activity_ids is None:
        rows = rows_of(context, table_or_query or "", every_spelling=bool(names))
        job = replace(_job(context, "profile", rows, days=days), columns=names)
        result = ProfileResult(profiles=(run_for(Profile, job, context.progress.check),))
    else:
        result = _of_activities(context, activity_ids, days=days, names=names)
    return _fitting(result)


def histogram(
    context: Context, *, table_or_query: str, column: str, bins: int, date_range: str | None
) -> HistogramResult:
    """How often a column of numbers takes which values.

    Raises:
        BadArgument, QueryRefused, QueryStopped: 1 to 80 bins; else as `profile`.
        StoreBusy, QueriesBusy: a writer, or other queries, kept it out.
    """
    if not 1 <= bins <= _MOST_BINS:
        raise BadArgument(
            "bins", bins, message("a whole number between {low} and {high}", low=1, high=_MOST_BINS)
        )
    days = chosen_days(date_range)
    prepare_store(context)
    rows = rows_of(context, table_or_query, every_spelling=True)
    job = replace(_job(context, "histogram", rows, days=days), column=column, n_bins=bins)
    return HistogramResult(column=column, histogram=run_for(Histogram, job, context.progress.check))


def materialize(context: Context, *, name: str, query: str, ttl_seconds: int) -> MaterializeResult:
    """Keep the rows of a query as a table for later queries of any process.

    Raises:
        BadArgument: the name is no plain name or taken by a table.
        QueryRefused, QueryStopped: the query may not run, or took more than its limits.
        StoreBusy, QueriesBusy: a writer, or other queries, kept it out.
    """
    now, ttl_s, checked = context.now(), checked_ttl_s(ttl_seconds), checked_name(name)
    folder = MaterializedFolder(context.data_folder)
    folder.clean(now=now)
    prepare_store(context)
    view, part = folder.begin()
    job = Job(
        kind="materialize",
        text=query,
        folder=str(context.data_folder),
        attached=folder.attached(now=now),
        target=str(part),
        max_rows=MATERIALIZED_ROWS,
        max_bytes=MATERIALIZED_FILE_BYTES,
    )
    try:
        written = run_for(Written, job, context.progress.check)
        materialized = folder.keep(part, written, name=checked, now=now, ttl_s=ttl_s)
    except BaseException:
        folder.give_up(view)
        raise
    return MaterializeResult(materialized=materialized)


def _of_activities(
    context: Context,
    references: str,
    *,
    days: tuple[str | None, str | None],
    names: tuple[str, ...],
) -> ProfileResult:
    ids = chosen_activities(context, references)
    if len(ids) > _MOST_ACTIVITIES:
        raise BadArgument(
            "activity_ids", len(ids), message("at most {n} at once", n=_MOST_ACTIVITIES)
        )
    chosen = names or _ACTIVITY_METRICS
    profiles = []
    for activity_id in ids:
        rows = series_rows(context, (activity_id,), seconds=None, metrics=chosen)
        job = replace(_job(context, "profile", rows, days=days), columns=chosen)
        profiles.append(run_for(Profile, job, context.progress.check))
    return ProfileResult(profiles=tuple(profiles), activity_ids=ids)


def _job(
    context: Context,
    kind: JobKind,
    rows: Select,
    *,
    days: tuple[str | None, str | None],
) -> Job:
    since, until = days
    return Job(
        kind=kind,
        text=rows.text,
        table=rows.table,
        folder=str(context.data_folder),
        since=since,
        until=until,
        attached=MaterializedFolder(context.data_folder).attached(now=context.now()),
    )


def _fitting(result: ProfileResult) -> ProfileResult:
    """The result, if its reply is small enough to be told. Raises ReplyTooLarge."""
    n = size_bytes(as_plain(result))
    if n > _LIMIT_BYTES:
        n_columns = sum(len(table_profile.columns) for table_profile in result.profiles)
        raise ReplyTooLarge(
            message(
                "the profile of {n} columns has {size} bytes and the limit is {limit}: "
                "name fewer metrics, or use export()",
                n=n_columns,
                size=n,
                limit=_LIMIT_BYTES,
            )
        )
    return result


def _profile_reply(profile: Profile) -> Mapping[str, object]:
    """Of many columns the rate of missing values is told only where there are some."""
    wide = len(profile.columns) > _WIDE_COLUMNS
    days = (profile.first_day, profile.last_day)
    return {
        "row_count": profile.n_rows,
        "date_range": None if profile.first_day is None else list(days),
        **({"sampled": True} if profile.estimated else {}),
        "columns": {
            column.name: _column_reply(column, profile.n_rows, wide=wide)
            for column in profile.columns
        },
    }


def _column_reply(column: ColumnProfile, n_rows: int, *, wide: bool) -> Mapping[str, object]:
    """A column without a value says only that; ids have no mean. Of many columns one that holds a
    single value says that value, and of names only how many there are."""
    if n_rows and column.n_missing == n_rows:
        return {"null_rate": 1}
    if wide and column.n_distinct == 1 and not column.n_missing and column.low is not None:
        return {"value": _short(column.low, digits=_DIGITS)}
    is_id = column.name.endswith("_id")
    named = wide and isinstance(column.low, str) and column.type == "VARCHAR"
    digits = _WIDE_DIGITS if wide else _DIGITS
    figures = {
        "min": None if named else _short(column.low, digits=_DIGITS),
        "max": None if named else _short(column.high, digits=_DIGITS),
        "mean": None if is_id else _short(column.mean_value, digits=digits),
        "median": None if is_id else _short(column.median_value, digits=digits),
    }
    return {
        **{name: value for name, value in figures.items() if value is not None},
        **({} if wide and not column.n_missing else {"null_rate": _rate(column.n_missing, n_rows)}),
        "distinct_count": column.n_distinct,
    }


def _rate(n_missing: int, n_rows: int) -> float | int | None:
    """None: no row at all."""
    if not n_rows:
        return None
    return _short_number(n_missing / n_rows, digits=3)


def _short(value: float | str | None, *, digits: int) -> float | int | str | None:
    if value is None or isinstance(value, str | int):
        return value
    return _short_number(value, digits=digits)


def _short_number(value: float, *, digits: int) -> float | int:
    rounded = float(f"{value:.{digits}g}")
    return int(rounded) if rounded == int(rounded) and abs(rounded) < 10.0**digits else rounded
