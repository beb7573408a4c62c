"""Which samples of a run count, and how valid ones are smoothed and averaged.

One rule for every reader of a series (research data.md §3): speed > 1.7 m/s, cadence > 130 spm,
values inside their physical window, zero means missing. Samples may lie unequally far apart
(smart recording), so each has the time it stands for: from the sample before it to itself,
without pauses.

A leftover of 120 m beside full kilometres weighs 0.12 of one: plain means over
unequal splits are wrong by up to 17 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hakaru.core.memo import Recent, freeze
from hakaru.core.units import METRES_PER_KM
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import (
    METRICS,
    RUNNING_CADENCE_MIN_SPM,
    RUNNING_SPEED_MIN_MPS,
    MetricName,
)
from hakaru.stats.series import extremes_around

SMOOTHING_S = 15.0
HYSTERESIS_M = 2.0
"""A rise or fall counts once it exceeds this: barometers wander by a metre or so."""


_RECENT_MOST = 24
"""A run asks about a dozen columns, and no more than one or two runs are looked at in turn."""


def smooth_elevation_m(elevation_m: FloatArray, elapsed_s: FloatArray) -> FloatArray | None:
    """Moving average over about 15 s, gaps bridged linearly. None: fewer than two known heights."""
    return _smoothed.get(
        (elevation_m, elapsed_s), None, lambda: _frozen(_smooth(elevation_m, elapsed_s))
    )


_smoothed: Recent[FloatArray | None] = Recent("smooth_elevation_m", _RECENT_MOST)


def _frozen(array: FloatArray | None) -> FloatArray | None:
    if array is not None:
        freeze([array])
    return array


def _smooth(elevation_m: FloatArray, elapsed_s: FloatArray) -> FloatArray | None:
    places = np.flatnonzero(np.isfinite(elevation_m))
    if places.size < 2:
        return None
    filled_m = np.interp(elapsed_s, elapsed_s[places], elevation_m[places])
    half = round(SMOOTHING_S / float(np.median(np.diff(elapsed_s))) / 2.0)
    if half < 1:
        return filled_m
    padded_m = np.pad(filled_m, half, mode="edge")
    return np.convolve(padded_m, np.full(2 * half + 1, 1.0 / (2 * half + 1)), mode="valid")


def cumulative_climb_m(elevation_m: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Metres gained and lost up to each sample, reversals below `HYSTERESIS_M` left out.

    Both arrays start at 0 and never fall; shape (n_samples,).
    """
    return _climbed.get((elevation_m,), None, lambda: _climb(elevation_m))


_climbed: Recent[tuple[FloatArray, FloatArray]] = Recent("cumulative_climb_m", _RECENT_MOST)


def _climb(elevation_m: FloatArray) -> tuple[FloatArray, FloatArray]:
    path_m = elevation_m.copy()
    turns = _turning_points(elevation_m.tolist())
    path_m[: turns[0] + 1] = elevation_m[turns[0]]
    for start, end in pairwise(turns):
        leg = elevation_m[start : end + 1]
        rising = leg[-1] >= leg[0]
        path_m[start : end + 1] = (np.maximum if rising else np.minimum).accumulate(leg)
    path_m[turns[-1] :] = elevation_m[turns[-1]]
    steps_m = np.diff(path_m, prepend=path_m[:1])
    gained_m, lost_m = np.cumsum(steps_m.clip(min=0.0)), np.cumsum((-steps_m).clip(min=0.0))
    freeze((gained_m, lost_m))
    return gained_m, lost_m


def _turning_points(heights_m: list[float]) -> list[int]:
    """Indices of the alternating extremes that lie more than `HYSTERESIS_M` apart."""
    turns: list[int] = []
    low = high = direction = 0
    for index, height_m in enumerate(heights_m):
        if height_m > heights_m[high]:
            high = index
        if height_m < heights_m[low]:
            low = index
        if direction <= 0 and height_m - heights_m[low] > HYSTERESIS_M:
            turns.append(low)
            direction, high = 1, index
        elif direction >= 0 and heights_m[high] - height_m > HYSTERESIS_M:
            turns.append(high)
            direction, low = -1, index
    last = {1: high, -1: low, 0: 0}[direction]
    return [*turns, last]


