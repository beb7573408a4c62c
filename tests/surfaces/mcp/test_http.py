"""Who reaches the server over HTTP, and from where?"""

from __future__ import annotations

import stat
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from hakaru.errors import StoreDamaged
from hakaru.surfaces.http.token import read_token
from hakaru.surfaces.mcp.cli import mcp_commands
from hakaru.surfaces.mcp.loopback import TOKEN_FILE
from tests.flows.commands import ROOT, environment
from tests.surfaces.invoking import DAY
from tests.surfaces.mcp.talking import reply_of, talk

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "0"},
    },
}
ACCEPT = {"accept": "application/json, text/event-stream"}


@asynccontextmanager
async def listening(data: Path) -> AsyncIterator[str]:
    """`hakaru mcp --http` on a free port; its address."""
    process = await anyio.open_process(
        [sys.executable, "-m", "hakaru.surfaces.mcp", "--http", "--port", "0",
         "--data", str(data), "--lang", "en"],
        cwd=ROOT, env=environment(),
    )  # fmt: skip
    try:
        assert process.stderr is not None
        said = (await process.stderr.receive()).decode()
        assert str(data / TOKEN_FILE) in said
        yield said.split()[2].rstrip(";")
    finally:
        process.terminate()
        await process.wait()
        await process.aclose()


def test_a_client_with_the_token_is_served_and_nobody_else(data: Path) -> None:
    async def conversation() -> None:
        async with listening(data) as address:
            token = read_token(data / TOKEN_FILE)
            await _served(address, token)
            await _refused(address, token)

    talk(conversation)


async def _served(address: str, token: str) -> None:
    known = httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=60)
    async with known, Client(streamable_http_client(address, http_client=known)) as client:
        reply = reply_of(await client.call_tool("get_form_evaluations", {"activity_id": DAY}))
        assert reply["gct"]["actual"] > 0


async def _refused(address: str, token: str) -> None:
    knows = {"authorization": f"Bearer {token}"}
    own_page = address.removesuffix("/mcp")
    async with httpx2.AsyncClient(headers=ACCEPT, timeout=60) as stranger:
        for headers, status in (
            ({}, 401),
            ({"authorization": "Bearer wrong"}, 401),
            ({"authorization": token}, 401),
            ({**knows, "host": "evil.example"}, 421),
            ({**knows, "host": "evil.example:80"}, 421),
            ({**knows, "origin": "http://evil.example"}, 403),
            ({**knows, "origin": "http://localhost.evil.example"}, 403),
            (
                [*knows.items(), ("origin", own_page), ("origin", "http://evil.example")],
                403,
            ),
            (knows, 200),
        ):
            answer = await stranger.post(address, json=INITIALIZE, headers=headers)
            assert answer.status_code == status, headers
            if status == 401:
                assert answer.json()["ok"] is False
                assert token not in answer.text


def test_the_token_is_made_once_and_private(tmp_path: Path) -> None:
    token = read_token(tmp_path / "data" / TOKEN_FILE)
    assert len(token) >= 32
    assert read_token(tmp_path / "data" / TOKEN_FILE) == token
    mode = (tmp_path / "data" / TOKEN_FILE).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_servers_that_start_together_have_one_token(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as servers:
        tokens = set(servers.map(read_token, [tmp_path / "data" / TOKEN_FILE] * 32))
    assert len(tokens) == 1
    assert [one.name for one in (tmp_path / "data").iterdir()] == [TOKEN_FILE]


def test_a_token_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    (tmp_path / TOKEN_FILE).write_text("a-token-copied-from-elsewhere", encoding="ascii")
    (tmp_path / TOKEN_FILE).chmod(0o644)
    read_token(tmp_path / TOKEN_FILE)
    assert (tmp_path / TOKEN_FILE).stat().st_mode & 0o777 == 0o600


def test_an_empty_token_is_no_token(tmp_path: Path) -> None:
    (tmp_path / TOKEN_FILE).write_text("\n", encoding="ascii")
    with pytest.raises(StoreDamaged, match="empty"):
        read_token(tmp_path / TOKEN_FILE)


def test_a_taken_port_is_said_in_a_sentence(tmp_path: Path) -> None:
    async def conversation() -> None:
        async with listening(tmp_path) as address:
            port = address.rsplit(":", 1)[1].split("/")[0]
            words = ["--http", "--port", port, "--data", str(tmp_path), "--lang", "en"]
            result = await anyio.to_thread.run_sync(
                lambda: CliRunner().invoke(mcp_commands("en"), words)
            )
            assert result.exit_code == 2
            assert "free port" in result.stderr

    talk(conversation)
