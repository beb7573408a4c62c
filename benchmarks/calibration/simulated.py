"""Which splits would runners with a known truth record? Written apart from the product's own code.

Two worlds. `power_sample`: the simulation of research running.md §2.5 (g = 400 v^-0.40, a shared
day effect of 8 ms, 4 ms within a run). `simulate_runner`: research data.md §6, split by split: run
effects, correlated noise with memory inside a run, slopes of the road, drift over months (random
walk and trend), pauses, another sensor half-way with its own level and slope, faulty samples.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
METRICS = ("gct", "vo", "vr", "cadence")
TRUE_LEVEL_MS, TRUE_EXPONENT = 400.0, -0.40


@dataclass(frozen=True, kw_only=True)
class PowerSample:
    """Splits of one season around a fixed power law; arrays of shape (n_splits,)."""

    gct_ms: FloatArray
    speed_mps: FloatArray
    run_id: IntArray
    age_days: FloatArray


def power_sample(
    seed: int, *, n_runs: int = 60, splits_per_run: int = 30, outlier_frac: float = 0.0
) -> PowerSample:
    """One season of 1,800 splits; outliers are 20-40 % too long, spread over all splits."""
    rng = np.random.default_rng(seed)
    n = n_runs * splits_per_run
    run_id = np.repeat(np.arange(n_runs), splits_per_run)
    log_speed = rng.normal(np.log(3.0), 0.09, n_runs)[run_id] + rng.normal(0.0, 0.075, n)
    speed = np.clip(np.exp(log_speed), 1.9, 5.0)
    gct = TRUE_LEVEL_MS * speed**TRUE_EXPONENT
    gct = gct + rng.normal(0.0, 8.0, n_runs)[run_id] + rng.normal(0.0, 4.0, n)
    faulty = rng.random(n) < outlier_frac
    gct = np.where(faulty, gct * (1.0 + rng.uniform(0.2, 0.4, n)), gct)
    age = np.sort(rng.uniform(0.0, 180.0, n_runs))[::-1][run_id]
    return PowerSample(gct_ms=gct, speed_mps=speed, run_id=run_id, age_days=age)


@dataclass(frozen=True, kw_only=True)
class World:
    """What a simulated runner goes through. SDs are relative (0.018 = 1.8 %)."""

    n_runs: int = 150
    runs_per_week: float = 3.5
    drift_sd_per_year: float = 0.015
    trend_sd_per_year: float = 0.012
    run_sd_scale: float = 1.0
    sensor_change: bool = True
    fault_frac: float = 0.0
    shift_frac: float = 0.0
    shift_at_run: int = -1


@dataclass(frozen=True, kw_only=True)
class Season:
    """One runner's splits in time order; `values` and `truth` are keyed by metric, truth being
    what the runner would show that day without any noise (drift included). `level` and `exponent`
    hold the same truth run by run: ln value = level + exponent ln(v / 3)."""

    day: FloatArray
    run_id: IntArray
    sensor: IntArray
    speed_mps: FloatArray
    duration_s: FloatArray
    values: dict[str, FloatArray]
    truth: dict[str, FloatArray]
    level: dict[str, FloatArray]
    exponent: dict[str, FloatArray]

    def true_curve(self, metric: str, run: int, speed_mps: FloatArray) -> FloatArray:
        """What the runner would show without noise at any speed on the day of a run."""
        x = np.log(speed_mps / 3.0)
        if metric != "vr":
            value: FloatArray = np.exp(self.level[metric][run] + self.exponent[metric][run] * x)
            return value
        vo_cm = self.true_curve("vo", run, speed_mps)
        return vo_cm * self.true_curve("cadence", run, speed_mps) / (60.0 * speed_mps)


@dataclass(frozen=True, kw_only=True)
class _Runner:
    """Levels at 3 m/s, exponents and noise of one runner."""

    gct_ms: float
    gct_exponent: float
    vo_cm: float
    vo_exponent: float
    cadence_spm: float
    cadence_exponent: float
    gct_run_sd: float
    vo_run_sd: float
    easy_speed_mps: float


def simulate_runner(seed: int, world: World) -> Season:
    """One runner from one seed."""
    rng = np.random.default_rng(seed)
    runner = _draw_runner(rng)
    run_day, speed_by_run = _plan(rng, runner, world)
    run_of = np.repeat(np.arange(world.n_runs), [s.size for s in speed_by_run])
    speed = np.concatenate(speed_by_run)
    run_sensor = (np.arange(world.n_runs) >= world.n_runs // 2) & world.sensor_change
    level, exponent = _true_lines(rng, runner, run_sensor.astype(np.float64))
    drift = _drift(rng, run_day, world)
    for name, scale in (("gct", 1.0), ("vo", -1.4), ("cadence", -0.4)):
        level[name] = level[name] + scale * drift
    if world.shift_at_run >= 0:
        level["gct"][world.shift_at_run :] += np.log1p(world.shift_frac)
    x = np.log(speed / 3.0)
    log_truth = {name: level[name][run_of] + exponent[name][run_of] * x for name in level}
    log_noise = _noise(rng, runner, run_of, world.run_sd_scale)
    truth, values = {}, {}
    for name in ("gct", "vo", "cadence"):
        truth[name] = np.exp(log_truth[name])
        values[name] = np.exp(log_truth[name] + log_noise[name])
    for source in (truth, values):
        source["vr"] = source["vo"] * source["cadence"] / (60.0 * speed)
    values["vr"] = values["vr"] * np.exp(rng.normal(0.0, 0.02, speed.size))
    faulty = rng.random(speed.size) < world.fault_frac
    for name in ("gct", "vo", "vr"):
        jump = 1.0 + rng.uniform(0.2, 0.4, speed.size)
        values[name] = np.where(faulty, values[name] * jump, values[name])
    return Season(
        day=run_day[run_of],
        run_id=run_of.astype(np.int64),
        sensor=run_sensor.astype(np.int64)[run_of],
        speed_mps=speed,
        duration_s=1000.0 / speed,
        values=values,
        truth=truth,
        level=level,
        exponent=exponent,
    )


def _draw_runner(rng: np.random.Generator) -> _Runner:
    return _Runner(
        gct_ms=267.0 * float(np.exp(rng.normal(0.0, 0.08))),
        gct_exponent=float(np.clip(rng.normal(-0.38, 0.10), -0.75, -0.12)),
        vo_cm=9.1 * float(np.exp(rng.normal(0.0, 0.145))),
        vo_exponent=float(rng.normal(0.15, 0.28)),
        cadence_spm=167.0 * float(np.exp(rng.normal(0.0, 0.031))),
        cadence_exponent=float(rng.normal(0.12, 0.02)),
        gct_run_sd=0.018 * float(np.exp(rng.normal(0.0, 0.3))),
        vo_run_sd=0.03 * float(np.exp(rng.normal(0.0, 0.3))),
        easy_speed_mps=float(np.clip(rng.normal(2.75, 0.25), 2.2, 3.4)),
    )


def _plan(
    rng: np.random.Generator, runner: _Runner, world: World
) -> tuple[FloatArray, list[FloatArray]]:
    """Day and split speeds of each run: easy, long, tempo and interval days, and pauses."""
    gaps = rng.gamma(2.0, 7.0 / world.runs_per_week / 2.0, world.n_runs)
    gaps = gaps + np.where(rng.random(world.n_runs) < 0.02, rng.uniform(14.0, 45.0, gaps.size), 0.0)
    speeds = []
    for kind in rng.choice(4, world.n_runs, p=[0.5, 0.2, 0.15, 0.15]):
        base = runner.easy_speed_mps * float(np.exp(rng.normal(0.0, 0.03)))
        if kind == 0:
            pattern = np.ones(int(rng.integers(5, 11)))
        elif kind == 1:
            pattern = np.linspace(1.0, 0.95, int(rng.integers(12, 22)))
        elif kind == 2:
            pattern = np.concatenate((np.ones(2), np.full(int(rng.integers(3, 7)), 1.15), [0.97]))
        else:
            pattern = np.concatenate(
                (np.ones(2), np.tile([1.32, 0.9], int(rng.integers(3, 6))), [1.0])
            )
        speeds.append(base * pattern * np.exp(rng.normal(0.0, 0.02, pattern.size)))
    return np.cumsum(gaps), speeds


def _true_lines(
    rng: np.random.Generator, runner: _Runner, second: FloatArray
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """ln level and exponent of each run; the second sensor (1.0) reads other ones."""
    gct_level, gct_slope = rng.normal(0.0, 0.05), rng.normal(0.0, 0.05)
    vo_level, vo_slope = rng.normal(0.0, 0.10), rng.normal(0.0, 0.08)
    level = {
        "gct": np.log(runner.gct_ms) + gct_level * second,
        "vo": np.log(runner.vo_cm) + vo_level * second,
        "cadence": np.log(runner.cadence_spm) + 0.0 * second,
    }
    exponent = {
        "gct": np.clip(runner.gct_exponent + gct_slope * second, -0.8, -0.1),
        "vo": runner.vo_exponent + vo_slope * second,
        "cadence": runner.cadence_exponent + 0.0 * second,
    }
    return level, exponent


def _drift(rng: np.random.Generator, run_day: FloatArray, world: World) -> FloatArray:
    """ln drift of each run: a random walk and a straight trend."""
    step_days = np.diff(run_day, prepend=run_day[0])
    walk = np.cumsum(rng.normal(0.0, 1.0, run_day.size) * np.sqrt(step_days / 365.25))
    trend = rng.normal(0.0, world.trend_sd_per_year) * (run_day - run_day[0]) / 365.25
    drift: FloatArray = world.drift_sd_per_year * walk + trend
    return drift


def _noise(
    rng: np.random.Generator, runner: _Runner, run_of: IntArray, run_sd_scale: float
) -> dict[str, FloatArray]:
    """ln noise: run effects, AR(1) inside a run, cadence correlated, and the road's slope."""
    n_runs = int(run_of[-1]) + 1
    cadence = _remembering(rng, run_of)
    gct = -0.43 * cadence + np.sqrt(1.0 - 0.43**2) * _remembering(rng, run_of)
    vo = -0.69 * cadence + np.sqrt(1.0 - 0.69**2) * _remembering(rng, run_of)
    grade_pct = np.clip(rng.normal(0.0, 0.8, run_of.size), -2.0, 2.0)
    uphill, downhill = np.maximum(grade_pct, 0.0), np.maximum(-grade_pct, 0.0)
    run = {
        "gct": rng.normal(0.0, runner.gct_run_sd * run_sd_scale, n_runs)[run_of],
        "vo": rng.normal(0.0, runner.vo_run_sd * run_sd_scale, n_runs)[run_of],
        "cadence": rng.normal(0.0, 0.011, n_runs)[run_of],
    }
    return {
        "gct": run["gct"] + 0.015 * gct + 0.002 * uphill - 0.0006 * downhill,
        "vo": run["vo"] + 0.029 * vo - 0.009 * uphill + 0.004 * downhill,
        "cadence": run["cadence"] + 0.009 * cadence,
    }


def _remembering(rng: np.random.Generator, run_of: IntArray, phi: float = 0.4) -> FloatArray:
    """Unit-variance AR(1) that starts afresh with each run."""
    shock = rng.normal(0.0, 1.0, run_of.size)
    starts = np.diff(run_of, prepend=-1) != 0
    scale = np.sqrt(1.0 - phi * phi)
    out = np.empty(run_of.size)
    previous = 0.0
    for i, first in enumerate(starts.tolist()):
        previous = float(shock[i]) if first else phi * previous + scale * float(shock[i])
        out[i] = previous
    return out
