"""The process in which one query runs: limited by the system before it looks at the text."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import mmap
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.core.i18n import parts_of
from hakaru.store.database import FILE_NAME
from hakaru.store.lock import Turnstile
from hakaru.store.sandbox.check import (
    CheckedQuery,
    Column,
    Source,
    check_query,
    columns_of,
    complete_query,
    days_of,
    open_source,
    quoted,
)
from hakaru.store.sandbox.job import (
    Attached,
    ColumnProfile,
    Histogram,
    Job,
    Number,
    Outcome,
    Profile,
    Refusal,
    Selection,
    Written,
    engine_fault,
)
from hakaru.store.sandbox.tree import KEPT_BACK, TABLES

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
_CELL_CHARACTERS = 400
_MOST_NEAR = 4


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
    plain = column.type.isidentifier() and column.type != "JSON"
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


if sys.platform != "win32":
    import resource


_LEAST_FILE_BYTES = 65_536
_OPEN_FILES = 64
_ENGINE_SHARE = 0.6
"""Of the memory: what the engine counts itself; the rest is for what it does not count."""
_RESULT = "result"

Say = Callable[[bytes], None]


def run_job(job: Job, say: Say) -> None:
    """Do one job under its limits; every line `say` gets is JSON.

    `{"state": "running"}` when the data is open, then `{"outcome": ...}` or `{"fault": ...}`.
    """
    try:
        _limit_myself(job)
        outcome = _run(job, lambda: say(b'{"state": "running"}\n'))
    except Refusal as refusal:
        parts = parts_of(refusal.name)
        fault = {"code": refusal.code, "name": refusal.name, "near": refusal.near, "parts": parts}
        say(_line({"fault": fault}))
    except MemoryError:
        say(b'{"fault": {"code": "memory", "name": ""}}\n')
    else:
        say(_line({"outcome": dataclasses.asdict(outcome)}))


def _limit_myself(job: Job) -> None:
    """Limits of the system, which no statement can lift.

    Raises:
        Refusal: this system does not enforce them.
    """
    os.umask(0o077)
    memory_bytes = _address_space_bytes() + job.limits.memory_bytes
    cpu_s = int(job.limits.threads * (job.limits.run_s + 1.0)) + 1
    try:
        _set_limit(resource.RLIMIT_AS, memory_bytes)
        _set_limit(resource.RLIMIT_CPU, cpu_s)
        _set_limit(resource.RLIMIT_FSIZE, max(_LEAST_FILE_BYTES, job.max_bytes))
        _set_limit(resource.RLIMIT_CORE, 0)
        _set_limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
    except (OSError, ValueError) as exc:
        raise Refusal(code="not_limited") from exc
    try:
        mmap.mmap(-1, memory_bytes).close()
    except OSError:
        return
    raise Refusal(code="not_limited")


def _set_limit(which: int, value: int) -> None:
    resource.setrlimit(which, (value, value))


def _address_space_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError as exc:
        raise Refusal(code="not_limited") from exc
    return pages * resource.getpagesize()


def _run(job: Job, running: Callable[[], None]) -> Outcome:
    names = frozenset(name for attachment in job.attached for name in attachment.names) - KEPT_BACK
    table_names = TABLES | names
    with _translated(job.text), _engine(job) as con:
        query = check_query(con, job.text, table_names=table_names)
        turnstile = Turnstile(Path(job.folder))
        try:
            hold = turnstile.shared(job.limits.lock_s)
        except StoreBusy as exc:
            raise Refusal(code="busy", name=exc.holder) from exc
        except StoreDamaged as exc:
            raise Refusal(code="damaged", name=str(exc)) from exc
        try:
            running()
            _open_data(con, job, query.tables)
            _lock_down(con, job)
            with _spelled(con, job.text):
                return _do(con, complete_query(con, query, table_names=table_names), job)
        finally:
            con.close()
            hold.release()


@contextmanager
def locked_engine(job: Job) -> Iterator[DuckDBPyConnection]:
    """The data of a job, opened and locked as for a query, in a process with its limits."""
    _limit_myself(job)
    with _engine(job) as con:
        _open_data(con, job, frozenset())
        _lock_down(con, job)
        yield con


@contextmanager
def _engine(job: Job) -> Iterator[DuckDBPyConnection]:
    """An empty database in memory that cannot fetch anything."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    with contextlib.closing(
        duckdb.connect(
            ":memory:",
            config={
                "autoinstall_known_extensions": "false",
                "autoload_known_extensions": "false",
                "allow_community_extensions": "false",
                "allow_persistent_secrets": "false",
                "python_enable_replacements": "false",
                "memory_limit": f"{int(_ENGINE_SHARE * job.limits.memory_bytes)}B",
                "threads": str(job.limits.threads),
                "temp_directory": "",
            },
        )
    ) as con:
        con.execute("SET enable_progress_bar = false")
        con.execute("SET lambda_syntax = 'ENABLE_SINGLE_ARROW'")  # as it is mostly written
        yield con


