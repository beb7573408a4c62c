"""A recorded run as a FIT file."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hakaru.core.units import FEET_PER_STRIDE, MM_PER_CM, datetime_to_fit_time, deg_to_semicircles
from hakaru.records import frozen
from hakaru.sources.fit import profile
from hakaru.sources.fit.profile import PROFILE, BaseType, ProfileField, profile_field
from hakaru.sources.fit.scan import fit_crc
from hakaru.sources.simulated.motion import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.recorded import Figure, RecordedLap, RecordedRun, Totals
from hakaru.sources.simulated.runner import (
    MANUFACTURER_DEVELOPMENT,
    MANUFACTURER_GARMIN,
    MANUFACTURER_STRYD,
    POD_SERIAL,
    PRODUCT_HRM_PRO,
    PRODUCT_STRYD,
    SENSORS,
    SOFTWARE_VERSION,
    STRAP_SERIAL,
    WATCH_SERIAL,
    AnyUnit,
    FloatArray,
)

_PROTOCOL_VERSION = 0x20
_PROFILE_VERSION = 2132
_LOCAL_TYPES = 16
_NO_FLOAT = np.uint32(0xFFFF_FFFF)


@frozen
class FitField:
    """One field of a message as it is written: raw = (value + offset) * scale of its profile.

    `count` is the number of array elements, for a string its bytes including the final zero.
    `developer_index` None: an ordinary profile field; else the developer data index that a
    `field_description` message before it has introduced.
    """

    profile: ProfileField
    count: int = 1
    developer_index: int | None = None

    @property
    def name(self) -> str:
        """The name of its column."""
        return self.profile.name

    @property
    def base(self) -> BaseType:
        """The type on the wire."""
        if self.profile.base is None:
            raise ValueError(f"{self.name} has no published base type")
        return self.profile.base

    @property
    def size_bytes(self) -> int:
        """Bytes on the wire."""
        return self.count * self.base.size_bytes

    @property
    def wire(self) -> np.dtype[Any]:
        """One value on the wire, little endian."""
        return np.dtype(f"S{self.count}" if self.base.is_text else f"<{self.base.numpy_code}")


@cache
def fields_of(global_number: int, names: str) -> tuple[FitField, ...]:
    """Fields of a message by their names in the profile, in the order in which they are written;
    'name:96' is an array of 96 elements, or a text of 96 bytes."""
    by_name = {field.name: field for field in PROFILE[global_number].fields.values()}
    parts = [part.partition(":") for part in names.split()]
    return tuple(FitField(profile=by_name[name], count=int(n or 1)) for name, _, n in parts)


@frozen
class FitMessage:
    """Consecutive messages of one kind. `rows` has one named column per field: float64 with NaN
    for missing, shape (n, count) for arrays, bytes for strings."""

    global_number: int
    fields: tuple[FitField, ...]
    rows: NDArray[np.void]


def fit_message(
    global_number: int, fields: tuple[FitField, ...], *, columns: Mapping[str, ArrayLike | str]
) -> FitMessage:
    """A message group from columns; a scalar fills every row, an absent column stays missing.

    A column of an array field has shape (n_rows, count).
    """
    arrays = {name: np.asarray(_utf8(value)) for name, value in columns.items()}
    unknown = arrays.keys() - {field.name for field in fields}
    if unknown:
        raise ValueError(f"message {global_number} has no field {sorted(unknown)!r}")
    n_rows = max((len(array) for array in arrays.values() if array.ndim), default=1)
    rows = np.zeros(n_rows, dtype=[_column_type(field) for field in fields])
    for field in fields:
        rows[field.name] = arrays.get(field.name, b"" if field.base.is_text else np.nan)
    return FitMessage(global_number=global_number, fields=fields, rows=rows)


def encode_fit(messages: Sequence[FitMessage]) -> bytes:
    """A complete FIT file: the messages in the given order, between header and CRC.

    Raises:
        ValueError: a value does not fit into its field, or a string into its bytes.
    """
    defined: dict[tuple[int, tuple[FitField, ...]], int] = {}
    slots: list[tuple[int, tuple[FitField, ...]] | None] = [None] * _LOCAL_TYPES
    parts: list[bytes] = []
    for message in messages:
        key = (message.global_number, message.fields)
        local = defined.setdefault(key, len(defined) % _LOCAL_TYPES)
        if slots[local] != key:
            slots[local] = key
            parts.append(_definition(message, local))
        parts.append(_data(message, local))
    body = b"".join(parts)
    head = struct.pack("<BBHI4s", 14, _PROTOCOL_VERSION, _PROFILE_VERSION, len(body), b".FIT")
    whole = head + struct.pack("<H", fit_crc(head)) + body
    return whole + struct.pack("<H", fit_crc(whole))


def _column_type(field: FitField) -> tuple[str, str] | tuple[str, str, tuple[int]]:
    if field.base.is_text:
        return (field.name, f"S{field.count}")
    return (field.name, "f8", (field.count,)) if field.count > 1 else (field.name, "f8")


def _utf8(value: ArrayLike | str) -> ArrayLike:
    return value.encode() if isinstance(value, str) else value


def _definition(message: FitMessage, local: int) -> bytes:
    own = [field for field in message.fields if field.developer_index is None]
    developer = [field for field in message.fields if field.developer_index is not None]
    header = 0x40 | (0x20 if developer else 0) | local
    parts = [struct.pack("<BBBHB", header, 0, 0, message.global_number, len(own))]
    parts += [bytes((f.profile.number, f.size_bytes, f.base.code)) for f in own]
    if developer:
        parts.append(bytes((len(developer),)))
        parts += [
            bytes((f.profile.number, f.size_bytes, f.developer_index or 0)) for f in developer
        ]
    return b"".join(parts)


def _data(message: FitMessage, local: int) -> bytes:
    # Developer fields follow the profile fields on the wire, whatever order they were listed in.
    ordered = sorted(message.fields, key=lambda field: field.developer_index is not None)
    layout = np.dtype(
        [("_header", "u1")]
        + [
            (f.name, f.wire, (f.count,)) if f.count > 1 and not f.base.is_text else (f.name, f.wire)
            for f in ordered
        ]
    )
    wire = np.zeros(len(message.rows), dtype=layout)
    wire["_header"] = local
    for field in ordered:
        wire[field.name] = _raw(field, message.rows[field.name])
    return wire.tobytes()


def _raw(field: FitField, values: NDArray[Any]) -> NDArray[Any]:
    if field.base.is_text:
        if np.any(np.char.str_len(values) >= field.count):
            raise ValueError(f"{field.name}: a text needs more than {field.count - 1} bytes")
        return values
    present = np.isfinite(values)
    if field.base.invalid is None:
        bits = values.astype("<f4").view("<u4")
        return np.where(present, bits, _NO_FLOAT).view("<f4")
    per_value = field.profile.raw_per_value or 1.0
    raw = np.rint((np.where(present, values, 0.0) + field.profile.offset_value) * per_value)
    limits = np.iinfo(field.wire)
    if np.any(present & ((raw < limits.min) | (raw > limits.max))):
        raise ValueError(f"{field.name}: a value does not fit into {field.base.name}")
    return np.where(present, raw, field.base.invalid).astype(field.wire)


Column = ArrayLike | str

_SUMMARY = """
    timestamp message_index event event_type start_time total_elapsed_time total_timer_time
    total_distance total_calories avg_heart_rate max_heart_rate avg_cadence avg_fractional_cadence
    avg_power total_ascent total_descent avg_temperature enhanced_avg_speed enhanced_max_speed
    avg_vertical_oscillation avg_stance_time avg_vertical_ratio avg_stance_time_balance
    avg_step_length
