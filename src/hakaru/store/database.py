"""The one database file, shared by threads and processes without harm.

Connections are short and stand behind the turnstile of `lock`. A reader stays open for a quarter of
a second after its last query, because opening costs more than most queries, but gives way as soon
as a writer of another process waits. In one process reading and writing never overlap
(`ThreadTurns`).

Fair both ways: a waiting writer stops new readers, and when it is done the readers that waited
meanwhile go before the next writer. A thread that comes back at once waits behind those that were
there: else whoever has just written would read in the place of one that has waited for long.

What was worked out from the file is kept until it changes (`Memo`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from hakaru.core.errors import StoreBusy, StoreDamaged
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.connect import (
    Engine,
    Migration,
    OpenFile,
    apply_migrations,
    check_version,
    forget_cache,
    is_there,
    load_migrations,
    schema_version,
    translated,
    translated_commit,
)
from hakaru.store.lock import Hold, ThreadTurns, Turnstile, left_s, refuse_network_folder
from hakaru.store.private import copy_is_due, keep_copy, private_file, private_folder, try_copy

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class Reader:
    """An open read-only database, and the hold that keeps writers out meanwhile."""

    file: OpenFile
    hold: Hold
    closed: threading.Event = field(default_factory=threading.Event)
    owner_pid: int = field(default_factory=os.getpid)

    def close(self) -> None:
        """Let writers in. Does nothing in a forked child, whose copy is not its own."""
        if not self.closed.is_set() and self.owner_pid == os.getpid():
            self.closed.set()
            self.file.close()
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
        open_at_most_s: float,
    ) -> None:
        self.path = path
        self.turnstile = Turnstile(path.parent)
        self._write_timeout_s = write_timeout_s
        self._migrations = migrations
        self._newest = migrations[-1].version
        self._code_version = code_version
        self._engine = Engine(at_most_s=open_at_most_s)
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
                file = self._current(deadline_s)
            except BaseException:
                hold.release()
                raise
            if file is not None:
                return Reader(file=file, hold=hold)
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
            file = self._current(deadline_s)
            if file is not None:
                file.close()
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
            file = self._engine.open(self.path, read_only=False, timeout_s=left_s(deadline_s))
            private_file(self.path)
            try:
                version = schema_version(file.connection)
                check_version(self.path, version=version, newest=self._newest)
                if version != self._newest:
                    file = self._migrated(file, version or 0)
                yield file.connection
            finally:
                file.close()
        finally:
            hold.release()

    def _current(self, deadline_s: float) -> OpenFile | None:
        """The file, only to be read; None when it is absent or its schema is old."""
        if not is_there(self.path):
            return None
        file = self._engine.open(self.path, read_only=True, timeout_s=left_s(deadline_s))
        try:
            version = schema_version(file.connection)
            check_version(self.path, version=version, newest=self._newest)
        except BaseException:
            file.close()
            raise
        if version == self._newest:
            return file
        file.close()
        return None

    def _migrated(self, file: OpenFile, version: int) -> OpenFile:
        if version > 0:
            file.close()  # a closed database has no write-ahead log beside it
            keep_copy(self.path, version, write=self._copy)
            file = self._engine.open(self.path, read_only=False, timeout_s=self._write_timeout_s)
        try:
            with translated(self.path):
                apply_migrations(file.connection, self._migrations, code_version=self._code_version)
        except BaseException:
            file.close()
            raise
        return file

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
                message(
                    "the data folder {folder} cannot be made ({reason}); choose another",
                    folder=folder,
                    reason=reason_of(exc),
                )
            ) from exc
        refuse_network_folder(folder.resolve())
        self._prepared = True


T = TypeVar("T")


class Memo:
    """Answers by what was asked, for one state of the database of runs. Threads may share it."""

    def __init__(self, database: Path, *, kept: int = 200) -> None:
        self._files = (database, database.with_name(f"{database.name}.wal"))
        self._most = kept
        self._known: OrderedDict[Hashable, tuple[object, object]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for a key, made now if the data has changed since. What fails is not kept.

        The state is looked at before it is worked out, so that a change meanwhile is not missed.
        """
        return self.renewed(key, lambda _: make())

    def renewed(self, key: Hashable, make: Callable[[T | None], T]) -> T:
        """The same, where `make` can go on from what was made for the key before the data changed
        (None: nothing was): what of it still holds is for `make` to find out."""
        state = self._state()
        with self._lock:
            remembered = self._known.get(key)
            if remembered is not None and remembered[0] == state:
                self._known.move_to_end(key)
                return cast(T, remembered[1])
        made = make(None if remembered is None else cast(T, remembered[1]))
        with self._lock:
            self._known[key] = (state, made)
            self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return made

    def _state(self) -> object:
        """When and how each file was changed last."""
        stamps: list[tuple[int, int] | None] = []
        for file in self._files:
            try:
                stat = file.stat()
            except OSError:
                stamps.append(None)
            else:
                stamps.append((stat.st_mtime_ns, stat.st_size))
        return tuple(stamps)


