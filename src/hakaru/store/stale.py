"""Derived results that are older than what they were made from.

A mark is written in the transaction that changes an input, and goes in the one that brings the last
result that depends on it up to date: whatever ends a program in between leaves it standing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from hakaru.records import frozen
from hakaru.store.rows import (
    aware,
    build,
    first_row,
    insert_rows,
    kinds_of,
    naive_utc,
    select_list,
    values_of,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

StaleKind = Literal["session", "form", "analysis"]
"""Sessions, as far as the runner is known otherwise; verdicts of a sensor; sessions that were
derived with another verdict or other curves (see `outdate_sessions`)."""
EVER = datetime(1900, 1, 1, tzinfo=UTC)
"""Before every run."""
NOBODY = ""
JUDGED_BY = 2
"""The rule that a text which is written from now on has passed. 1: its prose was read; 2: its
claims are computed."""


@frozen
class StaleMark:
    """Results of one kind, of runs that started at a moment or later, that are to be derived again.

    `sensor_group` is empty for sessions; `owner` is who does it, `NOBODY`: whoever comes first.
    """

    kind: StaleKind
    sensor_group: str = ""
    since: datetime
    owner: str = NOBODY


@frozen
class SessionHead:
    """A stored run, and from what its session was derived (None: it was not yet)."""

    activity_id: int
    started_at: datetime
    runner_sha256: str | None
    form_sha256: str | None
    code_version: str | None


@frozen
class Standing:
    """What one small query says: whether there is any mark, run or text of an earlier rule, and
    what results were derived with."""

    n_marks: int
    derived_with: Mapping[StaleKind, str]
    any_run: bool
    any_unjudged: bool


_STANDING = (
    "SELECT 'marks', NULL, NULL, count(*) FROM stale_results "
    "UNION ALL SELECT 'derived_with', kind, fingerprint, 0 FROM derived_with "
    "UNION ALL (SELECT 'runs', NULL, NULL, 0 FROM activities LIMIT 1) "
    "UNION ALL (SELECT 'texts', NULL, NULL, 0 FROM section_analyses "
    f"WHERE judged_by IS DISTINCT FROM {JUDGED_BY} LIMIT 1)"
)
"""Subqueries of one row each take twice as long."""


def mark_stale(con: DuckDBPyConnection, marks: Sequence[StaleMark]) -> None:
    """Note what a change makes stale, in the transaction of the change."""
    insert_rows(
        con, "stale_results", kinds=kinds_of(StaleMark), rows=[values_of(mark) for mark in marks]
    )


def mark_after(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> None:
    """Mark what depends on stored runs that go: the sessions and verdicts after them."""
    con.execute(
        "INSERT INTO stale_results SELECT 'session', '', min(started_at), '' FROM activities "
        "WHERE activity_id IN (SELECT unnest($ids::BIGINT[])) HAVING count(*) > 0 "
        "UNION ALL SELECT 'form', g.sensor_group, min(a.started_at), '' FROM activities a, "
        "(SELECT DISTINCT sensor_group FROM activities WHERE sensor_group IS NOT NULL) g "
        "WHERE a.activity_id IN (SELECT unnest($ids::BIGINT[])) AND a.sensor_group IS NOT NULL "
        "GROUP BY g.sensor_group",
        {"ids": list(activity_ids)},
    )


def stale_marks(con: DuckDBPyConnection) -> tuple[StaleMark, ...]:
    """Every mark, in the order in which they are to be done."""
    rows = con.execute(
        f"SELECT {select_list(StaleMark)} FROM stale_results "
        "ORDER BY kind DESC, since, sensor_group, owner"
    ).fetchall()
    return tuple(build(StaleMark, row) for row in rows)


def standing(con: DuckDBPyConnection) -> Standing:
    """Marks and fingerprints, in one query."""
    rows = con.execute(_STANDING).fetchall()
    return Standing(
        n_marks=sum(number for table, _, _, number in rows if table == "marks"),
        derived_with={kind: value for table, kind, value, _ in rows if table == "derived_with"},
        any_run=any(table == "runs" for table, *_ in rows),
        any_unjudged=any(table == "texts" for table, *_ in rows),
    )


def note_derived_with(con: DuckDBPyConnection, fingerprints: Mapping[StaleKind, str]) -> None:
    """What is derived from now on is derived with these."""
    rows = list(fingerprints.items())
    insert_rows(
        con, "derived_with", kinds={"kind": "text", "fingerprint": "text"}, rows=rows, replace=True
    )


def take_over_marks(
    con: DuckDBPyConnection, *, owner: str, is_gone: Callable[[str], bool]
) -> tuple[StaleMark, ...]:
    """Make what nobody (any more) does one's own work, a mark per kind and sensor."""
    owners = {mark.owner for mark in stale_marks(con)} - {owner}
    free = [name for name in sorted(owners) if name == NOBODY or is_gone(name)]
    if free:
        con.execute(
            "UPDATE stale_results SET owner = ? WHERE owner IN (SELECT unnest(?::VARCHAR[]))",
            [owner, free],
        )
    return marks_of(con, owner)


