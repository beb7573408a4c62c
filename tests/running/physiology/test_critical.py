"""Critical speed and power: an interval that a single hard effort leaves wide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.physiology.power import D_PRIME_M, W_PRIME_J, Held, fit_critical


def efforts(critical: float, reserve: float, *durations_s: float) -> list[Held]:
    """All-out efforts by the two-parameter model."""
    return [Held(duration_s=one, mean=critical + reserve / one) for one in durations_s]


@given(st.floats(2.8, 5.5), st.floats(120.0, 260.0))
def test_the_interval_holds_the_truth_of_all_out_efforts(critical: float, reserve: float) -> None:
    found = fit_critical(efforts(critical, reserve, 180.0, 300.0, 720.0, 1500.0), D_PRIME_M)
    assert found is not None
    assert found.low <= found.value <= found.high
    assert found.value == pytest.approx(critical, rel=0.03)
    assert 0.97 * found.low < critical < 1.03 * found.high
    assert D_PRIME_M.low <= found.reserve_low <= found.reserve_high <= D_PRIME_M.high


def test_power_follows_the_same_model_in_watts_and_joules() -> None:
    critical = fit_critical(efforts(280.0, 15000.0, 180.0, 300.0, 600.0, 1200.0), W_PRIME_J)
    assert critical is not None
    assert critical.low < 280.0 < critical.high
    assert critical.held(1200.0) == pytest.approx(292.0, rel=0.02)


def test_more_efforts_make_it_surer() -> None:
    few = fit_critical(efforts(4.0, 180.0, 240.0, 1200.0), D_PRIME_M)
    many = fit_critical(efforts(4.0, 180.0, 150.0, 240.0, 600.0, 1200.0, 1800.0), D_PRIME_M)
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low
    assert (few.n_efforts, many.n_efforts) == (2, 5)


def test_an_effort_that_fell_short_pulls_less_than_one_that_was_possible() -> None:
    """A runner cannot exceed what is possible, but may well stay below it."""
    whole = efforts(4.0, 180.0, 180.0, 300.0, 600.0, 1200.0)
    short = [*whole[:3], Held(duration_s=1200.0, mean=0.97 * whole[3].mean)]
    found, base = fit_critical(short, D_PRIME_M), fit_critical(whole, D_PRIME_M)
    assert found is not None
    assert base is not None
    assert base.value > found.value > 0.98 * base.value


@pytest.mark.parametrize(
    "chosen",
    [
        [],
        [Held(duration_s=1200.0, mean=4.0)],
        [Held(duration_s=30.0, mean=7.0), Held(duration_s=3600.0, mean=4.0)],
        [Held(duration_s=900.0, mean=4.2), Held(duration_s=1200.0, mean=4.1)],
    ],
)
def test_too_little_says_nothing(chosen: list[Held]) -> None:
    """None, one, none between two and forty minutes, or durations too near each other."""
    assert fit_critical(chosen, D_PRIME_M) is None
