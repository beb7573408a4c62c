"""Care of the data folder: checks, repair from copies, taking everything along and deleting it.

At every moment the file is either the damaged one or a whole copy, never absent: an absent file
would be taken for an empty store. What is put in its place has been read in full there, beside it.
What was damaged is set aside, never removed.
"""

from __future__ import annotations

import base64
import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.core.i18n import message, term
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.connect import check_version, connect, load_migrations, schema_version
from hakaru.store.database import FILE_NAME as DATABASE_NAME
from hakaru.store.jobs import is_gone
from hakaru.store.lock import Turnstile
from hakaru.store.private import FOLDER, copies_of, flush, private_file, private_folder
from hakaru.store.stale import stale_marks
from hakaru.store.state import FILE_NAME as STATE_NAME
from hakaru.store.state import State, error_kind, open_untouched, state_version

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


@frozen
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
        fault = exc.message if exc.__cause__ is None else str(exc.__cause__).splitlines()[0]
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
        return _not_read(path, "barred", newest=newest, fault=reason_of(exc))
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
        return FileHealth(path=path, condition="barred", newest=newest, fault=reason_of(exc))
    if stat.S_ISREG(mode) and os.access(path, os.R_OK):
        return None
    fault = term(os.strerror(errno.EISDIR if stat.S_ISDIR(mode) else errno.EACCES))
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
        raise StoreDamaged(term(str(exc).splitlines()[0])) from exc
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


Outcome = Literal["absent", "sound", "without_log", "restored", "no_copy", "emptied"]
_SOUND = frozenset({"sound", "older"})
_ASIDE = "damaged-"
_LOGS = (".wal", "-wal", "-shm")


@frozen
class Repaired:
    """What became of one file. `copied_at`: when what is there now was copied; `set_aside`: where
    the damaged file is now; None: neither happened. `passed_over` counts damaged copies."""

    path: Path
    outcome: Outcome
    copied_at: datetime | None = None
    set_aside: Path | None = None
    passed_over: int = 0

    @property
    def is_state(self) -> bool:
        """Whether what is in it comes from no recording, so that nothing takes it in again."""
        return self.path.name == STATE_NAME


def repair_folder(folder: Path, *, anew: bool, timeout_s: float = 30.0) -> tuple[Repaired, ...]:
    """Put the newest sound copy in the place of each damaged file, alone in the folder.

    `anew`: where no copy is sound, the damaged file is set aside and the next use starts empty.

    Raises:
        StoreBusy: others use the folder until the deadline.
        StoreDamaged: a file is another program's or a newer Hakaru's, is kept from us, or cannot
            be written.
    """
    if not folder.is_dir():
        return tuple(Repaired(path=path, outcome="absent") for path in files_of(folder))
    database, state = files_of(folder)
    hold = Turnstile(folder).exclusive(timeout_s)
    try:
        for path in (database, state):
            incoming_of(path).unlink(missing_ok=True)  # of a repair that was killed
        check = partial(database_health, in_turn=False)
        return (
            _repair(database, check(database), check, anew=anew),
            _repair(state, state_health(state), partial(state_health, in_turn=False), anew=anew),
        )
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{path} cannot be repaired ({reason}); nothing was removed",
                path=folder,
                reason=reason_of(exc),
            )
        ) from exc
    finally:
        hold.release()


def set_aside_in(folder: Path) -> tuple[Path, ...]:
    """What repairs of a data folder set aside, oldest first, logs included."""
    return tuple(sorted((folder / FOLDER).glob(f"{_ASIDE}*")))


def incoming_of(path: Path) -> Path:
    """Where what takes the place of a file is put together."""
    return path.with_name(f"{path.name}.incoming")


def _repair(
    path: Path, health: FileHealth, check: Callable[[Path], FileHealth], *, anew: bool
) -> Repaired:
    if health.condition in ("newer", "foreign"):
        check_version(path, version=health.version, newest=health.newest)
    if health.condition == "busy":
        raise StoreBusy(0.0, message("another program that has the database open"))
    if health.condition == "barred":
        raise StoreDamaged(
            message(
                "{path} cannot be read ({reason}), so it is left as it is",
                path=path,
                reason=health.fault,
            )
        )
    if health.condition == "absent":
        return Repaired(path=path, outcome="absent")
    if health.condition != "damaged":
        return Repaired(path=path, outcome="sound")
    with _incoming(path) as incoming:
        restored = _brought(path, incoming, check)
        if restored is None and not anew:
            return Repaired(path=path, outcome="no_copy", passed_over=len(copies_of(path)))
        aside = _set_aside(path)
        if restored is None:
            path.unlink()
            n_copies = len(copies_of(path))
            return Repaired(path=path, outcome="emptied", set_aside=aside, passed_over=n_copies)
        incoming.replace(path)
        return replace(restored, set_aside=aside)


