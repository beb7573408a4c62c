from __future__ import annotations

from dataclasses import astuple
from typing import Literal

import numpy as np
import pytest
from benchmarks.outside.experiments import (
    EVEN,
    EXPERIMENTS,
    RUNNERS,
    TREND_FROM,
    altered_runs,
    lasting_from,
    step_grid,
    with_one_run,
    with_step,
)
from benchmarks.outside.runner import (
    FIRST_SEED,
    Floats,
    make_runner,
    step_length_m,
    vertical_ratio_pct,
)
from benchmarks.outside.season import RUNS, TOGETHER, Lasting, Options, Season, Trend, make_season
from benchmarks.outside.seconds import LAP_M, Columns, Run, make_run
from benchmarks.outside.statistics import lag_one, split_noise, standard_day_effects

RUNNER = make_runner(FIRST_SEED, 3)


def numbers(columns: Columns) -> list[Floats]:
    return [column for column in astuple(columns) if column is not None]


@pytest.fixture(scope="module")
def seasons() -> list[Season]:
    return list(EXPERIMENTS["ordinary"].seasons())


def test_the_same_seed_gives_the_same_run() -> None:
    first, other = (make_run(make_season(make_runner(7, 2)), 33) for _ in range(2))
    for left, right in zip(numbers(first.columns), numbers(other.columns), strict=True):
        np.testing.assert_array_equal(left, right)
    assert first.laps == other.laps


def test_another_seed_gives_another_runner() -> None:
    assert make_runner(7, 2).gct_ms != make_runner(8, 2).gct_ms
    assert make_runner(7, 2).gct_ms != make_runner(7, 3).gct_ms


def test_a_run_does_not_depend_on_which_other_runs_were_made() -> None:
    season = make_season(RUNNER)
    alone = make_run(season, 40)
    for index in (0, 1, 41):
        make_run(season, index)
    np.testing.assert_array_equal(alone.columns.gct_ms, make_run(season, 40).columns.gct_ms)


def test_day_effects_have_the_sd_the_persistence_and_the_correlation_of_the_text() -> None:
    days = np.concatenate([standard_day_effects(seed, 60) for seed in range(5, 12)])
    assert days.std(axis=(0, 2)) == pytest.approx([1.0, 1.0, 1.0], abs=0.03)
    assert lag_one(days.reshape(-1, RUNS)) == pytest.approx(0.3, abs=0.02)
    flat = days.transpose(1, 0, 2).reshape(3, -1)
    assert np.corrcoef(flat) == pytest.approx(TOGETHER, abs=0.04)


def test_day_effects_have_heavier_tails_than_normal_numbers() -> None:
    days = standard_day_effects(5, 200).ravel()
    assert float((days**4).mean() / (days**2).mean() ** 2) > 4.0
    assert 0.004 < float((np.abs(days) > 3.0).mean()) < 0.03


def test_day_effects_of_runners_lie_between_one_and_three_percent() -> None:
    sizes = np.array([make_runner(FIRST_SEED, i).effects.day_sd for i in range(RUNNERS)])
    assert sizes[:, :2].min() >= 0.01
    assert sizes[:, :2].max() <= 0.03
    assert np.ptp(sizes[:, 0]) > 0.015


def test_noise_of_kilometres_has_its_sd_and_half_of_the_one_before(
    seasons: list[Season],
) -> None:
    plans = [(season, p.index) for season in seasons for p in season.runs if p.kind == "long"]
    long = [make_run(season, index) for season, index in plans[::5]]
    noise = [split_noise(run) for run in long]
    products = sum(float((n[:, 1:] * n[:, :-1]).sum()) for n in noise)
    squares = sum(float((n[:, :-1] ** 2).sum()) for n in noise)
    assert products / squares == pytest.approx(0.5, abs=0.05)
    every = np.concatenate([n.ravel() for n in noise])
    assert every.std() == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("index", range(0, RUNNERS, 8))
def test_step_length_and_ratio_follow_from_speed_cadence_and_oscillation(index: int) -> None:
    run = make_run(make_season(make_runner(FIRST_SEED, index)), 12)
    c, expected = run.columns, run.truth.expected()
    np.testing.assert_allclose(c.cadence_spm * c.step_length_m, 60 * c.speed_mps)
    known = ~np.isnan(c.vo_mm)
    ratio = 100 * (c.vo_mm / 1000) / c.step_length_m
    np.testing.assert_allclose(c.vr_pct[known], ratio[known])
    step = step_length_m(run.truth.speed_mps, expected["cadence_spm"])
    np.testing.assert_allclose(expected["step_length_m"], step)
    np.testing.assert_allclose(expected["vr_pct"], vertical_ratio_pct(expected["vo_mm"], step))