BoolArray = NDArray[np.bool_]

CATCH_UP_MIN_S = 60.0
"""One interval may hold what a watch catches up after losing its satellites, but no more than could
be run since the start: beyond that the counter is wrong, and the interval adds nothing."""

GAP_MIN_S = 10.0
GAP_TO_MEDIAN_RATIO = 5.0
"""A sample stands for at most this multiple of the usual interval, and for 10 s at least: beyond
it nobody knows whether the runner was running."""

SPEED_MAX_MPS = 12.0
"""Faster than any human: a jump of the position, not a stride."""

SPIKE_RATIO = 0.4
SPIKE_WINDOW = 15
"""A value further than 40 % from the median of the 15 valid values around it is an artefact; hills,
strides and repetitions stay within 30 %."""

DERIVED_SPEED_WINDOW_S = 5.0

VALID_WINDOWS: Mapping[str, tuple[float, float]] = {
    **{metric.series_column: (metric.valid_min, metric.valid_max) for metric in METRICS.values()},
    "heart_rate_bpm": (30.0, 240.0),
    "power_w": (1.0, 2000.0),
    "gct_balance_left_pct": (30.0, 70.0),
    "step_length_cm": (20.0, 300.0),
    "temperature_c": (-60.0, 70.0),
    "elevation_m": (-500.0, 9000.0),
}
"""Physical window of each column, both ends included."""


@frozen
class Motion:
    """How the runner moved: arrays of one shape, one row per sample.

    Each row describes the interval that ends at its sample: `active_s` without pauses, `step_m`
    the distance covered in it (0 where unknown), `running` whether it counts. `speed_mps` is NaN
    where neither speed nor distance is known.
    """

    elapsed_s: FloatArray
    active_s: FloatArray
    step_m: FloatArray
    speed_mps: FloatArray
    running: BoolArray

    @property
    def running_s(self) -> FloatArray:
        """Running time each sample stands for; 0 where it does not count."""
        return np.where(self.running, self.active_s, 0.0)

    @cached_property
    def observed(self) -> BoolArray:
        """True where a sample follows the one before it soon enough to speak for that time. It
        cannot be written."""
        return _observed(self.active_s)

    @property
    def observed_s(self) -> FloatArray:
        """Time each sample stands for, standing included; 0 where the recording has a gap."""
        return np.where(self.observed, self.active_s, 0.0)


def read_motion(
    series: Mapping[str, FloatArray], pauses: tuple[tuple[float, float], ...] = ()
) -> Motion:
    """Speed, distance and running time of each sample.

    The device's speed decides who is running; where it is absent, distance over time does. Distance
    comes from the distance column; from the speed where that is absent, or has stood still all the
    time. What it returns cannot be written.
    """
    columns = [series.get(name) for name in MOVED]
    return _moved.get(columns, pauses, lambda: _motion(series, pauses))


MOVED: tuple[str, ...] = ("elapsed_s", "distance_m", "speed_mps", "cadence_spm")
"""The columns that say how the runner moved."""
_moved: Recent[Motion] = Recent("motion", _RECENT_MOST)


