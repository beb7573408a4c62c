"""Which of several processes watches? The one with the lease; the others tell what it finds."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from hakaru.errors import StoreError
from hakaru.flows.focus import CAMERA_LEASE, shown_now
from hakaru.store.focus import release_lease, take_lease
from hakaru.store.state import State
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.health import OK, Part

LEASE = timedelta(seconds=20)
RENEWED_EVERY_S = 8.0
ASKED_EVERY_S = 2.0
_STEP_S = 0.5
_PREFIX = "pid "

_log = logging.getLogger(__name__)


class LeadLoop:
    """Takes the lease and keeps it, or looks at what the process that has it writes down.

    `is_gone` says whether an owner that did not let go is no more.
    """

    part: Part = "lead"

    def __init__(
        self,
        board: Board,
        clock: Clock,
        *,
        state: State,
        owner: str,
        is_gone: Callable[[str], bool],
    ) -> None:
        self._board, self._clock, self._state = board, clock, state
        self._owner, self._is_gone = owner, is_gone
        self._asked: tuple[float, float] | None = None

    async def step(self) -> float:
        """Take or keep the lease when that is due, and look at the other's findings."""
        if self._board.paused:
            await self.restart()
            self._board.health.tell("lead", "paused")
            return _STEP_S
        try:
            await self._lead_or_follow()
        except StoreError as exc:
            _log.warning("%s", exc)
            self._board.health.tell("lead", "store_unwritable")
            return ASKED_EVERY_S
        self._board.health.tell("lead", OK if self._board.leading else "follows")
        return _STEP_S

    async def restart(self) -> None:
        """Let others have it."""
        led, self._board.leading, self._asked = self._board.leading, None, None
        self._board.followed = None
        if led:
            await self._board.aside(
                partial(release_lease, self._state, CAMERA_LEASE, owner=self._owner)
            )

    async def _lead_or_follow(self) -> None:
        if self._due():
            await self._take()
        if self._board.leading is False:
            now = moment(self._clock.now_s())
            self._board.followed = await self._board.aside(partial(shown_now, self._state, now=now))

    def _due(self) -> bool:
        """By both clocks: while the computer slept, another may have taken it."""
        now = (self._clock.now_s(), self._clock.steady_s())
        wait_s = RENEWED_EVERY_S if self._board.leading else ASKED_EVERY_S
        if self._asked is not None and all(
            0.0 <= one - before < wait_s for one, before in zip(now, self._asked, strict=True)
        ):
            return False
        self._asked = now
        return True

    async def _take(self) -> None:
        try:
            holder = await self._board.aside(self._taken)
        except StoreError:
            if not self._board.leading:
                raise
            return  # where nothing can be written, no other can take it either
        self._board.leading = holder is None
        if holder is None:
            self._board.followed = None

    def _taken(self) -> str | None:
        take = partial(take_lease, self._state, CAMERA_LEASE, owner=self._owner, lasts=LEASE)
        holder = take(now=moment(self._clock.now_s()))
        if holder is None or not self._is_gone(holder):
            return holder
        release_lease(self._state, CAMERA_LEASE, owner=holder)
        return take(now=moment(self._clock.now_s()))


def this_process() -> str:
    """The name of this process as an owner."""
    return f"{_PREFIX}{os.getpid()}"


def process_is_gone(owner: str) -> bool:
    """Whether the process of that name has ended; where that cannot be told, it has not."""
    number = owner.removeprefix(_PREFIX)
    if sys.platform == "win32" or not number.isdecimal():  # there, asking would end it
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
