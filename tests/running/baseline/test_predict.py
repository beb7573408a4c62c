from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.predict import (
    Around,
    curve,
    expect,
    expect_at,
    expected_values,
    influences,
    population_baseline,
    sound_splits,
)
from hakaru.running.metrics import MetricName
from tests.running.baseline.season import NOW, make_season

BASELINE: MetricBaseline = fit_metric(make_season(), "gct", sensor_group="garmin-hrm", now=NOW)
POPULATION = {
    metric: population_baseline(metric, sensor_group="garmin-hrm", now=NOW)
    for metric in ("gct", "vo", "vr", "cadence")
}
speeds = st.lists(st.floats(2.0, 5.0), min_size=1, max_size=12).map(np.array)


def width(intervals: tuple[float, float]) -> float:
    return intervals[1] - intervals[0]


def test_the_expectation_is_the_time_weighted_mean_over_splits() -> None:
    speed, seconds = np.array([2.5, 4.0]), np.array([300.0, 100.0])
    expectation = expect(BASELINE, speed, seconds)
    slow, fast = expected_values(BASELINE, speed)
    assert expectation.value == pytest.approx(0.75 * slow + 0.25 * fast)
    assert expectation.basis == "personal"
    assert expectation.n_runs == 40


@given(speeds)
def test_intervals_are_nested_around_the_value(speed: np.ndarray) -> None:
    expectation = expect(BASELINE, speed, 1000.0 / speed)
    (low_50, high_50), (low_80, high_80), (low_90, high_90) = expectation.intervals
    assert low_90 <= low_80 <= low_50 < expectation.value < high_50 <= high_80 <= high_90
    assert expectation.half_width_90_frac == pytest.approx(high_90 / expectation.value - 1)


@given(st.floats(2.0, 4.5), st.floats(0.05, 0.5))
def test_faster_means_shorter_expected_contact(speed_mps: float, more_mps: float) -> None:
    slow, fast = expect_at(BASELINE, speed_mps), expect_at(BASELINE, speed_mps + more_mps)
    assert fast.value < slow.value