"""
"""Laps and sessions share these."""
_LAYOUTS: Mapping[int, str] = {
    profile.FILE_ID: "type manufacturer product serial_number time_created product_name:96",
    profile.EVENT: "timestamp event event_type data event_group",
    profile.DEVICE_INFO: """
        timestamp device_index device_type manufacturer serial_number product software_version
        source_type product_name:96
    """,
    profile.USER_PROFILE: "weight resting_heart_rate",
    profile.SPORT: "sport sub_sport name:96",
    profile.ZONES_TARGET: "max_heart_rate threshold_heart_rate hr_calc_type",
    profile.TIME_IN_ZONE: """
        timestamp reference_mesg reference_index time_in_hr_zone:7 hr_zone_high_boundary:6
        hr_calc_type max_heart_rate resting_heart_rate threshold_heart_rate
    """,
    profile.ACTIVITY: """
        timestamp total_timer_time num_sessions type event event_type local_timestamp
    """,
    profile.DEVELOPER_DATA_ID: "application_id:16 developer_data_index application_version",
    profile.FIELD_DESCRIPTION: """
        developer_data_index field_definition_number fit_base_type_id field_name:64 units:16
    """,
    profile.LAP: _SUMMARY + "intensity lap_trigger sport",
    profile.SESSION: _SUMMARY
    + "sport sub_sport first_lap_index num_laps trigger sport_profile_name:96",
}
"""The fields of each kind of message in the order in which they are written."""
_RECORD = """
    timestamp position_lat position_long distance enhanced_speed enhanced_altitude heart_rate
    cadence fractional_cadence temperature
