"""What the user wants to be watched, and which process watches; in `state.sqlite`.

Settings and a pause hold for every process of a data folder. One of them has the lease to watch;
and each that opens a camera writes that down before, and takes it back after it has closed it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

from hakaru.focus.settings import FocusSettings, readable
from hakaru.store.state import State

CAMERA_LEASE = "camera"
"""The right to watch, of one process of a data folder."""
PAUSED = ""
"""Instead of the owner of a lease: nobody may have it, since watching is paused."""
_SETTINGS, _PAUSED, _SNOOZED = "focus.settings", "focus.paused_at", "focus.snoozed_until"
_EYE = "eye "
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Controls:
    """What the user wants of every process that watches, and which of them may be watching.

    `paused_at` None: not paused. `holder` has the lease to watch (None: nobody), until `held_until`
    or, where it did not let go, longer. `eyes` are the processes that may have a camera open.
    """

    settings: FocusSettings
    paused_at: datetime | None = None
    snoozed_until: datetime | None = None
    holder: str | None = None
    held_until: datetime | None = None
    eyes: tuple[str, ...] = ()


def read_controls(state: State) -> Controls:
    """What holds now, as one; quick enough to be asked several times a second."""
    with state.reading() as con:
        con.execute("BEGIN")
        leases = con.execute("SELECT name, owner, until FROM focus_lease ORDER BY name").fetchall()
        written = dict(con.execute("SELECT key, value FROM settings WHERE key LIKE 'focus.%'"))
    held = next((row for row in leases if row[0] == CAMERA_LEASE), None)
    return Controls(
        settings=_settings(written.get(_SETTINGS)),
        paused_at=_moment(written.get(_PAUSED)) or (_LONG_AGO if _PAUSED in written else None),
        snoozed_until=_moment(written.get(_SNOOZED)),
        holder=None if held is None else str(held[1]),
        held_until=None if held is None else _moment(held[2]),
        eyes=tuple(str(row[1]) for row in leases if row[0].startswith(_EYE)),
    )


def change_settings(
    state: State, change: Callable[[FocusSettings], FocusSettings]
) -> FocusSettings:
    """Change what is stored, as it is at this moment: two programs undo nothing of each other's."""
    with state.session() as con:
        made = change(_settings(_written(con, _SETTINGS)))
        _write(con, _SETTINGS, json.dumps(asdict(made)))
    return made


def pause_watching(state: State, *, now: datetime) -> None:
    """Have no process watch from now on, until `resume_watching`; who starts later does not."""
    with state.session() as con:
        if _written(con, _PAUSED) is None:
            _write(con, _PAUSED, _utc_text(now))


def resume_watching(state: State) -> None:
    """Let one process watch again."""
    with state.session() as con:
        con.execute("DELETE FROM settings WHERE key = ?", [_PAUSED])


def snooze_notifications(state: State, *, until: datetime) -> None:
    """Have no process notify before a time."""
    with state.session() as con:
        _write(con, _SNOOZED, _utc_text(until))


def begin_looking(state: State, *, owner: str, now: datetime) -> bool:
    """Write down that a process opens a camera, before it does; `end_looking` takes it back.

    False: it must not, since watching is paused or the camera was switched off. Whoever pauses
    afterwards finds it written, so that nobody is told "paused" while it is open.
    """
    with state.session() as con:
        paused = _written(con, _PAUSED) is not None
        if paused or not _settings(_written(con, _SETTINGS)).camera_enabled:
            return False
        con.execute(
            "INSERT OR REPLACE INTO focus_lease VALUES (?, ?, ?)",
            [f"{_EYE}{owner}", owner, _utc_text(now)],
        )
    return True


def end_looking(state: State, *, owner: str) -> None:
    """Write down that a process has its camera closed."""
    release_lease(state, f"{_EYE}{owner}", owner=owner)


def take_lease(
    state: State, name: str, *, owner: str, now: datetime, lasts: timedelta
) -> str | None:
    """Own something (the camera) alone for a while; None: it is ours now, else who has it, or
    PAUSED.

    The owner may take it again before it ends, and keeps it so. One that ends later than it could
    was taken before the clock was set back, and holds no more.
    """
    with state.session() as con:
        if _written(con, _PAUSED) is not None:
            return PAUSED
        row = con.execute(
            "SELECT owner FROM focus_lease "
            "WHERE name = ? AND owner <> ? AND until > ? AND until <= ?",
            [name, owner, _utc_text(now), _utc_text(now + lasts)],
        ).fetchone()
        if row is not None:
            return str(row[0])
        con.execute(
            "INSERT OR REPLACE INTO focus_lease VALUES (?, ?, ?)",
            [name, owner, _utc_text(now + lasts)],
        )
    return None


def release_lease(state: State, name: str, *, owner: str) -> None:
    """Own it no longer; what another one owns stays with that one."""
    with state.session() as con:
        con.execute("DELETE FROM focus_lease WHERE name = ? AND owner = ?", [name, owner])


def _written(con: sqlite3.Connection, key: str) -> str | None:
    row = con.execute("SELECT value FROM settings WHERE key = ?", [key]).fetchone()
    return None if row is None else str(row[0])


def _write(con: sqlite3.Connection, key: str, value: str) -> None:
    con.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [key, value])


def _settings(written: str | None) -> FocusSettings:
    """As stored; what cannot be read is as it was in the beginning."""
    try:
        values = json.loads(written) if written else {}
    except ValueError:
        return FocusSettings()
    return readable(values) if isinstance(values, dict) else FocusSettings()


def _moment(written: str | None) -> datetime | None:
    """None: nothing is written there, or no time."""
    try:
        moment = None if written is None else datetime.fromisoformat(written)
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _utc_text(moment: datetime) -> str:
    """An aware time as sortable UTC text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
