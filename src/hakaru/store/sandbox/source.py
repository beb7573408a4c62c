"""Which rows is a profile or histogram about, of which columns, and of which days?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from hakaru.store.sandbox.check import CheckedQuery
from hakaru.store.sandbox.faults import Refusal
from hakaru.store.sandbox.job import Job

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ACTIVITIES = "hakaru.main.activities"


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column as the engine describes it."""

    name: str
    type: str

    @property
    def sql(self) -> str:
        """Its name, quoted."""
        return quoted(self.name)


@dataclass(frozen=True, kw_only=True)
class Source:
    """Rows that can be read more than once: `sql` stands in FROM.

    `day_sql`: the local day of a row, None where it has none.
    """

    sql: str
    columns: tuple[Column, ...]
    by_activity: bool
    day_sql: str | None


def quoted(name: str) -> str:
    """A name in SQL, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def columns_of(con: DuckDBPyConnection, from_sql: str) -> tuple[Column, ...]:
    """Names and types; the query is bound, not run."""
    rows = con.execute(f"DESCRIBE SELECT * FROM {from_sql}").fetchall()
    return tuple(Column(name=row[0], type=row[1]) for row in rows)


def open_source(con: DuckDBPyConnection, query: CheckedQuery, *, job: Job) -> Source:
    """The rows of the job's days. A query runs here, once; a table is read where it lies.

    Raises:
        Refusal: days are asked for, but the rows have neither day nor activity.
    """
    columns = columns_of(con, query.as_table)
    by_activity, day_sql = _day_of(columns)
    columns = _needed(columns, job)
    names = ", ".join(column.sql for column in columns)
    days = _of_days(job, by_activity, day_sql)
    rows_sql = f"(SELECT {names} FROM {query.as_table}{days})"
    if not job.table:
        con.execute(f"CREATE TEMP TABLE hakaru_rows AS SELECT * FROM {rows_sql}")
        rows_sql = "temp.hakaru_rows"
    return Source(sql=rows_sql, columns=columns, by_activity=by_activity, day_sql=day_sql)


def days_of(con: DuckDBPyConnection, source: Source) -> tuple[str | None, str | None]:
    """First and last local day (ISO); None: the rows have none."""
    if source.by_activity:
        ids = f"SELECT activity_id FROM {source.sql}"
        days = f"SELECT activity_date AS day FROM {_ACTIVITIES} WHERE activity_id IN ({ids})"
    elif source.day_sql is not None:
        days = f"SELECT {source.day_sql} AS day FROM {source.sql}"
    else:
        return None, None
    ((first, last),) = con.execute(f"SELECT min(day), max(day) FROM ({days})").fetchall()
    return _iso(first), _iso(last)


def _needed(columns: tuple[Column, ...], job: Job) -> tuple[Column, ...]:
    """Those the job names, if any, and those that tell the day."""
    wanted = {name.lower() for name in (*job.columns, *filter(None, [job.column]))}
    if not wanted:
        return columns
    dated = "DATE" if job.kind == "profile" else None
    if job.kind == "profile":
        wanted |= {"activity_id", "activity_date"}
    needed = [column for column in columns if column.name.lower() in wanted or column.type == dated]
    return tuple(needed) or columns[:1]


def _day_of(columns: tuple[Column, ...]) -> tuple[bool, str | None]:
    """Whether the day is that of the activity, else the column that holds it."""
    by_name = {column.name.lower(): column for column in columns}
    dated = by_name.get("activity_date")
    if dated is not None and dated.type in ("DATE", "TIMESTAMP"):
        return False, f"CAST({dated.sql} AS DATE)"
    if "activity_id" in by_name:
        return True, None
    days = [column.sql for column in columns if column.type == "DATE"]
    return False, days[0] if len(days) == 1 else None


def _of_days(job: Job, by_activity: bool, day_sql: str | None) -> str:
    bounds = [
        f"{{day}} {sign} DATE '{date.fromisoformat(day)}'"
        for sign, day in ((">=", job.since), ("<=", job.until))
        if day is not None
    ]
    if not bounds:
        return ""
    inside = " AND ".join(bounds)
    if by_activity:
        days = inside.format(day="activity_date")
        return f" WHERE activity_id IN (SELECT activity_id FROM {_ACTIVITIES} WHERE {days})"
    if day_sql is None:
        raise Refusal(code="no_day")
    return " WHERE " + inside.format(day=day_sql)


def _iso(day: date | str | None) -> str | None:
    """The engine tells days that Python has no date for as text, such as years before Christ."""
    return day if day is None or isinstance(day, str) else day.isoformat()
