"""Best efforts of a run: what counts, and what must never make one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.running.activity import Provenance
from hakaru.running.athlete.efforts import (
    EFFORT_DURATIONS_S,
    Effort,
    RunEfforts,
    best_efforts,
    each,
)
from hakaru.sources.fit.recordings import read_fit
from tests.running.factories import make_recording, make_series
from tests.shared import REAL, examples, needs_real


def efforts_of(series: dict[str, Any], **given: Any) -> dict[float, Effort]:
    return {effort.duration_s: effort for effort in best_efforts(make_recording(series, **given))}


def fast_part(n_samples: int = 1801, **given: Any) -> dict[str, Any]:
    """3 m/s with five minutes at 4 m/s and 175 bpm from the tenth minute on."""
    fast = np.zeros(n_samples, dtype=bool)
    fast[600:900] = True
    values = {
        "speed_mps": np.where(fast, 4.0, 3.0),
        "heart_rate_bpm": np.where(fast, 165.0, 150.0),
        "power_w": np.where(fast, 300.0, 230.0),
    }
    return make_series(n_samples, **(values | given))


def test_each_duration_is_the_best_window_of_the_run() -> None:
    found = efforts_of(fast_part())
    assert list(found) == [one for one in EFFORT_DURATIONS_S if one <= 1800]
    assert found[300.0].speed_mps == pytest.approx(4.0)
    assert found[300.0].heart_rate_bpm == pytest.approx(165.0)
    assert found[300.0].power_w == pytest.approx(300.0)
    assert found[600.0].speed_mps == pytest.approx(3.5)
    assert found[600.0].speed_heart_rate_bpm == pytest.approx(157.5)


def test_a_run_shorter_than_half_a_minute_has_none() -> None:
    assert best_efforts(make_recording(make_series(25))) == ()
    assert best_efforts(make_recording({"elapsed_s": np.array([])})) == ()


def test_columns_that_were_not_recorded_stay_missing() -> None:
    found = efforts_of(make_series(heart_rate_bpm=None))
    assert found[600.0].heart_rate_bpm is None
    assert found[600.0].speed_heart_rate_bpm is None
    assert found[600.0].power_w is None
    assert found[600.0].speed_mps == pytest.approx(3.0)


def test_a_pause_is_time_standing() -> None:
    """The watch stops for 100 s in the middle of ten minutes: they count for speed."""
    series = make_series(601)
    series["elapsed_s"] = series["elapsed_s"] + np.where(np.arange(601) > 300, 100.0, 0.0)
    found = efforts_of(series, pauses=((300.0, 400.0),))
    assert found[600.0].speed_mps == pytest.approx(3.0 * 500.0 / 600.0, rel=0.01)
    assert found[600.0].heart_rate_bpm is None


def test_a_jump_of_the_position_makes_no_effort() -> None:
    series = make_series()
    series["distance_m"][900:] += 400.0
    assert efforts_of(series)[30.0].speed_mps == pytest.approx(3.0, rel=0.02)


def test_a_jump_at_the_speed_of_a_sprint_makes_no_effort() -> None:
    series = make_series()
    series["distance_m"] += np.cumsum(np.where(np.arange(1801) // 4 == 200, 7.0, 0.0))
    assert efforts_of(series)[30.0].speed_mps == pytest.approx(3.0, rel=0.05)


def test_a_gap_that_ends_in_a_leap_makes_no_effort() -> None:
    """60 s without a sample, 300 m further on."""
    series = make_series()
    shift = np.arange(1801) > 900
    series["elapsed_s"] = series["elapsed_s"] + np.where(shift, 60.0, 0.0)
    series["distance_m"] = series["distance_m"] + np.where(shift, 300.0, 0.0)
    assert efforts_of(series)[180.0].speed_mps == pytest.approx(3.0)


def test_heart_rate_spikes_and_impossible_beats_make_no_effort() -> None:
    heart_rate_bpm = np.full(1801, 150.0)
    heart_rate_bpm[500:510] = 199.0
    heart_rate_bpm[900:960] = 235.0
    found = efforts_of(make_series(heart_rate_bpm=heart_rate_bpm))
    assert found[30.0].heart_rate_bpm == pytest.approx(150.0)


def test_a_window_in_which_the_pulse_was_lost_does_not_speak() -> None:
    heart_rate_bpm = np.full(1801, 150.0)
    heart_rate_bpm[200:] = np.nan
    found = efforts_of(make_series(heart_rate_bpm=heart_rate_bpm))
    assert found[180.0].heart_rate_bpm == pytest.approx(150.0)
    assert found[300.0].heart_rate_bpm is None


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.floats(1.8, 6.0), min_size=4, max_size=40),
    st.sampled_from([1.0, 2.0, 5.0]),
)
def test_longer_efforts_are_never_faster_than_the_best_of_their_parts(
    speeds_mps: list[float], interval_s: float
) -> None:
    """Windows that divide each other: 30 s and 60 s, 300 s and 600 s and so on."""
    per_sample_mps = np.repeat(speeds_mps, 60)
    series = make_series(len(per_sample_mps), interval_s=interval_s, speed_mps=per_sample_mps)
    found = efforts_of(series)
    for shorter_s, longer_s in ((30.0, 60.0), (60.0, 180.0), (300.0, 600.0), (600.0, 1200.0)):
        if longer_s in found:
            longer, shorter = found[longer_s].speed_mps, found[shorter_s].speed_mps
            assert longer is not None
            assert shorter is not None
            assert longer <= shorter + 1e-6


@needs_real
def test_the_efforts_of_a_real_interval_session_are_those_of_a_human() -> None:
    path = REAL / "fit_dynamics" / "fr965_2026_intervals_power.fit"
    provenance = Provenance(kind="fit", path=path.name, sha256="0" * 64)
    (recording,) = read_fit(path.read_bytes(), provenance=provenance)
    found = {effort.duration_s: effort for effort in best_efforts(recording)}
    speeds = [one.speed_mps for one in found.values() if one.speed_mps is not None]
    assert speeds == sorted(speeds, reverse=True)
    assert 3.0 < speeds[0] < 7.5


def test_what_follows_from_the_efforts_of_a_run_is_worked_out_once() -> None:
    asked: list[int] = []

    def fastest_mps(efforts: Sequence[Effort]) -> float:
        asked.append(len(efforts))
        return max(effort.speed_mps or 0.0 for effort in efforts)

    efforts = RunEfforts(best_efforts(make_recording(fast_part())))
    days = [date(2026, 3, 1), date(2026, 3, 8)]
    for _ in range(2):
        again = each([(day, efforts) for day in days], fastest_mps)
        assert [day for day, _ in again] == days
        assert [speed_mps for _, speed_mps in again] == pytest.approx([4.0, 4.0])
    assert asked == [len(efforts)]
