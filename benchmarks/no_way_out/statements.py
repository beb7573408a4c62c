"""Hostile statements that get out, and honest analyses that are refused, through a real server.

`out`: a statement that must not run and ran, or anything in a reply that nobody may read, or a file
that changed. `slow` ones took longer than a call may. An error of a `silent` one may carry neither
text of a row nor a path nor SQL of ours.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import duckdb
from mcp import Client
from tests.shared import CASES

from benchmarks.no_way_out.world import (
    CANARY,
    EVIDENCE,
    World,
    fingerprints,
    made_world,
    server,
    text_of,
)

_SECRET = "TOPSECRET"  # a word of the given cases
_AT_ONCE = 2
_MOST_S, _GIVEN_UP_S = 15.0, 60.0
_OURS = {
    "time_series": "time_series_metrics", "t_s": "elapsed_s", "lat": "latitude_deg",
    "lon": "longitude_deg", "hr": "heart_rate", "vo_mm": "vo_cm", "altitude_m": "elevation_m",
    "temperature": "temperature_c",
}  # fmt: skip
"""The cases name another program's table and columns."""
_NEVER_SAID = ("INTERNAL", "hakaru.duckdb", "hakaru_rows", "create_sort_key", "Stack Trace")


@dataclass(kw_only=True)
class Asked:
    """A statement and what came of it."""

    name: str
    must_be: str
    ran: bool
    took_s: float
    told: list[str] = field(default_factory=list)

    @property
    def out(self) -> bool:
        """Whether it did what it may not."""
        return bool(self.told) or (self.must_be == "rejected" and self.ran)


def measure(*, quick: bool) -> Mapping[str, object]:
    """How many got out, were slow, or were refused though honest."""
    given = json.loads((CASES / "hostile_sql.json").read_text(encoding="utf-8"))
    own = json.loads((EVIDENCE / "hostile_statements.json").read_text(encoding="utf-8"))
    honest = json.loads((EVIDENCE / "honest_analyses.json").read_text(encoding="utf-8"))
    step = 12 if quick else 1
    with made_world() as world:
        _add_fixtures(world)
        before = fingerprints(world.root, but=world.data)
        refused = anyio.run(_ask_all, world, [_as_case(one) for one in honest[::step]])
        hostile = {
            "given": anyio.run(_ask_all, world, given[::step]),
            "own": anyio.run(_ask_all, world, own[::step]),
        }
        after = fingerprints(world.root, but=world.data)
        changed = {
            path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
        }
    return {
        "files_changed": len(changed - {"w/o/r/king/said.log"}),
        **{name: _told(asked) for name, asked in hostile.items()},
        "honest": {
            "asked": len(refused),
            "refused": sum(not one.ran for one in refused),
            "slowest_s": round(max(one.took_s for one in refused), 2),
            "which": [one.name for one in refused if not one.ran],
        },
    }


def _as_case(analysis: Mapping[str, str]) -> dict[str, str]:
    return {"name": analysis["id"], "sql": analysis["sql"], "must_be": "answered"}


def _told(asked: Iterable[Asked]) -> Mapping[str, object]:
    every = list(asked)
    return {
        "asked": len(every),
        "out": sum(one.out for one in every),
        "slow": sum(one.took_s > _MOST_S for one in every),
        "slowest_s": round(max(one.took_s for one in every), 1),
        "which": [f"{one.name}: {', '.join(one.told) or 'ran'}" for one in every if one.out],
        "which_slow": [one.name for one in every if one.took_s > _MOST_S],
    }


def _add_fixtures(world: World) -> None:
    """A private table, a sequence, files outside, and texts in rows that no error may carry."""
    (world.outside / "secret.csv").write_text(f"a,b\n1,{_SECRET}\n", encoding="utf-8")
    with duckdb.connect(str(world.data / "hakaru.duckdb")) as con:
        con.execute("CREATE SCHEMA priv; CREATE TABLE priv.tokens (token VARCHAR)")
        con.execute(f"INSERT INTO priv.tokens VALUES ('{_SECRET}')")
        con.execute("CREATE SEQUENCE sq")
        texts = f"title = '{CANARY}', gear = '{CANARY}', location = '{CANARY}'"
        con.execute(f"UPDATE activities SET {texts}")
        con.execute(
            "INSERT INTO recording_issues (activity_id, issue_index, code, message) "
            f"SELECT activity_id, 900, 'x', '{CANARY}' FROM activities"
        )


async def _ask_all(world: World, cases: list[dict[str, str]]) -> list[Asked]:
    """Each once, two side by side."""
    left, found = list(reversed(cases)), []

    async def lane(client: Client) -> None:
        while left:
            found.append(await _ask(client, world, left.pop()))

    async with server(world) as client, anyio.create_task_group() as tasks:
        for _ in range(_AT_ONCE):
            tasks.start_soon(lane, client)
    return found


async def _ask(client: Client, world: World, case: Mapping[str, str]) -> Asked:
    sql = case["sql"].replace("{OUTSIDE}", str(world.outside))
    sql = sql.replace("{DB}", str(world.data / "hakaru.duckdb"))
    if case["must_be"] != "answered":
        sql = re.sub(rf"\b({'|'.join(_OURS)})\b", lambda found: _OURS[found[1]], sql)
    began_s = time.perf_counter()
    reply, ran = "never answered", False
    with anyio.move_on_after(_GIVEN_UP_S):
        try:
            result = await client.call_tool("export", {"query": sql})
            reply, ran = text_of(result), not result.is_error
        except Exception as refusal:  # noqa: BLE001  # what a client cannot send does not run
            reply = str(refusal)
    took_s = time.perf_counter() - began_s
    if not ran and case["must_be"] == "answered":
        print(f"  refused: {case['name']}: {reply[:160]}")
    return Asked(
        name=case["name"],
        must_be=case["must_be"],
        ran=ran,
        took_s=took_s,
        told=_told_in(reply, world.root, sql=sql, silent=case["must_be"] == "silent" and not ran),
    )


def _told_in(reply: str, root: Path, *, sql: str, silent: bool) -> list[str]:
    """Words of a reply that it may not carry; what the statement itself says is the asker's."""
    words = [word for word in (_SECRET, "root:x:0") if word in reply and word not in sql]
    if silent:
        never = (*_NEVER_SAID, CANARY, str(root))
        words += [word.replace(str(root), "a path") for word in never if word in reply]
    return words
