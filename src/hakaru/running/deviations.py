"""Stored runs as deviations from a reference that never moves, and the conditions they met.

What lasting changes are found in: the population's power laws do not learn, so that a change of
the runner never becomes its own reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.baseline.model import NOISE
from hakaru.running.effects import effect_priors
from hakaru.running.lessons import SplitColumns, floats, training_rows
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName

EFFECTS = ("log_speed", "heat", "climb", "hours", "log_cadence")
"""Columns of `RunDeviations.effects`: ln of speed over 3 m/s, tens of degrees above 15 C, tens of
metres of climb per km, hours from the start to the middle of what is judged, ln cadence beyond what
speed does to it. NaN where unknown: then nothing is taken out."""

_EXPONENTS: Mapping[MetricName, float] = {"gct": -0.40, "vo": 0.25, "vr": -0.62}
_CADENCE_EXPONENT = 0.12
"""The reference that never moves: the population's power laws (research running.md 2.1)."""
_HEAT_FROM_C = 15.0
_PER_TEN = 10.0
_SPLIT_CLIP_SDS = 4.0

_BELIEFS: Mapping[MetricName, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "gct": ((0.0, 0.015, 0.0, 0.008, -0.7), (0.12, 0.010, 0.004, 0.008, 0.6)),
    "vo": ((0.0, -0.003, -0.006, 0.002, 0.0), (0.15, 0.008, 0.010, 0.008, 0.0)),
    "vr": ((0.0, -0.005, -0.004, -0.002, 0.0), (0.15, 0.008, 0.010, 0.008, 0.0)),
}
"""Mean and SD of each effect per unit of its column, in ln. An SD of 0 fixes it. Heat and fatigue:
research running.md 2.3 and 2.5; the cadence of the day: 2.4 and data.md 4 (-0.4 to -0.5)."""

_EFFECT_CLIP_SDS = 3.0
_RESPONSE_RUNS = 10
_TINY_SD = 1e-6


@frozen
class RunDeviations:
    """One metric of one runner on one kind of sensor: one row per run, oldest first, shape (n,).

    `actual` is in the metric's unit, `deviation_ln` the ln of actual over the fixed reference at
    the speeds run, `effects` has shape (n, len(EFFECTS)). `device` numbers the single device that
    measured: each has a level of its own, and another strap is no change of form. `shoe` numbers
    the pairs, -1 where none is named.
    """

    metric: MetricName
    activity_id: NDArray[np.int64]
    day: NDArray[np.datetime64]
    actual: FloatArray
    deviation_ln: FloatArray
    effects: FloatArray
    device: NDArray[np.int64]
    shoe: NDArray[np.int64]


@frozen
class RunConditions:
    """What is known of stored runs as a whole, one row per run in any order, shape (n,).

    NaN: not known; a `device` of None: the file does not name the one that measured form. `shoe`:
    the pair of each run, None or empty where none is named.
    """

    activity_id: NDArray[np.int64]
    device: tuple[str | None, ...]
    temperature_c: FloatArray
    climb_m_per_km: FloatArray
    shoe: tuple[str | None, ...] = ()
    _known: dict[bytes, _Met] = field(default_factory=dict, init=False, repr=False, compare=False)

    def met_by(self, ids: NDArray[np.int64]) -> _Met:
        """What some runs met, in the order of `ids`: metrics that all of them carry ask the same.
        Threads may share it."""
        key = ids.tobytes()
        known = self._known.get(key)
        return known or self._known.setdefault(key, _met(ids, self))


@frozen
class _Met:
    """What runs met, shape (n_runs,): columns as `RunDeviations` has them."""

    device: NDArray[np.int64]
    temperature_c: FloatArray
    climb_m_per_km: FloatArray
    shoe: NDArray[np.int64]


