"""What changes often in small pieces: which jobs are under way, and what has the user chosen?

`state.sqlite` lies beside the database and is opened per use (0.2 ms). A job is written before its
result and closed after it, so that what a crash left unfinished is known.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from hakaru.errors import StoreBusy, StoreDamaged
from hakaru.store.copies import copy_is_due, keep_copy, renew_copies, try_copy
from hakaru.store.migrate import Migration, load_migrations
from hakaru.store.owners import is_gone
from hakaru.store.trouble import blame_the_disk

FILE_NAME = "state.sqlite"
JOBS_KEPT = 200

JobStatus = Literal["running", "done", "failed"]
_RECORD = """
CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL
);
"""


@dataclass(frozen=True, kw_only=True)
class NewJob:
    """A piece of work that starts. `subject` "": it is about nothing in particular; `owner` None:
    nobody does it yet."""

    kind: str
    subject: str = ""
    detail: str | None = None
    owner: str | None = None


@dataclass(frozen=True, kw_only=True)
class Job:
    """One piece of work. `finished_at` None: still under way, or cut off by a crash. `owner`: who
    does it (see `owners`); None: nobody yet."""

    job_id: int
    kind: str
    subject: str
    status: JobStatus
    detail: str | None
    started_at: datetime
    finished_at: datetime | None
    owner: str | None


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

    def setting(self, key: str) -> str | None:
        """What was stored under a key; None: nothing."""
        with self.session() as con:
            row = con.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
        return None if row is None else str(row[0])

    def peek(self, key: str) -> str | None:
        """The same where nothing may be made, copied or migrated; None: or it cannot be read."""
        try:
            with closing(
                sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
            ) as con:
                row = con.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
        except sqlite3.Error:
            return None
        return None if row is None else str(row[0])

    def write_setting(self, key: str, value: str) -> None:
        """Store a value under a key, over what was there."""
        with self.session() as con:
            con.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [key, value])

    def begin_job(self, new: NewJob, *, now: datetime, again: bool = True) -> int:
        """Write down that a piece of work starts; returns its id.

        `again` False: what is under way of this kind and subject is not begun a second time.
        """
        with self.session() as con:
            row = con.execute(
                "SELECT job_id FROM jobs WHERE kind = ? AND subject = ? AND status = 'running'",
                [new.kind, new.subject],
            ).fetchone()
            if row is not None and not again:
                return int(row[0])
            cursor = con.execute(
                "INSERT INTO jobs (kind, subject, status, detail, started_at, owner) "
                "VALUES (?, ?, 'running', ?, ?, ?)",
                [new.kind, new.subject, new.detail, _text(now), new.owner],
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def take_job(self, job_id: int, *, owner: str) -> bool:
        """Make a piece of work one's own: one that is under way and that nobody has, or one who is
        gone. Whether it is ours now; of several who ask only one is told so."""
        with self.session() as con:
            row = con.execute(
                "SELECT owner FROM jobs WHERE job_id = ? AND status = 'running'", [job_id]
            ).fetchone()
            held = None if row is None else row[0]
            if row is None or (held not in (None, owner) and not is_gone(self.path.parent, held)):
                return False
            con.execute("UPDATE jobs SET owner = ? WHERE job_id = ?", [owner, job_id])
            return True

    def note_job(self, job_id: int, detail: str) -> None:
        """Write down how far a piece of work is that is still under way."""
        with self.session() as con:
            con.execute(
                "UPDATE jobs SET detail = ? WHERE job_id = ? AND status = 'running'",
                [detail, job_id],
            )

    def finish_job(
        self, job_id: int, *, status: JobStatus, now: datetime, detail: str | None = None
    ) -> None:
        """Write down how a piece of work ended. Of those that did, the newest are kept."""
        with self.session() as con:
            con.execute(
                "UPDATE jobs SET status = ?, detail = ?, finished_at = ? WHERE job_id = ?",
                [status, detail, _text(now), job_id],
            )
            con.execute(
                "DELETE FROM jobs WHERE status <> 'running' AND job_id NOT IN (SELECT job_id "
                "FROM jobs WHERE status <> 'running' ORDER BY job_id DESC LIMIT ?)",
                [JOBS_KEPT],
            )

    def jobs(
        self,
        *,
        kind: str | None = None,
        status: JobStatus | None = None,
        job_id: int | None = None,
    ) -> tuple[Job, ...]:
        """Jobs in the order they began, all or those of a kind, a status or an id."""
        with self.session() as con:
            rows = con.execute(
                "SELECT job_id, kind, subject, status, detail, started_at, finished_at, owner "
                "FROM jobs "
                "WHERE (:kind IS NULL OR kind = :kind) AND (:status IS NULL OR status = :status) "
                "AND (:job_id IS NULL OR job_id = :job_id) ORDER BY job_id",
                {"kind": kind, "status": status, "job_id": job_id},
            ).fetchall()
        return tuple(_job(row) for row in rows)

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
            con.execute("BEGIN IMMEDIATE")
            try:
                yield con
            except BaseException:
                con.execute("ROLLBACK")
                raise
            con.execute("COMMIT")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """A connection on an up-to-date file."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            copy_due = copy_is_due(self.path, now=datetime.now(UTC))
            with closing(
                sqlite3.connect(self.path, timeout=self._timeout_s, isolation_level=None)
            ) as con:
                con.execute("PRAGMA journal_mode = WAL")
                con.execute("PRAGMA synchronous = NORMAL")
                con.execute("PRAGMA foreign_keys = ON")
                self._migrate(con, copy_due=copy_due)
                yield con
        except (OSError, sqlite3.Error) as exc:
            if "locked" in str(exc):
                raise StoreBusy(self._timeout_s, "another process (state.sqlite)") from exc
            blame_the_disk(self.path, exc)
            raise StoreDamaged(
                f"{self.path} cannot be used ({exc}); `hakaru repair` puts the newest sound copy "
                "back"
            ) from exc

    def _migrate(self, con: sqlite3.Connection, *, copy_due: bool) -> None:
        newest = self._migrations[-1].version
        version = state_version(con)
        if version > newest:
            raise StoreDamaged(
                f"{self.path} was written by a newer Hakaru (schema {version}, this one knows "
                f"{newest}); update Hakaru"
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
                        [migration.version, migration.name, _text(datetime.now(UTC))],
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


def state_version(con: sqlite3.Connection) -> int:
    """The last migration a state file has seen; 0: none."""
    known = con.execute(
        "SELECT count(*) FROM sqlite_master WHERE name = 'schema_migrations'"
    ).fetchone()[0]
    if not known:
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


def _text(moment: datetime) -> str:
    """An aware time as sortable UTC text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _job(row: Sequence[object]) -> Job:
    job_id, kind, subject, status, detail, started, finished, owner = row
    return Job(
        job_id=int(str(job_id)),
        kind=str(kind),
        subject=str(subject),
        status=status,  # type: ignore[arg-type]  # the table's CHECK allows no other
        detail=None if detail is None else str(detail),
        started_at=datetime.fromisoformat(str(started)),
        finished_at=None if finished is None else datetime.fromisoformat(str(finished)),
        owner=None if owner is None else str(owner),
    )
