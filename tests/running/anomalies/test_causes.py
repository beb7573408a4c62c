"""Is a step put down to what the data says, and to nothing where it says nothing?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.anomalies.steps import Anomaly, Cause
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.metrics import MetricName
from tests.running.anomalies.noisy import STEADY, make_noisy_run, make_noisy_series, raised
from tests.running.factories import make_baseline


def only_anomaly(series: Mapping[str, FloatArray], metric: str = "gct") -> Anomaly:
    found = find_anomalies(make_noisy_run(series), STEADY).anomalies
    (one,) = [anomaly for anomaly in found if anomaly.metric == metric]
    return one


def shares(anomaly: Anomaly) -> Mapping[Cause, float]:
    return {part.cause: part.share_frac for part in anomaly.causes}


def test_a_step_that_nothing_explains_is_unexplained() -> None:
    one = only_anomaly(raised(make_noisy_series(), "gct_ms", start=900, end=940, by=45.0))
    assert one.main_cause == "unexplained"
    assert one.sensor_signs == ()


def test_slowing_down_explains_its_part_of_a_longer_contact() -> None:
    speed_mps = np.full(2400, 3.2)
    speed_mps[900:960] = 2.75
    series = make_noisy_series(speed_mps=speed_mps)
    recording = make_noisy_run(raised(series, "gct_ms", start=900, end=960, by=45.0))
    baselines: dict[MetricName, MetricBaseline] = {"gct": make_baseline("gct", slope_var=1e-4)}
    (one,) = find_anomalies(recording, STEADY, baselines=baselines).anomalies
    assert 0.15 < shares(one)["pace"] < 0.5
    assert one.main_cause == "unexplained"
    assert one.delta == pytest.approx(45.0, abs=12.0)


def test_a_hill_explains_its_part_of_a_lower_bounce() -> None:
    series = make_noisy_series()
    climb_m = np.zeros(2400)
    climb_m[900:1020] = 3.0 * 0.05
    series["elevation_m"] = 20.0 + np.cumsum(climb_m)
    for column in ("vo_cm", "vr_pct"):
        series[column][930:990] *= 0.70
    one = only_anomaly(series, "vo")
    assert one.side == "lower"
    assert shares(one)["grade"] > 0.03


def test_late_growing_steps_with_a_drifting_heart_are_fatigue() -> None:
    series = make_noisy_series()
    series["heart_rate_bpm"] = np.linspace(140.0, 158.0, 2400)
    for start in (1750, 1950, 2150):
        series = raised(series, "gct_ms", start=start, end=start + 40, by=45.0)
    found = find_anomalies(make_noisy_run(series), STEADY).anomalies
    assert {one.main_cause for one in found} == {"fatigue"}


def test_late_steps_without_a_drifting_heart_are_not_fatigue() -> None:
    series = make_noisy_series()
    for start in (1750, 1950, 2150):
        series = raised(series, "gct_ms", start=start, end=start + 40, by=45.0)
    found = find_anomalies(make_noisy_run(series), STEADY).anomalies
    assert {one.main_cause for one in found} == {"unexplained"}


def test_a_heart_rate_that_follows_the_cadence_is_no_evidence_of_fatigue() -> None:
    series = make_noisy_series()
    series["heart_rate_bpm"] = np.where(np.arange(2400) < 1500, 140.0, series["cadence_spm"])
    for start in (1750, 1950, 2150):
        series = raised(series, "gct_ms", start=start, end=start + 40, by=45.0)
    found = find_anomalies(make_noisy_run(series), STEADY).anomalies
    assert "fatigue" not in {one.main_cause for one in found}


def test_steps_all_along_are_not_fatigue() -> None:
    series = make_noisy_series()
    series["heart_rate_bpm"] = np.linspace(140.0, 158.0, 2400)
    for start in (300, 1750, 2150):
        series = raised(series, "gct_ms", start=start, end=start + 40, by=45.0)
    found = find_anomalies(make_noisy_run(series), STEADY).anomalies
    assert {one.main_cause for one in found} == {"unexplained"}


def test_a_bounce_that_breaks_its_ratio_is_the_sensor() -> None:
    series = make_noisy_series()
    series["vo_cm"][900:940] *= 1.3
    one = only_anomaly(series, "vo")
    assert one.sensor_signs == ("ratio_violated",)
    assert one.main_cause == "sensor"


def test_contact_and_bounce_that_jump_together_are_the_sensor() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=900, end=940, by=50.0)
    for column in ("vo_cm", "vr_pct"):
        series[column] = series[column].copy()
        series[column][900:940] *= 1.25
    assert "all_at_once" in only_anomaly(series).sensor_signs


def test_a_step_beside_lost_contact_is_the_sensor() -> None:
    series = raised(make_noisy_series(), "gct_ms", start=900, end=920, by=50.0)
    series["gct_ms"][905:909] = 0.0
    series["gct_ms"][921:930] = 0.0
    one = only_anomaly(series)
    assert "gap" in one.sensor_signs
    assert one.main_cause == "sensor"


def test_one_value_held_is_the_sensor() -> None:
    series = make_noisy_series()
    series["gct_ms"][900:940] = 315.0
    assert "frozen" in only_anomaly(series).sensor_signs


def test_a_cadence_that_jumps_to_the_heart_rate_is_the_sensor() -> None:
    series = make_noisy_series()
    series["heart_rate_bpm"] = np.full(2400, 150.0)
    series["cadence_spm"][900:940] = 150.0
    assert "cadence_lock" in only_anomaly(series, "cadence").sensor_signs


def test_shares_sum_to_one_and_come_largest_first() -> None:
    speed_mps = np.full(2400, 3.2)
    speed_mps[900:960] = 2.75
    series = raised(make_noisy_series(speed_mps=speed_mps), "gct_ms", start=900, end=960, by=75.0)
    parts = [part.share_frac for part in only_anomaly(series).causes]
    assert sum(parts) == pytest.approx(1.0)
    assert parts == sorted(parts, reverse=True)
