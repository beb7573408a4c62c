"""Commands on a data folder of their own, killed or not, and what is in the folder afterwards."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from tests.flows.commands import ROOT, environment

_CHANGING = re.compile(r"(^|_)(at|id|ids|seq|token|version|hash|path|value)$")
"""Columns of times, of names drawn at random, and of where a folder lies."""
_KEPT = {"activity_id"}
_FALSE_ALARM = "NULL value in node_group_members.position"
"""What SQLite 3.40 says of every sound row of a table without row ids whose key leaves out a column
in its middle. The value is asked for, too: it is there."""
_TABLES_LEFT_OUT = {"jobs", "schema_migrations", "schema_version", "attempts", "leases"}


@dataclass(frozen=True, kw_only=True)
class Done:
    """How a command ended. `code` -9: it was killed."""

    code: int
    out: str
    err: str
    took_s: float

    @property
    def sentences(self) -> list[str]:
        """What was told of an error, line by line."""
        return self.err.splitlines()


class Commands:
    """A process in which everything is loaded, and which runs commands in children."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(
        self,
        *words: str,
        data: Path,
        language: str = "en",
        kill_after_s: float | None = None,
        powerless: bool = False,
        lockless: bool = False,
    ) -> Done:
        """`hakaru WORDS --data DATA --lang LANGUAGE`, to its end or until it is killed.

        `powerless`: what the permissions of files forbid is forbidden to root as well. `lockless`:
        no file can be locked.
        """
        asked = {
            "words": [*words, "--data", str(data), "--lang", language],
            "kill_after_s": kill_after_s,
            "powerless": powerless,
            "lockless": lockless,
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Done(**json.loads(self._process.stdout.readline()))


@contextmanager
def commands() -> Iterator[Commands]:
    """The process, ended at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.server"],
        cwd=ROOT,
        env=environment({"OPENBLAS_NUM_THREADS": "1"}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield Commands(process)
    finally:
        process.communicate(timeout=120)


def copied(prepared: Path, target: Path) -> Path:
    """A copy of a data folder, over what was there."""
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(prepared, target)
    return target


def digest(data: Path) -> dict[str, str]:
    """What each table holds, but for times and names drawn at random. The files are checked, too.

    Both are opened as they lie, with the logs that a killed process left.
    """
    return {**_database_digest(data / "hakaru.duckdb"), **_state_digest(data / "state.sqlite")}


def _database_digest(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    with closing(duckdb.connect(str(path))) as con:
        tables = con.execute(
            "SELECT table_schema, table_name FROM information_schema.tables "
            "WHERE table_type = 'BASE TABLE' ORDER BY ALL"
        ).fetchall()
        found = {}
        for schema, table in tables:
            if table not in _TABLES_LEFT_OUT:
                rows = con.execute(f'SELECT * FROM "{schema}"."{table}"')
                names = [column[0] for column in rows.description or ()]
                found[f"{schema}.{table}"] = _digest(names, rows.fetchall())
        return found


def _state_digest(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    with closing(sqlite3.connect(path)) as con:
        problems = {str(row[0]) for row in con.execute("PRAGMA integrity_check")}
        assert problems <= {"ok", _FALSE_ALARM}, problems
        assert con.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = con.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        found = {}
        for (table,) in tables:
            if table not in _TABLES_LEFT_OUT:
                rows = con.execute(f'SELECT * FROM "{table}"')
                names = [column[0] for column in rows.description or ()]
                found[f"state.{table}"] = _digest(names, rows.fetchall())
        return found


def _digest(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    columns = [
        at for at, name in enumerate(names) if name in _KEPT or not _CHANGING.search(name.lower())
    ]
    lines = sorted(repr([_rounded(row[at]) for at in columns]) for row in rows)
    return f"{len(rows)} rows {hashlib.sha256(''.join(lines).encode()).hexdigest()[:12]}"


def _rounded(value: object) -> object:
    """The database adds up in no fixed order: the last digits of a sum may differ."""
    return f"{value:.9g}" if isinstance(value, float) else value