def run_deviations(
    columns: SplitColumns, conditions: RunConditions, metric: MetricName
) -> RunDeviations:
    """The runs of one sensor group as deviations from the fixed reference.

    The temperature of a run is what its device measured, as for an expectation; where it measured
    none, that of the conditions.

    Args:
        columns: `split_columns` of one sensor group, oldest run first.
        conditions: of these runs; runs that are not among them have unknown ones.
        metric: a scored one.
    """
    value = floats(columns, METRICS[metric].series_column)
    speed_mps, running_s = floats(columns, "speed_mps"), floats(columns, "running_s")
    keep = training_rows(columns) & np.isfinite(value) & (value > 0.0)
    hours = _middle_s(columns, running_s)[keep] / SECONDS_PER_HOUR
    ids = np.asarray(columns["activity_id"], dtype=np.int64)[keep]
    first = np.flatnonzero(np.diff(ids, prepend=-1))
    weight, value = running_s[keep], value[keep]
    x = np.log(speed_mps[keep] / REFERENCE_SPEED_MPS)
    off = _clipped(np.log(value) - _EXPONENTS[metric] * x, first, metric)
    cadence = np.log(floats(columns, "cadence_spm")[keep]) - _CADENCE_EXPONENT * x
    per_run = (_mean(rows, weight, first) for rows in (value, off, x, hours, cadence))
    actual, deviation, log_speed, hour, log_cadence = per_run
    met = conditions.met_by(ids[first])
    if "temperature_c" in columns:
        measured_c = _mean(floats(columns, "temperature_c")[keep], weight, first)
        temperature_c = np.where(np.isnan(measured_c), met.temperature_c, measured_c)
    else:
        temperature_c = met.temperature_c
    heat = np.where(
        np.isnan(temperature_c), np.nan, np.maximum(temperature_c - _HEAT_FROM_C, 0.0) / _PER_TEN
    )
    return RunDeviations(
        metric=metric,
        activity_id=ids[first],
        day=np.asarray(columns["activity_date"], dtype="datetime64[D]")[keep][first],
        actual=actual,
        deviation_ln=deviation,
        effects=np.column_stack(
            [log_speed, heat, met.climb_m_per_km / _PER_TEN, hour, log_cadence]
        ),
        device=met.device,
        shoe=met.shoe,
    )


def _middle_s(columns: SplitColumns, running_s: FloatArray) -> FloatArray:
    """Seconds of running from the start of the run to the middle of each split."""
    ids = np.asarray(columns["activity_id"], dtype=np.int64)
    lasting_s = np.nan_to_num(running_s)
    reached_s = np.cumsum(lasting_s)
    first = np.flatnonzero(np.diff(ids, prepend=-1))
    before_s = (reached_s - lasting_s)[first]
    counts = np.diff(np.append(first, ids.size))
    return reached_s - lasting_s / 2.0 - np.repeat(before_s, counts)


def _clipped(off: FloatArray, first: NDArray[np.intp], metric: MetricName) -> FloatArray:
    """Splits no further from the median of their run than a sound sensor goes."""
    if off.size == 0:
        return off
    counts = np.diff(np.append(first, off.size))
    run = np.repeat(np.arange(counts.size), counts)
    ordered = off[np.lexsort((off, run))]
    lower, upper = first + (counts - 1) // 2, first + counts // 2
    middle = np.repeat((ordered[lower] + ordered[upper]) / 2.0, counts)
    reach = _SPLIT_CLIP_SDS * NOISE[metric].within_sd
    clipped: FloatArray = np.clip(off, middle - reach, middle + reach)
    return clipped


def _mean(rows: FloatArray, weight: FloatArray, first: NDArray[np.intp]) -> FloatArray:
    """Weighted mean of each run; NaN where none of its rows is known."""
    if first.size == 0:
        return np.zeros(0)
    finite = np.isfinite(rows)
    total = np.add.reduceat(np.where(finite, weight, 0.0), first)
    sums = np.add.reduceat(np.where(finite, weight * np.nan_to_num(rows), 0.0), first)
    mean: FloatArray = np.full(first.size, np.nan)
    return np.divide(sums, total, out=mean, where=total > 0.0)


def _met(ids: NDArray[np.int64], conditions: RunConditions) -> _Met:
    """Number of the device, temperature, climb and number of the pair of each run.

    A run whose device is not named belongs to the one before; the first one named takes over what
    came before it without a name.
    """
    place_of = {key: place for place, key in enumerate(conditions.activity_id.tolist())}
    places = [place_of.get(key) for key in ids.tolist()]
    numbers: dict[str, int] = {}
    current, device = 0, []
    for place in places:
        name = None if place is None else conditions.device[place]
        if name is not None:
            current = numbers.setdefault(name, len(numbers))
        device.append(current)
    indices = np.array([-1 if place is None else place for place in places], dtype=np.int64)
    temperature_c = np.append(conditions.temperature_c, np.nan)[indices]
    climb = np.append(conditions.climb_m_per_km, np.nan)[indices]
    return _Met(
        device=np.array(device, dtype=np.int64),
        temperature_c=temperature_c,
        climb_m_per_km=climb,
        shoe=_shoes_of(ids, conditions),
    )


