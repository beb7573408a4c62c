"""Who reaches the server over HTTP, and from where?"""

from __future__ import annotations

import json
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

from hakaru.core.errors import StoreDamaged
from hakaru.surfaces.http import read_token
from hakaru.surfaces.mcp.cli import mcp_commands
from hakaru.surfaces.mcp.loopback import BODY_MOST_BYTES, TOKEN_FILE
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
async def listening(data: Path, *options: str) -> AsyncIterator[str]:
    """`hakaru mcp --http OPTIONS` on a free port; its address."""
    process = await anyio.open_process(
        [sys.executable, "-m", "hakaru.surfaces.mcp", "--http", "--port", "0",
         "--data", str(data), "--lang", "en", *options],
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


PING = '"method": "ping"'
NOT_JSON = (b"", b"{oops", b'{"a": "\xff"}', b"[" * 100_000, b'{"a": NaN}', b"9" * 5000)
NO_MESSAGE = (
    "[]", f"[{json.dumps(INITIALIZE)}]", "3", "null", "{}", '{"id": 7, "method": "ping"}',
    '{"jsonrpc": "1.0", "id": 7, "method": "ping"}', '{"jsonrpc": "2.0", "id": 7, "method": 3}',
    *(f'{{"jsonrpc": "2.0", "id": {wrong}, {PING}}}' for wrong in ("null", "{}", "1.5", "true")),
    *(f'{{"jsonrpc": "2.0", "id": 7, {PING}, "params": {wrong}}}' for wrong in ("[1]", '"x"')),
)  # fmt: skip
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, BAD_PARAMS = -32700, -32600, -32601, -32602


def test_malformed_json_rpc_is_answered_as_the_protocol_says(data: Path) -> None:
    async def conversation() -> None:
        async with listening(data) as address:
            headers = {"authorization": f"Bearer {read_token(data / TOKEN_FILE)}", **ACCEPT}
            async with httpx2.AsyncClient(headers=headers, timeout=60) as client:
                begun = await client.post(address, json=INITIALIZE)
                session = {"mcp-session-id": begun.headers["mcp-session-id"]}
                for more in ({}, session, {"mcp-protocol-version": "2026-07-28"}):
                    await _malformed(client, address, more)
                await _well_formed_but_wrong(client, address, session)

    talk(conversation)


async def _malformed(client: httpx2.AsyncClient, address: str, more: dict[str, str]) -> None:
    is_json = {"content-type": "application/json", **more}
    large = b'"' + b"x" * BODY_MOST_BYTES + b'"'
    for content, status, code in (
        *((one, 400, PARSE_ERROR) for one in NOT_JSON),
        *((one.encode(), 400, INVALID_REQUEST) for one in NO_MESSAGE),
        (large, 413, INVALID_REQUEST),
    ):
        answer = await client.post(address, content=content, headers=is_json)
        assert (content[:60], answer.status_code) == (content[:60], status)
        _assert_error(answer, code)
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = await client.post(
            address, content=json.dumps(INITIALIZE), headers={**more, "content-type": kind}
        )
        assert answer.status_code == 415
        _assert_error(answer, INVALID_REQUEST)


def _assert_error(answer: httpx2.Response, code: int) -> None:
    """An error object of JSON-RPC without an id, and nothing of the validator's own words."""
    reply = answer.json()
    assert answer.headers["content-type"] == "application/json"
    assert reply.keys() == {"jsonrpc", "id", "error"}
    assert (reply["jsonrpc"], reply["id"], reply["error"]["code"]) == ("2.0", None, code)
    assert "pydantic" not in answer.text
    assert len(answer.text) < 300


async def _well_formed_but_wrong(
    client: httpx2.AsyncClient, address: str, session: dict[str, str]
) -> None:
    """A request with an id gets its error under that id; the transport's faults have a status."""
    for method, params, code in (
        ("no/such", {}, NO_METHOD),
        ("tools/call", {"name": 3}, BAD_PARAMS),
    ):
        request = {"jsonrpc": "2.0", "id": "q", "method": method, "params": params}
        answer = await client.post(address, json=request, headers=session)
        (line,) = [one for one in answer.text.splitlines() if one.startswith("data: ")]
        reply = json.loads(line.removeprefix("data: "))
        assert (reply["id"], reply["error"]["code"]) == ("q", code)
    ping = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
    for headers, status in (
        ({}, 400),
        ({"mcp-session-id": "unknown"}, 404),
        ({**session, "accept": "text/html"}, 406),
        ({**session, "accept": "application/json"}, 406),
    ):
        answer = await client.post(address, json=ping, headers=headers)
        assert answer.status_code == status
        _assert_error(answer, INVALID_REQUEST)
    assert (await client.post(address, json=ping, headers=session)).status_code == 200


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


@pytest.mark.soak
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
