"""Anomalies of form in a run: where a metric leaves its surroundings for 6 to 120 seconds.

A matched filter: the mean over a window against the mean over the minute before and the minute
after, which never contain the window (a z-score whose own window holds what it judges cannot see
it, resolutions row 40). The noise of such a contrast is learned from the run itself at each
length, so that seconds that repeat each other are counted for what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import numpy as np

from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.signal import BELIEFS, MetricSignal, Signal
from hakaru.running.metrics import MetricName
from hakaru.running.validity import BoolArray
from hakaru.stats.robust import MAD_TO_SD

Side = Literal["higher", "lower"]

Cause = Literal["pace", "grade", "fatigue", "sensor", "unexplained"]
"""What a deviation is put down to. `sensor`: signs that the value was mismeasured."""

SensorSign = Literal["gap", "spikes", "frozen", "ratio_violated", "all_at_once", "cadence_lock"]
"""Why a sensor is doubted: values missing around it, spikes in it, one value held, VO other than
VR x step length, several metrics jumping together while neither speed nor cadence moved, cadence
equal to the heart rate."""


@frozen
class CauseShare:
    """How much of the deviation one cause accounts for, 0..1; the shares of an anomaly sum to 1."""

    cause: Cause
    share_frac: float


@frozen
class Anomaly:
    """One sustained step of one metric, [start, end) in elapsed seconds.

    `delta` is the step against the surroundings at equal speed, grade and role, in the metric's
    unit, `delta_frac` relative to what was expected; `actual` and `expected` are means over the
    stretch. `z` is the step in standard deviations of such stretches in this run. `causes` come
    most telling first and describe the whole deviation from the runner's early level in this run:
    what pace, grade and fatigue add to the step as well as the step itself.
    """

    anomaly_index: int
    metric: MetricName
    side: Side
    start_elapsed_s: float
    end_elapsed_s: float
    actual: float
    expected: float
    delta: float
    delta_frac: float
    z: float
    causes: tuple[CauseShare, ...]
    sensor_signs: tuple[SensorSign, ...] = ()

    @property
    def duration_s(self) -> float:
        """Elapsed time of the stretch."""
        return self.end_elapsed_s - self.start_elapsed_s

    @property
    def main_cause(self) -> Cause:
        """The cause with the largest share."""
        return self.causes[0].cause


@frozen
class AnomalyReport:
    """All anomalies of a run in order of time, numbered from 1.

    `judged_s` says per metric how many seconds could be judged (running, measured, settled); a
    metric that the run does not carry is absent. `noise_frac` is the relative SD of an 8-s stretch.
    """

    anomalies: tuple[Anomaly, ...]
    duration_s: float
    judged_s: Mapping[MetricName, float]
    noise_frac: Mapping[MetricName, float]


@frozen
class AnomalyDetail:
    """One anomaly with its surroundings: `series` maps elapsed_s, actual, expected, speed_mps and,
    where recorded, heart_rate_bpm, cadence_spm and grade_pct to columns of one length."""

    anomaly: Anomaly
    start_elapsed_s: float
    end_elapsed_s: float
    series: Mapping[str, FloatArray]


LENGTHS_S = (6, 8, 13, 22, 40, 70, 120)
REFERENCE_S = 60
GUARD_S = 3
"""Devices smooth over about 5 s: the seconds next to a window belong to neither side."""
REFERENCE_MIN_S = 25.0
WINDOW_MIN_SHARE_FRAC = 0.7
_REACH_S = REFERENCE_S + GUARD_S
_PLACES_PER_LENGTH = 6
_TENTH_TO_SD = 1.0 / 1.6448536269514722
_BELIEF_WORTH_S = 300.0
"""How many seconds of running the believed noise is worth against the run's own."""


@frozen
class Reached:
    """Running sums along the grid, padded on both sides: shape (2 n_rows, n_seconds + padding).

    The first half are sums of values, the second half counts of judged seconds.
    """

    totals: FloatArray
    n_seconds: int


