"""How do several runs compare when each is stretched to the same length of time?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray
from hakaru.running.validity import read_motion, valid_column
from hakaru.stats.series import bin_means

N_BINS = 50


@dataclass(frozen=True, kw_only=True)
class RunSeries:
    """One run to compare: its columns, elapsed time among them."""

    activity_id: int
    day: date
    series: Mapping[str, FloatArray]


@dataclass(frozen=True, kw_only=True)
class AlignedRun:
    """One run on the common axis; values in the unit of the column.

    `bin_values` are means by share of the elapsed time, NaN where nothing was measured.
    `half_delta` is the mean of the second half minus that of the first, None where one of them is
    unknown. `zones_pct` are shares of the measured time, None without zone limits.
    """

    activity_id: int
    day: date
    duration_s: float
    mean_level: float
    half_delta: float | None
    zones_pct: tuple[float, ...] | None
    bin_values: FloatArray


@dataclass(frozen=True, kw_only=True)
class AlignedRuns:
    """Runs in order of time, and those that lack the column.

    `newest_delta` is the mean over the axis of newest minus the mean of the others; None with
    fewer than two runs.
    """

    column: str
    runs: tuple[AlignedRun, ...]
    without: tuple[int, ...]
    newest_delta: float | None


def align(
    runs: Sequence[RunSeries], column: str, *, zone_low_bpm: Sequence[float] | None = None
) -> AlignedRuns:
    """Bring one column of several runs onto the axis 0..100 % of each run's elapsed time.

    `zone_low_bpm` are the lower limits of heart rate zones 1, 2, ...; the same limits for all runs.
    """
    aligned = [_aligned(run, column, zone_low_bpm) for run in runs]
    aligned_runs = tuple(
        sorted(
            (aligned_run for aligned_run in aligned if aligned_run is not None),
            key=lambda aligned_run: aligned_run.day,
        )
    )
    return AlignedRuns(
        column=column,
        runs=aligned_runs,
        without=tuple(
            run.activity_id
            for run, aligned_run in zip(runs, aligned, strict=True)
            if aligned_run is None
        ),
        newest_delta=_newest_delta(aligned_runs),
    )


def _aligned(
    run: RunSeries, column: str, zone_low_bpm: Sequence[float] | None
) -> AlignedRun | None:
    """None: the run has no believable value of the column."""
    motion = read_motion(run.series)
    values = (
        np.where(motion.running, motion.speed_mps, np.nan)
        if column == "speed_mps"
        else valid_column(run.series, column, running=motion.running)
    )
    if not np.isfinite(values).any():
        return None
    start_s, end_s = float(motion.elapsed_s[0]), float(motion.elapsed_s[-1])
    shares = (motion.elapsed_s - start_s) / max(end_s - start_s, 1.0)
    bin_values = bin_means(shares, values, n_bins=N_BINS)
    finite = np.isfinite(values)
    return AlignedRun(
        activity_id=run.activity_id,
        day=run.day,
        duration_s=end_s - start_s,
        mean_level=float(
            np.average(values[finite], weights=motion.active_s[finite].clip(min=1e-9))
        ),
        half_delta=_half_delta(bin_values),
        zones_pct=_zones(values, motion.active_s, zone_low_bpm),
        bin_values=bin_values,
    )


def _half_delta(bin_values: FloatArray) -> float | None:
    first, second = bin_values[: N_BINS // 2], bin_values[N_BINS // 2 :]
    if not (np.isfinite(first).any() and np.isfinite(second).any()):
        return None
    return float(np.nanmean(second) - np.nanmean(first))


def _zones(
    values: FloatArray, active_s: FloatArray, low_bpm: Sequence[float] | None
) -> tuple[float, ...] | None:
    if not low_bpm:
        return None
    counted = np.isfinite(values) & (active_s > 0.0)
    if not counted.any():
        return None
    zone = np.searchsorted(np.asarray(low_bpm[1:]), values[counted], side="right")
    time_s = np.bincount(zone, weights=active_s[counted], minlength=len(low_bpm))
    return tuple((PERCENT * time_s / time_s.sum()).tolist())


def _newest_delta(runs: Sequence[AlignedRun]) -> float | None:
    if len(runs) < 2:
        return None
    others = np.stack([run.bin_values for run in runs[:-1]])
    n_known = np.isfinite(others).sum(axis=0)
    usual = np.where(n_known > 0, np.nansum(others, axis=0) / np.maximum(n_known, 1), np.nan)
    difference = runs[-1].bin_values - usual
    return float(np.nanmean(difference)) if np.isfinite(difference).any() else None
