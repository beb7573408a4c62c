"""The engine as a whole: its loops, and what a user may tell it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

from hakaru.core.errors import HakaruError, StoreError
from hakaru.flows.asking import Asker
from hakaru.flows.attention import respond_to_notification
from hakaru.flows.context import Context
from hakaru.flows.focus import with_changes
from hakaru.focus.classify import corrected_codes
from hakaru.focus.corrections import Correction, tuned
from hakaru.focus.settings import FocusSettings
from hakaru.focus.states import FocusState
from hakaru.records import frozen
from hakaru.sources.camera.eye import Eye, camera_devices
from hakaru.sources.focus_files import read_own_rules
from hakaru.sources.pc_calls import SystemSource
from hakaru.store.focus import (
    Presence,
    announce,
    change_settings,
    forget_focus,
    forget_usage,
    pause_watching,
    read_corrections,
    resume_watching,
    snooze_notifications,
    withdraw,
    write_correction,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import (
    OK,
    Aside,
    Board,
    Clock,
    Hub,
    Loop,
    Part,
    in_thread,
    keep_going,
    moment,
)
from hakaru.surfaces.engine.collecting import CameraLoop, LeadLoop, PcLoop, Seat
from hakaru.surfaces.engine.deciding import (
    DecideLoop,
    Diary,
    Notifier,
    NotifyLoop,
    state_message,
    write_batch,
)

WRITTEN_EVERY_S = 2.0
"""A crash loses no more than this, and half a second."""
CLEANED_EVERY_S = 6 * 3600.0

_log = logging.getLogger(__name__)


class KeepLoop:
    """Writes every two seconds what waits in the diary; what cannot be written goes on waiting."""

    part: Part = "store"

    def __init__(
        self, board: Board, clock: Clock, *, state: State, diary: Diary, folder: Path
    ) -> None:
        self._board, self._clock, self._state, self._diary = board, clock, state, diary
        self._folder = folder
        self._cleaned_s: float | None = None

    async def step(self) -> float:
        """One batch."""
        batch = self._diary.batch()
        try:
            await self._board.aside(partial(write_batch, self._state, batch))
            await self.learn()
            await self._clean()
        except StoreError as exc:
            _log.warning("%s", exc)
            self._board.health.tell("store", "store_unwritable")
            return WRITTEN_EVERY_S
        self._diary.written(batch)
        self._board.health.tell("store", OK)
        return WRITTEN_EVERY_S

    async def learn(self) -> None:
        """Take what the user says things are for, and what was corrected, onto the board."""
        own = await self._board.aside(partial(read_own_rules, self._folder))
        if not own.fault:
            self._board.rules = own.rules
        corrections = await self._board.aside(partial(read_corrections, self._state))
        self._board.tuning = tuned(corrections)

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
        day = before.astimezone().date()
        await self._board.aside(partial(forget_usage, self._state, before=day))
        self._cleaned_s = steady_s


@frozen
class Parts:
    """What an engine works with; tests put their own here. `owner` names this process to others
    that would watch, `is_gone` says whether one so named has ended. `devices` are the cameras there
    are, None: not known. `notifier` None: nothing is shown on a desktop. `inside`: this process is
    a server, too; `tied`: it ends with the server that started it."""

    clock: Clock
    owner: str
    is_gone: Callable[[str], bool]
    open_eye: Callable[[FocusSettings], Eye]
    open_source: Callable[[], SystemSource]
    asker: Asker
    notifier: Notifier | None = None
    aside: Aside = in_thread
    devices: Callable[[], frozenset[str] | None] = camera_devices
    inside: bool = False
    tied: bool = False


class Engine:
    """Watches while it is `running`. For one event loop."""

    def __init__(self, context: Context, parts: Parts) -> None:
        self.context = context
        self.state = State(context.data_folder)
        self.hub = Hub()
        self.state.prepare()
        self._seat = Seat(state=self.state, owner=parts.owner, is_gone=parts.is_gone)
        controls, watching = self._seat.see(now=moment(parts.clock.now_s()))
        self.board = Board(controls, watching=watching, aside=parts.aside)
        self._parts = parts
        self._diary = Diary()
        self._watchers = self._eyes_and_counters()
        self._lead = LeadLoop(self.board, parts.clock, seat=self._seat, watchers=self._watchers)
        self._keep = KeepLoop(
            self.board,
            parts.clock,
            state=self.state,
            diary=self._diary,
            folder=context.data_folder,
        )
        self._loops = self._built()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Engine]:
        """Every loop runs inside; at the end what is known is written down and all is let go."""
        board, clock = self.board, self._parts.clock
        board.ending = False
        with self._there(), self.state.kept_open():
            tasks = [
                asyncio.create_task(keep_going(loop, clock, health=board.health), name=loop.part)
                for loop in self._loops
            ]
            try:
                yield self
            finally:
                await self._let_go()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def is_to_end(self) -> bool:
        """Whether somebody wants this very process to end."""
        return self._parts.owner in self.board.controls.to_end

    @contextmanager
    def _there(self) -> Iterator[None]:
        """Others know that this process is there, whether or not it leads."""
        parts = self._parts
        self._lead.presence = Presence(
            owner=parts.owner,
            since=moment(parts.clock.now_s()),
            inside=parts.inside,
            tied=parts.tied,
            camera=not self.board.without_camera,
        )
        try:
            for other in self.board.controls.present:
                if parts.is_gone(other.owner):
                    withdraw(self.state, owner=other.owner)
            announce(self.state, self._lead.presence)
        except StoreError as exc:  # it is tried again at every look
            _log.warning("%s", exc)
        try:
            yield
        finally:
            try:
                withdraw(self.state, owner=parts.owner)
            except StoreError as exc:
                _log.warning("%s", exc)

    def message(self) -> Mapping[str, object]:
        """The state now, as clients are told it."""
        return state_message(self.board, now_s=self._parts.clock.now_s())

    async def pause(self) -> None:
        """Have no process of this data folder watch, until told otherwise.

        Raises:
            StoreError: it cannot be written down; this process lets go all the same.
        """
        now = moment(self._parts.clock.now_s())
        try:
            await self.board.aside(partial(pause_watching, self.state, now=now))
        except StoreError:
            self.board.paused_here = True
            raise
        await self._lead.see()

    async def resume(self) -> None:
        """Watch again, in one of the processes of this data folder."""
        await self.board.aside(partial(resume_watching, self.state))
        self.board.paused_here = False
        await self._lead.see()

    async def snooze(self, *, minutes: int) -> None:
        """Have no process notify for so long, also after a restart."""
        until = moment(self._parts.clock.now_s()) + timedelta(minutes=minutes)
        await self.board.aside(partial(snooze_notifications, self.state, until=until))
        await self._lead.see()

    async def correct(self, actual: FocusState) -> Correction | None:
        """Take down that what is shown now is wrong, and what is right; None: nothing is shown."""
        shown, verdict = self.board.shown, self.board.verdict
        if shown is None or verdict is None or shown.state == actual:
            return None
        now = moment(self._parts.clock.now_s())
        codes = corrected_codes(verdict)
        write = partial(
            write_correction, self.state, at=now, shown=shown.state, actual=actual, codes=codes
        )
        number = await self.board.aside(write)
        await self._keep.learn()
        return Correction(
            correction_id=number, at=now, shown=shown.state, actual=actual, codes=codes
        )

    async def change_settings(self, values: Mapping[str, object]) -> FocusSettings:
        """Change some settings, and keep them, for every process.

        Raises:
            BadArgument: one is unknown, or has a value it does not take: then none is changed.
        """
        change = partial(with_changes, values=values)
        made = await self.board.aside(partial(change_settings, self.state, change))
        await self._lead.see()
        return made

    async def _let_go(self) -> None:
        """Close what is open before the loops end: one of them may be waiting for a camera."""
        self.board.ending = True
        for watcher in self._watchers:
            try:
                await watcher.obey()
            except HakaruError as exc:
                _log.warning("%s", exc)

    def _eyes_and_counters(self) -> tuple[CameraLoop, PcLoop]:
        board, parts = self.board, self._parts
        camera = CameraLoop(
            board,
            parts.clock,
            open_eye=parts.open_eye,
            devices=parts.devices,
            seat=self._seat,
        )
        return camera, PcLoop(board, parts.clock, open_source=parts.open_source)

    def _built(self) -> tuple[Loop, ...]:
        board, parts, state, diary = self.board, self._parts, self.state, self._diary
        notify = NotifyLoop(board, parts.clock, state=state, diary=diary, hub=self.hub)
        notify.notifier, notify.lang = parts.notifier, self.context.settings.language
        notify.answer = partial(respond_to_notification, self.context)
        return (
            self._lead,
            *self._watchers,
            DecideLoop(board, parts.clock, asker=parts.asker, diary=diary, hub=self.hub),
            notify,
            self._keep,
        )
