"""Does a real client over pipes get data from every tool over 500 runs, in small replies, for as
long as it asks? (`make soak`; the smaller season of `test_pipes` is in `make test`)"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.tools.memory import children_of, resident_mb
from benchmarks.tools.season import Season, kept_season
from mcp import Client
from mcp_types import Tool

from hakaru.catalog.operation import Operation
from hakaru.catalog.operations import OPERATIONS
from hakaru.surfaces.mcp.offered import offered
from tests import json_schema
from tests.surfaces.mcp.examples import example_arguments
from tests.surfaces.mcp.talking import listing, reply_of, server_process, talk, text_of

TOOLS = tuple(operation for operation in OPERATIONS if not operation.hidden)
DEFAULT_LIMIT_BYTES = 4096
N_RUNS = 500
N_CALLS = 2000
MOST_GROWTH_MB = 60.0
"""Of a server that was asked so often: no more than once through its largest tools, not a leak of
even 30 KB a call."""


@pytest.fixture(scope="module")
def many() -> Season:
    return kept_season(quick=False)


def sent_to(
    operation: Operation, many: Season, *, recordings: Path, folder: Path
) -> Mapping[str, object]:
    """About a run that has such data, with the folders of the test."""
    files = {param.name for param in operation.params if param.type in ("path", "paths")}
    own = example_arguments(operation, recordings=recordings, folder=folder)
    return {**many.arguments(operation), **{name: own[name] for name in files & own.keys()}}


async def listed(client: Client) -> Mapping[str, Tool]:
    return {tool.name: tool for tool in (await client.list_tools()).tools}


@pytest.mark.soak
def test_every_tool_gives_data_over_500_runs(many: Season, season: Path, tmp_path: Path) -> None:
    shutil.copytree(many.folder, tmp_path / "data")

    async def conversation() -> None:
        options = ("--profile", "all", "--schemas", "--write")
        env = listing(tmp_path, tmp_path, season)
        async with server_process(tmp_path / "data", *options, env=env) as client:
            told = reply_of(await client.call_tool("status", {}))
            assert told["summary"]["n_activities"] >= N_RUNS
            tools = await listed(client)
            assert tools.keys() == {tool.name for tool in TOOLS}
            reads_first = sorted(TOOLS, key=lambda tool: tool.profile == "write")
            for one in (operation for operation in reads_first if operation.offline):
                sent = sent_to(one, many, recordings=season, folder=tmp_path)
                json_schema.validate(dict(sent), tools[one.name].input_schema)
                result = await client.call_tool(one.name, dict(sent))
                assert not result.is_error, text_of(result)
                assert len(text_of(result).encode()) <= DEFAULT_LIMIT_BYTES, one.name
                schema = tools[one.name].output_schema
                assert schema is not None
                json_schema.validate(reply_of(result), schema)
                assert set(schema.get("properties", {})) <= set(reply_of(result))

    talk(conversation)


@pytest.mark.soak
def test_a_server_that_is_asked_for_long_does_not_grow(many: Season, tmp_path: Path) -> None:
    """Requirements D954."""
    shutil.copytree(many.folder, tmp_path / "data")
    season = replace(many, folder=tmp_path / "data")  # a model reads files of its own folder
    tools = [one for one in offered("all", write=False) if one.offline]

    async def conversation() -> None:
        before = children_of(os.getpid())
        async with server_process(tmp_path / "data", "--profile", "all", "--schemas") as client:
            (server,) = children_of(os.getpid()) - before
            warm_mb = 0.0
            for number in range(N_CALLS):
                if number == 3 * len(tools):
                    warm_mb = resident_mb(server)
                one = tools[number % len(tools)]
                result = await client.call_tool(one.name, dict(season.arguments(one)))
                assert not result.is_error, text_of(result)
            grown_mb = resident_mb(server) - warm_mb
            assert warm_mb > 0.0
            assert grown_mb < MOST_GROWTH_MB

    talk(conversation)
