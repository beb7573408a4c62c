from dataclasses import replace
from datetime import timedelta
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import NoFormData
from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import BaselineSettings, FormSamples, MetricBaseline
from hakaru.running.baseline.predict import (
    Around,
    expect_at,
    expected_values,
    influences,
    population_baseline,
)
from hakaru.running.effects import EFFECTS, effect_priors
from hakaru.running.metrics import METRICS, MetricName
from tests.running.baseline.season import NOW, make_season, take, true_gct_ms
from tests.shared import examples

GRID_MPS = np.linspace(2.2, 4.4, 50)
ALL_METRICS: tuple[MetricName, ...] = get_args(MetricName)


def fit(samples: FormSamples, **chosen: object) -> MetricBaseline:
    return fit_metric(
        samples,
        "gct",
        sensor_group="garmin-hrm",
        now=NOW,
        settings=BaselineSettings(**chosen),  # type: ignore[arg-type]
    )


def error_ms(baseline: MetricBaseline) -> float:
    gap = expected_values(baseline, GRID_MPS) - true_gct_ms(GRID_MPS)
    return float(np.sqrt(np.mean(gap * gap)))


def test_a_season_teaches_the_curve_and_says_from_what() -> None:
    baseline = fit(make_season())
    assert error_ms(baseline) < 3.0
    assert baseline.basis == "personal"
    assert (baseline.n_runs, baseline.n_samples) == (40, 320)
    assert baseline.window_end == NOW - timedelta(days=2)
    assert baseline.window_start == NOW - timedelta(days=2 + 3 * 39)
    assert baseline.trained_at == NOW
    assert baseline.coef_d is not None and baseline.coef_d < 0
    speed = 3.2
    restored = np.exp((np.log(speed) - baseline.coef_alpha) / baseline.coef_d)
    assert restored == pytest.approx(float(expected_values(baseline, np.array([speed]))[0]))


def test_noise_is_told_apart_by_run_and_by_split() -> None:
    baseline = fit(make_season(200, seed=3, run_sd_frac=0.03))
    assert baseline.run_sd_frac == pytest.approx(0.03, rel=0.2)
    assert baseline.split_sd_frac == pytest.approx(0.015, rel=0.1)
    assert baseline.half_widths[2] == pytest.approx(1.645 * 0.031, rel=0.25)
    assert baseline.rmse == pytest.approx(258 * 0.0335, rel=0.15)


@pytest.mark.parametrize("seed", range(4))
def test_gross_outliers_do_not_bite(seed: int) -> None:
    clean = make_season(60, seed=seed)
    rng = np.random.default_rng(seed)
    faulty = rng.random(clean.value.size) < 0.15
    jump = np.where(faulty, 1 + rng.uniform(0.2, 0.4, clean.value.size), 1.0)
    spoiled = fit(replace(clean, value=np.minimum(clean.value * jump, 419.0)))
    assert error_ms(spoiled) < error_ms(fit(clean)) + 1.0
    assert spoiled.half_widths[2] < 1.3 * fit(clean).half_widths[2]


def test_whole_bad_runs_do_not_bite() -> None:
    clean = make_season(60, seed=8)
    bad = np.isin(clean.run_id, 1000 - np.array([10, 20, 30, 40, 50, 55, 58]))
    spoiled = fit(replace(clean, value=np.where(bad, clean.value * 1.3, clean.value)))
    assert error_ms(spoiled) < error_ms(fit(clean)) + 1.0
    assert spoiled.half_widths[2] < 1.3 * fit(clean).half_widths[2]


def test_one_run_is_enough_and_two_make_it_surer() -> None:
    widths = [fit(make_season(n, seed=2)).half_widths[2] for n in (1, 3, 10, 40)]
    nothing = population_baseline("gct", sensor_group="garmin-hrm", now=NOW).half_widths[2]
    assert nothing > widths[0] > widths[1] > widths[2] >= 0.8 * widths[3]
    assert fit(make_season(1)).basis == "shrunk"


@pytest.mark.parametrize("metric", ALL_METRICS)
@pytest.mark.parametrize("sensor_group", ["garmin-hrm", "stryd", "coros"])
def test_no_sample_gives_the_population_and_says_so(metric: MetricName, sensor_group: str) -> None:
    nothing = take(make_season(1), np.zeros(8, dtype=bool))
    baseline = fit_metric(nothing, metric, sensor_group=sensor_group, now=NOW)
    assert baseline == population_baseline(metric, sensor_group=sensor_group, now=NOW)
    assert baseline.basis == "population"
    assert baseline.window_end is None
    at_reference = float(expected_values(baseline, np.array([3.0]))[0])
    assert at_reference == pytest.approx(METRICS[metric].prior(sensor_group).level_at_ref)


