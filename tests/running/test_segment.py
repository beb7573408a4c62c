from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.activity import DeviceSummary
from hakaru.running.segment import split_recording
from hakaru.running.spans import Span, describe_spans, run_totals
from hakaru.running.splits import Split
from hakaru.running.validity import cumulative_climb_m, smooth_elevation_m
from tests.running.factories import make_laps, make_recording, make_series
from tests.shared import examples


def _splits(**given: Any) -> tuple[Split, ...]:
    return split_recording(make_recording(make_series(**given)))


def test_a_run_without_laps_falls_into_kilometres_and_a_remainder() -> None:
    splits = _splits(n_samples=1801)
    assert [split.kind for split in splits] == ["km"] * 6
    np.testing.assert_allclose([split.distance_m for split in splits], [1000] * 5 + [400])
    np.testing.assert_allclose(splits[0].end_elapsed_s, 1000 / 3)


def test_a_remainder_of_a_few_metres_belongs_to_the_last_kilometre() -> None:
    splits = _splits(n_samples=668)
    np.testing.assert_allclose([split.distance_m for split in splits], [1000, 1001])


def test_a_run_shorter_than_a_kilometre_is_one_split() -> None:
    assert [split.distance_m for split in _splits(n_samples=101)] == [300.0]


def test_means_are_those_of_the_series() -> None:
    split = _splits()[0]
    assert split.speed_mps == pytest.approx(3.0)
    assert split.gct_ms == pytest.approx(265.0)
    assert split.vo_cm == pytest.approx(9.1)
    assert split.heart_rate_max_bpm == 145.0
    assert split.coverage_frac == pytest.approx(1.0)
    assert split.grade_pct == pytest.approx(0.0)
    assert split.power_w is None


def test_device_laps_are_kept_with_trigger_and_intensity() -> None:
    laps = make_laps(300.0, 400.0, 1100.0 / 3, trigger="manual", intensity="active")
    splits = split_recording(make_recording(make_series(1067), laps=laps))
    assert [split.kind for split in splits] == ["lap"] * 3
    assert splits[1].start_elapsed_s == 300.0
    assert (splits[1].trigger, splits[1].intensity) == ("manual", "active")


@pytest.mark.parametrize(
    "lengths_s",
    [(1800.0,), (600.0, 1200.0), tuple([60.0] * 30), (0.5, 1799.5)],
    ids=["one lap", "a lap of 3.6 km", "laps of 180 m", "an empty first lap"],
)
def test_laps_that_say_little_give_way_to_kilometres(lengths_s: tuple[float, ...]) -> None:
    splits = split_recording(make_recording(laps=make_laps(*lengths_s)))
    assert {split.kind for split in splits} == {"km"}


def test_a_steady_run_is_main_in_every_split() -> None:
    splits = _splits(n_samples=1801)
    assert {(split.role, split.role_source) for split in splits} == {("main", "whole_run")}


def test_mile_laps_are_informative() -> None:
    splits = split_recording(make_recording(laps=make_laps(536.4, 536.4, 536.4, 190.8)))
    assert [split.kind for split in splits] == ["lap"] * 4


def test_what_was_run_after_the_last_lap_is_a_split_of_its_own() -> None:
    recording = make_recording(make_series(801), laps=make_laps(300.0, 300.0))
    splits = split_recording(recording)
    assert [split.end_elapsed_s for split in splits] == [300.0, 600.0, 800.0]
    assert splits[-1].trigger is None


def test_standing_does_not_slow_the_runner_down() -> None:
    speed_mps = np.full(394, 3.0)
    speed_mps[100:160] = 0.0
    (split,) = _splits(n_samples=394, speed_mps=speed_mps)
    assert split.speed_mps == pytest.approx(3.0)
    assert split.running_s == pytest.approx(333.0)
    assert split.duration_s == 393.0


def test_a_pause_is_no_running_time() -> None:
    series = make_series(601)
    series["elapsed_s"][300:] += 500.0
    recording = make_recording(series, pauses=((299.5, 799.5),))
    splits = split_recording(recording)
    assert sum(split.running_s for split in splits) == pytest.approx(600.0, abs=1.0)
    assert splits[-1].end_elapsed_s == 1100.0


def test_distance_is_integrated_from_speed_where_it_is_absent() -> None:
    series = make_series(1001)
    del series["distance_m"]
    np.testing.assert_allclose(split_recording(make_recording(series))[0].distance_m, 1000.0)


def test_without_elevation_there_is_no_grade() -> None:
    split = _splits(elevation_m=None)[0]
    assert split.grade_pct is None
    assert split.elevation_gain_m is None


def test_grade_is_net_rise_over_distance() -> None:
    split = _splits(elevation_m=np.arange(1801) * 0.09)[1]
    assert split.grade_pct == pytest.approx(3.0, abs=0.01)
    assert split.elevation_gain_m == pytest.approx(30.0, abs=0.1)
    assert split.elevation_loss_m == pytest.approx(0.0)


