"""What does a report on one run contain? Facts, the verdict and its surroundings; no wording."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import Basis
from hakaru.running.drift import DriftFinding
from hakaru.running.metrics import MetricName
from hakaru.running.sections.model import SectionName, ShownSection
from hakaru.running.session.report import SessionReport
from hakaru.running.splits import Split
from hakaru.running.totals import TotalsBasis
from hakaru.running.verdict import FormEvaluation
from hakaru.stats.series import group_means

BoolArray = NDArray[np.bool_]

REPORT_SERIES: tuple[str, ...] = (
    "elapsed_s",
    "speed_mps",
    "heart_rate_bpm",
    "elevation_m",
    "gct_ms",
)
"""The only series a report carries: coordinates never enter it."""

SERIES_POINTS_MAX = 480
HISTORY_POINTS_MAX = 800
TREND_DAYS = 400


@dataclass(frozen=True, kw_only=True)
class ReportFacts:
    """What was recorded, as facts. None: not recorded or not known.

    `started_at` is aware and carries the runner's own UTC offset, so that its wall clock is what
    the runner saw. `issues` are finished sentences about the recording. Distance, times, speed and
    means are the watch's totals (`running.totals.RunTotals`); `running_*` are over running samples.
    """

    activity_id: int
    title: str | None
    day: date
    started_at: datetime
    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    totals_basis: TotalsBasis | None = None
    running_s: float | None = None
    running_distance_m: float | None = None
    running_speed_mps: float | None = None
    running_heart_rate_bpm: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    temperature_c: float | None = None
    relative_humidity_pct: float | None = None
    wind_speed_mps: float | None = None
    device_label: str | None = None
    sensor_label: str | None = None
    gear: str | None = None
    simulated: bool = False
    partial: bool = False
    issues: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MetricCurve:
    """The expectation over a grid of speeds: arrays of one shape, values in the metric's unit.

    `trained_*_mps` bound the speeds the baseline has seen; None for the population prior.
    """

    metric: MetricName
    speed_mps: FloatArray
    expected: FloatArray
    low_50: FloatArray
    high_50: FloatArray
    low_90: FloatArray
    high_90: FloatArray
    basis: Basis
    trained_min_mps: float | None = None
    trained_max_mps: float | None = None


@dataclass(frozen=True, kw_only=True)
class HistoryPoints:
    """The runner's own splits with this sensor: arrays of one shape. `age_days` counts back from
    the run of the report (negative: later)."""

    metric: MetricName
    speed_mps: FloatArray
    value: FloatArray
    age_days: FloatArray
    this_run: BoolArray


@dataclass(frozen=True, kw_only=True)
class ResidualTrend:
    """One point per judged run in time order: (actual - expected) / expected, and the relative
    half-width of its personal 90 % interval."""

    metric: MetricName
    days: tuple[date, ...]
    delta_frac: FloatArray
    half_width_90_frac: FloatArray
    this_run: BoolArray
    drifts: tuple[DriftFinding, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MetricHistory:
    """What surrounds one metric of the verdict. None: not available, its picture is left out."""

    curve: MetricCurve | None = None
    points: HistoryPoints | None = None
    trend: ResidualTrend | None = None


@dataclass(frozen=True, kw_only=True)
class SplitLine:
    """A split and the contact time this runner would usually show at its speed.

    `expected_gct_ms` is None where the split has no speed, or one outside the curve.
    """

    split: Split
    expected_gct_ms: float | None

    @property
    def gct_delta_frac(self) -> float | None:
        """Actual minus expected contact time, relative; None where either is missing."""
        if self.split.gct_ms is None or self.expected_gct_ms is None:
            return None
        return (self.split.gct_ms - self.expected_gct_ms) / self.expected_gct_ms


@dataclass(frozen=True, kw_only=True)
class RunReport:
    """Everything a report shows. `evaluation` is None when the run carries no form metric,
    `session` when the run was not analysed as a session.

    `sections` are its words, none of which contradicts the rest.
    `series` holds columns of `REPORT_SERIES`, thinned to `SERIES_POINTS_MAX`; empty when the
    recording had no samples.
    """

    evaluation: FormEvaluation | None
    facts: ReportFacts
    splits: tuple[SplitLine, ...]
    series: Mapping[str, FloatArray]
    history: Mapping[MetricName, MetricHistory]
    session: SessionReport | None = None
    sections: Mapping[SectionName, ShownSection] = field(default_factory=dict)


def build_report(
    evaluation: FormEvaluation | None,
    facts: ReportFacts,
    *,
    splits: tuple[Split, ...],
    series: Mapping[str, FloatArray],
    history: Mapping[MetricName, MetricHistory],
) -> RunReport:
    """Gather the pieces: thin the series and the history, and expect each split's contact time.

    Raises:
        BadArgument: the verdict is on another activity, or the series differ in length.
    """
    if evaluation is not None and evaluation.activity_id != facts.activity_id:
        raise BadArgument("evaluation", evaluation.activity_id, f"about {facts.activity_id}")
    gct = history.get("gct")
    curve = None if gct is None else gct.curve
    return RunReport(
        evaluation=evaluation,
        facts=facts,
        splits=tuple(
            SplitLine(split=split, expected_gct_ms=_expected(curve, split.speed_mps))
            for split in splits
        ),
        series=_thin_series(series),
        history={metric: _thin_history(piece, facts.day) for metric, piece in history.items()},
    )


def _expected(curve: MetricCurve | None, speed_mps: float | None) -> float | None:
    if curve is None or speed_mps is None or curve.speed_mps.size == 0:
        return None
    if not curve.speed_mps[0] <= speed_mps <= curve.speed_mps[-1]:
        return None
    return float(np.interp(speed_mps, curve.speed_mps, curve.expected))


def _thin_series(series: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
    chosen = {name: series[name] for name in REPORT_SERIES if name in series}
    lengths = {name: len(column) for name, column in chosen.items()}
    if len(set(lengths.values())) > 1:
        raise BadArgument("series", lengths, "a set of columns of one length")
    return group_means(chosen, SERIES_POINTS_MAX)


def _thin_history(piece: MetricHistory, day: date) -> MetricHistory:
    points, trend = piece.points, piece.trend
    return replace(
        piece,
        points=None if points is None else newest_points(points),
        trend=None if trend is None else _recent(trend, since=day - timedelta(days=TREND_DAYS)),
    )


def newest_points(points: HistoryPoints, *, n_max: int = HISTORY_POINTS_MAX) -> HistoryPoints:
    """This run's points and the nearest in time of the others."""
    distance_days = np.where(points.this_run, -1.0, np.abs(points.age_days))
    keep = np.sort(np.argsort(distance_days, kind="stable")[:n_max])
    return replace(
        points,
        speed_mps=points.speed_mps[keep],
        value=points.value[keep],
        age_days=points.age_days[keep],
        this_run=points.this_run[keep],
    )


def _recent(trend: ResidualTrend, *, since: date) -> ResidualTrend:
    keep = np.array([day >= since for day in trend.days], dtype=np.bool_)
    return replace(
        trend,
        days=tuple(day for day in trend.days if day >= since),
        delta_frac=trend.delta_frac[keep],
        half_width_90_frac=trend.half_width_90_frac[keep],
        this_run=trend.this_run[keep],
        drifts=tuple(mark for mark in trend.drifts if mark.day >= since),
    )
