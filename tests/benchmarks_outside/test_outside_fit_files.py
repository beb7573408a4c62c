from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import fitdecode
import numpy as np
import pytest
from benchmarks.outside.experiments import EXPERIMENTS
from benchmarks.outside.fit_file import encode, file_name, fit_crc
from benchmarks.outside.runner import Device, make_runner
from benchmarks.outside.season import make_season
from benchmarks.outside.seconds import Run, make_run

Message = dict[str, Any]


def read(data: bytes) -> list[tuple[str, Message]]:
    with fitdecode.FitReader(
        io.BytesIO(data),
        check_crc=fitdecode.CrcCheck.RAISE,
        error_handling=fitdecode.ErrorHandling.RAISE,
    ) as frames:
        return [
            (frame.name, {field.name: field.value for field in frame.fields})
            for frame in frames
            if isinstance(frame, fitdecode.FitDataMessage)
        ]


def short_run(*, power: bool, strap: bool) -> Run:
    for index in range(200):
        runner = make_runner(11, index)
        if runner.has_power == power and (runner.devices[0].strap_product is not None) == strap:
            season = make_season(runner)
            plan = min(season.runs[:20], key=lambda p: sum(b.seconds for b in p.blocks))
            return make_run(season, plan.index)
    raise AssertionError


@pytest.fixture(scope="module")
def run() -> Run:
    return short_run(power=True, strap=True)


@pytest.fixture(scope="module")
def messages(run: Run) -> list[tuple[str, Message]]:
    return read(encode(run))


def named(messages: list[tuple[str, Message]], name: str) -> list[Message]:
    return [message for own, message in messages if own == name]


def test_a_file_holds_the_messages_of_an_activity(
    run: Run, messages: list[tuple[str, Message]]
) -> None:
    assert Counter(name for name, _ in messages) == {
        "file_id": 1,
        "device_info": 2,
        "event": 2,
        "record": run.columns.elapsed_s.size,
        "lap": len(run.laps),
        "session": 1,
        "activity": 1,
    }
    assert messages[0][1]["type"] == "activity"
    assert messages[0][1]["time_created"] == run.plan.start


@pytest.mark.parametrize(
    ("field", "column", "scale", "resolution"),
    [
        ("distance", "distance_m", 1, 0.01),
        ("enhanced_speed", "speed_mps", 1, 0.001),
        ("enhanced_altitude", "altitude_m", 1, 0.2),
        ("stance_time", "gct_ms", 1, 0.1),
        ("vertical_oscillation", "vo_mm", 1, 0.1),
        ("vertical_ratio", "vr_pct", 1, 0.01),
        ("step_length", "step_length_m", 1000, 0.1),
        ("heart_rate", "heart_rate_bpm", 1, 1),
        ("temperature", "temperature_c", 1, 1),
        ("power", "power_w", 1, 1),
    ],
)
def test_records_read_back_as_the_columns(
    run: Run,
    messages: list[tuple[str, Message]],
    field: str,
    column: str,
    scale: float,
    resolution: float,
) -> None:
    values = [record[field] for record in named(messages, "record")]
    back = np.array([np.nan if value is None else value for value in values], dtype=float)
    wanted = scale * getattr(run.columns, column)
    np.testing.assert_array_equal(np.isnan(back), np.isnan(wanted))
    np.testing.assert_allclose(back, wanted, atol=resolution / 2 * 1.001, rtol=0)


def test_a_lost_second_of_the_sensor_has_no_value(run: Run) -> None:
    assert np.isnan(run.columns.gct_ms).any()


def test_cadence_reads_back_in_steps(run: Run, messages: list[tuple[str, Message]]) -> None:
    records = named(messages, "record")
    back = [2 * (record["cadence"] + record["fractional_cadence"]) for record in records]
    np.testing.assert_allclose(back, run.columns.cadence_spm, atol=1 / 127, rtol=0)


def test_seconds_follow_each_other(run: Run, messages: list[tuple[str, Message]]) -> None:
    since = [(r["timestamp"] - run.plan.start).total_seconds() for r in named(messages, "record")]
    np.testing.assert_array_equal(since, run.columns.elapsed_s)


def test_laps_and_session_say_what_the_seconds_say(
    run: Run, messages: list[tuple[str, Message]]
) -> None:
    laps, (session,) = named(messages, "lap"), named(messages, "session")
    for lap, wanted in zip(laps, run.laps, strict=True):
        assert lap["total_timer_time"] == wanted.duration_s
        assert lap["total_distance"] == pytest.approx(wanted.distance_m, abs=0.006)
        assert lap["avg_stance_time"] == pytest.approx(wanted.gct_ms, abs=0.051)
        assert lap["avg_vertical_oscillation"] == pytest.approx(wanted.vo_mm, abs=0.051)
        assert lap["avg_vertical_ratio"] == pytest.approx(wanted.vr_pct, abs=0.0051)
        assert lap["total_ascent"] == pytest.approx(wanted.climb_m, abs=0.51)
        cadence = 2 * (lap["avg_running_cadence"] + lap["avg_fractional_cadence"])
        assert cadence == pytest.approx(wanted.cadence_spm, abs=0.01)
    assert session["sport"] == "running"
    assert session["num_laps"] == len(laps)
    assert session["total_elapsed_time"] == run.columns.elapsed_s[-1]
    assert session["total_distance"] == pytest.approx(run.columns.distance_m[-1], abs=0.006)
    assert session["avg_stance_time"] == pytest.approx(np.nanmean(run.columns.gct_ms), abs=0.051)


def test_a_change_of_device_stands_in_the_files() -> None:
    season = next(
        s for s in EXPERIMENTS["ordinary"].seasons() if s.runner.device_change_run is not None
    )
    at = season.runner.device_change_run
    assert at is not None
    for index in (at - 1, at):
        device: Device = season.runs[index].device
        infos = named(read(encode(make_run(season, index))), "device_info")
        serials = [info["serial_number"] for info in infos]
        worn = [device.watch_serial, device.strap_serial]
        assert serials == [serial for serial in worn if serial is not None]
    assert season.runs[at - 1].device != season.runs[at].device


def test_a_runner_without_power_or_strap_has_neither_in_the_file() -> None:
    messages = read(encode(short_run(power=False, strap=False)))
    assert all("power" not in record for record in named(messages, "record"))
    assert len(named(messages, "device_info")) == 1


def test_one_wrong_bit_is_noticed_by_the_reader(run: Run) -> None:
    data = bytearray(encode(run))
    data[5000] ^= 1
    with pytest.raises(fitdecode.FitCRCError):
        read(bytes(data))


def test_the_crc_is_that_of_the_protocol() -> None:
    assert fit_crc(b"123456789") == 0xBB3D


def test_names_of_files_sort_in_the_order_of_time() -> None:
    season = make_season(make_runner(11, 0))
    names = [file_name(make_run(season, index)) for index in (0, 1, 9, 10, 59)]
    assert names == sorted(names)
    assert all(Path(name).suffix == ".fit" for name in names)
