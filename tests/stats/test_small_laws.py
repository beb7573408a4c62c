"""Fences, recency, shrinkage, conformal ranks, components, quantiles: each by its law."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hakaru.stats.robust import (
    Belief,
    Components,
    effective_count,
    estimate_components,
    iqr_fence,
    normal_half_width,
    recency_weights,
    shrink,
    student_half_width,
    weighted_conformal_quantile,
)
from tests.running.formulas import conformal_rank

positive = st.floats(0.01, 100)


@given(arrays(np.float64, st.integers(1, 50), elements=st.floats(-1e3, 1e3)))
def test_a_fence_keeps_the_middle_half(values: np.ndarray) -> None:
    fence = iqr_fence(values)
    kept = fence.keeps(values)
    assert kept[(values >= fence.q1) & (values <= fence.q3)].all()
    assert not fence.keeps(np.array([np.nan]))[0]


def test_the_quartiles_of_nothing_are_an_error() -> None:
    with pytest.raises(ValueError, match="undefined"):
        iqr_fence(np.empty(0))


@given(st.floats(0, 1000), positive)
def test_weight_halves_with_each_half_life(age_days: float, half_life_days: float) -> None:
    first, second = recency_weights(np.array([age_days, age_days + half_life_days]), half_life_days)
    assert second == pytest.approx(first / 2)


def test_an_endless_half_life_forgets_nothing_and_a_negative_one_is_an_error() -> None:
    assert (recency_weights(np.array([0.0, 1e5]), math.inf) == 1).all()
    with pytest.raises(ValueError, match="half-life"):
        recency_weights(np.zeros(1), 0.0)


@given(arrays(np.float64, st.integers(1, 30), elements=st.floats(0.01, 1)))
def test_the_effective_count_lies_between_one_and_the_count(weight: np.ndarray) -> None:
    assert 1 - 1e-9 <= effective_count(weight) <= weight.size + 1e-9
    assert effective_count(np.zeros(3)) == 0.0


@given(st.floats(-5, 5), positive, st.floats(-5, 5), positive)
def test_shrinkage_lands_between_estimate_and_prior_and_is_surer(
    estimate: float, se: float, prior_mean: float, prior_sd: float
) -> None:
    shrunk = shrink(estimate, se, prior_mean=prior_mean, prior_sd=prior_sd)
    low, high = sorted((estimate, prior_mean))
    assert low - 1e-9 <= shrunk.value <= high + 1e-9
    assert shrunk.sd <= min(se, prior_sd)
    assert 0 <= shrunk.prior_share <= 1


def test_an_estimate_of_no_weight_leaves_the_prior_and_no_error_is_no_error() -> None:
    assert shrink(9.0, math.inf, prior_mean=1.0, prior_sd=0.5).value == 1.0
    with pytest.raises(ValueError, match="standard errors"):
        shrink(9.0, 0.0, prior_mean=1.0, prior_sd=0.5)


@given(st.integers(1, 200), st.sampled_from([0.5, 0.2, 0.1]))
def test_weights_of_one_give_at_most_the_unweighted_quantile(n: int, alpha: float) -> None:
    residual = np.random.default_rng(n).exponential(size=n)
    weighted = weighted_conformal_quantile(residual, np.ones(n), alpha=alpha)
    rank = conformal_rank(n, alpha)
    assert math.isinf(weighted) == (rank > n)
    if rank <= n:
        below = np.sort(residual)[rank - 2] if rank > 1 else 0.0
        assert below <= weighted <= np.sort(residual)[rank - 1] + 1e-12


def test_weighted_intervals_hold_neither_more_nor_less_than_they_promise() -> None:
    rng = np.random.default_rng(12)
    weight = np.exp2(-np.arange(24) / 12.0)
    weight *= weight.sum() / (weight @ weight)
    hits = [
        abs(draw[0]) <= weighted_conformal_quantile(np.abs(draw[1:]), weight, alpha=0.1)
        for draw in rng.standard_t(4, (4000, 25))
    ]
    assert 0.88 <= np.mean(hits) <= 0.925


def test_no_residual_bounds_nothing() -> None:
    assert math.isinf(weighted_conformal_quantile(np.empty(0), np.empty(0), alpha=0.5))


def split_residuals(seed: int, between: float, within: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    run_index = np.repeat(np.arange(300), 8)
    return rng.normal(0, between, 300)[run_index] + rng.normal(0, within, 2400), run_index


NOTHING = Belief(
    expected=Components(between_sd=1.0, within_sd=1.0), pseudo_runs=0.0, pseudo_splits=0.0
)


def test_components_are_recovered_from_many_runs() -> None:
    residual, run_index = split_residuals(5, 8.0, 4.0)
    components = estimate_components(
        residual, run_index, weight=np.ones(2400), run_weight=np.ones(300), belief=NOTHING
    )
    assert components.between_sd == pytest.approx(8.0, rel=0.08)
    assert components.within_sd == pytest.approx(4.0, rel=0.04)


def test_a_belief_decides_where_one_run_shows_nothing_about_runs() -> None:
    belief = Belief(
        expected=Components(between_sd=0.02, within_sd=0.01), pseudo_runs=6.0, pseudo_splits=20.0
    )
    components = estimate_components(
        np.zeros(1), np.zeros(1, np.intp), weight=np.ones(1), run_weight=np.ones(1), belief=belief
    )
    assert components.within_sd == pytest.approx(0.01)
    assert 0.015 < components.between_sd <= 0.02


def test_without_belief_and_pairs_the_expected_split_noise_stands() -> None:
    components = estimate_components(
        np.array([1.0, -1.0]),
        np.arange(2),
        weight=np.ones(2),
        run_weight=np.ones(2),
        belief=NOTHING,
    )
    assert components.within_sd == 1.0


def test_left_out_runs_leave_no_trace() -> None:
    residual, run_index = split_residuals(6, 8.0, 4.0)
    spoiled = np.where(run_index < 20, 1e4, residual)
    weight = np.where(run_index < 20, 0.0, 1.0)
    components = estimate_components(
        spoiled, run_index, weight=weight, run_weight=np.ones(300), belief=NOTHING
    )
    assert components.between_sd == pytest.approx(8.0, rel=0.1)


@pytest.mark.parametrize(
    ("coverage", "degrees", "quantile"),
    [(0.9, 4, 2.131847), (0.9, 10, 1.812461), (0.8, 6, 1.439756), (0.5, 5, 0.726687)],
)
def test_student_quantiles_match_tables(coverage: float, degrees: float, quantile: float) -> None:
    assert student_half_width(coverage, degrees) == pytest.approx(quantile, rel=0.01)


def test_endless_degrees_are_a_bell_curve_and_few_are_wider() -> None:
    assert student_half_width(0.9, math.inf) == normal_half_width(0.9)
    assert student_half_width(0.9, 1.0) == student_half_width(0.9, 3.0) > 2.2
