from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from benchmarks.outside.planted import (
    EXPERIMENTS,
    SENSOR_OWN_SD,
    PlantedRun,
    PlantedSeason,
    by_metric,
    heat_with_season,
    long_break,
    make_planted,
    new_sensor,
    shoe_with_sensor,
    shoes_with_date,
)
from benchmarks.outside.planted_bound import WEIGHTS, fitted
from benchmarks.outside.planted_season import BREAK_DAYS, EFFECTS, Effect, PlantedOptions
from benchmarks.outside.runner import Floats
from benchmarks.outside.seconds import EASY_INTENSITY

from hakaru.running.splits import Split, is_full

SEED = 7


@pytest.fixture(scope="module")
def seasons() -> list[PlantedSeason]:
    return [make_planted(SEED, index) for index in range(6)]


def log_form(splits: tuple[Split, ...]) -> Floats:
    rows = [(s.gct_ms or 0.0, 10.0 * (s.vo_cm or 0.0), s.cadence_spm or 0.0) for s in splits]
    return np.asarray(np.log(np.array(rows).T))


def without_form(splits: tuple[Split, ...]) -> list[Split]:
    return [
        replace(s, gct_ms=None, vo_cm=None, vr_pct=None, cadence_spm=None, step_length_cm=None)
        for s in splits
    ]


def given(run: PlantedRun) -> tuple[object, ...]:
    labels = (run.index, run.day, run.started_at, run.kind, run.sensor, run.shoe, run.surface)
    return (*labels, run.other_sensor, run.after_long_break, without_form(run.splits))


def test_the_shares_of_a_kilometre_sum_to_its_distance_from_the_curve(
    seasons: list[PlantedSeason],
) -> None:
    for season in seasons:
        for run in season.runs:
            assert tuple(sorted(run.truth.shares)) == tuple(sorted(EFFECTS))
            total = np.sum(list(run.truth.shares.values()), axis=0)
            curve = season.runner.log_form(run.truth.speed_mps)
            np.testing.assert_allclose(log_form(run.splits) - curve, total, atol=1e-12)


def test_vertical_ratio_is_oscillation_over_step_length_at_the_speed_shown(
    seasons: list[PlantedSeason],
) -> None:
    splits = [split for season in seasons for run in season.runs for split in run.splits]
    for s in splits:
        assert s.vo_cm is not None
        assert s.step_length_cm is not None
        assert s.cadence_spm is not None
        assert s.speed_mps is not None
        assert s.vr_pct == pytest.approx(100.0 * s.vo_cm / s.step_length_cm, rel=1e-12)
        assert s.step_length_cm == pytest.approx(6000.0 * s.speed_mps / s.cadence_spm, rel=1e-12)


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_that_is_switched_off_moves_nothing_else(effect: Effect) -> None:
    options = PlantedOptions(new_sensor="always", long_break="always")
    whole = make_planted(SEED, 3, options=options)
    lacking = make_planted(SEED, 3, options=options.without(effect))
    for run, bare in zip(whole.runs, lacking.runs, strict=True):
        assert given(run) == given(bare)
        assert not bare.truth.shares[effect].any()
        difference = log_form(run.splits) - log_form(bare.splits)
        np.testing.assert_allclose(difference, run.truth.shares[effect], atol=1e-12)
        for other in EFFECTS:
            if other != effect:
                np.testing.assert_array_equal(run.truth.shares[other], bare.truth.shares[other])
    assert whole.run_shares(effect).any()


def test_every_share_is_its_coefficient_times_what_was_met(seasons: list[PlantedSeason]) -> None:
    for season in seasons:
        sizes = season.coefficients
        for run in season.runs:
            truth, ones = run.truth, np.ones(len(run.splits))
            above = np.maximum(truth.ambient_c - sizes.comfort_c, 0.0)
            expected: dict[Effect, Floats] = {
                "up": np.outer(sizes.up_per_grade, truth.up_frac),
                "down": np.outer(sizes.down_per_grade, truth.down_frac),
                "heat": np.outer(sizes.heat_per_c, above),
                "fatigue": np.outer(sizes.fatigue_per_hour, truth.fatigue_h),
                "shoe": np.outer(sizes.shoes[run.shoe], ones),
                "surface": np.outer(sizes.surfaces[run.surface], ones),
                "sensor": np.outer(sizes.sensors[run.sensor], ones),
            }
            for effect, share in expected.items():
                np.testing.assert_allclose(truth.shares[effect], share, atol=1e-15)


def test_an_hour_at_four_fifths_of_threshold_counts_as_an_hour(
    seasons: list[PlantedSeason],
) -> None:
    for season in seasons:
        for run in season.runs:
            if run.kind == "long":
                last = run.splits[-1]
                elapsed_h = (last.start_elapsed_s + last.end_elapsed_s) / 7200.0
                weight = (run.truth.intensity.mean() / EASY_INTENSITY) ** 4
                assert run.truth.fatigue_h[-1] == pytest.approx(elapsed_h * weight, rel=0.25)
            assert (np.diff(run.truth.fatigue_h) > 0).all()


def test_every_split_is_a_whole_kilometre_in_the_order_of_time(
    seasons: list[PlantedSeason],
) -> None:
    for run in (run for season in seasons for run in season.runs):
        ends = 0.0
        for number, split in enumerate(run.splits, 1):
            assert is_full(split)
            assert split.split_index == number
            assert split.start_elapsed_s >= ends - 1e-9
            assert split.speed_mps is not None
            assert split.distance_m == pytest.approx(split.speed_mps * split.running_s)
            assert split.grade_pct is not None
            assert split.elevation_gain_m is not None
            assert split.elevation_loss_m is not None
            net_m = split.elevation_gain_m - split.elevation_loss_m
            assert split.grade_pct == pytest.approx(100.0 * net_m / split.distance_m)
            ends = split.end_elapsed_s
        assert run.targets.any()


