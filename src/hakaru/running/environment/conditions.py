"""Conditions of a session: their class, ranges of effect, and the wind.

Air resistance is a share of the cost of running that grows with the square of the speed of the air
past the runner (Pugh 1971, J Physiol 213:255). A head wind therefore costs more than the same tail
wind returns, and a tail wind helps even less than the square says (Davies 1980, J Appl Physiol
48:702: about half). Both sources, and the unknown shelter near the ground, give a range.

No star and no point of form depends on anything in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Literal

import numpy as np

from hakaru.core.units import METRES_PER_KM, PERCENT
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, Recording, Weather
from hakaru.running.environment.grade import (
    PersonalGrade,
    change_around,
    classify_terrain,
    climb_m_per_km,
    grade_adjusted_speed_mps,
    has_altitude,
    is_indoor,
    is_known_around,
)
from hakaru.running.environment.heat import (
    BANDS,
    AirTemperature,
    HeatSlope,
    HumidityClass,
    Slowdown,
    TemperatureClass,
    TemperatureSide,
    TemperatureSource,
    air_temperature,
    classify_humidity,
    classify_temperature,
    heat_slowdown,
    temperature_side,
    wbgt_range_c,
)
from hakaru.running.session.model import SessionInput, Terrain, TrainingType
from hakaru.running.validity import BoolArray, Motion, read_motion

WindAnswer = Literal["resolved", "no_direction", "no_track", "no_weather", "indoor"]
"""Whether wind could be laid against the track, and if not, what was missing."""

COST_PER_SQUARE = (0.04 / 6.0**2, 0.075 / 6.0**2)
"""Share of the cost of running per (m/s)^2 of air speed: 4 % at 6 m/s in still air (Davies 1980),
7.5 % (Pugh 1971)."""

SHELTER_FRAC = (0.5, 0.8)
"""Wind at a runner's height over wind at the 10 m of a weather station: between houses, open land
(power law of the wind profile with exponents of about 0.36 and 0.12)."""

TAIL_RETURN_FRAC = (0.5, 1.0)
"""How much of the saving that the square promises a tail wind really gives."""

BASELINE_M = 30.0
"""Length over which a direction is read."""

BASELINE_MIN_M = 10.0
TRACK_GAP_M = 100.0
TRACK_SHARE_MIN_FRAC = 0.5
"""Directions must be known for at least this share of running time."""

SECTOR_DEG = 60.0
"""Head wind comes from within 60 degrees of ahead, tail wind from within 60 of behind."""

_COMPASS = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)
_FULL_TURN_DEG = 360.0


@frozen
class WindFigures:
    """Wind laid against the track; all figures None unless `answer` is 'resolved'.

    Speeds are those of the weather station (10 m above ground), means over running time:
    `headwind_mps` is signed, positive into the wind. Shares of running time add up to 1.
    """

    answer: WindAnswer
    wind_speed_mps: float | None = None
    wind_from_deg: float | None = None
    headwind_mps: float | None = None
    crosswind_mps: float | None = None
    head_share_frac: float | None = None
    cross_share_frac: float | None = None
    tail_share_frac: float | None = None
    slowdown: Slowdown | None = None


def track_bearing_deg(recording: Recording, motion: Motion | None = None) -> FloatArray | None:
    """Direction of travel at each sample, 0..360 clockwise from north, over some 30 m.

    NaN where standing or unknown; None: the recording has no track.
    """
    latitude_deg = recording.series.get("latitude_deg")
    longitude_deg = recording.series.get("longitude_deg")
    if latitude_deg is None or longitude_deg is None:
        return None
    measured = np.isfinite(latitude_deg) & np.isfinite(longitude_deg)
    if np.count_nonzero(measured) < 2:
        return None
    moved = read_motion(recording.series, recording.pauses) if motion is None else motion
    path_m = np.cumsum(moved.step_m)
    north_deg, over_m = change_around(
        path_m, _bridged(latitude_deg, measured, moved.elapsed_s), length_m=BASELINE_M
    )
    unwrapped_deg = _bridged(longitude_deg, measured, moved.elapsed_s, wraps=True)
    east_deg, _ = change_around(path_m, unwrapped_deg, length_m=BASELINE_M)
    east_deg = east_deg * np.cos(np.radians(np.median(latitude_deg[measured])))
    bearing_deg = np.degrees(np.arctan2(east_deg, north_deg)) % _FULL_TURN_DEG
    sure = is_known_around(path_m, measured, gap_m=TRACK_GAP_M) & (over_m >= BASELINE_MIN_M)
    sure &= (north_deg != 0.0) | (east_deg != 0.0)
    return np.where(sure, bearing_deg, np.nan)


def wind_direction_deg(weather: Weather) -> float | None:
    """Where the wind comes from, 0..360; read from the compass word where no angle was reported."""
    if weather.wind_from_deg is not None:
        return weather.wind_from_deg % _FULL_TURN_DEG
    word = (weather.wind_direction_compass or "").strip().upper()
    return _COMPASS.index(word) * _FULL_TURN_DEG / len(_COMPASS) if word in _COMPASS else None


def resolve_wind(recording: Recording) -> WindFigures:
    """Head, cross and tail wind of a run, and what they cost, as far as it can be known."""
    weather = recording.weather
    if is_indoor(recording):
        return WindFigures(answer="indoor")
    if weather is None or weather.wind_speed_mps is None:
        return WindFigures(answer="no_weather")
    from_deg = wind_direction_deg(weather)
    if from_deg is None:
        return WindFigures(answer="no_direction", wind_speed_mps=weather.wind_speed_mps)
    motion = read_motion(recording.series, recording.pauses)
    bearing_deg = track_bearing_deg(recording, motion)
    known_s = _known_s(motion, bearing_deg)
    if bearing_deg is None or known_s is None:
        return WindFigures(
            answer="no_track", wind_speed_mps=weather.wind_speed_mps, wind_from_deg=from_deg
        )
    return _laid_against(
        motion,
        bearing_deg,
        known_s=known_s,
        wind_speed_mps=weather.wind_speed_mps,
        from_deg=from_deg,
    )


def wind_slowdown(
    speed_mps: FloatArray, headwind_mps: FloatArray, *, weight_s: FloatArray
) -> Slowdown:
    """Cost of a head wind (negative: tail wind) at running speeds, over still air; mean by time.

    The range spans both sources, both shelters and both returns of a tail wind.
    """
    costs = [
        _cost_frac(speed_mps, headwind_mps * shelter, per_square=per_square, tail_return=returned)
        @ weight_s
        / weight_s.sum()
        for per_square, shelter, returned in product(
            COST_PER_SQUARE, SHELTER_FRAC, TAIL_RETURN_FRAC
        )
    ]
    return Slowdown(low_pct=PERCENT * float(min(costs)), high_pct=PERCENT * float(max(costs)))


def _cost_frac(
    speed_mps: FloatArray, headwind_mps: FloatArray, *, per_square: float, tail_return: float
) -> FloatArray:
    air_mps = speed_mps + headwind_mps
    still = per_square * np.square(speed_mps)
    change = (per_square * air_mps * np.abs(air_mps) - still) / (1.0 + still)
    return np.where(change < 0.0, tail_return * change, change)


def _laid_against(
    motion: Motion,
    bearing_deg: FloatArray,
    *,
    known_s: FloatArray,
    wind_speed_mps: float,
    from_deg: float,
) -> WindFigures:
    there = known_s > 0.0
    weight_s, speed_mps = known_s[there], motion.speed_mps[there]
    off_deg = np.abs((bearing_deg[there] - from_deg + 180.0) % _FULL_TURN_DEG - 180.0)
    headwind_mps = wind_speed_mps * np.cos(np.radians(off_deg))
    total_s = weight_s.sum()
    head = float(weight_s[off_deg < SECTOR_DEG].sum() / total_s)
    tail = float(weight_s[off_deg > 180.0 - SECTOR_DEG].sum() / total_s)
    crosswind_mps = wind_speed_mps * np.sin(np.radians(off_deg))
    return WindFigures(
        answer="resolved",
        wind_speed_mps=wind_speed_mps,
        wind_from_deg=from_deg,
        headwind_mps=float(headwind_mps @ weight_s / total_s),
        crosswind_mps=float(crosswind_mps @ weight_s / total_s),
        head_share_frac=head,
        cross_share_frac=max(0.0, 1.0 - head - tail),
        tail_share_frac=tail,
        slowdown=wind_slowdown(speed_mps, headwind_mps, weight_s=weight_s),
    )


def _known_s(motion: Motion, bearing_deg: FloatArray | None) -> FloatArray | None:
    """Running time with a known direction; None: under half of the running time has one."""
    if bearing_deg is None:
        return None
    known_s = np.where(np.isfinite(bearing_deg), motion.running_s, 0.0)
    enough_s = TRACK_SHARE_MIN_FRAC * motion.running_s.sum()
    return known_s if known_s.sum() > 0.0 and known_s.sum() >= enough_s else None


def _bridged(
    angle_deg: FloatArray, measured: BoolArray, elapsed_s: FloatArray, *, wraps: bool = False
) -> FloatArray:
    """Gaps filled linearly; an angle with a period is unwrapped first (the date line)."""
    there_deg = angle_deg[measured]
    if wraps:
        there_deg = np.unwrap(there_deg, period=_FULL_TURN_DEG)
    return np.interp(elapsed_s, elapsed_s[measured], there_deg)


RuleOfThumbName = Literal["hot", "humid", "windy"]

HOT_ABOVE_IDEAL_C = 5.0
WINDY_MPS = 5.0


@frozen
class RuleOfThumb:
    """What the table of training types says of such a day, as context: it is not measured on this
    runner. None: the table names no figure. For wind the range holds against it; with it the
    table's symmetric gain is not shown, because less comes back."""

    name: RuleOfThumbName
    pace_s_per_km: tuple[float, float]
    heart_rate_bpm: tuple[float, float] | None = None


