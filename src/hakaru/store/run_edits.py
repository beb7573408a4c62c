"""Which run came before and after one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.store.rows import first_row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def neighbours(con: DuckDBPyConnection, activity_id: int) -> tuple[int | None, int | None]:
    """The runs before and after one, in order of time; None: there is none."""
    row = first_row(
        con,
        "SELECT before, after FROM (SELECT activity_id, "
        "lag(activity_id) OVER w AS before, lead(activity_id) OVER w AS after "
        "FROM activities WINDOW w AS (ORDER BY started_at, activity_id)) WHERE activity_id = ?",
        values=[activity_id],
    )
    return (None, None) if row is None else (row[0], row[1])
