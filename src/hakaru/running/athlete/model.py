"""What is known about the runner's physiology on a date, from whom, and how sure is it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from hakaru.running.activity import Sex

Quantity = Literal[
    "heart_rate_max_bpm",
    "heart_rate_rest_bpm",
    "lt_heart_rate_bpm",
    "threshold_speed_mps",
    "critical_power_w",
    "vo2_max_ml_per_kg_min",
    "weight_kg",
    "height_cm",
    "age_years",
]
"""A quantity of the athlete; its unit is in its name."""

ALWAYS = date(1900, 1, 1)
"""Since when something holds that was stated without a day."""

Origin = Literal["user", "watch", "estimated"]
"""Who says so, most trusted first: the runner, a device at that date, our estimate."""


@dataclass(frozen=True, kw_only=True)
class Known:
    """One value at a date.

    `method` is a code: 'stated', 'device', or the name of an estimate. `on` is the day it was
    stated or measured (None: the source does not say). `low`, `high` bound an estimate (80 %), in
    the unit of the quantity; None for a stated or reported value. `stale`: older than it can be
    trusted, or at odds with what newer runs show.
    """

    value: float
    origin: Origin
    method: str
    on: date | None = None
    low: float | None = None
    high: float | None = None
    stale: bool = False


@dataclass(frozen=True, kw_only=True)
class Athlete:
    """Everything known on `day`. A quantity nobody knows is absent: then criteria that need it
    cannot tell, and the runner is asked.

    `known` holds the figure that is believed, one each, and everything is computed from it;
    `sources` what else somebody says of the same quantity (the watch, runs, the runner), the most
    trusted first, so that a page can say where they disagree. Absent: nobody says anything else.
    """

    day: date
    known: Mapping[Quantity, Known] = field(default_factory=dict)
    sex: Sex | None = None
    sources: Mapping[Quantity, tuple[Known, ...]] = field(default_factory=dict)

    def value(self, quantity: Quantity) -> float | None:
        """The value alone; None: unknown."""
        known_value = self.known.get(quantity)
        return None if known_value is None else known_value.value


@dataclass(frozen=True, kw_only=True)
class HeartRateZones:
    """Five half-open zones: zone n is [low_bpm[n-1], low_bpm[n]), the fifth has no end.

    `basis`: bounds of the watch, shares of threshold heart rate, or shares of the maximum.
    """

    low_bpm: tuple[float, float, float, float, float]
    basis: Literal["watch", "lt_heart_rate", "heart_rate_max"]
