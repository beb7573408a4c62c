"""Bring up to date beside the pages what is older than its inputs.

Where a run of long ago was deleted, or after an upgrade, that takes minutes with years of runs: a
page waits a moment for it, and then says how far it is instead of keeping a browser waiting.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace

from hakaru.core.errors import HakaruError
from hakaru.flows.context import Context
from hakaru.flows.fresh import is_left, refresh
from hakaru.flows.preferences import preferred
from hakaru.records import frozen

PATIENCE_S = 2.0
"""So long a page waits."""
_AGAIN_AFTER_S = 30.0
"""What could not be brought up to date is not tried again before."""

_log = logging.getLogger(__name__)


@frozen
class AtWork:
    """How far the work is: `done` of `total` runs of a step; `total` 0: it has just begun."""

    step: str
    done: int
    total: int


class Upkeep:
    """Who brings results up to date for a dashboard; threads share it."""

    def __init__(self, context: Context, *, patience_s: float = PATIENCE_S) -> None:
        self._context, self._patience_s = context, patience_s
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._done.set()
        self._not_before_s = 0.0
        self._steps = _Steps()

    def wait(self) -> AtWork | None:
        """Wait a moment where something is brought up to date, which begins here where it is due;
        None: it is done, or cannot be done here."""
        with self._lock:
            if self._done.is_set() and self._is_due():
                self._done.clear()
                self._steps = _Steps()
                threading.Thread(target=self._work, args=(self._steps,), daemon=True).start()
        return None if self._done.wait(self._patience_s) else self._steps.at_work

    def _is_due(self) -> bool:
        if time.monotonic() < self._not_before_s:
            return False
        try:
            return is_left(preferred(self._context))
        except HakaruError:  # the page says it better
            return False

    def _work(self, steps: _Steps) -> None:
        is_fresh = False
        try:
            is_fresh = refresh(replace(preferred(self._context), progress=steps))
        except Exception:
            _log.exception("results cannot be brought up to date")
        finally:
            self._not_before_s = 0.0 if is_fresh else time.monotonic() + _AGAIN_AFTER_S
            self._done.set()


class _Steps:
    """How far the work is, as the flow says it."""

    def __init__(self) -> None:
        self.at_work = AtWork(step="", done=0, total=0)

    def begin(self, label: str, total: int) -> None:
        """A step with `total` runs starts."""
        self.at_work = AtWork(step=label, done=0, total=total)

    def advance(self, pieces: int = 1) -> None:
        """So many runs more are done."""
        self.at_work = replace(self.at_work, done=self.at_work.done + pieces)

    def at(self, item: str, *, rows: int = 0) -> None:
        """No file is read."""

    def end(self) -> None:
        """The next step follows."""

    def check(self) -> None:
        """It goes on, whoever looks."""
