"""How do unevenly spaced samples become one value per step of a grid, and a smooth line on it?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


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
