"""Which threads of this process may use the database now: many readers, or one alone?

Fair both ways: a waiting writer stops new readers, and when it is done the readers that waited
meanwhile go before the next writer. A thread that comes back at once waits behind those that were
there: else whoever has just written would read in the place of one that has waited for long.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hakaru.core.errors import StoreBusy


class ThreadTurns:
    """A readers-and-writer lock with deadlines. A thread may nest reads, nothing else."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depth: dict[int, int] = {}
        self._alone: int | None = None
        self._ended = 0
        """How many writers have been alone so far."""
        self._readers_waiting: list[int] = []
        """Of each, how many writers had ended when it came."""
        self._writers_waiting: list[int] = []

    @property
    def n_waiting(self) -> int:
        """How many threads wait for their turn."""
        with self._changed:
            return len(self._readers_waiting) + len(self._writers_waiting)

    @contextmanager
    def shared(self, timeout_s: float) -> Iterator[bool]:
        """Together with other readers. True: this thread was already reading.

        Raises:
            StoreBusy: a writer of this process did not finish before the deadline.
        """
        me = threading.get_ident()
        with self._changed:
            self._refuse_inside_write(me)
            nested = me in self._depth
            if not nested:
                self._enter_shared(timeout_s)
            self._depth[me] = self._depth.get(me, 0) + 1
        try:
            yield nested
        finally:
            with self._changed:
                self._depth[me] -= 1
                if not self._depth[me]:
                    del self._depth[me]
                    self._changed.notify_all()

    @contextmanager
    def alone(self, timeout_s: float) -> Iterator[None]:
        """With no other thread inside.

        Raises:
            StoreBusy: readers or a writer of this process did not leave before the deadline.
        """
        me = threading.get_ident()
        with self._changed:
            self._refuse_inside_write(me)
            if me in self._depth:
                raise RuntimeError("a write inside a read: end the read first")
            self._enter_alone(me, timeout_s)
            self._alone = me
        try:
            yield
        finally:
            with self._changed:
                self._alone = None
                self._ended += 1
                self._changed.notify_all()

    def _refuse_inside_write(self, me: int) -> None:
        if self._alone == me:
            raise RuntimeError("inside a write: use the connection of the write")

    def _enter_shared(self, timeout_s: float) -> None:
        came = self._ended
        self._readers_waiting.append(came)
        try:
            self._wait(lambda: self._may_share(came), timeout_s)
        finally:
            self._readers_waiting.remove(came)
            self._changed.notify_all()

    def _enter_alone(self, me: int, timeout_s: float) -> None:
        self._writers_waiting.append(me)
        try:
            self._wait(lambda: self._may_be_alone(me), timeout_s)
        finally:
            self._writers_waiting.remove(me)
            self._changed.notify_all()

    def _may_share(self, came: int) -> bool:
        return self._alone is None and (not self._writers_waiting or came < self._ended)

    def _may_be_alone(self, me: int) -> bool:
        owed = any(came < self._ended for came in self._readers_waiting)
        free = self._alone is None and not self._depth and not owed
        return free and self._writers_waiting[0] == me

    def _wait(self, allowed: Callable[[], bool], timeout_s: float) -> None:
        started_s = time.monotonic()
        if not self._changed.wait_for(allowed, timeout=max(0.0, timeout_s)):
            waited_s = time.monotonic() - started_s
            raise StoreBusy(waited_s, "another thread of this process")
