"""Figures of repetitions, and form across them (requirement T; resolutions 18, 31)."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.baseline.predict import expect_at
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import form_across_reps
from hakaru.running.session.intervals import (
    heart_rate_drop_pct,
    heart_rate_retention_pct,
    interval_figures,
    recovery_end_bpm,
    retention_class,
)
from hakaru.running.session.model import SegmentFigures
from tests.running.factories import make_baseline, make_baselines
from tests.running.session.rating_factories import (
    COOLDOWN_HARD,
    RECOVERY,
    WARMUP_HARD,
    WORK,
    Part,
    changed,
    easy_parts,
    example_athlete,
    interval_parts,
    make_athlete,
    make_figures,
)


def reps(*lengths_s: float, speeds_mps: tuple[float, ...] | None = None) -> tuple[Part, ...]:
    """Warm-up, repetitions of these lengths with recoveries, cool-down."""
    speeds = speeds_mps or (4.5,) * len(lengths_s)
    middle = [
        part
        for length_s, speed_mps in zip(lengths_s, speeds, strict=True)
        for part in (changed(WORK, duration_s=length_s, speed_mps=speed_mps), RECOVERY)
    ]
    return WARMUP_HARD, *middle, COOLDOWN_HARD


def with_work(column: str, *values: float | None) -> tuple[SegmentFigures, ...]:
    """Five-metre-per-second repetitions that carry these values in a column."""
    parts = [
        part for value in values for part in (changed(WORK, given=((column, value),)), RECOVERY)
    ]
    return make_figures((WARMUP_HARD, *parts, COOLDOWN_HARD))


def test_fewer_than_two_repetitions_have_no_interval_figures() -> None:
    assert interval_figures(make_figures(easy_parts()), example_athlete()) is None
    assert interval_figures(make_figures(reps(200.0)), example_athlete()) is None


def test_each_repetition_is_listed_with_the_recovery_after_it() -> None:
    parts = (*interval_parts(4.5, 4.6)[:-2], COOLDOWN_HARD)
    figures = interval_figures(make_figures(parts), example_athlete())
    assert figures is not None
    first, last = figures.reps
    assert (first.rep_index, last.rep_index) == (1, 2)
    assert first.duration_s == 220.0
    assert first.distance_m == pytest.approx(220.0 * 4.5)
    assert first.recovery is not None
    assert first.recovery.duration_s == 120.0
    assert first.recovery.heart_rate_end_bpm == 135.0
    assert last.recovery is None
    assert last.heart_rate_drop_pct is None
    assert first.heart_rate_of_max_pct == pytest.approx(100.0 * 175.0 / 190.0)
    assert first.speed_of_threshold_frac == pytest.approx(4.5 * 0.275)
    assert figures.work_s == 440.0
    assert figures.recovery_s == 120.0


def test_drop_and_retention_are_two_figures_of_one_recovery() -> None:
    """Resolutions row 18."""
    figures = interval_figures(make_figures(interval_parts()), make_athlete())
    assert figures is not None
    assert figures.heart_rate_drop_pct == pytest.approx(100.0 * 40.0 / 175.0)
    assert figures.heart_rate_retention_pct == pytest.approx(100.0 * 135.0 / 175.0)
    assert figures.retention_class == "good"


@given(st.floats(60.0, 220.0), st.floats(30.0, 220.0))
def test_drop_and_retention_make_a_hundred_percent(work_bpm: float, rest_bpm: float) -> None:
    """Resolutions row 18."""
    drop_pct = heart_rate_drop_pct(work_bpm, rest_bpm)
    assert drop_pct + heart_rate_retention_pct(work_bpm, rest_bpm) == pytest.approx(100.0)
    assert recovery_end_bpm(work_bpm, drop_pct) == pytest.approx(rest_bpm)


@pytest.mark.parametrize(
    ("retention_pct", "code"),
    [(70.0, "good"), (80.0, "good"), (80.1, "fine"), (85.0, "fine"), (85.1, "too_fast")],
)
def test_retention_up_to_80_is_good_up_to_85_fine_and_above_too_fast(
    retention_pct: float, code: str
) -> None:
    """Resolutions row 18."""
    assert retention_class(retention_pct) == code


def test_work_varies_as_a_sample_deviation_of_speed_over_its_mean() -> None:
    """Resolutions row 31."""
    speeds = (4.5, 4.6, 4.4, 4.55, 4.45)
    figures = interval_figures(make_figures(interval_parts(*speeds)), make_athlete())
    assert figures is not None
    assert figures.work_cv_frac == pytest.approx(np.std(speeds, ddof=1) / np.mean(speeds))


def test_a_pyramid_is_compared_within_like_lengths() -> None:
    """1-2-3-2-1 minutes, faster when shorter, but each like pair even."""
    parts = reps(60.0, 120.0, 180.0, 120.0, 60.0, speeds_mps=(5.0, 4.7, 4.4, 4.7, 5.0))
    figures = interval_figures(make_figures(parts), make_athlete())
    assert figures is not None
    assert figures.work_cv_frac == pytest.approx(0.0, abs=1e-9)


def test_a_ladder_has_nothing_alike_to_compare() -> None:
    figures = interval_figures(make_figures(reps(60.0, 120.0, 180.0, 300.0)), make_athlete())
    assert figures is not None
    assert figures.work_cv_frac is None
    assert figures.heart_rate_rise_bpm is None
    assert figures.heart_rate_retention_pct is not None


def test_repetitions_up_a_hill_are_compared_by_level_speed() -> None:
    parts = [
        part
        for grade_pct, level_mps in ((4.0, 4.5), (4.0, 4.5), (1.0, 4.5))
        for part in (
            changed(
                WORK,
                speed_mps=4.5 - 0.15 * grade_pct,
                given=(("grade_pct", grade_pct), ("grade_adjusted_speed_mps", level_mps)),
            ),
            RECOVERY,
        )
    ]
    figures = interval_figures(make_figures(tuple(parts)), make_athlete())
    assert figures is not None
    assert figures.work_cv_frac == pytest.approx(0.0, abs=1e-9)


def test_heart_rate_rises_from_the_end_of_the_first_repetition_to_that_of_the_last() -> None:
    figures = interval_figures(with_work("heart_rate_end_bpm", 170.0, 178.0, 176.0), make_athlete())
    assert figures is not None
    assert figures.heart_rate_rise_bpm == pytest.approx(6.0)


@pytest.mark.parametrize(
    ("last_w", "code"),
    [
        (292.0, "excellent"),
        (291.0, "acceptable"),
        (285.0, "acceptable"),
        (284.0, "needs_improvement"),
    ],
)
def test_power_declines_by_less_than_three_percent_in_excellent_repetitions(
    last_w: float, code: str
) -> None:
    figures = interval_figures(with_work("power_w", 300.0, 298.0, last_w), make_athlete())
    assert figures is not None
    assert figures.power_decline_pct == pytest.approx((300.0 - last_w) / 3.0)
    assert figures.power_decline_class == code
    powers = (300.0, 298.0, last_w)
    assert figures.power_cv_frac == pytest.approx(np.std(powers, ddof=1) / np.mean(powers))


@pytest.mark.parametrize(
    ("last_cm", "code"),
    [(147.5, "excellent"), (146.0, "acceptable"), (141.0, "needs_improvement")],
)
def test_step_length_declines_by_less_than_two_percent_in_excellent_repetitions(
    last_cm: float, code: str
) -> None:
    figures = interval_figures(with_work("step_length_cm", 150.0, 149.0, last_cm), make_athlete())
    assert figures is not None
    assert figures.step_length_decline_class == code


def test_step_lengths_that_contradict_the_speed_give_way_to_speed_over_cadence() -> None:
    """One source for all repetitions: 4.5 m/s at 180 spm are steps of 150 cm."""
    believed, contradicted = (
        [
            changed(WORK, given=(("step_length_cm", length_cm), ("cadence_spm", 180.0)))
            for length_cm in lengths_cm
        ]
        for lengths_cm in ((149.0, 147.0), (149.0, 130.0))
    )
    found = [
        interval_figures(make_figures((WARMUP_HARD, *works, COOLDOWN_HARD)), make_athlete())
        for works in (believed, contradicted)
    ]
    assert [[rep.step_length_cm for rep in one.reps] for one in found if one is not None] == [
        [149.0, 147.0],
        [pytest.approx(150.0), pytest.approx(150.0)],
    ]


def test_without_a_step_length_of_the_device_it_is_speed_over_cadence() -> None:
    """As physiology says it: 4.5 m/s at 180 spm are steps of 150 cm."""
    works = [changed(WORK, given=(("step_length_cm", None), ("cadence_spm", 180.0)))] * 2
    figures = interval_figures(make_figures((WARMUP_HARD, *works, COOLDOWN_HARD)), make_athlete())
    assert figures is not None
    assert figures.step_length_decline_pct == pytest.approx(0.0)


def test_what_was_not_measured_stays_unknown() -> None:
    figures = interval_figures(with_work("heart_rate_end_bpm", None, None), make_athlete())
    assert figures is not None
    assert figures.heart_rate_retention_pct is None
    assert figures.retention_class is None
    assert figures.power_decline_pct is None
    assert figures.step_length_decline_class is None
    assert figures.reps[0].heart_rate_of_max_pct is None
    assert figures.reps[0].speed_of_threshold_frac is None


def shown(metric: MetricName, *deltas_frac: float, **given: Any) -> tuple[SegmentFigures, ...]:
    """Repetitions at varying speeds whose metric lies that far from the runner's own line."""
    parts = []
    for place, delta_frac in enumerate(deltas_frac):
        speed_mps = 4.0 + 0.3 * (place % 2)
        usual = expect_at(make_baseline(metric), speed_mps).value
        column = METRICS[metric].series_column
        work = changed(WORK, speed_mps=speed_mps, given=((column, usual * (1.0 + delta_frac)),))
        parts += [work, RECOVERY]
    return make_figures(tuple(parts))


