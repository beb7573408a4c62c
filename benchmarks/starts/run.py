"""How much more than the engine that it needs does a command cost, start to end? `python -m
benchmarks starts [--quick]`.

Commands on a small folder (20 runs), `python -c "import duckdb, numpy"` and a bare interpreter take
turns as processes of their own. A figure is the least of its rounds, which says most on a machine
that does other things: processor time (user and system) and the clock, in ms, and the ratios.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.simulated import write_season

from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings
from hakaru.flows.ingest import ingest
from hakaru.sources.simulated.season import SeasonSettings

_COMMANDS = ("status", "form", "session", "load", "next")
_ROUNDS, _QUICK_ROUNDS = 9, 2


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds, and how many times the engine or the bare interpreter."""
    with tempfile.TemporaryDirectory(prefix="hakaru-starts-") as scratch:
        data = Path(scratch) / "data"
        files = Path(scratch) / "files"
        write_season(files, SeasonSettings(seed=1, start_on=date(2025, 1, 6), weeks=4))
        context = build(Config(data_folder=data, settings=Settings(workers=1)))
        ingest(context, paths=(files,))
        context.store.close()
        took = _took(data, rounds=_QUICK_ROUNDS if quick else _ROUNDS)
    engine, bare = took["engine"], took["bare"]
    return {
        "ms": {
            name: {"cpu": round(1e3 * cpu_s), "clock": round(1e3 * clock_s)}
            for name, (cpu_s, clock_s) in took.items()
        },
        "times_the_engine": {
            name: {
                "cpu": _ratio(took[name][0], engine[0]),
                "clock": _ratio(took[name][1], engine[1]),
            }
            for name in _COMMANDS
        },
        "help_times_bare": {
            "cpu": _ratio(took["--help"][0], bare[0]),
            "clock": _ratio(took["--help"][1], bare[1]),
        },
    }


def _ratio(took_s: float, of_s: float) -> float:
    return round(took_s / of_s, 2)


def _took(data: Path, *, rounds: int) -> Mapping[str, tuple[float, float]]:
    """Processor and clock seconds, the least of the rounds after one that compiles modules."""
    hakaru = (sys.executable, "-m", "hakaru.surfaces.cli.main")
    words: Mapping[str, Sequence[str]] = {
        "bare": (sys.executable, "-c", "pass"),
        "engine": (sys.executable, "-c", "import duckdb, numpy"),
        **{name: (*hakaru, name) for name in ("--help", *_COMMANDS)},
    }
    environment = {**os.environ, "HAKARU_LANG": "en", "HAKARU_DATA": str(data)}
    environment["PYTHONPYCACHEPREFIX"] = str(data.parent / "compiled")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    each: dict[str, list[tuple[float, float]]] = {name: [] for name in words}
    for number in range(rounds + 1):
        for name, arguments in words.items():
            took = _once(arguments, environment)
            if number:
                each[name].append(took)
    return {
        name: (min(cpu_s for cpu_s, _ in own), min(clock_s for _, clock_s in own))
        for name, own in each.items()
    }


def _once(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    before, started_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(arguments, check=True, capture_output=True, env=dict(environment))
    clock_s, after = time.perf_counter() - started_s, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return cpu_s, clock_s
