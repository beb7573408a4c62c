"""Longest rising subsequence: which values of a clock or a counter belong to one rising line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IndexArray = NDArray[np.int64]


def longest_increasing(values: FloatArray, *, strict: bool = True) -> IndexArray:
    """Positions of a longest increasing subsequence of finite values; O(n log n).

    `strict`: of equal values the first; otherwise equal values may follow each other.
    """
    steps = np.diff(values)
    if bool(((steps > 0) if strict else (steps >= 0)).all()):
        return np.arange(values.size)
    tails: list[float] = []
    tail_positions: list[int] = []
    before = np.full(values.size, -1, dtype=np.int64)
    find = bisect_left if strict else bisect_right
    for position, value in enumerate(values.tolist()):
        length = find(tails, value)
        if strict and length < len(tails) and tails[length] == value:
            continue
        tails[length : length + 1] = [value]
        tail_positions[length : length + 1] = [position]
        before[position] = tail_positions[length - 1] if length else -1
    chain = [tail_positions[-1]]
    while before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    return np.array(chain[::-1], dtype=np.int64)
