"""A client that asks for a long query and is killed: `python -m tests.surfaces.mcp.asking ...`.

Over pipes with `pipes FOLDER`, over HTTP with `http ADDRESS TOKEN`; then the mode and the query.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.surfaces.mcp.talking import server_process


async def _ask(client: Client, sql: str) -> None:
    result = await client.call_tool("profile", {"table_or_query": sql})
    sys.exit(f"answered before it was killed: {result.content}")


async def _over_pipes(folder: str, mode: str, sql: str) -> None:
    async with server_process(Path(folder), "--profile", "analysis", mode=mode) as client:
        await _ask(client, sql)


async def _over_http(address: str, token: str, mode: str, sql: str) -> None:
    known = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=60)
    async with known:
        transport = streamable_http_client(address, http_client=known)
        async with Client(transport, mode=mode) as client:
            await _ask(client, sql)


if __name__ == "__main__":
    way, *words = sys.argv[1:]
    anyio.run(partial(_over_pipes if way == "pipes" else _over_http, *words))
