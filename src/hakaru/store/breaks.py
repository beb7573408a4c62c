"""Breaks that the runner noted, and the runs around a break."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from hakaru.core.errors import UnknownActivity
from hakaru.proposals.changes import Source
from hakaru.records import frozen
from hakaru.running.comeback import NotedBreak
from hakaru.store.rows import build, insert_rows, kinds_of, select_list, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def note_break(
    con: DuckDBPyConnection, noted: NotedBreak, *, user_id: str, source: Source, now: datetime
) -> None:
    """Keep a break; one that began on the same day is replaced."""
    insert_rows(
        con,
        "noted_breaks",
        kinds={
            "user_id": "text",
            **kinds_of(NotedBreak),
            "noted_at": "moment",
            "source": "text",
        },
        rows=[(user_id, *values_of(noted), now, source)],
        replace=True,
    )


def forget_break(con: DuckDBPyConnection, first_day: date, *, user_id: str) -> bool:
    """Remove the break that began on a day. False: none did."""
    gone = con.execute(
        "DELETE FROM noted_breaks WHERE user_id = ? AND first_day = ? RETURNING first_day",
        [user_id, first_day],
    ).fetchall()
    return bool(gone)


def noted_breaks(con: DuckDBPyConnection, *, user_id: str) -> tuple[NotedBreak, ...]:
    """Every break noted, oldest first."""
    rows = con.execute(
        f"SELECT {select_list(NotedBreak)} FROM noted_breaks WHERE user_id = ? ORDER BY first_day",
        [user_id],
    ).fetchall()
    return tuple(build(NotedBreak, row) for row in rows)


def run_days(con: DuckDBPyConnection) -> tuple[date, ...]:
    """The local days with a run, oldest first."""
    rows = con.execute("SELECT DISTINCT activity_date FROM activities ORDER BY ALL").fetchall()
    return tuple(row[0] for row in rows)


@frozen
class RunOfDay:
    """When a run was, and the kind of sensor that measured its form (None: none did)."""

    day: date
    started_at: datetime
    sensor_group: str | None


def run_of_day(con: DuckDBPyConnection, activity_id: int) -> RunOfDay:
    """When a stored run was."""
    row = con.execute(
        "SELECT activity_date AS day, started_at, sensor_group FROM activities "
        "WHERE activity_id = ?",
        [activity_id],
    ).fetchone()
    if row is None:
        raise UnknownActivity(activity_id)
    return build(RunOfDay, row)