def test_no_sample_is_an_error_only_for_who_wants_a_personal_baseline() -> None:
    nothing = take(make_season(1), np.zeros(8, dtype=bool))
    with pytest.raises(NoFormData, match="garmin-hrm"):
        fit(nothing, allow_population=False)


def test_what_is_no_running_form_is_left_out() -> None:
    samples = make_season(20)
    value, speed = samples.value.copy(), samples.speed_mps.copy()
    value[:4] = (0.0, np.nan, 900.0, -5.0)
    speed[4:7] = (1.2, np.nan, np.inf)
    broken = replace(samples, value=value, speed_mps=speed)
    sound = take(samples, np.arange(samples.value.size) >= 7)
    assert fit(broken) == fit(sound)


def test_narrow_speeds_leave_the_slope_to_the_prior() -> None:
    samples = make_season(30, seed=5)
    same_speed = replace(
        samples, speed_mps=np.full_like(samples.speed_mps, 3.0), value=samples.value * 0 + 250.0
    )
    baseline = fit(same_speed)
    assert baseline.slope == pytest.approx(-0.38, abs=0.01)
    assert float(expected_values(baseline, np.array([3.0]))[0]) == pytest.approx(250.0, abs=0.5)


def test_contact_never_grows_with_speed() -> None:
    samples = make_season(40, exponent=0.5)
    assert fit(samples).slope < 0


def test_recent_runs_weigh_more() -> None:
    samples = make_season(80, seed=4)
    older = samples.age_days > 120
    changed = replace(samples, value=np.where(older, samples.value * 1.06, samples.value))
    assert error_ms(fit(changed)) < error_ms(fit(changed, use_decay=False))


def test_a_pause_takes_nothing_from_what_was_learned() -> None:
    samples = make_season(40)
    later = replace(samples, age_days=samples.age_days + 400.0)
    assert fit(later).half_widths == pytest.approx(fit(samples).half_widths)
    assert fit(later).intercept == pytest.approx(fit(samples).intercept)


def test_the_inverse_method_is_there_to_compare_and_is_worse() -> None:
    samples = make_season(60, seed=6)
    inverse = fit(samples, method="inverse")
    assert inverse.method == "inverse"
    assert inverse.slope < fit(samples).slope - 0.05
    assert error_ms(inverse) > 2 * error_ms(fit(samples))


def test_each_switch_changes_what_it_names() -> None:
    samples = make_season(6, seed=7)
    assert fit(samples, use_run_effect=False).run_sd_frac == 0.0
    assert fit(samples, use_prior=False).slope != fit(samples).slope
    assert np.isinf(fit(samples, use_decay=False).half_life_days)


@pytest.mark.parametrize("metric", ALL_METRICS)
def test_every_metric_is_learned_around_its_own_level(metric: MetricName) -> None:
    samples = make_season(40, seed=9)
    row = METRICS[metric]
    level = row.prior("garmin").level_at_ref * 1.05
    values = level * (samples.value / true_gct_ms(samples.speed_mps))
    baseline = fit_metric(
        replace(samples, value=values), metric, sensor_group="garmin-hrm", now=NOW
    )
    assert baseline.model_type == "power"
    at_reference = float(expected_values(baseline, np.array([3.0]))[0])
    assert at_reference == pytest.approx(level, rel=0.02)


@pytest.mark.filterwarnings("error")
def test_ten_years_fade_within_a_day_and_leave_finite_widths() -> None:
    decade = make_season(1_200, splits=2, seed=11)
    baseline = fit(decade, half_life_days=1.0)
    assert np.isfinite(baseline.half_widths).all()
    assert baseline.half_widths[2] > 0.0


def test_a_baseline_carries_whose_it_is() -> None:
    baseline = fit_metric(
        make_season(3),
        "gct",
        sensor_group="stryd",
        now=NOW,
        user_id="hana",
        condition_group="trail",
    )
    assert (baseline.sensor_group, baseline.user_id, baseline.condition_group) == (
        "stryd",
        "hana",
        "trail",
    )


