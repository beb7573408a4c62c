"""How is a whole recording stored, replaced, removed and read back without loss?

An empty `Weather` or `Physiology` (nothing reported) reads back as None: both say the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from hakaru.core.errors import UnknownActivity
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    PlannedStep,
    Provenance,
    Recording,
    RunTotals,
    Weather,
)
from hakaru.store.rows import build, first_row, insert_rows, kinds_of, select_list, values_of
from hakaru.store.series import insert_series, read_series
from hakaru.store.stale import mark_after
from hakaru.store.stored_run import (
    ACTIVITY_KINDS,
    CHILDREN,
    DERIVED,
    DEVICES,
    ISSUES,
    JUDGED_TABLES,
    LAPS,
    PAUSES,
    PHYSIOLOGY,
    PROVENANCE,
    RECORDED_TABLES,
    STEPS,
    WEATHER,
    ZONES,
    Child,
    Pause,
    StoredRun,
    activity_values,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")


def write_recordings(con: DuckDBPyConnection, entries: Sequence[StoredRun]) -> None:
    """Store runs set-based; a run that is already stored is replaced wholly, its verdict kept.

    Call it inside one transaction with 10-25 runs. Of two entries with one id the later counts.
    """
    by_id = {entry.recording.activity_id: entry for entry in entries}
    runs = [by_id[activity_id] for activity_id in sorted(by_id)]
    _delete(con, _stored_among(con, list(by_id)), RECORDED_TABLES)
    insert_rows(
        con,
        "activities",
        kinds=ACTIVITY_KINDS,
        rows=[activity_values(run) for run in runs],
    )
    insert_series(con, [(run.recording.activity_id, run.recording.series) for run in runs])
    for child in CHILDREN:
        insert_rows(
            con,
            child.table,
            kinds=child.kinds,
            rows=[row for run in runs for row in child.values(run)],
        )
    for table, columns in PHYSIOLOGY.items():
        _insert_physiology(con, table, columns, runs)
    zoned = [run.recording.activity_id for run in runs if run.recording.heart_rate_zones]
    if zoned:
        con.execute(_ZONE_SHARES, [zoned])


def rewrite_derived(con: DuckDBPyConnection, run: StoredRun) -> None:
    """Replace what was derived from a stored recording (splits, segments, efforts, totals)."""
    activity_id = run.recording.activity_id
    _delete(con, [activity_id], [child.table for child in DERIVED])
    for child in DERIVED:
        insert_rows(con, child.table, kinds=child.kinds, rows=list(child.values(run)))
    derived = {
        "n_splits": len(run.splits),
        **dict(zip(kinds_of(RunTotals), values_of(run.totals), strict=True)),
    }
    changes = ", ".join(f"{name} = ?" for name in derived)
    con.execute(
        f"UPDATE activities SET {changes} WHERE activity_id = ?", [*derived.values(), activity_id]
    )


def remove_activities(
    con: DuckDBPyConnection, activity_ids: Sequence[int], *, replaced_by: int | None = None
) -> None:
    """Forget runs with everything derived from them; what is derived of later runs is stale then.

    `replaced_by` is the activity that took their place (the same run, now known by another id):
    the files that led to them lead there. None: those files count as not yet ingested.
    """
    mark_after(con, activity_ids)
    _delete(con, activity_ids, RECORDED_TABLES + JUDGED_TABLES)
    if replaced_by is None:
        _delete(con, activity_ids, ("sources",))
    else:
        con.execute(
            "UPDATE sources SET activity_id = ? WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [replaced_by, list(activity_ids)],
        )


def read_recording(con: DuckDBPyConnection, activity_id: int) -> Recording:
    """The recording as it was stored.

    Raises:
        UnknownActivity: nothing is stored under this id.
    """
    row = first_row(
        con,
        f"SELECT series_columns, {select_list(Recording)}, "
        f"{select_list(DeviceSummary, 'device_')} FROM activities WHERE activity_id = ?",
        values=[activity_id],
    )
    if row is None:
        raise UnknownActivity(activity_id)
    n_scalars = 1 + len(kinds_of(Recording))
    columns = row[0].split(",") if row[0] else []
    weather = _read(con, WEATHER, Weather, activity_id)
    return build(
        Recording,
        row[1:n_scalars],
        series=read_series(con, activity_id, columns=columns),
        summary=build(DeviceSummary, row[n_scalars:]),
        laps=_read(con, LAPS, Lap, activity_id),
        planned_steps=_read(con, STEPS, PlannedStep, activity_id),
        pauses=tuple(
            (pause.start_elapsed_s, pause.end_elapsed_s)
            for pause in _read(con, PAUSES, Pause, activity_id)
        ),
        devices=_read(con, DEVICES, DeviceInfo, activity_id),
        issues=_read(con, ISSUES, Issue, activity_id),
        provenance=_read(con, PROVENANCE, Provenance, activity_id),
        heart_rate_zones=_read(con, ZONES, HeartRateZone, activity_id),
        weather=weather[0] if weather else None,
        physiology=_read_physiology(con, activity_id),
    )


def stored_summaries(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, tuple[str | None, DeviceSummary]]:
    """Title and totals, by id, of those of some runs that are stored without samples."""
    names = ", ".join(f"device_{name}" for name in kinds_of(DeviceSummary))
    rows = con.execute(
        f"SELECT activity_id, title, {names} FROM activities "
        "WHERE n_samples < 2 AND activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    ).fetchall()
    return {row[0]: (row[1], build(DeviceSummary, row[2:])) for row in rows}


def _read(
    con: DuckDBPyConnection, child: Child, row_type: type[T], activity_id: int
) -> tuple[T, ...]:
    order = child.index or next(iter(kinds_of(row_type)))
    rows = con.execute(
        f"SELECT {select_list(row_type)} FROM {child.table} WHERE activity_id = ? ORDER BY {order}",
        [activity_id],
    ).fetchall()
    return tuple(build(row_type, row) for row in rows)


def _insert_physiology(
    con: DuckDBPyConnection, table: str, columns: Mapping[str, str], runs: Sequence[StoredRun]
) -> None:
    kinds = kinds_of(Physiology)
    rows = [
        (run.recording.activity_id, *(getattr(run.recording.physiology, name) for name in columns))
        for run in runs
        if run.recording.physiology is not None
    ]
    spoken = [row for row in rows if any(value is not None for value in row[1:])]
    renamed = {column: kinds[name] for name, column in columns.items()}
    insert_rows(con, table, kinds={"activity_id": "whole", **renamed}, rows=spoken)


def _read_physiology(con: DuckDBPyConnection, activity_id: int) -> Physiology | None:
    values: dict[str, object] = {}
    for table, columns in PHYSIOLOGY.items():
        row = first_row(
            con,
            f"SELECT {', '.join(columns.values())} FROM {table} WHERE activity_id = ?",
            values=[activity_id],
        )
        values.update(dict.fromkeys(columns) if row is None else zip(columns, row, strict=True))
    if all(value is None for value in values.values()):
        return None
    return build(Physiology, [values[name] for name in kinds_of(Physiology)])


def _stored_among(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> list[int]:
    rows = con.execute(
        "SELECT activity_id FROM activities WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    ).fetchall()
    return [row[0] for row in rows]


def _delete(con: DuckDBPyConnection, activity_ids: Sequence[int], tables: Sequence[str]) -> None:
    if activity_ids:
        for table in tables:
            con.execute(
                f"DELETE FROM {table} WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
                [list(activity_ids)],
            )


_ZONE_SHARES = f"""
INSERT INTO hr_efficiency BY NAME
SELECT
    activity_id,
    arg_max(zone_number, time_in_zone_s) AS primary_zone,
    {
    ", ".join(
        f"max(zone_percentage) FILTER (WHERE zone_number = {zone}) AS zone{zone}_percentage"
        for zone in range(1, 6)
    )
}
FROM heart_rate_zones
WHERE activity_id IN (SELECT unnest(?::BIGINT[]))
GROUP BY activity_id
HAVING sum(time_in_zone_s) > 0
"""
