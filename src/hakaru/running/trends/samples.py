"""Which rows of stored splits does a trend look at, and at which speeds?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, cast

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.metrics import METRICS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.running.samples import SplitColumns, counted_rows, level_rows
from hakaru.running.trends.model import TrendMetric, TrendSamples
from hakaru.running.trends.quantities import Quantity
from hakaru.running.validity import BoolArray

_COLUMNS: dict[TrendMetric, str] = {"heart_rate": "heart_rate_bpm", "power": "power_w"}


def trend_samples(columns: SplitColumns, metric: TrendMetric) -> TrendSamples:
    """The full, flat splits that carry the figure, in the order of the rows.

    Besides the columns of `form_samples` the rows need `activity_date` (datetime64[D], local day);
    heart rate needs heart_rate_bpm, power power_w, running effectiveness power_w and weight_kg.
    The rows must be of one user and, but for heart rate, of one sensor group.
    """
    value = _values(columns, metric)
    speed_mps = _floats(columns, "speed_mps")
    keep = counted_rows(columns) & np.isfinite(value) & np.isfinite(speed_mps)
    if metric in METRICS:
        keep = keep & level_rows(columns)
    return TrendSamples(
        value=value[keep],
        speed_mps=speed_mps[keep],
        run_id=np.asarray(columns["activity_id"], dtype=np.int64)[keep],
        day=np.asarray(columns["activity_date"], dtype="datetime64[D]")[keep],
        weight_s=_floats(columns, "running_s")[keep],
        cadence_spm=_floats(columns, "cadence_spm")[keep] if "cadence_spm" in columns else None,
    )


def reference_speeds_mps(samples: TrendSamples) -> tuple[float, float, float]:
    """The speeds below which the runner spends 25, 50 and 75 % of the time, in m/s.

    The verdict is given at the middle one; the others are for display.

    Raises:
        ValueError: no samples.
    """
    if samples.speed_mps.size == 0:
        raise ValueError("no samples: there is no usual speed")
    order = np.argsort(samples.speed_mps)
    reached = np.cumsum(samples.weight_s[order])
    places = np.searchsorted(reached, np.array([0.25, 0.5, 0.75]) * reached[-1])
    slow, usual, fast = samples.speed_mps[order][places].tolist()
    return slow, usual, fast


def samples_where(samples: TrendSamples, keep: BoolArray) -> TrendSamples:
    """The rows for which `keep` is True."""
    columns: dict[str, Any] = {}
    for name in (field.name for field in fields(samples)):
        column = getattr(samples, name)
        columns[name] = None if column is None else column[keep]
    return TrendSamples(**columns)


def joined_samples(parts: Sequence[TrendSamples]) -> TrendSamples:
    """All rows of all parts, of which there is at least one."""
    joined: dict[str, Any] = {}
    for name in (f.name for f in fields(TrendSamples)):
        columns = [getattr(part, name) for part in parts]
        joined[name] = (
            None if any(column is None for column in columns) else np.concatenate(columns)
        )
    return TrendSamples(**joined)


def sound_samples(samples: TrendSamples, quantity: Quantity) -> TrendSamples:
    """The rows that are physically possible and were run."""
    with np.errstate(invalid="ignore"):
        keep: BoolArray = (
            (samples.value >= quantity.valid_min)
            & (samples.value <= quantity.valid_max)
            & (samples.speed_mps > RUNNING_SPEED_MIN_MPS)
            & (samples.weight_s > 0.0)
        )
    return samples if bool(keep.all()) else samples_where(samples, keep)


def _values(columns: SplitColumns, metric: TrendMetric) -> FloatArray:
    if metric == "running_effectiveness":
        power_w, weight_kg = _floats(columns, "power_w"), _floats(columns, "weight_kg")
        power_w = np.where(power_w > 0.0, power_w, np.nan)
        return _floats(columns, "speed_mps") * weight_kg / power_w
    if metric in _COLUMNS:
        return _floats(columns, _COLUMNS[metric])
    return METRICS[cast(MetricName, metric)].values_in(columns)


def _floats(columns: SplitColumns, name: str) -> FloatArray:
    filled: FloatArray = np.ma.filled(np.ma.asarray(columns[name]).astype(np.float64), np.nan)
    return filled
