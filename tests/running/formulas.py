"""Laws that cases of `../shared` state and the product itself has no use for."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from hakaru.core.units import (
    METRES_PER_KM,
    PERCENT,
    SECONDS_PER_MINUTE,
    pace_to_speed_mps,
    speed_to_pace_s_per_km,
)
from hakaru.running.arithmetic import duty_factor, speed_of_steps_mps
from hakaru.running.environment.grade import (
    COST_COEFFICIENTS,
    GRADE_LIMIT_FRAC,
    running_cost_j_per_kg_m,
)
from hakaru.running.verdict import stars
from hakaru.stats.robust import FloatArray, normal_half_width


def stance_pct(cadence_spm: float, gct_ms: float) -> float:
    """The duty factor in percent, as devices print `stance_time_percent`."""
    return PERCENT * duty_factor(cadence_spm, gct_ms)


def vo_from_ratio_cm(vr_pct: float, step_length_cm: float) -> float:
    """VO = VR x step length (the device's own definition of VR)."""
    return vr_pct / PERCENT * step_length_cm


def ratio_from_vo_pct(vo_cm: float, step_length_cm: float) -> float:
    """VR = VO / step length."""
    return PERCENT * vo_cm / step_length_cm


def cadence_of_speed_spm(speed_mps: float, step_length_m: float) -> float:
    """The cadence that a speed and a step length imply."""
    return SECONDS_PER_MINUTE * speed_mps / step_length_m


@dataclass(frozen=True, kw_only=True)
class MeanSpeeds:
    """The speed of unequal splits, and the two shortcuts that get it wrong."""

    speed_mps: float
    mean_of_split_speeds_mps: float
    speed_of_mean_pace_mps: float


def mean_speeds(distance_m: Sequence[float], pace_s_per_km: Sequence[float]) -> MeanSpeeds:
    """Speed over splits: sum of distance over sum of time, and the two plain means beside it."""
    speeds_mps = [pace_to_speed_mps(pace) for pace in pace_s_per_km]
    times_s = split_times_s(distance_m, pace_s_per_km)
    return MeanSpeeds(
        speed_mps=math.fsum(distance_m) / math.fsum(times_s),
        mean_of_split_speeds_mps=statistics.fmean(speeds_mps),
        speed_of_mean_pace_mps=pace_to_speed_mps(statistics.fmean(pace_s_per_km)),
    )


def pace_of_steps_s_per_km(cadence_spm: float, step_length_m: float) -> float:
    """Pace of a cadence of both feet and the length of one step."""
    return speed_to_pace_s_per_km(speed_of_steps_mps(cadence_spm, step_length_m))


def reserve_heart_rate_bpm(reserve_frac: float, *, rest_bpm: float, max_bpm: float) -> float:
    """Heart rate at a share of the reserve (Karvonen 1957): rest + share x (max - rest)."""
    return rest_bpm + reserve_frac * (max_bpm - rest_bpm)


_ACSM_PER_SPEED = 0.2


_ACSM_REST = 3.5


def acsm_speed_of_vo2_mps(vo2_ml_per_kg_min: float, *, with_rest: bool = True) -> float:
    """Level speed by the ACSM equation VO2 = 0.2 v + 3.5 (v in m/min), for comparison only.

    `with_rest` False leaves the resting 3.5 ml/kg/min out, as some calculators do.
    """
    above_rest = vo2_ml_per_kg_min - (_ACSM_REST if with_rest else 0.0)
    return above_rest / _ACSM_PER_SPEED / SECONDS_PER_MINUTE


class Cheapest(NamedTuple):
    """The slope on which a metre costs least: grade as a fraction (negative: downhill), J/kg/m."""

    grade_frac: float
    cost_j_per_kg_m: float


def cheapest_grade() -> Cheapest:
    """Where the polynomial has its minimum (near -0.18; measured: -0.20)."""
    turning = np.roots(np.polyder(np.array(COST_COEFFICIENTS)))
    real = turning[np.abs(turning.imag) < 1e-9].real
    inside = real[np.abs(real) <= GRADE_LIMIT_FRAC]
    costs = running_cost_j_per_kg_m(inside)
    best = int(np.argmin(costs))
    return Cheapest(float(inside[best]), float(costs[best]))


@dataclass(frozen=True, kw_only=True)
class ScaleReach:
    """How low a scale can go: scores and stars at the largest penalties."""

    min_score: Mapping[str, float]
    min_overall: float
    min_stars: Mapping[str, int]
    min_overall_stars: int
    unreachable_overall_stars: tuple[int, ...]


def scale_reach(max_penalty: Mapping[str, float]) -> ScaleReach:
    """The lowest scores and stars a scale can show, given the largest penalty of each metric."""
    min_score = {metric: max(0.0, 100.0 - penalty) for metric, penalty in max_penalty.items()}
    min_overall = sum(min_score.values()) / len(min_score)
    return ScaleReach(
        min_score=min_score,
        min_overall=min_overall,
        min_stars={metric: stars(score) for metric, score in min_score.items()},
        min_overall_stars=stars(min_overall),
        unreachable_overall_stars=tuple(range(1, stars(min_overall))),
    )


def conformal_quantile(abs_residual: FloatArray, alpha: float) -> float:
    """Split-conformal half-width (Vovk 2005, Lei 2018); `inf` where residuals are too few.

    Args:
        abs_residual: absolute out-of-sample residuals, shape (n,), n >= 0.
        alpha: accepted miss rate, 0..1.
    """
    k = conformal_rank(abs_residual.size, alpha)
    if k > abs_residual.size:
        return math.inf
    return float(np.sort(abs_residual)[k - 1])


def theil_sen_slope(x: FloatArray, y: FloatArray) -> float:
    """Median of the slopes of all pairs with different x (Theil 1950, Sen 1968).

    Memory grows with the square of n: meant for up to a few thousand points.

    Raises:
        ValueError: no two x differ.
    """
    first, second = np.triu_indices(x.size, k=1)
    run = x[second] - x[first]
    usable = run != 0
    if not usable.any():
        raise ValueError("a slope needs at least two different x")
    return float(np.median((y[second] - y[first])[usable] / run[usable]))


def standardise(delta_frac: FloatArray, half_width_90_frac: FloatArray) -> FloatArray:
    """Deviations in personal SDs, from the 90 % half-width each verdict was judged by.

    Args:
        delta_frac: (actual - expected) / expected of each run, shape (n,).
        half_width_90_frac: relative half-width of the same expectation, shape (n,), > 0.
    """
    return delta_frac / (half_width_90_frac / normal_half_width(0.9))


def conformal_rank(n: int, alpha: float) -> int:
    """k = ceil((n + 1)(1 - alpha)): the k-th smallest of n residuals bounds the next one.

    k > n means that n residuals are too few for this alpha.
    """
    if not 0.0 < alpha < 1.0:
        raise ValueError(f"alpha lies between 0 and 1, got {alpha!r}")
    return math.ceil((n + 1) * (1.0 - alpha) - 1e-9)


def split_times_s(distance_m: Sequence[float], pace_s_per_km: Sequence[float]) -> list[float]:
    """Running time of each split."""
    return [
        metres * pace / METRES_PER_KM
        for metres, pace in zip(distance_m, pace_s_per_km, strict=True)
    ]
