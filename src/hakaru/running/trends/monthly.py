"""What would this runner show at a fixed speed, month by month?"""

from __future__ import annotations

import math
from datetime import date

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.trends.levels import fit_levels
from hakaru.running.trends.model import (
    POINT_COVERAGE,
    Trend,
    TrendMetric,
    TrendPoint,
    TrendSamples,
)
from hakaru.running.trends.quantities import Quantity, quantity_of
from hakaru.running.trends.samples import reference_speeds_mps, sound_samples
from hakaru.running.validity import BoolArray
from hakaru.stats.robust import student_half_width

SPEED_SLACK_MPS = 0.1


def monthly_trend(
    samples: TrendSamples,
    metric: TrendMetric,
    *,
    sensor_group: str,
    reference_speed_mps: float | None = None,
) -> Trend | None:
    """The value at a reference speed in each calendar month that has runs.

    `samples` are of one runner and one sensor group; `reference_speed_mps` None: the runner's own
    median speed. None: no sound sample at all, or a speed so far from those run that the line says
    what no body shows.
    """
    quantity = quantity_of(metric, sensor_group)
    sound = sound_samples(samples, quantity)
    if sound.value.size == 0:
        return None
    speed_mps = reference_speed_mps or reference_speeds_mps(sound)[1]
    months, month_of = np.unique(sound.day.astype("datetime64[M]"), return_inverse=True)
    levels = fit_levels(sound, month_of.astype(np.intp), quantity=quantity)
    values = levels.values_at(speed_mps)
    if not possible_values(values, quantity).all():
        return None
    sd = np.sqrt(np.diag(levels.log_cov_at(speed_mps)))
    width = sd * student_half_width(POINT_COVERAGE, levels.degrees)
    points = []
    for place, month in enumerate(months.tolist()):
        inside = month_of == place
        value, spread = float(values[place]), math.exp(float(width[place]))
        points.append(
            TrendPoint(
                month=date(month.year, month.month, 1),
                n_runs=int(np.unique(sound.run_id[inside]).size),
                n_samples=int(np.count_nonzero(inside)),
                value=value,
                low=value / spread,
                high=value * spread,
                extrapolated=outside_speeds(sound.speed_mps[inside], speed_mps),
            )
        )
    return Trend(metric=metric, reference_speed_mps=speed_mps, points=tuple(points))


def possible_values(values: FloatArray, quantity: Quantity) -> BoolArray:
    """Which values a body shows; far from the speeds run a line leaves them."""
    return (values >= quantity.valid_min) & (values <= quantity.valid_max)


def outside_speeds(run_mps: FloatArray, speed_mps: float) -> bool:
    """Whether a speed lies outside those run, by more than 0.1 m/s."""
    low_mps, high_mps = float(run_mps.min()), float(run_mps.max())
    return not low_mps - SPEED_SLACK_MPS <= speed_mps <= high_mps + SPEED_SLACK_MPS