FILE_NAME = "hakaru.duckdb"
IDLE_S = 0.25
FORGET_EVERY_S, FORGET_PATIENCE_S = 1.0, 0.05
OPEN_AT_MOST_S = 10.0
_LOOK_S = 0.03
_KEPT_OF_RUNS = 60
"""What some six runs are read as, and shown from."""
_REFRESHES_MOST = 2
"""What is refreshed more often for one reader is older again as soon as it is."""
_REFRESH_PATIENCE_S = 1.0


_left_to_the_parent: list[Reader] = []
"""Readers a fork copied: closing them in the child would be undefined, so they are only kept."""


def _close_when_idle(store_of: weakref.ref[Store], closed: threading.Event) -> None:
    """Runs beside an open reader until it is closed, by this thread or by another.

    It holds the store only while it looks: a store that nobody uses any more can go.
    """
    while not closed.wait(_LOOK_S):
        store = store_of()
        if store is None:
            return
        store.close_if_idle()
        del store


class Freshness(Protocol):
    """Who knows whether results are older than their inputs, and brings them up to date."""

    def is_stale(self, con: DuckDBPyConnection) -> bool:
        """Whether anything is older than its inputs: one small query."""

    def refresh(self) -> bool:
        """Bring it up to date; False: something still is older."""


