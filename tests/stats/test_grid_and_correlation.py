"""Samples on a grid, smoothed, on a common axis; correlations that know neighbours repeat."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.stats.series import bin_means, correlate, on_grid, rolling_mean

NAN = float("nan")


def test_a_grid_takes_values_between_samples_and_none_from_a_gap() -> None:
    places = np.array([0.0, 2.0, 3.0, 20.0, 21.0])
    values = np.array([1.0, 3.0, NAN, 10.0, 11.0])
    found = on_grid(places, values, grid=np.arange(-1.0, 23.0), gap_max=5.0)
    expected = np.full(24, NAN)
    expected[1:4] = [1.0, 2.0, 3.0]
    expected[21:23] = [10.0, 11.0]
    np.testing.assert_allclose(found, expected)


def test_a_grid_over_nothing_is_unknown_everywhere() -> None:
    found = on_grid(np.array([0.0]), np.array([NAN]), grid=np.arange(3.0), gap_max=5.0)
    assert np.isnan(found).all()


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=60))
def test_on_its_own_places_a_grid_changes_nothing(values: list[float]) -> None:
    places = np.arange(len(values), dtype=float)
    np.testing.assert_allclose(
        on_grid(places, np.array(values), grid=places, gap_max=1.0), values, atol=1e-9
    )


@given(
    st.lists(st.one_of(st.none(), st.floats(-100, 100)), min_size=1, max_size=50),
    st.integers(1, 12),
)
def test_the_rolling_mean_is_that_of_another_library(
    values: list[float | None], width: int
) -> None:
    """Oracle: pandas, window centred as ours (an even one reaches one further back)."""
    column = np.array([NAN if value is None else value for value in values])
    ours = rolling_mean(column, width)
    for place, mean in enumerate(ours):
        around = column[max(place - width // 2, 0) : place - width // 2 + width]
        known = around[np.isfinite(around)]
        if 2 * known.size < around.size or known.size == 0:
            assert np.isnan(mean)
        else:
            assert mean == pytest.approx(known.mean(), abs=1e-9)
    if width % 2 and np.isfinite(column).all():
        theirs = pd.Series(column).rolling(width, center=True).mean().to_numpy()
        full = np.isfinite(theirs)
        np.testing.assert_allclose(ours[full], theirs[full], atol=1e-9)


def test_a_width_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="width"):
        rolling_mean(np.zeros(3), 0)


def test_bins_are_half_open_and_the_end_belongs_to_the_last() -> None:
    shares = np.array([0.0, 0.49, 0.5, 1.0, 1.2, -0.1])
    values = np.array([1.0, 3.0, 10.0, 20.0, 99.0, 99.0])
    np.testing.assert_allclose(bin_means(shares, values, n_bins=2), [2.0, 15.0])
    assert np.isnan(bin_means(shares, values, n_bins=4)[3:]).tolist() == [False]
    assert np.isnan(bin_means(np.array([0.1]), np.array([1.0]), n_bins=2)[1])


def test_r_is_that_of_another_library() -> None:
    """Oracle: numpy."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=200)
    y = 0.5 * x + rng.normal(size=200)
    correlation = correlate(x, y)
    assert correlation is not None
    assert correlation.r == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert correlation.low < correlation.r < correlation.high
    assert correlation.low > 0.0


def test_pairs_with_a_missing_value_do_not_count() -> None:
    x = np.arange(20.0)
    y = np.where(x < 5, np.nan, 2.0 * x)
    correlation = correlate(x, y)
    assert correlation is not None
    assert correlation.n == 15
    assert correlation.r == pytest.approx(1.0)


@pytest.mark.parametrize("y", [np.ones(50), np.full(50, np.nan)])
def test_what_does_not_vary_has_no_correlation(y: np.ndarray) -> None:
    assert correlate(np.arange(50.0), y) is None


def test_fewer_than_eight_pairs_say_nothing() -> None:
    assert correlate(np.arange(7.0), np.arange(7.0)) is None


def test_unrelated_wandering_series_are_seldom_said_to_go_together() -> None:
    """Without the effective number of pairs about two in three would be (nominal: 1 in 20)."""
    rng = np.random.default_rng(7)
    told = 0
    for _ in range(300):
        x, y = (smooth_noise(rng) for _ in range(2))
        correlation = correlate(x, y)
        assert correlation is not None
        told += correlation.low > 0.0 or correlation.high < 0.0
    assert told / 300 < 0.15


def smooth_noise(rng: np.random.Generator) -> np.ndarray:
    """150 seconds that remember the one before by 0.9."""
    values = np.zeros(250)
    for place, draw in enumerate(rng.normal(size=249), start=1):
        values[place] = 0.9 * values[place - 1] + draw
    return values[100:]
