"""Similar sessions and how unusual a figure is among them (resolutions rows 24, 26, 27)."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import BadArgument
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.running.similar import FAMILIES, TOLERANCES, Tolerance, find_similar
from hakaru.running.similar_comparison import (
    COMPARED,
    FIGURES,
    FigureComparison,
    SideFigures,
    compare_figures,
    judge_unusual,
    rank_share,
)
from hakaru.stats.robust import student_half_width
from tests.running.summaries import make_interval, make_summary, make_tempo


def found_ids(this: SessionSummary, *others: SessionSummary, **given: Any) -> list[int]:
    return [workout.summary.activity_id for workout in find_similar(this, others, **given).workouts]


def at_pace(pace_s_per_km: float) -> float:
    return 1000.0 / pace_s_per_km


@pytest.mark.parametrize("seconds", [15.0 / 60.0, 0.999, 0.05, 0.0, -3.0, float("nan"), 1e6])
def test_a_pace_tolerance_that_is_no_number_of_seconds_is_refused(seconds: float) -> None:
    """Row 26: seconds divided by sixty are not accepted silently."""
    with pytest.raises(BadArgument, match="pace_tolerance_s_per_km"):
        Tolerance(pace_tolerance_s_per_km=seconds, distance_frac=0.1, terrain="recommended")


def test_a_distance_tolerance_in_percent_is_refused() -> None:
    with pytest.raises(BadArgument, match="distance_frac"):
        Tolerance(pace_tolerance_s_per_km=10.0, distance_frac=10.0, terrain="recommended")


def test_the_pace_tolerance_is_in_seconds_per_kilometre() -> None:
    """Row 26: base runs within 10 s/km, both ends included."""
    this = make_summary(1, target_speed_mps=at_pace(360.0))
    others = [
        make_summary(i, days=-i, target_speed_mps=at_pace(pace))
        for i, pace in enumerate([349.0, 350.0, 360.0, 370.0, 371.0], start=2)
    ]
    assert sorted(found_ids(this, *others)) == [3, 4, 5]


def test_distance_is_a_share_of_this_run() -> None:
    this = make_summary(1, distance_m=10000.0)
    others = [
        make_summary(i, distance_m=metres)
        for i, metres in enumerate([8900.0, 9000.0, 11000.0, 11100.0], start=2)
    ]
    assert sorted(found_ids(this, *others)) == [3, 4]


@pytest.mark.parametrize(
    ("make", "training_type", "pace_s", "distance_frac", "needs_terrain"),
    [
        (make_summary, "recovery", 15.0, 0.15, False),
        (make_summary, "low_moderate", 10.0, 0.10, False),
        (make_summary, "aerobic_base", 10.0, 0.10, False),
        (make_summary, "long_run", 10.0, 0.10, False),
        (make_tempo, "tempo_threshold", 5.0, 0.10, True),
        (make_interval, "interval", 3.0, None, True),
        (make_interval, "sprint", 3.0, None, True),
        (make_summary, "unknown", 10.0, 0.10, False),
    ],
)
def test_each_kind_of_training_has_the_tolerances_of_the_table(
    make: Callable[..., SessionSummary],
    training_type: TrainingType,
    pace_s: float,
    distance_frac: float | None,
    needs_terrain: bool,
) -> None:
    """T 132-137 with rows 26 and 27: just inside is found, just outside is not."""

    def one(activity_id: int, **given: Any) -> SessionSummary:
        return make(activity_id, **{"training_type": training_type, **given})

    def is_found(**given: Any) -> bool:
        return found_ids(one(1, target_speed_mps=at_pace(300.0)), one(2, **given)) == [2]

    for sign in (-1.0, 1.0):
        inside, outside = (300.0 + sign * (pace_s + more_s) for more_s in (-0.1, 0.1))
        assert is_found(target_speed_mps=at_pace(inside))
        assert not is_found(target_speed_mps=at_pace(outside))
    same = {"target_speed_mps": at_pace(300.0)}
    length_m = one(1).target_distance_m if training_type == "tempo_threshold" else 10000.0
    assert length_m is not None
    for frac in (0.099, 0.101, 0.149, 0.151):
        length = length_m * (1.0 - frac)
        found = is_found(distance_m=length, target_distance_m=length, **same)
        assert found is (distance_frac is None or frac < distance_frac)
    assert is_found(terrain="hilly", **same) is not needs_terrain


def test_required_terrain_filters_and_recommended_terrain_only_ranks() -> None:
    """Row 27."""
    base = find_similar(
        make_summary(1), [make_summary(2, terrain="hilly"), make_summary(3, days=-9)]
    )
    assert [workout.summary.activity_id for workout in base.workouts] == [3, 2]
    assert "terrain" not in base.workouts[1].matched
    assert found_ids(make_tempo(1), make_tempo(2, terrain="rolling"), make_tempo(3)) == [3]


def test_indoors_is_compared_with_indoors_only() -> None:
    others = [
        make_summary(2, terrain="flat"),
        make_summary(3, terrain="indoor"),
        make_summary(4, terrain="unknown"),
    ]
    inside = find_similar(make_summary(1, terrain="indoor"), others)
    assert [workout.summary.activity_id for workout in inside.workouts] == [3]
    assert inside.workouts[0].similarity_frac == 1.0
    assert "terrain" not in inside.unchecked
    assert found_ids(make_summary(1, terrain="indoor"), others[0], others[2]) == []
    assert sorted(found_ids(make_summary(1, terrain="flat"), *others)) == [2, 4]
    assert sorted(found_ids(make_summary(1, terrain="unknown"), *others)) == [2, 4]
    alone = find_similar(make_summary(1, terrain="indoor"), others[:1])
    assert alone.emptied_by == "terrain"


def test_a_few_minutes_of_running_are_like_nothing() -> None:
    short = {"running_s": 57.0, "elapsed_s": 60.0}
    whole = make_summary(2, running_s=3300.0)
    assert found_ids(make_summary(1), whole, make_summary(3, **short)) == [2]
    assert find_similar(make_summary(1, **short), [whole]).n_searched == 0


def test_repetitions_rank_intervals_and_do_not_filter_them() -> None:
    """Row 27: number and length of repetitions are ranked terms, no five percent of distance."""
    this = make_interval(1)
    same = make_interval(2, days=-30)
    four = make_interval(3, days=-20, n_reps=4)
    short = make_interval(4, days=-10, n_reps=12, rep_distance_m=400.0, distance_m=15000.0)
    assert found_ids(this, short, four, same) == [2, 3, 4]


def test_repetitions_by_time_are_compared_by_time() -> None:
    this = make_interval(1, rep_distance_m=None)
    alike = find_similar(this, [make_interval(2, rep_s=255.0)]).workouts[0]
    assert "rep_time" in alike.matched
    assert all(term.name != "rep_distance" for term in alike.terms)


@pytest.mark.parametrize("other", ["low_moderate", "aerobic_base", "long_run"])
def test_long_runs_are_base_runs_of_another_length(other: TrainingType) -> None:
    """Row 76."""
    assert found_ids(make_summary(1), make_summary(2, training_type=other)) == [2]
    assert found_ids(make_summary(1), make_summary(2, training_type="recovery")) == []


@pytest.mark.parametrize(
    ("other", "emptied_by"),
    [
        (make_tempo(2, training_type="recovery"), "type"),
        (make_tempo(2, target_distance_m=9000.0), "distance"),
        (make_tempo(2, target_speed_mps=3.0), "pace"),
        (make_tempo(2, terrain="hilly"), "terrain"),
        (make_tempo(2, terrain="unknown"), "terrain"),
        (make_tempo(2, target_speed_mps=None), "pace"),
    ],
)
def test_the_condition_that_left_nothing_is_named(other: SessionSummary, emptied_by: str) -> None:
    result = find_similar(make_tempo(1), [other])
    assert result.workouts == ()
    assert result.emptied_by == emptied_by
    assert result.n_searched == 1
    assert find_similar(make_tempo(1), [make_tempo(1)]).emptied_by is None


def test_a_condition_that_cannot_be_checked_is_said_not_guessed() -> None:
    blind = make_tempo(1, terrain="unknown", target_distance_m=None)
    result = find_similar(blind, [make_tempo(2, terrain="hilly")])
    assert result.n_found == 1
    assert result.unchecked == ("distance", "terrain")


def test_the_limit_cuts_what_is_shown_and_not_what_is_counted() -> None:
    others = [make_summary(i, days=float(i)) for i in range(2, 32)]
    result = find_similar(make_summary(1), others, limit=10)
    assert (len(result.workouts), result.n_found) == (10, 30)
    assert [workout.summary.activity_id for workout in result.workouts[:2]] == [31, 30]
    assert len(find_similar(make_summary(1), others, limit=None).workouts) == 30


@given(st.floats(-10.0, 10.0), st.floats(-0.1, 0.1))
def test_similarity_is_one_for_equals_and_falls_with_every_difference(
    seconds: float, share: float
) -> None:
    this = make_summary(1, target_speed_mps=at_pace(360.0))
    near = make_summary(
        2,
        target_speed_mps=at_pace(360.0 + seconds / 2.0),
        distance_m=10000.0 * (1.0 + share / 2.0),
    )
    far = make_summary(
        3, target_speed_mps=at_pace(360.0 + seconds), distance_m=10000.0 * (1.0 + share)
    )
    scores = {
        one.summary.activity_id: one.similarity_frac
        for one in find_similar(
            this, [near, far, make_summary(4, target_speed_mps=1 / 0.36)]
        ).workouts
    }
    assert scores[4] == pytest.approx(1.0)
    assert 0.5 - 1e-9 <= scores.get(3, 0.5) <= scores[2] + 1e-9 <= 1.0 + 2e-9


def test_every_type_has_a_family_a_tolerance_and_figures() -> None:
    assert set(FAMILIES.values()) == set(TOLERANCES) == set(COMPARED)
    assert {name for names in COMPARED.values() for name in names} == set(FIGURES)


def figure(rows: tuple[FigureComparison, ...], name: str) -> FigureComparison:
    return next(row for row in rows if row.name == name)


def test_below_five_similar_sessions_nothing_is_said_of_a_difference() -> None:
    this = make_summary(1, target_heart_rate_bpm=170.0)
    rows = compare_figures(this, [make_summary(i) for i in range(2, 6)])
    heart_rate = figure(rows, "heart_rate_at_pace")
    assert (heart_rate.outcome, heart_rate.n) == ("too_few", 4)
    assert (heart_rate.delta, heart_rate.rank_share_frac) == (None, None)


def test_a_high_heart_rate_at_equal_pace_stands_out() -> None:
    others = [make_summary(i, target_heart_rate_bpm=138.0 + i % 5) for i in range(2, 14)]
    rows = compare_figures(make_summary(1, target_heart_rate_bpm=155.0), others)
    assert figure(rows, "heart_rate_at_pace").outcome == "unusual_high"
    usual = compare_figures(make_summary(1, target_heart_rate_bpm=141.0), others)
    assert figure(usual, "heart_rate_at_pace").outcome == "usual"


def test_heart_rates_are_compared_at_this_sessions_pace() -> None:
    slower = [
        make_summary(i, target_speed_mps=2.92, target_heart_rate_bpm=137.5) for i in range(2, 8)
    ]
    row = figure(compare_figures(make_summary(1), slower), "heart_rate_at_pace")
    assert row.level == pytest.approx(140.0, abs=0.1)


def test_pace_cannot_stand_out_among_runs_chosen_by_pace() -> None:
    rows = compare_figures(make_summary(1), [make_summary(i) for i in range(2, 60)])
    assert figure(rows, "pace").outcome == "by_selection"


def test_what_this_session_lacks_is_not_measured_whatever_the_others_have() -> None:
    others = [make_tempo(i) for i in range(2, 12)]
    row = figure(
        compare_figures(make_tempo(1, threshold_share_pct=None), others), "threshold_share"
    )
    assert (row.outcome, row.value, row.delta, row.level) == ("not_measured", None, None, 65.0)


def test_power_is_compared_on_one_device_and_at_equal_pace_only() -> None:
    """Row 24."""
    this = make_summary(1, target_power_w=240.0)
    others = [make_summary(i, target_power_w=250.0) for i in range(2, 8)]
    others.append(make_summary(8, target_power_w=400.0))
    others.append(make_summary(9, target_power_w=300.0, target_speed_mps=3.1))
    device = dict.fromkeys([1, 2, 3, 4, 5, 6, 7, 9], "pod a") | {8: "watch b"}
    row = figure(
        compare_figures(this, others, side=SideFigures(power_device=device)), "power_at_pace"
    )
    assert (row.n, row.level, row.delta) == (6, 250.0, -10.0)
    unknown = figure(compare_figures(this, others), "power_at_pace")
    assert (unknown.outcome, unknown.n) == ("not_measured", 0)


def test_form_scores_come_from_the_stored_verdicts() -> None:
    others = [make_summary(i) for i in range(2, 12)]
    side = SideFigures(form_score={1: 60.0} | {i: 95.0 + i % 3 for i in range(2, 12)})
    row = figure(compare_figures(make_summary(1), others, side=side), "form")
    assert (row.outcome, row.unit) == ("unusual_low", "score")


@pytest.mark.parametrize("n_others", [4, 8, 20, 38, 39, 100])
def test_a_usual_session_is_called_unusual_in_at_most_five_of_a_hundred(n_others: int) -> None:
    rng = np.random.default_rng(n_others)
    draws = rng.normal(140.0, 4.0, (2000, n_others + 1))
    alarms = sum(
        judge_unusual(row[0], row[1:].tolist(), slack=0.0) not in ("usual", "too_few")
        for row in draws
    )
    assert alarms / 2000 <= 0.062


@pytest.mark.parametrize("n_others", [6, 12, 39])
def test_a_session_four_spreads_off_is_found(n_others: int) -> None:
    rng = np.random.default_rng(n_others)
    others = rng.normal(140.0, 4.0, (500, n_others))
    found = sum(
        judge_unusual(160.0 + 4.0 * rng.normal(), row.tolist(), slack=1.0) == "unusual_high"
        for row in others
    )
    assert found / 500 >= 0.8


def test_a_difference_too_small_to_matter_is_usual_however_rare() -> None:
    assert judge_unusual(0.0215, [0.02] * 50, slack=0.002) == "usual"


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=60), st.floats(-1e3, 1e3))
def test_the_rank_share_is_a_share_and_smallest_at_the_ends(
    values: list[float], value: float
) -> None:
    share = rank_share(value, values)
    assert 0.0 < share <= 1.0
    assert rank_share(max(values) + 1.0, values) <= share + 1e-12


def test_the_quantile_of_students_t_is_within_a_percent_of_the_tables() -> None:
    for degrees, table in ((3, 3.182), (5, 2.571), (10, 2.228), (37, 2.026)):
        assert student_half_width(0.95, degrees) == pytest.approx(table, rel=0.01)


def test_recovery_runs_compare_the_share_of_zone_two() -> None:
    def easy(activity_id: int, zone2_s: float | None) -> SessionSummary:
        return make_summary(
            activity_id, training_type="recovery", zone1_s=600.0, zone2_s=zone2_s, zone3_s=None
        )

    rows = compare_figures(easy(1, 1800.0), [easy(2, 600.0), easy(3, 600.0), easy(4, None)])
    share = figure(rows, "zone2_share")
    assert (share.value, share.level, share.n) == (75.0, 50.0, 2)


def test_a_figure_within_the_spread_of_few_others_is_usual_even_at_their_edge() -> None:
    assert judge_unusual(152.0, [130.0, 140.0, 150.0, 145.0, 135.0], slack=1.0) == "usual"
