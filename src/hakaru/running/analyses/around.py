"""What went along with a step of form: how do its surroundings differ, and what moves with it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.model import Anomaly
from hakaru.running.elevation import smooth_elevation_m
from hakaru.running.metrics import METRICS
from hakaru.running.validity import GAP_MIN_S, read_motion, valid_column
from hakaru.stats.series import Correlation, correlate, on_grid

Companion = Literal["speed_mps", "heart_rate_bpm", "elevation_m", "cadence_spm"]
COMPANIONS: tuple[Companion, ...] = ("speed_mps", "heart_rate_bpm", "elevation_m", "cadence_spm")
"""What the metric is compared with."""


@dataclass(frozen=True, kw_only=True)
class Stretch:
    """Means before, inside and after the step, each None where nothing was measured there."""

    before_level: float | None
    inside_level: float | None
    after_level: float | None


@dataclass(frozen=True, kw_only=True)
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
