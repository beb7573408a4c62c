"""Does a real client over pipes meet every tool, with data and without, and nothing but the
protocol on stdout?"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, Tool

from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.mcp.offered import LIST_LIMIT_BYTES
from tests import json_schema
from tests.flows.commands import ROOT, environment
from tests.surfaces.invoking import DAY
from tests.surfaces.mcp.examples import example_arguments
from tests.surfaces.mcp.talking import (
    assert_typed_error,
    listing,
    reply_of,
    server_process,
    talk,
    text_of,
)

DEFAULT_LIMIT_BYTES = 4096

LACKING = frozenset(
    {
        "apply_change",
        "get_attempt",
        "get_form_anomaly_details",
        "get_section_analysis",
        "get_weather_data",
    }
)
"""Tools whose example asks for something that this season does not have."""

ONE_OF_SEVERAL = frozenset({"export", "profile"})
"""Tools that take one of several arguments, none of which is required by itself."""

UNDECLARED: Mapping[str, set[str]] = {
    "get_form_evaluations": {
        "leg_stiffness",
        "overall_star_rating",
        "overall_unrated",
        "step_length",
    },
    "get_training_load": {"n_coarse", "n_runs_without_load_28_days", "note"},
    "profile": {"sampled"},
}
"""Fields that the list has no room for, or that one answer in many has. Statistics add a field for
each column."""

TOOLS = tuple(operation for operation in OPERATIONS if not operation.hidden)
OFFLINE = tuple(tool for tool in TOOLS if tool.offline)


async def _listed(client: Client) -> dict[str, Tool]:
    return {tool.name: tool for tool in (await client.list_tools()).tools}


def _assert_within(result: CallToolResult, tool: Tool) -> None:
    reply = reply_of(result)
    assert len(text_of(result).encode()) <= DEFAULT_LIMIT_BYTES
    assert tool.output_schema is not None
    json_schema.validate(reply, tool.output_schema)
    if not result.is_error:
        named = set(tool.output_schema["properties"])
        assert named & set(reply)
        undeclared = set(reply) - named
        assert undeclared <= UNDECLARED.get(tool.name, set()) or "statistics" in reply, undeclared


def test_every_tool_answers_over_a_season(data: Path, season: Path, tmp_path: Path) -> None:
    async def conversation() -> None:
        env = listing(tmp_path, tmp_path, season)
        async with server_process(
            data, "--profile", "all", "--schemas", "--write", env=env
        ) as client:
            tools = await _listed(client)
            assert tools.keys() == {tool.name for tool in TOOLS}
            for one in OFFLINE:
                sent = example_arguments(one, recordings=season, folder=tmp_path)
                json_schema.validate(dict(sent), tools[one.name].input_schema)
                result = await client.call_tool(one.name, dict(sent))
                _assert_within(result, tools[one.name])
                if result.is_error:
                    unanswered[one.name] = assert_typed_error(result, 400, 404)

    unanswered: dict[str, str] = {}
    talk(conversation)
    assert unanswered.keys() <= LACKING, unanswered


@pytest.mark.soak
def test_every_tool_that_needs_no_argument_answers_within_its_budget(data: Path) -> None:
    async def conversation() -> None:
        async with server_process(data, "--profile", "all", "--schemas") as client:
            for name, tool in (await _listed(client)).items():
                if tool.input_schema.get("required"):
                    continue
                result = await client.call_tool(name, {})
                _assert_within(result, tool)
                if result.is_error:
                    unanswered[name] = assert_typed_error(result, 400, 404)

    unanswered: dict[str, str] = {}
    talk(conversation)
    assert ONE_OF_SEVERAL <= unanswered.keys() <= ONE_OF_SEVERAL | LACKING, unanswered


@pytest.mark.soak
def test_every_tool_answers_over_an_empty_folder(tmp_path: Path, season: Path) -> None:
    async def conversation() -> None:
        async with server_process(tmp_path / "none", "--profile", "all", "--schemas") as client:
            tools = await _listed(client)
            for one in OFFLINE:
                if one.name not in tools:
                    continue
                sent = {
                    name: value
                    for name, value in example_arguments(
                        one, recordings=season, folder=tmp_path
                    ).items()
                    if name in tools[one.name].input_schema["properties"]
                }
                result = await client.call_tool(one.name, sent)
                _assert_within(result, tools[one.name])
                if result.is_error:
                    assert_typed_error(result, 400, 403, 404, 409, 422)

    talk(conversation)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_both_generations_of_the_protocol_are_spoken(data: Path, mode: str) -> None:
    async def conversation() -> None:
        async with server_process(data, mode=mode) as client:
            assert client.server_info is not None
            assert client.server_info.name == "hakaru"
            assert client.instructions is not None
            assert len(client.instructions.encode()) <= 2048
            result = await client.call_tool("get_form_evaluations", {"activity_id": DAY})
            assert reply_of(result)["gct"]["actual"] > 0

    talk(conversation)


def test_what_cannot_be_answered_is_one_typed_error_at_once(data: Path) -> None:
    async def conversation() -> None:
        async with server_process(data) as client:

            async def told(name: str, arguments: dict[str, Any], status: int) -> str:
                return assert_typed_error(await client.call_tool(name, arguments), status)

            assert "no tool 'nope'" in await told("nope", {}, 404)
            assert "hakaru mcp --write" in await told("train", {}, 404)
            assert "--profile analysis" in await told("drift", {}, 404)
            assert "no argument 'x'" in await told("status", {"x": 1}, 400)
            for unknown in (1, "1", "1999-01-01", "x' OR 1=1 --", 10**30, -99, ""):
                await told("get_form_evaluations", {"activity_id": unknown}, 404)
            await told("activities", {"limit": -1}, 400)
            assert reply_of(await client.call_tool("status", {}))["summary"]["n_activities"] > 0

    talk(conversation)


@pytest.mark.soak
def test_an_argument_that_is_missing_is_named(data: Path) -> None:
    async def conversation() -> None:
        async with server_process(data, "--profile", "analysis") as client:
            result = await client.call_tool("best_efforts", {})
            assert "needs over" in assert_typed_error(result, 400)

    talk(conversation)


def test_the_default_list_is_within_its_budget_on_the_wire(data: Path) -> None:
    async def conversation() -> None:
        async with server_process(data) as client:
            listed = await client.list_tools()
            tools = [tool.model_dump(by_alias=True, exclude_unset=True) for tool in listed.tools]
            text = json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":"))
            assert len(text.encode()) <= LIST_LIMIT_BYTES["core"]

    talk(conversation)


def test_nothing_but_the_protocol_is_on_stdout(tmp_path: Path) -> None:
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "0"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call",
         "params": {"name": "simulate", "arguments": {"folder": str(tmp_path / "s"), "weeks": 1}}},
    ]  # fmt: skip
    server = subprocess.Popen(
        [sys.executable, "-m", "hakaru.surfaces.mcp", "--write", "--data", str(tmp_path / "d")],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("this is no JSON\n")
        server.stdin.writelines(json.dumps(one) + "\n" for one in asked)
        server.stdin.flush()
        lines = [json.loads(server.stdout.readline()) for _ in range(2)]
        left, said = server.communicate(timeout=60)
    assert [line["id"] for line in lines] == [1, 2]
    assert lines[1]["result"]["isError"] is False
    assert left == ""
    assert said == ""
    assert server.returncode == 0
