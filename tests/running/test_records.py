"""Best times over distances: what the sweep finds, what counts, and what must never be a record."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.records import (
    RECORD_DISTANCES_M,
    EffortOfRun,
    Record,
    distance_efforts,
    fastest_over,
    records_by_year,
    records_of,
)
from hakaru.running.volume import RunFigures
from tests.running.factories import make_recording, make_series
from tests.shared import examples

DAY = date(2025, 5, 4)


def times_of(series: dict[str, Any], **given: Any) -> dict[float, float]:
    efforts = distance_efforts(make_recording(series, **given))
    return {one.distance_m: one.elapsed_s for one in efforts}


def run(activity_id: int = 1, day: date = DAY, **given: Any) -> RunFigures:
    return RunFigures(activity_id=activity_id, day=day, **given)


def effort(activity_id: int, distance_m: float, elapsed_s: float, day: date = DAY) -> EffortOfRun:
    return EffortOfRun(activity_id=activity_id, day=day, distance_m=distance_m, elapsed_s=elapsed_s)


def best(records: tuple[Record, ...], target: float) -> Record | None:
    return next(
        (record for record in records if record.kind == "distance" and record.over_m == target),
        None,
    )


def records(
    *runs: RunFigures, efforts: tuple[EffortOfRun, ...] = (), over: tuple[EffortOfRun, ...] = ()
) -> tuple[Record, ...]:
    return records_of(over_distance=efforts, over_duration=over, runs=runs)


@st.composite
def tracks(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray, float]:
    """Rising seconds, metres that never fall, and a distance of at most what was covered."""
    n = draw(st.integers(2, 30))
    steps_s = draw(st.lists(st.integers(1, 20), min_size=n, max_size=n))
    steps_m = draw(st.lists(st.integers(0, 60), min_size=n, max_size=n))
    elapsed_s = np.concatenate([[0.0], np.cumsum(steps_s)])
    covered_m = np.concatenate([[0.0], np.cumsum(steps_m)]).astype(float)
    share = draw(st.floats(0.01, 1.0))
    return elapsed_s, covered_m, share * float(covered_m[-1])


def time_to(elapsed_s: np.ndarray, covered_m: np.ndarray, start_s: float, far_m: float) -> float:
    """Walk from one moment on, sample by sample, until so much is covered; inf: never."""
    target_m = float(np.interp(start_s, elapsed_s, covered_m)) + far_m
    at_s, at_m = start_s, target_m - far_m
    for next_s, next_m in zip(elapsed_s, covered_m, strict=True):
        if next_s <= start_s:
            continue
        if next_m >= target_m - 1e-9:
            if next_m - at_m < 1e-12:
                return float(next_s) - start_s
            share = min(1.0, (target_m - at_m) / (next_m - at_m))
            return float(at_s + share * (next_s - at_s)) - start_s
        at_s, at_m = float(next_s), float(next_m)
    return float("inf")


@settings(max_examples=examples(200), deadline=None)
@given(track=tracks())
def test_the_sweep_finds_what_trying_every_start_finds(
    track: tuple[np.ndarray, np.ndarray, float],
) -> None:
    elapsed_s, covered_m, far_m = track
    if far_m <= 0.0:
        return
    found = fastest_over(elapsed_s, covered_m, distance_m=far_m)
    starts = np.unique(np.concatenate([elapsed_s, np.arange(0.0, elapsed_s[-1], 0.25)]))
    tried_s = min(time_to(elapsed_s, covered_m, float(start), far_m) for start in starts)
    assert found is not None
    assert found.elapsed_s <= tried_s + 1e-6
    # no better than possible: the stretch that it names really covers the distance
    ends_m = np.interp(
        [found.start_elapsed_s, found.start_elapsed_s + found.elapsed_s], elapsed_s, covered_m
    )
    assert ends_m[1] - ends_m[0] == pytest.approx(far_m, abs=1e-6)
    # and no stretch between the quarters of a second that were tried is shorter by more than one
    assert found.elapsed_s >= tried_s - 0.25 - 1e-6


@settings(max_examples=examples(100), deadline=None)
@given(track=tracks())
def test_a_longer_distance_never_takes_less_time(
    track: tuple[np.ndarray, np.ndarray, float],
) -> None:
    elapsed_s, covered_m, far_m = track
    if far_m <= 0.0:
        return
    shorter = fastest_over(elapsed_s, covered_m, distance_m=0.5 * far_m)
    longer = fastest_over(elapsed_s, covered_m, distance_m=far_m)
    assert shorter is not None
    assert longer is not None
    assert longer.elapsed_s >= shorter.elapsed_s - 1e-9


def test_a_steady_run_takes_what_its_speed_says() -> None:
    found = times_of(make_series(3601))
    assert list(found) == [one for one in RECORD_DISTANCES_M if one <= 10_000.0]
    assert found[1000.0] == pytest.approx(1000.0 / 3.0)
    assert found[10_000.0] == pytest.approx(10_000.0 / 3.0)


def test_the_fastest_kilometre_is_found_where_it_was_run() -> None:
    speed_mps = np.full(3601, 3.0)
    speed_mps[1200:1400] = 5.0
    efforts = distance_efforts(make_recording(make_series(3601, speed_mps=speed_mps)))
    kilometre = next(one for one in efforts if one.distance_m == 1000.0)
    assert kilometre.elapsed_s == pytest.approx(200.0, abs=1.0)
    assert kilometre.start_elapsed_s == pytest.approx(1199.0, abs=2.0)


def test_a_pause_counts_as_time() -> None:
    """Five minutes at a fountain inside the only ten kilometres."""
    series = make_series(3400)
    series["elapsed_s"] = np.where(
        np.arange(3400) < 1700, series["elapsed_s"], series["elapsed_s"] + 300.0
    )
    found = times_of(series, pauses=((1699.0, 1999.0),))
    assert found[10_000.0] == pytest.approx(10_000.0 / 3.0 + 300.0, abs=2.0)
    assert found[5000.0] == pytest.approx(5000.0 / 3.0, abs=2.0)


def test_a_jump_of_the_position_makes_no_record() -> None:
    series = make_series(1801)
    series["distance_m"][900:] += 380.0
    assert times_of(series)[400.0] == pytest.approx(400.0 / 3.0, abs=2.0)


def test_what_no_human_can_run_is_left_out() -> None:
    """Forty seconds of a car at 11 m/s: the 400 m in them are nobody's."""
    speed_mps = np.full(1801, 3.0)
    speed_mps[600:645] = 11.0
    found = times_of(make_series(1801, speed_mps=speed_mps))
    assert 400.0 not in found


