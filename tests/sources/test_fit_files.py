"""How FIT files that real folders rarely show are read: built byte by byte."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import PlannedStep, Provenance, Recording
from hakaru.sources.fit.decode import decode_fit
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.fit.scan import fit_crc
from tests.shared import examples
from tests.sources import fit_bytes as fb


def read(data: bytes, *, path: str = "run.fit", member: str | None = None) -> tuple[Recording, ...]:
    provenance = Provenance(kind="fit", path=path, sha256="0" * 64, member=member)
    return read_fit(data, provenance=provenance)


def only(data: bytes) -> Recording:
    (recording,) = read(data)
    return recording


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


def run_file(*extra: bytes, n: int = 10) -> bytes:
    return fb.fit_file(fb.file_id(), *extra, fb.records(n), fb.session())


@given(st.binary(max_size=3000))
def test_the_checksum_equals_the_definition(data: bytes) -> None:
    assert fit_crc(data) == fb.crc16(data)


def test_a_plain_run_has_no_issue() -> None:
    run = only(run_file())
    assert run.issues == ()
    assert run.series["elapsed_s"].tolist() == list(range(10))
    assert run.series["heart_rate_bpm"].tolist() == [150.0] * 10
    assert run.started_at.isoformat() == "2021-09-08T01:46:40+00:00"


def test_big_endian_messages_are_read() -> None:
    fields: dict[int, fb.Field] = {253: ("u32", fb.FIT_START), 3: ("u8", 141)}
    data = fb.fit_file(fb.file_id(), fb.message(fb.RECORD, fields, big_endian=True), fb.session())
    assert only(data).series["heart_rate_bpm"].tolist() == [141.0]


def test_compressed_timestamps_roll_over_every_32_seconds() -> None:
    base = fb.FIT_START - fb.FIT_START % 32
    definition = b"\x40\x00\x00\x14\x00\x01\x03\x01\x02"
    first = fb.record(0, start=base + 30)
    compressed = b"".join(bytes((0x80 | offset, 140)) for offset in (31, 0, 5))
    data = fb.fit_file(fb.file_id(), first, definition, compressed, fb.session(start=base + 30))
    assert only(data).series["elapsed_s"].tolist() == [0.0, 1.0, 2.0, 7.0]


def test_invalid_values_are_missing_and_zeros_are_kept() -> None:
    blank: dict[int, fb.Field] = {3: ("u8", 0xFF), 41: ("u16", 0xFFFF), 7: ("u16", 0)}
    full: dict[int, fb.Field] = {3: ("u8", 150), 41: ("u16", 0), 7: ("u16", 250)}
    run = only(fb.fit_file(fb.file_id(), fb.record(0, blank), fb.record(1, full), fb.session()))
    np.testing.assert_array_equal(run.series["heart_rate_bpm"], [np.nan, 150.0])
    np.testing.assert_array_equal(run.series["gct_ms"], [np.nan, 0.0])
    np.testing.assert_array_equal(run.series["power_w"], [0.0, 250.0])


def test_a_column_without_any_value_is_absent() -> None:
    run = only(fb.fit_file(fb.file_id(), fb.record(0, {3: ("u8", 0xFF)}), fb.session()))
    assert list(run.series) == ["elapsed_s"]


def test_units_are_ours() -> None:
    fields: dict[int, fb.Field] = {
        0: ("s32", 2**30),
        4: ("u8", 85),
        53: ("u8", 64),
        39: ("u16", 912),
        41: ("u16", 2485),
        83: ("u16", 812),
        84: ("u16", 4950),
        85: ("u16", 11_500),
        5: ("u32", 123_456),
        6: ("u16", 3210),
        2: ("u16", (100 + 500) * 5),
        13: ("s8", -4),
    }
    series = only(fb.fit_file(fb.file_id(), fb.record(0, fields), fb.session())).series
    expected = {
        "latitude_deg": 90.0,
        "cadence_spm": 171.0,
        "vo_cm": 9.12,
        "gct_ms": 248.5,
        "vr_pct": 8.12,
        "gct_balance_left_pct": 49.5,
        "step_length_cm": 115.0,
        "distance_m": 1234.56,
        "speed_mps": 3.21,
        "elevation_m": 100.0,
        "temperature_c": -4.0,
    }
    assert {name: series[name][0] for name in expected} == pytest.approx(expected)


def test_an_enhanced_field_wins_over_the_narrow_one() -> None:
    fields: dict[int, fb.Field] = {73: ("u32", 3456), 6: ("u16", 3400)}
    run = only(fb.fit_file(fb.file_id(), fb.record(0, fields), fb.session()))
    assert run.series["speed_mps"].tolist() == [3.456]


def test_developer_fields_are_told_apart_by_number_not_by_name() -> None:
    ours = fb.developer_app(0) + fb.developer_field(0, 7, "Ground Time", units="Milliseconds")
    theirs = fb.developer_app(1) + fb.developer_field(1, 7, "distance", units="m")
    record = fb.record(0, {5: ("u32", 5000)}, [(0, 7, "u16", 251), (1, 7, "u16", 25)])
    (columns,) = decode_fit(fb.fit_file(fb.file_id(), ours, theirs, record))
    assert columns.native["distance"].tolist() == [50.0]
    assert {key: column.label for key, column in columns.developer.items()} == {
        (0, 7): "Ground Time",
        (1, 7): "distance",
    }
    assert columns.developer[0, 7].value.tolist() == [251.0]


def test_power_of_another_app_is_not_taken_for_a_pods() -> None:
    other = fb.developer_app(0) + fb.developer_field(0, 0, "Power", units="W")
    record = fb.record(0, None, [(0, 0, "u16", 251)])
    assert "power_w" not in only(run_file(other, record)).series


def test_a_pods_power_is_used_where_nothing_else_measured_it() -> None:
    pod = fb.developer_app(0) + fb.developer_field(0, 0, "Power")
    pod += fb.developer_field(0, 8, "Form Power", scale=10)
    record = fb.record(0, None, [(0, 0, "u16", 251), (0, 8, "u16", 700)])
    series = only(fb.fit_file(fb.file_id(), pod, record, fb.session())).series
    assert series["power_w"].tolist() == series["stryd_power_w"].tolist() == [251.0]
    assert series["stryd_form_power_w"].tolist() == [70.0]


DYNAMICS: dict[int, fb.Field] = {41: ("u16", 2500), 39: ("u16", 900)}


def with_dynamics(
    *extra: bytes, manufacturer: int = 1, product: int = 4315, name: str | None = None
) -> Recording:
    identity = fb.file_id(manufacturer=manufacturer, product=product, product_name=name)
    return only(fb.fit_file(identity, *extra, fb.record(0, DYNAMICS), fb.session()))


@pytest.mark.parametrize(
    ("devices", "maker", "product", "group"),
    [
        ((), 1, 4315, "garmin-wrist"),
        ((), 1, 60_000, "garmin-wrist"),
        ((), 1, 1967, "garmin-hrm"),
        ((), 1, 3113, "garmin-unknown"),
        (((3, 1, 3300),), 1, 4315, "garmin-hrm"),
        (((3, 1, 4130),), 1, 3113, "garmin-hrm"),
        (((3, 1, 3300), (4, 1, 2593)), 1, 3113, "garmin-pod"),
        (((3, 1, 3299),), 1, 4315, "garmin-wrist"),
        ((), 294, 1, "coros"),
        ((), 95, 1, "stryd"),
        ((), 23, 1, "other"),
    ],
)
def test_the_sensor_group_follows_maker_watch_and_accessories(
    devices: tuple[tuple[int, int, int], ...], maker: int, product: int, group: str
) -> None:
    messages = [fb.device(*device) for device in devices]
    run = with_dynamics(*messages, manufacturer=maker, product=product)
    assert run.sensor_group == group
    assert run.sensor_label


POD = fb.developer_app(0) + fb.developer_field(0, 3, "Ground Time", units="Milliseconds")


def with_two_sensors(native_ms: list[int], pod_ms: list[int]) -> Recording:
    records = [
        fb.record(at, {41: ("u16", 10 * native), 83: ("u16", 800)}, [(0, 3, "u16", pod)])
        for at, (native, pod) in enumerate(zip(native_ms, pod_ms, strict=True))
    ]
    return only(fb.fit_file(fb.file_id(product=3113), fb.device(3, 1, 3300), POD, *records))


def test_the_sensor_that_covers_most_of_a_run_is_the_one_that_counts() -> None:
    run = with_two_sensors([250, 0, 0, 0, 0], [230, 231, 232, 233, 234])
    assert run.sensor_group == "stryd"
    assert run.series["gct_ms"].tolist() == [230.0, 231.0, 232.0, 233.0, 234.0]
    assert {"vr_pct", "stryd_gct_ms"}.isdisjoint(run.series)
    (said,) = [issue.message for issue in run.issues if issue.code == "sensor_chosen"]
    assert said == (
        "the pod measured running in 5 records, the other sensor in 1: the pod's values are used"
    )


def test_a_sensor_that_misses_a_little_of_a_run_still_counts() -> None:
    run = with_two_sensors([250, 251, 252, 253, 0], [230, 231, 232, 233, 234])
    assert run.sensor_group == "garmin-hrm"
    assert run.series["gct_ms"].tolist() == [250.0, 251.0, 252.0, 253.0, 0.0]
    assert run.series["stryd_gct_ms"].tolist() == [230.0, 231.0, 232.0, 233.0, 234.0]
    assert "sensor_chosen" not in codes(run)


def test_steps_of_a_walk_that_only_a_pod_measures_are_no_coverage() -> None:
    run = with_two_sensors([250, 251, 0, 0, 0], [230, 231, 900, 901, 902])
    assert run.sensor_group == "garmin-hrm"


def test_a_watch_that_cannot_measure_dynamics_itself_is_an_issue() -> None:
    assert "sensor_inferred" in codes(with_dynamics(product=1967))
    assert "sensor_unknown" in codes(with_dynamics(product=3113))
    assert codes(with_dynamics()) == set()


def test_an_unknown_dynamics_accessory_is_not_taken_for_the_wrist() -> None:
    assert with_dynamics(fb.device(3, 32, 77, kind=30)).sensor_group == "other"
    assert with_dynamics(fb.device(3, 1, 59_999, kind=30)).sensor_group == "garmin-unknown"


@pytest.mark.parametrize(
    ("name", "devices", "group"),
    [
        ("Hakaru simulated watch", ((3, 1, 3300),), "garmin-hrm"),
        ("Hakaru simulated wrist", (), "garmin-wrist"),
        ("Hakaru simulated watch", (), "garmin-unknown"),
    ],
)
def test_a_simulated_run_says_so_and_has_an_ordinary_sensor(
    name: str, devices: tuple[tuple[int, int, int], ...], group: str
) -> None:
    messages = [fb.device(*device) for device in devices]
    run = with_dynamics(*messages, manufacturer=255, product=0, name=name)
    assert (run.simulated, run.title, run.sensor_group) == (True, name, group)


def test_a_garmin_file_is_never_simulated() -> None:
    assert not with_dynamics(name="Hakaru simulated watch").simulated


def test_only_running_legs_become_recordings() -> None:
    legs = [
        fb.session(0, 10, sport=fb.SWIMMING, index=0),
        fb.session(10, 10, sport=fb.RUNNING, index=1),
        fb.session(20, 10, sport=fb.CYCLING, index=2),
        fb.session(30, 10, sport=fb.RUNNING, index=3),
    ]
    at_front = read(fb.fit_file(fb.file_id(), *legs, fb.records(40)))
    at_end = read(fb.fit_file(fb.file_id(), fb.records(40), *legs))
    for runs in (at_front, at_end):
        assert [run.series["elapsed_s"].size for run in runs] == [10, 10]
        assert [run.series["elapsed_s"][0] for run in runs] == [0.0, 0.0]
        assert (runs[1].started_at - runs[0].started_at).total_seconds() == 20


def test_distance_of_a_later_leg_starts_at_zero() -> None:
    track = b"".join(fb.record(at, {5: ("u32", at * 300)}) for at in range(20))
    legs = fb.session(0, 10, sport=fb.CYCLING) + fb.session(10, 10, index=1)
    series = only(fb.fit_file(fb.file_id(), track, legs)).series
    assert series["distance_m"].tolist() == pytest.approx([3.0 * k for k in range(1, 11)])


def test_a_triathlon_cut_before_its_summary_is_divided_by_its_sport_messages() -> None:
    data = fb.fit_file(
        fb.file_id(),
        fb.sport_message(fb.CYCLING),
        fb.records(10),
        fb.sport_message(fb.RUNNING),
        *(fb.record(at) for at in range(10, 25)),
    )
    run = only(data[:-30])
    assert run.partial
    assert run.series["elapsed_s"].size == 13
    assert (run.started_at.second, run.series["elapsed_s"][0]) == (50, 0.0)


@pytest.mark.parametrize(
    ("sport", "sub_sport", "words"),
    [
        (fb.WALKING, 0, "this is walking, not a run"),
        (fb.CYCLING, 6, r"cycling \(indoor cycling\)"),
        (10, 43, r"training \(yoga\)"),
        (0, 0, "this is generic"),
    ],
)
def test_another_sport_is_refused_in_words(sport: int, sub_sport: int, words: str) -> None:
    data = fb.fit_file(fb.file_id(), fb.records(5), fb.session(sport=sport, sub_sport=sub_sport))
    with pytest.raises(Refused, match=words):
        read(data)


@pytest.mark.parametrize(("sport", "sub_sport"), [(1, 1), (1, 3), (1, 58), (4, 1)])
def test_every_form_of_running_is_a_run(sport: int, sub_sport: int) -> None:
    data = fb.fit_file(fb.file_id(), fb.records(5), fb.session(sport=sport, sub_sport=sub_sport))
    assert only(data).sport == "running"


@pytest.mark.parametrize(("file_type", "words"), [(2, "settings"), (5, "workout"), (32, "monitor")])
def test_files_that_hold_no_activity_are_refused(file_type: int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read(fb.fit_file(fb.file_id(file_type=file_type)))


def test_a_sport_that_nobody_named_is_read_with_an_issue() -> None:
    run = only(fb.fit_file(fb.file_id(), fb.records(5)))
    assert codes(run) == {"sport_unknown"}


def test_pauses_are_the_time_between_stop_and_start() -> None:
    events = [(0, 0), (20, 4), (50, 0), (59, 4)]
    messages = [fb.timer_event(at, kind) for at, kind in events]
    data = fb.fit_file(fb.file_id(), *messages, fb.records(60), fb.session())
    assert only(data).pauses == ((20.0, 50.0),)


def test_laps_keep_trigger_and_intensity() -> None:
    laps = fb.lap(30, 30, trigger=0, intensity=1) + fb.lap(0, 30) + fb.lap(900_000, 5)
    run = only(fb.fit_file(fb.file_id(), fb.records(60), laps, fb.session()))
    assert [
        (lap.start_elapsed_s, lap.elapsed_s, lap.trigger, lap.intensity) for lap in run.laps
    ] == [
        (0.0, 30.0, "distance", "active"),
        (30.0, 30.0, "manual", "rest"),
    ]


PLAN = (
    fb.workout("3 x 20 s"),
    fb.workout_step(0, intensity=2),
    fb.workout_step(1, intensity=5, duration_type=0, duration_value=20_000),
    fb.workout_step(2, intensity=4, duration_type=1, duration_value=10_000),
    fb.workout_step(3, duration_type=6, duration_value=1, target_value=3),
    fb.workout_step(4, intensity=3),
)


def test_a_planned_workout_is_read_with_the_step_of_each_lap() -> None:
    laps = fb.lap(0, 30, trigger=0, step=0) + fb.lap(30, 20, trigger=1, step=1)
    run = only(fb.fit_file(fb.file_id(), *PLAN, fb.records(60), laps, fb.session()))
    assert run.workout_title == "3 x 20 s"
    assert [lap.workout_step for lap in run.laps] == [0, 1]
    assert run.planned_steps == (
        PlannedStep(step_index=0, intensity="warmup", ends_by="open"),
        PlannedStep(step_index=1, intensity="interval", ends_by="time", duration_s=20.0),
        PlannedStep(step_index=2, intensity="recovery", ends_by="distance", distance_m=100.0),
        PlannedStep(
            step_index=3,
            intensity="active",
            ends_by="repeat_until_steps_cmplt",
            repeats_from=1,
            n_repeats=3,
        ),
        PlannedStep(step_index=4, intensity="cooldown", ends_by="open"),
    )


def test_a_plan_that_no_lap_follows_is_not_part_of_the_run() -> None:
    laps = fb.lap(0, 30) + fb.lap(30, 30)
    run = only(fb.fit_file(fb.file_id(), *PLAN, fb.records(60), laps, fb.session()))
    assert run.planned_steps == ()
    assert {lap.workout_step for lap in run.laps} == {None}


def test_records_of_one_second_complete_each_other() -> None:
    data = fb.fit_file(
        fb.file_id(),
        fb.record(0, {3: ("u8", 150)}),
        fb.record(0, {4: ("u8", 85)}),
        fb.record(1, {3: ("u8", 151), 4: ("u8", 86)}),
        fb.session(),
    )
    run = only(data)
    assert codes(run) == {"duplicate_timestamps"}
    assert run.series["heart_rate_bpm"].tolist() == [150.0, 151.0]
    assert run.series["cadence_spm"].tolist() == [170.0, 172.0]


def test_records_that_run_backwards_are_left_out() -> None:
    times = [0, 1, 2, 500, 3, 4, 1, 5]
    data = fb.fit_file(fb.file_id(), *(fb.record(at) for at in times), fb.session())
    run = only(data)
    assert run.series["elapsed_s"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    assert codes(run) == {"backward_timestamps", "duplicate_timestamps"}


def test_a_jump_of_more_than_a_day_is_left_out() -> None:
    stray = fb.record(40 * 86_400)
    run = only(fb.fit_file(fb.file_id(), fb.records(10), stray, fb.session()))
    assert run.series["elapsed_s"].size == 10
    assert codes(run) == {"timestamp_jump"}


def test_records_without_a_time_are_left_out() -> None:
    timeless = fb.message(fb.RECORD, {3: ("u8", 99)})
    run = only(fb.fit_file(fb.file_id(), timeless, fb.records(3), fb.session()))
    assert codes(run) == {"missing_timestamps"}
    assert run.series["elapsed_s"].size == 3


def test_records_from_before_the_clock_was_set_are_left_out() -> None:
    early = fb.record(0, start=5000)
    run = only(fb.fit_file(fb.file_id(), early, fb.records(3), fb.session()))
    assert codes(run) == {"mixed_clocks"}


def test_a_relative_clock_is_anchored_at_the_creation_of_the_file() -> None:
    data = fb.fit_file(fb.file_id(), fb.records(5, start=7000), fb.session(start=7000))
    run = only(data)
    assert codes(run) == {"relative_timestamps"}
    assert run.started_at.year == 2021
    assert run.series["elapsed_s"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_a_session_that_starts_earlier_gives_the_start() -> None:
    run = only(fb.fit_file(fb.file_id(), fb.records(5, start=fb.FIT_START + 3), fb.session()))
    assert run.series["elapsed_s"].tolist() == [3.0, 4.0, 5.0, 6.0, 7.0]


def test_a_session_that_starts_after_its_records_does_not() -> None:
    data = fb.fit_file(fb.file_id(), fb.records(5), fb.session(start=fb.FIT_START + 3))
    assert only(data).series["elapsed_s"][0] == 0.0


def test_a_summary_without_records_is_a_recording_without_samples() -> None:
    run = only(fb.fit_file(fb.file_id(), fb.session()))
    assert run.series["elapsed_s"].size == 0
    assert run.summary.elapsed_s == 60.0


def test_the_time_zone_comes_from_the_activity_or_the_settings() -> None:
    activity = fb.message(
        fb.ACTIVITY, {253: ("u32", fb.FIT_START), 5: ("u32", fb.FIT_START + 32_403)}
    )
    device = fb.message(fb.DEVICE_SETTINGS, {2: ("u32", 2**32 - 25_200)})
    absurd = fb.message(fb.ACTIVITY, {253: ("u32", fb.FIT_START), 5: ("u32", 5)})
    assert only(run_file(device, activity)).utc_offset_s == 32_400
    assert only(run_file(device)).utc_offset_s == -25_200
    assert only(run_file(absurd)).utc_offset_s is None


def test_zones_and_time_above_the_last_bound() -> None:
    zones = fb.message(
        fb.TIME_IN_ZONE,
        {
            0: ("u16", 18),
            1: ("u16", 0),
            2: ("u32", (0, 1000, 2000, 3000, 4000, 5000, 6000)),
            6: ("u8", (90, 110, 130, 150, 170, 190)),
            13: ("u8", 168),
        },
    )
    run = only(run_file(zones))
    assert [(zone.zone_number, zone.low_bpm) for zone in run.heart_rate_zones] == [
        (1, 90.0),
        (2, 110.0),
        (3, 130.0),
        (4, 150.0),
        (5, 170.0),
    ]
    assert run.heart_rate_zones[4].time_in_zone_s == 11.0
    assert run.physiology is not None
    assert run.physiology.lt_heart_rate_bpm == 168.0


def test_bare_zone_bounds_and_the_athletes_profile() -> None:
    bounds = [
        fb.message(fb.HR_ZONE, {254: ("u16", k), 1: ("u8", high)})
        for k, high in enumerate((90, 120, 150))
    ]
    profile = fb.message(fb.USER_PROFILE, {4: ("u16", 655)})
    fitness = fb.message(fb.MAX_MET, {2: ("u16", 523)})
    run = only(run_file(*bounds, profile, fitness))
    assert [zone.low_bpm for zone in run.heart_rate_zones] == [90.0, 120.0]
    assert run.heart_rate_zones[0].time_in_zone_s is None
    assert run.physiology is not None
    assert run.physiology.weight_kg == 65.5
    assert run.physiology.vo2_max_ml_per_kg_min == 52.3


def test_heart_rates_of_the_session_go_before_those_of_the_profile() -> None:
    profile = fb.message(
        fb.USER_PROFILE,
        {
            1: ("enum", 0),
            2: ("u8", 41),
            3: ("u8", 168),
            8: ("u8", 55),
            9: ("u8", 186),
            11: ("u8", 179),
        },
    )
    zones = fb.message(
        fb.TIME_IN_ZONE,
        {
            0: ("u16", 18),
            1: ("u16", 0),
            2: ("u32", (0, 1000)),
            6: ("u8", (90, 110)),
            11: ("u8", 190),
            12: ("u8", 48),
        },
    )
    sport = fb.message(fb.SPORT, {0: ("enum", fb.RUNNING)})
    target = fb.message(fb.ZONES_TARGET, {1: ("u8", 188)})
    believed = [
        only(run_file(*found)).physiology
        for found in ((profile,), (profile, sport, target), (profile, sport, target, zones))
    ]
    assert [one and one.heart_rate_max_bpm for one in believed] == [186.0, 188.0, 190.0]
    assert [one and one.heart_rate_rest_bpm for one in believed] == [55.0, 55.0, 48.0]
    assert believed[0] is not None
    assert (believed[0].sex, believed[0].age_years, believed[0].height_cm) == ("female", 41, 168.0)


def test_what_was_never_set_in_the_profile_stays_missing() -> None:
    profile = fb.message(
        fb.USER_PROFILE, {2: ("u8", 0), 3: ("u8", 0), 4: ("u16", 700), 11: ("u8", 0)}
    )
    believed = only(run_file(profile)).physiology
    assert believed is not None
    assert (believed.weight_kg, believed.heart_rate_max_bpm) == (70.0, None)
    assert (believed.sex, believed.age_years, believed.height_cm) == (None, None, None)


@pytest.mark.parametrize(
    ("path", "member", "expected"),
    [
        ("activity_2477200414.fit", None, 2477200414),
        ("12345678901_ACTIVITY.fit", None, 12345678901),
        ("activity_2477200414.fit.gz", None, 2477200414),
        ("raw/2477200414/activity.fit", None, 2477200414),
        ("raw/2477200414/activity.zip", "2477200414_ACTIVITY.fit", 2477200414),
        ("raw/2477200414/activity.zip", "activity.fit", 2477200414),
        ("2477200414.fit", None, None),
        ("activity_123.fit", None, None),
        ("export.zip", "a/UploadedFiles.zip!someone_2477200414.fit", None),
        ("run.fit", None, None),
    ],
)
def test_garmins_id_is_taken_from_its_own_names_only(
    path: str, member: str | None, expected: int | None
) -> None:
    (run,) = read(run_file(), path=path, member=member)
    assert run.garmin_activity_id == expected


def test_a_wrong_checksum_is_an_issue_only() -> None:
    body = [fb.file_id(), fb.records(5), fb.session()]
    assert codes(only(fb.fit_file(*body, crc=1))) == {"crc_mismatch"}
    assert not only(fb.fit_file(*body, crc=1)).partial


def test_an_absent_checksum_is_an_issue_only() -> None:
    run = only(run_file()[:-2])
    assert codes(run) == {"crc_mismatch"}
    assert not run.partial


@pytest.mark.parametrize("stated_bytes", [0, 40])
def test_a_wrong_size_is_read_to_the_end(stated_bytes: int) -> None:
    data = fb.fit_file(fb.file_id(), fb.records(5), fb.session(), stated_bytes=stated_bytes)
    run = only(data)
    assert codes(run) == {"wrong_size"}
    assert run.series["elapsed_s"].size == 5


def test_bytes_after_the_end_are_ignored() -> None:
    run = only(run_file() + b"\xaa" * 512)
    assert codes(run) == {"trailing_bytes"}
    assert run.series["elapsed_s"].size == 10


def test_chained_files_give_their_runs() -> None:
    later = fb.fit_file(
        fb.file_id(),
        fb.records(7, start=fb.FIT_START + 9000),
        fb.session(start=fb.FIT_START + 9000),
    )
    assert [run.series["elapsed_s"].size for run in read(run_file() + later)] == [10, 7]


def test_a_chain_of_a_run_and_settings_gives_the_run() -> None:
    assert len(read(fb.fit_file(fb.file_id(file_type=2)) + run_file())) == 1


def test_of_two_copies_in_a_chain_the_sound_one_is_kept() -> None:
    whole = run_file()
    broken = fb.fit_file(fb.file_id(), fb.records(4), b"\x05garbage")
    run = only(broken + whole)
    assert not run.partial
    assert run.series["elapsed_s"].size == 10


def test_damage_in_the_middle_keeps_what_came_before() -> None:
    data = fb.fit_file(fb.file_id(), fb.sport_message(1), fb.records(6), b"\x05", fb.session())
    run = only(data)
    assert run.partial
    (issue,) = run.issues
    assert issue.code == "damaged"
    assert issue.offset_byte is not None
    assert "6 records" in issue.message
    assert run.series["elapsed_s"].size == 6
    assert run.summary.elapsed_s == 60.0


@pytest.mark.parametrize("data", [b"", b"hello", b"\x0e\x10d\x00"])
def test_what_is_no_fit_file_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable, match="not a FIT file"):
        read(data)


def test_a_file_damaged_before_its_first_record_is_unreadable_with_an_offset() -> None:
    with pytest.raises(Unreadable, match="damaged before the first usable record") as caught:
        read(fb.fit_file(fb.file_id(), b"\x05" * 200))
    assert caught.value.offset_byte is not None


def test_a_file_without_anything_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no record"):
        read(fb.fit_file(fb.file_id()))


def test_a_session_without_any_time_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no record"):
        read(fb.fit_file(fb.file_id(), fb.message(fb.SESSION, {5: ("enum", 1)})))


SAMPLE = fb.fit_file(
    fb.file_id(),
    fb.sport_message(1),
    fb.developer_app(0),
    fb.developer_field(0, 3, "Ground Time", units="Milliseconds"),
    fb.timer_event(0, 0),
    *(
        fb.record(
            at, {3: ("u8", 150), 41: ("u16", 2500), 5: ("u32", at * 300)}, [(0, 3, "u16", 250)]
        )
        for at in range(20)
    ),
    fb.lap(0, 20),
    fb.session(),
)


def keeps_its_promises(run: Recording) -> bool:
    elapsed_s = run.series["elapsed_s"]
    return (
        bool((np.diff(elapsed_s) > 0).all())
        and (not elapsed_s.size or elapsed_s[0] >= 0)
        and all(column.shape == elapsed_s.shape for column in run.series.values())
        and not any(np.isinf(column).any() for column in run.series.values())
    )


def survives(data: bytes) -> bool:
    try:
        return all(keeps_its_promises(run) for run in read(data))
    except SourceError as error:
        return bool(str(error))


@settings(deadline=None, max_examples=examples(200))
@given(
    st.lists(
        st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), min_size=1, max_size=20
    )
)
def test_flipped_bytes_never_break_the_reader(flips: list[tuple[int, int]]) -> None:
    damaged = bytearray(SAMPLE)
    for offset, value in flips:
        damaged[offset] = value
    assert survives(bytes(damaged))


@settings(deadline=None, max_examples=examples(100))
@given(st.integers(0, len(SAMPLE)), st.integers(0, 40), st.binary(max_size=40))
def test_lost_and_inserted_bytes_never_break_the_reader(
    offset: int, n_lost: int, inserted: bytes
) -> None:
    assert survives(SAMPLE[:offset] + inserted + SAMPLE[offset + n_lost :])


@settings(deadline=None, max_examples=examples(100))
@given(st.integers(0, len(SAMPLE)))
def test_a_file_cut_anywhere_loses_only_what_was_cut(length: int) -> None:
    if not survives(SAMPLE[:length]):
        raise AssertionError
    files = decode_fit(SAMPLE[:length]) if length >= 12 else []
    whole = decode_fit(SAMPLE)[0]
    for columns in files:
        n = columns.timestamp_s.size
        np.testing.assert_array_equal(columns.timestamp_s, whole.timestamp_s[:n])
