"""What is the engine as a whole: its loops, and what a user may tell it?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial

from hakaru.errors import BadArgument
from hakaru.flows.asking import Asker
from hakaru.flows.context import Context
from hakaru.flows.focus_preferences import FOCUS_SETTINGS_KEY, read_focus_settings
from hakaru.focus.notify import snooze
from hakaru.focus.settings import FocusSettings, changed
from hakaru.sources.camera.eye import Eye
from hakaru.sources.pc_usage.protocol import SystemSource
from hakaru.store.state import State
from hakaru.surfaces.engine.aside import Aside, in_thread
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.collecting import CameraLoop, PcLoop
from hakaru.surfaces.engine.deciding import DecideLoop, state_message
from hakaru.surfaces.engine.diary import Diary
from hakaru.surfaces.engine.hub import Hub
from hakaru.surfaces.engine.keeping import KeepLoop
from hakaru.surfaces.engine.leading import LeadLoop
from hakaru.surfaces.engine.loops import Loop, keep_going
from hakaru.surfaces.engine.telling import SNOOZE_KEY, Notifier, NotifyLoop


@dataclass(frozen=True, kw_only=True)
class Parts:
    """What an engine works with; tests put their own here. `owner` names this process to others
    that would watch, `is_gone` says whether one so named has ended. `notifier` None: nothing is
    shown on a desktop."""

    clock: Clock
    owner: str
    is_gone: Callable[[str], bool]
    open_eye: Callable[[FocusSettings], Eye]
    open_source: Callable[[], SystemSource]
    asker: Asker
    notifier: Notifier | None = None
    aside: Aside = in_thread


class Engine:
    """Watches while it is `running`. For one event loop."""

    def __init__(self, context: Context, parts: Parts) -> None:
        self.context = context
        self.state = State(context.data_folder)
        self.hub = Hub()
        self.board = Board(read_focus_settings(context), parts.aside)
        self._parts = parts
        self._diary = Diary()
        self._loops = self._built()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Engine]:
        """Every loop runs inside; at the end what is known is written down and all is let go."""
        board, clock = self.board, self._parts.clock
        tasks = [
            asyncio.create_task(keep_going(one, clock, health=board.health), name=one.part)
            for one in self._loops
        ]
        try:
            yield self
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def message(self) -> Mapping[str, object]:
        """The state now, as clients are told it."""
        return state_message(self.board, now_s=self._parts.clock.now_s())

    def pause(self) -> None:
        """Stop watching and let go of the camera, until told otherwise."""
        self.board.paused = True

    def resume(self) -> None:
        """Watch again."""
        self.board.paused = False

    async def snooze(self, *, minutes: int) -> None:
        """Say nothing for so long, also after a restart."""
        until = moment(self._parts.clock.now_s()) + timedelta(minutes=minutes)
        self.board.sent = snooze(self.board.sent, until=until)
        await self.board.aside(partial(self.state.write_setting, SNOOZE_KEY, until.isoformat()))

    async def change_settings(self, values: Mapping[str, object]) -> FocusSettings:
        """Change some settings, and keep them.

        Raises:
            BadArgument: one is unknown, or has a value it does not take: then none is changed.
        """
        found = changed(self.board.settings, values)
        if isinstance(found, tuple):
            raise BadArgument(found[0].name, found[0].value, found[0].expected)
        written = json.dumps(asdict(found))
        await self.board.aside(partial(self.state.write_setting, FOCUS_SETTINGS_KEY, written))
        self.board.settings = found
        return found

    def _built(self) -> tuple[Loop, ...]:
        board, parts, state, diary = self.board, self._parts, self.state, self._diary
        notify = NotifyLoop(board, parts.clock, state=state, diary=diary, hub=self.hub)
        notify.notifier, notify.lang = parts.notifier, self.context.settings.language
        return (
            LeadLoop(board, parts.clock, state=state, owner=parts.owner, is_gone=parts.is_gone),
            CameraLoop(board, parts.clock, open_eye=parts.open_eye),
            PcLoop(board, parts.clock, open_source=parts.open_source),
            DecideLoop(board, parts.clock, asker=parts.asker, diary=diary, hub=self.hub),
            notify,
            KeepLoop(board, parts.clock, state=state, diary=diary),
        )
