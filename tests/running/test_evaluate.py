import math
import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.errors import BadArgument, NoFormData
from hakaru.running.arithmetic import mean_speeds, split_times_s, weighted_mean
from hakaru.running.evaluate import JUDGE_VERSION, evaluate_run
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation
from tests.running.factories import (
    DAY,
    NOW,
    make_baseline,
    make_baselines,
    make_run,
    make_split,
)


def _evaluate(*splits: Split) -> FormEvaluation:
    return evaluate_run(make_run(*splits), make_baselines(), now=NOW)


def test_a_usual_run_loses_nothing() -> None:
    verdict = _evaluate()
    assert list(verdict.metrics) == ["gct", "vo", "vr"]
    assert verdict.overall_score == 100.0
    assert verdict.overall_stars == 5
    assert verdict.selection == "flat_splits"
    assert verdict.rubric == "personal"
    assert (verdict.day, verdict.evaluated_at, verdict.code_version) == (DAY, NOW, JUDGE_VERSION)
    gct = verdict.metrics["gct"]
    assert (gct.actual, gct.basis, gct.n_runs, gct.baseline_version) == (265.0, "personal", 40, 3)
    assert gct.interval_90[0] < gct.interval_80[0] < gct.interval_50[0] < gct.expected


def test_a_longer_contact_time_costs_and_says_so() -> None:
    gct = _evaluate(make_split(gct_ms=300.0)).metrics["gct"]
    assert gct.delta_frac == pytest.approx(300.0 / 267.0 - 1.0)
    assert gct.penalty == pytest.approx((gct.delta_frac - 0.05) * 200.0)
    assert gct.needs_improvement
    assert gct.notable is None


def test_a_shorter_contact_time_is_notable_and_costs_nothing() -> None:
    verdict = _evaluate(make_split(gct_ms=230.0))
    gct = verdict.metrics["gct"]
    assert (gct.penalty, gct.notable, gct.needs_improvement) == (0.0, "lower", False)
    assert verdict.overall_score == 100.0


def test_the_symmetric_rubric_costs_both_ways_and_notes_nothing() -> None:
    run = make_run(make_split(gct_ms=230.0))
    gct = evaluate_run(run, make_baselines(), now=NOW, rubric="symmetric").metrics["gct"]
    assert gct.tolerance_frac == 0.05
    assert gct.penalty == pytest.approx((-gct.delta_frac - 0.05) * 200.0)
    assert gct.notable is None


def test_a_wide_personal_interval_widens_the_tolerance() -> None:
    run = make_run(make_split(gct_ms=290.0))
    wide = make_baselines(half_widths=(0.05, 0.1, 0.14))
    gct = evaluate_run(run, wide, now=NOW).metrics["gct"]
    assert gct.interval_90[1] == pytest.approx(gct.expected * (1.0 + gct.tolerance_frac))
    assert gct.tolerance_frac > 0.1
    assert gct.penalty == 0.0


def test_a_sprint_has_a_ratio_that_a_body_shows_and_is_said_to_be_outside_what_was_learned() -> (
    None
):
    sprint = make_split(speed_mps=8.6, gct_ms=178.0, vo_cm=9.6, vr_pct=4.4)
    judged = _evaluate(sprint).metrics["vr"]
    assert 2.0 < judged.interval_90[0] < judged.expected < 8.0
    assert judged.extrapolated


def test_a_metric_that_was_not_measured_is_absent() -> None:
    verdict = _evaluate(make_split(gct_ms=None, vr_pct=None, vo_cm=10.5))
    assert list(verdict.metrics) == ["vo"]
    assert verdict.overall_score == verdict.metrics["vo"].score


def test_a_missing_baseline_is_answered_by_the_population_of_that_sensor() -> None:
    strap, pod = (
        evaluate_run(make_run(sensor_group=group), {}, now=NOW).metrics["vo"].expected
        for group in ("garmin-hrm", "stryd")
    )
    assert strap - pod == pytest.approx(2.0, rel=0.01)


def test_a_missing_baseline_is_answered_by_the_population() -> None:
    verdict = evaluate_run(make_run(), {"vo": make_baseline("vo")}, now=NOW)
    bases = {metric: row.basis for metric, row in verdict.metrics.items()}
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
    times_s = split_times_s(distances_m, paces)
    splits = [
        make_split(index, running_distance_m=metres, running_s=time_s, speed_mps=metres / time_s)
        for index, (metres, time_s) in enumerate(zip(distances_m, times_s, strict=True))
    ]
    verdict = _evaluate(*splits)
    baseline = make_baseline("vo")
    lines = [math.exp(baseline.intercept) * (1000.0 / pace) ** baseline.slope for pace in paces]
    assert verdict.metrics["vo"].expected == pytest.approx(weighted_mean(lines, times_s))
    assert verdict.speed_mps == pytest.approx(mean_speeds(distances_m, paces).speed_mps)


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
    assert "優秀" not in verdict.metrics["gct"].text_ja


