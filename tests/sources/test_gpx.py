import gzip
import math
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import Recording
from hakaru.sources.gpx import read_gpx
from hakaru.sources.tcx import read_tcx
from hakaru.sources.timeline import haversine_m
from tests.shared import REAL, needs_real
from tests.sources.xml_samples import (
    BILLION_LAUGHS,
    GPX_PROVENANCE,
    START,
    gpx,
    gpx_point,
    gpx_track,
    stamp,
)


def read(data: bytes) -> tuple[Recording, ...]:
    return read_gpx(data, provenance=GPX_PROVENANCE)


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


def running(seconds: Iterable[int], *, speed_mps: float = 3.0, inner: str = "") -> list[str]:
    return [gpx_point(at, north_m=speed_mps * at, inner=inner) for at in seconds]


def test_distance_comes_from_positions_and_speed_from_distance() -> None:
    (run,) = read(gpx(gpx_track(running(range(60)))))
    assert run.started_at == START
    assert run.series["distance_m"][-1] == pytest.approx(177.0, rel=1e-3)
    assert run.series["speed_mps"] == pytest.approx(np.full(60, 3.0), rel=1e-3)
    assert "speed_derived" in codes(run)
    assert run.devices[0].product == "An app"


@pytest.mark.parametrize("prefix", ["gpxtpx", "ns3", "gpxdata"])
def test_extensions_are_read_whatever_their_prefix(prefix: str) -> None:
    inner = (
        f'<extensions><{prefix}:T xmlns:{prefix}="urn:x"><{prefix}:hr>150</{prefix}:hr>'
        f"<{prefix}:cad>84</{prefix}:cad><{prefix}:atemp>21</{prefix}:atemp>"
        f"<{prefix}:speed>2.9</{prefix}:speed></{prefix}:T><power>260</power></extensions>"
    )
    (run,) = read(gpx(gpx_track(running(range(3), inner=inner))))
    values = {name: run.series[name][0] for name in run.series}
    assert values["heart_rate_bpm"] == 150
    assert values["cadence_spm"] == 168
    assert values["temperature_c"] == 21
    assert values["power_w"] == 260
    assert values["speed_mps"] == 2.9
    assert "speed_derived" not in codes(run)


def test_segments_are_pauses_and_the_way_between_them_is_not_run() -> None:
    (run,) = read(gpx(gpx_track(running(range(10)), running(range(100, 110)))))
    assert run.pauses == ((9.0, 100.0),)
    assert run.series["distance_m"][-1] == pytest.approx(54.0, rel=1e-3)
    assert run.series["speed_mps"] == pytest.approx(np.full(20, 3.0), rel=1e-3)


def test_empty_segments_are_no_pauses() -> None:
    (run,) = read(gpx(gpx_track([], running(range(10)), [])))
    assert run.pauses == ()


def test_a_track_without_times_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="track without times"):
        read(gpx(gpx_track([gpx_point(None, north_m=at) for at in range(5)])))


def test_a_drawing_with_a_few_stamps_is_a_track_without_times() -> None:
    untimed = [gpx_point(None, north_m=at) for at in range(50)]
    with pytest.raises(Unreadable, match="track without times"):
        read(gpx(gpx_track(untimed), gpx_track(running(range(5)))))


@pytest.mark.parametrize(
    ("kind", "sub_sport"),
    [
        ("running", None),
        ("9", None),
        ("trail_running", "trail"),
        ("Laufen", None),
        ("treadmill_running", "treadmill"),
    ],
)
def test_what_says_it_is_a_run_is_one(kind: str, sub_sport: str | None) -> None:
    (run,) = read(gpx(gpx_track(running(range(5)), kind=kind)))
    assert run.sub_sport == sub_sport
    assert "sport_unstated" not in codes(run)


@pytest.mark.parametrize("kind", ["cycling", "walking", "hiking", "1", "Radfahren", "骑行"])
def test_what_says_it_is_something_else_is_refused(kind: str) -> None:
    with pytest.raises(Refused, match=kind):
        read(gpx(gpx_track(running(range(5)), kind=kind)))


def test_a_track_that_does_not_say_is_taken_with_an_issue_unless_its_name_says() -> None:
    (unnamed,) = read(gpx(gpx_track(running(range(5)), kind=None, name="Morning")))
    (named,) = read(gpx(gpx_track(running(range(5)), kind=None, name="Morning Run")))
    assert "sport_unstated" in codes(unnamed)
    assert "sport_unstated" not in codes(named)


