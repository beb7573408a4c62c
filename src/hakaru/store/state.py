"""What changes often in small pieces: what the user has chosen, and where all else of the kind is.

`state.sqlite` lies beside the database and is opened per use (0.2 ms).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NoReturn

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.core.i18n import message
from hakaru.store.connect import Migration, blame_the_disk, is_there, load_migrations
from hakaru.store.lock import refuse_without_locks
from hakaru.store.private import copy_is_due, keep_copy, private_folder, renew_copies, try_copy

FILE_NAME = "state.sqlite"
_PAUSE_S = 0.002
_NOTHING_WRITTEN = frozenset(
    {
        sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)  # fmt: skip
"""What SQLite says where it cannot put its log beside the file; the file itself may be sound."""

_RECORD = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
);
"""


class State:
    """The small shared state of one data folder. Threads and processes may share it."""

    def __init__(
        self,
        folder: Path,
        *,
        timeout_s: float = 5.0,
        migrations: Sequence[Migration] | None = None,
    ) -> None:
        self.path = folder / FILE_NAME
        self._timeout_s = timeout_s
        self._migrations = (
            load_migrations("state_migrations") if migrations is None else tuple(migrations)
        )

    @property
    def is_there(self) -> bool:
        """Whether anything was stored yet. Raises StoreDamaged where the folder is closed to us."""
        return is_there(self.path)

    def setting(self, key: str) -> str | None:
        """What was stored under a key; None: nothing."""
        with self.session() as con:
            row = con.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
        return None if row is None else str(row[0])

    def peek(self, key: str) -> str | None:
        """The same where nothing may be made, copied or migrated; None: or it cannot be read."""
        try:
            with closing(open_untouched(self.path, timeout_s=self._timeout_s)) as con:
                row = con.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
        except (OSError, sqlite3.Error):
            return None
        return None if row is None else str(row[0])

    def prepare(self) -> None:
        """Make the file, or bring it up to date, where that is due."""
        with self._opened():
            pass

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Keep the file open, so that who looks or writes several times a second need not begin
        and end its log each time: a write takes 0.4 ms instead of 2.6.

        Open for reading: such a connection deletes no log, should the file be put anew meanwhile.
        """
        with self.reading():
            yield

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that only reads the file as it is, and waits for no writer (0.1 ms).

        For what is looked at several times a second, after `prepare`.
        """
        try:
            with closing(self._connected_for_reading()) as con:
                yield con
        except (OSError, sqlite3.Error) as exc:
            self._blame(exc)

    def _connected_for_reading(self) -> sqlite3.Connection:
        """The file; where it cannot be made, or its log not put beside it, its content."""
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        try:
            con = sqlite3.connect(address, uri=True, timeout=self._timeout_s)
            try:
                con.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
            except BaseException:
                con.close()
                raise
        except sqlite3.Error as exc:
            if error_kind(exc) not in _NOTHING_WRITTEN:
                raise
            return self._for_reading(exc)
        return con

    def write_setting(self, key: str, value: str) -> None:
        """Store a value under a key, over what was there."""
        with self.session() as con:
            con.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [key, value])

    def give_back_room(self) -> None:
        """Write the file anew, without what was deleted from it."""
        with self._opened() as con:
            con.execute("VACUUM")
            con.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def renew_copies(self) -> None:
        """Have what was deleted in no copy of the file either."""
        with self._opened() as con:
            renew_copies(self.path, state_version(con), write=partial(self._keep, con))

    @contextmanager
    def session(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction, on an up-to-date file; for the modules of the store.

        One writer at a time. What leaves with an exception has changed nothing.
        """
        with self._opened() as con:
            ((only_read,),) = con.execute("PRAGMA query_only").fetchall()
            con.execute("BEGIN" if only_read else "BEGIN IMMEDIATE")
            try:
                yield con
            except BaseException:
                if con.in_transaction:  # a full disk ends one by itself
                    con.execute("ROLLBACK")
                raise
            con.execute("COMMIT")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """A connection on an up-to-date file, or on its content where nothing can be written."""
        try:
            with closing(self._connected()) as con:
                yield con
        except (OSError, sqlite3.Error) as exc:
            self._blame(exc)

    def _blame(self, exc: Exception) -> NoReturn:
        """Raise what a failure of the file means."""
        if "locked" in str(exc):
            refuse_without_locks(self.path.parent)
            raise StoreBusy(self._timeout_s, message("another process (state.sqlite)")) from exc
        blame_the_disk(self.path, exc)
        raise StoreDamaged(
            message(
                "{path} cannot be used ({reason}); `hakaru repair` puts the newest sound copy back",
                path=self.path,
                reason=exc,
            )
        ) from exc

    def _make(self) -> None:
        """An empty file for its owner alone: its logs take their permissions from it. Not by a
        descriptor: to close one would let go of the locks that another connection has by then."""
        if hasattr(os, "mknod"):
            with contextlib.suppress(OSError):
                os.mknod(self.path, 0o600 | stat.S_IFREG)

    def _connected(self) -> sqlite3.Connection:
        """The file, ready for changes; on a full or read-only disk a copy that takes none."""
        try:
            private_folder(self.path.parent)
            self._make()
            copy_due = copy_is_due(self.path, now=datetime.now(UTC))
            con = sqlite3.connect(self.path, timeout=self._timeout_s, isolation_level=None)
            try:
                self._begin_log(con)
                con.execute("PRAGMA synchronous = NORMAL")
                con.execute("PRAGMA foreign_keys = ON")
                self._migrate(con, copy_due=copy_due)
            except BaseException:
                con.close()
                raise
        except sqlite3.Error as exc:
            if error_kind(exc) not in _NOTHING_WRITTEN:
                raise
            return self._for_reading(exc)
        return con

    def _for_reading(self, unwritable: sqlite3.Error) -> sqlite3.Connection:
        """The content in memory, closed to changes: whoever only reads is served. Of a folder in
        which nothing of the kind was stored yet, nothing."""
        if not self.path.parent.is_dir():
            raise unwritable
        con = sqlite3.connect(":memory:", isolation_level=None)
        try:
            if is_there(self.path):
                with closing(open_untouched(self.path, timeout_s=self._timeout_s)) as file:
                    file.backup(con)
            else:
                con.execute("BEGIN")
                self._apply(con, 0)
            if state_version(con) != self._migrations[-1].version:
                raise unwritable
            con.execute("PRAGMA query_only = ON")
        except BaseException:
            con.close()
            raise
        return con

    def _begin_log(self, con: sqlite3.Connection) -> None:
        """Turn the write-ahead log on, where it is not. Of several that do so at the same moment
        SQLite lets one, and refuses the others at once, without the wait that they asked for."""
        deadline_s = time.monotonic() + self._timeout_s
        while True:
            try:
                con.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as exc:
                if "locked" not in str(exc) or time.monotonic() >= deadline_s:
                    raise
                time.sleep(_PAUSE_S)
            else:
                return

    def _migrate(self, con: sqlite3.Connection, *, copy_due: bool) -> None:
        newest = self._migrations[-1].version
        version = state_version(con)
        if version > newest:
            raise StoreDamaged(
                message(
                    "{path} was written by a newer Hakaru (schema {version}, this one knows "
                    "{newest}); update Hakaru",
                    path=self.path,
                    version=version,
                    newest=newest,
                )
            )
        if version == newest:
            if copy_due:
                try_copy(self.path, version, write=partial(self._keep, con))
            return
        if version > 0:
            keep_copy(self.path, version, write=partial(self._keep, con))
        con.execute("BEGIN IMMEDIATE")
        version = state_version(con)  # another process may have been faster
        con.execute("COMMIT") if version == newest else self._apply(con, version)

    def _apply(self, con: sqlite3.Connection, version: int) -> None:
        """Run the missing steps in the transaction that is open, and end it."""
        try:
            for statement in _statements(_RECORD):
                con.execute(statement)
            for migration in self._migrations:
                if migration.version > version:
                    for statement in _statements(migration.sql):
                        con.execute(statement)
                    con.execute(
                        "INSERT INTO schema_migrations VALUES (?, ?, ?)",
                        [migration.version, migration.name, utc_text(datetime.now(UTC))],
                    )
        except BaseException:
            con.execute("ROLLBACK")
            raise
        con.execute("COMMIT")

    def _keep(self, con: sqlite3.Connection, target: Path) -> None:
        try:
            with closing(sqlite3.connect(target)) as copy:
                con.backup(copy)
        except sqlite3.Error as exc:
            raise OSError(str(exc)) from exc


def open_untouched(path: Path, *, timeout_s: float) -> sqlite3.Connection:
    """A connection to a state file that only reads, and needs no room and no right to write.

    Where SQLite cannot share its log with others, the file is read as it lies, together with a
    log that somebody left beside it.

    Raises:
        sqlite3.Error, OSError: it cannot be read.
    """
    address = path.absolute().as_uri()
    con = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=timeout_s)
    try:
        con.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as exc:
        con.close()
        if error_kind(exc) not in _NOTHING_WRITTEN:
            raise
    else:
        return con
    if _holds_something(_log_of(path)):
        return _copied_with_its_log(path)
    return sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True)


def error_kind(exc: sqlite3.Error) -> int:
    """The result code of SQLite, such as SQLITE_FULL, without what extends it."""
    return getattr(exc, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF


def _copied_with_its_log(path: Path) -> sqlite3.Connection:
    con = sqlite3.connect(":memory:")
    with tempfile.TemporaryDirectory(prefix="hakaru-state-") as folder:
        copy = Path(folder) / path.name
        for file in (path, _log_of(path)):
            shutil.copyfile(file, copy.with_name(file.name))
        with closing(sqlite3.connect(copy)) as whole:
            whole.backup(con)
    return con


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _holds_something(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def state_version(con: sqlite3.Connection) -> int:
    """The last migration a state file has seen; 0: none."""
    n_tables = con.execute(
        "SELECT count(*) FROM sqlite_master WHERE name = 'schema_migrations'"
    ).fetchone()[0]
    if not n_tables:
        return 0
    row = con.execute("SELECT coalesce(max(version), 0) FROM schema_migrations").fetchone()
    return int(row[0])


def _statements(sql: str) -> Iterator[str]:
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
    if pending.strip():
        yield pending


def utc_text(moment: datetime) -> str:
    """An aware time as sortable UTC text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
