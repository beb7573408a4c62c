"""How is the verdict on a run stored, superseded, and read back as the same object?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import NotEvaluated, UnknownActivity
from hakaru.running.metrics import MetricName
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.store.evaluation_rows import (
    METRIC_KINDS,
    RUN_KINDS,
    build_evaluation,
    build_metric,
    metric_row,
    run_row,
)
from hakaru.store.rows import AnyArray, first_row, floats, insert_rows, naive_utc

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_RUN_COLUMNS, _METRIC_COLUMNS = ", ".join(RUN_KINDS), ", ".join(METRIC_KINDS)


def write_evaluations(con: DuckDBPyConnection, evaluations: Sequence[FormEvaluation]) -> None:
    """Make these the current verdicts; those they supersede move to the history.

    A verdict that says the same as the stored one (whenever it was computed) changes nothing.
    """
    current = {evaluation.activity_id: evaluation for evaluation in evaluations}
    stored = evaluations_of(con, list(current))
    fresh = [new for key, new in current.items() if not _same(stored.get(key), new)]
    superseded = [new for new in fresh if new.activity_id in stored]
    _supersede(con, superseded)
    insert_rows(con, "data.run_verdicts", kinds=RUN_KINDS, rows=list(map(run_row, fresh)))
    rows = [metric_row(new.activity_id, metric) for new in fresh for metric in new.metrics.values()]
    insert_rows(con, "metric_verdicts", kinds=METRIC_KINDS, rows=rows)
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
        "SELECT activity_id FROM data.run_verdicts WHERE list_contains(?::BIGINT[], activity_id)",
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
    stored = evaluations_of(con, [activity_id])
    if stored:
        return stored[activity_id]
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
    """The current verdicts on those of the activities that have one."""
    wanted = "activity_id IN (SELECT unnest(?::BIGINT[]))"
    runs = con.execute(
        f"SELECT {_RUN_COLUMNS} FROM data.run_verdicts WHERE {wanted}", [list(activity_ids)]
    ).fetchall()
    if not runs:
        return {}
    metrics = con.execute(
        f"SELECT {_METRIC_COLUMNS} FROM metric_verdicts WHERE {wanted}", [list(activity_ids)]
    ).fetchall()
    by_activity = _metrics_by_key(metrics)
    rows = (dict(zip(RUN_KINDS, row, strict=True)) for row in runs)
    return {
        row["activity_id"]: build_evaluation(row, by_activity[row["activity_id"]]) for row in rows
    }


def earlier_deviations(
    con: DuckDBPyConnection, sensor_group: str, before: datetime, *, limit: int
) -> Mapping[MetricName, tuple[float, ...]]:
    """The signed z of the newest judged runs of a sensor that started before a moment, newest last.

    Only runs that were compared with something of the runner's own count: a deviation from the
    population says nothing about how often one like it happens to this runner.
    """
    rows = con.execute(
        "SELECT metric, list(z ORDER BY started_at, activity_id) FROM ("
        "SELECT m.metric, m.z, a.started_at, activity_id "
        "FROM metric_verdicts m JOIN activities a USING (activity_id) "
        "WHERE m.sensor_group = ? AND m.n_runs > 0 AND a.started_at < ? "
        "AND (m.unrated_reason IS NULL OR m.unrated_reason IN ('few_runs', 'never_scored')) "
        "QUALIFY row_number() OVER (PARTITION BY m.metric "
        "ORDER BY a.started_at DESC, activity_id DESC) <= ?) GROUP BY metric",
        [sensor_group, naive_utc(before), limit],
    ).fetchall()
    return {metric: tuple(own) for metric, own in rows}


def read_evaluation_history(
    con: DuckDBPyConnection, activity_id: int
) -> tuple[FormEvaluation, ...]:
    """The superseded verdicts on one activity, oldest first."""
    runs = con.execute(
        f"SELECT eval_id, {_RUN_COLUMNS} FROM data.run_verdict_history WHERE activity_id = ? "
        "ORDER BY eval_id",
        [activity_id],
    ).fetchall()
    metrics = con.execute(
        f"SELECT eval_id, {_METRIC_COLUMNS} FROM metric_verdict_history WHERE activity_id = ?",
        [activity_id],
    ).fetchall()
    of_verdict: dict[int, list[MetricVerdict]] = defaultdict(list)
    for eval_id, *row in metrics:
        of_verdict[eval_id].append(build_metric(dict(zip(METRIC_KINDS, row, strict=True))))
    return tuple(
        build_evaluation(dict(zip(RUN_KINDS, row, strict=True)), of_verdict[eval_id])
        for eval_id, *row in runs
    )


def unevaluated_activities(con: DuckDBPyConnection) -> tuple[int, ...]:
    """Stored activities with neither a verdict nor a recorded reason for none, oldest first."""
    rows = con.execute(
        "SELECT activity_id FROM activities "
        "ANTI JOIN data.run_verdicts USING (activity_id) "
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
    local), metric, sensor_group and basis (str), and as float64 actual, expected, half_width_90
    (the wider side of the 90 % interval) in the unit of the metric, and z.
    """
    fetched = con.execute(
        "SELECT a.started_at, a.activity_date, e.activity_id, e.metric, e.sensor_group, e.basis, "
        "e.actual, e.expected, e.z, "
        "greatest(e.interval_90_high - e.expected, e.expected - e.interval_90_low) "
        "AS half_width_90 FROM metric_verdicts e JOIN activities a USING (activity_id) "
        "WHERE ($group IS NULL OR e.sensor_group = $group) "
        "AND ($metric IS NULL OR e.metric = $metric) "
        "ORDER BY a.started_at, e.activity_id, e.metric",
        {"group": sensor_group, "metric": metric},
    ).fetchnumpy()
    columns: dict[str, AnyArray] = {
        name: floats(fetched[name]) for name in ("actual", "expected", "half_width_90", "z")
    }
    columns["activity_id"] = np.asarray(fetched["activity_id"], dtype=np.int64)
    columns["started_at"] = np.asarray(fetched["started_at"], dtype="datetime64[us]")
    columns["activity_date"] = np.asarray(fetched["activity_date"], dtype="datetime64[D]")
    for name in ("metric", "sensor_group", "basis"):
        columns[name] = np.asarray(fetched[name], dtype=object)
    return columns


