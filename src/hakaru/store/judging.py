"""What the judge needs to know about stored runs, besides the baselines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from hakaru.running.evaluate import RunToJudge
from hakaru.running.lessons import USUAL_RUNS, PastRun, PastRuns
from hakaru.store.rows import aware, first_row, naive_utc
from hakaru.store.splits import splits_of
from hakaru.store.stale import EVER

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def runs_named(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> tuple[PastRun, ...]:
    """Some stored runs, oldest first."""
    return _heads(con, "list_contains(?::BIGINT[], activity_id)", [list(activity_ids)])


def runs_from(
    con: DuckDBPyConnection, sensor_group: str, since: datetime, *, limit: int
) -> tuple[PastRun, ...]:
    """The first runs of a sensor from a moment on, oldest first."""
    where = f"sensor_group = ? AND started_at >= ?::TIMESTAMP ORDER BY started_at LIMIT {limit}"
    first = _heads(con, where, [sensor_group, naive_utc(since)])
    if len(first) < limit:
        return first
    tied = _heads(  # runs that started together are judged together
        con, "sensor_group = ? AND started_at = ?", [sensor_group, naive_utc(first[-1].started_at)]
    )
    return (*(run for run in first if run.started_at < first[-1].started_at), *tied)


def start_after(con: DuckDBPyConnection, sensor_group: str, moment: datetime) -> datetime | None:
    """When the next run of a sensor started; None: there is none after the moment."""
    row = first_row(
        con,
        "SELECT min(started_at) FROM activities WHERE sensor_group = ? AND started_at > ?",
        values=[sensor_group, naive_utc(moment)],
    )
    return None if row is None else aware(row[0])


def is_first(con: DuckDBPyConnection, sensor_group: str, moment: datetime) -> bool:
    """Whether no run of a sensor started before a moment."""
    return not first_row(
        con,
        "SELECT 1 FROM activities WHERE sensor_group = ? AND started_at < ? LIMIT 1",
        values=[sensor_group, naive_utc(moment)],
    )


def n_runs_from(con: DuckDBPyConnection, sensor_group: str, since: datetime) -> int:
    """How many runs of a sensor started at a moment or later."""
    row = first_row(
        con,
        "SELECT count(*) FROM activities WHERE sensor_group = ? AND started_at >= ?",
        values=[sensor_group, naive_utc(since)],
    )
    return 0 if row is None else int(row[0])


def history_start(
    con: DuckDBPyConnection, sensor_group: str, first: datetime, *, memory: timedelta
) -> datetime:
    """From when on the runs of a sensor weigh something for one that starts at `first`."""
    row = first_row(
        con,
        "SELECT max(started_at) FROM activities WHERE sensor_group = ? AND started_at < ?",
        values=[sensor_group, naive_utc(first)],
    )
    newest = None if row is None else aware(row[0])
    try:
        return first if newest is None else newest - memory
    except OverflowError:
        return EVER


def to_judge(con: DuckDBPyConnection, runs: Sequence[PastRun]) -> tuple[RunToJudge, ...]:
    """Runs of one sensor with their splits, and what the runner's earlier runs say about each."""
    past = _past(con, runs)
    splits = splits_of(con, [run.activity_id for run in runs])
    units = _sensor_labels(con, runs)
    return tuple(
        RunToJudge(
            activity_id=run.activity_id,
            day=run.day,
            sensor_group=str(run.sensor_group),
            splits=splits[run.activity_id],
            usual_left_pct=past.usual_left_pct(run),
            started_at=run.started_at,
            known_elsewhere=past.known_elsewhere(run),
            sensor_label=units[run.activity_id],
        )
        for run in runs
    )


def _sensor_labels(con: DuckDBPyConnection, runs: Sequence[PastRun]) -> Mapping[int, str | None]:
    """The unit of the sensor that measured each run; None: not known."""
    return dict(
        con.execute(
            "SELECT activity_id, sensor_label FROM activities "
            "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [[run.activity_id for run in runs]],
        ).fetchall()
    )


def _past(con: DuckDBPyConnection, runs: Sequence[PastRun]) -> PastRuns:
    """The balance of the runs of their sensor up to the last of them, as far back as anything asks,
    and the first run of every sensor."""
    sensor_group = str(runs[0].sensor_group)
    since, until = naive_utc(runs[0].started_at), naive_utc(runs[-1].started_at)
    first = _heads(
        con,
        "coverage_frac > 0 "
        "QUALIFY row_number() OVER (PARTITION BY sensor_group ORDER BY started_at) = 1",
        [],
    )
    rows = con.execute(
        "SELECT a.activity_id, a.activity_date, a.started_at, b.left_pct FROM activities a JOIN ("
        "SELECT activity_id, sum(gct_balance_left_pct * running_s) / sum(running_s) "
        "AS left_pct FROM data.splits WHERE gct_balance_left_pct IS NOT NULL AND running_s > 0 "
        "GROUP BY activity_id"
        ") b USING (activity_id) WHERE a.sensor_group = ? AND a.coverage_frac > 0 "
        "AND a.started_at <= ? ORDER BY a.started_at DESC, a.activity_id DESC LIMIT (SELECT "
        "? + count(*) FROM activities WHERE sensor_group = ? AND started_at BETWEEN ? AND ?)",
        [sensor_group, until, USUAL_RUNS, sensor_group, since, until],
    ).fetchall()
    balanced = [_run(row[0], row[1], row[2], sensor_group, left_pct=row[3]) for row in rows[::-1]]
    return PastRuns([*first, *balanced])


def _heads(con: DuckDBPyConnection, where: str, values: Sequence[object]) -> tuple[PastRun, ...]:
    rows = con.execute(
        "SELECT activity_id, activity_date, started_at, sensor_group FROM activities "
        f"WHERE {where}",
        list(values),
    ).fetchall()
    runs = [_run(row[0], row[1], row[2], row[3], left_pct=None) for row in rows]
    return tuple(sorted(runs, key=lambda run: (run.started_at, run.activity_id)))


def _run(
    activity_id: int,
    day: date,
    started_at: datetime,
    group: str | None,
    *,
    left_pct: float | None,
) -> PastRun:
    return PastRun(
        activity_id=activity_id,
        day=day,
        started_at=started_at.replace(tzinfo=UTC),
        sensor_group=group,
        left_pct=left_pct,
    )
