"""What an assistant asks for each question, and what is true, by SQL of our own.

A call is a tool with its arguments, or a function of the replies so far, where a later question
needs an id or a day that an earlier reply names. `truth` gives the texts that the replies have to
hold.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hakaru.core.units import METRES_PER_KM, format_duration, format_pace, speed_to_pace_s_per_km

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Call = tuple[str, Mapping[str, object]]
LaterCall = Callable[[Sequence[str]], Call]
Truth = Callable[["DuckDBPyConnection"], tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The calls for one question, and the texts that answer it."""

    calls: tuple[Call | LaterCall, ...]
    truth: Truth


def _rows(con: DuckDBPyConnection, sql: str) -> list[tuple[Any, ...]]:
    return con.execute(sql).fetchall()


def _texts(sql: str) -> Truth:
    """The first column of every row, as text."""
    return lambda con: tuple(str(row[0]) for row in _rows(con, sql))


def _paces(sql: str) -> Truth:
    """Every speed (m/s) of the first column as min/km, the other columns as text."""
    return lambda con: tuple(
        text
        for speed_mps, *rest in _rows(con, sql)
        for text in (format_pace(speed_to_pace_s_per_km(speed_mps)), *map(str, rest))
    )


def _newest(training_type: str) -> Call:
    return "activities", {"type": training_type, "limit": 3}


def _first_id(replies: Sequence[str], *, place: int = 0) -> int:
    listed = json.loads(replies[-1])
    number: int = listed["activities"][place][listed["columns"].index("activity_id")]
    return number


def _month(con: DuckDBPyConnection) -> tuple[str, ...]:
    ((distance_m, time_s, n_runs),) = _rows(
        con,
        "SELECT sum(distance_m), sum(timer_s), count(*) FROM activities "
        "WHERE activity_date BETWEEN '2026-10-01' AND '2026-10-31'",
    )
    return f"{distance_m / METRES_PER_KM:.1f} km", format_duration(time_s), f",{n_runs},"


def _range_of_ten_minutes(con: DuckDBPyConnection) -> tuple[str, ...]:
    """Mean pace between minute 10 and 20 of the newest run, from its distance; the bpm."""
    ((speed_mps, bpm),) = _rows(
        con,
        "WITH last AS (SELECT activity_id FROM activities ORDER BY started_at DESC LIMIT 1), "
        "part AS (SELECT * FROM time_series_metrics JOIN last USING (activity_id) "
        "WHERE elapsed_s >= 600 AND elapsed_s < 1200) "
        "SELECT (max(distance_m) - min(distance_m)) / (max(elapsed_s) - min(elapsed_s)), "
        "avg(heart_rate_bpm) FROM part",
    )
    return f"{format_pace(speed_to_pace_s_per_km(speed_mps))}/km", f"{bpm:.1f}"


