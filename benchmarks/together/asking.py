"""A client of the MCP server over pipes, which asks every tool that reads, round and round.

`python -m benchmarks.together.asking DATA SENT`: SENT is JSON of arguments by tool. Prints the
number of the server's process first; ended by closing its standard input.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

from benchmarks.together.until import until_closed
from benchmarks.tools.memory import children_of

PAUSE_S = 0.05


async def main(data: str, sent: str) -> None:
    """Ask until nobody holds the other end of the pipe; errors are told, not raised."""
    arguments = json.loads(Path(sent).read_text(encoding="utf-8"))
    words = ["-m", "hakaru.surfaces.mcp", "--profile", "all", "--data", data]
    environment = {**os.environ, "HAKARU_LANG": "en"}
    server = StdioServerParameters(command=sys.executable, args=words, env=environment)
    calls, errors = 0, []
    async with Client(server) as client:
        (process,) = children_of(os.getpid())
        print(process, flush=True)
        names = sorted(arguments)
        for turn in until_closed(every_s=PAUSE_S):
            name = names[turn % len(names)]
            result = await client.call_tool(name, arguments[name])
            calls += 1
            if result.is_error:
                errors.append(f"{name}: {result.content}"[:300])
    print(json.dumps({"calls": calls, "stored": 0, "errors": errors}), flush=True)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2])
