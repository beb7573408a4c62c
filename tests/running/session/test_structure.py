"""Resolutions row 16: work and recovery are found in the speed trace where labels say nothing."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.activity import DeviceSummary
from hakaru.running.session.structure import find_structure
from tests.running.factories import make_recording, make_series
from tests.running.session.structure_factories import (
    COOL_DOWN,
    WARM_UP,
    Stretch,
    bounds_s,
    make_session,
    repeated,
    roles,
)
from tests.shared import examples


@pytest.mark.parametrize(
    "stretches",
    [
        repeated((4.2, 240), (2.2, 120), times=5),
        repeated((4.6, 85), (1.5, 90), times=8),
        repeated((4.6, 90), (0.0, 60), times=6),
        repeated((5.0, 30), (2.2, 30), times=12),
        repeated((3.7, 600), (2.4, 120), times=3),
    ],
    ids=["1000 m, jog", "400 m, walk", "400 m, standing", "30 s / 30 s", "cruise intervals"],
)
def test_repetitions_are_found_without_any_lap(stretches: tuple[Stretch, ...]) -> None:
    structure = find_structure(make_session(WARM_UP, *stretches, COOL_DOWN))
    assert structure.form == "reps"
    assert structure.n_reps == (len(stretches) + 1) // 2
    assert roles(structure)[0] == "warmup" and roles(structure)[-1] == "cooldown"
    assert {segment.source for segment in structure.segments} == {"speed"}
    true_s = np.cumsum([720, *(n for _, n in stretches)])
    for index, (start_s, end_s) in enumerate(bounds_s(structure, "work")):
        assert start_s == pytest.approx(true_s[2 * index], abs=3.0)
        assert end_s == pytest.approx(true_s[2 * index + 1], abs=3.0)


def test_a_recovery_carries_the_number_of_the_work_before_it() -> None:
    structure = find_structure(
        make_session(WARM_UP, *repeated((4.2, 240), (2.2, 120), times=3), COOL_DOWN)
    )
    numbered = [(segment.role, segment.rep_index) for segment in structure.segments]
    assert numbered == [
        ("warmup", None), ("work", 1), ("recovery", 1), ("work", 2), ("recovery", 2), ("work", 3),
        ("cooldown", None),
    ]  # fmt: skip


def test_a_pyramid_is_made_of_works_of_different_speeds() -> None:
    works: list[Stretch] = [(4.7, 60), (4.5, 120), (4.3, 240), (4.5, 120), (4.7, 60)]
    rests: list[Stretch] = [(2.2, 60), (2.2, 90), (2.2, 90), (2.2, 60)]
    mixed = [one for pair in zip(works, [*rests, COOL_DOWN], strict=True) for one in pair]
    structure = find_structure(make_session(WARM_UP, *mixed))
    assert (structure.form, structure.n_reps) == ("reps", 5)


def test_a_break_between_sets_is_a_recovery() -> None:
    one_set = repeated((4.6, 80), (2.2, 60), times=4)
    structure = find_structure(make_session(WARM_UP, *one_set, (1.4, 180), *one_set, COOL_DOWN))
    assert structure.n_reps == 8
    longest_s = max(end_s - start_s for start_s, end_s in bounds_s(structure, "recovery"))
    assert longest_s == pytest.approx(180.0, abs=4.0)


def test_a_rest_with_the_timer_stopped_is_a_recovery() -> None:
    recording = make_session(WARM_UP, *repeated((4.4, 90), (0.0, 4), times=6), COOL_DOWN)
    elapsed_s = recording.series["elapsed_s"].copy()
    pauses = []
    for index in range(5):
        at_s = 720 + 90 + index * (94 + 90) + 2
        elapsed_s[elapsed_s > at_s] += 90.0
        pauses.append((float(at_s), float(at_s + 90)))
    paused = replace(
        recording, series=dict(recording.series) | {"elapsed_s": elapsed_s}, pauses=tuple(pauses)
    )
    structure = find_structure(paused)
    assert (structure.form, structure.n_reps) == ("reps", 6)


def test_traffic_lights_in_a_steady_run_are_no_recoveries() -> None:
    structure = find_structure(
        make_session(
            (3.0, 500), (0.0, 40), (3.0, 900), (0.0, 25), (3.0, 350), (0.0, 60), (3.0, 700)
        )
    )
    assert (structure.form, structure.n_reps) == ("steady", 0)


def test_a_traffic_light_does_not_split_a_tempo_run() -> None:
    structure = find_structure(make_session(WARM_UP, (3.7, 400), (0.0, 45), (3.7, 1000), COOL_DOWN))
    assert structure.form == "block"
    assert roles(structure) == ["warmup", "main", "cooldown"]
    ((start_s, end_s),) = bounds_s(structure, "main")
    assert start_s == pytest.approx(720, abs=3)
    assert end_s == pytest.approx(2165, abs=3)


def test_a_sustained_faster_part_is_a_block_also_without_a_cool_down() -> None:
    structure = find_structure(make_session(WARM_UP, (3.7, 1500)))
    assert (structure.form, roles(structure)) == ("block", ["warmup", "main"])


def test_strides_after_an_easy_run_are_no_repetitions() -> None:
    strides = repeated((4.8, 20), (2.0, 60), times=5)
    structure = find_structure(make_session((2.9, 2400), *strides, (2.7, 120)))
    assert (structure.form, structure.n_reps, structure.n_strides) == ("steady", 0, 5)


@pytest.mark.parametrize(
    "stretches",
    [
        ((3.0, 3600),),
        ((2.7, 900), (2.9, 900), (3.1, 900), (3.3, 900)),
        ((3.0, 3300), (3.9, 260)),
        ((2.85, 300), (3.0, 2400), (2.85, 300)),
    ],
    ids=["even", "a progression", "a fast last kilometre", "gentle ends"],
)
def test_there_are_no_repetitions_in(stretches: tuple[Stretch, ...]) -> None:
    structure = find_structure(make_session(*stretches))
    assert structure.n_reps == 0
    assert structure.form != "reps"


def test_hills_run_at_even_effort_are_no_repetitions() -> None:
    """Climbs are slow but not easy: the grade explains the speed."""
    seconds = np.arange(3601)
    grade_frac = 0.05 * np.sin(2.0 * np.pi * seconds / 480.0)
    speed_mps = 3.0 * np.exp(-4.0 * grade_frac)
    heights_m = 100.0 + np.cumsum(speed_mps * grade_frac)
    distance_m = np.concatenate([[0.0], np.cumsum(speed_mps)[:-1]])
    recording = make_session(
        (3.0, 3600),
        speed_mps=speed_mps,
        distance_m=distance_m,
        elevation_m=heights_m,
        heart_rate_bpm=np.full(3601, 150.0),
    )
    assert find_structure(recording).form == "steady"


def test_a_gentle_beginning_with_a_rising_heart_is_the_warm_up_of_a_steady_run() -> None:
    structure = find_structure(make_session((2.6, 480), (2.85, 2400)))
    assert (structure.form, roles(structure)) == ("steady", ["warmup", "main"])
    assert bounds_s(structure, "main")[0][0] == pytest.approx(480.0, abs=10.0)


def test_an_even_run_is_main_throughout_because_nothing_divides_it() -> None:
    structure = find_structure(make_session((3.0, 2400)))
    assert [(segment.role, segment.source) for segment in structure.segments] == [
        ("main", "whole_run")
    ]


def test_a_recording_that_says_nothing_has_one_segment() -> None:
    empty = make_recording({"elapsed_s": np.empty(0)}, summary=DeviceSummary(elapsed_s=1800.0))
    structure = find_structure(empty)
    assert [(segment.start_elapsed_s, segment.end_elapsed_s) for segment in structure.segments] == [
        (0, 1800)
    ]
    nothing = make_recording(make_series(600, speed_mps=None, distance_m=np.full(600, np.nan)))
    assert roles(find_structure(nothing)) == ["main"]


def test_lagging_speed_is_set_right_by_the_cadence() -> None:
    recording = make_session(WARM_UP, *repeated((4.2, 240), (2.2, 120), times=4), COOL_DOWN)
    speed_mps = recording.series["speed_mps"]
    lagging_mps = np.concatenate([np.full(9, speed_mps[0]), speed_mps[:-9]])
    late = replace(recording, series=dict(recording.series) | {"speed_mps": lagging_mps})
    starts_s = [start_s for start_s, _ in bounds_s(find_structure(late), "work")]
    np.testing.assert_allclose(starts_s, 720 + 360 * np.arange(4), atol=2.0)


@settings(max_examples=examples(40), deadline=None)
@given(
    speeds=st.lists(st.floats(0.0, 5.5), min_size=1, max_size=16),
    length_s=st.integers(5, 300),
    seed=st.integers(0, 5),
)
def test_segments_tile_the_run(speeds: list[float], length_s: int, seed: int) -> None:
    recording = make_session(*((speed, length_s) for speed in speeds), seed=seed)
    structure = find_structure(recording)
    segments = structure.segments
    assert segments[0].start_elapsed_s == 0.0
    assert segments[-1].end_elapsed_s == recording.series["elapsed_s"][-1]
    assert all(a.end_elapsed_s == b.start_elapsed_s for a, b in pairwise(segments))
    assert all(segment.start_elapsed_s < segment.end_elapsed_s for segment in segments)
    assert 0.0 <= structure.confidence_frac <= 1.0
    numbers = [segment.rep_index for segment in segments if segment.role == "work"]
    assert numbers == list(range(1, structure.n_reps + 1))
    assert structure.form == "reps" or structure.n_reps == 0
