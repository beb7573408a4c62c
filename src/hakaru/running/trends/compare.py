"""Has a metric changed between two windows of time, at a speed that both can answer for?"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from hakaru.running.trends.levels import Levels, fit_levels
from hakaru.running.trends.model import (
    CHANGE_COVERAGE,
    POINT_COVERAGE,
    ChangeDirection,
    Meaning,
    TrendMetric,
    TrendSamples,
    Window,
    WindowChange,
)
from hakaru.running.trends.monthly import outside_speeds, possible_values
from hakaru.running.trends.quantities import quantity_of
from hakaru.running.trends.samples import joined_samples, reference_speeds_mps, sound_samples
from hakaru.stats.robust import student_half_width

MIN_RUNS = 3
"""Fewer runs in a window say nothing that the next run could not overturn."""


def compare_windows(
    earlier: TrendSamples,
    later: TrendSamples,
    *,
    metric: TrendMetric,
    sensor_group: str,
    reference_speed_mps: float | None = None,
) -> WindowChange | None:
    """The change of one metric between two windows without a common run.

    Both windows must be of one runner and one sensor group. `reference_speed_mps` None: the
    median speed of both together. One speed gives the verdict; asking at several and taking the
    most striking would raise false alarms.
    None: a window with fewer than 3 runs, or a speed so far from those run that the line says what
    no body shows.

    >>> import numpy as np
    >>> from hakaru import api
    >>> def window(first_run, gct_ms, first_day):
    ...     run = np.repeat(np.arange(10), 5)
    ...     speed_mps = np.tile(np.linspace(2.8, 3.2, 5), 10)
    ...     return api.TrendSamples(
    ...         value=gct_ms * (speed_mps / 3.0) ** -0.4, speed_mps=speed_mps,
    ...         run_id=first_run + run, weight_s=1000.0 / speed_mps,
    ...         day=np.datetime64(first_day, "D") + 2 * run,
    ...     )
    >>> change = api.compare_windows(
    ...     window(0, 268.0, "2026-01-05"), window(50, 255.0, "2026-03-02"),
    ...     metric="gct", sensor_group="garmin-hrm",
    ... )
    >>> change.direction, change.meaning, round(change.delta_frac, 3)
    ('lower', 'favourable', -0.049)
    """
    quantity = quantity_of(metric, sensor_group)
    windows = tuple(sound_samples(samples, quantity) for samples in (earlier, later))
    if min(np.unique(samples.run_id).size for samples in windows) < MIN_RUNS:
        return None
    both = joined_samples(windows)
    speed_mps = reference_speed_mps or reference_speeds_mps(both)[1]
    window = np.repeat(np.arange(2), [samples.value.size for samples in windows])
    levels = fit_levels(both, window.astype(np.intp), quantity=quantity)
    if not possible_values(levels.values_at(speed_mps), quantity).all():
        return None
    delta, width = _log_change(levels, speed_mps)
    low, high = math.expm1(delta - width), math.expm1(delta + width)
    direction: ChangeDirection = "higher" if low > 0.0 else "lower" if high < 0.0 else "none"
    first, second = _windows(windows, levels, speed_mps)
    return WindowChange(
        metric=metric,
        reference_speed_mps=speed_mps,
        earlier=first,
        later=second,
        delta_frac=math.expm1(delta),
        low_frac=low,
        high_frac=high,
        changed=direction != "none",
        direction=direction,
        meaning=meaning_of(direction, quantity.unfavourable),
        extrapolated=any(outside_speeds(samples.speed_mps, speed_mps) for samples in windows),
    )


def meaning_of(direction: ChangeDirection, unfavourable: Literal[-1, 0, 1]) -> Meaning:
    """On which side of a metric a change lies."""
    if direction == "none":
        return "unchanged"
    if unfavourable == 0:
        return "neutral"
    rising = 1 if direction == "higher" else -1
    return "unfavourable" if rising == unfavourable else "favourable"


def _log_change(levels: Levels, speed_mps: float) -> tuple[float, float]:
    """ln(later / earlier) at a speed and the half-width of its interval."""
    earlier, later = np.log(levels.values_at(speed_mps)).tolist()
    cov = levels.log_cov_at(speed_mps)
    variance = float(cov[0, 0] + cov[1, 1] - 2.0 * cov[0, 1])
    width = math.sqrt(max(variance, 0.0)) * student_half_width(CHANGE_COVERAGE, levels.degrees)
    return later - earlier, width


def _windows(
    windows: tuple[TrendSamples, ...], levels: Levels, speed_mps: float
) -> tuple[Window, Window]:
    values = levels.values_at(speed_mps).tolist()
    sds = np.sqrt(np.diag(levels.log_cov_at(speed_mps))).tolist()
    reach = student_half_width(POINT_COVERAGE, levels.degrees)
    earlier, later = (
        Window(
            first_day=samples.day.min().astype("datetime64[D]").item(),
            last_day=samples.day.max().astype("datetime64[D]").item(),
            n_runs=int(np.unique(samples.run_id).size),
            value=value,
            low=value * math.exp(-reach * sd),
            high=value * math.exp(reach * sd),
        )
        for samples, value, sd in zip(windows, values, sds, strict=True)
    )
    return earlier, later
