"""Which curve, points and trend make up the picture of a metric?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import numpy as np

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.flows.drift import residuals
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import expect_at
from hakaru.running.drift import DriftFinding
from hakaru.running.lessons import form_samples
from hakaru.running.metrics import MetricName
from hakaru.running.report import HistoryPoints, MetricCurve, ResidualTrend
from hakaru.store.rows import AnyArray

Columns = Mapping[str, AnyArray]
_CURVE_POINTS = 81
_MARGIN_MPS = 0.15
_SLOWEST_MPS = 1.7


def metric_curve(baseline: MetricBaseline, speeds_mps: FloatArray) -> MetricCurve:
    """The expectation for a typical run over the speeds given, with a margin on both sides."""
    finite = speeds_mps[np.isfinite(speeds_mps)]
    bounds = np.concatenate([finite, [baseline.speed_center_mps]])
    grid = np.linspace(
        max(float(bounds.min()) - _MARGIN_MPS, _SLOWEST_MPS),
        float(bounds.max()) + _MARGIN_MPS,
        _CURVE_POINTS,
    )
    answers = [expect_at(baseline, float(speed_mps)) for speed_mps in grid]
    limits = np.array([answer.intervals for answer in answers])
    personal = baseline.basis != "population"
    return MetricCurve(
        metric=baseline.metric,
        speed_mps=grid,
        expected=np.array([answer.value for answer in answers]),
        low_50=limits[:, 0, 0],
        high_50=limits[:, 0, 1],
        low_90=limits[:, 2, 0],
        high_90=limits[:, 2, 1],
        basis=baseline.basis,
        trained_min_mps=baseline.speed_min_mps if personal else None,
        trained_max_mps=baseline.speed_max_mps if personal else None,
    )


def history_points(
    metric: MetricName, columns: Columns, *, at: datetime, activity_id: int | None
) -> HistoryPoints:
    """The runner's own splits, as training sees them; `activity_id` marks this run's, None: none.

    `columns` are those of `split_columns` for one kind of sensor.
    """
    latest = columns["started_at"].max() if columns["started_at"].size else None
    end = at if latest is None else max(at, latest.item().replace(tzinfo=UTC))
    samples = form_samples(columns, metric, now=end)
    later_days = (end - at).total_seconds() / SECONDS_PER_DAY
    return HistoryPoints(
        metric=metric,
        speed_mps=samples.speed_mps,
        value=samples.value,
        age_days=samples.age_days - later_days,
        this_run=samples.run_id == (-1 if activity_id is None else activity_id),
    )


def residual_trend(
    metric: MetricName,
    evaluations: Columns,
    *,
    activity_id: int,
    findings: Sequence[DriftFinding] = (),
) -> ResidualTrend | None:
    """How the runs deviated over time, with lasting changes marked; None: nothing to show."""
    own = residuals(evaluations, metric)
    if not own.days:
        return None
    return ResidualTrend(
        metric=metric,
        days=own.days,
        delta_frac=own.delta_frac,
        half_width_90_frac=own.half_width_90_frac,
        this_run=own.activity_id == activity_id,
        drifts=tuple(finding for finding in findings if finding.metric == metric),
    )
