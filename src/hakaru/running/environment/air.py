"""The air of a run that no weather service reported: out of a table, or by the runner's own watch.

A watch on the wrist is warmed by the arm. How much is estimated where runs have both; where few or
none do, a prior stands in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray

NEAREST_H: Final = 1.5
"""A row of the table may lie so far from a run where it is not between two rows."""
GAP_H: Final = 6.0
"""Between rows further apart the air is not known: a morning says little of the evening."""
WRIST_WARMER_C: Final = 5.0
WRIST_BETWEEN_SD_C: Final = 2.5
WRIST_RUN_SD_C: Final = 2.0
"""How much warmer a watch at the wrist is than the air, between watches and between runs. Two real
recordings have a weather service beside the watch: 3.6 and 9.2 °C warmer; the rest is assumed. Two
runs with both weigh more than that.
"""
_SDS_80: Final = 1.2816
_MAGNUS: Final = (17.62, 243.12)
"""Vapour pressure over water (WMO guide no. 8, -45..60 °C)."""


def humidity_of_dew_point_pct(temperature_c: FloatArray, dew_point_c: FloatArray) -> FloatArray:
    """Relative humidity by the Magnus formula; NaN where either is not known."""
    factor, offset_c = _MAGNUS
    with np.errstate(invalid="ignore", divide="ignore"):
        exponent = factor * dew_point_c / (offset_c + dew_point_c) - factor * temperature_c / (
            offset_c + temperature_c
        )
        humidity: FloatArray = np.minimum(100.0 * np.exp(exponent), 100.0)
    return humidity


@dataclass(frozen=True, kw_only=True)
class Air:
    """The air of one run; humidity None: not known."""

    temperature_c: float
    relative_humidity_pct: float | None


@dataclass(frozen=True, kw_only=True)
class AirTable:
    """Temperatures in order of time: `hour` since 1970, of the clock that runs are asked by. Days
    only where `daily`: each holds for all runs of its day."""

    hour: FloatArray
    temperature_c: FloatArray
    relative_humidity_pct: FloatArray
    daily: bool = False

    def during(self, start_h: float, end_h: float) -> Air | None:
        """The mean air of a run, linear between rows; None: the table says nothing about then."""
        if self.daily:
            of_day = np.flatnonzero(np.floor(self.hour / 24.0) == math.floor(start_h / 24.0))
            return None if not of_day.size else self._mean(self.hour[of_day])
        asked_h = np.linspace(start_h, end_h, 9)
        known = [hour for hour in asked_h.tolist() if self._reaches(hour)]
        return self._mean(np.array(known)) if len(known) > asked_h.size // 2 else None

    def _reaches(self, hour: float) -> bool:
        after = int(np.searchsorted(self.hour, hour))
        before_h = hour - self.hour[after - 1] if after else math.inf
        later_h = self.hour[after] - hour if after < self.hour.size else math.inf
        return bool(before_h + later_h <= GAP_H or min(before_h, later_h) <= NEAREST_H)

    def _mean(self, hours: FloatArray) -> Air:
        temperature_c = float(np.interp(hours, self.hour, self.temperature_c).mean())
        finite = np.isfinite(self.relative_humidity_pct)
        if not finite.any():
            return Air(temperature_c=temperature_c, relative_humidity_pct=None)
        humidity = np.interp(hours, self.hour[finite], self.relative_humidity_pct[finite])
        return Air(temperature_c=temperature_c, relative_humidity_pct=float(humidity.mean()))


@dataclass(frozen=True, kw_only=True)
class WristBias:
    """How much warmer than the air a watch reads, with the 80 % interval, from `n_runs` that have
    both; 0: what is believed of any watch."""

    warmer_c: float
    low_c: float
    high_c: float
    n_runs: int


def wrist_bias(differences_c: Sequence[float]) -> WristBias:
    """From the differences watch - air of the runs that have both."""
    n_runs = len(differences_c)
    middle_c = float(np.median(differences_c)) if n_runs else 0.0
    own = n_runs / WRIST_RUN_SD_C**2
    believed = 1.0 / WRIST_BETWEEN_SD_C**2
    warmer_c = (own * middle_c + believed * WRIST_WARMER_C) / (own + believed)
    half_c = _SDS_80 / math.sqrt(own + believed)
    return WristBias(
        warmer_c=warmer_c, low_c=warmer_c - half_c, high_c=warmer_c + half_c, n_runs=n_runs
    )


def hours_of(moment: NDArray[np.datetime64]) -> FloatArray:
    """Hours since 1970."""
    hours: FloatArray = moment.astype("datetime64[s]").astype(np.int64) / 3600.0
    return hours
