"""Pieces of work under way: whose they are, whether that process is still there, and what came
of them.

In `state.sqlite`. A job is written before its result and closed after it, so that what a crash left
unfinished is known.

An owner is a file that its process keeps locked for as long as it works. The lock goes with the
process, however that ends, so that nobody has to renew it and no clock is asked; a number of a
process could be given to another one meanwhile, or be that of another container.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from hakaru.core.errors import StoreDamaged
from hakaru.core.i18n import message
from hakaru.core.names import reason_of
from hakaru.records import frozen
from hakaru.store.lock import Hold, open_file, try_lock
from hakaru.store.private import private_folder
from hakaru.store.state import State, utc_text

FOLDER = "at-work"
_NAME = re.compile(r"[0-9a-f]{32}")
_LEFT_OVER_S = 3600.0
_PREFIX = "pid "


class Owner:
    """Somebody who works on a data folder, from here to `release`.

    Attributes:
        name: what is written beside the work.
    """

    def __init__(self, data_folder: Path) -> None:
        """Raises StoreDamaged where the folder cannot be written to."""
        self.name = secrets.token_hex(16)
        self._path = _path(data_folder, self.name)
        try:
            private_folder(self._path.parent)
        except OSError as exc:
            raise StoreDamaged(
                message(
                    "{folder} is not writable ({reason}); choose another data folder",
                    folder=data_folder,
                    reason=reason_of(exc),
                )
            ) from exc
        _clear(data_folder)
        self._hold = Hold(open_file(self._path))
        try_lock(self._hold.descriptor, exclusive=True)

    @property
    def label(self) -> str:
        """The name with the number of its process, for people: 'pid 4711 1f0c...'."""
        return f"{_PREFIX}{os.getpid()} {self.name}"

    def release(self) -> None:
        """Be there no more; calling it again does nothing."""
        self._hold.release()
        with contextlib.suppress(OSError):
            self._path.unlink()


def is_gone(data_folder: Path, name: str) -> bool:
    """Whether an owner works no more."""
    path = _path(data_folder, name)
    if not _NAME.fullmatch(name) or not path.exists():
        return True
    hold = Hold(open_file(path))
    try:
        return try_lock(hold.descriptor, exclusive=True)
    finally:
        hold.release()


def label_is_gone(data_folder: Path, label: str) -> bool:
    """Whether the owner with that label works no more. One without a name was written by an older
    Hakaru: its process is asked for, and where that cannot be told, it works."""
    process, _, name = label.removeprefix(_PREFIX).partition(" ")
    return is_gone(data_folder, name) if name else _process_is_gone(process)


def process_of(label: str) -> str:
    """The process in a label, as people are told it: 'pid 4711'."""
    return " ".join(label.split()[:2])


def _process_is_gone(number: str) -> bool:
    if sys.platform == "win32" or not number.isdecimal():  # there, asking would end it
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def _path(data_folder: Path, name: str) -> Path:
    return data_folder / FOLDER / name


def _clear(data_folder: Path) -> None:
    """Remove the files of owners that are gone; one that is being made is younger."""
    before_s = time.time() - _LEFT_OVER_S
    for path in (data_folder / FOLDER).iterdir():
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < before_s and is_gone(data_folder, path.name):
                path.unlink()


JOBS_KEPT = 200
"""Of those that are over, the newest."""

JobStatus = Literal["running", "done", "failed"]


@frozen
class NewJob:
    """A piece of work that starts. `subject` "": it is about nothing in particular; `owner` None:
    nobody does it yet."""

    kind: str
    subject: str = ""
    detail: str | None = None
    owner: str | None = None


@frozen
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


class Jobs:
    """The jobs of one data folder. Threads and processes may share it."""

    def __init__(self, state: State) -> None:
        self._state = state

    def begin(self, new: NewJob, *, now: datetime, again: bool = True) -> int:
        """Write down that a piece of work starts; returns its id.

        `again` False: what is under way of this kind and subject is not begun a second time.
        """
        with self._state.session() as con:
            row = con.execute(
                "SELECT job_id FROM jobs WHERE kind = ? AND subject = ? AND status = 'running'",
                [new.kind, new.subject],
            ).fetchone()
            if row is not None and not again:
                return int(row[0])
            cursor = con.execute(
                "INSERT INTO jobs (kind, subject, status, detail, started_at, owner) "
                "VALUES (?, ?, 'running', ?, ?, ?)",
                [new.kind, new.subject, new.detail, utc_text(now), new.owner],
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def take(self, job_id: int, *, owner: str) -> bool:
        """Make a piece of work one's own: one that is under way and that nobody has, or one who is
        gone. Whether it is ours now; of several who ask only one is told so."""
        with self._state.session() as con:
            row = con.execute(
                "SELECT owner FROM jobs WHERE job_id = ? AND status = 'running'", [job_id]
            ).fetchone()
            held = None if row is None else row[0]
            if row is None or (
                held not in (None, owner) and not is_gone(self._state.path.parent, held)
            ):
                return False
            con.execute("UPDATE jobs SET owner = ? WHERE job_id = ?", [owner, job_id])
            return True

    def note(self, job_id: int, detail: str) -> None:
        """Write down how far a piece of work is that is still under way."""
        with self._state.session() as con:
            con.execute(
                "UPDATE jobs SET detail = ? WHERE job_id = ? AND status = 'running'",
                [detail, job_id],
            )

    def give_back(self, job_id: int, detail: str) -> None:
        """Write down how far a piece of work is that is still under way, and that nobody has it."""
        with self._state.session() as con:
            con.execute(
                "UPDATE jobs SET detail = ?, owner = NULL WHERE job_id = ? AND status = 'running'",
                [detail, job_id],
            )

    def finish(
        self, job_id: int, *, status: JobStatus, now: datetime, detail: str | None = None
    ) -> None:
        """Write down how a piece of work ended. Of those that did, the newest are kept."""
        with self._state.session() as con:
            con.execute(
                "UPDATE jobs SET status = ?, detail = ?, finished_at = ? WHERE job_id = ?",
                [status, detail, utc_text(now), job_id],
            )
            con.execute(
                "DELETE FROM jobs WHERE status <> 'running' AND job_id NOT IN (SELECT job_id "
                "FROM jobs WHERE status <> 'running' ORDER BY job_id DESC LIMIT ?)",
                [JOBS_KEPT],
            )

    def find(
        self,
        *,
        kind: str | None = None,
        status: JobStatus | None = None,
        job_id: int | None = None,
    ) -> tuple[Job, ...]:
        """Jobs in the order they began, all or those of a kind, a status or an id."""
        with self._state.session() as con:
            rows = con.execute(
                "SELECT job_id, kind, subject, status, detail, started_at, finished_at, owner "
                "FROM jobs "
                "WHERE (:kind IS NULL OR kind = :kind) AND (:status IS NULL OR status = :status) "
                "AND (:job_id IS NULL OR job_id = :job_id) ORDER BY job_id",
                {"kind": kind, "status": status, "job_id": job_id},
            ).fetchall()
        return tuple(_job(row) for row in rows)


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
