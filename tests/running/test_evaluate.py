import math
import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument, NoFormData
from hakaru.running.arithmetic import spring_mass, weighted_mean
from hakaru.running.evaluate import (
    RANKED_RUNS_MAX,
    evaluate_run,
    with_deviations,
)
from hakaru.running.metrics import METRICS
from hakaru.running.splits import Split
from hakaru.running.verdict import JUDGE_VERSION, FormEvaluation
from tests.running.factories import (
    DAY,
    NOW,
    make_baseline,
    make_baselines,
    make_run,
    make_split,
)
from tests.shared import examples

SILENT = {"gct_ms": None, "vo_cm": None, "vr_pct": None, "coverage_frac": 0.0}
"""A kilometre in which the strap said nothing."""


def _evaluate(*splits: Split) -> FormEvaluation:
    return evaluate_run(make_run(*splits), make_baselines(), now=NOW)


def test_a_usual_run_loses_nothing() -> None:
    verdict = _evaluate()
    assert list(verdict.metrics) == list(METRICS)
    assert [one.metric for one in verdict.scored] == ["gct", "vo", "vr"]
    assert verdict.overall_score == 100.0
    assert verdict.overall_stars == 5
    assert verdict.selection == "flat_splits"
    assert (verdict.day, verdict.evaluated_at, verdict.code_version) == (DAY, NOW, JUDGE_VERSION)
    gct = verdict.metrics["gct"]
    assert (gct.actual, gct.basis, gct.n_runs, gct.baseline_version) == (265.0, "personal", 40, 3)
    assert gct.interval_90[0] < gct.interval_80[0] < gct.interval_50[0] < gct.expected
    assert (gct.rated, gct.unrated_reason, gct.band) == (True, None, "as_usual")


def test_a_longer_contact_time_costs_by_the_runners_own_spread() -> None:
    gct = _evaluate(make_split(gct_ms=282.0)).metrics["gct"]
    half_width_frac = gct.interval_90[1] / gct.expected - 1.0
    assert gct.tolerance_frac == pytest.approx(half_width_frac)
    assert gct.z == pytest.approx(1.645 * (282.0 / 267.0 - 1.0) / half_width_frac)
    assert gct.penalty == pytest.approx(10.0 * (gct.z - 0.645))
    assert gct.needs_improvement
    assert (gct.notable, gct.band) == (None, "outside_range")


def test_the_edge_of_the_interval_costs_ten_points() -> None:
    usual = _evaluate().metrics["gct"]
    edge = _evaluate(make_split(gct_ms=usual.interval_90[1])).metrics["gct"]
    assert edge.penalty == pytest.approx(10.0)
    assert (edge.needs_improvement, edge.band) == (False, "within_range")


def test_no_interval_is_taken_to_be_narrower_than_the_floor() -> None:
    sharp = make_baselines(half_widths=(0.001, 0.002, 0.003), run_sd_frac=0.001)
    gct = evaluate_run(make_run(make_split(gct_ms=271.0)), sharp, now=NOW).metrics["gct"]
    assert gct.tolerance_frac == 0.025
    assert gct.actual > gct.interval_90[1]
    assert gct.band == "within_range"
    assert gct.usual_range == pytest.approx((gct.expected * 0.975, gct.expected * 1.025))


def test_a_shorter_contact_time_is_notable_and_costs_nothing() -> None:
    verdict = _evaluate(make_split(gct_ms=230.0))
    gct = verdict.metrics["gct"]
    assert (gct.penalty, gct.notable, gct.needs_improvement) == (0.0, "lower", False)
    assert gct.band == "far_outside"
    assert verdict.overall_score == 100.0


