"""What is read from the training sessions of a Polar Flow export, in both of its forms."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hakaru.core.errors import Refused, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.discover import discover
from hakaru.sources.polar import read_polar_json
from hakaru.sources.read import read_candidate
from tests.sources.test_archive import zipped
from tests.sources.test_discover import laid_out

PROVENANCE = Provenance(kind="polar-json", path="training-session-1.json", sha256="00")
START = datetime(2019, 1, 18, 7, 30, 0, 384_000, tzinfo=UTC)
"""By the clock on the wall in Tokyo."""
LENGTH_S = 600
NAN = float("nan")


def wall(at_s: float) -> str:
    return (START + timedelta(seconds=at_s)).replace(tzinfo=None).isoformat(timespec="milliseconds")


def dated(value: float) -> list[dict[str, Any]]:
    return [{"dateTime": wall(at_s), "value": value} for at_s in range(LENGTH_S + 1)]


def old_session(**exercise: Any) -> dict[str, Any]:
    """As it was exported until 2023."""
    samples = {
        "heartRate": dated(150),
        "speed": dated(10.8),
        "cadence": dated(84),
        "altitude": dated(55.0),
        "distance": [{"dateTime": wall(at_s), "value": 3.0 * at_s} for at_s in range(LENGTH_S + 1)],
        "recordedRoute": [
            {"dateTime": wall(at_s + 0.1), "latitude": 35.0, "longitude": 139.0, "altitude": 54}
            for at_s in range(LENGTH_S)
        ],
    }
    first = {
        "startTime": wall(0),
        "timezoneOffset": 540,
        "duration": "PT10M0.384S",
        "distance": 1800.0,
        "sport": "RUNNING",
        "heartRate": {"min": 90, "avg": 150, "max": 171},
        "ascent": 12.0,
        "kiloCalories": 130,
        "laps": [
            {"lapNumber": 0, "duration": "PT4M", "splitTime": "PT4M", "distance": 720.0},
            {"lapNumber": 1, "duration": "PT6M", "splitTime": "PT10M", "distance": 1080.0},
        ],
        "autoLaps": [{"lapNumber": 0, "duration": "PT5M", "splitTime": "PT5M"}],
        "samples": samples,
        **exercise,
    }
    return {"exportVersion": "1.6", "name": "朝ラン", "deviceId": "ABC", "exercises": [first]}


def new_session(sport: str = "1", **exercise: Any) -> dict[str, Any]:
    """As it is exported since."""

    def stream(kind: str, values: list[float]) -> dict[str, Any]:
        return {"type": kind, "intervalMillis": 1000, "values": values}

    n = LENGTH_S + 1
    first = {
        "startTime": wall(0),
        "durationMillis": 1000 * LENGTH_S,
        "distanceMeters": 1800.0,
        "ascentMeters": 12.0,
        "timezoneOffsetMinutes": 540,
        "sport": {"id": sport},
        "samples": {
            "samples": [
                stream("HEART_RATE", [NAN, NAN, *([150.0] * (n - 2))]),
                stream("SPEED", [10.8] * n),
                stream("CADENCE", [84.0] * n),
                stream("ALTITUDE", [0.0, 0.0, 0.0, *([55.0] * (n - 3))]),
                stream("DISTANCE", [3.0 * at_s for at_s in range(n)]),
            ]
        },
        "routes": {
            "route": {
                "startTime": wall(10),
                "wayPoints": [
                    {"latitude": 35.0, "longitude": 139.0, "elapsedMillis": 1000 * at_s}
                    for at_s in range(LENGTH_S - 20)
                ],
            }
        },
        "statistics": {
            "statistics": [{"type": "STATISTICS_TYPE_HEART_RATE", "avg": 150, "max": 171}]
        },
        "pauseTimes": [{"startTime": wall(120), "endTime": wall(150)}],
        **exercise,
    }
    return {
        "identifier": {"id": "5022701696"},
        "startTime": wall(0),
        "name": "朝ラン",
        "product": {"modelName": "Polar Vantage M"},
        "calories": 130,
        "exercises": [first],
    }


def read(session: object) -> tuple[Recording, ...]:
    return read_polar_json(json.dumps(session).encode(), provenance=PROVENANCE)


@pytest.mark.parametrize("session", [old_session(), new_session()], ids=["old", "new"])
def test_a_run_has_its_samples_in_our_units_and_its_start_in_utc(session: dict[str, Any]) -> None:
    (run,) = read(session)
    assert run.started_at == datetime(2019, 1, 17, 22, 30, 0, 384_000, tzinfo=UTC)
    assert run.utc_offset_s == 9 * 3600
    assert run.title == "朝ラン"
    assert run.series["elapsed_s"][-1] == LENGTH_S
    assert np.nanmean(run.series["heart_rate_bpm"]) == pytest.approx(150.0)
    assert np.nanmean(run.series["speed_mps"]) == pytest.approx(3.0)
    assert np.nanmean(run.series["cadence_spm"]) == pytest.approx(168.0)
    assert run.series["distance_m"][-1] == pytest.approx(1800.0)
    assert np.nanmin(run.series["elevation_m"]) == pytest.approx(55.0)
    assert np.isfinite(run.series["latitude_deg"]).sum() > LENGTH_S - 25
    summary = run.summary
    assert (summary.distance_m, summary.ascent_m, summary.calories_kcal) == (1800.0, 12.0, 130.0)
    assert (summary.heart_rate_avg_bpm, summary.heart_rate_max_bpm) == (150.0, 171.0)
    assert summary.timer_s == pytest.approx(600.0, abs=0.5)
    assert run.sensor_group is None


def test_what_was_not_measured_is_missing() -> None:
    (run,) = read(new_session())
    assert np.isnan(run.series["heart_rate_bpm"][:2]).all()
    assert np.isnan(run.series["elevation_m"][:3]).all()
    assert np.isnan(run.series["latitude_deg"][:10]).all()
    assert run.series["latitude_deg"][10] == 35.0


def test_laps_are_those_that_the_runner_marked() -> None:
    (run,) = read(old_session())
    assert [(lap.start_elapsed_s, lap.elapsed_s) for lap in run.laps] == [(0, 240), (240, 360)]


def test_pauses_are_read() -> None:
    assert read(new_session())[0].pauses == ((120.0, 150.0),)


@pytest.mark.parametrize(
    ("session", "sub_sport"),
    [
        (new_session("17"), "treadmill"),
        (new_session("27"), "trail"),
        (old_session(sport="TRAIL_RUNNING"), "trail"),
        (old_session(sport="TREADMILL_RUNNING"), "treadmill"),
    ],
)
def test_kinds_of_running(session: dict[str, Any], sub_sport: str) -> None:
    assert read(session)[0].sub_sport == sub_sport


@pytest.mark.parametrize(
    ("session", "words"),
    [(new_session("2"), "'2'"), (old_session(sport="CYCLING"), "'CYCLING'")],
)
def test_another_sport_is_refused(session: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words):
        read(session)


def test_of_several_exercises_the_runs_are_read() -> None:
    session = old_session()
    session["exercises"].append({**session["exercises"][0], "sport": "SWIMMING"})
    assert len(read(session)) == 1


@pytest.mark.parametrize(
    "session",
    [
        {"exercises": []},
        [],
        {"exercises": [{"sport": "RUNNING"}]},
        old_session(startTime="yesterday") | {"startTime": 7},
    ],
)
def test_what_is_no_session_is_refused_in_a_sentence(session: object) -> None:
    with pytest.raises(Unreadable):
        read(session)


def test_strange_values_are_passed_over() -> None:
    strange = {
        "heartRate": [{"dateTime": "?", "value": 150}, {"value": "x"}, 7, {"dateTime": wall(5)}],
        "speed": "fast",
        "recordedRoute": {"points": []},
    }
    (run,) = read(old_session(samples=strange, laps="none", heartRate=3, timezoneOffset="?"))
    assert run.series["elapsed_s"].size == 0
    assert [issue.code for issue in run.issues] == ["local_time"]


def test_sessions_of_an_export_are_found_and_the_rest_is_passed_over(tmp_path: Path) -> None:
    files = {
        "training-session-2019-01-18-1-07e7.json": json.dumps(old_session()).encode(),
        "training-session_2023-11-15T12-23-32_77-10.json": json.dumps(new_session()).encode(),
        "activity-2019-01-18-07e7.json": b'{"date": "2019-01-18", "samples": {}}',
        "sport-profiles-07e7.json": b'{"profiles": []}',
    }
    (tmp_path / "polar-user-data-export.zip").write_bytes(zipped(files))
    candidates = discover([tmp_path / "polar-user-data-export.zip"])
    assert [candidate.kind for candidate in candidates] == ["polar-json", "polar-json"]
    assert all(len(read_candidate(candidate)) == 1 for candidate in candidates)
    unpacked = discover([laid_out(tmp_path / "unpacked", files)])
    assert [candidate.kind for candidate in unpacked] == ["polar-json", "polar-json"]
