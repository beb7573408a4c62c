"""Wind laid against the track (resolutions row 29)."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hakaru.running.activity import Recording, Weather
from hakaru.running.environment.conditions import (
    resolve_wind,
    track_bearing_deg,
    wind_direction_deg,
    wind_slowdown,
)
from tests.running.factories import make_recording, make_series

M_PER_DEG = 111_195.0
N = 1801


def straight(
    bearing_deg: float, *, latitude_deg: float = 35.0, longitude_deg: float = 139.0
) -> Recording:
    """3 m/s along one direction."""
    bearings = np.full(N, bearing_deg)
    return along(bearings, latitude_deg=latitude_deg, longitude_deg=longitude_deg)


def along(
    bearing_deg: np.ndarray, *, latitude_deg: float = 35.0, longitude_deg: float = 139.0
) -> Recording:
    north_m = np.cumsum(3.0 * np.cos(np.radians(bearing_deg)))
    east_m = np.cumsum(3.0 * np.sin(np.radians(bearing_deg)))
    longitude = longitude_deg + east_m / (M_PER_DEG * np.cos(np.radians(latitude_deg)))
    return make_recording(
        make_series(
            N,
            latitude_deg=latitude_deg + north_m / M_PER_DEG,
            longitude_deg=(longitude + 180.0) % 360.0 - 180.0,
        )
    )


def blown(recording: Recording, speed_mps: float = 5.0, from_deg: float | None = 0.0) -> Recording:
    return replace(recording, weather=Weather(wind_speed_mps=speed_mps, wind_from_deg=from_deg))


@pytest.mark.parametrize("bearing_deg", [0.0, 45.0, 90.0, 200.0, 359.0])
def test_the_direction_of_travel_is_read_from_the_track(bearing_deg: float) -> None:
    found = track_bearing_deg(straight(bearing_deg))
    assert found is not None
    off = (found[20:-20] - bearing_deg + 180.0) % 360.0 - 180.0
    assert np.abs(off).max() < 0.5


def test_the_date_line_does_not_turn_the_runner_round() -> None:
    found = track_bearing_deg(straight(90.0, longitude_deg=179.98))
    assert found is not None
    assert np.allclose(found[20:-20], 90.0, atol=0.5)


@pytest.mark.parametrize(
    ("bearing_deg", "headwind_mps", "head", "tail"),
    [(0.0, 5.0, 1.0, 0.0), (180.0, -5.0, 0.0, 1.0), (90.0, 0.0, 0.0, 0.0), (50.0, 3.214, 1.0, 0.0)],
)
def test_wind_is_resolved_along_the_track(
    bearing_deg: float, headwind_mps: float, head: float, tail: float
) -> None:
    figures = resolve_wind(blown(straight(bearing_deg)))
    assert figures.answer == "resolved"
    assert figures.headwind_mps == pytest.approx(headwind_mps, abs=0.06)
    assert figures.head_share_frac == pytest.approx(head)
    assert figures.tail_share_frac == pytest.approx(tail)


def test_out_and_back_in_wind_costs_time_although_the_mean_wind_is_nil() -> None:
    """A head wind costs more than the same tail wind returns."""
    there_and_back = np.where(np.arange(N) < N // 2, 0.0, 180.0)
    figures = resolve_wind(blown(along(there_and_back)))
    assert figures.headwind_mps == pytest.approx(0.0, abs=0.1)
    assert figures.slowdown is not None
    assert 0.0 < figures.slowdown.low_pct < figures.slowdown.high_pct


@given(st.floats(2.0, 6.0), st.floats(0.5, 10.0))
def test_a_head_wind_costs_more_than_a_tail_wind_returns(speed_mps: float, wind_mps: float) -> None:
    speed, weight = np.array([speed_mps]), np.array([1.0])
    against = wind_slowdown(speed, np.array([wind_mps]), weight_s=weight)
    behind = wind_slowdown(speed, np.array([-wind_mps]), weight_s=weight)
    assert against.low_pct > 0.0
    assert behind.high_pct < 0.0
    assert against.high_pct > -behind.low_pct


def test_still_air_costs_nothing_extra() -> None:
    none = wind_slowdown(np.array([3.0]), np.array([0.0]), weight_s=np.array([1.0]))
    assert (none.low_pct, none.high_pct) == pytest.approx((0.0, 0.0), abs=1e-9)


def test_what_is_missing_is_named() -> None:
    track = straight(0.0)
    no_track = make_recording()
    assert resolve_wind(track).answer == "no_weather"
    assert resolve_wind(blown(track, from_deg=None)).answer == "no_direction"
    assert resolve_wind(blown(no_track)).answer == "no_track"
    assert resolve_wind(blown(replace(track, sub_sport="treadmill"))).answer == "indoor"
    for recording in (blown(track, from_deg=None), blown(no_track)):
        assert resolve_wind(recording).headwind_mps is None
        assert resolve_wind(recording).wind_speed_mps == 5.0


def test_a_track_over_under_half_of_the_run_is_no_track() -> None:
    track = straight(0.0)
    latitude_deg = track.series["latitude_deg"].copy()
    latitude_deg[700:] = np.nan
    holed = replace(track, series={**track.series, "latitude_deg": latitude_deg})
    assert resolve_wind(blown(holed)).answer == "no_track"


def test_a_compass_word_stands_in_for_an_angle() -> None:
    assert wind_direction_deg(Weather(wind_direction_compass="NW")) == 315.0
    assert wind_direction_deg(Weather(wind_direction_compass="N")) == 0.0
    assert wind_direction_deg(Weather(wind_direction_compass="variable")) is None
    assert wind_direction_deg(Weather(wind_from_deg=360.0)) == 0.0


def test_one_fix_is_no_track() -> None:
    latitude_deg = np.full(N, np.nan)
    latitude_deg[5] = 35.0
    series = {**straight(0.0).series, "latitude_deg": latitude_deg}
    assert track_bearing_deg(make_recording(series)) is None
