"""Has the form changed for good? Run-level deviations of stored verdicts, watched by a CUSUM."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import numpy as np

from hakaru.flows.brevity import TABLE_BYTES, first_rows, rounded
from hakaru.flows.context import Context
from hakaru.flows.sensor import chosen_sensor
from hakaru.running.activity import FloatArray
from hakaru.running.drift import detect_drift, standardise
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.store.evaluations import evaluation_columns
from hakaru.store.rows import AnyArray
from hakaru.units import PERCENT

_COLUMNS = (
    "metric",
    "day",
    "since",
    "activity_id",
    "direction",
    "shift_pct",
    "shift_sd",
    "concerning",
)


@dataclass(frozen=True, kw_only=True)
class DriftFinding:
    """One lasting change: noticed on `day`, beginning on `since`.

    `shift_frac` is the mean deviation from what was expected over those runs, `shift_sd` the same
    in personal SDs. `concerning` is False on the side that costs nothing: then it is only news.
    """

    metric: MetricName
    day: date
    since: date
    activity_id: int
    direction: Literal["lower", "higher"]
    shift_frac: float
    shift_sd: float
    concerning: bool


@dataclass(frozen=True, kw_only=True)
class Residuals:
    """One metric's deviations against the runner's own baseline, oldest first, shape (n_runs,)."""

    metric: MetricName
    activity_id: AnyArray
    days: tuple[date, ...]
    delta_frac: FloatArray
    half_width_90_frac: FloatArray
    findings: tuple[DriftFinding, ...] = ()


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
        found = self.findings[::-1]
        rows = first_rows(map(_row, found), within_bytes=within_bytes)
        return {
            "sensor_group": self.sensor_group,
            "n_runs": dict(self.n_runs),
            "n_findings": len(found),
            "columns": _COLUMNS,
            "findings": rows,
            "n_more": len(found) - len(rows),
        }


def drift(context: Context, *, sensor: str | None, since: date | None) -> DriftResult:
    """Lasting changes of contact time, oscillation and ratio on one kind of sensor.

    Verdicts by the population prior are left out: they deviate for good from the start.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor)
        columns = evaluation_columns(con, sensor_group=group)
    every = [residuals(columns, metric) for metric in SCORED_METRICS]
    findings = [
        finding
        for one in every
        for finding in one.findings
        if since is None or finding.day >= since
    ]
    return DriftResult(
        sensor_group=group,
        n_runs={one.metric: len(one.days) for one in every},
        findings=tuple(sorted(findings, key=lambda finding: (finding.day, finding.metric))),
    )


def residuals(columns: Mapping[str, AnyArray], metric: MetricName) -> Residuals:
    """The personal residuals of one metric among `evaluation_columns`, with what they show."""
    own = (columns["metric"] == metric) & (columns["basis"] != "population")
    expected = columns["expected"][own]
    delta_frac = (columns["actual"][own] - expected) / expected
    half_width_90_frac = columns["half_width_90"][own] / expected
    activity_id = columns["activity_id"][own]
    days = tuple(columns["activity_date"][own].tolist())
    seen = Residuals(
        metric=metric,
        activity_id=activity_id,
        days=days,
        delta_frac=delta_frac,
        half_width_90_frac=half_width_90_frac,
    )
    return replace(seen, findings=_findings(seen))


def _row(finding: DriftFinding) -> list[object]:
    """One change, in the order of the columns."""
    return [
        finding.metric,
        finding.day.isoformat(),
        finding.since.isoformat(),
        finding.activity_id,
        finding.direction,
        rounded(PERCENT * finding.shift_frac, 1),
        rounded(finding.shift_sd, 2),
        finding.concerning,
    ]


def _findings(seen: Residuals) -> tuple[DriftFinding, ...]:
    """The lasting changes among these residuals, with the days they concern."""
    report = detect_drift(
        standardise(seen.delta_frac, seen.half_width_90_frac),
        unfavourable=METRICS[seen.metric].unfavourable,
    )
    return tuple(
        DriftFinding(
            metric=seen.metric,
            day=seen.days[signal.index],
            since=seen.days[signal.since_index],
            activity_id=int(seen.activity_id[signal.index]),
            direction=signal.direction,
            shift_frac=float(np.mean(seen.delta_frac[signal.since_index : signal.index + 1])),
            shift_sd=signal.shift_sd,
            concerning=signal.concerning,
        )
        for signal in report.signals
    )
