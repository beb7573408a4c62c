"""What no recording of a run can hold is left out and said; everything else stays as it is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.units import SECONDS_PER_DAY
from hakaru.running.activity import DeviceSummary, FloatArray, Lap, Provenance, Recording
from hakaru.running.plausibility import (
    POSSIBLE,
    SPAN_MAX_S,
    fastest_human_mps,
    off_the_counter,
    too_fast,
    without_impossible_values,
    without_leaps,
)
from hakaru.running.validity import SPEED_MAX_MPS

START = datetime(2026, 3, 1, 6, 0, tzinfo=UTC)
YEAR_S = 365 * SECONDS_PER_DAY


def make_recording(elapsed_s: FloatArray, **columns: FloatArray) -> Recording:
    return Recording(
        started_at=START,
        sport="running",
        series={"elapsed_s": elapsed_s, **columns},
        provenance=(Provenance(kind="gpx", path="a.gpx", sha256="0"),),
    )


def plausible(recording: Recording) -> Recording | None:
    calm = without_leaps(recording)
    return None if calm is None else without_impossible_values(calm)


def made(recording: Recording) -> Recording:
    result = plausible(recording)
    assert result is not None
    return result


def codes(recording: Recording) -> list[str]:
    return [issue.code for issue in recording.issues]


def seconds(n: int) -> FloatArray:
    return np.arange(float(n))


def test_a_calm_recording_is_returned_as_it_is() -> None:
    calm = make_recording(seconds(100), speed_mps=np.full(100, 3.0))
    assert plausible(calm) is calm


@pytest.mark.parametrize("days", [1.1, 30.0, 365.0, 2920.0])
def test_a_late_last_sample_follows_the_one_before_it(days: float) -> None:
    late = seconds(600)
    late[-1] += days * SECONDS_PER_DAY
    run = made(make_recording(late))
    assert run.series["elapsed_s"] == pytest.approx(seconds(600))
    assert run.started_at == START
    assert codes(run) == ["clock_leap"]
    assert f"{days:.1f} days" in run.issues[0].message


def test_a_pause_of_hours_is_a_pause_and_no_leap() -> None:
    over_night = np.concatenate([seconds(600), 10 * 3600.0 + seconds(600)])
    paused = make_recording(over_night)
    assert plausible(paused) is paused


def test_most_samples_keep_their_time_of_day() -> None:
    wrong_at_first = np.concatenate([seconds(60), YEAR_S + seconds(600)])
    run = made(make_recording(wrong_at_first))
    assert run.series["elapsed_s"][-1] == pytest.approx(659.0)
    assert run.started_at == START + timedelta(seconds=YEAR_S - 60)


def test_a_start_that_lies_years_before_the_samples_is_not_the_start() -> None:
    run = made(make_recording(YEAR_S + seconds(600)))
    assert run.series["elapsed_s"] == pytest.approx(seconds(600))
    assert run.started_at == START + timedelta(seconds=YEAR_S)


def test_laps_and_pauses_move_with_the_samples() -> None:
    leap = np.concatenate([seconds(600), YEAR_S + 600 + seconds(600)])
    recording = replace(
        make_recording(leap),
        laps=(
            Lap(start_elapsed_s=0.0, elapsed_s=600.0),
            Lap(start_elapsed_s=YEAR_S + 600, elapsed_s=599.0),
        ),
        pauses=((YEAR_S + 700, YEAR_S + 760),),
    )
    run = made(recording)
    assert [lap.start_elapsed_s for lap in run.laps] == pytest.approx([0.0, 600.0])
    assert [lap.elapsed_s for lap in run.laps] == pytest.approx([600.0, 599.0])
    assert run.pauses == ((599.0, 600.0), (700.0, 760.0))


def test_totals_that_only_a_leap_explains_are_left_out() -> None:
    late = seconds(600)
    late[-1] += 8 * YEAR_S
    stated = DeviceSummary(elapsed_s=8 * YEAR_S, timer_s=8 * YEAR_S, distance_m=1800.0)
    lap = Lap(start_elapsed_s=0.0, elapsed_s=8 * YEAR_S, timer_s=8 * YEAR_S)
    run = made(replace(make_recording(late), summary=stated, laps=(lap,)))
    assert run.summary.elapsed_s == pytest.approx(599.0)
    assert (run.summary.timer_s, run.summary.distance_m) == (None, 1800.0)
    assert run.laps[0].elapsed_s == pytest.approx(599.0)
    assert run.laps[0].timer_s is None


def test_many_pauses_that_add_up_to_weeks_are_leaps() -> None:
    run = made(make_recording(np.cumsum(np.full(500, 20 * 3600.0))))
    assert run.series["elapsed_s"][-1] < SECONDS_PER_DAY
    assert codes(run) == ["clock_leap"]


def test_samples_spread_evenly_over_weeks_are_no_run() -> None:
    assert SPAN_MAX_S < 500.0 * 4000
    assert plausible(make_recording(np.cumsum(np.full(4000, 500.0)))) is None


@given(
    st.lists(st.floats(0.01, 1e9, allow_nan=False), min_size=1, max_size=60).map(np.array),
)
def test_what_is_left_never_spans_more_than_its_bound(steps_s: FloatArray) -> None:
    run = plausible(make_recording(np.cumsum(steps_s)))
    if run is not None:
        elapsed_s = run.series["elapsed_s"]
        assert elapsed_s.size == steps_s.size
        assert elapsed_s[-1] <= SPAN_MAX_S
        assert (np.diff(elapsed_s) > 0).all()
        assert plausible(run) is run


@pytest.mark.parametrize("column", sorted(POSSIBLE))
def test_an_impossible_value_is_missing_and_said(column: str) -> None:
    low, high = POSSIBLE[column]
    values = np.full(50, (low + high) / 2)
    values[[7, 9]] = high * 1e6 + 1e6, np.inf
    run = made(make_recording(seconds(50), **{column: values}))
    assert np.flatnonzero(np.isnan(run.series[column])).tolist() == [7, 9]
    assert codes(run) == ["impossible_values"]
    assert ": 2 " in run.issues[0].message


def test_a_column_of_nothing_but_impossible_values_is_absent() -> None:
    run = made(make_recording(seconds(5), speed_mps=np.full(5, 1e6), power_w=np.full(5, 200.0)))
    assert set(run.series) == {"elapsed_s", "power_w"}


def test_zeros_stay_for_they_are_how_watches_write_nothing() -> None:
    still = make_recording(seconds(5), gct_ms=np.zeros(5), heart_rate_bpm=np.zeros(5))
    assert plausible(still) is still


def test_readings_off_a_distance_counter_are_found() -> None:
    distance_m = 3.0 * seconds(100)
    distance_m[[20, 21, 60]] = 9e5, 5e5, 4.0
    distance_m[99] = 9e4
    assert np.flatnonzero(off_the_counter(seconds(100), distance_m)).tolist() == [20, 21, 60, 99]


def test_a_counter_that_was_reset_is_left_alone() -> None:
    reset_m = np.concatenate([3.0 * seconds(100), 3.0 * seconds(100)])
    assert not off_the_counter(seconds(200), reset_m).any()


def test_a_counter_that_rises_beyond_what_anybody_runs_is_no_counter() -> None:
    saw_m = np.tile([0.0, 4e4], 100)
    assert off_the_counter(seconds(200), saw_m).all()


# --- not a run


def at_speeds(*stretches: tuple[float, float]) -> Recording:
    """Each stretch is so many seconds at a speed in m/s."""
    speed_mps = np.concatenate([np.full(int(lasts_s), speed) for lasts_s, speed in stretches])
    return make_recording(seconds(speed_mps.size), distance_m=np.cumsum(speed_mps))


@pytest.mark.parametrize(
    ("lasts_s", "speed_mps"), [(3600, 7.6), (1200, 8.3), (600, 25.0), (30, 20.0), (7200, 6.8)]
)
def test_a_bicycle_and_a_car_are_no_run(lasts_s: float, speed_mps: float) -> None:
    assert too_fast(at_speeds((lasts_s, speed_mps))) is not None
    size = round(lasts_s)
    assert too_fast(make_recording(seconds(size), speed_mps=np.full(size, speed_mps))) is not None


@pytest.mark.parametrize(
    ("lasts_s", "speed_mps"), [(3600, 7.6), (1200, 8.3), (600, 25.0), (7200, 6.8)]
)
def test_a_ride_between_walks_is_no_run(lasts_s: float, speed_mps: float) -> None:
    found = too_fast(at_speeds((300, 1.0), (lasts_s, speed_mps), (300, 1.0)))
    assert found is not None
    assert found.speed_mps == pytest.approx(speed_mps, rel=0.05)


@pytest.mark.parametrize(
    "stretches",
    [
        [(43.0, 9.3), (60.0, 1.0)],
        [(101.0, 7.93)],
        [(1571.0, 6.37)],
        [(7235.0, 5.83)],
        [(60.0, 7.5), (90.0, 2.0)] * 10,
        [(1800.0, 3.0), (1.0, 2000.0), (1800.0, 3.0)],
    ],
)
def test_the_best_of_all_and_a_leap_of_the_position_are_runs(
    stretches: list[tuple[float, float]],
) -> None:
    assert too_fast(at_speeds(*stretches)) is None


def test_totals_of_a_bicycle_are_no_run() -> None:
    empty = make_recording(seconds(0))
    ride = DeviceSummary(distance_m=30_000.0, timer_s=3600.0)
    run = DeviceSummary(distance_m=12_000.0, timer_s=3600.0)
    assert too_fast(replace(empty, summary=ride)) is not None
    assert too_fast(replace(empty, summary=run)) is None
    assert too_fast(empty) is None


@given(st.floats(10.0, 200_000.0), st.floats(1.0, 10.0))
def test_nobody_keeps_up_for_longer_what_is_faster(duration_s: float, longer: float) -> None:
    assert fastest_human_mps(duration_s * longer) <= fastest_human_mps(duration_s) + 1e-9


def test_a_pause_and_a_gap_between_samples_are_no_ride_however_far_they_lead() -> None:
    before_s, after_s = seconds(600), 1200.0 + seconds(600)
    elapsed_s = np.concatenate([before_s, after_s])
    distance_m = np.concatenate([3.0 * before_s, 12_000.0 + 3.0 * seconds(600)])
    by_train = make_recording(elapsed_s, distance_m=distance_m)
    assert too_fast(by_train) is None
    every_second_s = seconds(1800)
    counted_on_m = np.interp(every_second_s, elapsed_s, distance_m)
    in_the_pause = make_recording(every_second_s, distance_m=counted_on_m)
    assert too_fast(in_the_pause) is not None
    assert too_fast(replace(in_the_pause, pauses=((599.0, 1200.0),))) is None


def test_a_ride_with_a_sample_each_minute_is_no_run() -> None:
    assert too_fast(make_recording(60.0 * seconds(60), distance_m=900.0 * seconds(60))) is not None


@given(st.floats(1.0, 5.0), st.floats(0.0, 4.0), st.integers(120, 2000))
def test_a_run_at_speeds_that_people_run_is_one(
    speed_mps: float, swing_mps: float, lasts_s: int
) -> None:
    each_mps = speed_mps + swing_mps * (np.arange(lasts_s) % 60 < 20)
    capped_mps = np.minimum(each_mps, 5.5)
    assert too_fast(make_recording(seconds(lasts_s), distance_m=np.cumsum(capped_mps))) is None


def test_reported_speeds_that_nobody_runs_are_left_out_and_said() -> None:
    lap = Lap(start_elapsed_s=0.0, elapsed_s=300.0, distance_m=1000.0, speed_mps=3.3)
    wrong = replace(lap, start_elapsed_s=300.0, distance_m=1e9, speed_mps=1e6)
    summary = DeviceSummary(distance_m=-5.0, timer_s=600.0, speed_avg_mps=np.inf)
    run = made(
        replace(
            make_recording(seconds(600), speed_mps=np.full(600, 3.3)),
            laps=(lap, wrong),
            summary=summary,
        )
    )
    assert [one.speed_mps for one in run.laps] == [3.3, None]
    assert [one.distance_m for one in run.laps] == [1000.0, None]
    assert (run.summary.distance_m, run.summary.speed_avg_mps) == (None, None)
    assert codes(run) == ["impossible_totals"]
    assert "2 laps or totals" in run.issues[0].message


def test_a_lap_of_seconds_may_hold_what_a_watch_catches_up() -> None:
    short = Lap(start_elapsed_s=0.0, elapsed_s=2.0, distance_m=90.0)
    run = replace(make_recording(seconds(60)), laps=(short,))
    assert plausible(run) is run


@given(
    st.lists(
        st.one_of(st.floats(0.0, 6.0), st.floats(), st.sampled_from([1e6, -3.0, 65.535])),
        min_size=2,
        max_size=80,
    )
)
def test_every_speed_that_is_left_is_one_that_somebody_could_run(values: list[float]) -> None:
    lap = Lap(start_elapsed_s=0.0, elapsed_s=9.0, speed_mps=values[0], distance_m=values[1])
    run = made(
        replace(
            make_recording(seconds(len(values)), speed_mps=np.array(values)),
            laps=(lap,),
            summary=DeviceSummary(speed_avg_mps=values[1]),
        )
    )
    speeds = run.series.get("speed_mps", np.empty(0))
    reported = (run.laps[0].speed_mps, run.summary.speed_avg_mps)
    known = [*speeds[np.isfinite(speeds)].tolist(), *(one for one in reported if one is not None)]
    assert all(0.0 <= speed <= SPEED_MAX_MPS for speed in known)
    assert not np.isinf(speeds).any()
