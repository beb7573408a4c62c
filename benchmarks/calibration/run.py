"""Which of the promised accuracies hold? `python -m benchmarks.calibration.run [--quick]`

Constants of the product were tuned on the seeds in `TUNING_SEEDS`; everything reported here comes
from `SEEDS`, which were fixed before and looked at only afterwards.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks.calibration.simulated import (
    TRUE_EXPONENT,
    TRUE_LEVEL_MS,
    FloatArray,
    PowerSample,
    World,
    power_sample,
    simulate_runner,
)
from benchmarks.calibration.walk import EPOCH, GRID_MPS, Walk, join, walk_season
from hakaru.running.baseline.fit import fit_metric
from hakaru.running.baseline.model import BaselineSettings, FormSamples
from hakaru.running.baseline.predict import expected_values
from hakaru.running.deviations import RunConditions, run_deviations
from hakaru.running.drift import LastingChange, lasting_changes
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName

TUNING_SEEDS = {"curve": 1_000, "runners": 7_000, "null": 9_000, "shift": 9_100}
SEEDS = {"curve": 50_000, "runners": 60_000, "long": 65_000, "null": 70_000, "shift": 75_000}
VARIANTS = {
    "full": BaselineSettings(),
    "no prior": BaselineSettings(use_prior=False),
    "no run effect": BaselineSettings(use_run_effect=False),
    "no decay": BaselineSettings(use_decay=False),
}
TOLERANCE_FRAC = 0.05
EPOCH_DAY = np.datetime64("2024-01-01", "D")


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much is simulated."""

    curve_seeds: int
    runners: int
    runs: int
    long_runners: int
    long_runs: int
    drift_runners: int


FULL = Size(curve_seeds=20, runners=60, runs=260, long_runners=24, long_runs=400, drift_runners=150)
QUICK = Size(curve_seeds=20, runners=30, runs=120, long_runners=6, long_runs=260, drift_runners=40)


def run(quick: bool) -> dict[str, object]:
    """All measurements, ready for JSON."""
    size = QUICK if quick else FULL
    return {
        "quick": quick,
        "size": asdict(size),
        "seeds": SEEDS,
        "tuning_seeds": TUNING_SEEDS,
        "curve_error_ms": curve_errors(size),
        "coverage": coverage(size),
        "ablation": ablation(size),
        "faults": faults(size),
        "drift": drift(size),
        "timing_s": timing(quick),
    }


def curve_errors(size: Size) -> dict[str, dict[str, float]]:
    """Mean over seeds of RMS(expected - true) on 50 speeds, by outlier share and method."""
    table: dict[str, dict[str, float]] = {}
    methods = {**VARIANTS, "inverse": BaselineSettings(method="inverse")}
    for name, outlier_frac in (("clean", 0.0), ("outliers_15_pct", 0.15)):
        table[name] = {}
        for method, settings in methods.items():
            errors = [
                _curve_error(power_sample(SEEDS["curve"] + i, outlier_frac=outlier_frac), settings)
                for i in range(size.curve_seeds)
            ]
            table[name][method] = _digits(float(np.mean(errors)))
            if method == "full":
                table[name]["full, worst seed"] = _digits(max(errors))
    return table


def _samples(sample: PowerSample) -> FormSamples:
    return FormSamples(
        value=sample.gct_ms,
        speed_mps=sample.speed_mps,
        run_id=sample.run_id,
        age_days=sample.age_days,
        weight_s=1000.0 / sample.speed_mps,
    )


def _curve_error(sample: PowerSample, settings: BaselineSettings) -> float:
    baseline = fit_metric(
        _samples(sample), "gct", sensor_group="garmin-hrm", now=EPOCH, settings=settings
    )
    truth = TRUE_LEVEL_MS * GRID_MPS**TRUE_EXPONENT
    return float(np.sqrt(np.mean((expected_values(baseline, GRID_MPS) - truth) ** 2)))


def coverage(size: Size) -> dict[str, dict[str, object]]:
    """Out-of-sample coverage of runners with drift and a sensor change half-way, and null flags."""
    return {metric: _describe(walks(metric, size, BaselineSettings())) for metric in SCORED_METRICS}


