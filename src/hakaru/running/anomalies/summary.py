"""What does one say of the anomalies of a run in a few figures, and of one of them in detail?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.model import (
    Anomaly,
    AnomalyDetail,
    AnomalyReport,
    AnomalySummary,
    HalfHour,
)
from hakaru.running.anomalies.signal import MetricSignal, Signal, read_signal
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.session.model import Structure
from hakaru.stats.downsample import group_means
from hakaru.units import SECONDS_PER_HOUR

WORST_N = 5
HALF_HOUR_S = SECONDS_PER_HOUR / 2.0
CONTEXT_S = 30.0
DETAIL_ROWS = 40


def summarise_anomalies(report: AnomalyReport) -> AnomalySummary:
    """Counts, time and the worst; overlapping anomalies of several metrics count their time once.

    `per_hour_n` is None for a run of which nothing could be judged.
    """
    judged_s = max(report.judged_s.values(), default=0.0)
    found = report.anomalies
    n_halves = int(report.duration_s // HALF_HOUR_S) + 1
    return AnomalySummary(
        n_anomalies=len(found),
        anomalous_s=_covered_s(found),
        per_hour_n=len(found) * SECONDS_PER_HOUR / judged_s if judged_s > 0.0 else None,
        by_metric=dict(Counter(one.metric for one in found)),
        by_cause=dict(Counter(one.main_cause for one in found)),
        half_hours=tuple(_half_hour(found, place * HALF_HOUR_S) for place in range(n_halves)),
        worst=tuple(sorted(found, key=lambda one: -abs(one.z))[:WORST_N]),
    )


def describe_anomaly(
    recording: Recording,
    structure: Structure,
    *,
    anomaly: Anomaly,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    context_s: float = CONTEXT_S,
) -> AnomalyDetail:
    """One anomaly of this recording with what lay around it, at most 40 rows.

    Arguments as for `find_anomalies`; `expected` is NaN where nothing was judged.
    """
    signal = read_signal(recording, structure, baselines=baselines)
    start_s, end_s = anomaly.start_elapsed_s - context_s, anomaly.end_elapsed_s + context_s
    series: Mapping[str, FloatArray] = {}
    for one in signal.metrics if signal is not None else ():
        if one.metric == anomaly.metric and signal is not None:
            series = _context(recording, signal, one, (start_s, end_s))
    return AnomalyDetail(
        anomaly=anomaly,
        start_elapsed_s=max(start_s, 0.0),
        end_elapsed_s=end_s,
        series=group_means(series, DETAIL_ROWS) if series else series,
    )


def _context(
    recording: Recording, signal: Signal, one: MetricSignal, span_s: tuple[float, float]
) -> Mapping[str, FloatArray]:
    ground = signal.ground
    low, high = np.searchsorted(ground.elapsed_s, span_s)
    seconds = slice(int(low), int(high))
    row = ground.row[seconds]
    raw = recording.series[METRICS[one.metric].series_column][row]
    series = {
        "elapsed_s": ground.elapsed_s[seconds],
        "actual": np.where(raw > 0.0, raw, np.nan),
        "expected": np.exp(one.log_value - one.residual_frac)[seconds],
        "speed_mps": ground.motion.speed_mps[row],
        "grade_pct": ground.grade_pct[seconds],
    }
    for column in ("heart_rate_bpm", "cadence_spm"):
        if column in recording.series:
            series[column] = recording.series[column][row]
    return series


def _half_hour(found: tuple[Anomaly, ...], start_s: float) -> HalfHour:
    inside = tuple(one for one in found if start_s <= one.start_elapsed_s < start_s + HALF_HOUR_S)
    return HalfHour(
        start_elapsed_s=start_s, n_anomalies=len(inside), anomalous_s=_covered_s(inside)
    )


def _covered_s(found: tuple[Anomaly, ...]) -> float:
    """Length of the union of the stretches."""
    covered_s, reached_s = 0.0, float("-inf")
    for one in sorted(found, key=lambda anomaly: anomaly.start_elapsed_s):
        covered_s += max(one.end_elapsed_s - max(one.start_elapsed_s, reached_s), 0.0)
        reached_s = max(reached_s, one.end_elapsed_s)
    return covered_s
