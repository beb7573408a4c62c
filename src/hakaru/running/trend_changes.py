"""What changed between two windows of time, month by month, over the newest weeks, and in whole
sessions.

One line through the runs of these weeks that starts from the level of the eight weeks before:
runs resemble the run before them, single wild runs hardly count, and what speed, time since the
start and (for contact time) the cadence of the day do is taken out with what is believed of it.

Two kinds. Figures that every session measures anew (decoupling, efficiency) are compared like
samples. Figures of the athlete that a watch carries along (threshold, VO2max) repeat the same value
until it is measured again: they have no scatter, a change is a new value, and an old one is stale.
Threshold heart rate is neutral: it is no goal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.metrics import METRICS, REFERENCE_SPEED_MPS, MetricName
from hakaru.running.trends import (
    CHANGE_COVERAGE,
    POINT_COVERAGE,
    ChangeDirection,
    Levels,
    Meaning,
    Quantity,
    Trend,
    TrendMetric,
    TrendPoint,
    TrendSamples,
    Window,
    WindowChange,
    fit_levels,
    joined_samples,
    quantity_of,
    reference_speeds_mps,
    sound_samples,
)
from hakaru.running.validity import BoolArray
from hakaru.running.volume import FIRST_KNOWN_DAY
from hakaru.stats.robust import mad_scale, student_half_width

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


RECENT = timedelta(days=56)
RECENT_COVERAGE = 0.90
"""A trend is said where this interval excludes none: wrongly in about one of eight even seasons."""
_MIN_RECENT_RUNS = 6
_MEMORY = 0.25
_FREEDOM = 5.0
_ROUNDS = 8
_RUN_SD, _RUN_SD_RUNS = 0.022, 6.0
_EXPONENTS: Mapping[MetricName, float] = {"gct": -0.40, "vo": 0.25, "vr": -0.62, "cadence": 0.12}
_EXPONENT_SD = 0.12
_CADENCE_SLOPE, _CADENCE_SLOPE_SD = -0.7, 0.6
"""Contact time over cadence from day to day, both as logarithms, beyond what speed does."""
_RAW_SHARE = 0.5
"""The metric itself must have gone at least half as far as it has at equal cadence."""
_NORMAL_SHARE = 1.08
"""What the heavy tails cost: variance of this estimate over that of least squares on a normal."""


@frozen
class RecentTrend:
    """From the beginning of the newest eight weeks to their end, relative, with a 90 % interval.

    `n_runs` counts the runs of these weeks. `direction` "none": the interval contains no change.
    """

    metric: MetricName
    n_runs: int
    delta_frac: float
    low_frac: float
    high_frac: float
    direction: ChangeDirection
    meaning: Meaning


def recent_trend(
    samples: TrendSamples, metric: MetricName, *, sensor_group: str
) -> RecentTrend | None:
    """The trend of the eight weeks up to the newest run.

    `samples` are of one runner and one sensor group. None: fewer than 6 runs in these weeks, or
    fewer than 9 with the eight weeks before them.
    """
    quantity = quantity_of(metric, sensor_group)
    sound = sound_samples(samples, quantity)
    if sound.value.size == 0:
        return None
    runs = _runs(sound, metric)
    recent = runs.age_days < RECENT.days
    if np.count_nonzero(recent) < _MIN_RECENT_RUNS or recent.size < _MIN_RECENT_RUNS + MIN_RUNS:
        return None
    ramp = np.clip(1.0 - runs.age_days / RECENT.days, 0.0, 1.0)
    delta, sd = _slope(runs, ramp, with_cadence=True)
    raw, _ = _slope(runs, ramp, with_cadence=False)
    reach = sd * student_half_width(RECENT_COVERAGE, recent.size - 2.0 + _RUN_SD_RUNS)
    shown = raw / delta >= _RAW_SHARE if delta else False
    direction = _direction(delta - reach, delta + reach) if shown else "none"
    return RecentTrend(
        metric=metric,
        n_runs=int(np.count_nonzero(recent)),
        delta_frac=math.expm1(delta),
        low_frac=math.expm1(delta - reach),
        high_frac=math.expm1(delta + reach),
        direction=direction,
        meaning=meaning_of(direction, METRICS[metric].unfavourable),
    )


@frozen
class _Runs:
    """One row per run, oldest first: ln of the metric at 3 m/s, and the rest centred."""

    level: FloatArray
    log_speed: FloatArray
    log_cadence: FloatArray | None
    age_days: FloatArray


def _runs(samples: TrendSamples, metric: MetricName) -> _Runs:
    """The runs of the newest sixteen weeks."""
    age = (samples.day.max() - samples.day) / np.timedelta64(1, "D")
    keep = age < 2 * RECENT.days
    order = np.lexsort((samples.run_id[keep], samples.day[keep]))
    ids, weight = samples.run_id[keep][order], samples.weight_s[keep][order]
    first = np.flatnonzero(np.diff(ids, prepend=ids[0] - 1))
    total = np.add.reduceat(weight, first)

    def mean(rows: FloatArray) -> FloatArray:
        averaged: FloatArray = np.add.reduceat(weight * rows, first) / total
        return averaged

    x = np.log(samples.speed_mps[keep][order] / REFERENCE_SPEED_MPS)
    value = np.log(samples.value[keep][order]) - _exponent(metric) * x
    cadence = None
    if metric == "gct" and samples.cadence_spm is not None:
        steps = samples.cadence_spm[keep][order]
        if np.isfinite(steps).all() and (steps > 0.0).all():
            cadence = mean(np.log(steps) - _EXPONENTS["cadence"] * x)
            cadence = cadence - cadence.mean()
    log_speed = mean(x)
    return _Runs(
        level=mean(value),
        log_speed=log_speed - log_speed.mean(),
        log_cadence=cadence,
        age_days=age[keep][order][first],
    )


def _exponent(metric: MetricName) -> float:
    """How the metric goes with speed, where the runs of eight weeks do not say otherwise."""
    return _EXPONENTS[metric] if metric in _EXPONENTS else METRICS[metric].prior("garmin").slope


def _slope(runs: _Runs, ramp: FloatArray, *, with_cadence: bool) -> tuple[float, float]:
    """What one whole ramp adds in ln, and its standard deviation."""
    y, n = runs.level, runs.level.size
    columns, beliefs = [np.ones(n), ramp, runs.log_speed], [0.0, 0.0, _EXPONENT_SD**-2]
    if with_cadence and runs.log_cadence is not None:
        y = y - _CADENCE_SLOPE * runs.log_cadence
        columns.append(runs.log_cadence)
        beliefs.append(_CADENCE_SLOPE_SD**-2)
    fresh = np.eye(n) - _MEMORY * np.eye(n, k=-1)
    fresh[0, 0] = math.sqrt(1.0 - _MEMORY**2)
    x, y = fresh @ np.column_stack(columns), fresh @ y
    prior = _RUN_SD**2 * np.diag(beliefs)
    weight = np.ones(n)
    for _ in range(_ROUNDS):
        precision = x.T @ (weight[:, np.newaxis] * x) + prior
        coefficients = np.linalg.solve(precision, x.T @ (weight * y))
        off = y - x @ coefficients
        degrees = n - 2.0 + _RUN_SD_RUNS
        variance = float((weight * off * off).sum() + _RUN_SD_RUNS * _RUN_SD**2) / degrees
        scale = variance * (_FREEDOM - 2.0) / _FREEDOM * 1.2
        weight = np.minimum((_FREEDOM + 1.0) / (_FREEDOM + off * off / scale), 1.2)
    spread = float(np.linalg.inv(precision)[1, 1]) * variance * _NORMAL_SHARE
    return float(coefficients[1]), math.sqrt(spread)


def _direction(low: float, high: float, *, slack: float = 0.0) -> ChangeDirection:
    if low > slack:
        return "higher"
    return "lower" if high < -slack else "none"


SessionQuantity = Literal[
    "decoupling", "running_effectiveness", "speed_per_beat",
    "threshold_speed", "vo2_max", "lt_heart_rate", "critical_power",
]  # fmt: skip
"""`speed_per_beat`: metres run per heart beat in the part a session is judged by."""

STALE_DAYS = 56
STALE_MIN_SESSIONS = 12
"""A watch that has seen so many sessions over 8 weeks has had its chance to measure again."""
_MEDIAN_EFFICIENCY = 1.2533
"""SD of a median over SD of a mean, for a normal."""


@frozen
class SessionFigures:
    """Figures of a runner's sessions, oldest first: columns of shape (n_sessions,), NaN where a
    session has none. `started_at` is in UTC (datetime64[us]), `day` local (datetime64[D])."""

    started_at: NDArray[np.datetime64]
    day: NDArray[np.datetime64]
    value: Mapping[SessionQuantity, FloatArray]

    def where(self, keep: BoolArray) -> SessionFigures:
        """Those of some sessions."""
        return SessionFigures(
            started_at=self.started_at[keep],
            day=self.day[keep],
            value={quantity: column[keep] for quantity, column in self.value.items()},
        )


_READ_COLUMNS: Mapping[SessionQuantity, str] = {
    "decoupling": "decoupling_pct",
    "running_effectiveness": "running_effectiveness",
    "threshold_speed": "athlete_threshold_speed_mps",
    "vo2_max": "athlete_vo2_max_ml_per_kg_min",
    "lt_heart_rate": "athlete_lt_heart_rate_bpm",
    "critical_power": "athlete_critical_power_w",
}
_BEAT_COLUMNS = (
    "target_grade_adjusted_speed_mps",
    "target_speed_mps",
    "target_heart_rate_bpm",
)
FIGURE_COLUMNS: tuple[str, ...] = (*_READ_COLUMNS.values(), *_BEAT_COLUMNS)
"""Of a session: what `session_figures` is made of, beside `started_at` and `activity_date`."""


def session_figures(columns: Mapping[str, NDArray[Any]]) -> SessionFigures:
    """The figures that are followed, from columns of sessions, oldest first (`FIGURE_COLUMNS`)."""
    value = {quantity: columns[name] for quantity, name in _READ_COLUMNS.items()}
    level_mps, plain_mps, beats_per_min = (columns[name] for name in _BEAT_COLUMNS)
    speed_mps = np.where(level_mps > 0.0, level_mps, plain_mps)
    per_s = np.where(beats_per_min > 0.0, beats_per_min, np.nan)
    return SessionFigures(
        started_at=columns["started_at"],
        day=columns["activity_date"],
        value={**value, "speed_per_beat": speed_mps * SECONDS_PER_MINUTE / per_s},
    )


@frozen
class _Kind:
    """How a figure is followed; `carried`: a watch repeats it until it measures again, and a change
    of less than `slack` (in the figure's unit) is rounding. `unfavourable` 0: no side of it is
    known to be better."""

    unfavourable: Literal[-1, 0, 1] = 0
    carried: bool = False
    slack: float = 0.0


@frozen
class SessionPoint:
    """The median of a calendar month."""

    month: date
    n_sessions: int
    value: float


@frozen
class SessionTrend:
    """One figure over the sessions given, in its own unit.

    `earlier_value` and `later_value` are the medians of the first and second half of the sessions,
    for a carried figure its first and last value.
    `low`, `high` hold later minus earlier (`CHANGE_COVERAGE`); None for a carried figure.
    `stale_days`: for how long a carried figure has repeated itself, None where it is not stale.
    """

    quantity: SessionQuantity
    points: tuple[SessionPoint, ...]
    n_sessions: int
    earlier_value: float
    later_value: float
    low: float | None
    high: float | None
    direction: ChangeDirection
    meaning: Meaning
    stale_days: int | None

    @property
    def delta(self) -> float:
        """Later minus earlier."""
        return self.later_value - self.earlier_value


def session_trend(figures: SessionFigures, quantity: SessionQuantity) -> SessionTrend | None:
    """The trend of one figure over sessions of one runner.

    None: fewer than 6 sessions measured it (2 for a carried figure).
    """
    kind = _KINDS[quantity]
    known = np.isfinite(figures.value[quantity])
    known &= figures.day >= np.datetime64(FIRST_KNOWN_DAY)
    days, values = figures.day[known], figures.value[quantity][known]
    if values.size < (2 if kind.carried else 2 * MIN_RUNS):
        return None
    earlier, later, interval = _ends(values, kind)
    delta = later - earlier
    direction = _direction(*(interval or (delta, delta)), slack=kind.slack)
    return SessionTrend(
        quantity=quantity,
        points=_points(days, values),
        n_sessions=int(values.size),
        earlier_value=earlier,
        later_value=later,
        low=None if interval is None else interval[0],
        high=None if interval is None else interval[1],
        direction=direction,
        meaning=meaning_of(direction, kind.unfavourable),
        stale_days=_stale_days(days, values) if kind.carried else None,
    )


def _ends(values: FloatArray, kind: _Kind) -> tuple[float, float, tuple[float, float] | None]:
    """Both ends of the trend and the interval of their difference."""
    if kind.carried:
        return float(values[0]), float(values[-1]), None
    half = values.size // 2
    first, second = values[:half], values[half:]
    earlier, later = float(np.median(first)), float(np.median(second))
    variance = sum(_median_var(part) for part in (first, second))
    reach = student_half_width(CHANGE_COVERAGE, values.size - 2.0) * math.sqrt(variance)
    return earlier, later, (later - earlier - reach, later - earlier + reach)


def _median_var(part: FloatArray) -> float:
    """Variance of a median; the larger of two scales, since a few equal values say little."""
    deviation = part - np.median(part)
    scale = max(mad_scale(deviation), float(np.std(part, ddof=1)) / 2.0)
    return (_MEDIAN_EFFICIENCY * scale) ** 2 / part.size


def _points(days: NDArray[np.datetime64], values: FloatArray) -> tuple[SessionPoint, ...]:
    """The median of each calendar month."""
    month = days.astype("datetime64[M]")
    order = np.lexsort((values, month))
    months, first, n = np.unique(month[order], return_index=True, return_counts=True)
    ordered = values[order]
    medians = (ordered[first + (n - 1) // 2] + ordered[first + n // 2]) / 2.0
    rows = zip(months.astype("datetime64[D]").tolist(), n.tolist(), medians.tolist(), strict=True)
    return tuple(
        SessionPoint(month=day, n_sessions=count, value=value) for day, count, value in rows
    )


def _stale_days(days: NDArray[np.datetime64], values: FloatArray) -> int | None:
    """Days and sessions over which the last value has not moved; None: not stale."""
    moved = np.flatnonzero(values != values[-1])
    first = int(moved[-1]) + 1 if moved.size else 0
    stale_days = int((days[-1] - days[first]) / np.timedelta64(1, "D"))
    n_same = values.size - first
    return stale_days if stale_days >= STALE_DAYS and n_same >= STALE_MIN_SESSIONS else None


_KINDS: Mapping[SessionQuantity, _Kind] = {
    "decoupling": _Kind(),
    "running_effectiveness": _Kind(),
    "speed_per_beat": _Kind(),
    "threshold_speed": _Kind(unfavourable=-1, carried=True, slack=0.03),
    "vo2_max": _Kind(carried=True, slack=0.5),
    "lt_heart_rate": _Kind(carried=True, slack=1.0),
    "critical_power": _Kind(carried=True, slack=2.0),
}
