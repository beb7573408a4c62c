"""Which kinds of sensors has this runner worn, and when was another one put on?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@dataclass(frozen=True, kw_only=True)
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