def _metrics_by_key(
    rows: Sequence[Sequence[object]],
) -> Mapping[object, Sequence[MetricVerdict]]:
    """The metrics of each run."""
    by_key: dict[object, list[MetricVerdict]] = defaultdict(list)
    for row in rows:
        by_key[row[0]].append(build_metric(dict(zip(METRIC_KINDS, row, strict=True))))
    return by_key


def _same(stored: FormEvaluation | None, new: FormEvaluation) -> bool:
    """Whether two verdicts differ in nothing but when they were computed."""
    return stored is not None and replace(stored, evaluated_at=new.evaluated_at) == new


def _supersede(con: DuckDBPyConnection, evaluations: Sequence[FormEvaluation]) -> None:
    if evaluations:
        moment = max(evaluation.evaluated_at for evaluation in evaluations)
        _retire(con, [evaluation.activity_id for evaluation in evaluations], moment)


def _retire(
    con: DuckDBPyConnection, activity_ids: Sequence[int], superseded_at: datetime | None
) -> None:
    """Move current verdicts into the history."""
    moment = None if superseded_at is None else naive_utc(superseded_at)
    ids, these = list(activity_ids), "activity_id IN (SELECT unnest(?::BIGINT[]))"
    con.execute(
        "INSERT INTO metric_verdict_history BY NAME SELECT r.eval_id, m.* "
        "FROM metric_verdicts m JOIN data.run_verdicts r USING (activity_id) "
        f"WHERE m.{these}",
        [ids],
    )
    con.execute(
        "INSERT INTO data.run_verdict_history BY NAME "
        "SELECT *, coalesce(?::TIMESTAMP, now() AT TIME ZONE 'UTC') AS superseded_at "
        f"FROM data.run_verdicts WHERE {these}",
        [moment, ids],
    )
    con.execute(f"DELETE FROM metric_verdicts WHERE {these}", [ids])
    con.execute(f"DELETE FROM data.run_verdicts WHERE {these}", [ids])
