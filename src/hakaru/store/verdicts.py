"""Baselines that were learned, and the verdicts judged by them: stored, superseded, read back.

What the requirements name (`form_evaluations` with its columns) are views over both.

A version is laid when a run is judged by it, and stays as long as its inputs stay what they were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import NotEvaluated, UnknownActivity
from hakaru.core.i18n import message
from hakaru.records import frozen
from hakaru.running.baseline.model import COVERAGES, MetricBaseline
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.verdict import BalanceVerdict, FormEvaluation, MetricVerdict
from hakaru.store.activities import refusal_again
from hakaru.store.rows import (
    AnyArray,
    Kind,
    aware,
    build,
    first_row,
    floats,
    insert_rows,
    kinds_of,
    naive_utc,
    select_list,
    values_of,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_INTERVALS = ("interval_50", "interval_80", "interval_90")
_TEXTS = {"text_ja": "evaluation_text", "text_en": "evaluation_text_en"}
_HEAD = {name: "activity_date" if name == "day" else name for name in kinds_of(FormEvaluation)}
_BALANCE = {name: f"balance_{_TEXTS.get(name, name)}" for name in kinds_of(BalanceVerdict)}
_METRIC = tuple(kinds_of(MetricVerdict))

RUN_KINDS: Mapping[str, Kind] = {
    **{column: kinds_of(FormEvaluation)[name] for name, column in _HEAD.items()},
    **{column: kinds_of(BalanceVerdict)[name] for name, column in _BALANCE.items()},
    "cadence_minimum_spm": "real",
    "cadence_achieved": "flag",
    "unrated_reason": "text",
    "n_runs": "whole",
}
"""The columns of `data.run_verdicts` in the order of `run_row`. The last four follow from others:
they are written for SQL and never read back."""

METRIC_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    **kinds_of(MetricVerdict),
    **{f"{name}_{end}": "real" for name in _INTERVALS for end in ("low", "high")},
}
"""The columns of `metric_verdicts` in the order of `metric_row`."""


def run_row(evaluation: FormEvaluation) -> tuple[object, ...]:
    """What is one for the whole run."""
    minimum, unrated = evaluation.cadence_minimum, evaluation.unrated
    return (
        *(getattr(evaluation, name) for name in _HEAD),
        *(getattr(evaluation.balance, name, None) for name in _BALANCE),
        None if minimum is None else minimum.minimum_spm,
        None if minimum is None else minimum.achieved,
        None if unrated is None else unrated.unrated_reason,
        max(metric.n_runs for metric in evaluation.scored),
    )


def metric_row(activity_id: int, verdict: MetricVerdict) -> tuple[object, ...]:
    """One metric of a run."""
    bounds = [bound for name in _INTERVALS for bound in getattr(verdict, name)]
    return (activity_id, *(getattr(verdict, name) for name in _METRIC), *bounds)


def build_metric(row: Mapping[str, Any]) -> MetricVerdict:
    """The verdict on one metric that `metric_row` took apart."""
    fields: dict[str, Any] = {name: row[name] for name in _METRIC}
    fields |= {name: (row[f"{name}_low"], row[f"{name}_high"]) for name in _INTERVALS}
    return MetricVerdict(**fields)


def build_evaluation(row: Mapping[str, Any], metrics: Sequence[MetricVerdict]) -> FormEvaluation:
    """The verdict that `run_row` took apart, with its metrics in their fixed order."""
    head = {name: row[column] for name, column in _HEAD.items()}
    head["evaluated_at"] = aware(row["evaluated_at"])
    by_name: dict[MetricName, MetricVerdict] = {verdict.metric: verdict for verdict in metrics}
    balance = {name: row[column] for name, column in _BALANCE.items()}
    return FormEvaluation(
        **head,
        metrics={metric: by_name[metric] for metric in METRICS if metric in by_name},
        balance=None if balance["left_pct"] is None else BalanceVerdict(**balance),
    )


_DIGEST = "inputs_sha256"
_HALF_WIDTHS = tuple(f"half_width_{round(100 * coverage)}_frac" for coverage in COVERAGES)
_KINDS: dict[str, Kind] = {
    **kinds_of(MetricBaseline),
    **dict.fromkeys(_HALF_WIDTHS, "real"),
    **dict.fromkeys(("coef_alpha", "coef_d", "coef_a", "coef_b"), "real"),
    _DIGEST: "text",
}
_SELECT = (
    f"SELECT {select_list(MetricBaseline)}, {', '.join(_HALF_WIDTHS)} FROM data.form_baselines "
)


@frozen
class LaidVersion:
    """A numbered version, and the digest of what it was learned from."""

    baseline: MetricBaseline
    inputs_sha256: str


def add_versions(con: DuckDBPyConnection, laid: Sequence[LaidVersion]) -> None:
    """Store numbered versions with what they were learned from."""
    rows = [
        (*_values(version.baseline, version.baseline.version or 0), version.inputs_sha256)
        for version in laid
    ]
    insert_rows(con, "data.form_baselines", kinds=_KINDS, rows=rows)


def last_versions(
    con: DuckDBPyConnection, sensor_group: str, *, user_id: str
) -> dict[MetricName, int]:
    """The highest number per metric of one sensor, for the default conditions."""
    return dict(
        con.execute(
            "SELECT metric, max(version) FROM data.form_baselines WHERE sensor_group = ? "
            "AND user_id = ? AND condition_group = 'default' GROUP BY metric",
            [sensor_group, user_id],
        ).fetchall()
    )


def learned_versions(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    user_id: str,
    digests: Collection[str],
    since: datetime,
    until: datetime,
) -> Mapping[str, MetricBaseline]:
    """What was learned from the same inputs before, by their digests; the newest run that counted
    started between two moments. (To look for digests alone reads those of every version.)"""
    rows = con.execute(
        _SELECT.replace("SELECT", f"SELECT {_DIGEST},", 1)
        + "WHERE sensor_group = ? AND user_id = ? AND condition_group = 'default' "
        + "AND window_end BETWEEN ? AND ?",
        [sensor_group, user_id, naive_utc(since), naive_utc(until)],
    ).fetchall()
    return {row[0]: _baseline(row[1:]) for row in rows if row[0] in digests}


@frozen
class UsedVersions:
    """The versions of one metric that runs of a stretch of time are judged by. `since`: start of
    the newest run that the first of them was learned from; None: no bound."""

    since: datetime | None
    numbers: Collection[int]


def forget_versions(
    con: DuckDBPyConnection,
    sensor_group: str,
    used: Mapping[MetricName, UsedVersions],
    *,
    user_id: str,
    until: datetime | None,
) -> None:
    """Remove the versions of a stretch of time that nothing is judged by.

    The stretch goes by the newest run that was learned from: from `since` of each metric on and
    before `until`; None: no bound.
    """
    bounds = [(metric, own.since) for metric, own in used.items()]
    stay = [(metric, number) for metric, own in used.items() for number in sorted(own.numbers)]
    con.execute(
        "DELETE FROM data.form_baselines AS b USING ("
        "SELECT unnest($metrics::VARCHAR[]) AS metric, unnest($since::TIMESTAMP[]) AS since) AS m "
        "WHERE b.sensor_group = $group AND b.metric = m.metric "
        "AND b.user_id = $user AND b.condition_group = 'default' "
        "AND (m.since IS NULL OR b.window_end >= m.since) "
        "AND ($until IS NULL OR b.window_end < $until) AND (b.metric, b.version) NOT IN ("
        "SELECT unnest($of::VARCHAR[]), unnest($stay::INTEGER[]))",
        {
            "group": sensor_group,
            "user": user_id,
            "metrics": [metric for metric, _ in bounds],
            "since": [None if since is None else naive_utc(since) for _, since in bounds],
            "until": None if until is None else naive_utc(until),
            "of": [metric for metric, _ in stay],
            "stay": [number for _, number in stay],
        },
    )


_NEWEST = "(coalesce(window_end, '-infinity'), version)"
"""What the greatest of is the version that was learned from the newest runs."""


def baselines_before(
    con: DuckDBPyConnection,
    sensor_group: str,
    moment: datetime | None,
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> Mapping[MetricName, MetricBaseline]:
    """What was known of one sensor before a moment (None: now): per metric the version that was
    learned from the newest runs before it; a metric of which nothing was known is absent."""
    before = None if moment is None else naive_utc(moment)
    newest = con.execute(
        f"SELECT metric, max_by(version, {_NEWEST}) "
        "FROM data.form_baselines "
        "WHERE sensor_group = $group AND user_id = $user AND condition_group = $condition "
        "AND ($before IS NULL OR window_end < $before) GROUP BY metric",
        {"group": sensor_group, "user": user_id, "condition": condition_group, "before": before},
    ).fetchall()
    return baseline_versions(
        con, sensor_group, dict(newest), user_id=user_id, condition_group=condition_group
    )


def baseline_versions(
    con: DuckDBPyConnection,
    sensor_group: str,
    versions: Mapping[MetricName, int],
    *,
    user_id: str = "default",
    condition_group: str = "default",
) -> Mapping[MetricName, MetricBaseline]:
    """A version of each of some metrics; one that was never stored is absent. Only the blocks of
    rows in which they lie are read: a version is wide, and there is one for every run."""
    if not versions:
        return {}
    rows = con.execute(
        _SELECT
        + "WHERE sensor_group = $group AND user_id = $user AND condition_group = $condition "
        + "AND version BETWEEN $first AND $last AND (metric, version) IN ("
        + "SELECT unnest($metrics::VARCHAR[]), unnest($versions::INTEGER[]))",
        {
            "group": sensor_group,
            "user": user_id,
            "condition": condition_group,
            "first": min(versions.values()),
            "last": max(versions.values()),
            "metrics": list(versions),
            "versions": list(versions.values()),
        },
    ).fetchall()
    by_metric = {baseline.metric: baseline for baseline in map(_baseline, rows)}
    return {metric: by_metric[metric] for metric in METRICS if metric in by_metric}


def current_baselines(
    con: DuckDBPyConnection, sensor_group: str, *, user_id: str = "default"
) -> Mapping[MetricName, MetricBaseline]:
    """What is known of one kind of sensor now; a metric of which nothing is known is absent."""
    return baselines_before(con, sensor_group, None, user_id=user_id)


@frozen
class Learned:
    """How much was learned of one kind of sensor: so many runs, up to a local day."""

    sensor_group: str
    n_runs: int
    until: date


def learned_from(con: DuckDBPyConnection, *, user_id: str) -> tuple[Learned, ...]:
    """From how many runs of each sensor the next one's expectations were learned (as
    `baseline.model.n_learned` counts them), and up to when; the newest sensor first."""
    rows = con.execute(
        f"WITH newest AS (SELECT sensor_group, max_by(n_runs, {_NEWEST}) AS n_runs, "
        "max(window_end) AS window_end FROM data.form_baselines "
        "WHERE user_id = $user AND condition_group = 'default' "
        "AND list_contains($scored::VARCHAR[], metric) GROUP BY sensor_group, metric), "
        "learned AS (SELECT sensor_group, max(n_runs) AS n_runs, max(window_end) AS until "
        "FROM newest GROUP BY sensor_group HAVING max(n_runs) > 0) "
        "SELECT l.sensor_group, l.n_runs, max(a.activity_date) FROM learned l "
        "JOIN activities a ON a.sensor_group = l.sensor_group AND a.started_at <= l.until "
        "GROUP BY l.sensor_group, l.n_runs, l.until ORDER BY l.until DESC",
        {"user": user_id, "scored": list(SCORED_METRICS)},
    ).fetchall()
    return tuple(Learned(sensor_group=row[0], n_runs=row[1], until=row[2]) for row in rows)


def list_baselines(
    con: DuckDBPyConnection,
    *,
    user_id: str | None = None,
    sensor_group: str | None = None,
    limit: int | None = None,
) -> tuple[MetricBaseline, ...]:
    """The newest versions, newest first; None: of every user, of every sensor, all of them."""
    rows = con.execute(
        _SELECT
        + "WHERE ($user_id IS NULL OR user_id = $user_id) "
        + "AND ($group IS NULL OR sensor_group = $group) "
        + "ORDER BY window_end DESC NULLS LAST, trained_at DESC, user_id, condition_group, "
        + "sensor_group, metric, version DESC LIMIT $most",
        {"user_id": user_id, "group": sensor_group, "most": limit},
    ).fetchall()
    return tuple(map(_baseline, rows))


def _values(baseline: MetricBaseline, version: int) -> tuple[object, ...]:
    scalars = [
        version if name == "version" else value
        for name, value in zip(kinds_of(MetricBaseline), values_of(baseline), strict=True)
    ]
    linear = baseline.model_type == "linear"
    line = (baseline.intercept, baseline.slope) if linear else (None, None)
    return (*scalars, *baseline.half_widths, baseline.coef_alpha, baseline.coef_d, *line)


def _baseline(row: Sequence[object]) -> MetricBaseline:
    n_scalars = len(kinds_of(MetricBaseline))
    return build(MetricBaseline, row[:n_scalars], half_widths=tuple(row[n_scalars:]))


_RUN_COLUMNS, _METRIC_COLUMNS = ", ".join(RUN_KINDS), ", ".join(METRIC_KINDS)


def write_evaluations(
    con: DuckDBPyConnection, evaluations: Sequence[FormEvaluation], *, new: bool = False
) -> None:
    """Make these the current verdicts; those they supersede move to the history.

    A verdict that says the same as the stored one (whenever it was computed) changes nothing.
    `new`: nothing was judged of these runs before, not even refused.
    """
    current = {evaluation.activity_id: evaluation for evaluation in evaluations}
    stored = {} if new else evaluations_of(con, list(current))
    fresh = [new for key, new in current.items() if not _same(stored.get(key), new)]
    superseded = [new for new in fresh if new.activity_id in stored]
    _supersede(con, superseded)
    insert_rows(con, "data.run_verdicts", kinds=RUN_KINDS, rows=list(map(run_row, fresh)))
    rows = [metric_row(new.activity_id, metric) for new in fresh for metric in new.metrics.values()]
    insert_rows(con, "metric_verdicts", kinds=METRIC_KINDS, rows=rows)
    if not new:
        con.execute(
            "DELETE FROM form_evaluation_refusals "
            "WHERE activity_id IN (SELECT unnest(?::BIGINT[]))",
            [list(current)],
        )


def write_refusals(
    con: DuckDBPyConnection, reasons: Mapping[int, str], *, new: bool = False
) -> None:
    """Record why activities have no verdict; a verdict they had is superseded. `new`: nothing was
    judged of these runs before."""
    rows = list(reasons.items())
    insert_rows(
        con,
        "form_evaluation_refusals",
        kinds={"activity_id": "whole", "reason": "text"},
        rows=rows,
        replace=not new,
    )
    if new:
        return
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
    if row[0]:
        raise NotEvaluated(activity_id, refusal_again(activity_id, row[0]))
    raise NotEvaluated(
        activity_id, message("run `hakaru evaluate {activity_id}`", activity_id=activity_id)
    )


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


_MOST_ARE_RANKED = 1.2


def earlier_deviations(
    con: DuckDBPyConnection, activity_ids: NDArray[np.int64], *, limit: int
) -> Mapping[MetricName, tuple[float, ...]]:
    """The signed z of the newest judged ones of some runs, which come oldest first; newest last.

    Only runs that were compared with something of the runner's own count: a deviation from the
    population says nothing about how often one like it happens to this runner.
    """
    older, newest = np.split(activity_ids, [-round(_MOST_ARE_RANKED * limit)])
    deviations = _deviations(con, newest, tuple(METRICS))
    rare = [metric for metric in METRICS if len(deviations[metric]) < limit]
    if rare and older.size:
        deviations |= {
            metric: earlier + deviations[metric]
            for metric, earlier in _deviations(con, older, rare).items()
        }
    return {metric: tuple(own[-limit:]) for metric, own in deviations.items() if own}


def _deviations(
    con: DuckDBPyConnection, activity_ids: NDArray[np.int64], metrics: Sequence[MetricName]
) -> dict[MetricName, list[float]]:
    """The signed z of some runs in their order."""
    deviations: dict[MetricName, list[float]] = {metric: [] for metric in metrics}
    if not activity_ids.size:
        return deviations
    rows = con.execute(
        "SELECT activity_id, metric, z FROM metric_verdicts "
        "WHERE activity_id BETWEEN ? AND ? AND n_runs > 0 "
        "AND (unrated_reason IS NULL OR unrated_reason IN ('few_runs', 'never_scored')) "
        "AND list_contains(?::VARCHAR[], metric)",
        [int(activity_ids.min()), int(activity_ids.max()), list(metrics)],
    ).fetchall()
    place_of = {key: place for place, key in enumerate(activity_ids.tolist())}
    placed = sorted((place_of[key], metric, z) for key, metric, z in rows if key in place_of)
    for _, metric, z in placed:
        deviations[metric].append(z)
    return deviations


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
    """Current verdicts as columns, one row per run and metric, oldest run first; without those of
    which too little could be judged to say anything.

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
        "AND e.unrated_reason IS DISTINCT FROM 'short_run' "
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
