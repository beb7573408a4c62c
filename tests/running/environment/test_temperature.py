"""Classes of temperature, and who measured it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import Recording, Weather
from hakaru.running.environment.heat import (
    BANDS,
    Slowdown,
    air_temperature,
    classify_humidity,
    classify_temperature,
    heat_slowdown,
    temperature_side,
    wbgt_range_c,
    wbgt_shade_c,
    wet_bulb_c,
)
from hakaru.running.session.model import TrainingType
from tests.running.factories import make_recording, make_series

ORDER = ("ideal", "acceptable", "slightly_outside", "caution")


def watched(readings_c: float | np.ndarray | None, weather: Weather | None = None) -> Recording:
    return replace(make_recording(make_series(temperature_c=readings_c)), weather=weather)


@given(st.sampled_from(sorted(BANDS)), st.floats(-20.0, 45.0), st.floats(0.0, 10.0))
def test_every_temperature_has_a_class_and_further_out_is_never_better(
    training_type: TrainingType, temperature_c: float, more_c: float
) -> None:
    """Resolutions row 28: no holes, and classes are ordered."""
    here = classify_temperature(temperature_c, training_type)
    middle_c = sum(BANDS[training_type].ideal_c) / 2.0
    further_c = temperature_c + (more_c if temperature_c >= middle_c else -more_c)
    further = classify_temperature(further_c, training_type)
    assert here in ORDER
    assert further in ORDER
    assert ORDER.index(further) >= ORDER.index(here)


@pytest.mark.parametrize(
    ("training_types", "lower_ends_c", "upper_ends_c"),
    [
        (("recovery",), (15.0, 10.0, 5.0), (22.0, 25.0, 28.0)),
        (("low_moderate", "aerobic_base", "long_run"), (10.0, 8.0, 3.0), (18.0, 23.0, 25.0)),
        (("tempo_threshold",), (8.0, 5.0, 0.0), (15.0, 20.0, 23.0)),
        (("interval", "sprint"), (8.0, 5.0, 0.0), (15.0, 18.0, 20.0)),
    ],
)
def test_classes_end_where_the_table_of_the_requirement_says(
    training_types: tuple[TrainingType, ...],
    lower_ends_c: tuple[float, ...],
    upper_ends_c: tuple[float, ...],
) -> None:
    """T 287-290: ideal, acceptable, and where caution begins; ends belong to the better class."""
    for training_type in training_types:
        for better, worse, low_c, high_c in zip(
            ORDER, ORDER[1:], lower_ends_c, upper_ends_c, strict=False
        ):
            for end_c, away_c in ((low_c, -0.1), (high_c, 0.1)):
                assert classify_temperature(end_c, training_type) == better
                assert classify_temperature(end_c + away_c, training_type) == worse


@pytest.mark.parametrize(
    ("training_type", "temperature_c", "expected"),
    [
        ("recovery", 7.0, "slightly_outside"),
        ("recovery", 28.0, "slightly_outside"),
        ("recovery", 28.1, "caution"),
        ("aerobic_base", 5.0, "slightly_outside"),
        ("long_run", 18.0, "ideal"),
        ("interval", 19.0, "slightly_outside"),
        ("sprint", 20.1, "caution"),
        ("unknown", 20.0, None),
    ],
)
def test_the_holes_of_the_table_are_a_little_outside(
    training_type: TrainingType, temperature_c: float, expected: str | None
) -> None:
    """Resolutions row 28."""
    assert classify_temperature(temperature_c, training_type) == expected


def test_the_side_tells_too_cold_from_too_warm() -> None:
    assert temperature_side(-3.0, "recovery") == "cold"
    assert temperature_side(30.0, "recovery") == "warm"
    assert temperature_side(18.0, "recovery") == "within"
    assert temperature_side(18.0, "unknown") is None


def test_humidity_is_high_above_eighty_percent() -> None:
    assert classify_humidity(80.0) == "normal"
    assert classify_humidity(80.5) == "high"


def test_the_thermometer_of_a_watch_is_never_the_temperature_of_the_air() -> None:
    readings_c = np.linspace(31.0, 25.0, 1801)
    air = air_temperature(watched(readings_c))
    assert air.source == "device"
    assert air.temperature_c is None
    assert air.device_upper_c == pytest.approx(25.0)


def test_a_weather_service_is_preferred_and_the_watch_stays_a_hint() -> None:
    air = air_temperature(watched(27.0, Weather(temperature_c=14.0)))
    assert (air.temperature_c, air.source, air.device_upper_c) == (14.0, "weather", 27.0)


def test_a_watch_says_nothing_before_it_has_settled() -> None:
    short = make_recording(make_series(500, temperature_c=30.0))
    assert air_temperature(short).source == "none"
    assert air_temperature(short).device_upper_c is None


def test_the_weather_outside_is_not_the_air_of_a_treadmill() -> None:
    indoors = replace(watched(None, Weather(temperature_c=3.0)), sub_sport="treadmill")
    assert air_temperature(indoors).source == "none"


def test_the_wet_bulb_agrees_with_its_published_example() -> None:
    assert wet_bulb_c(20.0, 50.0) == pytest.approx(13.7, abs=0.05)
    assert wet_bulb_c(60.0, 50.0) is None


@given(st.floats(0.0, 45.0), st.floats(10.0, 90.0), st.floats(0.5, 9.0))
def test_damper_air_is_more_heat_stress(
    temperature_c: float, humidity_pct: float, more_pct: float
) -> None:
    drier, damper = (
        wbgt_shade_c(temperature_c, humid) for humid in (humidity_pct, humidity_pct + more_pct)
    )
    assert drier is not None
    assert damper is not None
    assert damper > drier


def test_unknown_humidity_widens_the_range_instead_of_being_guessed() -> None:
    known, unknown = wbgt_range_c(28.0, 60.0), wbgt_range_c(28.0, None)
    assert known is not None
    assert unknown is not None
    assert known[0] == known[1]
    assert unknown[0] < known[0] < unknown[1]
    narrow, wide = heat_slowdown(known), heat_slowdown(unknown)
    assert wide.low_pct < narrow.low_pct < narrow.high_pct < wide.high_pct


@given(st.floats(7.5, 15.0), st.floats(7.5, 15.0))
def test_inside_the_optimum_nothing_is_lost(one_c: float, other_c: float) -> None:
    slowed = heat_slowdown((min(one_c, other_c), max(one_c, other_c)))
    assert slowed == Slowdown(low_pct=0.0, high_pct=0.0)


def test_cold_costs_too() -> None:
    assert heat_slowdown((2.5, 2.5)).low_pct == pytest.approx(1.5)


@given(st.floats(0.0, 10.0), st.floats(0.0, 10.0), st.floats(200.0, 500.0))
def test_what_was_lost_is_the_slowed_pace_less_the_ideal_one(
    low_pct: float, more_pct: float, pace_s_per_km: float
) -> None:
    slowed = Slowdown(low_pct=low_pct, high_pct=low_pct + more_pct)
    low, high = slowed.pace_s_per_km(pace_s_per_km)
    assert low - slowed.lost_s_per_km(low)[0] == pytest.approx(pace_s_per_km)
    assert high - slowed.lost_s_per_km(high)[1] == pytest.approx(pace_s_per_km)


def test_heat_stress_outside_the_range_of_the_formula_is_not_stated() -> None:
    assert wbgt_range_c(-30.0, 50.0) is None