class Store:
    """The database of one data folder. Threads may share it; a forked child starts afresh.

    Attributes:
        path: the database file.
        memo: what was worked out from what is stored.
        memo_of_runs: the same of single runs: few of them, for a recording takes a megabyte.
    """

    _last_used_s: float
    _opened_s: float
    _forget_at_s: float

    def __init__(
        self,
        folder: Path,
        *,
        read_timeout_s: float = 5.0,
        write_timeout_s: float = 30.0,
        open_at_most_s: float = OPEN_AT_MOST_S,
        code_version: str | None = None,
        migrations: tuple[Migration, ...] | None = None,
    ) -> None:
        self.path = folder / FILE_NAME
        self._open_at_most_s = open_at_most_s
        self._read_timeout_s = read_timeout_s
        self._write_timeout_s = write_timeout_s
        self._file = DatabaseFile(
            self.path,
            write_timeout_s=write_timeout_s,
            migrations=load_migrations("migrations") if migrations is None else migrations,
            code_version=code_version,
            open_at_most_s=open_at_most_s,
        )
        self._freshness: Freshness | None = None
        self._start_afresh()

    def refresh_before_reading(self, freshness: Freshness) -> None:
        """From now on nothing is read that is older than its inputs (but for `as_it_is`)."""
        self._freshness = freshness

    @contextmanager
    def read(self, *, as_it_is: bool = False) -> Iterator[DuckDBPyConnection]:
        """A read-only connection. Nested reads of one thread share the turn.

        Results that are older than their inputs are refreshed before, once each time that the file
        is opened; `as_it_is`: they are not. Where others go on writing meanwhile they are shown as
        they are after a few tries (see `is_older`): else whoever reads would never see any.

        Raises:
            StoreBusy: a writer kept everyone out until the deadline.
            StoreDamaged: the file is no Hakaru database, damaged, or too new.
        """
        self._notice_fork()
        deadline_s = time.monotonic() + self._read_timeout_s
        tries_left = _REFRESHES_MOST
        while True:
            with self._turns.shared(left_s(deadline_s)) as nested:
                reader = self._reader_for_use(deadline_s, nested=nested)
                asked = as_it_is or nested
                if reader is not None and (
                    asked or self._is_fresh(reader) or self._shows_older(tries_left)
                ):
                    with (
                        translated(self.path),
                        reader.file.cursor() as cursor,
                    ):
                        try:
                            yield cursor
                        finally:
                            self._last_used_s = time.monotonic()
                    break
            if reader is None:
                self._give_way(deadline_s)
            else:
                self._refresh()
                tries_left -= 1
                deadline_s = time.monotonic() + self._read_timeout_s
        if not nested and self._last_used_s >= self._forget_at_s:
            self._forget_cache()

    @contextmanager
    def turn(self) -> Iterator[DuckDBPyConnection]:
        """A connection for several transactions (see `transaction`) while everyone else waits.

        Keep it short: parse and compute before, and write 10-25 activities per turn.

        Raises:
            StoreBusy: readers or another writer did not leave before the deadline.
            StoreDamaged: the file is no Hakaru database, damaged, too new, or not writable.
        """
        self._notice_fork()
        came_s, refreshes = time.monotonic(), self._refresher == threading.get_ident()
        patience_s = max(0.0, self._refresh_left_s) if refreshes else self._write_timeout_s
        if self._file.copy_is_due():
            with self._turns.shared(patience_s):
                self._file.copy_for_the_day(time.monotonic() + patience_s)
        deadline_s = time.monotonic() + patience_s
        with self._turns.alone(left_s(deadline_s)):
            self._drop_reader()
            with self._file.opened_for_writing(deadline_s) as con, translated(self.path):
                if refreshes:  # for a reader, who waits in all as long as for one that writes
                    self._refresh_left_s -= time.monotonic() - came_s
                yield con

    @contextmanager
    def write(self) -> Iterator[DuckDBPyConnection]:
        """A turn of one transaction: committed at the end, rolled back if the block raises.

        Raises:
            StoreBusy, StoreDamaged: as in `turn`.
        """
        with self.turn() as con, transaction(con):
            yield con

    def others_wait(self) -> bool:
        """Whether another thread or program waits for its turn at this moment."""
        return self._turns.n_waiting > 0 or self._file.turnstile.anyone_waits()

    @property
    def is_older(self) -> bool:
        """Whether what was read last may be older than its inputs, because it could not be
        refreshed: another program is about it, or nothing can be written here."""
        return self._is_older

    def close(self) -> None:
        """Let go of the file now instead of in a quarter of a second; a next use opens it again.

        Raises:
            StoreBusy: another thread is still reading at the deadline.
        """
        self._notice_fork()
        with self._turns.alone(self._read_timeout_s):
            self._drop_reader()

    def close_if_idle(self) -> None:
        """Let go of the file if nobody has read for a while, or a writer waits for it."""
        idle = time.monotonic() - self._last_used_s >= IDLE_S
        if idle or self._file.turnstile.writer_waits():
            with contextlib.suppress(StoreBusy), self._turns.alone(0.0):
                self._drop_reader()

    def _forget_cache(self) -> None:
        """Let go of most of what the engine holds of the file in memory, if nobody reads at this
        moment: where somebody reads on and on, once a second; and in the end of file and engine
        (see `Engine`)."""
        now_s = time.monotonic()
        self._forget_at_s = now_s + FORGET_EVERY_S
        with contextlib.suppress(StoreBusy), self._turns.alone(FORGET_PATIENCE_S):
            if self._reader is not None and now_s >= self._opened_s + self._open_at_most_s:
                self._drop_reader()
            elif self._reader is not None:
                with self._reader.file.cursor() as cursor:
                    forget_cache(cursor)

    def _start_afresh(self) -> None:
        self._pid = os.getpid()
        self.memo, self.memo_of_runs = Memo(self.path), Memo(self.path, kept=_KEPT_OF_RUNS)
        self._turns = ThreadTurns()
        self._opening = threading.Lock()
        self._reader: Reader | None = None
        self._letting_go: weakref.finalize[[], Store] | None = None
        self._last_used_s = self._opened_s = 0.0
        self._forget_at_s = 0.0
        self._fresh_reader: weakref.ref[Reader] | None = None
        self._refreshing = threading.Lock()
        self._refresher: int | None = None
        self._refresh_left_s = 0.0
        self._is_older = False

    def _notice_fork(self) -> None:
        if self._pid != os.getpid():
            if self._reader is not None and self._letting_go is not None:
                self._letting_go.detach()
                _left_to_the_parent.append(self._reader)
            self._start_afresh()

    def _reader_for_use(self, deadline_s: float, *, nested: bool) -> Reader | None:
        """The open reader, opened if need be; None when a foreign writer wants it closed."""
        if not self._opening.acquire(timeout=left_s(deadline_s)):
            raise StoreBusy(self._read_timeout_s, self._file.turnstile.holder())
        try:
            if self._reader is None:
                self._reader = self._file.open_for_reading(deadline_s)
                self._opened_s = self._last_used_s = time.monotonic()
                self._letting_go = weakref.finalize(self, self._reader.close)
                threading.Thread(
                    target=_close_when_idle,
                    args=(weakref.ref(self), self._reader.closed),
                    daemon=True,
                ).start()
            elif not nested and self._file.turnstile.writer_waits():
                return None
            return self._reader
        finally:
            self._opening.release()

    def _is_fresh(self, reader: Reader) -> bool:
        """Whether an open reader shows what is of today, or was tried to be brought there."""
        if self._freshness is None or self._refresher == threading.get_ident():
            return True
        if self._fresh_reader is not None and self._fresh_reader() is reader:
            return True
        with reader.file.cursor() as cursor, translated(self.path):
            if self._freshness.is_stale(cursor):
                return False
        self._fresh_reader, self._is_older = weakref.ref(reader), False
        return True

    def _shows_older(self, tries_left: int) -> bool:
        """Whether a reader has waited long enough and is told that it sees something older."""
        self._is_older = self._is_older or not tries_left
        return not tries_left

    def _refresh(self) -> None:
        """Bring up to date what can be, and open the file anew, where somebody may have written
        since. What another thread is about is waited for as long as for another program."""
        assert self._freshness is not None
        fresh = False
        if self._refreshing.acquire(timeout=_REFRESH_PATIENCE_S):
            self._refresher = threading.get_ident()
            self._refresh_left_s = self._read_timeout_s
            try:
                fresh = self._freshness.refresh()
            finally:
                self._refresher = None
                self._refreshing.release()
        with self.read(as_it_is=True) as con:
            reader, again = self._reader, fresh and self._freshness.is_stale(con)
            self._fresh_reader = None if reader is None or again else weakref.ref(reader)
        self._is_older = not fresh

    def _give_way(self, deadline_s: float) -> None:
        """Close the reader for the sake of a writer in another process."""
        with self._turns.alone(left_s(deadline_s)):
            self._drop_reader()

    def _drop_reader(self) -> None:
        """Close the reader, if any. Only while this thread is alone."""
        if self._reader is not None and self._letting_go is not None:
            self._letting_go()
            self._reader = self._letting_go = None


@contextmanager
def transaction(con: DuckDBPyConnection) -> Iterator[None]:
    """BEGIN .. COMMIT inside a turn; rolled back if the block raises.

    Raises:
        StoreDamaged: it cannot be committed (a full disk); what was committed before stays.
    """
    con.execute("BEGIN")
    try:
        yield
    except BaseException:
        con.execute("ROLLBACK")
        raise
    with translated_commit():
        con.execute("COMMIT")
