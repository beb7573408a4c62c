"""Many invented runs without their seconds: the runners of a lake.

For studies of very many runners: the runner, the day-to-day and the split-to-split spread are the
season's; routes, faults and sessions are left out. Kilometres only.

Not the season's machinery: one curve, cheap noise, the same columns and resolutions as a chest
strap writes, so that sizes and query times are those of real data.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.units import CM_PER_M, METRES_PER_KM, PERCENT, SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray
from hakaru.sources.simulated.runner import (
    SimulatedRunner,
    draw_runner,
    generator,
)

_SPLITS_STREAM = 5
_FIRST_START = datetime(2024, 1, 1, 6, 30, tzinfo=UTC)
_DAYS_BETWEEN = np.array([2, 1, 2, 2])
_KM_MIN, _KM_MAX = 5, 14
_SPEED_MPS, _SPEED_SD_MPS = 3.0, 0.28
_SPLIT_SPEED_SD_FRAC = 0.03
_GCT_RUN_SD_FRAC = 0.018
_BALANCE_SPLIT_SD_PCT = 0.2

IntArray = NDArray[np.int64]


def simulated_splits(seed: int, n_runs: int) -> Mapping[str, NDArray[Any]]:
    """Splits of `n_runs` runs, four a week from 2024-01-01, as columns of the lake.

    Raises:
        BadArgument: a negative seed, or no run.
    """
    if seed < 0 or n_runs < 1:
        raise BadArgument("n_runs", n_runs, message("a whole number >= 1, for a seed >= 0"))
    rng = generator(seed, _SPLITS_STREAM)
    n_km = rng.integers(_KM_MIN, _KM_MAX + 1, n_runs)
    run = np.repeat(np.arange(n_runs), n_km)
    day_mps = _SPEED_MPS + _SPEED_SD_MPS * np.clip(rng.standard_normal(n_runs), -2, 2)
    speed_mps = day_mps[run] * np.exp(_SPLIT_SPEED_SD_FRAC * rng.standard_normal(run.size))
    return {
        **_places(seed, run, n_km=n_km),
        **_lengths(speed_mps, n_km),
        **_form(draw_runner(seed), speed_mps, run=run, rng=rng),
    }


def _places(seed: int, run: IntArray, *, n_km: IntArray) -> Mapping[str, NDArray[Any]]:
    """Which run each split belongs to, and when that was."""
    days = np.concatenate([[0], np.cumsum(np.resize(_DAYS_BETWEEN, n_km.size - 1))])
    first = np.datetime64(_FIRST_START.replace(tzinfo=None), "us")
    starts = first + days.astype("timedelta64[D]")
    return {
        "activity_id": (seed * 1_000_000 + run + 1).astype(np.int64),
        "activity_date": starts[run].astype("datetime64[D]").astype("datetime64[s]"),
        "started_at": starts[run],
        "sensor_group": np.full(run.size, "garmin-hrm", dtype=object),
        "split_index": np.concatenate([np.arange(1, n + 1) for n in n_km]).astype(np.int64),
        "kind": np.full(run.size, "km", dtype=object),
    }


def _lengths(speed_mps: FloatArray, n_km: IntArray) -> Mapping[str, NDArray[Any]]:
    """A kilometre each, one after the other."""
    running_s = METRES_PER_KM / speed_mps
    ends_s = np.concatenate(
        [np.cumsum(part_s) for part_s in np.split(running_s, np.cumsum(n_km)[:-1])]
    )
    kilometre = np.full(speed_mps.size, METRES_PER_KM)
    return {
        "start_elapsed_s": ends_s - running_s,
        "end_elapsed_s": ends_s,
        "distance_m": kilometre,
        "running_s": running_s,
        "running_distance_m": kilometre,
        "speed_mps": speed_mps,
    }


def _form(
    runner: SimulatedRunner, speed_mps: FloatArray, *, run: IntArray, rng: np.random.Generator
) -> Mapping[str, NDArray[Any]]:
    """What the strap shows: the runner's curve, a day's level and each split's own."""

    def noise(run_sd: float, split_sd: float) -> FloatArray:
        day = run_sd * rng.standard_normal(int(run[-1]) + 1)
        spread: FloatArray = day[run] + split_sd * rng.standard_normal(run.size)
        return spread

    curve = runner.chest
    vo_cm = curve.vo_cm(speed_mps) * np.exp(noise(runner.vo_run_sd_frac, runner.vo_km_sd_frac))
    cadence_spm = curve.cadence_spm(speed_mps) * np.exp(
        noise(runner.cadence_run_sd_frac, runner.cadence_km_sd_frac)
    )
    step_cm = SECONDS_PER_MINUTE * CM_PER_M * speed_mps / cadence_spm
    gct_noise = noise(_GCT_RUN_SD_FRAC, runner.gct_km_sd_frac)
    return {
        "cadence_spm": cadence_spm,
        "gct_ms": curve.gct_ms(speed_mps) * np.exp(gct_noise),
        "vo_cm": vo_cm,
        "vr_pct": PERCENT * vo_cm / step_cm,
        "gct_balance_left_pct": runner.gct_balance_left_pct
        + noise(runner.balance_run_sd_pct, _BALANCE_SPLIT_SD_PCT),
        "grade_pct": 0.5 * rng.standard_normal(run.size),
        "coverage_frac": np.ones(run.size),
    }
