"""Recordings: splits, samples and sensors, stored and read back without loss.

An empty `Weather` or `Physiology` (nothing reported) reads back as None: both say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument, UnknownActivity
from hakaru.core.i18n import message, with_parts
from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import (
    DeviceInfo,
    DeviceSummary,
    FloatArray,
    HeartRateZone,
    Issue,
    Lap,
    Physiology,
    PlannedStep,
    Provenance,
    Recording,
    RunTotals,
    SeriesColumn,
    Weather,
)
from hakaru.running.splits import Split
from hakaru.store.air import AIR_OF_RUNS, WARMTH_OF_SPLIT
from hakaru.store.overview import IS_FRAGMENT
from hakaru.store.rows import (
    AnyArray,
    Kind,
    build,
    first_row,
    floats,
    insert_columns,
    insert_rows,
    kinds_of,
    naive_utc,
    number_column,
    select_list,
    text_column,
    texts,
    values_of,
)
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


SERIES_COLUMNS: tuple[str, ...] = get_args(SeriesColumn)


def insert_series(
    con: DuckDBPyConnection, runs: Sequence[tuple[int, Mapping[str, FloatArray]]]
) -> None:
    """Append the samples of several activities; a column that one of them lacks is NULL there."""
    runs = [(activity_id, series) for activity_id, series in runs if len(series["elapsed_s"])]
    if not runs:
        return
    lengths = [len(series["elapsed_s"]) for _, series in runs]
    ids = np.array([activity_id for activity_id, _ in runs], dtype=np.int64)
    columns: dict[str, AnyArray] = {"activity_id": np.repeat(ids, lengths)}
    recorded = {name for _, series in runs for name in series}
    _check_columns(recorded)
    for name in recorded:
        pieces = [
            series[name] if name in series else np.full(length, np.nan)
            for (_, series), length in zip(runs, lengths, strict=True)
        ]
        columns[name] = np.concatenate(pieces)
    insert_columns(con, "data.time_series_metrics", columns=columns)


def read_series(
    con: DuckDBPyConnection, activity_id: int, *, columns: Sequence[str] = SERIES_COLUMNS
) -> dict[str, FloatArray]:
    """Columns of one activity in order of time, shape (n_samples,); NaN where nothing is known.

    An activity without samples, or an unknown one, has arrays of length 0.
    """
    _check_columns(columns)
    names = ", ".join(f'"{name}"' for name in columns)
    fetched = con.execute(
        f"SELECT {names} FROM data.time_series_metrics WHERE activity_id = ? ORDER BY elapsed_s",
        [activity_id],
    ).fetchnumpy()
    return {name: floats(fetched[name]) for name in columns}


def _check_columns(names: Sequence[str] | set[str]) -> None:
    for name in names:
        if name not in SERIES_COLUMNS:
            raise BadArgument(
                "series column", name, message("one of {names}", names=", ".join(SERIES_COLUMNS))
            )


_NUMBERS = (
    "speed_mps",
    "gct_ms",
    "vo_cm",
    "vr_pct",
    "cadence_spm",
    "gct_balance_left_pct",
    "running_s",
    "running_distance_m",
    "grade_pct",
    "coverage_frac",
    "is_target",
    "rep_index",
    "heart_rate_bpm",
    "power_w",
    "temperature_c",
    "distance_m",
    "elevation_gain_m",
    "elevation_loss_m",
    "start_elapsed_s",
    "end_elapsed_s",
)
_TEXTS_OF_SPLIT = ("kind", "role")
_TEXTS_OF_RUN = ("sensor_group", "sensor_label", "gear", "sub_sport")
FORM_COLUMNS = (*_TEXTS_OF_SPLIT, *_NUMBERS)
"""What is read of a split to learn from it and to judge it."""


def read_splits(con: DuckDBPyConnection, activity_id: int) -> tuple[Split, ...]:
    """The splits of one activity in order of time; empty where there is none."""
    return splits_of(con, [activity_id])[activity_id]


def splits_of(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, tuple[Split, ...]]:
    """The splits of each of the activities asked for, in one query."""
    rows = con.execute(
        f"SELECT activity_id, {select_list(Split)} FROM data.splits "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) "
        "ORDER BY activity_id, split_index",
        [list(activity_ids)],
    ).fetchall()
    by_activity: dict[int, list[Split]] = {activity_id: [] for activity_id in activity_ids}
    for row in rows:
        by_activity[row[0]].append(build(Split, row[1:]))
    return {activity_id: tuple(splits) for activity_id, splits in by_activity.items()}


def split_columns(
    con: DuckDBPyConnection,
    *,
    sensor_group: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Mapping[str, AnyArray]:
    """All splits as columns of shape (n_splits,), oldest run first: what training reads.

    Columns: activity_id (int64), split_index (int64), kind (str), started_at of the run
    (datetime64[us], UTC), sensor_group (str or None), and as float64 with NaN for 'not recorded'
    speed_mps, gct_ms, vo_cm, vr_pct, cadence_spm, gct_balance_left_pct, running_s,
    running_distance_m, grade_pct, coverage_frac, is_target (0 or 1), rep_index, heart_rate_bpm,
    power_w, temperature_c, distance_m, elevation_gain_m, elevation_loss_m, start_elapsed_s,
    end_elapsed_s, weight_kg of the runner then; role, sensor_label, gear and sub_sport (str or
    None); activity_date (datetime64[D], local).

    Args:
        con: an open connection.
        sensor_group: only runs measured by this kind of sensor; None for all runs.
        since: only runs that started then or later; None: no bound.
        until: only runs that started then or earlier; None: no bound.
    """
    fetched = con.execute(
        "SELECT s.activity_id, s.split_index, a.started_at, a.activity_date, "
        f"{', '.join(map(_split_column, FORM_COLUMNS))}, "
        f"{', '.join(text_column(f'a.{name}', name) for name in _TEXTS_OF_RUN)}, "
        f"{number_column('d.athlete_weight_kg', 'weight_kg')} "
        "FROM data.splits s JOIN activities a USING (activity_id) "
        "LEFT JOIN data.sessions d USING (activity_id) "
        f"LEFT JOIN {AIR_OF_RUNS} w ON w.activity_id = s.activity_id "
        "WHERE ($group IS NULL OR a.sensor_group = $group) "
        "AND ($since IS NULL OR a.started_at >= $since) "
        "AND ($until IS NULL OR a.started_at <= $until) "
        "ORDER BY a.started_at, s.activity_id, s.split_index",
        {
            "group": sensor_group,
            "since": None if since is None else naive_utc(since),
            "until": None if until is None else naive_utc(until),
        },
    ).fetchnumpy()
    return {name: _column(name, fetched[name]) for name in fetched}


def splits_between(
    con: DuckDBPyConnection,
    activity_ids: NDArray[np.int64],
    names: Sequence[str],
) -> Mapping[str, AnyArray]:
    """Some columns of the splits of some runs, in no order, as `split_columns` has them; with
    activity_id and split_index."""
    bounds = [int(activity_ids.min()), int(activity_ids.max())] if activity_ids.size else [1, 0]
    fetched = con.execute(
        f"SELECT s.activity_id, split_index, {', '.join(map(_split_column, names))} "
        f"FROM data.splits s LEFT JOIN {AIR_OF_RUNS} w ON w.activity_id = s.activity_id "
        "WHERE s.activity_id BETWEEN ? AND ?",  # a list of ids takes twice as long
        bounds,
    ).fetchnumpy()
    columns = {name: _column(name, fetched[name]) for name in fetched}
    return where(columns, np.isin(columns["activity_id"], activity_ids))


def _split_column(name: str) -> str:
    """A column of a split; warmth that no thermometer of the run measured is that of its weather,
    as the runner's watch would have read it; what is read in cool air is no warmth."""
    if name in _TEXTS_OF_SPLIT:
        return text_column(f"s.{name}", name)
    if name == "temperature_c":
        return number_column(WARMTH_OF_SPLIT, name)
    return number_column(f"s.{name}", name)


