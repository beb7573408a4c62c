"""Recordings with a hostile clock, each ingested into a folder of its own by a command of its own.

`s` and `peak_mb` are of the whole command, its start included; `honest` says what a good clock
costs. A command that needs more than 4 GB or a minute is ended.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb
from tests.evidence.part10 import hostile_clocks as made

from benchmarks.no_way_out.world import environment, limited

_MOST_ADDRESS_KB = 4_000_000
_MOST_S = 60.0
_KIB_PER_MB = 1e6 / 1024


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What a command took, and how it ended."""

    s: float
    cpu_s: float
    peak_mb: float
    code: int


def measure(*, quick: bool) -> Mapping[str, object]:
    """Seconds, megabytes, and whether distance and time are those of the run."""
    names = ("honest", *made.NAMED_BY_THE_ISSUE) if quick else tuple(made.CLOCKS)
    kinds = ("gpx", "tcx")
    each = {f"{name} {kind}": _ingested(name, kind) for name in names for kind in kinds}
    named = {name: one for name, one in each.items() if name.split()[0] in made.NAMED_BY_THE_ISSUE}
    return {
        "slowest_s": max(one["s"] for one in each.values()),
        "peak_mb": max(one["peak_mb"] for one in each.values()),
        "wrong": sum(one["right"] == 0 for one in each.values()),
        "named_slowest_cpu_s": max(one["cpu_s"] for one in named.values()),
        "named_slowest_s": max(one["s"] for one in named.values()),
        "named_peak_mb": max(one["peak_mb"] for one in named.values()),
        "named_wrong": sum(one["right"] == 0 for one in named.values()),
        "honest_cpu_s": each["honest gpx"]["cpu_s"],
        "honest_s": each["honest gpx"]["s"],
        "honest_peak_mb": each["honest gpx"]["peak_mb"],
        "each": each,
    }


def _ingested(name: str, kind: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="hakaru-clock-") as scratch:
        path, truth = made.write_clock(Path(scratch), name, kind)
        data = Path(scratch) / "data"
        cost = _command(Path(scratch), "ingest", str(path), "--data", str(data))
        stored = _stored(data)
    right = stored is not None and all(
        abs(found - true) <= truth.tolerance_frac * true
        for found, true in zip(stored, (truth.distance_m, truth.moving_s), strict=True)
    )
    distance_m, running_s = stored or (0.0, 0.0)
    return {
        **asdict(cost),
        "distance_m": round(distance_m, 1),
        "running_s": round(running_s, 1),
        "right": int(right),
    }


def _command(home: Path, *words: str) -> Cost:
    """Run a command with limits, and look what it cost."""
    began_s = time.perf_counter()
    process = subprocess.Popen(
        limited(f"-v {_MOST_ADDRESS_KB}", "-m", "hakaru.surfaces.cli.main", *words),
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ending = threading.Timer(_MOST_S, process.kill)
    ending.start()
    _, status, used = os.wait4(process.pid, 0)
    ending.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return Cost(
        s=round(time.perf_counter() - began_s, 2),
        cpu_s=round(used.ru_utime + used.ru_stime, 2),
        peak_mb=round(used.ru_maxrss / _KIB_PER_MB, 1),
        code=process.returncode,
    )


def _stored(data: Path) -> tuple[float, float] | None:
    """Distance and moving time of the only run; None where none was stored."""
    path = data / "hakaru.duckdb"
    if not path.is_file():
        return None
    with duckdb.connect(str(path), read_only=True) as con:
        row = con.execute("SELECT distance_m, running_s FROM activities").fetchone()
    return None if row is None or None in row else (float(row[0]), float(row[1]))
