"""What do the steps look like, second by second, to one sensor? Recipe: research data.md §5, §6."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.sources.simulated.motion import Motion
from hakaru.sources.simulated.noise import FloatArray, ar1, follow, slow_noise
from hakaru.sources.simulated.runner import SimulatedRunner, TrueCurve
from hakaru.sources.simulated.sensors import Sensor

RUNNING_MPS = 1.7
_WALKING_MPS = 0.3
_CARRY_FRAC = 0.85
_SLOW_TAU_S = 300.0
_KM_SHARE = 0.86  # share of the slow noise's SD that survives averaging over a kilometre
_GCT_WITH_CADENCE, _VO_WITH_CADENCE = -0.43, -0.69
_CADENCE_SD_FRAC, _RATIO_SD_FRAC, _BALANCE_SD_PCT = 0.006, 0.012, 0.35
_GCT_UP, _GCT_DOWN = 0.002, 0.0006
_VO_UP, _VO_DOWN = -0.009, 0.004


@dataclass(frozen=True, kw_only=True)
class RunEffects:
    """What sets this run apart from the runner's curve; logarithmic, 0.01 is about 1 %."""

    gct_run_frac: float
    vo_run_frac: float
    cadence_run_frac: float
    ratio_run_frac: float
    gct_drift_per_hour_frac: float
    vo_drift_per_hour_frac: float
    gct_balance_left_pct: float


@dataclass(frozen=True, kw_only=True)
class FormDay:
    """All that decides the steps of one day besides speed and ground."""

    runner: SimulatedRunner
    curve: TrueCurve
    effects: RunEffects
    sensor: Sensor


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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
