"""Form, heart rate and power at a fixed pace over the months."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np

from hakaru.core.plain import LastRows
from hakaru.core.units import PERCENT, pace_to_speed_mps, speed_to_pace_s_per_km
from hakaru.flows.context import Context
from hakaru.flows.splits import every_split
from hakaru.records import frozen
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import METRICS
from hakaru.running.session.model import SessionSummary
from hakaru.running.trend_changes import (
    FIGURE_COLUMNS,
    RecentTrend,
    SessionFigures,
    SessionQuantity,
    SessionTrend,
    compare_windows,
    monthly_trend,
    recent_trend,
    session_figures,
    session_trend,
)
from hakaru.running.trends import (
    Trend,
    TrendMetric,
    TrendSamples,
    WindowChange,
    reference_speeds_mps,
    samples_of,
    samples_where,
)
from hakaru.store.recordings import chosen_sensor, where
from hakaru.store.sessions import session_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WINDOW = timedelta(days=56)
"""The newest eight weeks are compared with the eight weeks before them."""
HISTORY = timedelta(days=730)
"""The lines of form are drawn from the two years up to the newest run, unless more is asked for:
years further back say little of today, and would make every answer slower with every year."""
_MONTHS_SHOWN = 5
_DIGITS = 4
SESSION_QUANTITIES: tuple[SessionQuantity, ...] = (
    "threshold_speed",
    "vo2_max",
    "lt_heart_rate",
    "critical_power",
    "speed_per_beat",
    "decoupling",
)
TREND_METRICS: tuple[TrendMetric, ...] = (
    *METRICS,
    "heart_rate",
    "power",
    "running_effectiveness",
)
REPORTED: tuple[TrendMetric, ...] = ("gct", "vo", "vr", "heart_rate")
"""What the report of one run shows of it."""


@frozen
class MetricTrend:
    """One metric: its months, the newest eight weeks against the eight before (None: fewer than
    three runs on a side), and where it has gone within them (None: too few runs, or no metric of
    form)."""

    trend: Trend
    change: WindowChange | None
    recent: RecentTrend | None = None


@frozen
class TrendsResult:
    """What moved. `reference_speeds_mps` are the runner's own slow, usual and fast speed; the
    verdict is given at `reference_speed_mps`. `sessions` are figures of whole sessions, such as the
    threshold speed of the athlete. `sensor_group` None: nothing is stored. `since` is the first
    day asked for, None: no day was."""

    sensor_group: str | None
    reference_speed_mps: float | None
    reference_speeds_mps: tuple[float, float, float] | None
    metrics: tuple[MetricTrend, ...]
    sessions: tuple[SessionTrend, ...] = ()
    since: date | None = None

    @property
    def shape(self) -> Mapping[str, object]:
        """Months as rows, in a reply the newest; paces in seconds per kilometre."""
        return {
            "sensor_group": self.sensor_group,
            "reference_pace_s_per_km": _pace_s_per_km(self.reference_speed_mps),
            "month_columns": ["month", "n_runs", "value", "low_90", "high_90"],
            "metrics": [_brief(metric) for metric in self.metrics],
            "session_columns": ["quantity", "n", "earlier", "later", "meaning", "stale_days"],
            "sessions": [_session_brief(session) for session in self.sessions],
        }


def analyze_performance_trends(
    context: Context,
    *,
    metric: TrendMetric | None,
    pace: float | None,
    sensor: str | None,
    since: date | None,
) -> TrendsResult:
    """Monthly values at one reference pace since a day (None: two years before the newest run), and
    what changed lately.

    Raises:
        BadArgument: no run was measured with the sensor named.
    """
    with context.store.read() as con:
        group = chosen_sensor(con, sensor)
        columns = _since(every_split(context, con).columns, since)
        figures = followed_figures(context, con)
    if since is not None:
        figures = figures.where(figures.day >= np.datetime64(since))
    sessions = session_trends(figures) if metric is None else ()
    own = np.full(columns["sensor_group"].shape, fill_value=True)
    if group is not None:
        own = columns["sensor_group"] == group
    samples = {
        name: samples_of(columns, name, own=own) for name in TREND_METRICS if metric in (None, name)
    }
    samples = {name: sample for name, sample in samples.items() if sample.value.size}
    if not samples:
        return TrendsResult(
            sensor_group=group,
            reference_speed_mps=None,
            reference_speeds_mps=None,
            metrics=(),
            sessions=sessions,
            since=since,
        )
    speeds_mps = reference_speeds_mps(max(samples.values(), key=lambda sample: sample.value.size))
    speed_mps = speeds_mps[1] if pace is None else pace_to_speed_mps(pace)
    return TrendsResult(
        sensor_group=group,
        reference_speed_mps=speed_mps,
        reference_speeds_mps=speeds_mps,
        metrics=tuple(
            _with_recent(trend, rows, group or "other")
            for name, rows in samples.items()
            if (trend := _metric_trend(name, rows, group or "other", speed_mps=speed_mps))
        ),
        sessions=sessions,
        since=since,
    )


def trends_at(
    columns: SplitColumns, this: SessionSummary, *, sensor_group: str | None
) -> tuple[MetricTrend, ...]:
    """Form and heart rate at the speed of one session, by the splits of the two years up to it,
    of which `columns` holds all."""
    speed_mps = this.target_speed_mps
    if speed_mps is None:
        return ()
    near = _since(columns, this.activity_date - HISTORY)
    own, group = near["sensor_group"] == sensor_group, sensor_group or "other"
    trends = [
        _metric_trend(metric, samples_of(near, metric, own=own), group, speed_mps=speed_mps)
        for metric in REPORTED
    ]
    return tuple(trend for trend in trends if trend is not None)


def _since(columns: SplitColumns, day: date | None) -> SplitColumns:
    """Those from a local day on; None: from two years before the newest run on."""
    days = columns["activity_date"]
    if days.size == 0:
        return columns
    return where(columns, days >= (days.max() - HISTORY if day is None else np.datetime64(day)))


def _metric_trend(
    metric: TrendMetric, samples: TrendSamples, sensor_group: str, *, speed_mps: float
) -> MetricTrend | None:
    trend = monthly_trend(samples, metric, sensor_group=sensor_group, reference_speed_mps=speed_mps)
    if trend is None:
        return None
    change = _change(samples, metric, sensor_group, speed_mps=speed_mps)
    return MetricTrend(trend=trend, change=change)


def _with_recent(trend: MetricTrend, samples: TrendSamples, sensor_group: str) -> MetricTrend:
    """The same with where it has gone in the newest eight weeks."""
    metric = trend.trend.metric
    if metric not in METRICS:
        return trend
    return replace(trend, recent=recent_trend(samples, metric, sensor_group=sensor_group))


def _change(
    samples: TrendSamples, metric: TrendMetric, sensor_group: str, *, speed_mps: float | None
) -> WindowChange | None:
    if samples.value.size == 0:
        return None
    width = np.timedelta64(WINDOW.days, "D")
    newest = samples.day.max()
    later = samples.day > newest - width
    earlier = (samples.day <= newest - width) & (samples.day > newest - 2 * width)
    if not earlier.any():
        return None
    return compare_windows(
        samples_where(samples, earlier),
        samples_where(samples, later),
        metric=metric,
        sensor_group=sensor_group,
        reference_speed_mps=speed_mps,
    )


def followed_figures(context: Context, con: DuckDBPyConnection) -> SessionFigures:
    """The figures of every session that are followed, as they are stored now."""
    return context.store.memo.of(
        "followed_figures", lambda: session_figures(session_columns(con, FIGURE_COLUMNS))
    )


def session_trends(figures: SessionFigures) -> tuple[SessionTrend, ...]:
    """What moved over whole sessions, and which figures of the athlete are out of date."""
    trends = (session_trend(figures, quantity) for quantity in SESSION_QUANTITIES)
    return tuple(trend for trend in trends if trend is not None)


def _session_brief(trend: SessionTrend) -> list[object]:
    return [
        trend.quantity,
        trend.n_sessions,
        _short(trend.earlier_value),
        _short(trend.later_value),
        trend.meaning,
        trend.stale_days,
    ]


def _brief(metric_trend: MetricTrend) -> Mapping[str, object]:
    """The months as rows, the change of the newest eight weeks, and the way within them."""
    months = [
        [point.month.strftime("%Y-%m"), point.n_runs]
        + [_short(value) for value in (point.value, point.low, point.high)]
        for point in metric_trend.trend.points
    ]
    head = {
        "metric": metric_trend.trend.metric,
        "months": LastRows(months, most=_MONTHS_SHOWN),
        "recent": _recent(metric_trend.recent),
    }
    change = metric_trend.change
    if change is None:
        return {**head, "change": None}
    return {
        **head,
        "change": {
            "delta_pct": _short(PERCENT * change.delta_frac),
            "low_pct": _short(PERCENT * change.low_frac),
            "high_pct": _short(PERCENT * change.high_frac),
            "changed": change.changed,
            "meaning": change.meaning,
            "n_runs": [change.earlier.n_runs, change.later.n_runs],
        },
    }


def _recent(trend: RecentTrend | None) -> Mapping[str, object] | None:
    if trend is None:
        return None
    return {
        "delta_pct": _short(PERCENT * trend.delta_frac),
        "low_pct": _short(PERCENT * trend.low_frac),
        "high_pct": _short(PERCENT * trend.high_frac),
        "direction": trend.direction,
        "n_runs": trend.n_runs,
    }


def _short(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


def _pace_s_per_km(speed_mps: float | None) -> float | None:
    return None if speed_mps is None else speed_to_pace_s_per_km(speed_mps)
