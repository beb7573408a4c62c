"""Changes of form: sustained ones within runs, and lasting ones over many."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.plain import TABLE_BYTES, Columns, Rows, rounded, shown
from hakaru.core.units import PERCENT, SECONDS_PER_HOUR
from hakaru.flows.context import Context
from hakaru.flows.splits import every_split
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.find import describe_anomaly
from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail
from hakaru.running.deviations import RunConditions, run_deviations
from hakaru.running.drift import (
    DriftFinding,
    DriftSettings,
    Followed,
    LastingChange,
    follow,
    one_witness,
)
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.store.activities import resolve_activity
from hakaru.store.history import run_conditions
from hakaru.store.recordings import chosen_sensor, read_recording
from hakaru.store.rows import AnyArray
from hakaru.store.sessions import (
    EVERY_RUN,
    anomalies_of,
    judged_runs,
    read_anatomy,
    read_anomaly,
    read_session,
)

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_CONTEXT_MAX_S = 300.0
_REPLY_STEPS = 12


@frozen
class RunAnomalies:
    """The steps of one run. `judged_s`: how much of it could be judged."""

    activity_id: int
    day: date
    judged_s: float
    anomalies: tuple[Anomaly, ...]


@frozen
class AnomaliesResult:
    """Runs, newest first; also those without any step."""

    runs: tuple[RunAnomalies, ...]

    @property
    def shape(self) -> Mapping[str, object]:
        """Counts, and the steps of all runs, the largest first."""
        every = [(run, step) for run in self.runs for step in run.anomalies]
        hours = sum(run.judged_s for run in self.runs) / SECONDS_PER_HOUR
        worst = [
            {
                "activity_id": run.activity_id,
                "number": step.anomaly_index,
                "metric": step.metric,
                "start_s": step.start_elapsed_s,
                "duration_s": step.duration_s,
                "delta": step.delta,
                "delta_pct": PERCENT * step.delta_frac,
                "cause": step.main_cause,
                "signs": step.sensor_signs,
            }
            for run, step in sorted(every, key=lambda pair: -abs(pair[1].z))
        ]
        return {
            "n_runs": len(self.runs),
            "n_anomalies": len(every),
            "judged_h": round(hours, 2),
            "by_metric": _counts([step.metric for _, step in every]),
            "by_cause": _counts([step.main_cause for _, step in every]),
            "worst": Rows(worst, most=_REPLY_STEPS),
        }


@frozen
class AnomalyResult:
    """One step with its surroundings."""

    activity_id: int
    day: date
    detail: AnomalyDetail


def detect_form_anomalies_summary(
    context: Context, *, activity: str | None, since: date | None, limit: int
) -> AnomaliesResult:
    """The steps of one run, or of the newest runs.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        BadArgument: a limit below 1.
    """
    if limit < 1:
        raise BadArgument("limit", limit, message("a whole number >= {low}", low=1))
    with context.store.read() as con:
        chosen = judged_runs(con, since=since, limit=limit)
        if activity is not None:
            activity_id = resolve_activity(con, activity)
            day = read_session(con, activity_id).summary.activity_date
            every = judged_runs(con, since=day, limit=EVERY_RUN)
            chosen = tuple(run for run in every if run[0] == activity_id)
            chosen = chosen or ((activity_id, day, 0.0),)
        anomalies = anomalies_of(con, [run[0] for run in chosen])
    return AnomaliesResult(
        runs=tuple(
            RunAnomalies(activity_id=key, day=day, judged_s=judged_s, anomalies=anomalies[key])
            for key, day, judged_s in chosen
        )
    )


def check_window(context_window_s: float) -> None:
    """Refuse a window around a step that is none (BadArgument)."""
    if not 0.0 <= context_window_s <= _CONTEXT_MAX_S:
        raise BadArgument(
            "context_window_s",
            context_window_s,
            message("between {low} and {high}", low=0, high=300),
        )


def get_form_anomaly_details(
    context: Context, *, activity: str, number: int, context_window_s: float
) -> AnomalyResult:
    """One step of one run with the seconds before and after it.

    Raises:
        UnknownActivity, AmbiguousActivity: the reference does not name one run.
        NotAnalysed: the run was not looked at as a session yet.
        NotRecorded: form was steady in the run: there is no step.
        BadArgument: the run has no step of that number, or a window beyond 0-300 s.
    """
    check_window(context_window_s)
    with context.store.read() as con:
        activity_id = resolve_activity(con, activity)
        summary = read_session(con, activity_id).summary
        recording = read_recording(con, activity_id)
        structure = read_anatomy(con, summary).structure
        baselines = import_module("hakaru.flows.remembered").known_before(
            con, recording, settings=context.settings
        )
        step = read_anomaly(con, activity_id, number=number)
    detail = describe_anomaly(
        recording,
        structure,
        anomaly=step,
        baselines=baselines,
        context_s=context_window_s,
    )
    return AnomalyResult(activity_id=activity_id, day=summary.activity_date, detail=detail)


def _counts(names: list[str]) -> Mapping[str, int]:
    return {name: names.count(name) for name in dict.fromkeys(names)}


_COLUMNS: Columns[DriftFinding] = {
    "metric": None,
    "state": None,
    "direction": None,
    "since": None,
    "found": lambda finding: finding.day,
    "until": None,
    "n_runs": None,
    "change_pct": lambda finding: rounded(PERCENT * finding.change_frac, 1),
    "low_pct": lambda finding: rounded(PERCENT * finding.low_frac, 1),
    "high_pct": lambda finding: rounded(PERCENT * finding.high_frac, 1),
    "change": 2,
    "since_activity_id": None,
    "found_activity_id": lambda finding: finding.activity_id,
    "concerning": None,
}


@frozen
class Residuals:
    """One metric's deviations against the runner's own baseline, oldest first, shape (n_runs,)."""

    metric: MetricName
    activity_id: AnyArray
    days: tuple[date, ...]
    delta_frac: FloatArray
    half_width_90_frac: FloatArray


@frozen
class DriftResult:
    """Findings of every metric, oldest first, and how many runs were looked at per metric."""

    sensor_group: str | None
    n_runs: Mapping[MetricName, int]
    findings: tuple[DriftFinding, ...] = field(
        metadata=shown(
            lambda findings: Rows(
                findings[::-1],
                columns=_COLUMNS,
                within_bytes=TABLE_BYTES,
                count="n_findings",
                left_out="n_more",
            )
        )
    )


def drift(context: Context, *, sensor: str | None, since: date | None) -> DriftResult:
    """Lasting changes of contact time, oscillation and ratio on one kind of sensor.

    `since`: only changes announced on that day or later.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor)
        if group is None:
            return DriftResult(
                sensor_group=None, n_runs=dict.fromkeys(SCORED_METRICS, 0), findings=()
            )
        result = drift_now(context, con, group)
    if since is None:
        return result
    later = tuple(finding for finding in result.findings if finding.day >= since)
    return DriftResult(sensor_group=group, n_runs=result.n_runs, findings=later)


