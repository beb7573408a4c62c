import gzip
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.tcx import read_tcx
from tests.shared import REAL, needs_real
from tests.sources.xml_samples import (
    BILLION_LAUGHS,
    START,
    TCX_PROVENANCE,
    activity,
    stamp,
    tcx,
    tcx_file,
    tcx_lap,
    tcx_point,
)

TWO_POINTS = [tcx_point(0), tcx_point(10)]


def read(data: bytes) -> tuple[Recording, ...]:
    return read_tcx(data, provenance=TCX_PROVENANCE)


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


def test_steps_of_one_foot_become_steps_of_both() -> None:
    points = [tcx_point(at, f"<RunCadence>{82 + at}</RunCadence>") for at in range(3)]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.series["cadence_spm"].tolist() == [164.0, 166.0, 168.0]


def test_steps_already_of_both_feet_are_kept_and_reported() -> None:
    points = [tcx_point(at, "<RunCadence>170</RunCadence>") for at in range(3)]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.series["cadence_spm"].tolist() == [170.0] * 3
    assert "cadence_both_feet" in codes(run)


def test_a_cadence_of_zeros_is_no_sensor_and_no_column() -> None:
    points = [tcx_point(at, "<RunCadence>0</RunCadence>") for at in range(3)]
    (run,) = read(tcx(tcx_lap(points)))
    assert "cadence_spm" not in run.series
    assert "cadence_all_zero" in codes(run)


def test_power_and_speed_extensions_are_read() -> None:
    (run,) = read(tcx(tcx_lap([tcx_point(at, "<Watts>250</Watts>") for at in range(2)])))
    assert run.series["power_w"].tolist() == [250.0, 250.0]
    assert run.series["speed_mps"].tolist() == [3.0, 3.0]


def test_speed_missing_everywhere_is_computed_from_distance_and_says_so() -> None:
    points = [tcx_point(at, speed_mps=None) for at in range(20)]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.series["speed_mps"] == pytest.approx(np.full(20, 3.0))
    assert "speed_derived" in codes(run)


def test_resting_intensity_and_manual_trigger_are_kept_as_written() -> None:
    (run,) = read(tcx(tcx_lap(TWO_POINTS)))
    assert (run.laps[0].intensity, run.laps[0].trigger) == ("resting", "manual")


def test_a_lap_lasts_until_the_next_one_begins_whatever_its_timer_says() -> None:
    first = tcx_lap([tcx_point(0), tcx_point(59)], timer_s=60)
    second = tcx_lap([tcx_point(100), tcx_point(150)], at_s=100, timer_s=50)
    (run,) = read(tcx(first, second))
    assert [(lap.start_elapsed_s, lap.elapsed_s, lap.timer_s) for lap in run.laps] == [
        (0.0, 100.0, 60.0),
        (100.0, 50.0, 50.0),
    ]
    assert (run.summary.timer_s, run.summary.distance_m) == (110.0, 360.0)


def test_two_tracks_in_one_lap_are_a_pause() -> None:
    points = [tcx_point(0), tcx_point(10), "</Track><Track>", tcx_point(70), tcx_point(80)]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.pauses == ((10.0, 70.0),)


def test_derived_speed_does_not_reach_across_a_pause() -> None:
    points = [tcx_point(0, speed_mps=None), tcx_point(2, speed_mps=None), "</Track><Track>"]
    points += [tcx_point(100, speed_mps=None), tcx_point(102, speed_mps=None)]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.series["speed_mps"] == pytest.approx([3.0] * 4)


def test_times_below_a_second_are_kept() -> None:
    (run,) = read(tcx(tcx_lap([tcx_point(0.25), tcx_point(1.5)])))
    assert run.series["elapsed_s"] == pytest.approx([0.25, 1.5])


def test_the_bound_shared_by_two_laps_is_one_sample_with_the_values_of_both() -> None:
    first = tcx_lap([tcx_point(0), tcx_point(10, speed_mps=None)])
    second = tcx_lap([tcx_point(10, "<Watts>200</Watts>"), tcx_point(20)], at_s=10)
    (run,) = read(tcx(first, second))
    assert run.series["elapsed_s"].tolist() == [0.0, 10.0, 20.0]
    assert (run.series["speed_mps"][1], run.series["power_w"][1]) == (3.0, 200.0)


