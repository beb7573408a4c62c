"""The line a runner follows, given bad samples, bad runs and days shared by splits.

    ln y_ij = x_ij . beta + u_i + e_ij,   beta ~ N(prior),   u_i shared by the splits of run i

Power law: ln(value) against ln(speed). Linear: both sides divided by the fitted value, so that a
residual is a fraction of the expectation and a run shifts all its splits by one fraction.

With scatter the two lines differ: slope of the inverted fit = slope of the direct fit / R². The
expectation at a speed is what is asked for, and only the direct fit estimates it.

Robust start (Huber, then Tukey's bisquare, scale by MAD blended with the belief), then generalised
least squares with one random intercept per run, recency as a power of each run's likelihood, and a
normal prior on level and slope: y_ij = a + b x_ij + u_i + e_ij.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.baseline.model import LinePrior
from hakaru.running.metrics import REFERENCE_SPEED_MPS
from hakaru.stats.robust import (
    Belief,
    Components,
    FloatArray,
    effective_count,
    estimate_components,
    huber_line,
    huber_weights,
    iqr_fence,
    mad_scale,
    tukey_weights,
    weighted_median,
)

ModelType = Literal["power", "linear"]
_LOWEST_SHARE = 0.2


@frozen
class Rows:
    """Samples on the working scale. Runs are numbered 0..n_runs-1 in time order.

    `weight` is about 1 per split (more for longer ones); `run_weight` the recency of each run.
    """

    model_type: ModelType
    value: FloatArray
    x: FloatArray
    weight: FloatArray
    run_index: NDArray[np.intp]
    run_weight: FloatArray


@frozen
class Design:
    """y = c0 level + c1 slope + relative error, shape (n,) each."""

    c0: FloatArray
    c1: FloatArray
    y: FloatArray

    def residual(self, level: float, slope: float) -> FloatArray:
        """Relative deviation of each sample from the line."""
        return self.y - level * self.c0 - slope * self.c1


def speed_axis(model_type: ModelType, speed_mps: FloatArray) -> FloatArray:
    """Speed on the working scale: 0 at the reference speed."""
    if model_type == "power":
        return np.log(speed_mps / REFERENCE_SPEED_MPS)
    return speed_mps - REFERENCE_SPEED_MPS


def make_design(rows: Rows, *, level: float, slope: float) -> Design:
    """The design around a line; a linear model takes its relative scale from that line."""
    if rows.model_type == "power":
        return Design(c0=np.ones_like(rows.x), c1=rows.x, y=np.log(rows.value))
    scale = np.maximum(level + slope * rows.x, _LOWEST_SHARE * abs(level))
    return Design(c0=1.0 / scale, c1=rows.x / scale, y=rows.value / scale)


def root_mean_square(residual: FloatArray) -> float:
    """Root mean square."""
    return math.sqrt(float(np.mean(residual * residual)))


def inverse_line(log_speed: FloatArray, gct_ms: FloatArray) -> tuple[float, float]:
    """Level and exponent of ln g = level + exponent * log_speed from ln v regressed on ln g.

    The recipe: outliers by IQR on contact time, Huber regression of speed on contact time, then
    inversion. Its exponent is 1/R² too steep.

    `log_speed` is ln(speed / any reference); both arrays have shape (n,).

    Raises:
        ValueError: fewer than two different contact times.
    """
    inliers = iqr_fence(gct_ms).keeps(gct_ms)
    line = huber_line(np.log(gct_ms[inliers]), log_speed[inliers])
    if line.slope == 0.0:
        raise ValueError("the inverse fit is flat and cannot be inverted")
    return -line.intercept / line.slope, 1.0 / line.slope


EXPONENT_MIN, EXPONENT_MAX = -1.2, -0.05
"""Faster running means shorter contact: an exponent outside is noise or a damaged recording."""
_HUBER_ROUNDS, _TUKEY_ROUNDS, _GLS_ROUNDS, _GLS_ROUNDS_NEAR = 3, 3, 3, 2
"""After these a further round moves the level by less than 2 % of its standard deviation."""
_ENOUGH_FOR_A_START = 1500
_SMALLEST_SD = 1e-9


@frozen
class RunSums:
    """Information of each run about level and slope: A = [[a00, a01], [a01, a11]], h = A beta."""

    a00: FloatArray
    a01: FloatArray
    a11: FloatArray
    h0: FloatArray
    h1: FloatArray


@frozen
class Posterior:
    """Level at the reference speed and slope, with their posterior covariance (working units)."""

    level: float
    slope: float
    level_var: float
    slope_var: float
    level_slope_cov: float


@frozen
class Estimate:
    """A fitted line on the working scale and its noise.

    `robust` is each sample's weight 0..1; a weight of 0 marks a gross outlier.
    """

    line: Posterior
    components: Components
    robust: FloatArray
    design: Design
    sums: RunSums


def estimate_line(
    rows: Rows,
    prior: LinePrior,
    *,
    belief: Belief,
    run_effect: bool,
    bounded: bool,
    near: Estimate | None = None,
) -> Estimate:
    """Level, slope and noise of one metric. `bounded` keeps an exponent inside its limits; `near`
    is an estimate from almost the same rows, which saves the robust start."""
    if near is None:
        level, slope, robust = _start(rows, prior, belief)
    else:
        level, slope, robust = near.line.level, near.line.slope, near.robust
    result: Estimate | None = None
    for _ in range(_GLS_ROUNDS if near is None else _GLS_ROUNDS_NEAR):
        design = make_design(rows, level=level, slope=slope)
        residual = design.residual(level, slope)
        components = _components(rows, residual, robust, belief, run_effect)
        robust = _reweigh_line(rows, residual, robust, components)
        sums = run_sums(rows, design, robust=robust, components=components)
        line = solve(rows.run_weight, prior, sums=sums, bounded=bounded)
        level, slope = line.level, line.slope
        result = Estimate(line=line, components=components, robust=robust, design=design, sums=sums)
    assert result is not None
    return result


def run_sums(rows: Rows, design: Design, *, robust: FloatArray, components: Components) -> RunSums:
    """X' V^-1 X and X' V^-1 y per run, V = within^2 diag(1/weight) + between^2 (Woodbury)."""
    n_runs, w = rows.run_weight.size, rows.weight * robust

    def per_run(values: FloatArray) -> FloatArray:
        sums: FloatArray = np.bincount(rows.run_index, weights=values, minlength=n_runs).astype(
            np.float64
        )
        return sums

    within_var = max(components.within_sd, _SMALLEST_SD) ** 2
    between_var = components.between_sd**2
    kappa = between_var / (within_var + between_var * per_run(w))
    c0, c1, y = design.c0, design.c1, design.y
    s0, s1, sy = per_run(w * c0), per_run(w * c1), per_run(w * y)
    return RunSums(
        a00=(per_run(w * c0 * c0) - kappa * s0 * s0) / within_var,
        a01=(per_run(w * c0 * c1) - kappa * s0 * s1) / within_var,
        a11=(per_run(w * c1 * c1) - kappa * s1 * s1) / within_var,
        h0=(per_run(w * c0 * y) - kappa * s0 * sy) / within_var,
        h1=(per_run(w * c1 * y) - kappa * s1 * sy) / within_var,
    )


def _start(rows: Rows, prior: LinePrior, belief: Belief) -> tuple[float, float, FloatArray]:
    """Level, slope and weights from iterated reweighting, started on the prior's slope."""
    level, slope = _start_line(_thinned(rows), prior, belief)
    residual = make_design(rows, level=level, slope=slope).residual(level, slope)
    sample_weight = rows.weight * rows.run_weight[rows.run_index]
    scale = _scale(residual, sample_weight, belief, rows.run_weight.size)
    return level, slope, tukey_weights(residual / scale)


