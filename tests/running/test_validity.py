from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.validity import (
    inside_spans,
    read_motion,
    valid_column,
    valid_metric,
)
from tests.running.factories import make_series
from tests.shared import examples


def test_running_needs_speed_and_cadence() -> None:
    series = make_series(5, speed_mps=[3, 3, 1.7, 3, 3], cadence_spm=[168, 130, 168, 168, np.nan])
    assert read_motion(series, ()).running.tolist() == [False, False, False, True, True]


def test_the_first_sample_stands_for_no_time() -> None:
    assert not read_motion(make_series(3), ()).running[0]


def test_without_a_cadence_sensor_speed_alone_decides() -> None:
    assert read_motion(make_series(5, cadence_spm=None), ()).running[1:].all()
    assert read_motion(make_series(5, cadence_spm=0.0), ()).running[1:].all()


def test_speed_is_taken_from_distance_where_there_is_no_speed_column() -> None:
    motion = read_motion(make_series(60, speed_mps=None))
    assert motion.running[1:].all()
    np.testing.assert_allclose(motion.speed_mps[1:], 3.0)


def test_a_gap_in_the_speed_column_is_filled_from_distance() -> None:
    speed_mps = np.full(30, 3.0)
    speed_mps[10:15] = np.nan
    series = make_series(30, speed_mps=speed_mps, distance_m=np.arange(30) * 3.0)
    assert read_motion(series, ()).running[1:].all()


def test_without_distance_and_speed_nobody_runs() -> None:
    series = make_series(10, speed_mps=None, distance_m=None)
    assert not read_motion(series, ()).running.any()
    assert np.isnan(read_motion(series).speed_mps).all()


def test_a_pause_stands_for_no_running_time() -> None:
    series = make_series(3)
    series["elapsed_s"] = np.array([0.0, 1.0, 302.0])
    motion = read_motion(series, pauses=((1.0, 301.0), (200.0, 301.0), (5.0, 5.0)))
    assert motion.active_s.tolist() == [0.0, 1.0, 1.0]


def test_an_unexplained_gap_is_not_running() -> None:
    series = make_series(60)
    series["elapsed_s"][30:] += 60.0
    motion = read_motion(series)
    assert not motion.running[30]
    assert motion.running_s.sum() == 58.0


def test_smart_recording_weighs_each_sample_by_its_interval() -> None:
    series = make_series(5)
    series["elapsed_s"] = np.array([0.0, 2.0, 9.0, 10.0, 14.0])
    series["distance_m"] = series["elapsed_s"] * 3.0
    assert read_motion(series).running_s.tolist() == [0.0, 2.0, 7.0, 1.0, 4.0]


def test_a_jump_of_the_position_is_not_running() -> None:
    series = make_series(10)
    series["distance_m"][5:] += 400.0
    motion = read_motion(series)
    assert not motion.running[5]
    assert motion.step_m[5] == 403.0


def test_a_distance_counter_that_falls_back_adds_nothing() -> None:
    series = make_series(10)
    series["distance_m"][5:] -= 12.0
    assert read_motion(series).step_m[5] == 0.0


@pytest.mark.parametrize("after", [slice(900, 901), slice(900, None)])
def test_a_distance_counter_that_leaps_across_countries_adds_nothing(after: slice) -> None:
    series = make_series()
    series["distance_m"][after] += 4_000_000.0
    assert read_motion(series).step_m.sum() == pytest.approx(5400.0, abs=10.0)


def test_a_speed_that_no_runner_has_adds_no_distance() -> None:
    series = make_series()
    del series["distance_m"]
    series["speed_mps"][900] = 4_000_000.0
    assert read_motion(series).step_m.sum() == pytest.approx(5400.0, abs=10.0)


def test_a_speed_that_no_runner_has_is_taken_from_distance() -> None:
    series = make_series()
    series["speed_mps"][900] = 65.0
    assert read_motion(series).speed_mps[900] == pytest.approx(3.0)


def test_distance_caught_up_after_a_tunnel_counts() -> None:
    series = make_series()
    series["distance_m"][600:900] = series["distance_m"][600]
    assert read_motion(series).step_m.sum() == pytest.approx(5400.0)