def test_curves_are_plausible_and_no_power_law() -> None:
    runners = [make_runner(FIRST_SEED, i) for i in range(RUNNERS)]
    for runner in runners:
        speeds = np.linspace(2.2, 5.4, 20)
        gct, vo, cadence = np.exp(runner.log_form(speeds))
        ratio = vertical_ratio_pct(vo, step_length_m(speeds, cadence))
        assert (np.diff(gct) < 0).all()
        assert (np.diff(ratio) < 0).all()
        assert gct.min() > 150
        assert gct.max() < 370
        assert (gct * cadence / 120_000).max() < 0.5
    bends = np.array([r.gct_ms.bend for r in runners])
    assert np.abs(bends).mean() > 0.08


def test_recorded_form_is_the_product_of_all_shares() -> None:
    run = make_run(make_season(RUNNER), 25)
    total = sum(share[0] for share in run.truth.shares.values())
    known = ~np.isnan(run.columns.gct_ms)
    np.testing.assert_allclose(np.log(run.columns.gct_ms)[known], (total + 0 * known)[known])


def test_laps_are_kilometres_and_add_up_to_the_run() -> None:
    run = make_run(make_season(RUNNER), 2)
    assert sum(lap.distance_m for lap in run.laps) == pytest.approx(run.columns.distance_m[-1])
    assert sum(lap.duration_s for lap in run.laps) == run.columns.elapsed_s[-1]
    assert all(LAP_M - 6 < lap.distance_m < LAP_M + 6 for lap in run.laps[:-1])
    climbed = sum(lap.climb_m for lap in run.laps) - sum(lap.descent_m for lap in run.laps)
    risen = run.truth.altitude_m[-1] - run.truth.altitude_m[0]
    assert climbed == pytest.approx(risen)


def test_runs_stand_in_the_order_of_time_and_some_runners_pause_for_five_weeks(
    seasons: list[Season],
) -> None:
    for season in seasons:
        starts = [plan.start for plan in season.runs]
        assert starts == sorted(set(starts))
    pauses = [sum(plan.after_long_break for plan in s.runs) for s in seasons]
    assert set(pauses) == {0, 1}
    assert 8 <= sum(pauses) <= 24


def test_a_change_of_sensor_is_recorded_where_its_bias_begins(seasons: list[Season]) -> None:
    changed = [s for s in seasons if s.runner.device_change_run is not None]
    assert 8 <= len(changed) <= 24
    for season in changed:
        at = season.runner.device_change_run
        assert at is not None
        before, after = season.runs[at - 1], season.runs[at]
        assert before.device != after.device
        assert not before.shares["sensor"].any()
        assert abs(after.shares["sensor"][0]) >= 0.015


def test_switches_take_an_effect_away_and_leave_every_other_number() -> None:
    every = make_run(make_season(RUNNER), 55)
    still = make_run(make_season(RUNNER, Options(heat=False, fatigue=False, grade=False)), 55)
    assert not any(still.truth.shares[name].any() for name in ("heat", "fatigue", "grade"))
    for name in ("curve", "season", "day", "split", "second"):
        np.testing.assert_array_equal(every.truth.shares[name], still.truth.shares[name])
    assert every.truth.shares["fatigue"].any()


def test_one_run_has_longer_contact_and_its_neighbours_have_not() -> None:
    plain = make_season(RUNNER)
    planted = with_one_run(RUNNER.index, 30, 8.0)
    for index, ratio in ((29, 1.0), (30, 1.08), (31, 1.0)):
        first, other = (make_run(s, index).columns for s in (planted, plain))
        known = ~np.isnan(first.gct_ms)
        np.testing.assert_allclose((first.gct_ms / other.gct_ms)[known], ratio)
        np.testing.assert_array_equal(first.vo_mm, other.vo_mm)
    assert make_run(planted, 30).truth.mean_share("planted")["gct"] == pytest.approx(np.log(1.08))


def test_a_lasting_change_holds_from_its_run_to_the_end() -> None:
    for season in EXPERIMENTS["lasting"].seasons(runners=8):
        at = lasting_from(season.runner)
        assert 25 <= at < 40
        assert season.changes == (Lasting(at, 5.0),)
        shares = np.array([plan.shares["planted"][0] for plan in season.runs])
        np.testing.assert_allclose(shares, np.where(np.arange(RUNS) >= at, np.log(1.05), 0.0))