def marks_of(con: DuckDBPyConnection, owner: str) -> tuple[StaleMark, ...]:
    """What one owner has to do, in order: one mark per kind and sensor."""
    rows = con.execute(
        "SELECT kind, sensor_group, min(since) FROM stale_results WHERE owner = ? "
        "GROUP BY kind, sensor_group ORDER BY kind DESC, sensor_group",
        [owner],
    ).fetchall()
    return tuple(
        StaleMark(kind=row[0], sensor_group=row[1], since=row[2].replace(tzinfo=UTC), owner=owner)
        for row in rows
    )


def advance_mark(con: DuckDBPyConnection, mark: StaleMark, since: datetime | None) -> None:
    """Everything before a moment is up to date; None: all of it."""
    con.execute(
        "DELETE FROM stale_results WHERE kind = ? AND sensor_group = ? AND owner = ?",
        [mark.kind, mark.sensor_group, mark.owner],
    )
    if since is not None:
        values = [mark.kind, mark.sensor_group, naive_utc(since), mark.owner]
        con.execute("INSERT INTO stale_results VALUES (?, ?, ?, ?)", values)


_OF_RUNS = (
    "data.splits",
    "data.run_verdicts",
    "metric_verdicts",
    "form_evaluation_refusals",
    "weather",
)
_FORM_SUMS = (
    "WITH runs AS (FROM activities WHERE sensor_group = $group AND started_at <= $until) "
    "SELECT (SELECT sum(hash(runs)) FROM runs), (SELECT min(started_at) FROM activities WHERE "
    "coverage_frac > 0 AND sensor_group IS DISTINCT FROM $group AND started_at <= $until), "
    "(SELECT sum(hash(b)) FROM data.form_baselines b "
    "WHERE sensor_group = $group AND window_end <= $until), "
    + ", ".join(
        f"(SELECT sum(hash(t)) FROM {table} t SEMI JOIN runs USING (activity_id))"
        for table in _OF_RUNS
    )
)
"""Each row counts with all that it says, whatever the order, and with the number that it got when
it was written: what was written again is not what it was."""


def note_judged(
    con: DuckDBPyConnection, sensor_group: str, *, fingerprint: str, led: str = ""
) -> None:
    """Note that every verdict of a sensor is up to date, in the transaction that made it so, unless
    something marked it or was derived with other settings meanwhile. `led` is a digest of what
    another sensor lets expect of this one."""
    con.execute("DELETE FROM judged_until WHERE sensor_group = ?", [sensor_group])
    marked = any(
        mark.kind == "form" and mark.sensor_group == sensor_group for mark in stale_marks(con)
    )
    if marked or standing(con).derived_with.get("form") != fingerprint:
        return
    row = first_row(
        con, "SELECT max(started_at) FROM activities WHERE sensor_group = ?", values=[sensor_group]
    )
    until = None if row is None else aware(row[0])
    if until is not None:
        digest = _form_sha256(con, sensor_group, until, fingerprint=fingerprint + led)
        con.execute(
            "INSERT INTO judged_until VALUES (?, ?, ?)", [sensor_group, naive_utc(until), digest]
        )