def _shoes_of(ids: NDArray[np.int64], conditions: RunConditions) -> NDArray[np.int64]:
    """Number of the pair of each run, -1 where none is named."""
    names = dict(zip(conditions.activity_id.tolist(), conditions.shoe, strict=False))
    numbers: dict[str, int] = {}
    worn = [names.get(key) for key in ids.tolist()]
    return np.array(
        [numbers.setdefault(name, len(numbers)) if name else -1 for name in worn], dtype=np.int64
    )


def without_effects(
    deviation_ln: FloatArray, effects: FloatArray, metric: MetricName
) -> tuple[FloatArray, FloatArray]:
    """Deviations without the known effects, and the same with the cadence of the day left in.

    Each run is freed of what the runs before it taught, by ridge regression on how deviations and
    effects differ from the mean of the ten runs before: a lasting change of level teaches little.
    """
    mean, sd = (np.array(values) for values in _BELIEFS[metric])
    noise = NOISE[metric].between_sd
    x = np.nan_to_num(effects - _centre(effects))
    contrast = _contrasts(np.column_stack([deviation_ln, x]))
    moved, y = contrast[:, 1:], contrast[:, 0] - contrast[:, 1:] @ mean
    y = np.clip(y, -_EFFECT_CLIP_SDS * noise, _EFFECT_CLIP_SDS * noise)
    squares = np.cumsum(moved[:, :, None] * moved[:, None, :], axis=0)
    products = np.cumsum(moved * y[:, None], axis=0)
    prior = np.diag((noise / np.maximum(sd, _TINY_SD)) ** 2)
    learned = np.linalg.solve(squares + prior, products[:, :, None])[:, :, 0]
    learned_effects = mean + np.vstack([np.zeros((1, mean.size)), learned[:-1]])
    parts = x * learned_effects
    level = deviation_ln - parts.sum(axis=1)
    return level, level + parts[:, EFFECTS.index("log_cadence")]


@dataclass
class Shoes:
    """What each pair of shoes adds, as far as earlier runs say, drawn to nothing.

    A run teaches by how it differs from the ten before it, as much as these were run in other
    pairs: who always wears one pair learns nothing of it.
    """

    metric: MetricName
    squares: dict[int, float] = field(default_factory=dict)
    products: dict[int, float] = field(default_factory=dict)
    freed_ln: list[float] = field(default_factory=list)
    worn: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        noise = NOISE[self.metric].between_sd
        self.prior = (noise / effect_priors(self.metric).shoe.sd) ** 2
        self.most = _EFFECT_CLIP_SDS * noise

    def offset(self, value: float, pair: int) -> float:
        """What the pair of the next run adds to it."""
        squares, products = self.squares, self.products
        offset, count = 0.0, len(self.freed_ln)
        if pair >= 0:
            square, product = squares.get(pair, 0.0), products.get(pair, 0.0)
            offset = product / (square + self.prior)
            if count:
                other = 1.0 - self.worn.count(pair) / count
                off = value - sum(self.freed_ln) / count
                off = min(max(off, -self.most), self.most)
                scale = other * count / (count + 1.0)
                squares[pair] = square + scale * other
                products[pair] = product + scale * off
        if count == _RESPONSE_RUNS:
            del self.freed_ln[0], self.worn[0]
        self.freed_ln.append(value - offset)
        self.worn.append(pair)
        return offset

    def copy(self) -> Shoes:
        """The same, to go on from."""
        return Shoes(
            self.metric,
            squares=dict(self.squares),
            products=dict(self.products),
            freed_ln=[*self.freed_ln],
            worn=[*self.worn],
        )


def _centre(effects: FloatArray) -> FloatArray:
    """Where an effect is none: the runner's first runs, or the start of the climb, heat or run."""
    first = effects[:_RESPONSE_RUNS]
    finite = np.isfinite(first)
    mean = np.where(finite, first, 0.0).sum(axis=0) / np.maximum(finite.sum(axis=0), 1)
    around = np.isin(EFFECTS, ("log_speed", "climb", "log_cadence"))
    return np.where(around, mean, 0.0)


def _contrasts(rows: FloatArray) -> FloatArray:
    """Each row against the mean of the ten before it, scaled to the noise of a single row."""
    n = len(rows)
    sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
    place = np.arange(n)
    first = np.maximum(place - _RESPONSE_RUNS, 0)
    count = np.maximum(place - first, 1)[:, None]
    earlier = (sums[place] - sums[first]) / count
    scale = np.where(place[:, None] == 0, 0.0, np.sqrt(count / (count + 1.0)))
    contrast: FloatArray = (rows - earlier) * scale
    return contrast
