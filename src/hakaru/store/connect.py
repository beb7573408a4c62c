"""Opening the database file: its migrations, and what a failure to open it means.

Applied in one transaction, recorded in `schema_migrations`, and preceded by a copy of a file that
already held data. A published migration is never edited; the next change is the next number.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.core.i18n import Message, message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.rows import first_row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_FULL = ("No space left", "disk is full", "Disk quota exceeded")
_READ_ONLY = ("Read-only file system", "readonly database", "Permission denied")
_NOTHING_LEFT_BYTES = 65_536
"""Below this a library may say anything: the error of a log that cannot grow names no disk."""


def blame_the_disk(path: Path, exc: Exception) -> None:
    """Return where the disk is not to blame for an error about a file of the data folder.

    Raises:
        StoreDamaged: it is: full, or not writable. The file itself is sound.
    """
    text = str(exc)
    folder = path.parent
    if any(words in text for words in _FULL) or _is_full(folder):
        raise StoreDamaged(
            message(
                "the disk of {folder} is full; what was stored before stays: make room "
                "and try again",
                folder=folder,
            )
        ) from exc
    reason = next((words for words in _READ_ONLY if words in text), "")
    if reason or not os.access(folder, os.W_OK):
        shown = reason or _READ_ONLY[-1]
        raise StoreDamaged(
            message(
                "{folder} is not writable ({reason}); choose another data folder",
                folder=folder,
                reason=shown,
            )
        ) from exc


def is_there(path: Path) -> bool:
    """Whether a file of the data folder exists.

    Raises:
        StoreDamaged: the folder does not let us look: it is somebody else's.
    """
    try:
        return path.is_file()
    except OSError as exc:
        raise StoreDamaged(
            message(
                "{folder} cannot be read ({reason}); choose another data folder",
                folder=path.parent,
                reason=reason_of(exc),
            )
        ) from exc


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NOTHING_LEFT_BYTES
    except OSError:
        return False


_RECORD = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY,
    name VARCHAR NOT NULL,
    applied_at TIMESTAMP NOT NULL,
    code_version VARCHAR
)
"""


@frozen
class Migration:
    """One numbered step: SQL statements, separated by semicolons."""

    version: int
    name: str
    sql: str


def load_migrations(folder: str) -> tuple[Migration, ...]:
    """The files NNNN_name.sql of a folder of this package, in order."""
    migrations = []
    for entry in (files("hakaru.store") / folder).iterdir():
        number, _, name = entry.name.removesuffix(".sql").partition("_")
        if entry.name.endswith(".sql"):
            sql = entry.read_text(encoding="utf-8")
            migrations.append(Migration(version=int(number), name=name, sql=sql))
    return tuple(sorted(migrations, key=lambda migration: migration.version))


