"""Which face do the landmarks refer to? The canonical mesh, out of the model's own description.

It is a message of Protocol Buffers: only the two lists that are needed are read from it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np

from hakaru.focus.face import FaceReference

_MESH, _BASIS = 1, 2
_VERTICES, _FLOATS_PER_VERTEX = 3, 5
_ID, _WEIGHT = 1, 2
_VARINT, _BYTES, _FIXED32 = 0, 2, 5


def read_reference(content: bytes) -> FaceReference:
    """The points of the mesh that do not move with an expression, and their weights."""
    fields = list(_fields(content))
    mesh = next(value for number, value in fields if number == _MESH and isinstance(value, bytes))
    floats = [
        value for number, value in _fields(mesh) if number == _VERTICES and isinstance(value, float)
    ]
    points_cm = np.array(floats).reshape(-1, _FLOATS_PER_VERTEX)[:, :3]
    basis = [
        dict(_fields(value))
        for number, value in fields
        if number == _BASIS and isinstance(value, bytes)
    ]
    indices = tuple(int(entry.get(_ID, 0)) for entry in basis)
    return FaceReference(
        indices=indices,
        points_cm=points_cm[list(indices)],
        weights=np.array([float(entry[_WEIGHT]) for entry in basis]),
    )


def _fields(content: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """Number and value of each field of a message, in order."""
    place = 0
    while place < len(content):
        tag, place = _varint(content, place)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, place = _varint(content, place)
            yield number, value
        elif kind == _FIXED32:
            yield number, float(struct.unpack_from("<f", content, place)[0])
            place += 4
        elif kind == _BYTES:
            length, place = _varint(content, place)
            yield number, content[place : place + length]
            place += length
        else:
            raise ValueError(f"a field of kind {kind}")


def _varint(content: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        part = content[place]
        place += 1
        value |= (part & 0x7F) << shift
        shift += 7
        if part < 0x80:
            return value, place
