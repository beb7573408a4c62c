"""When is the person told something, and on which way?"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal, Protocol

from hakaru.core.errors import StoreError
from hakaru.focus.settings import Notification, Sent, after_sending, next_notification
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
MEETING_REMEMBERED_S = 300.0
"""Who looked something up during a meeting is still in it."""
SHOWN_WITHIN_S = 5.0

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
        silent = self._silent()
        if silent is not None:
            self._board.health.tell("notify", silent)
            return CHECKED_EVERY_S
        if self._board.health.codes()["notify"] != "notify_missing":
            self._board.health.tell("notify", OK)
        due = next_notification(
            await self._board.aside(partial(self._intervals, now)),
            replace(self._board.sent, snoozed_until=self._board.controls.snoozed_until),
            now=now.astimezone(),
            settings=self._board.settings.notify,
            in_meeting=self._in_meeting(),
        )
        if due is not None:
            await self._tell(due)
        return CHECKED_EVERY_S

    async def restart(self) -> None:
        """Nothing is open."""

    def _silent(self) -> str | None:
        """Why nothing is said; None: something may be."""
        if self._board.paused:
            return "paused"
        if not self._board.leading:
            return "starting" if self._board.leading is None else "follows"
        return None if self._board.settings.notify_enabled else "off"

    def _in_meeting(self) -> bool:
        met_s = self._board.met_s
        return met_s is not None and 0.0 <= self._clock.now_s() - met_s <= MEETING_REMEMBERED_S

    async def _tell(self, due: Notification) -> None:
        text = due.text(self.lang)
        self._board.sent = after_sending(self._board.sent, due)
        number: int | None = None
        try:
            number = await self._board.aside(
                partial(write_notification, self._state, due.kind, text=text, sent_at=due.at)
            )
        except StoreError as exc:
            _log.warning("%s", exc)
        message = {
            "type": "notification",
            "notification_type": due.kind,
            "id": number,
            "text": text,
        }
        self._hub.publish(json.dumps(message, ensure_ascii=False))
        self._board.health.tell("notify", OK if await self._shown(text) else "notify_missing")

    async def _shown(self, text: str) -> bool:
        """A desktop that does not answer holds nothing up."""
        if self.notifier is None:
            return False
        try:
            async with asyncio.timeout(SHOWN_WITHIN_S):
                return await self.notifier.show(text)
        except TimeoutError:
            return False
        except Exception:
            _log.exception("the desktop shows nothing")
            return False

    def _intervals(self, now: datetime) -> Sequence[Interval]:
        since = now - self._board.settings.notify.over_focus_after - timedelta(minutes=15)
        stored = read_intervals(self._state, start=since, end=now, origin="engine")
        last = self._diary.current
        return merge(stored if last is None else (*stored, last))

    def _recall(self, now: datetime) -> Sent:
        """Cool-downs and the cap of the day outlive a restart."""
        since = now - timedelta(days=2)
        notifications = read_notifications(self._state, start=since, end=now + timedelta(seconds=1))
        sent = Sent()
        for notification in notifications:
            sent = after_sending(sent, _as_notification(notification))
        return sent


def _as_notification(notification: SentNotification) -> Notification:
    return Notification(
        kind=notification.kind, at=notification.sent_at.astimezone(UTC).astimezone()
    )
