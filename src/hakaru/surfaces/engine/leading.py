"""Which of several processes watches: the one with the lease; the others tell what it finds.

It also reads, four times a second, what the user wants: a pause and the settings hold for every
process of a data folder, whichever was told. The lease is kept until nothing looks any more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from hakaru.core.errors import NoCamera, StoreError
from hakaru.flows.focus import Watching, shown_now, watching_of
from hakaru.store.focus import (
    CAMERA_LEASE,
    PAUSED,
    Controls,
    begin_looking,
    end_looking,
    read_controls,
    release_lease,
    take_lease,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.health import OK, Part

LEASE = timedelta(seconds=20)
RENEWED_EVERY_S = 8.0
ASKED_EVERY_S = 2.0
FOLLOWED_EVERY_S = 0.5
STEP_S = 0.25

_log = logging.getLogger(__name__)


class Watcher(Protocol):
    """A loop that looks at the person or at what the person does."""

    @property
    def looking(self) -> bool:
        """Whether it may have anything open."""

    async def obey(self) -> None:
        """Let go at once, also in the middle of a step, of what is not to be open any more."""


@dataclass(frozen=True, kw_only=True)
class Seat:
    """The place of this process among those of a data folder: its name (`owner`), and whether
    another one, which did not let go of what it had, is no more."""

    state: State
    owner: str
    is_gone: Callable[[str], bool]

    def see(self, *, now: datetime) -> tuple[Controls, Watching]:
        """What the user wants, and whether something may be looking."""
        controls = read_controls(self.state)
        return controls, watching_of(controls, now=now, is_gone=self.is_gone)

    def take_lead(self, *, now: datetime) -> str | None:
        """As `take_lease`; one whose process is gone holds nobody up."""
        take = partial(take_lease, self.state, CAMERA_LEASE, owner=self.owner, lasts=LEASE)
        holder = take(now=now)
        if not holder or not self.is_gone(holder):
            return holder
        release_lease(self.state, CAMERA_LEASE, owner=holder)
        return take(now=now)

    def release_lead(self) -> None:
        """Let another process lead."""
        release_lease(self.state, CAMERA_LEASE, owner=self.owner)

    def begin_looking(self, *, now: datetime) -> bool:
        """As `store.focus.begin_looking`."""
        return begin_looking(self.state, owner=self.owner, now=now)

    def end_looking(self) -> None:
        """As `store.focus.end_looking`."""
        end_looking(self.state, owner=self.owner)


class LeadLoop:
    """Takes the lease and keeps it, or looks at what the process that has it writes down."""

    part: Part = "lead"

    def __init__(
        self, board: Board, clock: Clock, *, seat: Seat, watchers: Sequence[Watcher]
    ) -> None:
        self._board, self._clock, self._seat, self._watchers = board, clock, seat, watchers
        self._asked: tuple[float, float] | None = None
        self._followed_s: float | None = None

    async def step(self) -> float:
        """See what is wanted, have it done, and take or keep the lease when that is due."""
        try:
            await self.see()
            await self._obeyed()
            if self._board.paused:
                return await self._paused()
            await self._lead_or_follow()
        except StoreError as exc:
            _log.warning("%s", exc)
            await self._obeyed()
            self._board.health.tell("lead", "store_unwritable")
            return STEP_S if self._board.paused else ASKED_EVERY_S
        self._board.health.tell("lead", OK if self._board.leading else "follows")
        return STEP_S

    async def restart(self) -> None:
        """Let others have it."""
        self._asked = self._board.followed = None
        if self._board.leading:
            await self._board.aside(self._seat.release_lead)
        self._board.leading = None

    async def see(self) -> None:
        """Take what the user wants, and what that came to, onto the board.

        Raises:
            StoreError: it cannot be read; what was known before holds on.
        """
        board = self._board
        was_paused = board.paused
        now = moment(self._clock.now_s())
        board.controls, board.watching = await board.aside(partial(self._seat.see, now=now))
        if was_paused and not board.paused:
            self._asked = None

    async def _obeyed(self) -> None:
        """What cannot be let go of now is tried again at the next step."""
        for watcher in self._watchers:
            try:
                await watcher.obey()
            except (NoCamera, StoreError) as exc:
                stuck = isinstance(exc, NoCamera)
                code = "camera_stuck" if stuck else "store_unwritable"
                if self._board.health.codes()["camera"] != code:
                    _log.warning("%s", exc)
                self._board.health.tell("camera", code)

    async def _paused(self) -> float:
        """The lease goes when nothing looks any more: who asks for it then finds it so."""
        if not any(watcher.looking for watcher in self._watchers):
            await self.restart()
            await self.see()
            self._board.health.tell("lead", "paused")
        return STEP_S

    async def _lead_or_follow(self) -> None:
        if self._due():
            await self._take()
        steady_s = self._clock.steady_s()
        if self._board.leading is False and not (
            self._followed_s is not None and 0.0 <= steady_s - self._followed_s < FOLLOWED_EVERY_S
        ):
            self._followed_s = steady_s
            now = moment(self._clock.now_s())
            self._board.followed = await self._board.aside(
                partial(shown_now, self._seat.state, now=now)
            )

    def _due(self) -> bool:
        """By both clocks: while the computer slept, another may have taken it."""
        now = (self._clock.now_s(), self._clock.steady_s())
        wait_s = RENEWED_EVERY_S if self._board.leading else ASKED_EVERY_S
        if self._asked is not None and all(
            0.0 <= now_s - before < wait_s for now_s, before in zip(now, self._asked, strict=True)
        ):
            return False
        self._asked = now
        return True

    async def _take(self) -> None:
        try:
            take = partial(self._seat.take_lead, now=moment(self._clock.now_s()))
            holder = await self._board.aside(take)
        except StoreError:
            if not self._board.leading:
                raise
            return  # where nothing can be written, no other can take it either
        if holder == PAUSED:
            return  # the next step lets go
        self._board.leading = holder is None
        if holder is None:
            self._board.followed = None
