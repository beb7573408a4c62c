"""What does somebody see of their form: the curves, how runs lay around them, what changed?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from hakaru.flows.context import Context
from hakaru.flows.drift import drift_of
from hakaru.flows.pictures import Columns, history_points, metric_curve, residual_trend
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.drift import DriftFinding
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import MetricHistory, newest_points
from hakaru.store.recordings import SensorChange, sensor_changes, sensor_groups, split_columns
from hakaru.store.verdicts import current_baselines, evaluation_columns

_NO_RUN = -1
_POINTS = 1_500


@dataclass(frozen=True, kw_only=True)
class FormView:
    """One kind of sensor (None: no run with form data is stored) among all that were worn.

    `history` has a curve where a metric was learned, and the deviations of all judged runs.
    `versions` are those that the next run will meet; `sensor_changes` are newest first.
    """

    sensor: str | None
    sensors: tuple[str, ...]
    history: Mapping[MetricName, MetricHistory]
    findings: tuple[DriftFinding, ...]
    versions: tuple[MetricBaseline, ...]
    n_runs: int
    sensor_changes: tuple[SensorChange, ...] = ()


def view_form(context: Context, *, sensor: str | None) -> FormView:
    """Form with one kind of sensor (None: that of the latest run).

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor)
        sensors = sensor_groups(con)
        if group is None:
            return FormView(
                sensor=None, sensors=sensors, history={}, findings=(), versions=(), n_runs=0
            )
        user_id = context.settings.user_id
        current = current_baselines(con, group, user_id=user_id)
        columns = split_columns(con, sensor_group=group)
        judged = evaluation_columns(con, sensor_group=group)
        changes = sensor_changes(con)
        findings = drift_of(
            con, group, half_life_days=context.settings.half_life_days, columns=columns
        ).findings
    now = context.now()
    history = {
        metric: _around(metric, current.get(metric), (columns, judged), now=now, findings=findings)
        for metric in METRICS
    }
    return FormView(
        sensor=group,
        sensors=sensors,
        history=history,
        findings=findings[::-1],
        versions=tuple(current[metric] for metric in METRICS if metric in current),
        n_runs=len(set(judged["activity_id"].tolist())),
        sensor_changes=changes,
    )


def _around(
    metric: MetricName,
    baseline: MetricBaseline | None,
    stored: tuple[Columns, Columns],
    *,
    now: datetime,
    findings: tuple[DriftFinding, ...],
) -> MetricHistory:
    """The curve of a metric, where there is one, among the splits and verdicts that are stored."""
    splits, judged = stored
    return MetricHistory(
        curve=None if baseline is None else metric_curve(baseline, splits["speed_mps"]),
        points=newest_points(
            history_points(metric, splits, at=now, activity_id=None), n_max=_POINTS
        ),
        trend=residual_trend(metric, judged, activity_id=_NO_RUN, findings=findings),
    )
