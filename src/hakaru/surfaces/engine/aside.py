"""Where is work done that would hold up the loops: in a thread, or (in tests) at once?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Aside(Protocol):
    """Does a piece of blocking work beside the loops."""

    async def __call__(self, work: Callable[[], T]) -> T:
        """Its result, when it is done."""


async def in_thread(work: Callable[[], T]) -> T:
    """In a thread. Who is cancelled meanwhile waits for its end: a camera that is being read must
    not be closed."""
    working = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.gather(working, return_exceptions=True)
        raise
