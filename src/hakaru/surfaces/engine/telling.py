"""When is the person told something, and on which way?"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal, Protocol

from hakaru.focus.notify import Notification, Sent, after_sending, next_notification
from hakaru.focus.observe import in_meeting
from hakaru.focus.timeline import Interval, merge
from hakaru.store.focus import (
    SentNotification,
    read_intervals,
    read_notifications,
    write_notification,
)
from hakaru.store.state import State
from hakaru.surfaces.engine.board import Board
from hakaru.surfaces.engine.clock import Clock, moment
from hakaru.surfaces.engine.diary import Diary
from hakaru.surfaces.engine.health import OK, Part
from hakaru.surfaces.engine.hub import Hub

CHECKED_EVERY_S = 30.0

_log = logging.getLogger(__name__)


class Notifier(Protocol):
    """Shows something on the desktop."""

    async def show(self, text: str) -> bool:
        """Show it; False: this desktop cannot."""


class NotifyLoop:
    """Asks every half minute whether something is to be said, and says it."""

    part: Part = "notify"

    def __init__(self, board: Board, clock: Clock, *, state: State, diary: Diary, hub: Hub) -> None:
        self._board, self._clock, self._state = board, clock, state
        self._diary, self._hub = diary, hub
        self.notifier: Notifier | None = None
        self.lang: Literal["ja", "en"] = "ja"
        self._recalled = False

    async def step(self) -> float:
        """One question whether to say something."""
        now = moment(self._clock.now_s())
        if not self._recalled:
            self._board.sent = await self._board.aside(partial(self._recall, now))
            self._recalled = True
        if self._board.paused or not self._board.settings.notify_enabled:
            self._board.health.tell("notify", "paused" if self._board.paused else "off")
            return CHECKED_EVERY_S
        if self._board.health.codes()["notify"] in ("starting", "paused", "off", "fault"):
            self._board.health.tell("notify", OK)
        due = next_notification(
            await self._board.aside(partial(self._intervals, now)),
            self._board.sent,
            now=now.astimezone(),
            settings=self._board.settings.notify,
            in_meeting=in_meeting(self._board.pc),
        )
        if due is not None:
            await self._tell(due)
        return CHECKED_EVERY_S

    async def restart(self) -> None:
        """Nothing is open."""

    async def _tell(self, due: Notification) -> None:
        text = due.text(self.lang)
        self._board.sent = after_sending(self._board.sent, due)
        number = await self._board.aside(
            partial(write_notification, self._state, due.kind, text=text, sent_at=due.at)
        )
        told = {"type": "notification", "notification_type": due.kind, "id": number, "text": text}
        self._hub.publish(json.dumps(told, ensure_ascii=False))
        shown = self.notifier is not None and await self.notifier.show(text)
        self._board.health.tell("notify", OK if shown else "notify_missing")

    def _intervals(self, now: datetime) -> Sequence[Interval]:
        since = now - self._board.settings.notify.over_focus_after - timedelta(minutes=15)
        stored = read_intervals(self._state, start=since, end=now, origin="engine")
        last = self._diary.current
        return merge(stored if last is None else (*stored, last))

    def _recall(self, now: datetime) -> Sent:
        """Cool-downs and the cap of the day outlive a restart."""
        since = now - timedelta(days=2)
        told = read_notifications(self._state, start=since, end=now + timedelta(seconds=1))
        sent = Sent()
        for one in told:
            sent = after_sending(sent, _as_notification(one))
        return sent


def _as_notification(one: SentNotification) -> Notification:
    return Notification(kind=one.kind, at=one.sent_at.astimezone(UTC).astimezone())
