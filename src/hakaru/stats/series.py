"""Series in time: an even grid, changes of level, correlation, and thinning for pictures."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.stats.robust import FloatArray

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
    search = _Pelt(sums, squares, best, before, penalty, size_min)
    starts = np.zeros(1, dtype=np.int64)
    stride = _STRIDE + size_min
    for first in range(size_min, n + 1, stride):
        ends = range(first, min(first + stride, n + 1))
        coming = np.arange(max(first - size_min, size_min), ends.stop - size_min)
        starts = search.advance(starts, coming, ends)
    return _walk_back(before, n)


_STRIDE = 16
"""Beginnings that can never become best again are dropped after so many values."""


@frozen(kw_only=False)
class _Pelt:
    """The least cost up to each value, and the beginning of the piece that ends there, so far."""

    sums: FloatArray
    squares: FloatArray
    best: FloatArray
    before: IntArray
    penalty: float
    size_min: int

    def advance(self, starts: IntArray, coming: IntArray, ends: range) -> IntArray:
        """Find the best piece that ends at each of `ends`. It begins at one of `starts`, or of
        `coming` once a piece from there is long enough. Returns those that may be of use later."""
        n_known, first_coming = starts.size, int(coming[0]) if coming.size else ends.stop
        starts = np.concatenate([starts, coming])
        sums, squares, best = self.sums[starts], self.squares[starts], self.best[starts]
        length = (ends.start - starts).astype(np.float64)
        best[n_known:], length[n_known:] = np.inf, np.inf
        total, costs = np.empty(starts.size), np.empty(starts.size)
        beaten = np.zeros(starts.size, dtype=np.bool_)
        # A piece may change hands at an end only once the next piece can be long enough.
        last_look = ends.stop - self.size_min
        for end in ends:
            newest = end - self.size_min
            if newest >= first_coming:
                place = n_known + newest - first_coming
                best[place], length[place] = self.best[newest], self.size_min
            np.subtract(self.sums[end], sums, out=total)
            np.multiply(total, total, out=total)
            np.divide(total, length, out=total)
            np.subtract(self.squares[end], squares, out=costs)
            np.subtract(costs, total, out=costs)
            np.add(best, costs, out=costs)
            chosen = int(costs.argmin())
            least = costs[chosen] + self.penalty
            self.best[end], self.before[end] = least, starts[chosen]
            if end == last_look:
                beaten = (costs > least) & np.isfinite(best)
            length += 1.0
        return starts[~beaten]


def extremes_around(values: FloatArray, window: int) -> tuple[FloatArray, FloatArray]:
    """Lowest and highest of the `window` values around each, the ends repeated; shape (n,) each.

    `values` are finite and there is one at least; `window` is odd.
    """
    padded = np.pad(values, window // 2, mode="edge")
    return _over_window(np.minimum, padded, window), _over_window(np.maximum, padded, window)


def _over_window(extreme: np.ufunc, padded: FloatArray, window: int) -> FloatArray:
    """The extreme of each `window` neighbours, by windows that double."""
    width, spread = 1, padded
    while 2 * width <= window:
        spread = extreme(spread[:-width], spread[width:])
        width *= 2
    shift = window - width
    joined: FloatArray = extreme(spread[: spread.size - shift], spread[shift:])
    return joined


def median_of_five(values: FloatArray) -> FloatArray:
    """Median of the five values around each, the ends repeated: sorted by comparing pairs, which
    takes a tenth of the time of sorting rows. Shape (n,); the values are finite."""
    padded = np.pad(values, 2, mode="edge")
    n = values.size
    a, b, c, d, e = (padded[shift : shift + n] for shift in range(5))
    low_ab, high_ab = np.minimum(a, b), np.maximum(a, b)
    low_cd, high_cd = np.minimum(c, d), np.maximum(c, d)
    highest_low, lowest_high = np.maximum(low_ab, low_cd), np.minimum(high_ab, high_cd)
    low, high = np.minimum(highest_low, lowest_high), np.maximum(highest_low, lowest_high)
    median: FloatArray = np.maximum(low, np.minimum(high, e))
    return median


def _walk_back(before: IntArray, n: int) -> IntArray:
    """The beginnings of the pieces that led to the end, the first one left out."""
    points: list[int] = []
    at = int(before[n]) if n else 0
    while at > 0:
        points.append(at)
        at = int(before[at])
    return np.array(points[::-1], dtype=np.int64)


_FEWEST = 8
_LAG_SHARE = 5
_Z_95 = 1.959964


@frozen
class Correlation:
    """Pearson's r with its 95 % interval. `n` pairs count as `n_effective` independent ones."""

    r: float
    low: float
    high: float
    n: int
    n_effective: float


