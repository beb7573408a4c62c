"""At which places does the level of a series change?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hakaru.stats.line import FloatArray

IntArray = NDArray[np.int64]


def change_points(values: FloatArray, *, penalty: float, size_min: int = 1) -> IntArray:
    """Where the level of `values` changes: first index of each new level, ascending.

    Exact optimum of the sum of squared deviations from the level of each piece plus `penalty` per
    change, found by PELT (Killick, Fearnhead and Eckley 2012), which drops beginnings that can
    never become best again: nearly linear in time when changes keep coming.

    Args:
        values: finite, shape (n,).
        penalty: what one more change must save, in squared units of `values`, > 0.
        size_min: fewest values of a piece, >= 1; a series shorter than twice that has no change.
    """
    n = values.size
    sums = np.concatenate([[0.0], np.cumsum(values)])
    squares = np.concatenate([[0.0], np.cumsum(values * values)])
    best = np.full(n + 1, np.inf)
    best[0] = -penalty
    before = np.zeros(n + 1, dtype=np.int64)
    starts = np.zeros(1, dtype=np.int64)
    last_use = np.full(n + 1, n, dtype=np.int64)
    for end in range(size_min, n + 1):
        total = sums[end] - sums[starts]
        within = squares[end] - squares[starts] - total * total / (end - starts)
        costs = best[starts] + within
        chosen = int(np.argmin(costs))
        best[end] = costs[chosen] + penalty
        before[end] = starts[chosen]
        # A piece may change hands at `end` only once the next piece can be long enough.
        beaten = starts[costs > best[end]]
        last_use[beaten] = np.minimum(last_use[beaten], end + size_min - 1)
        starts = starts[last_use[starts] > end]
        if end + 1 >= 2 * size_min:
            starts = np.append(starts, end + 1 - size_min)
    return _walk_back(before, n)


def _walk_back(before: IntArray, n: int) -> IntArray:
    """The beginnings of the pieces that led to the end, the first one left out."""
    points: list[int] = []
    at = int(before[n]) if n else 0
    while at > 0:
        points.append(at)
        at = int(before[at])
    return np.array(points[::-1], dtype=np.int64)