def walks(metric: MetricName, size: Size, settings: BaselineSettings) -> Walk:
    """Every simulated runner's season, judged run by run."""
    world = World(n_runs=size.runs)
    return join(
        [
            walk_season(
                simulate_runner(SEEDS["runners"] + i, world), metric, settings=settings, runner=i
            )
            for i in range(size.runners)
        ]
    )


def _describe(walk: Walk) -> dict[str, object]:
    """Coverage in percent: pooled, worst runner, by speed, by history, after a sensor change."""
    cuts = np.quantile(walk.speed_mps, [1 / 3, 2 / 3])
    tercile = np.digitize(walk.speed_mps, cuts)
    bands = {"0": (0, 0), "1-3": (1, 3), "5": (4, 6), "20": (15, 25), "100": (90, 120)}
    first = (walk.history == 0) & (walk.sensor == 1)
    tolerance = np.maximum(TOLERANCE_FRAC, walk.half_width_90)
    return {
        "runs": int(walk.runner.size),
        "runners": int(np.unique(walk.runner).size),
        "50": _pct(walk.inside_50),
        "80": _pct(walk.inside_80),
        "90": _pct(walk.inside_90),
        "worst_runner_90": min(
            _pct(walk.inside_90[walk.runner == r]) for r in np.unique(walk.runner)
        ),
        "by_speed_tercile_90": [_pct(walk.inside_90[tercile == k]) for k in range(3)],
        "by_runs_of_history_90": {
            name: _pct_if_any(walk.inside_90[(walk.history >= low) & (walk.history <= high)])
            for name, (low, high) in bands.items()
        },
        "first_run_after_sensor_change_90": _pct(walk.inside_90[first]),
        "median_half_width_90_pct": _digits(100 * np.median(walk.half_width_90)),
        "penalised_null_runs": _pct(walk.deviation > tolerance),
    }


def ablation(size: Size) -> dict[str, dict[str, dict[str, float]]]:
    """What each part earns: season with a sensor change, and a long history without one."""
    long_world = World(n_runs=size.long_runs, sensor_change=False)
    table: dict[str, dict[str, dict[str, float]]] = {}
    for metric in SCORED_METRICS:
        table[metric] = {}
        for name, settings in VARIANTS.items():
            season = walks(metric, size, settings)
            long = join(
                [
                    walk_season(
                        simulate_runner(SEEDS["long"] + i, long_world),
                        metric,
                        settings=settings,
                        retrain_every=10,
                        runner=i,
                    )
                    for i in range(size.long_runners)
                ]
            )
            table[metric][name] = _ablation_row(season, long)
    return table


def _ablation_row(season: Walk, long: Walk) -> dict[str, float]:
    young = (season.history >= 1) & (season.history < 8)
    late = long.history >= 100
    return {
        "curve_error_pct, 1-7 runs": _digits(100 * season.curve_error[young].mean()),
        "curve_error_pct, 8+ runs": _digits(100 * season.curve_error[season.history >= 8].mean()),
        "curve_error_pct, 100+ runs": _digits(100 * long.curve_error[late].mean()),
        "coverage_90_pct": _pct(season.inside_90),
        "coverage_90_pct, 100+ runs": _pct(long.inside_90[late]),
        "interval_score_90_pct": _digits(100 * season.interval_score_90.mean()),
        "interval_score_90_pct, 100+ runs": _digits(100 * long.interval_score_90[late].mean()),
    }


def faults(size: Size) -> dict[str, dict[str, float]]:
    """Faulty splits (20-40 % too long), with and without leaving them out when a run is judged."""
    table: dict[str, dict[str, float]] = {}
    for fault_frac in (0.02, 0.15):
        world = World(n_runs=size.runs, fault_frac=fault_frac)
        for drop in (True, False):
            walk = join(
                [
                    walk_season(
                        simulate_runner(SEEDS["runners"] + i, world),
                        "gct",
                        settings=BaselineSettings(),
                        runner=i,
                        drop_faults=drop,
                    )
                    for i in range(size.long_runners)
                ]
            )
            tolerance = np.maximum(TOLERANCE_FRAC, walk.half_width_90)
            judged = "left out" if drop else "kept"
            table[f"{fault_frac:.0%} faulty, {judged}"] = {
                "coverage_90_pct": _pct(walk.inside_90),
                "penalised_null_runs_pct": _pct(walk.deviation > tolerance),
                "median_half_width_90_pct": _digits(100 * np.median(walk.half_width_90)),
            }
    return table