def test_a_wandering_barometer_climbs_nothing() -> None:
    wander_m = 20.0 + np.sin(np.arange(1801) / 40.0)
    splits = _splits(elevation_m=wander_m)
    assert sum(split.elevation_gain_m or 0.0 for split in splits) == 0.0


def test_coverage_is_the_share_of_running_time_with_a_contact_time() -> None:
    gct_ms = np.full(334, 250.0)
    gct_ms[:167] = 0.0
    split = _splits(n_samples=334, gct_ms=gct_ms)[0]
    assert split.coverage_frac == pytest.approx(0.5, abs=0.01)
    assert split.gct_ms == pytest.approx(250.0)


def test_smart_recording_gives_the_same_split_as_every_second() -> None:
    every = make_series(1201, gct_ms=250.0 + 30.0 * np.sin(np.arange(1201) / 200.0))
    kept = np.sort(np.unique(np.concatenate([np.arange(0, 1201, 5), np.arange(0, 1201, 7)])))
    smart = {name: column[kept] for name, column in every.items()}
    full, thinned = (split_recording(make_recording(series)) for series in (every, smart))
    assert len(full) == len(thinned)
    for one, other in zip(full, thinned, strict=True):
        assert one.gct_ms is not None and other.gct_ms is not None
        assert other.gct_ms == pytest.approx(one.gct_ms, abs=0.5)
        assert other.running_s == pytest.approx(one.running_s, abs=1e-6)


def test_a_walk_has_no_speed_and_no_form() -> None:
    splits = _splits(speed_mps=1.4, cadence_spm=110.0)
    assert all(split.speed_mps is None and split.gct_ms is None for split in splits)


def test_laps_without_samples_are_taken_as_reported() -> None:
    laps = make_laps(
        300.0, 310.0, distance_m=1000.0, timer_s=295.0, gct_ms=251.0, vo_cm=0.0, cadence_spm=170.0,
        elevation_gain_m=30.0, elevation_loss_m=5.0,
    )  # fmt: skip
    splits = split_recording(make_recording({"elapsed_s": np.empty(0)}, laps=laps))
    assert [split.split_index for split in splits] == [1, 2]
    assert splits[0].speed_mps == pytest.approx(1000 / 295)
    assert splits[0].gct_ms == 251.0
    assert splits[0].vo_cm is None
    assert splits[0].grade_pct == pytest.approx(2.5)
    assert splits[1].start_elapsed_s == 300.0


@pytest.mark.parametrize(
    ("distance_m", "gain_m", "loss_m", "sub_sport", "kind"),
    [
        (12_510.0, 182.0, 130.0, None, "hilly_summary"),
        (12_510.0, 130.0, 182.0, "trail", "hilly_summary"),
        (12_510.0, 125.0, 125.0, None, "summary"),
        (12_510.0, 125.2, 0.0, None, "hilly_summary"),
        (5000.0, None, None, None, "unknown_summary"),
        (5000.0, 10.0, None, None, "unknown_summary"),
        (5000.0, None, 51.0, None, "hilly_summary"),
        (5000.0, None, None, "treadmill", "summary"),
        (5000.0, None, None, "virtual_activity", "unknown_summary"),
        (3000.0, 90.0, 90.0, None, "summary"),
        (3001.0, 90.0, 90.0, None, "hilly_summary"),
    ],
)
def test_a_long_row_of_a_summary_says_whether_its_averages_hide_climbs(
    distance_m: float,
    gain_m: float | None,
    loss_m: float | None,
    sub_sport: str | None,
    kind: str,
) -> None:
    summary = DeviceSummary(
        timer_s=distance_m / 3.0, distance_m=distance_m, ascent_m=gain_m, descent_m=loss_m
    )
    recording = replace(
        make_recording({"elapsed_s": np.empty(0)}, summary=summary), sub_sport=sub_sport
    )
    (split,) = split_recording(recording)
    assert split.kind == kind


def test_a_summary_alone_is_one_split() -> None:
    summary = DeviceSummary(
        timer_s=3000.0, speed_avg_mps=3.0, gct_avg_ms=260.0, heart_rate_avg_bpm=150.0
    )
    recording = make_recording({"elapsed_s": np.empty(0)}, summary=summary)
    (split,) = split_recording(recording)
    assert (split.distance_m, split.speed_mps, split.gct_ms) == (9000.0, 3.0, 260.0)
    assert split.grade_pct is None
    totals = run_totals(recording, (split,))
    assert (totals.distance_m, totals.heart_rate_avg_bpm) == (9000.0, 150.0)
    assert totals.elevation_gain_m is None


