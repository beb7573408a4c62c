"""Which splits does a run have, and what do all splits of a sensor look like to a fit?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.running.splits import Split
from hakaru.store.rows import AnyArray, build, floats, naive_utc, select_list

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

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
    end_elapsed_s, weight_kg of the runner then; role and sensor_label (str or None); activity_date
    (datetime64[D], local).

    Args:
        con: an open connection.
        sensor_group: only runs measured by this kind of sensor; None for all runs.
        since: only runs that started then or later; None: no bound.
        until: only runs that started then or earlier; None: no bound.
    """
    fetched = con.execute(
        f"SELECT s.activity_id, s.split_index, s.kind, s.role, a.started_at, a.sensor_group, "
        "a.sensor_label, "
        "a.activity_date, d.athlete_weight_kg AS weight_kg, "
        f"{', '.join('s.' + name for name in _NUMBERS)} "
        "FROM data.splits s JOIN activities a USING (activity_id) "
        "LEFT JOIN data.sessions d USING (activity_id) "
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
    columns: dict[str, AnyArray] = {
        name: floats(fetched[name]) for name in (*_NUMBERS, "weight_kg")
    }
    columns["activity_date"] = np.asarray(fetched["activity_date"], dtype="datetime64[D]")
    for name in ("activity_id", "split_index"):
        columns[name] = np.asarray(fetched[name], dtype=np.int64)
    columns["started_at"] = np.asarray(fetched["started_at"], dtype="datetime64[us]")
    for name in ("kind", "role", "sensor_group", "sensor_label"):
        columns[name] = _texts(fetched[name])
    return columns


def where(columns: Mapping[str, AnyArray], keep: AnyArray) -> Mapping[str, AnyArray]:
    """The rows for which `keep`, of shape (n_rows,), is true."""
    return {name: column[keep] for name, column in columns.items()}


def _texts(column: AnyArray) -> AnyArray:
    """Strings as they were fetched, with None for NULL."""
    if isinstance(column, np.ma.MaskedArray):
        texts = np.asarray(column.data, dtype=object).copy()
        texts[np.ma.getmaskarray(column)] = None
        return texts
    return np.asarray(column, dtype=object)
