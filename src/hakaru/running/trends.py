"""Trends: what is followed, from which rows, and where its line lies in a window of time.

Form metrics: `running/metrics.py` and `running/baseline/model.py`. The others, weak on purpose:
heart rate rises 20-40 bpm per m/s between easy and threshold running; running costs about 1.04 W
per kg and m/s on the power meters that scale so (70 kg: 73 W per m/s), so that v / (P / m) hardly
depends on speed and lies near 0.96.

Every window has its own level and a slope drawn to the long-term one, so that a month run at one
speed still answers at another; runs have an effect each, and gross outliers do
not count. All windows are estimated together:

    y_ij = level_w + slope_w x_ij + u_i + e_ij,   slope_w ~ N(slope, wander^2),   slope ~ prior.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import date
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import (
    RUN_PSEUDO_COUNT,
    SPLIT_PSEUDO_COUNT,
    LinePrior,
    components_of,
    line_prior,
)
from hakaru.running.baseline.regression import (
    Estimate,
    Rows,
    RunSums,
    estimate_line,
    run_sums,
    speed_axis,
)
from hakaru.running.lessons import SplitColumns, counted_rows, floats, level_rows
from hakaru.running.metrics import METRICS, RUNNING_SPEED_MIN_MPS, MetricName
from hakaru.running.validity import BoolArray
from hakaru.stats.robust import Belief, Components, weighted_median

TrendMetric = MetricName | Literal["heart_rate", "power", "running_effectiveness"]
"""What is followed at a fixed speed: the form metrics, heart rate (aerobic fitness), power and
running effectiveness, v / (P / m)."""

ChangeDirection = Literal["higher", "lower", "none"]
"""`none`: the interval contains no change, which is not proof that there is none."""

Meaning = Literal["favourable", "unfavourable", "neutral", "unchanged"]
"""Which side of the metric a change lies on; `neutral` where no side is known to be better."""

POINT_COVERAGE = 0.90
CHANGE_COVERAGE = 0.993
"""The verdicts on all seven metrics read together then err in 5 % of cases at most (Bonferroni)."""


@frozen
class TrendSamples:
    """One metric of one runner on one sensor: one row per split, arrays of shape (n_samples,).

    `value` is in the metric's unit; `day` the local day of the run (datetime64[D]); `run_id` groups
    the splits of one run; `weight_s` is running time. `cadence_spm` None: not read.

    >>> import numpy as np
    >>> from hakaru import api
    >>> samples = api.TrendSamples(
    ...     value=np.array([262.0, 264.0, 259.0]), speed_mps=np.array([3.1, 3.0, 3.2]),
    ...     run_id=np.array([1, 1, 2]), weight_s=np.array([322.0, 333.0, 312.0]),
    ...     day=np.array(["2026-03-01", "2026-03-01", "2026-03-03"], dtype="datetime64[D]"),
    ... )
    >>> np.unique(samples.run_id).size
    2
    """

    value: NDArray[np.float64]
    speed_mps: NDArray[np.float64]
    run_id: NDArray[np.int64]
    day: NDArray[np.datetime64]
    weight_s: NDArray[np.float64]
    cadence_spm: NDArray[np.float64] | None = None


@frozen
class TrendPoint:
    """The value at the reference speed in one calendar month, with its 90 % interval, in the
    metric's unit. `extrapolated`: the reference speed was not run in that month."""

    month: date
    n_runs: int
    n_samples: int
    value: float
    low: float
    high: float
    extrapolated: bool


@frozen
class Trend:
    """The points of the months that have runs, in order. A month without runs has no point."""

    metric: TrendMetric
    reference_speed_mps: float
    points: tuple[TrendPoint, ...]


@frozen
class Window:
    """One of two windows that were compared; `value` at the reference speed in the metric's unit,
    with its 90 % interval. Days are the first and last run in it."""

    first_day: date
    last_day: date
    n_runs: int
    value: float
    low: float
    high: float


@frozen
class WindowChange:
    """Later minus earlier over earlier, at the reference speed, with the interval that decides.

    `changed` is True only if the interval (`CHANGE_COVERAGE`) excludes 0; `extrapolated`: one of
    the windows holds no running at the reference speed.
    """

    metric: TrendMetric
    reference_speed_mps: float
    earlier: Window
    later: Window
    delta_frac: float
    low_frac: float
    high_frac: float
    changed: bool
    direction: ChangeDirection
    meaning: Meaning
    extrapolated: bool

    @property
    def delta(self) -> float:
        """Later minus earlier in the metric's unit."""
        return self.later.value - self.earlier.value


@frozen
class Quantity:
    """One followed figure. `unfavourable` is the sign of a change that costs; 0: none is known to.

    `noise` are relative SDs between runs and between the splits of a run.
    """

    unit: str
    model_type: Literal["power", "linear"]
    unfavourable: Literal[-1, 0, 1]
    valid_min: float
    valid_max: float
    prior: LinePrior
    noise: Components


