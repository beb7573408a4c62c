"""What is read from the list of activities in a Garmin account export."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from hakaru.core.errors import Refused, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.garmin.lists import read_summarized_activities

PROVENANCE = Provenance(
    kind="garmin-json", path="export.zip", sha256="00", member="a_summarizedActivities.json"
)


def entry(**given: Any) -> dict[str, Any]:
    return {
        "activityId": 9_000_000_001,
        "name": "Long run",
        "activityType": "running",
        "beginTimestamp": 1_714_802_400_000,
        "startTimeGmt": 1_714_802_400_000.0,
        "startTimeLocal": 1_714_834_800_000.0,
        "distance": 1_000_000.0,
        "duration": 3_000_000.0,
        "elapsedDuration": 3_100_000.0,
        "avgSpeed": 0.3333,
        "avgHr": 150.0,
        "maxHr": 170.0,
        "avgRunCadence": 84.0,
        "elevationGain": 12_000.0,
        "avgVerticalOscillation": 9.2,
        "avgGroundContactTime": 251.0,
        "avgVerticalRatio": 8.6,
        "avgStrideLength": 107.0,
    } | given


def export(*entries: dict[str, Any]) -> bytes:
    return json.dumps([{"summarizedActivitiesExport": list(entries)}]).encode()


def read(*entries: dict[str, Any]) -> Recording:
    (run,) = read_summarized_activities(export(*entries), provenance=PROVENANCE)
    return run


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


def test_centimetres_milliseconds_and_tens_become_si() -> None:
    run = read(entry())
    assert run.started_at == datetime(2024, 5, 4, 6, 0, tzinfo=UTC)
    assert run.utc_offset_s == 9 * 3600
    assert run.summary.distance_m == pytest.approx(10_000.0)
    assert (run.summary.timer_s, run.summary.elapsed_s) == (3000.0, 3100.0)
    assert run.summary.speed_avg_mps == pytest.approx(3.333)
    assert run.summary.cadence_avg_spm == 168.0
    assert run.summary.ascent_m == pytest.approx(120.0)
    assert run.issues == ()


def test_form_averages_are_of_an_unknown_garmin_sensor() -> None:
    run = read(entry())
    assert (run.sensor_group, run.summary.gct_avg_ms) == ("garmin-unknown", 251.0)
    assert (run.summary.vo_avg_cm, run.summary.step_length_avg_cm) == (9.2, 107.0)
    assert (run.title, run.garmin_activity_id) == ("Long run", 9_000_000_001)


def test_double_cadence_is_taken_as_it_is() -> None:
    assert read(entry(avgDoubleCadence=171.0)).summary.cadence_avg_spm == 171.0
    assert read(entry(avgRunCadence=171.0)).summary.cadence_avg_spm == 171.0
    assert read(entry(avgRunCadence=None)).summary.cadence_avg_spm is None


@pytest.mark.parametrize("missing", [{}, {"avgVerticalRatio": None}])
def test_oscillation_in_millimetres_is_noticed(missing: dict[str, Any]) -> None:
    run = read(entry(avgVerticalOscillation=92.0, **missing))
    assert run.summary.vo_avg_cm == pytest.approx(9.2)
    assert read(entry(avgVerticalOscillation=None)).summary.vo_avg_cm is None


def test_an_export_in_si_is_read_as_si_and_reported() -> None:
    run = read(entry(distance=10_000.0, duration=3_000.0, elapsedDuration=3_100.0, avgSpeed=3.333))
    assert (run.summary.distance_m, run.summary.timer_s) == (10_000.0, 3000.0)
    assert run.summary.speed_avg_mps == 3.333
    assert codes(run) == {"unusual_units"}


def test_a_distance_that_makes_no_speed_on_foot_is_left_out_and_reported() -> None:
    run = read(entry(distance=10_000.0))
    assert (run.summary.distance_m, run.summary.speed_avg_mps) == (None, None)
    assert run.summary.timer_s == 3000.0
    assert codes(run) == {"inconsistent_units"}


def test_a_speed_that_contradicts_distance_and_time_is_reported() -> None:
    assert "inconsistent_units" in codes(read(entry(avgSpeed=0.5)))


def test_an_entry_without_distance_keeps_the_rest() -> None:
    run = read(entry(distance=None, avgSpeed=None))
    assert (run.summary.distance_m, run.summary.timer_s) == (None, 3000.0)


def test_other_sports_are_counted() -> None:
    run = read(entry(activityType="cycling", activityId=1), entry())
    assert "not_a_run" in codes(run)
    with pytest.raises(Refused, match="no run among"):
        read(entry(activityType="cycling"))


def test_both_wrappings_are_opened() -> None:
    data = json.dumps({"summarizedActivitiesExport": [entry()]}).encode()
    (run,) = read_summarized_activities(data, provenance=PROVENANCE)
    assert run.summary.timer_s == 3000.0


def test_an_empty_export_is_refused_and_anything_else_unreadable() -> None:
    with pytest.raises(Refused, match="lists no activity"):
        read()
    for data in (b"[]", b"{}", b"5", b"not json"):
        with pytest.raises(Unreadable, match="a_summarizedActivities"):
            read_summarized_activities(data, provenance=PROVENANCE)
