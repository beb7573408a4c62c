"""FIT files small enough to read in a test: each message brings its own definition."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

FIT_START = 1_000_000_000
"""A FIT time in 2021; all factories count from here."""
FILE_ID, SESSION, LAP, RECORD, EVENT, DEVICE_INFO, ACTIVITY = 0, 18, 19, 20, 21, 23, 34
ZONES_TARGET, HR_ZONE, SPORT, USER_PROFILE, DEVICE_SETTINGS = 7, 8, 12, 3, 2
FIELD_DESCRIPTION, DEVELOPER_DATA_ID, TIME_IN_ZONE, MAX_MET = 206, 207, 216, 229
WORKOUT, WORKOUT_STEP = 26, 27
RUNNING, CYCLING, SWIMMING, WALKING = 1, 2, 5, 11

_BASE_CODES = {
    "enum": (0x00, "B"),
    "u8": (0x02, "B"),
    "s8": (0x01, "b"),
    "u16": (0x84, "H"),
    "u32": (0x86, "I"),
    "s32": (0x85, "i"),
    "f32": (0x88, "f"),
    "f64": (0x89, "d"),
    "text": (0x07, "s"),
}
Field = tuple[str, object]
"""(base type, raw value or tuple of raw values)."""
DeveloperField = tuple[int, int, str, object]
"""(developer_data_index, field number, base type, raw value)."""


def crc16(data: bytes) -> int:
    """The FIT checksum, bit by bit: slow and obvious."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def message(
    number: int,
    fields: Mapping[int, Field],
    developer: Sequence[DeveloperField] = (),
    *,
    big_endian: bool = False,
) -> bytes:
    """A definition and its one data message, as local message 0."""
    order = ">" if big_endian else "<"
    definition = struct.pack(order + "BBBHB", 0, 0, int(big_endian), number, len(fields))[1:]
    body = b""
    for field_number, (base, value) in fields.items():
        code, _ = _BASE_CODES[base]
        packed = _pack(order, base, value)
        definition += bytes((field_number, len(packed), code))
        body += packed
    if not developer:
        return b"\x40" + definition + b"\x00" + body
    definition += bytes((len(developer),))
    for index, field_number, base, value in developer:
        packed = _pack(order, base, value)
        definition += bytes((field_number, len(packed), index))
        body += packed
    return b"\x60" + definition + b"\x00" + body


def _pack(order: str, base: str, value: object) -> bytes:
    if base == "text":
        return str(value).encode() + b"\0"
    values = value if isinstance(value, tuple) else (value,)
    return struct.pack(f"{order}{len(values)}{_BASE_CODES[base][1]}", *values)


def fit_file(*messages: bytes, stated_bytes: int | None = None, crc: int | None = None) -> bytes:
    """A FIT file; a wrong size or checksum on request."""
    body = b"".join(messages)
    size = len(body) if stated_bytes is None else stated_bytes
    header = struct.pack("<BBHI4s", 12, 0x10, 100, size, b".FIT")
    checksum = crc16(header + body) if crc is None else crc
    return header + body + struct.pack("<H", checksum)


def file_id(
    *,
    file_type: int = 4,
    manufacturer: int = 1,
    product: int = 4315,
    created: int = FIT_START,
    product_name: str | None = None,
) -> bytes:
    fields: dict[int, Field] = {
        0: ("enum", file_type),
        1: ("u16", manufacturer),
        2: ("u16", product),
        4: ("u32", created),
    }
    if product_name is not None:
        fields[8] = ("text", product_name)
    return message(FILE_ID, fields)


def record(
    at_s: int,
    fields: Mapping[int, Field] | None = None,
    developer: Sequence[DeveloperField] = (),
    *,
    start: int = FIT_START,
) -> bytes:
    """A record `at_s` after the start; heart rate 150 unless other fields are given."""
    given = {3: ("u8", 150)} if fields is None else fields
    return message(RECORD, {253: ("u32", start + at_s), **given}, developer)


def records(n: int, *, start: int = FIT_START) -> bytes:
    return b"".join(record(second, start=start) for second in range(n))


def session(
    at_s: int = 0,
    elapsed_s: int = 60,
    *,
    sport: int | None = RUNNING,
    sub_sport: int = 0,
    index: int = 0,
    start: int = FIT_START,
) -> bytes:
    fields: dict[int, Field] = {
        254: ("u16", index),
        253: ("u32", start + at_s + elapsed_s),
        2: ("u32", start + at_s),
        7: ("u32", elapsed_s * 1000),
        6: ("enum", sub_sport),
    }
    if sport is not None:
        fields[5] = ("enum", sport)
    return message(SESSION, fields)


def lap(
    at_s: int, elapsed_s: int, *, trigger: int = 2, intensity: int = 0, step: int = 0xFFFF
) -> bytes:
    return message(
        LAP,
        {
            253: ("u32", FIT_START + at_s + elapsed_s),
            2: ("u32", FIT_START + at_s),
            7: ("u32", elapsed_s * 1000),
            8: ("u32", elapsed_s * 1000),
            9: ("u32", 100_000),
            23: ("enum", intensity),
            24: ("enum", trigger),
            71: ("u16", step),
        },
    )


def workout(name: str) -> bytes:
    return message(WORKOUT, {8: ("text", name)})


def workout_step(
    index: int,
    *,
    intensity: int = 0,
    duration_type: int = 5,
    duration_value: int = 0xFFFFFFFF,
    target_value: int = 0xFFFFFFFF,
) -> bytes:
    return message(
        WORKOUT_STEP,
        {
            254: ("u16", index),
            1: ("enum", duration_type),
            2: ("u32", duration_value),
            4: ("u32", target_value),
            7: ("enum", intensity),
        },
    )


def timer_event(at_s: int, event_type: int) -> bytes:
    """event_type 0 starts the timer, 4 stops it."""
    return message(EVENT, {253: ("u32", FIT_START + at_s), 0: ("enum", 0), 1: ("enum", event_type)})


def sport_message(sport: int, sub_sport: int = 0) -> bytes:
    return message(SPORT, {0: ("enum", sport), 1: ("enum", sub_sport)})


def device(
    index: int, manufacturer: int, product: int, *, kind: int = 120, local: bool = False
) -> bytes:
    return message(
        DEVICE_INFO,
        {
            0: ("u8", index),
            1: ("u8", kind),
            2: ("u16", manufacturer),
            4: ("u16", product),
            5: ("u16", 1234),
            25: ("enum", 5 if local else 1),
        },
    )


def developer_app(index: int) -> bytes:
    """The message that introduces an app (developer_data_index)."""
    return message(DEVELOPER_DATA_ID, {3: ("u8", index)})


def developer_field(
    index: int, number: int, label: str, *, units: str = "", scale: int = 0
) -> bytes:
    """The description of one u16 field of an app; scale 0 states none."""
    fields: dict[int, Field] = {
        0: ("u8", index),
        1: ("u8", number),
        2: ("u8", 0x84),
        3: ("text", label),
        8: ("text", units),
    }
    if scale:
        fields[6] = ("u8", scale)
    return message(FIELD_DESCRIPTION, fields)