_OTHERS: Mapping[TrendMetric, Quantity] = {
    "heart_rate": Quantity(
        unit="bpm",
        model_type="linear",
        unfavourable=1,
        valid_min=60.0,
        valid_max=230.0,
        prior=LinePrior(level=148.0, slope=28.0, level_sd=18.0, slope_sd=10.0),
        noise=Components(between_sd=0.025, within_sd=0.025),
    ),
    "power": Quantity(
        unit="W",
        model_type="linear",
        unfavourable=0,
        valid_min=50.0,
        valid_max=1000.0,
        prior=LinePrior(level=225.0, slope=73.0, level_sd=50.0, slope_sd=25.0),
        noise=Components(between_sd=0.02, within_sd=0.02),
    ),
    "running_effectiveness": Quantity(
        unit="",
        model_type="linear",
        unfavourable=0,
        valid_min=0.5,
        valid_max=1.5,
        prior=LinePrior(level=0.96, slope=0.0, level_sd=0.1, slope_sd=0.05),
        noise=Components(between_sd=0.02, within_sd=0.02),
    ),
}


def quantity_of(metric: TrendMetric, sensor_group: str) -> Quantity:
    """What is believed about a figure on one kind of sensor (heart rate: on any)."""
    if metric in _OTHERS:
        return _OTHERS[metric]
    name = cast(MetricName, metric)
    row = METRICS[name]
    return Quantity(
        unit=row.unit,
        model_type=row.model_type,
        unfavourable=row.unfavourable,
        valid_min=row.valid_min,
        valid_max=row.valid_max,
        prior=line_prior(name, sensor_group),
        noise=components_of(name),
    )


_COLUMNS: dict[TrendMetric, str] = {"heart_rate": "heart_rate_bpm", "power": "power_w"}


def trend_samples(
    columns: SplitColumns, metric: TrendMetric, *, among: BoolArray | None = None
) -> TrendSamples:
    """The full, flat splits that carry the figure, in the order of the rows; `among`: only of
    these.

    Besides the columns of `taught` the rows need `activity_date` (datetime64[D], local day);
    heart rate needs heart_rate_bpm, power power_w, running effectiveness power_w and weight_kg.
    The rows must be of one user and, but for heart rate, of one sensor group.
    """
    value = _values(columns, metric)
    speed_mps = floats(columns, "speed_mps")
    keep = counted_rows(columns) & np.isfinite(value) & np.isfinite(speed_mps)
    if among is not None:
        keep &= among
    if metric in METRICS:
        keep &= level_rows(columns)
    return TrendSamples(
        value=value[keep],
        speed_mps=speed_mps[keep],
        run_id=np.asarray(columns["activity_id"], dtype=np.int64)[keep],
        day=np.asarray(columns["activity_date"], dtype="datetime64[D]")[keep],
        weight_s=floats(columns, "running_s")[keep],
        cadence_spm=floats(columns, "cadence_spm")[keep] if "cadence_spm" in columns else None,
    )


def samples_of(columns: SplitColumns, metric: TrendMetric, *, own: BoolArray) -> TrendSamples:
    """Samples of a sensor's `own` splits; heart rate is followed on every sensor, but not over
    repetitions, which it lags behind."""
    steady = np.isnan(floats(columns, "rep_index"))
    return trend_samples(columns, metric, among=steady if metric == "heart_rate" else own)


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
        power_w, weight_kg = floats(columns, "power_w"), floats(columns, "weight_kg")
        power_w = np.where(power_w > 0.0, power_w, np.nan)
        return floats(columns, "speed_mps") * weight_kg / power_w
    if metric in _COLUMNS:
        return floats(columns, _COLUMNS[metric])
    return METRICS[cast(MetricName, metric)].values_in(columns)


_SLOPE_WANDER_SHARE = 0.25
"""How far the slope of a window may stray from the long-term one, in SDs between runners."""


@frozen
class Levels:
    """The lines of all windows on the working scale of the model.

    `level`, `slope` and `factor` have shape (n_windows,): a window's values are `factor` times the
    line. `cov` is the joint covariance of (levels, slopes), shape (2 n_windows, 2 n_windows);
    `degrees` of freedom belong to the spread between runs.
    """

    power: bool
    level: FloatArray
    slope: FloatArray
    factor: FloatArray
    cov: FloatArray
    degrees: float

    def values_at(self, speed_mps: float) -> FloatArray:
        """Each window's value at a speed, in the metric's unit, shape (n_windows,)."""
        line = self.level + self.slope * self._x(speed_mps)
        return self.factor * (np.exp(line) if self.power else line)

    def log_cov_at(self, speed_mps: float) -> FloatArray:
        """Joint covariance of the logarithms of these values, shape (n_windows, n_windows)."""
        n, x = self.level.size, self._x(speed_mps)
        line = np.ones(n) if self.power else self.level + self.slope * x
        gradient = np.hstack([np.diag(1.0 / line), np.diag(x / line)])
        joint: FloatArray = gradient @ self.cov @ gradient.T
        return joint

    def _x(self, speed_mps: float) -> float:
        return float(speed_axis("power" if self.power else "linear", np.array([speed_mps]))[0])


