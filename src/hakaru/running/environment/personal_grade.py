"""Do slopes cost this runner more or less than the published curve says?

Pieces of runs (splits, segments) with slope, speed and heart rate: within one run, ln of speed over
heart rate above rest falls with ln of Minetti's cost factor; a slope of 1 is the published curve.
Robust, one level per run, shrunk towards the curve, so that few runs change little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.running.activity import FloatArray
from hakaru.running.environment.grade import cost_factor
from hakaru.running.validity import BoolArray
from hakaru.stats.robust import HUBER_CUT, huber_weights, mad_scale, shrink, student_half_width

GradeBasis = Literal["personal", "published"]

RUNS_MIN = 5
PIECES_PER_RUN_MIN = 3
SLOPE_MIN_FRAC = 0.01
"""A run tells something only if it has a piece up and a piece down at least this steep."""

SLOPE_MAX_FRAC = 0.25
"""Beyond it runners walk, and heart rate no longer follows."""

PRIOR_SD = 0.3
"""How far a runner's exponent is believed to lie from 1 before any run is seen."""

NOMINAL_REST_BPM = 60.0
"""Where the resting heart rate is unknown: 10 bpm more or less change the exponent by some
hundredths, since only differences within a run count."""

ABOVE_REST_MIN_BPM = 20.0
_ITERATIONS = 30


@dataclass(frozen=True, kw_only=True)
class GradePieces:
    """Columns of pieces of at least some 400 m (heart rate lags), shape (n_pieces,) each.

    `run_id` tells runs apart; NaN where something was not measured.
    """

    run_id: NDArray[np.int64]
    grade_frac: FloatArray
    speed_mps: FloatArray
    heart_rate_bpm: FloatArray


@dataclass(frozen=True, kw_only=True)
class PersonalGrade:
    """The runner's cost factor is the published one to the power of `exponent`.

    `interval` bounds it (90 %); (nan, nan) and exponent 1 with basis 'published', where fewer than
    five runs go both up and down.
    """

    exponent: float
    interval: tuple[float, float]
    n_runs: int
    basis: GradeBasis


def fit_personal_grade(
    pieces: GradePieces, *, heart_rate_rest_bpm: float | None = None
) -> PersonalGrade:
    """The runner's exponent from runs with both up and down; the published curve without them."""
    rest_bpm = NOMINAL_REST_BPM if heart_rate_rest_bpm is None else heart_rate_rest_bpm
    use = _usable(pieces, rest_bpm)
    _, run = np.unique(pieces.run_id[use], return_inverse=True)
    n_runs = int(run.max()) + 1 if run.size else 0
    if n_runs < RUNS_MIN:
        return PersonalGrade(
            exponent=1.0, interval=(np.nan, np.nan), n_runs=n_runs, basis="published"
        )
    x = -np.log(cost_factor(pieces.grade_frac[use]))
    y = np.log(pieces.speed_mps[use] / (pieces.heart_rate_bpm[use] - rest_bpm))
    slope, error = _within_run_slope(x, y, run)
    belief = shrink(slope, max(error, 1e-6), prior_mean=1.0, prior_sd=PRIOR_SD)
    half = student_half_width(0.9, n_runs - 1.0) * belief.sd
    return PersonalGrade(
        exponent=belief.value,
        interval=(belief.value - half, belief.value + half),
        n_runs=n_runs,
        basis="personal",
    )


def _usable(pieces: GradePieces, rest_bpm: float) -> BoolArray:
    """Measured pieces of runs that go both up and down."""
    sound = (np.abs(pieces.grade_frac) <= SLOPE_MAX_FRAC) & (pieces.speed_mps > 0.0)
    sound &= pieces.heart_rate_bpm >= rest_bpm + ABOVE_REST_MIN_BPM
    _, run = np.unique(pieces.run_id, return_inverse=True)
    n_up, n_down, n_all = (
        np.bincount(run, weights=(sound & which).astype(np.float64))
        for which in (
            pieces.grade_frac >= SLOPE_MIN_FRAC,
            pieces.grade_frac <= -SLOPE_MIN_FRAC,
            np.ones_like(sound),
        )
    )
    telling = (n_up > 0) & (n_down > 0) & (n_all >= PIECES_PER_RUN_MIN)
    usable: BoolArray = sound & telling[run]
    return usable


def _within_run_slope(x: FloatArray, y: FloatArray, run: NDArray[np.intp]) -> tuple[float, float]:
    """Huber slope after taking each run's own level away, and its error with runs as units."""
    weight, inside = np.ones_like(x), np.ones_like(x)
    for _ in range(_ITERATIONS):
        dx, dy = _centred(x, weight, run), _centred(y, weight, run)
        residual = dy - float((weight * dx) @ dy / ((weight * dx) @ dx)) * dx
        scale = mad_scale(residual)
        if not scale > 0.0:
            break
        weight = huber_weights(residual / scale)
        inside = (np.abs(residual) <= HUBER_CUT * scale).astype(np.float64)
    dx, dy = _centred(x, weight, run), _centred(y, weight, run)
    slope = float((weight * dx) @ dy / ((weight * dx) @ dx))
    scores = np.bincount(run, weights=weight * dx * (dy - slope * dx))
    few = scores.size / (scores.size - 1.0)
    return slope, float(np.sqrt(few * np.square(scores).sum()) / ((inside * dx) @ dx))


def _centred(values: FloatArray, weight: FloatArray, run: NDArray[np.intp]) -> FloatArray:
    total = np.bincount(run, weights=weight)
    return values - (np.bincount(run, weights=weight * values) / total)[run]
