"""How do the camera and the use of the computer get onto the board? Nothing is decided here."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from functools import partial

from hakaru.errors import NoCamera, NoFaceModel
from hakaru.flows.focus import CAMERA_LEASE
from hakaru.focus.features import follow
from hakaru.focus.usage import PcReading, note
from hakaru.sources.camera.eye import Eye
from hakaru.sources.camera.pace import Pace, paid
from hakaru.sources.pc_usage.protocol import SystemSource
from hakaru.store.focus import release_lease, take_lease
from hakaru.store.state import State
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.health import OK, Part

LEASE = timedelta(seconds=20)
RENEWED_EVERY_S = 8.0
PC_EVERY_S = 1.0
_ELSEWHERE_S, _LOST_S, _PAUSED_S, _NEVER_S = 5.0, 2.0, 0.5, 30.0
_SILENT_BEFORE_REOPENED = 3

_log = logging.getLogger(__name__)


class CameraLoop:
    """Looks at the person while it owns the camera. Paused or switched off, it has none open."""

    part: Part = "camera"

    def __init__(
        self, board: Board, clock: Clock, *, state: State, owner: str, open_eye: Callable[[], Eye]
    ) -> None:
        self._board, self._clock, self._state, self._owner = board, clock, state, owner
        self._open_eye = open_eye
        self._eye: Eye | None = None
        self._pace = Pace()
        self._leased_s: float | None = None
        self._over = False

    async def step(self) -> float:
        """One frame, if there is to be one."""
        if self._board.paused or not self._board.settings.camera_enabled or self._over:
            code = "paused" if self._board.paused else "video_over" if self._over else "off"
            await self.restart()
            return self._told(code, _PAUSED_S)
        if not await self._ours():
            await self._shut()
            return self._told("camera_elsewhere", _ELSEWHERE_S)
        try:
            return await self._look()
        except NoFaceModel as exc:
            _log.warning("%s", exc)
            await self.restart()
            return self._told("no_face_model", _NEVER_S)
        except NoCamera as exc:
            _log.warning("%s", exc)
            await self._shut()
            return self._told("camera_lost", _LOST_S)

    async def restart(self) -> None:
        """Let go of the camera, and let others have it."""
        await self._shut()
        if self._leased_s is not None:
            self._leased_s = None
            await self._board.aside(
                partial(release_lease, self._state, CAMERA_LEASE, owner=self._owner)
            )

    async def _look(self) -> float:
        if self._eye is None:
            self._eye = await self._board.aside(self._open_eye)
        now_s = self._clock.now_s()
        glance = await self._board.aside(partial(self._eye.look, now_s=now_s))
        if glance is None:
            self._over = True
            return 0.0
        self._board.tracker = follow(self._board.tracker, glance.look)
        self._pace = paid(self._pace, glance.cost_s)
        return self._told(OK, self._pace.interval_s)

    async def _ours(self) -> bool:
        steady_s = self._clock.steady_s()
        if self._leased_s is not None and steady_s - self._leased_s < RENEWED_EVERY_S:
            return True
        now = moment(self._clock.now_s())
        holder = await self._board.aside(
            partial(take_lease, self._state, CAMERA_LEASE, owner=self._owner, now=now, lasts=LEASE)
        )
        self._leased_s = steady_s if holder is None else None
        return holder is None

    async def _shut(self) -> None:
        eye, self._eye = self._eye, None
        if eye is not None:
            await self._board.aside(eye.close)

    def _told(self, code: str, wait_s: float) -> float:
        self._board.health.tell("camera", code)
        return wait_s


class PcLoop:
    """Reads the counters of the system every second; a source that says nothing is opened again."""

    part: Part = "pc"

    def __init__(
        self, board: Board, clock: Clock, *, open_source: Callable[[], SystemSource]
    ) -> None:
        self._board, self._clock, self._open_source = board, clock, open_source
        self._source: SystemSource | None = None
        self._n_silent = 0

    async def step(self) -> float:
        """One reading."""
        if self._board.paused:
            await self.restart()
            self._board.health.tell("pc", "paused")
            return PC_EVERY_S
        if self._source is None:
            self._source = await self._board.aside(self._open_source)
        reading = await self._board.aside(partial(self._source.read, at_s=self._clock.now_s()))
        if _says_nothing(reading):
            return await self._silent()
        self._n_silent = 0
        self._board.usage = note(self._board.usage, reading)
        self._board.health.tell("pc", "pc_partly" if self._source.told.missing else OK)
        return PC_EVERY_S

    async def restart(self) -> None:
        """Close the source; the next step opens it."""
        source, self._source = self._source, None
        self._n_silent = 0
        if source is not None:
            await self._board.aside(source.close)

    async def _silent(self) -> float:
        self._n_silent += 1
        self._board.health.tell("pc", "pc_silent")
        if self._n_silent >= _SILENT_BEFORE_REOPENED:
            await self.restart()
            return _ELSEWHERE_S
        return PC_EVERY_S


def _says_nothing(reading: PcReading) -> bool:
    return all(
        getattr(reading, field.name) is None for field in fields(reading) if field.name != "at_s"
    )