def _column(name: str, fetched: AnyArray) -> AnyArray:
    if name in (*_TEXTS_OF_SPLIT, *_TEXTS_OF_RUN):
        return texts(fetched)
    dtype = _DTYPES.get(name)
    return floats(fetched) if dtype is None else np.asarray(fetched, dtype=dtype)


_DTYPES = {
    "activity_id": "int64",
    "split_index": "int64",
    "started_at": "datetime64[us]",
    "activity_date": "datetime64[D]",
}


def where(columns: Mapping[str, AnyArray], keep: AnyArray) -> Mapping[str, AnyArray]:
    """The rows for which `keep`, of shape (n_rows,), is true."""
    return {name: column[keep] for name, column in columns.items()}


@frozen
class SensorChange:
    """The first day on which form was measured by another kind of sensor than before."""

    day: date
    before: str
    after: str


def sensor_groups(con: DuckDBPyConnection) -> tuple[str, ...]:
    """The kinds of sensors that measured form, latest worn first."""
    rows = con.execute(
        "SELECT sensor_group FROM activities WHERE coverage_frac > 0 AND sensor_group IS NOT NULL "
        "GROUP BY sensor_group ORDER BY max(started_at) DESC, sensor_group"
    ).fetchall()
    return tuple(row[0] for row in rows)