def test_other_tracks_of_the_file_are_counted() -> None:
    data = gpx(gpx_track(running(range(5)), kind="cycling"), gpx_track(running(range(5))))
    (run,) = read(data)
    assert "not_a_run" in codes(run)


def test_each_track_is_a_run_of_its_own() -> None:
    runs = read(gpx(gpx_track(running(range(5))), gpx_track(running(range(3600, 3605)))))
    assert [run.started_at.minute for run in runs] == [0, 0]
    assert (runs[1].started_at - runs[0].started_at).total_seconds() == 3600


def test_points_without_position_keep_their_other_values() -> None:
    (run,) = read(
        gpx(gpx_track([*running(range(5)), f"<trkpt><time>{stamp(5)}</time><hr>140</hr></trkpt>"]))
    )
    assert math.isnan(run.series["distance_m"][-1])
    assert run.series["heart_rate_bpm"][-1] == 140


def test_a_file_cut_off_is_partial_up_to_the_cut() -> None:
    whole = gpx(gpx_track(running(range(40))))
    (run,) = read(whole[: whole.index(stamp(20).encode())])
    assert run.partial
    assert run.series["elapsed_s"].size == 20


def test_damage_before_the_first_point_is_unreadable() -> None:
    whole = gpx(gpx_track(running(range(40))))
    with pytest.raises(Unreadable, match="damaged XML"):
        read(whole[: whole.index(b"<trkpt")])


def test_a_billion_laughs_are_refused() -> None:
    with pytest.raises(Unreadable, match="entities"):
        read(BILLION_LAUGHS)


def test_a_file_without_track_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no <trkpt>"):
        read(gpx())


def test_an_offset_in_the_times_is_the_local_offset() -> None:
    data = gpx(gpx_track(running(range(3)))).replace(b"Z</time>", b"+09:00</time>")
    (run,) = read(data)
    assert run.utc_offset_s == 9 * 3600


@given(
    st.lists(st.tuples(st.floats(-80, 80), st.floats(-179, 179)), min_size=2, max_size=5),
    st.floats(-1, 1),
)
def test_haversine_is_symmetric_never_negative_and_does_not_see_longitude_zero(
    places: list[tuple[float, float]], turn: float
) -> None:
    latitude, longitude = np.array(places).T
    forth = haversine_m(latitude, longitude)[1:]
    back = haversine_m(latitude[::-1], longitude[::-1])[1:][::-1]
    assert np.all(forth >= 0)
    assert forth == pytest.approx(back, abs=1e-6)
    assert haversine_m(latitude, longitude + turn)[1:] == pytest.approx(forth, abs=1e-3)


@given(at=st.integers(0, 2000), garbage=st.binary(max_size=6))
def test_damage_anywhere_never_raises_anything_but_a_source_error(at: int, garbage: bytes) -> None:
    whole = gpx(gpx_track(running(range(6)), running(range(20, 26))))
    place = at % len(whole)
    try:
        runs = read(whole[:place] + garbage + whole[place + len(garbage) :])
    except SourceError:
        return
    for run in runs:
        assert np.all(np.diff(run.series["elapsed_s"]) > 0)


@needs_real
@pytest.mark.parametrize(
    ("name", "samples"),
    [
        ("davis_V01_course_run.gpx", 890),
        ("activatr_running_example.gpx.gz", 4433),
        ("runpandas_run.gpx", 1424),
        ("runpandas_garmin_connect_short.gpx", 3),
    ],
)
def test_every_real_gpx_is_read(name: str, samples: int) -> None:
    data = (REAL / "gpx" / name).read_bytes()
    (run,) = read(gzip.decompress(data) if name.endswith(".gz") else data)
    assert run.series["elapsed_s"].size == samples
    assert 2.0 < np.nanmedian(run.series["speed_mps"]) < 5.0


@needs_real
def test_the_real_track_without_times_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="without times"):
        read((REAL / "gpx" / "gpxpy_no_time.gpx").read_bytes())


@needs_real
def test_haversine_agrees_with_the_distance_the_watch_measured() -> None:
    (track,) = read(gzip.decompress((REAL / "gpx/activatr_running_example.gpx.gz").read_bytes()))
    data = gzip.decompress((REAL / "tcx/activatr_running_example.tcx.gz").read_bytes())
    (watch,) = read_tcx(data, provenance=GPX_PROVENANCE)
    assert track.series["distance_m"][-1] == pytest.approx(watch.summary.distance_m, rel=0.01)
