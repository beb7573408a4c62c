"""How do heart, muscles and the watch's thermometer answer to the effort?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.sources.simulated.motion import Motion
from hakaru.sources.simulated.noise import FloatArray, ar1, first_order
from hakaru.sources.simulated.runner import SimulatedRunner

_RISE_S, _FALL_S = 28.0, 45.0
_EFFORT_UP, _EFFORT_DOWN = 0.030, 0.018
_COST_W_PER_KG_MPS = 1.04
_ZONE_SHARES = (0.50, 0.60, 0.70, 0.80, 0.90, 1.0)
_WARM_C, _DRIFT_PER_H, _HEAT_DRIFT_PER_H_C = 15.0, 0.035, 0.0022
_INDOORS_C, _SETTLING_S = 27.0, 420.0


@dataclass(frozen=True, kw_only=True)
class Fitness:
    """Who runs, how fit at that time, in what air."""

    runner: SimulatedRunner
    threshold_speed_mps: float
    air_temperature_c: float


@dataclass(frozen=True, kw_only=True)
class BodyColumns:
    """Whole bpm, watts and degrees, shape (n,); NaN where the pulse was lost."""

    heart_rate_bpm: FloatArray
    power_w: FloatArray
    temperature_c: FloatArray


def draw_body(motion: Motion, rng: np.random.Generator, *, fitness: Fitness) -> BodyColumns:
    """What the body shows during that motion."""
    return BodyColumns(
        heart_rate_bpm=_heart_rate_bpm(motion, rng, fitness=fitness),
        power_w=_power_w(motion, rng, mass_kg=fitness.runner.mass_kg),
        temperature_c=_watch_temperature_c(
            rng, len(motion.speed_mps), air_c=fitness.air_temperature_c
        ),
    )


def heart_rate_zone_bounds_bpm(heart_rate_max_bpm: float) -> tuple[float, ...]:
    """Upper bounds of what lies below the zones and of zones 1-5: shares of the maximum."""
    return tuple(float(round(share * heart_rate_max_bpm)) for share in _ZONE_SHARES)


def draw_air_temperature_c(local_start: datetime, rng: np.random.Generator) -> float:
    """Air in a temperate northern climate: time of year, time of day, weather."""
    season = -math.cos(2.0 * math.pi * (local_start.timetuple().tm_yday - 20) / 365.25)
    daily = -math.cos(2.0 * math.pi * (local_start.hour - 3.0) / 24.0)
    return 14.0 + 9.5 * season + 3.0 * daily + 2.5 * float(rng.standard_normal())


def _heart_rate_bpm(motion: Motion, rng: np.random.Generator, *, fitness: Fitness) -> FloatArray:
    """Linear in graded speed, lagging, drifting up with time and heat."""
    runner = fitness.runner
    rest_bpm = runner.heart_rate_rest_bpm
    reserve_bpm = runner.heart_rate_threshold_bpm - rest_bpm
    hours = np.minimum(motion.timeline.elapsed_s / SECONDS_PER_HOUR, 2.5)
    drift = _DRIFT_PER_H + _HEAT_DRIFT_PER_H_C * max(0.0, fitness.air_temperature_c - _WARM_C)
    day = 0.012 * float(rng.standard_normal())
    effort = motion.speed_mps * _grade_cost_frac(motion.grade_pct) / fitness.threshold_speed_mps
    wanted_bpm = rest_bpm + reserve_bpm * effort * (1.0 + day + drift * hours)
    standing_bpm = np.maximum(wanted_bpm, rest_bpm + 0.12 * reserve_bpm)
    ceiling_bpm = runner.heart_rate_max_bpm - 2.0
    goal_bpm = np.minimum(np.where(motion.timeline.moving, wanted_bpm, standing_bpm), ceiling_bpm)
    before_bpm = rest_bpm + 0.3 * reserve_bpm
    lagged_bpm = first_order(
        np.concatenate(([before_bpm], goal_bpm)), rise_s=_RISE_S, fall_s=_FALL_S
    )[1:]
    noisy_bpm = lagged_bpm + 1.1 * ar1(rng, len(goal_bpm), carry_frac=0.95)
    return np.rint(np.clip(noisy_bpm, max(60.0, rest_bpm), ceiling_bpm + 1.0))


def _power_w(motion: Motion, rng: np.random.Generator, *, mass_kg: float) -> FloatArray:
    cost_w = _COST_W_PER_KG_MPS * mass_kg * motion.speed_mps * _grade_cost_frac(motion.grade_pct)
    noise = 0.025 * ar1(rng, len(cost_w), carry_frac=0.8)
    return np.rint(np.where(motion.speed_mps > 0.3, cost_w * np.exp(noise), 0.0))


def _watch_temperature_c(rng: np.random.Generator, n: int, *, air_c: float) -> FloatArray:
    """Warm from indoors at first, then between air and skin."""
    settled_c = air_c + 0.35 * max(0.0, 30.0 - air_c)
    curve_c = settled_c + (_INDOORS_C - settled_c) * np.exp(-np.arange(n) / _SETTLING_S)
    return np.rint(curve_c + 0.4 * ar1(rng, n, carry_frac=0.99))


def _grade_cost_frac(grade_pct: FloatArray) -> FloatArray:
    """Energy per metre relative to level ground."""
    cost = 1.0 + _EFFORT_UP * np.maximum(grade_pct, 0) + _EFFORT_DOWN * np.minimum(grade_pct, 0)
    return np.maximum(cost, 0.6)
