"""Tries of a model to write or read outside of what is open to it, and how they are judged."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hakaru.catalog.operations import OPERATIONS
from tests.contracts.tree import ROOT

EVIDENCE = ROOT / "tests" / "evidence" / "part10"
"""Tries that were written blind, from the requirement alone."""
CANARY = "CANARY_7F3A"
OURS = ("hakaru.duckdb", "state.sqlite", "cache", "backups", "hakaru.lock", "hakaru.gate")
"""Beginnings of names in the data folder of what tools may change there: the store and caches."""


@dataclass(frozen=True, kw_only=True)
class Places:
    """Where the tries happen."""

    outside: Path
    home: Path
    data: Path
    allowed: Path
    day: str

    @property
    def watched(self) -> tuple[Path, ...]:
        """Everything that a try could want to change."""
        return (self.outside, self.home, self.allowed, self.data)

    def filled(self, value: Any) -> Any:
        """A value of a try with the places in it."""
        if isinstance(value, str):
            for name, place in self.names.items():
                value = value.replace(name, place)
            return value
        if isinstance(value, list):
            return [self.filled(one) for one in value]
        if isinstance(value, dict):
            return {key: self.filled(one) for key, one in value.items()}
        return value

    @property
    def names(self) -> Mapping[str, str]:
        """What stands in a try for each place."""
        return {
            "{OUT}": str(self.outside),
            "{HOME}": str(self.home),
            "{DATA}": str(self.data),
            "{ALLOWED}": str(self.allowed),
            "{DAY}": self.day,
        }


@dataclass(frozen=True, kw_only=True)
class Try:
    """One call. `intends`: to write or to read something."""

    id: str
    tool: str
    arguments: Mapping[str, object]
    intends: str


def make_fixtures(places: Places) -> None:
    """What lies there before: files that must not change, secrets, links, pipes."""
    for row in (*_FIXTURES, *_written_blind("hostile_paths_fixtures.json")):
        path = Path(places.filled(row["path"]))
        path.parent.mkdir(parents=True, exist_ok=True)
        if row["kind"] != "file" and os.path.lexists(path):
            continue
        if row["kind"] == "dir":
            path.mkdir(exist_ok=True)
        elif row["kind"] == "file":
            path.write_text(places.filled(row["content"]), encoding="utf-8")
        elif row["kind"] == "link":
            path.symlink_to(places.filled(row["to"]))
        elif row["kind"] == "fifo":
            os.mkfifo(path)
        else:
            _make_zip(path, places.filled(row["members"]))


def _make_zip(path: Path, members: Sequence[Sequence[str]]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for kind, name, content in members:
            info = zipfile.ZipInfo(name)
            mode = stat.S_IFLNK | 0o777 if kind == "link" else stat.S_IFREG | 0o644
            info.external_attr = mode << 16
            archive.writestr(info, content)


def tries(places: Places) -> list[Try]:
    """Those written blind, and every file parameter of every tool against every hostile name."""
    blind = [
        Try(**{**one, "arguments": places.filled(one["arguments"])})
        for one in _written_blind("hostile_paths.json")
    ]
    return [*blind, *_own(places)]


def _written_blind(name: str) -> list[Any]:
    """Rows of a file of evidence; none in a tree that has it not."""
    path = EVIDENCE / name
    return list(json.loads(path.read_text("utf-8"))) if path.is_file() else []


def _own(places: Places) -> list[Try]:
    found = []
    for operation in OPERATIONS:
        for param in operation.params if not operation.hidden else ():
            if param.access is None:
                continue
            for number, name in enumerate(_NAMES):
                value: object = places.filled(name)
                others: dict[str, object] = {
                    one.name: places.day
                    for one in operation.params
                    if one.required and one is not param
                }
                if operation.name == "simulate":
                    others |= {"weeks": 1, "runs_per_week": 3}
                found.append(
                    Try(
                        id=f"own_{operation.name}_{param.name}_{number}",
                        tool=operation.name,
                        arguments={
                            **others,
                            param.name: [value] if param.type == "paths" else value,
                        },
                        intends=param.access,
                    )
                )
    return found


_FIXTURES: tuple[Mapping[str, str], ...] = (
    {"kind": "file", "path": "{OUT}/precious.md", "content": "PRECIOUS"},
    {"kind": "file", "path": "{OUT}/secret.md", "content": f"- {CANARY} a secret plan\n"},
    {"kind": "file", "path": "{HOME}/.bashrc", "content": "# bashrc\n"},
    {"kind": "file", "path": "{HOME}/.ssh/authorized_keys", "content": f"{CANARY}\n"},
    {"kind": "dir", "path": "{ALLOWED}"},
    {"kind": "link", "path": "{ALLOWED}/leak.md", "to": "{OUT}/secret.md"},
    {"kind": "link", "path": "{ALLOWED}/leak_folder", "to": "{OUT}"},
    {"kind": "fifo", "path": "{ALLOWED}/pipe.fit"},
    {"kind": "file", "path": "{DATA}/mcp.token", "content": CANARY},
    {"kind": "file", "path": "{DATA}/web.token", "content": CANARY},
    {"kind": "dir", "path": "{DATA}/exports"},
    {"kind": "link", "path": "{DATA}/exports/planted.md", "to": "{OUT}/planted_target.md"},
)
_NAMES = (
    "{OUT}/precious.md",
    "{HOME}/.bashrc",
    "~/.ssh/authorized_keys",
    "{DATA}/hakaru.duckdb",
    "{DATA}/mcp.token",
    "{DATA}/exports/planted.md",
    "{ALLOWED}/leak.md",
    "{ALLOWED}/leak_folder/secret.md",
    "{ALLOWED}/lea[k]_folder/../../outside/secret.md",
    "{ALLOWED}/pipe.fit",
    "/dev/zero",
    "../../../../../../../../etc/passwd",
    "/",
)
"""Absolute, climbing, linked, existing, devices, start files, the database, odd names."""


def snapshot(*folders: Path) -> Mapping[str, str]:
    """Every file below some folders with what is in it, links and pipes by what they are; but not
    the store and the caches of the last, which is the data folder."""
    found = {}
    for folder in folders:
        for parent, folders_in, names in os.walk(folder):
            for name in (*folders_in, *names):
                path = Path(parent, name)
                if not _is_ours(path, folders[-1]):
                    found[str(path)] = _state(path)
    return found


def _state(path: Path) -> str:
    if path.is_symlink():
        return f"link to {path.readlink()}"
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return "folder" if path.is_dir() else "pipe"


def changes(before: Mapping[str, str], after: Mapping[str, str], data: Path) -> list[str]:
    """What was created, changed or removed that no tool may: anything outside the data folder, and
    there anything but the store, the caches and new files in the exports."""
    found = []
    for path in before.keys() | after.keys():
        if before.get(path) == after.get(path) or _is_ours(Path(path), data):
            continue
        created = path not in before
        if not (created and Path(path).is_relative_to(data / "exports")):
            found.append(f"{path}: {before.get(path)} -> {after.get(path)}")
    return found


def _is_ours(path: Path, data: Path) -> bool:
    if not path.is_relative_to(data) or path == data:
        return False
    first = path.relative_to(data).parts[0]
    return first.startswith(OURS) or first == "owners"
