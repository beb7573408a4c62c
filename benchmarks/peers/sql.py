"""What does a model get that may write SQL, beside two MCP servers for DuckDB in read-only mode?"""

from __future__ import annotations

import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from tests.shared import CASES

from benchmarks.peers.boxes import box
from benchmarks.tools.season import kept_season
from hakaru.bootstrap import Config, build
from hakaru.flows.context import Settings

_TABLES = ("time_series_metrics", "splits", "activities")
_ASKED = {
    "one row": "SELECT 1 AS x",
    "count every sample": "SELECT count(*) AS n FROM time_series_metrics",
    "mean by run": (
        "SELECT activity_id, avg(heart_rate) AS bpm FROM time_series_metrics "
        "GROUP BY activity_id ORDER BY activity_id LIMIT 20"
    ),
}
_OURS = {"time_series": "time_series_metrics", "t_s": "elapsed_s", "hr": "heart_rate"}
_GIVEN_UP_S = 10.0
_ADDRESS_SPACE_BYTES = 8 << 30
"""What a peer may take before its system says no: a bomb must not end the benchmark."""
_BOMBS_EVERY = 4


@dataclass(frozen=True, kw_only=True)
class _Server:
    """How one is started, its tool for SQL, and the name of the argument."""

    process: StdioServerParameters
    tool: str
    argument: str


def sql(quick: bool) -> Mapping[str, object]:
    """Per server: milliseconds, and how many hostile statements ran or stopped it."""
    with tempfile.TemporaryDirectory(prefix="hakaru-peers-sql-") as name:
        scratch = Path(name)
        _outside(scratch / "outside")
        servers = _servers(scratch)
        return {key: anyio.run(_figures, one, scratch, quick) for key, one in servers.items()}


def _servers(scratch: Path) -> Mapping[str, _Server]:
    season = kept_season(quick=True).folder
    parquet = _exported(season, scratch)
    made = {}
    for name in ("mcp-server-motherduck", "mcp-server-duckdb"):
        file = scratch / f"{name}.duckdb"
        box(name).run("load_tables.py", [str(file), *parquet])
        read_only = ["--readonly"] if name == "mcp-server-duckdb" else []
        words = ["--db-path", str(file), *read_only]
        made[name] = _Server(
            process=_limited(box(name).program(name), words),
            tool="query" if read_only else "execute_query",
            argument="query" if read_only else "sql",
        )
    ours = ["-m", "hakaru.surfaces.mcp", "--profile", "all", "--data", str(season)]
    made["hakaru"] = _Server(
        process=_limited(sys.executable, ours), tool="profile", argument="table_or_query"
    )
    return made


def _limited(command: str, words: Sequence[str]) -> StdioServerParameters:
    """A process with the address space of this one's children, which `_figures` bounds."""
    environment = {**os.environ, "HAKARU_LANG": "en"}
    return StdioServerParameters(command=command, args=list(words), env=environment)


def _exported(season: Path, scratch: Path) -> list[str]:
    context = build(Config(data_folder=season, settings=Settings()))
    words = []
    with context.store.read() as con:
        for table in _TABLES:
            path = scratch / f"{table}.parquet"
            con.execute(f"COPY (SELECT * FROM {table}) TO '{path}' (FORMAT parquet)")
            words.append(f"{table}={path}")
    context.store.close()
    return words


def _outside(folder: Path) -> None:
    """Files that no query has any business with."""
    folder.mkdir()
    (folder / "secret.csv").write_text("a,b\n1,TOPSECRET\n", encoding="utf-8")


async def _figures(server: _Server, scratch: Path, quick: bool) -> Mapping[str, object]:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE_BYTES, resource.RLIM_INFINITY))
    try:
        latency = await _latency(server, rounds=10 if quick else 100)
        return {"p50_ms": latency, **await _hostile(server, scratch, quick=quick)}
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def _latency(server: _Server, *, rounds: int) -> Mapping[str, float]:
    found = {}
    async with _talking(server) as client:
        for name, text in _ASKED.items():
            times_ms = []
            for _ in range(rounds):
                started_s = time.perf_counter()
                answer = await client.call_tool(server.tool, {server.argument: text})
                times_ms.append(1e3 * (time.perf_counter() - started_s))
                assert not answer.is_error, answer
            found[name] = round(statistics.median(times_ms), 1)
    return found


@asynccontextmanager
async def _talking(server: _Server) -> AsyncIterator[Client]:
    """A client of a new process; what it says on stderr is nobody's business here."""
    with Path(os.devnull).open("w") as nowhere:
        async with Client(stdio_client(server.process, errlog=nowhere)) as client:
            yield client


async def _hostile(server: _Server, scratch: Path, *, quick: bool) -> Mapping[str, object]:
    if not (CASES / "hostile_sql.json").is_file():
        return {"hostile": "no labelled cases here"}
    cases = json.loads((CASES / "hostile_sql.json").read_text(encoding="utf-8"))
    forbidden = [case["sql"] for case in cases if case["must_be"] == "rejected"]
    bombs = [case["sql"] for case in cases if case["must_be"] == "bounded"][::_BOMBS_EVERY]
    if quick:
        forbidden, bombs = forbidden[::6], bombs[:1]
    ran = [await _outcome(server, _placed(one, scratch)) for one in forbidden]
    stood = [await _outcome(server, _placed(bomb, scratch)) for bomb in bombs]
    return {
        "forbidden_statements": len(ran),
        "of_those_ran": sum(one == "ran" for one in ran),
        "of_those_stopped_the_server": sum(one == "stopped" for one in ran),
        "bombs": len(stood),
        f"no_answer_within_{_GIVEN_UP_S:g}_s": sum(one == "late" for one in stood),
        "bombs_that_stopped_the_server": sum(one == "stopped" for one in stood),
    }


def _placed(text: str, scratch: Path) -> str:
    for theirs, ours in _OURS.items():
        text = text.replace(f" {theirs} ", f" {ours} ")
    database = scratch / "elsewhere.duckdb"
    return text.replace("{OUTSIDE}", str(scratch / "outside")).replace("{DB}", str(database))


async def _outcome(server: _Server, text: str) -> str:
    """'ran', 'refused', 'late' (no answer in time) or 'stopped' (the server is gone)."""
    told = "late"
    try:
        with anyio.move_on_after(_GIVEN_UP_S + 5.0):
            async with _talking(server) as client:
                with anyio.move_on_after(_GIVEN_UP_S):
                    answer = await client.call_tool(server.tool, {server.argument: text})
                    told = "refused" if answer.is_error or _says_error(answer) else "ran"
    except (MCPError, BaseExceptionGroup, OSError):
        return "stopped"
    return told


def _says_error(answer: object) -> bool:
    """Whether a result that is no error by its flag is one by its words."""
    text = str(getattr(answer, "content", ""))
    return '"success":false' in text.replace(" ", "").lower() or "Error:" in text[:200]