RULES_OF_THUMB: Mapping[RuleOfThumbName, RuleOfThumb] = {
    "hot": RuleOfThumb(name="hot", pace_s_per_km=(5.0, 8.0), heart_rate_bpm=(3.0, 5.0)),
    "humid": RuleOfThumb(name="humid", pace_s_per_km=(5.0, 10.0)),
    "windy": RuleOfThumb(name="windy", pace_s_per_km=(10.0, 15.0)),
}

_PUBLISHED_EXPONENT = 1.0


@frozen
class EnvironmentFigures:
    """Conditions of one session. None: not known, or (classes) no row for an unknown type.

    `wbgt_c` are bounds of heat stress in the shade; `heat` is what fields of racers lose there,
    `own_heat_bpm` what this runner's own runs say (80 %), None without enough of them. Speeds are
    means over running time of the whole run; `grade_adjusted_speed_mps` is by the published cost of
    slopes (None without altitude), `own_grade_adjusted_speed_mps` by what they cost this runner
    (None until earlier runs tell it). `climb_m_per_km` and `terrain` are by the heights recorded;
    `watch_climb_m_per_km` is the ascent that the watch states (None: none) over its distance.
    """

    indoor: bool
    terrain: Terrain
    climb_m_per_km: float | None
    watch_climb_m_per_km: float | None = None
    running_speed_mps: float | None
    grade_adjusted_speed_mps: float | None
    own_grade_adjusted_speed_mps: float | None
    temperature_c: float | None
    temperature_source: TemperatureSource
    device_upper_c: float | None
    temperature_class: TemperatureClass | None
    temperature_side: TemperatureSide | None
    relative_humidity_pct: float | None
    humidity_class: HumidityClass | None
    wbgt_c: tuple[float, float] | None
    heat: Slowdown | None
    own_heat_bpm: tuple[float, float] | None
    wind: WindFigures
    rules_of_thumb: tuple[RuleOfThumb, ...]