def test_a_trend_reaches_three_percent_less_after_eight_weeks() -> None:
    for name, place in (("trend_gct", 0), ("trend_vo_vr", 1)):
        for season in EXPERIMENTS[name].seasons(runners=20):
            days = np.array([plan.day for plan in season.runs])
            shares = np.array([plan.shares["planted"][place] for plan in season.runs])
            grown = np.clip((days - days[TREND_FROM]) / 56, 0, 1)
            np.testing.assert_allclose(shares, grown * np.log(0.97))
            assert grown[-1] == 1.0


def test_a_planted_oscillation_is_a_planted_ratio_of_the_same_size() -> None:
    plain = make_run(make_season(RUNNER, EVEN), 59).truth.expected(planted=True)
    season = make_season(RUNNER, EVEN, (Trend(TREND_FROM, -3.0, "vr"),))
    less = make_run(season, 59).truth.expected(planted=True)
    np.testing.assert_allclose(less["vr_pct"] / plain["vr_pct"], 0.97)
    np.testing.assert_allclose(less["vo_mm"] / plain["vo_mm"], 0.97)
    np.testing.assert_array_equal(less["cadence_spm"], plain["cadence_spm"])


def test_equal_seasons_have_nothing_but_noise_and_conditions_of_the_run() -> None:
    season = EXPERIMENTS["equal"].season(5)
    for plan in season.runs:
        for name in ("season", "drift", "break", "sensor", "planted"):
            assert not plan.shares[name].any()


def test_a_step_inside_a_run_is_forty_milliseconds_for_its_seconds() -> None:
    with_it, without = with_step(3, 20, 600, 30), make_season(RUNNER)
    first, other = (make_run(season, 20).columns.gct_ms for season in (with_it, without))
    wanted = np.zeros(first.size)
    wanted[600:630] = 40.0
    known = ~np.isnan(first)
    np.testing.assert_allclose((first - other)[known], wanted[known], atol=1e-9)


@pytest.mark.parametrize("kind", ["white", "heavy"])
def test_step_series_have_the_noise_and_the_step_that_were_asked(
    kind: Literal["white", "heavy"],
) -> None:
    for series in list(step_grid(20, 8.0, kind))[:5]:
        assert series.start_s is not None
        inside = slice(series.start_s, series.start_s + 20)
        rest = np.delete(series.gct_ms, np.arange(1800)[inside])
        speed = np.delete(series.speed_mps, np.arange(1800)[inside])
        left = rest / rest.mean() - (speed / speed.mean()) ** -0.4 + 1
        assert left.std() * rest.mean() == pytest.approx(8.0, rel=0.25)
        assert series.gct_ms[inside].mean() - rest.mean() == pytest.approx(40.0, abs=12.0)
    assert all(s.start_s is None for s in step_grid(0, 8.0, kind))


def test_series_of_different_cells_differ() -> None:
    firsts = [next(step_grid(d, n, "white")).gct_ms[:50] for d in (6, 60) for n in (4.0, 9.0)]
    heavy = next(step_grid(6, 4.0, "heavy")).gct_ms[:50]
    assert len({tuple(values) for values in [*firsts, heavy]}) == 5


def test_ten_runs_of_each_runner_are_asked_in_an_altered_version() -> None:
    asked = [altered_runs(make_runner(FIRST_SEED, i)) for i in range(RUNNERS)]
    assert all(len(runs) == 10 for runs in asked)
    assert {run for runs in asked for run in runs} == set(range(20, RUNS))


def test_every_kind_of_training_is_run_and_repetitions_have_recoveries(
    seasons: list[Season],
) -> None:
    plans = [(season, plan) for season in seasons for plan in season.runs]
    assert {plan.kind for _, plan in plans} == {
        "easy", "long", "tempo", "intervals", "hilly", "race",
    }  # fmt: skip
    season, plan = next(pair for pair in plans if pair[1].kind == "intervals")
    run: Run = make_run(season, plan.index)
    parts = np.array(run.truth.part)
    fast = run.truth.speed_mps[parts == "work"].mean()
    assert fast > 1.3 * run.truth.speed_mps[parts == "recovery"].mean()
    assert parts.size == run.columns.elapsed_s.size
