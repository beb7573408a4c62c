"""What the real recordings show, decided by eye on their traces and laps.

The detector was tuned on these runs too, so they guard what it can do and measure nothing; the
benchmark `sessions` measures.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hakaru.running.activity import Provenance, Recording
from hakaru.running.segment import split_recording
from hakaru.running.session.model import Structure, get_target_splits
from hakaru.running.session.structure import find_structure
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.gpx import read_gpx
from hakaru.sources.tcx import read_tcx
from tests.running.session.structure_factories import bounds_s
from tests.shared import REAL, needs_real

pytestmark = needs_real

INTERVALS = "fit_dynamics/fr965_2026_intervals_power.fit"
REP_LAPS = (2, 4, 6, 8, 10)
"""Places of the five fast three-minute laps among the twelve; all are labelled `interval`."""

STEADY = (
    "fit_dynamics/fenix6x_2019-09-07_smartrec.fit",
    "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit",
    "fit_dynamics/fenix5xplus_2018_trail_stryd_dev.fit",
    "fit_dynamics/fr255_2023_triathlon_summary_first.fit",
    "fit_dynamics/stryd_standalone_2017.fit",
    "connect_api/2477200414/activity_2477200414.fit",
    "connect_api/4017099594_hr_only/activity_4017099594.fit",
    "fit_hr_only/fr110_2013.fit",
    "fit_hr_only/fr245_2025.fit",
    "fit_hr_only/fr610_234979239.fit",
    "fit_hr_only/fr70_compressed_speed_distance.fit",
    "fit_hr_only/vivosmarthr_2016.fit",
    "tcx/fr610_234979239.tcx",
    "tcx/polar_m400.tcx",
    "tcx/runpandas_11km.tcx",
    "tcx/runpandas_fr410_sample.tcx",
    "gpx/davis_V01_course_run.gpx",
    "gpx/runpandas_run.gpx",
)
"""Easy, long and trail runs, a race in town, walks with some running: nothing repeated on purpose.
"""


@cache
def read(name: str) -> Recording:
    data = (REAL / name).read_bytes()
    kind = name.rpartition(".")[2]
    reader = {"fit": read_fit, "tcx": read_tcx, "gpx": read_gpx}[kind]
    provenance = Provenance(kind=kind, path=name, sha256="0" * 64)  # type: ignore[arg-type]
    return reader(data, provenance=provenance)[0]


def structures(name: str) -> tuple[Structure, Structure]:
    """With its laps and without."""
    recording = read(name)
    return find_structure(recording), find_structure(replace(recording, laps=()))


def test_an_interval_session_is_found_with_its_laps_and_without() -> None:
    laps = read(INTERVALS).laps
    assert {lap.intensity for lap in laps} == {"interval"}
    lap_bounds_s = [
        (laps[i].start_elapsed_s, laps[i].start_elapsed_s + laps[i].elapsed_s) for i in REP_LAPS
    ]
    with_laps, without = structures(INTERVALS)
    for structure in (with_laps, without):
        assert (structure.form, structure.n_reps) == ("reps", 5)
    np.testing.assert_allclose(bounds_s(with_laps, "work"), lap_bounds_s, atol=2.0)
    seen_s = bounds_s(without, "work")
    np.testing.assert_allclose(seen_s, lap_bounds_s, atol=9.0)  # the speed lags by 5-8 s


def test_its_target_splits_are_the_five_repetitions() -> None:
    for recording in (read(INTERVALS), replace(read(INTERVALS), laps=())):
        targets = get_target_splits(split_recording(recording), "interval")
        assert [split.rep_index for split in targets] == [1, 2, 3, 4, 5]
        assert all(split.speed_mps is not None and split.speed_mps > 3.9 for split in targets)


@pytest.mark.parametrize(
    ("name", "rep_laps"),
    [
        ("fit_dynamics/fenix6x_2020-04-18_stryd_dev.fit", (1, 3, 5)),
        ("fit_dynamics/fenix6x_2020-04-24_stryd_dev.fit", (1, 3, 5)),
    ],
)
def test_600_m_repetitions_without_labels_are_found(name: str, rep_laps: tuple[int, ...]) -> None:
    """The speed of this watch lags by up to half a minute where it slows down slowly."""
    laps = read(name).laps
    for structure in structures(name):
        assert (structure.form, structure.n_reps) == ("reps", 3)
        for (start_s, end_s), place in zip(bounds_s(structure, "work"), rep_laps, strict=True):
            assert start_s == pytest.approx(laps[place].start_elapsed_s, abs=41.0)
            assert end_s == pytest.approx(laps[place + 1].start_elapsed_s, abs=28.0)


def test_laps_show_a_first_repetition_that_was_hardly_faster_than_a_warm_up() -> None:
    """Four laps of 1000 m with a minute between them; the speeds alone show three."""
    with_laps, without = structures("fit_dynamics/fenix5x_2018_hrm4_stryd.fit")
    assert (with_laps.form, with_laps.n_reps) == ("reps", 4)
    assert {segment.source for segment in with_laps.segments} == {"lap_speed"}
    assert (without.form, without.n_reps) == ("reps", 3)


@pytest.mark.parametrize("name", STEADY)
def test_no_repetitions_are_seen_in(name: str) -> None:
    for structure in structures(name):
        assert structure.n_reps == 0
        assert structure.n_strides == 0
