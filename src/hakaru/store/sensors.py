"""Which kinds of sensors has this runner worn?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def sensor_groups(con: DuckDBPyConnection) -> tuple[str, ...]:
    """The kinds of sensors that measured form, latest worn first."""
    rows = con.execute(
        "SELECT sensor_group FROM activities WHERE coverage_frac > 0 AND sensor_group IS NOT NULL "
        "GROUP BY sensor_group ORDER BY max(started_at) DESC, sensor_group"
    ).fetchall()
    return tuple(row[0] for row in rows)
