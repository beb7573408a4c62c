"""May a model that is allowed to change data reach anything but its exports and the listed folders?

A real client, `--profile all --write`, and every try in one conversation, so that what one leaves
behind is there for the next.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.shared import some
from tests.surfaces.invoking import DAY
from tests.surfaces.mcp.hostile_paths import (
    CANARY,
    Places,
    Try,
    changes,
    make_fixtures,
    snapshot,
    tries,
)
from tests.surfaces.mcp.talking import listing, reply_of, server_process, talk, text_of

MOST_S = 10.0
SECRETS = (CANARY, "root:x:")
AT_LEAST = 40


@pytest.fixture
def places(data: Path, tmp_path: Path) -> Places:
    made = Places(
        outside=tmp_path / "outside",
        home=tmp_path / "home",
        data=data,
        allowed=tmp_path / "allowed",
        day=DAY,
    )
    make_fixtures(made)
    return made


def test_no_try_of_a_model_writes_or_reads_outside(places: Places, tmp_path: Path) -> None:
    env = {**listing(tmp_path, places.allowed), "HOME": str(places.home)}
    sendable = [one for one in tries(places) if _can_be_sent(one)]
    every = some(sendable, 16)
    faults: list[str] = []

    async def conversation() -> None:
        options = ("--profile", "all", "--write")
        async with server_process(places.data, *options, env=env) as client:
            before = snapshot(*places.watched)
            for one in every:
                faults.extend(await _tried(client, one))
                after = snapshot(*places.watched)
                faults.extend(f"{one.id}: {it}" for it in changes(before, after, places.data))
                before = after
            for tool in ("list_nodes", "activities", "status"):
                faults.extend(_leaked(tool, text_of(await client.call_tool(tool, {}))))
            assert reply_of(await client.call_tool("status", {}))["summary"]["n_activities"] > 0

    talk(conversation)
    assert len(sendable) >= AT_LEAST
    assert not faults, "\n".join(faults)
    assert not list((places.data / "cache" / "handed-in").iterdir())


def test_a_model_works_with_what_is_open_to_it(
    places: Places, season: Path, tmp_path: Path
) -> None:
    """The way round: what it exports lies where the reply says, and a listed folder is read."""
    env = {**listing(tmp_path, places.allowed, season), "HOME": str(places.home)}
    plan = places.allowed / "plan.md"
    plan.write_text("- [ ] 秋のマラソン\n", encoding="utf-8")

    async def conversation() -> None:
        options = ("--profile", "all", "--write")
        async with server_process(places.data, *options, env=env) as client:

            async def asked(tool: str, **arguments: object) -> Any:
                return reply_of(await client.call_tool(tool, arguments))

            assert (await asked("import_nodes", path=str(plan)))["n_nodes"] == 1
            exported = Path((await asked("export_nodes", path="mine/tasks.md"))["path"])
            assert exported == places.data / "exports" / "tasks.md"
            assert "秋のマラソン" in exported.read_text(encoding="utf-8")
            ingested = await asked("ingest", paths=[str(season)])
            assert (ingested["n_failed"], ingested["ingested"]) == (0, 0)
            assert ingested["duplicates"] > 0
            written = await asked("report", activity=DAY, out="of the day")
            assert Path(written["html"]).parent == places.data / "exports" / "of the day"
            again = await asked("report", activity=DAY, out="of the day")
            assert Path(again["html"]).parent.name == "of the day-2"
            made = await asked("simulate", folder="/srv/season", weeks=1, runs_per_week=3)
            assert Path(made["folder"]) == places.data / "exports" / "season"
            assert len(list(Path(made["folder"]).glob("*.fit"))) == made["n_files"]
            rows = await asked("export", query="SELECT 1 AS one")
            assert Path(rows["file"]).parent == places.data / "exports" / "queries"
            assert Path(rows["file"]).is_file()

    talk(conversation)


async def _tried(client: Client, one: Try) -> list[str]:
    with anyio.move_on_after(MOST_S) as limit:
        result = await client.call_tool(one.tool, dict(one.arguments))
    if limit.cancelled_caught:
        return [f"{one.id}: no answer within {MOST_S} s"]
    return _leaked(one.id, text_of(result)) if one.intends == "read" else []


def _can_be_sent(one: Try) -> bool:
    """Whether the client can write it down; half a character it cannot, see `test_file_access`."""
    text = json.dumps(dict(one.arguments), ensure_ascii=False)
    return text.encode("utf-8", "replace").decode() == text


def _leaked(name: str, text: str) -> list[str]:
    return [f"{name}: the reply says {secret}: {text}" for secret in SECRETS if secret in text]
