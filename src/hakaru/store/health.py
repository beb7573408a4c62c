"""Are the two files of a data folder sound? Every value is read; nothing is changed."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.store.connect import connect
from hakaru.store.database import FILE_NAME as DATABASE_NAME
from hakaru.store.lock import Turnstile
from hakaru.store.migrate import load_migrations, schema_version
from hakaru.store.owners import is_gone
from hakaru.store.stale import stale_marks
from hakaru.store.state import FILE_NAME as STATE_NAME
from hakaru.store.state import error_kind, open_untouched, state_version

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Condition = Literal["absent", "sound", "older", "newer", "foreign", "damaged", "barred", "busy"]
"""`older`: migrated when next used; `newer`: of a newer Hakaru; `foreign`: of another program;
`barred`: not opened for a reason that says nothing about what is in it."""

_FALSE_ALARM = "NULL value in "
"""SQLite 3.40 says so of sound rows of a table WITHOUT ROWID whose key is not its first columns."""
_ALL_FAULTS = 2**31 - 1
_BARS = (
    *(
        os.strerror(number)
        for number in (
            errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC,
            errno.EROFS,
        )
    ),
    "Out of Memory",
    "version number",
)  # fmt: skip
"""Words of DuckDB when the file is not to blame: rights, resources, a newer format."""
_STATE_BARS = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)  # fmt: skip
_STATE_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


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
    unopened = _unopened(path, newest=newest)
    if unopened is not None:
        return unopened
    try:
        version = _read_database(path, timeout_s, in_turn=in_turn)
    except StoreBusy as exc:
        return _not_read(path, "busy", newest=newest, fault=str(exc))
    except StoreDamaged as exc:
        fault = str(exc.__cause__ or exc).splitlines()[0]
        barred = any(words in fault for words in _BARS)
        return _not_read(path, "barred" if barred else "damaged", newest=newest, fault=fault)
    return _read(path, version, newest=newest)


def state_health(path: Path, *, timeout_s: float = 5.0, in_turn: bool = True) -> FileHealth:
    """The small state, by SQLite's own check.

    `in_turn` False: nobody else uses the file, and it has no log; nothing is put beside it then.
    """
    newest = load_migrations("state_migrations")[-1].version
    unopened = _unopened(path, newest=newest)
    if unopened is not None:
        return unopened
    try:
        version = _read_state(path, timeout_s, in_turn=in_turn)
    except sqlite3.Error as exc:
        code = error_kind(exc)
        condition: Condition = "busy" if code in _STATE_BUSY else "damaged"
        if code in _STATE_BARS:
            condition = "barred"
        return _not_read(path, condition, newest=newest, fault=str(exc))
    except OSError as exc:
        return _not_read(path, "barred", newest=newest, fault=str(exc.strerror))
    return _read(path, version, newest=newest)


def anything_stale(path: Path, *, timeout_s: float = 5.0) -> bool:
    """Whether something in a sound database waits to be brought up to date, and nobody does it.

    Raises:
        StoreBusy: a writer kept it to itself until the deadline.
        StoreDamaged: it cannot be read.
    """
    with _opened(path, timeout_s, in_turn=True) as con:
        marks = stale_marks(con)
    return any(is_gone(path.parent, mark.owner) for mark in marks)


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


def _unopened(path: Path, *, newest: int) -> FileHealth | None:
    """What is known of a file that is not there or not let be read; None: it can be.

    It is not opened to find out: closing it would drop the locks that a library has on it here.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return FileHealth(path=path, condition="absent", newest=newest)
    except OSError as exc:
        return FileHealth(path=path, condition="barred", newest=newest, fault=str(exc.strerror))
    if stat.S_ISREG(mode) and os.access(path, os.R_OK):
        return None
    fault = os.strerror(errno.EISDIR if stat.S_ISDIR(mode) else errno.EACCES)
    return FileHealth(path=path, condition="barred", newest=newest, fault=fault)


def _read(path: Path, version: int | None, *, newest: int) -> FileHealth:
    """`version` None: a database, but not ours."""
    condition: Condition = "sound" if version == newest else "older"
    if version is None or version > newest:
        condition = "foreign" if version is None else "newer"
    size_bytes = path.stat().st_size
    return FileHealth(
        path=path, condition=condition, size_bytes=size_bytes, version=version, newest=newest
    )


def _not_read(path: Path, condition: Condition, *, newest: int, fault: str) -> FileHealth:
    size_bytes = path.stat().st_size
    return FileHealth(
        path=path, condition=condition, size_bytes=size_bytes, newest=newest, fault=fault
    )


def _read_database(path: Path, timeout_s: float, *, in_turn: bool) -> int | None:
    with _opened(path, timeout_s, in_turn=in_turn) as con:
        version = schema_version(con)
        if version:
            _read_every_block(con)
        return version


@contextmanager
def _opened(path: Path, timeout_s: float, *, in_turn: bool) -> Iterator[DuckDBPyConnection]:
    """A connection that makes and migrates nothing."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    hold = Turnstile(path.parent).shared(timeout_s) if in_turn else None
    try:
        with closing(connect(path, read_only=True, timeout_s=timeout_s)) as con:
            yield con
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


def _read_state(path: Path, timeout_s: float, *, in_turn: bool) -> int | None:
    with closing(_opened_state(path, timeout_s, in_turn=in_turn)) as con:
        for (fault,) in con.execute(f"PRAGMA quick_check({_ALL_FAULTS})"):
            if fault != "ok" and not str(fault).startswith(_FALSE_ALARM):
                raise sqlite3.DatabaseError(fault)
        ((tables,),) = con.execute("SELECT count(*) FROM sqlite_master").fetchall()
        version = state_version(con)
        return None if tables and not version else version


def _opened_state(path: Path, timeout_s: float, *, in_turn: bool) -> sqlite3.Connection:
    if in_turn:
        return open_untouched(path, timeout_s=timeout_s)
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