def _thinned(rows: Rows) -> Rows:
    """So many of the samples, from all runs alike, as are enough to begin with."""
    chosen = slice(None, None, max(1, rows.x.size // _ENOUGH_FOR_A_START))
    return replace(
        rows,
        value=rows.value[chosen],
        x=rows.x[chosen],
        weight=rows.weight[chosen],
        run_index=rows.run_index[chosen],
    )


def _start_line(rows: Rows, prior: LinePrior, belief: Belief) -> tuple[float, float]:
    sample_weight = rows.weight * rows.run_weight[rows.run_index]
    design = make_design(rows, level=prior.level, slope=prior.slope)
    level = weighted_median((design.y - prior.slope * design.c1) / design.c0, sample_weight)
    slope = prior.slope
    for step in range(_HUBER_ROUNDS + _TUKEY_ROUNDS):
        design = make_design(rows, level=level, slope=slope)
        residual = design.residual(level, slope)
        u = residual / _scale(residual, sample_weight, belief, rows.run_weight.size)
        robust = huber_weights(u) if step < _HUBER_ROUNDS else tukey_weights(u)
        level, slope = _ridge(design, sample_weight * robust, prior, belief)
    return level, slope


def _scale(residual: FloatArray, weight: FloatArray, belief: Belief, n_runs: int) -> float:
    """MAD scale, leaning on the believed scale while runs are few."""
    expected_var = belief.expected.split_sd**2
    own = mad_scale(residual, weight)
    blended = n_runs * own * own + belief.pseudo_runs * expected_var
    return max(math.sqrt(blended / (n_runs + belief.pseudo_runs)), _SMALLEST_SD)


def _ridge(
    design: Design, weight: FloatArray, prior: LinePrior, belief: Belief
) -> tuple[float, float]:
    """Weighted least squares with the prior as two extra observations."""
    variance = max(belief.expected.split_sd, _SMALLEST_SD) ** 2
    p0, p1 = variance / prior.level_sd**2, variance / prior.slope_sd**2
    a00 = weight @ (design.c0 * design.c0) + p0
    a01 = weight @ (design.c0 * design.c1)
    a11 = weight @ (design.c1 * design.c1) + p1
    h0 = weight @ (design.c0 * design.y) + p0 * prior.level
    h1 = weight @ (design.c1 * design.y) + p1 * prior.slope
    det = a00 * a11 - a01 * a01
    return float((a11 * h0 - a01 * h1) / det), float((a00 * h1 - a01 * h0) / det)


def _components(
    rows: Rows, residual: FloatArray, robust: FloatArray, belief: Belief, run_effect: bool
) -> Components:
    """Noise of sound samples; without run effects all of it is within."""
    sound = rows.weight * (robust > 0)
    if run_effect:
        return estimate_components(
            residual, rows.run_index, weight=sound, run_weight=rows.run_weight, belief=belief
        )
    weight = sound * rows.run_weight[rows.run_index]
    degrees = max(effective_count(weight) - 2.0, 0.0) + belief.pseudo_splits
    total = effective_count(weight) * float(weight @ residual**2) / max(float(weight.sum()), 1e-12)
    variance = total + belief.pseudo_splits * belief.expected.split_sd**2
    return Components(between_sd=0.0, within_sd=math.sqrt(variance / max(degrees, 1e-12)))


def _reweigh_line(
    rows: Rows, residual: FloatArray, robust: FloatArray, components: Components
) -> FloatArray:
    """Tukey weights twice: of the whole deviation, and of the deviation from the run's centre."""
    whole = tukey_weights(residual / max(components.split_sd, _SMALLEST_SD))
    n_runs, w = rows.run_weight.size, rows.weight * np.minimum(robust, whole)
    total = np.bincount(rows.run_index, weights=w, minlength=n_runs)
    centre = np.bincount(rows.run_index, weights=w * residual, minlength=n_runs)
    centre = np.divide(centre, total, out=np.zeros(n_runs), where=total > 0)
    inside = (residual - centre[rows.run_index]) / max(components.within_sd, _SMALLEST_SD)
    weight = whole * tukey_weights(inside)
    return weight if weight.any() else np.ones_like(weight)  # no majority: keep everything


def solve(run_weight: FloatArray, prior: LinePrior, *, sums: RunSums, bounded: bool) -> Posterior:
    """Posterior mode and covariance from all runs and the prior."""
    p0, p1 = prior.level_sd**-2, prior.slope_sd**-2
    a00, a01 = run_weight @ sums.a00 + p0, run_weight @ sums.a01
    a11 = run_weight @ sums.a11 + p1
    h0 = run_weight @ sums.h0 + p0 * prior.level
    h1 = run_weight @ sums.h1 + p1 * prior.slope
    det = a00 * a11 - a01 * a01
    slope = float((a00 * h1 - a01 * h0) / det)
    if bounded:
        slope = min(max(slope, EXPONENT_MIN), EXPONENT_MAX)
    return Posterior(
        level=float((h0 - a01 * slope) / a00),
        slope=slope,
        level_var=float(a11 / det),
        slope_var=float(a00 / det),
        level_slope_cov=float(-a01 / det),
    )