def test_one_point_going_back_in_time_is_left_out_and_reported() -> None:
    points = [tcx_point(at) for at in (*range(60), 20, *range(60, 90))]
    (run,) = read(tcx(tcx_lap(points)))
    assert run.series["elapsed_s"].tolist() == [float(at) for at in range(90)]
    assert "time_backwards" in codes(run)


def test_points_in_any_order_are_sorted_and_reported() -> None:
    (run,) = read(tcx(tcx_lap([tcx_point(at) for at in (5, 3, 1, 4, 2, 0)])))
    assert run.series["elapsed_s"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert "time_sorted" in codes(run)


def test_points_without_a_time_or_without_a_value_are_no_samples() -> None:
    empty = f"<Trackpoint><Time>{stamp(5)}</Time></Trackpoint>"
    timeless = "<Trackpoint><DistanceMeters>4</DistanceMeters></Trackpoint>"
    (run,) = read(tcx(tcx_lap([tcx_point(0), empty, timeless, tcx_point(10)])))
    assert run.series["elapsed_s"].tolist() == [0.0, 10.0]


def test_an_offset_in_the_times_is_the_local_offset() -> None:
    data = tcx(tcx_lap(TWO_POINTS)).replace(b"06:00:00Z", b"08:00:00+02:00")
    (run,) = read(data.replace(b"06:00:10Z", b"08:00:10+02:00"))
    assert (run.started_at, run.utc_offset_s) == (START, 7200)


def test_times_without_a_zone_are_utc() -> None:
    (run,) = read(tcx(tcx_lap(TWO_POINTS)).replace(b"Z<", b"<").replace(b'Z"', b'"'))
    assert (run.started_at, run.utc_offset_s) == (START, None)


def test_the_device_is_named() -> None:
    creator = (
        "<Creator><Name>Forerunner 935</Name><UnitId>42</UnitId><Version>"
        "<VersionMajor>11</VersionMajor><VersionMinor>5</VersionMinor></Version></Creator>"
    )
    (run,) = read(tcx(tcx_lap(TWO_POINTS), creator))
    (device,) = run.devices
    assert (device.product, device.serial, device.software) == ("Forerunner 935", "42", "11.5")


def test_the_name_garmin_gives_a_file_is_its_activity_id() -> None:
    provenance = Provenance(kind="tcx", path="runs/activity_234979239.tcx", sha256="00")
    (run,) = read_tcx(tcx(tcx_lap(TWO_POINTS)), provenance=provenance)
    assert run.garmin_activity_id == 234979239


def test_an_activity_without_points_is_its_laps() -> None:
    (run,) = read(tcx(tcx_lap([]), tcx_lap([], at_s=60)))
    assert run.series["elapsed_s"].size == 0
    assert [lap.elapsed_s for lap in run.laps] == [60.0, 60.0]
    assert run.summary.elapsed_s == 120.0


def test_a_ride_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="no run: the file says 'Biking'"):
        read(tcx(tcx_lap(TWO_POINTS), sport="Biking"))


def test_other_is_a_run_only_if_its_points_run() -> None:
    steps = "<RunCadence>84</RunCadence>"
    (run,) = read(tcx(tcx_lap([tcx_point(0, steps), tcx_point(1, steps)]), sport="Other"))
    assert run.sport == "running"
    walked = [tcx_point(at, steps, speed_mps=1.2) for at in range(3)]
    for points in (walked, TWO_POINTS):
        with pytest.raises(Refused):
            read(tcx(tcx_lap(points), sport="Other"))


def test_only_the_runs_of_a_multisport_file_are_taken() -> None:
    data = tcx_file(
        activity(tcx_lap(TWO_POINTS), sport="Biking"),
        activity(tcx_lap(TWO_POINTS)),
        activity(tcx_lap([tcx_point(3600), tcx_point(3610)], at_s=3600)),
    )
    runs = read(data)
    assert len(runs) == 2
    assert "not_a_run" in codes(runs[0])


