"""Lasting changes of the stored runs, computed from them whenever somebody asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.flows.brevity import TABLE_BYTES, first_rows, rounded
from hakaru.flows.context import Context
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.activity import FloatArray
from hakaru.running.deviations import RunDeviations, run_deviations
from hakaru.running.drift import (
    DriftFinding,
    DriftSettings,
    LastingChange,
    lasting_changes,
    one_witness,
)
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.store.history import run_conditions
from hakaru.store.recordings import split_columns
from hakaru.store.rows import AnyArray

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_COLUMNS = (
    "metric",
    "state",
    "direction",
    "since",
    "found",
    "until",
    "n_runs",
    "change_pct",
    "low_pct",
    "high_pct",
    "change",
    "since_activity_id",
    "found_activity_id",
    "concerning",
)


@dataclass(frozen=True, kw_only=True)
class Residuals:
    """One metric's deviations against the runner's own baseline, oldest first, shape (n_runs,)."""

    metric: MetricName
    activity_id: AnyArray
    days: tuple[date, ...]
    delta_frac: FloatArray
    half_width_90_frac: FloatArray


@dataclass(frozen=True, kw_only=True)
class DriftResult:
    """Findings of every metric, oldest first, and how many runs were looked at per metric."""

    sensor_group: str | None
    n_runs: Mapping[MetricName, int]
    findings: tuple[DriftFinding, ...]

    @property
    def reply(self) -> Mapping[str, object]:
        """One row per change, newest first; `n_more` older ones are not among them."""
        return self._told(TABLE_BYTES)

    @property
    def content(self) -> Mapping[str, object]:
        """The same with every change."""
        return self._told(None)

    def _told(self, within_bytes: int | None) -> Mapping[str, object]:
        newest_first = self.findings[::-1]
        rows = first_rows(map(_row, newest_first), within_bytes=within_bytes)
        return {
            "sensor_group": self.sensor_group,
            "n_runs": dict(self.n_runs),
            "n_findings": len(newest_first),
            "columns": _COLUMNS,
            "findings": rows,
            "n_more": len(newest_first) - len(rows),
        }


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
        result = drift_of(con, group, half_life_days=context.settings.half_life_days)
    if since is None:
        return result
    later = tuple(finding for finding in result.findings if finding.day >= since)
    return DriftResult(sensor_group=group, n_runs=result.n_runs, findings=later)


def drift_of(
    con: DuckDBPyConnection,
    sensor_group: str,
    *,
    half_life_days: float,
    columns: SplitColumns | None = None,
) -> DriftResult:
    """All lasting changes on one kind of sensor, in the order of their announcement.

    `columns` are those of `split_columns` for it, where they were read already.
    """
    splits = split_columns(con, sensor_group=sensor_group) if columns is None else columns
    conditions = run_conditions(con, sensor_group)
    settings = DriftSettings(half_life_days=half_life_days)
    by_metric = {metric: run_deviations(splits, conditions, metric) for metric in SCORED_METRICS}
    return DriftResult(
        sensor_group=sensor_group,
        n_runs={metric: int(runs.activity_id.size) for metric, runs in by_metric.items()},
        findings=tuple(_findings(splits, by_metric, settings)),
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


def _findings(
    splits: SplitColumns, by_metric: Mapping[MetricName, RunDeviations], settings: DriftSettings
) -> Sequence[DriftFinding]:
    """The changes of all metrics, with the days and runs they concern."""
    ids = np.asarray(splits["activity_id"], dtype=np.int64)
    first = np.sort(np.unique(ids, return_index=True)[1])
    runs, days = ids[first].tolist(), splits["activity_date"][first].tolist()
    place_of = {activity_id: place for place, activity_id in enumerate(runs)}
    changes = [
        _on_axis(change, [place_of[key] for key in seen.activity_id.tolist()])
        for seen in by_metric.values()
        for change in lasting_changes(seen, settings)
    ]
    return [_dated(change, runs, days) for change in one_witness(changes)]


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


def _row(finding: DriftFinding) -> list[object]:
    """One change, in the order of the columns."""
    return [
        finding.metric,
        finding.state,
        finding.direction,
        finding.since.isoformat(),
        finding.day.isoformat(),
        None if finding.until is None else finding.until.isoformat(),
        finding.n_runs,
        rounded(PERCENT * finding.change_frac, 1),
        rounded(PERCENT * finding.low_frac, 1),
        rounded(PERCENT * finding.high_frac, 1),
        rounded(finding.change, 2),
        finding.since_activity_id,
        finding.activity_id,
        finding.concerning,
    ]