def test_a_recording_that_says_nothing_has_no_splits() -> None:
    recording = make_recording({"elapsed_s": np.empty(0)}, summary=DeviceSummary(distance_m=5000.0))
    assert split_recording(recording) == ()
    totals = run_totals(recording, ())
    assert (totals.distance_m, totals.running_s, totals.coverage_frac) == (5000.0, None, None)


def test_an_impossible_reported_speed_is_no_speed() -> None:
    laps = make_laps(10.0, 20.0, distance_m=1000.0)
    splits = split_recording(make_recording({"elapsed_s": np.empty(0)}, laps=laps))
    assert [split.speed_mps for split in splits] == [None, None]


def test_totals_add_up() -> None:
    recording = make_recording()
    totals = run_totals(recording, split_recording(recording))
    assert totals.distance_m == pytest.approx(5400.0)
    assert totals.elapsed_s == 1800.0
    assert totals.speed_mps == totals.running_speed_mps == pytest.approx(3.0)
    assert totals.heart_rate_avg_bpm == pytest.approx(145.0)
    assert totals.coverage_frac == pytest.approx(1.0)
    assert totals.power_avg_w is None


def test_totals_of_a_walk_have_no_running_speed() -> None:
    recording = make_recording(make_series(speed_mps=1.4))
    totals = run_totals(recording, split_recording(recording))
    assert totals.running_speed_mps is None
    assert totals.distance_m == pytest.approx(2520.0)
    assert totals.speed_mps == pytest.approx(1.4), "of all of it"


def test_one_known_height_is_no_elevation() -> None:
    assert smooth_elevation_m(np.array([np.nan, 5.0]), np.array([0.0, 1.0])) is None


def test_sparse_heights_are_not_smoothed() -> None:
    heights_m = np.array([5.0, np.nan, 9.0])
    smooth_m = smooth_elevation_m(heights_m, np.array([0.0, 60.0, 120.0]))
    assert smooth_m is not None
    assert smooth_m.tolist() == [5.0, 7.0, 9.0]


_HEIGHTS = st.lists(st.floats(-50, 50), min_size=1, max_size=60).map(np.array)


@given(_HEIGHTS)
def test_what_was_climbed_and_descended_differs_by_less_than_the_hysteresis(heights: Any) -> None:
    gain_m, loss_m = cumulative_climb_m(heights)
    assert (np.diff(gain_m) >= 0).all() and (np.diff(loss_m) >= 0).all()
    net_m = heights[-1] - heights[0]
    assert abs((gain_m[-1] - loss_m[-1]) - net_m) <= 4.0 + 1e-9
    assert gain_m[-1] <= np.diff(heights).clip(min=0).sum() + 1e-9


def test_a_known_profile_is_climbed_exactly() -> None:
    heights_m = np.array([10.0, 20.0, 19.0, 30.0, 12.0, 13.0, 12.0, 40.0])
    gain_m, loss_m = cumulative_climb_m(heights_m)
    assert (gain_m[-1], loss_m[-1]) == (48.0, 18.0)


@settings(max_examples=examples(60), deadline=None)
@given(
    speeds=st.lists(st.floats(0.0, 5.5), min_size=4, max_size=30),
    marks=st.lists(st.floats(1.0, 0.9e3), max_size=5),
    pause=st.tuples(st.floats(0, 600), st.floats(0, 300)),
)
def test_splits_tile_the_run_without_overlap(
    speeds: list[float], marks: list[float], pause: tuple[float, float]
) -> None:
    series = make_series(len(speeds) * 40, speed_mps=np.repeat(speeds, 40))
    lengths_s = np.diff([0.0, *sorted(marks), series["elapsed_s"][-1]])
    recording = make_recording(
        series, laps=make_laps(*lengths_s.tolist()), pauses=((pause[0], sum(pause)),)
    )
    splits = split_recording(recording)
    assert splits[0].start_elapsed_s == 0.0
    assert splits[-1].end_elapsed_s == series["elapsed_s"][-1]
    assert all(a.end_elapsed_s == b.start_elapsed_s for a, b in pairwise(splits))
    whole = sum(split.distance_m for split in splits)
    assert whole == pytest.approx(series["distance_m"][-1], abs=1e-6)
    assert all(split.running_s <= split.duration_s + 1e-9 for split in splits)
    for split in splits:
        assert 0.0 <= split.coverage_frac <= 1.0
        assert split.speed_mps is None or split.speed_mps + 1e-6 >= 1.7


def test_a_stretch_in_which_the_counter_stood_still_has_no_speed() -> None:
    series = make_series()
    series["distance_m"][600:901] = series["distance_m"][600]
    spans = [Span(start_s=0.0, end_s=600.0), Span(start_s=600.0, end_s=900.0)]
    first, frozen = describe_spans(make_recording(series), spans)
    assert first.speed_mps == pytest.approx(3.0)
    assert frozen.running_s > 0.0
    assert frozen.speed_mps is None