@frozen
class Contrasts:
    """Windows of one length at places `stride` apart; shape (n_rows, n_places) each.

    `step_frac` is mean inside minus mean around, 0 where `sound` is False: too little judged.
    """

    length: int
    stride: int
    step_frac: FloatArray
    sound: BoolArray


def reach(residual_frac: FloatArray, judged: BoolArray) -> Reached:
    """Running sums of the judged seconds of rows of shape (n_rows, n_seconds)."""
    n_rows, n_seconds = residual_frac.shape
    sums = np.zeros((2 * n_rows, n_seconds + 1 + 2 * _REACH_S))
    inner = sums[:, _REACH_S + 1 : _REACH_S + 1 + n_seconds]
    inner[:n_rows] = np.where(judged, residual_frac, 0.0)
    inner[n_rows:] = judged
    np.cumsum(inner, axis=1, out=inner)
    sums[:, _REACH_S + 1 + n_seconds :] = inner[:, -1:]
    return Reached(totals=sums, n_seconds=n_seconds)


def contrast(reached: Reached, length: int) -> Contrasts | None:
    """Every window of a length in seconds. None: the run is not longer than that."""
    if reached.n_seconds <= length:
        return None
    stride = max(1, length // _PLACES_PER_LENGTH)
    n_places = reached.n_seconds - length + 1

    def at(offset: int) -> FloatArray:
        first = _REACH_S + offset
        return reached.totals[:, first : first + n_places : stride]

    inside = at(length) - at(0)
    around = (at(length + _REACH_S) - at(-_REACH_S)) - (at(length + GUARD_S) - at(-GUARD_S))
    n_rows = len(inside) // 2
    inside_s, around_s = inside[n_rows:], around[n_rows:]
    sound = (inside_s >= WINDOW_MIN_SHARE_FRAC * length) & (around_s >= REFERENCE_MIN_S)
    step = inside[:n_rows] / np.maximum(inside_s, 1.0)
    step -= around[:n_rows] / np.maximum(around_s, 1.0)
    return Contrasts(length=length, stride=stride, step_frac=step * sound, sound=sound)


def contrast_noise_frac(contrasts: Contrasts, believed_frac: FloatArray) -> FloatArray:
    """Robust SD of the contrasts of each row, blended with the believed one; shape (n_rows,).

    The largest contrast and what casts its shadow on are left out where half of the run remains:
    a long step in a short run is no noise.
    """
    thin = max(1, contrasts.length // 2 // contrasts.stride)
    step = np.abs(contrasts.step_frac[:, ::thin])
    sound = _away_from_largest(contrasts, step, contrasts.sound[:, ::thin], thin=thin)
    sizes = np.sort(np.where(sound, step, np.inf), axis=1)
    count = sound.sum(axis=1)
    rows, last = np.arange(count.size), np.maximum(count - 1, 0)
    middle = MAD_TO_SD * sizes[rows, last // 2]
    tail = _TENTH_TO_SD * sizes[rows, (9 * last) // 10]
    own_frac = np.where(count > 0, np.maximum(middle, tail), 0.0)
    own_s = count * float(thin * contrasts.stride)
    variance = own_s * own_frac**2 + _BELIEF_WORTH_S * believed_frac**2
    noise: FloatArray = np.sqrt(variance / (own_s + _BELIEF_WORTH_S))
    return noise


def _away_from_largest(
    contrasts: Contrasts, step: FloatArray, sound: BoolArray, *, thin: int
) -> BoolArray:
    """The sound places that neither the largest contrast nor its surroundings reach."""
    reach = max(1, (contrasts.length + _REACH_S) // (thin * contrasts.stride))
    place, largest = np.arange(step.shape[1]), np.argmax(step, axis=1)
    away: BoolArray = sound & (np.abs(place - largest[:, np.newaxis]) > reach)
    enough = 2 * away.sum(axis=1) >= sound.sum(axis=1)
    return np.where(enough[:, np.newaxis], away, sound)


MOST_STEPS = 30
NOISE_LENGTH_S = 8
_WIDEN_S = 10
_MIN_LENGTH_S = 5
"""What leaves its surroundings for less is a stumble, a kerb, a corner."""
_LASTING_SHARE_FRAC = 0.6


@frozen
class StepRule:
    """From how many SDs of its kind on a step is reported (tuned on seeds below 1000)."""

    threshold: float = 4.2


@frozen
class Step:
    """Seconds [start, end) of the grid, the step against the surroundings, and its SDs."""

    start: int
    end: int
    step_frac: float
    z: float


@frozen
class Noise:
    """Of one metric: per length the SD of a contrast, and what doubt about the exponent over speed
    adds to its variance at each place."""

    sd_frac: Mapping[int, float]
    pace_var: Mapping[int, FloatArray]


@frozen
class Screen:
    """All metrics at once, by length: SD of a contrast, shape (n_metrics,), and the squared change
    of ln speed at each place, where any metric is `striking`: shows a contrast worth telling."""

    sd_frac: Mapping[int, FloatArray]
    speed_square: Mapping[int, FloatArray]
    striking: BoolArray

    def noise_of(self, place: int, speed_var: float) -> Noise:
        """The noise of one metric."""
        return Noise(
            sd_frac={length: float(sd[place]) for length, sd in self.sd_frac.items()},
            pace_var={length: speed_var * sq for length, sq in self.speed_square.items()},
        )


def find_steps(
    signal: Signal, rule: StepRule
) -> tuple[Mapping[MetricName, tuple[Step, ...]], Mapping[MetricName, float]]:
    """The steps of each metric in order of time, and the SD of an 8-s contrast of each metric.

    All metrics are screened at once; only one with a large contrast is looked at more closely.
    """
    believed = np.array(
        [BELIEFS[metric_signal.metric].noise_frac for metric_signal in signal.metrics]
    )
    screen = _screen(signal, believed, rule)
    steps = {
        metric_signal.metric: _steps_of(
            metric_signal, screen.noise_of(place, metric_signal.speed_var), rule
        )
        if screen.striking[place]
        else ()
        for place, metric_signal in enumerate(signal.metrics)
    }
    shortest = screen.sd_frac.get(NOISE_LENGTH_S, believed).tolist()
    return steps, {
        metric_signal.metric: sd for metric_signal, sd in zip(signal.metrics, shortest, strict=True)
    }


def _screen(signal: Signal, believed: FloatArray, rule: StepRule) -> Screen:
    reached = reach(
        np.array([metric_signal.residual_frac for metric_signal in signal.metrics]),
        np.array([metric_signal.judged for metric_signal in signal.metrics]),
    )
    step_min = np.array(
        [BELIEFS[metric_signal.metric].step_min_frac for metric_signal in signal.metrics]
    )
    sd_frac = {}
    striking = np.zeros(len(signal.metrics), dtype=np.bool_)
    for length in LENGTHS_S:
        step_contrast = contrast(reached, length)
        if step_contrast is not None:
            sd_frac[length] = contrast_noise_frac(step_contrast, believed)
            largest = np.maximum(
                step_contrast.step_frac.max(axis=1), -step_contrast.step_frac.min(axis=1)
            )
            striking |= largest >= np.maximum(rule.threshold * sd_frac[length], step_min)
    speed_square = _speed_squares(signal, sd_frac) if striking.any() else {}
    return Screen(sd_frac=sd_frac, speed_square=speed_square, striking=striking)


def _speed_squares(signal: Signal, lengths_s: Iterable[int]) -> Mapping[int, FloatArray]:
    log_speed = signal.ground.log_speed[np.newaxis]
    speed = reach(log_speed, np.ones(log_speed.shape, dtype=np.bool_))
    moved = {length: contrast(speed, length) for length in lengths_s}
    return {
        length: step_contrast.step_frac[0] ** 2
        for length, step_contrast in moved.items()
        if step_contrast is not None
    }


def _steps_of(metric_signal: MetricSignal, noise: Noise, rule: StepRule) -> tuple[Step, ...]:
    """The clearest step is taken first and its seconds are left out of what follows, so that it
    casts no shadow of the other sign on its neighbours."""
    residual, judged, steps = (
        metric_signal.residual_frac[np.newaxis],
        metric_signal.judged,
        list[Step](),
    )
    for _ in range(MOST_STEPS):
        reached = reach(residual, judged[np.newaxis])
        best = _clearest(reached, noise, metric_signal, rule)
        if best is None:
            break
        step = _sharpened(metric_signal.residual_frac, judged, best)
        lasts = _lasts(metric_signal, judged, step)
        if lasts:
            steps.append(step)
        seen = step if lasts else best
        judged = judged.copy()
        judged[max(seen.start - GUARD_S, 0) : seen.end + GUARD_S] = False
    return tuple(sorted(steps, key=lambda step: step.start))


def _clearest(
    reached: Reached, noise: Noise, metric_signal: MetricSignal, rule: StepRule
) -> Step | None:
    """The window with the largest z that is large enough to tell. None: no such window."""
    best: Step | None = None
    for length, sd_frac in noise.sd_frac.items():
        step_contrast = contrast(reached, length)
        assert step_contrast is not None
        step = step_contrast.step_frac[0]
        large = np.flatnonzero(np.abs(step) >= BELIEFS[metric_signal.metric].step_min_frac)
        if large.size == 0:
            continue
        z = np.abs(step[large]) / np.sqrt(sd_frac**2 + noise.pace_var[length][large])
        most = int(np.argmax(z))
        if z[most] >= max(rule.threshold, abs(best.z) if best else 0.0):
            place = int(large[most])
            start = place * step_contrast.stride
            best = Step(
                start=start,
                end=start + length,
                step_frac=float(step[place]),
                z=float(np.copysign(z[most], step[place])),
            )
    return best


def _lasts(metric_signal: MetricSignal, judged: BoolArray, step: Step) -> bool:
    """Whether it is long enough, large enough now that its bounds are sharp, and most of its
    seconds lie beyond: wild ones make no step."""
    inside = metric_signal.residual_frac[step.start : step.end][judged[step.start : step.end]]
    least = BELIEFS[metric_signal.metric].step_min_frac
    if inside.size < _MIN_LENGTH_S or abs(step.step_frac) < least:
        return False
    sign = 1.0 if step.step_frac > 0 else -1.0
    beyond = sign * (
        float(np.median(inside)) - _around_frac(metric_signal.residual_frac, judged, step)
    )
    return beyond >= _LASTING_SHARE_FRAC * abs(step.step_frac)


def _sharpened(residual_frac: FloatArray, judged: BoolArray, step: Step) -> Step:
    """The same step with the bounds that divide it best from its surroundings.

    Every second adds how far it lies beyond half the step; the bounds hold the largest sum.
    """
    length = step.end - step.start
    low = max(step.start - length // 2 - _WIDEN_S, 0)
    high = min(step.end + length // 2 + _WIDEN_S, judged.size)
    around = _around_frac(residual_frac, judged, step)
    sign = 1.0 if step.step_frac > 0 else -1.0
    beyond = sign * (residual_frac[low:high] - around) - 0.5 * abs(step.step_frac)
    total = np.concatenate(([0.0], np.cumsum(np.where(judged[low:high], beyond, 0.0))))
    middle = (step.start + step.end) // 2 - low
    start = low + int(np.argmin(total[: middle + 1]))
    end = low + middle + int(np.argmax(total[middle:]))
    inside = judged[start:end]
    mean = float(residual_frac[start:end][inside].mean()) if inside.any() else around
    return Step(start=start, end=end, step_frac=mean - around, z=step.z)


def seconds_around(judged: BoolArray, step: Step) -> BoolArray:
    """The judged seconds of the minute before a step and the minute after."""
    near = np.zeros(judged.size, dtype=np.bool_)
    near[max(step.start - REFERENCE_S, 0) : step.end + REFERENCE_S] = True
    near[max(step.start - GUARD_S, 0) : step.end + GUARD_S] = False
    return near & judged


def _around_frac(residual_frac: FloatArray, judged: BoolArray, step: Step) -> float:
    near = seconds_around(judged, step)
    return float(residual_frac[near].mean()) if near.any() else 0.0
