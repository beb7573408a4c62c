"""Where does an axis begin and end? The same answer for the page and for the printed report."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hakaru.running.metrics import RUNNING_SPEED_MIN_MPS

FloatArray = NDArray[np.float64]
_MOVING_MPS = 0.8
_FORM_COLUMNS = frozenset({"gct_ms", "vo_cm", "vr_pct", "cadence_spm", "power_w"})
"""What a walker shows is of another kind, so only what was run shapes their axes."""


def bulk(values: FloatArray) -> tuple[float, ...]:
    """The 1 % and 99 % quantiles, so that one broken sample does not flatten the picture."""
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return ()
    return tuple(float(value) for value in np.quantile(finite, (0.01, 0.99)))


def paced_speeds(speed_mps: FloatArray) -> FloatArray:
    """The speeds that shape an axis of pace: those of running, so that standing between
    repetitions does not stretch it. Where more was walked than run, all that moved; where nothing
    did, everything."""
    finite = speed_mps[np.isfinite(speed_mps)]
    moving = finite[finite > _MOVING_MPS]
    running = moving[moving >= RUNNING_SPEED_MIN_MPS]
    if 2 * running.size >= moving.size > 0:
        return running
    return moving if moving.size else finite


def pace_domain(speed_mps: FloatArray) -> tuple[float, float]:
    """Where an axis of pace begins and ends, in m/s; what is slower is drawn at its edge."""
    shown = paced_speeds(speed_mps)
    if shown.size == 0:
        return 0.3, 1.0
    low, high = (float(value) for value in np.quantile(shown, (0.02, 0.995)))
    room = max((high - low) * 0.12, 0.02 * high, 0.05)
    return max(low - room, 0.3), high + room


def running_only(series: Mapping[str, FloatArray], column: str) -> FloatArray:
    """A column; of form what was run, where anything was."""
    values = series[column]
    if column not in _FORM_COLUMNS or "speed_mps" not in series:
        return values
    running = np.where(series["speed_mps"] >= RUNNING_SPEED_MIN_MPS, values, np.nan)
    return running if np.isfinite(running).any() else values


def column_domain(series: Mapping[str, FloatArray], column: str) -> tuple[float, float]:
    """Where most of what a run shows of one column lies, in its unit: standing and broken samples
    stretch no axis. (0, 1) where nothing was recorded."""
    if column == "speed_mps":
        return pace_domain(series[column])
    values = running_only(series, column)
    finite = values[np.isfinite(values)]
    if finite.size == 0:
        return 0.0, 1.0
    if column == "elevation_m":
        low, high = float(finite.min()), float(finite.max())
        return low - 1.0, max(high + 1.0, low + 20.0)
    bounds = (0.02, 0.98) if column in _FORM_COLUMNS else (0.005, 0.995)
    low, high = (float(value) for value in np.quantile(finite, bounds))
    room = max((high - low) * 0.12, 0.02 * abs(high), 0.05)
    return max(low - room, 0.3), high + room


def padded(*values: FloatArray, share: float = 0.06) -> tuple[float, float]:
    """From the lowest to the highest finite value with room at both ends; (0, 1) for none."""
    finite = np.concatenate([piece[np.isfinite(piece)].ravel() for piece in values])
    if finite.size == 0:
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    room = max((high - low) * share, 1e-9)
    return low - room, high + room


def from_zero(*values: FloatArray) -> tuple[float, float]:
    """From zero to a little above the highest finite value, for bars; (0, 1) for none."""
    finite = np.concatenate([piece[np.isfinite(piece)].ravel() for piece in values])
    high = float(finite.max()) if finite.size else 0.0
    return 0.0, high * 1.08 if high > 0.0 else 1.0
