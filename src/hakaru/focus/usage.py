"""What do readings of the computer's counters amount to? From readings to a snapshot.

A reading holds running totals and never what was typed. Totals that fall (a source was restarted)
begin a new count; a reading whose time is not after the last one is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from hakaru.focus.rules import IDLE_S
from hakaru.focus.signals import PcSnapshot, app_name

RATE_WINDOW_S = 60.0
SWITCH_WINDOW_S = 30.0
_APPS_KEPT = 10


@dataclass(frozen=True, kw_only=True)
class PcReading:
    """The counters at one time. None: this system does not tell.

    `keys` and `mouse` are running totals of key presses and of clicks, wheel steps and moves;
    `idle_s` seconds since the last input of any kind.
    """

    at_s: float
    app: str | None = None
    idle_s: float | None = None
    keys: int | None = None
    mouse: int | None = None
    screen_locked: bool | None = None
    in_call: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What is remembered between readings: those of the last minute, in order of time, when keys
    and mouse were used last, and how much there was since the beginning."""

    readings: tuple[PcReading, ...] = ()
    last_key_s: float | None = None
    last_mouse_s: float | None = None
    keys: int = 0
    mouse: int = 0


def note(usage: Usage, reading: PcReading) -> Usage:
    """What is remembered after one more reading."""
    reading = replace(reading, app=app_name(reading.app))
    if usage.readings and reading.at_s <= usage.readings[-1].at_s:
        if usage.readings[-1].at_s - reading.at_s < RATE_WINDOW_S:
            return usage
        usage = Usage()  # the clock was set back
    last = usage.readings[-1] if usage.readings else None
    keys = 0 if last is None else _gain(last.keys, reading.keys)
    mouse = 0 if last is None else _gain(last.mouse, reading.mouse)
    readings = [
        earlier for earlier in usage.readings if earlier.at_s >= reading.at_s - RATE_WINDOW_S
    ]
    return replace(
        usage,
        readings=(*readings, reading),
        keys=usage.keys + keys,
        mouse=usage.mouse + mouse,
        last_key_s=reading.at_s if keys else usage.last_key_s,
        last_mouse_s=reading.at_s if mouse else usage.last_mouse_s,
    )


def summarise_usage(usage: Usage) -> PcSnapshot | None:
    """The snapshot at the last reading; None: there is none."""
    if not usage.readings:
        return None
    now = usage.readings[-1]
    watched_s = now.at_s - usage.readings[0].at_s
    snapshot = PcSnapshot(
        timestamp=now.at_s,
        active_app=now.app,
        idle_seconds=now.idle_s,
        is_idle=None if now.idle_s is None else now.idle_s > IDLE_S,
        screen_locked=now.screen_locked,
        in_call=now.in_call,
        seconds_since_last_keyboard=_since_s(now, usage.last_key_s, now.keys),
        seconds_since_last_mouse=_since_s(now, usage.last_mouse_s, now.mouse),
    )
    return _with_apps(_with_counts(snapshot, usage, watched_s=watched_s), usage)


def _with_counts(snapshot: PcSnapshot, usage: Usage, *, watched_s: float) -> PcSnapshot:
    keys = _window_gain([reading.keys for reading in usage.readings])
    mouse = _window_gain([reading.mouse for reading in usage.readings])
    keys_rate = _per_min(keys, watched_s)
    mouse_rate = _per_min(mouse, watched_s)
    return replace(
        snapshot,
        keyboard_events_total=None if keys is None else usage.keys,
        mouse_events_total=None if mouse is None else usage.mouse,
        keyboard_events_in_window=keys,
        mouse_events_in_window=mouse,
        keyboard_events_per_min=keys_rate,
        mouse_events_per_min=mouse_rate,
        keyboard_rate_window=keys_rate,
        mouse_rate_window=mouse_rate,
    )


def _with_apps(snapshot: PcSnapshot, usage: Usage) -> PcSnapshot:
    now = usage.readings[-1]
    apps = [reading.app for reading in usage.readings if reading.at_s >= now.at_s - SWITCH_WINDOW_S]
    named_apps = [app for app in apps if app is not None]
    if not named_apps:
        return snapshot
    visits = [named_apps[0]]
    for app in named_apps[1:]:
        if app != visits[-1]:
            visits.append(app)
    return replace(
        snapshot,
        app_switches_in_window=len(visits) - 1,
        unique_apps_in_window=len(set(visits)),
        app_history_window=tuple(visits[-_APPS_KEPT:]),
    )


def _gain(before: int | None, after: int | None) -> int:
    """How much a total grew; a total that fell began anew."""
    if before is None or after is None:
        return 0
    return after - before if after >= before else after


def _window_gain(totals: Sequence[int | None]) -> int | None:
    counts = [total for total in totals if total is not None]
    if len(counts) < 2:
        return None
    return sum(_gain(earlier, later) for earlier, later in pairwise(counts))


def _per_min(count: int | None, watched_s: float) -> float | None:
    """A rate of the time really watched: half a minute of typing is not half as much typing."""
    if count is None or watched_s < 5.0:
        return None
    return 60.0 * count / watched_s


def _since_s(now: PcReading, last_s: float | None, total: int | None) -> float | None:
    """None where it is not counted; not less than the time without any input."""
    if total is None or last_s is None:
        return None
    return max(now.at_s - last_s, now.idle_s or 0.0)