def test_a_recording_without_samples_has_none() -> None:
    assert distance_efforts(make_recording({"elapsed_s": np.array([])})) == ()


def test_a_row_of_a_list_counts_as_a_whole_within_two_percent() -> None:
    found = records(run(distance_m=4950.0, elapsed_s=1500.0))
    five = best(found, 5000.0)
    assert five is not None
    assert (five.basis, five.distance_m, five.elapsed_s) == ("whole_run", 4950.0, 1500.0)
    assert best(records(run(distance_m=4880.0, elapsed_s=1500.0)), 5000.0) is None
    assert best(records(run(distance_m=5120.0, elapsed_s=1500.0)), 5000.0) is None


def test_a_run_that_is_short_of_the_distance_is_ranked_by_its_pace() -> None:
    short = run(1, distance_m=4905.0, elapsed_s=1490.0)
    whole = run(2, distance_m=5000.0, elapsed_s=1500.0)
    five = best(records(short, whole), 5000.0)
    assert five is not None
    assert five.activity_id == 2


def test_a_run_with_seconds_counts_by_its_seconds_alone() -> None:
    """Its own five kilometres lie in a run of 5.05 km that took longer."""
    five = best(
        records(run(1, distance_m=5050.0, elapsed_s=1600.0), efforts=(effort(1, 5000.0, 1550.0),)),
        5000.0,
    )
    assert five is not None
    assert (five.basis, five.elapsed_s) == ("seconds", 1550.0)


def test_a_whole_run_faster_than_any_human_is_no_record() -> None:
    assert best(records(run(distance_m=5000.0, elapsed_s=600.0)), 5000.0) is None


def test_of_two_equal_times_the_earlier_holds() -> None:
    efforts = (effort(2, 1000.0, 200.0, date(2025, 6, 1)), effort(1, 1000.0, 200.0))
    found = best(records(efforts=efforts), 1000.0)
    assert found is not None
    assert found.activity_id == 1


def test_durations_longest_and_climb_have_their_records() -> None:
    found = records(
        run(1, distance_m=30_000.0, elapsed_s=9000.0, climb_m=100.0),
        run(2, distance_m=12_000.0, elapsed_s=5000.0, climb_m=900.0),
        run(3),
        over=(effort(1, 3000.0, 600.0), effort(2, 3100.0, 600.0), effort(3, 9000.0, 600.0)),
    )
    told = {(one.kind, one.over_s): one.activity_id for one in found if one.kind != "distance"}
    assert told == {("duration", 600.0): 2, ("longest", None): 1, ("climb", None): 2}


def test_each_year_has_its_own_records_the_newest_first() -> None:
    old, new = date(2023, 12, 31), date(2024, 1, 1)
    runs = (run(1, old, distance_m=9000.0), run(2, new, distance_m=8000.0))
    efforts = (effort(1, 1000.0, 200.0, old), effort(2, 1000.0, 210.0, new))
    by_year = records_by_year(over_distance=efforts, over_duration=(), runs=runs)
    assert list(by_year) == [2024, 2023]
    assert {year: found[0].elapsed_s for year, found in by_year.items()} == {
        2024: 210.0,
        2023: 200.0,
    }


def test_a_run_whose_day_is_not_known_makes_no_year() -> None:
    unknown, known = date(1990, 7, 9), date(2024, 1, 1)
    runs = (run(1, unknown, distance_m=9000.0), run(2, known, distance_m=8000.0))
    assert list(records_by_year(over_distance=(), over_duration=(), runs=runs)) == [2024]


def test_without_any_run_there_is_no_record() -> None:
    assert records() == ()
    assert records_by_year(over_distance=(), over_duration=(), runs=()) == {}
