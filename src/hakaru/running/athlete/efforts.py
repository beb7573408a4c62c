"""Best efforts of one run by duration.

Columns become running totals over elapsed time, from which every window of a duration is one
subtraction, at each full second of the run. What cannot be believed adds nothing: a gap or a jump
of the position counts as standing, so that it slows an effort down and never makes one.

Its highest heart rate is a single second, which one spike of an optical sensor can make: one row
alone is not believed (`estimates`). Its mean is a lower bound of the best 20 and 30 minutes in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hakaru.core.memo import Recent, freeze
from hakaru.records import frozen
from hakaru.running.activity import DeviceSummary, FloatArray, Recording
from hakaru.running.validity import (
    SPEED_MAX_MPS,
    VALID_WINDOWS,
    BoolArray,
    Motion,
    read_motion,
    within_window,
)
from hakaru.stats.series import extremes_around

IndexArray = NDArray[np.intp]
T = TypeVar("T")

EFFORT_DURATIONS_S: tuple[float, ...] = (30.0, 60.0, 180.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0)

WHOLE_RUN_MIN_S = 300.0
"""From this length on the whole run is an effort as well: a race of 21 km, a row of a list."""

COVERED_MIN_FRAC = 0.95
"""A window speaks where at least this share of it was measured."""
HEART_RATE_MAX_BPM = 220.0
"""Above it optical sensors count steps and straps pick up noise."""
_SPIKE_WINDOW = 31
_SPIKE_BPM = 20.0
"""A heart does not leave the median of the samples around it by more; a sensor does."""
_SPRINT_MPS = 7.5
_SPRINT_WINDOW = 15
_SPRINT_RATIO = 1.4
"""Above a sprint's speed, a value this far above its surroundings is a jump of the position."""


@frozen
class Effort:
    """Best means over a window of `duration_s` in one run; each column has its own window.

    `speed_mps` is distance over elapsed time (standing counts), `speed_heart_rate_bpm` the mean
    heart rate of that same window; `heart_rate_bpm` and `power_w` the highest means of their own.
    None: the run is shorter, or the column was not recorded throughout such a window. `of_summary`:
    stated by a list or a summary (see `listed`), not found among seconds.
    """

    duration_s: float
    speed_mps: float | None
    speed_heart_rate_bpm: float | None
    heart_rate_bpm: float | None
    power_w: float | None
    of_summary: bool = False


class _Shown(dict[Callable[[tuple[Effort, ...]], Any], Any]):
    """What follows from the efforts of one run alone, by what works it out."""

    def __init__(self, efforts: Sequence[Effort]) -> None:
        super().__init__()
        self._efforts = tuple(efforts)

    def __missing__(self, work: Callable[[tuple[Effort, ...]], T]) -> T:
        result = self[work] = work(self._efforts)
        return result


class RunEfforts(tuple[Effort, ...]):
    """The best efforts of one run. `shown`: see `each`."""

    shown: _Shown

    def __new__(cls, efforts: Iterable[Effort] = ()) -> RunEfforts:
        """Nothing of them is worked out yet."""
        own = super().__new__(cls, efforts)
        own.shown = _Shown(own)
        return own


EffortHistory = Sequence[tuple[date, RunEfforts]]
"""Best efforts of runs by local day; in any order."""


def each(efforts: EffortHistory, work: Callable[[tuple[Effort, ...]], T]) -> list[tuple[date, T]]:
    """What `work` makes of the efforts of each run, by local day.

    Each later run asks again what the runs before it show: it is worked out once for each of them,
    for as long as its efforts are held, and may not be changed.
    """
    return [(on, own.shown[work]) for on, own in efforts]


def days_before(day: date, n_days: int) -> date:
    """So many days earlier; the first day of the calendar at the earliest."""
    return date.fromordinal(max(day.toordinal() - n_days, date.min.toordinal()))


@frozen
class _Total:
    """Running totals at each full second: of value x time, and of the time it was known."""

    totals: FloatArray
    known_s: FloatArray

    def means(self, duration_s: float) -> FloatArray:
        """Mean over the known time of the window that starts at each second; NaN where too little
        of it is known. Shape (n_windows,), empty where the run is shorter."""
        length = round(duration_s)
        known_s = self.known_s[length:] - self.known_s[:-length]
        amount = self.totals[length:] - self.totals[:-length]
        means = np.full(known_s.shape, np.nan)
        enough = known_s >= COVERED_MIN_FRAC * duration_s
        np.divide(amount, known_s, out=means, where=enough)
        return means


