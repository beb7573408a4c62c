"""What do all the stored runs amount to, one row each? For volume, records, shoes and lists."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from hakaru.core.errors import UnknownActivity
from hakaru.running.activity import RunTotals
from hakaru.store.rows import build, first_row, kinds_of, select_list

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class StoredTotals:
    """One stored run as a whole: what names it, and its totals. `activity_date` is the local day
    of the start. None: not recorded."""

    activity_id: int
    activity_date: date
    started_at: datetime
    sport: str
    sub_sport: str | None
    title: str | None
    gear: str | None
    totals: RunTotals


def read_totals(con: DuckDBPyConnection, activity_id: int) -> RunTotals:
    """What one run amounts to.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    row = first_row(
        con,
        f"SELECT {select_list(RunTotals)} FROM activities WHERE activity_id = ?",
        values=[activity_id],
    )
    if row is None:
        raise UnknownActivity(activity_id)
    return build(RunTotals, row)


def list_totals(
    con: DuckDBPyConnection, *, since: date | None = None, until: date | None = None
) -> tuple[StoredTotals, ...]:
    """Every stored run between two local days, both included; oldest first, in one query."""
    n_names = len(kinds_of(StoredTotals))
    rows = con.execute(
        f"SELECT {select_list(StoredTotals)}, {select_list(RunTotals)} FROM activities "
        "WHERE ($since IS NULL OR activity_date >= $since) "
        "AND ($until IS NULL OR activity_date <= $until) ORDER BY started_at, activity_id",
        {"since": since, "until": until},
    ).fetchall()
    return tuple(
        build(StoredTotals, row[:n_names], totals=build(RunTotals, row[n_names:])) for row in rows
    )
