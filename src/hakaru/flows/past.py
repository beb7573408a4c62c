"""Read what is known of the runs before one run."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.running.claims.past import RECENT, EarlierRun, Past
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.session.model import FRAGMENT_S
from hakaru.store.readers.base import Run
from hakaru.store.rows import first_row

if TYPE_CHECKING:
    from datetime import date, datetime

    from duckdb import DuckDBPyConnection

_WEEK = timedelta(days=7)
_WEEKS_BEFORE = 4

_OF_KIND = """
    SELECT activity_date, distance_m, target_speed_mps, target_heart_rate_bpm, temperature_c
    FROM data.sessions
    WHERE training_type = ? AND started_at < ? AND coalesce(running_s, elapsed_s) >= ?
    ORDER BY started_at DESC
"""
_VOLUME = """
    SELECT
        max(activity_date) FILTER (started_at < $1),
        sum(distance_m) FILTER (activity_date > $2),
        sum(distance_m) FILTER (activity_date <= $2 AND activity_date > $3),
        min(activity_date) <= $3
    FROM data.sessions
    WHERE started_at <= $1
"""
_FORM = """
    SELECT metric, 100.0 * (actual / expected - 1.0)
    FROM metric_verdicts JOIN data.sessions USING (activity_id)
    WHERE started_at < ? AND basis <> 'population'
    ORDER BY started_at DESC
    LIMIT ?
"""


def read_past(con: DuckDBPyConnection, run: Run) -> Past:
    """What was run before this run. Three short queries, whatever the length of the history."""
    own = first_row(
        con,
        "SELECT training_type, started_at FROM data.sessions WHERE activity_id = ?",
        values=[run.activity_id],
    )
    if own is None:
        return Past()
    training_type, started_at = own
    rows = con.execute(_OF_KIND, [training_type, started_at, FRAGMENT_S]).fetchall()
    last_day, week_m, usual_week_m = _volume(con, run.day, started_at)
    return Past(
        of_kind=tuple(
            EarlierRun(
                day=day,
                distance_m=distance_m,
                pace_s_per_km=speed_to_pace_s_per_km(speed_mps) if speed_mps else None,
                heart_rate_bpm=heart_rate_bpm,
                temperature_c=temperature_c,
            )
            for day, distance_m, speed_mps, heart_rate_bpm, temperature_c in rows
        ),
        form_pct=_form(con, started_at),
        last_day=last_day,
        week_m=week_m,
        usual_week_m=usual_week_m,
    )


def _volume(
    con: DuckDBPyConnection, day: date, started_at: datetime
) -> tuple[date | None, float | None, float | None]:
    """Day of the run before; metres of this week; mean week of the four before, where the record
    reaches back that far."""
    week_begin, weeks_begin = day - _WEEK, day - (1 + _WEEKS_BEFORE) * _WEEK
    row = first_row(con, _VOLUME, values=[started_at, week_begin, weeks_begin])
    assert row is not None, "an aggregate has a row"
    last_day, week_m, before_m, reaches_back = row
    usual_m = before_m / _WEEKS_BEFORE if reaches_back and before_m is not None else None
    return last_day, week_m, usual_m


def _form(con: DuckDBPyConnection, started_at: datetime) -> dict[MetricName, tuple[float, ...]]:
    rows = con.execute(_FORM, [started_at, RECENT * len(METRICS)]).fetchall()
    return {name: tuple(pct for metric, pct in rows if metric == name)[:RECENT] for name in METRICS}
