"""What the user corrected, and how long each application was in front, by day.

Names of applications and what they are for; no title and no address is ever among it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from hakaru.focus.categories import CATEGORIES, Category
from hakaru.focus.corrections import CODES_MOST, Correction
from hakaru.focus.states import STATES, FocusState
from hakaru.store.focus import Origin
from hakaru.store.state import State, utc_text


@dataclass(frozen=True, kw_only=True)
class UsageKey:
    """What a time is counted for. `app` '': not known; `category` None: not in the table."""

    day: date
    app: str
    category: Category | None
    state: FocusState


@dataclass(frozen=True, kw_only=True)
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
            "SET seconds = seconds + excluded.seconds",
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
            "SELECT day, app, category, state, seconds FROM focus_usage AS used "
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
        if numbers is None:
            return int(con.execute("DELETE FROM focus_corrections").rowcount)
        gone = con.executemany(
            "DELETE FROM focus_corrections WHERE correction_id = ?", [(n,) for n in numbers]
        )
        return int(gone.rowcount)


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