def test_intervals_widen_with_the_time_since_training() -> None:
    baselines = make_baselines(window_end=NOW - timedelta(days=100), drift_var_per_day=1e-5)
    soon, late = (
        evaluate_run(make_run(started_at=moment), baselines, now=NOW).metrics["gct"].interval_90
        for moment in (NOW - timedelta(days=100), NOW)
    )
    assert late[0] < soon[0]
    assert late[1] > soon[1]


def test_cadence_is_held_against_the_runners_own_line() -> None:
    cadence = _evaluate(make_split(cadence_spm=150.0)).cadence
    assert cadence is not None and cadence.interval_90 is not None
    assert cadence.minimum_spm == cadence.interval_90[0]
    assert cadence.achieved is False
    assert "下回って" in cadence.text_ja


def test_a_minimum_the_user_set_decides_alone() -> None:
    run = make_run(make_split(cadence_spm=176.0))
    cadence = evaluate_run(run, make_baselines(), now=NOW, cadence_minimum_spm=180.0).cadence
    assert cadence is not None
    assert (cadence.minimum_spm, cadence.achieved) == (180.0, False)
    met = evaluate_run(run, make_baselines(), now=NOW, cadence_minimum_spm=176.0).cadence
    assert met is not None and met.achieved


def test_without_cadence_there_is_no_cadence_verdict() -> None:
    assert _evaluate(make_split(cadence_spm=None)).cadence is None


def test_an_uneven_balance_costs_ten_points_once() -> None:
    verdict = _evaluate(make_split(gct_balance_left_pct=53.5))
    assert verdict.balance is not None and verdict.balance.penalised
    assert verdict.balance.imbalance_frac == pytest.approx(0.07)
    penalties = {metric: row.penalty for metric, row in verdict.metrics.items()}
    assert penalties == {"gct": 10.0, "vo": 0.0, "vr": 0.0}
    assert "左右差込み" in verdict.metrics["gct"].text_ja


def test_a_balance_without_contact_time_costs_nothing() -> None:
    verdict = _evaluate(make_split(gct_ms=None, gct_balance_left_pct=40.0))
    assert verdict.balance is not None and not verdict.balance.penalised
    assert verdict.overall_score == 100.0


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


@settings(max_examples=60, deadline=None)
@given(splits=_SPLITS, seed=st.integers(0, 99))
def test_the_order_of_splits_never_changes_a_verdict(splits: tuple[Split, ...], seed: int) -> None:
    shuffled = list(splits)
    random.Random(seed).shuffle(shuffled)
    assert _evaluate(*shuffled) == _evaluate(*splits)


@settings(max_examples=60, deadline=None)
@given(splits=_SPLITS, shorter_ms=st.floats(0.0, 60.0))
def test_shorter_contact_never_costs(splits: tuple[Split, ...], shorter_ms: float) -> None:
    shortened = tuple(
        replace(s, gct_ms=None if s.gct_ms is None else s.gct_ms - shorter_ms) for s in splits
    )
    before, after = (_evaluate(*part).metrics.get("gct") for part in (splits, shortened))
    assert (before is None) == (after is None)
    if before is not None and after is not None and before.actual >= after.actual:
        assert after.penalty <= before.penalty + 1e-9


@settings(max_examples=80, deadline=None)
@given(splits=_SPLITS)
def test_nothing_inside_the_personal_interval_is_penalised(splits: tuple[Split, ...]) -> None:
    verdict = _evaluate(*splits)
    uneven = verdict.balance is not None and verdict.balance.penalised
    for metric, row in verdict.metrics.items():
        inside = row.interval_90[0] <= row.actual <= row.interval_90[1]
        extra = 10.0 if uneven and metric == "gct" else 0.0
        assert not (inside and row.penalty > extra + 1e-9)
        assert not (row.notable and (inside or row.penalty > extra + 1e-9))
        assert row.needs_improvement == (row.penalty > 10.0 + 1e-9)


def test_cadence_carries_the_same_evidence_as_the_scored_metrics_but_no_points() -> None:
    verdict = _evaluate(make_split(cadence_spm=140.0))
    cadence = verdict.cadence
    assert cadence is not None
    assert cadence.expected_spm is not None
    assert cadence.delta_spm == pytest.approx(cadence.actual_spm - cadence.expected_spm)
    assert cadence.interval_50 is not None and cadence.interval_90 is not None
    assert cadence.interval_90[0] < cadence.interval_50[0]
    assert (cadence.notable, cadence.achieved) == ("lower", False)
    assert cadence.n_runs == verdict.metrics["gct"].n_runs
    assert cadence.sensor_group == verdict.sensor_group
    assert not hasattr(cadence, "penalty")
