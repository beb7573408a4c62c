"""What a watch writes down of a run: samples, columns, noises and faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.sessions.second_motion import Motion, heart_rate_bpm
from benchmarks.sessions.second_runner import Runner
from benchmarks.sessions.second_signals import draw_wander, follow
from hakaru.core.units import CM_PER_M, PERCENT, SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray

Fault = Literal["speed_lag", "speed_spikes", "dropouts", "cadence_lock"]

_REFERENCE_MPS = 3.0
_JOULE_PER_KG_M = 1.04
"""Cost of running: a running power meter reads about 1.04 W per kg and m/s on the flat."""
_WALK_SPM = 112.0
_LONGEST_GAP_S = 8


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """How one session was recorded. `speed_lag_s` is 0 where nothing smooths the speed."""

    smart_recording: bool
    speed_noise_mps: float
    speed_noise_tau_s: float
    speed_lag_s: float
    distance_error_frac: float
    faults: tuple[Fault, ...]


def draw_conditions(rng: np.random.Generator, runner: Runner) -> Conditions:
    """The watch's day: GPS noise of 0.03-0.12 m/s that lasts 4-15 s, a distance 0.6 % off.

    Seven in ten watches smooth the speed by 2-6 s; a third of the runs has short spikes (trees,
    high buildings), one in five loses the signal (tunnels), one in ten begins with a heart rate
    locked to the cadence (a loose watch or dry strap).
    """
    faults: list[Fault] = []
    lag_s = float(rng.uniform(2.0, 6.0)) if rng.random() < 0.7 else 0.0
    if lag_s:
        faults.append("speed_lag")
    if rng.random() < 0.33:
        faults.append("speed_spikes")
    if rng.random() < 0.20:
        faults.append("dropouts")
    if rng.random() < 0.10:
        faults.append("cadence_lock")
    return Conditions(
        smart_recording=runner.smart_recording,
        speed_noise_mps=float(rng.uniform(0.03, 0.12)),
        speed_noise_tau_s=float(rng.uniform(4.0, 15.0)),
        speed_lag_s=lag_s,
        distance_error_frac=float(rng.normal(0.0, 0.006)),
        faults=tuple(faults),
    )


def record_series(
    rng: np.random.Generator, motion: Motion, *, runner: Runner, conditions: Conditions
) -> dict[str, FloatArray]:
    """The columns the watch wrote, at the seconds it wrote: none while the timer stood."""
    columns = _speed_and_distance(rng, motion, conditions)
    cadence_spm = _cadence_spm(rng, motion, runner)
    heart_bpm = heart_rate_bpm(rng, motion, runner=runner)
    if "cadence_lock" in conditions.faults:
        until_s = int(rng.integers(90, 301))
        locked = (np.arange(motion.n_seconds) < until_s) & motion.running
        heart_bpm = np.where(locked, cadence_spm, heart_bpm)
    columns["heart_rate_bpm"] = np.round(heart_bpm)
    if runner.has_cadence:
        columns["cadence_spm"] = np.round(cadence_spm)
    if runner.has_power:
        columns["power_w"] = _power_w(rng, motion, runner)
    if runner.has_elevation:
        off_m = draw_wander(rng, motion.n_seconds, sd=1.5, tau_s=900.0)
        columns["elevation_m"] = np.round((motion.elevation_m + off_m) * 5.0) / 5.0
    if runner.form_group is not None:
        columns |= _form(rng, motion, runner, cadence_spm)
    written = _written_seconds(rng, motion, smart=conditions.smart_recording)
    series = {"elapsed_s": written.astype(np.float64)}
    return series | {name: column[written] for name, column in columns.items()}


def _speed_and_distance(
    rng: np.random.Generator, motion: Motion, conditions: Conditions
) -> dict[str, FloatArray]:
    """Distance is what the noisy speed adds up to, spikes left out; a lost signal leaves both."""
    n = motion.n_seconds
    lag_s = conditions.speed_lag_s
    speed_mps = follow(motion.speed_mps, rise_s=lag_s, fall_s=lag_s, start=0.0)
    noise_mps = draw_wander(
        rng, n, sd=conditions.speed_noise_mps, tau_s=conditions.speed_noise_tau_s
    )
    still = motion.speed_mps < 0.3
    speed_mps = np.maximum(speed_mps + np.where(still, 0.2 * noise_mps, noise_mps), 0.0)
    step_m = np.where(motion.paused, 0.0, speed_mps * (1.0 + conditions.distance_error_frac))
    distance_m = np.concatenate(([0.0], np.cumsum(step_m)[:-1]))
    if "speed_spikes" in conditions.faults:
        for start, length in _places(rng, n, count=(2, 9), length=(1, 4)):
            jump_mps = float(rng.uniform(0.8, 2.5)) * (1 if rng.random() < 0.6 else -1)
            speed_mps[start : start + length] += jump_mps
    speed_mps = np.maximum(np.round(speed_mps, 3), 0.0)
    distance_m = np.asarray(np.round(distance_m, 2), dtype=np.float64)
    if "dropouts" in conditions.faults:
        for start, length in _places(rng, n, count=(1, 3), length=(8, 60)):
            speed_mps[start : start + length] = np.nan
            distance_m[start : start + length] = np.nan
    return {"speed_mps": speed_mps, "distance_m": distance_m}


def _places(
    rng: np.random.Generator, n: int, *, count: tuple[int, int], length: tuple[int, int]
) -> list[tuple[int, int]]:
    """Where faults begin, and for how many seconds: never in the first or last minute."""
    number = int(rng.integers(count[0], count[1] + 1))
    starts = rng.integers(60, n - 120, number).tolist()
    return [(start, int(rng.integers(length[0], length[1] + 1))) for start in starts]


def _cadence_spm(rng: np.random.Generator, motion: Motion, runner: Runner) -> FloatArray:
    """About 6 steps a minute more per m/s; a walker's 112; none while standing."""
    spm = runner.cadence_at_3_mps_spm + 6.0 * (motion.speed_mps - _REFERENCE_MPS)
    spm = np.where(motion.running, spm, _WALK_SPM)
    spm = spm + draw_wander(rng, motion.n_seconds, sd=1.5, tau_s=10.0)
    return np.where(motion.speed_mps < 0.5, 0.0, spm)


