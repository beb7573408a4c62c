"""How do figures of whole sessions move over the months, and which of them are out of date?

Two kinds. Figures that every session measures anew (decoupling, efficiency) are compared like
samples. Figures of the athlete that a watch carries along (threshold, VO2max) repeat the same value
until it is measured again: they have no scatter, a change is a new value, and an old one is stale.
Threshold heart rate is neutral: it is no goal (resolutions row 32).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median
from typing import Literal

import numpy as np

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.running.activity import FloatArray
from hakaru.running.session.summary import SessionSummary
from hakaru.running.trends.compare import MIN_RUNS, meaning_of
from hakaru.running.trends.model import CHANGE_COVERAGE, ChangeDirection, Meaning
from hakaru.stats.robust import mad_scale, student_half_width

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


@dataclass(frozen=True, kw_only=True)
class _Source:
    """Where a figure is read; `carried`: a watch repeats it until it measures again, and a change
    of less than `slack` (in the figure's unit) is rounding."""

    read: Callable[[SessionSummary], float | None]
    unfavourable: Literal[-1, 0, 1]
    carried: bool = False
    slack: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SessionPoint:
    """The median of a calendar month."""

    month: date
    n_sessions: int
    value: float


@dataclass(frozen=True, kw_only=True)
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


def session_trend(
    summaries: Sequence[SessionSummary], quantity: SessionQuantity
) -> SessionTrend | None:
    """The trend of one figure over sessions of one runner, any order.

    None: fewer than 6 sessions measured it (2 for a carried figure).
    """
    source = _SOURCES[quantity]
    dated_values = [
        (summary.activity_date, value)
        for summary in sorted(summaries, key=lambda summary: summary.started_at)
        if (value := source.read(summary)) is not None
    ]
    if len(dated_values) < (2 if source.carried else 2 * MIN_RUNS):
        return None
    values = np.array([value for _, value in dated_values])
    earlier, later, interval = _ends(values, source)
    direction = _direction(later - earlier, interval, source)
    return SessionTrend(
        quantity=quantity,
        points=_points(dated_values),
        n_sessions=len(dated_values),
        earlier_value=earlier,
        later_value=later,
        low=None if interval is None else interval[0],
        high=None if interval is None else interval[1],
        direction=direction,
        meaning=meaning_of(direction, source.unfavourable),
        stale_days=_stale_days(dated_values) if source.carried else None,
    )


def _ends(values: FloatArray, source: _Source) -> tuple[float, float, tuple[float, float] | None]:
    """Both ends of the trend and the interval of their difference."""
    if source.carried:
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


def _direction(
    delta: float, interval: tuple[float, float] | None, source: _Source
) -> ChangeDirection:
    low, high = interval if interval is not None else (delta, delta)
    if low > source.slack:
        return "higher"
    return "lower" if high < -source.slack else "none"


def _points(dated_values: Sequence[tuple[date, float]]) -> tuple[SessionPoint, ...]:
    months: dict[tuple[int, int], list[float]] = {}
    for day, value in dated_values:
        months.setdefault((day.year, day.month), []).append(value)
    return tuple(
        SessionPoint(month=date(*month, 1), n_sessions=len(values), value=median(values))
        for month, values in sorted(months.items())
    )


def _stale_days(dated_values: Sequence[tuple[date, float]]) -> int | None:
    """Days and sessions over which the last value has not moved; None: not stale."""
    last_day, last = dated_values[-1]
    since, n_same = last_day, 0
    for day, value in reversed(dated_values):
        if value != last:
            break
        since, n_same = day, n_same + 1
    days = (last_day - since).days
    return days if days >= STALE_DAYS and n_same >= STALE_MIN_SESSIONS else None


def _metres_per_beat(session: SessionSummary) -> float | None:
    speed_mps = session.target_grade_adjusted_speed_mps or session.target_speed_mps
    if speed_mps is None or not session.target_heart_rate_bpm:
        return None
    return speed_mps * SECONDS_PER_MINUTE / session.target_heart_rate_bpm


_SOURCES: dict[SessionQuantity, _Source] = {
    "decoupling": _Source(read=lambda session: session.decoupling_pct, unfavourable=1),
    "running_effectiveness": _Source(
        read=lambda session: session.running_effectiveness, unfavourable=-1
    ),
    "speed_per_beat": _Source(read=_metres_per_beat, unfavourable=-1),
    "threshold_speed": _Source(
        read=lambda session: session.athlete_threshold_speed_mps,
        unfavourable=-1,
        carried=True,
        slack=0.03,
    ),
    "vo2_max": _Source(
        read=lambda session: session.athlete_vo2_max_ml_per_kg_min,
        unfavourable=-1,
        carried=True,
        slack=0.5,
    ),
    "lt_heart_rate": _Source(
        read=lambda session: session.athlete_lt_heart_rate_bpm,
        unfavourable=0,
        carried=True,
        slack=1.0,
    ),
    "critical_power": _Source(
        read=lambda session: session.athlete_critical_power_w,
        unfavourable=-1,
        carried=True,
        slack=2.0,
    ),
}
