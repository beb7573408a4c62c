"""What Apple Health calls each quantity that is measured during a run, and in which units.

Speed, contact time, oscillation, step length and power are means over the time that a record
states, heart rate is a moment; steps and distance are what was gained in it. `RunningStrideLength`
is the length of one step, by Apple's definition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from hakaru.core.units import (
    CM_PER_INCH,
    CM_PER_M,
    METRES_PER_FOOT,
    METRES_PER_KM,
    METRES_PER_MILE,
    MM_PER_CM,
    MS_PER_S,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
)
from hakaru.records import frozen
from hakaru.sources.timeline import credible

QuantityName = Literal[
    "heart_rate_bpm", "distance_m", "n_steps", "speed_mps", "power_w", "gct_ms", "vo_cm",
    "step_length_cm", "energy_kcal",
]  # fmt: skip

_LENGTHS_M: Mapping[str, float] = {
    "m": 1.0,
    "km": METRES_PER_KM,
    "mi": METRES_PER_MILE,
    "ft": METRES_PER_FOOT,
    "cm": 1 / CM_PER_M,
    "mm": 1 / (CM_PER_M * MM_PER_CM),
    "in": CM_PER_INCH / CM_PER_M,
    "yd": 3 * METRES_PER_FOOT,
}
_LENGTHS_CM = {unit: CM_PER_M * length_m for unit, length_m in _LENGTHS_M.items()}
_TIMES_S: Mapping[str, float] = {
    "s": 1.0,
    "sec": 1.0,
    "ms": 1 / MS_PER_S,
    "min": SECONDS_PER_MINUTE,
    "hr": SECONDS_PER_HOUR,
}
_SPEEDS_MPS = {
    f"{length}/{time}": length_m / time_s
    for length, length_m in _LENGTHS_M.items()
    for time, time_s in _TIMES_S.items()
}
_KCAL_PER_KJ = 1 / 4.184


@frozen
class Quantity:
    """One type of record: its name here, its place in a spool, and what its units are worth."""

    name: QuantityName
    index: int
    factors: Mapping[str, float]


def _quantities() -> Mapping[str, Quantity]:
    rows: tuple[tuple[str, QuantityName, Mapping[str, float]], ...] = (
        ("HeartRate", "heart_rate_bpm", {"count/min": 1.0, "count/s": SECONDS_PER_MINUTE}),
        ("DistanceWalkingRunning", "distance_m", _LENGTHS_M),
        ("StepCount", "n_steps", {"count": 1.0}),
        ("RunningSpeed", "speed_mps", _SPEEDS_MPS),
        ("RunningPower", "power_w", {"W": 1.0, "kW": 1000.0}),
        ("RunningGroundContactTime", "gct_ms", {u: MS_PER_S * s for u, s in _TIMES_S.items()}),
        ("RunningVerticalOscillation", "vo_cm", _LENGTHS_CM),
        ("RunningStrideLength", "step_length_cm", _LENGTHS_CM),
    )
    return {
        f"HKQuantityTypeIdentifier{apple}": Quantity(name=name, index=index, factors=factors)
        for index, (apple, name, factors) in enumerate(rows)
    }


QUANTITIES: Mapping[str, Quantity] = _quantities()
"""By the identifier that a record carries."""
ENERGY = Quantity(
    name="energy_kcal",
    index=len(QUANTITIES),
    factors={"Cal": 1.0, "kcal": 1.0, "kJ": _KCAL_PER_KJ, "cal": 1e-3},
)
"""Only the total of a workout is read."""
STATISTICS: Mapping[str, Quantity] = {
    **QUANTITIES,
    "HKQuantityTypeIdentifierActiveEnergyBurned": ENERGY,
}
NAMES: tuple[QuantityName, ...] = tuple(quantity.name for quantity in QUANTITIES.values())

_WITH_UNIT = re.compile(r"\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*(\S.*?)?\s*")
_FAHRENHEIT_ZERO, _FAHRENHEIT_STEP = 32.0, 9 / 5
_PERCENT_TIMES_100 = 100.0
"""Humidity is written a hundred times too large: '8100 %'."""


def length_m(text: str | None) -> float | None:
    """A length with its unit ('2357 cm'); None: none, or of no known unit."""
    value, unit = with_unit(text)
    factor = _LENGTHS_M.get(unit)
    return None if value is None or factor is None else value * factor


def temperature_c(text: str | None) -> float | None:
    """A temperature with its unit ('57 degF'); None: none, or of no known unit."""
    value, unit = with_unit(text)
    if value is None:
        return None
    if unit == "degF":
        return (value - _FAHRENHEIT_ZERO) / _FAHRENHEIT_STEP
    return value if unit == "degC" else None


def humidity_pct(text: str | None) -> float | None:
    """A relative humidity; None: none, or no share."""
    value, unit = with_unit(text)
    if value is None or unit != "%" or value < 0:
        return None
    share_pct = value / _PERCENT_TIMES_100 if value > _PERCENT_TIMES_100 else value
    return share_pct if share_pct <= _PERCENT_TIMES_100 else None


def with_unit(text: str | None) -> tuple[float | None, str]:
    """A number and the unit behind it; None: there is no number."""
    match = _WITH_UNIT.fullmatch(text or "")
    return (None, "") if match is None else (float(match[1]), match[2] or "")


def seconds(value: str | None, unit: str | None) -> float | None:
    """A duration in a unit of time; None: none, or of no known unit."""
    number, _ = with_unit(value)
    factor = _TIMES_S.get(unit or "min")
    return None if number is None or factor is None else number * factor


class Clock:
    """Times as Apple writes them ('2024-05-01 07:00:00 +0900'), in seconds since 1970 UTC.

    Neighbouring records share their minute, which is parsed once.
    """

    _MINUTES_MAX = 50_000

    def __init__(self) -> None:
        self._minutes: dict[tuple[str, str], float] = {}

    def unix_s(self, text: str) -> float:
        """Raises ValueError for what is no time of a recording."""
        key = (text[:17], text[19:])
        minute_s = self._minutes.get(key)
        if minute_s is None:
            minute_s = _parsed(f"{key[0]}00{key[1]}").timestamp()
            if len(self._minutes) > self._MINUTES_MAX:
                self._minutes.clear()
            self._minutes[key] = minute_s
        return minute_s + int(text[17:19])


def offset_s(text: str) -> int:
    """The offset from UTC in which a time is written. Raises ValueError where it is no time."""
    offset = _parsed(text).utcoffset()
    return 0 if offset is None else round(offset.total_seconds())


def _parsed(text: str) -> datetime:
    moment = credible(datetime.strptime(text, "%Y-%m-%d %H:%M:%S %z"))
    if moment is None:
        raise ValueError("no time of a recording")
    return moment
