"""What is remembered of focus: intervals, the snapshots behind them, notifications.

In `state.sqlite`. Snapshots of a minute are one compressed piece of JSON lines, the form of a
recorded file, so that history can be scored again; a full minute is a few hundred bytes.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Literal

from hakaru.focus.settings import KINDS, NotificationKind
from hakaru.focus.states import STATES
from hakaru.focus.timeline import Interval, Record, read_record, record_line
from hakaru.store.state import State

Origin = Literal["engine", "activitywatch"]
Response = Literal["accepted", "dismissed", "snoozed"]
_MINUTE_BYTES = 1_000_000
_END, _FORGOTTEN = "9999", "focus.forgotten_until"


@dataclass(frozen=True, kw_only=True)
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
        (_text(interval.started_at), origin, interval.state, _text(interval.ended_at), classifier)
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
            [(_text(interval.started_at),) for interval in before],
        )
        con.executemany(
            "INSERT OR REPLACE INTO focus_intervals VALUES (?, 'activitywatch', ?, ?, ?)",
            [
                (_text(interval.started_at), interval.state, _text(interval.ended_at), classifier)
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
            [_text(end), _text(start), origin, origin],
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
            [_text(start - timedelta(minutes=1)), _text(end)],
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
            [_text(before)],
        ).fetchone()
    records = [] if row is None else [read_record(line) for line in _unpacked(row[0])]
    return next((record for record in reversed(records) if record is not None), None)


def forget_focus(state: State, *, now: datetime, before: datetime | None = None) -> int:
    """Delete what ended before a time, or everything (None), and overwrite it, in the copies of the
    file as well; returns how many intervals. What a process that watches has not written down yet
    of the time before is forgotten, too."""
    limit = _END if before is None else _text(before)
    with state.session() as con:
        con.execute("PRAGMA secure_delete = ON")
        gone = con.execute("DELETE FROM focus_intervals WHERE ended_at < ?", [limit]).rowcount
        con.execute("DELETE FROM focus_minutes WHERE minute < ?", [limit])
        con.execute("DELETE FROM focus_notifications WHERE sent_at < ?", [limit])
        con.execute(
            "DELETE FROM model_attempts WHERE task LIKE 'focus.%' AND asked_at < ?", [limit]
        )
        if before is None:
            con.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [_FORGOTTEN, _text(now)])
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
            [kind, _text(sent_at), text],
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
            [_text(start), _text(end)],
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
    return _text(at.replace(second=0, microsecond=0))


def _interval(row: Sequence[str]) -> Interval:
    return Interval(
        state=next((state for state in STATES if state == row[0]), "unknown"),
        started_at=datetime.fromisoformat(row[1]),
        ended_at=datetime.fromisoformat(row[2]),
    )


def _text(moment: datetime) -> str:
    """An aware time as sortable UTC text."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
