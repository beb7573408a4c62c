"""What is stored of the air of runs, and what their watches read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from hakaru.records import frozen
from hakaru.running.activity import Weather
from hakaru.running.effects import COMFORT_C, counted_warmth_c
from hakaru.running.environment.grade import INDOOR_SPORTS
from hakaru.running.environment.heat import DEVICE_SETTLES_S
from hakaru.running.splits import Split
from hakaru.running.validity import VALID_WINDOWS
from hakaru.store.rows import build, first_row, insert_rows, kinds_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class RunAir:
    """One run. `watch_c` is what its recorder read after it had settled, None: no thermometer;
    `has_split_c`: its splits have a temperature of their own. `watch` names the recorder."""

    activity_id: int
    started_at: datetime
    utc_offset_s: int | None
    elapsed_s: float | None
    sub_sport: str | None
    sensor_group: str | None
    watch: str | None
    watch_c: float | None
    has_split_c: bool
    weather: Weather | None = None


_INDOORS = ", ".join(f"'{name}'" for name in sorted(INDOOR_SPORTS))
AIR_OF_RUNS = (
    "(SELECT weather.activity_id, weather.wrist_c, "
    f"CASE WHEN coalesce(run.sub_sport, '') IN ({_INDOORS}) THEN NULL "
    "ELSE weather.temperature_c END AS air_c "
    "FROM weather JOIN activities run USING (activity_id))"
)
"""Per run with weather: what a watch would have read, and the air; weather says nothing indoors."""
_WRIST_C = "coalesce(s.temperature_c, w.wrist_c)"
WARMTH_OF_SPLIT = (
    f"CASE WHEN w.air_c <= {COMFORT_C} AND {_WRIST_C} > w.air_c THEN w.air_c ELSE {_WRIST_C} END"
)
"""`counted_warmth_c` of a split `s` with the air `w` of its run."""
_LOW_C, _HIGH_C = VALID_WINDOWS["temperature_c"]
_RUNS = (
    "WITH settled AS (SELECT activity_id, median(temperature_c) AS watch_c "
    f"FROM data.time_series_metrics WHERE elapsed_s >= {DEVICE_SETTLES_S} "
    f"AND temperature_c BETWEEN {_LOW_C} AND {_HIGH_C} GROUP BY activity_id), "
    "split AS (SELECT activity_id, bool_or(temperature_c IS NOT NULL) AS has_split_c "
    "FROM data.splits GROUP BY activity_id), "
    "recorder AS (SELECT activity_id, min_by(coalesce(product, manufacturer), device_index) "
    "AS watch FROM devices WHERE role = 'recorder' GROUP BY activity_id), "
    "runs AS (SELECT a.activity_id, a.started_at, a.utc_offset_s, "
    "coalesce(a.elapsed_s, a.device_elapsed_s, a.device_timer_s) AS elapsed_s, a.sub_sport, "
    "a.sensor_group, recorder.watch, settled.watch_c, "
    "coalesce(split.has_split_c, FALSE) AS has_split_c FROM activities a "
    "LEFT JOIN settled USING (activity_id) LEFT JOIN split USING (activity_id) "
    "LEFT JOIN recorder USING (activity_id))"
)


def runs_with_air(con: DuckDBPyConnection) -> tuple[RunAir, ...]:
    """Every stored run, oldest first."""
    n_own = len(kinds_of(RunAir))
    rows = con.execute(
        f"{_RUNS} SELECT {', '.join(f'r.{name}' for name in kinds_of(RunAir))}, "
        f"w.activity_id IS NOT NULL, {', '.join(f'w.{name}' for name in kinds_of(Weather))} "
        "FROM runs r LEFT JOIN weather w ON w.activity_id = r.activity_id "
        "ORDER BY r.started_at, r.activity_id"
    ).fetchall()
    return tuple(
        build(
            RunAir,
            row[:n_own],
            weather=build(Weather, row[n_own + 1 :]) if row[n_own] else None,
        )
        for row in rows
    )


def write_air(con: DuckDBPyConnection, activity_id: int, weather: Weather) -> None:
    """Replace what is stored of the weather of a run, in the transaction of the caller."""
    con.execute("DELETE FROM weather WHERE activity_id = ?", [activity_id])
    insert_rows(
        con,
        "weather",
        kinds={"activity_id": "whole", **kinds_of(Weather)},
        rows=[(activity_id, *values_of(weather))],
    )


def with_air(
    con: DuckDBPyConnection, activity_id: int, splits: Sequence[Split]
) -> tuple[Split, ...]:
    """The splits of a run with the warmth that its verdict counts."""
    row = first_row(
        con,
        f"SELECT wrist_c, air_c FROM {AIR_OF_RUNS} WHERE activity_id = ?",
        values=[activity_id],
    )
    if row is None:
        return tuple(splits)
    wrist_c, air_c = row
    return tuple(
        replace(split, temperature_c=counted_warmth_c(reading_c, air_c))
        for split in splits
        for reading_c in (wrist_c if split.temperature_c is None else split.temperature_c,)
    )