@pytest.mark.parametrize(
    ("metric", "deltas_frac", "code"),
    [
        ("gct", (0.0, 0.02, 0.04, 0.06, 0.08), "declining"),
        ("gct", (0.0, -0.02, -0.04, -0.06, -0.08), "improving"),
        ("gct", (0.0, 0.002, 0.004, 0.006, 0.008), "stable"),
        ("gct", (0.05, 0.05, 0.05, 0.05, 0.05), "stable"),
        ("vr", (0.0, 0.03, 0.06, 0.09, 0.12), "declining"),
    ],
)
def test_form_declines_only_beyond_noise_and_beyond_one_percent(
    metric: MetricName, deltas_frac: tuple[float, ...], code: str
) -> None:
    """A run that is off as a whole is stable: the effect of the day cancels."""
    form = form_across_reps(shown(metric, *deltas_frac), {metric: make_baseline(metric)})
    (across,) = form.metrics
    assert form.code == across.code == code
    assert [delta.delta_frac for delta in across.deltas] == pytest.approx(deltas_frac)
    assert across.change_frac == pytest.approx(deltas_frac[-1] - deltas_frac[0])


def test_cadence_has_no_better_side() -> None:
    figures = shown("cadence", 0.0, -0.02, -0.04, -0.06, -0.08)
    form = form_across_reps(figures, {"cadence": make_baseline("cadence")})
    assert form.metrics[0].code == "changing"
    assert form.code == "cannot_tell"


