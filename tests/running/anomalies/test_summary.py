"""Do the few figures and the detail of an anomaly agree with the report?"""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest

from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.anomalies.summary import describe_anomaly, summarise_anomalies
from tests.running.anomalies.noisy import STEADY, make_noisy_run, make_noisy_series, raised


def make_busy_series() -> dict[str, np.ndarray]:
    """80 minutes with seven steps."""
    series = make_noisy_series(n=4800)
    for start in (400, 1000, 1500, 2000, 2600, 3300, 4200):
        series = raised(series, "gct_ms", start=start, end=start + 30, by=45.0)
    return series


def test_a_summary_counts_what_the_report_holds() -> None:
    report = find_anomalies(make_noisy_run(make_busy_series()), STEADY)
    summary = summarise_anomalies(report)
    assert summary.n_anomalies == len(report.anomalies) == 7
    assert summary.by_metric == {"gct": 7}
    assert sum(summary.by_cause.values()) == 7
    assert [half.n_anomalies for half in summary.half_hours] == [3, 3, 1]
    assert summary.anomalous_s == pytest.approx(7 * 30.0, abs=20.0)
    assert summary.per_hour_n == pytest.approx(7 * 3600 / 4780, abs=0.2)
    sizes = [abs(one.z) for one in summary.worst]
    assert len(sizes) == 5
    assert sizes == sorted(sizes, reverse=True)


def test_a_summary_fits_into_a_reply() -> None:
    summary = summarise_anomalies(find_anomalies(make_noisy_run(make_busy_series()), STEADY))
    assert len(json.dumps(asdict(summary)).encode()) <= 4096


def test_overlapping_anomalies_count_their_time_once() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=900, end=940, by=45.0)
    for column in ("vo_cm", "vr_pct"):
        series[column] = series[column].copy()
        series[column][900:940] *= 0.75
    summary = summarise_anomalies(find_anomalies(make_noisy_run(series), STEADY))
    assert summary.n_anomalies == 3
    assert summary.anomalous_s == pytest.approx(40.0, abs=8.0)


def test_a_run_without_form_has_no_rate() -> None:
    report = find_anomalies(make_noisy_run({"elapsed_s": np.arange(900.0)}), STEADY)
    assert summarise_anomalies(report).per_hour_n is None


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