@settings(max_examples=examples(40), deadline=None)
@given(
    n_runs=st.integers(1, 12),
    splits=st.integers(1, 6),
    seed=st.integers(0, 10_000),
    spoiled_frac=st.floats(0, 1),
)
def test_any_history_gives_a_usable_baseline(
    n_runs: int, splits: int, seed: int, spoiled_frac: float
) -> None:
    samples = make_season(n_runs, seed=seed, splits=splits)
    rng = np.random.default_rng(seed)
    wild = np.where(
        rng.random(samples.value.size) < spoiled_frac,
        rng.uniform(130, 410, samples.value.size),
        samples.value,
    )
    baseline = fit(replace(samples, value=wild))
    low, middle, high = baseline.half_widths
    assert 0 < low <= middle <= high < 1.0
    values = expected_values(baseline, GRID_MPS)
    assert np.isfinite(values).all() and (np.diff(values) < 0).all()
    assert 90 < values.min() < values.max() < 520


@given(seed=st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_the_order_of_samples_does_not_matter(seed: int) -> None:
    samples = make_season(12, seed=1)
    shuffled = np.random.default_rng(seed).permutation(samples.value.size)
    mixed = take(samples, shuffled)
    assert fit(mixed).intercept == pytest.approx(fit(samples).intercept, rel=1e-9)
    assert fit(mixed).half_widths == pytest.approx(fit(samples).half_widths, rel=1e-9)


def hot_season(*, per_c: float = 0.003, known: bool = True) -> FormSamples:
    """A season in which every third run is hot, with longer contact in the heat."""
    samples = make_season(45, seed=13)
    degrees = np.where(samples.run_id % 3 == 0, 10.0, 0.0)
    conditions = np.zeros((samples.value.size, len(EFFECTS)))
    conditions[:, EFFECTS.index("heat")] = degrees
    return replace(
        samples,
        value=samples.value * np.exp(per_c * degrees),
        conditions=conditions if known else None,
    )


def test_heat_is_learned_and_taken_out_where_the_temperature_is_known() -> None:
    knowing, ignorant = fit(hot_season()), fit(hot_season(known=False))
    assert knowing.heat_frac_per_c == pytest.approx(0.003, abs=0.001)
    assert ignorant.heat_frac_per_c == 0.0
    assert knowing.half_widths[2] < ignorant.half_widths[2]


def test_conditions_that_nobody_recorded_change_nothing() -> None:
    samples = make_season(20)
    unknown = replace(samples, conditions=np.zeros((samples.value.size, len(EFFECTS))))
    assert fit(unknown) == fit(samples)


def test_another_unit_of_the_sensor_is_no_change_of_form() -> None:
    samples = make_season(40, seed=14)
    older = samples.age_days > 20.0
    bent = replace(samples, value=np.where(older, samples.value * 1.05, samples.value))
    named = replace(bent, unit=np.where(older, "old strap", "new strap").astype(object))
    assert error_ms(fit(named)) < 0.5 * error_ms(fit(bent))
    assert fit(named).sensor_label == "new strap"
    assert fit(bent).sensor_label is None


def test_the_first_runs_after_a_pause_are_expected_with_more_doubt_and_it_fades() -> None:
    samples = make_season(40, seed=15)
    paused = replace(samples, age_days=samples.age_days + np.where(samples.age_days > 8, 40, 0))
    baseline = fit(paused)
    assert baseline.returned_at == NOW - timedelta(days=8)
    assert baseline.return_var > 0.0
    assert fit(samples).returned_at is None


def test_what_has_faded_is_left_out_and_the_fit_depends_on_its_rows_only() -> None:
    samples = make_season(400, seed=16, splits=3)
    recent = take(samples, samples.age_days <= samples.age_days.min() + 5 * 90.0)
    assert fit(samples).slope == fit(recent).slope
    assert fit(samples).half_widths == fit(recent).half_widths


@pytest.mark.parametrize("metric", ALL_METRICS)
@pytest.mark.parametrize("pace_s_per_km", [100.0, 120.0, 300.0, 600.0, 900.0])
def test_expectations_are_physical_at_any_pace(metric: MetricName, pace_s_per_km: float) -> None:
    for baseline in (
        population_baseline(metric, sensor_group="garmin-hrm", now=NOW),
        replace(
            population_baseline(metric, sensor_group="garmin-hrm", now=NOW),
            model_type="linear",
            intercept=12.0,
            slope=-1.5,
        ),
    ):
        expectation = expect_at(baseline, 1000.0 / pace_s_per_km)
        low, high = expectation.intervals[2]
        assert 0.0 < low < expectation.value < high < np.inf


def test_a_pair_of_shoes_is_told_from_the_others_by_its_own_difference() -> None:
    plain = make_season()
    runs = np.unique(plain.run_id)
    firm = np.isin(plain.run_id, runs[::2])
    shoe = np.where(firm, "firm", "soft").astype(object)
    value = np.where(firm, plain.value * 0.985, plain.value)
    learned = fit_metric(
        replace(plain, value=value, shoe=shoe), "gct", sensor_group="garmin-hrm", now=NOW
    )
    assert set(learned.shoes) == {"firm", "soft"}
    firm_pair, soft_pair = learned.shoes["firm"], learned.shoes["soft"]
    assert abs((soft_pair.mean - firm_pair.mean) / 2.0 - 0.0075) < 2.0 * firm_pair.var**0.5
    assert soft_pair.mean > firm_pair.mean
    assert firm_pair.n_runs + soft_pair.n_runs == runs.size
    assert firm_pair.contrast_var == 0.0 or soft_pair.contrast_var == 0.0
    assert 0.0 < firm_pair.var < effect_priors("gct").shoe.sd ** 2
    assert fit_metric(plain, "gct", sensor_group="garmin-hrm", now=NOW).shoes == {}


def test_a_slow_drift_is_followed_and_a_run_of_the_past_is_seen_by_its_level() -> None:
    plain = make_season(80, seed=21, run_sd_frac=0.01)
    drifted = replace(plain, value=plain.value * np.exp(-0.0001 * plain.age_days))
    learned = fit(drifted)
    assert error_ms(learned) < 2.5
    back = float(plain.age_days.max() - plain.age_days.min())
    assert learned.window_end is not None
    then = Around(at=learned.window_end - timedelta(days=back))
    (season,) = [
        part
        for part in influences(learned, np.array([3.0]), np.ones(1), around=then)
        if part.cause == "season"
    ]
    assert abs(season.log_share + 0.0001 * back) < 2.5 * season.sd_share
    now = Around(at=learned.window_end + timedelta(days=1))
    causes = [part.cause for part in influences(learned, np.array([3.0]), np.ones(1), around=now)]
    assert causes == ["pace"]


def test_a_strap_worn_before_is_expected_by_its_own_offset() -> None:
    plain = make_season()
    old = plain.age_days > 60.0
    value = np.where(old, plain.value * 1.03, plain.value)
    unit = np.where(old, "old strap", "new strap").astype(object)
    learned = fit(replace(plain, value=value, unit=unit))
    at = learned.window_end
    with_new = expect_at(learned, 3.0, around=Around(at=at, sensor_label="new strap"))
    with_old = expect_at(learned, 3.0, around=Around(at=at, sensor_label="old strap"))
    unknown = expect_at(learned, 3.0, around=Around(at=at, sensor_label="third strap"))
    sd = learned.units["old strap"].var ** 0.5
    assert abs(np.log(with_old.value / with_new.value) - np.log(1.03)) < 2.0 * sd
    assert sd < 0.4 * effect_priors("gct").other_unit.sd
    assert with_old.conditions_frac == pytest.approx(0.0, abs=1e-12)
    assert with_new.half_width_90_frac < with_old.half_width_90_frac < unknown.half_width_90_frac
    assert learned.units["old strap"].n_runs == np.unique(plain.run_id[old]).size


def test_trails_are_told_from_roads_and_every_cause_counts_its_runs() -> None:
    plain = make_season()
    runs = np.unique(plain.run_id)
    trail = np.isin(plain.run_id, runs[::3])
    surface = np.where(trail, "trail", "road").astype(object)
    value = np.where(trail, plain.value * 1.03, plain.value)
    learned = fit(replace(plain, value=value, surface=surface))
    assert learned.surfaces["trail"].mean > learned.surfaces["road"].mean
    assert learned.surfaces["trail"].n_runs == runs[::3].size
    assert learned.cause_runs["pace"] == runs.size
    assert learned.cause_runs["heat"] == 0
    assert fit(plain).surfaces == {}


def test_one_pair_alone_and_one_worn_twice_are_not_told_apart() -> None:
    plain = make_season()
    runs = np.unique(plain.run_id)
    shoe = np.where(np.isin(plain.run_id, runs[:2]), "race", "daily").astype(object)
    learned = fit_metric(replace(plain, shoe=shoe), "gct", sensor_group="garmin-hrm", now=NOW)
    assert learned.shoes == {}
