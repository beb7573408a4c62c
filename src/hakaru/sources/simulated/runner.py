"""Who is the invented runner? Spreads between runners: research data.md §4 and §6."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from hakaru.sources.simulated.noise import FloatArray, generator
from hakaru.sources.simulated.sensors import SimulatedSensor

CURVE_SPEED_MPS = 3.0
_RUNNER_STREAM = 1
_LEVEL_CORRELATION = -0.3


@dataclass(frozen=True, kw_only=True)
class TrueCurve:
    """What one sensor would show on this runner without noise: power laws around 3 m/s.

    The slopes are exponents: gct = gct_at_3mps_ms (v / 3) ** gct_slope.
    """

    gct_at_3mps_ms: float
    gct_slope: float
    vo_at_3mps_cm: float
    vo_slope: float
    cadence_at_3mps_spm: float
    cadence_slope: float

    def gct_ms(self, speed_mps: FloatArray | float) -> FloatArray:
        """True contact time at a speed > 0."""
        return self.gct_at_3mps_ms * _relative_frac(speed_mps) ** self.gct_slope

    def vo_cm(self, speed_mps: FloatArray | float) -> FloatArray:
        """True vertical oscillation at a speed > 0."""
        return self.vo_at_3mps_cm * _relative_frac(speed_mps) ** self.vo_slope

    def cadence_spm(self, speed_mps: FloatArray | float) -> FloatArray:
        """True cadence, both feet, at a speed > 0."""
        return self.cadence_at_3mps_spm * _relative_frac(speed_mps) ** self.cadence_slope

    def vr_pct(self, speed_mps: FloatArray | float) -> FloatArray:
        """True vertical ratio: oscillation over step length."""
        step_cm = 6000.0 * np.asarray(speed_mps, dtype=np.float64) / self.cadence_spm(speed_mps)
        return 100.0 * self.vo_cm(speed_mps) / step_cm

    def moved(self, *, gct_log_frac: float, vo_log_frac: float) -> TrueCurve:
        """The same curve with both levels multiplied by exp(...)."""
        return replace(
            self,
            gct_at_3mps_ms=self.gct_at_3mps_ms * math.exp(gct_log_frac),
            vo_at_3mps_cm=self.vo_at_3mps_cm * math.exp(vo_log_frac),
        )


@dataclass(frozen=True, kw_only=True)
class SimulatedRunner:
    """A runner: three sensors' views of the form, a heart, and how much days differ.

    `*_run_sd_frac` is the spread of whole runs around the curve, `*_km_sd_frac` of kilometres
    within a run, `*_drift_per_100_days_frac` a slow change of form.
    """

    chest: TrueCurve
    wrist: TrueCurve
    stryd: TrueCurve
    gct_balance_left_pct: float
    mass_kg: float
    heart_rate_rest_bpm: float
    heart_rate_threshold_bpm: float
    heart_rate_max_bpm: float
    threshold_speed_mps: float
    threshold_gain_per_week_frac: float
    gct_drift_per_100_days_frac: float
    vo_drift_per_100_days_frac: float
    gct_run_sd_frac: float = 0.018
    vo_run_sd_frac: float = 0.030
    cadence_run_sd_frac: float = 0.008
    gct_km_sd_frac: float = 0.015
    vo_km_sd_frac: float = 0.029
    cadence_km_sd_frac: float = 0.009
    balance_run_sd_pct: float = 0.3

    def curve(self, sensor: SimulatedSensor) -> TrueCurve:
        """What that sensor would show."""
        return {"garmin-hrm": self.chest, "garmin-wrist": self.wrist, "stryd": self.stryd}[sensor]


def draw_runner(seed: int) -> SimulatedRunner:
    """The runner of a seed (>= 0); always the same one."""
    rng = generator(seed, _RUNNER_STREAM)
    chest = _chest_view(rng)
    beat, balance, mass, rest, speed, gain, gct_drift, vo_drift = _standard(rng, 8)
    heart_rate_max_bpm = round(188.0 + 8.0 * beat)
    return SimulatedRunner(
        chest=chest,
        wrist=_wrist_view(chest, rng),
        stryd=_stryd_view(chest, rng),
        gct_balance_left_pct=50.0 + balance,
        mass_kg=round(66.0 + 7.0 * mass, 1),
        heart_rate_rest_bpm=round(52.0 + 5.0 * rest),
        heart_rate_max_bpm=heart_rate_max_bpm,
        heart_rate_threshold_bpm=round(heart_rate_max_bpm * (0.89 + 0.02 * rng.random())),
        threshold_speed_mps=3.75 + 0.25 * speed,
        threshold_gain_per_week_frac=0.001 * (1.0 + gain),
        gct_drift_per_100_days_frac=0.008 * gct_drift,
        vo_drift_per_100_days_frac=0.012 * vo_drift,
    )


def _chest_view(rng: np.random.Generator) -> TrueCurve:
    level, other, gct_slope, vo_slope, cadence, cadence_slope = _standard(rng, 6)
    vo_level = _LEVEL_CORRELATION * level + math.sqrt(1.0 - _LEVEL_CORRELATION**2) * other
    return TrueCurve(
        gct_at_3mps_ms=267.0 * math.exp(0.08 * level),
        gct_slope=-0.38 + 0.10 * gct_slope,
        vo_at_3mps_cm=9.1 * math.exp(0.145 * vo_level),
        vo_slope=0.15 + 0.28 * vo_slope,
        cadence_at_3mps_spm=167.0 * math.exp(0.031 * cadence),
        cadence_slope=0.12 + 0.02 * cadence_slope,
    )


def _wrist_view(chest: TrueCurve, rng: np.random.Generator) -> TrueCurve:
    gct, slope, vo = _standard(rng, 3)
    return replace(
        chest.moved(gct_log_frac=0.01 + 0.03 * gct, vo_log_frac=0.08 * vo),
        gct_slope=chest.gct_slope - 0.05 + 0.04 * slope,
    )


def _stryd_view(chest: TrueCurve, rng: np.random.Generator) -> TrueCurve:
    """Contact time hardly differs between runners there; oscillation reads 1.1-3.3 cm lower."""
    gct, slope, vo_slope = _standard(rng, 3)
    return replace(
        chest,
        gct_at_3mps_ms=265.0 * math.exp(0.025 * gct),
        gct_slope=-0.59 + 0.12 * slope,
        vo_at_3mps_cm=max(5.0, chest.vo_at_3mps_cm - (1.1 + 2.2 * rng.random())),
        vo_slope=0.14 + 0.12 * vo_slope,
    )


def _standard(rng: np.random.Generator, n: int) -> Iterator[float]:
    """Standard normal draws held within two standard deviations: no caricatures."""
    yield from np.clip(rng.standard_normal(n), -2.0, 2.0).tolist()


def _relative_frac(speed_mps: FloatArray | float) -> FloatArray:
    return np.asarray(speed_mps, dtype=np.float64) / CURVE_SPEED_MPS
