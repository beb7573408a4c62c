import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.compat import (
    compute_star_rating,
    score_gct_observation,
    score_vo_observation,
    score_vr_observation,
)
from hakaru.running.arithmetic import (
    decline_class,
    decline_pct,
    power_cost,
    variation_frac,
    weighted_mean,
)
from hakaru.running.metrics import ScoreGroup
from hakaru.running.verdict import (
    PENALTY_MAX,
    RANK_PCT_MAX,
    RANK_PCT_MIN,
    grade,
    overall_score,
    rank_pct,
    standard_deviations,
    stars,
)

_Z = st.floats(-12.0, 12.0)


def test_within_five_percent_nothing_is_lost() -> None:
    assert score_gct_observation(250.0, 262.0) == (0.0, 100.0, "★★★★★", False)


def test_symmetric_costs_on_both_sides_and_ends_at_twenty() -> None:
    assert score_vo_observation(11.0, 10.0).penalty == pytest.approx(10.0)
    assert score_vo_observation(9.0, 10.0).penalty == pytest.approx(10.0)
    assert score_vr_observation(20.0, 10.0).penalty == 20.0


def test_ten_points_are_lost_exactly_at_the_edge_of_the_interval() -> None:
    edge = standard_deviations(0.04, half_width_90_frac=0.04)
    at_the_edge = grade(edge, unfavourable=1)
    assert at_the_edge.penalty == pytest.approx(10.0)
    assert not at_the_edge.needs_improvement
    assert grade(edge * 1.001, unfavourable=1).needs_improvement


def test_a_deviation_of_a_large_part_of_the_interval_costs_nothing_and_the_loss_ends_at_sixty() -> (
    None
):
    assert grade(0.645, unfavourable=1) == (0.0, 100.0, 5, False)
    assert grade(1.145, unfavourable=1).penalty == pytest.approx(5.0)
    assert grade(99.0, unfavourable=1).penalty == PENALTY_MAX == 60.0


def test_an_imbalance_costs_but_never_makes_a_metric_need_improvement() -> None:
    uneven = grade(1.5, unfavourable=1, extra=10.0)
    assert uneven.penalty == pytest.approx(18.55)
    assert not uneven.needs_improvement


def test_the_whole_is_the_lower_of_contact_and_bounce() -> None:
    contact: tuple[ScoreGroup, ...] = ("contact",)
    bounce: tuple[ScoreGroup, ...] = ("bounce",)
    assert overall_score([(contact, 80.0), (bounce, 100.0), (bounce, 90.0)]) == 80.0
    assert overall_score([(contact, 99.0), (bounce, 100.0), (bounce, 60.0)]) == 80.0
    assert overall_score([(bounce, 100.0), (bounce, 60.0)]) == 80.0
    assert overall_score([]) is None


@pytest.mark.parametrize(
    ("score", "rating"),
    [
        (100.0, "★★★★★"),
        (95.0, "★★★★★"),
        (95.0 - 1e-12, "★★★★★"),
        (94.9, "★★★★☆"),
        (85.0, "★★★★☆"),
        (75.0, "★★★☆☆"),
        (65.0, "★★☆☆☆"),
        (64.9, "★☆☆☆☆"),
        (0.0, "★☆☆☆☆"),
    ],
)
def test_stars_change_at_their_boundaries(score: float, rating: str) -> None:
    assert compute_star_rating(score) == rating
    assert stars(score) == rating.count("★")


def test_an_imbalance_of_exactly_six_percent_costs_nothing() -> None:
    assert score_gct_observation(250.0, 250.0, 0.06).penalty == 0.0
    assert score_gct_observation(250.0, 250.0, abs(2 * 53.0 - 100) / 100).penalty == 0.0
    assert score_gct_observation(250.0, 250.0, 0.0601).penalty == 10.0


def test_ten_points_are_no_need_for_improvement_and_more_are() -> None:
    assert not score_gct_observation(275.0, 250.0).needs_improvement
    assert score_gct_observation(275.1, 250.0).needs_improvement


