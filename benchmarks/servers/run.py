"""How soon does a server answer, how long is the longest wait, and does it grow?

`python -m benchmarks servers [--quick]`. `hakaru mcp` over pipes, `hakaru mcp --http` and
`hakaru serve` over 504 simulated sessions, each as its command starts it. `first`: from the start
of the process to its first answer (`status`, or the first page), the least of its rounds, by the
clock and in processor time of the server, which other programs on the machine do not lengthen.
`light`: single calls of tools that look one thing up. `memory`: each server is asked 10,000 times;
what it holds alone after 1,000 calls, at the end and at most, with the processes it started for
queries, and what it grew by 1,000 calls over the second half.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from benchmarks.servers.asked import Started, What, dashboard, over_http, over_pipes
from benchmarks.tools.memory import own_mb, resident_mb
from benchmarks.tools.season import Season, kept_season
from hakaru.surfaces.mcp.offered import offered

Server = Callable[[Path], AbstractContextManager[Started]]
_SERVERS: Mapping[str, Server] = {
    "mcp over pipes": over_pipes,
    "mcp over http": over_http,
    "serve": dashboard,
}
_LIGHT = (
    "status", "activities", "get_session", "get_form_evaluations", "get_weather_data",
    "get_section_analysis", "get_focus_status", "get_focus_day", "list_nodes", "show_node",
    "list_attempts", "get_analysis_contract",
)  # fmt: skip
"""Tools that look one thing up."""
_OTHER_EACH = 4
"""In long runs, one call in so many is of any other tool that reads."""
_PAGES = (
    "/", "/runs", "/form", "/training", "/training/paces", "/training/trends", "/plans", "/focus",
    "/day", "/form/expect?pace=300", "/form/expect?pace=330",
)  # fmt: skip
_CALLS, _QUICK_CALLS = 10_000, 400
_ROUNDS, _QUICK_ROUNDS = 5, 1
_TIMED, _QUICK_TIMED = 60, 5
_LOOKS = 20


def run(quick: bool) -> Mapping[str, object]:
    """Seconds, milliseconds and megabytes."""
    season = kept_season(quick=quick)
    n_calls = _QUICK_CALLS if quick else _CALLS
    with tempfile.TemporaryDirectory(prefix="hakaru-servers-") as scratch:
        data = Path(scratch) / "data"
        shutil.copytree(season.folder, data)
        season = replace(season, folder=data)
        asked = _asked(season)
        rounds = _QUICK_ROUNDS if quick else _ROUNDS
        first = {
            name: _first(server, data, asked[name], rounds) for name, server in _SERVERS.items()
        }
        light = _light(data, season, _QUICK_TIMED if quick else _TIMED)
        memory = {
            name: _asked_for_long(name, server, data, asked[name], n_calls=n_calls)
            for name, server in _SERVERS.items()
        }
    return {"first": first, "light": light, "memory": memory}


def _asked(season: Season) -> Mapping[str, Sequence[What]]:
    """What each server is asked, round and round."""
    tools = {tool.name: tool for tool in offered("all", write=False) if tool.offline}
    light = [(name, season.arguments(tools[name])) for name in _LIGHT]
    others = cycle((name, season.arguments(tool)) for name, tool in sorted(tools.items()))
    mixed: list[What] = []
    for call in islice(cycle(light), len(tools) * (_OTHER_EACH - 1)):
        mixed.append(call)
        if len(mixed) % _OTHER_EACH == _OTHER_EACH - 1:
            mixed.append(next(others))
    return {"mcp over pipes": mixed, "mcp over http": mixed, "serve": [(p, {}) for p in _PAGES]}


def _first(server: Server, data: Path, asked: Sequence[What], rounds: int) -> Mapping[str, float]:
    took: list[tuple[float, float]] = []
    for _ in range(rounds):
        with server(data) as started:
            fault = started.ask(asked[0])
            took.append((time.perf_counter() - started.began_s, started.busy_s()))
            assert fault is None, fault
    return {
        "clock_s": round(min(clock_s for clock_s, _ in took), 2),
        "cpu_s": round(min(cpu_s for _, cpu_s in took), 2),
    }


def _light(data: Path, season: Season, repeats: int) -> Mapping[str, object]:
    """Milliseconds of every light tool but its first call, over pipes."""
    tools = {tool.name: tool for tool in offered("all", write=False)}
    clock_ms: list[float] = []
    cpu_ms: list[float] = []
    with over_pipes(data) as started:
        for name in _LIGHT:
            call = name, season.arguments(tools[name])
            started.ask(call)
            for _ in range(repeats):
                began_s, busy_s = time.perf_counter(), started.busy_s()
                started.ask(call)
                clock_ms.append(1e3 * (time.perf_counter() - began_s))
                cpu_ms.append(1e3 * (started.busy_s() - busy_s))
    return {"calls": len(clock_ms), "clock_ms": _spread(clock_ms), "cpu_ms": _spread(cpu_ms)}


def _spread(took_ms: Sequence[float]) -> Mapping[str, float]:
    p50, p99 = np.percentile(took_ms, [50, 99])
    return {"p50": round(float(p50), 1), "p99": round(float(p99), 1)}


def _asked_for_long(
    name: str, server: Server, data: Path, asked: Sequence[What], *, n_calls: int
) -> Mapping[str, object]:
    """What a server holds while it is asked so often."""
    samples: list[tuple[int, float, float]] = []
    faults: list[str] = []
    with server(data) as started:
        for number, call in enumerate(islice(cycle(asked), n_calls), start=1):
            fault = started.ask(call)
            if fault is not None:
                faults.append(fault)
            if number % (n_calls // _LOOKS) == 0:
                samples.append((number, own_mb(started.pid), resident_mb(started.pid)))
                print(
                    f"  {name}: {number} calls, {samples[-1][1]:.0f} MB",
                    file=sys.stderr,
                    flush=True,
                )
    at, alone, with_children = np.array(samples).T
    late = at >= n_calls / 2
    slope = 1e3 * float(np.polyfit(at[late], alone[late], 1)[0])
    return {
        "calls": n_calls,
        "errors": len(faults),
        "first_errors": faults[:3],
        "after_a_tenth_mb": round(float(alone[1]), 1),
        "last_mb": round(float(alone[-1]), 1),
        "peak_mb": round(float(alone.max()), 1),
        "peak_with_children_mb": round(float(with_children.max()), 1),
        "mb_per_1000_calls": round(slope, 2),
    }
