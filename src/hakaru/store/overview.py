"""What overviews need of every run at once: how much is stored, loads by day, years and months,
what is unclear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from hakaru.records import frozen
from hakaru.running.load import DatedLoad
from hakaru.running.session.model import FRAGMENT_S
from hakaru.running.volume import FIRST_KNOWN_DAY
from hakaru.store.rows import build, first_row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


IS_FRAGMENT = f"coalesce(nullif(a.running_s, 0), a.elapsed_s, {FRAGMENT_S}) < {FRAGMENT_S}"
"""Whether a run (a) is too short to be counted, as `is_fragment` of the model has it."""

RunColumn = Literal["day", "title", "distance", "time", "pace", "variation", "heart_rate", "form"]
_COLUMNS: Mapping[RunColumn, str] = {
    "day": "a.started_at",
    "title": "lower(a.title)",
    "distance": "a.distance_m",
    "time": "a.timer_s",
    "pace": "a.speed_mps",
    "variation": "s.target_cv_frac",
    "heart_rate": "a.heart_rate_avg_bpm",
    "form": "e.overall_score",
}


@frozen
class Sorting:
    """By a column of the list, the largest, newest or fastest first, or last. Runs that do not
    have it come last."""

    column: RunColumn
    largest_first: bool = True

    @property
    def sql(self) -> str:
        """What rows of a run (a), its session (s) and its verdict (e) are ordered by."""
        return f"{_COLUMNS[self.column]} {'DESC' if self.largest_first else 'ASC'} NULLS LAST"


@frozen
class MonthSum:
    """What the runs of one month add up to; distance and time are the watch's. None: not known.
    `n_runs` as in `running.volume.Sums`."""

    year: int
    month: int
    n_runs: int
    distance_m: float | None
    time_s: float | None
    load_score: float | None


@frozen
class Unclear:
    """How many runs since a day say too little: of no known kind, recorded with a fault, without a
    heart rate."""

    n_untyped: int
    n_partial: int
    n_without_heart_rate: int


def dated_loads(con: DuckDBPyConnection, *, until: date) -> tuple[DatedLoad, ...]:
    """The load of every understood run up to a local day, in order of time."""
    rows = con.execute(
        "SELECT activity_date, training_load_score FROM data.sessions "
        "WHERE activity_date <= ? ORDER BY started_at, activity_id",
        [until],
    ).fetchall()
    return tuple(DatedLoad(day=row[0], load_score=row[1]) for row in rows)


def month_sums(con: DuckDBPyConnection) -> tuple[MonthSum, ...]:
    """Every month with a run, oldest first."""
    rows = con.execute(
        "SELECT year(a.activity_date)::INTEGER, month(a.activity_date)::INTEGER, "
        f"count(*) FILTER (WHERE NOT ({IS_FRAGMENT}))::INTEGER, "
        "sum(coalesce(a.device_distance_m, a.distance_m)), "
        "sum(coalesce(a.device_timer_s, a.device_elapsed_s, a.elapsed_s)), "
        "sum(s.training_load_score) "
        "FROM activities a LEFT JOIN data.sessions s USING (activity_id) "
        "GROUP BY 1, 2 ORDER BY 1, 2"
    ).fetchall()
    return tuple(
        MonthSum(
            year=row[0],
            month=row[1],
            n_runs=row[2],
            distance_m=row[3],
            time_s=row[4],
            load_score=row[5],
        )
        for row in rows
    )


def unclear_since(con: DuckDBPyConnection, day: date) -> Unclear:
    """What is unclear about the runs from a local day on."""
    row = con.execute(
        f"SELECT count(*) FILTER (WHERE s.training_type = 'unknown' AND NOT ({IS_FRAGMENT})), "
        "count(*) FILTER (WHERE a.partial), "
        "count(*) FILTER (WHERE coalesce(a.device_heart_rate_avg_bpm, a.heart_rate_avg_bpm) "
        f"IS NULL AND NOT ({IS_FRAGMENT})) "
        "FROM activities a LEFT JOIN data.sessions s USING (activity_id) "
        "WHERE a.activity_date >= ?",
        [day],
    ).fetchone()
    assert row is not None
    return Unclear(n_untyped=row[0], n_partial=row[1], n_without_heart_rate=row[2])


def worn_shoes(con: DuckDBPyConnection) -> tuple[str, ...]:
    """The pairs that recordings name, the one worn last first."""
    rows = con.execute(
        "SELECT gear FROM activities WHERE gear IS NOT NULL AND gear <> '' "
        "GROUP BY gear ORDER BY max(started_at) DESC, gear"
    ).fetchall()
    return tuple(row[0] for row in rows)


def variations(con: DuckDBPyConnection, activity_ids: Sequence[int]) -> Mapping[int, float]:
    """How much the speed of the judged part of some runs varied: SD over mean, as a fraction."""
    rows = con.execute(
        "SELECT activity_id, target_cv_frac FROM data.sessions "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[])) AND target_cv_frac IS NOT NULL",
        [list(activity_ids)],
    ).fetchall()
    return dict(rows)


def zone_seconds(
    con: DuckDBPyConnection, *, since: date | None, until: date | None
) -> tuple[float, ...]:
    """Seconds in each of the five zones of heart rate, over the runs of some local days."""
    row = con.execute(
        "SELECT coalesce(sum(zone1_s), 0.0), coalesce(sum(zone2_s), 0.0), "
        "coalesce(sum(zone3_s), 0.0), coalesce(sum(zone4_s), 0.0), coalesce(sum(zone5_s), 0.0) "
        "FROM data.sessions WHERE ($since IS NULL OR activity_date >= $since) "
        "AND ($until IS NULL OR activity_date <= $until)",
        {"since": since, "until": until},
    ).fetchone()
    assert row is not None
    return tuple(float(value) for value in row)


def best_power(
    con: DuckDBPyConnection, *, durations_s: Sequence[float]
) -> Mapping[int, Mapping[float, float]]:
    """The highest mean power (W) in each of some durations, by local year."""
    rows = con.execute(
        "SELECT year(a.activity_date)::INTEGER, e.duration_s, max(e.power_w) "
        "FROM best_efforts e JOIN activities a USING (activity_id) "
        "WHERE e.power_w IS NOT NULL AND list_contains(?::DOUBLE[], e.duration_s) "
        "GROUP BY 1, 2 ORDER BY 1, 2",
        [list(durations_s)],
    ).fetchall()
    years: dict[int, dict[float, float]] = {}
    for year, duration_s, power_w in rows:
        years.setdefault(year, {})[duration_s] = power_w
    return years


def n_baselines(con: DuckDBPyConnection, *, user_id: str, sensor_group: str | None) -> int:
    """How many versions were learned, of a sensor or (None) of every one."""
    ((n_versions,),) = con.execute(
        "SELECT count(*) FROM data.form_baselines "
        "WHERE user_id = $user_id AND ($group IS NULL OR sensor_group = $group)",
        {"user_id": user_id, "group": sensor_group},
    ).fetchall()
    return int(n_versions)


@frozen
class StoreSummary:
    """How much is stored. Dates and times None: nothing of the kind. `n_with_form` and
    `n_evaluated` leave out what is too short to be counted as a run (`n_too_short`)."""

    n_activities: int
    n_samples: int
    n_evaluated: int
    n_with_form: int
    n_too_short: int
    first_date: date | None
    last_date: date | None
    trained_at: datetime | None


def summarise(con: DuckDBPyConnection) -> StoreSummary:
    """What the store holds, in one query."""
    row = first_row(con, _SUMMARY)
    assert row is not None
    return build(StoreSummary, row)


_SUMMARY = f"""
SELECT
    count(*),
    coalesce(sum(n_samples), 0)::BIGINT,
    count(*) FILTER (
        WHERE activity_id IN (SELECT activity_id FROM data.run_verdicts) AND NOT ({IS_FRAGMENT})
    ),
    count(*) FILTER (WHERE coverage_frac > 0 AND NOT ({IS_FRAGMENT})),
    count(*) FILTER (WHERE {IS_FRAGMENT}),
    coalesce(
        min(activity_date) FILTER (WHERE activity_date >= DATE '{FIRST_KNOWN_DAY}'),
        min(activity_date)
    ),
    max(activity_date),
    (SELECT max(trained_at) FROM data.form_baselines)
FROM activities a
"""
