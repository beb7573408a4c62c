"""Does one sample behind a gap of the recording speak for the time that nobody saw?"""

from __future__ import annotations

import numpy as np
import pytest

from hakaru.running.activity import Recording
from hakaru.running.session.criteria import (
    Stretch,
    band_shares,
    heart_rate_between_bpm,
    zone_share_pct,
)
from hakaru.running.session.model import SessionInput
from hakaru.running.session.type_evidence import Habits
from hakaru.running.session.understand import RunnerThen, dissect, understand
from tests.running.factories import make_recording, make_series
from tests.running.session.rating_factories import Part, example_athlete, make_session

GAP_S = (600.0, 900.0)


def with_gap(recording: Recording, *, after_bpm: float) -> Recording:
    """Nothing was recorded within the gap; the sample at its end is of another heart rate."""
    elapsed_s = recording.series["elapsed_s"]
    seen = (elapsed_s <= GAP_S[0]) | (elapsed_s >= GAP_S[1])
    series = {name: values[seen] for name, values in recording.series.items()}
    series["heart_rate_bpm"][series["elapsed_s"] == GAP_S[1]] = after_bpm
    return make_recording(series)


@pytest.fixture
def gappy() -> SessionInput:
    main = Part(role="main", duration_s=1200.0, speed_mps=2.8, start_bpm=140.0, end_bpm=140.0)
    whole = make_session("aerobic_base", main)
    return make_session("aerobic_base", main, recording=with_gap(whole.recording, after_bpm=185.0))


def test_time_in_a_band_and_in_zones_is_of_what_was_seen(gappy: SessionInput) -> None:
    part = Stretch(session=gappy, parts=gappy.figures)
    shares = band_shares(part, 130.0, high_bpm=150.0)
    assert shares is not None
    assert (shares.inside_pct, shares.above_pct) == pytest.approx((100.0, 0.0))
    assert zone_share_pct(part, (3,)) == pytest.approx(shares.inside_pct)


def test_a_mean_heart_rate_needs_more_than_the_sample_behind_a_gap(gappy: SessionInput) -> None:
    assert heart_rate_between_bpm(gappy, 601.0, end_s=901.0) is None
    assert heart_rate_between_bpm(gappy, 901.0, end_s=1200.0) == pytest.approx(140.0)


def test_a_treadmill_run_lasted_as_long_as_it_was_recorded() -> None:
    series = make_series(1201, speed_mps=np.nan, cadence_spm=None, heart_rate_bpm=140.0)
    series["distance_m"] = np.zeros(1201)
    recording = with_gap(make_recording(series), after_bpm=185.0)
    session = understand(
        recording,
        (),
        anatomy=dissect(recording),
        runner=RunnerThen(athlete=example_athlete(), habits=Habits()),
    )
    evidence = {one.code: one.value for one in session.verdict.evidence}
    assert evidence["running_s"] == pytest.approx(900.0)