SCRIPT: Mapping[str, Asked] = {
    "last-run": Asked(
        calls=(("get_form_evaluations", {}),),
        truth=lambda con: (
            "of 100 of your runs",
            *(
                f'"actual":{actual:.1f}'
                for (actual,) in _rows(
                    con,
                    "SELECT m.actual FROM metric_verdicts m JOIN activities a USING (activity_id) "
                    "WHERE m.metric = 'gct' ORDER BY a.started_at DESC LIMIT 1",
                )
            ),
        ),
    ),
    "last-tempo": Asked(
        calls=(("activities", {"type": "tempo_threshold", "limit": 5}),),
        truth=_paces(
            "SELECT a.speed_mps, a.activity_date FROM activities a JOIN sessions s "
            "USING (activity_id) WHERE s.training_type = 'tempo_threshold' "
            "ORDER BY a.started_at DESC LIMIT 5"
        ),
    ),
    "long-run-shoes": Asked(
        calls=(_newest("long_run"),),
        truth=lambda con: tuple(
            str(text)
            for row in _rows(
                con,
                "SELECT a.activity_date, a.gear FROM activities a JOIN sessions s "
                "USING (activity_id) WHERE s.training_type = 'long_run' "
                "ORDER BY a.started_at DESC LIMIT 3",
            )
            for text in row
        ),
    ),
    "fastest-5k": Asked(
        calls=(("best_efforts", {"over": "5k", "limit": 1}),),
        truth=lambda con: tuple(
            text
            for elapsed_s, day in _rows(
                con,
                "SELECT e.elapsed_s, a.activity_date FROM distance_efforts e JOIN activities a "
                "USING (activity_id) WHERE e.distance_m = 5000 ORDER BY e.elapsed_s LIMIT 1",
            )
            for text in (format_duration(elapsed_s), format_pace(elapsed_s / 5.0), str(day))
        ),
    ),
    "month-volume": Asked(
        calls=(("volume", {"by": "month", "since": "2026-10-01", "until": "2026-10-31"}),),
        truth=_month,
    ),
    "intervals": Asked(
        calls=(
            ("activities", {"type": "interval", "limit": 1}),
            lambda replies: ("get_interval_analysis", {"activity": str(_first_id(replies))}),
        ),
        truth=_paces(
            "SELECT g.speed_mps FROM session_segments g JOIN (SELECT s.activity_id FROM sessions s "
            "JOIN activities a USING (activity_id) WHERE s.training_type = 'interval' "
            "ORDER BY a.started_at DESC LIMIT 1) USING (activity_id) WHERE g.rep_index IS NOT NULL "
            "AND g.role = 'work'"
        ),
    ),
    "warm-runs": Asked(
        calls=(("activities", {"above_c": 20, "limit": 1}),),
        truth=_texts("SELECT '\"n_stored\":' || count(*) FROM sessions WHERE temperature_c > 20"),
    ),
    "why": Asked(
        calls=(("explain_form", {"metric": "gct"}),),
        truth=_texts(
            "SELECT printf('%.3f', expected) FROM metric_verdicts m JOIN activities a "
            "USING (activity_id) WHERE m.metric = 'gct' ORDER BY a.started_at DESC LIMIT 1"
        ),
    ),
    "two-long-runs": Asked(
        calls=(
            _newest("long_run"),
            lambda replies: (
                "compare_runs",
                {"activities": [str(_first_id(replies, place=place)) for place in (0, 1)]},
            ),
        ),
        truth=_paces(
            "SELECT a.speed_mps, a.activity_date FROM activities a JOIN sessions s "
            "USING (activity_id) WHERE s.training_type = 'long_run' "
            "ORDER BY a.started_at DESC LIMIT 2"
        ),
    ),
    "best-20-min": Asked(
        calls=(("best_efforts", {"over": "20min", "since": "2026-01-01", "limit": 1}),),
        truth=_paces(
            "SELECT e.speed_mps, a.activity_date FROM best_efforts e JOIN activities a "
            "USING (activity_id) WHERE e.duration_s = 1200 ORDER BY e.speed_mps DESC LIMIT 1"
        ),
    ),
    "next": Asked(
        calls=(("get_next_training", {}),),
        truth=lambda _: ('"pace":"', '/km"', '"heart_rate_bpm":['),
    ),
    "half-ready": Asked(
        calls=(("get_race_readiness", {"distance": "half"}),),
        truth=lambda _: ('"time_range":"1:', '"missing":['),
    ),
    "easy-heart-rate": Asked(
        calls=(
            (
                "query",
                {
                    "query": "SELECT strftime(a.activity_date, '%Y-%m') AS month, "
                    "round(avg(a.heart_rate_avg_bpm), 1) AS heart_rate_bpm FROM activities a "
                    "JOIN sessions s USING (activity_id) WHERE s.training_type IN "
                    "('recovery', 'low_moderate', 'aerobic_base') GROUP BY 1 ORDER BY 1"
                },
            ),
        ),
        truth=lambda con: tuple(
            f'"{month}",{bpm}'
            for month, bpm in _rows(
                con,
                "SELECT strftime(a.activity_date, '%Y-%m'), round(avg(a.heart_rate_avg_bpm), 1) "
                "FROM activities a JOIN sessions s USING (activity_id) WHERE s.training_type IN "
                "('recovery', 'low_moderate', 'aerobic_base') GROUP BY 1",
            )
        ),
    ),
    "which-tables": Asked(
        calls=(("describe", {}), ("describe", {"table": "splits"})),
        truth=lambda _: ("splits", "gct_ms number (ms)"),
    ),
    "longest-contact": Asked(
        calls=(
            ("activities", {"order": "contact", "limit": 1}),
            lambda replies: ("get_form_evaluations", {"activity_id": str(_first_id(replies))}),
        ),
        truth=lambda con: tuple(
            text
            for day, actual, expected in _rows(
                con,
                "SELECT a.activity_date, m.actual, m.expected FROM metric_verdicts m "
                "JOIN activities a USING (activity_id) WHERE m.metric = 'gct' AND m.rated "
                "ORDER BY m.z DESC LIMIT 1",
            )
            for text in (str(day), f"{actual:.1f}", f"{expected:.1f}")
        ),
    ),
    "minute-10-20": Asked(
        calls=(("get_time_range_detail", {"start_s": 600, "end_s": 1200}),),
        truth=_range_of_ten_minutes,
    ),
    "load": Asked(
        calls=(("get_training_load", {}),),
        truth=lambda _: ('"trend":"', '"ctl_change_28_days":'),
    ),
    "form-lost": Asked(
        calls=(
            ("activities", {"limit": 1}),
            lambda replies: (
                "query",
                {
                    "query": "SELECT metric, side, start_elapsed_s, end_elapsed_s "
                    f"FROM form_anomalies WHERE activity_id = {_first_id(replies)}"
                },
            ),
        ),
        truth=lambda _: ('"rows":[',),
    ),
    "fastest-10k-race": Asked(
        calls=(("best_efforts", {"over": "10k", "not_type": "race", "limit": 1}),),
        truth=lambda con: tuple(
            text
            for elapsed_s, day in _rows(
                con,
                "SELECT e.elapsed_s, a.activity_date FROM distance_efforts e JOIN activities a "
                "USING (activity_id) JOIN sessions s USING (activity_id) "
                "WHERE e.distance_m = 10000 AND s.training_type <> 'race' "
                "ORDER BY e.elapsed_s LIMIT 1",
            )
            for text in (format_duration(elapsed_s), str(day))
        ),
    ),
    "shoe-km": Asked(
        calls=(
            (
                "query",
                {
                    "query": "SELECT gear, round(sum(distance_m) / 1000, 1) AS distance_km "
                    "FROM activities GROUP BY 1"
                },
            ),
        ),
        truth=lambda con: tuple(
            str(cell)
            for row in _rows(
                con,
                "SELECT gear, round(sum(distance_m) / 1000, 1) FROM activities GROUP BY 1",
            )
            for cell in row
        ),
    ),
    "over-15": Asked(
        calls=(("activities", {"least_km": 15, "order": "fastest", "limit": 5}),),
        truth=_paces(
            "SELECT speed_mps, activity_date FROM activities WHERE distance_m >= 15000 "
            "ORDER BY speed_mps DESC LIMIT 5"
        ),
    ),
    "last-rep-cadence": Asked(
        calls=(
            ("activities", {"type": "interval", "limit": 1}),
            lambda replies: ("get_interval_analysis", {"activity": str(_first_id(replies))}),
        ),
        truth=_texts(
            "SELECT printf('%.1f', g.cadence_spm) FROM session_segments g "
            "JOIN (SELECT s.activity_id FROM sessions s JOIN activities a USING (activity_id) "
            "WHERE s.training_type = 'interval' ORDER BY a.started_at DESC LIMIT 1) "
            "USING (activity_id) "
            "WHERE g.rep_index IS NOT NULL AND g.role = 'work' ORDER BY g.rep_index DESC LIMIT 1"
        ),
    ),
    "paces": Asked(
        calls=(
            (
                "query",
                {
                    "query": "SELECT a.activity_date, s.value AS threshold_speed_mps, s.method "
                    "FROM session_athlete s JOIN activities a USING (activity_id) "
                    "WHERE quantity = 'threshold_speed_mps' ORDER BY 1 DESC",
                    "limit": 1,
                },
            ),
        ),
        truth=_paces(
            "SELECT s.value, s.method FROM session_athlete s JOIN activities a USING (activity_id) "
            "WHERE quantity = 'threshold_speed_mps' ORDER BY a.started_at DESC LIMIT 1"
        ),
    ),
    "lasting-change": Asked(
        calls=(("status", {}),),
        truth=lambda _: ('"changes":[',),
    ),
    "weekly-runs": Asked(
        calls=(
            (
                "query",
                {
                    "query": "SELECT date_trunc('week', activity_date)::DATE AS week, "
                    "round(sum(distance_m) / 1000, 1) AS distance_km FROM activities "
                    "GROUP BY 1 ORDER BY 2 DESC",
                    "limit": 1,
                },
            ),
        ),
        truth=lambda con: tuple(
            str(cell)
            for row in _rows(
                con,
                "SELECT date_trunc('week', activity_date)::DATE, "
                "round(sum(distance_m) / 1000, 1) FROM activities GROUP BY 1 "
                "ORDER BY 2 DESC LIMIT 1",
            )
            for cell in row
        ),
    ),
}
