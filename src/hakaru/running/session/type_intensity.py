"""How hard was a part of a run, relative to threshold, and how sure is that?

Three witnesses, each with its error: level speed against threshold speed, heart rate against
threshold heart rate, and speed against the runner's own easy runs. They are averaged by their
precision; where they contradict each other, the mean is as uncertain as they are apart. 1.0 is
threshold, an easy run about 0.78.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.running.athlete.known import is_reliable
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.athlete.threshold_speed import REST_OF_LT
from hakaru.running.session.model import SegmentFigures
from hakaru.running.session.type_habits import Habits
from hakaru.stats.robust import normal_half_width

Witness = Literal["speed", "heart_rate", "habit"]

EASY_OF_THRESHOLD = 0.78
"""Where in the range of easy running (0.71-0.86) the usual easy run of a runner lies."""
_EASY_SD = 0.05
_SPEED_DAY_SD = 0.02
_HEART_RATE_DAY_SD = 0.03
_HEART_RATE_LINE_SD = 0.12
"""Per unit of distance from threshold: runners' lines of heart rate and speed differ in slope."""
_TRUST_SD = {"user": 0.02, "watch": 0.03, "estimated": 0.03}
_STALE_SD = 0.05
_OWN_SD = 0.06
"""A threshold that was estimated from this very run agrees with it whatever it was."""
_CONTRADICTION_SDS = 2.0
"""Two witnesses further apart than this many SDs of their difference do not speak of the same."""


@dataclass(frozen=True, kw_only=True)
class Intensity:
    """Intensity of a part relative to threshold with its standard error, and who says so.

    `apart` None: the witnesses agree; else what speed (or habit) and heart rate say.
    """

    of_threshold_frac: float
    error_frac: float
    witnesses: tuple[Witness, ...]
    apart: tuple[float, float] | None = None

    @property
    def doubt_frac(self) -> float:
        """The standard error; where the witnesses contradict each other no less than half of how
        far they are apart."""
        if self.apart is None:
            return self.error_frac
        return max(self.error_frac, abs(self.apart[0] - self.apart[1]) / 2.0)


@dataclass(frozen=True, kw_only=True)
class _Reading:
    witness: Witness
    value: float
    sd: float


@dataclass(frozen=True, kw_only=True)
class Part:
    """Means over some segments of a run, weighted by running time; None: not measured."""

    running_s: float
    speed_mps: float | None
    heart_rate_bpm: float | None


def part_of(figures: Sequence[SegmentFigures]) -> Part:
    """The segments as one part; speeds are level speeds of equal cost where those are known."""
    speeds = [
        figure.speed_mps
        if figure.grade_adjusted_speed_mps is None
        else figure.grade_adjusted_speed_mps
        for figure in figures
    ]
    weights = [figure.running_s for figure in figures]
    return Part(
        running_s=math.fsum(weights),
        speed_mps=_mean(speeds, weights),
        heart_rate_bpm=_mean([figure.heart_rate_bpm for figure in figures], weights),
    )


def _mean(values: Sequence[float | None], weights: Sequence[float]) -> float | None:
    weighted_values = [
        (value, weight)
        for value, weight in zip(values, weights, strict=True)
        if value is not None and weight > 0.0
    ]
    total = math.fsum(weight for _, weight in weighted_values)
    return (
        math.fsum(value * weight for value, weight in weighted_values) / total
        if weighted_values
        else None
    )


def intensity_of(part: Part, *, athlete: Athlete, habits: Habits) -> Intensity | None:
    """None: nothing it could be measured against is known."""
    candidates = (
        _by_speed(part, athlete, habits),
        _by_heart_rate(part, athlete),
        _by_habit(part, habits),
    )
    readings = [reading for reading in candidates if reading is not None]
    if not readings:
        return None
    mean, error = _averaged(readings)
    apart = _contradiction(readings)
    return Intensity(
        of_threshold_frac=mean,
        error_frac=error,
        witnesses=tuple(
            reading.witness for reading in sorted(readings, key=lambda reading: reading.sd)
        ),
        apart=apart,
    )


