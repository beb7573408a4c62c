"""What the real recordings say (facts from their SOURCES.md), and the traps in them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from hakaru.core.errors import Refused
from hakaru.running.activity import FloatArray, Provenance, Recording
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.recordings import read_fit
from tests.shared import REAL, needs_real

pytestmark = needs_real

NOT_RUNS = ("fit_dynamics/fenix5_2017_tiny_walk.fit", "odd/fr965_yoga_not_a_run.fit")


@dataclass(frozen=True, kw_only=True)
class Stated:
    """What SOURCES.md states of one FIT file; ranges are (min, mean, max, n)."""

    name: str
    n_records: int
    n_laps: int
    day: str
    figures: dict[str, tuple[float, float, float, int]]


def stated_files() -> Iterator[Stated]:
    sources = REAL / "SOURCES.md"
    for line in sources.read_text().splitlines() if sources.is_file() else ():
        name = re.match(r"\| `([^`]+\.fit)`", line)
        counts = re.search(r"; (\d{4}-\d\d-\d\d|\d+); (\d+) rec, (\d+) laps", line)
        if name and counts:
            ranges = re.findall(
                r"(?:^|; )([A-Za-z ]+) ([\d.]+)/([\d.]+)/([\d.]+) \(n=(\d+)\)", line
            )
            figures = {
                label: (float(low), float(mean), float(high), int(n))
                for label, low, mean, high, n in ranges
            }
            yield Stated(
                name=name[1],
                n_records=int(counts[2]),
                n_laps=int(counts[3]),
                day=counts[1],
                figures=figures,
            )


STATED = list(stated_files())


@cache
def read(name: str) -> tuple[Recording, ...]:
    data = (REAL / name).read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return read_fit(data, provenance=Provenance(kind="fit", path=str(REAL / name), sha256=digest))


def only(name: str) -> Recording:
    (recording,) = read(name)
    return recording


def known(values: FloatArray) -> FloatArray:
    return values[np.isfinite(values)]


def test_every_real_fit_file_is_listed_with_its_facts() -> None:
    assert {one.name for one in STATED} == {
        str(path.relative_to(REAL)) for path in REAL.rglob("*.fit")
    }


@pytest.mark.parametrize("stated", STATED, ids=lambda one: one.name)
def test_decoding_finds_the_records_and_laps_that_others_found(stated: Stated) -> None:
    files = decode_fit((REAL / stated.name).read_bytes())
    assert sum(file.timestamp_s.size for file in files) == stated.n_records
    assert sum(len(file.laps) for file in files) == stated.n_laps


COLUMN_OF = {
    "HR": "heart_rate_bpm",
    "GCT": "gct_ms",
    "VO mm": "vo_cm",
    "VR": "vr_pct",
    "bal": "gct_balance_left_pct",
    "W": "power_w",
    "T": "temperature_c",
}
TEN = {"VO mm"}


@pytest.mark.parametrize(
    "stated",
    [one for one in STATED if one.name not in NOT_RUNS and "triathlon" not in one.name],
    ids=lambda one: one.name,
)
def test_series_carry_the_values_that_others_found(stated: Stated) -> None:
    run = only(stated.name)
    for label, (low, mean, high, n) in stated.figures.items():
        if label not in COLUMN_OF:
            continue
        values = known(run.series[COLUMN_OF[label]]) * (10.0 if label in TEN else 1.0)
        dropped = stated.n_records - run.series["elapsed_s"].size
        assert n - dropped <= values.size <= n
        assert values.min() == pytest.approx(low, abs=1.01)
        assert values.mean() == pytest.approx(mean, abs=0.6)
        assert values.max() == pytest.approx(high, abs=1.01)


@pytest.mark.parametrize("stated", STATED, ids=lambda one: one.name)
def test_every_run_keeps_the_promises_of_a_recording(stated: Stated) -> None:
    if stated.name in NOT_RUNS:
        with pytest.raises(Refused):
            read(stated.name)
        return
    for run in read(stated.name):
        elapsed_s = run.series["elapsed_s"]
        assert elapsed_s[0] >= 0
        assert (np.diff(elapsed_s) > 0).all()
        assert all(column.shape == elapsed_s.shape for column in run.series.values())
        assert all(column.dtype == np.float64 for column in run.series.values())
        assert run.started_at.tzinfo is not None
        assert run.sport == "running"
        if stated.day.startswith("20"):
            assert abs(run.started_at.date().toordinal() - run.day.toordinal()) <= 1
            assert run.day.isoformat()[:7] == stated.day[:7]


SENSORS = {
    "fit_dynamics/fr965_2026_intervals_power.fit": ("garmin-wrist", "Forerunner 965 wrist"),
    "fit_dynamics/fenix5x_2018_hrm4_stryd.fit": ("garmin-hrm", "HRM-Run"),
    "fit_dynamics/fr255_2023_triathlon_summary_last.fit": ("garmin-wrist", "Forerunner 255 wrist"),
    "fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit": ("garmin-hrm", "HRM-Run"),
    "fit_dynamics/fenix6x_2019-09-07_smartrec.fit": ("garmin-hrm", "HRM-Run"),
    "fit_dynamics/fenix6x_2020-04-18_stryd_dev.fit": ("stryd", "Stryd"),
    "fit_dynamics/fenix6x_2020-04-24_stryd_dev.fit": ("stryd", "Stryd"),
    "fit_dynamics/fenix5xplus_2018_trail_stryd_dev.fit": ("stryd", "Stryd"),
    "fit_dynamics/fenix2_2015_hrmrun_noVR.fit": ("garmin-hrm", "HRM-Run (not named)"),
    "fit_dynamics/stryd_standalone_2017.fit": ("stryd", "Stryd"),
    "fit_dynamics/fenix5_2017_tiny_run.fit": ("garmin-hrm", "HRM-Run"),
    "connect_api/2477200414/activity_2477200414.fit": ("garmin-hrm", "HRM-Run"),
    "connect_api/4017099594_hr_only/activity_4017099594.fit": (None, None),
    "fit_hr_only/fr245_2025.fit": (None, None),
}


@pytest.mark.parametrize("name", SENSORS)
def test_the_sensor_of_the_form_metrics_is_recognised(name: str) -> None:
    run = only(name)
    assert (run.sensor_group, run.sensor_label) == SENSORS[name]


def test_trap_1_zeros_of_old_straps_are_kept_as_recorded() -> None:
    gct_ms = only("connect_api/2477200414/activity_2477200414.fit").series["gct_ms"]
    assert known(gct_ms).min() == 0.0


def test_trap_2_lengths_are_centimetres() -> None:
    series = only("fit_dynamics/fr965_2026_intervals_power.fit").series
    running = series["gct_ms"] < 300
    assert 8.0 < np.nanmedian(series["vo_cm"][running]) < 11.0
    assert 90.0 < np.nanmedian(series["step_length_cm"][running]) < 150.0


def test_trap_2_a_pods_centimetres_and_milliseconds_are_taken_as_they_are() -> None:
    series = only("fit_dynamics/fenix6x_2020-04-18_stryd_dev.fit").series
    assert 5.0 < np.nanmedian(series["vo_cm"]) < 9.0
    assert 200.0 < np.nanmedian(series["gct_ms"]) < 300.0


def test_trap_4_cadence_counts_both_feet_with_its_fraction() -> None:
    run = only("fit_dynamics/fenix5x_2018_hrm4_stryd.fit")
    mean_spm = float(np.mean(known(run.series["cadence_spm"])))
    assert mean_spm == pytest.approx(run.summary.cadence_avg_spm, abs=0.1)
    assert 150.0 < mean_spm < 170.0


def test_trap_5_only_the_running_leg_of_a_triathlon_is_a_run() -> None:
    run = only("fit_dynamics/fr255_2023_triathlon_summary_last.fit")
    assert run.series["elapsed_s"].size == pytest.approx(1575, abs=5)
    assert np.isfinite(run.series["gct_ms"]).sum() == 1567
    assert len(run.laps) == 3
    assert run.series["distance_m"][0] < 10.0
    assert run.series["distance_m"][-1] == pytest.approx(run.summary.distance_m, abs=15.0)


def test_trap_5_a_summary_at_the_front_reads_like_one_at_the_end() -> None:
    first = only("fit_dynamics/fr255_2023_triathlon_summary_first.fit")
    last = only("fit_dynamics/fr255_2023_triathlon_summary_last.fit")
    assert first.series.keys() == last.series.keys()
    for name in first.series:
        np.testing.assert_array_equal(first.series[name], last.series[name])
    for part in ("started_at", "utc_offset_s", "laps", "pauses", "summary", "heart_rate_zones"):
        assert getattr(first, part) == getattr(last, part), part
    assert first.physiology == last.physiology
    assert (first.sensor_group, first.devices) == (last.sensor_group, last.devices)


def test_trap_5_a_chain_of_two_equal_files_is_one_run() -> None:
    assert len(decode_fit((REAL / "odd/activity-activity-filecrc.fit").read_bytes())) == 2
    assert only("odd/activity-activity-filecrc.fit").series["elapsed_s"].size == 14


def test_trap_6_dynamics_that_cover_a_part_leave_gaps() -> None:
    gct_ms = only("fit_dynamics/fr965_2026_intervals_power.fit").series["gct_ms"]
    assert np.isfinite(gct_ms).sum() == 2779
    assert gct_ms.size == 4488


def test_trap_7_a_pod_alone_stands_in_for_the_missing_native_dynamics() -> None:
    run = only("fit_dynamics/fenix6x_2020-04-24_stryd_dev.fit")
    assert "stryd_gct_ms" not in run.series
    assert "vr_pct" not in run.series
    assert np.isfinite(run.series["gct_ms"]).all()


def test_trap_7_a_pod_beside_a_strap_is_kept_apart() -> None:
    series = only("fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit").series
    assert np.nanmean(series["gct_ms"]) == pytest.approx(270.9, abs=0.1)
    assert np.nanmean(series["stryd_gct_ms"]) == pytest.approx(272.1, abs=0.1)
    assert np.nanmean(series["stryd_vo_cm"]) == pytest.approx(7.5, abs=0.1)


def test_trap_8_laps_carry_bounds_and_trigger_but_no_averages() -> None:
    laps = only("fit_dynamics/fr965_2026_intervals_power.fit").laps
    assert len(laps) == 12
    assert {lap.trigger for lap in laps[:-1]} == {"manual"}
    assert all(lap.gct_ms is None and lap.speed_mps is None for lap in laps)
    starts = [lap.start_elapsed_s for lap in laps]
    assert starts == sorted(starts)


@pytest.mark.parametrize(
    "name",
    ["fit_hr_only/fr110_2013.fit", "fit_hr_only/fr610_234979239.fit", "odd/activity-filecrc.fit"],
)
def test_trap_9_a_checksum_or_an_old_dialect_does_not_stop_the_reading(name: str) -> None:
    run = only(name)
    assert run.series["elapsed_s"].size > 10
    assert not run.partial


def test_trap_9_compressed_speed_and_distance_are_unpacked() -> None:
    run = only("fit_hr_only/fr70_compressed_speed_distance.fit")
    assert run.series["distance_m"][-1] == pytest.approx(run.summary.distance_m, abs=1.0)
    assert 2.0 < np.nanmedian(run.series["speed_mps"]) < 4.0


def test_trap_9_compressed_timestamps_advance_by_their_real_steps() -> None:
    run = only("odd/antfs-dump.63.fit")
    assert set(np.diff(run.series["elapsed_s"])) == {5.0}
    assert run.series["elapsed_s"].size == 686


@pytest.mark.parametrize(
    "name", ["fit_hr_only/fr70_compressed_speed_distance.fit", "odd/antfs-dump.63.fit"]
)
def test_trap_9_a_clock_that_was_never_set_is_reported(name: str) -> None:
    run = only(name)
    assert "relative_timestamps" in {issue.code for issue in run.issues}
    assert run.utc_offset_s is None
    assert run.series["elapsed_s"][0] <= 1.0


def test_trap_10_lap_intensity_is_passed_on_without_belief() -> None:
    assert {lap.intensity for lap in only("fit_dynamics/fr965_2026_intervals_power.fit").laps} == {
        "interval"
    }
    assert {lap.intensity for lap in only("fit_hr_only/fr110_2013.fit").laps} == {"active"}


@pytest.mark.parametrize(("name", "word"), list(zip(NOT_RUNS, ("walking", "yoga"), strict=True)))
def test_trap_12_what_is_no_run_is_refused_by_the_name_of_its_sport(name: str, word: str) -> None:
    with pytest.raises(Refused, match=word):
        read(name)


def test_a_file_that_ends_too_early_is_salvaged_and_marked() -> None:
    run = only("odd/activity-unexpected-eof.fit")
    assert run.partial
    (issue,) = run.issues
    assert (issue.code, issue.offset_byte) == ("truncated", 768)
    assert run.series["elapsed_s"].size == 14


def test_smart_recording_keeps_its_uneven_steps() -> None:
    steps_s = np.diff(only("fit_dynamics/fenix6x_2019-09-07_smartrec.fit").series["elapsed_s"])
    assert steps_s.min() == 1.0
    assert 2.0 < np.mean(steps_s[steps_s < 20]) < 6.0


def test_pauses_come_from_the_timer() -> None:
    run = only("connect_api/2477200414/activity_2477200414.fit")
    assert len(run.pauses) == 3
    paused_s = sum(end - start for start, end in run.pauses)
    summary = run.summary
    assert summary.elapsed_s is not None
    assert summary.timer_s is not None
    assert paused_s == pytest.approx(summary.elapsed_s - summary.timer_s, abs=3.0)


def test_what_connect_reports_agrees_with_the_file() -> None:
    run = only("connect_api/2477200414/activity_2477200414.fit")
    assert run.garmin_activity_id == 2477200414
    assert run.activity_id == 2477200414
    assert run.utc_offset_s == 0
    assert [zone.low_bpm for zone in run.heart_rate_zones] == sorted(
        zone.low_bpm for zone in run.heart_rate_zones
    )
    assert len(run.heart_rate_zones) == 5
    assert run.physiology is not None
    assert run.physiology.lt_heart_rate_bpm == 180.0


def test_threshold_power_is_the_one_set_for_running() -> None:
    triathlon = only("fit_dynamics/fr255_2023_triathlon_summary_first.fit").physiology
    strap_only = only("fit_dynamics/fenix6x_2019-09-07_smartrec.fit").physiology
    assert triathlon is not None
    assert strap_only is not None
    assert triathlon.ftp_w == 455.0
    assert strap_only.ftp_w is None


def test_devices_are_named_once_each() -> None:
    run = only("fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit")
    assert [(device.role, device.product) for device in run.devices] == [
        ("recorder", "fenix 6X"),
        ("sensor", "HRM-Run"),
        ("sensor", "Stryd"),
    ]


@pytest.mark.parametrize(
    ("name", "vo2_max", "lt_bpm", "lt_kmh"),
    [
        ("fit_dynamics/fr965_2026_intervals_power.fit", 59.16, 170.0, 14.6),
        ("fit_dynamics/fenix5x_2018_hrm4_stryd.fit", 54.81, 171.0, 12.9),
        ("fit_dynamics/fenix6x_2020-03-21_hrmrun_stryd.fit", 50.36, 174.0, 12.2),
        ("fit_hr_only/fr245_2025.fit", 45.53, None, None),
    ],
)
def test_what_a_watch_made_of_its_runner_is_read(
    name: str, vo2_max: float, lt_bpm: float | None, lt_kmh: float | None
) -> None:
    """VO2max after the run (the same file's value before it is within 2 %), threshold by heart
    rate and speed; the threshold heart rate of the zones goes before the detected one."""
    found = only(name).physiology
    assert found is not None
    assert found.vo2_max_ml_per_kg_min == pytest.approx(vo2_max, abs=0.01)
    assert found.lt_heart_rate_bpm == lt_bpm
    assert found.lt_speed_mps == (None if lt_kmh is None else pytest.approx(lt_kmh / 3.6))


def test_a_file_of_several_sports_says_nothing_of_the_runner_alone() -> None:
    (run,) = read("fit_dynamics/fr255_2023_triathlon_summary_last.fit")
    assert run.physiology is not None
    assert run.physiology.lt_speed_mps is None
