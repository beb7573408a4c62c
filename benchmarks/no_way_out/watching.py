"""Which processes descend from this one, orphans included, and how much memory do they hold?"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.tools.memory import children_of, own_mb

_SET_CHILD_SUBREAPER = 36  # prctl(2)
_LOOK_S = 0.05
_LOOKS_BETWEEN_SHARES = 5
_KIB_PER_MB = 1e6 / 1024


@dataclass(kw_only=True)
class Peak:
    """The highest that was seen of all descendants together."""

    mb: float = 0.0
    shared_once_mb: float = 0.0
    processes: int = 0
    over: threading.Event = field(default_factory=threading.Event)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ended, so that none is missed."""
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def descendants(pid: int | None = None) -> frozenset[int]:
    """Every process below this one that runs; one that ended and was not waited for is none."""
    found: set[int] = set()
    for child in children_of(pid or os.getpid()):
        if _runs(child):
            found.add(child)
        found |= descendants(child)
    return frozenset(found)


@contextmanager
def peak_of_descendants() -> Iterator[Peak]:
    """Look at all descendants again and again while the body runs."""
    peak = Peak()
    looking = threading.Thread(target=_look, args=(peak,), daemon=True)
    looking.start()
    try:
        yield peak
    finally:
        peak.over.set()
        looking.join()


def _look(peak: Peak) -> None:
    looks = 0
    while not peak.over.wait(_LOOK_S):
        pids = descendants()
        peak.processes = max(peak.processes, len(pids))
        peak.mb = max(peak.mb, sum(map(own_mb, pids)))
        if looks % _LOOKS_BETWEEN_SHARES == 0:
            peak.shared_once_mb = max(peak.shared_once_mb, sum(map(_proportional_mb, pids)))
        looks += 1


def _proportional_mb(pid: int) -> float:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / _KIB_PER_MB
    return 0.0


def _runs(pid: int) -> bool:
    with contextlib.suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        return state not in ("Z", "X")
    return False


def waited_s(seconds: float) -> float:
    """Let so much time pass that something ends by itself; what is left is counted then."""
    time.sleep(seconds)
    return seconds