def best_efforts(recording: Recording) -> tuple[Effort, ...]:
    """The best of each duration that the run is long enough for and the run as a whole, shortest
    first; of a recording without samples the run as a whole, by what its device says."""
    elapsed_s = recording.series["elapsed_s"]
    if elapsed_s.size < 2:
        return _reported(recording.summary)
    motion = read_motion(recording.series, recording.pauses)
    distance = _distance_total(motion)
    heart_rate = _total(motion, _heart_rate_bpm(recording))
    power = _total(motion, _column(recording, "power_w"))
    length_s = float(elapsed_s[-1] - elapsed_s[0])
    efforts = (
        _effort(duration_s, distance=distance, heart_rate=heart_rate, power=power)
        for duration_s in _durations_s(length_s)
    )
    return tuple(effort for effort in efforts if _says_something(effort))


def _durations_s(length_s: float) -> list[float]:
    whole_s = float(int(length_s))
    durations_s = {duration_s for duration_s in EFFORT_DURATIONS_S if duration_s <= length_s}
    if whole_s >= WHOLE_RUN_MIN_S:
        durations_s.add(whole_s)
    return sorted(durations_s)


def _reported(summary: DeviceSummary) -> tuple[Effort, ...]:
    """A whole run by its totals; empty where they do not say how fast it was."""
    duration_s = summary.timer_s or summary.elapsed_s
    if duration_s is None or duration_s < WHOLE_RUN_MIN_S or not summary.distance_m:
        return ()
    speed_mps = summary.distance_m / duration_s
    if speed_mps > SPEED_MAX_MPS:
        return ()
    beats_bpm = summary.heart_rate_avg_bpm
    return (
        Effort(
            duration_s=duration_s,
            speed_mps=speed_mps,
            speed_heart_rate_bpm=beats_bpm,
            heart_rate_bpm=beats_bpm,
            power_w=summary.power_avg_w or None,
        ),
    )


def _effort(duration_s: float, *, distance: _Total, heart_rate: _Total, power: _Total) -> Effort:
    covered_m = distance.means(duration_s) * (
        distance.known_s[round(duration_s) :] - distance.known_s[: -round(duration_s)]
    )
    pulses_bpm = heart_rate.means(duration_s)
    fastest = _place_of_best(covered_m)
    return Effort(
        duration_s=duration_s,
        speed_mps=None if fastest is None else float(covered_m[fastest]) / duration_s,
        speed_heart_rate_bpm=None if fastest is None else _or_none(pulses_bpm[fastest]),
        heart_rate_bpm=_best(pulses_bpm),
        power_w=_best(power.means(duration_s)),
    )


def _place_of_best(values: FloatArray) -> int | None:
    """Where the highest value is; None where there is none, or nothing but standing."""
    if not np.isfinite(values).any() or not np.nanmax(values) > 0.0:
        return None
    return int(np.nanargmax(values))


def _best(values: FloatArray) -> float | None:
    place = _place_of_best(values)
    return None if place is None else float(values[place])


def _or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _says_something(effort: Effort) -> bool:
    return (effort.speed_mps, effort.heart_rate_bpm, effort.power_w) != (None, None, None)


def believed_step_m(motion: Motion) -> FloatArray:
    """Distance that was really covered in the interval that ends at each sample: none in a gap, and
    no more than around it where the position jumped. Shape (n_samples,); it cannot be written."""
    return _stepped.get(
        (motion.step_m, motion.active_s, motion.speed_mps), None, lambda: _believed_step_m(motion)
    )


_stepped: Recent[FloatArray] = Recent("believed_step_m", 4)


def _believed_step_m(motion: Motion) -> FloatArray:
    step_m = np.where(_believed(motion), motion.step_m, 0.0)
    taken_s = np.where(motion.active_s > 0.0, motion.active_s, 1.0)
    pace_mps = step_m / taken_s
    step_m = np.where(pace_mps > SPEED_MAX_MPS, 0.0, step_m)
    jumps = _jumps(pace_mps)
    around_mps = _median_around(pace_mps, jumps, window=_SPRINT_WINDOW)
    step_m[jumps] = np.minimum(step_m[jumps], around_mps * motion.active_s[jumps])
    freeze([step_m])
    return step_m


def _believed(motion: Motion) -> BoolArray:
    believed: BoolArray = motion.observed & np.isfinite(motion.speed_mps)
    return believed


