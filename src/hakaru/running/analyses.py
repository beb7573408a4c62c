"""Worked analyses: a stretch by the second, what lay around a step of form, several runs on one
axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.steps import Anomaly
from hakaru.running.metrics import METRICS, RUNNING_SPEED_MIN_MPS
from hakaru.running.validity import GAP_MIN_S, Motion, read_motion, smooth_elevation_m, valid_column
from hakaru.stats.robust import MAD_TO_SD
from hakaru.stats.series import Correlation, bin_means, correlate, on_grid, rolling_mean

N_BINS = 50


@frozen
class RunSeries:
    """One run to compare: its columns, elapsed time among them."""

    activity_id: int
    day: date
    series: Mapping[str, FloatArray]


@frozen
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


@frozen
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


Companion = Literal["speed_mps", "heart_rate_bpm", "elevation_m", "cadence_spm"]
COMPANIONS: tuple[Companion, ...] = ("speed_mps", "heart_rate_bpm", "elevation_m", "cadence_spm")
"""What the metric is compared with."""


@frozen
class Stretch:
    """Means before, inside and after the step, each None where nothing was measured there."""

    before_level: float | None
    inside_level: float | None
    after_level: float | None


@frozen
class Surroundings:
    """A step with what lay around it, on a grid of seconds [start, end).

    `means` and `correlations` are keyed by column, the metric's own column among the means. A
    column that was not recorded is in `missing`, one that does not vary has no correlation.
    """

    anomaly: Anomaly
    start_elapsed_s: float
    end_elapsed_s: float
    means: Mapping[str, Stretch]
    correlations: Mapping[Companion, Correlation]
    missing: tuple[str, ...]
    elapsed_s: FloatArray
    columns: Mapping[str, FloatArray]


def look_around(
    series: Mapping[str, FloatArray], anomaly: Anomaly, *, context_s: float
) -> Surroundings:
    """The metric and what moved with it, from `context_s` before the step to as long after it."""
    motion = read_motion(series)
    start_s = max(anomaly.start_elapsed_s - context_s, 0.0)
    end_s = anomaly.end_elapsed_s + context_s
    grid_s = np.arange(np.ceil(start_s), end_s, 1.0)
    own = METRICS[anomaly.metric].series_column
    names: tuple[str, ...] = (own, *(name for name in COMPANIONS if name != own))
    raw = {name: _column(series, name) for name in names}
    columns = {
        name: on_grid(motion.elapsed_s, values, grid=grid_s, gap_max=GAP_MIN_S)
        for name, values in raw.items()
    }
    measured = {name: values for name, values in columns.items() if np.isfinite(values).any()}
    linked = {
        name: correlate(columns[name], columns[own]) for name in COMPANIONS if name in measured
    }
    return Surroundings(
        anomaly=anomaly,
        start_elapsed_s=start_s,
        end_elapsed_s=end_s,
        means={name: _stretch(grid_s, values, anomaly) for name, values in measured.items()},
        correlations={
            name: correlation
            for name, correlation in linked.items()
            if correlation is not None and name != own
        },
        missing=tuple(name for name in names if name not in measured),
        elapsed_s=grid_s,
        columns=columns,
    )


def _stretch(grid_s: FloatArray, values: FloatArray, anomaly: Anomaly) -> Stretch:
    before, after = grid_s < anomaly.start_elapsed_s, grid_s >= anomaly.end_elapsed_s
    return Stretch(
        before_level=_mean(values[before]),
        inside_level=_mean(values[~before & ~after]),
        after_level=_mean(values[after]),
    )


def _column(series: Mapping[str, FloatArray], name: str) -> FloatArray:
    """A column while running: speed as measured, heights smoothed, the rest where believable."""
    motion = read_motion(series)
    if name == "speed_mps":
        return np.where(motion.running, motion.speed_mps, np.nan)
    if name != "elevation_m":
        return valid_column(series, name, running=motion.running)
    heights_m = series.get("elevation_m")
    smooth_m = None if heights_m is None else smooth_elevation_m(heights_m, motion.elapsed_s)
    return np.full(motion.elapsed_s.shape, np.nan) if smooth_m is None else smooth_m


def _mean(values: FloatArray) -> float | None:
    finite = values[np.isfinite(values)]
    return float(finite.mean()) if finite.size else None


ChangeKind = Literal["faster", "slower", "stopped", "started"]

MOST_CHANGES = 3
_CLEAR_SDS = 4.0
_CLEAR_FRAC = 0.04
"""A change is told from noise beyond 4 robust SDs of such differences, and from 4 % of speed."""


@frozen
class PaceChange:
    """Where the mean pace of the window after a second left that of the window before it.

    A pace is None where that window was not run; `kind` then says stopped or started.
    """

    at_elapsed_s: float
    kind: ChangeKind
    before_s_per_km: float | None
    after_s_per_km: float | None


@frozen
class Moment:
    """A rolling mean of the pace, and the second in its middle."""

    at_elapsed_s: float
    pace_s_per_km: float


@frozen
class HeartCourse:
    """Heart rate over the stretch; first and last are means of the first and last fifth."""

    mean_bpm: float
    first_bpm: float
    last_bpm: float


@frozen
class StretchSeconds:
    """One stretch [start, end) on a grid of seconds.

    `changes` are the clearest of the `n_changes` that are clear, in order of time.
    `pace_s_per_km` is that of the running seconds, None where none was run; SD and CV are those of
    their speed. `fastest` and `slowest` are rolling means of windows that were wholly run.
    `heart_rate` None: not recorded. The arrays have one value per second, NaN where nothing was
    measured.
    """

    start_elapsed_s: float
    end_elapsed_s: float
    n_measured: int
    n_running: int
    pace_s_per_km: float | None
    speed_sd_mps: float | None
    speed_cv_pct: float | None
    fastest: Moment | None
    slowest: Moment | None
    changes: tuple[PaceChange, ...]
    n_changes: int
    heart_rate: HeartCourse | None
    elapsed_s: FloatArray
    speed_mps: FloatArray
    rolling_mps: FloatArray
    heart_rate_bpm: FloatArray


def look_at_seconds(
    series: Mapping[str, FloatArray], *, start_s: float, end_s: float, window_s: int = 10
) -> StretchSeconds:
    """Resample a stretch to seconds, smooth it over `window_s`, and find where the pace changed."""
    motion = read_motion(series)
    grid_s = np.arange(np.ceil(start_s), end_s, 1.0)
    speed_mps = on_grid(motion.elapsed_s, motion.speed_mps, grid=grid_s, gap_max=GAP_MIN_S)
    pulse_bpm = valid_column(
        series, "heart_rate_bpm", running=np.ones(motion.running.shape, dtype=np.bool_)
    )
    heart_bpm = on_grid(motion.elapsed_s, pulse_bpm, grid=grid_s, gap_max=GAP_MIN_S)
    rolling_mps = rolling_mean(speed_mps, window_s)
    runs = speed_mps > RUNNING_SPEED_MIN_MPS
    steady_mps = np.where(rolling_mean(runs.astype(float), window_s) == 1.0, rolling_mps, np.nan)
    run_mps = speed_mps[runs]
    mean_mps = float(run_mps.mean()) if run_mps.size else None
    sd_mps = float(run_mps.std(ddof=1)) if run_mps.size > 1 else None
    changes, n_changes = pace_changes(
        grid_s, _bridged_mps(motion, grid_s, speed_mps), window_s=window_s
    )
    return StretchSeconds(
        start_elapsed_s=start_s,
        end_elapsed_s=end_s,
        n_measured=int(np.count_nonzero(np.isfinite(speed_mps))),
        n_running=int(run_mps.size),
        pace_s_per_km=None if mean_mps is None else speed_to_pace_s_per_km(mean_mps),
        speed_sd_mps=sd_mps,
        speed_cv_pct=None if sd_mps is None or mean_mps is None else PERCENT * sd_mps / mean_mps,
        fastest=_extreme(grid_s, steady_mps, fastest=True),
        slowest=_extreme(grid_s, steady_mps, fastest=False),
        changes=changes,
        n_changes=n_changes,
        heart_rate=_heart_course(heart_bpm),
        elapsed_s=grid_s,
        speed_mps=speed_mps,
        rolling_mps=rolling_mps,
        heart_rate_bpm=heart_bpm,
    )


def pace_changes(
    elapsed_s: FloatArray, speed_mps: FloatArray, *, window_s: int
) -> tuple[tuple[PaceChange, ...], int]:
    """The clearest changes, at most three, in order of time and at least two windows apart; and
    how many are clear."""
    n = elapsed_s.size - 2 * window_s + 1
    if n < 1:
        return (), 0
    rolling_mps = rolling_mean(speed_mps, window_s)
    middle = window_s // 2
    before = rolling_mps[middle : middle + n]
    after = rolling_mps[middle + window_s : middle + window_s + n]
    step = after - before
    size = np.where(np.isfinite(step), np.abs(step), 0.0)
    usual = float(np.median(size))
    floor = max(_CLEAR_SDS * MAD_TO_SD * usual, _CLEAR_FRAC * _typical(speed_mps))
    places: list[int] = []
    while size.max() > floor:
        place = int(np.argmax(size))
        places.append(place)
        size[max(place - 2 * window_s, 0) : place + 2 * window_s + 1] = 0.0
    clearest = tuple(
        _change(float(elapsed_s[place + window_s]), float(before[place]), float(after[place]))
        for place in sorted(places[:MOST_CHANGES])
    )
    return clearest, len(places)


def _typical(speed_mps: FloatArray) -> float:
    running = speed_mps[speed_mps > RUNNING_SPEED_MIN_MPS]
    return float(np.median(running)) if running.size else RUNNING_SPEED_MIN_MPS


def _change(at_s: float, before_mps: float, after_mps: float) -> PaceChange:
    before, after = _pace(before_mps), _pace(after_mps)
    kind: ChangeKind = "faster" if after_mps > before_mps else "slower"
    if after is None and before is not None:
        kind = "stopped"
    elif before is None and after is not None:
        kind = "started"
    return PaceChange(at_elapsed_s=at_s, kind=kind, before_s_per_km=before, after_s_per_km=after)


def _pace(speed_mps: float) -> float | None:
    return speed_to_pace_s_per_km(speed_mps) if speed_mps > RUNNING_SPEED_MIN_MPS else None


def _bridged_mps(motion: Motion, grid_s: FloatArray, speed_mps: FloatArray) -> FloatArray:
    """Speeds with the seconds inside gaps of the recording filled by distance over time: a pause
    is a stop, a lost signal is none."""
    bridged = speed_mps.copy()
    for place in np.flatnonzero((motion.active_s > GAP_MIN_S) & np.isfinite(motion.step_m)):
        end_s, long_s = float(motion.elapsed_s[place]), float(motion.active_s[place])
        inside = (grid_s > end_s - long_s) & (grid_s < end_s)
        bridged[inside] = float(motion.step_m[place]) / long_s
    return bridged


def _extreme(elapsed_s: FloatArray, steady_mps: FloatArray, *, fastest: bool) -> Moment | None:
    """The fastest or slowest rolling mean among those of windows that were wholly run."""
    if not np.isfinite(steady_mps).any():
        return None
    place = int(np.nanargmax(steady_mps) if fastest else np.nanargmin(steady_mps))
    return Moment(
        at_elapsed_s=float(elapsed_s[place]),
        pace_s_per_km=speed_to_pace_s_per_km(float(steady_mps[place])),
    )


def _heart_course(heart_bpm: FloatArray) -> HeartCourse | None:
    finite_bpm = heart_bpm[np.isfinite(heart_bpm)]
    if finite_bpm.size == 0:
        return None
    fifth = max(finite_bpm.size // 5, 1)
    return HeartCourse(
        mean_bpm=float(finite_bpm.mean()),
        first_bpm=float(finite_bpm[:fifth].mean()),
        last_bpm=float(finite_bpm[-fifth:].mean()),
    )
