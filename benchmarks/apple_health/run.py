"""A large export of Apple Health: `python -m benchmarks apple_health`.

A generated Apple Health export of 1 GB, packed as the phone packs it: 120 runs of a watch, an
iPhone that counts the same metres and steps, walks, and years of other records. Ingested by the
command in a new folder. `unfold_cpu_s` and `unfold_peak_mb`: the reading of the export alone, in a
process of its own. `ingest_s` and `ingest_cpu_s`: the whole command, with storing and judging;
`ingest_peak_mb`: the most that the command and its readers held together. `again_s`: the same
export a second time. `planted` and `found` are runs, records of contact time within runs, and
metres run; `missing` is how far the two are apart.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.sources.apple_export import START, STEP_S, Export, PlantedRun, write_zip

from hakaru.store.database import Store

_MB = 1e6
_RUNS, _DAY_RECORDS = 120, 2_070_000
_QUICK_RUNS, _QUICK_DAY_RECORDS = 6, 4_000
_KIB = 1024
_LOOK_S = 0.1


def run(quick: bool) -> Mapping[str, object]:
    """One group of figures."""
    n_runs, n_records = (_QUICK_RUNS, _QUICK_DAY_RECORDS) if quick else (_RUNS, _DAY_RECORDS)
    with tempfile.TemporaryDirectory(prefix="hakaru-exports-") as folder:
        return _apple(Path(folder), n_runs, n_records)


def planted_runs(n_runs: int) -> list[PlantedRun]:
    """Runs of 25 to 45 minutes, every second day; every other one with a route."""
    return [
        PlantedRun(
            start=START + timedelta(days=2 * number),
            length_s=1500 + 200 * (number % 7),
            speed_mps=2.8 + 0.05 * (number % 9),
            cadence_spm=164.0 + number % 9,
            gct_ms=258.0 - 3 * (number % 9),
            vo_cm=8.1 + 0.1 * (number % 5),
            route=number % 2 == 0,
        )
        for number in range(n_runs)
    ]


def _apple(folder: Path, n_runs: int, n_records: int) -> Mapping[str, Any]:
    path, data = folder / "export.zip", folder / "apple"
    runs = planted_runs(n_runs)
    export = Export(runs=runs, walks=n_runs, days=2 * n_runs, day_records=n_records)
    write_zip(path, export)
    unfold = _measured([sys.executable, "-m", "benchmarks.apple_health.unfold", str(path)])
    first, again = ingest_of(path, data), ingest_of(path, data)
    return {
        "export_mb": round(sum(_xml_bytes(path)) / _MB),
        "packed_mb": round(path.stat().st_size / _MB),
        "records": sum(export.n_written.values()),
        "unfold_cpu_s": unfold["cpu_s"],
        "unfold_peak_mb": unfold["peak_mb"],
        "ingest_s": first["s"],
        "ingest_cpu_s": first["cpu_s"],
        "ingest_peak_mb": first["peak_mb"],
        "again_s": again["s"],
        "again_cpu_s": again["cpu_s"],
        **_counted(data, runs),
    }


def _xml_bytes(path: Path) -> Iterator[int]:
    with zipfile.ZipFile(path) as archive:
        yield from (info.file_size for info in archive.infolist() if info.filename.endswith(".xml"))


def _counted(data: Path, runs: Sequence[PlantedRun]) -> Mapping[str, Any]:
    """What was planted and what is stored."""
    store = Store(data)
    with store.read(as_it_is=True) as con:
        row = con.execute(
            "SELECT count(*), sum(distance_m), count(*) FILTER (sensor_group = 'apple-watch') "
            "FROM activities"
        ).fetchone()
        seconds = con.execute(
            "SELECT count(*) FROM time_series_metrics WHERE gct_ms IS NOT NULL"
        ).fetchone()
    store.close()
    assert row is not None and seconds is not None
    metres = sum(planted.distance_m for planted in runs)
    return {
        "planted": {
            "runs": len(runs),
            "seconds_with_contact_time": sum(planted.length_s + 1 for planted in runs),
            "metres": round(metres),
            "records_of_contact_time": sum(planted.length_s // STEP_S for planted in runs),
        },
        "found": {
            "runs": row[0],
            "runs_by_apple_watch": row[2],
            "seconds_with_contact_time": seconds[0],
            "metres": round(row[1]),
        },
        "missing": {
            "runs": abs(len(runs) - row[0]),
            "seconds_with_contact_time": abs(
                sum(planted.length_s + 1 for planted in runs) - seconds[0]
            ),
            "metres": abs(round(metres) - round(row[1])),
        },
    }


def ingest_of(path: Path, data: Path) -> Mapping[str, float]:
    """Clock (`s`), processor (`cpu_s`) and memory (`peak_mb`) of `hakaru ingest PATH`."""
    program = [sys.executable, "-m", "hakaru.surfaces.cli.main", "ingest", str(path)]
    return _measured([*program, "--data", str(data), "--json"])


def _measured(command: Sequence[str]) -> Mapping[str, float]:
    """Clock, processor and peak memory of a command with the processes it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started_s = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process, _watched(process) as peak:
        process.wait()
    took_s = time.perf_counter() - started_s
    assert process.returncode in (0, 1), command
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"s": round(took_s, 1), "cpu_s": round(cpu_s, 1), "peak_mb": round(peak[0] / _MB)}


@contextmanager
def _watched(process: subprocess.Popen[bytes]) -> Iterator[list[float]]:
    """The most memory that a process and those below it hold together, ten times a second; shared
    pages count once for each that shares them by its share."""
    peak, ended = [0.0], threading.Event()

    def look() -> None:
        while not ended.wait(_LOOK_S):
            peak[0] = max(peak[0], sum(map(_held_bytes, _family(process.pid))))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        ended.set()
        thread.join()


def _family(pid: int) -> list[int]:
    """A process and all below it."""
    family = [pid]
    for parent in family:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                family += [int(child) for child in task.read_text().split()]
            except OSError:
                continue
    return family


def _held_bytes(pid: int) -> int:
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(_KIB * int(row.split()[1]) for row in rows if row.startswith("Pss:"))
