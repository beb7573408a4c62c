"""Which runs have not been looked at yet in the light of those that came in after them?

Written with the run, in one transaction, and removed when the ingest has looked at all of them
again: so the next one knows what was cut off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hakaru.store.rows import build, insert_rows, kinds_of, select_list, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class UnsettledRun:
    """A run, a digest of the runner with whom it was understood, and whose work it is."""

    activity_id: int
    runner_sha256: str
    owner: str


def mark_unsettled(con: DuckDBPyConnection, run: UnsettledRun) -> None:
    """Remember that a run is still to be looked at again."""
    insert_rows(
        con,
        "unsettled_runs",
        kinds=kinds_of(UnsettledRun),
        rows=[values_of(run)],
        replace=True,
    )


def note_understood(con: DuckDBPyConnection, activity_id: int, *, runner_sha256: str) -> None:
    """A run was understood anew; if it is still to be looked at, with whom is known."""
    con.execute(
        "UPDATE unsettled_runs SET runner_sha256 = ? WHERE activity_id = ?",
        [runner_sha256, activity_id],
    )


def unsettled_runs(con: DuckDBPyConnection) -> tuple[UnsettledRun, ...]:
    """Every run that is still to be looked at, whosever work it is."""
    rows = con.execute(
        f"SELECT {select_list(UnsettledRun)} FROM unsettled_runs ORDER BY activity_id"
    ).fetchall()
    return tuple(build(UnsettledRun, row) for row in rows)


def take_over_runs(
    con: DuckDBPyConnection, *, owner: str, is_gone: Callable[[str], bool]
) -> tuple[UnsettledRun, ...]:
    """Make what owners that are gone left one's own work; returns it as it was left."""
    every = unsettled_runs(con)
    gone = {name for name in {one.owner for one in every} if is_gone(name)}
    con.execute(
        "UPDATE unsettled_runs SET owner = ? WHERE owner IN (SELECT unnest(?::VARCHAR[]))",
        [owner, sorted(gone)],
    )
    return tuple(one for one in every if one.owner in gone)


def settled(con: DuckDBPyConnection, *, owner: str) -> None:
    """All of an owner's runs have been looked at again."""
    con.execute("DELETE FROM unsettled_runs WHERE owner = ?", [owner])
