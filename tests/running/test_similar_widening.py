"""Similar runs by structure first, widened by named steps until five are found (row 87)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.session.model import SessionSummary
from hakaru.running.similar import ENOUGH, STEPS, SimilarWorkouts, StepName, find_widening
from hakaru.running.similar_comparison import compare_figures
from tests.running.summaries import make_interval, make_summary, make_tempo


def steps(similar: SimilarWorkouts) -> list[StepName]:
    return [workout.step for workout in similar.workouts]


def test_five_exactly_alike_need_no_widening() -> None:
    others = [make_summary(i, days=-i) for i in range(2, 8)]
    similar = find_widening(make_summary(1), [*others, make_summary(9, distance_m=30000.0)])
    assert (similar.step, similar.n_found) == ("as_asked", 6)


@pytest.mark.parametrize(
    ("other", "step"),
    [
        ({"target_speed_mps": 3.4}, "any_pace"),
        ({"distance_m": 12000.0}, "wider"),
        ({"distance_m": 14500.0}, "much_wider"),
        ({"distance_m": 40000.0, "training_type": "long_run"}, "same_kind"),
        ({"training_type": "recovery"}, "near_kind"),
    ],
)
def test_each_step_lets_in_what_it_names(other: dict[str, object], step: StepName) -> None:
    others = [make_summary(i, days=-i, **other) for i in range(2, 4)]
    similar = find_widening(make_summary(1), others)
    assert similar.step == "near_kind"
    assert set(steps(similar)) == {step}


def test_what_is_of_another_kind_or_any_length_is_listed_and_not_like() -> None:
    this = make_summary(1)
    others = [
        make_summary(2, days=-2, target_speed_mps=3.4),
        make_summary(3, days=-3, distance_m=14500.0, target_speed_mps=3.4),
        make_summary(4, days=-4, distance_m=14500.0, target_speed_mps=3.4, terrain="hilly"),
        make_summary(5, days=-5, distance_m=40000.0, training_type="long_run"),
        make_summary(6, days=-6, training_type="recovery"),
    ]
    like = {w.summary.activity_id: w.is_like for w in find_widening(this, others).workouts}
    assert like == {2: True, 3: True, 5: False, 6: False}, "4 has nothing in common with it"


def test_a_pace_of_repetitions_is_not_compared_with_one_of_a_whole_run() -> None:
    tempos = [make_tempo(i, days=-i) for i in range(2, 12)]
    pace = next(row for row in compare_figures(make_interval(1), tempos) if row.name == "pace")
    assert (pace.outcome, pace.n, pace.level) == ("too_few", 0, None)


def test_repetitions_are_alike_by_number_and_length_before_pace() -> None:
    this = make_interval(1)
    same = make_interval(2, days=-2)
    slower = make_interval(3, days=-3, target_speed_mps=3.7)
    hills = make_interval(4, days=-4, target_speed_mps=3.7, terrain="hilly")
    eight = make_interval(5, days=-5, n_reps=6, rep_distance_m=800.0, rep_s=210.0)
    short = make_interval(6, days=-6, n_reps=10, rep_distance_m=400.0, rep_s=90.0)
    tempo = make_tempo(7, days=-7)
    similar = find_widening(this, [tempo, short, eight, hills, slower, same])
    named = {workout.summary.activity_id: workout.step for workout in similar.workouts}
    assert named == {
        2: "as_asked", 3: "any_pace", 4: "any_terrain", 5: "wider", 6: "much_wider",
    }  # fmt: skip
    assert similar.step == "much_wider"
    assert similar.workouts[0].summary.activity_id == 2


def test_paces_of_repetitions_of_other_lengths_are_not_compared() -> None:
    this = make_interval(1)
    others = [
        make_interval(i, days=-i, rep_distance_m=400.0, rep_s=90.0, target_speed_mps=5.0)
        for i in range(2, 8)
    ]
    rows = {
        comparison.name: comparison
        for comparison in compare_figures(this, others, selected_by=frozenset())
    }
    assert (rows["pace"].n, rows["pace"].outcome) == (0, "too_few")
    assert rows["heart_rate_retention"].outcome == "usual"


def test_a_belt_is_never_like_a_road() -> None:
    others = [make_summary(i, days=-i, terrain="indoor") for i in range(2, 9)]
    assert find_widening(make_summary(1), others).n_found == 0


@given(
    st.lists(
        st.builds(
            lambda i, metres, speed: make_summary(
                i, days=-i, distance_m=metres, target_speed_mps=speed
            ),
            st.integers(2, 400),
            st.floats(2000.0, 30000.0),
            st.floats(2.0, 5.0),
        ),
        max_size=25,
        unique_by=lambda one: one.activity_id,
    )
)
def test_it_widens_no_further_than_it_has_to(others: list[SessionSummary]) -> None:
    similar = find_widening(make_summary(1), others, limit=None)
    came = [STEPS.index(workout.step) for workout in similar.workouts]
    assert came == sorted(came)
    before_last = sum(place < STEPS.index(similar.step) for place in came)
    assert before_last < ENOUGH or similar.step == STEPS[0]
    if similar.n_found < ENOUGH:
        assert similar.step == STEPS[-1]
