"""Steps against the runner's own lines, and a change of speed taken apart."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.physiology.power import Piece
from hakaru.running.physiology.steps import (
    TYPICAL_STEPS,
    StepPoint,
    decompose_speed_change,
    expected_steps,
    step_consistency,
    step_figures,
    step_length_cm,
    step_pattern,
)
from tests.running.factories import make_baseline

speeds = st.floats(2.2, 5.0)
cadences = st.floats(150.0, 200.0)


def piece(speed_mps: float = 3.0, **given: float | None) -> Piece:
    values: dict[str, float | None] = {
        "cadence_spm": 168.0,
        "step_length_cm": None,
        "gct_ms": 250.0,
        "power_w": 230.0,
        "slope_pct": 0.0,
    } | given
    return Piece(
        start_elapsed_s=0.0, end_elapsed_s=300.0, running_s=300.0, speed_mps=speed_mps, **values
    )


@given(speeds, speeds, cadences, cadences)
def test_both_parts_of_a_change_give_the_change(
    before_mps: float, after_mps: float, before_spm: float, after_spm: float
) -> None:
    speed_change = decompose_speed_change(
        StepPoint(speed_mps=before_mps, cadence_spm=before_spm),
        StepPoint(speed_mps=after_mps, cadence_spm=after_spm),
    )
    together = (1 + speed_change.cadence_change_pct / 100) * (
        1 + speed_change.step_length_change_pct / 100
    )
    assert together == pytest.approx(1 + speed_change.speed_change_pct / 100)
    if (
        speed_change.cadence_share_frac is not None
        and speed_change.step_length_share_frac is not None
    ):
        assert (
            speed_change.cadence_share_frac + speed_change.step_length_share_frac
            == pytest.approx(1.0)
        )
    else:
        assert abs(speed_change.speed_change_pct) < 1.01


def test_a_change_is_set_beside_what_the_own_line_expects() -> None:
    line = make_baseline("cadence")
    points = [
        StepPoint(speed_mps=speed, cadence_spm=expected_steps(line, speed).cadence_spm)
        for speed in (3.0, 4.0)
    ]
    speed_change = decompose_speed_change(*points, cadence_baseline=line)
    assert speed_change.cadence_share_frac == pytest.approx(
        speed_change.expected_cadence_share_frac
    )
    assert 0.0 < (speed_change.cadence_share_frac or 0.0) < 0.5


@given(speeds)
def test_the_step_line_is_the_speed_over_the_cadence_line(speed_mps: float) -> None:
    expectation = expected_steps(make_baseline("cadence"), speed_mps)
    assert expectation.step_low_cm < expectation.step_length_cm < expectation.step_high_cm
    assert expectation.step_length_cm == pytest.approx(
        step_length_cm(speed_mps, expectation.cadence_spm)
    )


def test_patterns_are_relative_to_the_own_lines() -> None:
    """Resolutions rows 25 and 76: no fixed ideal; 155 spm is usual for who usually runs so."""
    usual = expected_steps(make_baseline("cadence"), 3.0)
    low_spm, high_spm = 0.9 * usual.cadence_low_spm, 1.1 * usual.cadence_high_spm
    short_cm, long_cm = 0.9 * usual.step_low_cm, 1.1 * usual.step_high_cm
    middle = usual.cadence_spm, usual.step_length_cm
    assert step_pattern(*middle, expected=usual) == "usual"
    assert step_pattern(high_spm, short_cm, expected=usual) == "high_cadence_short_step"
    assert step_pattern(low_spm, long_cm, expected=usual) == "low_cadence_long_step"
    assert step_pattern(high_spm, long_cm, expected=usual) == "high_cadence_long_step"
    assert step_pattern(low_spm, short_cm, expected=usual) == "low_cadence_short_step"


def test_a_slow_runner_with_her_own_cadence_is_usual() -> None:
    """Resolutions row 25: T's table is context, not a criterion."""
    line = make_baseline("cadence")
    slow = replace(line, intercept=line.intercept - 12.0)
    usual = expected_steps(slow, 2.6)
    assert usual.cadence_spm < TYPICAL_STEPS["recovery"].cadence_low_spm
    steps = step_figures([piece(2.6, cadence_spm=usual.cadence_spm)], cadence_baseline=slow)
    assert steps is not None
    assert steps.pattern == "usual"


@pytest.mark.parametrize(
    ("cv_frac", "expected"),
    [(0.0199, "excellent"), (0.02, "good"), (0.05, "good"), (0.0501, "needs_improvement")],
)
def test_variation_of_steps_has_one_class(cv_frac: float, expected: str) -> None:
    assert step_consistency(cv_frac) == expected


def test_figures_over_repetitions() -> None:
    lengths_cm = (145.0, 144.0, 141.0)
    steps = step_figures([piece(4.0, step_length_cm=length_cm) for length_cm in lengths_cm])
    assert steps is not None
    assert steps.step_length_cm == pytest.approx(143.333, abs=1e-3)
    assert steps.decline_pct == pytest.approx(2.759, abs=1e-3)
    assert steps.decline == "acceptable"
    assert steps.consistency == "excellent"
    assert steps.agrees is True
    assert steps.source == "device"
    assert steps.pattern is None


def test_a_device_whose_steps_contradict_its_speed_is_not_believed() -> None:
    steps = step_figures([piece(4.0, step_length_cm=110.0)])
    assert steps is not None
    assert steps.agrees is False
    assert steps.source == "speed_and_cadence"
    assert steps.step_length_cm == pytest.approx(step_length_cm(4.0, 168.0))


@pytest.mark.parametrize("last_cm", [105.0, 104.0, 90.0])
def test_shortening_and_the_change_of_the_step_are_one_figure(last_cm: float) -> None:
    pieces = [piece(3.0, step_length_cm=107.0), piece(2.9, step_length_cm=last_cm)]
    steps = step_figures(pieces)
    assert steps is not None
    assert steps.change is not None
    assert steps.decline_pct is not None
    assert steps.change.step_length_change_pct == pytest.approx(-steps.decline_pct)


def test_without_the_devices_step_length_it_follows_from_speed_and_cadence() -> None:
    steps = step_figures([piece(3.0), piece(3.0, step_length_cm=107.0)])
    assert steps is not None
    assert steps.agrees is None
    assert steps.step_length_cm == pytest.approx(step_length_cm(3.0, 168.0))
    assert steps.change is not None
    assert steps.change.cadence_share_frac is None


def test_without_cadence_nothing_is_said() -> None:
    assert step_figures([piece(cadence_spm=None)]) is None
    assert step_figures([]) is None
