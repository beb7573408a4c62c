import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running import arithmetic as mechanics


@given(st.floats(140, 220), st.floats(150, 250))
def test_contact_and_flight_make_a_step(cadence_spm: float, gct_ms: float) -> None:
    step_ms = mechanics.step_time_ms(cadence_spm)
    assert mechanics.flight_time_ms(cadence_spm, gct_ms) + gct_ms == pytest.approx(step_ms)


def test_a_balanced_runner_has_no_imbalance_and_sides_are_alike() -> None:
    assert mechanics.imbalance(50.0).left_right_points == 0.0
    assert mechanics.imbalance(53.0) == mechanics.imbalance(47.0)


def test_a_shorter_contact_at_the_same_step_is_stiffer() -> None:
    def stiffness(contact_s: float) -> float:
        stiffness = mechanics.spring_mass(
            65.0, 3.3, leg_m=0.9, contact_s=contact_s, flight_s=0.35 - contact_s
        )
        return stiffness.leg_stiffness_kn_per_m

    assert stiffness(0.22) > stiffness(0.26)


def test_an_impossible_leg_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot stay on the ground"):
        mechanics.spring_mass(65.0, 9.0, leg_m=0.9, contact_s=0.25, flight_s=0.1)
