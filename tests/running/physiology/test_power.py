"""Powers: normalised, even or not, falling or not, comparable or not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.physiology import power
from hakaru.running.physiology.power import PowerAtSpeed


@given(st.lists(st.floats(50.0, 600.0), min_size=30, max_size=120))
def test_normalised_power_lies_between_the_mean_of_its_windows_and_the_highest(
    watts: list[float],
) -> None:
    found = power.normalised_mean(np.array(watts))
    assert found is not None
    windows = np.convolve(watts, np.full(30, 1 / 30), mode="valid")
    assert windows.mean() - 1e-6 <= found <= windows.max() + 1e-6


def test_less_than_thirty_seconds_have_no_normalised_power() -> None:
    assert power.normalised_mean(np.full(29, 300.0)) is None
    assert power.normalised_mean(np.full(30, 300.0)) == pytest.approx(300.0)


def test_a_sample_counts_for_as_long_as_it_lasted() -> None:
    values, weight_s = np.array([100.0, np.nan, 300.0]), np.array([3.0, 5.0, 1.0])
    assert power.per_second(values, weight_s).tolist() == [100.0, 100.0, 100.0, 300.0]
    assert power.per_second(np.array([np.nan]), np.ones(1)).size == 0


def test_power_zones_are_half_open_and_hold_all_measured_time() -> None:
    """Resolutions row 23: no gap between 55 and 56 %, 75 and 76 % ..."""
    shares = np.array([0.5499, 0.55, 0.755, 0.76, 0.905, 0.91, 1.055, 1.06, 1.205, 1.21, np.nan])
    times_s = power.power_zone_times_s(300.0 * shares, np.ones(11), critical_power_w=300.0)
    assert times_s == (1.0, 2.0, 2.0, 2.0, 2.0, 1.0)


def test_variation_of_power_is_a_standard_deviation() -> None:
    """Resolutions row 23: 3 % of 310 W is one SD, not a bound that no repetition may pass."""
    assert power.power_consistency(0.0299, "work") == "even"
    assert power.power_consistency(0.03, "work") == "uneven"
    assert power.power_consistency(0.049, "main") == "even"
    assert power.power_consistency(0.05, "main") == "uneven"


@pytest.mark.parametrize(
    ("fallen_pct", "expected"),
    [
        (-1.0, "excellent"),
        (2.99, "excellent"),
        (3.0, "acceptable"),
        (5.0, "acceptable"),
        (5.01, "needs_improvement"),
    ],
)
def test_power_decline_has_one_class(fallen_pct: float, expected: str) -> None:
    assert power.power_decline_class(fallen_pct) == expected


def at_speed(power_w: float, speed_mps: float = 3.0, device: str | None = "watch") -> PowerAtSpeed:
    return PowerAtSpeed(power_w=power_w, speed_mps=speed_mps, device=device)


def test_powers_are_compared_only_at_equal_pace_on_one_device() -> None:
    """Resolutions row 24."""
    before = at_speed(230.0)
    assert power.comparable(before, at_speed(225.0, 3.09)) == "comparable"
    assert power.comparable(before, at_speed(225.0, 3.091)) == "speed_differs"
    assert power.comparable(before, at_speed(225.0, device="pod")) == "device_differs"
    assert power.comparable(before, at_speed(225.0, device=None)) == "device_unknown"
    assert power.efficiency_change_pct(before, at_speed(225.0)) == pytest.approx(2.1739, abs=1e-4)
    assert power.efficiency_change_pct(before, at_speed(225.0, 3.2)) is None
