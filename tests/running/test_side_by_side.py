"""How runs are cut into stretches that can stand beside each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import DeviceSummary, Lap
from hakaru.running.segment import ROWS_MAX, STEPS_M, by_distance, by_lap, by_rep, step_for
from tests.running.factories import make_laps, make_recording, make_series

NO_SAMPLES = {"elapsed_s": np.array([])}


@given(far_m=st.floats(0.0, 150_000.0))
def test_the_step_keeps_a_table_short(far_m: float) -> None:
    step_m = step_for([far_m, 0.0])
    assert step_m in STEPS_M
    assert far_m / step_m <= ROWS_MAX


def test_every_step_has_its_own_pace() -> None:
    speed_mps = np.full(1801, 2.5)
    speed_mps[:400] = 4.0
    cells = by_distance(make_recording(make_series(1801, speed_mps=speed_mps)), step_m=1000.0)
    assert [cell.distance_m for cell in cells[:-1]] == pytest.approx([1000.0] * (len(cells) - 1))
    assert cells[0].pace_s_per_km == pytest.approx(250.0, rel=0.01)
    assert cells[-2].pace_s_per_km == pytest.approx(400.0, rel=0.01)
    assert cells[0].heart_rate_bpm == pytest.approx(145.0)
    assert cells[0].gct_ms == pytest.approx(265.0)


def test_a_short_rest_is_left_out_and_a_long_one_is_a_stretch() -> None:
    assert len(by_distance(make_recording(make_series(701)), step_m=1000.0)) == 2  # 2,100 m
    assert len(by_distance(make_recording(make_series(801)), step_m=1000.0)) == 3  # 2,400 m


def test_a_stretch_is_described_while_running() -> None:
    """Standing for two minutes lengthens a stretch, and leaves its pace alone."""
    speed_mps = np.full(1201, 3.0)
    speed_mps[200:320] = 0.0
    cells = by_distance(make_recording(make_series(1201, speed_mps=speed_mps)), step_m=1000.0)
    assert cells[0].time_s == pytest.approx(120.0 + 1000.0 / 3.0, abs=3.0)
    assert cells[0].pace_s_per_km == pytest.approx(1000.0 / 3.0, rel=0.02)


def test_laps_are_those_of_the_watch() -> None:
    recording = make_recording(make_series(1801), laps=make_laps(600.0, 300.0, 900.0))
    assert [cell.time_s for cell in by_lap(recording)] == [600.0, 300.0, 900.0]
    assert by_lap(make_recording(make_series(1801))) == ()


def test_without_samples_only_laps_say_where_something_was() -> None:
    lap = Lap(start_elapsed_s=0.0, elapsed_s=300.0, distance_m=1000.0, heart_rate_bpm=150.0)
    recording = make_recording(
        NO_SAMPLES, laps=(lap,), summary=DeviceSummary(distance_m=1000.0, timer_s=300.0)
    )
    assert by_distance(recording, step_m=1000.0) == ()
    (cell,) = by_lap(recording)
    assert (cell.pace_s_per_km, cell.heart_rate_bpm) == (300.0, 150.0)


def test_a_run_without_repetitions_has_none() -> None:
    assert by_rep(()) == ()
