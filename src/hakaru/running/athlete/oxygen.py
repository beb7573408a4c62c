"""How high is VO2max, as far as runs tell? By threshold speed, and by the heart rate reserve."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.model import Known, Quantity
from hakaru.running.athlete.threshold_speed import bounds_of, steady_effort
from hakaru.running.physiology.daniels import is_vo2_max, vo2_max_of_threshold, vo2_of_speed
from hakaru.stats.robust import normal_half_width, weighted_median

_REST_ML = 3.5
"""Oxygen uptake at rest, ml/kg/min."""
_SHARE_MIN, _SHARE_MAX = 0.60, 0.97
"""Shares of the heart rate reserve from which a maximum can be drawn out."""
_FAR_SD, _NEAR_SD = 0.25, 0.04
_LEAST_RUNS = 3


def vo2_max_views(
    efforts: Sequence[tuple[date, tuple[Effort, ...]]],
    *,
    own: Mapping[Quantity, Known],
    known: Mapping[Quantity, Known],
) -> tuple[Known, ...]:
    """Each estimate of VO2max by itself, possible values only.

    Args:
        efforts: of the last months.
        own: estimates from runs, threshold speed among them.
        known: what the runner or the watch says and is not stale.
    """
    threshold = known.get("threshold_speed_mps") or own.get("threshold_speed_mps")
    views = [
        None if threshold is None or threshold.method == "vo2_max" else _of_threshold(threshold),
        _of_reserve(efforts, known),
    ]
    return tuple(view for view in views if view is not None and is_vo2_max(view.value))


def _of_threshold(threshold: Known) -> Known:
    """VO2max that threshold speed implies (threshold is run at 88 % of it)."""
    low, high = bounds_of(threshold)
    return Known(
        value=vo2_max_of_threshold(threshold.value),
        origin="estimated",
        method="threshold_speed",
        on=threshold.on,
        low=vo2_max_of_threshold(low),
        high=vo2_max_of_threshold(high),
    )


def _of_reserve(
    efforts: Sequence[tuple[date, tuple[Effort, ...]]], known: Mapping[Quantity, Known]
) -> Known | None:
    """Oxygen cost of steady running over the share of the heart rate reserve it took: both reserves
    are used up alike (Swain & Leutholtz 1997, Med Sci Sports Exerc 29:410). Needs a maximum and a
    resting heart rate that somebody states: those of an estimate would make a circle."""
    maximum, rest = known.get("heart_rate_max_bpm"), known.get("heart_rate_rest_bpm")
    if maximum is None or rest is None or not rest.value < maximum.value:
        return None
    points = list(_reserve_points(efforts, rest_bpm=rest.value, max_bpm=maximum.value))
    if len(points) < _LEAST_RUNS:
        return None
    sds = [_NEAR_SD + _FAR_SD * (1.0 - share) for _, share, _ in points]
    value = weighted_median(np.array([vo2 for vo2, _, _ in points]), np.array(sds) ** -2.0)
    reach = normal_half_width(0.8) * math.hypot(min(sds), 0.03)
    return Known(
        value=value,
        origin="estimated",
        method="heart_rate_reserve",
        on=max(on for _, _, on in points),
        low=value * (1.0 - reach),
        high=value * (1.0 + reach),
    )


def _reserve_points(
    efforts: Sequence[tuple[date, tuple[Effort, ...]]], *, rest_bpm: float, max_bpm: float
) -> Iterator[tuple[float, float, date]]:
    for on, run_efforts in efforts:
        effort = steady_effort(run_efforts)
        if effort is None or effort.speed_mps is None or effort.speed_heart_rate_bpm is None:
            continue
        share = (effort.speed_heart_rate_bpm - rest_bpm) / (max_bpm - rest_bpm)
        if _SHARE_MIN <= share <= _SHARE_MAX:
            above_rest = vo2_of_speed(effort.speed_mps) - _REST_ML
            yield _REST_ML + above_rest / share, share, on
