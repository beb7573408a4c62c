"""Estimates that survive outliers: centres, scales, lines, intervals, and what a belief adds to
them.

Random intercept per run: var(split) = between^2 + within^2, var(mean of n) = between^2 +
within^2 / n. Treating splits as independent understates the error of a mean (design effect).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen

FloatArray = NDArray[np.float64]


@frozen
class Line:
    """y = intercept + slope x. `r2` is the weighted share of variance explained, 0..1; NaN where
    y does not vary."""

    intercept: float
    slope: float
    r2: float

    def at(self, x: FloatArray) -> FloatArray:
        """The line's value at each x."""
        return self.intercept + self.slope * x


def fit_line(x: FloatArray, y: FloatArray, *, weight: FloatArray | None = None) -> Line:
    """Weighted least squares (Draper & Smith, Applied Regression Analysis, 1998).

    All arrays have shape (n,); `weight` >= 0 and not all zero, None: all points count alike.

    Raises:
        ValueError: x takes fewer than two values where the weight is positive.
    """
    w = np.ones_like(x) if weight is None else weight
    total = w.sum()
    if not total > 0:
        raise ValueError("a line needs at least one point of positive weight")
    x_mean, y_mean = (w @ x) / total, (w @ y) / total
    dx, dy = x - x_mean, y - y_mean
    sxx, sxy, syy = w @ (dx * dx), w @ (dx * dy), w @ (dy * dy)
    if not sxx > 0:
        raise ValueError("a line needs at least two different x")
    slope = sxy / sxx
    r2 = sxy * sxy / (sxx * syy) if syy > 0 else float("nan")
    return Line(intercept=float(y_mean - slope * x_mean), slope=float(slope), r2=float(r2))


@frozen
class Components:
    """Standard deviations between runs and between the splits of one run, in one unit."""

    between_sd: float
    within_sd: float

    @property
    def split_sd(self) -> float:
        """SD of one split of a new run."""
        return math.hypot(self.between_sd, self.within_sd)

    def mean_sd(self, n_splits: float) -> float:
        """SD of the mean of n splits of one new run."""
        return math.hypot(self.between_sd, self.within_sd / math.sqrt(n_splits))


@frozen
class Belief:
    """Components expected before any data, worth `pseudo_runs` runs and `pseudo_splits` splits
    (0: no belief, the data decide alone)."""

    expected: Components
    pseudo_runs: float
    pseudo_splits: float


def estimate_components(
    residual: FloatArray,
    run_index: NDArray[np.intp],
    *,
    weight: FloatArray,
    run_weight: FloatArray,
    belief: Belief,
) -> Components:
    """Moment estimates of both components, blended with a belief.

    `residual` is taken around the fitted curve, shape (n,); `run_index` says 0..n_runs-1 for each,
    `weight` how much it counts in its run (0 leaves it out). `run_weight`, shape (n_runs,), is the
    weight of each run, for instance by recency.
    """
    n_runs = run_weight.size
    total = np.bincount(run_index, weights=weight, minlength=n_runs)
    seen = total > 0
    centre = np.bincount(run_index, weights=weight * residual, minlength=n_runs)
    mean: FloatArray = np.divide(centre, total, out=np.zeros(n_runs), where=seen)
    squares = np.bincount(run_index, weights=weight * weight, minlength=n_runs)
    share = np.divide(squares, total * total, out=np.ones(n_runs), where=seen)
    per_run = np.bincount(run_index, weights=(weight > 0).astype(np.float64))
    sums = ComponentSums(
        within_squares=float(weight @ np.square(residual - mean[run_index])),
        within_degrees=float(np.maximum(per_run - 1.0, 0.0).sum()),
        run_mean=mean,
        run_share=share,
        run_weight=np.where(seen, run_weight, 0.0),
    )
    return blended_components(sums, belief)


@frozen
class ComponentSums:
    """What both components are estimated from.

    `within_squares` are the weighted squares of splits around their run's mean, with so many
    `within_degrees` of freedom. Of each run, shape (n_runs,): its mean residual, the variance of
    that mean over the variance within runs, and its weight (0: no split of it counts).
    """

    within_squares: float
    within_degrees: float
    run_mean: FloatArray
    run_share: FloatArray
    run_weight: FloatArray