@pytest.mark.parametrize(
    ("given", "n_runs", "reason"),
    [
        ({}, 4, "few_runs"),
        ({"splits": (make_split(running_distance_m=890.0),)}, 40, "short_run"),
        ({"splits": (make_split(coverage_frac=0.18),)}, 40, "sensor_coverage"),
        (
            {"splits": (make_split(), make_split(2, **SILENT), make_split(3, **SILENT))},
            40,
            "sensor_coverage",
        ),
        ({"splits": (make_split(kind="hilly_summary"),)}, 40, "hilly_summary"),
        ({"splits": (make_split(kind="unknown_summary"),)}, 2, "unknown_summary"),
    ],
)
def test_what_cannot_be_rated_has_no_score_and_no_stars(
    given: dict[str, Any], n_runs: int, reason: str
) -> None:
    run = replace(make_run(), **given)
    verdict = evaluate_run(run, make_baselines(n_runs=n_runs), now=NOW)
    assert (verdict.overall_score, verdict.overall_stars) == (None, None)
    for one in verdict.scored:
        assert (one.rated, one.unrated_reason) == (False, reason)
        assert {one.penalty, one.score, one.stars, one.needs_improvement} == {None}
        assert one.interval_90[0] < one.expected < one.interval_90[1]


def test_a_summary_of_level_ground_is_judged_as_a_summary() -> None:
    verdict = _evaluate(make_split(kind="summary", running_distance_m=10_080.0, grade_pct=None))
    assert (verdict.selection, verdict.overall_stars) == ("summary", 5)


def test_the_first_run_with_another_unit_is_judged_less_surely_by_every_metric() -> None:
    baselines = make_baselines(sensor_label="HRM-Pro")
    usual = evaluate_run(make_run(sensor_label="HRM-Pro"), baselines, now=NOW)
    other = evaluate_run(make_run(sensor_label="HRM-Dual"), baselines, now=NOW)
    for name, one in other.metrics.items():
        low, high = usual.metrics[name].interval_90
        assert one.interval_90[0] < low < high < one.interval_90[1]
        assert one.expected == usual.metrics[name].expected
    assert evaluate_run(make_run(), baselines, now=NOW).metrics == usual.metrics


def test_a_coverage_that_is_not_known_is_not_held_against_a_run() -> None:
    known = make_split(coverage_frac=0.5)
    unknown = make_split(coverage_frac=0.0, gct_ms=None)
    for split, coverage_frac in ((known, 0.5), (unknown, None)):
        verdict = evaluate_run(make_run(split), make_baselines(n_runs=5), now=NOW)
        assert (verdict.sensor_coverage_frac, verdict.overall_stars) == (coverage_frac, 5)


def test_a_run_without_any_history_is_not_rated() -> None:
    verdict = evaluate_run(make_run(), {}, now=NOW)
    assert verdict.unrated is not None
    assert (verdict.unrated.unrated_reason, verdict.unrated.n_runs) == ("few_runs", 0)


def test_the_rank_comes_from_the_earlier_runs_of_the_metric() -> None:
    run = make_run(make_split(gct_ms=275.0), earlier_z={"gct": tuple([-0.5, 0.5] * 30)})
    metrics = evaluate_run(run, make_baselines(), now=NOW).metrics
    rank = metrics["gct"].rank_pct
    assert rank is not None and 95.0 < rank < 100.0
    assert metrics["vo"].rank_pct is None


def test_the_furthest_metric_is_the_one_with_the_largest_deviation_on_either_side() -> None:
    assert _evaluate(make_split(vo_cm=8.2, gct_ms=270.0)).furthest.metric == "vo"


def test_a_wide_personal_interval_makes_a_deviation_small() -> None:
    run = make_run(make_split(gct_ms=290.0))
    wide = make_baselines(half_widths=(0.05, 0.1, 0.14))
    gct = evaluate_run(run, wide, now=NOW).metrics["gct"]
    assert gct.interval_90[1] == pytest.approx(gct.expected * (1.0 + gct.tolerance_frac))
    assert gct.tolerance_frac > 0.1
    assert gct.penalty is not None and gct.penalty < 5.0


def test_a_sprint_has_a_ratio_that_a_body_shows_and_is_said_to_be_outside_what_was_learned() -> (
    None
):
    sprint = make_split(speed_mps=8.6, gct_ms=178.0, vo_cm=9.6, vr_pct=4.4)
    judged = _evaluate(sprint).metrics["vr"]
    assert 2.0 < judged.interval_90[0] < judged.expected < 8.0
    assert judged.extrapolated


