"""How ready for a race: what is looked at, what is missing, and whether there is time."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from hakaru.running.physiology.races import Performance, predict_races
from hakaru.running.readiness import (
    DatedRun,
    MissingCode,
    Readiness,
    assess,
    usual_long_m,
    usual_week_m,
)

DAY = date(2026, 3, 1)
(TEN_KM,) = predict_races(
    [Performance(distance_m=10000.0, time_s=2700.0, on=DAY)], distances_m=(10000.0,)
)


def weeks(per_week: list[float], n_weeks: int = 8) -> list[DatedRun]:
    """The same distances in km every week up to the day."""
    return [
        DatedRun(day=DAY - timedelta(days=7 * week + 2 * index), distance_m=1000.0 * km)
        for week in range(n_weeks)
        for index, km in enumerate(per_week)
    ]


def ask(
    runs: list[DatedRun], *, distance_m: float = 10000.0, days: int = 60, known: bool = True
) -> Readiness:
    return assess(
        runs,
        day=DAY,
        race_day=DAY + timedelta(days=days),
        distance_m=distance_m,
        prediction=TEN_KM if known else None,
        load=None,
    )


def codes(readiness: Readiness) -> set[MissingCode]:
    return {one.code for one in readiness.missing}


def test_a_runner_with_the_usual_amounts_misses_nothing() -> None:
    found = ask(weeks([12.0, 8.0, 8.0]))
    assert (found.state, found.missing, found.days_left) == ("ready", (), 60)
    assert found.volume.week_m == pytest.approx(28000.0)
    assert found.volume.longest_m == 12000.0


def test_a_marathon_asks_for_more_than_ten_kilometres() -> None:
    found = ask(weeks([12.0, 8.0, 8.0]), distance_m=42195.0)
    assert codes(found) == {"volume", "longest_run"}
    assert usual_week_m(42195.0) > usual_week_m(21097.5) > usual_week_m(5000.0)
    assert usual_long_m(42195.0) == pytest.approx(30000.0)


def test_a_gap_says_how_many_weeks_it_takes_and_whether_they_are_there() -> None:
    runs = weeks([22.0, 8.0, 8.0])
    far, near = ask(runs, distance_m=42195.0, days=90), ask(runs, distance_m=42195.0, days=14)
    (longest,) = (one for one in far.missing if one.code == "longest_run")
    assert (longest.value, longest.usual_value, longest.weeks) == (
        22000.0,
        30000.0,
        4,
    )
    assert (far.state, near.state) == ("in_time", "short_of_time")


def test_a_recording_of_seconds_is_no_run_of_a_week_and_ends_no_pause() -> None:
    runs = weeks([12.0, 8.0, 8.0])
    junk = DatedRun(day=DAY, distance_m=5.0, is_fragment=True)
    assert ask([*runs, junk]).volume.runs_per_week == ask(runs).volume.runs_per_week
    assert ask([*runs, junk]).volume.days_since_run == ask(runs).volume.days_since_run


def test_one_long_run_is_not_three() -> None:
    runs = [*weeks([8.0, 8.0, 9.0, 10.0]), DatedRun(day=DAY, distance_m=18000.0)]
    assert codes(ask(runs, distance_m=21097.5)) == {"long_runs"}


def test_a_pause_and_few_runs_are_said() -> None:
    runs = [DatedRun(day=DAY - timedelta(days=20 + 7 * n), distance_m=12000.0) for n in range(5)]
    assert {"pause", "runs_a_week", "volume"} <= codes(ask(runs))


def test_without_runs_or_a_prediction_nothing_is_promised() -> None:
    assert ask([]).state == "unknown"
    assert "no_prediction" in codes(ask(weeks([12.0, 8.0, 8.0]), known=False))
    later = [DatedRun(day=DAY + timedelta(days=1), distance_m=12000.0)]
    assert codes(ask(later)) == {"no_runs"}
