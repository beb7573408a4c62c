"""How do the camera and the use of the computer get onto the board? Nothing is decided here."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import fields
from functools import partial

from hakaru.errors import NoCamera, NoFaceModel
from hakaru.focus.features import follow
from hakaru.focus.settings import FocusSettings
from hakaru.focus.usage import PcReading, note
from hakaru.sources.camera.eye import Eye
from hakaru.sources.camera.pace import Pace, paid
from hakaru.sources.pc_usage.protocol import SystemSource
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock
from hakaru.surfaces.engine.health import OK, Part

PC_EVERY_S = 1.0
_REOPENED_S, _LOST_S, _PAUSED_S, _NEVER_S = 5.0, 2.0, 0.5, 30.0
_SILENT_BEFORE_REOPENED = 3

_log = logging.getLogger(__name__)


class CameraLoop:
    """Looks at the person. Paused, switched off or led by another process, it has none open."""

    part: Part = "camera"

    def __init__(
        self, board: Board, clock: Clock, *, open_eye: Callable[[FocusSettings], Eye]
    ) -> None:
        self._board, self._clock, self._open_eye = board, clock, open_eye
        self._eye: Eye | None = None
        self._index: int | None = None
        self._pace = Pace()
        self._over = False

    async def step(self) -> float:
        """One frame, if there is to be one."""
        closed = self._closed()
        if closed is not None:
            await self.restart()
            return self._told(closed, _PAUSED_S)
        try:
            return await self._look()
        except NoFaceModel as exc:
            _log.warning("%s", exc)
            await self.restart()
            return self._told("no_face_model", _NEVER_S)
        except NoCamera as exc:
            _log.warning("%s", exc)
            await self.restart()
            return self._told("camera_lost", _LOST_S)

    async def restart(self) -> None:
        """Let go of the camera."""
        eye, self._eye = self._eye, None
        if eye is not None:
            await self._board.aside(eye.close)

    def _closed(self) -> str | None:
        """Why no camera is to be open; None: one is."""
        board = self._board
        if board.paused:
            return "paused"
        if not board.leading:
            return "starting" if board.leading is None else "camera_elsewhere"
        if board.without_camera or not board.settings.camera_enabled:
            return "off"
        return "video_over" if self._over else None

    async def _look(self) -> float:
        if self._eye is not None and self._index != self._board.settings.camera_index:
            await self.restart()
        if self._eye is None:
            self._index = self._board.settings.camera_index
            self._eye = await self._board.aside(partial(self._open_eye, self._board.settings))
        now_s = self._clock.now_s()
        glance = await self._board.aside(partial(self._eye.look, now_s=now_s))
        if glance is None:
            self._over = True
            return 0.0
        self._board.tracker = follow(self._board.tracker, glance.look)
        self._pace = paid(self._pace, glance.cost_s)
        return self._told(OK, self._pace.interval_s)

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
        if self._board.paused or self._board.leading is False:
            await self.restart()
            self._board.health.tell("pc", "paused" if self._board.paused else "follows")
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
            return _REOPENED_S
        return PC_EVERY_S


def _says_nothing(reading: PcReading) -> bool:
    return all(
        getattr(reading, field.name) is None for field in fields(reading) if field.name != "at_s"
    )
