"""The conditions of a session in one place."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hakaru.running.activity import DeviceSummary, Recording, Weather
from hakaru.running.athlete.model import Athlete
from hakaru.running.environment.conditions import session_environment
from hakaru.running.environment.grade import PersonalGrade
from hakaru.running.environment.heat import HeatSlope
from hakaru.running.session.model import (
    Segment,
    SessionInput,
    Structure,
    TrainingType,
    TypeVerdict,
)
from tests.running.factories import DAY, make_recording, make_series

SLOPE = HeatSlope(
    slope_bpm_per_c=0.5,
    interval_80_bpm_per_c=(0.3, 0.7),
    interval_90_bpm_per_c=(0.2, 0.8),
    n_runs=40,
    spread_c=14.0,
)


def make_session(
    recording: Recording | None = None, training_type: TrainingType = "aerobic_base", **weather: Any
) -> SessionInput:
    run = make_recording() if recording is None else recording
    segment = Segment(role="main", start_elapsed_s=0.0, end_elapsed_s=1800.0, source="whole_run")
    return SessionInput(
        activity_id=1,
        recording=replace(run, weather=Weather(**weather)) if weather else run,
        splits=(),
        structure=Structure(form="steady", segments=(segment,), confidence_frac=1.0),
        figures=(),
        athlete=Athlete(day=DAY),
        zones=None,
        zone_s=None,
        verdict=TypeVerdict(training_type=training_type, source="zones", confidence_frac=0.9),
    )


def test_a_hot_humid_windy_day_is_described_with_ranges() -> None:
    environment = session_environment(
        make_session(temperature_c=26.0, relative_humidity_pct=85.0, wind_speed_mps=6.0), SLOPE
    )
    assert (environment.temperature_class, environment.temperature_side) == ("caution", "warm")
    assert environment.humidity_class == "high"
    assert environment.heat is not None
    assert 0.0 < environment.heat.low_pct < environment.heat.high_pct
    assert environment.own_heat_bpm == pytest.approx((0.3 * 16.0, 0.7 * 16.0))
    assert [rule.name for rule in environment.rules_of_thumb] == ["hot", "humid", "windy"]
    assert environment.wind.answer == "no_direction"


def test_nothing_is_made_up_without_weather() -> None:
    environment = session_environment(make_session())
    assert environment.temperature_c is None
    assert environment.temperature_class is None
    assert environment.wbgt_c is None
    assert environment.heat is None
    assert environment.rules_of_thumb == ()
    assert environment.wind.answer == "no_weather"


def test_a_climb_makes_the_adjusted_speed_faster_than_the_plain_one() -> None:
    hill = make_recording(make_series(elevation_m=10.0 + 0.05 * 3.0 * np.arange(1801)))
    environment = session_environment(make_session(hill))
    assert environment.terrain == "hilly"
    assert environment.running_speed_mps == pytest.approx(3.0, rel=0.01)
    assert environment.grade_adjusted_speed_mps == pytest.approx(3.0 * 1.3014, rel=0.01)


def test_the_runners_own_cost_of_slopes_is_used_and_named() -> None:
    hill = make_recording(make_series(elevation_m=10.0 + 0.05 * 3.0 * np.arange(1801)))
    own = PersonalGrade(exponent=0.5, interval=(0.4, 0.6), n_runs=12, basis="personal")
    environment = session_environment(make_session(hill), personal_grade=own)
    assert environment.own_grade_adjusted_speed_mps == pytest.approx(3.0 * 1.3014**0.5, rel=0.01)
    assert environment.grade_adjusted_speed_mps == pytest.approx(3.0 * 1.3014, rel=0.01)
    assert session_environment(make_session(hill)).own_grade_adjusted_speed_mps is None


def test_without_altitude_there_is_no_adjusted_speed_to_show() -> None:
    environment = session_environment(make_session(make_recording(make_series(elevation_m=None))))
    assert (environment.terrain, environment.grade_adjusted_speed_mps) == ("unknown", None)


def test_indoors_the_weather_is_not_used() -> None:
    indoors = replace(make_recording(), sub_sport="treadmill")
    environment = session_environment(
        make_session(indoors, temperature_c=-5.0, relative_humidity_pct=90.0, wind_speed_mps=9.0)
    )
    assert environment.indoor
    assert environment.temperature_c is None
    assert environment.relative_humidity_pct is None
    assert environment.wind.answer == "indoor"
    assert environment.rules_of_thumb == ()


def test_an_unknown_type_has_no_class_but_keeps_its_figures() -> None:
    environment = session_environment(make_session(training_type="unknown", temperature_c=29.0))
    assert environment.temperature_class is None
    assert environment.temperature_c == 29.0
    assert environment.heat is not None


def test_the_climb_of_the_watch_stands_beside_that_of_the_heights() -> None:
    rising = make_recording(
        make_series(elevation_m=np.linspace(20.0, 74.0, 1801)),
        summary=DeviceSummary(distance_m=5400.0, ascent_m=108.0),
    )
    environment = session_environment(make_session(rising))
    assert environment.climb_m_per_km == pytest.approx(10.0, abs=0.2)
    assert environment.watch_climb_m_per_km == pytest.approx(20.0)


def test_a_walk_has_terrain_and_no_speed() -> None:
    walk = make_recording(make_series(speed_mps=1.2, cadence_spm=100.0))
    environment = session_environment(make_session(walk))
    assert (environment.running_speed_mps, environment.grade_adjusted_speed_mps) == (None, None)
    assert environment.terrain == "flat"