def correlate(x: FloatArray, y: FloatArray) -> Correlation | None:
    """Pearson's r of evenly spaced series; pairs with a NaN do not count.

    Seconds of a run repeat each other, so the interval (Fisher's z) rests on the effective number
    of pairs: n / (1 + 2 sum of r_xx(k) r_yy(k)), lags up to a fifth of the series (Pyper and
    Peterman 1998). None: fewer than 8 pairs, or one series does not vary.
    """
    finite = np.isfinite(x) & np.isfinite(y)
    n = int(np.count_nonzero(finite))
    if n < _FEWEST:
        return None
    a, b = x[finite] - x[finite].mean(), y[finite] - y[finite].mean()
    spread = math.sqrt(float(a @ a) * float(b @ b))
    if not spread > 1e-12 * (1.0 + float(np.abs(x[finite]).max() * np.abs(y[finite]).max())):
        return None
    r = max(-1.0, min(1.0, float(a @ b) / spread))
    n_effective = _effective(a, b)
    low, high = -1.0, 1.0
    if n_effective > 3.0 and abs(r) < 1.0:
        z, half = math.atanh(r), _Z_95 / math.sqrt(n_effective - 3.0)
        low, high = math.tanh(z - half), math.tanh(z + half)
    return Correlation(r=r, low=low, high=high, n=n, n_effective=n_effective)


