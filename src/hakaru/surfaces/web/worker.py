"""Who does the long pieces of work: one at a time, beside the server, and again after a kill?"""

from __future__ import annotations

import logging
import queue
import threading

from hakaru.errors import StoreError
from hakaru.flows.context import Context
from hakaru.flows.jobs import run_job, unfinished_jobs

_log = logging.getLogger(__name__)


class Worker:
    """Does jobs in the order in which they are handed in. The process may end at any time: what is
    under way is begun again at the next start."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._waiting: queue.Queue[int] = queue.Queue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def resume(self) -> None:
        """Go on with what an earlier process left unfinished."""
        for job_id in unfinished_jobs(self._context):
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

    def _work(self) -> None:
        while True:
            job_id = self._waiting.get()
            try:
                run_job(self._context, job_id)
            except StoreError as error:
                _log.warning("job %d: %s", job_id, error)
            except Exception:
                _log.exception("unexpected error in job %d", job_id)
            finally:
                self._waiting.task_done()
