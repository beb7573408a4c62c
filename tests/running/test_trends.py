"""Does a trend say what changed at a pace, and keep quiet where nothing did?"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from benchmarks.changes.windows import split_windows
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.metrics import MetricName
from hakaru.running.trend_changes import compare_windows, monthly_trend, recent_trend
from hakaru.running.trends import (
    TrendMetric,
    TrendSamples,
    joined_samples,
    reference_speeds_mps,
    samples_where,
    trend_samples,
)
from hakaru.stats.robust import student_half_width

GROUP = "garmin-hrm"


def make_samples(
    n_runs: int = 12,
    *,
    first_day: str = "2026-01-01",
    speed_mps: float = 3.0,
    speed_sd_frac: float = 0.08,
    level_ms: float = 265.0,
    seed: int = 0,
) -> TrendSamples:
    """Runs every other day, eight splits each, g = level (v/3)^-0.38, days 1.8 %, splits 1.5 %."""
    rng = np.random.default_rng(seed)
    run = np.repeat(np.arange(n_runs), 8)
    speed = speed_mps * np.exp(rng.normal(0.0, speed_sd_frac, run.size))
    noise = rng.normal(0.0, 0.018, n_runs)[run] + rng.normal(0.0, 0.015, run.size)
    start = np.datetime64(first_day, "D")
    return TrendSamples(
        value=level_ms * (speed / 3.0) ** -0.38 * np.exp(noise),
        speed_mps=speed,
        run_id=run + 1000 * seed,
        day=start + (2 * run).astype("timedelta64[D]"),
        weight_s=1000.0 / speed,
    )


@pytest.mark.parametrize("metric", ["gct", "vo", "vr", "cadence"])
def test_equal_windows_are_hardly_ever_called_changed(metric: MetricName) -> None:
    called = 0
    for seed in range(60):
        earlier, later = split_windows(8_000 + seed, metric, change_frac=0.0)
        change = compare_windows(earlier, later, metric=metric, sensor_group=GROUP)
        assert change is not None
        called += change.changed
    assert called <= 3


def test_a_true_change_of_three_percent_in_contact_time_is_found() -> None:
    found = []
    for seed in range(40):
        earlier, later = split_windows(8_500 + seed, "gct", change_frac=-0.03, run_sd_scale=1.4)
        change = compare_windows(earlier, later, metric="gct", sensor_group=GROUP)
        assert change is not None
        found.append(change.direction == "lower" and change.meaning == "favourable")
    assert np.mean(found) >= 0.8


def test_faster_running_alone_is_no_change_of_form() -> None:
    earlier = make_samples(30, speed_mps=2.7, seed=1)
    later = make_samples(30, first_day="2026-04-01", speed_mps=3.4, seed=2)
    assert np.median(later.value) < 0.95 * np.median(earlier.value)
    change = compare_windows(earlier, later, metric="gct", sensor_group=GROUP)
    assert change is not None
    assert not change.changed
    assert change.meaning == "unchanged"


def test_a_single_wild_run_does_not_make_a_change() -> None:
    earlier, later = make_samples(20, seed=3), make_samples(20, first_day="2026-03-01", seed=4)
    wild = replace(later, value=np.where(later.run_id == 4005, 1.4 * later.value, later.value))
    change = compare_windows(earlier, wild, metric="gct", sensor_group=GROUP)
    assert change is not None
    assert abs(change.delta_frac) < 0.02


def test_the_later_window_decides_the_sign() -> None:
    earlier = make_samples(25, seed=5)
    later = make_samples(25, first_day="2026-03-01", level_ms=285.0, seed=6)
    there = compare_windows(earlier, later, metric="gct", sensor_group=GROUP)
    back = compare_windows(later, earlier, metric="gct", sensor_group=GROUP)
    assert there is not None
    assert back is not None
    assert (there.direction, back.direction) == ("higher", "lower")
    assert (1.0 + there.delta_frac) * (1.0 + back.delta_frac) == pytest.approx(1.0, abs=1e-3)
    assert there.delta == pytest.approx(there.later.value - there.earlier.value)
    assert there.earlier.first_day == date(2026, 1, 1)


def test_windows_of_fewer_than_three_runs_are_not_compared() -> None:
    many, few = make_samples(20, seed=7), make_samples(2, first_day="2026-05-01", seed=8)
    assert compare_windows(many, few, metric="gct", sensor_group=GROUP) is None


def test_a_month_at_one_speed_still_answers_at_another() -> None:
    wide = make_samples(30, speed_sd_frac=0.12, seed=9)
    narrow = make_samples(10, first_day="2026-04-01", speed_mps=2.6, speed_sd_frac=0.005, seed=10)
    trend = monthly_trend(
        joined_samples([wide, narrow]), "gct", sensor_group=GROUP, reference_speed_mps=3.2
    )
    assert trend is not None
    truth_ms = 265.0 * (3.2 / 3.0) ** -0.38
    april = trend.points[-1]
    assert april.month == date(2026, 4, 1)
    assert april.extrapolated
    assert april.low <= truth_ms <= april.high
    assert april.high / april.low < 1.10


def test_months_without_runs_have_no_point() -> None:
    parts = [make_samples(5, seed=11), make_samples(5, first_day="2026-06-01", seed=12)]
    trend = monthly_trend(joined_samples(parts), "gct", sensor_group=GROUP)
    assert trend is not None
    assert [point.month.month for point in trend.points] == [1, 6]
    assert [point.n_runs for point in trend.points] == [5, 5]


def test_more_runs_narrow_the_interval_of_a_month() -> None:
    widths = []
    for n_runs in (2, 5, 14):
        trend = monthly_trend(make_samples(n_runs, seed=13), "gct", sensor_group=GROUP)
        assert trend is not None
        widths.append(trend.points[0].high / trend.points[0].low)
    assert widths[0] > widths[1] > widths[2]


def test_intervals_of_months_hold_the_truth_about_nine_times_in_ten() -> None:
    held = []
    for seed in range(60):
        trend = monthly_trend(
            make_samples(15, seed=100 + seed), "gct", sensor_group=GROUP, reference_speed_mps=3.0
        )
        assert trend is not None
        held.append(trend.points[0].low <= 265.0 <= trend.points[0].high)
    assert 0.8 <= np.mean(held) <= 0.99


def test_no_sound_sample_gives_no_trend() -> None:
    samples = make_samples(3)
    broken = replace(samples, value=np.full(samples.value.size, 900.0))
    assert monthly_trend(broken, "gct", sensor_group=GROUP) is None


def test_reference_speeds_are_those_below_which_time_is_spent() -> None:
    slow, usual, fast = reference_speeds_mps(make_samples(40))
    assert slow < usual < fast
    with pytest.raises(ValueError, match="no samples"):
        reference_speeds_mps(samples_where(make_samples(1), np.zeros(8, dtype=np.bool_)))


@pytest.mark.parametrize(
    ("metric", "expected"),
    [("heart_rate", 145.0), ("power", 220.0), ("running_effectiveness", 3.0 * 70.0 / 220.0)],
)
def test_fitness_is_followed_like_form(metric: TrendMetric, expected: float) -> None:
    """Heart rate and power at a speed, resolutions row 32: threshold heart rate is no goal."""
    columns = make_columns(12)
    trend = monthly_trend(trend_samples(columns, metric), metric, sensor_group=GROUP)
    assert trend is not None
    assert trend.points[0].value == pytest.approx(expected, rel=0.01)


def test_rows_that_a_baseline_would_not_learn_from_are_left_out() -> None:
    columns = make_columns(4)
    columns["grade_pct"][0] = 6.0
    columns["running_distance_m"][1] = 120.0
    assert trend_samples(columns, "gct").value.size == 2


def test_heart_rate_is_followed_also_for_a_runner_without_a_form_sensor() -> None:
    columns = {
        "activity_id": np.array([1, 1, 2]),
        "activity_date": np.array(
            ["2026-01-01", "2026-01-01", "2026-01-03"], dtype="datetime64[D]"
        ),
        "speed_mps": np.array([3.0, 3.1, 2.9]),
        "running_s": np.array([330.0, 320.0, 340.0]),
        "running_distance_m": np.array([1000.0, 1000.0, 300.0]),
        "grade_pct": np.array([0.0, np.nan, 0.0]),
        "heart_rate_bpm": np.array([140.0, 143.0, 139.0]),
        **{name: np.full(3, np.nan) for name in ("gct_ms", "vo_cm", "vr_pct")},
    }
    assert trend_samples(columns, "heart_rate").value.tolist() == [140.0, 143.0]
    assert trend_samples(columns, "gct").value.size == 0


def make_columns(n: int) -> dict[str, np.ndarray]:
    """One split per run at 3 m/s."""
    return {
        "activity_id": np.arange(n),
        "activity_date": np.datetime64("2026-01-01", "D") + np.arange(n),
        "speed_mps": np.full(n, 3.0),
        "running_s": np.full(n, 333.0),
        "running_distance_m": np.full(n, 1000.0),
        "grade_pct": np.zeros(n),
        "gct_ms": np.full(n, 265.0),
        "vo_cm": np.full(n, 9.1),
        "vr_pct": np.full(n, 8.5),
        "cadence_spm": np.full(n, 168.0),
        "heart_rate_bpm": np.full(n, 145.0),
        "power_w": np.full(n, 220.0),
        "weight_kg": np.full(n, 70.0),
    }


def test_averages_over_hills_say_nothing_about_form_but_of_the_heart() -> None:
    columns = make_columns(3)
    columns["kind"] = np.array(["km", "hilly_summary", "unknown_summary"], dtype=object)
    assert trend_samples(columns, "gct").run_id.tolist() == [0]
    assert trend_samples(columns, "heart_rate").run_id.tolist() == [0, 1, 2]


@given(coverage=st.sampled_from([0.5, 0.8, 0.9]), degrees=st.floats(4.0, 300.0))
def test_half_widths_agree_with_the_table_of_common_coverages(
    coverage: float, degrees: float
) -> None:
    own = student_half_width(coverage, degrees)
    assert own == pytest.approx(student_half_width(coverage, degrees), rel=0.01)


@settings(max_examples=25)
@given(factor=st.floats(0.8, 1.25), seed=st.integers(0, 20))
def test_a_change_does_not_depend_on_the_unit_of_contact_time(factor: float, seed: int) -> None:
    earlier = make_samples(15, seed=20 + seed)
    later = make_samples(15, first_day="2026-03-01", seed=60 + seed)
    scaled = [replace(one, value=factor * one.value) for one in (earlier, later)]
    plain = compare_windows(earlier, later, metric="gct", sensor_group=GROUP)
    other = compare_windows(*scaled, metric="gct", sensor_group=GROUP)
    assert plain is not None
    assert other is not None
    assert other.delta_frac == pytest.approx(plain.delta_frac, abs=0.004)


def make_ramp(total_frac: float, *, seed: int, run_sd: float = 0.015) -> TrendSamples:
    """Sixteen weeks of runs every other day; the last eight change evenly."""
    rng = np.random.default_rng(seed)
    n_runs = 56
    run = np.repeat(np.arange(n_runs), 6)
    speed = 3.0 * np.exp(rng.normal(0.0, 0.06, run.size))
    ramp = np.clip((np.arange(n_runs) - 27.0) / 28.0, 0.0, 1.0)
    off = rng.normal(0.0, run_sd, n_runs) + np.log1p(total_frac) * ramp
    return TrendSamples(
        value=260.0 * (speed / 3.0) ** -0.4 * np.exp(off[run] + rng.normal(0.0, 0.012, run.size)),
        speed_mps=speed,
        run_id=run,
        day=np.datetime64("2026-01-01", "D") + (2 * run).astype("timedelta64[D]"),
        weight_s=1000.0 / speed,
    )


def test_three_percent_over_eight_weeks_are_said_with_their_size() -> None:
    said = [
        recent_trend(make_ramp(-0.03, seed=seed), "gct", sensor_group=GROUP) for seed in range(40)
    ]
    assert sum(one is not None and one.direction == "lower" for one in said) >= 36
    held = [one.low_frac <= -0.03 <= one.high_frac for one in said if one is not None]
    assert sum(held) >= 30
    assert {one.meaning for one in said if one and one.direction == "lower"} == {"favourable"}


def test_even_weeks_are_seldom_called_a_trend() -> None:
    said = [
        recent_trend(make_ramp(0.0, seed=seed), "gct", sensor_group=GROUP) for seed in range(80)
    ]
    assert sum(one is not None and one.direction != "none" for one in said) <= 12


def test_few_runs_have_no_recent_trend() -> None:
    few = make_samples(8)
    assert recent_trend(few, "gct", sensor_group=GROUP) is None
    assert recent_trend(samples_where(few, few.run_id < 0), "gct", sensor_group=GROUP) is None


def test_a_speed_at_which_no_body_shows_the_value_has_no_month_and_no_change() -> None:
    earlier, later = split_windows(9_100, "vr", change_frac=0.0)
    both = joined_samples((earlier, later))
    assert monthly_trend(both, "vr", sensor_group=GROUP, reference_speed_mps=40.0) is None
    compared = compare_windows(
        earlier, later, metric="vr", sensor_group=GROUP, reference_speed_mps=40.0
    )
    assert compared is None