def schema_version(con: DuckDBPyConnection) -> int | None:
    """The last migration a database has seen; 0 for an empty one, None where it is not ours."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        row = first_row(con, "SELECT coalesce(max(version), 0) FROM schema_migrations")
    except duckdb.CatalogException:  # asked only then: listing the tables takes six milliseconds
        return None if first_row(con, "SELECT 1 FROM duckdb_tables() LIMIT 1") else 0
    return int(row[0]) if row else 0


def apply_migrations(
    con: DuckDBPyConnection, migrations: Sequence[Migration], *, code_version: str | None
) -> None:
    """Bring a database to the last of the migrations, wholly or not at all."""
    version = schema_version(con)
    con.execute("BEGIN")
    con.execute(_RECORD)
    for migration in migrations:
        if version is not None and migration.version > version:
            con.execute(migration.sql)
            con.execute(
                "INSERT INTO schema_migrations VALUES (?, ?, ?, ?)",
                [
                    migration.version,
                    migration.name,
                    datetime.now(UTC).replace(tzinfo=None),
                    code_version,
                ],
            )
    con.execute("COMMIT")


def check_version(path: Path, *, version: int | None, newest: int) -> None:
    """Refuse a database that is not ours or newer than we are.

    Raises:
        StoreDamaged: with what to do about it.
    """
    if version is None:
        raise StoreDamaged(
            message(
                "{path} is a database of another program; choose another data folder "
                "(HAKARU_DATA or --data)",
                path=path,
            )
        )
    if version > newest:
        raise StoreDamaged(
            message(
                "{path} was written by a newer Hakaru (schema {version}, this one knows "
                "{newest}); update Hakaru",
                path=path,
                version=version,
                newest=newest,
            )
        )


_PAUSE_S = 0.02
_ROW_GROUP_ROWS = 20_480
"""About six hours of running. Closing the file compresses the last, unfinished row group again:
with 122,880 rows (the default) that took up to 0.2 s of every turn of a writer."""
_NAMED_FILE = re.compile(r'file "([^"]+)"')
_FOREIGN_LOCK = "Could not set lock on file"


def connect(path: Path, *, read_only: bool, timeout_s: float) -> DuckDBPyConnection:
    """A connection to an existing or (when writing) new database file.

    Everybody of ours waits at the turnstile; a program that does not know it (another tool with the
    file open) is waited for here.

    Raises:
        StoreBusy: another program kept the file open until the deadline.
        StoreDamaged: not a database, damaged, or not accessible.
    """
    connection = _started()
    try:
        _attach(connection, path, read_only=read_only, timeout_s=timeout_s)
        connection.execute(f"USE {_quoted(path.stem)}")
    except BaseException:
        connection.close()
        raise
    return connection


_left_to_the_parent: list[DuckDBPyConnection] = []
"""Engines a fork copied: closing them in the child would be undefined, so they are only kept."""


class Engine:
    """The database engine of this process for one file: to start one takes three times as long as
    to open the file in it, so that one stays for the next who opens it, for `at_most_s`: it keeps
    4 kB of each join (40 MB in the end) and lets go of them with itself alone. Threads may share
    it; a forked child starts its own."""

    def __init__(self, *, at_most_s: float) -> None:
        self._pid = os.getpid()
        self._at_most_s, self._began_s = at_most_s, 0.0
        self._idle: list[DuckDBPyConnection] = []

    def open(self, path: Path, *, read_only: bool, timeout_s: float) -> OpenFile:
        """The same as `connect`, with an engine that has been started where one is idle.

        Raises:
            StoreBusy, StoreDamaged: as in `connect`.
        """
        if self._pid != os.getpid():
            _left_to_the_parent.extend(self._idle)
            self._idle, self._pid = [], os.getpid()
        engine = self._taken() or self._new()
        try:
            _attach(engine, path, read_only=read_only, timeout_s=timeout_s)
            return OpenFile(engine=engine, name=path.stem, let_go=self._keep)
        except BaseException:
            engine.close()
            raise

    def _new(self) -> DuckDBPyConnection:
        self._began_s = time.monotonic()
        return _started()

    def _taken(self) -> DuckDBPyConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _keep(self, engine: DuckDBPyConnection) -> None:
        is_old = time.monotonic() >= self._began_s + self._at_most_s
        if self._idle or is_old or self._pid != os.getpid():
            engine.close()
        else:
            self._idle.append(engine)


class OpenFile:
    """A database file that is open in an engine.

    Attributes:
        connection: to it, until it is closed.
    """

    def __init__(
        self,
        *,
        engine: DuckDBPyConnection,
        name: str,
        let_go: Callable[[DuckDBPyConnection], None],
    ) -> None:
        self._engine, self._name, self._let_go = engine, name, let_go
        self._is_open = True
        self.connection = self._cursor()

    @contextmanager
    def cursor(self) -> Iterator[DuckDBPyConnection]:
        """A connection of its own for somebody who reads."""
        with closing(self._cursor()) as cursor:
            yield cursor

    def _cursor(self) -> DuckDBPyConnection:
        cursor = self._engine.cursor()
        cursor.execute(f"USE {_quoted(self._name)}")
        return cursor

    def close(self) -> None:
        """Write what is only in the log, and let go of the file. Idempotent."""
        import duckdb  # noqa: PLC0415  # 0.1 s

        if not self._is_open:
            return
        self._is_open = False
        self.connection.close()
        try:
            self._engine.execute(f"DETACH {_quoted(self._name)}")
        except duckdb.Error:  # the disk is full, or somebody still reads: as good as it can be
            self._engine.close()
        else:
            self._let_go(self._engine)


def _started() -> DuckDBPyConnection:
    import duckdb  # noqa: PLC0415  # 0.1 s

    return duckdb.connect(config=_CONFIG)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _attach(
    connection: DuckDBPyConnection, path: Path, *, read_only: bool, timeout_s: float
) -> None:
    """Open a file under its own name; only so can it be given a size of row groups."""
    import duckdb  # noqa: PLC0415  # 0.1 s

    address = str(path).replace("'", "''")
    how = "READ_ONLY" if read_only else f"ROW_GROUP_SIZE {_ROW_GROUP_ROWS}"
    started_s = time.monotonic()
    while True:
        try:
            connection.execute(f"ATTACH '{address}' AS {_quoted(path.stem)} ({how})")
            return
        except duckdb.Error as exc:
            waited_s = time.monotonic() - started_s
            if _FOREIGN_LOCK not in str(exc):
                blame_the_disk(path, exc)
                raise StoreDamaged(_damage(path, exc)) from exc
            if waited_s >= timeout_s:
                raise StoreBusy(waited_s, _foreign_holder(str(exc))) from exc
        time.sleep(_PAUSE_S)


CACHE_BYTES = 48_000_000
"""So much of the file the engine may keep in memory for a process that reads on and on."""


def forget_cache(connection: DuckDBPyConnection) -> None:
    """Let go of what the engine holds of a file beyond `CACHE_BYTES`. It keeps every block that was
    ever read, as long as the machine has memory; a lasting bound on that would be one on queries.
    Only while no query runs.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    row = first_row(connection, "SELECT sum(memory_usage_bytes) FROM duckdb_memory()")
    if row is None or row[0] is None or row[0] <= CACHE_BYTES:
        return
    try:
        connection.execute(f"SET memory_limit = '{CACHE_BYTES}B'")
    except duckdb.Error:  # more than that is in use
        pass
    finally:
        connection.execute("RESET memory_limit")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Errors of the file itself (full disk, damage) become ours; those of a query stay.

    Raises:
        StoreDamaged: with the reason and what to do.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.IOException, duckdb.SerializationException, duckdb.FatalException) as exc:
        blame_the_disk(path, exc)
        raise StoreDamaged(_damage(path, exc)) from exc


