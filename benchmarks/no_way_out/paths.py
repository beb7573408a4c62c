"""Tries to write and to read outside, each on an untouched world, through tools that take paths."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import duckdb
from mcp import Client

from benchmarks.no_way_out.world import (
    CANARY,
    EVIDENCE,
    World,
    changed_devices,
    fingerprints,
    lay_out,
    made_world,
    server,
    text_of,
)
from benchmarks.tools.memory import children_of
from benchmarks.tools.season import Season, kept_season

_MOST_S = 10.0
_SECRETS = (CANARY, "root:x:0", "SHELL=", "HOME=")
_LATER = ("list_nodes", "activities")
_COUNTED = {
    "hakaru.duckdb": ("activities", "time_series_metrics"),
    "state.sqlite": ("nodes", "focus_intervals"),
}
_SAID = "w/o/r/king/said.log"
_OUR_FILES = (
    "hakaru.duckdb", "hakaru.duckdb.wal", "state.sqlite", "state.sqlite-wal", "state.sqlite-shm",
)  # fmt: skip
_OUR_FOLDERS = (
    "at-work/",
    "backups/",
    "cache/",
    "exports/",
    "reports/",
    "copies/",
    "materialized/",
    "lake/",
)
_OUR_ENDS = (".lock", ".gate", ".token")


@dataclass(kw_only=True)
class Try:
    """One attempt and what came of it."""

    name: str
    intends: str
    refused: bool = False
    changed: list[str] = field(default_factory=list)
    leaked: bool = False
    stored: bool = False
    hung: bool = False

    @property
    def through(self) -> bool:
        """Whether it reached what it was not to reach."""
        return bool(self.changed) or self.leaked or self.stored


def measure(*, quick: bool) -> Mapping[str, object]:
    """How many tries got through."""
    listed = json.loads((EVIDENCE / "hostile_paths.json").read_text(encoding="utf-8"))
    tries = anyio.run(_try_all, listed[::8] if quick else listed, kept_season(quick=True))
    through = [one for one in tries if one.through]
    return {
        "tries": len(tries),
        "writes": sum(one.intends == "write" for one in tries),
        "through": len(through),
        "files_changed": sum(len(one.changed) for one in tries),
        "leaked": sum(one.leaked for one in tries),
        "stored_from_outside": sum(one.stored for one in tries),
        "hung": sum(one.hung for one in tries),
        "which": [one.name for one in through],
        "which_hung": [one.name for one in tries if one.hung],
    }


async def _try_all(listed: list[dict[str, Any]], season: Season) -> list[Try]:
    """Each in order; after one that changed anything the world is made anew."""
    found, left = [], list(listed)
    with made_world(season=season) as world:
        while left:
            async with AsyncExitStack() as stack:
                others = children_of(os.getpid())
                client = await stack.enter_async_context(server(world))
                (pid,) = children_of(os.getpid()) - others
                before, sound = _looked_at(world), True
                while left and sound:
                    one = await _try(client, world, left.pop(0), before)
                    one.changed += changed_devices(pid)
                    found.append(one)
                    sound = not (one.through or one.hung)
            lay_out(world, season)
    return found


async def _try(client: Client, world: World, case: Mapping[str, Any], before: _Seen) -> Try:
    one = Try(name=case["id"], intends=case["intends"])
    arguments = json.loads(
        json.dumps(case["arguments"]),
        object_hook=lambda value: {key: _filled(world, each) for key, each in value.items()},
    )
    replies: list[str] = []
    if not _can_be_sent(arguments):
        one.refused = True
        return one
    with anyio.move_on_after(_MOST_S) as scope:
        try:
            result = await client.call_tool(case["tool"], arguments)
            one.refused = bool(result.is_error)
            replies.append(text_of(result))
        except Exception as refusal:  # noqa: BLE001  # a client that cannot send it, a server that went away
            one.refused, replies = True, [*replies, str(refusal)]
    one.hung = scope.cancelled_caught
    with anyio.move_on_after(_MOST_S):
        for tool in _LATER if case["intends"] == "read" and not one.hung else ():
            replies.append(text_of(await client.call_tool(tool, {"limit": 100})))
    one.leaked = case["intends"] == "read" and any(
        secret in reply for reply in replies for secret in _SECRETS
    )
    one.changed = before.changed_in(world)
    one.stored = case["intends"] == "read" and any(
        n_rows != before.n_rows.get(table, n_rows) for table, n_rows in _rows(world.data).items()
    )
    return one


def _can_be_sent(arguments: object) -> bool:
    """Half of a surrogate pair is no text that JSON in UTF-8 could carry."""
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _filled(world: World, value: object) -> object:
    if isinstance(value, str):
        return world.filled(value)
    if isinstance(value, list):
        return [_filled(world, each) for each in value]
    return value


@dataclass(frozen=True, kw_only=True)
class _Seen:
    """What lay where before the tries."""

    around: Mapping[str, str]
    data: Mapping[str, str]
    elsewhere: Mapping[Path, bool]
    n_rows: Mapping[str, int]

    def changed_in(self, world: World) -> list[str]:
        """What a model may neither make, change nor remove: files outside, and existing ones."""
        around = fingerprints(world.root, but=world.data)
        around.pop(_SAID, None)
        changed = [path for path, what in around.items() if self.around.get(path) != what]
        changed += [path for path in self.around if path not in around]
        changed = [path for path in changed if not path.startswith("tmp")]
        data = fingerprints(world.data)
        changed += [path for path, what in data.items() if self._is_wrong(path, what)]
        changed += [name for name in _COUNTED if not _opens(world.data / name)]
        for path, was_there in self.elsewhere.items():
            if path.exists() and not was_there:
                path.unlink()
                changed.append("elsewhere")
        return changed

    def _is_wrong(self, path: str, what: str) -> bool:
        if path in _OUR_FILES or path.endswith(_OUR_ENDS):
            return False
        if path in self.data:
            return self.data[path] != what
        return not any(f"{path}/".startswith(folder) for folder in _OUR_FOLDERS)


def _looked_at(world: World) -> _Seen:
    around = fingerprints(world.root, but=world.data)
    around.pop(_SAID, None)
    own = Path("~root/tilde_root.md").expanduser()  # the only try that no HOME keeps in the world
    return _Seen(
        around=around,
        data=fingerprints(world.data),
        elsewhere={own: own.exists()},
        n_rows=_rows(world.data),
    )


def _opens(path: Path) -> bool:
    """Whether the file is still a database of its kind."""
    head = path.open("rb").read(16) if path.is_file() else b""
    return head[8:12] == b"DUCK" or head.startswith(b"SQLite format 3")


def _rows(data: Path) -> Mapping[str, int]:
    """How many rows stand where a file that was read would be stored."""
    found: dict[str, int] = {}
    for name, tables in _COUNTED.items():
        path = data / name
        if not _opens(path):
            continue
        try:
            if name.endswith(".sqlite"):
                with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as state:
                    found |= {
                        table: state.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                        for table in tables
                    }
            else:
                with duckdb.connect(str(path), read_only=True) as con:
                    for table in tables:
                        row = con.execute(f"SELECT count(*) FROM {table}").fetchone()
                        found[table] = row[0] if row else 0
        except (duckdb.Error, sqlite3.Error):
            continue
    return found
