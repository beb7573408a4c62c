"""The runner's own heat slope and slope exponent, against simulated truths."""

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from hakaru.running.environment.grade import (
    GradePieces,
    PersonalGrade,
    cost_factor,
    fit_personal_grade,
    level_speed_mps,
)
from hakaru.running.environment.heat import HeatAnswer, fit_heat_slope
from tests.running.summaries import FIRST_DAY, make_summary

LATER = FIRST_DAY + timedelta(days=400)


def _is_clear(interval: tuple[float, float]) -> bool:
    return interval[0] > 0.0 or interval[1] < 0.0


def season(
    slope: float = 0.6,
    n_runs: int = 60,
    *,
    seed: int = 1,
    warmest_c: float = 30.0,
    slower_frac_per_c: float = 0.0,
    **given: Any,
) -> HeatAnswer:
    """A year of base runs: cool and warm in waves, fitter with time, day effects of 3 bpm."""
    rng = np.random.default_rng(seed)
    days = np.sort(rng.uniform(0.0, 365.0, n_runs))
    middle_c = (warmest_c + 2.0) / 2.0
    air_c = middle_c + (warmest_c - middle_c) * np.sin(days / 58.0) + rng.normal(0.0, 2.0, n_runs)
    log_speed = rng.normal(0.0, 0.04, n_runs) - slower_frac_per_c * np.maximum(air_c, 10.0)
    speed_mps = 3.0 * np.exp(log_speed)
    heart_rate_bpm = (
        140.0
        + 90.0 * np.log(speed_mps / 3.0)
        - 6.0 * days / 365.0
        + slope * np.maximum(air_c, 10.0)
        + rng.normal(0.0, 3.0, n_runs)
    )
    runs = [
        make_summary(
            i,
            days=float(days[i]),
            temperature_c=float(air_c[i]),
            target_speed_mps=float(speed_mps[i]),
            target_heart_rate_bpm=float(heart_rate_bpm[i]),
            **given,
        )
        for i in range(n_runs)
    ]
    return fit_heat_slope(runs, day=LATER)


def test_the_heat_slope_of_a_simulated_runner_is_found() -> None:
    slope = season(0.6).slope
    assert slope is not None
    assert slope.slope_bpm_per_c == pytest.approx(0.6, abs=0.25)
    assert _is_clear(slope.interval_90_bpm_per_c)
    low, high = slope.added_bpm(25.0)
    assert 0.0 < low < high
    assert slope.added_bpm(8.0) == (0.0, 0.0)


def test_who_slows_down_in_the_heat_is_compared_at_equal_speed() -> None:
    slope = season(0.6, slower_frac_per_c=0.006).slope
    assert slope is not None
    assert slope.slope_bpm_per_c == pytest.approx(0.6, abs=0.25)


def test_what_is_cooler_than_ten_degrees_is_no_relief() -> None:
    slope = season(0.6, 300, warmest_c=22.0).slope
    assert slope is not None
    assert slope.slope_bpm_per_c == pytest.approx(0.6, abs=0.1)


def test_the_ninety_percent_interval_holds_the_truth_about_that_often() -> None:
    slopes = [season(0.5, 40, seed=seed).slope for seed in range(100)]
    covered = [
        slope.interval_90_bpm_per_c[0] <= 0.5 <= slope.interval_90_bpm_per_c[1]
        for slope in slopes
        if slope is not None
    ]
    assert len(covered) == 100
    assert sum(covered) >= 85


def test_a_runner_whom_heat_does_not_touch_is_seldom_told_it_does() -> None:
    slopes = [season(0.0, 40, seed=seed).slope for seed in range(100)]
    assert (
        sum(slope is not None and _is_clear(slope.interval_90_bpm_per_c) for slope in slopes) <= 15
    )


def test_too_few_runs_and_too_little_spread_are_reasons_not_slopes() -> None:
    few, alike = season(n_runs=12), season(warmest_c=12.0)
    assert (few.slope, few.reason, few.n_runs) == (None, "too_few_runs", 12)
    assert (alike.slope, alike.reason) == (None, "temperatures_too_alike")
    assert fit_heat_slope([], day=LATER).reason == "too_few_runs"


def test_runs_without_weather_or_of_hard_types_do_not_count() -> None:
    assert season(training_type="interval").n_runs == 0
    assert fit_heat_slope([make_summary()], day=LATER).n_runs == 0


def test_the_future_is_not_looked_at() -> None:
    runs = [make_summary(i, days=10.0 + i, temperature_c=20.0) for i in range(30)]
    assert fit_heat_slope(runs, day=FIRST_DAY).n_runs == 0


def hilly_runs(exponent: float, *, n_runs: int = 12, seed: int = 3) -> PersonalGrade:
    rng = np.random.default_rng(seed)
    run_id = np.repeat(np.arange(n_runs), 10)
    slopes = rng.normal(0.0, 0.03, run_id.size)
    heart_rate_bpm = 145.0 + 150.0 * slopes + rng.normal(0.0, 2.0, run_id.size)
    day = rng.normal(0.0, 0.05, n_runs)[run_id]
    level_mps = 0.034 * (heart_rate_bpm - 60.0) * np.exp(day + rng.normal(0.0, 0.02, run_id.size))
    pieces = GradePieces(
        run_id=run_id,
        grade_frac=slopes,
        speed_mps=level_mps * cost_factor(slopes) ** -exponent,
        heart_rate_bpm=heart_rate_bpm,
    )
    return fit_personal_grade(pieces, heart_rate_rest_bpm=60.0)


@pytest.mark.parametrize("exponent", [0.7, 1.0, 1.3])
def test_a_runners_own_cost_of_slopes_is_found(exponent: float) -> None:
    grade = hilly_runs(exponent)
    assert grade.basis == "personal"
    assert grade.exponent == pytest.approx(exponent, abs=0.1)
    assert grade.interval[0] < exponent < grade.interval[1]


def test_few_hilly_runs_leave_the_published_curve() -> None:
    grade = hilly_runs(1.4, n_runs=3)
    assert (grade.exponent, grade.basis, grade.n_runs) == (1.0, "published", 3)
    speed_mps, slope = np.array([3.0]), np.array([0.05])
    adjusted_mps = level_speed_mps(speed_mps, slope, exponent=grade.exponent)
    assert adjusted_mps == pytest.approx(3.0 * cost_factor(slope))


def test_runs_that_only_climb_tell_nothing_about_slopes() -> None:
    pieces = GradePieces(
        run_id=np.repeat(np.arange(8), 5),
        grade_frac=np.tile(np.linspace(0.0, 0.08, 5), 8),
        speed_mps=np.full(40, 3.0),
        heart_rate_bpm=np.full(40, 150.0),
    )
    assert fit_personal_grade(pieces).basis == "published"
