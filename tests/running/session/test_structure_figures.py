"""Figures of segments: means over running samples, heart rate at both ends."""

from dataclasses import replace

import numpy as np
import pytest

from hakaru.running.activity import Lap
from hakaru.running.session.model import Segment, Structure
from hakaru.running.session.structure import find_structure
from hakaru.running.session.understand import segment_figures
from hakaru.running.spans import Span, describe_spans
from tests.running.factories import make_recording, make_series
from tests.running.session.structure_factories import COOL_DOWN, WARM_UP, make_session, repeated

RECORDING = make_session(WARM_UP, *repeated((4.2, 240), (2.2, 120), times=4), COOL_DOWN)


def _two(role_at_s: float, end_s: float) -> Structure:
    return Structure(
        form="block",
        segments=(
            Segment(role="warmup", start_elapsed_s=0.0, end_elapsed_s=role_at_s, source="speed"),
            Segment(role="main", start_elapsed_s=role_at_s, end_elapsed_s=end_s, source="speed"),
        ),
        confidence_frac=1.0,
    )


def test_each_segment_has_its_figures() -> None:
    structure = find_structure(RECORDING)
    figures = segment_figures(RECORDING, structure)
    assert [figure.segment_index for figure in figures] == list(range(len(structure.segments)))
    assert [figure.role for figure in figures] == [segment.role for segment in structure.segments]
    works = [figure for figure in figures if figure.role == "work"]
    assert [one.rep_index for one in works] == [1, 2, 3, 4]
    for work in works:
        assert work.speed_mps == pytest.approx(4.2, abs=0.05)
        assert work.distance_m == pytest.approx(4.2 * 240, rel=0.02)
        assert work.gct_ms == pytest.approx(330 - 22 * 4.2, abs=2.0)
        assert work.power_w is None


def test_heart_rate_at_both_ends_is_a_mean_of_five_seconds_standing_included() -> None:
    beats_bpm = np.linspace(100.0, 160.0, 601)
    speed_mps = np.where(np.arange(601) > 590, 0.0, 3.0)
    recording = make_recording(make_series(601, heart_rate_bpm=beats_bpm, speed_mps=speed_mps))
    first, second = segment_figures(recording, _two(300.0, 600.0))
    assert first.heart_rate_start_bpm == pytest.approx(beats_bpm[:5].mean())
    assert second.heart_rate_end_bpm == pytest.approx(beats_bpm[-5:].mean())
    assert second.heart_rate_max_bpm == 160.0


@pytest.mark.parametrize(("step_s", "known"), [(1, True), (7, True), (8, True), (30, False)])
def test_smart_recording_knows_the_heart_rate_at_both_ends_too(step_s: int, known: bool) -> None:
    """Steps of up to 8 s leave windows of 5 s without a sample; a gap is not bridged."""
    elapsed_s = np.arange(0.0, 1201.0, float(step_s))
    beats_bpm = 100.0 + 0.05 * elapsed_s
    recording = make_recording(
        make_series(elapsed_s.size, elapsed_s=elapsed_s, heart_rate_bpm=beats_bpm)
    )
    for bound_s in (602.0, 605.0, 607.0):
        first, second = segment_figures(recording, _two(bound_s, float(elapsed_s[-1])))
        if known:
            assert first.heart_rate_end_bpm == pytest.approx(100.0 + 0.05 * bound_s, abs=0.3)
            assert second.heart_rate_start_bpm == pytest.approx(100.0 + 0.05 * bound_s, abs=0.3)
    sparse = segment_figures(recording, _two(610.0, float(elapsed_s[-1])))[0]
    assert (sparse.heart_rate_end_bpm is not None) == known


def test_missing_heart_rate_stays_missing() -> None:
    recording = make_recording(make_series(601, heart_rate_bpm=None))
    first, _ = segment_figures(recording, _two(300.0, 600.0))
    assert first.heart_rate_start_bpm is None
    assert first.heart_rate_bpm is None


def test_a_climb_is_worth_a_faster_speed_on_the_level() -> None:
    recording = make_recording(make_series(1201, elevation_m=np.arange(1201) * 0.15))
    (one, _) = segment_figures(recording, _two(600.0, 1200.0))
    assert one.speed_mps == pytest.approx(3.0)
    assert one.grade_adjusted_speed_mps is not None
    assert one.grade_adjusted_speed_mps > 3.6


def test_laps_without_samples_give_what_they_know() -> None:
    laps = tuple(
        Lap(
            start_elapsed_s=300.0 * i, elapsed_s=300.0, distance_m=1000.0 + 100.0 * i,
            heart_rate_bpm=140.0 + i, heart_rate_max_bpm=150.0 + i,
        )
        for i in range(4)
    )  # fmt: skip
    recording = make_recording({"elapsed_s": np.empty(0)}, laps=laps)
    first, second = segment_figures(recording, _two(600.0, 1200.0))
    assert (first.distance_m, second.distance_m) == (2100.0, 2500.0)
    assert first.heart_rate_bpm == pytest.approx(140.5)
    assert first.heart_rate_max_bpm == 151.0
    assert first.heart_rate_end_bpm is None
    assert second.speed_mps == pytest.approx(2500 / 600)


def test_a_recording_that_says_nothing_has_no_figures() -> None:
    recording = make_recording({"elapsed_s": np.empty(0)})
    assert segment_figures(recording, find_structure(recording)) == ()


def test_spans_are_described_each_on_its_own() -> None:
    spans = [Span(start_s=100.0, end_s=400.0), Span(start_s=0.0, end_s=1000.0, kind="km")]
    one, other = describe_spans(make_recording(make_series(1001)), spans)
    assert one.distance_m == pytest.approx(900.0)
    assert other.distance_m == pytest.approx(3000.0)
    assert (one.kind, other.kind) == ("segment", "km")
    assert replace(one, split_index=2).heart_rate_bpm == 145.0
