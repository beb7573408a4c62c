"""How did the pace go second by second inside a stretch of a run?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS
from hakaru.running.validity import GAP_MIN_S, Motion, read_motion, valid_column
from hakaru.stats.robust import MAD_TO_SD
from hakaru.stats.series import on_grid, rolling_mean

ChangeKind = Literal["faster", "slower", "stopped", "started"]

MOST_CHANGES = 3
_CLEAR_SDS = 4.0
_CLEAR_FRAC = 0.04
"""A change is told from noise beyond 4 robust SDs of such differences, and from 4 % of speed."""


@dataclass(frozen=True, kw_only=True)
class PaceChange:
    """Where the mean pace of the window after a second left that of the window before it.

    A pace is None where that window was not run; `kind` then says stopped or started.
    """

    at_elapsed_s: float
    kind: ChangeKind
    before_s_per_km: float | None
    after_s_per_km: float | None


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A rolling mean of the pace, and the second in its middle."""

    at_elapsed_s: float
    pace_s_per_km: float


@dataclass(frozen=True, kw_only=True)
class HeartCourse:
    """Heart rate over the stretch; first and last are means of the first and last fifth."""

    mean_bpm: float
    first_bpm: float
    last_bpm: float


@dataclass(frozen=True, kw_only=True)
class StretchSeconds:
    """One stretch [start, end) on a grid of seconds.

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
        changes=pace_changes(grid_s, _bridged_mps(motion, grid_s, speed_mps), window_s=window_s),
        heart_rate=_heart_course(heart_bpm),
        elapsed_s=grid_s,
        speed_mps=speed_mps,
        rolling_mps=rolling_mps,
        heart_rate_bpm=heart_bpm,
    )


def pace_changes(
    elapsed_s: FloatArray, speed_mps: FloatArray, *, window_s: int
) -> tuple[PaceChange, ...]:
    """The clearest changes, at most three, in order of time and at least two windows apart."""
    n = elapsed_s.size - 2 * window_s + 1
    if n < 1:
        return ()
    rolling_mps = rolling_mean(speed_mps, window_s)
    middle = window_s // 2
    before = rolling_mps[middle : middle + n]
    after = rolling_mps[middle + window_s : middle + window_s + n]
    step = after - before
    size = np.where(np.isfinite(step), np.abs(step), 0.0)
    usual = float(np.median(size))
    floor = max(_CLEAR_SDS * MAD_TO_SD * usual, _CLEAR_FRAC * _typical(speed_mps))
    places: list[int] = []
    while len(places) < MOST_CHANGES and size.max() > floor:
        place = int(np.argmax(size))
        places.append(place)
        size[max(place - 2 * window_s, 0) : place + 2 * window_s + 1] = 0.0
    return tuple(
        _change(float(elapsed_s[place + window_s]), float(before[place]), float(after[place]))
        for place in sorted(places)
    )


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