def test_a_score_never_falls_below_zero() -> None:
    lost = grade(9.0, unfavourable=1, extra=90.0)
    assert lost.score == 0.0


def test_an_expected_value_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="expected value is > 0"):
        score_gct_observation(250.0, 0.0)


@given(one=_Z, other=_Z)
def test_a_larger_unfavourable_deviation_never_costs_less(one: float, other: float) -> None:
    low, high = (grade(z, unfavourable=1) for z in sorted((one, other)))
    assert low.penalty <= high.penalty
    assert low.score >= high.score
    assert low.stars >= high.stars
    assert low.needs_improvement <= high.needs_improvement


@given(z=st.floats(-30.0, 0.0), extra=st.sampled_from([0.0, 10.0]))
def test_a_favourable_deviation_never_costs(z: float, extra: float) -> None:
    assert grade(z, unfavourable=1, extra=extra).penalty == extra
    assert grade(-z, unfavourable=-1, extra=extra).penalty == extra


@given(z=_Z)
def test_a_metric_that_is_only_described_loses_nothing(z: float) -> None:
    assert grade(z, unfavourable=0).penalty == 0.0


@given(near=st.floats(0.0, 0.5), far=st.floats(0.0, 0.5))
def test_the_symmetric_rubric_costs_both_sides_alike(near: float, far: float) -> None:
    near, far = sorted((near, far))
    costs = [score_vo_observation(10.0 * (1.0 + delta), 10.0).penalty for delta in (near, far)]
    assert costs[0] <= costs[1] + 1e-9
    below = score_vo_observation(10.0 * (1.0 - far), 10.0).penalty
    assert below == pytest.approx(costs[1], abs=1e-6)


_EARLIER = st.lists(_Z, min_size=5, max_size=40)


@given(one=_Z, other=_Z, earlier=_EARLIER)
def test_a_rank_rises_with_the_deviation_and_never_claims_all_or_none(
    one: float, other: float, earlier: list[float]
) -> None:
    low, high = (rank_pct(z, earlier) for z in sorted((one, other)))
    assert low is not None and high is not None
    assert RANK_PCT_MIN <= low <= high + 1e-9 <= RANK_PCT_MAX + 1e-9
    assert (RANK_PCT_MIN, RANK_PCT_MAX) == (1.0, 99.0)


def test_a_rank_counts_the_runs_below_and_half_of_the_ties() -> None:
    many = [-1.0] * 500 + [0.0] * 1000 + [1.0] * 500
    assert rank_pct(0.0, many) == pytest.approx(50.0)
    assert rank_pct(0.5, many) == pytest.approx(75.0, abs=0.2)


def test_too_few_runs_say_nothing_about_how_often() -> None:
    assert rank_pct(2.0, [0.0] * 4) is None
    assert rank_pct(2.0, [0.0, float("nan"), 0.0, 0.0, 0.0]) is None
    assert rank_pct(2.0, [0.0] * 5) is not None


def test_step_length_decline_has_three_classes() -> None:
    assert [decline_class(pct) for pct in (1.9, 2.0, 5.0, 5.1)] == [
        "excellent", "acceptable", "acceptable", "needs_improvement",
    ]  # fmt: skip


@pytest.mark.parametrize(("first_m", "last_m"), [(1.2, 1.14), (1.6, 1.52), (1.25, 1.225)])
def test_two_and_five_percent_of_a_step_are_not_moved_by_rounding(
    first_m: float, last_m: float
) -> None:
    assert decline_class(decline_pct(first_m, last_m)) == "acceptable"


def test_power_without_mass_is_energy_per_distance_only() -> None:
    cost = power_cost(230.0, 300.0)
    assert (cost.energy_j_per_km, cost.energy_j_per_kg_m) == (69000.0, None)


@given(st.lists(st.floats(2.0, 5.0), min_size=2, max_size=9))
def test_a_weighted_mean_does_not_depend_on_the_order(values: list[float]) -> None:
    weights = [value * 100.0 for value in values]
    assert weighted_mean(values, weights) == weighted_mean(values[::-1], weights[::-1])
    assert variation_frac(values, ddof=0) <= variation_frac(values)
