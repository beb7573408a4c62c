"""How are long columns thinned for a picture without inventing values?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


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