def session_environment(
    session: SessionInput,
    heat_slope: HeatSlope | None = None,
    *,
    personal_grade: PersonalGrade | None = None,
) -> EnvironmentFigures:
    """Everything known about the conditions of a session.

    `heat_slope`, `personal_grade` are what the runner's own earlier runs say; None: too few.
    """
    recording = session.recording
    training_type = session.verdict.training_type
    air = air_temperature(recording)
    indoor, weather = is_indoor(recording), recording.weather
    humidity_pct = None if indoor or weather is None else weather.relative_humidity_pct
    wbgt_c = None if air.temperature_c is None else wbgt_range_c(air.temperature_c, humidity_pct)
    speed_mps, adjusted_mps = _mean_speeds_mps(recording, _PUBLISHED_EXPONENT)
    own_mps = None
    if personal_grade is not None and personal_grade.basis == "personal":
        _, own_mps = _mean_speeds_mps(recording, personal_grade.exponent)
    climb = climb_m_per_km(recording)
    wind = resolve_wind(recording)
    known_c = air.temperature_c
    return EnvironmentFigures(
        indoor=indoor,
        terrain=classify_terrain(climb, indoor=indoor),
        climb_m_per_km=climb,
        watch_climb_m_per_km=_watch_climb_m_per_km(recording),
        running_speed_mps=speed_mps,
        grade_adjusted_speed_mps=adjusted_mps,
        own_grade_adjusted_speed_mps=own_mps,
        temperature_c=known_c,
        temperature_source=air.source,
        device_upper_c=air.device_upper_c,
        temperature_class=None if known_c is None else classify_temperature(known_c, training_type),
        temperature_side=None if known_c is None else temperature_side(known_c, training_type),
        relative_humidity_pct=humidity_pct,
        humidity_class=None if humidity_pct is None else classify_humidity(humidity_pct),
        wbgt_c=wbgt_c,
        heat=None if wbgt_c is None else heat_slowdown(wbgt_c),
        own_heat_bpm=_own_heat_bpm(heat_slope, known_c),
        wind=wind,
        rules_of_thumb=_rules_of_thumb(air, humidity_pct, wind=wind, training_type=training_type),
    )


