"""Seasons of splits around a known curve, small and seeded."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import FormSamples

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def true_gct_ms(speed_mps: FloatArray, *, exponent: float = -0.40) -> FloatArray:
    """247 ms at 3.33 m/s, falling with speed."""
    value: FloatArray = 400.0 * speed_mps**-0.40 * (speed_mps / 3.0) ** (exponent + 0.40)
    return value


def make_season(
    n_runs: int = 40,
    *,
    seed: int = 0,
    splits: int = 8,
    exponent: float = -0.40,
    run_sd_frac: float = 0.02,
) -> FormSamples:
    """Contact times of runs every three days, the newest two days ago."""
    rng = np.random.default_rng(seed)
    run_id = np.repeat(np.arange(n_runs), splits)
    speed = 3.0 * np.exp(rng.normal(0, 0.08, n_runs)[run_id] + rng.normal(0, 0.06, run_id.size))
    noise = rng.normal(0, run_sd_frac, n_runs)[run_id] + rng.normal(0, 0.015, run_id.size)
    return FormSamples(
        value=true_gct_ms(speed, exponent=exponent) * np.exp(noise),
        speed_mps=speed,
        run_id=1000 - run_id,  # ids need not follow time
        age_days=(2.0 + 3.0 * (n_runs - 1 - run_id)).astype(np.float64),
        weight_s=1000.0 / speed,
    )


def take(samples: FormSamples, keep: NDArray[np.bool_ | np.intp]) -> FormSamples:
    """The samples that are chosen, of columns that are known."""
    columns = {name: column for name, column in vars(samples).items() if column is not None}
    return FormSamples(**{name: column[keep] for name, column in columns.items()})