STEADY = (0.0, 0.002, 0.004, 0.006, 0.008)


def of_both(
    metric: MetricName, own: tuple[float, ...], other: MetricName, others: tuple[float, ...]
) -> tuple[SegmentFigures, ...]:
    """Repetitions that carry two metrics."""
    column = METRICS[other].series_column
    pairs = zip(shown(metric, *own), shown(other, *others), strict=True)
    return tuple(replace(one, **{column: getattr(two, column)}) for one, two in pairs)


@pytest.mark.parametrize(
    ("others", "own", "overall"),
    [
        (STEADY, "stable", "stable"),
        ((0.0, -0.03, -0.06, -0.09, -0.12), "changing", "changing"),
        ((0.05, -0.09, 0.02, -0.14, -0.04), "cannot_tell", "stable"),
    ],
)
def test_form_has_not_held_where_a_metric_without_a_better_side_surely_changed(
    others: tuple[float, ...], own: str, overall: str
) -> None:
    figures = of_both("gct", STEADY, "cadence", others)
    form = form_across_reps(
        figures, {"gct": make_baseline("gct"), "cadence": make_baseline("cadence")}
    )
    assert {metric.metric: metric.code for metric in form.metrics} == {
        "gct": "stable",
        "cadence": own,
    }
    assert form.code == overall


def test_what_moved_far_has_not_held_though_it_is_not_sure_that_it_changed() -> None:
    form = form_across_reps(shown("vo", 0.0, 0.14, -0.02, 0.15), {"vo": make_baseline("vo")})
    (across,) = form.metrics
    assert across.change_frac is not None and across.change_frac > 0.07
    assert across.change_low_frac is not None and across.change_low_frac < 0.0
    assert form.code == across.code == "cannot_tell"


def test_two_repetitions_tell_no_trend_and_what_was_not_measured_is_absent() -> None:
    form = form_across_reps(shown("gct", 0.0, 0.1), make_baselines())
    assert [metric.metric for metric in form.metrics] == ["gct"]
    assert form.code == form.metrics[0].code == "cannot_tell"
    assert form.metrics[0].change_frac is None
    assert form_across_reps(shown("gct", 0.0, 0.1), {}).metrics == ()


def test_steady_repetitions_are_seldom_called_declining_and_a_real_decline_is_found() -> None:
    """Splits vary by their usual 1.6, 2.9 and 3.3 %; six repetitions, all three metrics."""
    rng = np.random.default_rng(20261121)
    baselines = make_baselines()
    scored: tuple[MetricName, ...] = ("gct", "vo", "vr")
    called = {0.0: 0, 0.12: 0}
    for drift_frac in called:
        for _ in range(300):
            figures = None
            codes = set()
            for metric in scored:
                noise = baselines[metric].split_sd_frac * rng.standard_normal(6)
                trend = np.linspace(0.0, drift_frac, 6)
                figures = shown(metric, *(trend + noise).tolist())
                codes.add(form_across_reps(figures, {metric: baselines[metric]}).code)
            called[drift_frac] += "declining" in codes
    assert called[0.0] <= 0.05 * 300
    assert called[0.12] >= 0.95 * 300
