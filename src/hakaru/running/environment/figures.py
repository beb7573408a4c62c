"""Under which conditions was a session run? Class, ranges of effect, terrain: never an excuse.

No star and no point of form depends on anything in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.environment.grade import grade_adjusted_speed_mps, has_altitude
from hakaru.running.environment.heat import HeatSlope
from hakaru.running.environment.heat_stress import heat_slowdown, wbgt_range_c
from hakaru.running.environment.personal_grade import GradeBasis, PersonalGrade
from hakaru.running.environment.slowdown import Slowdown
from hakaru.running.environment.temperature import (
    BANDS,
    AirTemperature,
    HumidityClass,
    TemperatureClass,
    TemperatureSide,
    TemperatureSource,
    air_temperature,
    classify_humidity,
    classify_temperature,
    temperature_side,
)
from hakaru.running.environment.terrain import classify_terrain, climb_m_per_km, is_indoor
from hakaru.running.environment.wind import WindFigures, resolve_wind
from hakaru.running.session.model import SessionInput, TrainingType
from hakaru.running.session.summary import Terrain
from hakaru.running.validity import read_motion

RuleOfThumbName = Literal["hot", "humid", "windy"]

HOT_ABOVE_IDEAL_C = 5.0
WINDY_MPS = 5.0


@dataclass(frozen=True, kw_only=True)
class RuleOfThumb:
    """What the table of training types says of such a day, as context: it is not measured on this
    runner. None: the table names no figure. For wind the range holds against it; with it the
    table's symmetric gain is not shown, because less comes back (resolutions row 29)."""

    name: RuleOfThumbName
    pace_s_per_km: tuple[float, float]
    heart_rate_bpm: tuple[float, float] | None = None


RULES_OF_THUMB: Mapping[RuleOfThumbName, RuleOfThumb] = {
    "hot": RuleOfThumb(name="hot", pace_s_per_km=(5.0, 8.0), heart_rate_bpm=(3.0, 5.0)),
    "humid": RuleOfThumb(name="humid", pace_s_per_km=(5.0, 10.0)),
    "windy": RuleOfThumb(name="windy", pace_s_per_km=(10.0, 15.0)),
}

_PUBLISHED = PersonalGrade(exponent=1.0, interval=(np.nan, np.nan), n_runs=0, basis="published")


@dataclass(frozen=True, kw_only=True)
class EnvironmentFigures:
    """Conditions of one session. None: not known, or (classes) no row for an unknown type.

    `wbgt_c` are bounds of heat stress in the shade; `heat` is what fields of racers lose there,
    `own_heat_bpm` what this runner's own runs say (80 %), None without enough of them. Speeds are
    means over running time of the whole run; `grade_adjusted_speed_mps` None without altitude,
    `grade_basis` whose cost of slopes it uses.
    """

    indoor: bool
    terrain: Terrain
    climb_m_per_km: float | None
    running_speed_mps: float | None
    grade_adjusted_speed_mps: float | None
    grade_basis: GradeBasis
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
    humidity_pct = _humidity_pct(recording)
    wbgt_c = None if air.temperature_c is None else wbgt_range_c(air.temperature_c, humidity_pct)
    grade = _PUBLISHED if personal_grade is None else personal_grade
    speed_mps, adjusted_mps = _mean_speeds_mps(recording, grade.exponent)
    climb, indoor = climb_m_per_km(recording), is_indoor(recording)
    wind = resolve_wind(recording)
    known_c = air.temperature_c
    return EnvironmentFigures(
        indoor=indoor,
        terrain=classify_terrain(climb, indoor=indoor),
        climb_m_per_km=climb,
        running_speed_mps=speed_mps,
        grade_adjusted_speed_mps=adjusted_mps,
        grade_basis=grade.basis,
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


def _own_heat_bpm(
    slope: HeatSlope | None, temperature_c: float | None
) -> tuple[float, float] | None:
    return None if slope is None or temperature_c is None else slope.added_bpm(temperature_c)


def _humidity_pct(recording: Recording) -> float | None:
    if is_indoor(recording) or recording.weather is None:
        return None
    return recording.weather.relative_humidity_pct


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
