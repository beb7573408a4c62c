"""What speed and distance do three packed bytes hold? Old foot pods send them so.

The lower 12 bits are the speed (0.01 m/s), the upper 12 the distance (1/16 m), which rolls over
every 256 m and is summed up over the whole file.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray

Packed = NDArray[np.uint8]
Places = NDArray[np.int64]
_MASK = 0xFFF
_PER_MPS, _PER_M = 100.0, 16.0


def _bits(packed: Packed) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The 24 bits of each row, and which rows hold a value."""
    wide = packed.astype(np.int64)
    return wide[:, 0] | wide[:, 1] << 8 | wide[:, 2] << 16, (packed != 0xFF).any(axis=1)


def packed_speed_mps(packed: Packed) -> FloatArray:
    """The speeds, shape (n,); NaN where a row holds no value."""
    bits, valid = _bits(packed)
    return np.where(valid, (bits & _MASK) / _PER_MPS, np.nan)


class PackedDistances:
    """Collects the packed distances of a file, whose order is that of their places."""

    def __init__(self) -> None:
        self._places: list[Places] = [np.empty(0, dtype=np.int64)]
        self._rolled: list[Places] = [np.empty(0, dtype=np.int64)]

    def add(self, places: Places, packed: Packed) -> None:
        """Take in the rows at these places; rows without a value are left out."""
        bits, valid = _bits(packed)
        self._places.append(places[valid])
        self._rolled.append(bits[valid] >> 12)

    def unrolled_m(self) -> tuple[Places, FloatArray]:
        """Places in ascending order, and the distance since the start of the file at each."""
        places, rolled = np.concatenate(self._places), np.concatenate(self._rolled)
        order = np.argsort(places, kind="stable")
        steps = np.diff(rolled[order], prepend=0) & _MASK
        return places[order], np.cumsum(steps) / _PER_M
