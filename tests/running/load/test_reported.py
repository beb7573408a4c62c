"""Which load has a run of which only averages were reported?"""

from typing import Any

import numpy as np
import pytest

from hakaru.running.activity import DeviceSummary
from hakaru.running.athlete.model import Quantity
from hakaru.running.load import LoadFigures, session_load
from tests.running.factories import make_recording
from tests.running.physiology.sessions import kilometres, make_athlete, make_session

NO_SPEED: list[Quantity] = ["threshold_speed_mps", "critical_power_w"]


def load_of(*speeds_mps: float, athlete: Any = None, **given: Any) -> LoadFigures:
    recording = make_recording({"elapsed_s": np.empty(0)})
    return session_load(
        make_session(
            recording=recording,
            splits=kilometres(*speeds_mps, **given),
            athlete=make_athlete() if athlete is None else athlete,
        )
    )


def notes(load: LoadFigures) -> set[tuple[str, str]]:
    return {(note.basis, note.problem) for note in load.notes}


def test_an_average_heart_rate_is_a_sound_basis_and_says_that_it_is_an_average() -> None:
    load = load_of(3.6, 3.6, 3.6, heart_rate_bpm=168.0)
    hours = 3000.0 / 3.6 / 3600.0
    assert load.basis == "heart_rate"
    assert load.sound
    assert ("heart_rate", "summary_only") in notes(load)
    assert ("pace", "summary_only") in notes(load)
    assert load.training_load_score == pytest.approx(100.0 * hours)
    assert load.trimp_score is not None


def test_without_heart_rate_average_pace_answers_and_is_not_sound() -> None:
    load = load_of(3.0, 3.0, heart_rate_bpm=None)
    assert load.basis == "pace"
    assert not load.sound
    assert ("pace", "summary_only") in notes(load)
    assert load.intensity_frac == pytest.approx(3.0 / 3.6)


def test_unequal_laps_weigh_as_normalised_speed_does() -> None:
    load = load_of(2.5, 3.5, heart_rate_bpm=None)
    even = load_of(2.916, 2.917, heart_rate_bpm=None)
    assert load.intensity_frac is not None
    assert even.intensity_frac is not None
    assert load.intensity_frac > even.intensity_frac


def test_without_a_distance_the_reported_average_of_the_run_counts() -> None:
    recording = make_recording(
        {"elapsed_s": np.empty(0)},
        summary=DeviceSummary(timer_s=3600.0, heart_rate_avg_bpm=168.0),
    )
    load = session_load(make_session(recording=recording, athlete=make_athlete(without=NO_SPEED)))
    assert load.basis == "heart_rate"
    assert load.training_load_score == pytest.approx(100.0)


def test_averages_without_a_threshold_give_no_load() -> None:
    nothing = make_athlete(without=list(make_athlete().known))
    load = load_of(3.0, athlete=nothing, heart_rate_bpm=150.0)
    assert load.training_load_score is None
    assert ("heart_rate", "threshold_unknown") in notes(load)


def test_an_impossible_average_is_not_used() -> None:
    recording = make_recording(
        {"elapsed_s": np.empty(0)},
        summary=DeviceSummary(timer_s=3600.0, heart_rate_avg_bpm=0.0),
    )
    load = session_load(make_session(recording=recording, splits=()))
    assert load.training_load_score is None