def test_a_metric_that_was_not_measured_is_absent() -> None:
    verdict = _evaluate(make_split(gct_ms=None, vr_pct=None, vo_cm=10.5))
    assert list(verdict.metrics) == ["vo", "cadence", "step_length"]
    assert verdict.overall_score == verdict.metrics["vo"].score


def test_a_missing_baseline_is_answered_by_the_population_of_that_sensor() -> None:
    strap, pod = (
        evaluate_run(make_run(sensor_group=group), {}, now=NOW).metrics["vo"].expected
        for group in ("garmin-hrm", "stryd")
    )
    assert strap - pod == pytest.approx(2.0, rel=0.01)


def test_a_missing_baseline_is_answered_by_the_population() -> None:
    verdict = evaluate_run(make_run(), {"vo": make_baseline("vo")}, now=NOW)
    bases = {one.metric: one.basis for one in verdict.scored}
    assert bases == {"gct": "population", "vo": "personal", "vr": "population"}
    assert verdict.metrics["gct"].baseline_version is None
    assert not verdict.new_sensor


def test_a_new_sensor_is_one_without_history_of_a_runner_with_history() -> None:
    run = make_run(known_elsewhere=True)
    assert evaluate_run(run, {}, now=NOW).new_sensor
    assert not evaluate_run(run, make_baselines(), now=NOW).new_sensor
    assert not evaluate_run(make_run(), {}, now=NOW).new_sensor


def test_sensors_are_never_pooled() -> None:
    with pytest.raises(BadArgument, match="learned from 'stryd'"):
        evaluate_run(make_run(sensor_group="stryd"), make_baselines(), now=NOW)


@pytest.mark.parametrize(
    "split",
    [
        make_split(gct_ms=None, vo_cm=None, vr_pct=None),
        make_split(speed_mps=None),
    ],
    ids=["no metric", "no speed"],
)
def test_without_form_data_there_is_no_verdict(split: Split) -> None:
    with pytest.raises(NoFormData, match="activity 20790040925"):
        evaluate_run(make_run(split), {}, now=NOW)


def test_a_run_without_splits_has_no_form_data() -> None:
    run = replace(make_run(), splits=())
    with pytest.raises(NoFormData):
        evaluate_run(run, make_baselines(), now=NOW)


def test_means_are_weighted_by_running_time() -> None:
    splits = [
        make_split(1, speed_mps=2.5, gct_ms=280.0),
        make_split(2, speed_mps=4.0, gct_ms=240.0),
    ]
    verdict = _evaluate(*splits)
    assert verdict.metrics["gct"].actual == pytest.approx((280.0 * 400 + 240.0 * 250) / 650)
    assert verdict.speed_mps == pytest.approx(2000.0 / 650.0)
    assert (verdict.n_splits, verdict.running_s) == (2, 650.0)


def test_the_expectation_of_unequal_splits_is_weighted_by_time_too() -> None:
    distances_m, paces = (1000.0, 1000.0, 400.0), (300.0, 431.0, 500.0)
    times_s = [metres * pace / 1000.0 for metres, pace in zip(distances_m, paces, strict=True)]
    splits = [
        make_split(index, running_distance_m=metres, running_s=time_s, speed_mps=metres / time_s)
        for index, (metres, time_s) in enumerate(zip(distances_m, times_s, strict=True))
    ]
    verdict = _evaluate(*splits)
    baseline = make_baseline("vo")
    lines = [math.exp(baseline.intercept) * (1000.0 / pace) ** baseline.slope for pace in paces]
    assert verdict.metrics["vo"].expected == pytest.approx(weighted_mean(lines, times_s))
    assert verdict.speed_mps == pytest.approx(sum(distances_m) / sum(times_s))


def test_a_split_with_a_sensor_fault_does_not_pull_the_verdict() -> None:
    splits = [make_split(index) for index in range(1, 9)]
    broken = replace(splits[4], gct_ms=400.0)
    assert _evaluate(*splits[:4], broken, *splits[5:]).metrics["gct"].actual == 265.0


