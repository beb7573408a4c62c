"""Which kind of sensor leads to another, and the files that hold both."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.records import frozen
from hakaru.running.devices import Pair, SensorRun
from hakaru.running.metrics import METRICS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.running.verdict import RATED_RUNS_MIN
from hakaru.store.history import DEVICE_OF_FORM, SERIALS
from hakaru.store.rows import aware, first_row, naive_utc
from hakaru.store.stale import StaleMark, mark_stale

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SIDE_BY_SIDE: Mapping[MetricName, str] = {"gct": "stryd_gct_ms", "vo": "stryd_vo_cm"}
"""What a pod sends beside a native sensor, by metric."""
_POD = "stryd"


@frozen
class Crossing:
    """The first run of a kind of sensor, and the kind that was worn before it."""

    source: str
    sensor_group: str
    first_at: datetime


def crossing_to(con: DuckDBPyConnection, sensor_group: str) -> Crossing | None:
    """Where a kind of sensor was first worn, and the one of which enough was known that was worn
    last before; None: it was not worn, or nothing was known."""
    row = first_row(
        con,
        "WITH first AS (SELECT min(started_at) AS moment FROM activities "
        "WHERE sensor_group = $group) "
        "SELECT a.sensor_group, any_value(first.moment) FROM activities a, first "
        "WHERE a.coverage_frac > 0 AND a.sensor_group <> $group "
        "AND a.started_at < first.moment GROUP BY a.sensor_group HAVING count(*) >= $least "
        "ORDER BY max(a.started_at) DESC, a.sensor_group LIMIT 1",
        values={"group": sensor_group, "least": RATED_RUNS_MIN},
    )
    first_at = None if row is None else aware(row[1])
    if row is None or first_at is None:
        return None
    return Crossing(source=row[0], sensor_group=sensor_group, first_at=first_at)


def crossings_from(con: DuckDBPyConnection, sensor_group: str) -> tuple[Crossing, ...]:
    """The kinds of sensor that a kind leads to."""
    groups = con.execute(
        "SELECT DISTINCT sensor_group FROM activities "
        "WHERE sensor_group IS NOT NULL AND sensor_group <> ? ORDER BY ALL",
        [sensor_group],
    ).fetchall()
    crossings = (crossing_to(con, group) for (group,) in groups)
    return tuple(crossing for crossing in crossings if crossing and crossing.source == sensor_group)


def mark_led(con: DuckDBPyConnection, sensor_group: str, since: datetime, *, owner: str) -> None:
    """Mark the kinds of sensor that are led to by one whose runs from a moment on are judged
    otherwise now."""
    for crossing in crossings_from(con, sensor_group):
        if since < crossing.first_at:
            led = crossing.sensor_group
            mark = StaleMark(kind="form", sensor_group=led, since=crossing.first_at, owner=owner)
            mark_stale(con, [mark])


def pairs_in_files(
    con: DuckDBPyConnection, source: str, sensor_group: str, *, before: datetime
) -> Mapping[MetricName, Pair]:
    """What files before a moment say that hold a native sensor and a pod."""
    if sensor_group != _POD or source == _POD:
        return {}
    pairs: dict[MetricName, Pair] = {}
    for metric, column in SIDE_BY_SIDE.items():
        spec = METRICS[metric]
        own = spec.series_column
        row = first_row(
            con,
            "SELECT avg(ratio), count(*) FROM ("
            f"SELECT avg(ln({column} / {own})) AS ratio FROM data.time_series_metrics "
            "JOIN activities a USING (activity_id) "
            "WHERE a.sensor_group = $source AND a.started_at < $before AND NOT a.not_learned "
            f"AND {column} BETWEEN $low AND $high AND {own} BETWEEN $low AND $high "
            f"AND data.time_series_metrics.speed_mps > {RUNNING_SPEED_MIN_MPS} "
            "GROUP BY activity_id)",
            values={
                "source": source,
                "before": naive_utc(before),
                "low": spec.valid_min,
                "high": spec.valid_max,
            },
        )
        if row is not None and row[1]:
            pairs[metric] = Pair(ratio_ln=float(row[0]), n_runs=int(row[1]))
    return pairs


def measured_runs(con: DuckDBPyConnection) -> tuple[SensorRun, ...]:
    """Every run that a sensor of form measured, oldest first; a unit without a name is empty.

    Units of one name are told apart by the serial numbers of the files, and numbered in the order
    in which they were first worn: "HRM-Pro #2".
    """
    rows = con.execute(
        f"SELECT a.activity_id, a.activity_date, a.sensor_group, coalesce(a.sensor_label, ''), "
        f"a.coverage_frac, {DEVICE_OF_FORM} AS device FROM activities a "
        f"LEFT JOIN ({SERIALS}) d USING (activity_id) "
        "WHERE a.coverage_frac > 0 AND a.sensor_group IS NOT NULL "
        "ORDER BY a.started_at, a.activity_id"
    ).fetchall()
    serials: dict[tuple[str, str], dict[str, int]] = {}
    for row in rows:
        if row[5] is not None:
            numbers = serials.setdefault((row[2], row[3]), {})
            numbers.setdefault(row[5], len(numbers) + 1)
    return tuple(
        SensorRun(
            activity_id=row[0],
            day=row[1],
            sensor_group=row[2],
            sensor_label=_numbered(row[3], serials.get((row[2], row[3]), {}), row[5]),
            coverage_frac=row[4],
        )
        for row in rows
    )


def _numbered(label: str, numbers: Mapping[str, int], serial: str | None) -> str:
    if len(numbers) < 2 or serial is None:
        return label
    return f"{label} #{numbers[serial]}".strip()
