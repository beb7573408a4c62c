"""The FIT profile: the messages and fields that Hakaru reads, or writes when it simulates a run.

Our own short table: numbers, base types, scales and offsets are those that the FIT protocol
publishes for its global messages; they are compared with an independent reader (fitdecode, MIT) by
the tests. Base types are those of the protocol's section "Base Type": number on the wire, size,
invalid value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

FILE_ID, DEVICE_SETTINGS, USER_PROFILE, ZONES_TARGET, HR_ZONE, SPORT = 0, 2, 3, 7, 8, 12
SESSION, LAP, RECORD, EVENT, DEVICE_INFO, ACTIVITY = 18, 19, 20, 21, 23, 34
WORKOUT, WORKOUT_STEP = 26, 27
FIELD_DESCRIPTION, DEVELOPER_DATA_ID, TIME_IN_ZONE, MAX_MET = 206, 207, 216, 229
USER_METRICS, RUN_METRICS = 79, 140
"""Two messages that Garmin's profile does not publish: what a watch believed of the runner before a
run, and what it made of the run. Their numbers stay raw here; `watch_metrics` scales them."""


_TEXT_CODE = 0x07
_BYTE_CODE = 0x0D


@dataclass(frozen=True, kw_only=True, eq=False)
class BaseType:
    """One base type. `struct_code` and `numpy_code` lack the byte order; `invalid` None: NaN."""

    name: str
    code: int
    size_bytes: int
    struct_code: str
    numpy_code: str
    invalid: int | None

    @property
    def is_text(self) -> bool:
        """Whether the field is a text, whatever its length."""
        return self.code == _TEXT_CODE

    @property
    def is_number(self) -> bool:
        """Whether each value is a number (bytes are only ever a bit pattern)."""
        return self.code not in (_TEXT_CODE, _BYTE_CODE)


def _type(code: int, row: str, invalid: int | None) -> BaseType:
    """`row`: the name, the struct code and the numpy code, e.g. 'uint16 H u2'."""
    name, struct_code, numpy_code = row.split()
    return BaseType(
        name=name,
        code=code,
        size_bytes=int(numpy_code[1:]),
        struct_code=struct_code,
        numpy_code=numpy_code,
        invalid=invalid,
    )


BASES: Mapping[str, BaseType] = {
    kind.name: kind
    for kind in (
        _type(0x00, "enum B u1", 0xFF),
        _type(0x01, "sint8 b i1", 0x7F),
        _type(0x02, "uint8 B u1", 0xFF),
        _type(0x83, "sint16 h i2", 0x7FFF),
        _type(0x84, "uint16 H u2", 0xFFFF),
        _type(0x85, "sint32 i i4", 0x7FFF_FFFF),
        _type(0x86, "uint32 I u4", 0xFFFF_FFFF),
        _type(_TEXT_CODE, "string s S1", 0),
        _type(0x88, "float32 f f4", None),
        _type(0x89, "float64 d f8", None),
        _type(0x0A, "uint8z B u1", 0),
        _type(0x8B, "uint16z H u2", 0),
        _type(0x8C, "uint32z I u4", 0),
        _type(_BYTE_CODE, "byte B u1", 0xFF),
        _type(0x8E, "sint64 q i8", 0x7FFF_FFFF_FFFF_FFFF),
        _type(0x8F, "uint64 Q u8", 0xFFFF_FFFF_FFFF_FFFF),
        _type(0x90, "uint64z Q u8", 0),
    )
}
BASE_TYPES: Mapping[int, BaseType] = {kind.code: kind for kind in BASES.values()}
BYTE = BASES["byte"]
"""Also what a field is taken for whose type is unknown or does not fit its size."""


def base_type(code: int, size_bytes: int) -> BaseType:
    """The type of a field that is defined so; bytes where type and size contradict each other."""
    kind = BASE_TYPES.get(code, BYTE)
    return kind if size_bytes % kind.size_bytes == 0 else BYTE


@dataclass(frozen=True, kw_only=True, eq=False)
class ProfileField:
    """value = raw / raw_per_value - offset_value (None: raw). `is_time`: seconds since the
    FIT epoch. `gives` names the wider field that devices derive from this one. `base` None: not
    published, a number of any type. `is_read` False: only simulated runs state it."""

    number: int
    name: str
    base: BaseType | None
    raw_per_value: float | None = None
    offset_value: float = 0.0
    is_time: bool = False
    is_read: bool = True
    gives: str | None = None

    @property
    def is_text(self) -> bool:
        """Whether it holds a text."""
        return self.base is not None and self.base.is_text


@dataclass(frozen=True, kw_only=True, eq=False)
class ProfileMessage:
    """One kind of message: its name and its fields, by number."""

    number: int
    name: str
    fields: Mapping[int, ProfileField]


def profile_field(row: str) -> ProfileField:
    """A field of a row like '2 altitude uint16 /5 -500 >enhanced_altitude': number, name, base
    type, then as needed /scale, -offset, >the field it gives, @ for a time, ~ for not read."""
    number, name, *details = row.split()
    by_mark = {detail[0]: detail[1:] for detail in details}
    return ProfileField(
        number=int(number),
        name=name,
        base=BASES[details[0]] if details else None,
        raw_per_value=float(by_mark["/"]) if "/" in by_mark else None,
        offset_value=float(by_mark.get("-", 0.0)),
        is_time="@" in by_mark,
        is_read="~" not in by_mark,
        gives=by_mark.get(">"),
    )


def _message(number: int, name: str, rows: str) -> ProfileMessage:
    fields = {field.number: field for field in map(profile_field, rows.split(","))}
    return ProfileMessage(number=number, name=name, fields=fields)


_TOTALS = """
    253 timestamp uint32 @, 254 message_index uint16, 2 start_time uint32 @,
    7 total_elapsed_time uint32 /1000, 8 total_timer_time uint32 /1000,
    9 total_distance uint32 /100, 11 total_calories uint16,
