"""How long does a client of the MCP server wait, and how many bytes does it have to read?

`python -m benchmarks tools [--quick]`. A real client starts `hakaru mcp --profile all` over pipes
on 504 simulated sessions and asks every tool that reads, with the example of its declaration about
a run that has such data: end to end, the connection open, no writer.

Then a long-lived server is asked 2,000 times, round and round: `memory` is what it holds resident,
with its sandbox, after a warm-up of two rounds and at the end (requirements D954).
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Mapping

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from benchmarks.tools.memory import children_of, resident_mb
from benchmarks.tools.season import Season, kept_season
from hakaru.catalog.operation import Operation
from hakaru.surfaces.mcp.offered import PROFILES, offered
from hakaru.surfaces.mcp.schema import list_bytes, list_tools

_FORM = "get_form_evaluations"
_TOOLS = tuple(one for one in offered("all", write=False) if one.offline)
_WARM_ROUNDS = 2


def run(quick: bool) -> Mapping[str, object]:
    """Milliseconds and bytes per tool."""
    season = kept_season(quick=quick)
    asked = anyio.run(_ask_all, season, 10 if quick else 50)
    memory = anyio.run(_keep_asking, season, 200 if quick else 2000)
    return {
        "list_bytes": {
            profile: list_bytes(
                list_tools(offered(profile, write=False), write=False, schemas=False)
            )
            for profile in PROFILES
        },
        **asked,
        "memory": memory,
    }


def _server(season: Season) -> StdioServerParameters:
    environment = {**os.environ, "HAKARU_LANG": "en"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # users keep compiled modules
    words = ["-m", "hakaru.surfaces.mcp", "--profile", "all", "--data", str(season.folder)]
    return StdioServerParameters(command=sys.executable, args=words, env=environment)


async def _ask_all(season: Season, repeats: int) -> Mapping[str, object]:
    started_s = time.perf_counter()
    async with Client(_server(season)) as client:
        ready_s = time.perf_counter() - started_s
        await client.list_tools()
        listed_s = time.perf_counter() - started_s
        tools = {
            tool.name: await _ask(client, tool, sent=season.arguments(tool), repeats=repeats)
            for tool in _TOOLS
        }
    return {
        "ready_s": round(ready_s, 2),
        "listed_s": round(listed_s, 2),
        "tools": tools,
        "errors": sum(tool["error"] is not None for tool in tools.values()),
    }


async def _keep_asking(season: Season, n_calls: int) -> Mapping[str, object]:
    """Resident megabytes of the server and its sandbox, warm and at the end."""
    before = children_of(os.getpid())
    async with Client(_server(season)) as client:
        (server,) = children_of(os.getpid()) - before
        for _ in range(_WARM_ROUNDS):
            await _one_round(client, season, len(_TOOLS))
        warm_mb = resident_mb(server)
        asked = 0
        while asked < n_calls:
            asked += await _one_round(client, season, n_calls - asked)
        end_mb = resident_mb(server)
    return {
        "calls": asked,
        "warm_mb": round(warm_mb, 1),
        "end_mb": round(end_mb, 1),
        "growth_mb": round(end_mb - warm_mb, 1),
    }


async def _one_round(client: Client, season: Season, at_most: int) -> int:
    """Every tool once, but no more calls than that. How many they were."""
    for tool in _TOOLS[:at_most]:
        await client.call_tool(tool.name, dict(season.arguments(tool)))
    return len(_TOOLS[:at_most])


async def _ask(
    client: Client, operation: Operation, *, sent: Mapping[str, object], repeats: int
) -> Mapping[str, object]:
    """One tool, again and again; the first call, which loads and opens, is told apart."""
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