def drift(
    size: Size, metrics: tuple[MetricName, ...] = SCORED_METRICS
) -> dict[str, dict[str, float]]:
    """How fast +5 % GCT is found, and how often nothing is found where nothing is."""
    null = World(n_runs=120, sensor_change=False)
    calm = World(n_runs=120, sensor_change=False, drift_sd_per_year=0.0, trend_sd_per_year=0.0)
    shift = World(n_runs=80, sensor_change=False, shift_frac=0.05, shift_at_run=60)
    noisy = World(
        n_runs=80, sensor_change=False, shift_frac=0.05, shift_at_run=60, run_sd_scale=1.5
    )
    return {
        "false_signals_per_100_runs": {
            f"{metric}, {name}": _false_signals(world, metric, size)
            for metric in metrics
            for name, world in (("slow drift", null), ("no drift", calm))
        },
        "found_within_5_runs_pct": {
            "day effect 1.8 %": _found(shift, size),
            "day effect 2.7 %": _found(noisy, size),
        },
    }


def _changes(world: World, metric: MetricName, seed: int) -> tuple[LastingChange, ...]:
    """What the monitor finds in one simulated season; indices count its runs."""
    season = simulate_runner(seed, world)
    rows: dict[str, Any] = {
        "activity_id": season.run_id,
        "activity_date": EPOCH_DAY + season.day.astype(np.int64),
        "speed_mps": season.speed_mps,
        "running_s": season.duration_s,
        "running_distance_m": season.speed_mps * season.duration_s,
        "grade_pct": np.zeros(season.day.size),
        **{
            row.series_column: season.values[name]
            for name, row in METRICS.items()
            if name in season.values
        },
    }
    runs = np.unique(season.run_id)
    unknown = np.full(runs.size, np.nan)
    conditions = RunConditions(
        activity_id=runs,
        device=(None,) * runs.size,
        temperature_c=unknown,
        climb_m_per_km=unknown,
    )
    return lasting_changes(run_deviations(rows, conditions, metric))


def _false_signals(world: World, metric: MetricName, size: Size) -> float:
    signals = sum(
        len(_changes(world, metric, SEEDS["null"] + i)) for i in range(size.drift_runners)
    )
    return _digits(100 * signals / (size.drift_runners * world.n_runs))


def _found(world: World, size: Size) -> float:
    found = [
        any(
            0 <= change.found_index - world.shift_at_run < 5 and change.direction == "higher"
            for change in _changes(world, "gct", SEEDS["shift"] + i)
        )
        for i in range(size.drift_runners)
    ]
    return _pct(np.array(found))


def timing(quick: bool) -> dict[str, float]:
    """Training all four metrics, best of three, in seconds."""
    sizes = {"1800": 60} if quick else {"1800": 60, "100000": 3_334}
    metrics: tuple[tuple[MetricName, float], ...] = (
        ("gct", 1.0),
        ("vo", 1 / 30),
        ("vr", 1 / 30),
        ("cadence", 0.65),
    )
    table = {}
    for name, n_runs in sizes.items():
        sample = _samples(power_sample(SEEDS["curve"], n_runs=n_runs))
        best = np.inf
        for _ in range(3):
            start = time.perf_counter()
            for metric, factor in metrics:
                scaled = FormSamples(**{**vars(sample), "value": sample.value * factor})
                fit_metric(scaled, metric, sensor_group="garmin-hrm", now=EPOCH)
            best = min(best, time.perf_counter() - start)
        table[name] = _digits(best, 4)
    return table


def _pct(flags: np.typing.NDArray[np.bool_] | FloatArray) -> float:
    """Share in percent, of at least one row."""
    return _digits(100 * float(np.mean(flags)))


def _pct_if_any(flags: FloatArray) -> float | None:
    """Share in percent; None for no rows."""
    return _pct(flags) if flags.size else None


def _digits(value: float, digits: int = 2) -> float:
    return round(float(value), digits)


if __name__ == "__main__":
    print(json.dumps(run("--quick" in sys.argv[1:]), indent=2, ensure_ascii=False))
