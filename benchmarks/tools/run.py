"""How long does a client of the MCP server wait, and how many bytes does it have to read?

`python -m benchmarks mcp [--quick]`. A real client starts `hakaru mcp --profile all` over pipes on
504 simulated sessions and asks every tool that reads, with the example of its declaration about the
newest day: end to end, the connection open, no writer. Targets (issue 4): p99 of
`get_form_evaluations` <= 10 ms, every tool <= 1 s, every reply <= 4,096 bytes.
"""

from __future__ import annotations

import os
import re
import shlex
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from benchmarks.commands.years import kept_folder, latest_day
from hakaru.catalog.operation import Operation
from hakaru.running.activity import Recording
from hakaru.sources.simulated.season import SeasonSettings, simulate_season
from hakaru.surfaces.cli.command import command_for
from hakaru.surfaces.mcp.listing import list_bytes, list_tools
from hakaru.surfaces.mcp.offered import PROFILES, offered

_FORM = "get_form_evaluations"
_FORM_P99_MS, _TOOL_MS, _REPLY_BYTES = 10.0, 1000.0, 4096
_SEED = 77
_A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds and bytes per tool; `misses` names those over a target."""
    weeks = 10 if quick else 84
    folder = kept_folder(f"hakaru-weeks-{weeks}-", lambda: _recordings(weeks)).folder
    asked = anyio.run(_ask_all, folder, 10 if quick else 50)
    return {
        "list_bytes": {
            one: list_bytes(list_tools(offered(one, write=False), one, write=False))
            for one in PROFILES
        },
        **asked,
    }


async def _ask_all(folder: Path, repeats: int) -> Mapping[str, object]:
    environment = {**os.environ, "HAKARU_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    words = ["-m", "hakaru.surfaces.mcp", "--profile", "all", "--data", str(folder)]
    server = StdioServerParameters(command=sys.executable, args=words, env=environment)
    day = latest_day(folder)
    started_s = time.perf_counter()
    async with Client(server) as client:
        ready_s = time.perf_counter() - started_s
        await client.list_tools()
        listed_s = time.perf_counter() - started_s
        tools = {
            one.name: await _ask(client, one, day=day, repeats=repeats)
            for one in offered("all", write=False)
            if one.offline
        }
    return {
        "ready_s": round(ready_s, 2),
        "listed_s": round(listed_s, 2),
        "tools": tools,
        "misses": [name for name, one in tools.items() if _misses(name, one)],
    }


async def _ask(
    client: Client, operation: Operation, *, day: str, repeats: int
) -> Mapping[str, object]:
    """One tool, again and again; the first call, which loads and opens, is told apart."""
    sent = _arguments(operation, day)
    times_ms: list[float] = []
    error, size_bytes = None, 0
    for _ in range(repeats * (10 if operation.name == _FORM else 1)):
        started_s = time.perf_counter()
        result = await client.call_tool(operation.name, dict(sent))
        times_ms.append(1000 * (time.perf_counter() - started_s))
        (content,) = result.content
        assert isinstance(content, TextContent)
        size_bytes = len(content.text.encode())
        error = content.text if result.is_error else None
    first_ms, *later_ms = times_ms
    return {
        "calls": len(times_ms),
        "first_ms": round(first_ms, 1),
        "p50_ms": round(statistics.median(later_ms), 1),
        "p99_ms": round(sorted(later_ms)[int(0.99 * (len(later_ms) - 1))], 1),
        "bytes": size_bytes,
        "error": error,
    }


def _misses(name: str, one: Mapping[str, object]) -> bool:
    limit_ms = _FORM_P99_MS if name == _FORM else _TOOL_MS
    p99_ms, size_bytes = one["p99_ms"], one["bytes"]
    assert isinstance(p99_ms, float)
    assert isinstance(size_bytes, int)
    return p99_ms > limit_ms or size_bytes > _REPLY_BYTES or one["error"] is not None


def _arguments(operation: Operation, day: str) -> Mapping[str, object]:
    """What a model sends: the example of the declaration, about this day."""
    words = shlex.split(_A_DAY.sub(day, operation.example))[1 + len(operation.command.split()) :]
    given = command_for(operation, "en", name=operation.name).make_context("", words).params
    sent: dict[str, object] = {}
    for param in operation.params:
        value = given[param.name]
        if value in (None, (), param.default):
            continue
        if param.type == "pace":
            sent[param.name] = f"{int(value) // 60}:{int(value) % 60:02d}"
        else:
            sent[param.name] = value.isoformat() if isinstance(value, date) else value
    return sent


def _recordings(weeks: int) -> Iterator[Recording]:
    """The sessions of the benchmark `weeks`, whose folder is shared."""
    settings = SeasonSettings(seed=_SEED, start_on=date(2025, 1, 6), weeks=weeks, runs_per_week=6)
    return (session.to_recording() for session in simulate_season(settings))