def _averaged(readings: Sequence[_Reading]) -> tuple[float, float]:
    """Mean weighted by precision, and its standard error."""
    weights = [reading.sd**-2 for reading in readings]
    total = math.fsum(weights)
    mean = (
        math.fsum(w * reading.value for w, reading in zip(weights, readings, strict=True)) / total
    )
    return mean, total**-0.5


def _contradiction(readings: Sequence[_Reading]) -> tuple[float, float] | None:
    """What speed and heart rate say where they exclude each other; None: they do not, or only one
    of them speaks. Threshold speed and habit are two readings of one speed."""
    pulse = next((reading for reading in readings if reading.witness == "heart_rate"), None)
    by_speed = [reading for reading in readings if reading.witness != "heart_rate"]
    if pulse is None or not by_speed:
        return None
    speed, error = _averaged(by_speed)
    apart = abs(speed - pulse.value)
    if apart <= _CONTRADICTION_SDS * math.hypot(error, pulse.sd):
        return None
    return speed, pulse.value


def _by_speed(part: Part, athlete: Athlete, habits: Habits) -> _Reading | None:
    """A threshold that easy running bounds from below is no reference on its own: it may come from
    this very run. Where habits are known too, its bounds still say what is impossible."""
    threshold = athlete.known.get("threshold_speed_mps")
    if threshold is None or part.speed_mps is None:
        return None
    if not is_reliable(threshold) and habits.median_easy_speed_mps is None:
        return None
    low, high = threshold.low, threshold.high
    middle_mps = threshold.value if low is None or high is None else (low + high) / 2.0
    sd = math.hypot(_SPEED_DAY_SD, _relative_sd(threshold), _own_sd(threshold, athlete))
    return _Reading(witness="speed", value=part.speed_mps / middle_mps, sd=sd)


def _by_heart_rate(part: Part, athlete: Athlete) -> _Reading | None:
    """Share of the heart rate reserve up to threshold, which runs nearly parallel to speed."""
    threshold = athlete.known.get("lt_heart_rate_bpm")
    heart_rate_bpm = part.heart_rate_bpm
    if threshold is None or heart_rate_bpm is None or not is_reliable(threshold):
        return None
    rest_bpm = athlete.value("heart_rate_rest_bpm")
    if rest_bpm is None:
        rest_bpm = REST_OF_LT * threshold.value
    reserve_bpm = threshold.value - rest_bpm
    if not reserve_bpm > 0.0:
        return None
    share = (heart_rate_bpm - rest_bpm) / reserve_bpm
    of_threshold = _relative_sd(threshold, sure=0.01) * threshold.value / reserve_bpm
    line = _HEART_RATE_LINE_SD * abs(1.0 - share)
    sd = math.hypot(_HEART_RATE_DAY_SD, line, of_threshold, _own_sd(threshold, athlete))
    return _Reading(witness="heart_rate", value=share, sd=sd)


def _own_sd(known: Known, athlete: Athlete) -> float:
    return _OWN_SD if known.origin == "estimated" and known.on == athlete.day else 0.0


def _relative_sd(known: Known, *, sure: float | None = None) -> float:
    """Standard error of a value relative to it, from its bounds or its origin."""
    trust = _TRUST_SD[known.origin] if sure is None else sure
    if known.low is not None and known.high is not None:
        trust = (known.high - known.low) / (2.0 * normal_half_width(0.8) * known.value)
    return math.hypot(trust, _STALE_SD if known.stale else 0.0)


def _by_habit(part: Part, habits: Habits) -> _Reading | None:
    usual_mps = habits.median_easy_speed_mps
    if usual_mps is None or part.speed_mps is None:
        return None
    value = EASY_OF_THRESHOLD * part.speed_mps / usual_mps
    return _Reading(witness="habit", value=value, sd=_EASY_SD)