def _motion(series: Mapping[str, FloatArray], pauses: tuple[tuple[float, float], ...]) -> Motion:
    elapsed_s = series["elapsed_s"]
    active_s = np.diff(elapsed_s, prepend=elapsed_s[:1]) - _paused_s(elapsed_s, pauses)
    recorded_m = _recorded_steps_m(series.get("distance_m"), elapsed_s)
    speed_mps = _speed_mps(
        series.get("speed_mps"), derived_mps=_derived_speed_mps(recorded_m, active_s)
    )
    counted = np.isfinite(recorded_m) & bool(np.nansum(recorded_m) > 0.0)
    step_m = np.where(counted, recorded_m, speed_mps * active_s)
    possible = _possible(step_m, elapsed_s)
    step_m = np.where(possible, step_m, 0.0)
    moved = (speed_mps > RUNNING_SPEED_MIN_MPS) & possible & (step_m <= SPEED_MAX_MPS * active_s)
    running = moved & _observed(active_s) & _stepping(series.get("cadence_spm"), elapsed_s)
    freeze((active_s, step_m, speed_mps, running))
    return Motion(
        elapsed_s=elapsed_s, active_s=active_s, step_m=step_m, speed_mps=speed_mps, running=running
    )


def inside_spans(motion: Motion, spans_s: Sequence[tuple[float, float]]) -> BoolArray:
    """True for samples whose interval ends inside one of the spans (start, end] of elapsed time.

    Neighbouring spans share no sample and leave none out. Shape (n_samples,).
    """
    inside = np.zeros(motion.elapsed_s.shape, dtype=np.bool_)
    for start_s, end_s in spans_s:
        inside |= (motion.elapsed_s > start_s) & (motion.elapsed_s <= end_s)
    return inside


def valid_metric(
    series: Mapping[str, FloatArray], metric: MetricName, *, running: BoolArray
) -> FloatArray:
    """The metric where it was measured while running; NaN elsewhere. All NaN when absent."""
    return valid_column(series, METRICS[metric].series_column, running=running)


def valid_column(
    series: Mapping[str, FloatArray], column: str, *, running: BoolArray
) -> FloatArray:
    """Any column with values outside its window, zeros, spikes and standing set to NaN."""
    values = series.get(column)
    if values is None:
        return np.full(running.shape, np.nan)
    return _cleaned.get((values, running), column, lambda: _clean(values, column, running=running))


_cleaned: Recent[FloatArray] = Recent("valid_column", _RECENT_MOST)


def _clean(values: FloatArray, column: str, *, running: BoolArray) -> FloatArray:
    cleaned = np.where(running & within_window(values, column), values, np.nan)
    if column in _SPIKY_COLUMNS:
        cleaned[_spikes(cleaned)] = np.nan
    freeze([cleaned])
    return cleaned


def within_window(values: FloatArray, column: str) -> BoolArray:
    """True where a value is physically possible (a zero contact time is not)."""
    low, high = VALID_WINDOWS.get(column, (-np.inf, np.inf))
    inside: BoolArray = (values >= low) & (values <= high)
    return inside


def known_heights_m(series: Mapping[str, FloatArray]) -> FloatArray | None:
    """Recorded heights, NaN outside the physical window; None: there is no such column."""
    heights_m = series.get("elevation_m")
    if heights_m is None:
        return None
    return _heights.get((heights_m,), None, lambda: _within(heights_m))


_heights: Recent[FloatArray] = Recent("known_heights_m", _RECENT_MOST)


def _within(heights_m: FloatArray) -> FloatArray:
    known_m = np.where(within_window(heights_m, "elevation_m"), heights_m, np.nan)
    freeze([known_m])
    return known_m


_SPIKY_COLUMNS = frozenset({"gct_ms", "vo_cm", "vr_pct"})


