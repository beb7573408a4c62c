"""Which messages and fields of a FIT file does Hakaru read?

Our own short table: the numbers, scales and offsets are those that the FIT protocol publishes for
its global messages; they are compared with an independent reader (fitdecode, MIT) by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FILE_ID, DEVICE_SETTINGS, USER_PROFILE, ZONES_TARGET, HR_ZONE, SPORT = 0, 2, 3, 7, 8, 12
SESSION, LAP, RECORD, EVENT, DEVICE_INFO, ACTIVITY = 18, 19, 20, 21, 23, 34
WORKOUT, WORKOUT_STEP = 26, 27
FIELD_DESCRIPTION, DEVELOPER_DATA_ID, TIME_IN_ZONE, MAX_MET = 206, 207, 216, 229
USER_METRICS, RUN_METRICS = 79, 140
"""Two messages that Garmin's profile does not publish: what a watch believed of the runner before a
run, and what it made of the run. Their numbers stay raw here; `watch_metrics` scales them."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ProfileField:
    """value = raw / raw_per_value - offset_value (None: raw). `is_time`: seconds since the
    FIT epoch. `gives` names the wider field that devices derive from this one."""

    number: int
    name: str
    raw_per_value: float | None = None
    offset_value: float = 0.0
    is_text: bool = False
    is_time: bool = False
    gives: str | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class ProfileMessage:
    """One kind of message: its name and the fields that are read, by number."""

    number: int
    name: str
    fields: Mapping[int, ProfileField]


def _field(row: str) -> ProfileField:
    number, name, *details = row.split()
    by_mark = {detail[0]: detail[1:] for detail in details}
    return ProfileField(
        number=int(number),
        name=name,
        raw_per_value=float(by_mark["/"]) if "/" in by_mark else None,
        offset_value=float(by_mark.get("-", 0.0)),
        is_text='"' in by_mark,
        is_time="@" in by_mark,
        gives=by_mark.get(">"),
    )


def _message(number: int, name: str, *rows: str) -> ProfileMessage:
    """Rows like '2 altitude /5 -500 >enhanced_altitude': number, name, then as needed /scale,
    -offset, >the field it gives, " for a text, @ for a time."""
    fields = {field.number: field for field in map(_field, rows)}
    return ProfileMessage(number=number, name=name, fields=fields)


_TOTALS = (
    "253 timestamp @",
    "254 message_index",
    "2 start_time @",
    "7 total_elapsed_time /1000",
    "8 total_timer_time /1000",
    "9 total_distance /100",
    "11 total_calories",
)
"""Laps and sessions share these."""

MESSAGES: Mapping[int, ProfileMessage] = {
    message.number: message
    for message in (
        _message(
            FILE_ID,
            "file_id",
            "0 type",
            "1 manufacturer",
            "2 product",
            "3 serial_number",
            "4 time_created @",
            '8 product_name "',
        ),
        _message(DEVICE_SETTINGS, "device_settings", "2 time_offset"),
        _message(
            USER_PROFILE,
            "user_profile",
            "1 gender",
            "2 age",
            "3 height /100",
            "4 weight /10",
            "8 resting_heart_rate",
            "9 default_max_running_heart_rate",
            "11 default_max_heart_rate",
        ),
        _message(
            ZONES_TARGET,
            "zones_target",
            "1 max_heart_rate",
            "2 threshold_heart_rate",
            "3 functional_threshold_power",
        ),
        _message(HR_ZONE, "hr_zone", "1 high_bpm"),
        _message(SPORT, "sport", "0 sport", "1 sub_sport", '3 name "'),
        _message(
            SESSION,
            "session",
            *_TOTALS,
            "5 sport",
            "6 sub_sport",
            "14 avg_speed /1000 >enhanced_avg_speed",
            "16 avg_heart_rate",
            "17 max_heart_rate",
            "18 avg_cadence",
            "20 avg_power",
            "22 total_ascent",
            "23 total_descent",
            "34 normalized_power",
            "89 avg_vertical_oscillation /10",
            "91 avg_stance_time /10",
            "92 avg_fractional_cadence /128",
            "124 enhanced_avg_speed /1000",
            "132 avg_vertical_ratio /100",
            "133 avg_stance_time_balance /100",
            "134 avg_step_length /10",
        ),
        _message(
            LAP,
            "lap",
            *_TOTALS,
            "23 intensity",
            "24 lap_trigger",
            "25 sport",
            "71 wkt_step_index",
        ),
        _message(WORKOUT, "workout", '8 wkt_name "'),
        _message(
            WORKOUT_STEP,
            "workout_step",
            "254 message_index",
            '0 wkt_step_name "',
            "1 duration_type",
            "2 duration_value",
            "4 target_value",
            "7 intensity",
        ),
        _message(EVENT, "event", "253 timestamp @", "0 event", "1 event_type"),
        _message(
            DEVICE_INFO,
            "device_info",
            "253 timestamp @",
            "0 device_index",
            "1 device_type",
            "2 manufacturer",
            "3 serial_number",
            "4 product",
            "5 software_version /100",
            "25 source_type",
            '27 product_name "',
        ),
        _message(ACTIVITY, "activity", "253 timestamp @", "5 local_timestamp @"),
        _message(
            FIELD_DESCRIPTION,
            "field_description",
            "0 developer_data_index",
            "1 field_definition_number",
            "2 fit_base_type_id",
            '3 field_name "',
            "6 scale",
            "7 offset",
            '8 units "',
        ),
        _message(DEVELOPER_DATA_ID, "developer_data_id", "3 developer_data_index"),
        _message(
            TIME_IN_ZONE,
            "time_in_zone",
            "0 reference_mesg",
            "1 reference_index",
            "2 time_in_hr_zone /1000",
            "6 hr_zone_high_boundary",
            "11 max_heart_rate",
            "12 resting_heart_rate",
            "13 threshold_heart_rate",
        ),
        _message(MAX_MET, "max_met_data", "2 vo2_max /10"),
        _message(
            USER_METRICS,
            "user_metrics",
            "0 max_met_raw",
            "11 threshold_heart_rate_raw",
            "13 threshold_speed_raw",
        ),
        _message(RUN_METRICS, "run_metrics", "7 max_met_raw"),
        _message(
            RECORD,
            "record",
            "0 position_lat",
            "1 position_long",
            "2 altitude /5 -500 >enhanced_altitude",
            "3 heart_rate",
            "4 cadence",
            "5 distance /100",
            "6 speed /1000 >enhanced_speed",
            "7 power",
            "9 grade /100",
            "13 temperature",
            "29 accumulated_power",
            "39 vertical_oscillation /10",
            "40 stance_time_percent /100",
            "41 stance_time /10",
            "52 cadence256 /256",
            "53 fractional_cadence /128",
            "73 enhanced_speed /1000",
            "78 enhanced_altitude /5 -500",
            "83 vertical_ratio /100",
            "84 stance_time_balance /100",
            "85 step_length /10",
            "108 enhanced_respiration_rate /100",
        ),
    )
}
COMPRESSED_SPEED_DISTANCE = 8
"""A field of records: 12 bits of speed (0.01 m/s) and 12 of distance (1/16 m), which rolls over."""
