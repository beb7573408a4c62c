"""Who does the long pieces of work: one at a time, beside the server, and again after a kill?"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading

from hakaru.core.errors import StoreDamaged, StoreError
from hakaru.flows.context import Context
from hakaru.flows.job_records import note_stop
from hakaru.flows.jobs import run_job, take_over_jobs
from hakaru.store.jobs import Owner

FIRST_REST_S, LONGEST_REST_S = 1.0, 60.0
_log = logging.getLogger(__name__)


class Worker:
    """Does jobs in the order in which they are handed in. The process may end at any time: what is
    under way is begun again at the next start, by whichever server of the folder that is."""

    def __init__(self, context: Context, *, first_rest_s: float = FIRST_REST_S) -> None:
        self._context, self._first_rest_s = context, first_rest_s
        self._waiting: queue.Queue[int] = queue.Queue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._owner: Owner | None = None

    @property
    def owner(self) -> str:
        """The name under which it does its jobs."""
        with self._starting:
            if self._owner is None:
                self._owner = Owner(self._context.data_folder)
            return self._owner.name

    def resume(self) -> None:
        """Go on with what processes that are gone left unfinished; a folder that cannot be written
        is shown without."""
        try:
            left = take_over_jobs(self._context, owner=self.owner)
        except StoreDamaged as error:
            _log.warning("jobs that were cut off stay so: %s", error)
            return
        for job_id in left:
            self.hand_in(job_id)

    def hand_in(self, job_id: int) -> None:
        """Do a job once those before it are done."""
        self._waiting.put(job_id)
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="jobs")
                self._thread.start()

    def wait(self) -> None:
        """Until everything that was handed in is done."""
        self._waiting.join()

    def leave(self) -> None:
        """The server ends: what was begun here and never handed in is nobody's now. What is being
        done stays ours until the process is gone, and is gone on with at the next start."""
        with self._starting:
            if self._owner is None:
                return
            if self._waiting.unfinished_tasks:
                with contextlib.suppress(StoreError):
                    note_stop(self._context, self._owner.name)
                return
            self._owner.release()
            self._owner = None

    def _work(self) -> None:
        while True:
            job_id = self._waiting.get()
            try:
                self._do(job_id)
            except Exception:
                _log.exception("unexpected error in job %d", job_id)
            finally:
                self._waiting.task_done()

    def _do(self, job_id: int) -> None:
        """A job whose state cannot be written down now is tried again, each time later."""
        rest_s = self._first_rest_s
        while True:
            try:
                run_job(self._context, job_id, owner=self.owner)
                return
            except StoreError as error:
                _log.warning("job %d: %s", job_id, error)
            threading.Event().wait(rest_s)
            rest_s = min(2.0 * rest_s, LONGEST_REST_S)
