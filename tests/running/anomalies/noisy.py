"""A steady run with the noise of a strap, into which tests put what they need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hakaru.running.activity import FloatArray, Recording
from hakaru.running.session.model import Segment, Structure
from tests.running.factories import make_recording

N = 2400
STEADY = Structure(form="steady", segments=(), confidence_frac=1.0)


def remembering(rng: np.random.Generator, n: int, sd: float) -> FloatArray:
    """AR(1) noise, 0.85 from second to second."""
    shocks = rng.standard_normal(n + 60)
    weights = 0.85 ** np.arange(61) * np.sqrt(1.0 - 0.85**2)
    noise: FloatArray = sd * np.convolve(shocks, weights, mode="valid")
    return noise


def make_noisy_series(seed: int = 0, n: int = N, **given: Any) -> dict[str, FloatArray]:
    """One sample a second at 3 m/s; `given` speed_mps (array) drives the other columns."""
    rng = np.random.default_rng(seed)
    speed_mps = np.broadcast_to(np.asarray(given.pop("speed_mps", 3.0), dtype=np.float64), (n,))
    log_speed = np.log(np.maximum(speed_mps, 1.0) / 3.0)
    cadence_spm = np.rint(168.0 * np.exp(0.12 * log_speed + remembering(rng, n, 0.006)))
    vo_cm = 9.1 * np.exp(0.2 * log_speed + remembering(rng, n, 0.03))
    step_cm = 6000.0 * np.maximum(speed_mps, 1.0) / cadence_spm
    series = {
        "elapsed_s": np.arange(float(n)),
        "speed_mps": speed_mps + remembering(rng, n, 0.05),
        "cadence_spm": cadence_spm,
        "gct_ms": np.rint(265.0 * np.exp(-0.38 * log_speed + remembering(rng, n, 0.018))),
        "vo_cm": vo_cm,
        "vr_pct": 100.0 * vo_cm / step_cm,
        "step_length_cm": step_cm,
        "heart_rate_bpm": np.full(n, 145.0),
        "elevation_m": np.full(n, 20.0),
    }
    series["distance_m"] = np.cumsum(speed_mps)
    return {**series, **given}


def raised(
    series: Mapping[str, FloatArray], column: str, *, start: int, end: int, by: float
) -> dict[str, FloatArray]:
    """The series with one column larger by `by` in [start, end)."""
    values = series[column].copy()
    values[start:end] += by
    return {**series, column: values}


def make_noisy_run(series: Mapping[str, FloatArray] | None = None) -> Recording:
    return make_recording(make_noisy_series() if series is None else series)


def make_reps() -> tuple[FloatArray, Structure]:
    """Six times 3 min at 4 m/s with 2 min at 2.2 m/s between: speeds and roles."""
    speeds, segments, at = [np.full(600, 2.6)], [], 600
    segments.append(_segment("warmup", 0, 600))
    for rep in range(1, 7):
        speeds.append(np.full(180, 4.0))
        segments.append(_segment("work", at, at + 180, rep))
        speeds.append(np.full(120, 2.2))
        segments.append(_segment("recovery", at + 180, at + 300, rep))
        at += 300
    structure = Structure(form="reps", segments=tuple(segments), confidence_frac=1.0)
    return np.concatenate(speeds), structure


def _segment(role: Any, start: int, end: int, rep_index: int | None = None) -> Segment:
    return Segment(
        role=role,
        start_elapsed_s=float(start),
        end_elapsed_s=float(end),
        source="speed",
        rep_index=rep_index,
    )