def fit_levels(samples: TrendSamples, window: NDArray[np.intp], *, quantity: Quantity) -> Levels:
    """The line of every window.

    Args:
        samples: sound ones (`sound_samples`), at least one.
        window: which window each sample belongs to, 0..n_windows-1, each with a sample; all
            samples of a run belong to one. Shape (n_samples,).
        quantity: what is believed about the metric.
    """
    rows = _rows(samples, quantity)
    belief = Belief(
        expected=quantity.noise, pseudo_runs=RUN_PSEUDO_COUNT, pseudo_splits=SPLIT_PSEUDO_COUNT
    )
    estimate, scale = _pooled(rows, window, quantity, belief)
    window_of_run = np.zeros(rows.run_weight.size, dtype=np.intp)
    window_of_run[rows.run_index] = window
    n_windows = scale.size
    degrees = rows.run_weight.size - n_windows + RUN_PSEUDO_COUNT
    sums = _honest_sums(rows, estimate, n_windows)
    level, slope, cov = _solve(sums, window_of_run, quantity.prior)
    return Levels(
        power=rows.model_type == "power",
        level=level,
        slope=slope,
        factor=scale,
        cov=cov,
        degrees=float(degrees),
    )


def _rows(samples: TrendSamples, quantity: Quantity) -> Rows:
    _, run_index = np.unique(samples.run_id, return_inverse=True)
    return Rows(
        model_type=quantity.model_type,
        value=samples.value,
        x=speed_axis(quantity.model_type, samples.speed_mps),
        weight=np.clip(samples.weight_s / np.median(samples.weight_s), 0.2, 5.0),
        run_index=run_index.astype(np.intp),
        run_weight=np.ones(int(run_index.max()) + 1),
    )


def _pooled(
    rows: Rows, window: NDArray[np.intp], quantity: Quantity, belief: Belief
) -> tuple[Estimate, FloatArray]:
    """One line through all windows, each divided by how far its median lies from that line.

    Without the division a lasting change of level would look like noise between runs.
    """
    bounded = quantity.model_type == "power" and quantity.prior.slope < 0.0
    scale = np.ones(int(window.max()) + 1)

    def estimated(near: Estimate | None) -> Estimate:
        return estimate_line(
            replace(rows, value=rows.value / scale[window]),
            quantity.prior,
            belief=belief,
            run_effect=True,
            bounded=bounded,
            near=near,
        )

    first = estimated(None)
    residual = first.design.residual(first.line.level, first.line.slope)
    ratio = np.exp(residual) if quantity.model_type == "power" else 1.0 + residual
    for place in range(scale.size):
        inside = window == place
        scale[place] = weighted_median(ratio[inside], rows.weight[inside])
    return estimated(first), scale


def _honest_sums(rows: Rows, estimate: Estimate, n_windows: int) -> RunSums:
    """Each run's information, with the spread between runs corrected for the levels taken out."""
    n_runs, estimated = rows.run_weight.size, estimate.components
    n_informed = n_runs - 1.0 + RUN_PSEUDO_COUNT
    left = n_runs - n_windows + RUN_PSEUDO_COUNT
    components = replace(estimated, between_sd=estimated.between_sd * math.sqrt(n_informed / left))
    return run_sums(rows, estimate.design, robust=estimate.robust, components=components)


def _solve(
    sums: RunSums, window_of_run: NDArray[np.intp], prior: LinePrior
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Levels, slopes and their joint covariance; the last unknown is the long-term slope."""
    n = int(window_of_run.max()) + 1

    def per_window(values: FloatArray) -> FloatArray:
        return np.bincount(window_of_run, weights=values, minlength=n).astype(np.float64)

    precision, pull = np.zeros((2 * n + 1, 2 * n + 1)), np.zeros(2 * n + 1)
    at, own = np.arange(n), np.arange(n) + n
    precision[at, at] = per_window(sums.a00)
    precision[at, own] = precision[own, at] = per_window(sums.a01)
    tie = (_SLOPE_WANDER_SHARE * prior.slope_sd) ** -2
    precision[own, own] = per_window(sums.a11) + tie
    precision[own, -1] = precision[-1, own] = -tie
    precision[-1, -1] = n * tie + prior.slope_sd**-2
    pull[at], pull[own] = per_window(sums.h0), per_window(sums.h1)
    pull[-1] = prior.slope * prior.slope_sd**-2
    cov: FloatArray = np.linalg.inv(precision).astype(np.float64)
    mean = cov @ pull
    return mean[:n], mean[n : 2 * n], cov[: 2 * n, : 2 * n]
