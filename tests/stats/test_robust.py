import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from hakaru.stats.robust import (
    fit_line,
    huber_line,
    huber_weights,
    mad_scale,
    median,
    tukey_weights,
    weighted_median,
)

some = arrays(np.float64, st.integers(1, 40), elements=st.floats(-1e3, 1e3))


def contaminated(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-0.3, 0.4, 400)
    y = 5.6 - 0.4 * x + rng.normal(0.0, 0.03, 400)
    y[:60] += rng.uniform(0.2, 0.35, 60)
    return x, y


@given(some)
def test_the_weighted_median_with_equal_weights_is_the_median(values: np.ndarray) -> None:
    assert weighted_median(values, np.ones(values.size)) == pytest.approx(np.median(values))
    assert weighted_median(values) == pytest.approx(np.median(values))


@given(arrays(np.float64, st.integers(1, 40), elements=st.floats(-1e300, 1e300) | st.just(np.nan)))
def test_the_median_is_that_of_numpy_and_unknown_where_a_value_is(values: np.ndarray) -> None:
    assert median(values) == pytest.approx(float(np.median(values)), nan_ok=True)


def test_a_heavy_value_decides_the_weighted_median() -> None:
    assert weighted_median(np.array([1.0, 2.0, 9.0]), np.array([1.0, 1.0, 5.0])) == 9.0


def test_the_median_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="undefined"):
        weighted_median(np.empty(0))
    with pytest.raises(ValueError, match="positive weight"):
        weighted_median(np.ones(2), np.zeros(2))


def test_the_mad_of_normal_noise_is_its_sd_even_with_gross_outliers() -> None:
    residual = np.random.default_rng(3).normal(0.0, 2.0, 20_000)
    assert mad_scale(residual) == pytest.approx(2.0, rel=0.03)
    residual[:1000] = 1e6
    assert mad_scale(residual) == pytest.approx(2.0, rel=0.1)


@given(arrays(np.float64, 20, elements=st.floats(-50, 50)))
def test_weights_lie_between_nought_and_one_and_fall_with_distance(u: np.ndarray) -> None:
    order = np.argsort(np.abs(u))
    for weights in (huber_weights(u), tukey_weights(u)):
        assert ((weights >= 0) & (weights <= 1)).all()
        assert (np.diff(weights[order]) <= 1e-12).all()
    assert (tukey_weights(u)[np.abs(u) > 4.7] == 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_huber_agrees_with_the_reference_implementation(seed: int) -> None:
    linear_model = pytest.importorskip("sklearn.linear_model")  # it takes a second
    x, y = contaminated(seed)
    reference = linear_model.HuberRegressor(epsilon=1.345, alpha=0.0, max_iter=1000, tol=1e-8)
    reference.fit(x.reshape(-1, 1), y)
    line = huber_line(x, y)
    # the reference estimates scale jointly, not by MAD: close, not equal
    assert line.slope == pytest.approx(float(reference.coef_[0]), abs=0.02)
    assert line.intercept == pytest.approx(float(reference.intercept_), abs=0.01)


@pytest.mark.parametrize("seed", range(5))
def test_outliers_move_robust_slopes_less_than_least_squares(seed: int) -> None:
    x, y = contaminated(seed)
    y = np.where(x > 0.36, y + 0.3, y)
    off = abs(fit_line(x, y).slope + 0.4)
    assert abs(huber_line(x, y).slope + 0.4) < off


def test_huber_on_exact_points_is_exact() -> None:
    x = np.arange(5.0)
    line = huber_line(x, 2.0 - 3.0 * x)
    assert (line.intercept, line.slope) == pytest.approx((2.0, -3.0))