def unjudged_since(
    con: DuckDBPyConnection,
    sensor_group: str,
    since: datetime,
    *,
    fingerprint: str,
    led: str = "",
) -> datetime:
    """From when on the runs of a sensor have to be judged again that are marked since a moment:
    later, where everything up to a run is what it was when it was noted."""
    row = first_row(
        con,
        "SELECT until, sha256 FROM judged_until WHERE sensor_group = ?",
        values=[sensor_group],
    )
    until = None if row is None else aware(row[0])
    if row is None or until is None or since > until:
        return since
    unchanged = row[1] == _form_sha256(con, sensor_group, until, fingerprint=fingerprint + led)
    return until + timedelta.resolution if unchanged else since


def _form_sha256(
    con: DuckDBPyConnection, sensor_group: str, until: datetime, *, fingerprint: str
) -> str:
    """Of the runs of a sensor up to a moment, and of everything that was judged and learned."""
    sums = first_row(con, _FORM_SUMS, values={"group": sensor_group, "until": naive_utc(until)})
    return hashlib.sha256(repr((fingerprint, until, sums)).encode()).hexdigest()


def write_session_inputs(
    con: DuckDBPyConnection, activity_id: int, *, runner_sha256: str, form_sha256: str
) -> None:
    """From what the session of a run was derived."""
    write_inputs(con, [(activity_id, runner_sha256, form_sha256)])


def write_inputs(
    con: DuckDBPyConnection, rows: Sequence[tuple[int, str, str]], *, new: bool = False
) -> None:
    """From what the sessions of runs were derived: id, digests of the runner and of form. `new`:
    nothing was noted of them yet."""
    insert_rows(
        con,
        "session_inputs",
        kinds={"activity_id": "whole", "runner_sha256": "text", "form_sha256": "text"},
        rows=rows,
        replace=not new,
    )


def form_digests(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> Mapping[int, str]:
    """With which verdict and curves the sessions of some runs were derived."""
    return dict(
        con.execute(
            "SELECT activity_id, form_sha256 FROM session_inputs "
            "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [list(activity_ids)],
        ).fetchall()
    )


def outdate_sessions(con: DuckDBPyConnection, activity_ids: Sequence[int], *, owner: str) -> None:
    """The sessions of some runs are to be derived again, whatever is known of the runner."""
    if not activity_ids:
        return
    con.execute(
        "INSERT OR REPLACE INTO session_inputs "
        "SELECT activity_id, coalesce(i.runner_sha256, ''), '' FROM activities "
        "LEFT JOIN session_inputs i USING (activity_id) "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    )
    mark_stale(con, [StaleMark(kind="analysis", since=EVER, owner=owner)])


def session_heads(con: DuckDBPyConnection, since: datetime) -> tuple[SessionHead, ...]:
    """The runs from a moment on, in order of time."""
    rows = con.execute(
        "SELECT a.activity_id, a.started_at, i.runner_sha256, i.form_sha256, s.code_version "
        "FROM activities a LEFT JOIN session_inputs i USING (activity_id) "
        "LEFT JOIN data.sessions s USING (activity_id) WHERE a.started_at >= ? "
        "ORDER BY a.started_at, a.activity_id",
        [naive_utc(since)],
    ).fetchall()
    return tuple(build(SessionHead, row) for row in rows)


def newest_start(con: DuckDBPyConnection) -> datetime | None:
    """When the newest run started; None: there is none."""
    row = first_row(con, "SELECT max(started_at) FROM activities")
    return None if row is None else aware(row[0])


def run_place(con: DuckDBPyConnection, activity_id: int) -> tuple[datetime, str | None] | None:
    """Start and sensor of a stored run; None: it is not stored."""
    row = first_row(
        con,
        "SELECT started_at, sensor_group FROM activities WHERE activity_id = ?",
        values=[activity_id],
    )
    return None if row is None else (row[0].replace(tzinfo=UTC), row[1])


def measured_groups(con: DuckDBPyConnection) -> tuple[str, ...]:
    """Every kind of sensor that measured form, or of which something was learned."""
    rows = con.execute(
        "SELECT DISTINCT sensor_group FROM activities WHERE sensor_group IS NOT NULL "
        "UNION SELECT DISTINCT sensor_group FROM data.form_baselines ORDER BY ALL"
    ).fetchall()
    return tuple(row[0] for row in rows)
