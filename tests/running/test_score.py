import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.arithmetic import (
    decline_class,
    decline_pct,
    power_cost,
    variation_frac,
    weighted_mean,
)
from hakaru.running.score import (
    compute_star_rating,
    grade,
    score_gct_observation,
    score_vo_observation,
    score_vr_observation,
    stars,
)

_DELTAS = st.floats(-0.5, 0.5)


def test_within_five_percent_nothing_is_lost() -> None:
    assert score_gct_observation(250.0, 262.0) == (0.0, 100.0, "★★★★★", False)


def test_symmetric_costs_on_both_sides_and_ends_at_twenty() -> None:
    assert score_vo_observation(11.0, 10.0).penalty == pytest.approx(10.0)
    assert score_vo_observation(9.0, 10.0).penalty == pytest.approx(10.0)
    assert score_vr_observation(20.0, 10.0).penalty == 20.0


def test_personal_costs_only_on_the_unfavourable_side_and_ends_at_forty() -> None:
    assert score_gct_observation(200.0, 250.0, rubric="personal").penalty == 0.0
    assert score_gct_observation(275.0, 250.0, rubric="personal").penalty == pytest.approx(10.0)
    assert score_vo_observation(20.0, 10.0, rubric="personal").penalty == 40.0
    wide = score_vr_observation(11.0, 10.0, rubric="personal", tolerance_frac=0.12)
    assert wide.penalty == 0.0


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
    lost = grade(9.0, rubric="personal", unfavourable=1, extra=90.0)
    assert lost.score == 0.0


def test_an_expected_value_of_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="expected value is > 0"):
        score_gct_observation(250.0, 0.0)


@given(one=_DELTAS, other=_DELTAS, tolerance_frac=st.floats(0.0, 0.2))
def test_a_larger_unfavourable_deviation_never_costs_less(
    one: float, other: float, tolerance_frac: float
) -> None:
    low, high = sorted((one, other))
    costs = [
        grade(delta, rubric="personal", tolerance_frac=tolerance_frac, unfavourable=1).penalty
        for delta in (low, high)
    ]
    assert costs[0] <= costs[1]
    near, far = sorted((one, other), key=abs)
    both = [
        grade(delta, rubric="symmetric", tolerance_frac=tolerance_frac, unfavourable=1).penalty
        for delta in (near, far)
    ]
    assert both[0] <= both[1]


@given(delta=st.floats(-0.9, 0.0), extra=st.sampled_from([0.0, 10.0]))
def test_the_favourable_side_never_costs_on_the_personal_rubric(delta: float, extra: float) -> None:
    assert grade(delta, rubric="personal", unfavourable=1, extra=extra).penalty == extra


@given(delta=_DELTAS)
def test_a_metric_that_is_only_described_loses_nothing(delta: float) -> None:
    assert grade(delta, rubric="personal", unfavourable=0).penalty == 0.0


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
