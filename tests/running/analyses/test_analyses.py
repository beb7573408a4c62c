"""A stretch by the second, the surroundings of a step, several runs on one axis: the laws."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import FloatArray
from hakaru.running.analyses import N_BINS, RunSeries, align, look_around, look_at_seconds
from hakaru.running.anomalies.steps import Anomaly, CauseShare

Series = dict[str, FloatArray]


def make_series(speed_mps: FloatArray, **columns: FloatArray) -> Series:
    """One sample per second at these speeds."""
    n = speed_mps.size
    return {
        "elapsed_s": np.arange(n, dtype=float),
        "speed_mps": speed_mps,
        "distance_m": np.cumsum(speed_mps),
        "cadence_spm": np.full(n, 170.0),
        **columns,
    }


def steps(*legs: tuple[float, int]) -> FloatArray:
    """Legs of (speed, seconds) one after the other."""
    return np.concatenate([np.full(seconds, speed) for speed, seconds in legs])


# a stretch by the second


def test_a_steady_stretch_has_its_pace_and_no_change() -> None:
    stretch = look_at_seconds(make_series(steps((3.0, 900))), start_s=300, end_s=600)
    assert (stretch.n_measured, stretch.n_running) == (300, 300)
    assert stretch.pace_s_per_km == pytest.approx(1000 / 3)
    assert stretch.speed_sd_mps == pytest.approx(0.0, abs=1e-12)
    assert stretch.changes == ()
    assert stretch.heart_rate is None


def test_the_end_of_a_stretch_does_not_belong_to_it() -> None:
    """Resolutions 36: [300, 600)."""
    speed_mps = steps((3.0, 300), (4.0, 300), (5.0, 300))
    stretch = look_at_seconds(make_series(speed_mps), start_s=300, end_s=600)
    assert stretch.elapsed_s[0] == 300.0
    assert stretch.elapsed_s[-1] == 599.0
    np.testing.assert_array_equal(stretch.speed_mps, np.full(300, 4.0))


def test_a_change_of_pace_is_found_where_it_is() -> None:
    stretch = look_at_seconds(make_series(steps((3.0, 200), (4.0, 200))), start_s=0, end_s=400)
    (change,) = stretch.changes
    assert change.at_elapsed_s == pytest.approx(200.0, abs=1.0)
    assert change.kind == "faster"
    assert change.before_s_per_km == pytest.approx(1000 / 3)
    assert change.after_s_per_km == pytest.approx(250.0)


def test_at_most_three_changes_are_told_in_order_of_time_and_all_are_counted() -> None:
    legs = [(3.0, 60), (4.0, 60)] * 5
    stretch = look_at_seconds(make_series(steps(*legs)), start_s=0, end_s=600)
    times_s = [change.at_elapsed_s for change in stretch.changes]
    assert len(times_s) == 3
    assert times_s == sorted(times_s)
    assert stretch.n_changes == 9


def test_noise_alone_is_no_change() -> None:
    rng = np.random.default_rng(5)
    told = 0
    for _ in range(50):
        speed_mps = 3.0 + 0.1 * rng.normal(size=600)
        told += len(look_at_seconds(make_series(speed_mps), start_s=0, end_s=600).changes)
    assert told <= 5


def test_a_pause_is_a_stop_and_a_lost_signal_is_none() -> None:
    series = make_series(steps((3.0, 300)))
    kept = (series["elapsed_s"] < 100) | (series["elapsed_s"] >= 160)
    lost = {name: values[kept] for name, values in series.items()}
    assert look_at_seconds(lost, start_s=0, end_s=300).changes == ()
    paused = {**lost, "distance_m": np.cumsum(np.full(240, 3.0))}
    stretch = look_at_seconds(paused, start_s=0, end_s=300)
    assert [change.kind for change in stretch.changes] == ["stopped", "started"]
    assert stretch.changes[0].after_s_per_km is None
    assert stretch.n_measured == 240
    assert stretch.slowest is not None
    assert stretch.slowest.pace_s_per_km == pytest.approx(1000 / 3)


def test_heart_rate_is_told_at_the_start_and_the_end_of_the_stretch() -> None:
    pulse_bpm = np.linspace(120.0, 160.0, 500)
    stretch = look_at_seconds(
        make_series(steps((3.0, 500)), heart_rate_bpm=pulse_bpm), start_s=0, end_s=500
    )
    assert stretch.heart_rate is not None
    assert stretch.heart_rate.mean_bpm == pytest.approx(140.0)
    assert stretch.heart_rate.first_bpm == pytest.approx(124.0, abs=0.1)
    assert stretch.heart_rate.last_bpm == pytest.approx(156.0, abs=0.1)


def test_a_stretch_without_running_has_no_pace() -> None:
    stretch = look_at_seconds(make_series(steps((0.0, 100))), start_s=0, end_s=100)
    assert stretch.pace_s_per_km is None
    assert stretch.speed_cv_pct is None
    assert stretch.fastest is None


@given(st.lists(st.floats(0.0, 6.0), min_size=2, max_size=80), st.integers(1, 20))
def test_any_speeds_give_paces_between_the_slowest_and_the_fastest(
    speeds: list[float], window_s: int
) -> None:
    speed_mps = np.array(speeds)
    stretch = look_at_seconds(
        make_series(speed_mps), start_s=0, end_s=len(speeds), window_s=window_s
    )
    if stretch.fastest is not None and stretch.slowest is not None:
        assert stretch.fastest.pace_s_per_km <= stretch.slowest.pace_s_per_km + 1e-9
        assert 1000 / stretch.fastest.pace_s_per_km <= speed_mps.max() + 1e-9


# the surroundings of a step


def make_step(metric: str = "gct", start_s: float = 100.0, end_s: float = 160.0) -> Anomaly:
    return Anomaly(
        anomaly_index=1,
        metric=metric,  # type: ignore[arg-type]
        side="higher",
        start_elapsed_s=start_s,
        end_elapsed_s=end_s,
        actual=280.0,
        expected=240.0,
        delta=40.0,
        delta_frac=0.17,
        z=6.0,
        causes=(CauseShare(cause="unexplained", share_frac=1.0),),
    )


def test_means_are_those_before_inside_and_after_the_step() -> None:
    gct_ms = steps((240.0, 100), (280.0, 60), (250.0, 140))
    surroundings = look_around(
        make_series(steps((3.0, 300)), gct_ms=gct_ms), make_step(), context_s=30
    )
    assert (surroundings.start_elapsed_s, surroundings.end_elapsed_s) == (70.0, 190.0)
    means = surroundings.means["gct_ms"]
    assert (means.before_level, means.inside_level, means.after_level) == pytest.approx(
        (240.0, 280.0, 250.0)
    )
    assert surroundings.missing == ("heart_rate_bpm", "elevation_m")


def test_what_moves_with_the_metric_correlates_and_what_stands_still_does_not() -> None:
    rng = np.random.default_rng(2)
    speed_mps = 3.0 + 0.2 * rng.normal(size=300)
    gct_ms = 240.0 - 40.0 * (speed_mps - 3.0)
    surroundings = look_around(make_series(speed_mps, gct_ms=gct_ms), make_step(), context_s=30)
    assert surroundings.correlations["speed_mps"].r == pytest.approx(-1.0)
    assert "cadence_spm" not in surroundings.correlations


def test_a_window_at_the_start_of_the_run_begins_with_it() -> None:
    gct_ms = np.full(300, 240.0)
    surroundings = look_around(
        make_series(steps((3.0, 300)), gct_ms=gct_ms), make_step(start_s=10.0), context_s=30
    )
    assert surroundings.start_elapsed_s == 0.0


@pytest.mark.parametrize(
    ("metric", "column"), [("gct", "gct_ms"), ("vo", "vo_cm"), ("vr", "vr_pct")]
)
def test_each_metric_is_looked_up_in_its_own_column(metric: str, column: str) -> None:
    values = {"gct_ms": 240.0, "vo_cm": 8.0, "vr_pct": 7.0}[column]
    series = make_series(steps((3.0, 300)), **{column: np.full(300, values)})
    assert look_around(series, make_step(metric), context_s=30).means[column].inside_level == values


# several runs on one axis


def make_run(day: int, speed_mps: FloatArray, **columns: FloatArray) -> RunSeries:
    return RunSeries(
        activity_id=day, day=date(2026, 1, day), series=make_series(speed_mps, **columns)
    )


def test_runs_of_any_length_share_an_axis() -> None:
    short = make_run(1, steps((3.0, 500)), heart_rate_bpm=np.linspace(120, 160, 500))
    long = make_run(2, steps((3.0, 5000)), heart_rate_bpm=np.linspace(120, 160, 5000))
    found = align([long, short], "heart_rate_bpm")
    assert [run.activity_id for run in found.runs] == [1, 2]
    first, second = found.runs
    assert first.bin_values.shape == (N_BINS,)
    np.testing.assert_allclose(first.bin_values, second.bin_values, atol=0.5)
    assert found.newest_delta == pytest.approx(0.0, abs=0.1)
    assert first.half_delta == pytest.approx(20.0, abs=0.5)


def test_the_newest_is_compared_with_the_mean_of_the_others() -> None:
    runs = [
        make_run(day, steps((3.0, 600)), heart_rate_bpm=np.full(600, level))
        for day, level in ((1, 130.0), (2, 150.0), (3, 145.0))
    ]
    assert align(runs, "heart_rate_bpm").newest_delta == pytest.approx(5.0)


def test_zones_share_the_measured_time() -> None:
    pulse_bpm = steps((110.0, 300), (150.0, 600), (190.0, 100))
    run = make_run(1, steps((3.0, 1000)), heart_rate_bpm=pulse_bpm)
    found = align([run], "heart_rate_bpm", zone_low_bpm=(100, 120, 140, 160, 180))
    assert found.runs[0].zones_pct == pytest.approx((30.0, 0.0, 60.0, 0.0, 10.0), abs=0.2)
    assert found.newest_delta is None


def test_a_run_without_the_column_is_named_not_dropped() -> None:
    runs = [
        make_run(1, steps((3.0, 100))),
        make_run(2, steps((3.0, 100)), heart_rate_bpm=np.full(100, 140.0)),
    ]
    found = align(runs, "heart_rate_bpm")
    assert found.without == (1,)
    assert len(found.runs) == 1


def test_a_half_that_was_not_measured_has_no_rise() -> None:
    pulse_bpm = np.where(np.arange(100) < 40, 140.0, np.nan)
    found = align([make_run(1, steps((3.0, 100)), heart_rate_bpm=pulse_bpm)], "heart_rate_bpm")
    assert found.runs[0].half_delta is None


def test_speed_counts_while_running_only() -> None:
    found = align([make_run(1, steps((3.0, 500), (0.0, 500)))], "speed_mps")
    assert found.runs[0].mean_level == pytest.approx(3.0)
