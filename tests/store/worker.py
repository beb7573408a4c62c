"""Another process that uses the store: `python -m tests.store.worker MODE FOLDER [NUMBER]`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.store.database import Store, transaction
from hakaru.store.recordings import write_recordings
from tests.store.factories import START, make_run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

N_SAMPLES = 900
BATCH = 5

HALF_ACTIVITIES = """
SELECT count(*) FROM activities a
LEFT JOIN (SELECT activity_id, count(*) AS n FROM data.time_series_metrics GROUP BY ALL) t
    USING (activity_id)
LEFT JOIN (SELECT activity_id, count(*) AS n FROM data.splits GROUP BY ALL) s USING (activity_id)
LEFT JOIN (SELECT activity_id, count(*) AS n FROM recording_sources GROUP BY ALL) p
    USING (activity_id)
WHERE a.n_samples IS DISTINCT FROM t.n OR a.n_splits IS DISTINCT FROM s.n
    OR p.n IS DISTINCT FROM 1
"""
ORPHANS = "SELECT count(*) FROM data.time_series_metrics ANTI JOIN activities USING (activity_id)"


def one(con: DuckDBPyConnection, query: str) -> int:
    return int(con.execute(query).fetchall()[0][0])


def tell(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def ingest(store: Store, n_batches: int) -> None:
    """Write batches, half of them over what is there, and say so after each commit."""
    for batch in range(n_batches):
        first = BATCH * (batch // 2)
        days = [START + timedelta(days=first + number) for number in range(BATCH)]
        runs = [make_run(day, n_samples=N_SAMPLES, n_splits=7) for day in days]
        with store.write() as con:
            write_recordings(con, runs)
        tell(first + BATCH)


def read(store: Store, n_activities: int) -> None:
    """Read until so many activities are there; tell how many reads saw something impossible."""
    waits_s, wrong, seen = [], 0, 0
    while seen < n_activities:
        started_s = time.monotonic()
        with store.read() as con:
            waits_s.append(time.monotonic() - started_s)
            count = one(con, "SELECT count(*) FROM activities")
            halves = one(con, HALF_ACTIVITIES) + one(con, ORPHANS)
        wrong += bool(halves) or count < seen or count % BATCH != 0
        seen = count
    tell(json.dumps({"reads": len(waits_s), "wrong": wrong, "longest_s": max(waits_s)}))


def hold_write(store: Store, _: int) -> None:
    with store.write():
        tell("held")
        sys.stdin.readline()


def hold_committed(store: Store, _: int) -> None:
    """A run is committed, but the turn goes on: it is only in the log."""
    with store.turn() as con:
        with transaction(con):
            write_recordings(con, [make_run(START + timedelta(days=300))])
        tell("held")
        sys.stdin.readline()


def hold_read(store: Store, _: int) -> None:
    with store.read():
        tell("held")
        sys.stdin.readline()


def hold_idle(store: Store, _: int) -> None:
    """Keep a reader open but unused; the store closes it by itself."""
    with store.read():
        pass
    tell("held")
    sys.stdin.readline()


def open_directly(store: Store, _: int) -> None:
    """A program that knows nothing of the turnstile has the file open."""
    import duckdb  # noqa: PLC0415

    with duckdb.connect(store.path):
        tell("held")
        sys.stdin.readline()


MODES: dict[str, Callable[[Store, int], None]] = {
    "ingest": ingest,
    "read": read,
    "hold-write": hold_write,
    "hold-committed": hold_committed,
    "hold-read": hold_read,
    "hold-idle": hold_idle,
    "open-directly": open_directly,
}

if __name__ == "__main__":
    mode, folder, *number = sys.argv[1:]
    store = Store(Path(folder), read_timeout_s=30.0)
    MODES[mode](store, int(number[0]) if number else 0)
    store.close()
