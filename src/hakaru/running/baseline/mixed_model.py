"""The line a runner follows and what conditions change, given bad samples, bad runs and days
shared by splits; for several metrics of the same splits at a time.

    ln y_ij = x_ij . beta + u_i + e_ij,   beta ~ N(prior),   u_i shared by the splits of run i

Robust start (Huber, then Tukey's bisquare, scale by MAD blended with the belief), then generalised
least squares with one random intercept per run and recency as a power of each run's likelihood.

The metrics share their columns: a round of reweighting is a few passes over one array with a row
per metric, and all sums of weighted products are one matrix product with the columns' products.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.stats.robust import (
    MAD_TO_SD,
    Belief,
    Components,
    ComponentSums,
    FloatArray,
    blended_components,
    effective_count,
    huber_weights,
    tukey_weights,
    weighted_median,
)

_HUBER_ROUNDS, _TUKEY_ROUNDS, _GLS_ROUNDS = 4, 3, 3
_SMALLEST_SD = 1e-9


@frozen
class Coefficients:
    """Independent normal beliefs about each column's coefficient, one row per metric; shape
    (n_metrics, n_columns) each."""

    mean: FloatArray
    sd: FloatArray

    @property
    def precision(self) -> FloatArray:
        """1 / sd^2."""
        return 1.0 / np.square(self.sd)

    def of_columns(self, places: NDArray[np.intp]) -> Coefficients:
        """What is believed of some of the columns."""
        return Coefficients(mean=self.mean[:, places], sd=self.sd[:, places])


@frozen
class Samples:
    """Samples on the log scale, oldest run first, those of a run side by side.

    `y` has shape (n_metrics, n) and `columns` (n_columns, n), the first one being 1; `weight` is
    about 1 per split (more for longer ones); `run_index` counts runs from 0 in time order, `first`
    is each run's first row, `run_weight` its recency.
    """

    y: FloatArray
    columns: FloatArray
    weight: FloatArray
    run_index: NDArray[np.intp]
    first: NDArray[np.intp]
    run_weight: FloatArray

    def per_run(self, values: FloatArray) -> FloatArray:
        """The sum of some values, rows along the last axis, in each run."""
        sums: FloatArray = np.add.reduceat(values, self.first, axis=-1)
        return sums

    def of_rows(self, per_run: FloatArray) -> FloatArray:
        """A value per run, runs along the last axis, for each row."""
        return np.repeat(per_run, self.splits_per_run, axis=-1)

    @cached_property
    def splits_per_run(self) -> NDArray[np.intp]:
        """How many rows each run has."""
        return np.diff(self.first, append=self.weight.size)

    @cached_property
    def recent_weight(self) -> FloatArray:
        """The weight of each row times the recency of its run."""
        return self.weight * self.of_rows(self.run_weight)

    @cached_property
    def pair_columns(self) -> FloatArray:
        """The products of all pairs of columns, in the order of `pairs_of`."""
        left, right = pairs_of(len(self.columns))
        return self.columns[left] * self.columns[right]

    @cached_property
    def every_piece(self) -> Pieces:
        """All runs in pieces of one length."""
        return self.pieces(0)

    @cached_property
    def piece_columns(self) -> FloatArray:
        """The columns in these pieces."""
        return self.every_piece.cut(self.columns)

    def pieces(self, since_run: int) -> Pieces:
        """The runs from one on, in pieces of one length."""
        return Pieces.of(self.splits_per_run, since_run=since_run)

    def information(self, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Sums of weighted products, columns by columns and columns by y, for weights of shape
        (n_metrics, n); shapes (n_metrics, n_columns, n_columns) and (n_metrics, n_columns)."""
        pull = (self.columns @ (weight * self.y).T).T
        return unpacked((self.pair_columns @ weight.T).T, len(self.columns)), pull


_PIECE_ROWS_MAX = 16


