"""How does a loop of the engine go on, whatever happens in it?"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from hakaru.surfaces.engine.clock import Clock
from hakaru.surfaces.engine.health import Health, Part

_log = logging.getLogger(__name__)

FIRST_REST_S, LONGEST_REST_S = 1.0, 30.0


class Loop(Protocol):
    """One thing done again and again. `part` is whose health it speaks of."""

    part: Part

    async def step(self) -> float:
        """Do it once; returns after how many seconds, from its begin, it is due again."""

    async def restart(self) -> None:
        """Let go of everything after a fault, so that the next step begins anew."""


async def keep_going(loop: Loop, clock: Clock, *, health: Health) -> None:
    """Run a loop until it is cancelled. After a fault it rests, each time longer, and goes on."""
    rest_s = FIRST_REST_S
    try:
        while True:
            began_s = clock.steady_s()
            try:
                wait_s = await loop.step()
                rest_s = FIRST_REST_S
            except Exception:
                _log.exception("the loop %s starts again", loop.part)
                health.tell(loop.part, "fault")
                await _restarted(loop)
                wait_s, rest_s = rest_s, min(2.0 * rest_s, LONGEST_REST_S)
            await clock.sleep(max(0.0, began_s + wait_s - clock.steady_s()))
    finally:
        await asyncio.shield(_restarted(loop))


async def _restarted(loop: Loop) -> None:
    try:
        await loop.restart()
    except Exception:
        _log.exception("the loop %s could not let go", loop.part)
