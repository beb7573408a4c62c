"""What is faster than any human is refused by name, or said where runs lie beside it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hakaru.core.errors import Refused, Unreadable
from hakaru.core.i18n import in_language
from hakaru.running.activity import Recording
from hakaru.sources.discover import discover
from hakaru.sources.read import read_candidate
from tests.sources import fit_bytes as fb
from tests.sources.xml_samples import gpx, gpx_point, gpx_track, tcx, tcx_lap

REFUSAL = "faster than any human has run for that long (a bicycle, a car, or a broken counter)"


def read(path: Path, data: bytes) -> tuple[Recording, ...]:
    path.write_bytes(data)
    (candidate,) = discover([path])
    return read_candidate(candidate)


def track(speed_mps: float, lasts_s: int = 1200) -> str:
    points = [gpx_point(at, north_m=speed_mps * at) for at in range(0, lasts_s, 5)]
    return gpx_track(points, kind=None, name="Morning")


def test_a_bicycle_that_names_no_sport_is_refused_with_its_speed(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        read(tmp_path / "a.gpx", gpx(track(8.0)))
    assert str(refused.value).endswith(f"no run: 8.0 m/s for 3:00 is {REFUSAL}")
    assert "自転車か車" in in_language(str(refused.value), "ja")


def test_a_fit_file_with_the_speed_of_a_car_is_refused(tmp_path: Path) -> None:
    records = [fb.record(at, {6: ("u16", 20_000)}) for at in range(120)]
    with pytest.raises(Refused, match=r"20\.0 m/s for 0:45"):
        read(tmp_path / "a.fit", fb.fit_file(fb.file_id(), *records, fb.session()))


def test_rides_beside_runs_are_left_out_and_said_once(tmp_path: Path) -> None:
    tracks = (track(8.0), track(3.0), track(9.0), track(2.5))
    first, second = read(tmp_path / "a.gpx", gpx(*tracks))
    lengths_m = [run.series["distance_m"][-1] for run in (first, second)]
    assert lengths_m == pytest.approx([3585.0, 2987.5], rel=1e-3)
    (said,) = [issue.message for issue in first.issues if issue.code == "too_fast"]
    assert said == (
        "2 of the file's activities left out as no run: 8.0 m/s for 3:00 is faster than any human"
        " has run for that long"
    )
    assert "2 件" in in_language(said, "ja")
    assert "too_fast" not in {issue.code for issue in second.issues}


def test_flipped_bits_leave_no_speed_that_nobody_runs(tmp_path: Path) -> None:
    speeds = [3000] * 600
    speeds[100], speeds[400] = 65_000, 64_123
    records = [fb.record(at, {6: ("u16", speed)}) for at, speed in enumerate(speeds)]
    (run,) = read(tmp_path / "a.fit", fb.fit_file(fb.file_id(), *records, fb.session()))
    assert np.nanmax(run.series["speed_mps"]) == pytest.approx(3.0)
    assert np.flatnonzero(np.isnan(run.series["speed_mps"])).tolist() == [100, 400]
    assert "impossible_values" in {issue.code for issue in run.issues}


def test_a_start_of_which_nothing_follows_is_no_run(tmp_path: Path) -> None:
    point = gpx(gpx_track([gpx_point(0)], kind="running", name="Morning"))
    with pytest.raises(Unreadable, match="no time passes in it and no distance is covered") as why:
        read(tmp_path / "a.gpx", point)
    assert "時間も距離も" in in_language(str(why.value), "ja")


def test_a_run_of_which_a_file_says_only_how_long_it_was_is_one(tmp_path: Path) -> None:
    (run,) = read(tmp_path / "a.tcx", tcx(tcx_lap([], timer_s=60.0)))
    assert [(part.elapsed_s, part.distance_m) for part in run.laps] == [(60.0, 180.0)]