def drift_now(context: Context, con: DuckDBPyConnection, sensor_group: str) -> DriftResult:
    """All lasting changes on one kind of sensor by all that is stored."""
    followed = _followed(context, con, sensor_group)
    return DriftResult(
        sensor_group=sensor_group,
        n_runs={metric: len(seen.runs.activity_id) for metric, seen in followed.by_metric.items()},
        findings=followed.findings(),
    )


def drift_after(
    context: Context, con: DuckDBPyConnection, sensor_group: str, activity_id: int
) -> tuple[DriftFinding, ...]:
    """The lasting changes as they stood after one run, measured by this kind of sensor."""
    return _followed(context, con, sensor_group).findings(activity_id)


@frozen
class _FollowedForm:
    """The runs of one kind of sensor with their days, oldest first, and each metric among them."""

    runs: Sequence[int]
    days: Sequence[date]
    by_metric: Mapping[MetricName, Followed]
    places: Mapping[MetricName, Sequence[int]]

    def findings(self, activity_id: int | None = None) -> tuple[DriftFinding, ...]:
        """The changes of all metrics after one run (None: the last), as they were announced."""
        n_runs = len(self.runs) if activity_id is None else self.runs.index(activity_id) + 1
        changes = [
            _on_axis(change, self.places[metric])
            for metric, followed in self.by_metric.items()
            for change in followed.changes(bisect_left(self.places[metric], n_runs))
        ]
        return tuple(_dated(change, self.runs, self.days) for change in one_witness(changes))


def _followed(context: Context, con: DuckDBPyConnection, sensor_group: str) -> _FollowedForm:
    half_life_days = context.settings.half_life_days
    return context.store.memo.renewed(
        ("followed", sensor_group, half_life_days),
        lambda earlier: _follow(
            every_split(context, con).measured_by(sensor_group),
            run_conditions(con, sensor_group),
            DriftSettings(half_life_days=half_life_days),
            earlier=earlier,
        ),
    )


def _follow(
    splits: SplitColumns,
    conditions: RunConditions,
    settings: DriftSettings,
    *,
    earlier: _FollowedForm | None,
) -> _FollowedForm:
    """Look at all runs of one kind of sensor; `earlier`: what was seen before a run changed."""
    ids = np.asarray(splits["activity_id"], dtype=np.int64)
    first = np.sort(np.unique(ids, return_index=True)[1])
    runs = ids[first].tolist()
    place_of = {activity_id: place for place, activity_id in enumerate(runs)}
    by_metric = {
        metric: follow(
            run_deviations(splits, conditions, metric),
            settings,
            earlier=None if earlier is None else earlier.by_metric[metric],
        )
        for metric in SCORED_METRICS
    }
    return _FollowedForm(
        runs=runs,
        days=splits["activity_date"][first].tolist(),
        by_metric=by_metric,
        places={
            metric: [place_of[key] for key in followed.runs.activity_id.tolist()]
            for metric, followed in by_metric.items()
        },
    )


def residuals(columns: Mapping[str, AnyArray], metric: MetricName) -> Residuals:
    """The personal residuals of one metric among `evaluation_columns`."""
    own = (columns["metric"] == metric) & (columns["basis"] != "population")
    expected = columns["expected"][own]
    return Residuals(
        metric=metric,
        activity_id=columns["activity_id"][own],
        days=tuple(columns["activity_date"][own].tolist()),
        delta_frac=(columns["actual"][own] - expected) / expected,
        half_width_90_frac=columns["half_width_90"][own] / expected,
    )


def _on_axis(change: LastingChange, places: Sequence[int]) -> LastingChange:
    """The same change with its runs counted among all runs and not only those of its metric."""
    return replace(
        change,
        start_index=places[change.start_index],
        found_index=places[change.found_index],
        until_index=places[change.until_index],
        end_index=None if change.end_index is None else places[change.end_index],
    )


def _dated(change: LastingChange, runs: Sequence[int], days: Sequence[date]) -> DriftFinding:
    return DriftFinding(
        metric=change.metric,
        state=change.state,
        direction=change.direction,
        since=days[change.start_index],
        since_activity_id=runs[change.start_index],
        day=days[change.found_index],
        activity_id=runs[change.found_index],
        until=days[change.until_index] if change.state == "gone" else None,
        n_runs=change.n_runs,
        change_frac=change.change_frac,
        low_frac=change.low_frac,
        high_frac=change.high_frac,
        change=change.change,
        concerning=change.concerning,
    )