def test_a_distance_counter_that_never_moves_leaves_the_distance_to_the_speed() -> None:
    series = make_series()
    series["distance_m"][:] = 0.0
    assert read_motion(series).step_m.sum() == pytest.approx(5400.0)


def test_distance_missing_at_the_start_is_filled_from_speed() -> None:
    series = make_series(20)
    series["distance_m"][:5] = np.nan
    np.testing.assert_allclose(read_motion(series).step_m[1:5], 3.0)


@pytest.mark.parametrize("value", [0.0, 119.9, 420.1, 900.0, np.nan])
def test_a_contact_time_outside_its_window_is_missing(value: float) -> None:
    series = make_series(5, gct_ms=[250, 250, value, 250, 250])
    values = valid_metric(series, "gct", running=read_motion(series, ()).running)
    assert np.isnan(values[2])
    assert values[3] == 250.0


def test_an_absent_metric_stays_absent() -> None:
    series = make_series(5, vr_pct=None)
    assert np.isnan(valid_metric(series, "vr", running=read_motion(series, ()).running)).all()


def test_a_value_while_standing_is_left_out() -> None:
    series = make_series(5, speed_mps=[3, 3, 0, 3, 3])
    assert np.isnan(valid_metric(series, "gct", running=read_motion(series, ()).running)[2])


def test_a_spike_inside_the_window_is_left_out() -> None:
    gct_ms = np.full(100, 250.0)
    gct_ms[50:53] = 400.0
    series = make_series(100, gct_ms=gct_ms)
    values = valid_metric(series, "gct", running=read_motion(series, ()).running)
    assert np.isnan(values[50:53]).all()
    assert np.isfinite(np.delete(values, [0, 50, 51, 52])).all()


def test_strides_are_not_taken_for_spikes() -> None:
    gct_ms = np.full(100, 270.0)
    gct_ms[40:60] = 190.0
    series = make_series(100, gct_ms=gct_ms)
    assert np.isfinite(
        valid_metric(series, "gct", running=read_motion(series, ()).running)[1:]
    ).all()


def test_a_dropout_inside_the_window_is_left_out() -> None:
    gct_ms = np.full(100, 250.0)
    gct_ms[50] = 140.0
    series = make_series(100, gct_ms=gct_ms)
    assert np.isnan(valid_metric(series, "gct", running=read_motion(series, ()).running)[50])


def test_heart_rate_of_zero_is_missing() -> None:
    series = make_series(3, heart_rate_bpm=[140, 0, 141])
    values = valid_column(series, "heart_rate_bpm", running=read_motion(series, ()).running)
    assert np.isnan(values[1])


@settings(max_examples=examples(40))
@given(data=st.data())
def test_what_is_valid_is_always_inside_the_window(data: st.DataObject) -> None:
    numbers: Any = st.lists(st.floats(-100, 1000) | st.just(float("nan")), min_size=40, max_size=40)
    series = make_series(40, gct_ms=data.draw(numbers), speed_mps=data.draw(numbers))
    values = valid_metric(series, "gct", running=read_motion(series, ()).running)
    valid = values[np.isfinite(values)]
    assert ((valid >= 120.0) & (valid <= 420.0)).all()


@given(st.lists(st.floats(0.0, 60.0), min_size=1, max_size=5))
def test_neighbouring_spans_share_no_sample_and_leave_none_out(cuts_s: list[float]) -> None:
    """A sample stands for the interval that ends at it, so that spans are (start, end]."""
    motion = read_motion(make_series(61))
    edges_s = [0.0, *sorted(cuts_s), 60.0]
    spans_s = list(pairwise(edges_s))
    counted = sum(inside_spans(motion, [span]).astype(int) for span in spans_s)
    assert np.asarray(counted)[1:].tolist() == [1] * 60
    assert motion.active_s[inside_spans(motion, [(10.0, 20.0)])].sum() == 10.0


def test_standing_is_observed_and_a_gap_is_not() -> None:
    elapsed_s = np.array([0.0, 1.0, 2.0, 3.0, 100.0, 101.0])
    series = make_series(6, speed_mps=0.0) | {"elapsed_s": elapsed_s}
    assert read_motion(series).observed_s.tolist() == [0.0, 1.0, 1.0, 1.0, 0.0, 1.0]