"""
_DYNAMICS = "power vertical_oscillation stance_time vertical_ratio step_length"
_BALANCE = "stance_time_balance"


@frozen
class _PodField:
    """A developer field as a pod's app declares it."""

    field: FitField
    label: str
    units: str


def _pod_field(row: str, *, label: str, units: str) -> _PodField:
    field = FitField(profile=profile_field(row), developer_index=0)
    return _PodField(field=field, label=label, units=units)


_STRYD_FIELDS = (
    _pod_field("0 stryd_power uint16", label="Power", units="Watts"),
    _pod_field("3 stryd_ground_time uint16", label="Ground Time", units="Milliseconds"),
    _pod_field("4 stryd_oscillation float32", label="Vertical Oscillation", units="Centimeters"),
    _pod_field("8 stryd_form_power uint16", label="Form Power", units="Watts"),
    _pod_field("9 stryd_stiffness float32", label="Leg Spring Stiffness", units="kN/m"),
)

_EVENT, _EVENT_TYPE, _TRIGGER, _INTENSITY, _SPORT, _SUB_SPORT, _FILE_TYPE = map(
    profile.numbers_of,
    (
        profile.EVENTS,
        profile.EVENT_TYPES,
        profile.LAP_TRIGGERS,
        profile.INTENSITIES,
        profile.SPORTS,
        profile.SUB_SPORTS,
        profile.FILE_TYPES,
    ),
)
_HR_CALC_PERCENT_MAX = 1
_DEVICE_INDEX_CREATOR = 0
_TYPE_HEART_RATE, _TYPE_DYNAMICS, _TYPE_STRIDE, _TYPE_WRIST_HEART_RATE = 120, 30, 124, 10
_SOURCE_ANTPLUS, _SOURCE_LOCAL = 1, 5


def _written(global_number: int, columns: Mapping[str, Column]) -> FitMessage:
    fields = fields_of(global_number, _LAYOUTS[global_number])
    return fit_message(global_number, fields, columns=columns)


_SAME_UNIT = {
    "distance": "distance_m",
    "enhanced_speed": "speed_mps",
    "enhanced_altitude": "elevation_m",
    "heart_rate": "heart_rate_bpm",
    "power": "power_w",
    "temperature": "temperature_c",
    "stance_time": "gct_ms",
    "vertical_ratio": "vr_pct",
    "stance_time_balance": "gct_balance_left_pct",
    "stryd_power": "stryd_power_w",
    "stryd_ground_time": "gct_ms",
    "stryd_oscillation": "vo_cm",
    "stryd_form_power": "stryd_form_power_w",
    "stryd_stiffness": "stryd_leg_stiffness_kn_per_m",
}
_CM_AS_MM = {"vertical_oscillation": "vo_cm", "step_length": "step_length_cm"}