def _watch_climb_m_per_km(recording: Recording) -> float | None:
    ascent_m, distance_m = recording.summary.ascent_m, recording.summary.distance_m
    if ascent_m is None or not distance_m:
        return None
    return ascent_m / (distance_m / METRES_PER_KM)


def _own_heat_bpm(
    slope: HeatSlope | None, temperature_c: float | None
) -> tuple[float, float] | None:
    return None if slope is None or temperature_c is None else slope.added_bpm(temperature_c)


def mean_adjusted_speed_mps(recording: Recording) -> float | None:
    """Level speed of equal cost over running time, m/s, by the published cost of slopes; None:
    no altitude, or nobody ran. What `session_environment` says of it."""
    return _mean_speeds_mps(recording, _PUBLISHED_EXPONENT)[1]


def _mean_speeds_mps(recording: Recording, exponent: float) -> tuple[float | None, float | None]:
    """Speed and level speed of equal cost, over running time; None: nothing known."""
    motion = read_motion(recording.series, recording.pauses)
    running_s = motion.running_s
    if not running_s.sum() > 0.0:
        return None, None
    there = motion.running
    speed_mps = float(motion.step_m[there].sum() / running_s.sum())
    if not has_altitude(recording):
        return speed_mps, None
    adjusted_mps = grade_adjusted_speed_mps(recording, motion, exponent=exponent)
    measured = there & np.isfinite(adjusted_mps)
    plain = running_s[measured] @ motion.speed_mps[measured]
    if not plain > 0.0:
        return speed_mps, None
    return speed_mps, speed_mps * float(running_s[measured] @ adjusted_mps[measured] / plain)


def _rules_of_thumb(
    air: AirTemperature,
    humidity_pct: float | None,
    *,
    wind: WindFigures,
    training_type: TrainingType,
) -> tuple[RuleOfThumb, ...]:
    band = BANDS.get(training_type)
    hot_from_c = np.inf if band is None else band.ideal_c[1] + HOT_ABOVE_IDEAL_C
    names: list[RuleOfThumbName] = []
    if air.temperature_c is not None and air.temperature_c >= hot_from_c - 1e-9:
        names.append("hot")
    if humidity_pct is not None and classify_humidity(humidity_pct) == "high":
        names.append("humid")
    if wind.wind_speed_mps is not None and wind.wind_speed_mps > WINDY_MPS + 1e-9:
        names.append("windy")
    return tuple(RULES_OF_THUMB[name] for name in names)
