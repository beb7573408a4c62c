"""FIT files from columns of numbers.

Message groups go in as structured arrays in SI or profile units, bytes come out: header, definition
and data messages, CRC. Little endian, normal headers, protocol 2.0 (developer fields).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hakaru.sources.fit.profile import PROFILE, BaseType, ProfileField
from hakaru.sources.fit.scan import fit_crc

_PROTOCOL_VERSION = 0x20
_PROFILE_VERSION = 2132
_LOCAL_TYPES = 16
_NO_FLOAT = np.uint32(0xFFFF_FFFF)


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