def sensor_changes(con: DuckDBPyConnection) -> tuple[SensorChange, ...]:
    """When the kind of sensor that measures form became another, newest first."""
    rows = con.execute(
        "SELECT activity_date, earlier, sensor_group FROM (SELECT activity_date, started_at, "
        "sensor_group, lag(sensor_group) OVER (ORDER BY started_at, activity_id) AS earlier "
        "FROM activities WHERE coverage_frac > 0 AND sensor_group IS NOT NULL) "
        "WHERE earlier <> sensor_group ORDER BY started_at DESC"
    ).fetchall()
    return tuple(SensorChange(day=day, before=before, after=after) for day, before, after in rows)


T = TypeVar("T")


def write_recordings(
    con: DuckDBPyConnection, entries: Sequence[StoredRun], *, new: bool = False
) -> None:
    """Store runs set-based; a run that is already stored is replaced wholly, its verdict kept.

    Call it inside one transaction with 10-25 runs. Of two entries with one id the later counts.
    `new`: none of them is stored, and nothing is looked for.
    """
    by_id = {entry.recording.activity_id: entry for entry in entries}
    runs = [by_id[activity_id] for activity_id in sorted(by_id)]
    if not new:
        _delete(con, list(stored_among(con, list(by_id))), RECORDED_TABLES)
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
    shares = [row for run in runs for row in _zone_shares(run.recording)]
    insert_rows(con, "hr_efficiency", kinds=_SHARE_KINDS, rows=shares)


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
    the files that led to them lead there, and what was noted about them stays. None: those files
    count as not yet ingested.
    """
    mark_after(con, activity_ids)
    if replaced_by is not None:
        con.execute(
            "UPDATE run_notes SET activity_id = ? "
            "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [replaced_by, list(activity_ids)],
        )
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
        issues=_read_issues(con, activity_id),
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


def _read_issues(con: DuckDBPyConnection, activity_id: int) -> tuple[Issue, ...]:
    rows = con.execute(
        f"SELECT message_parts, {select_list(Issue)} FROM {ISSUES.table} WHERE activity_id = ? "
        f"ORDER BY {ISSUES.index}",
        [activity_id],
    ).fetchall()
    issues = ((parts, build(Issue, row)) for parts, *row in rows)
    return tuple(
        replace(issue, message=with_parts(issue.message, parts)) for parts, issue in issues
    )


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


def stored_among(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> frozenset[int]:
    """Those of some ids under which a run is stored."""
    rows = con.execute(
        "SELECT activity_id FROM activities WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    ).fetchall()
    return frozenset(row[0] for row in rows)


def _delete(con: DuckDBPyConnection, activity_ids: Sequence[int], tables: Sequence[str]) -> None:
    if activity_ids:
        for table in tables:
            con.execute(
                f"DELETE FROM {table} WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
                [list(activity_ids)],
            )


_ZONES = range(1, 6)
_SHARE_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    "primary_zone": "whole",
    **{f"zone{zone}_percentage": "real" for zone in _ZONES},
}


def _zone_shares(recording: Recording) -> Iterator[tuple[object, ...]]:
    """How much of a run was in each zone of its watch, in the order of `_SHARE_KINDS`; none where
    the watch counted nothing."""
    time_s = {
        zone.zone_number: zone.time_in_zone_s
        for zone in recording.heart_rate_zones
        if zone.time_in_zone_s is not None
    }
    total_s = sum(time_s.values())
    if total_s > 0.0:
        shares = {zone: PERCENT * value_s / total_s for zone, value_s in time_s.items()}
        longest = max(time_s, key=time_s.__getitem__)
        yield (recording.activity_id, longest, *map(shares.get, _ZONES))


def sensor_of(con: DuckDBPyConnection, activity_id: int) -> str | None:
    """The kind of sensor that measured form in a run; None: nothing did."""
    row = first_row(
        con, "SELECT sensor_group FROM activities WHERE activity_id = ?", values=[activity_id]
    )
    return None if row is None else row[0]


def chosen_sensor(con: DuckDBPyConnection, named: str | None) -> str | None:
    """The sensor group to answer for; None: nothing with form metrics is stored.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    groups = sensor_groups(con)
    if named is None:
        return groups[0] if groups else None
    if named not in groups:
        raise BadArgument(
            "sensor",
            named,
            message("one of yours ({sensors})", sensors=", ".join(groups))
            if groups
            else message("one of yours (none stored)"),
        )
    return named


