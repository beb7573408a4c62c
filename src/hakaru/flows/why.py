"""Why the form of a run was what it was: read, and explained by the baselines that judged it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from hakaru.core.plain import Columns, Versions, cells, fields_shown, rounded
from hakaru.flows.context import Context
from hakaru.flows.devices import bridge_to, usual_now
from hakaru.records import frozen
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.devices import Bridge
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation
from hakaru.running.why import CausePart, Explanation, explain_run
from hakaru.store.activities import resolve_activity
from hakaru.store.history import run_to_explain
from hakaru.store.recordings import read_splits
from hakaru.store.verdicts import baseline_versions, current_baselines, read_evaluation

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@frozen
class WhyResult:
    """The way to the measured value of each metric asked for; a metric that the verdict does not
    hold is absent."""

    activity_id: int
    day: date
    sensor_group: str
    metrics: tuple[Explanation, ...]

    @property
    def shape(self) -> Versions[Mapping[str, object], Mapping[str, object]]:
        """In a reply the parts of each metric are rows, whose columns stand once."""
        head = {
            "activity_id": self.activity_id,
            "day": self.day,
            "sensor_group": self.sensor_group,
        }
        rows = [
            {
                **fields_shown(way),
                "parts": [list(cells(part, _PART).values()) for part in way.parts],
            }
            for way in self.metrics
        ]
        return Versions(
            short={**head, "columns": list(_PART), "metrics": rows},
            whole={**head, "metrics": self.metrics},
        )


_PART: Columns[CausePart] = {
    "cause": None,
    "name": None,
    "exposure_value": 3,
    "change": 3,
    "low": 3,
    "high": 3,
    "sure": None,
    "own_frac": 2,
    "n_runs": None,
    "today_change": lambda part: part.today and rounded(part.today.change, 3),
    "today_low": lambda part: part.today and rounded(part.today.low, 3),
    "today_high": lambda part: part.today and rounded(part.today.high, 3),
}


def explain_form(context: Context, *, activity_id: str, metric: MetricName | None) -> WhyResult:
    """What moved the form of one run; metric None: those that are scored, and cadence.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotEvaluated: the run has no verdict; the reason says why.
    """
    with context.store.read() as con:
        evaluation = read_evaluation(con, resolve_activity(con, activity_id))
        ways = explained(con, evaluation, user_id=context.settings.user_id, metric=metric)
    return WhyResult(
        activity_id=evaluation.activity_id,
        day=evaluation.day,
        sensor_group=evaluation.sensor_group,
        metrics=ways,
    )


def explained(
    con: DuckDBPyConnection,
    evaluation: FormEvaluation,
    *,
    user_id: str,
    metric: MetricName | None = None,
    read: AlreadyRead | None = None,
) -> tuple[Explanation, ...]:
    """What moved the metrics of a stored verdict; metric None: those that are scored, and cadence.
    `read` None: nothing was read before."""
    metrics = (*SCORED_METRICS, "cadence") if metric is None else (metric,)
    at_hand = read or _read(con, evaluation, user_id=user_id)
    used = _used_baselines(con, evaluation, metrics, user_id=user_id, before=at_hand.before)
    bridge = at_hand.bridge
    return explain_run(
        run_to_explain(con, evaluation.activity_id, splits=at_hand.splits),
        evaluation,
        used if bridge is None else {**bridge.baselines, **used},
        metrics=metrics,
        now=evaluation.evaluated_at,
        newest=at_hand.newest,
    )


def explained_or_none(
    con: DuckDBPyConnection, evaluation: FormEvaluation | None, *, user_id: str
) -> tuple[Explanation, ...]:
    """The same; empty where there is no verdict."""
    return () if evaluation is None else explained(con, evaluation, user_id=user_id)


def explained_from(
    context: Context,
    con: DuckDBPyConnection,
    evaluation: FormEvaluation | None,
    *,
    splits: tuple[Split, ...],
    before: Mapping[MetricName, MetricBaseline],
) -> tuple[Explanation, ...]:
    """The same for one who has read the splits of the run, and what was usual before it."""
    if evaluation is None:
        return ()
    group, user_id = evaluation.sensor_group, context.settings.user_id
    bridge = context.store.memo.of(
        ("bridge", group, user_id), lambda: bridge_to(con, group, user_id=user_id)
    )
    read = AlreadyRead(
        splits=splits, before=before, newest=usual_now(context, con, group), bridge=bridge
    )
    return explained(con, evaluation, user_id=user_id, read=read)


@frozen
class AlreadyRead:
    """What an explanation rests on beside the verdict: the splits of the run, baselines that were
    read before (none of them need be those of the verdict), the newest ones, and the bridge to the
    kind of sensor (None: nothing was known of another)."""

    splits: tuple[Split, ...]
    before: Mapping[MetricName, MetricBaseline]
    newest: Mapping[MetricName, MetricBaseline]
    bridge: Bridge | None


def _read(con: DuckDBPyConnection, evaluation: FormEvaluation, *, user_id: str) -> AlreadyRead:
    return AlreadyRead(
        splits=read_splits(con, evaluation.activity_id),
        before={},
        newest=current_baselines(con, evaluation.sensor_group, user_id=user_id),
        bridge=bridge_to(con, evaluation.sensor_group, user_id=user_id),
    )


def _used_baselines(
    con: DuckDBPyConnection,
    evaluation: FormEvaluation,
    metrics: tuple[MetricName, ...],
    *,
    user_id: str,
    before: Mapping[MetricName, MetricBaseline],
) -> Mapping[MetricName, MetricBaseline]:
    """The versions that the verdict rests on."""
    versions = {
        metric: evaluation.metrics[metric].baseline_version
        for metric in metrics
        if metric in evaluation.metrics
    }
    rested_on = {metric: number for metric, number in versions.items() if number is not None}
    group = evaluation.sensor_group
    at_hand = {
        metric: before[metric]
        for metric, number in rested_on.items()
        if metric in before
        and before[metric].version == number
        and before[metric].sensor_group == group
    }
    if len(at_hand) == len(rested_on):
        return at_hand
    return baseline_versions(con, group, rested_on, user_id=user_id)