@frozen
class Pieces:
    """Runs as pieces of so many rows, the last of each filled up: sums over the rows of every run
    are then one product of stacks of small matrices.

    `rows` has shape (n_pieces, piece_rows) and names the row after the last where there is none;
    `first` is each run's first piece.
    """

    rows: NDArray[np.intp]
    first: NDArray[np.intp]

    @staticmethod
    def of(splits_per_run: NDArray[np.intp], *, since_run: int) -> Pieces:
        """The pieces of the runs from one on."""
        n_rows, counts = int(splits_per_run.sum()), splits_per_run[since_run:]
        length = min(int(counts.max()), _PIECE_ROWS_MAX)
        n_pieces = -(-counts // length)
        first = np.concatenate(([0], np.cumsum(n_pieces)[:-1]))
        begin = n_rows - int(counts.sum()) + np.concatenate(([0], np.cumsum(counts)[:-1]))
        end = np.repeat(begin + counts, n_pieces)
        place = np.arange(int(n_pieces.sum())) - np.repeat(first, n_pieces)
        begin = np.repeat(begin, n_pieces) + length * place
        rows = begin[:, None] + np.arange(length)
        return Pieces(rows=np.where(rows < end[:, None], rows, n_rows), first=first)

    def cut(self, columns: FloatArray) -> FloatArray:
        """Columns in pieces, shape (k, n) to (n_pieces, piece_rows, k)."""
        begin = int(self.rows[0, 0])
        rows = np.zeros((columns.shape[1] + 1 - begin, len(columns)))
        rows[:-1] = columns[:, begin:].T
        return np.take(rows, self.rows - begin, axis=0)

    def sums(self, weight: FloatArray, columns: FloatArray) -> FloatArray:
        """Weighted sums over each run of columns in pieces, for weights of shape (n_metrics, n);
        shape (n_runs, n_metrics, k)."""
        with_zero = np.concatenate((weight, np.zeros((len(weight), 1))), axis=1)
        of_pieces = np.take(with_zero, self.rows, axis=1).transpose(1, 0, 2) @ columns
        if self.first.size == len(of_pieces):
            return of_pieces
        return np.add.reduceat(of_pieces, self.first, axis=0)


@frozen
class RunSums:
    """The weighted sums of each run: of the columns, shape (n_metrics, n_runs, n_columns), and of
    y; the variance within runs, shape (n_metrics, 1), and what the day takes of the sums."""

    weight: FloatArray
    columns: FloatArray
    y: FloatArray
    within_var: FloatArray
    day_share: FloatArray


@frozen
class Regression:
    """What was found of each metric: coefficients with their covariance, shapes (n_metrics,
    n_columns) and (n_metrics, n_columns, n_columns), and the noise around them.

    `robust` is each sample's weight 0..1; 0 marks a gross outlier. It and `residual` have shape
    (n_metrics, n). `sums` are those of the last round.
    """

    mean: FloatArray
    covariance: FloatArray
    components: tuple[Components, ...]
    robust: FloatArray
    residual: FloatArray
    sums: RunSums


def regress(
    samples: Samples, prior: Coefficients, *, beliefs: Sequence[Belief], run_effect: bool
) -> Regression:
    """Coefficients and noise of each metric."""
    mean, robust = _robust_start(samples, prior, beliefs)
    precision = prior.precision
    for _ in range(_GLS_ROUNDS):
        residual = samples.y - mean @ samples.columns
        components = _components(samples, residual, robust, beliefs, run_effect)
        robust = _reweigh(samples, residual, robust, components)
        sums = _run_sums(samples, robust, components)
        information, pull = _information(samples, sums, samples.run_weight)
        covariance = np.asarray(np.linalg.inv(information + diagonals(precision)), dtype=np.float64)
        mean = (covariance @ (pull + precision * prior.mean)[:, :, None])[:, :, 0]
    return Regression(
        mean=mean,
        covariance=covariance,
        components=components,
        robust=robust,
        residual=samples.y - mean @ samples.columns,
        sums=sums,
    )


@frozen
class RunInformation:
    """X' V^-1 X and X' V^-1 y, V = within^2 diag(1/weight) + between^2 (Woodbury), each pair of
    columns once, in the order of `pairs_of`.

    `precision` and `pull_total` are of single runs, shapes (n_metrics, n_pairs, n_runs) and
    (n_metrics, n_columns, n_runs); `earlier_precision` and `earlier_pull_total` of all runs before
    them together, each by a weight of its own, without the last axis.
    """

    precision: FloatArray
    pull_total: FloatArray
    earlier_precision: FloatArray
    earlier_pull_total: FloatArray


def run_information(
    samples: Samples, regression: Regression, *, since_run: int, earlier_weight: FloatArray
) -> RunInformation:
    """The information of each run from `since_run` on, and of those before, weighted by
    `earlier_weight`, shape (since_run,)."""
    sums = regression.sums
    earlier = np.zeros(samples.run_weight.size)
    earlier[:since_run] = earlier_weight
    earlier_square, earlier_pull_total = _information(samples, sums, earlier)
    pieces, (left, right) = samples.pieces(since_run), pairs_of(len(samples.columns))
    products = pieces.sums(sums.weight, pieces.cut(samples.pair_columns)).transpose(1, 2, 0)
    pull = pieces.sums(sums.weight * samples.y, pieces.cut(samples.columns)).transpose(1, 2, 0)
    of_columns = np.ascontiguousarray(sums.columns[:, since_run:].transpose(0, 2, 1))
    shared = sums.day_share[:, None, since_run:] * of_columns
    within_var = sums.within_var[:, :, None]
    return RunInformation(
        precision=(products - shared[:, left] * of_columns[:, right]) / within_var,
        pull_total=(pull - shared * sums.y[:, None, since_run:]) / within_var,
        earlier_precision=earlier_square[:, left, right],
        earlier_pull_total=earlier_pull_total,
    )


_NEIGHBOUR_RUNS = 3
_BELIEVED_RUNS = 10.0
_INFLATION = 0.8, 6.0


def honest_variances(
    samples: Samples, regression: Regression, *, prior: Coefficients, unseen_values: FloatArray
) -> FloatArray:
    """The variance of each coefficient, shape (n_metrics, n_columns), where kilometres of a run and
    neighbouring runs go together more than the model knows, and where `unseen_values`, shape
    (n_signals, n_metrics, n), would have been taken for them.

    The scores of the runs say how much (Newey and West 1987, clusters of runs with Bartlett's
    weights over three neighbours); what the model says counts as so many runs.
    """
    sums = regression.sums
    pull = sums.weight * regression.residual
    own = samples.every_piece.sums(pull, samples.piece_columns).transpose(1, 0, 2)
    shared = (sums.day_share * samples.per_run(pull))[:, :, None] * sums.columns
    scores = (own - shared) * samples.run_weight[:, None] / sums.within_var[:, :, None]
    moves = scores @ regression.covariance
    squares = np.square(moves).sum(axis=1)
    for lag in range(1, min(_NEIGHBOUR_RUNS, moves.shape[1] - 1) + 1):
        together = (moves[:, lag:] * moves[:, :-lag]).sum(axis=1)
        squares += 2.0 * (1.0 - lag / (_NEIGHBOUR_RUNS + 1.0)) * together
    believed = np.square(regression.covariance) @ prior.precision[:, :, None]
    model = np.diagonal(regression.covariance, axis1=1, axis2=2)
    ratio = (squares + believed[:, :, 0]) / model
    n_runs = effective_count(samples.run_weight)
    blended = (_BELIEVED_RUNS + n_runs * ratio) / (_BELIEVED_RUNS + n_runs)
    honest: FloatArray = model * np.clip(blended, *_INFLATION)
    for signal in unseen_values:
        taken = sums.weight * signal * samples.of_rows(samples.run_weight)
        pull_of_signal = (samples.columns @ taken.T).T - np.einsum(
            "mr,mrk->mk",
            sums.day_share * samples.run_weight * samples.per_run(sums.weight * signal),
            sums.columns,
        )
        moved = regression.covariance @ (pull_of_signal / sums.within_var)[:, :, None]
        honest = honest + np.square(moved[:, :, 0])
    return honest


@cache
def pairs_of(n_columns: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and the second column of each pair."""
    left, right = np.triu_indices(n_columns)
    return left, right


def unpacked(values: FloatArray, n_columns: int) -> FloatArray:
    """Symmetric matrices (n_metrics, n_columns, n_columns) from each pair once, in the order of
    `pairs_of`; further axes stay."""
    left, right = pairs_of(n_columns)
    square = np.empty((len(values), n_columns, n_columns, *values.shape[2:]))
    square[:, left, right] = values
    square[:, right, left] = values
    return square


def diagonals(values: FloatArray) -> FloatArray:
    """A diagonal matrix per row of values, shape (n, k) to (n, k, k)."""
    return values[:, :, None] * np.eye(values.shape[1])


def _run_sums(samples: Samples, robust: FloatArray, components: Sequence[Components]) -> RunSums:
    weight = samples.weight * robust
    pieces = samples.every_piece
    columns = np.ascontiguousarray(pieces.sums(weight, samples.piece_columns).transpose(1, 0, 2))
    within_var = np.array([[max(each.within_sd, _SMALLEST_SD) ** 2] for each in components])
    between_var = np.array([[each.between_sd**2] for each in components])
    return RunSums(
        weight=weight,
        columns=columns,
        y=samples.per_run(weight * samples.y),
        within_var=within_var,
        day_share=between_var / (within_var + between_var * columns[:, :, 0]),
    )


def _information(
    samples: Samples, sums: RunSums, run_weight: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """X' V^-1 X and X' V^-1 y summed over the runs, each by its weight."""
    information, pull = samples.information(sums.weight * samples.of_rows(run_weight))
    shared = ((sums.day_share * run_weight)[:, :, None] * sums.columns).transpose(0, 2, 1)
    information -= shared @ sums.columns
    pull -= (shared @ sums.y[:, :, None])[:, :, 0]
    return information / sums.within_var[:, :, None], pull / sums.within_var


def _robust_start(
    samples: Samples, prior: Coefficients, beliefs: Sequence[Belief]
) -> tuple[FloatArray, FloatArray]:
    """Coefficients and weights from iterated reweighting, started on the prior's line."""
    mean = prior.mean.copy()
    around = samples.y - mean[:, 1:] @ samples.columns[1:]
    mean[:, 0] = [weighted_median(each, samples.recent_weight) for each in around]
    robust: FloatArray = np.ones_like(samples.y)
    variance = np.array([max(each.expected.split_sd, _SMALLEST_SD) ** 2 for each in beliefs])
    tie = variance[:, None] * prior.precision
    for step in range(_HUBER_ROUNDS + _TUKEY_ROUNDS):
        deviation = np.abs(samples.y - mean @ samples.columns)
        deviation /= _blended_scales(deviation.copy(), beliefs, samples.run_weight.size)
        robust = huber_weights(deviation) if step < _HUBER_ROUNDS else tukey_weights(deviation)
        information, pull = samples.information(samples.recent_weight * robust)
        pull += tie * prior.mean
        mean[:] = np.linalg.solve(information + diagonals(tie), pull[:, :, None])[:, :, 0]
    return mean, robust


def _blended_scales(deviation: FloatArray, beliefs: Sequence[Belief], n_runs: int) -> FloatArray:
    """MAD scale of each row of absolute values, leaning on the believed scale while runs are few;
    shape (n_metrics, 1). The values are put into another order."""
    own_var = np.square(MAD_TO_SD * _medians(deviation))
    scales = []
    for var, belief in zip(own_var.tolist(), beliefs, strict=True):
        blended = n_runs * var + belief.pseudo_runs * belief.expected.split_sd**2
        scales.append(max(math.sqrt(blended / (n_runs + belief.pseudo_runs)), _SMALLEST_SD))
    return np.array(scales)[:, None]


def _medians(values: FloatArray) -> FloatArray:
    """The median of each row of finite values; they are put into another order."""
    middle = values.shape[1] // 2
    values.partition(middle, axis=1)
    upper: FloatArray = values[:, middle]
    if values.shape[1] % 2:
        return upper
    lower: FloatArray = values[:, :middle].max(axis=1)
    return (lower + upper) / 2.0


def _components(
    samples: Samples,
    residual: FloatArray,
    robust: FloatArray,
    beliefs: Sequence[Belief],
    run_effect: bool,
) -> tuple[Components, ...]:
    """Noise of sound samples; without run effects all of it is within."""
    counted = robust > 0
    sound = samples.weight * counted
    if not run_effect:
        return _within_alone(samples, residual, sound, beliefs)
    total, counts = samples.per_run(sound), samples.per_run(counted.astype(np.float64))
    seen = total > 0
    full = np.where(seen, total, 1.0)
    mean = samples.per_run(sound * residual) / full
    share = np.where(seen, samples.per_run(sound * sound) / (full * full), 1.0)
    deviation = residual - samples.of_rows(mean)
    squares = np.einsum("mn,mn->m", sound, deviation * deviation).tolist()
    degrees = np.maximum(counts - 1.0, 0.0).sum(axis=1).tolist()
    run_weight = np.where(seen, samples.run_weight, 0.0)
    return tuple(
        blended_components(
            ComponentSums(
                within_squares=squares[place],
                within_degrees=degrees[place],
                run_mean=mean[place],
                run_share=share[place],
                run_weight=run_weight[place],
            ),
            belief,
        )
        for place, belief in enumerate(beliefs)
    )


def _within_alone(
    samples: Samples, residual: FloatArray, sound: FloatArray, beliefs: Sequence[Belief]
) -> tuple[Components, ...]:
    recency = samples.of_rows(samples.run_weight)
    components = []
    for deviation, weight, belief in zip(residual, sound * recency, beliefs, strict=True):
        n_effective = effective_count(weight)
        degrees = max(n_effective - 2.0, 0.0) + belief.pseudo_splits
        total = n_effective * float(weight @ deviation**2) / max(float(weight.sum()), 1e-12)
        variance = total + belief.pseudo_splits * belief.expected.split_sd**2
        components.append(
            Components(between_sd=0.0, within_sd=math.sqrt(variance / max(degrees, 1e-12)))
        )
    return tuple(components)


def _reweigh(
    samples: Samples,
    residual: FloatArray,
    robust: FloatArray,
    components: Sequence[Components],
) -> FloatArray:
    """Tukey weights twice: of the whole deviation, and of the deviation from the run's centre."""
    split_sd = np.array([[max(each.split_sd, _SMALLEST_SD)] for each in components])
    within_sd = np.array([[max(each.within_sd, _SMALLEST_SD)] for each in components])
    whole = tukey_weights(residual / split_sd)
    weight = samples.weight * np.minimum(robust, whole)
    total, centre = samples.per_run(weight), samples.per_run(weight * residual)
    centre = np.divide(centre, total, out=np.zeros_like(total), where=total > 0)
    inside = (residual - samples.of_rows(centre)) / within_sd
    reweighted = whole * tukey_weights(inside)
    reweighted[~reweighted.any(axis=1)] = 1.0  # no majority: keep all
    return reweighted
