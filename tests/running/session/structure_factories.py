"""Sessions as a list of stretches: speed, seconds, heart rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from hakaru.running.activity import Lap, Recording
from hakaru.running.session.model import Structure
from tests.running.factories import make_recording

Stretch = tuple[float, int]
"""(speed in m/s, seconds)."""

WARM_UP: Stretch = (2.7, 720)
COOL_DOWN: Stretch = (2.5, 600)


def make_session(
    *stretches: Stretch, laps: tuple[Lap, ...] = (), seed: int = 1, **given: Any
) -> Recording:
    """A run at these speeds with a little noise; heart rate and cadence follow. Columns can be
    given or left out (None)."""
    rng = np.random.default_rng(seed)
    wanted_mps = np.repeat([v for v, _ in stretches], [n for _, n in stretches])
    wanted_mps = np.append(wanted_mps, wanted_mps[-1])
    n = wanted_mps.size
    moving = wanted_mps > 0.0
    noise = np.convolve(rng.normal(0.0, 0.06, n + 8), np.ones(9) / 9.0, mode="valid")
    speed_mps = np.where(moving, wanted_mps + noise, 0.0)
    heart_rate_bpm = np.empty(n)
    bpm = 100.0
    for second, wanted in enumerate(wanted_mps.tolist()):
        bpm += ((85.0 + 22.0 * wanted) - bpm) / 40.0
        heart_rate_bpm[second] = bpm
    columns: dict[str, Any] = {
        "elapsed_s": np.arange(n, dtype=np.float64),
        "speed_mps": speed_mps,
        "distance_m": np.concatenate([[0.0], np.cumsum(speed_mps)[:-1]]),
        "heart_rate_bpm": heart_rate_bpm,
        "cadence_spm": np.where(moving, 150.0 + 8.0 * wanted_mps, 0.0),
        "gct_ms": np.where(moving, 330.0 - 22.0 * wanted_mps, np.nan),
        "vo_cm": np.full(n, 9.0),
    } | given
    series = {name: column for name, column in columns.items() if column is not None}
    return make_recording(series, laps=laps)


def repeated(work: Stretch, rest: Stretch, *, times: int) -> tuple[Stretch, ...]:
    """Works with rests between them."""
    return (*((work, rest) * times)[:-1],)


def bounds_s(structure: Structure, role: str) -> list[tuple[float, float]]:
    return [
        (segment.start_elapsed_s, segment.end_elapsed_s)
        for segment in structure.segments
        if segment.role == role
    ]


def roles(structure: Structure) -> list[str]:
    return [segment.role for segment in structure.segments]
