"""When something is said, and when not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone

import pytest

from hakaru.focus.settings import (
    KINDS,
    WORDS,
    Notification,
    NotifySettings,
    Sent,
    after_sending,
    next_notification,
)
from hakaru.focus.states import FocusState
from hakaru.focus.timeline import Interval

T0 = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=9)))
SETTINGS = NotifySettings()
MINUTE = timedelta(minutes=1)


def lasted(*parts: tuple[FocusState, int]) -> list[Interval]:
    """States of so many minutes from T0 on."""
    found = []
    start = T0
    for state, minutes in parts:
        end = start + minutes * MINUTE
        found.append(Interval(state=state, started_at=start, ended_at=end))
        start = end
    return found


def told(
    intervals: list[Interval], *, minutes: int, settings: NotifySettings = SETTINGS
) -> list[tuple[int, str]]:
    """What is said when looked at every minute: (minute, kind)."""
    sent = Sent()
    notices: list[tuple[int, str]] = []
    for minute in range(minutes + 1):
        now = T0 + minute * MINUTE
        known = [
            replace(interval, ended_at=min(interval.ended_at, now))
            for interval in intervals
            if interval.started_at < now
        ]
        one = next_notification(known, sent, now=now, settings=settings)
        if one is not None:
            sent = after_sending(sent, one)
            notices.append((minute, one.kind))
    return notices


def test_two_drowsy_buckets_five_minutes_apart_are_told_once() -> None:
    intervals = lasted(("focused", 5), ("drowsy", 5), ("focused", 5), ("drowsy", 5))
    assert told(intervals, minutes=24) == [(10, "drowsy")]


def test_drowsy_is_told_again_after_its_cooldown() -> None:
    assert told(lasted(("drowsy", 40)), minutes=40) == [
        (5, "drowsy"),
        (20, "drowsy"),
        (35, "drowsy"),
    ]


def test_distraction_rests_for_twenty_minutes() -> None:
    assert told(lasted(("distracted", 30)), minutes=30) == [(5, "distracted"), (25, "distracted")]


def test_ninety_minutes_of_focus_are_worth_a_break() -> None:
    assert told(lasted(("focused", 130)), minutes=125) == [(90, "over_focus"), (120, "over_focus")]
    broken = lasted(("focused", 60), ("away", 5), ("focused", 80))
    assert told(broken, minutes=145) == []


def test_a_bucket_hardly_recorded_says_nothing() -> None:
    assert told(lasted(("drowsy", 2)), minutes=10) == []


def test_a_day_has_a_cap_which_the_next_day_does_not_know() -> None:
    few = replace(SETTINGS, most_per_day=2, drowsy_cooldown=timedelta(0))
    assert told(lasted(("drowsy", 60)), minutes=60, settings=few) == [(5, "drowsy"), (6, "drowsy")]
    sent = Sent(day=T0.date(), n_today=2)
    tomorrow = [
        Interval(
            state="drowsy", started_at=T0 + timedelta(hours=24), ended_at=T0 + timedelta(hours=25)
        )
    ]
    now = T0 + timedelta(hours=24, minutes=10)
    notification = next_notification(tomorrow, sent, now=now, settings=few)
    assert notification is not None
    assert after_sending(sent, notification).n_today == 1


DROWSY = lasted(("drowsy", 60))
NOW = T0 + 10 * MINUTE


def asked(
    settings: NotifySettings = SETTINGS, sent: Sent | None = None, *, meeting: bool = False
) -> bool:
    notification = next_notification(
        DROWSY, sent or Sent(), now=NOW, settings=settings, in_meeting=meeting
    )
    return notification is not None


def test_nothing_is_said_in_a_meeting_or_while_snoozed_or_off() -> None:
    assert asked()
    assert not asked(meeting=True)
    assert not asked(replace(SETTINGS, enabled=False))
    assert not asked(sent=Sent(snoozed_until=NOW + MINUTE))
    assert asked(sent=Sent(snoozed_until=NOW))


@pytest.mark.parametrize(
    ("start", "end", "silent"),
    [
        (time(9), time(10), True),
        (time(22), time(9, 30), True),
        (time(22), time(9, 10), False),
        (time(9, 10), time(9, 11), True),
        (time(10), time(11), False),
        (None, time(11), False),
    ],
)
def test_quiet_hours_are_local_and_may_span_midnight(
    start: time | None, end: time, *, silent: bool
) -> None:
    assert asked(replace(SETTINGS, quiet_from=start, quiet_until=end)) is not silent


def test_every_kind_has_words_and_a_cooldown() -> None:
    assert set(WORDS) == set(KINDS)
    for kind in KINDS:
        notification = Notification(kind=kind, at=datetime(2026, 1, 1, tzinfo=UTC))
        assert notification.text("en").isascii()
        assert notification.text("ja") != notification.text("en")
        assert SETTINGS.cooldown(kind) >= timedelta(minutes=15)
