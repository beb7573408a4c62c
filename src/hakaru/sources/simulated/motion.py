"""Second by second: motion, the answer of heart and muscles, and the steps."""

from __future__ import annotations

import math
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.sources.simulated.runner import (
    FloatArray,
    Route,
    Sensor,
    SessionPlan,
    SimulatedRunner,
    TrueCurve,
    ar1,
    first_order,
    follow,
    slow_noise,
)

_STILL_MPS = 0.3
_STOPPING_S = 2

Pauses = tuple[tuple[float, float], ...]
"""(from, to) in elapsed seconds."""


@frozen
class Timeline:
    """The seconds that get recorded, shape (n,) each.

    `segment` is an index into the plan, `moving` False while standing; `elapsed_s` jumps over
    pauses: nothing is recorded strictly between their ends.
    """

    elapsed_s: FloatArray
    segment: NDArray[np.int64]
    moving: NDArray[np.bool_]
    pauses: Pauses


@frozen
class Motion:
    """Second by second, shape (n,): what happened, and what the watch recorded of it."""

    timeline: Timeline
    speed_mps: FloatArray
    distance_m: FloatArray
    grade_pct: FloatArray
    recorded_speed_mps: FloatArray
    recorded_distance_m: FloatArray
    recorded_altitude_m: FloatArray
    latitude_deg: FloatArray
    longitude_deg: FloatArray


def draw_timeline(plan: SessionPlan, rng: np.random.Generator) -> Timeline:
    """The plan as seconds, with waits at lights (recorded) and breaks (timer stopped)."""
    lengths = [segment.duration_s for segment in plan.segments]
    segment = np.repeat(np.arange(len(lengths)), lengths)
    waits = _draw_stops(plan, rng, most=4, shortest_s=8, longest_s=45)
    breaks = _draw_stops(plan, rng, most=2, shortest_s=20, longest_s=150)
    inserted = [(at, length) for at, length in waits] + [(at, 2 * _STOPPING_S) for at, _ in breaks]
    places = np.repeat([at for at, _ in inserted], [n for _, n in inserted]).astype(np.int64)
    source = np.insert(np.arange(len(segment)), places, places)
    moving = np.insert(np.ones(len(segment), dtype=np.bool_), places, False)
    elapsed_s = np.arange(len(source), dtype=np.float64)
    pauses = []
    for at, length in breaks:
        # The gap opens after the first still seconds of this break.
        row = int(np.searchsorted(source, at)) + _STOPPING_S
        elapsed_s[row:] += length
        pauses.append((float(elapsed_s[row] - length), float(elapsed_s[row])))
    return Timeline(
        elapsed_s=elapsed_s, segment=segment[source], moving=moving, pauses=tuple(pauses)
    )


def _draw_stops(
    plan: SessionPlan, rng: np.random.Generator, *, most: int, shortest_s: int, longest_s: int
) -> list[tuple[int, int]]:
    """(moving second, length in seconds) in order; 90 s or more from start, end and each other."""
    draws = rng.random((most, 2))
    wanted = int(rng.random() * (most + 1)) if plan.stops else 0
    span_s = plan.duration_s - 180
    if span_s < 90:
        return []
    stops: list[tuple[int, int]] = []
    for place, length in sorted(draws[:wanted].tolist()):
        at = 90 + int(place * span_s)
        if not stops or at - stops[-1][0] >= 90:
            stops.append((at, shortest_s + int(length * (longest_s - shortest_s))))
    return stops


def draw_motion(
    plan: SessionPlan, rng: np.random.Generator, *, timeline: Timeline, route: Route
) -> Motion:
    """Speed follows the plan, slower uphill; a watch sees it through GPS and barometer."""
    n = len(timeline.elapsed_s)
    targets = np.array([segment.target_speed_mps for segment in plan.segments])
    variation = 0.022 * slow_noise(rng, n, tau_s=60.0)
    variation += 0.012 * ar1(rng, n, carry_frac=0.9)
    wanted = np.where(timeline.moving, targets[timeline.segment] * np.exp(variation), 0.0)
    grade_pct = np.zeros(n)
    for _ in range(3):  # speed depends on the hill, the hill on the distance run so far
        slowed = wanted * np.exp(
            -0.022 * np.maximum(grade_pct, 0) - 0.010 * np.minimum(grade_pct, 0)
        )
        speed_mps = first_order(np.append(0.0, slowed), rise_s=3.0, fall_s=1.5)[1:]
        distance_m = np.cumsum(speed_mps) - speed_mps[0]
        grade_pct = route.grade_at_pct(distance_m)
    recorded_mps = _recorded_speed_mps(rng, speed_mps)
    east_m, north_m = (2.0 * ar1(rng, n, carry_frac=0.97) for _ in range(2))
    altitude_m = route.altitude_at_m(distance_m) + 0.8 * ar1(rng, n, carry_frac=0.995)
    return Motion(
        timeline=timeline,
        speed_mps=speed_mps,
        distance_m=distance_m,
        grade_pct=grade_pct,
        recorded_speed_mps=recorded_mps,
        recorded_distance_m=np.cumsum(recorded_mps) - recorded_mps[0],
        recorded_altitude_m=altitude_m,
        latitude_deg=route.latitude_at_deg(distance_m, north_m),
        longitude_deg=route.longitude_at_deg(distance_m, east_m),
    )


