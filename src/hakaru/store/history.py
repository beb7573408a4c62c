"""What is read of every stored run at once: its totals, its best efforts, how it was rated?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from hakaru.running.records import EffortOfRun
from hakaru.running.volume import RatedMetric, RunFigures
from hakaru.store.rows import build, first_row, kinds_of, select_list

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_TOTALS: Mapping[str, str] = {
    "distance_m": "coalesce(a.device_distance_m, a.distance_m)",
    "time_s": "coalesce(a.device_timer_s, a.device_elapsed_s, a.elapsed_s)",
    "elapsed_s": "coalesce(a.device_elapsed_s, a.elapsed_s)",
    "climb_m": "coalesce(a.device_ascent_m, a.elevation_gain_m)",
    "heart_rate_bpm": "coalesce(a.device_heart_rate_avg_bpm, a.heart_rate_avg_bpm)",
}
"""The totals of a run: as the watch states them, else ours."""
_OTHERS: Mapping[str, str] = {
    "day": "a.activity_date",
    "training_type": "s.training_type",
}


def run_figures(
    con: DuckDBPyConnection,
    *,
    since: date | None = None,
    until: date | None = None,
    activity_ids: Sequence[int] | None = None,
) -> tuple[RunFigures, ...]:
    """What each stored run adds up to, oldest first; `since` and `until` are local days, both
    included."""
    expressions = {**_TOTALS, **_OTHERS}
    selected = ", ".join(expressions.get(name, f"a.{name}") for name in kinds_of(RunFigures))
    rows = con.execute(
        f"SELECT {selected} FROM activities a LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE ($since IS NULL OR a.activity_date >= $since) "
        "AND ($until IS NULL OR a.activity_date <= $until) "
        "AND ($ids IS NULL OR list_contains($ids::BIGINT[], a.activity_id)) "
        "ORDER BY a.started_at, a.activity_id",
        {
            "since": since,
            "until": until,
            "ids": None if activity_ids is None else list(activity_ids),
        },
    ).fetchall()
    return tuple(build(RunFigures, row) for row in rows)


def first_and_last_day(con: DuckDBPyConnection) -> tuple[date, date] | None:
    """The local days of the oldest and the newest run; None: none is stored."""
    row = first_row(con, "SELECT min(activity_date), max(activity_date) FROM activities")
    return None if row is None or row[0] is None else (row[0], row[1])


def efforts_over_distance(con: DuckDBPyConnection) -> tuple[EffortOfRun, ...]:
    """The fastest run over each distance in each local year, the earlier of two equals."""
    return _best_by_year(con, table="distance_efforts", per="distance_m", order="elapsed_s")


def efforts_over_duration(con: DuckDBPyConnection) -> tuple[EffortOfRun, ...]:
    """The furthest run in each duration in each local year, the earlier of two equals."""
    rows = (
        "(SELECT activity_id, duration_s AS elapsed_s, speed_mps * duration_s AS distance_m, "
        "CAST(NULL AS DOUBLE) AS start_elapsed_s FROM best_efforts WHERE speed_mps IS NOT NULL)"
    )
    return _best_by_year(con, table=rows, per="elapsed_s", order="distance_m DESC")


def rated_metrics(
    con: DuckDBPyConnection, *, activity_ids: Sequence[int] | None = None
) -> tuple[RatedMetric, ...]:
    """How far each rated metric of each run, or of some, was from the runner's own usual."""
    rows = con.execute(
        f"SELECT {select_list(RatedMetric)} FROM metric_verdicts WHERE rated "
        "AND ($ids IS NULL OR list_contains($ids::BIGINT[], activity_id)) "
        "ORDER BY metric, activity_id",
        {"ids": None if activity_ids is None else list(activity_ids)},
    ).fetchall()
    return tuple(build(RatedMetric, row) for row in rows)


def _best_by_year(
    con: DuckDBPyConnection, *, table: str, per: str, order: str
) -> tuple[EffortOfRun, ...]:
    selected = ", ".join(
        "a.activity_date" if name == "day" else f"e.{name}" for name in kinds_of(EffortOfRun)
    )
    rows = con.execute(
        f"SELECT {selected} FROM {table} e JOIN activities a USING (activity_id) "
        f"QUALIFY row_number() OVER (PARTITION BY year(a.activity_date), e.{per} "
        f"ORDER BY e.{order}, a.started_at, e.activity_id) = 1 "
        f"ORDER BY e.{per}, a.started_at"
    ).fetchall()
    return tuple(build(EffortOfRun, row) for row in rows)
