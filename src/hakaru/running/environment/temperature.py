"""Was the air too warm or too cold for this kind of training, and who measured it?

Ranges of the table of training types; its holes are a class of their own (resolutions row 28).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.environment.terrain import is_indoor
from hakaru.running.session.model import TrainingType
from hakaru.running.validity import VALID_WINDOWS

TemperatureClass = Literal["ideal", "acceptable", "slightly_outside", "caution"]
TemperatureSide = Literal["cold", "within", "warm"]
"""On which side of the ideal range the air was."""

TemperatureSource = Literal["weather", "device", "none"]
"""A weather service; only the thermometer of the watch, which feels the arm; or nobody."""

HumidityClass = Literal["normal", "high"]
HUMIDITY_HIGH_PCT = 80.0

DEVICE_SETTLES_S = 600.0
"""A watch taken from a warm room has cooled down after ten minutes."""

_EDGE = 1e-9


class Band(NamedTuple):
    """Ideal and acceptable range (ends included) and where caution begins (ends excluded)."""

    ideal_c: tuple[float, float]
    acceptable_c: tuple[float, float]
    caution_outside_c: tuple[float, float]


_EASY = Band((15.0, 22.0), (10.0, 25.0), (5.0, 28.0))
_BASE = Band((10.0, 18.0), (8.0, 23.0), (3.0, 25.0))
_TEMPO = Band((8.0, 15.0), (5.0, 20.0), (0.0, 23.0))
_FAST = Band((8.0, 15.0), (5.0, 18.0), (0.0, 20.0))

BANDS: Mapping[TrainingType, Band] = {
    "recovery": _EASY,
    "low_moderate": _BASE,
    "aerobic_base": _BASE,
    "long_run": _BASE,
    "trail": _BASE,
    "race": _TEMPO,
    "tempo_threshold": _TEMPO,
    "interval": _FAST,
    "sprint": _FAST,
}
"""No row for an unknown type: nobody knows what it would be too warm for."""


@dataclass(frozen=True, kw_only=True)
class AirTemperature:
    """What is known of the air. `temperature_c` only from a weather service.

    `device_upper_c`: lowest reading of the watch after ten minutes. The arm warms it by some
    degrees, so the air was about that warm or cooler; None: the watch has no thermometer, or the
    run ended before it settled.
    """

    temperature_c: float | None
    source: TemperatureSource
    device_upper_c: float | None = None


def air_temperature(recording: Recording) -> AirTemperature:
    """Temperature of the air and its source; a weather service knows nothing of a room."""
    hint_c = _device_upper_c(recording)
    weather = None if is_indoor(recording) else recording.weather
    if weather is not None and weather.temperature_c is not None:
        return AirTemperature(
            temperature_c=weather.temperature_c, source="weather", device_upper_c=hint_c
        )
    source: TemperatureSource = "none" if hint_c is None else "device"
    return AirTemperature(temperature_c=None, source=source, device_upper_c=hint_c)


def classify_temperature(
    temperature_c: float, training_type: TrainingType
) -> TemperatureClass | None:
    """Ordered class of a temperature for a kind of training; None: unknown type."""
    band = BANDS.get(training_type)
    if band is None:
        return None
    if _is_inside(temperature_c, band.ideal_c):
        return "ideal"
    if _is_inside(temperature_c, band.acceptable_c):
        return "acceptable"
    return "slightly_outside" if _is_inside(temperature_c, band.caution_outside_c) else "caution"


def temperature_side(temperature_c: float, training_type: TrainingType) -> TemperatureSide | None:
    """Which side of the ideal range it lies on; None: unknown type."""
    band = BANDS.get(training_type)
    if band is None:
        return None
    if _is_inside(temperature_c, band.ideal_c):
        return "within"
    return "cold" if temperature_c < band.ideal_c[0] else "warm"


def classify_humidity(relative_humidity_pct: float) -> HumidityClass:
    """High above 80 %."""
    return "high" if relative_humidity_pct > HUMIDITY_HIGH_PCT + _EDGE else "normal"


def _is_inside(value_c: float, bounds_c: tuple[float, float]) -> bool:
    return bounds_c[0] - _EDGE <= value_c <= bounds_c[1] + _EDGE


def _device_upper_c(recording: Recording) -> float | None:
    readings_c = recording.series.get("temperature_c")
    if readings_c is None:
        return None
    low_c, high_c = VALID_WINDOWS["temperature_c"]
    settled = recording.series["elapsed_s"] >= DEVICE_SETTLES_S
    settled &= (readings_c >= low_c) & (readings_c <= high_c)
    return float(np.min(readings_c[settled])) if settled.any() else None
