"""What lay around one anomaly of a run?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.anomalies.model import Anomaly, AnomalyDetail
from hakaru.running.anomalies.signal import MetricSignal, Signal, read_signal
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.session.model import Structure
from hakaru.stats.series import group_means

CONTEXT_S = 30.0
DETAIL_ROWS = 40


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
    for metric_signal in signal.metrics if signal is not None else ():
        if metric_signal.metric == anomaly.metric and signal is not None:
            series = _context(recording, signal, metric_signal, (start_s, end_s))
    return AnomalyDetail(
        anomaly=anomaly,
        start_elapsed_s=max(start_s, 0.0),
        end_elapsed_s=end_s,
        series=group_means(series, DETAIL_ROWS) if series else series,
    )


def _context(
    recording: Recording, signal: Signal, metric_signal: MetricSignal, span_s: tuple[float, float]
) -> Mapping[str, FloatArray]:
    ground = signal.ground
    low, high = np.searchsorted(ground.elapsed_s, span_s)
    seconds = slice(int(low), int(high))
    row = ground.row[seconds]
    raw = recording.series[METRICS[metric_signal.metric].series_column][row]
    series = {
        "elapsed_s": ground.elapsed_s[seconds],
        "actual": np.where(raw > 0.0, raw, np.nan),
        "expected": np.exp(metric_signal.log_value - metric_signal.residual_frac)[seconds],
        "speed_mps": ground.motion.speed_mps[row],
        "grade_pct": ground.grade_pct[seconds],
    }
    for column in ("heart_rate_bpm", "cadence_spm"):
        if column in recording.series:
            series[column] = recording.series[column][row]
    return series
