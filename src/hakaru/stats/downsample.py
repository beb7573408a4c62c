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
