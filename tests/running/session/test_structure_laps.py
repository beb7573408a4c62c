"""Resolutions rows 16 and 84: what somebody decided comes before what a detector finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from hakaru.running.activity import Lap, PlannedStep
from hakaru.running.segment import split_recording
from hakaru.running.session.structure import find_structure
from tests.running.factories import make_recording
from tests.running.session.structure_factories import (
    COOL_DOWN,
    WARM_UP,
    bounds_s,
    make_session,
    repeated,
    roles,
)

STRETCHES = (WARM_UP, *repeated((4.2, 240), (2.2, 120), times=4), COOL_DOWN)
LABELS = ("warmup", *("interval", "recovery") * 3, "interval", "cooldown")


def _laps(labels: tuple[str | None, ...], *, off_s: float = 0.0) -> tuple[Lap, ...]:
    bounds = np.concatenate([[0.0], np.cumsum([n for _, n in STRETCHES])])
    bounds[1:-1] += off_s
    return tuple(
        Lap(
            start_elapsed_s=float(bounds[i]),
            elapsed_s=float(bounds[i + 1] - bounds[i]),
            intensity=label,
            trigger="manual",
            distance_m=STRETCHES[i][0] * STRETCHES[i][1],
        )
        for i, label in enumerate(labels)
    )


def test_labels_that_differ_decide() -> None:
    structure = find_structure(make_session(*STRETCHES, laps=_laps(LABELS)))
    assert {segment.source for segment in structure.segments} == {"lap_label"}
    assert (structure.form, structure.n_reps) == ("reps", 4)


@pytest.mark.parametrize("label", ["interval", "active", None])
def test_one_label_on_every_lap_says_nothing_and_the_button_that_ended_them_does(
    label: str | None,
) -> None:
    structure = find_structure(make_session(*STRETCHES, laps=_laps((label,) * len(LABELS))))
    assert {segment.source for segment in structure.segments} == {"lap_speed"}
    assert structure.n_reps == 4


def test_laps_of_every_kilometre_say_nothing() -> None:
    recording = make_session(*STRETCHES)
    path_m = recording.series["distance_m"]
    ends_s = np.searchsorted(path_m, np.arange(1000.0, path_m[-1], 1000.0)).astype(float)
    bounds_s_of_laps = [0.0, *ends_s.tolist(), float(path_m.size - 1)]
    laps = tuple(
        Lap(
            start_elapsed_s=start_s,
            elapsed_s=end_s - start_s,
            trigger="distance",
            distance_m=1000.0 if index < len(ends_s) else 300.0,
        )
        for index, (start_s, end_s) in enumerate(pairwise(bounds_s_of_laps))
    )
    structure = find_structure(replace(recording, laps=laps))
    assert {segment.source for segment in structure.segments} == {"speed"}
    assert structure.n_reps == 4


def test_laps_of_the_button_are_the_repetitions_to_the_second() -> None:
    """A press some seconds early or late is still what the runner called the repetition."""
    laps = _laps((None,) * len(LABELS), off_s=5.0)
    structure = find_structure(make_session(*STRETCHES, laps=laps))
    assert bounds_s(structure, "work") == [
        (lap.start_elapsed_s, lap.start_elapsed_s + lap.elapsed_s)
        for lap, label in zip(laps, LABELS, strict=True)
        if label == "interval"
    ]


def test_the_steps_of_a_planned_workout_decide_whatever_the_laps_are_called() -> None:
    steps = (
        PlannedStep(step_index=0, intensity="warmup", ends_by="open"),
        PlannedStep(step_index=1, intensity="interval", ends_by="time", duration_s=240.0),
        PlannedStep(step_index=2, intensity="recovery", ends_by="time", duration_s=120.0),
        PlannedStep(step_index=3, ends_by="repeat_until_steps_cmplt", repeats_from=1, n_repeats=4),
        PlannedStep(step_index=4, intensity="cooldown", ends_by="open"),
    )
    place = {"warmup": 0, "interval": 1, "recovery": 2, "cooldown": 4}
    laps = tuple(
        replace(lap, intensity="active", trigger="time", workout_step=place[label])
        for lap, label in zip(_laps(LABELS), LABELS, strict=True)
    )
    recording = replace(make_session(*STRETCHES, laps=laps), planned_steps=steps)
    structure = find_structure(recording)
    assert {segment.source for segment in structure.segments} == {"workout_step"}
    assert roles(structure) == ["warmup", *("work", "recovery") * 3, "work", "cooldown"]
    without_seconds = make_recording({"elapsed_s": np.empty(0)}, laps=laps)
    bare = find_structure(replace(without_seconds, planned_steps=steps))
    assert {segment.source for segment in bare.segments} == {"workout_step"}


def test_a_plan_that_was_not_run_gives_way_to_what_was() -> None:
    """The watch counted on through its steps while the runner kept one pace."""
    steady = ((3.0, 2880),)
    steps = (
        PlannedStep(step_index=0, intensity="interval"),
        PlannedStep(step_index=1, intensity="recovery"),
    )
    laps = tuple(
        Lap(start_elapsed_s=240.0 * i, elapsed_s=240.0, distance_m=720.0, workout_step=i % 2)
        for i in range(12)
    )
    recording = replace(make_session(*steady, laps=laps), planned_steps=steps)
    assert find_structure(recording).form == "steady"


def test_labels_that_contradict_the_speeds_are_ignored() -> None:
    turned = tuple({"interval": "rest", "recovery": "active"}.get(label, label) for label in LABELS)
    structure = find_structure(make_session(*STRETCHES, laps=_laps(turned)))
    assert {segment.source for segment in structure.segments} == {"lap_speed"}
    assert bounds_s(structure, "work")[0][0] == 720.0


def test_tcx_resting_is_a_recovery() -> None:
    labels = tuple("Resting" if label != "interval" else "Active" for label in LABELS)
    structure = find_structure(make_session(*STRETCHES, laps=_laps(labels)))
    assert {segment.source for segment in structure.segments} == {"lap_label"}
    assert roles(structure)[0] == "warmup"
    assert structure.n_reps == 4


def test_a_labelled_tempo_run_is_a_block() -> None:
    recording = make_session(WARM_UP, (3.6, 1500), COOL_DOWN)
    laps = tuple(
        Lap(start_elapsed_s=start_s, elapsed_s=length_s, intensity=label)
        for start_s, length_s, label in (
            (0.0, 720.0, "warmup"), (720.0, 750.0, "active"), (1470.0, 750.0, "active"),
            (2220.0, 600.0, "cooldown"),
        )
    )  # fmt: skip
    structure = find_structure(replace(recording, laps=laps))
    assert (structure.form, roles(structure)) == ("block", ["warmup", "main", "cooldown"])


def test_a_labelled_easy_run_is_steady_with_a_warm_up() -> None:
    recording = make_session((2.85, 600), (3.0, 2400))
    laps = (
        Lap(start_elapsed_s=0.0, elapsed_s=600.0, intensity="warmup"),
        Lap(start_elapsed_s=600.0, elapsed_s=2400.0, intensity="active"),
    )
    structure = find_structure(replace(recording, laps=laps))
    assert (structure.form, roles(structure)) == ("steady", ["warmup", "main"])


def test_labelled_laps_keep_their_bounds() -> None:
    structure = find_structure(make_session(*STRETCHES, laps=_laps(LABELS, off_s=6.0)))
    starts_s = [start_s for start_s, _ in bounds_s(structure, "work")]
    assert starts_s == [726.0, 1086.0, 1446.0, 1806.0]


def test_a_forgotten_press_gives_way_to_the_trace() -> None:
    laps = _laps(LABELS)
    joined = replace(laps[3], elapsed_s=laps[3].elapsed_s + laps[4].elapsed_s + laps[5].elapsed_s)
    structure = find_structure(make_session(*STRETCHES, laps=(*laps[:3], joined, *laps[6:])))
    assert structure.n_reps == 4


@pytest.mark.parametrize("labels", [LABELS, (None,) * len(LABELS)], ids=["labels", "speeds"])
def test_a_recording_without_samples_is_understood_from_its_laps(
    labels: tuple[str | None, ...],
) -> None:
    recording = make_recording({"elapsed_s": np.empty(0)}, laps=_laps(labels))
    structure = find_structure(recording)
    assert (structure.form, structure.n_reps) == ("reps", 4)
    source = "lap_label" if labels == LABELS else "lap_speed"
    assert {segment.source for segment in structure.segments} == {source}
    splits = split_recording(recording, structure)
    assert [split.role for split in splits] == [
        "warmup", *("work", "recovery") * 3, "work", "cooldown",
    ]  # fmt: skip
    assert [split.rep_index for split in splits if split.role == "work"] == [1, 2, 3, 4]


def test_even_laps_without_samples_are_a_steady_run() -> None:
    laps = tuple(
        Lap(start_elapsed_s=330.0 * i, elapsed_s=330.0, distance_m=1000.0 + 5.0 * (i % 2))
        for i in range(8)
    )
    structure = find_structure(make_recording({"elapsed_s": np.empty(0)}, laps=laps))
    assert (structure.form, roles(structure)) == ("steady", ["main"])
