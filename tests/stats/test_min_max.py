"""Thinning that keeps every extreme."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hakaru.stats.series import min_max

_VALUES = st.one_of(st.floats(-1e6, 1e6), st.just(float("nan")))


@given(arrays(np.float64, st.integers(1, 120), elements=_VALUES), st.integers(2, 60))
def test_extremes_stay_and_the_rest_is_bounded(values: np.ndarray, n_max: int) -> None:
    at = np.arange(len(values), dtype=np.float64)
    places, columns = min_max(at, {"a": values}, n_max=n_max)
    thin = columns["a"]
    assert len(places) == len(thin) <= max(n_max, 2)
    assert np.all(np.diff(places) >= 0)
    assert set(thin[np.isfinite(thin)]) <= set(values[np.isfinite(values)])
    if np.isfinite(values).any():
        assert np.nanmin(thin) == np.nanmin(values)
        assert np.nanmax(thin) == np.nanmax(values)
    else:
        assert not np.isfinite(thin).any()


def test_what_is_short_comes_back_as_it_is() -> None:
    at, column = np.arange(4.0), np.array([3.0, np.nan, 1.0, 2.0])
    places, columns = min_max(at, {"a": column}, n_max=4)
    assert places is at
    assert columns["a"] is column


def test_the_earlier_extreme_comes_first() -> None:
    at, column = np.arange(8.0), np.array([5.0, 1.0, 2.0, 3.0, 1.0, 2.0, 9.0, 4.0])
    _, columns = min_max(at, {"a": column}, n_max=4)
    assert columns["a"].tolist() == [5.0, 1.0, 1.0, 9.0]


@pytest.mark.parametrize(("length", "n_max"), [(3, 4), (5, 1)])
def test_columns_of_other_lengths_and_too_few_points_are_refused(length: int, n_max: int) -> None:
    with pytest.raises(ValueError, match="columns of one length"):
        min_max(np.arange(5.0), {"a": np.zeros(length)}, n_max=n_max)
