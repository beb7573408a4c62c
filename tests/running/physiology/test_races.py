"""A race prediction is as sure as its efforts, its models and its distance allow."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.athlete.efforts import Effort
from hakaru.running.physiology import oxygen as daniels
from hakaru.running.physiology.races import (
    Performance,
    performances,
    predict_races,
    riegel_time_s,
)
from tests.running.factories import DAY


def make_effort(duration_s: float, speed_mps: float | None) -> Effort:
    return Effort(
        duration_s=duration_s,
        speed_mps=speed_mps,
        speed_heart_rate_bpm=None,
        heart_rate_bpm=None,
        power_w=None,
    )


def race(distance_m: float, time_s: float) -> Performance:
    return Performance(distance_m=distance_m, time_s=time_s, on=DAY)


@given(st.floats(30.0, 75.0), st.floats(3000.0, 21000.0))
def test_the_race_that_was_run_is_predicted(grade: float, distance_m: float) -> None:
    time_s = daniels.race_time_s(grade, distance_m)
    (races,) = predict_races([race(distance_m, time_s)], distances_m=[distance_m])
    assert races.time_s == pytest.approx(time_s, rel=1e-6)
    assert races.low_s < races.time_s < races.high_s
    assert races.reach == "inside"


def test_the_interval_widens_with_the_distance_from_what_was_run() -> None:
    """Resolutions row 77: a prediction comes with its interval."""
    rows = predict_races([race(5000.0, 1200.0)])
    widths = [(row.high_s - row.low_s) / row.time_s for row in rows]
    assert widths == sorted(widths)
    assert widths[-1] > 1.5 * widths[0]
    assert rows[-1].reach == "beyond"
    assert all(row.low_s <= min(row.vdot_time_s, row.riegel_time_s) for row in rows)
    assert all(row.high_s >= max(row.vdot_time_s, row.riegel_time_s) for row in rows)


def test_an_easy_effort_beside_a_hard_one_changes_nothing() -> None:
    hard, easy = race(5000.0, 1200.0), race(5000.0, 1800.0)
    assert predict_races([hard, easy]) == predict_races([hard])


def test_only_recent_efforts_of_five_minutes_and_longer_count() -> None:
    found = performances(
        [
            (DAY, (make_effort(60.0, 6.0), make_effort(1200.0, 4.0), make_effort(1800.0, None))),
            (DAY - timedelta(days=200), (make_effort(1200.0, 5.0),)),
            (DAY + timedelta(days=1), (make_effort(1200.0, 5.0),)),
        ],
        day=DAY,
    )
    assert found == (Performance(distance_m=4800.0, time_s=1200.0, on=DAY),)


def test_nothing_plausible_predicts_nothing() -> None:
    assert predict_races([]) == ()
    assert predict_races([race(10000.0, 600.0)]) == ()


def test_riegel_of_the_same_distance_is_the_time_itself() -> None:
    assert riegel_time_s(2400.0, 10000.0, to_distance_m=10000.0) == 2400.0
