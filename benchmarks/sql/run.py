"""What do exports, profiles and histograms of SQL from outside cost? On a million seconds.

`python -m benchmarks sql [--quick]`. `more_memory_mb` is beyond a query without rows. Times are
medians seen by the asking process with the sandbox started, as in a server; `cold_s` includes
starting it. Memory is the highest of the process that runs the query.
"""

from __future__ import annotations

import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from hakaru.core.errors import HakaruError
from hakaru.store.database import Store
from hakaru.store.sandbox.ask import run as ask
from hakaru.store.sandbox.job import Attached, Job

_ROUNDS = 5
_SECONDS_PER_RUN = 3600
_BYTES_PER_MB = 1e6
_EXPORTED_ROWS = (10_000, 100_000, 1_000_000)
_MILLION = 1_000_000
_BOMB = "SELECT len(list(i)) FROM range(1000000000) t(i)"
_PEAK = (
    "import json, re, sys; from hakaru.store.sandbox.job import read_job; "
    "from hakaru.store.sandbox.worker import run_job; said = []; "
    "run_job(read_job(sys.argv[1].encode()), said.append); "
    "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()); "
    "print(json.dumps([said[-1].decode(), 1024 * int(peak[1])]))"
)


def run(quick: bool) -> Mapping[str, object]:
    """Seconds and megabytes."""
    n_runs = 300 if quick else 3000
    with tempfile.TemporaryDirectory(prefix="hakaru-sql-") as scratch:
        data = Path(scratch) / "data"
        _store_runs(data, n_runs)
        job = Job(kind="profile", text="SELECT 1 AS x", folder=str(data))
        cold_s = _seconds(job)
        return {
            "rows_stored": n_runs * _SECONDS_PER_RUN,
            "cold_s": round(cold_s, 3),
            "empty_query_s": _median_s(job),
            "export": _exports(job, Path(scratch)),
            "profile_1m": _profiles(job),
            "histogram_1m_s": _median_s(_histogram(job)),
            "materialize": _materialized(job, Path(scratch)),
            "after_a_bomb_s": _after_bombs_s(job),
        }


def _store_runs(data: Path, n_runs: int) -> None:
    """Seconds with the digits that watches write, in the order in which they are stored."""
    store = Store(data)
    with store.write() as con:
        con.execute("SELECT setseed(0.5)")
        con.execute(
            "INSERT INTO activities (activity_id, activity_date, started_at, sport, partial, "
            "simulated, series_columns, n_samples, n_splits) "
            "SELECT range, DATE '2016-01-01' + range::INT, TIMESTAMP '2016-01-01' + "
            "INTERVAL (range) DAY, 'running', false, true, '', $n, 0 FROM range($runs)",
            {"runs": n_runs, "n": _SECONDS_PER_RUN},
        )
        noise = {
            "speed_mps": "round(3 + random(), 3)",
            "heart_rate_bpm": "round(150 + 20 * random())",
            "cadence_spm": "round(170 + 10 * random())",
            "power_w": "round(250 + 60 * random())",
            "gct_ms": "round(240 + 20 * random(), 1)",
            "vo_cm": "round(8 + random(), 2)",
            "vr_pct": "round(8 + random(), 2)",
            "gct_balance_left_pct": "round(49 + 2 * random(), 2)",
            "step_length_cm": "round(110 + 9 * random(), 1)",
            "elevation_m": "round(40 + 5 * random(), 1)",
        }
        con.execute(
            f"INSERT INTO data.time_series_metrics (activity_id, elapsed_s, distance_m, "
            f"{', '.join(noise)}) SELECT range // $n, range % $n, 3.0 * (range % $n), "
            f"{', '.join(noise.values())} FROM range($rows)",
            {"n": _SECONDS_PER_RUN, "rows": n_runs * _SECONDS_PER_RUN},
        )
    store.close()