def _spikes(values: FloatArray) -> BoolArray:
    """True where a value is far from the median around it.

    That median lies between the extremes around it, so that only values far from one of these need
    a look: nearly none in a clean series.
    """
    spikes = np.zeros(values.shape, dtype=np.bool_)
    places = np.flatnonzero(np.isfinite(values))
    if places.size < SPIKE_WINDOW:
        return spikes
    valid = values[places]
    lowest, highest = extremes_around(valid, SPIKE_WINDOW)
    high, low = (1.0 + SPIKE_RATIO) * lowest, (1.0 - SPIKE_RATIO) * highest
    suspects = np.flatnonzero((valid > high) | (valid < low))
    if not suspects.size:
        return spikes
    padded = np.pad(valid, SPIKE_WINDOW // 2, mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(padded, SPIKE_WINDOW)[suspects]
    median = np.median(around, axis=1)
    far = np.abs(valid[suspects] - median) > SPIKE_RATIO * median
    spikes[places[suspects[far]]] = True
    return spikes


def _paused_s(elapsed_s: FloatArray, pauses: tuple[tuple[float, float], ...]) -> FloatArray:
    """Paused time inside the interval that ends at each sample."""
    until_s = np.zeros(elapsed_s.shape)
    for start_s, end_s in _merged(pauses):
        until_s += np.clip(elapsed_s, start_s, end_s) - start_s
    return np.diff(until_s, prepend=until_s[:1])


def _merged(pauses: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for start_s, end_s in sorted(pauses):
        if merged and start_s <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end_s, merged[-1][1]))
        elif end_s > start_s:
            merged.append((start_s, end_s))
    return merged


def _recorded_steps_m(distance_m: FloatArray | None, elapsed_s: FloatArray) -> FloatArray:
    """Distance covered in each interval; NaN before the first and after the last known distance.

    Inside a gap the distance is spread evenly: its total is known. A counter that falls back
    (a reset) adds nothing.
    """
    steps_m = np.full(elapsed_s.shape, np.nan)
    if distance_m is None:
        return steps_m
    places = np.flatnonzero(np.isfinite(distance_m))
    if places.size < 2:
        return steps_m
    first, last = places[0], places[-1]
    inside = slice(first, last + 1)
    filled_m = np.interp(elapsed_s[inside], elapsed_s[places], distance_m[places])
    steps_m[inside] = np.diff(filled_m, prepend=filled_m[0]).clip(min=0.0)
    return np.where(np.isnan(steps_m) | _possible(steps_m, elapsed_s), steps_m, 0.0)


def _possible(step_m: FloatArray, elapsed_s: FloatArray) -> BoolArray:
    """False where a step is not known, or longer than all that could have been run by then."""
    passed_s = np.maximum(elapsed_s - elapsed_s[:1], CATCH_UP_MIN_S)
    possible: BoolArray = step_m <= SPEED_MAX_MPS * passed_s
    return possible


def _speed_mps(recorded_mps: FloatArray | None, derived_mps: FloatArray) -> FloatArray:
    """The device's speed; where that is missing or nobody's, distance over time, over 5 s."""
    if recorded_mps is None:
        return derived_mps
    return np.where(recorded_mps <= SPEED_MAX_MPS, recorded_mps, derived_mps)


def _derived_speed_mps(recorded_m: FloatArray, active_s: FloatArray) -> FloatArray:
    measured = np.isfinite(recorded_m) & (active_s > 0.0)
    if not measured.any():
        return np.full(active_s.shape, np.nan)
    n_samples = max(1, round(DERIVED_SPEED_WINDOW_S / float(np.median(active_s[measured]))))
    kernel = np.ones(min(n_samples, active_s.size))
    covered_m = np.convolve(np.where(measured, recorded_m, 0.0), kernel, mode="same")
    taken_s = np.convolve(np.where(measured, active_s, 0.0), kernel, mode="same")
    speed_mps = np.full(active_s.shape, np.nan)
    np.divide(covered_m, taken_s, out=speed_mps, where=measured & (taken_s > 0.0))
    return speed_mps


def _observed(active_s: FloatArray) -> BoolArray:
    positive_s = active_s[active_s > 0.0]
    usual_s = float(np.median(positive_s)) if positive_s.size else 0.0
    longest_s = max(GAP_MIN_S, GAP_TO_MEDIAN_RATIO * usual_s)
    observed: BoolArray = (active_s > 0.0) & (active_s <= longest_s)
    freeze([observed])
    return observed


