"""What the runner set by hand for a run, runs that were removed, and which runs lie beside one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from hakaru.proposals.changes import Source
from hakaru.records import frozen
from hakaru.running.activity import Recording
from hakaru.store.recordings import remove_activities
from hakaru.store.rows import (
    build,
    first_row,
    insert_rows,
    kinds_of,
    select_list,
    values_of,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SAME_RUN_SHARE = 0.5
"""A recording is one of a removed run where it shares this much of the shorter of the two."""


@frozen
class RunEdit:
    """What the runner set for a run. None: what the recording says. `not_learned`: the run is shown
    and judged, and nothing is learned from it."""

    activity_id: int
    title: str | None = None
    gear: str | None = None
    note: str | None = None
    not_learned: bool = False


@frozen
class RemovedRun:
    """A run that was removed; `path` is the file it came from. None: not known."""

    activity_id: int
    day: date
    started_at: datetime
    elapsed_s: float
    title: str | None = None
    distance_m: float | None = None
    garmin_activity_id: int | None = None
    path: str | None = None


def neighbours(con: DuckDBPyConnection, activity_id: int) -> tuple[int | None, int | None]:
    """The runs before and after one, in order of time; None: there is none."""
    row = first_row(
        con,
        "SELECT before, after FROM (SELECT activity_id, "
        "lag(activity_id) OVER w AS before, lead(activity_id) OVER w AS after "
        "FROM activities WINDOW w AS (ORDER BY started_at, activity_id)) WHERE activity_id = ?",
        values=[activity_id],
    )
    return (None, None) if row is None else (row[0], row[1])


def read_edit(con: DuckDBPyConnection, activity_id: int) -> RunEdit:
    """What the runner set for a run."""
    row = first_row(
        con,
        f"SELECT {select_list(RunEdit)} FROM run_edits WHERE activity_id = ?",
        values=[activity_id],
    )
    return RunEdit(activity_id=activity_id) if row is None else build(RunEdit, row)


def write_edit(con: DuckDBPyConnection, edit: RunEdit, *, source: Source, now: datetime) -> None:
    """Have an edit hold in place of the one before."""
    con.execute(
        "UPDATE activities SET title = e.recorded_title, gear = e.recorded_gear FROM run_edits e "
        "WHERE e.activity_id = activities.activity_id AND e.activity_id = ?",
        [edit.activity_id],
    )
    insert_rows(
        con,
        "run_edits",
        kinds={**kinds_of(RunEdit), "edited_at": "moment", "source": "text"},
        rows=[(*values_of(edit), now, source)],
        replace=True,
    )
    apply_edits(con, [edit.activity_id])


def apply_edits(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> None:
    """Put what the runner set over what was just written of some runs."""
    ids = [list(activity_ids)]
    con.execute(
        "UPDATE run_edits SET recorded_title = a.title, recorded_gear = a.gear FROM activities a "
        "WHERE a.activity_id = run_edits.activity_id "
        "AND a.activity_id IN (SELECT unnest(?::BIGINT[]))",
        ids,
    )
    con.execute(
        "UPDATE activities SET title = coalesce(e.title, activities.title), "
        "gear = coalesce(e.gear, activities.gear), not_learned = e.not_learned FROM run_edits e "
        "WHERE e.activity_id = activities.activity_id "
        "AND e.activity_id IN (SELECT unnest(?::BIGINT[]))",
        ids,
    )


def as_recorded(con: DuckDBPyConnection, stored: Recording) -> Recording:
    """A stored recording without what the runner set."""
    row = first_row(
        con,
        "SELECT recorded_title, recorded_gear FROM run_edits WHERE activity_id = ?",
        values=[stored.activity_id],
    )
    return stored if row is None else replace(stored, title=row[0], gear=row[1])


def remove_run(
    con: DuckDBPyConnection, activity_id: int, *, source: Source, now: datetime
) -> RemovedRun:
    """Delete a stored run with everything derived from it, and keep its recordings away; what was
    learned from it is marked as stale."""
    row = first_row(
        con,
        "SELECT activity_id, activity_date, started_at, "
        "coalesce(elapsed_s, device_elapsed_s, device_timer_s, 1.0), title, "
        "coalesce(device_distance_m, distance_m), garmin_activity_id, "
        "(SELECT min_by(path, source_index) FROM recording_sources s "
        "WHERE s.activity_id = a.activity_id) FROM activities a WHERE activity_id = ?",
        values=[activity_id],
    )
    assert row is not None, "a run that was found is stored"
    removed = build(RemovedRun, row)
    remove_activities(con, [activity_id])
    con.execute("DELETE FROM run_edits WHERE activity_id = ?", [activity_id])
    insert_rows(
        con,
        "removed_runs",
        kinds={**kinds_of(RemovedRun), "removed_at": "moment", "source": "text"},
        rows=[(*values_of(removed), now, source)],
        replace=True,
    )
    return removed


def removed_runs(con: DuckDBPyConnection) -> tuple[RemovedRun, ...]:
    """Every run that was removed, newest first."""
    rows = con.execute(
        f"SELECT {select_list(RemovedRun)} FROM removed_runs ORDER BY started_at DESC, activity_id"
    ).fetchall()
    return tuple(build(RemovedRun, row) for row in rows)


def let_back(con: DuckDBPyConnection, activity_id: int) -> None:
    """Let a removed run come back: its files count as never read."""
    con.execute("DELETE FROM removed_runs WHERE activity_id = ?", [activity_id])
    con.execute("DELETE FROM sources WHERE activity_id = ?", [activity_id])


def removed_as(
    con: DuckDBPyConnection, recording: Recording, *, elapsed_s: float
) -> RemovedRun | None:
    """The removed run that a recording is one of; None: there is none."""
    garmin_activity_id = recording.garmin_activity_id
    for run in removed_runs(con):
        same_garmin_id = garmin_activity_id is not None and (
            run.garmin_activity_id == garmin_activity_id
        )
        shared_s = _shared_s(run, recording.started_at, elapsed_s)
        shares_most = shared_s > _SAME_RUN_SHARE * min(run.elapsed_s, elapsed_s)
        if run.activity_id == recording.activity_id or same_garmin_id or shares_most:
            return run
    return None


def _shared_s(run: RemovedRun, started_at: datetime, elapsed_s: float) -> float:
    """How long a run went on while another did; below 0: how far they are apart."""
    end = min(
        run.started_at + timedelta(seconds=run.elapsed_s),
        started_at + timedelta(seconds=elapsed_s),
    )
    return (end - max(run.started_at, started_at)).total_seconds()


def any_removed(con: DuckDBPyConnection) -> bool:
    """Whether any run was removed."""
    return first_row(con, "SELECT 1 FROM removed_runs LIMIT 1") is not None