def _recorded_speed_mps(rng: np.random.Generator, speed_mps: FloatArray) -> FloatArray:
    """GPS speed: a small error of scale for the whole run, smooth noise, zero at rest."""
    scale = 1.0 + 0.003 * float(rng.standard_normal())
    noisy = speed_mps * scale + 0.09 * ar1(rng, len(speed_mps), carry_frac=0.8)
    return np.where(speed_mps > _STILL_MPS, np.maximum(noisy, 0.0), 0.0)


_RISE_S, _FALL_S = 28.0, 45.0
_EFFORT_UP, _EFFORT_DOWN = 0.030, 0.018
_COST_W_PER_KG_MPS = 1.04
_ZONE_SHARES = (0.50, 0.60, 0.70, 0.80, 0.90, 1.0)
_WARM_C, _DRIFT_PER_H, _HEAT_DRIFT_PER_H_C = 15.0, 0.035, 0.0022
_INDOORS_C, _SETTLING_S = 27.0, 420.0


@frozen
class Fitness:
    """Who runs, how fit at that time, in what air."""

    runner: SimulatedRunner
    threshold_speed_mps: float
    air_temperature_c: float


@frozen
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


RUNNING_MPS = 1.7
_WALKING_MPS = 0.3
_CARRY_FRAC = 0.85
_SLOW_TAU_S = 300.0
_KM_SHARE = 0.86  # share of the slow noise's SD that survives averaging over a kilometre
_GCT_WITH_CADENCE, _VO_WITH_CADENCE = -0.43, -0.69
_CADENCE_SD_FRAC, _RATIO_SD_FRAC, _BALANCE_SD_PCT = 0.006, 0.012, 0.35
_GCT_UP, _GCT_DOWN = 0.002, 0.0006
_VO_UP, _VO_DOWN = -0.009, 0.004


@frozen
class RunEffects:
    """What sets this run apart from the runner's curve; logarithmic, 0.01 is about 1 %."""

    gct_run_frac: float
    vo_run_frac: float
    cadence_run_frac: float
    ratio_run_frac: float
    gct_drift_per_hour_frac: float
    vo_drift_per_hour_frac: float
    gct_balance_left_pct: float


@frozen
class FormDay:
    """All that decides the steps of one day besides speed and ground."""

    runner: SimulatedRunner
    curve: TrueCurve
    effects: RunEffects
    sensor: Sensor


@frozen
class FormColumns:
    """Shape (n,), NaN where the sensor has no value. Cadence counts both feet."""

    cadence_spm: FloatArray
    gct_ms: FloatArray
    vo_mm: FloatArray
    vr_pct: FloatArray
    gct_balance_left_pct: FloatArray
    step_length_mm: FloatArray


def draw_effects(runner: SimulatedRunner, rng: np.random.Generator) -> RunEffects:
    """One day's deviations from the curve."""
    cadence, gct, vo, gct_drift, vo_drift, balance, ratio = rng.standard_normal(7).tolist()
    return RunEffects(
        gct_run_frac=runner.gct_run_sd_frac * gct,
        vo_run_frac=runner.vo_run_sd_frac * vo,
        cadence_run_frac=runner.cadence_run_sd_frac * cadence,
        ratio_run_frac=0.004 * ratio,
        gct_drift_per_hour_frac=0.003 + 0.012 * gct_drift,
        vo_drift_per_hour_frac=0.020 * vo_drift,
        gct_balance_left_pct=runner.gct_balance_left_pct + runner.balance_run_sd_pct * balance,
    )