def test_two_halves_that_disagree_are_both_kept() -> None:
    halves = [make_split(index, gct_ms=value) for index, value in enumerate((200, 200, 300, 300))]
    assert _evaluate(*halves).metrics["gct"].actual == pytest.approx(250.0)


def test_a_speed_never_trained_is_extrapolated() -> None:
    verdict = _evaluate(make_split(speed_mps=4.8, gct_ms=225.0))
    assert verdict.metrics["gct"].extrapolated
    assert "学習外" in verdict.metrics["gct"].text_ja


def test_intervals_widen_with_the_time_since_training() -> None:
    baselines = make_baselines(window_end=NOW - timedelta(days=100), drift_var_per_day=1e-5)
    soon, late = (
        evaluate_run(make_run(started_at=moment), baselines, now=NOW).metrics["gct"].interval_90
        for moment in (NOW - timedelta(days=100), NOW)
    )
    assert late[0] < soon[0]
    assert late[1] > soon[1]


def test_cadence_is_held_against_the_runners_own_line() -> None:
    verdict = _evaluate(make_split(cadence_spm=150.0))
    cadence, minimum = verdict.metrics["cadence"], verdict.cadence_minimum
    assert minimum == (cadence.interval_90[0], False)
    assert "範囲外" in cadence.text_ja


def test_a_minimum_the_user_set_decides_alone() -> None:
    run = make_run(make_split(cadence_spm=176.0))
    missed, met = (
        evaluate_run(run, make_baselines(), now=NOW, cadence_minimum_spm=minimum)
        for minimum in (180.0, 176.0)
    )
    assert missed.cadence_minimum == (180.0, False)
    assert met.cadence_minimum == (176.0, True)


def test_without_cadence_there_is_no_cadence_verdict() -> None:
    verdict = _evaluate(make_split(cadence_spm=None))
    assert verdict.cadence_minimum is None
    assert set(verdict.metrics) == {"gct", "vo", "vr"}


def test_an_uneven_balance_costs_ten_points_once() -> None:
    verdict = _evaluate(make_split(gct_balance_left_pct=53.5))
    assert verdict.balance is not None and verdict.balance.penalised
    assert verdict.balance.imbalance_frac == pytest.approx(0.07)
    penalties = {one.metric: one.penalty for one in verdict.scored}
    assert penalties == {"gct": 10.0, "vo": 0.0, "vr": 0.0}
    assert not verdict.metrics["gct"].needs_improvement
    assert verdict.overall_score == 90.0
    assert "左右差込み" in verdict.metrics["gct"].text_ja


def test_a_balance_without_contact_time_costs_nothing() -> None:
    verdict = _evaluate(make_split(gct_ms=None, gct_balance_left_pct=40.0))
    assert verdict.balance is not None and not verdict.balance.penalised
    assert verdict.overall_score == 100.0


def test_an_uneven_balance_of_a_run_that_is_not_rated_takes_no_points() -> None:
    run = make_run(make_split(gct_balance_left_pct=53.5))
    verdict = evaluate_run(run, {}, now=NOW)
    assert verdict.balance is not None and not verdict.balance.penalised


def test_a_run_without_balance_has_no_balance_verdict() -> None:
    assert _evaluate(make_split(gct_balance_left_pct=None)).balance is None


_SPLITS = st.lists(
    st.builds(
        make_split,
        speed_mps=st.floats(2.0, 4.6),
        running_distance_m=st.floats(100.0, 1700.0),
        gct_ms=st.none() | st.floats(200.0, 320.0),
        vo_cm=st.floats(6.0, 12.0),
        vr_pct=st.none() | st.floats(5.0, 12.0),
        gct_balance_left_pct=st.none() | st.floats(45.0, 55.0),
        grade_pct=st.none() | st.floats(-4.0, 4.0),
    ),
    min_size=1,
    max_size=6,
).map(lambda splits: tuple(replace(s, split_index=i) for i, s in enumerate(splits, start=1)))