def test_more_splits_of_a_run_make_its_mean_surer_but_not_beyond_the_day() -> None:
    widths = [
        width(expect(BASELINE, np.full(n, 3.0), np.full(n, 300.0)).intervals[2])
        for n in (1, 4, 30, 1000)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 0.85 * widths[-2]


NAMED: MetricBaseline = replace(BASELINE, sensor_label="HRM-Pro")


@pytest.mark.parametrize(
    ("baseline", "label"),
    [
        (NAMED, "HRM-Pro"),
        (NAMED, None),
        (NAMED, ""),
        (BASELINE, "HRM-Dual"),
        (POPULATION["gct"], "HRM-Dual"),
    ],
)
@given(speed=speeds)
def test_a_known_unit_of_the_sensor_and_an_unknown_one_change_nothing(
    baseline: MetricBaseline, label: str | None, speed: np.ndarray
) -> None:
    plain = expect(baseline, speed, 1000.0 / speed)
    assert expect(baseline, speed, 1000.0 / speed, around=Around(sensor_label=label)) == plain


@given(speed=speeds)
def test_another_unit_of_the_sensor_is_expected_at_the_same_value_and_less_surely(
    speed: np.ndarray,
) -> None:
    plain = expect(NAMED, speed, 1000.0 / speed)
    other = expect(NAMED, speed, 1000.0 / speed, around=Around(sensor_label="HRM-Dual"))
    assert other.value == plain.value
    for (low, high), (low_other, high_other) in zip(plain.intervals, other.intervals, strict=True):
        assert low_other < low < high < high_other


def test_doubt_grows_away_from_the_trained_speeds() -> None:
    centre = expect_at(BASELINE, BASELINE.speed_center_mps)
    far = expect_at(BASELINE, 5.5)
    assert far.half_width_90_frac > centre.half_width_90_frac
    assert far.extrapolated and not centre.extrapolated
    assert centre.half_width_90_frac == pytest.approx(np.expm1(BASELINE.half_widths[2]), rel=0.01)


def test_doubt_grows_with_the_time_since_the_last_run() -> None:
    assert BASELINE.window_end is not None
    soon = expect_at(BASELINE, 3.0, around=Around(at=BASELINE.window_end + timedelta(days=1)))
    late = expect_at(BASELINE, 3.0, around=Around(at=BASELINE.window_end + timedelta(days=300)))
    before = expect_at(BASELINE, 3.0, around=Around(at=BASELINE.window_end - timedelta(days=300)))
    assert late.half_width_90_frac > soon.half_width_90_frac
    assert late.value == soon.value
    drifted = abs(before.value / expect_at(BASELINE, 3.0).value - 1.0)
    assert 0.0 < drifted < 0.05, "a run of the past is seen by the level of its time"
    assert before.half_width_90_frac > soon.half_width_90_frac


@pytest.mark.parametrize("metric", ["gct", "vo", "vr", "cadence"])
def test_the_population_is_wide_and_never_extrapolated(metric: MetricName) -> None:
    expectation = expect_at(POPULATION[metric], 6.0, around=Around(at=NOW))
    assert not expectation.extrapolated
    assert expectation.basis == "population"
    assert expectation.half_width_90_frac > expect_at(BASELINE, 3.0).half_width_90_frac


@pytest.mark.parametrize("metric", ["gct", "vo", "vr", "cadence"])
def test_the_drawn_curve_is_what_single_expectations_say(metric: MetricName) -> None:
    baseline = BASELINE if metric == "gct" else POPULATION[metric]
    drawn = curve(baseline, np.array([2.4, 3.0, 3.9]))
    for i, speed_mps in enumerate(drawn.speed_mps.tolist()):
        one = expect_at(baseline, speed_mps)
        assert drawn.value[i] == pytest.approx(one.value)
        assert (drawn.low_50[i], drawn.high_50[i]) == pytest.approx(one.intervals[0])
        assert (drawn.low_90[i], drawn.high_90[i]) == pytest.approx(one.intervals[2])


def test_a_faulty_split_is_left_out_of_a_run() -> None:
    speed = np.array([2.8, 3.0, 3.2, 3.4])
    value = expected_values(BASELINE, speed) * np.array([1.01, 1.0, 1.3, 0.99])
    assert sound_splits(BASELINE, value, speed_mps=speed).tolist() == [True, True, False, True]


def test_a_run_that_deviates_as_a_whole_keeps_its_splits() -> None:
    speed = np.array([2.8, 3.0, 3.2, 3.4])
    assert sound_splits(BASELINE, expected_values(BASELINE, speed) * 1.3, speed_mps=speed).all()


def test_where_nobody_is_in_the_majority_nothing_is_left_out() -> None:
    speed = np.full(4, 3.0)
    assert sound_splits(BASELINE, np.array([200.0, 200.0, 300.0, 300.0]), speed_mps=speed).all()
    assert sound_splits(BASELINE, np.array([200.0, 300.0]), speed_mps=speed[:2]).all()


conditions = st.tuples(
    st.floats(0.0, 20.0), st.floats(0.0, 8.0), st.floats(0.0, 8.0), st.floats(-0.5, 3.0)
)


@given(speeds, conditions, st.floats(0.0, 200.0))
def test_influences_lead_from_the_centre_to_the_expectation(
    speed: np.ndarray, known: tuple[float, ...], days_later: float
) -> None:
    assert BASELINE.window_end is not None
    around = Around(
        at=BASELINE.window_end + timedelta(days=days_later),
        conditions=np.tile(known, (speed.size, 1)),
    )
    seconds = 1000.0 / speed
    found = influences(BASELINE, speed, seconds, around=around)
    center = expected_values(BASELINE, np.array([BASELINE.speed_center_mps]))[0]
    log_share = sum(influence.log_share for influence in found)
    expected = expect(BASELINE, speed, seconds, around=around).value
    assert center * np.exp(log_share) == pytest.approx(expected, rel=1e-9)
    assert len({influence.cause for influence in found}) == len(found)
    assert all(influence.sd_share > 0.0 for influence in found)