def _exports(job: Job, scratch: Path) -> Mapping[str, Mapping[str, float]]:
    empty_mb = _peak_mb(job)
    found = {}
    for file_format in ("parquet", "csv"):
        for n_rows in _EXPORTED_ROWS:
            made = dataclasses.replace(
                job,
                kind="export",
                text=f"SELECT * EXCLUDE (timestamp_s) FROM ({_series(n_rows)})",
                target=str(scratch / f"x.{file_format}"),
                file_format=file_format,
                max_rows=n_rows,
                max_bytes=512_000_000,
            )
            seconds = _median_s(made)
            found[f"{file_format}_{n_rows}"] = {
                "median_s": seconds,
                "size_mb": round(Path(str(made.target)).stat().st_size / _BYTES_PER_MB, 2),
                "more_memory_mb": round(_peak_mb(made) - empty_mb, 1),
            }
    return found


def _series(n_rows: int) -> str:
    stored = (
        "activity_id, elapsed_s, timestamp_s, distance_m, speed_mps, heart_rate_bpm, cadence_spm, "
        "power_w, gct_ms, vo_cm, vr_pct, gct_balance_left_pct, step_length_cm, elevation_m"
    )
    return f"SELECT {stored} FROM time_series_metrics LIMIT {n_rows}"


def _profiles(job: Job) -> Mapping[str, float]:
    """By query: its rows are kept in memory first. By table: the whole of it is read."""
    by_query = dataclasses.replace(job, text=_series(_MILLION))
    stored = _series(_MILLION).replace(f" LIMIT {_MILLION}", "").replace("timestamp_s, ", "")
    by_table = dataclasses.replace(job, text=stored, table=True)
    return {"of_a_query_s": _median_s(by_query), "of_the_whole_table_s": _median_s(by_table)}


def _histogram(job: Job) -> Job:
    text = f"SELECT heart_rate FROM time_series_metrics LIMIT {_MILLION}"
    return dataclasses.replace(job, kind="histogram", text=text, column="heart_rate", n_bins=20)


def _materialized(job: Job, scratch: Path) -> Mapping[str, float]:
    """How much sooner an answer comes from a kept result."""
    text = (
        "SELECT activity_id, floor(elapsed_s / 60) AS minute, avg(heart_rate) AS bpm, "
        "median(speed_mps) AS mps FROM time_series_metrics GROUP BY ALL"
    )
    kept = scratch / "kept.duckdb"
    made = dataclasses.replace(
        job,
        kind="materialize",
        text=text,
        target=str(kept),
        max_rows=5_000_000,
        max_bytes=256_000_000,
    )
    made_s = _seconds(made)
    again = dataclasses.replace(job, text=f"SELECT avg(bpm) AS x FROM ({text})")
    attached = (Attached(names=("kept",), path=str(kept)),)
    reader = dataclasses.replace(job, text="SELECT avg(bpm) AS x FROM kept", attached=attached)
    query_s, kept_s = _median_s(again), _median_s(reader)
    return {
        "made_s": round(made_s, 3),
        "query_s": query_s,
        "kept_s": kept_s,
        "times_faster": round(query_s / kept_s, 1),
    }


def _after_bombs_s(job: Job) -> float:
    took_s = []
    for _ in range(3):
        try:
            ask(dataclasses.replace(job, text=_BOMB))
        except HakaruError:
            took_s.append(_seconds(job))
    return round(statistics.median(took_s), 3)


def _median_s(job: Job) -> float:
    return round(statistics.median(_seconds(job) for _ in range(_ROUNDS)), 3)


def _seconds(job: Job) -> float:
    if job.target is not None:
        Path(job.target).unlink(missing_ok=True)
    started_s = time.perf_counter()
    ask(job)
    return time.perf_counter() - started_s


def _peak_mb(job: Job) -> float:
    if job.target is not None:
        Path(job.target).unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, job.line.decode()],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
    )
    answer, peak_bytes = json.loads(done.stdout.splitlines()[-1])
    if "fault" in answer:
        raise RuntimeError(answer)
    return float(peak_bytes) / _BYTES_PER_MB
