"""What goes wrong in a recording? Faults seen in real files: research data.md §3, traps 1 and 6."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hakaru.sources.simulated.form import RUNNING_MPS, FormColumns
from hakaru.sources.simulated.motion import Motion
from hakaru.sources.simulated.noise import FloatArray
from hakaru.sources.simulated.sensors import Sensor

_SETTLING_S = 10
_SPIKE_CHANCE = 0.45
_ZERO_RUNS, _ZERO_SECONDS = 0.35, 0.003
_GAP_RUNS, _HEART_GAP_RUNS = 0.25, 0.10


def spoil_form(
    form: FormColumns, rng: np.random.Generator, *, motion: Motion, sensor: Sensor
) -> FormColumns:
    """Spikes while the sensor settles, lost contact, and zeros where old straps mean nothing."""
    n = len(form.gct_ms)
    gct_ms, vo_mm = form.gct_ms.copy(), form.vo_mm.copy()
    spikes, heights = rng.random(_SETTLING_S) < _SPIKE_CHANCE, rng.random(_SETTLING_S)
    gct_ms[:_SETTLING_S] = np.where(spikes, np.rint(600.0 + 300.0 * heights), gct_ms[:_SETTLING_S])
    vo_mm[:_SETTLING_S] = np.where(spikes, np.rint(20.0 + 40.0 * heights), vo_mm[:_SETTLING_S])
    lost = _gaps(rng, n, chance_frac=_GAP_RUNS, longest_s=90)
    writes_zeros = rng.random() < _ZERO_RUNS
    blank = rng.random(n) < _ZERO_SECONDS
    if sensor.zeros and writes_zeros:
        zero = blank | (motion.recorded_speed_mps < RUNNING_MPS)
        zero[:_SETTLING_S] = False
        gct_ms[zero], vo_mm[zero] = 0.0, 0.0
    without = {
        name: np.where(lost, np.nan, values)
        for name, values in {
            "gct_ms": gct_ms,
            "vo_mm": vo_mm,
            "vr_pct": form.vr_pct,
            "gct_balance_left_pct": form.gct_balance_left_pct,
            "step_length_mm": form.step_length_mm,
        }.items()
    }
    return replace(form, **without)


def spoil_heart_rate_bpm(heart_rate_bpm: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Now and then no pulse for some seconds."""
    lost = _gaps(rng, len(heart_rate_bpm), chance_frac=_HEART_GAP_RUNS, longest_s=40)
    return np.where(lost, np.nan, heart_rate_bpm)


def _gaps(
    rng: np.random.Generator, n: int, *, chance_frac: float, longest_s: int
) -> NDArray[np.bool_]:
    """True during up to three gaps of 5..longest_s seconds, in a share of the runs."""
    lost = np.zeros(n, dtype=np.bool_)
    hit, count, draws = rng.random() < chance_frac, 1 + int(rng.random() * 3), rng.random((3, 2))
    for place, length in draws[: count if hit else 0].tolist():
        start = int(place * n)
        lost[start : start + 5 + int(length * (longest_s - 5))] = True
    return lost
