"""Where a metric leaves its surroundings for 6 to 120 seconds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.anomalies.beliefs import BELIEFS
from hakaru.running.anomalies.contrasts import (
    GUARD_S,
    LENGTHS_S,
    REFERENCE_S,
    Reached,
    contrast,
    contrast_noise_frac,
    reach,
)
from hakaru.running.anomalies.signal import MetricSignal, Signal
from hakaru.running.metrics import MetricName
from hakaru.running.validity import BoolArray

MOST_STEPS = 30
NOISE_LENGTH_S = 8
_WIDEN_S = 10
_MIN_LENGTH_S = 5
"""What leaves its surroundings for less is a stumble, a kerb, a corner."""
_LASTING_SHARE_FRAC = 0.6


@dataclass(frozen=True, kw_only=True)
class StepRule:
    """From how many SDs of its kind on a step is reported (tuned on seeds below 1000)."""

    threshold: float = 4.2


@dataclass(frozen=True, kw_only=True)
class Step:
    """Seconds [start, end) of the grid, the step against the surroundings, and its SDs."""

    start: int
    end: int
    step_frac: float
    z: float


@dataclass(frozen=True, kw_only=True)
class Noise:
    """Of one metric: per length the SD of a contrast, and what doubt about the exponent over speed
    adds to its variance at each place."""

    sd_frac: Mapping[int, float]
    pace_var: Mapping[int, FloatArray]


@dataclass(frozen=True, kw_only=True)
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
    """Whether it is long enough, and most of its seconds lie beyond: wild ones make no step."""
    inside = metric_signal.residual_frac[step.start : step.end][judged[step.start : step.end]]
    if inside.size < _MIN_LENGTH_S:
        return False
    sign = 1.0 if step.step_frac > 0 else -1.0
    beyond = sign * (
        float(np.median(inside)) - _around_frac(metric_signal.residual_frac, judged, step)
    )
    least = BELIEFS[metric_signal.metric].step_min_frac
    return beyond >= max(_LASTING_SHARE_FRAC * abs(step.step_frac), _LASTING_SHARE_FRAC * least)


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
