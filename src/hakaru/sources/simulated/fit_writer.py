"""How do columns of numbers become a FIT file?

Message groups go in as structured arrays in SI or profile units, bytes come out: header, definition
and data messages, CRC. Little endian, normal headers, protocol 2.0 (developer fields).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hakaru.sources.fit.scan import fit_crc

BaseName = Literal[
    "enum",
    "sint8",
    "uint8",
    "string",
    "byte",
    "sint16",
    "uint16",
    "sint32",
    "uint32",
    "uint16z",
    "uint32z",
    "float32",
]

_PROTOCOL_VERSION = 0x20
_PROFILE_VERSION = 2132
_LOCAL_TYPES = 16


@dataclass(frozen=True, kw_only=True)
class _Base:
    """Number on the wire, numpy type, raw value that means 'missing'."""

    number: int
    dtype: str
    invalid: int


_BASES: dict[BaseName, _Base] = {
    "enum": _Base(number=0x00, dtype="<u1", invalid=0xFF),
    "sint8": _Base(number=0x01, dtype="<i1", invalid=0x7F),
    "uint8": _Base(number=0x02, dtype="<u1", invalid=0xFF),
    "string": _Base(number=0x07, dtype="S", invalid=0),
    "byte": _Base(number=0x0D, dtype="<u1", invalid=0xFF),
    "sint16": _Base(number=0x83, dtype="<i2", invalid=0x7FFF),
    "uint16": _Base(number=0x84, dtype="<u2", invalid=0xFFFF),
    "sint32": _Base(number=0x85, dtype="<i4", invalid=0x7FFFFFFF),
    "uint32": _Base(number=0x86, dtype="<u4", invalid=0xFFFFFFFF),
    "uint16z": _Base(number=0x8B, dtype="<u2", invalid=0),
    "uint32z": _Base(number=0x8C, dtype="<u4", invalid=0),
    "float32": _Base(number=0x88, dtype="<u4", invalid=0xFFFFFFFF),
}


@dataclass(frozen=True, kw_only=True)
class FitField:
    """One field of a message: raw = (value + offset) * scale, as in the FIT profile.

    `count` is the number of array elements, for a string its bytes including the final zero.
    `developer_index` None: an ordinary profile field; else the developer data index that a
    `field_description` message before it has introduced.
    """

    name: str
    number: int
    base: BaseName
    scale: int = 1
    offset: int = 0
    count: int = 1
    developer_index: int | None = None

    @property
    def size_bytes(self) -> int:
        """Bytes on the wire."""
        return self.count if self.base == "string" else self.count * self._wire.itemsize

    @property
    def _wire(self) -> np.dtype[Any]:
        base = _BASES[self.base]
        return np.dtype(f"S{self.count}" if self.base == "string" else base.dtype)


@dataclass(frozen=True, kw_only=True)
class FitMessage:
    """Consecutive messages of one kind. `rows` has one named column per field: float64 with NaN
    for missing, shape (n, count) for arrays, bytes for strings."""

    global_number: int
    fields: tuple[FitField, ...]
    rows: NDArray[np.void]


def base_named(name: str) -> BaseName:
    """The base type of that name. Raises ValueError where there is none."""
    for base in _BASES:
        if base == name:
            return base
    raise ValueError(f"{name!r} is no FIT base type")


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
        rows[field.name] = arrays.get(field.name, b"" if field.base == "string" else np.nan)
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
    if field.base == "string":
        return (field.name, f"S{field.count}")
    return (field.name, "f8", (field.count,)) if field.count > 1 else (field.name, "f8")


def _utf8(value: ArrayLike | str) -> ArrayLike:
    return value.encode() if isinstance(value, str) else value


def _definition(message: FitMessage, local: int) -> bytes:
    own = [field for field in message.fields if field.developer_index is None]
    developer = [field for field in message.fields if field.developer_index is not None]
    header = 0x40 | (0x20 if developer else 0) | local
    parts = [struct.pack("<BBBHB", header, 0, 0, message.global_number, len(own))]
    parts += [bytes((f.number, f.size_bytes, _BASES[f.base].number)) for f in own]
    if developer:
        parts.append(bytes((len(developer),)))
        parts += [bytes((f.number, f.size_bytes, f.developer_index or 0)) for f in developer]
    return b"".join(parts)


def _data(message: FitMessage, local: int) -> bytes:
    # Developer fields follow the profile fields on the wire, whatever order they were listed in.
    ordered = sorted(message.fields, key=lambda field: field.developer_index is not None)
    layout = np.dtype(
        [("_header", "u1")]
        + [
            (f.name, f._wire, (f.count,))
            if f.count > 1 and f.base != "string"
            else (f.name, f._wire)
            for f in ordered
        ]
    )
    wire = np.zeros(len(message.rows), dtype=layout)
    wire["_header"] = local
    for field in ordered:
        wire[field.name] = _raw(field, message.rows[field.name])
    return wire.tobytes()


def _raw(field: FitField, values: NDArray[Any]) -> NDArray[Any]:
    if field.base == "string":
        if np.any(np.char.str_len(values) >= field.count):
            raise ValueError(f"{field.name}: a text needs more than {field.count - 1} bytes")
        return values
    base = _BASES[field.base]
    present = np.isfinite(values)
    if field.base == "float32":
        bits = values.astype("<f4").view("<u4")
        return np.where(present, bits, np.uint32(base.invalid))
    raw = np.rint((np.where(present, values, 0.0) + field.offset) * field.scale)
    limits = np.iinfo(base.dtype)
    if np.any(present & ((raw < limits.min) | (raw > limits.max))):
        raise ValueError(f"{field.name}: a value does not fit into {field.base}")
    return np.where(present, raw, base.invalid).astype(base.dtype)


FILE_ID, ZONES_TARGET, SPORT, USER_PROFILE = 0, 7, 12, 3
SESSION, LAP, RECORD, EVENT, DEVICE_INFO, ACTIVITY = 18, 19, 20, 21, 23, 34
FIELD_DESCRIPTION, DEVELOPER_DATA_ID, TIME_IN_ZONE = 206, 207, 216

FILE_TYPE_ACTIVITY = 4
SPORT_RUNNING, SUB_SPORT_GENERIC, SUB_SPORT_TRAIL = 1, 0, 3
EVENT_TIMER, EVENT_SESSION, EVENT_LAP, EVENT_ACTIVITY = 0, 8, 9, 26
EVENT_START, EVENT_STOP, EVENT_STOP_ALL = 0, 1, 4
TRIGGERS = {"manual": 0, "distance": 2, "session_end": 7}
INTENSITIES = {"active": 0, "rest": 1, "warmup": 2, "cooldown": 3, "recovery": 4, "interval": 5}
HR_CALC_PERCENT_MAX = 1
DEVICE_INDEX_CREATOR = 0
TYPE_HEART_RATE, TYPE_DYNAMICS, TYPE_STRIDE, TYPE_WRIST_HEART_RATE = 120, 30, 124, 10
SOURCE_ANTPLUS, SOURCE_LOCAL = 1, 5
BASE_UINT16, BASE_FLOAT32 = 0x84, 0x88


def _fields(*rows: str) -> tuple[FitField, ...]:
    """Fields from rows like 'distance 5 uint32 *100': name, number, base type, then as needed
    *scale, +offset and xcount (array elements, or bytes of a text)."""
    return tuple(_field(row) for row in rows)


def _field(row: str, *, developer_index: int | None = None) -> FitField:
    name, number, base, *details = row.split()
    by_mark = {detail[0]: int(detail[1:]) for detail in details}
    return FitField(
        name=name,
        number=int(number),
        base=base_named(base),
        scale=by_mark.get("*", 1),
        offset=by_mark.get("+", 0),
        count=by_mark.get("x", 1),
        developer_index=developer_index,
    )


_TIMESTAMP = "timestamp 253 uint32"

FILE_ID_FIELDS = _fields(
    "type 0 enum",
    "manufacturer 1 uint16",
    "product 2 uint16",
    "serial_number 3 uint32z",
    "time_created 4 uint32",
    "product_name 8 string x96",
)
EVENT_FIELDS = _fields(
    _TIMESTAMP,
    "event 0 enum",
    "event_type 1 enum",
    "timer_trigger 3 uint32",
    "event_group 4 uint8",
)
DEVICE_FIELDS = _fields(
    _TIMESTAMP,
    "device_index 0 uint8",
    "device_type 1 uint8",
    "manufacturer 2 uint16",
    "serial_number 3 uint32z",
    "product 4 uint16",
    "software_version 5 uint16 *100",
    "source_type 25 enum",
    "product_name 27 string x96",
)
USER_FIELDS = _fields("weight 4 uint16 *10", "resting_heart_rate 8 uint8")
SPORT_FIELDS = _fields(
    "sport 0 enum",
    "sub_sport 1 enum",
    "name 3 string x96",
)
TARGET_FIELDS = _fields(
    "max_heart_rate 1 uint8",
    "threshold_heart_rate 2 uint8",
    "hr_calc_type 5 enum",
)
ZONE_FIELDS = _fields(
    _TIMESTAMP,
    "reference_mesg 0 uint16",
    "reference_index 1 uint16",
    "time_in_hr_zone 2 uint32 *1000 x7",
    "hr_zone_high_boundary 6 uint8 x6",
    "hr_calc_type 10 enum",
    "max_heart_rate 11 uint8",
    "resting_heart_rate 12 uint8",
    "threshold_heart_rate 13 uint8",
)
ACTIVITY_FIELDS = _fields(
    _TIMESTAMP,
    "total_timer_time 0 uint32 *1000",
    "num_sessions 1 uint16",
    "type 2 enum",
    "event 3 enum",
    "event_type 4 enum",
    "local_timestamp 5 uint32",
)
DEVELOPER_ID_FIELDS = _fields(
    "application_id 1 byte x16",
    "developer_data_index 3 uint8",
    "application_version 4 uint32",
)
DESCRIPTION_FIELDS = _fields(
    "developer_data_index 0 uint8",
    "field_definition_number 1 uint8",
    "fit_base_type_id 2 uint8",
    "field_name 3 string x64",
    "units 8 string x16",
)

COMMON_RECORD_FIELDS = _fields(
    _TIMESTAMP,
    "position_lat 0 sint32",
    "position_long 1 sint32",
    "distance 5 uint32 *100",
    "enhanced_speed 73 uint32 *1000",
    "enhanced_altitude 78 uint32 *5 +500",
    "heart_rate 3 uint8",
    "cadence 4 uint8",
    "fractional_cadence 53 uint8 *128",
    "temperature 13 sint8",
)
POWER_FIELD = _field("power 7 uint16")
DYNAMICS_FIELDS = _fields(
    "vertical_oscillation 39 uint16 *10",
    "stance_time 41 uint16 *10",
    "vertical_ratio 83 uint16 *100",
    "step_length 85 uint16 *10",
)
BALANCE_FIELD = _field("stance_time_balance 84 uint16 *100")


@dataclass(frozen=True, kw_only=True)
class DeveloperField:
    """A developer field as a pod's app declares it."""

    field: FitField
    label: str
    units: str


