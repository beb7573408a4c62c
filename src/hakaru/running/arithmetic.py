"""Figures of a step that follow from others by arithmetic.

A cadence counts both feet, a step is one foot to the other, a stride two steps.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from hakaru.core.units import (
    FEET_PER_STRIDE,
    MS_PER_S,
    PERCENT,
    SECONDS_PER_MINUTE,
    pace_to_speed_mps,
)
from hakaru.records import frozen

if TYPE_CHECKING:
    from hakaru.stats.robust import FloatArray


GRAVITY_MPS2 = 9.81
DEFAULT_LEG_M = 0.9
"""Leg of a body of 1.70 m (0.53 of its height, Winter 2009), where a runner is compared with nobody
but themself."""
_NEWTON_PER_KN = 1000.0


def step_time_ms(cadence_spm: float) -> float:
    """Time from one foot to the other."""
    return SECONDS_PER_MINUTE * MS_PER_S / cadence_spm


def stride_time_ms(cadence_spm: float) -> float:
    """Time of two steps."""
    return FEET_PER_STRIDE * step_time_ms(cadence_spm)


def flight_time_ms(cadence_spm: float, gct_ms: float) -> float:
    """Time in the air per step; negative where the figures contradict each other."""
    return step_time_ms(cadence_spm) - gct_ms


def duty_factor(cadence_spm: float, gct_ms: float) -> float:
    """Share of a stride that one foot is on the ground, 0..1 (below 0.5 is running)."""
    return gct_ms / stride_time_ms(cadence_spm)


@frozen
class Imbalance:
    """Three readings of one left share. Points are percentage points of contact time."""

    from_half_points: float
    left_right_points: float
    relative_to_mean_frac: float


def imbalance(left_pct: float) -> Imbalance:
    """|L - 50|, |L - R|, and |L - R| over the mean of both sides."""
    left_right = abs(2.0 * left_pct - PERCENT)
    return Imbalance(
        from_half_points=abs(left_pct - PERCENT / 2.0),
        left_right_points=left_right,
        relative_to_mean_frac=left_right / (PERCENT / 2.0),
    )


@frozen
class Stiffness:
    """Spring-mass figures of one step; `leg_stiffness` and `vertical_stiffness` in kN/m."""

    peak_force_n: float
    displacement_m: float
    vertical_stiffness_kn_per_m: float
    leg_compression_m: float
    leg_stiffness_kn_per_m: float
    duty_factor: float


def spring_mass(
    mass_kg: float, speed_mps: float, *, leg_m: float, contact_s: float, flight_s: float
) -> Stiffness:
    """Sine-wave method of Morin et al. 2005 (J Appl Biomech 21:167). Not valid on slopes.

    `leg_m` is the leg length, about 0.53 of body height.

    Raises:
        ValueError: the leg is shorter than half the distance covered in contact.
    """
    half_contact_m = speed_mps * contact_s / 2.0
    if not half_contact_m < leg_m:
        raise ValueError(f"a leg of {leg_m} m cannot stay on the ground for {contact_s} s")
    peak_n = mass_kg * GRAVITY_MPS2 * (math.pi / 2.0) * (flight_s / contact_s + 1.0)
    fall_m = GRAVITY_MPS2 * contact_s**2 / 8.0
    displacement_m = peak_n * contact_s**2 / (mass_kg * math.pi**2) - fall_m
    leg_change_m = leg_m - math.sqrt(leg_m**2 - half_contact_m**2) + displacement_m
    return Stiffness(
        peak_force_n=peak_n,
        displacement_m=displacement_m,
        vertical_stiffness_kn_per_m=peak_n / displacement_m / _NEWTON_PER_KN,
        leg_compression_m=leg_change_m,
        leg_stiffness_kn_per_m=peak_n / leg_change_m / _NEWTON_PER_KN,
        duty_factor=contact_s / (2.0 * (contact_s + flight_s)),
    )


def step_length_m(speed_mps: FloatArray, cadence_spm: FloatArray) -> FloatArray:
    """Metres from one foot to the other: speed x 60 / cadence (both feet)."""
    return speed_mps * SECONDS_PER_MINUTE / cadence_spm


def leg_stiffness_n_per_m_per_kg(
    speed_mps: FloatArray, gct_ms: FloatArray, cadence_spm: FloatArray
) -> FloatArray:
    """Leg spring stiffness per kilogram of body mass; NaN where the figures contradict each other.

    The sine-wave method of Morin et al. 2005 (J Appl Biomech 21:167) as in `spring_mass`, with a
    flight time of 60 / cadence - contact time and a leg of `DEFAULT_LEG_M`. Mass cancels, so that
    a corrected weight is no change of form; times mass / 1000 it is kN/m.
    """
    import numpy as np  # noqa: PLC0415  # 0.1 s, and whoever has columns has it

    contact_s = gct_ms / MS_PER_S
    flight_s = SECONDS_PER_MINUTE / cadence_spm - contact_s
    half_contact_m = speed_mps * contact_s / 2.0
    possible = (flight_s > 0.0) & (half_contact_m < DEFAULT_LEG_M)
    contact_s = np.where(possible, contact_s, np.nan)
    peak_n_per_kg = GRAVITY_MPS2 * (math.pi / 2.0) * (flight_s / contact_s + 1.0)
    displacement_m = contact_s**2 * (peak_n_per_kg / math.pi**2 - GRAVITY_MPS2 / 8.0)
    shortening_m = DEFAULT_LEG_M - np.sqrt(
        np.where(possible, DEFAULT_LEG_M**2 - half_contact_m**2, np.nan)
    )
    stiffness: FloatArray = peak_n_per_kg / (displacement_m + shortening_m)
    return stiffness


DeclineClass = Literal["excellent", "acceptable", "needs_improvement"]
DECLINE_EXCELLENT_PCT = 2.0
DECLINE_ACCEPTABLE_PCT = 5.0
_TOLERANCE = 1e-9


@frozen
class PowerCost:
    """What running at a power costs: energy per distance, and speed per relative power (in
    (m/s) / (W/kg)). Comparable only at equal pace on one device. None: mass unknown."""

    energy_j_per_km: float
    energy_j_per_kg_m: float | None
    running_effectiveness: float | None


@frozen
class PaceTolerance:
    """A tolerance in seconds per km, in the units it has been mistaken for."""

    minutes_per_km: float
    pace_frac: float
    read_as_fraction_s_per_km: float


def speed_of_steps_mps(cadence_spm: float, step_length_m: float) -> float:
    """Speed of a cadence of both feet and the length of one step."""
    return cadence_spm * step_length_m / SECONDS_PER_MINUTE


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Mean with weights >= 0 (running time); exactly independent of the order of its input."""
    total = math.fsum(value * weight for value, weight in zip(values, weights, strict=True))
    return total / math.fsum(weights)