def fit_time_s(run: RecordedRun, elapsed_s: float) -> float:
    """That moment of the run in seconds since the FIT epoch."""
    return datetime_to_fit_time(run.started_at) + elapsed_s


def timer_event(run: RecordedRun, elapsed_s: float, *, event_type: int) -> FitMessage:
    """A start or stop of the watch."""
    columns: Mapping[str, Column] = {
        "timestamp": fit_time_s(run, elapsed_s),
        "event": _EVENT["timer"],
        "event_type": event_type,
        "data": 0,
        "event_group": 0,
    }
    return _written(profile.EVENT, columns)


def records_between_pauses(run: RecordedRun) -> Iterator[FitMessage]:
    """Records in order of time, with the timer events of each pause at their place."""
    fields = _record_fields(run)
    raw = _record_columns(run)
    columns = {field.name: raw[field.name] for field in fields if field.name in raw}
    starts = np.searchsorted(run.columns["elapsed_s"], [0.0, *(until for _, until in run.pauses)])
    ends = [*starts[1:].tolist(), len(run.columns["elapsed_s"])]
    for index, (first, end) in enumerate(zip(starts.tolist(), ends, strict=True)):
        if index:
            stopped_s, restarted_s = run.pauses[index - 1]
            yield timer_event(run, stopped_s, event_type=_EVENT_TYPE["stop_all"])
            yield timer_event(run, restarted_s, event_type=_EVENT_TYPE["start"])
        part = {name: values[first:end] for name, values in columns.items()}
        yield fit_message(profile.RECORD, fields, columns=part)


def _record_fields(run: RecordedRun) -> tuple[FitField, ...]:
    if run.sensor == "stryd":
        pod = tuple(stryd_field.field for stryd_field in _STRYD_FIELDS)
        return fields_of(profile.RECORD, _RECORD) + pod
    balance = _BALANCE if SENSORS[run.sensor].has_balance else ""
    return fields_of(profile.RECORD, f"{_RECORD} {_DYNAMICS} {balance}")


def _record_columns(run: RecordedRun) -> Mapping[str, FloatArray]:
    """Our columns under the names and in the units of the FIT profile, and of a pod's app."""
    columns = run.columns
    per_deg = deg_to_semicircles(90.0) / 90.0
    whole_strides, part_stride = np.divmod(columns["cadence_spm"] / FEET_PER_STRIDE, 1.0)
    raw = {theirs: columns[ours] for theirs, ours in _SAME_UNIT.items() if ours in columns}
    in_mm = {theirs: columns[ours] for theirs, ours in _CM_AS_MM.items() if ours in columns}
    return {
        **raw,
        **{theirs: length_cm * MM_PER_CM for theirs, length_cm in in_mm.items()},
        "timestamp": fit_time_s(run, 0.0) + columns["elapsed_s"],
        "position_lat": columns["latitude_deg"] * per_deg,
        "position_long": columns["longitude_deg"] * per_deg,
        "cadence": whole_strides,
        "fractional_cadence": part_stride,
    }


def laps_message(run: RecordedRun) -> FitMessage:
    """All laps, in order."""
    rows = [_lap(run, lap) for lap in run.laps]
    columns = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    columns["message_index"] = np.arange(len(rows))
    return _written(profile.LAP, columns)


def _lap(run: RecordedRun, lap: RecordedLap) -> Mapping[str, ArrayLike]:
    return {
        **_total_columns(lap.totals),
        "timestamp": fit_time_s(run, lap.end_elapsed_s),
        "event": _EVENT["lap"],
        "event_type": _EVENT_TYPE["stop"],
        "start_time": fit_time_s(run, lap.start_elapsed_s),
        "intensity": np.nan if lap.intensity is None else _INTENSITY[lap.intensity],
        "lap_trigger": _TRIGGER[lap.trigger],
        "sport": _SPORT["running"],
    }


