"""Many invented runs without their seconds: ten years for the store, and runners of a lake.

For studies of very many runners: the runner, the day-to-day and the split-to-split spread are the
season's; routes, faults and sessions are left out. Kilometres only.

Not the season's machinery: one curve, cheap noise, the same columns and resolutions as a chest
strap writes, so that sizes and query times are those of real data.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import in_context, message
from hakaru.core.units import CM_PER_M, METRES_PER_KM, PERCENT, SECONDS_PER_MINUTE
from hakaru.running.activity import DeviceSummary, FloatArray, Lap, Provenance, Recording
from hakaru.sources.simulated.recorded import rounded
from hakaru.sources.simulated.runner import (
    SENSORS,
    SimulatedRunner,
    TrueCurve,
    draw_runner,
    generator,
    slow_noise,
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


_BIG_STREAM = 4
_BIG_FIRST_START = datetime(2016, 1, 1, 7, tzinfo=UTC)
_DAY = timedelta(days=1)
_BIG_SPEED_MPS, _BIG_SPEED_SD_MPS = 3.0, 0.25
_DEG_PER_M = 9e-6
_TITLE = "シミュレーション: 大量データ (Simulated bulk run)"


def column_runs(n_runs: int, rows_per_run: int, *, seed: int) -> Iterator[Recording]:
    """`n_runs` recordings of `rows_per_run` seconds each, one a day from 2016-01-01 07:00 UTC.

    Raises:
        BadArgument: a negative number, or fewer than 60 rows.
    """
    if rows_per_run < 60:
        raise BadArgument(
            "rows_per_run", rows_per_run, message(in_context("expected", "at least {low}"), low=60)
        )
    for name, value in (("n_runs", n_runs), ("seed", seed)):
        if value < 0:
            raise BadArgument(name, value, message("a whole number >= {low}", low=0))
    curve = draw_runner(seed).chest
    for index in range(n_runs):
        rng = generator(seed, _BIG_STREAM, index)
        yield _recording(_series(rng, rows_per_run, curve=curve), seed=seed, index=index)


def _series(rng: np.random.Generator, n: int, *, curve: TrueCurve) -> Mapping[str, FloatArray]:
    day_mps = _BIG_SPEED_MPS + _BIG_SPEED_SD_MPS * float(np.clip(rng.standard_normal(), -2, 2))
    white = rng.standard_normal((6, n))
    pace, hill, effort, form, oscillation = (
        slow_noise(rng, n, tau_s=tau_s) for tau_s in (60.0, 300.0, 200.0, 250.0, 250.0)
    )
    speed_mps = np.maximum(day_mps * np.exp(0.02 * pace) + 0.05 * white[0], 1.8)
    cadence_spm = np.rint(curve.cadence_spm(speed_mps) * np.exp(0.006 * white[1]))
    log_day_gct, log_day_vo = 0.018 * rng.standard_normal(), 0.03 * rng.standard_normal()
    gct_ms = curve.gct_ms(speed_mps) * np.exp(log_day_gct + 0.015 * form + 0.018 * white[2])
    vo_cm = curve.vo_cm(speed_mps) * np.exp(log_day_vo + 0.025 * oscillation + 0.03 * white[3])
    step_cm = np.rint(60_000.0 * speed_mps / cadence_spm) / 10.0
    distance_m = np.cumsum(speed_mps)
    angle = distance_m / 800.0
    return {
        "elapsed_s": np.arange(n, dtype=np.float64),
        "distance_m": rounded(distance_m, per_unit=100),
        "speed_mps": rounded(speed_mps, per_unit=1000),
        "heart_rate_bpm": np.rint(100.0 + 15.0 * speed_mps + 4.0 * effort),
        "cadence_spm": cadence_spm,
        "power_w": np.rint(70.0 * speed_mps * np.exp(0.02 * white[4])),
        "gct_ms": np.rint(gct_ms),
        "vo_cm": rounded(vo_cm, per_unit=100),
        "vr_pct": rounded(100.0 * vo_cm / step_cm, per_unit=100),
        "gct_balance_left_pct": rounded(49.5 + 0.3 * white[5], per_unit=100),
        "step_length_cm": step_cm,
        "elevation_m": rounded(80.0 + 5.0 * hill, per_unit=5),
        "latitude_deg": _DEG_PER_M * 800.0 * np.sin(angle),
        "longitude_deg": -30.0 + _DEG_PER_M * 800.0 * np.cos(angle),
        "temperature_c": np.rint(20.0 - 4.0 * np.arange(n) / n),
    }


def _recording(series: Mapping[str, FloatArray], *, seed: int, index: int) -> Recording:
    name = f"{seed}-{index:06d}.fit"
    elapsed_s = float(series["elapsed_s"][-1])
    provenance = Provenance(
        kind="fit",
        path=name,
        sha256=hashlib.sha256(f"hakaru simulated {name}".encode()).hexdigest(),
    )
    return Recording(
        started_at=_BIG_FIRST_START + index * _DAY,
        utc_offset_s=0,
        sport="running",
        title=_TITLE,
        series=series,
        laps=_kilometres(series),
        sensor_group="garmin-hrm",
        sensor_label=SENSORS["garmin-hrm"].label,
        summary=DeviceSummary(
            distance_m=float(series["distance_m"][-1]), elapsed_s=elapsed_s, timer_s=elapsed_s
        ),
        simulated=True,
        provenance=(provenance,),
    )


def _kilometres(series: Mapping[str, FloatArray]) -> tuple[Lap, ...]:
    distance_m, elapsed_s = series["distance_m"], series["elapsed_s"]
    marks_m = np.arange(METRES_PER_KM, distance_m[-1], METRES_PER_KM)
    rows = [0, *np.searchsorted(distance_m, marks_m).tolist(), len(elapsed_s) - 1]
    return tuple(
        Lap(
            start_elapsed_s=float(elapsed_s[first]),
            elapsed_s=float(elapsed_s[last] - elapsed_s[first]),
            timer_s=float(elapsed_s[last] - elapsed_s[first]),
            distance_m=round(float(distance_m[last] - distance_m[first]), 2),
            trigger="session_end" if last == rows[-1] else "distance",
        )
        for first, last in pairwise(rows)
        if last > first
    )
