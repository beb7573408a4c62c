"""A dashboard in a process of its own, for as long as somebody asks it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_REST_S, _IDLE_MS = 0.5, 5.0


@dataclass(frozen=True, kw_only=True)
class Server:
    """Where it listens, and its process."""

    address: str
    pid: int

    def busy_ms(self) -> float:
        """Processor time of all its threads so far, as Linux tells it."""
        clock_of_a_process = (~self.pid << 3) | 2  # CPUCLOCK_SCHED, as glibc makes it
        return 1e3 * time.clock_gettime(clock_of_a_process)


@contextmanager
def serving(data: Path, day: str, *, rested: bool = True) -> Iterator[Server]:
    """A server over a data folder whose clock stands on the evening of a day. `rested`: it has done
    what it does after its start before anybody asks."""
    words = [sys.executable, "-m", "benchmarks.pages.server", str(data), day]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        server = Server(address=f"http://127.0.0.1:{port}", pid=process.pid)
        if rested:
            _let_rest(server)
        yield server
        process.communicate()


def _let_rest(server: Server) -> None:
    """Until it has used no processor time for a while."""
    busy_ms = -1.0
    while server.busy_ms() - busy_ms > _IDLE_MS:
        busy_ms = server.busy_ms()
        time.sleep(_REST_S)
