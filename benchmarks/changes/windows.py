"""Windows of runs with and without a true change, from two worlds written apart from the product.

`split_windows`: splits drawn one by one (run effects, noise of splits, no drift). `season_windows`:
recordings of the product's simulator, cut into kilometres as the product cuts them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
from tests.simulated import as_recording

from hakaru.running.metrics import MetricName
from hakaru.running.segment import split_recording
from hakaru.running.splits import select_for_training
from hakaru.running.trends import TrendSamples
from hakaru.sources.simulated.runner import draw_runner
from hakaru.sources.simulated.season import SeasonSettings, simulate_season

FIRST_DAY = np.datetime64("2025-01-06", "D")
N_RUNS = 35
LINES: dict[MetricName, tuple[float, float, float, float]] = {
    # value at 3 m/s, exponent, SD between runs, SD between splits (research data.md §4 and §6)
    "gct": (265.0, -0.38, 0.018, 0.015),
    "vo": (9.1, 0.15, 0.030, 0.029),
    "vr": (8.5, -0.75, 0.030, 0.033),
    "cadence": (167.0, 0.12, 0.011, 0.009),
}


def split_windows(
    seed: int, metric: MetricName, *, change_frac: float, run_sd_scale: float = 1.0
) -> tuple[TrendSamples, TrendSamples]:
    """Two windows of 35 runs; the later values are (1 + change) times what they would be."""
    rng = np.random.default_rng(seed)
    value, exponent, run_sd, split_sd = LINES[metric]
    value *= float(np.exp(rng.normal(0.0, 0.08)))
    exponent += rng.normal(0.0, 0.08)
    easy_mps = float(np.clip(rng.normal(2.8, 0.25), 2.2, 3.4))
    windows = []
    for place, shift in enumerate((0.0, float(np.log1p(change_frac)))):
        counts = rng.integers(4, 12, N_RUNS)
        run = np.repeat(np.arange(N_RUNS), counts)
        tempo = rng.choice([1.0, 1.15, 1.3], run.size, p=[0.8, 0.12, 0.08])
        speed_mps = easy_mps * np.exp(rng.normal(0.0, 0.04, N_RUNS))[run] * tempo
        log_value = np.log(value) + exponent * np.log(speed_mps / 3.0) + shift
        log_value += rng.normal(0.0, run_sd * run_sd_scale, N_RUNS)[run]
        log_value += rng.normal(0.0, split_sd, run.size)
        windows.append(
            TrendSamples(
                value=np.exp(log_value),
                speed_mps=speed_mps,
                run_id=run + 1000 * place,
                day=FIRST_DAY + (2 * run + 90 * place).astype("timedelta64[D]"),
                weight_s=1000.0 / speed_mps,
            )
        )
    return windows[0], windows[1]


def season_windows(
    seed: int, metric: MetricName, *, change_frac: float
) -> tuple[TrendSamples, TrendSamples]:
    """14 weeks of five simulated runs without slow drift; contact times change after half."""
    runner = replace(
        draw_runner(seed), gct_drift_per_100_days_frac=0.0, vo_drift_per_100_days_frac=0.0
    )
    settings = SeasonSettings(
        seed=seed,
        start_on=date(2025, 1, 6),
        weeks=14,
        runner=runner,
        duration_frac=0.4,
        shift_from_run=N_RUNS,
        gct_shift_frac=change_frac,
    )
    rows: list[tuple[float, float, int, np.datetime64, float]] = []
    column = {"gct": "gct_ms", "vo": "vo_cm", "vr": "vr_pct", "cadence": "cadence_spm"}[metric]
    for index, session in enumerate(simulate_season(settings)):
        recording = as_recording(session)
        for split in select_for_training(split_recording(recording)):
            value = getattr(split, column)
            if value is not None and split.speed_mps is not None:
                day = np.datetime64(recording.day, "D")
                rows.append((value, split.speed_mps, index, day, split.running_s))
    values, speeds, runs, days, weights = (np.array(one) for one in zip(*rows, strict=True))
    earlier = runs < N_RUNS
    first, second = (
        TrendSamples(
            value=values[keep],
            speed_mps=speeds[keep],
            run_id=runs[keep],
            day=days[keep],
            weight_s=weights[keep],
        )
        for keep in (earlier, ~earlier)
    )
    return first, second
