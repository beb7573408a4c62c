"""Who is told of every change, and what if somebody listens too slowly?"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

_MOST_WAITING = 64


class Hub:
    """Passes messages (JSON text) to whoever listens; one who is too slow loses the oldest."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[str]] = set()

    def publish(self, message: str) -> None:
        """Tell everybody."""
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(message)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Queue[str]]:
        """A queue of what is published from now on."""
        queue: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._queues.add(queue)
        try:
            yield queue
        finally:
            self._queues.discard(queue)
