"""How long does a question over 500 sessions take, and how long is its answer?

`python -m benchmarks weeks [--quick]`. 504 simulated sessions of all kinds (84 weeks, more than a
million one-second rows). Each question is asked of an open store as a server would (`warm_s`, the
median) and as a command of its own with `--json` (`command_s`, start to end).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import date

from tests.simulated import as_recording

from benchmarks.commands.years import Years, kept_folder, latest_day
from hakaru.bootstrap import Config, build
from hakaru.catalog.operation import load
from hakaru.catalog.operations import operation_of_command
from hakaru.catalog.reply import as_json
from hakaru.flows.context import Settings
from hakaru.running.activity import Recording
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

_SEED = 77


def run(quick: bool) -> Mapping[str, object]:
    """Seconds and bytes per question."""
    weeks = 10 if quick else 84
    years = kept_folder(f"hakaru-weeks-{weeks}-", lambda: _recordings(weeks))
    day = latest_day(years.folder)
    asked = {
        " ".join((command, *map(str, arguments.values()))): _ask(years, command, arguments)
        for command, arguments in _questions(day, _latest_intervals(years))
    }
    return {
        **_sizes(years),
        "built": years.built,
        "questions": asked,
    }


def _questions(day: str, hard_day: str) -> tuple[tuple[str, Mapping[str, object]], ...]:
    similar = {
        "activity": day,
        "pace_tolerance_s_per_km": 30.0,
        "distance_tolerance_pct": None,
        "terrain_match": None,
        "limit": 10,
    }
    trends = {"metric": None, "pace": None, "sensor": None, "since": None}
    return (
        ("session", {"activity": day, "detail": False}),
        ("intervals", {"activity": hard_day}),
        ("similar", similar),
        ("trends", trends),
        ("load", {"since": None, "until": date.fromisoformat(day)}),
        ("anomalies", {"activity": None, "since": None, "limit": 500}),
        ("session", {"activity": hard_day, "detail": False}),
        ("anomalies", {"activity": day, "since": None, "limit": 20}),
        ("paces", {"day": date.fromisoformat(day)}),
        ("athlete show", {"day": date.fromisoformat(day)}),
        ("next", {"day": date.fromisoformat(day)}),
    )


def _ask(years: Years, command: str, arguments: Mapping[str, object]) -> Mapping[str, float]:
    """One question, five times on an open store and three times as a command."""
    operation = operation_of_command(command)
    context = build(Config(data_folder=years.folder, settings=Settings()))
    seconds, text = [], ""
    for _ in range(5):
        started_s = time.perf_counter()
        text = as_json(load(operation.target)(context, **arguments))
        seconds.append(time.perf_counter() - started_s)
    context.store.close()
    words = _words(command, arguments)
    return {
        "warm_s": round(statistics.median(seconds), 3),
        "command_s": round(statistics.median(_command_s(words, years) for _ in range(3)), 3),
        "bytes": len(text.encode()),
    }


def _words(command: str, arguments: Mapping[str, object]) -> list[str]:
    """The arguments as they are typed."""
    positional = {p.name for p in operation_of_command(command).params if p.positional}
    words = command.split()
    for name, value in arguments.items():
        if value is None or value is False:
            continue
        words += [] if name in positional else [f"--{name.replace('_', '-')}"]
        words.append(str(value))
    return words


def _command_s(words: list[str], years: Years) -> float:
    whole = [sys.executable, "-m", "hakaru.surfaces.cli.main", *words, "--json"]
    environment = {**os.environ, "HAKARU_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    started_s = time.perf_counter()
    subprocess.run(
        [*whole, "--data", str(years.folder)], check=True, capture_output=True, env=environment
    )
    return time.perf_counter() - started_s


def _recordings(weeks: int) -> Iterator[Recording]:
    settings = SeasonSettings(seed=_SEED, start_on=date(2025, 1, 6), weeks=weeks, runs_per_week=6)
    return (as_recording(session) for session in simulate_season(settings))


def _latest_intervals(years: Years) -> str:
    """The local day of the newest interval session with the most repetitions."""
    context = build(Config(data_folder=years.folder, settings=Settings()))
    with context.store.read() as con:
        ((day,),) = con.execute(
            "SELECT activity_date FROM sessions ORDER BY n_reps DESC, started_at DESC LIMIT 1"
        ).fetchall()
    context.store.close()
    return str(day)


def _sizes(years: Years) -> Mapping[str, object]:
    context = build(Config(data_folder=years.folder, settings=Settings()))
    with context.store.read() as con:
        ((runs, rows),) = con.execute("SELECT count(*), sum(n_samples) FROM activities").fetchall()
    context.store.close()
    return {"runs": runs, "rows": int(rows)}
