"""A real client that talks to a server: a process over pipes, or the server inside this process."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import CallToolResult, TextContent

from tests.flows.commands import ROOT, environment

HANG_S = 900.0


def talk(conversation: Callable[[], Awaitable[None]]) -> None:
    """Run a conversation to its end; one that hangs fails."""

    async def within_time() -> None:
        with anyio.fail_after(HANG_S):
            await conversation()

    anyio.run(within_time)


@asynccontextmanager
async def server_process(
    data: Path, *options: str, mode: str = "auto", env: Mapping[str, str] | None = None
) -> AsyncIterator[Client]:
    """`hakaru mcp OPTIONS` over its pipes. What it says on stderr fails the test."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        process = StdioServerParameters(
            command=sys.executable,
            args=["-m", "hakaru.surfaces.mcp", "--data", str(data), "--lang", "en", *options],
            env=environment(env) | {"OPENBLAS_NUM_THREADS": "1"},
            cwd=ROOT,
        )
        async with Client(stdio_client(process, errlog=said), mode=mode) as client:
            yield client
        said.seek(0, os.SEEK_SET)
        assert said.read() == ""


def listing(folder: Path, *listed: Path) -> Mapping[str, str]:
    """The environment of a person who lets a model read below some folders."""
    config = folder / "listing.toml"
    names = ", ".join(json.dumps(str(one)) for one in listed)
    config.write_text(f"[mcp]\nfolders = [{names}]\n", encoding="utf-8")
    return {"HAKARU_CONFIG": str(config)}


def reply_of(result: CallToolResult) -> Any:
    """The value of a result: what its text says, and its structured content where there is one."""
    assert len(result.content) == 1
    content = result.content[0]
    assert isinstance(content, TextContent)
    value = json.loads(content.text)
    assert result.structured_content in (None, value)
    return value


def text_of(result: CallToolResult) -> str:
    """The text of a result."""
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text


def assert_typed_error(result: CallToolResult, *statuses: int) -> str:
    """The result is an error in the one shape, with one of these statuses; its sentence."""
    assert result.is_error
    reply = reply_of(result)
    assert reply.keys() == {"ok", "error", "errors", "status"}
    assert reply["ok"] is False
    assert reply["status"] in statuses
    assert isinstance(reply["error"], str)
    assert reply["error"]
    return str(reply["error"])
