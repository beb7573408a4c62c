"""How fast does the store write and read, alone, beside others, and with ten years in it?

`python -m benchmarks store [--quick]` or `python -m benchmarks.store.run [--quick]`. Times are of
one process on this machine; ratios of paired rounds travel better than the times themselves.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import duckdb
import numpy as np

from benchmarks.store.synthetic import HOUR_S, make_evaluation, make_run
from hakaru.store.activities import find_overlapping, list_activities, resolve_activity
from hakaru.store.database import Store
from hakaru.store.overview import summarise
from hakaru.store.recordings import read_recording, read_splits, split_columns, write_recordings
from hakaru.store.stored_run import StoredRun
from hakaru.store.verdicts import evaluation_columns, read_evaluation, write_evaluations

BATCH = 25
READERS = 4
FULL_SIZE_RUNS = 2_800
"""At one hour each: 10.08 million rows."""

Read = Callable[[duckdb.DuckDBPyConnection], object]


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds unless a name says otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        return {
            "insert": _insert(root / "insert", rounds=1 if quick else 5),
            "reads_alone": _reads_alone(root / "alone", n_reads=50 if quick else 500),
            "reads_beside_a_writer": _reads_beside(root / "beside", seconds=3 if quick else 15),
            "ten_years": _ten_years(root / "big", n_runs=280 if quick else FULL_SIZE_RUNS),
        }


def _insert(folder: Path, *, rounds: int) -> Mapping[str, object]:
    """One hour of running, in a transaction of 25 and row by row, in turn."""
    ours, plain = [], []
    with closing(Store(folder)) as store:
        for number in range(rounds):
            runs = [make_run(BATCH * number + index) for index in range(BATCH)]
            with store.write() as con:
                ours.append(_took_ms(partial(write_recordings, con, runs)) / BATCH)
                plain.append(_took_ms(partial(_row_by_row, con, runs[0])))
    return {
        "write_recordings_per_run": _median(ours),
        "executemany_per_run": _median(plain),
        "ratio": _median([two / one for one, two in zip(ours, plain, strict=True)]),
    }


def _row_by_row(con: duckdb.DuckDBPyConnection, run: StoredRun) -> None:
    series = run.recording.series
    con.execute("CREATE TEMP TABLE plain AS SELECT * FROM data.time_series_metrics LIMIT 0")
    names = ["activity_id", *series]
    rows = np.column_stack([np.full(HOUR_S, 1.0), *series.values()]).tolist()
    marks = ", ".join("?" * len(names))
    con.executemany(f"INSERT INTO plain ({', '.join(names)}) VALUES ({marks})", rows)
    con.execute("DROP TABLE plain")


def _reads_alone(folder: Path, *, n_reads: int) -> Mapping[str, object]:
    """Reads without a writer: on an open connection, and each on a fresh one."""
    with closing(Store(folder)) as store:
        runs = _fill(store, n_runs=100)
        reads = _reads(runs[len(runs) // 2])
        figures: dict[str, object] = {}
        for name, read in reads.items():
            with store.read() as con:
                took = [_took_ms(partial(read, con)) for _ in range(n_reads)]
            figures[name] = _spread(took)
        fresh = []
        for _ in range(n_reads):
            store.close()
            fresh.append(_took_ms(partial(_one_read, store, reads["splits"])))
        figures["splits_on_a_fresh_connection"] = _spread(fresh)
        return figures


def _reads_beside(folder: Path, *, seconds: float) -> Mapping[str, object]:
    """Four processes read without a pause while this one writes without a pause."""
    with closing(Store(folder)) as store:
        _fill(store, n_runs=50)
        command = [sys.executable, "-m", "benchmarks.store.worker", str(folder), str(seconds)]
        readers = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(READERS)]
        runs = [make_run(number) for number in range(10)]
        turns_ms: list[float] = []
        started_s = time.monotonic()
        while any(reader.poll() is None for reader in readers):
            turns_ms.append(_write_later(store, runs, days=100 * (1 + len(turns_ms))))
        wrote_s = time.monotonic() - started_s
        took = [value for reader in readers for value in json.loads(reader.communicate()[0])]
    return {
        "read": _spread(took),
        "n_reads": len(took),
        "runs_written_per_s": round(len(runs) * len(turns_ms) / wrote_s, 1),
        "write_with_wait": _spread(turns_ms),
        "runs_per_turn": len(runs),
    }


def _write_later(store: Store, runs: Sequence[StoredRun], *, days: int) -> float:
    """Store the runs as if they had happened later; returns milliseconds."""
    shift = timedelta(days=days)
    later = [
        replace(run, recording=replace(run.recording, started_at=run.recording.started_at + shift))
        for run in runs
    ]
    return _took_ms(partial(_write, store, later))


def _ten_years(folder: Path, *, n_runs: int) -> Mapping[str, object]:
    """Everything at the design load, stored in a shuffled order (the worst for zone maps)."""
    with closing(Store(folder)) as store:
        started_s = time.monotonic()
        runs = _fill(store, n_runs=n_runs)
        filled_s = time.monotonic() - started_s
        figures: dict[str, object] = {
            "rows": n_runs * HOUR_S,
            "filled_s": round(filled_s, 1),
            "file_mb": round(store.path.stat().st_size / 1e6, 1),
            "bytes_per_row": round(store.path.stat().st_size / (n_runs * HOUR_S), 1),
        }
        for name, read in _reads(runs[len(runs) // 2]).items():
            store.close()
            first = _took_ms(partial(_one_read, store, read))
            again = [_took_ms(partial(_one_read, store, read)) for _ in range(5)]
            figures[name] = {"first": round(first, 1), "again": _median(again)}
        figures["replace_one_run"] = round(_took_ms(partial(_write, store, runs[:1])), 1)
        return figures


def _fill(store: Store, *, n_runs: int) -> list[StoredRun]:
    """Store runs of consecutive days in a random order; returns them without their samples."""
    days = np.random.default_rng(1).permutation(n_runs).tolist()
    kept = []
    for first in range(0, n_runs, BATCH):
        runs = [make_run(day) for day in days[first : first + BATCH]]
        with store.write() as con:
            write_recordings(con, runs)
            write_evaluations(con, [make_evaluation(run) for run in runs])
        kept += [make_run(day, n_samples=1) for day in days[first : first + BATCH]]
    return kept


def _reads(run: StoredRun) -> Mapping[str, Read]:
    activity_id, start = run.recording.activity_id, run.recording.started_at
    return {
        "list": list_activities,
        "list_newest_20": lambda con: list_activities(con, limit=20),
        "resolve_day": lambda con: resolve_activity(con, run.recording.day),
        "splits": lambda con: read_splits(con, activity_id),
        "evaluation": lambda con: read_evaluation(con, activity_id),
        "recording": lambda con: read_recording(con, activity_id),
        "split_columns": split_columns,
        "evaluation_columns": evaluation_columns,
        "overlapping": lambda con: find_overlapping(con, start, elapsed_s=3600.0),
        "summary": summarise,
        "one_hour_statistics": lambda con: con.execute(
            "SELECT avg(gct_ms), stddev(speed_mps), max(heart_rate_bpm) FROM time_series_metrics "
            "WHERE activity_id = ? AND timestamp >= 300 AND timestamp < 600",
            [activity_id],
        ).fetchall(),
    }


def _one_read(store: Store, read: Read) -> None:
    with store.read() as con:
        read(con)


def _write(store: Store, runs: Sequence[StoredRun]) -> None:
    with store.write() as con:
        write_recordings(con, runs)


def _took_ms(action: Callable[[], object]) -> float:
    started_s = time.perf_counter()
    action()
    return 1e3 * (time.perf_counter() - started_s)


def _median(values: Sequence[float]) -> float:
    return round(statistics.median(values), 2)


def _spread(values: Sequence[float]) -> Mapping[str, float]:
    quantiles = np.quantile(values, [0.5, 0.95, 0.99, 1.0])
    return dict(zip(("p50", "p95", "p99", "max"), np.round(quantiles, 2).tolist(), strict=True))


if __name__ == "__main__":
    print(json.dumps(run("--quick" in sys.argv[1:]), indent=2))
