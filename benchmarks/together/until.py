"""How does a process repeat something until it is told to end?"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator


def until_closed(*, every_s: float) -> Iterator[int]:
    """Numbers from 0 on, with a pause between two, until the standard input is closed."""
    closed = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        closed.set()

    threading.Thread(target=wait, daemon=True).start()
    number = 0
    while not closed.is_set():
        yield number
        number += 1
        closed.wait(every_s)
