"""The promised accuracies on a reduced number of simulated runners (the full one is soak)."""

from functools import cache

import pytest
from benchmarks.calibration import run as calibration
from benchmarks.calibration.run import QUICK
from benchmarks.calibration.walk import Walk

from hakaru.running.baseline.model import BaselineSettings
from hakaru.running.metrics import SCORED_METRICS, MetricName


@cache
def walk(metric: MetricName) -> Walk:
    return calibration.walks(metric, QUICK, BaselineSettings())


@cache
def curves() -> dict[str, dict[str, float]]:
    return calibration.curve_errors(QUICK)


def test_the_curve_is_within_a_millisecond_and_a_half() -> None:
    assert curves()["clean"]["full"] <= 1.5
    assert curves()["clean"]["inverse"] > 5 * curves()["clean"]["full"]


def test_outliers_in_every_seventh_split_cost_little() -> None:
    assert curves()["outliers_15_pct"]["full"] <= 3.5


@pytest.mark.parametrize("metric", SCORED_METRICS)
def test_ninety_percent_intervals_hold_ninety_percent(metric: MetricName) -> None:
    judged = walk(metric)
    pooled = judged.inside_90.mean()
    worst = min(judged.inside_90[judged.runner == r].mean() for r in set(judged.runner.tolist()))
    assert len(set(judged.runner.tolist())) >= 30
    assert 0.86 <= pooled <= 0.94
    assert worst >= 0.75
    assert 0.44 <= judged.inside_50.mean() <= 0.58
    assert 0.75 <= judged.inside_80.mean() <= 0.86


@pytest.mark.parametrize("metric", SCORED_METRICS)
def test_an_ordinary_run_is_hardly_ever_penalised(metric: MetricName) -> None:
    judged = walk(metric)
    tolerance = judged.half_width_90.clip(min=calibration.TOLERANCE_FRAC)
    assert (judged.deviation > tolerance).mean() <= 0.05


def test_a_lasting_change_is_found_and_quiet_seasons_stay_quiet() -> None:
    found = calibration.drift(QUICK, metrics=("gct",))
    assert found["found_within_5_runs_pct"]["day effect 1.8 %"] >= 80.0
    assert max(found["false_signals_per_100_runs"].values()) <= 1.0