def _brought(path: Path, incoming: Path, check: Callable[[Path], FileHealth]) -> Repaired | None:
    """Bring the newest that is sound beside the file: itself without its logs, else a copy of it.
    None: there is none."""
    if any(path.with_name(path.name + suffix).exists() for suffix in _LOGS):
        _copy(path, incoming)
        if check(incoming).condition in _SOUND:
            return Repaired(path=path, outcome="without_log")
    for passed_over, copy in enumerate(reversed(copies_of(path))):
        _copy(copy.path, incoming)
        if check(incoming).condition in _SOUND:
            return Repaired(
                path=path, outcome="restored", copied_at=copy.made_at, passed_over=passed_over
            )
    return None


@contextmanager
def _incoming(path: Path) -> Iterator[Path]:
    """Where a copy is put together; nothing stays there that is not put in place."""
    incoming = incoming_of(path)
    try:
        yield incoming
    finally:
        with suppress(OSError):
            incoming.unlink()


def _copy(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    private_file(target)
    flush(target)


def _set_aside(path: Path) -> Path:
    """A second name for the damaged file, and its logs away: none fits the copy that comes."""
    folder = path.parent / FOLDER
    private_folder(folder)
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = folder / f"{_ASIDE}{stamp}-{path.name}"
    try:
        os.link(path, aside)
    except OSError:  # a file system without second names
        _copy(path, aside)
    for suffix in _LOGS:
        log = path.with_name(path.name + suffix)
        if log.exists():
            log.replace(aside.with_name(aside.name + suffix))
    return aside


_OURS = frozenset({"schema_migrations"})


def write_tables(con: DuckDBPyConnection, folder: Path) -> int:
    """One Parquet file per table, named `schema.table`; returns how many."""
    tables = con.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal ORDER BY 1, 2"
    ).fetchall()
    for schema, table in tables:
        target = str(folder / f"{schema}.{table}.parquet").replace("'", "''")
        con.execute(f'COPY (SELECT * FROM "{schema}"."{table}") TO \'{target}\' (FORMAT parquet)')
    return len(tables)


def remove_database(folder: Path, *, timeout_s: float = 30.0) -> None:
    """Delete the database with its log, and what a repair left half done, alone in the folder.

    Raises:
        StoreBusy: others use the folder until the deadline.
        StoreDamaged: it cannot be deleted.
    """
    database, state = files_of(folder)
    hold = Turnstile(folder).exclusive(timeout_s)
    try:
        for path in (
            database,
            database.with_name(f"{database.name}.wal"),
            *map(incoming_of, (database, state)),
        ):
            _removed(path)
    finally:
        hold.release()


def remove_folders(folder: Path, names: Sequence[str]) -> None:
    """Delete what lies beside the databases, as far as that is possible.

    Raises:
        StoreDamaged: some of it is still there, and its user has to delete it; the first is named.
    """
    left: list[StoreDamaged] = []
    for name in names:
        try:
            _removed(folder / name)
        except StoreDamaged as error:
            left.append(error)
    if left:
        raise left[0]


def _removed(path: Path) -> None:
    try:
        if path.is_symlink():
            raise OSError(errno.ELOOP, "it leads elsewhere")
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{path} cannot be deleted ({why}); delete it yourself",
                path=path,
                why=reason_of(exc),
            )
        ) from exc


def state_tables(state: State) -> tuple[str, ...]:
    """The tables of the small state."""
    with state.session() as con:
        rows = con.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
            "ORDER BY name"
        ).fetchall()
    return tuple(str(row[0]) for row in rows)


def state_rows(state: State, table: str) -> Iterator[Mapping[str, object]]:
    """The rows of one of these tables; bytes in base64."""
    with state.session() as con:
        cursor = con.execute(f'SELECT * FROM "{table}"')
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
    for row in rows:
        yield {name: _plain(value) for name, value in zip(names, row, strict=True)}


def clear_state(state: State) -> None:
    """Empty every table but the record of its schema, and give the room back: what was deleted is
    in no free page either.

    Raises:
        StoreBusy: another process is using it.
    """
    tables = [table for table in state_tables(state) if table not in _OURS]
    with state.session() as con:
        con.execute("PRAGMA defer_foreign_keys = ON")
        for table in tables:
            con.execute(f'DELETE FROM "{table}"')
    state.give_back_room()


def _plain(value: object) -> object:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
