"""How long does every command take with 10 million rows stored? Real processes, start to end.

`python -m benchmarks commands [--quick]`. Each
command runs several times on a copy of the folder, after one that compiles the modules; `first_s`
is the first time, `median_s` the middle one, and `python_s` what starting Python alone takes here.
Judging all 3,000 runs again is a batch with a progress bar: its figure is the time per run.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.commands.years import day_before, latest_day, years_of_running

_N_READING = 21
"""So many of the commands read only: they are run once beforehand, which compiles the modules."""


def run(quick: bool) -> Mapping[str, object]:
    """Seconds per command, and the size of the file."""
    n_runs, rows_per_run = (150, 3400) if quick else (3000, 3400)
    years = years_of_running(n_runs, rows_per_run)
    with tempfile.TemporaryDirectory(prefix="hakaru-commands-") as scratch:
        data = Path(scratch) / "data"
        shutil.copytree(years.folder, data)
        megabytes = (data / "hakaru.duckdb").stat().st_size / 1e6
        day = latest_day(data)
        before = day_before(data, day)
        for words in _commands(day, before)[:_N_READING]:
            _command_s(words, data)
        timed = {
            " ".join(words): _measured(words, data, rounds=2 if quick else 5)
            for words in _commands(day, before)
        }
        whole = _measured(("reevaluate",), data, rounds=1 if quick else 3)
    return {
        "rows": n_runs * rows_per_run,
        "runs": n_runs,
        "file_mb": round(megabytes, 1),
        "built": years.built,
        "python_s": round(statistics.median(_python_s() for _ in range(3)), 3),
        "commands": timed,
        "reevaluate_everything": {
            **whole,
            "ms_per_run": round(1e3 * whole["median_s"] / n_runs, 2),
        },
    }


def _commands(day: str, before: str) -> Sequence[Sequence[str]]:
    return (
        ("activities",),
        ("status",),
        ("form", day),
        ("expect", "--pace", "5:00"),
        ("baselines",),
        ("baselines", "--plot", "gct"),
        ("drift",),
        ("session", day),
        ("similar", day),
        ("trends",),
        ("load",),
        ("volume",),
        ("volume", "--by", "year"),
        ("records",),
        ("calendar", day[:7]),
        ("shoes",),
        ("compare", day, before),
        ("anomalies",),
        ("paces",),
        ("next",),
        ("report", day),
        ("evaluate", day),
        ("evaluate", "--all"),
        ("reevaluate", "--since", f"{day[:8]}01"),
        ("train",),
    )


def _measured(words: Sequence[str], data: Path, *, rounds: int) -> Mapping[str, float]:
    seconds = [_command_s(words, data) for _ in range(rounds)]
    return {"first_s": round(seconds[0], 3), "median_s": round(statistics.median(seconds), 3)}


def _command_s(words: Sequence[str], data: Path) -> float:
    arguments = [sys.executable, "-m", "hakaru.surfaces.cli.main", *words, "--data", str(data)]
    environment = {**os.environ, "HAKARU_LANG": "en", "PYTHONPYCACHEPREFIX": str(data / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    started_s = time.perf_counter()
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, env=environment)
    took_s = time.perf_counter() - started_s
    if done.returncode:
        raise RuntimeError(f"hakaru {' '.join(words)} failed: {done.stderr or done.stdout}")
    return took_s


def _python_s() -> float:
    started_s = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - started_s
