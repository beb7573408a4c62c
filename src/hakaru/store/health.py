"""Are the two files of a data folder sound? Every value is read; nothing is changed."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hakaru.errors import StoreBusy, StoreDamaged
from hakaru.store.connect import connect
from hakaru.store.database import FILE_NAME as DATABASE_NAME
from hakaru.store.lock import Turnstile
from hakaru.store.migrate import load_migrations, schema_version
from hakaru.store.state import FILE_NAME as STATE_NAME
from hakaru.store.state import state_version

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Condition = Literal["absent", "sound", "older", "newer", "foreign", "damaged", "busy"]
"""`older`: migrated when next used; `newer`: of a newer Hakaru; `foreign`: of another program."""


_FALSE_ALARM = "NULL value in "
"""SQLite 3.40 says so of sound rows of a table WITHOUT ROWID whose key is not its first columns."""


@dataclass(frozen=True, kw_only=True)
class FileHealth:
    """One file. `version` None: not known; `fault`: the words of the library, "" where sound."""

    path: Path
    condition: Condition
    size_bytes: int = 0
    version: int | None = None
    newest: int = 0
    fault: str = ""


def database_health(path: Path, *, timeout_s: float = 5.0, in_turn: bool = True) -> FileHealth:
    """The database: opened in turn with other processes, and every block of it read.

    `in_turn` False: nobody else uses the file, as with a copy or while the caller has the turn.
    """
    newest = load_migrations("migrations")[-1].version
    if not path.exists():
        return FileHealth(path=path, condition="absent", newest=newest)
    size_bytes = path.stat().st_size
    try:
        version = _read_database(path, timeout_s, in_turn=in_turn)
    except StoreBusy as exc:
        return FileHealth(
            path=path, condition="busy", size_bytes=size_bytes, newest=newest, fault=str(exc)
        )
    except StoreDamaged as exc:
        return FileHealth(
            path=path, condition="damaged", size_bytes=size_bytes, newest=newest, fault=str(exc)
        )
    return FileHealth(
        path=path,
        condition=_condition(version, newest),
        size_bytes=size_bytes,
        version=version,
        newest=newest,
    )


def state_health(path: Path, *, timeout_s: float = 5.0) -> FileHealth:
    """The small state, by SQLite's own check."""
    newest = load_migrations("state_migrations")[-1].version
    if not path.exists():
        return FileHealth(path=path, condition="absent", newest=newest)
    size_bytes = path.stat().st_size
    try:
        version = _read_state(path, timeout_s)
    except sqlite3.Error as exc:
        busy = "locked" in str(exc)
        return FileHealth(
            path=path,
            condition="busy" if busy else "damaged",
            size_bytes=size_bytes,
            newest=newest,
            fault=str(exc),
        )
    return FileHealth(
        path=path,
        condition=_condition(version, newest),
        size_bytes=size_bytes,
        version=version,
        newest=newest,
    )


def files_of(folder: Path) -> tuple[Path, Path]:
    """The database and the state of a data folder."""
    return folder / DATABASE_NAME, folder / STATE_NAME


def lock_holder(folder: Path) -> str | None:
    """Who keeps everybody out at this moment; None: a writer would get its turn at once."""
    if not folder.is_dir():
        return None
    turnstile = Turnstile(folder)
    try:
        turnstile.exclusive(0.0).release()
    except StoreBusy as exc:
        return exc.holder
    except StoreDamaged:
        pass  # a folder that cannot be written to has no locks
    return None


def _condition(version: int | None, newest: int) -> Condition:
    if version is None:
        return "foreign"
    if version > newest:
        return "newer"
    return "sound" if version == newest else "older"


def _read_database(path: Path, timeout_s: float, *, in_turn: bool) -> int | None:
    import duckdb  # noqa: PLC0415  # 0.1 s

    writable = os.access(path.parent, os.W_OK)  # else there is no lock, nor anybody who writes
    hold = Turnstile(path.parent).shared(timeout_s) if in_turn and writable else None
    try:
        with closing(connect(path, read_only=True, timeout_s=timeout_s)) as con:
            version = schema_version(con)
            if version:
                _read_every_block(con)
            return version
    except duckdb.Error as exc:
        raise StoreDamaged(str(exc).splitlines()[0]) from exc
    finally:
        if hold is not None:
            hold.release()


def _read_every_block(con: DuckDBPyConnection) -> None:
    """Read each value of each table: the file has a checksum per block, looked at on reading."""
    tables = con.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal"
    ).fetchall()
    for schema, table in tables:
        con.execute(f'SELECT bit_xor(hash(t)) FROM "{schema}"."{table}" t').fetchall()


def _read_state(path: Path, timeout_s: float) -> int | None:
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=timeout_s)) as con:
        said = [str(row[0]) for row in con.execute("PRAGMA quick_check(10000)").fetchall()]
        faults = [one for one in said if one != "ok" and not one.startswith(_FALSE_ALARM)]
        if faults:
            raise sqlite3.DatabaseError(faults[0])
        ((tables,),) = con.execute("SELECT count(*) FROM sqlite_master").fetchall()
        version = state_version(con)
        return None if tables and not version else version
