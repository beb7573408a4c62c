"""Figures over values that weigh differently."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.validity import read_motion, series_statistics, weighted_statistics

VALUES = st.lists(st.floats(100, 400), min_size=1, max_size=30)


@given(VALUES)
def test_equal_weights_give_the_usual_figures(values: list[float]) -> None:
    column = np.array(values)
    statistics = weighted_statistics(column, np.full(column.shape, 7.0))
    assert statistics is not None
    assert statistics.n == len(values)
    assert statistics.mean_value == pytest.approx(np.mean(column))
    assert statistics.median_value == pytest.approx(np.median(column))
    assert (statistics.min_value, statistics.max_value) == (column.min(), column.max())
    if len(values) == 1:
        assert statistics.sd is None
    else:
        assert statistics.sd == pytest.approx(np.std(column, ddof=1), abs=1e-9)


@given(st.lists(st.tuples(st.floats(100, 400), st.integers(1, 9)), min_size=1, max_size=20))
def test_a_whole_weight_counts_like_that_many_values(pairs: list[tuple[float, int]]) -> None:
    values, weights = (np.array(one, dtype=np.float64) for one in zip(*pairs, strict=True))
    spread_out = np.repeat(values, weights.astype(int))
    statistics = weighted_statistics(values, weights)
    assert statistics is not None
    assert statistics.mean_value == pytest.approx(np.mean(spread_out))
    assert statistics.median_value == pytest.approx(np.median(spread_out))


@given(VALUES)
def test_mean_and_median_lie_between_the_extremes(values: list[float]) -> None:
    column = np.array(values)
    statistics = weighted_statistics(column, np.linspace(1.0, 5.0, column.size))
    assert statistics is not None
    for middle in (statistics.mean_value, statistics.median_value):
        assert statistics.min_value - 1e-9 <= middle <= statistics.max_value + 1e-9


def test_a_leftover_hardly_moves_the_mean() -> None:
    """Row 9: 1000/1000/120 m; pace weighed by distance is time over distance."""
    pace = np.array([300.0, 300.0, 150.0])
    metres = np.array([1000.0, 1000.0, 120.0])
    statistics = weighted_statistics(pace, metres)
    assert statistics is not None
    assert statistics.mean_value == pytest.approx(1000.0 * (300 + 300 + 18) / 2120)
    assert statistics.median_value == 300.0


def test_what_is_missing_or_weighs_nothing_is_left_out() -> None:
    values = np.array([np.nan, 200.0, 900.0])
    statistics = weighted_statistics(values, np.array([5.0, 1.0, 0.0]))
    assert statistics is not None
    assert (statistics.n, statistics.mean_value, statistics.sd) == (1, 200.0, None)
    assert weighted_statistics(values, np.zeros(3)) is None
    assert weighted_statistics(np.full(3, np.nan), np.ones(3)) is None


def test_standing_and_zeros_are_no_samples_of_a_stretch() -> None:
    n = 100
    speed_mps = np.where(np.arange(n) < 50, 3.0, 0.0)
    series = {
        "elapsed_s": np.arange(n, dtype=np.float64),
        "speed_mps": speed_mps,
        "distance_m": np.cumsum(speed_mps),
        "cadence_spm": np.where(speed_mps > 0, 170.0, 0.0),
        "gct_ms": np.where(np.arange(n) % 10 == 0, 0.0, 250.0),
        "heart_rate_bpm": np.where(speed_mps > 0, 150.0, 110.0),
    }
    found = series_statistics(
        series,
        read_motion(series),
        columns=("pace_s_per_km", "heart_rate_bpm", "gct_ms", "power_w"),
        inside=np.ones(n, dtype=np.bool_),
    )
    assert found["heart_rate_bpm"].mean_value == pytest.approx(150.0)
    assert found["gct_ms"].min_value == 250.0
    assert found["pace_s_per_km"].mean_value == pytest.approx(1000.0 / 3.0)
    assert "power_w" not in found
