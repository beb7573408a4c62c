"""How is the verdict on a run stored, superseded, and read back as the same object?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.errors import NotEvaluated, UnknownActivity
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.verdict import FormEvaluation
from hakaru.store.evaluation_rows import EVALUATION_KINDS, from_row, interval_columns, to_row
from hakaru.store.rows import AnyArray, first_row, floats, insert_rows, naive_utc

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_COLUMNS = ", ".join(EVALUATION_KINDS)


def write_evaluations(con: DuckDBPyConnection, evaluations: Sequence[FormEvaluation]) -> None:
    """Make these the current verdicts; those they supersede move to `form_evaluation_history`.

    A verdict that says the same as the stored one (whenever it was computed) changes nothing.
    """
    current = {evaluation.activity_id: evaluation for evaluation in evaluations}
    stored = evaluations_of(con, list(current))
    fresh = [new for key, new in current.items() if not _same(stored.get(key), new)]
    superseded = [new for new in fresh if new.activity_id in stored]
    _supersede(con, superseded)
    written = map(to_row, fresh)
    rows = [[row[column] for column in EVALUATION_KINDS] for row in written]
    insert_rows(con, "form_evaluations", kinds=EVALUATION_KINDS, rows=rows)
    con.execute(
        "DELETE FROM form_evaluation_refusals WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(current)],
    )


def write_refusals(con: DuckDBPyConnection, reasons: Mapping[int, str]) -> None:
    """Record why activities have no verdict; a verdict they had is superseded."""
    rows = list(reasons.items())
    insert_rows(
        con,
        "form_evaluation_refusals",
        kinds={"activity_id": "whole", "reason": "text"},
        rows=rows,
        replace=True,
    )
    stored = con.execute(
        "SELECT activity_id FROM form_evaluations WHERE list_contains(?::BIGINT[], activity_id)",
        [list(reasons)],
    ).fetchall()
    if stored:
        _retire(con, [row[0] for row in stored], None)


def read_evaluation(con: DuckDBPyConnection, activity_id: int) -> FormEvaluation:
    """The current verdict on one activity.

    Raises:
        UnknownActivity: the activity is not stored.
        NotEvaluated: it is, without a verdict; the reason is the recorded one, or what to do.
    """
    stored = first_row(
        con,
        f"SELECT {_COLUMNS} FROM form_evaluations WHERE activity_id = ?",
        values=[activity_id],
    )
    if stored is not None:
        return from_row(dict(zip(EVALUATION_KINDS, stored, strict=True)))
    row = first_row(
        con,
        "SELECT r.reason FROM activities a "
        "LEFT JOIN form_evaluation_refusals r USING (activity_id) WHERE a.activity_id = ?",
        values=[activity_id],
    )
    if row is None:
        raise UnknownActivity(activity_id)
    raise NotEvaluated(activity_id, row[0] or f"run `hakaru evaluate {activity_id}`")


def evaluations_of(
    con: DuckDBPyConnection, activity_ids: Sequence[int]
) -> Mapping[int, FormEvaluation]:
    """The current verdicts on those of the activities that have one, in one query."""
    rows = con.execute(
        f"SELECT {_COLUMNS} FROM form_evaluations "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    ).fetchall()
    found = (from_row(dict(zip(EVALUATION_KINDS, row, strict=True))) for row in rows)
    return {evaluation.activity_id: evaluation for evaluation in found}


def read_evaluation_history(
    con: DuckDBPyConnection, activity_id: int
) -> tuple[FormEvaluation, ...]:
    """The superseded verdicts on one activity, oldest first."""
    rows = con.execute(
        f"SELECT {_COLUMNS} FROM form_evaluation_history WHERE activity_id = ? ORDER BY eval_id",
        [activity_id],
    ).fetchall()
    return tuple(from_row(dict(zip(EVALUATION_KINDS, row, strict=True))) for row in rows)


def unevaluated_activities(con: DuckDBPyConnection) -> tuple[int, ...]:
    """Stored activities with neither a verdict nor a recorded reason for none, oldest first."""
    rows = con.execute(
        "SELECT activity_id FROM activities "
        "ANTI JOIN form_evaluations USING (activity_id) "
        "ANTI JOIN form_evaluation_refusals USING (activity_id) ORDER BY started_at, activity_id"
    ).fetchall()
    return tuple(row[0] for row in rows)


def evaluation_columns(
    con: DuckDBPyConnection,
    *,
    sensor_group: str | None = None,
    metric: MetricName | None = None,
) -> Mapping[str, AnyArray]:
    """Current verdicts as columns, one row per run and metric, oldest run first.

    Columns: activity_id (int64), started_at (datetime64[us], UTC), activity_date (datetime64[D],
    local), metric, sensor_group and basis (str), and as float64 actual, expected and half_width_90
    (the wider side of the 90 % interval) in the unit of the metric. The metrics are those that are
    scored.
    """
    wanted = [name for name in SCORED_METRICS if metric in (None, name)]
    parts = " UNION ALL ".join(_long(name) for name in wanted) or f"{_long('gct')} LIMIT 0"
    fetched = con.execute(
        f"SELECT a.started_at, a.activity_date, e.* FROM ({parts}) e "
        "JOIN activities a USING (activity_id) "
        "WHERE e.actual IS NOT NULL AND ($group IS NULL OR e.sensor_group = $group) "
        "ORDER BY a.started_at, e.activity_id, e.metric",
        {"group": sensor_group},
    ).fetchnumpy()
    columns: dict[str, AnyArray] = {
        name: floats(fetched[name]) for name in ("actual", "expected", "half_width_90")
    }
    columns["activity_id"] = np.asarray(fetched["activity_id"], dtype=np.int64)
    columns["started_at"] = np.asarray(fetched["started_at"], dtype="datetime64[us]")
    columns["activity_date"] = np.asarray(fetched["activity_date"], dtype="datetime64[D]")
    for name in ("metric", "sensor_group", "basis"):
        columns[name] = np.asarray(fetched[name], dtype=object)
    return columns


def _long(metric: MetricName) -> str:
    low, high = interval_columns(metric, "interval_90")
    actual, expected = METRICS[metric].actual_column, METRICS[metric].expected_column
    return (
        f"SELECT activity_id, '{metric}' AS metric, {metric}_sensor_group AS sensor_group, "
        f"{metric}_basis AS basis, {actual} AS actual, {expected} AS expected, "
        f"greatest({high} - {expected}, {expected} - {low}) AS half_width_90 "
        "FROM form_evaluations"
    )


def _same(stored: FormEvaluation | None, new: FormEvaluation) -> bool:
    """Whether two verdicts differ in nothing but when they were computed."""
    if stored is None:
        return False
    rows = to_row(stored), to_row(new)
    return all(rows[0][column] == rows[1][column] for column in rows[0] if column != "evaluated_at")


def _supersede(con: DuckDBPyConnection, evaluations: Sequence[FormEvaluation]) -> None:
    if evaluations:
        moment = max(evaluation.evaluated_at for evaluation in evaluations)
        _retire(con, [evaluation.activity_id for evaluation in evaluations], moment)


def _retire(
    con: DuckDBPyConnection, activity_ids: Sequence[int], superseded_at: datetime | None
) -> None:
    """Move current verdicts into the history."""
    moment = None if superseded_at is None else naive_utc(superseded_at)
    con.execute(
        "INSERT INTO form_evaluation_history BY NAME "
        "SELECT *, coalesce(?::TIMESTAMP, now() AT TIME ZONE 'UTC') AS superseded_at "
        "FROM form_evaluations "
        "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [moment, list(activity_ids)],
    )
    con.execute(
        "DELETE FROM form_evaluations WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
        [list(activity_ids)],
    )