def _open_data(con: DuckDBPyConnection, job: Job, tables: frozenset[str]) -> None:
    """The database and the materialised results among `tables`, both read-only."""
    con.execute(f"ATTACH {_text(Path(job.folder) / FILE_NAME)} AS hakaru (READ_ONLY)")
    con.execute("CREATE SCHEMA memory.materialized")
    for number, attachment in enumerate(job.attached):
        if tables & set(attachment.names):
            _attach(con, attachment, f"hakaru_{number}")
    if job.kind == "materialize":
        con.execute(f"ATTACH {_text(job.target)} AS hakaru_target")
    con.execute("USE hakaru")
    con.execute("SET search_path = 'hakaru.main,memory.materialized'")


def _attach(con: DuckDBPyConnection, attachment: Attached, name: str) -> None:
    if not Path(
        attachment.path
    ).is_file():  # its time is over, or ten newer ones came, since it was named
        raise Refusal(code="table", name=attachment.names[-1])
    con.execute(f"ATTACH {_text(attachment.path)} AS {name} (READ_ONLY)")
    for view in attachment.names:
        con.execute(
            f"CREATE VIEW memory.materialized.{quoted(view)} AS SELECT * FROM {name}.main.{_RESULT}"
        )


def _lock_down(con: DuckDBPyConnection, job: Job) -> None:
    """From here on nothing but the target can be opened, and no setting can be changed."""
    if job.target is not None:
        files = [job.target, f"{job.target}.wal"]
        con.execute(f"SET allowed_paths = [{', '.join(map(_text, files))}]")
    elif job.kind != "rows":
        con.execute("SET preserve_insertion_order = false")  # figures do not depend on it
    con.execute("SET enable_external_access = false")
    con.execute("SET lock_configuration = true")


def _do(con: DuckDBPyConnection, query: CheckedQuery, job: Job) -> Outcome:
    if job.kind == "profile":
        return measure_columns(con, open_source(con, query, job=job), job=job)
    if job.kind == "histogram":
        return count_bins(con, open_source(con, query, job=job), job=job)
    columns = tuple((column.name, column.type) for column in columns_of(con, query.as_table))
    if job.kind == "rows":
        return _first_rows(con, query, columns, most=job.max_rows)
    rows_sql = f"SELECT * FROM {query.as_table} LIMIT {job.max_rows + 1}"
    if job.kind == "materialize":
        written = con.execute(f"CREATE TABLE hakaru_target.main.{_RESULT} AS {rows_sql}")
        n_rows = written.fetchall()[0][0]
        con.execute("DETACH hakaru_target")
    else:
        into = f"TO {_text(job.target)} (FORMAT {job.file_format}, USE_TMP_FILE false)"
        n_rows = con.execute(f"COPY ({rows_sql}) {into}").fetchall()[0][0]
    if n_rows > job.max_rows:
        raise Refusal(code="too_many_rows", name=str(job.max_rows))
    return Written(n_rows=n_rows, columns=columns)


def _first_rows(
    con: DuckDBPyConnection,
    query: CheckedQuery,
    columns: tuple[tuple[str, str], ...],
    *,
    most: int,
) -> Selection:
    cells = ", ".join(
        f"left(CAST({quoted(name)} AS VARCHAR), {_CELL_CHARACTERS})"
        if _is_written_out(type_)
        else quoted(name)
        for name, type_ in columns
    )
    rows = con.execute(f"SELECT {cells} FROM {query.as_table} LIMIT {most + 1}").fetchall()
    return Selection(
        columns=columns,
        rows=tuple(tuple(map(_plain, row)) for row in rows[:most]),
        is_cut=len(rows) > most,
    )


def _is_written_out(type_: str) -> bool:
    """Whether a value of this type is shown as text, which may be long."""
    return not (type_ in _WHOLE | _DAYS | {"DOUBLE", "FLOAT"} or type_.startswith("DECIMAL"))


@contextmanager
def _translated(text: str) -> Iterator[None]:
    """What the engine says, as ours."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.Error, ValueError, ArithmeticError, RuntimeError) as exc:
        raise engine_fault(exc, text) from exc


@contextmanager
def _spelled(con: DuckDBPyConnection, text: str) -> Iterator[None]:
    """Beside a column that is not there, where it is, or what in our tables is spelled like it."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except duckdb.BinderException as exc:
        refusal = engine_fault(exc, text)
        if refusal.code == "unknown_column":
            columns = con.execute(
                "SELECT table_name, lower(column_name) FROM duckdb_columns() "
                "WHERE database_name = 'hakaru' AND schema_name = 'main' ORDER BY ALL"
            ).fetchall()
            ours = [(table, column) for table, column in columns if table in TABLES]
            wanted = refusal.name.rpartition(".")[2].lower()
            near = [f"{table}.{column}" for table, column in ours if column == wanted][:_MOST_NEAR]
            if not near:
                names = sorted({column for _, column in ours})
                near = get_close_matches(wanted, names, n=_MOST_NEAR)
            raise Refusal(code=refusal.code, name=refusal.name, near=near) from exc
        raise


def _text(value: object) -> str:
    return "'" + str(value).replace("'", "''") + "'"


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"
