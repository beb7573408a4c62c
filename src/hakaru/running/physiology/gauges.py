"""Where would a device's colour gauge put a value among all its users?

Percentiles of one maker's users, whatever their speed: context beside a verdict, never scored.
Makers change their bands, so that sets carry a version. Set `chest_strap_1`: the colours that two
public programs agree on (research running.md §2.4); cadence counts both feet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hakaru.running.activity import SensorGroup

GaugeZone = Literal["purple", "blue", "green", "orange", "red"]
BalanceBand = Literal["good", "fair", "poor"]
GaugeMetric = Literal["gct_ms", "vo_cm", "vr_pct", "cadence_spm"]
GaugeVersion = Literal["chest_strap_1"]
GAUGE_METRICS: tuple[GaugeMetric, ...] = ("gct_ms", "vo_cm", "vr_pct", "cadence_spm")

ZONES: tuple[GaugeZone, ...] = ("purple", "blue", "green", "orange", "red")
PERCENTILES: Mapping[GaugeZone, tuple[int, int]] = {
    "purple": (95, 100),
    "blue": (70, 95),
    "green": (30, 70),
    "orange": (5, 30),
    "red": (0, 5),
}
"""[low, high) percent of the maker's users that a zone holds."""

CUTS: Mapping[GaugeVersion, Mapping[GaugeMetric, tuple[float, float, float, float]]] = {
    "chest_strap_1": {
        "gct_ms": (208.0, 241.0, 273.0, 306.0),
        "vo_cm": (6.7, 8.4, 10.1, 11.9),
        "vr_pct": (6.1, 7.5, 8.7, 10.2),
        "cadence_spm": (186.0, 174.0, 163.0, 151.0),
    }
}
"""Where the next zone begins: from purple to red upwards, for cadence downwards. The bands are
printed in steps of a unit; a value between two steps belongs to the band below it."""

BALANCE_CUTS_PCT: tuple[float, float] = (0.8, 2.3)
"""Distance of the left share from 50 % at which a balance is fair, and poor (49.3-50.7 is good,
47.8-52.2 fair)."""

POD_METRICS: frozenset[GaugeMetric] = frozenset({"gct_ms", "cadence_spm"})
"""What the set says about a foot or waist pod: its oscillation has bands of its own."""

_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class GaugeReading:
    """One value in its metric's unit, and its colour."""

    metric: GaugeMetric
    value: float
    zone: GaugeZone
    version: GaugeVersion


def gauge_zone(
    metric: GaugeMetric, value: float, *, version: GaugeVersion = "chest_strap_1"
) -> GaugeZone:
    """The colour of a value in its metric's unit."""
    cuts = CUTS[version][metric]
    if cuts[0] < cuts[-1]:
        return ZONES[sum(value >= cut - _TOLERANCE for cut in cuts)]
    return ZONES[sum(value < cut - _TOLERANCE for cut in cuts)]


def gauge_readings(
    means: Mapping[GaugeMetric, float | None],
    sensor_group: SensorGroup | None,
    *,
    version: GaugeVersion = "chest_strap_1",
) -> tuple[GaugeReading, ...]:
    """The colours of what was measured by a sensor that the set is about; others get none."""
    if sensor_group is None or not sensor_group.startswith("garmin"):
        return ()
    return tuple(
        GaugeReading(
            metric=metric,
            value=value,
            zone=gauge_zone(metric, value, version=version),
            version=version,
        )
        for metric, value in means.items()
        if value is not None and (sensor_group != "garmin-pod" or metric in POD_METRICS)
    )


def balance_band(left_pct: float) -> BalanceBand:
    """The band of a left share of contact time."""
    off_pct = abs(left_pct - 50.0)
    fair_from_pct, poor_from_pct = BALANCE_CUTS_PCT
    if off_pct < fair_from_pct - _TOLERANCE:
        return "good"
    return "fair" if off_pct < poor_from_pct - _TOLERANCE else "poor"
