from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.compat import (
    FormExpectations,
    GCTPowerModel,
    LinearModel,
    drop_outliers,
    fit_gct_power,
    fit_linear,
    log_speed_rmse_frac,
    power_through,
    to_speed,
)
from hakaru.core.errors import NoFormData
from tests.running.directions import compare_directions

SPEED = np.linspace(2.2, 4.2, 60)


def noisy(seed: int = 0, sd: float = 0.03) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(seed)
    speed = rng.uniform(2.2, 4.2, 400)
    return {"speed_mps": speed, "gct_ms": 400 * speed**-0.4 * np.exp(rng.normal(0, sd, 400))}


@given(st.floats(150, 600), st.floats(-0.9, -0.1))
def test_exact_data_give_the_exact_curve(scale: float, exponent: float) -> None:
    model = fit_gct_power({"gct_ms": scale * SPEED**exponent, "speed_mps": SPEED})
    assert 1 / model.d == pytest.approx(exponent, abs=1e-9)
    assert model.predict_inverse(3.0) == pytest.approx(scale * 3.0**exponent, abs=1e-6)
    assert model.predict(model.predict_inverse(3.3)) == pytest.approx(3.3)
    assert model.rmse < 1e-6
    assert model.n_samples == 60
    assert model.speed_range == (2.2, 4.2)


def test_the_rmse_is_in_milliseconds() -> None:
    assert fit_gct_power(noisy()).rmse == pytest.approx(0.03 * 255, rel=0.15)


def test_the_inverse_fit_is_steeper_by_about_one_over_r_squared() -> None:
    data = noisy(3)
    direct, inverse = fit_gct_power(data), fit_gct_power(data, method="inverse")
    r2 = compare_directions(data["speed_mps"], data["gct_ms"]).r2
    assert direct.d / inverse.d == pytest.approx(1 / r2, rel=0.05)


def test_contact_that_grows_with_speed_is_refused_or_overruled() -> None:
    rising = {"gct_ms": 200 * SPEED**0.3, "speed_mps": SPEED}
    assert fit_gct_power(rising).d < 0
    with pytest.raises(ValueError, match="Non-monotonic"):
        fit_gct_power(rising, False)
    assert fit_gct_power(noisy(), False).d < 0


def test_a_single_sample_leans_on_the_prior_slope() -> None:
    model = fit_gct_power({"gct_ms": [250.0], "speed_mps": [3.0]})
    assert model.predict_inverse(3.0) == pytest.approx(250.0)
    assert 1 / model.d == pytest.approx(-0.38, abs=0.01)


def test_an_inverse_fit_of_one_contact_time_is_an_error() -> None:
    with pytest.raises(ValueError, match="two different x"):
        fit_gct_power({"gct_ms": [250.0, 250.0], "speed_mps": [2.9, 3.0]}, method="inverse")
    with pytest.raises(ValueError, match="flat"):
        fit_gct_power({"gct_ms": [250.0, 260.0], "speed_mps": [3.0, 3.0]}, method="inverse")


def test_nothing_valid_is_an_error() -> None:
    empty = {"gct_ms": [0.0, float("nan")], "speed_mps": [3.0, 3.0], "vo_value": [-1.0, 0.0]}
    with pytest.raises(NoFormData, match="gct_ms"):
        fit_gct_power(empty)
    with pytest.raises(NoFormData, match="vo_value"):
        fit_linear(empty, "vo")


@given(st.floats(4, 12), st.floats(-1.5, 1.5))
def test_a_linear_metric_is_exact_on_exact_data(level: float, slope: float) -> None:
    value = level + slope * (SPEED - 3.0)
    model = fit_linear({"vo_value": value, "speed_mps": SPEED}, "vo")
    assert model.b == pytest.approx(slope, abs=1e-7)
    assert model.predict(3.0) == pytest.approx(level, abs=1e-7)


def test_outliers_hardly_move_a_linear_metric() -> None:
    rng = np.random.default_rng(5)
    value = 13.1 - 1.45 * SPEED + rng.normal(0, 0.2, SPEED.size)
    value[::8] *= 1.5
    model = fit_linear(pd.DataFrame({"vr_value": value, "speed_mps": SPEED}), "vr")
    assert model.predict(3.0) == pytest.approx(8.75, abs=0.15)
    assert model.n_samples < SPEED.size


@pytest.mark.parametrize(
    ("lowest", "highest", "kept"),
    [(230.0, 290.6, 8), (230.0, 290.7, 7), (215.7, 280.0, 8), (215.6, 280.0, 7)],
)
def test_the_fences_lie_one_and_a_half_ranges_beyond_the_quartiles(
    lowest: float, highest: float, kept: int
) -> None:
    """Quartiles 243.75 and 262.5: fences at 215.625 and 290.625."""
    values = [lowest, 240.0, 245.0, 250.0, 255.0, 260.0, 270.0, highest]
    assert len(drop_outliers({"gct_ms": values}, "gct_ms")["gct_ms"]) == kept


def test_a_frame_and_a_mapping_lose_the_same_rows() -> None:
    values = [230.0, 240, 245, 250, 255, 260, 270, 400, 0, -3, float("nan"), float("inf")]
    table: dict[str, Any] = {"gct_ms": values, "lap": list(range(12))}
    frame = drop_outliers(pd.DataFrame(table), "gct_ms")
    mapping = drop_outliers(table, "gct_ms")
    assert isinstance(frame, pd.DataFrame)
    assert frame["lap"].tolist() == list(mapping["lap"]) == [0, 1, 2, 3, 4, 5, 6]
    assert frame.index.tolist() == [0, 1, 2, 3, 4, 5, 6]


def test_a_column_without_a_valid_value_loses_all_rows() -> None:
    nothing: dict[str, Any] = {"gct_ms": [0.0, float("nan")]}
    assert drop_outliers(nothing, "gct_ms")["gct_ms"].size == 0


def test_small_conversions() -> None:
    assert to_speed(300.0) == pytest.approx(10 / 3)
    assert log_speed_rmse_frac(0.1, -2.5) == pytest.approx(np.expm1(0.04))
    model = power_through(300.0, 215.0, second_pace_s_per_km=431.0, second_gct_ms=260.0)
    assert model.predict_inverse(to_speed(431.0)) == pytest.approx(260.0)


def test_the_names_keep_their_argument_order() -> None:
    assert GCTPowerModel(16.0, -2.8, 9.0, 10, (2.0, 4.0)).d == -2.8
    assert LinearModel(5.8, 0.8, 0.5, 10, (2.0, 4.0)).b == 0.8
    assert FormExpectations(228.0, 8.4, 8.3) == (228.0, 8.4, 8.3)
