"""The process that watches: its lease, and how the camera and the use of the computer get onto
the board.

It also reads, four times a second, what the user wants: a pause and the settings hold for every
process of a data folder, whichever was told. The lease is kept until nothing looks any more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol

from hakaru.core.errors import NoCamera, NoFaceModel, StoreError
from hakaru.flows.focus import Watching, shown_now, watching_of
from hakaru.focus.features import PcReading, follow, note
from hakaru.focus.settings import FocusSettings
from hakaru.records import frozen
from hakaru.sources.camera.eye import Eye, Pace, paid
from hakaru.sources.pc_calls import SystemSource
from hakaru.store.focus import (
    CAMERA_LEASE,
    PAUSED,
    Controls,
    Presence,
    announce,
    begin_looking,
    end_looking,
    read_controls,
    release_lease,
    take_lease,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import OK, Board, Clock, Part, moment

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


READ_AT_LEAST_EVERY_S = 1.0

Stamp = tuple[tuple[int, int], ...]


@dataclass(kw_only=True)
class LastRead:
    """What was read last, when, and how the file was then."""

    controls: Controls | None = None
    stamp: Stamp | None = None
    at_s: float = 0.0


def stamp_of(path: Path) -> Stamp | None:
    """Size and time of the state file and its log; None: they do not tell, as on Windows, where
    the time of an open file stands still."""
    if os.name == "nt":
        return None
    stamps = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            status = file.stat()
        except OSError:
            stamps.append((0, 0))
        else:
            stamps.append((status.st_size, status.st_mtime_ns))
    return tuple(stamps)


@frozen
class Seat:
    """The place of this process among those of a data folder: its name (`owner`), and whether
    another one, which did not let go of what it had, is no more."""

    state: State
    owner: str
    is_gone: Callable[[str], bool]
    last: LastRead = field(default_factory=LastRead)

    def see(self, *, now: datetime) -> tuple[Controls, Watching]:
        """What the user wants, and whether something may be looking. A file that nobody wrote to
        is not read again."""
        stamp, at_s = stamp_of(self.state.path), time.monotonic()
        controls = self.last.controls
        fresh = at_s - self.last.at_s < READ_AT_LEAST_EVERY_S and stamp == self.last.stamp
        if controls is None or stamp is None or not fresh:
            controls = read_controls(self.state)
            self.last.controls, self.last.stamp, self.last.at_s = controls, stamp, at_s
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
        self.presence: Presence | None = None
        """What this process says of itself."""

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
        await self._be_known()

    async def _be_known(self) -> None:
        """Say again that this process is there, where everything was deleted meanwhile."""
        presence, board = self.presence, self._board
        if presence is None or board.ending or presence in board.controls.present:
            return
        await board.aside(partial(announce, self._seat.state, presence))

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


PC_EVERY_S = 1.0
_REOPENED_S, _PAUSED_S = 5.0, 0.5
_FIRST_REST_S, LONGEST_REST_S = 2.0, 300.0
_SILENT_BEFORE_REOPENED = 3


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
        board = self._board
        board.tracker = follow(board.tracker, glance.look, at_keys=board.at_keys(glance.look.at_s))
        self._pace = paid(self._pace, glance.cost_s)
        code = "camera_dark" if glance.look.without_light else OK
        return self._told(code, self._pace.interval_s)

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
        reading = await self._board.aside(
            partial(
                self._source.read,
                at_s=self._clock.now_s(),
                allowed=self._board.settings.permissions,
                rules=self._board.rules,
            )
        )
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
