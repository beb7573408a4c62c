"""What the user wants to be watched: settings and pause, for every process of a data folder.

They lie in the state file, and whoever watches reads them several times a second. A pause counts as
done when no process has the lease or a camera open any more, not when it was asked for.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.flows.context import Context
from hakaru.focus.settings import FocusSettings, changed
from hakaru.store.focus import (
    Controls,
    Response,
    change_settings,
    pause_watching,
    read_controls,
    respond,
    resume_watching,
    snooze_notifications,
)
from hakaru.store.jobs import label_is_gone, process_of
from hakaru.store.state import State

Pause = Literal["no", "pausing", "paused", "unanswered"]
"""`pausing`: asked for, and a process may still look; `unanswered`: for longer than it should."""

SNOOZE_MIN = 30
PAUSED_WITHIN = timedelta(seconds=3)
"""A process that watches lets go within a second; after this, something is amiss."""
_WAITED_S, _POLLED_S = 2.0, 0.05
_SWITCHES: Mapping[str, bool] = {"on": True, "true": True, "off": False, "false": False}


@dataclass(frozen=True, kw_only=True)
class Watching:
    """Whether something may be looking at the person.

    `watcher` is the process that watches, or that a pause waits for; None: there is none.
    """

    pause: Pause
    paused_at: datetime | None
    watcher: str | None
    camera_open: bool


@dataclass(frozen=True, kw_only=True)
class FocusSettingsResult:
    """The settings as they are now. `changed` None: none was to be changed."""

    settings: FocusSettings
    changed: str | None

    @property
    def reply(self) -> Mapping[str, object]:
        """Every setting by its name."""
        return {"changed": self.changed, "settings": dataclasses.asdict(self.settings)}


def watching_of(controls: Controls, *, now: datetime, is_gone: Callable[[str], bool]) -> Watching:
    """Whether something may be looking; a process that has ended (`is_gone`) does not."""
    eyes = [owner for owner in controls.eyes if not is_gone(owner)]
    leads = controls.holder is not None and not is_gone(controls.holder)
    owners = [*([controls.holder] if leads and controls.holder else ()), *eyes]
    pause: Pause = "no"
    if controls.paused_at is not None:
        in_time = timedelta(0) <= now - controls.paused_at <= PAUSED_WITHIN
        pause = "paused" if not owners else "pausing" if in_time else "unanswered"
    elif not eyes and (controls.held_until is None or controls.held_until <= now):
        owners = []
    return Watching(
        pause=pause,
        paused_at=controls.paused_at,
        watcher=process_of(owners[0]) if owners else None,
        camera_open=bool(eyes),
    )


def read_watching(context: Context) -> Watching:
    """Whether something may be looking now."""
    state = State(context.data_folder)
    state.prepare()
    is_gone = partial(label_is_gone, context.data_folder)
    return watching_of(read_controls(state), now=context.now(), is_gone=is_gone)


def read_focus_settings(context: Context) -> FocusSettings:
    """The choices; what cannot be read is as it was in the beginning."""
    state = State(context.data_folder)
    state.prepare()
    return read_controls(state).settings


def write_focus_settings(context: Context, values: Mapping[str, object]) -> FocusSettings:
    """Change some choices, also for what is watching now.

    Raises:
        BadArgument: one is unknown, or has a value it does not take: then none is changed.
    """
    return change_settings(State(context.data_folder), partial(with_changes, values=values))


def with_changes(settings: FocusSettings, *, values: Mapping[str, object]) -> FocusSettings:
    """The settings with some changed. Raises BadArgument for the first that cannot be."""
    made = changed(settings, values)
    if isinstance(made, tuple):
        raise BadArgument(made[0].name, made[0].value, made[0].expected)
    return made


def pause_focus(context: Context) -> Watching:
    """Have no process watch, and wait a moment for the one that did to let go of the camera."""
    pause_watching(State(context.data_folder), now=context.now())
    return _settled(context)


def resume_focus(context: Context) -> Watching:
    """Let watching go on, in whichever process is there for it."""
    resume_watching(State(context.data_folder))
    return read_watching(context)


def focus_settings(context: Context, *, name: str | None, value: str | None) -> FocusSettingsResult:
    """The settings; with a name and a value, after one of them was changed.

    Raises:
        BadArgument: the setting takes no such value, or none was given.
    """
    if name is None:
        return FocusSettingsResult(settings=read_focus_settings(context), changed=None)
    if value is None:
        raise BadArgument("value", None, "what the setting is to be")
    made = write_focus_settings(context, {name: _parsed(value)})
    return FocusSettingsResult(settings=made, changed=name)


def answer_notification(
    context: Context, number: int, *, response: Response, snoozed_min: int = SNOOZE_MIN
) -> bool:
    """Keep what the user did with a notification; `snoozed`: none follow for a while, from no
    process. False: there is no such notification."""
    state = State(context.data_folder)
    if not respond(state, number, response=response):
        return False
    if response == "snoozed":
        snooze_notifications(state, until=context.now() + timedelta(minutes=snoozed_min))
    return True


def _settled(context: Context) -> Watching:
    """What the processes that watch made of a pause, within a moment."""
    deadline_s = time.monotonic() + _WAITED_S
    watching = read_watching(context)
    while watching.pause != "paused" and time.monotonic() < deadline_s:
        time.sleep(_POLLED_S)
        watching = read_watching(context)
    return watching


def _parsed(value: str) -> object:
    """A value as it is typed: on, off, 30, 22:30, none. What is none of these stays as it is."""
    text = value.strip()
    if text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    if text.lower() in ("none", "null", ""):
        return None
    try:
        return int(text)
    except ValueError:
        return text