@settings(max_examples=examples(60), deadline=None)
@given(splits=_SPLITS, seed=st.integers(0, 99))
def test_the_order_of_splits_never_changes_a_verdict(splits: tuple[Split, ...], seed: int) -> None:
    shuffled = list(splits)
    random.Random(seed).shuffle(shuffled)
    assert _evaluate(*shuffled) == _evaluate(*splits)


@settings(max_examples=examples(60), deadline=None)
@given(splits=_SPLITS, shorter_ms=st.floats(0.0, 60.0))
def test_shorter_contact_never_costs(splits: tuple[Split, ...], shorter_ms: float) -> None:
    shortened = tuple(
        replace(s, gct_ms=None if s.gct_ms is None else s.gct_ms - shorter_ms) for s in splits
    )
    before, after = (_evaluate(*part).metrics.get("gct") for part in (splits, shortened))
    assert (before is None) == (after is None)
    if before is None or after is None or before.penalty is None or after.penalty is None:
        return
    if before.actual >= after.actual:
        assert after.penalty <= before.penalty + 1e-9


@settings(max_examples=examples(80), deadline=None)
@given(splits=_SPLITS)
def test_more_than_ten_points_are_lost_only_outside_the_runners_own_range(
    splits: tuple[Split, ...],
) -> None:
    verdict = _evaluate(*splits)
    uneven = verdict.balance is not None and verdict.balance.penalised
    for row in verdict.scored:
        inside = row.usual_range[0] <= row.actual <= row.usual_range[1]
        assert not (inside and row.notable)
        assert inside == (row.band in ("as_usual", "within_range"))
        if row.penalty is None:
            assert (row.rated, row.score, row.stars) == (False, None, None)
            continue
        own = row.penalty - (10.0 if uneven and row.metric == "gct" else 0.0)
        assert row.needs_improvement == (own > 10.0 + 1e-9)
        assert not (inside and row.needs_improvement)


def test_cadence_carries_the_same_evidence_as_the_scored_metrics_but_no_points() -> None:
    verdict = _evaluate(make_split(cadence_spm=140.0))
    cadence = verdict.metrics["cadence"]
    assert cadence.z < -3.0
    assert (cadence.notable, cadence.band) == ("lower", "far_outside")
    assert cadence.n_runs == verdict.metrics["gct"].n_runs
    assert (cadence.rated, cadence.unrated_reason) == (False, "never_scored")
    assert (cadence.penalty, cadence.stars) == (None, None)


def test_step_length_and_leg_stiffness_are_computed_from_what_a_split_holds() -> None:
    metrics = _evaluate(make_split(speed_mps=3.0, cadence_spm=168.0, gct_ms=265.0)).metrics
    assert metrics["step_length"].actual == pytest.approx(3.0 * 60.0 / 168.0)
    body_kg, leg_m = 62.0, 0.9
    spring = spring_mass(body_kg, 3.0, leg_m=leg_m, contact_s=0.265, flight_s=60.0 / 168.0 - 0.265)
    per_kg = 1000.0 * spring.leg_stiffness_kn_per_m / body_kg
    assert metrics["leg_stiffness"].actual == pytest.approx(per_kg)


def test_a_stiffness_without_a_time_in_the_air_is_not_there() -> None:
    assert "leg_stiffness" not in _evaluate(make_split(cadence_spm=240.0, gct_ms=265.0)).metrics


def test_a_run_is_ranked_among_the_newest_that_say_something_about_the_runner() -> None:
    longer, usual = (_evaluate(make_split(gct_ms=gct_ms)) for gct_ms in (290.0, 266.0))
    earlier = with_deviations(with_deviations({}, longer), usual)
    assert earlier["gct"] == (longer.metrics["gct"].z, usual.metrics["gct"].z)
    full = with_deviations({"gct": (9.0,) * RANKED_RUNS_MAX}, usual)["gct"]
    assert (len(full), full[-1]) == (RANKED_RUNS_MAX, usual.metrics["gct"].z)
    by_strangers = evaluate_run(make_run(), {}, now=NOW)
    over_hills = _evaluate(make_split(kind="hilly_summary"))
    for other in (by_strangers, over_hills):
        assert with_deviations(earlier, other) == earlier