def _stepping(cadence_spm: FloatArray | None, elapsed_s: FloatArray) -> BoolArray:
    """True where the cadence is that of running, or was not measured at all."""
    if cadence_spm is None or not np.any(cadence_spm > 0.0):
        return np.ones(elapsed_s.shape, dtype=np.bool_)
    stepping: BoolArray = np.isnan(cadence_spm) | (cadence_spm > RUNNING_CADENCE_MIN_SPM)
    return stepping


_TOLERANCE = 1e-9
PACE = "pace_s_per_km"


@frozen
class Statistics:
    """One figure over `n` values, in its own unit.

    Mean, median and SD are weighted; `sd` is a sample SD, None for a single value. The extremes
    are those of single values, however little they weigh.
    """

    n: int
    mean_value: float
    median_value: float
    sd: float | None
    min_value: float
    max_value: float


def weighted_statistics(values: FloatArray, weights: FloatArray) -> Statistics | None:
    """Statistics of the finite values with a weight > 0; None where there is none.

    Equal weights give the usual mean, median and sample SD; unequal ones count as reliabilities:
    variance = sum w (x - m)^2 / (W - sum w^2 / W), W = sum w.

    Args:
        values: shape (n,); NaN is missing.
        weights: running time or distance behind each value, shape (n,), >= 0.
    """
    counted = np.isfinite(values) & (weights > 0.0)
    if not counted.any():
        return None
    counted_values, weight = values[counted], weights[counted]
    total = float(weight.sum())
    mean = float(counted_values @ weight) / total
    free = total - float(weight @ weight) / total
    spread = float(weight @ (counted_values - mean) ** 2)
    return Statistics(
        n=int(counted_values.size),
        mean_value=mean,
        median_value=_median(counted_values, weight),
        sd=float(np.sqrt(spread / free)) if counted_values.size > 1 and free > 0.0 else None,
        min_value=float(counted_values.min()),
        max_value=float(counted_values.max()),
    )


def _median(values: FloatArray, weights: FloatArray) -> float:
    """Where half of the weight lies below; between two values where it falls exactly there."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    below = np.cumsum(weights[order])
    half = float(below[-1]) / 2.0
    place = int(np.searchsorted(below, half - _TOLERANCE * half))
    exactly = abs(float(below[place]) - half) <= _TOLERANCE * half and place + 1 < ranked.size
    return float((ranked[place] + ranked[place + 1]) / 2.0) if exactly else float(ranked[place])


def series_statistics(
    series: Mapping[str, FloatArray],
    motion: Motion,
    *,
    columns: tuple[str, ...],
    inside: BoolArray,
) -> dict[str, Statistics]:
    """Statistics of columns over the running samples in a stretch, by the rule of splits.

    A sample counts by the time it stands for; a pace by its distance, so that the mean pace is
    time over distance. Columns without a valid sample are left out.

    Args:
        series: columns of one run, shape (n_samples,) each.
        motion: the same run as `read_motion` saw it.
        columns: names of series columns, or `pace_s_per_km`.
        inside: which samples belong to the stretch, shape (n_samples,).
    """
    running = motion.running & inside
    by_name: dict[str, Statistics] = {}
    for name in columns:
        values = _pace(motion) if name == PACE else valid_column(series, name, running=running)
        weights = motion.step_m if name == PACE else motion.active_s
        weighted = weighted_statistics(values, np.where(running, weights, 0.0))
        if weighted is not None:
            by_name[name] = weighted
    return by_name


def _pace(motion: Motion) -> FloatArray:
    """Seconds per kilometre of each interval, from its time and distance."""
    pace = np.full(motion.step_m.shape, np.nan)
    np.divide(METRES_PER_KM * motion.active_s, motion.step_m, out=pace, where=motion.step_m > 0.0)
    return pace