def draw_form(motion: Motion, rng: np.random.Generator, *, day: FormDay) -> FormColumns:
    """The sensor's columns, before faults. Contact time is missing below running speed."""
    deviations = _draw_deviations(motion, rng, day=day)
    n, sensor, curve = len(motion.speed_mps), day.sensor, day.curve
    cadence_spm = _cadence_spm(motion, curve, log_frac=deviations.cadence_frac)
    speed_mps = np.maximum(motion.speed_mps, RUNNING_MPS)
    running = (motion.speed_mps >= RUNNING_MPS) & (motion.recorded_speed_mps >= RUNNING_MPS)
    gct_ms = np.where(running, curve.gct_ms(speed_mps) * np.exp(deviations.gct_frac), np.nan)
    vo_mm = np.where(running, 10.0 * curve.vo_cm(speed_mps) * np.exp(deviations.vo_frac), np.nan)
    steps_spm = np.where(running, cadence_spm, np.nan)
    step_mm = np.rint(60_000.0 * motion.recorded_speed_mps / steps_spm)
    ratio = day.effects.ratio_run_frac + _RATIO_SD_FRAC * ar1(rng, n, carry_frac=_CARRY_FRAC)
    balance_pct = _BALANCE_SD_PCT * ar1(rng, n, carry_frac=_CARRY_FRAC)
    balance_pct = np.where(running, day.effects.gct_balance_left_pct + balance_pct, np.nan)
    unseen = np.full(n, np.nan)
    return FormColumns(
        cadence_spm=cadence_spm,
        gct_ms=np.rint(gct_ms / sensor.gct_step_ms) * sensor.gct_step_ms,
        vo_mm=np.rint(vo_mm / sensor.vo_step_mm) * sensor.vo_step_mm,
        vr_pct=100.0 * vo_mm / step_mm * np.exp(ratio) if sensor.has_ratio else unseen,
        gct_balance_left_pct=balance_pct if sensor.has_balance else unseen,
        step_length_mm=step_mm if sensor.has_ratio else unseen,
    )


def _cadence_spm(motion: Motion, curve: TrueCurve, *, log_frac: FloatArray) -> FloatArray:
    """Whole steps per minute: slower than running it fades out, at rest it is 0."""
    speed_mps = motion.speed_mps
    running_spm = curve.cadence_spm(np.maximum(speed_mps, RUNNING_MPS)) * np.exp(log_frac)
    fading = np.clip(speed_mps / RUNNING_MPS, 0.0, 1.0) ** 0.8
    return np.where(speed_mps > _WALKING_MPS, np.rint(running_spm * fading), 0.0)


@frozen
class _Deviations:
    """Logarithmic deviations from the curve, shape (n,) each."""

    cadence_frac: FloatArray
    gct_frac: FloatArray
    vo_frac: FloatArray


def _draw_deviations(motion: Motion, rng: np.random.Generator, *, day: FormDay) -> _Deviations:
    n, effects, runner = len(motion.speed_mps), day.effects, day.runner
    slow = [slow_noise(rng, n, tau_s=_SLOW_TAU_S) / _KM_SHARE for _ in range(3)]
    fast = [ar1(rng, n, carry_frac=_CARRY_FRAC) for _ in range(3)]
    hours = motion.timeline.elapsed_s / SECONDS_PER_HOUR
    up, down = np.maximum(motion.grade_pct, 0.0), np.maximum(-motion.grade_pct, 0.0)
    gct_slow, gct_fast = (
        follow(noise[0], noise[1], correlation_frac=_GCT_WITH_CADENCE) for noise in (slow, fast)
    )
    vo_slow, vo_fast = (
        follow(noise[0], noise[2], correlation_frac=_VO_WITH_CADENCE) for noise in (slow, fast)
    )
    return _Deviations(
        cadence_frac=effects.cadence_run_frac
        + runner.cadence_km_sd_frac * slow[0]
        + _CADENCE_SD_FRAC * fast[0],
        gct_frac=effects.gct_run_frac
        + effects.gct_drift_per_hour_frac * hours
        + runner.gct_km_sd_frac * gct_slow
        + day.sensor.gct_sd_frac * gct_fast
        + (_GCT_UP * up - _GCT_DOWN * down),
        vo_frac=effects.vo_run_frac
        + effects.vo_drift_per_hour_frac * hours
        + runner.vo_km_sd_frac * vo_slow
        + day.sensor.vo_sd_frac * vo_fast
        + (_VO_UP * up + _VO_DOWN * down),
    )
