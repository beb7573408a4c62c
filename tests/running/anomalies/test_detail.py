"""Does the detail of an anomaly show what lay around it?"""

from __future__ import annotations

import numpy as np
import pytest

from hakaru.running.anomalies.find import describe_anomaly, find_anomalies
from tests.running.anomalies.noisy import STEADY, make_noisy_run, make_noisy_series, raised


def make_busy_series() -> dict[str, np.ndarray]:
    """80 minutes with seven steps."""
    series = make_noisy_series(n=4800)
    for start in (400, 1000, 1500, 2000, 2600, 3300, 4200):
        series = raised(series, "gct_ms", start=start, end=start + 30, by=45.0)
    return series


def test_a_detail_shows_the_step_and_half_a_minute_around_it() -> None:
    recording = make_noisy_run(make_busy_series())
    anomaly = find_anomalies(recording, STEADY).anomalies[2]
    detail = describe_anomaly(recording, STEADY, anomaly=anomaly)
    elapsed_s = detail.series["elapsed_s"]
    assert elapsed_s[0] == pytest.approx(anomaly.start_elapsed_s - 30.0, abs=2.0)
    assert elapsed_s[-1] == pytest.approx(anomaly.end_elapsed_s + 30.0, abs=3.0)
    assert elapsed_s.size <= 40
    inside = (elapsed_s >= anomaly.start_elapsed_s) & (elapsed_s < anomaly.end_elapsed_s)
    gap_ms = detail.series["actual"] - detail.series["expected"]
    assert gap_ms[inside].mean() > 30.0
    assert abs(gap_ms[~inside].mean()) < 10.0
    assert {"heart_rate_bpm", "cadence_spm", "speed_mps", "grade_pct"} <= detail.series.keys()


def test_a_detail_at_the_very_start_does_not_begin_before_it() -> None:
    recording = make_noisy_run(make_busy_series())
    anomaly = find_anomalies(recording, STEADY).anomalies[0]
    detail = describe_anomaly(recording, STEADY, anomaly=anomaly, context_s=3600.0)
    assert detail.start_elapsed_s == 0.0
    assert detail.series["elapsed_s"].size <= 40