def _effective(a: FloatArray, b: FloatArray) -> float:
    n = a.size
    lags = range(1, max(n // _LAG_SHARE, 1) + 1)
    own_a, own_b = float(a @ a), float(b @ b)
    shared = sum(float(a[k:] @ a[:-k]) / own_a * float(b[k:] @ b[:-k]) / own_b for k in lags)
    return float(min(max(n / (1.0 + 2.0 * max(shared, 0.0)), 1.0), n))


def group_means(columns: Mapping[str, FloatArray], n_max: int) -> Mapping[str, FloatArray]:
    """Means of neighbouring samples, so that no column is longer than `n_max`.

    Groups hold equally many samples (the last may hold fewer) and are the same for all columns.
    NaN samples do not count; a group of nothing but NaN is NaN. Columns that are short enough come
    back as they are. Means rather than extremes: one second of speed is mostly sensor noise.

    Raises:
        ValueError: the columns differ in length, or `n_max` < 1.
    """
    lengths = {len(column) for column in columns.values()}
    if len(lengths) > 1 or n_max < 1:
        raise ValueError(f"columns of one length and n_max >= 1 needed, got {lengths}, {n_max}")
    n_samples = max(lengths, default=0)
    if n_samples <= n_max:
        return columns
    group_size = -(-n_samples // n_max)
    starts = np.arange(0, n_samples, group_size)
    return {name: _means(column, starts) for name, column in columns.items()}


def _means(column: FloatArray, starts: NDArray[np.intp]) -> FloatArray:
    present = np.isfinite(column)
    count = np.add.reduceat(present.astype(np.float64), starts)
    total = np.add.reduceat(np.where(present, column, 0.0), starts)
    means: FloatArray = np.where(count > 0, total / np.maximum(count, 1.0), np.nan)
    return means


def min_max(
    at: FloatArray, columns: Mapping[str, FloatArray], *, n_max: int
) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Columns over `at` in at most `n_max` points that keep every extreme.

    Groups of neighbouring samples become two points, at their first and last place: the lowest and
    the highest value of each column, in the order in which they came. Columns that are short enough
    come back as they are. A group of nothing but NaN is NaN.

    Raises:
        ValueError: the columns differ in length, or `n_max` < 2.
    """
    lengths = {len(at), *(len(column) for column in columns.values())}
    if len(lengths) > 1 or n_max < 2:
        raise ValueError(f"columns of one length and n_max >= 2 needed, got {lengths}, {n_max}")
    if len(at) <= n_max:
        return at, columns
    size = -(-len(at) // (n_max // 2))
    starts = np.arange(0, len(at), size)
    ends = np.minimum(starts + size, len(at)) - 1
    places = np.column_stack([at[starts], at[ends]]).ravel()
    return places, {name: _extremes(column, size) for name, column in columns.items()}


def _extremes(column: FloatArray, size: int) -> FloatArray:
    """Two values per group: both extremes, the earlier one first."""
    n_groups = -(-len(column) // size)
    padded = np.full(n_groups * size, np.nan)
    padded[: len(column)] = column
    groups = padded.reshape(n_groups, size)
    missing = np.isnan(groups)
    lowest = np.where(missing, np.inf, groups).argmin(axis=1)
    highest = np.where(missing, -np.inf, groups).argmax(axis=1)
    rows = np.arange(n_groups)
    first, second = np.minimum(lowest, highest), np.maximum(lowest, highest)
    return np.column_stack([groups[rows, first], groups[rows, second]]).ravel()


def on_grid(
    places: FloatArray, values: FloatArray, *, grid: FloatArray, gap_max: float
) -> FloatArray:
    """Values at the places of a grid, linear between neighbours; shape of `grid`.

    `places` rise; NaN values do not count. NaN outside the samples, and between samples that are
    more than `gap_max` apart: nobody knows what was there.
    """
    finite = np.isfinite(values) & np.isfinite(places)
    at, finite_values = places[finite], values[finite]
    if at.size == 0:
        return np.full(grid.shape, np.nan)
    right = np.searchsorted(at, grid, side="left").clip(max=at.size - 1)
    left = np.where(at[right] == grid, right, (right - 1).clip(min=0))
    inside = (grid >= at[0]) & (grid <= at[-1]) & (at[right] - at[left] <= gap_max)
    return np.where(inside, np.interp(grid, at, finite_values), np.nan)


def rolling_mean(values: FloatArray, width: int) -> FloatArray:
    """Mean of the `width` neighbours around each value, NaN where fewer than half are known.

    Near the ends the neighbours are those there are. An even `width` reaches one further back.

    Raises:
        ValueError: `width` < 1.
    """
    if width < 1:
        raise ValueError(f"a width is >= 1, got {width}")
    finite = np.isfinite(values)
    total = np.concatenate([[0.0], np.cumsum(np.where(finite, values, 0.0))])
    count = np.concatenate([[0], np.cumsum(finite)])
    place = np.arange(values.size)
    low = (place - width // 2).clip(min=0)
    high = (place - width // 2 + width).clip(max=values.size)
    n_known = count[high] - count[low]
    enough = 2 * n_known >= high - low
    means: FloatArray = np.where(
        enough & (n_known > 0), (total[high] - total[low]) / np.maximum(n_known, 1), np.nan
    )
    return means


def bin_means(shares: FloatArray, values: FloatArray, *, n_bins: int) -> FloatArray:
    """Means by place on an axis from 0 to 1 in `n_bins` equal half-open bins (1 is in the last).

    NaN values do not count; a bin without any is NaN. Shape (n_bins,).
    """
    finite = np.isfinite(values) & (shares >= 0.0) & (shares <= 1.0)
    places = np.minimum((shares[finite] * n_bins).astype(np.int64), n_bins - 1)
    count = np.bincount(places, minlength=n_bins)
    total = np.bincount(places, weights=values[finite], minlength=n_bins)
    means: FloatArray = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    return means


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
