"""What does the watch state about a lap or a whole run?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.core.units import METRES_PER_KM
from hakaru.sources.simulated.body import heart_rate_zone_bounds_bpm
from hakaru.sources.simulated.motion import Pauses
from hakaru.sources.simulated.noise import AnyUnit, FloatArray

Figure = float | None
"""One figure in the unit of its column; None: not measured."""

_SMOOTHING_S = 15
_KCAL_PER_KG_KM = 1.0


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Sums and means over a lap or the whole run, as the watch states them. None: not measured."""

    distance_m: float
    elapsed_s: float
    timer_s: float
    speed_avg_mps: float | None
    speed_max_mps: float | None
    heart_rate_avg_bpm: float | None
    heart_rate_max_bpm: float | None
    cadence_avg_spm: float | None
    power_avg_w: float | None
    gct_avg_ms: float | None
    vo_avg_cm: float | None
    vr_avg_pct: float | None
    gct_balance_left_avg_pct: float | None
    step_length_avg_cm: float | None
    temperature_avg_c: float | None
    ascent_m: float
    descent_m: float
    calories_kcal: float


def sum_up(
    columns: Mapping[str, FloatArray],
    pauses: Pauses,
    *,
    mass_kg: float,
    span_s: tuple[float, float],
) -> Totals:
    """What the watch would state for the elapsed seconds of `span_s`."""
    start_s, end_s = span_s
    first, last = np.searchsorted(columns["elapsed_s"], [start_s, end_s])
    part = {name: values[first : last + 1] for name, values in columns.items()}
    distance_m = _figure(part["distance_m"][-1:] - part["distance_m"][:1], per_unit=100)
    stopped_s = sum(max(0.0, min(end_s, to_s) - max(start_s, at_s)) for at_s, to_s in pauses)
    timer_s = end_s - start_s - stopped_s
    climb_m = np.diff(_smoothed(part["elevation_m"]))
    return Totals(
        distance_m=distance_m,
        elapsed_s=end_s - start_s,
        timer_s=timer_s,
        speed_avg_mps=round(distance_m / timer_s, 3) if timer_s > 0 else None,
        speed_max_mps=float(part["speed_mps"].max()),
        heart_rate_avg_bpm=_mean(part, "heart_rate_bpm", per_unit=1),
        heart_rate_max_bpm=_largest(part, "heart_rate_bpm"),
        cadence_avg_spm=_mean(part, "cadence_spm", per_unit=64),
        power_avg_w=_mean(part, "power_w", per_unit=1),
        gct_avg_ms=_mean(part, "gct_ms", per_unit=10),
        vo_avg_cm=_mean(part, "vo_cm", per_unit=100),
        vr_avg_pct=_mean(part, "vr_pct", per_unit=100),
        gct_balance_left_avg_pct=_mean(part, "gct_balance_left_pct", per_unit=100),
        step_length_avg_cm=_mean(part, "step_length_cm", per_unit=100),
        temperature_avg_c=_figure(part["temperature_c"], per_unit=1),
        ascent_m=float(np.rint(climb_m[climb_m > 0].sum())),
        descent_m=float(np.rint(-climb_m[climb_m < 0].sum())),
        calories_kcal=float(round(_KCAL_PER_KG_KM * mass_kg * distance_m / METRES_PER_KM)),
    )


def time_in_zones_s(
    columns: Mapping[str, FloatArray], *, heart_rate_max_bpm: float
) -> tuple[float, ...]:
    """Recorded seconds below the first zone, in each zone, and above the last one."""
    heart_rate_bpm = columns["heart_rate_bpm"]
    bounds_bpm = heart_rate_zone_bounds_bpm(heart_rate_max_bpm)
    zone = np.searchsorted(bounds_bpm, heart_rate_bpm[np.isfinite(heart_rate_bpm)], side="right")
    return tuple(np.bincount(zone, minlength=len(bounds_bpm) + 1).astype(np.float64).tolist())


def rounded(values: AnyUnit, *, per_unit: int) -> AnyUnit:
    """`values` in steps of 1 / per_unit."""
    return np.rint(values * per_unit) / per_unit


def _figure(values: AnyUnit, *, per_unit: int) -> float:
    return float(rounded(values.mean(), per_unit=per_unit))


def _mean(part: Mapping[str, FloatArray], name: str, *, per_unit: int) -> Figure:
    values = _above_zero(part, name)
    return _figure(values, per_unit=per_unit) if values.size else None


def _largest(part: Mapping[str, FloatArray], name: str) -> Figure:
    values = _above_zero(part, name)
    return float(values.max()) if values.size else None


def _above_zero(part: Mapping[str, FloatArray], name: str) -> AnyUnit:
    """Values > 0: a zero is no step, no pulse or no value. Empty where the column is absent."""
    values = part.get(name, np.empty(0))
    return values[values > 0]


def _smoothed(values: AnyUnit) -> AnyUnit:
    if len(values) < _SMOOTHING_S:
        return values
    return np.convolve(values, np.full(_SMOOTHING_S, 1.0 / _SMOOTHING_S), "valid")
