"""Which files have been looked at, and what came of each?

The key is the content (sha256) and the name inside an archive, so that a file that moved is known
and an ingest that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from hakaru.running.activity import SourceKind
from hakaru.store.rows import build, insert_rows, kinds_of, select_list, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Outcome = Literal["ingested", "duplicate", "refused", "failed"]


@dataclass(frozen=True, kw_only=True)
class SourceRecord:
    """What came of one file. `member` is '' outside archives.

    `kind` None: not recognised. `reason` says why it was refused or failed, and `activity_id` where
    its run is stored; None otherwise. `recorded_at` None: set when it is written.
    """

    sha256: str
    path: str
    outcome: Outcome
    member: str = ""
    kind: SourceKind | None = None
    reason: str | None = None
    activity_id: int | None = None
    recorded_at: datetime | None = None


def record_sources(con: DuckDBPyConnection, records: Sequence[SourceRecord]) -> None:
    """Write down what came of files; a new outcome replaces the old one of the same content."""
    latest = {(record.sha256, record.member): record for record in records}
    kinds = kinds_of(SourceRecord)
    now = datetime.now(UTC)
    rows = [
        [now if name == "recorded_at" and value is None else value for name, value in named]
        for named in (zip(kinds, values_of(record), strict=True) for record in latest.values())
    ]
    insert_rows(con, "sources", kinds=kinds, rows=rows, replace=True)


def seen_sources(con: DuckDBPyConnection) -> frozenset[tuple[str, str]]:
    """(sha256, member) of every file that need not be read again: all but the failed ones."""
    rows = con.execute("SELECT sha256, member FROM sources WHERE outcome <> 'failed'").fetchall()
    return frozenset((row[0], row[1]) for row in rows)


def known_sources(
    con: DuckDBPyConnection, keys: Sequence[tuple[str, str]]
) -> Mapping[tuple[str, str], SourceRecord]:
    """Those of the (sha256, member) pairs that were seen before, in one query."""
    rows = con.execute(
        f"SELECT {select_list(SourceRecord)} FROM sources "
        "WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))",
        [[sha256 for sha256, _ in keys]],
    ).fetchall()
    wanted = set(keys)
    records = (build(SourceRecord, row) for row in rows)
    by_key = {(record.sha256, record.member): record for record in records}
    return {key: record for key, record in by_key.items() if key in wanted}


def sources_under(con: DuckDBPyConnection, folder: str) -> tuple[SourceRecord, ...]:
    """What came of every file below a folder whose content was new there, in order of names."""
    rows = con.execute(
        f"SELECT {select_list(SourceRecord)} FROM sources WHERE starts_with(path, ?) "
        "ORDER BY path, member",
        [folder],
    ).fetchall()
    return tuple(build(SourceRecord, row) for row in rows)
