import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.stats.robust import fit_line

numbers = st.floats(-5, 5)


@given(intercept=numbers, slope=numbers, n=st.integers(2, 30))
def test_a_line_through_exact_points_is_found(intercept: float, slope: float, n: int) -> None:
    x = np.linspace(-1.0, 2.0, n)
    line = fit_line(x, intercept + slope * x)
    assert line.intercept == pytest.approx(intercept, abs=1e-9)
    assert line.slope == pytest.approx(slope, abs=1e-9)
    assert line.at(np.array([7.0]))[0] == pytest.approx(intercept + 7 * slope, abs=1e-8)


def test_a_weight_of_two_equals_the_point_given_twice() -> None:
    x, y = np.array([0.0, 1.0, 2.0]), np.array([0.0, 2.0, 1.0])
    doubled = fit_line(np.append(x, 1.0), np.append(y, 2.0))
    assert fit_line(x, y, weight=np.array([1.0, 2.0, 1.0])).slope == pytest.approx(doubled.slope)


def test_r2_is_unknown_where_nothing_varies() -> None:
    assert np.isnan(fit_line(np.arange(3.0), np.ones(3)).r2)


def test_points_without_weight_or_spread_have_no_line() -> None:
    with pytest.raises(ValueError, match="positive weight"):
        fit_line(np.arange(2.0), np.arange(2.0), weight=np.zeros(2))
    with pytest.raises(ValueError, match="two different x"):
        fit_line(np.ones(4), np.arange(4.0))
