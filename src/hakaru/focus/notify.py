"""When is a person told something, and when not?

From whole five-minute buckets of what was shown. Each kind has its cool-down; nothing is said while
snoozed, in quiet hours, in a meeting, or beyond the cap of a day. The limits are the user's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Literal, get_args

from hakaru.focus.timeline import BUCKET, Bucket, Interval, buckets

NotificationKind = Literal["drowsy", "distracted", "over_focus"]
KINDS: tuple[NotificationKind, ...] = get_args(NotificationKind)

WORDS: Mapping[NotificationKind, tuple[str, str]] = {
    "drowsy": (
        "眠気のサインが続いています。少し立って休みませんか。",
        "Signs of sleepiness for a while. How about standing up for a break?",
    ),
    "distracted": (
        "注意がそれている時間が続いています。いま取り組むことを一つ選びませんか。",
        "Attention has been elsewhere for a while. Pick the one thing to do now?",
    ),
    "over_focus": (
        "長い間集中が続いています。目と体を休める頃合いです。",
        "A long stretch of focus. Time to rest eyes and body.",
    ),
}
_MOSTLY = 0.5


@dataclass(frozen=True, kw_only=True)
class NotifySettings:
    """What the user chose. Quiet hours are local and may span midnight; None: there are none."""

    enabled: bool = True
    drowsy_cooldown: timedelta = timedelta(minutes=15)
    distracted_cooldown: timedelta = timedelta(minutes=20)
    over_focus_cooldown: timedelta = timedelta(minutes=30)
    over_focus_after: timedelta = timedelta(minutes=90)
    quiet_from: time | None = None
    quiet_until: time | None = None
    most_per_day: int = 8

    def cooldown(self, kind: NotificationKind) -> timedelta:
        """How long a kind rests after it was sent."""
        return {
            "drowsy": self.drowsy_cooldown,
            "distracted": self.distracted_cooldown,
            "over_focus": self.over_focus_cooldown,
        }[kind]


@dataclass(frozen=True, kw_only=True)
class Sent:
    """What was sent so far: the last time per kind, how many on `day`, and until when to be
    silent."""

    last_at: Mapping[NotificationKind, datetime] = field(default_factory=dict)
    day: date | None = None
    n_today: int = 0
    snoozed_until: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Notification:
    """Something to tell the user now."""

    kind: NotificationKind
    at: datetime

    def text(self, lang: Literal["ja", "en"]) -> str:
        """What is said."""
        return WORDS[self.kind][0 if lang == "ja" else 1]


def next_notification(
    intervals: Sequence[Interval],
    sent: Sent,
    *,
    now: datetime,
    settings: NotifySettings,
    in_meeting: bool = False,
) -> Notification | None:
    """What to tell now; None: nothing. `now` is local, and its zone decides days and hours."""
    if in_meeting or not settings.enabled or _silent(sent, now=now, settings=settings):
        return None
    for kind in KINDS:
        last = sent.last_at.get(kind)
        rested = last is None or now - last >= settings.cooldown(kind)
        if rested and _holds(kind, intervals, now=now, settings=settings):
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
    n = settings.over_focus_after // BUCKET if kind == "over_focus" else 1
    state = "focused" if kind == "over_focus" else kind
    last = _whole_buckets(intervals, now=now, n=max(1, n))
    return all(bucket.state == state and bucket.covered_s >= _covered_s(bucket) for bucket in last)


def _covered_s(bucket: Bucket) -> float:
    return _MOSTLY * (bucket.ended_at - bucket.started_at).total_seconds()


def _whole_buckets(intervals: Sequence[Interval], *, now: datetime, n: int) -> tuple[Bucket, ...]:
    """The last n whole buckets of the clock before now."""
    width_s = BUCKET.total_seconds()
    end = datetime.fromtimestamp(now.timestamp() // width_s * width_s, tz=now.tzinfo)
    return buckets(intervals, start=end - n * BUCKET, end=end)