def blended_components(sums: ComponentSums, belief: Belief) -> Components:
    """Moment estimates of both components, blended with a belief; the belief alone where no run
    has two splits."""
    within_var = belief.expected.within_sd**2
    degrees = sums.within_degrees + belief.pseudo_splits
    if degrees > 0:
        within_var = (sums.within_squares + belief.pseudo_splits * within_var) / degrees
    w, mean = sums.run_weight, sums.run_mean
    total, squares = float(w.sum()), float(w @ w)
    n_eff = total**2 / squares if squares > 0 else 0.0
    spread = float(w @ (mean * mean - within_var * sums.run_share)) / total if total > 0 else 0.0
    expected_var = belief.expected.between_sd**2
    degrees = max(n_eff - 1.0, 0.0) + belief.pseudo_runs
    blended = n_eff * spread + belief.pseudo_runs * expected_var
    between_var = max(blended, 0.05 * belief.pseudo_runs * expected_var) / max(degrees, 1e-12)
    return Components(between_sd=math.sqrt(max(between_var, 0.0)), within_sd=math.sqrt(within_var))


_TOLERANCE = 1e-9


def weighted_conformal_quantile(
    abs_residual: FloatArray, weight: FloatArray, *, alpha: float
) -> float:
    """The same with a weight per residual, the next value weighing 1 (Barber 2023).

    Between two residuals it lies where the share is reached exactly, so that it is neither wider
    nor narrower on average: with all weights 1 it lies between the (k-1)-th and the k-th residual.
    `inf` where residuals are too few.
    """
    return weighted_conformal_quantiles(abs_residual, weight, alphas=(alpha,))[0]


def weighted_conformal_quantiles(
    abs_residual: FloatArray, weight: FloatArray, *, alphas: Sequence[float]
) -> tuple[float, ...]:
    """The same for several accepted miss rates."""
    order = np.argsort(abs_residual)
    residual, own = abs_residual[order], weight[order]
    reached = np.cumsum(own)
    total = (float(reached[-1]) if reached.size else 0.0) + 1.0
    quantiles = []
    for needed in ((1.0 - alpha) * total for alpha in alphas):
        position = int(np.searchsorted(reached, needed - _TOLERANCE))
        if position >= abs_residual.size:
            quantiles.append(math.inf)
            continue
        below = float(residual[position - 1]) if position else 0.0
        part = float((needed - (reached[position] - own[position])) / own[position])
        quantiles.append(below + min(part, 1.0) * (float(residual[position]) - below))
    return tuple(quantiles)


@frozen
class Fence:
    """Quartiles and the fences `q1 - k IQR`, `q3 + k IQR`."""

    q1: float
    q3: float
    low: float
    high: float

    def keeps(self, values: FloatArray) -> np.typing.NDArray[np.bool_]:
        """True where a value lies on or inside the fences; NaN is outside."""
        return (values >= self.low) & (values <= self.high)


def iqr_fence(values: FloatArray, k: float = 1.5) -> Fence:
    """Tukey's fences (1977) with linearly interpolated quartiles.

    Args:
        values: shape (n,), finite, n >= 1.
        k: how many interquartile ranges beyond the quartiles, >= 0.

    Raises:
        ValueError: no value.
    """
    if values.size == 0:
        raise ValueError("the quartiles of nothing are undefined")
    q1, q3 = (float(q) for q in np.percentile(values, (25.0, 75.0)))
    reach = k * (q3 - q1)
    return Fence(q1=q1, q3=q3, low=q1 - reach, high=q3 + reach)


_MIN_DEGREES = 3.0


@cache
def normal_half_width(coverage: float) -> float:
    """Half-width of the central interval of a standard normal.

    Raises:
        ValueError: `coverage` outside (0, 1).
    """
    if not 0.0 < coverage < 1.0:
        raise ValueError(f"a coverage lies between 0 and 1, got {coverage!r}")
    return NormalDist().inv_cdf(0.5 + coverage / 2.0)


def student_half_width(coverage: float, degrees: float) -> float:
    """The same for Student's t: Cornish-Fisher series (Abramowitz & Stegun 26.7.5), within 1 % from
    4 degrees of freedom up at 90 % coverage and from 6 up at 99 %.

    Fewer than 3 degrees are treated as 3; `inf` gives the normal.

    Raises:
        ValueError: `coverage` outside (0, 1).
    """
    z = normal_half_width(coverage)
    if math.isinf(degrees):
        return z
    v = max(degrees, _MIN_DEGREES)
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    fourth = (79.0 * z**9 + 776.0 * z**7 + 1482.0 * z**5 - 1920.0 * z**3 - 945.0 * z) / 92160.0
    return z + first / v + second / v**2 + third / v**3 + fourth / v**4


def recency_weights(age_days: FloatArray, half_life_days: float) -> FloatArray:
    """2^(-age / half-life): 1 today, 0.5 after one half-life. An infinite half-life gives 1."""
    if not half_life_days > 0:
        raise ValueError(f"a half-life is > 0 days, got {half_life_days!r}")
    return np.exp2(-age_days / half_life_days)


