"""A client of the MCP server over pipes, which asks every tool that reads, round and round.

`python -m benchmarks.together.asking DATA SENT`: SENT is JSON of arguments by tool. One call in six
is given up: a tool after some milliseconds, or a query that would take minutes; the next call has
to be answered all the same. Prints the number of the server's process first; ended by closing its
standard input.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

from benchmarks.together.until import until_closed
from benchmarks.tools.memory import children_of

PAUSE_S = 0.05
_GIVEN_UP_EACH = 6
_PATIENCE_S = {"tool": 0.01, "query": 0.4}
_SLOW = (
    "SELECT count(DISTINCT a.elapsed_s * b.elapsed_s * c.elapsed_s) "
    "FROM time_series_metrics a, time_series_metrics b, time_series_metrics c"
)


async def main(data: str, sent: str) -> None:
    """Ask until nobody holds the other end of the pipe; errors are told, not raised."""
    arguments = json.loads(Path(sent).read_text(encoding="utf-8"))
    words = ["-m", "hakaru.surfaces.mcp", "--profile", "all", "--data", data]
    environment = {**os.environ, "HAKARU_LANG": "en"}
    server = StdioServerParameters(command=sys.executable, args=words, env=environment)
    calls, given_up, errors = 0, 0, []
    async with Client(server) as client:
        (process,) = children_of(os.getpid())
        print(process, flush=True)
        names = sorted(arguments)
        for turn in until_closed(every_s=PAUSE_S):
            name = names[turn % len(names)]
            if turn % _GIVEN_UP_EACH == 0:
                given_up += await _give_up(client, name, arguments[name], turn=turn)
            result = await client.call_tool(name, arguments[name])
            calls += 1
            if result.is_error:
                errors.append(f"{name}: {result.content}"[:300])
    told = {"calls": calls, "stored": 0, "given_up": given_up, "errors": errors}
    print(json.dumps(told), flush=True)


async def _give_up(client: Client, name: str, sent: dict[str, Any], *, turn: int) -> bool:
    """Ask and go away; whether the answer was not there yet."""
    kind = "query" if turn % (2 * _GIVEN_UP_EACH) == 0 else "tool"
    with anyio.move_on_after(_PATIENCE_S[kind]) as patience:
        if kind == "query":
            await client.call_tool("profile", {"table_or_query": _SLOW})
        else:
            await client.call_tool(name, sent)
    return patience.cancelled_caught


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2])
