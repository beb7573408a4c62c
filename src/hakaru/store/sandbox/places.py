"""The places at which the SQL of one data folder runs or waits, shared by all processes.

Each place is a lock on a small file, so that the system gives it back however its process ends. A
query goes through the waiting places one after another, from the last to the first, so nobody is
overtaken. The lock on a running place goes with the query into the process that has its memory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from hakaru.core.errors import QueriesBusy, StoreDamaged
from hakaru.store.lock import Hold, open_file, try_lock

MOST_RUNNING = 2
MOST_WAITING = 8
_FOLDER = Path("cache") / "queries"
_LOOK_S = 0.02
_PATIENCE_S = 0.2
"""A newcomer lets those before it move up for so long before it says that the line is full."""


def take_place(data_folder: Path, *, wait_s: float, check: Callable[[], None]) -> Hold:
    """The right to run one query; it belongs to whoever holds its descriptor.

    Args:
        data_folder: the folder whose queries are counted together.
        wait_s: how long to stand in line.
        check: called while waiting; it raises where nobody wants the query any more.

    Raises:
        QueriesBusy: too many wait already, or its turn has not come in time.
    """
    started_s = time.monotonic()
    steps = _opened(data_folder)
    held: Hold | None = None
    try:
        for holds in steps:
            patience_s = min(_PATIENCE_S, wait_s) if held is None else wait_s
            taken = _first_free(holds, until_s=started_s + patience_s, check=check)
            if held is not None:
                held.release()
            held = taken
            if held is None:
                waited_s = time.monotonic() - started_s
                raise QueriesBusy(waited_s, most_running=MOST_RUNNING, most_waiting=MOST_WAITING)
        assert held is not None
        steps[-1].remove(held)
        return held
    finally:
        for hold in chain.from_iterable(steps):
            hold.release()


def _opened(data_folder: Path) -> list[list[Hold]]:
    """Waiting places from the last to the first, then the running ones, of which any will do.

    Where nothing can be written, the folder itself is the one place.
    """
    folder = data_folder / _FOLDER
    steps: list[list[Hold]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for number in reversed(range(MOST_WAITING)):
            steps.append([Hold(open_file(folder / f"waiting-{number}.lock"))])  # noqa: PERF401
        running = range(MOST_RUNNING)
        steps.append([Hold(open_file(folder / f"running-{number}.lock")) for number in running])
    except (OSError, StoreDamaged):
        for hold in chain.from_iterable(steps):
            hold.release()
        return [[Hold(os.open(data_folder, os.O_RDONLY))]]
    return steps


def _first_free(holds: Sequence[Hold], *, until_s: float, check: Callable[[], None]) -> Hold | None:
    """The first of some places that can be locked; None: none could until then."""
    while True:
        check()
        for hold in holds:
            if try_lock(hold.descriptor, exclusive=True):
                return hold
        if time.monotonic() >= until_s:
            return None
        time.sleep(_LOOK_S)
