"""What a slope costs, and the slope of a recording."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import DeviceSummary
from hakaru.running.environment.grade import (
    classify_terrain,
    climb_m_per_km,
    cost_factor,
    grade_adjusted_speed_mps,
    grade_frac,
    has_altitude,
    level_speed_mps,
    running_cost_j_per_kg_m,
)
from tests.oracles import matches
from tests.running import formulas
from tests.running.factories import make_recording, make_series
from tests.running.oracle_families_environment import FAMILIES
from tests.shared import CASES, needs_cases

GRADES = st.floats(-0.45, 0.45)


def hill_m(slope: float, n_samples: int = 1801, speed_mps: float = 3.0) -> np.ndarray:
    return 100.0 + slope * speed_mps * np.arange(n_samples)


@needs_cases
def test_slopes_heat_and_temperature_agree_with_every_oracle() -> None:
    """Resolutions row 28 for the temperatures."""
    every = json.loads((CASES / "oracles.json").read_text(encoding="utf-8"))["cases"]
    mine = [case for case in every if case["family"] in FAMILIES]
    assert mine
    for case in mine:
        answer = FAMILIES[case["family"]](case["inputs"])
        assert matches(case["expected"], answer, case["tol"]), case["id"]
    assert {case["family"] for case in every if case["family"].startswith("H")} <= set(FAMILIES)


@given(GRADES)
def test_no_slope_is_cheaper_than_the_cheapest(slope: float) -> None:
    cost = float(running_cost_j_per_kg_m(np.array([slope]))[0])
    assert cost >= formulas.cheapest_grade().cost_j_per_kg_m - 1e-9


@given(st.floats(0.0, 0.44), st.floats(0.001, 0.01))
def test_a_steeper_climb_costs_more(slope: float, more: float) -> None:
    lower, higher = cost_factor(np.array([slope, slope + more]))
    assert higher > lower >= 1.0


def test_beyond_the_measured_slopes_the_cost_of_the_limit_is_used() -> None:
    slopes = np.array([0.45, 0.6, -0.45, -0.9, np.nan])
    costs = running_cost_j_per_kg_m(slopes)
    assert costs[0] == costs[1]
    assert costs[2] == costs[3]
    assert np.isnan(costs[4])


@pytest.mark.parametrize("slope", [-0.1, -0.02, 0.0, 0.03, 0.15])
def test_a_constant_hill_is_read_as_its_slope(slope: float) -> None:
    recording = make_recording(make_series(elevation_m=hill_m(slope)))
    inner = grade_frac(recording)[40:-40]
    assert np.allclose(inner, slope, atol=1e-6)
    adjusted = grade_adjusted_speed_mps(recording)[40:-40]
    assert np.allclose(adjusted, level_speed_mps(np.full(adjusted.shape, 3.0), inner))


def test_the_speed_is_left_alone_where_nothing_was_ever_known_of_altitude() -> None:
    recording = make_recording(make_series(elevation_m=None))
    assert not has_altitude(recording)
    assert np.isnan(grade_frac(recording)).all()
    assert (grade_adjusted_speed_mps(recording)[1:] == 3.0).all()


def test_a_gap_of_the_altitude_is_not_filled_with_a_guess() -> None:
    height_m = hill_m(0.02)
    height_m[600:900] = np.nan
    slopes = grade_frac(make_recording(make_series(elevation_m=height_m)))
    assert np.isnan(slopes[650:850]).all()
    assert np.isfinite(slopes[100:590]).all()


def test_standing_on_a_hill_keeps_its_slope() -> None:
    speed_mps = np.full(1801, 3.0)
    speed_mps[900:960] = 0.0
    path_m = np.cumsum(speed_mps)
    recording = make_recording(make_series(speed_mps=speed_mps, elevation_m=100.0 + 0.05 * path_m))
    assert np.allclose(grade_frac(recording)[890:970], 0.05, atol=0.02)


def test_altimeter_noise_moves_the_adjusted_speed_by_under_one_percent() -> None:
    noise_m = np.random.default_rng(7).normal(0.0, 0.3, 1801)
    recording = make_recording(make_series(elevation_m=50.0 + noise_m))
    assert np.nanmean(grade_adjusted_speed_mps(recording)[1:]) == pytest.approx(3.0, rel=0.01)


def test_an_empty_recording_has_no_slope() -> None:
    recording = make_recording({"elapsed_s": np.zeros(0)})
    assert grade_frac(recording).size == 0
    assert climb_m_per_km(recording) is None


@pytest.mark.parametrize(
    ("climb", "terrain"),
    [(0.0, "flat"), (7.999, "flat"), (8.0, "rolling"), (19.99, "rolling"), (20.0, "hilly")],
)
def test_terrain_is_half_open_in_climb_per_kilometre(climb: float, terrain: str) -> None:
    assert classify_terrain(climb) == terrain
    assert classify_terrain(None) == "unknown"


@pytest.mark.parametrize("climb", [None, 0.0, 30.0])
def test_indoors_is_no_landscape_whatever_the_altimeter_says(climb: float | None) -> None:
    assert classify_terrain(climb, indoor=True) == "indoor"


def test_climb_counts_what_was_gained_per_kilometre() -> None:
    recording = make_recording(make_series(elevation_m=hill_m(0.03)))
    assert climb_m_per_km(recording) == pytest.approx(30.0, rel=0.02)


def test_without_heights_the_ascent_of_the_device_counts() -> None:
    recording = make_recording(make_series(elevation_m=None), summary=DeviceSummary(ascent_m=54.0))
    assert climb_m_per_km(recording) == pytest.approx(10.0, rel=0.01)
    assert climb_m_per_km(make_recording(make_series(elevation_m=None))) is None
