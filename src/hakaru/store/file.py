"""How is the database file opened in turn, made when absent, and brought up to date?"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hakaru.core.errors import StoreDamaged
from hakaru.store.connect import connect, translated
from hakaru.store.copies import copy_is_due, keep_copy, try_copy
from hakaru.store.lock import Hold, Turnstile, refuse_network_folder
from hakaru.store.migrate import (
    Migration,
    apply_migrations,
    check_version,
    schema_version,
)
from hakaru.store.private import private_file, private_folder
from hakaru.store.trouble import is_there

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
class Reader:
    """An open read-only database, and the hold that keeps writers out meanwhile."""

    connection: DuckDBPyConnection
    hold: Hold
    closed: threading.Event = field(default_factory=threading.Event)
    owner_pid: int = field(default_factory=os.getpid)

    def close(self) -> None:
        """Let writers in. Does nothing in a forked child, whose copy is not its own."""
        if not self.closed.is_set() and self.owner_pid == os.getpid():
            self.closed.set()
            self.connection.close()
            self.hold.release()


class DatabaseFile:
    """The file of one data folder, opened only in turn with other processes.

    Attributes:
        path: where it is, or will be.
        turnstile: whose turn it is.
    """

    def __init__(
        self,
        path: Path,
        *,
        write_timeout_s: float,
        migrations: tuple[Migration, ...],
        code_version: str | None,
    ) -> None:
        self.path = path
        self.turnstile = Turnstile(path.parent)
        self._write_timeout_s = write_timeout_s
        self._migrations = migrations
        self._newest = migrations[-1].version
        self._code_version = code_version
        self._log = path.with_name(f"{path.name}.wal")
        self._prepared = False

    def open_for_reading(self, deadline_s: float) -> Reader:
        """A reader of an up-to-date database, made or migrated first where it is not.

        Raises:
            StoreBusy: it was not our turn before the deadline (of `time.monotonic`).
            StoreDamaged: no Hakaru database, damaged, too new, or not accessible.
        """
        self._prepare()
        while True:
            hold = self.turnstile.shared(left_s(deadline_s))
            try:
                connection = self._current(deadline_s)
            except BaseException:
                hold.release()
                raise
            if connection is not None:
                return Reader(connection=connection, hold=hold)
            hold.release()
            with self.opened_for_writing(time.monotonic() + self._write_timeout_s):
                pass

    def copy_is_due(self) -> bool:
        """Whether the next change is the first of a day. Not where a process was killed in a write:
        what it left in a log is taken in first, and copied on the next day."""
        return not self._log.exists() and copy_is_due(self.path, now=datetime.now(UTC))

    def copy_for_the_day(self, deadline_s: float) -> None:
        """Make the copy that is due while others read on; writers wait for its end.

        Raises:
            StoreBusy, StoreDamaged: as in `open_for_reading`.
        """
        self._prepare()
        hold = self.turnstile.shared(left_s(deadline_s))
        try:
            connection = self._current(deadline_s)
            if connection is not None:
                connection.close()
                if self.copy_is_due():  # else another process was faster
                    try_copy(self.path, self._newest, write=self._copy)
        finally:
            hold.release()

    @contextmanager
    def opened_for_writing(self, deadline_s: float) -> Iterator[DuckDBPyConnection]:
        """The only connection to an up-to-date database, closed at the end.

        Raises:
            StoreBusy: it was not our turn before the deadline (of `time.monotonic`).
            StoreDamaged: no Hakaru database, damaged, too new, or not writable.
        """
        self._prepare()
        hold = self.turnstile.exclusive(left_s(deadline_s))
        try:
            connection = connect(self.path, read_only=False, timeout_s=left_s(deadline_s))
            private_file(self.path)
            try:
                version = schema_version(connection)
                check_version(self.path, version=version, newest=self._newest)
                if version != self._newest:
                    connection = self._migrated(connection, version or 0)
                yield connection
            finally:
                connection.close()
        finally:
            hold.release()

    def _current(self, deadline_s: float) -> DuckDBPyConnection | None:
        """A read-only connection; None when the file is absent or its schema is old."""
        if not is_there(self.path):
            return None
        connection = connect(self.path, read_only=True, timeout_s=left_s(deadline_s))
        try:
            version = schema_version(connection)
            check_version(self.path, version=version, newest=self._newest)
        except BaseException:
            connection.close()
            raise
        if version == self._newest:
            return connection
        connection.close()
        return None

    def _migrated(self, connection: DuckDBPyConnection, version: int) -> DuckDBPyConnection:
        if version > 0:
            connection.close()  # a closed database has no write-ahead log beside it
            keep_copy(self.path, version, write=self._copy)
            connection = connect(self.path, read_only=False, timeout_s=self._write_timeout_s)
        try:
            with translated(self.path):
                apply_migrations(connection, self._migrations, code_version=self._code_version)
        except BaseException:
            connection.close()
            raise
        return connection

    def _copy(self, target: Path) -> None:
        """Closing the file drops DuckDB's own lock on it in this process; among us the turnstile
        counts."""
        shutil.copyfile(self.path, target)
        private_file(target)

    def _prepare(self) -> None:
        """Make the data folder, once, and refuse one where locks do not work."""
        if self._prepared:
            return
        folder = self.path.parent
        try:
            private_folder(folder)
        except OSError as exc:
            raise StoreDamaged(
                f"the data folder {folder} cannot be made ({exc.strerror}); choose another"
            ) from exc
        refuse_network_folder(folder.resolve())
        self._prepared = True


def left_s(deadline_s: float) -> float:
    """Seconds until a deadline of `time.monotonic`, 0 when it has passed."""
    return max(0.0, deadline_s - time.monotonic())