@contextmanager
def translated_commit() -> Iterator[None]:
    """A commit that the disk does not take concerns every write, not only the one at hand.

    Raises:
        StoreDamaged: with the reason and what to do.
    """
    import duckdb  # noqa: PLC0415  # 0.1 s

    try:
        yield
    except (duckdb.TransactionException, duckdb.FatalException, duckdb.IOException) as exc:
        named = _NAMED_FILE.search(str(exc))
        path = Path("hakaru.duckdb" if named is None else named[1])
        blame_the_disk(path, exc)
        raise StoreDamaged(_damage(path, exc)) from exc


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""Nothing is fetched from anywhere; all connections of a process to one file must agree on it."""


def _damage(path: Path, exc: Exception) -> Message:
    reason = str(exc).splitlines()[0]
    return message(
        "{path} cannot be opened ({reason}); `hakaru repair` puts the newest sound copy back",
        path=path,
        reason=reason,
    )


def _foreign_holder(sentence: str) -> Message:
    """Who DuckDB says has the file open, as 'process 4711 (duckdb)'."""
    match = re.search(r"held in (?P<program>.*?) \(PID (?P<pid>\d+)\)", sentence)
    if match is None:
        return message("another program that has the database open")
    return message("process {pid} ({command})", pid=match["pid"], command=match["program"])