def variation_frac(values: Sequence[float], *, ddof: Literal[0, 1] = 1) -> float:
    """Coefficient of variation: SD over mean; `ddof` 1 for a sample, 0 for a whole population."""
    spread = statistics.stdev(values) if ddof == 1 else statistics.pstdev(values)
    return spread / statistics.fmean(values)


def decline_pct(first: float, last: float) -> float:
    """Loss from the first to the last value, in percent of the first; negative is a gain."""
    return PERCENT * (first - last) / first


def decline_class(pct: float) -> DeclineClass:
    """Step length from first to last repetition: below 2 % excellent, up to 5 % acceptable."""
    if pct < DECLINE_EXCELLENT_PCT - _TOLERANCE:
        return "excellent"
    return "acceptable" if pct <= DECLINE_ACCEPTABLE_PCT + _TOLERANCE else "needs_improvement"


def power_cost(power_w: float, pace_s_per_km: float, *, mass_kg: float | None = None) -> PowerCost:
    """Energy per distance of a running power."""
    speed_mps = pace_to_speed_mps(pace_s_per_km)
    if mass_kg is None:
        return PowerCost(
            energy_j_per_km=power_w * pace_s_per_km,
            energy_j_per_kg_m=None,
            running_effectiveness=None,
        )
    return PowerCost(
        energy_j_per_km=power_w * pace_s_per_km,
        energy_j_per_kg_m=power_w / (mass_kg * speed_mps),
        running_effectiveness=speed_mps * mass_kg / power_w,
    )


def pace_tolerance(tolerance_s_per_km: float, pace_s_per_km: float) -> PaceTolerance:
    """A tolerance of so many seconds per km, as minutes, as a true fraction of the pace, and what
    it becomes when its minutes are read as a fraction."""
    minutes = tolerance_s_per_km / SECONDS_PER_MINUTE
    return PaceTolerance(
        minutes_per_km=minutes,
        pace_frac=tolerance_s_per_km / pace_s_per_km,
        read_as_fraction_s_per_km=minutes * pace_s_per_km,
    )
