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

from hakaru.sources.fit.crc import fit_crc

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