"""
"""Laps and sessions share these."""

PROFILE: Mapping[int, ProfileMessage] = {
    message.number: message
    for message in (
        _message(
            FILE_ID,
            "file_id",
            """
            0 type enum, 1 manufacturer uint16, 2 product uint16, 3 serial_number uint32z,
            4 time_created uint32 @, 8 product_name string
            """,
        ),
        _message(DEVICE_SETTINGS, "device_settings", "2 time_offset uint32"),
        _message(
            USER_PROFILE,
            "user_profile",
            """
            1 gender enum, 2 age uint8, 3 height uint8 /100, 4 weight uint16 /10,
            8 resting_heart_rate uint8, 9 default_max_running_heart_rate uint8,
            11 default_max_heart_rate uint8
            """,
        ),
        _message(
            ZONES_TARGET,
            "zones_target",
            """
            1 max_heart_rate uint8, 2 threshold_heart_rate uint8,
            3 functional_threshold_power uint16, 5 hr_calc_type enum ~
            """,
        ),
        _message(HR_ZONE, "hr_zone", "1 high_bpm uint8"),
        _message(SPORT, "sport", "0 sport enum, 1 sub_sport enum, 3 name string"),
        _message(
            SESSION,
            "session",
            _TOTALS
            + """
            0 event enum ~, 1 event_type enum ~, 5 sport enum, 6 sub_sport enum,
            14 avg_speed uint16 /1000 >enhanced_avg_speed, 16 avg_heart_rate uint8,
            17 max_heart_rate uint8, 18 avg_cadence uint8, 20 avg_power uint16,
            22 total_ascent uint16, 23 total_descent uint16, 25 first_lap_index uint16 ~,
            26 num_laps uint16 ~, 28 trigger enum ~, 34 normalized_power uint16,
            57 avg_temperature sint8 ~, 89 avg_vertical_oscillation uint16 /10,
            91 avg_stance_time uint16 /10, 92 avg_fractional_cadence uint8 /128,
            110 sport_profile_name string ~, 124 enhanced_avg_speed uint32 /1000,
            125 enhanced_max_speed uint32 /1000 ~, 132 avg_vertical_ratio uint16 /100,
            133 avg_stance_time_balance uint16 /100, 134 avg_step_length uint16 /10
            """,
        ),
        _message(
            LAP,
            "lap",
            _TOTALS
            + """
            0 event enum ~, 1 event_type enum ~, 15 avg_heart_rate uint8 ~,
            16 max_heart_rate uint8 ~, 17 avg_cadence uint8 ~, 19 avg_power uint16 ~,
            21 total_ascent uint16 ~, 22 total_descent uint16 ~, 23 intensity enum,
            24 lap_trigger enum, 25 sport enum, 50 avg_temperature sint8 ~,
            71 wkt_step_index uint16, 77 avg_vertical_oscillation uint16 /10 ~,
            79 avg_stance_time uint16 /10 ~, 80 avg_fractional_cadence uint8 /128 ~,
            110 enhanced_avg_speed uint32 /1000 ~, 111 enhanced_max_speed uint32 /1000 ~,
            118 avg_vertical_ratio uint16 /100 ~, 119 avg_stance_time_balance uint16 /100 ~,
            120 avg_step_length uint16 /10 ~
            """,
        ),
        _message(WORKOUT, "workout", "8 wkt_name string"),
        _message(
            WORKOUT_STEP,
            "workout_step",
            """
            0 wkt_step_name string, 1 duration_type enum, 2 duration_value uint32,
            4 target_value uint32, 7 intensity enum, 254 message_index uint16
            """,
        ),
        _message(
            EVENT,
            "event",
            """
            0 event enum, 1 event_type enum, 3 data uint32 ~, 4 event_group uint8 ~,
            253 timestamp uint32 @
            """,
        ),
        _message(
            DEVICE_INFO,
            "device_info",
            """
            0 device_index uint8, 1 device_type uint8, 2 manufacturer uint16,
            3 serial_number uint32z, 4 product uint16, 5 software_version uint16 /100,
            25 source_type enum, 27 product_name string, 253 timestamp uint32 @
            """,
        ),
        _message(
            ACTIVITY,
            "activity",
            """
            0 total_timer_time uint32 /1000 ~, 1 num_sessions uint16 ~, 2 type enum ~,
            3 event enum ~, 4 event_type enum ~, 5 local_timestamp uint32 @, 253 timestamp uint32 @
            """,
        ),
        _message(
            FIELD_DESCRIPTION,
            "field_description",
            """
            0 developer_data_index uint8, 1 field_definition_number uint8, 2 fit_base_type_id uint8,
            3 field_name string, 6 scale uint8, 7 offset sint8, 8 units string
            """,
        ),
        _message(
            DEVELOPER_DATA_ID,
            "developer_data_id",
            """
            1 application_id byte ~, 3 developer_data_index uint8, 4 application_version uint32 ~
            """,
        ),
        _message(
            TIME_IN_ZONE,
            "time_in_zone",
            """
            0 reference_mesg uint16, 1 reference_index uint16, 2 time_in_hr_zone uint32 /1000,
            6 hr_zone_high_boundary uint8, 10 hr_calc_type enum ~, 11 max_heart_rate uint8,
            12 resting_heart_rate uint8, 13 threshold_heart_rate uint8, 253 timestamp uint32 ~
            """,
        ),
        _message(MAX_MET, "max_met_data", "2 vo2_max uint16 /10"),
        _message(
            USER_METRICS,
            "user_metrics",
            """
            0 max_met_raw, 11 threshold_heart_rate_raw, 13 threshold_speed_raw
            """,
        ),
        _message(RUN_METRICS, "run_metrics", "7 max_met_raw"),
        _message(
            RECORD,
            "record",
            """
            0 position_lat sint32, 1 position_long sint32,
            2 altitude uint16 /5 -500 >enhanced_altitude, 3 heart_rate uint8, 4 cadence uint8,
            5 distance uint32 /100, 6 speed uint16 /1000 >enhanced_speed, 7 power uint16,
            9 grade sint16 /100, 13 temperature sint8, 29 accumulated_power uint32,
            39 vertical_oscillation uint16 /10, 40 stance_time_percent uint16 /100,
            41 stance_time uint16 /10, 52 cadence256 uint16 /256, 53 fractional_cadence uint8 /128,
            73 enhanced_speed uint32 /1000, 78 enhanced_altitude uint32 /5 -500,
            83 vertical_ratio uint16 /100, 84 stance_time_balance uint16 /100,
            85 step_length uint16 /10, 108 enhanced_respiration_rate uint16 /100,
            253 timestamp uint32 ~
            """,
        ),
    )
}

MESSAGES: Mapping[int, ProfileMessage] = {
    number: replace(
        message, fields={key: field for key, field in message.fields.items() if field.is_read}
    )
    for number, message in PROFILE.items()
}
"""What is read."""
COMPRESSED_SPEED_DISTANCE = 8
"""A field of records: 12 bits of speed (0.01 m/s) and 12 of distance (1/16 m), which rolls over."""