def _developer(row: str, *, label: str, units: str) -> DeveloperField:
    return DeveloperField(field=_field(row, developer_index=0), label=label, units=units)


STRYD_FIELDS = (
    _developer("stryd_power 0 uint16", label="Power", units="Watts"),
    _developer("stryd_ground_time 3 uint16", label="Ground Time", units="Milliseconds"),
    _developer("stryd_oscillation 4 float32", label="Vertical Oscillation", units="Centimeters"),
    _developer("stryd_form_power 8 uint16", label="Form Power", units="Watts"),
    _developer("stryd_stiffness 9 float32", label="Leg Spring Stiffness", units="kN/m"),
)

# Laps and sessions share these, most of them under different numbers.
_SHARED = (
    _TIMESTAMP,
    "message_index 254 uint16",
    "event 0 enum",
    "event_type 1 enum",
    "start_time 2 uint32",
    "total_elapsed_time 7 uint32 *1000",
    "total_timer_time 8 uint32 *1000",
    "total_distance 9 uint32 *100",
    "total_calories 11 uint16",
)
LAP_FIELDS = _fields(
    *_SHARED,
    "avg_heart_rate 15 uint8",
    "max_heart_rate 16 uint8",
    "avg_cadence 17 uint8",
    "avg_fractional_cadence 80 uint8 *128",
    "avg_power 19 uint16",
    "total_ascent 21 uint16",
    "total_descent 22 uint16",
    "avg_temperature 50 sint8",
    "enhanced_avg_speed 110 uint32 *1000",
    "enhanced_max_speed 111 uint32 *1000",
    "avg_vertical_oscillation 77 uint16 *10",
    "avg_stance_time 79 uint16 *10",
    "avg_vertical_ratio 118 uint16 *100",
    "avg_stance_time_balance 119 uint16 *100",
    "avg_step_length 120 uint16 *10",
    "intensity 23 enum",
    "lap_trigger 24 enum",
    "sport 25 enum",
)
SESSION_FIELDS = _fields(
    *_SHARED,
    "avg_heart_rate 16 uint8",
    "max_heart_rate 17 uint8",
    "avg_cadence 18 uint8",
    "avg_fractional_cadence 92 uint8 *128",
    "avg_power 20 uint16",
    "total_ascent 22 uint16",
    "total_descent 23 uint16",
    "avg_temperature 57 sint8",
    "enhanced_avg_speed 124 uint32 *1000",
    "enhanced_max_speed 125 uint32 *1000",
    "avg_vertical_oscillation 89 uint16 *10",
    "avg_stance_time 91 uint16 *10",
    "avg_vertical_ratio 132 uint16 *100",
    "avg_stance_time_balance 133 uint16 *100",
    "avg_step_length 134 uint16 *10",
    "sport 5 enum",
    "sub_sport 6 enum",
    "first_lap_index 25 uint16",
    "num_laps 26 uint16",
    "trigger 28 enum",
    "sport_profile_name 110 string x96",
)
