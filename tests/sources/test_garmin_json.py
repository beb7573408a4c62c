"""What is read from the JSON documents of Garmin Connect, in the layouts tools save them in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.core.errors import Refused, SourceError, Unreadable
from hakaru.running.activity import Provenance, Recording
from hakaru.sources.fit.recordings import read_fit
from hakaru.sources.garmin.activity import read_garmin_json
from tests.shared import REAL, needs_real

PROVENANCE = Provenance(kind="garmin-json", path="raw/20001", sha256="00")
START_MS = 1_714_802_400_000.0
START = datetime(2024, 5, 4, 6, 0, tzinfo=UTC)
STRYD_APP = "660a581e-5301-460c-8f2f-034c8b6dc90f"
STRAP = {"manufacturer": "GARMIN", "sku": "006-B1752-00", "antplusDeviceType": "RUN"}


def activity(**given: Any) -> dict[str, Any]:
    summary = {
        "startTimeGMT": "2024-05-04T06:00:00.0",
        "startTimeLocal": "2024-05-04T15:00:00.0",
        "distance": 1000.0,
        "duration": 300.0,
        "averageSpeed": 3.33,
    } | given.pop("summary", {})
    return {
        "activityId": 12345678901,
        "activityName": "Tokyo Running",
        "activityTypeDTO": {"typeId": 1, "typeKey": "running", "parentTypeId": 17},
        "summaryDTO": summary,
    } | given


def details(columns: Mapping[str, Sequence[object]], **given: Any) -> dict[str, Any]:
    length = len(next(iter(columns.values())))
    times: Sequence[object] = [START_MS + 1000.0 * at for at in range(length)]
    every: dict[str, Sequence[object]] = {"directTimestamp": times, **columns}
    descriptors = [
        {"metricsIndex": index, "key": name, "unit": {"factor": 100.0}}
        for index, name in enumerate(every)
    ]
    rows = [{"metrics": list(row)} for row in zip(*every.values(), strict=True)]
    return {"metricDescriptors": descriptors, "activityDetailMetrics": rows} | given


def stryd(document: dict[str, Any], fields: dict[int, list[float]]) -> dict[str, Any]:
    for number, values in fields.items():
        index = len(document["metricDescriptors"])
        document["metricDescriptors"].append(
            {
                "metricsIndex": index,
                "key": f"connectIQDeveloperField{number:02d}",
                "unit": None,
                "appID": STRYD_APP,
                "developerFieldNumber": number,
            }
        )
        for row, value in zip(document["activityDetailMetrics"], values, strict=True):
            row["metrics"].append(value)
    return document


def read(*documents: Any) -> Recording:
    files = {f"{index}.json": json.dumps(value).encode() for index, value in enumerate(documents)}
    (run,) = read_garmin_json(files, provenance=PROVENANCE)
    return run


def codes(recording: Recording) -> set[str]:
    return {issue.code for issue in recording.issues}


def test_start_offset_title_and_id_are_those_of_the_activity() -> None:
    run = read(activity(locationName="Tokyo"))
    assert (run.started_at, run.utc_offset_s, run.day) == (START, 9 * 3600, date(2024, 5, 4))
    assert (run.title, run.location, run.garmin_activity_id) == (
        "Tokyo Running",
        "Tokyo",
        12345678901,
    )


def test_unit_factors_are_not_applied() -> None:
    run = read(activity(), details({"directSpeed": [3.0, 3.1], "sumDistance": [0.0, 3.0]}))
    assert run.series["speed_mps"].tolist() == [3.0, 3.1]
    assert run.series["distance_m"].tolist() == [0.0, 3.0]


def test_double_cadence_wins_over_that_of_one_foot() -> None:
    run = read(
        activity(), details({"directRunCadence": [80.0, 81.0], "directDoubleCadence": [161.0, 163]})
    )
    assert run.series["cadence_spm"].tolist() == [161.0, 163.0]


def test_steps_of_one_foot_and_their_fraction_are_doubled() -> None:
    run = read(
        activity(),
        details({"directRunCadence": [80.0, 81.0], "directFractionalCadence": [0.5, None]}),
    )
    assert run.series["cadence_spm"].tolist() == [161.0, 162.0]


def test_native_form_metrics_are_read_with_their_sensor() -> None:
    run = read(
        activity(
            metadataDTO={"manufacturer": "GARMIN", "sensors": [{"sku": "006-B2050-00"}, STRAP]}
        ),
        details(
            {
                "directGroundContactTime": [250.0, 252.0],
                "directVerticalOscillation": [9.0, 9.1],
                "directVerticalRatio": [8.0, 8.1],
                "directStrideLength": [110.0, 111.0],
                "directGroundContactBalanceLeft": [49.5, 49.6],
            }
        ),
    )
    assert (run.sensor_group, run.sensor_label) == ("garmin-hrm", "HRM-Run")
    assert run.series["gct_ms"].tolist() == [250.0, 252.0]
    assert run.series["vo_cm"].tolist() == [9.0, 9.1]
    assert run.series["step_length_cm"].tolist() == [110.0, 111.0]
    assert [device.product for device in run.devices] == ["006-B2050-00", "HRM-Run"]


@pytest.mark.parametrize(
    ("sensors", "group"),
    [
        ([], "garmin-unknown"),
        ([{"sku": "006-B4315-00"}], "garmin-wrist"),
        ([{"sku": "006-B4315-00"}, STRAP], "garmin-hrm"),
        ([{"sku": "006-B2050-00"}], "garmin-unknown"),
        ([{"sku": "006-B2050-00"}, STRAP | {"sku": "006-B2593-00"}], "garmin-pod"),
        ([{"sku": "006-B2050-00"}, STRAP | {"sku": None}], "garmin-unknown"),
    ],
)
def test_the_sensor_group_follows_from_the_devices_named(
    sensors: list[dict[str, Any]], group: str
) -> None:
    metadata = {"manufacturer": "GARMIN", "sensors": sensors}
    run = read(activity(metadataDTO=metadata, summary={"groundContactTime": 250.0}))
    assert run.sensor_group == group


def test_a_run_without_form_metrics_has_no_sensor_group() -> None:
    assert read(activity(), details({"directSpeed": [3.0, 3.0]})).sensor_group is None


def test_a_pod_alone_gives_the_form_metrics_and_its_name() -> None:
    document = stryd(details({"directSpeed": [3.0, 3.0]}), {0: [240, 250], 3: [255, 0], 4: [7, 8]})
    run = read(activity(), document)
    assert run.sensor_group == "stryd"
    assert run.series["gct_ms"].tolist() == [255.0, 0.0]
    assert run.series["vo_cm"].tolist() == [7.0, 8.0]
    assert run.series["power_w"].tolist() == run.series["stryd_power_w"].tolist() == [240.0, 250.0]
    assert "stryd_gct_ms" not in run.series


def test_a_pod_beside_a_native_sensor_stays_beside_it() -> None:
    document = stryd(
        details({"directGroundContactTime": [250.0, 251.0], "directPower": [300.0, 301.0]}),
        {0: [240, 250], 3: [255, 256], 9: [9.5, 9.6]},
    )
    run = read(activity(), document)
    assert run.sensor_group == "garmin-unknown"
    assert run.series["gct_ms"].tolist() == [250.0, 251.0]
    assert run.series["stryd_gct_ms"].tolist() == [255.0, 256.0]
    assert run.series["power_w"].tolist() == [300.0, 301.0]
    assert run.series["stryd_leg_stiffness_kn_per_m"].tolist() == [9.5, 9.6]


def test_a_pod_that_covers_more_of_a_run_than_a_native_sensor_leads() -> None:
    document = stryd(
        details({"directGroundContactTime": [250.0, None], "directVerticalRatio": [8.0, None]}),
        {3: [255, 256]},
    )
    run = read(activity(), document)
    assert run.sensor_group == "stryd"
    assert run.series["gct_ms"].tolist() == [255.0, 256.0]
    assert "vr_pct" not in run.series
    assert "sensor_chosen" in codes(run)


def test_fields_of_unknown_apps_are_left_out_and_reported() -> None:
    document = stryd(details({"directSpeed": [3.0, 3.0]}), {3: [1.0, 2.0]})
    document["metricDescriptors"][-1]["appID"] = "00000000-0000-0000-0000-000000000000"
    run = read(activity(), document)
    assert "gct_ms" not in run.series
    assert "unknown_fields" in codes(run)


def test_a_pause_is_where_the_clock_runs_on_and_the_timer_does_not() -> None:
    document = details(
        {
            "directTimestamp": [START_MS, START_MS + 10_000, START_MS + 70_000],
            "sumElapsedDuration": [0.0, 10.0, 70.0],
            "sumDuration": [0.0, 10.0, 12.0],
            "directSpeed": [3.0, 3.0, 3.0],
        }
    )
    assert read(activity(), document).pauses == ((10.0, 68.0),)


def test_without_timestamps_samples_are_placed_by_elapsed_time() -> None:
    document = details(
        {"directTimestamp": [None, None], "sumElapsedDuration": [0.0, 5.0], "directSpeed": [3, 3]}
    )
    assert read(activity(), document).series["elapsed_s"].tolist() == [0.0, 5.0]


def test_thinned_samples_are_reported() -> None:
    document = details({"directSpeed": [3.0, 3.0]}, metricsCount=2, totalMetricsCount=9000)
    assert "downsampled" in codes(read(activity(), document))


LAPS = {
    "lapDTOs": [
        {
            "startTimeGMT": "2024-05-04T06:00:00.0",
            "distance": 1000.0,
            "duration": 300.0,
            "averageSpeed": 3.33,
            "intensityType": "WARMUP",
            "groundContactTime": 251.0,
            "groundContactBalanceLeft": 49.4,
            "verticalOscillation": 9.3,
            "verticalRatio": 8.6,
            "strideLength": 108.0,
            "averageRunCadence": 170.0,
            "elevationGain": 4.0,
        },
        {"startTimeGMT": "2024-05-04T06:05:20.0", "distance": 500.0, "duration": 150.0},
        {"startTimeGMT": "not a time", "distance": 500.0, "duration": 150.0},
    ]
}


def test_laps_carry_their_averages_where_there_are_no_samples() -> None:
    run = read(activity(), LAPS)
    first, second = run.laps
    assert (first.start_elapsed_s, first.elapsed_s, first.timer_s) == (0.0, 320.0, 300.0)
    assert (first.gct_ms, first.vo_cm, first.vr_pct, first.step_length_cm) == (251, 9.3, 8.6, 108)
    assert (first.gct_balance_left_pct, first.cadence_spm, first.intensity) == (49.4, 170, "warmup")
    assert (second.elapsed_s, second.gct_ms) == (150.0, None)
    assert run.sensor_group == "garmin-unknown"


def test_laps_beside_samples_are_only_bounds() -> None:
    run = read(activity(), LAPS, details({"directSpeed": [3.0, 3.0]}))
    assert run.laps[0].gct_ms is None
    assert run.laps[0].speed_mps is None


def test_weather_is_in_celsius_and_wind_without_a_unit_is_left_out() -> None:
    weather = {
        "temp": 68,
        "relativeHumidity": 50,
        "windSpeed": 8,
        "windDirection": 30,
        "windDirectionCompassPoint": "nne",
        "weatherStationDTO": {"id": "RJTT", "name": "Haneda"},
    }
    run = read(activity(), weather)
    assert run.weather is not None
    assert run.weather.temperature_c == pytest.approx(20.0)
    assert (run.weather.wind_speed_mps, run.weather.wind_from_deg) == (None, 30.0)
    assert (run.weather.station, run.weather.wind_direction_compass) == ("Haneda", "nne")
    assert "wind_unit_unknown" in codes(run)


@pytest.mark.parametrize(("unit", "speed_mps"), [("km/h", 10.0), ("mph", 16.09), ("m/s", 36.0)])
def test_wind_with_a_stated_unit_is_in_metres_per_second(unit: str, speed_mps: float) -> None:
    weather = {"temp": 60, "relativeHumidity": 1, "windSpeed": 36, "windSpeedUnit": unit}
    weather["windSpeedUnit"] = {"km/h": "kmh", "mph": "MPH", "m/s": "mps"}[unit]
    run = read(activity(), weather)
    assert run.weather is not None
    assert run.weather.wind_speed_mps == pytest.approx(speed_mps, abs=0.01)


def test_weather_that_says_nothing_is_none() -> None:
    empty = {"temp": None, "relativeHumidity": None, "windDirectionCompassPoint": "N/A"}
    assert read(activity(), empty).weather is None


VO2_MAX = {"vo2MaxValue": 52.0, "vo2MaxPreciseValue": 52.3, "calendarDate": "2024-05-01",
           "fitnessAge": 28}  # fmt: skip


@pytest.mark.parametrize(
    "document", [VO2_MAX, {"generic": VO2_MAX, "cycling": None}, [{"generic": VO2_MAX}], [VO2_MAX]]
)
def test_every_shape_of_vo2_max_is_read(document: Any) -> None:
    run = read(activity(), document)
    assert run.physiology is not None
    assert run.physiology.vo2_max_ml_per_kg_min == 52.3
    assert run.physiology.vo2_max_on == date(2024, 5, 1)
    assert run.physiology.fitness_age_years == 28


THRESHOLD = {
    "speed_and_heart_rate": {
        "heartRate": 168,
        "speed": 0.3611,
        "calendarDate": "2025-01-02T10:00:00.0",
    },
    "power": {
        "functionalThresholdPower": 300,
        "weight": 65000.0,
        "calendarDate": "2024-04-01",
    },
}


def test_a_threshold_fetched_later_keeps_its_date_and_is_reported() -> None:
    run = read(activity(), THRESHOLD)
    assert run.physiology is not None
    assert run.physiology.lt_speed_mps == pytest.approx(3.611)
    assert (run.physiology.lt_heart_rate_bpm, run.physiology.lt_on) == (168, date(2025, 1, 2))
    assert (run.physiology.ftp_w, run.physiology.ftp_on) == (300, date(2024, 4, 1))
    assert run.physiology.weight_kg == 65.0
    assert "threshold_after_run" in codes(run)


def test_a_threshold_that_the_run_itself_states_holds_on_its_day() -> None:
    own = {"lactateThresholdHeartRate": 171.0, "lactateThresholdSpeed": 3.5}
    run = read(activity(summary=own), THRESHOLD)
    assert run.physiology is not None
    assert run.physiology.lt_speed_mps == 3.5
    assert (run.physiology.lt_heart_rate_bpm, run.physiology.lt_on) == (171, date(2024, 5, 4))


def test_zones_and_shoes_are_read() -> None:
    zones = [
        {"zoneNumber": 2, "zoneLowBoundary": 120, "secsInZone": 100.5},
        {"zoneNumber": 1, "zoneLowBoundary": 100, "secsInZone": 10},
        {"zoneNumber": 3, "zoneLowBoundary": None},
    ]
    gear = [
        {"gearTypeName": "Bike", "customMakeModel": "A bike"},
        {"gearTypeName": "Shoes", "customMakeModel": "Some shoes"},
    ]
    run = read(activity(), zones, gear)
    assert [(zone.zone_number, zone.low_bpm) for zone in run.heart_rate_zones] == [
        (1, 100),
        (2, 120),
    ]
    assert run.heart_rate_zones[1].time_in_zone_s == 100.5
    assert run.gear == "Some shoes"


def test_gear_of_no_known_kind_is_still_gear_and_nameless_gear_is_none() -> None:
    assert read(activity(), [{"gearTypeName": "Other", "displayName": "Stick"}]).gear == "Stick"
    assert read(activity(), [{"gearTypeName": "Shoes"}]).gear is None


def test_a_bundle_of_documents_in_one_file_is_opened() -> None:
    run = read({"activity": activity(), "splits": LAPS, "vo2_max": VO2_MAX, "gear": []})
    assert len(run.laps) == 2
    assert run.physiology is not None


def test_an_entry_of_the_activity_list_serves_as_activity() -> None:
    entry = {
        "activityId": 5_000_000_001,
        "activityName": "Run",
        "activityType": {"typeKey": "trail_running"},
        "startTimeGMT": "2024-05-04 06:00:00",
        "duration": 300.0,
        "elapsedDuration": 301_500.0,
        "averageRunningCadenceInStepsPerMinute": 170.0,
    }
    run = read(entry, details({"directSpeed": [3.0, 3.0]}))
    assert (run.sub_sport, run.garmin_activity_id) == ("trail", 5_000_000_001)
    assert (run.summary.elapsed_s, run.summary.cadence_avg_spm) == (301.5, 170.0)


@pytest.mark.parametrize("key", ["cycling", "walking", "yoga", "multi_sport", "hiking"])
def test_other_sports_are_refused_by_name(key: str) -> None:
    with pytest.raises(Refused, match=key):
        read(activity(activityTypeDTO={"typeId": 99, "typeKey": key, "parentTypeId": 17}))


def test_an_activity_without_a_sport_is_refused() -> None:
    with pytest.raises(Refused, match="which sport"):
        read(activity(activityTypeDTO=None))


def test_a_new_kind_of_run_is_a_run() -> None:
    kind = {"typeId": 777, "typeKey": "moon_running", "parentTypeId": 1}
    assert read(activity(activityTypeDTO=kind)).sport == "running"


def test_without_an_activity_running_steps_make_it_a_run() -> None:
    run = read(details({"directDoubleCadence": [160.0, 162.0]}, activityId=777_777_777))
    assert run.garmin_activity_id == 777_777_777
    assert "sport_unstated" in codes(run)
    with pytest.raises(Refused, match="without an activity document"):
        read(details({"directSpeed": [3.0, 3.0]}))


def test_an_activity_that_never_began_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="when the run began"):
        read(activity(summary={"startTimeGMT": None}))


@pytest.mark.parametrize("value", [{}, [], 5, "text", None, [1, 2], {"a": {"b": 1}}])
def test_documents_without_an_activity_are_unreadable(value: object) -> None:
    with pytest.raises(Unreadable, match="no activity"):
        read(value)


def test_what_is_not_json_is_unreadable() -> None:
    for data in (b"{", b"\xff\xfe\x00", b"[" * 200_000):
        with pytest.raises(Unreadable):
            read_garmin_json({"a.json": data}, provenance=PROVENANCE)


def test_details_cut_off_keep_their_complete_rows() -> None:
    body = json.dumps(details({"directSpeed": [3.0] * 40})).encode()
    files = {"activity.json": json.dumps(activity()).encode(), "details.json": body[:-400]}
    (run,) = read_garmin_json(files, provenance=PROVENANCE)
    assert run.partial
    assert 20 < run.series["elapsed_s"].size < 40
    assert "damaged" in codes(run)


def test_a_damaged_side_document_leaves_the_rest() -> None:
    files = {"activity.json": json.dumps(activity()).encode(), "weather.json": b'{"temp": '}
    (run,) = read_garmin_json(files, provenance=PROVENANCE)
    assert run.partial
    assert run.weather is None


@pytest.mark.parametrize(
    "odd",
    [True, "3", [3], {"x": 3}, float("nan"), 1e400, 10**400, None],
    ids=["truth", "text", "array", "object", "nan", "infinite", "too-large", "null"],
)
def test_values_of_odd_types_are_missing(odd: object) -> None:
    run = read(
        activity(summary={"distance": odd, "averageHR": odd, "startTimeLocal": odd}),
        details({"directSpeed": [3.0, odd], "directHeartRate": [140.0, 141.0]}),
    )
    assert run.summary.distance_m is None
    assert np.isnan(run.series["speed_mps"][1])


def test_a_page_of_the_list_gives_its_runs_and_counts_the_rest() -> None:
    def entry(activity_id: int, key: str) -> dict[str, Any]:
        return {
            "activityId": activity_id,
            "activityType": {"typeKey": key},
            "beginTimestamp": START_MS,
            "distance": 5000.0,
            "duration": 1500.0,
        }

    rows = [entry(1, "cycling"), entry(2, "running"), entry(3, "running"), entry(4, "running")]
    del rows[3]["beginTimestamp"]
    for page in (rows, {"activityList": rows}):
        files = {"page.json": json.dumps(page).encode()}
        first, second = read_garmin_json(files, provenance=PROVENANCE)
        assert (first.garmin_activity_id, second.garmin_activity_id) == (2, 3)
        assert first.series["elapsed_s"].size == 0
        (left_out,) = [issue.message for issue in first.issues if issue.code == "not_a_run"]
        assert left_out == "left out: 1 cycling, 1 run without a start"
    with pytest.raises(Refused, match="no run among its 1 activities"):
        read([rows[0]])
    with pytest.raises(Unreadable, match="1 run in it does not say when it began"):
        read([rows[3]])


@given(at=st.integers(0, 5000), garbage=st.binary(max_size=5))
def test_damage_anywhere_never_raises_anything_but_a_source_error(at: int, garbage: bytes) -> None:
    body = json.dumps([activity(), LAPS, details({"directSpeed": [3.0, 3.0]})]).encode()
    whole = b'{"a":' + body + b"}"
    place = at % len(whole)
    files = {
        "bundle.json": whole[:place] + garbage + whole[place + len(garbage) :],
        "activity.json": json.dumps(activity()).encode(),
    }
    try:
        read_garmin_json(files, provenance=PROVENANCE)
    except SourceError:
        return


def real_set(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (REAL / "connect_api" / folder).glob("*.json")}


def real_fit(folder: str, activity_id: str) -> Recording:
    path = REAL / "connect_api" / folder / f"activity_{activity_id}.fit"
    provenance = Provenance(kind="fit", path=str(path), sha256="00")
    (run,) = read_fit(path.read_bytes(), provenance=provenance)
    return run


@needs_real
def test_the_real_set_with_dynamics_says_what_its_fit_file_says() -> None:
    (run,) = read_garmin_json(real_set("2477200414"), provenance=PROVENANCE)
    fit = real_fit("2477200414", "2477200414")
    assert (run.garmin_activity_id, run.started_at) == (2477200414, fit.started_at)
    assert (run.sensor_group, run.sensor_label) == (fit.sensor_group, fit.sensor_label)
    shared = (run.series.keys() & fit.series.keys()) - {"elapsed_s"}
    assert {"gct_ms", "vo_cm", "vr_pct", "stryd_gct_ms", "stryd_form_power_w"} <= shared
    for name in sorted(shared):
        ours, theirs = np.nanmedian(run.series[name]), np.nanmedian(fit.series[name])
        assert ours == pytest.approx(theirs, rel=0.02, abs=0.5), name
    assert len(run.pauses) == len(fit.pauses)
    assert run.physiology is not None
    assert run.physiology.lt_on == run.day


@needs_real
def test_the_real_set_without_dynamics_has_no_sensor() -> None:
    (run,) = read_garmin_json(real_set("4017099594_hr_only"), provenance=PROVENANCE)
    assert run.sensor_group is None
    assert run.pauses == real_fit("4017099594_hr_only", "4017099594").pauses
    assert (run.utc_offset_s, len(run.laps)) == (3600, 2)


@needs_real
def test_the_real_laps_alone_carry_their_form() -> None:
    files = {name: data for name, data in real_set("2477200414").items() if "track" not in name}
    (run,) = read_garmin_json(files, provenance=PROVENANCE)
    assert run.series["elapsed_s"].size == 0
    assert all(lap.gct_ms is not None and 240 < lap.gct_ms < 265 for lap in run.laps)


@needs_real
def test_the_real_page_of_the_list_has_five_runs() -> None:
    files = {"page.json": (REAL / "connect_api" / "activity_list_0.json").read_bytes()}
    runs = read_garmin_json(files, provenance=PROVENANCE)
    assert len(runs) == 5
    for run in runs:
        assert run.summary.elapsed_s is not None
        assert run.summary.timer_s is not None
        assert run.summary.timer_s <= run.summary.elapsed_s < 3 * run.summary.timer_s
    measured = [run for run in runs if run.summary.gct_avg_ms is not None]
    assert len(measured) == 2
    assert {run.sensor_group for run in measured} == {"garmin-unknown"}
