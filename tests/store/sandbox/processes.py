"""Which processes run SQL, as the system lists them, and how much memory they have."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

GONE_WITHIN_S = 4.0
"""Less than a query may take by itself; it takes about 0.1 s."""
STARTED_WITHIN_S = 120.0


def family(pid: int) -> list[int]:
    """A process and everything that descends from it, but for the dead."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(folder.name)] = int(fields[1])
    found, ahead = [pid], [pid]
    while ahead:
        ahead = [child for child, parent in parents.items() if parent in ahead]
        found += ahead
    return found


def of_sandbox(pid: int) -> list[int]:
    """Templates, keepers and workers below a process."""
    return [one for one in family(pid) if "sandbox.template" in command(one)]


def at_work(pid: int) -> list[int]:
    """Keepers and workers below a process: what is forked from a template."""
    return [one for one in of_sandbox(pid) if one not in templates(pid)]


def templates(pid: int) -> list[int]:
    """Those of the sandbox whose parent is not of the sandbox."""
    below = set(of_sandbox(pid))
    return [one for one in below if parent_of(one) not in below]


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def command(pid: int) -> str:
    """The command line of a process; empty: it is gone."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def servers(pid: int | None = None) -> list[int]:
    """Servers for models below a process, None: this one."""
    below = family(pid or os.getpid())
    return [one for one in below if "hakaru.surfaces.mcp\0" in command(one)]


def resident_mb(pid: int) -> float:
    """Memory of a process; 0: it is gone."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        return int(text.partition("Rss:")[2].split()[0]) / 1000
    except (OSError, IndexError):
        return 0.0


def when(there: Callable[[], bool], *, within_s: float = STARTED_WITHIN_S) -> float:
    """Wait until something is so; how many seconds it took."""
    started_s = time.monotonic()
    looked = threading.Event()
    while not there():
        assert time.monotonic() - started_s < within_s, "it has not come to that"
        looked.wait(0.005)
    return time.monotonic() - started_s


def is_gone(pid: int) -> bool:
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


class Watch:
    """How much memory some processes have together, and how many they are, over a while."""

    def __init__(self, pids: Callable[[], list[int]]) -> None:
        self._pids, self._over = pids, threading.Event()
        self.most_mb, self.most_processes = 0.0, 0
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.02):
            pids = self._pids()
            self.most_processes = max(self.most_processes, len(pids))
            self.most_mb = max(self.most_mb, sum(map(resident_mb, pids)))