def session_message(run: RecordedRun) -> FitMessage:
    """The whole run in one row."""
    columns: Mapping[str, Column] = {
        **_total_columns(run.totals),
        "timestamp": fit_time_s(run, run.totals.elapsed_s),
        "message_index": 0,
        "event": _EVENT["session"],
        "event_type": _EVENT_TYPE["stop"],
        "start_time": fit_time_s(run, 0.0),
        "sport": _SPORT["running"],
        "sub_sport": _SUB_SPORT["trail"] if run.trail else _SUB_SPORT["generic"],
        "first_lap_index": 0,
        "num_laps": len(run.laps),
        "trigger": 0,
        "sport_profile_name": run.title,
    }
    return _written(profile.SESSION, columns)


def _total_columns(totals: Totals) -> Mapping[str, ArrayLike]:
    """Summary fields of a lap or session; NaN where the watch has nothing to state."""
    strides = _stated(totals.cadence_avg_spm) / FEET_PER_STRIDE
    return {
        "total_elapsed_time": totals.elapsed_s,
        "total_timer_time": totals.timer_s,
        "total_distance": totals.distance_m,
        "total_calories": totals.calories_kcal,
        "avg_heart_rate": _stated(totals.heart_rate_avg_bpm),
        "max_heart_rate": _stated(totals.heart_rate_max_bpm),
        "avg_cadence": np.floor(strides),
        "avg_fractional_cadence": strides - np.floor(strides),
        "avg_power": _stated(totals.power_avg_w),
        "total_ascent": totals.ascent_m,
        "total_descent": totals.descent_m,
        "avg_temperature": _stated(totals.temperature_avg_c),
        "enhanced_avg_speed": _stated(totals.speed_avg_mps),
        "enhanced_max_speed": _stated(totals.speed_max_mps),
        "avg_vertical_oscillation": _stated(totals.vo_avg_cm) * MM_PER_CM,
        "avg_stance_time": _stated(totals.gct_avg_ms),
        "avg_vertical_ratio": _stated(totals.vr_avg_pct),
        "avg_stance_time_balance": _stated(totals.gct_balance_left_avg_pct),
        "avg_step_length": _stated(totals.step_length_avg_cm) * MM_PER_CM,
    }


def _stated(figure: Figure) -> AnyUnit:
    """The figure as an array without dimensions; NaN for None."""
    return np.array(np.nan if figure is None else figure)


_APPLICATION_ID = tuple(b"HakaruSimulated!")
_STRAP: Mapping[str, Column] = {
    "manufacturer": MANUFACTURER_GARMIN,
    "serial_number": STRAP_SERIAL,
    "product": PRODUCT_HRM_PRO,
    "software_version": SOFTWARE_VERSION,
    "source_type": _SOURCE_ANTPLUS,
}
_POD: Mapping[str, Column] = {
    **_STRAP,
    "manufacturer": MANUFACTURER_STRYD,
    "serial_number": POD_SERIAL,
    "product": PRODUCT_STRYD,
}
_OWN_OPTICS: Mapping[str, Column] = {
    "device_type": _TYPE_WRIST_HEART_RATE,
    "software_version": SOFTWARE_VERSION,
    "source_type": _SOURCE_LOCAL,
}


def run_as_fit(run: RecordedRun) -> bytes:
    """The file as a watch would save it, except that it says everywhere that it is simulated."""
    return encode_fit(
        [
            _file_id(run),
            *_app(run),
            timer_event(run, 0.0, event_type=_EVENT_TYPE["start"]),
            *_devices(run),
            _user(run),
            _sport(run),
            _targets(run),
            *records_between_pauses(run),
            timer_event(run, run.totals.elapsed_s, event_type=_EVENT_TYPE["stop_all"]),
            laps_message(run),
            _zones(run),
            session_message(run),
            _activity(run),
        ]
    )


def _file_id(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "type": _FILE_TYPE["activity"],
        "manufacturer": MANUFACTURER_DEVELOPMENT,
        "product": 0,
        "serial_number": WATCH_SERIAL,
        "time_created": fit_time_s(run, 0.0),
        "product_name": SENSORS[run.sensor].product_name,
    }
    return _written(profile.FILE_ID, columns)