def effective_count(weight: FloatArray) -> float:
    """Kish's effective sample size (sum w)^2 / sum w^2; 0.0 where nothing has weight."""
    total = float(weight.sum())
    return total * total / float(weight @ weight) if total > 0 else 0.0


@frozen
class Shrunk:
    """Posterior mean and SD of a normal quantity; `prior_share` is the prior's share of the
    precision, 0 (ignored) .. 1 (decides alone)."""

    value: float
    sd: float
    prior_share: float


def shrink(estimate: float, se: float, *, prior_mean: float, prior_sd: float) -> Shrunk:
    """Precision-weighted mean of an estimate and a normal prior (Gelman et al., BDA3, ch. 2).

    Both standard errors are > 0; an infinite `se` leaves the prior alone.
    """
    if not (se > 0 and prior_sd > 0):
        raise ValueError(f"standard errors are > 0, got {se!r} and {prior_sd!r}")
    own, prior = 1.0 / (se * se), 1.0 / (prior_sd * prior_sd)
    total = own + prior
    value = (own * estimate + prior * prior_mean) / total if own > 0 else prior_mean
    return Shrunk(value=value, sd=math.sqrt(1.0 / total), prior_share=prior / total)


HUBER_CUT = 1.345
"""95 % efficiency on normal errors (Huber 1964)."""
TUKEY_CUT = 4.685
"""95 % efficiency on normal errors (Beaton & Tukey 1974); beyond it a point does not count."""
MAD_TO_SD = 1.482602218505602
"""A normal's SD over its median absolute deviation."""
_TINY = 1e-300


def median(values: FloatArray) -> float:
    """As `np.median`, which loads the masked arrays of numpy; NaN where a value is.

    Raises:
        ValueError: there is no value.
    """
    if values.size == 0:
        raise ValueError("the median of nothing is undefined")
    upper = values.size // 2
    lower = upper - 1 + values.size % 2
    ordered = np.partition(values, (lower, upper, values.size - 1), axis=None)
    if np.isnan(ordered[-1]):
        return math.nan
    return float(ordered[upper] if lower == upper else 0.5 * (ordered[lower] + ordered[upper]))


def weighted_median(values: FloatArray, weight: FloatArray | None = None) -> float:
    """The value at which half of the weight is reached (midway where two share it).

    Raises:
        ValueError: no value of positive weight.
    """
    if weight is None:
        return median(values)
    order = np.argsort(values)
    reached = np.cumsum(weight[order])
    if reached.size == 0 or not reached[-1] > 0:
        raise ValueError("a weighted median needs a value of positive weight")
    half, slack = 0.5 * reached[-1], 1e-12 * reached[-1]
    lower = int(np.searchsorted(reached, half - slack))
    upper = min(int(np.searchsorted(reached, half + slack)), values.size - 1)
    return float(0.5 * (values[order[lower]] + values[order[upper]]))


def mad_scale(residual: FloatArray, weight: FloatArray | None = None) -> float:
    """Median absolute residual (around zero, not re-centred), scaled to a normal's SD."""
    return MAD_TO_SD * weighted_median(np.abs(residual), weight)


def huber_weights(standardised: FloatArray, cut: float = HUBER_CUT) -> FloatArray:
    """Weight of each standardised residual: 1 inside the cut, cut/|u| beyond it."""
    return np.minimum(1.0, cut / np.maximum(np.abs(standardised), _TINY))


def tukey_weights(standardised: FloatArray) -> FloatArray:
    """Bisquare weight of each standardised residual: falls smoothly from 1 to 0 at the cut."""
    inside = 1.0 - np.square(np.minimum(np.abs(standardised) / TUKEY_CUT, 1.0))
    return np.square(inside)


_HUBER_STEPS_MOST = 100


def huber_line(x: FloatArray, y: FloatArray) -> Line:
    """Huber M-estimate of a line by iterated reweighting, scale by MAD.

    Resists outliers in y, not in x (a wild x is a leverage point). Errors as for `fit_line`.
    """
    ones = np.ones_like(x)
    line = fit_line(x, y, weight=ones)
    for _ in range(_HUBER_STEPS_MOST):
        residual = y - line.at(x)
        scale = mad_scale(residual, ones)
        if not scale > 0:
            break
        following = fit_line(x, y, weight=huber_weights(residual / scale))
        moved = abs(following.slope - line.slope) + abs(following.intercept - line.intercept)
        line = following
        if moved < 1e-12 * (1.0 + abs(line.intercept)):
            break
    return line
