"""What the user chose about watching and being notified, and when a notification is due.

From the last five minutes of what was shown, and only while the state lasts. Each kind has its
cool-down; nothing is said while snoozed, in quiet hours, outside the time set as work, in a
meeting, or beyond the cap of a day. The limits are the user's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime, time, timedelta
from typing import Literal, get_args

from hakaru.core.i18n import N_, Lang, Message, message, translate
from hakaru.focus.categories import Permissions
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import BUCKET, Interval, buckets
from hakaru.records import frozen

NotificationKind = Literal["drowsy", "distracted", "over_focus", "pomodoro", "eye_break"]
KINDS: tuple[NotificationKind, ...] = get_args(NotificationKind)

WORDS: Mapping[NotificationKind, str] = {
    "drowsy": N_("Signs of sleepiness for a while. How about standing up for a break?"),
    "distracted": N_("Attention has been elsewhere for a while. Pick the one thing to do now?"),
    "over_focus": N_("A long stretch of focus. Time to rest eyes and body."),
    "pomodoro": N_("A round of focus is complete. Five minutes away from the desk?"),
    "eye_break": N_(
        "No look away from the screen for a while. Rest your eyes on something far for 20 seconds?"
    ),
}
_STATE_OF: Mapping[NotificationKind, FocusState] = {"drowsy": "drowsy", "distracted": "distracted"}
_MOSTLY = 0.9
LEAST_COOLDOWN = timedelta(minutes=15)
STILL_WITHIN = timedelta(seconds=5)
"""A state that was written down last so long ago is on still."""


@frozen
class NotifySettings:
    """What the user chose. Quiet hours are local and may span midnight; None: there are none.
    `pomodoro` and `eye_break_after` of 0: not wanted."""

    enabled: bool = True
    drowsy_cooldown: timedelta = timedelta(minutes=15)
    distracted_cooldown: timedelta = timedelta(minutes=20)
    over_focus_cooldown: timedelta = timedelta(minutes=30)
    over_focus_after: timedelta = timedelta(minutes=90)
    quiet_from: time | None = None
    quiet_until: time | None = None
    most_per_day: int = 8
    pomodoro: timedelta = timedelta(0)
    eye_break_after: timedelta = timedelta(0)

    def cooldown(self, kind: NotificationKind) -> timedelta:
        """How long a kind rests after it was sent."""
        return {
            "drowsy": self.drowsy_cooldown,
            "distracted": self.distracted_cooldown,
            "over_focus": self.over_focus_cooldown,
            "pomodoro": max(self.pomodoro, LEAST_COOLDOWN),
            "eye_break": max(self.eye_break_after, LEAST_COOLDOWN),
        }[kind]

    def after(self, kind: NotificationKind) -> timedelta:
        """For how long its state has to last; 0 for a kind that is switched off."""
        return {
            "drowsy": BUCKET,
            "distracted": BUCKET,
            "over_focus": self.over_focus_after,
            "pomodoro": self.pomodoro,
            "eye_break": self.eye_break_after,
        }[kind]


@frozen
class Sent:
    """What was sent so far: the last time per kind, how many on `day`, and until when to be
    silent."""

    last_at: Mapping[NotificationKind, datetime] = field(default_factory=dict)
    day: date | None = None
    n_today: int = 0
    snoozed_until: datetime | None = None


@frozen
class Notification:
    """Something to tell the user now."""

    kind: NotificationKind
    at: datetime

    def text(self, lang: Lang) -> str:
        """What is said."""
        return translate(WORDS[self.kind], lang)


def next_notification(
    intervals: Sequence[Interval],
    sent: Sent,
    *,
    now: datetime,
    settings: NotifySettings,
    in_meeting: bool = False,
    unrested: timedelta | None = None,
) -> Notification | None:
    """What to tell now; None: nothing. `now` is local, and its zone decides days and hours.

    `unrested`: for how long the eyes did not leave the screen; None: not known.
    """
    if in_meeting or not settings.enabled or _silent(sent, now=now, settings=settings):
        return None
    for kind in KINDS:
        last = sent.last_at.get(kind)
        rested = last is None or now - last >= settings.cooldown(kind)
        tired = kind != "eye_break" or (
            unrested is not None and unrested >= settings.eye_break_after
        )
        if rested and tired and _holds(kind, intervals, now=now, settings=settings):
            return Notification(kind=kind, at=now)
    return None


def after_sending(sent: Sent, notification: Notification) -> Sent:
    """What was sent, with this one."""
    day = notification.at.date()
    return replace(
        sent,
        last_at={**sent.last_at, notification.kind: notification.at},
        day=day,
        n_today=sent.n_today + 1 if sent.day == day else 1,
    )


def _silent(sent: Sent, *, now: datetime, settings: NotifySettings) -> bool:
    if sent.snoozed_until is not None and now < sent.snoozed_until:
        return True
    if (sent.n_today if sent.day == now.date() else 0) >= settings.most_per_day:
        return True
    start, end = settings.quiet_from, settings.quiet_until
    if start is None or end is None:
        return False
    clock = now.timetz().replace(tzinfo=None)
    return start <= clock < end if start <= end else clock >= start or clock < end


def _holds(
    kind: NotificationKind,
    intervals: Sequence[Interval],
    *,
    now: datetime,
    settings: NotifySettings,
) -> bool:
    """Whether it was so for long enough, and is so still: nobody is told of what has ended."""
    n = settings.after(kind) // BUCKET
    state = _STATE_OF.get(kind, "focused")
    if n < 1 or not _lasts(intervals, state, now=now):
        return False
    last = buckets(intervals, start=now - n * BUCKET, end=now)
    if n == 1:
        return last[0].seconds.get(state, 0.0) >= _MOSTLY * BUCKET.total_seconds()
    return all(
        bucket.state == state and bucket.covered_s >= _MOSTLY * BUCKET.total_seconds()
        for bucket in last
    )


def _lasts(intervals: Sequence[Interval], state: FocusState, *, now: datetime) -> bool:
    return any(
        interval.state == state
        and interval.started_at <= now
        and interval.ended_at >= now - STILL_WITHIN
        for interval in intervals
    )


@frozen
class FocusSettings:
    """Everything that can be set while the engine runs. `quiet_*` as "22:30"; None: no quiet hours.

    `model_enabled`: whether the model that is configured may be asked about open states.
    `work_days` as "1-5" or "1,3,5" (1: Monday) with `work_from` and `work_until` are the time set
    as work; None in any of them: all the time is. `titles_allowed`, `domains_allowed`: whether the
    title of a window and the site in front may be looked at, to know what they are for. A goal, a
    pomodoro (in steps of five minutes) or an eye break of 0 is switched off.
    """

    camera_enabled: bool = True
    camera_index: int = 0
    model_enabled: bool = True
    notify_enabled: bool = True
    drowsy_cooldown_min: int = 15
    distracted_cooldown_min: int = 20
    over_focus_cooldown_min: int = 30
    over_focus_after_min: int = 90
    quiet_from: str | None = None
    quiet_until: str | None = None
    most_per_day: int = 8
    keep_days: int = 400
    work_days: str | None = "1-5"
    work_from: str | None = "09:00"
    work_until: str | None = "18:00"
    nudge_outside_work: bool = False
    titles_allowed: bool = False
    domains_allowed: bool = False
    goal_focus_min: int = 0
    pomodoro_min: int = 0
    eye_break_after_min: int = 0

    @property
    def permissions(self) -> Permissions:
        """What may be looked at beside the name of the application."""
        return Permissions(domains=self.domains_allowed, titles=self.titles_allowed)

    def is_work_time(self, local: datetime) -> bool:
        """Whether a local time is set as work. A time that spans midnight belongs to the day on
        which it begins."""
        start, end, days = _clock(self.work_from), _clock(self.work_until), days_of(self.work_days)
        if start is None or end is None or days is None:
            return True
        clock, weekday = local.timetz().replace(tzinfo=None), local.isoweekday()
        if start <= end:
            return weekday in days and start <= clock < end
        yesterday = weekday - 1 or 7
        return (weekday in days and clock >= start) or (yesterday in days and clock < end)

    @property
    def notify(self) -> NotifySettings:
        """What concerns notifications."""
        return NotifySettings(
            enabled=self.notify_enabled,
            drowsy_cooldown=timedelta(minutes=self.drowsy_cooldown_min),
            distracted_cooldown=timedelta(minutes=self.distracted_cooldown_min),
            over_focus_cooldown=timedelta(minutes=self.over_focus_cooldown_min),
            over_focus_after=timedelta(minutes=self.over_focus_after_min),
            quiet_from=_clock(self.quiet_from),
            quiet_until=_clock(self.quiet_until),
            most_per_day=self.most_per_day,
            pomodoro=timedelta(minutes=self.pomodoro_min),
            eye_break_after=timedelta(minutes=self.eye_break_after_min),
        )


@frozen
class WrongSetting:
    """A setting that was not taken, its value, and what it takes."""

    name: str
    value: object
    expected: Message


_WHOLE: Mapping[str, tuple[int, int]] = {
    "camera_index": (0, 63),
    "drowsy_cooldown_min": (1, 1440),
    "distracted_cooldown_min": (1, 1440),
    "over_focus_cooldown_min": (1, 1440),
    "over_focus_after_min": (5, 1440),
    "most_per_day": (0, 1000),
    "keep_days": (1, 36_500),
    "goal_focus_min": (0, 1440),
    "pomodoro_min": (0, 240),
    "eye_break_after_min": (0, 240),
}
_CLOCKS = ("quiet_from", "quiet_until", "work_from", "work_until")
_NAMES = tuple(field.name for field in dataclasses.fields(FocusSettings))


def changed(
    settings: FocusSettings, values: Mapping[str, object]
) -> FocusSettings | tuple[WrongSetting, ...]:
    """The settings with some changed; or, where any value is wrong, all that are."""
    wrong = tuple(
        WrongSetting(name=name, value=value, expected=expected)
        for name, value in values.items()
        if (expected := _expected(name, value)) is not None
    )
    return wrong or dataclasses.replace(settings, **values)  # type: ignore[arg-type]


def readable(values: Mapping[str, object]) -> FocusSettings:
    """Settings as they were stored; one that is not understood is as it was in the beginning, and
    changes no other: a camera that was switched off stays so."""
    good = {name: value for name, value in values.items() if _expected(name, value) is None}
    return dataclasses.replace(FocusSettings(), **good)  # type: ignore[arg-type]


def _expected(name: str, value: object) -> Message | None:
    """What a setting takes; None: it takes this value."""
    if name not in _NAMES:
        return message("a setting; known are {names}", names=", ".join(_NAMES))
    if name in _WHOLE:
        low, high = _WHOLE[name]
        whole = isinstance(value, int) and not isinstance(value, bool)
        return (
            None
            if whole and isinstance(value, int) and low <= value <= high
            else (message("a whole number between {low} and {high}", low=low, high=high))
        )
    if name in _CLOCKS:
        good = value is None or (isinstance(value, str) and _clock(value) is not None)
        return None if good else message("a time of the day as 22:30, or nothing")
    if name == "work_days":
        good = value is None or (isinstance(value, str) and days_of(value) is not None)
        return None if good else message("days as 1-5 or 1,3,5 (1: Monday), or nothing")
    return None if isinstance(value, bool) else message("true or false")


def days_of(written: str | None) -> frozenset[int] | None:
    """Days of the week, 1 = Monday, of "1-5" or "1,3,6-7"; None: no days."""
    days: set[int] = set()
    for part in (written or "").replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        last = last if dash else first
        if not (len(first) == len(last) == 1 and first in "1234567" and first <= last <= "7"):
            return None
        days |= set(range(int(first), int(last) + 1))
    return frozenset(days)


def _clock(written: str | None) -> time | None:
    try:
        return None if written is None else time.fromisoformat(written).replace(tzinfo=None)
    except ValueError:
        return None