def _app(run: RecordedRun) -> Iterator[FitMessage]:
    """What introduces the developer fields of a pod; nothing for other sensors."""
    if run.sensor != "stryd":
        return
    columns: Mapping[str, Column] = {
        "application_id": [_APPLICATION_ID],
        "developer_data_index": 0,
        "application_version": 1,
    }
    yield _written(profile.DEVELOPER_DATA_ID, columns)
    for stryd_field in _STRYD_FIELDS:
        description: Mapping[str, Column] = {
            "developer_data_index": 0,
            "field_definition_number": stryd_field.field.profile.number,
            "fit_base_type_id": stryd_field.field.base.code,
            "field_name": stryd_field.label,
            "units": stryd_field.units,
        }
        yield _written(profile.FIELD_DESCRIPTION, description)


def _devices(run: RecordedRun) -> Iterator[FitMessage]:
    """The recorder, and the strap or pod if there is one."""
    watch: Mapping[str, Column] = {
        "device_index": _DEVICE_INDEX_CREATOR,
        "manufacturer": MANUFACTURER_DEVELOPMENT,
        "serial_number": WATCH_SERIAL,
        "product": 0,
        "software_version": SOFTWARE_VERSION,
        "source_type": _SOURCE_LOCAL,
        "product_name": SENSORS[run.sensor].product_name,
    }
    yield _device(run, watch)
    if run.sensor == "garmin-hrm":
        strap = {**_STRAP, "serial_number": run.strap_serial}
        yield _device(run, {**strap, "device_index": 1, "device_type": _TYPE_HEART_RATE})
        yield _device(run, {**strap, "device_index": 2, "device_type": _TYPE_DYNAMICS})
    elif run.sensor == "stryd":
        yield _device(run, {**_POD, "device_index": 1, "device_type": _TYPE_STRIDE})
    else:
        yield _device(run, {**_OWN_OPTICS, "device_index": 1})


def _device(run: RecordedRun, columns: Mapping[str, Column]) -> FitMessage:
    stamped = {"timestamp": fit_time_s(run, 0.0), **columns}
    return _written(profile.DEVICE_INFO, stamped)


def _user(run: RecordedRun) -> FitMessage:
    columns = {"weight": run.mass_kg, "resting_heart_rate": run.heart_rate_rest_bpm}
    return _written(profile.USER_PROFILE, columns)


def _sport(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "sport": _SPORT["running"],
        "sub_sport": _SUB_SPORT["trail"] if run.trail else _SUB_SPORT["generic"],
        "name": run.title,
    }
    return _written(profile.SPORT, columns)


def _targets(run: RecordedRun) -> FitMessage:
    columns = {
        "max_heart_rate": run.heart_rate_max_bpm,
        "threshold_heart_rate": run.heart_rate_threshold_bpm,
        "hr_calc_type": _HR_CALC_PERCENT_MAX,
    }
    return _written(profile.ZONES_TARGET, columns)


def _zones(run: RecordedRun) -> FitMessage:
    columns: Mapping[str, Column] = {
        "timestamp": fit_time_s(run, run.totals.elapsed_s),
        "reference_mesg": profile.SESSION,
        "reference_index": 0,
        "time_in_hr_zone": [run.time_in_zones_s],
        "hr_zone_high_boundary": [heart_rate_zone_bounds_bpm(run.heart_rate_max_bpm)],
        "hr_calc_type": _HR_CALC_PERCENT_MAX,
        "max_heart_rate": run.heart_rate_max_bpm,
        "resting_heart_rate": run.heart_rate_rest_bpm,
        "threshold_heart_rate": run.heart_rate_threshold_bpm,
    }
    return _written(profile.TIME_IN_ZONE, columns)


def _activity(run: RecordedRun) -> FitMessage:
    end_s = fit_time_s(run, run.totals.elapsed_s)
    columns: Mapping[str, Column] = {
        "timestamp": end_s,
        "total_timer_time": run.totals.timer_s,
        "num_sessions": 1,
        "type": 0,
        "event": _EVENT["activity"],
        "event_type": _EVENT_TYPE["stop"],
        "local_timestamp": end_s + run.utc_offset_s,
    }
    return _written(profile.ACTIVITY, columns)
