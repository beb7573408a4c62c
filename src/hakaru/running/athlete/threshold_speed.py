"""How fast is the runner at threshold, as far as runs and other figures tell?

Best first: the line of heart rate and speed read off at threshold heart rate, what VO2max implies,
what hard efforts without heart rate suggest, and, from easy running alone, a lower bound.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.model import Known, Quantity
from hakaru.running.physiology.daniels import (
    fraction_sustained,
    threshold_speed_mps,
    vo2_max_of_threshold,
    vo2_of_speed,
)
from hakaru.stats.quantile import normal_half_width
from hakaru.stats.robust import weighted_median

Efforts = Sequence[tuple[date, tuple[Effort, ...]]]

REST_OF_LT = 0.32
"""Resting heart rate as a share of threshold heart rate, where nobody states it."""
_LINE_LEAST = 0.70
"""Below this share of the reserve up to threshold, heart rate says little about threshold speed."""
_LINE_S = (1200.0, 600.0)
_DRIFT = 1.02
"""In the middle of a run heart rate has drifted up by about 1 %, which is 2 % of the reserve."""
_RACE_S_MIN = 300.0
_REP_S = 180.0
_REPS_OF_THRESHOLD_LOW, _REPS_OF_THRESHOLD, _REPS_OF_THRESHOLD_HIGH = 1.01, 1.08, 1.15
"""Three minutes of repetitions relative to threshold speed."""
_HARD_REP_RATIO = 1.3
_HARD_RATIO = 1.10
_LEAST_RUNS = 3
_USUAL_S = 1200.0
_EASY_ONLY_HIGH = 1.40
"""Easy running is 70-85 % of threshold speed: so far above it the threshold may lie."""


def estimate_threshold_speed(efforts: Efforts, known: Mapping[Quantity, Known]) -> Known | None:
    """The best estimate that efforts of the last months and other figures allow; None: nothing."""
    line = _from_heart_rate(efforts, known)
    implied = _from_vo2_max(known.get("vo2_max_ml_per_kg_min"))
    if line is not None and implied is not None:
        return line if _width(line) <= _width(implied) else implied
    return line or implied or _from_speed(efforts)


def vo2_max_of(known: Mapping[Quantity, Known]) -> Known | None:
    """VO2max that threshold speed implies (threshold is run at 88 % of it)."""
    threshold = known.get("threshold_speed_mps")
    if threshold is None:
        return None
    low, high = bounds_of(threshold)
    return Known(
        value=vo2_max_of_threshold(threshold.value),
        origin="estimated",
        method="threshold_speed",
        on=threshold.on,
        low=vo2_max_of_threshold(low),
        high=vo2_max_of_threshold(high),
    )


def bounds_of(known: Known) -> tuple[float, float]:
    """The 80 % bounds; 4 % around a value that comes without, as watches err by that much."""
    low = 0.96 * known.value if known.low is None else known.low
    high = 1.04 * known.value if known.high is None else known.high
    return low, high


def _width(known: Known) -> float:
    low, high = bounds_of(known)
    return (high - low) / known.value


def _from_heart_rate(efforts: Efforts, known: Mapping[Quantity, Known]) -> Known | None:
    """Speed over the share of the reserve it took, of 10-20 minutes of each run."""
    threshold = known.get("lt_heart_rate_bpm")
    if threshold is None:
        return None
    rest = known.get("heart_rate_rest_bpm")
    rest_bpm = REST_OF_LT * threshold.value if rest is None else rest.value
    if not rest_bpm < threshold.value:
        return None
    points = list(_line_points(efforts, rest_bpm=rest_bpm, threshold_bpm=threshold.value))
    if not points:
        return None
    sds = [_line_sd(share) for _, share, _ in points]
    speed_mps = weighted_median(np.array([speed for speed, _, _ in points]), np.array(sds) ** -2.0)
    reserve_bpm = threshold.value - rest_bpm
    half_width = normal_half_width(0.8)
    sd = math.hypot(
        min(sds), _spread_bpm(threshold) / half_width / reserve_bpm, 0.02 if rest is None else 0.0
    )
    return Known(
        value=speed_mps,
        origin="estimated",
        method="heart_rate_line",
        on=max(on for _, _, on in points),
        low=speed_mps * (1.0 - half_width * sd),
        high=speed_mps * (1.0 + half_width * sd),
    )


def _spread_bpm(known: Known) -> float:
    """Half the distance of the bounds; 0 for a value that comes without."""
    return 0.0 if known.low is None or known.high is None else (known.high - known.low) / 2.0


def _line_points(
    efforts: Efforts, *, rest_bpm: float, threshold_bpm: float
) -> Iterator[tuple[float, float, date]]:
    """Of each run: threshold speed it points to, share of the reserve it took, day."""
    for on, of_run in efforts:
        by_s = {effort.duration_s: effort for effort in of_run}
        effort = next((by_s[one_s] for one_s in _LINE_S if one_s in by_s), None)
        if effort is None or effort.speed_mps is None or effort.speed_heart_rate_bpm is None:
            continue
        share = (effort.speed_heart_rate_bpm - rest_bpm) / (threshold_bpm - rest_bpm)
        if share >= _LINE_LEAST:
            yield _DRIFT * effort.speed_mps / share, share, on


def _line_sd(share: float) -> float:
    """Relative error of one point: of the day, and of drawing the line out to threshold."""
    return 0.03 + 0.2 * abs(1.0 - share)


def _from_vo2_max(vo2_max: Known | None) -> Known | None:
    if vo2_max is None:
        return None
    low, high = bounds_of(vo2_max)
    return Known(
        value=threshold_speed_mps(vo2_max.value),
        origin="estimated",
        method="vo2_max",
        on=vo2_max.on,
        low=0.97 * threshold_speed_mps(low),
        high=1.03 * threshold_speed_mps(high),
    )


def _from_speed(efforts: Efforts) -> Known | None:
    """From speeds alone: hard efforts stand out from the usual 20 minutes, easy ones bound."""
    bound_mps, on = max(_race_bounds(efforts), default=(None, None))
    if bound_mps is None:
        return None
    usual = [speed for speed, _ in _speeds(efforts, _USUAL_S)]
    usual_mps = statistics.median(usual) if len(usual) >= _LEAST_RUNS else None
    rep_mps = max((speed for speed, _ in _speeds(efforts, _REP_S)), default=0.0)
    if usual_mps is not None and rep_mps >= _HARD_REP_RATIO * usual_mps:
        middle_mps = max(rep_mps / _REPS_OF_THRESHOLD, bound_mps)
        low, high = rep_mps / _REPS_OF_THRESHOLD_HIGH, rep_mps / _REPS_OF_THRESHOLD_LOW
        return _of_speed("repetitions", middle_mps, on=on, bounds=(low, max(high, middle_mps)))
    if usual_mps is not None and bound_mps >= _HARD_RATIO * usual_mps:
        bounds = (0.98 * bound_mps, 1.22 * bound_mps)
        return _of_speed("best_effort", 1.10 * bound_mps, on=on, bounds=bounds)
    bounds = (bound_mps, _EASY_ONLY_HIGH * bound_mps)
    return _of_speed("lower_bound", bound_mps, on=on, bounds=bounds)


def _of_speed(
    method: str, value_mps: float, *, on: date | None, bounds: tuple[float, float]
) -> Known:
    low, high = bounds
    return Known(value=value_mps, origin="estimated", method=method, on=on, low=low, high=high)


def _race_bounds(efforts: Efforts) -> Iterator[tuple[float, date]]:
    """Threshold speed if each effort of 5-60 minutes had been a race (Daniels & Gilbert 1979)."""
    for on, of_run in efforts:
        for effort in of_run:
            if effort.speed_mps is not None and effort.duration_s >= _RACE_S_MIN:
                yield race_threshold_mps(effort.speed_mps, effort.duration_s), on


def race_threshold_mps(speed_mps: float, duration_s: float) -> float:
    """Threshold speed of a runner who can just hold `speed_mps` for `duration_s`."""
    vo2_max = max(vo2_of_speed(speed_mps), 0.0) / fraction_sustained(duration_s)
    return threshold_speed_mps(vo2_max)


def _speeds(efforts: Efforts, duration_s: float) -> Iterator[tuple[float, date]]:
    for on, of_run in efforts:
        for effort in of_run:
            if effort.duration_s == duration_s and effort.speed_mps is not None:
                yield effort.speed_mps, on