def _power_w(rng: np.random.Generator, motion: Motion, runner: Runner) -> FloatArray:
    """Power of the equivalent speed on the flat, 3 % unsteady."""
    unsteady = draw_wander(rng, motion.n_seconds, sd=0.03, tau_s=3.0)
    power_w = _JOULE_PER_KG_M * runner.weight_kg * motion.flat_speed_mps * (1.0 + unsteady)
    return np.asarray(np.round(np.maximum(power_w, 0.0)), dtype=np.float64)


def _form(
    rng: np.random.Generator, motion: Motion, runner: Runner, cadence_spm: FloatArray
) -> dict[str, FloatArray]:
    """gct = c v^b with a day effect of 2 %; vertical ratio and step length follow from the rest.

    A wrist reads them twice as noisily as a strap; neither reports them below a slow jog.
    """
    n = motion.n_seconds
    noise = 2.0 if runner.form_group == "garmin-wrist" else 1.0
    speed_mps = np.maximum(motion.speed_mps, 0.5)
    gct_ms = runner.gct_at_3_mps_ms * (speed_mps / _REFERENCE_MPS) ** runner.gct_exponent_frac
    gct_ms = gct_ms * (1.0 + float(rng.normal(0.0, 0.02)))
    gct_ms = gct_ms + draw_wander(rng, n, sd=4.0 * noise, tau_s=5.0)
    vo_cm = runner.vo_at_3_mps_cm + 0.75 * (speed_mps - _REFERENCE_MPS)
    vo_cm = vo_cm + draw_wander(rng, n, sd=0.2 * noise, tau_s=8.0)
    step_cm = CM_PER_M * SECONDS_PER_MINUTE * speed_mps / np.maximum(cadence_spm, 60.0)
    seen = motion.running & (motion.speed_mps > 1.6)
    columns = {
        "gct_ms": np.round(gct_ms, 1),
        "vo_cm": np.round(vo_cm, 2),
        "vr_pct": np.round(PERCENT * vo_cm / step_cm, 2),
        "step_length_cm": np.round(step_cm, 1),
    }
    return {name: np.where(seen, column, np.nan) for name, column in columns.items()}


def _written_seconds(rng: np.random.Generator, motion: Motion, *, smart: bool) -> np.ndarray:
    """Every second the timer ran, or irregularly 1-8 s apart; ends and edges of pauses are kept."""
    moving = np.flatnonzero(~motion.paused)
    if not smart:
        return moving
    likely = np.array([0.12, 0.12, 0.16, 0.18, 0.16, 0.12, 0.08, 0.06])
    gaps_s = rng.choice(np.arange(1, _LONGEST_GAP_S + 1), size=moving.size, p=likely)
    kept = np.cumsum(gaps_s)
    edges = np.flatnonzero(np.diff(moving) > 1)
    ends = np.concatenate(([0, moving.size - 1], edges, edges + 1))
    places = np.union1d(kept[kept < moving.size], ends)
    return np.asarray(moving[places], dtype=np.int64)
