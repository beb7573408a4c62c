"""Does a tool that says it only reads leave the data folder as it found it?"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path

from mcp_types import Tool

from hakaru.catalog.operations import OPERATIONS
from hakaru.flows.context import Context
from hakaru.flows.exports import export
from tests.flows.desks import lay
from tests.flows.factories import make_context
from tests.surfaces.mcp.examples import example_arguments
from tests.surfaces.mcp.talking import server_process, talk

LONG_AGO = datetime(2025, 4, 1, tzinfo=UTC)

CACHES = (
    "cache/*",
    "exports/queries/*",
    "*.lock",
    "state.sqlite-wal",
    "state.sqlite-shm",
)
"""What an operation that only reads may write, as patterns below the data folder: kept results and
exports of queries, which expire; who holds a lock; the journal of the state file."""


def files_of(folder: Path) -> Mapping[str, str]:
    """What each file holds, but for the caches."""
    files = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in files.items()
        if not any(fnmatch(name, pattern) for pattern in CACHES)
    }


def expired_export(context: Context) -> Path:
    """A file that nobody can ask for any more, and nobody has removed."""
    return export(
        context,
        query="SELECT 1 AS x",
        activity_ids=None,
        time_range=None,
        metrics=None,
        anomaly_id=None,
        context_window=0,
        format="parquet",
        max_rows=1,
        ttl_seconds=60,
    ).export.path


def _makes_files(tool: Tool) -> bool:
    """Whether it makes room among the exports, as only those do that make one."""
    return tool.annotations is not None and not tool.annotations.idempotent_hint


def test_a_tool_that_reads_only_deletes_and_writes_nothing(
    data: Path, season: Path, tmp_path: Path
) -> None:
    """An export that expired long ago is there still after all of them but those that export."""
    context = lay(make_context(data, now=LONG_AGO))
    expired = expired_export(context)
    context.store.close()
    operations = {operation.name: operation for operation in OPERATIONS}
    asked: list[str] = []

    async def conversation() -> None:
        async with server_process(data, "--profile", "all", "--write") as client:
            for tool in sorted((await client.list_tools()).tools, key=_makes_files):
                assert tool.annotations is not None
                if not tool.annotations.read_only_hint:
                    continue
                one = operations[tool.name]
                sent = example_arguments(one, recordings=season, folder=tmp_path)
                before = files_of(data)
                await client.call_tool(tool.name, dict(sent))
                assert files_of(data) == before, tool.name
                if not _makes_files(tool):
                    assert expired.exists(), tool.name
                asked.append(tool.name)

    talk(conversation)
    assert {"exports", "export", "profile", "status", "get_session", "doctor"} <= set(asked)
    assert not {"clean_exports", "report", "organize", "ingest"} & set(asked)