def test_a_course_is_refused() -> None:
    with pytest.raises(Refused, match="course file"):
        read(tcx_file(tail="<Courses><Course><Name>Loop</Name></Course></Courses>"))


@pytest.mark.parametrize("data", [b"", b"hello", b"<kml></kml>", tcx_file()])
def test_what_is_no_tcx_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data)


def test_an_activity_without_any_time_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="neither timed laps nor timed points"):
        read(tcx_file('<Activity Sport="Running"></Activity>'))


def test_what_was_read_before_the_damage_is_kept_as_partial_with_its_place() -> None:
    whole = tcx(tcx_lap([tcx_point(at) for at in range(50)]))
    cut = whole.index(stamp(30).encode())
    (run,) = read(whole[:cut])
    assert run.series["elapsed_s"].tolist() == [float(at) for at in range(30)]
    assert run.partial
    (damage,) = [issue for issue in run.issues if issue.code == "damaged"]
    assert damage.offset_byte is not None
    assert damage.offset_byte <= cut


def test_damage_in_a_ride_after_the_run_leaves_the_run_whole() -> None:
    whole = tcx_file(activity(tcx_lap(TWO_POINTS)), activity(tcx_lap(TWO_POINTS), sport="Biking"))
    (run,) = read(whole[: whole.rindex(b"<Trackpoint>")])
    assert not run.partial


def test_entities_are_refused_before_anything_is_expanded() -> None:
    laughs = BILLION_LAUGHS.replace(b"gpx", b"TrainingCenterDatabase")
    for data in (laughs, laughs.decode().encode("utf-16")):
        with pytest.raises(Unreadable, match="entities"):
            read(data)


def test_blanks_before_the_declaration_are_forgiven() -> None:
    (run,) = read(b"\xef\xbb\xbf   \n" + tcx(tcx_lap(TWO_POINTS)))
    assert run.started_at == START


def test_an_encoding_nobody_knows_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        read(tcx(tcx_lap(TWO_POINTS)).replace(b"UTF-8", b"KLINGON"))


@given(at=st.integers(0, 2000), garbage=st.binary(max_size=6))
def test_damage_anywhere_never_raises_anything_but_a_source_error(at: int, garbage: bytes) -> None:
    whole = tcx(tcx_lap([tcx_point(second) for second in range(8)]))
    place = at % len(whole)
    try:
        runs = read(whole[:place] + garbage + whole[place + len(garbage) :])
    except SourceError:
        return
    for run in runs:
        assert np.all(np.diff(run.series["elapsed_s"]) > 0)


@needs_real
@pytest.mark.parametrize(
    ("name", "laps", "samples"),
    [
        ("fr610_234979239.tcx", 6, 763),
        ("runpandas_11km.tcx", 12, 1599),
        ("runpandas_fr410_sample.tcx", 3, 383),
        ("polar_m400.tcx", 2, 3507),
        ("activatr_running_example.tcx.gz", 10, None),
        ("runpandas_malformed.tcx", 3, 383),
    ],
)
def test_every_real_tcx_is_read(name: str, laps: int, samples: int | None) -> None:
    data = (REAL / "tcx" / name).read_bytes()
    data = gzip.decompress(data) if name.endswith(".gz") else data
    (run,) = read(data)
    elapsed_s = run.series["elapsed_s"]
    assert len(run.laps) == laps
    assert samples is None or elapsed_s.size == samples
    assert np.all(np.diff(elapsed_s) > 0)
    points = set(re.findall(rb"<Time>([^<]+)</Time>", data))
    assert 0.99 * len(points) <= elapsed_s.size <= len(points)
    assert np.nanmedian(run.series["speed_mps"]) > 1.0
    assert run.partial == ("malformed" in name)
    if "cadence_spm" in run.series and "polar" not in name:
        assert 150 < np.nanmedian(run.series["cadence_spm"]) < 210
