"""How does a call in a thread say how far it is, and learn that nobody waits for it any more?

The flow writes into a `Board` and never waits for a client, since it may hold the store; the
server reads the board at its own pace.
"""

from __future__ import annotations

import threading
from typing import NamedTuple


class CallStopped(BaseException):
    """The client cancelled the call or went away; like Ctrl-C, it stops at the next piece.

    Not an `Exception`: a flow that goes on after one bad file must not go on after this.
    """


class Step(NamedTuple):
    """Pieces done and known of, over all steps of a call; `done` never shrinks."""

    done: int
    total: int
    label: str


class Board:
    """The progress of one call, as flows see it (`hakaru.flows.context.Progress`)."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._before = self._done = self._total = 0
        self._label = ""

    def begin(self, label: str, total: int) -> None:
        """A step with `total` pieces starts."""
        self.end()
        self._label, self._total = label, total

    def advance(self, pieces: int = 1) -> None:
        """So many pieces of the step are done."""
        self._done = min(self._done + pieces, self._total)
        self.check()

    def end(self) -> None:
        """The step is over: all its pieces count."""
        self._before += self._total
        self._done = self._total = 0
        self.check()

    def stop(self) -> None:
        """Nobody waits any more (called by the server)."""
        self._stopped.set()

    def look(self) -> Step:
        """How far the call is."""
        return Step(self._before + self._done, self._before + self._total, self._label)

    def check(self) -> None:
        """Raise CallStopped if nobody waits any more."""
        if self._stopped.is_set():
            raise CallStopped
