"""What time is it, and how is it waited for? The only clock of the engine."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A clock on the wall, one that only goes forward, and waiting."""

    def now_s(self) -> float:
        """Epoch seconds; may jump when somebody sets the clock."""

    def steady_s(self) -> float:
        """Seconds that only go forward; they may stand still while the computer sleeps."""

    async def sleep(self, wait_s: float) -> None:
        """Wait."""


class SystemClock:
    """That of this computer."""

    def now_s(self) -> float:
        """Epoch seconds."""
        return time.time()

    def steady_s(self) -> float:
        """Seconds that only go forward."""
        return time.monotonic()

    async def sleep(self, wait_s: float) -> None:
        """Wait."""
        await asyncio.sleep(wait_s)


def moment(at_s: float) -> datetime:
    """An aware time."""
    return datetime.fromtimestamp(at_s, tz=UTC)
