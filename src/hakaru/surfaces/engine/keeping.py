"""How does what was decided reach the disk, and how does what is too old leave it?"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial

from hakaru.core.errors import StoreError
from hakaru.store.focus import forget_focus
from hakaru.store.state import State
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.diary import Diary, write_batch
from hakaru.surfaces.engine.health import OK, Part

WRITTEN_EVERY_S = 2.0
"""A crash loses no more than this, and half a second."""
CLEANED_EVERY_S = 6 * 3600.0

_log = logging.getLogger(__name__)


class KeepLoop:
    """Writes every two seconds what waits in the diary; what cannot be written goes on waiting."""

    part: Part = "store"

    def __init__(self, board: Board, clock: Clock, *, state: State, diary: Diary) -> None:
        self._board, self._clock, self._state, self._diary = board, clock, state, diary
        self._cleaned_s: float | None = None

    async def step(self) -> float:
        """One batch."""
        batch = self._diary.batch()
        try:
            await self._board.aside(partial(write_batch, self._state, batch))
            await self._clean()
        except StoreError as exc:
            _log.warning("%s", exc)
            self._board.health.tell("store", "store_unwritable")
            return WRITTEN_EVERY_S
        self._diary.written(batch)
        self._board.health.tell("store", OK)
        return WRITTEN_EVERY_S

    async def restart(self) -> None:
        """Write what there is, as far as that is possible."""
        self._diary.stop()
        try:
            batch = self._diary.batch()
            await self._board.aside(partial(write_batch, self._state, batch))
            self._diary.written(batch)
        except StoreError as exc:
            _log.warning("%s", exc)

    async def _clean(self) -> None:
        steady_s = self._clock.steady_s()
        if self._cleaned_s is not None and steady_s - self._cleaned_s < CLEANED_EVERY_S:
            return
        now = moment(self._clock.now_s())
        before = now - timedelta(days=self._board.settings.keep_days)
        await self._board.aside(partial(forget_focus, self._state, now=now, before=before))
        self._cleaned_s = steady_s