@frozen
class RunOfFile:
    """A stored run and a file it was made of. `alone`: every file of the run lies below the folder
    that was asked about; `judged`: it has a verdict, and is long enough to be counted."""

    activity_id: int
    path: str
    member: str
    alone: bool
    judged: bool


def runs_of_files(con: DuckDBPyConnection, folder: str) -> tuple[RunOfFile, ...]:
    """The stored runs that were made of files below a folder."""
    rows = con.execute(
        "SELECT s.activity_id, s.path, coalesce(s.member, ''), "
        "(SELECT bool_and(starts_with(o.path, ?)) FROM recording_sources o "
        "WHERE o.activity_id = s.activity_id), "
        "EXISTS (SELECT 1 FROM data.run_verdicts v JOIN activities a USING (activity_id) "
        f"WHERE v.activity_id = s.activity_id AND NOT ({IS_FRAGMENT})) "
        "FROM recording_sources s WHERE starts_with(s.path, ?) ORDER BY ALL",
        [folder, folder],
    ).fetchall()
    return tuple(
        RunOfFile(activity_id=row[0], path=row[1], member=row[2], alone=row[3], judged=row[4])
        for row in rows
    )


def n_runs_of_files(con: DuckDBPyConnection) -> Mapping[tuple[str, str], int]:
    """How many stored runs each file was a part of, by its content and its name in an archive."""
    rows = con.execute(
        "SELECT sha256, coalesce(member, ''), count(DISTINCT activity_id) FROM recording_sources "
        "GROUP BY ALL"
    ).fetchall()
    return {(sha256, member): n_runs for sha256, member, n_runs in rows}