def _distance_total(motion: Motion) -> _Total:
    """Distance that was really covered; pauses are known to be standing, gaps are not known."""
    believed, step_m = _believed(motion), believed_step_m(motion)
    passed_s = np.diff(motion.elapsed_s, prepend=motion.elapsed_s[:1])
    known_s = np.where(believed, passed_s, passed_s - motion.active_s)
    return _on_seconds(motion.elapsed_s, step_m, known_s)


def _jumps(pace_mps: FloatArray) -> IndexArray:
    fast = np.flatnonzero(pace_mps > _SPRINT_MPS)
    return fast[
        pace_mps[fast] > _SPRINT_RATIO * _median_around(pace_mps, fast, window=_SPRINT_WINDOW)
    ]


def _median_around(values: FloatArray, places: IndexArray, *, window: int) -> FloatArray:
    """Median of the samples around each of the places."""
    padded = np.pad(values, window // 2, mode="edge")
    around = np.lib.stride_tricks.sliding_window_view(padded, window)[places]
    medians: FloatArray = np.median(around, axis=1)
    return medians


def _total(motion: Motion, values: FloatArray) -> _Total:
    """Totals of a column over the time in which it was measured."""
    measured = motion.observed & np.isfinite(values)
    known_s = np.where(measured, motion.active_s, 0.0)
    return _on_seconds(motion.elapsed_s, np.where(measured, values, 0.0) * known_s, known_s)


def _on_seconds(elapsed_s: FloatArray, amount: FloatArray, known_s: FloatArray) -> _Total:
    seconds = np.arange(np.floor(elapsed_s[0]), np.floor(elapsed_s[-1]) + 1.0)
    return _Total(
        totals=np.interp(seconds, elapsed_s, np.cumsum(amount)),
        known_s=np.interp(seconds, elapsed_s, np.cumsum(known_s)),
    )


def _column(recording: Recording, name: str) -> FloatArray:
    values = recording.series.get(name)
    if values is None:
        return np.full(recording.series["elapsed_s"].shape, np.nan)
    return np.where(within_window(values, name), values, np.nan)


def _heart_rate_bpm(recording: Recording) -> FloatArray:
    """Heart rate without spikes; NaN where it was lost."""
    values = _column(recording, "heart_rate_bpm")
    values = np.where(values <= HEART_RATE_MAX_BPM, values, np.nan)
    places = np.flatnonzero(np.isfinite(values))
    if places.size < _SPIKE_WINDOW:
        return values
    valid = values[places]
    lowest, highest = extremes_around(valid, _SPIKE_WINDOW)
    suspects = np.flatnonzero((valid - lowest > _SPIKE_BPM) | (highest - valid > _SPIKE_BPM))
    far = np.abs(valid[suspects] - _median_around(valid, suspects, window=_SPIKE_WINDOW))
    values[places[suspects[far > _SPIKE_BPM]]] = np.nan
    return values


_PEAK_S = 30.0
_HELD_S = (1200.0, 1800.0)


def listed_efforts(recording: Recording) -> tuple[Effort, ...]:
    """Heart rates of a run without samples, shortest first; empty where there are samples."""
    if recording.series["elapsed_s"].size >= 2:
        return ()
    return tuple(_efforts(recording.summary))


def _efforts(summary: DeviceSummary) -> Iterator[Effort]:
    lasted_s = summary.timer_s or summary.elapsed_s
    if lasted_s is None:
        return
    peak_bpm, mean_bpm = (
        _believed_bpm(summary.heart_rate_max_bpm),
        _believed_bpm(summary.heart_rate_avg_bpm),
    )
    if peak_bpm is not None and lasted_s >= _PEAK_S:
        yield _of_heart(_PEAK_S, peak_bpm)
    if mean_bpm is not None:
        yield from (_of_heart(held_s, mean_bpm) for held_s in _HELD_S if held_s <= lasted_s)


def _believed_bpm(beats_bpm: float | None) -> float | None:
    low_bpm, _ = VALID_WINDOWS["heart_rate_bpm"]
    return beats_bpm if beats_bpm and low_bpm <= beats_bpm <= HEART_RATE_MAX_BPM else None


def _of_heart(duration_s: float, beats_bpm: float) -> Effort:
    return Effort(
        duration_s=duration_s,
        speed_mps=None,
        speed_heart_rate_bpm=None,
        heart_rate_bpm=beats_bpm,
        power_w=None,
        of_summary=True,
    )
