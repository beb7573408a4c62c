"""Attention in `state.sqlite`: decisions, choices, corrections, what was in front, who watches.

In `state.sqlite`. Snapshots of a minute are one compressed piece of JSON lines, the form of a
recorded file, so that history can be scored again; a full minute is a few hundred bytes.

Settings and a pause hold for every process of a data folder. One of them has the lease to watch;
and each that opens a camera writes that down before, and takes it back after it has closed it.

Names of applications and what they are for; no title and no address is ever among it.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Literal

from hakaru.focus.categories import CATEGORIES, Category
from hakaru.focus.corrections import CODES_MOST, Correction
from hakaru.focus.settings import KINDS, FocusSettings, NotificationKind, readable
from hakaru.focus.states import STATES, FocusState
from hakaru.focus.timeline import Interval, Record, read_record, record_line
from hakaru.records import frozen
from hakaru.store.state import State, utc_text

CAMERA_LEASE = "camera"
"""The right to watch, of one process of a data folder."""
PAUSED = ""
"""Instead of the owner of a lease: nobody may have it, since watching is paused."""
_SETTINGS, _PAUSED, _SNOOZED = "focus.settings", "focus.paused_at", "focus.snoozed_until"
_EYE = "eye "
_HERE, _STOP = "focus.here ", "focus.stop "
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@frozen
class Presence:
    """A process that is there to watch, as it said of itself when it began.

    `inside`: it is a server, of which watching is a part. `tied`: it ends with the server that
    started it. `camera` False: it opens none, whatever the settings say.
    """

    owner: str
    since: datetime
    inside: bool = False
    tied: bool = False
    camera: bool = True


@frozen
class Controls:
    """What the user wants of every process that watches, and which of them may be watching.

    `paused_at` None: not paused. `holder` has the lease to watch (None: nobody), until `held_until`
    or, where it did not let go, longer. `eyes` are the processes that may have a camera open.
    `present` are those that said they are there; `to_end` those that are to end.
    """

    settings: FocusSettings
    paused_at: datetime | None = None
    snoozed_until: datetime | None = None
    holder: str | None = None
    held_until: datetime | None = None
    eyes: tuple[str, ...] = ()
    present: tuple[Presence, ...] = ()
    to_end: frozenset[str] = frozenset()


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
        present=tuple(_presences(written)),
        to_end=frozenset(name.removeprefix(_STOP) for name in written if name.startswith(_STOP)),
    )


def announce(state: State, presence: Presence) -> None:
    """Write down that a process is there to watch; `withdraw` takes it back."""
    values = {**asdict(presence), "since": utc_text(presence.since)}
    with state.session() as con:
        _write(con, f"{_HERE}{presence.owner}", json.dumps(values))


def withdraw(state: State, *, owner: str) -> None:
    """Write down that a process is there no more, and forget that it was to end."""
    with state.session() as con:
        for key in (f"{_HERE}{owner}", f"{_STOP}{owner}"):
            con.execute("DELETE FROM settings WHERE key = ?", [key])


def ask_to_end(state: State, owners: Sequence[str]) -> None:
    """Have processes end: each looks for its own name, which no other one has."""
    with state.session() as con:
        for owner in owners:
            _write(con, f"{_STOP}{owner}", "1")


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
            _write(con, _PAUSED, utc_text(now))


def resume_watching(state: State) -> None:
    """Let one process watch again."""
    with state.session() as con:
        con.execute("DELETE FROM settings WHERE key = ?", [_PAUSED])


def snooze_notifications(state: State, *, until: datetime) -> None:
    """Have no process notify before a time."""
    with state.session() as con:
        _write(con, _SNOOZED, utc_text(until))


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
            [f"{_EYE}{owner}", owner, utc_text(now)],
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
            [name, owner, utc_text(now), utc_text(now + lasts)],
        ).fetchone()
        if row is not None:
            return str(row[0])
        con.execute(
            "INSERT OR REPLACE INTO focus_lease VALUES (?, ?, ?)",
            [name, owner, utc_text(now + lasts)],
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


def _presences(written: Mapping[str, str]) -> Iterator[Presence]:
    """As they were written; what cannot be read is nobody."""
    for key, text in written.items():
        if not key.startswith(_HERE):
            continue
        try:
            values = json.loads(text)
            since = datetime.fromisoformat(values.pop("since"))
            yield Presence(since=since, **values)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue


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


Origin = Literal["engine", "activitywatch"]
Response = Literal["accepted", "dismissed", "snoozed", "wrong"]
_MINUTE_BYTES = 1_000_000
_END, _FORGOTTEN = "9999", "focus.forgotten_until"


@frozen
class SentNotification:
    """One notification that was shown. `response` None: none was given."""

    notification_id: int
    kind: NotificationKind
    sent_at: datetime
    text: str
    response: str | None


def write_intervals(
    state: State, intervals: Iterable[Interval], *, origin: Origin, classifier: str
) -> None:
    """Write intervals down; one that began before at the same time is replaced (it grew)."""
    rows = [
        (
            utc_text(interval.started_at),
            origin,
            interval.state,
            utc_text(interval.ended_at),
            classifier,
        )
        for interval in intervals
    ]
    with state.session() as con:
        con.executemany("INSERT OR REPLACE INTO focus_intervals VALUES (?, ?, ?, ?, ?)", rows)


def replace_intervals(
    state: State, before: Sequence[Interval], *, after: Sequence[Interval], classifier: str
) -> None:
    """Put imported intervals in the place of others, at once."""
    with state.session() as con:
        con.executemany(
            "DELETE FROM focus_intervals WHERE started_at = ? AND origin = 'activitywatch'",
            [(utc_text(interval.started_at),) for interval in before],
        )
        con.executemany(
            "INSERT OR REPLACE INTO focus_intervals VALUES (?, 'activitywatch', ?, ?, ?)",
            [
                (
                    utc_text(interval.started_at),
                    interval.state,
                    utc_text(interval.ended_at),
                    classifier,
                )
                for interval in after
            ],
        )


def read_intervals(
    state: State, *, start: datetime, end: datetime, origin: Origin | None = None
) -> tuple[Interval, ...]:
    """Intervals that touch [start, end), in order; of one origin, or of all."""
    with state.session() as con:
        rows = con.execute(
            "SELECT state, started_at, ended_at FROM focus_intervals "
            "WHERE started_at < ? AND ended_at > ? AND (? IS NULL OR origin = ?) "
            "ORDER BY started_at, origin",
            [utc_text(end), utc_text(start), origin, origin],
        ).fetchall()
    return tuple(_interval(row) for row in rows)


def write_records(state: State, records: Iterable[Record]) -> None:
    """Write records down, each to its minute; what is there already stays once."""
    ordered = sorted(records, key=lambda record: record.recorded.at_s)
    with state.session() as con:
        for minute, some in groupby(ordered, key=_minute):
            _add(con, minute, [record_line(record) for record in some])


def read_records(state: State, *, start: datetime, end: datetime) -> Iterator[Record]:
    """Records of [start, end) in order of time."""
    with state.session() as con:
        rows = con.execute(
            "SELECT records FROM focus_minutes WHERE minute >= ? AND minute < ? ORDER BY minute",
            [utc_text(start - timedelta(minutes=1)), utc_text(end)],
        ).fetchall()
    for (packed,) in rows:
        for line in _unpacked(packed):
            record = read_record(line)
            if record is not None and start.timestamp() <= record.recorded.at_s < end.timestamp():
                yield record


def latest_record(state: State, *, before: datetime) -> Record | None:
    """The newest record of a minute that began before a time; None: there is none."""
    with state.session() as con:
        row = con.execute(
            "SELECT records FROM focus_minutes WHERE minute <= ? ORDER BY minute DESC LIMIT 1",
            [utc_text(before)],
        ).fetchone()
    records = [] if row is None else [read_record(line) for line in _unpacked(row[0])]
    return next((record for record in reversed(records) if record is not None), None)


def forget_focus(state: State, *, now: datetime, before: datetime | None = None) -> int:
    """Delete what ended before a time, or everything (None), with the corrections of that time, and
    overwrite it, in the copies of the file as well; returns how many intervals. What a process that
    watches has not written down yet of the time before is forgotten, too."""
    limit = _END if before is None else utc_text(before)
    with state.session() as con:
        con.execute("PRAGMA secure_delete = ON")
        gone = con.execute("DELETE FROM focus_intervals WHERE ended_at < ?", [limit]).rowcount
        con.execute("DELETE FROM focus_minutes WHERE minute < ?", [limit])
        con.execute("DELETE FROM focus_notifications WHERE sent_at < ?", [limit])
        con.execute("DELETE FROM focus_corrections WHERE at < ?", [limit])
        con.execute(
            "DELETE FROM model_attempts WHERE task LIKE 'focus.%' AND asked_at < ?", [limit]
        )
        if before is None:
            con.execute(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)", [_FORGOTTEN, utc_text(now)]
            )
    state.renew_copies()
    return int(gone)


def forgotten_until(state: State) -> datetime | None:
    """When everything was deleted last; None: never."""
    written = state.setting(_FORGOTTEN)
    return None if written is None else datetime.fromisoformat(written)


def write_notification(
    state: State, kind: NotificationKind, *, text: str, sent_at: datetime
) -> int:
    """Write down that something was told; returns its id."""
    with state.session() as con:
        cursor = con.execute(
            "INSERT INTO focus_notifications (kind, sent_at, message) VALUES (?, ?, ?)",
            [kind, utc_text(sent_at), text],
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid


def respond(state: State, notification_id: int, *, response: Response) -> bool:
    """Write down what the user did with a notification; False: there is none of that id."""
    with state.session() as con:
        changed = con.execute(
            "UPDATE focus_notifications SET response = ? WHERE notification_id = ?",
            [response, notification_id],
        )
        return changed.rowcount > 0


def read_notifications(
    state: State, *, start: datetime, end: datetime
) -> tuple[SentNotification, ...]:
    """What was told in [start, end), in order."""
    with state.session() as con:
        rows = con.execute(
            "SELECT notification_id, kind, sent_at, message, response FROM focus_notifications "
            "WHERE sent_at >= ? AND sent_at < ? ORDER BY sent_at",
            [utc_text(start), utc_text(end)],
        ).fetchall()
    return tuple(
        SentNotification(
            notification_id=row[0],
            kind=next(kind for kind in KINDS if kind == row[1]),
            sent_at=datetime.fromisoformat(row[2]),
            text=row[3],
            response=row[4],
        )
        for row in rows
    )


def _add(con: sqlite3.Connection, minute: str, lines: list[str]) -> None:
    row = con.execute("SELECT records FROM focus_minutes WHERE minute = ?", [minute]).fetchone()
    stored_lines = [] if row is None else _unpacked(row[0])
    all_lines = list(dict.fromkeys([*stored_lines, *lines]))
    packed = zlib.compress("\n".join(all_lines).encode(), 9)
    con.execute(
        "INSERT OR REPLACE INTO focus_minutes VALUES (?, ?, ?)", [minute, len(all_lines), packed]
    )


def _unpacked(packed: bytes) -> list[str]:
    """Lines of a minute; of a damaged one, none."""
    try:
        text = zlib.decompressobj().decompress(packed, _MINUTE_BYTES)
    except zlib.error:
        return []
    return text.decode("utf-8", "replace").split("\n") if text else []


def _minute(record: Record) -> str:
    at = datetime.fromtimestamp(record.recorded.at_s, tz=UTC)
    return utc_text(at.replace(second=0, microsecond=0))


def _interval(row: Sequence[str]) -> Interval:
    return Interval(
        state=next((state for state in STATES if state == row[0]), "unknown"),
        started_at=datetime.fromisoformat(row[1]),
        ended_at=datetime.fromisoformat(row[2]),
    )


@frozen
class UsageKey:
    """What a time is counted for. `app` '': not known; `category` None: not in the table."""

    day: date
    app: str
    category: Category | None
    state: FocusState


@frozen
class StoredUsage:
    """How long an application was in front in a state on a day."""

    key: UsageKey
    seconds: float


def add_usage(
    state: State, seconds: Mapping[UsageKey, float], *, origin: Origin = "engine"
) -> None:
    """Add to what is counted already."""
    rows = [
        (key.day.isoformat(), origin, key.app, key.category or "", key.state, added_s)
        for key, added_s in seconds.items()
    ]
    with state.session() as con:
        con.executemany(
            "INSERT INTO focus_usage VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE "
            "SET lasted_s = lasted_s + excluded.lasted_s",
            rows,
        )


def replace_imported_usage(state: State, seconds: Mapping[UsageKey, float]) -> None:
    """What an import says of its days, in place of what an earlier one said."""
    days = sorted({key.day.isoformat() for key in seconds})
    with state.session() as con:
        con.executemany(
            "DELETE FROM focus_usage WHERE origin = 'activitywatch' AND day = ?",
            [(day,) for day in days],
        )
    add_usage(state, seconds, origin="activitywatch")


def read_usage(state: State, *, first: date, last: date) -> tuple[StoredUsage, ...]:
    """What was in front from a local day to another, both included. A day that was watched counts
    as it was watched, not as it was imported."""
    with state.session() as con:
        rows = con.execute(
            "SELECT day, app, category, state, lasted_s FROM focus_usage AS used "
            "WHERE day BETWEEN ? AND ? AND (origin = 'engine' OR NOT EXISTS ("
            "SELECT 1 FROM focus_usage WHERE day = used.day AND origin = 'engine')) "
            "ORDER BY day, app, category, state",
            [first.isoformat(), last.isoformat()],
        ).fetchall()
    return tuple(_usage(row) for row in rows)


def forget_usage(state: State, *, before: date | None) -> None:
    """Delete what lies before a local day, or everything (None)."""
    with state.session() as con:
        con.execute("PRAGMA secure_delete = ON")
        con.execute(
            "DELETE FROM focus_usage WHERE day < ?",
            ["9999" if before is None else before.isoformat()],
        )


def write_correction(
    state: State, *, at: datetime, shown: FocusState, actual: FocusState, codes: Sequence[str]
) -> int:
    """Write down that something was wrong; returns its number."""
    with state.session() as con:
        cursor = con.execute(
            "INSERT INTO focus_corrections (at, shown, actual, codes) VALUES (?, ?, ?, ?)",
            [utc_text(at), shown, actual, json.dumps(list(codes)[:CODES_MOST])],
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid


def read_corrections(state: State) -> tuple[Correction, ...]:
    """All of them, the oldest first; a row that cannot be read is left out."""
    with state.reading() as con:
        rows = con.execute(
            "SELECT correction_id, at, shown, actual, codes FROM focus_corrections "
            "ORDER BY correction_id"
        ).fetchall()
    read = (_correction(row) for row in rows)
    return tuple(correction for correction in read if correction is not None)


def delete_corrections(state: State, numbers: Iterable[int] | None) -> int:
    """Take corrections back: those of some numbers, or all (None); returns how many there were."""
    with state.session() as con:
        con.execute("PRAGMA secure_delete = ON")
        if numbers is None:
            return int(con.execute("DELETE FROM focus_corrections").rowcount)
        return sum(
            con.execute("DELETE FROM focus_corrections WHERE correction_id = ?", [n]).rowcount
            for n in numbers
        )


def _usage(row: Sequence[str]) -> StoredUsage:
    category = next((category for category in CATEGORIES if category == row[2]), None)
    state: FocusState = next((state for state in STATES if state == row[3]), "unknown")
    key = UsageKey(day=date.fromisoformat(row[0]), app=row[1], category=category, state=state)
    return StoredUsage(key=key, seconds=float(row[4]))


def _correction(row: Sequence[object]) -> Correction | None:
    shown = next((state for state in STATES if state == row[2]), None)
    actual = next((state for state in STATES if state == row[3]), None)
    try:
        codes = json.loads(str(row[4]))
        at = datetime.fromisoformat(str(row[1]))
    except ValueError:
        return None
    if shown is None or actual is None or not isinstance(codes, list):
        return None
    return Correction(
        correction_id=int(str(row[0])),
        at=at,
        shown=shown,
        actual=actual,
        codes=tuple(str(code) for code in codes[:CODES_MOST]),
    )
