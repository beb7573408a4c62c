"""Resolutions row 16: labels of laps count only where they differ and the speeds agree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hakaru.running.activity import Lap
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
    assert {one.source for one in structure.segments} == {"lap_label"}
    assert (structure.form, structure.n_reps) == ("reps", 4)


@pytest.mark.parametrize("label", ["interval", "active", None])
def test_one_label_on_every_lap_says_nothing(label: str | None) -> None:
    structure = find_structure(make_session(*STRETCHES, laps=_laps((label,) * len(LABELS))))
    assert {one.source for one in structure.segments} == {"speed"}
    assert structure.n_reps == 4


def test_labels_that_contradict_the_speeds_are_ignored() -> None:
    turned = tuple({"interval": "rest", "recovery": "active"}.get(one, one) for one in LABELS)
    structure = find_structure(make_session(*STRETCHES, laps=_laps(turned)))
    assert {one.source for one in structure.segments} == {"speed"}
    assert bounds_s(structure, "work")[0][0] == pytest.approx(720.0, abs=3.0)


def test_tcx_resting_is_a_recovery() -> None:
    labels = tuple("Resting" if one != "interval" else "Active" for one in LABELS)
    structure = find_structure(make_session(*STRETCHES, laps=_laps(labels)))
    assert {one.source for one in structure.segments} == {"lap_label"}
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


def test_laps_pressed_late_are_set_right_by_the_trace() -> None:
    structure = find_structure(make_session(*STRETCHES, laps=_laps(LABELS, off_s=6.0)))
    starts_s = [start_s for start_s, _ in bounds_s(structure, "work")]
    np.testing.assert_allclose(starts_s, 720 + 360 * np.arange(4), atol=2.0)


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
    assert {one.source for one in structure.segments} == {source}
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