def test_a_shorter_season_is_the_beginning_of_the_longer() -> None:
    whole, beginning = make_planted(SEED, 4), make_planted(SEED, 4, runs=60)
    for run, other in zip(whole.runs[:60], beginning.runs, strict=True):
        assert run.splits == other.splits
        assert (run.shoe, run.sensor, run.started_at) == (
            other.shoe,
            other.sensor,
            other.started_at,
        )


def test_the_explained_share_is_centred_on_the_mean_run(seasons: list[PlantedSeason]) -> None:
    shares = seasons[0].explained()
    assert shares.shape == (3, 80)
    np.testing.assert_allclose(shares.mean(axis=1), 0.0, atol=1e-15)
    named = by_metric(shares)
    np.testing.assert_array_equal(named["vr"], named["vo"] + named["cadence"])


def test_seasons_last_most_of_a_year_and_people_run_in_heat_and_long(
    seasons: list[PlantedSeason],
) -> None:
    spans = [season.runs[-1].day - season.runs[0].day for season in seasons]
    assert all(200 <= days <= 360 for days in spans)
    runs = [run for season in seasons for run in season.runs]
    assert np.mean([run.truth.ambient_c.mean() > 23.0 for run in runs]) > 0.05
    assert np.mean([run.splits[-1].end_elapsed_s > 5_400.0 for run in runs]) > 0.04
    assert all(2 <= len({run.shoe for run in season.runs}) <= 4 for season in seasons)


def test_files_with_two_sensors_hold_the_same_kilometres_twice() -> None:
    season, single = new_sensor(SEED, 2, double=3), new_sensor(SEED, 2)
    changed_at = season.changed_sensor_at
    assert changed_at is not None
    both = [run for run in season.runs if run.other_splits]
    assert [run.index for run in both] == list(range(changed_at, changed_at + 3))
    offsets = season.coefficients.sensors
    for run in both:
        assert run.other_sensor == season.runs[0].sensor
        assert without_form(run.splits) == without_form(run.other_splits)
        assert run.other_sensor is not None
        expected = offsets[run.other_sensor] - offsets[run.sensor]
        apart = log_form(run.other_splits) - log_form(run.splits) - expected[:, None]
        assert (np.abs(apart) < 5.0 * SENSOR_OWN_SD[:, None]).all()
        assert apart.any()
    assert [run.splits for run in season.runs] == [run.splits for run in single.runs]


def test_heat_that_comes_with_the_season_is_a_straight_line_in_its_days() -> None:
    season = heat_with_season(SEED, 1)
    days = np.array([run.day for run in season.runs], dtype=float)
    for run in season.runs:
        assert np.ptp(run.truth.ambient_c) == 0.0
    warmth = np.array([run.truth.above_comfort_c[0] for run in season.runs])
    np.testing.assert_allclose(warmth, 12.0 * (days - days[0]) / (days[-1] - days[0]), atol=1e-9)


def test_new_shoes_come_on_the_day_of_the_training_block() -> None:
    season = shoes_with_date(SEED, 1)
    shoes = [run.shoe for run in season.runs]
    changed_at = shoes.index("shoe-2")
    assert set(shoes[:changed_at]) == {"shoe-1"}
    assert set(shoes[changed_at:]) == {"shoe-2"}
    steps = np.diff(season.run_shares("season"), axis=1)
    jump = steps[:, changed_at - 1] - season.coefficients.block_step
    assert (np.abs(jump) < 0.002).all()
    assert season.coefficients.block_step.any()


def test_new_shoes_come_on_the_day_of_the_new_sensor() -> None:
    for index in range(4):
        season = shoe_with_sensor(SEED, index)
        pairs = {(run.shoe, run.sensor) for run in season.runs}
        assert len(pairs) == 2
        assert len({shoe for shoe, _ in pairs}) == 2
        assert season.runs[season.changed_sensor_at or 0].shoe == "shoe-2"


def test_everybody_pauses_where_the_long_break_is_asked_for() -> None:
    for index in range(4):
        season = long_break(SEED, index)
        back = season.break_before
        assert back is not None
        assert season.runs[back].day - season.runs[back - 1].day == BREAK_DAYS
        assert season.runs[back].after_long_break


@pytest.mark.parametrize("name", sorted(EXPERIMENTS))
def test_an_experiment_is_the_same_every_time(name: str) -> None:
    first, again = (EXPERIMENTS[name](SEED, 5) for _ in range(2))
    assert [run.splits for run in first.runs] == [run.splits for run in again.runs]


def test_too_few_runs_are_no_season() -> None:
    with pytest.raises(ValueError, match="2 to 200"):
        make_planted(SEED, 0, runs=1)


@pytest.mark.parametrize("metric", WEIGHTS)
def test_who_knows_the_generator_finds_what_was_planted_where_days_are_all_alike(
    metric: str,
) -> None:
    quiet = make_planted(SEED, 1, options=PlantedOptions(day=False, noise=False))
    estimated, planted = fitted(quiet, metric)
    assert np.median(np.abs(estimated - planted)) < 0.1 * np.median(np.abs(planted))
