"""The sessions of every run, made anew only where their rows are: each has eighty figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hakaru.records import frozen
from hakaru.running.session.model import SessionSummary
from hakaru.store.rows import build, select_list

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class StoredSessions:
    """Every understood run, oldest first, and the row that each was made from, by activity."""

    sessions: tuple[SessionSummary, ...]
    rows: Mapping[int, tuple[Any, ...]]


def stored_sessions(
    con: DuckDBPyConnection, *, earlier: StoredSessions | None = None
) -> StoredSessions:
    """What `session_summaries` gives of all time. `earlier` is what was read before a run changed:
    where a row is the same, so is the session."""
    fetched = con.execute(
        f"SELECT activity_id, {select_list(SessionSummary)} FROM data.sessions "
        "ORDER BY started_at, activity_id"
    ).fetchall()
    known = {} if earlier is None else earlier.rows
    made = {} if earlier is None else {each.activity_id: each for each in earlier.sessions}
    return StoredSessions(
        sessions=tuple(
            made[row[0]] if known.get(row[0]) == row else build(SessionSummary, row[1:])
            for row in fetched
        ),
        rows={row[0]: row for row in fetched},
    )
