"""How the camera and the use of the computer get onto the board. Nothing is decided here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import fields
from functools import partial

from hakaru.core.errors import NoCamera, NoFaceModel, StoreError
from hakaru.focus.features import PcReading, follow, note
from hakaru.focus.settings import FocusSettings
from hakaru.sources.camera.eye import Eye, Pace, paid
from hakaru.sources.pc_usage import SystemSource
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.health import OK, Part
from hakaru.surfaces.engine.leading import Seat

PC_EVERY_S = 1.0
_REOPENED_S, _PAUSED_S = 5.0, 0.5
_FIRST_REST_S, LONGEST_REST_S = 2.0, 300.0
_SILENT_BEFORE_REOPENED = 3

_log = logging.getLogger(__name__)


class CameraLoop:
    """Looks at the person. Paused, switched off or led by another process, it has none open.

    A camera that cannot be opened is tried again less and less often, and at once where the
    settings change or a camera comes or goes. That one is open is written down before it is, and
    taken back when it is closed.
    """

    part: Part = "camera"

    def __init__(
        self,
        board: Board,
        clock: Clock,
        *,
        open_eye: Callable[[FocusSettings], Eye],
        devices: Callable[[], frozenset[str] | None],
        seat: Seat,
    ) -> None:
        self._board, self._clock, self._open_eye = board, clock, open_eye
        self._devices, self._seat = devices, seat
        self._eye: Eye | None = None
        self._announced = self._opening = False
        self._closing = asyncio.Lock()
        self._index: int | None = None
        self._rest_s, self._rests_until_s = _FIRST_REST_S, 0.0
        self._failed: tuple[object, ...] | None = None
        self._pace = Pace()
        self._over = False

    @property
    def looking(self) -> bool:
        """Whether a camera may be open, or said to be."""
        return self._announced or self._eye is not None

    async def step(self) -> float:
        """One frame, if there is to be one."""
        closed = self._closed()
        if closed is not None:
            self._rest_s, self._failed = _FIRST_REST_S, None
            return await self._stay_closed(closed)
        if self._rests():
            return _PAUSED_S
        try:
            return await self._look()
        except (NoFaceModel, NoCamera, StoreError) as exc:
            closed = self._closed()
            if closed is not None:  # it was closed while it looked
                return await self._stay_closed(closed)
            _log.warning("%s", exc)
            await self._stay_closed(code := _code_of(exc))
            return self._rest(code)

    async def obey(self) -> None:
        """Close at once, also in the middle of a look, what is not to be open any more.

        Raises:
            NoCamera: it cannot be let go of.
        """
        other = self._eye is not None and self._index != self._board.settings.camera_index
        if self.looking and (other or self._closed() is not None):
            await self.restart()

    async def restart(self) -> None:
        """Let go of the camera, and take back that it is open."""
        async with self._closing:
            eye = self._eye
            if eye is not None:
                await self._board.aside(eye.close)
                self._eye = None
            if self._announced and not self._opening:
                await self._board.aside(self._seat.end_looking)
                self._announced = False

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

    async def _stay_closed(self, code: str) -> float:
        try:
            await self.restart()
        except (NoCamera, StoreError) as exc:
            code = "camera_stuck" if isinstance(exc, NoCamera) else "store_unwritable"
            if self._board.health.codes()["camera"] != code:
                _log.warning("%s", exc)
        return self._told(code, _PAUSED_S)

    async def _look(self) -> float:
        if self._eye is None and not await self._opened():
            return _PAUSED_S
        eye = self._eye
        assert eye is not None
        glance = await self._board.aside(partial(eye.look, now_s=self._clock.now_s()))
        if self._eye is not eye or self._closed() is not None:
            return 0.0  # closed meanwhile: what it saw does not count
        if glance is None:
            self._over = True
            return 0.0
        self._rest_s, self._failed = _FIRST_REST_S, None
        self._board.tracker = follow(self._board.tracker, glance.look)
        self._pace = paid(self._pace, glance.cost_s)
        return self._told(OK, self._pace.interval_s)

    async def _opened(self) -> bool:
        """Write down that a camera is opened, and open it; False: it is not to be, as it turns
        out."""
        settings = self._board.settings
        begin = partial(self._seat.begin_looking, now=moment(self._clock.now_s()))
        if not await self._board.aside(begin):
            return False
        self._announced = True
        if self._closed() is not None:
            return False
        self._opening = True
        try:
            eye = await self._board.aside(partial(self._open_eye, settings))
        finally:
            self._opening = False
        self._eye, self._index = eye, settings.camera_index
        return self._closed() is None

    def _rest(self, code: str) -> float:
        """Each time twice as long."""
        self._failed = self._circumstances()
        self._rests_until_s = self._clock.steady_s() + self._rest_s
        self._rest_s = min(2.0 * self._rest_s, LONGEST_REST_S)
        return self._told(code, _PAUSED_S)

    def _rests(self) -> bool:
        if self._failed is None:
            return False
        if self._failed != self._circumstances():
            self._rest_s, self._failed = _FIRST_REST_S, None
            return False
        return self._clock.steady_s() < self._rests_until_s

    def _circumstances(self) -> tuple[object, ...]:
        """What a camera that could not be opened may depend on."""
        return (self._board.settings, self._devices())

    def _told(self, code: str, wait_s: float) -> float:
        self._board.health.tell("camera", code)
        return wait_s


def _code_of(exc: Exception) -> str:
    if isinstance(exc, StoreError):
        return "store_unwritable"
    return "camera_lost" if isinstance(exc, NoCamera) else "no_face_model"


class PcLoop:
    """Reads the counters of the system every second; a source that says nothing is opened again."""

    part: Part = "pc"

    def __init__(
        self, board: Board, clock: Clock, *, open_source: Callable[[], SystemSource]
    ) -> None:
        self._board, self._clock, self._open_source = board, clock, open_source
        self._source: SystemSource | None = None
        self._n_silent = 0
        self._reading = False

    @property
    def looking(self) -> bool:
        """Whether the source is open."""
        return self._source is not None or self._reading

    async def obey(self) -> None:
        """Close the source where it is not to be open; one that is being read, after that."""
        if self._board.paused and not self._reading:
            await self.restart()

    async def step(self) -> float:
        """One reading."""
        self._reading = True
        try:
            return await self._read()
        finally:
            self._reading = False

    async def _read(self) -> float:
        closed = self._closed()
        if closed is not None:
            await self.restart()
            self._board.health.tell("pc", closed)
            return PC_EVERY_S
        if self._source is None:
            self._source = await self._board.aside(self._open_source)
        reading = await self._board.aside(partial(self._source.read, at_s=self._clock.now_s()))
        if self._closed() is not None:
            return 0.0
        if _says_nothing(reading):
            return await self._silent()
        self._n_silent = 0
        self._board.usage = note(self._board.usage, reading)
        self._board.health.tell("pc", "pc_partly" if self._source.told.missing else OK)
        return PC_EVERY_S

    def _closed(self) -> str | None:
        """Why nothing is to be read; None: something is."""
        if self._board.paused:
            return "paused"
        return "follows" if self._board.leading is False else None

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
