"""What do best efforts say about heart rate and power, where neither runner nor watch states it?

A training run is rarely all-out, so an effort bounds ability from below. Each estimate says by its
method and its 80 % bounds how far above it the truth may lie; what easy running alone cannot show
(a maximum) is left out. Nothing is ever taken from age.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np

from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.model import Known, Quantity
from hakaru.running.athlete.threshold_speed import estimate_threshold_speed, vo2_max_of

EffortHistory = Sequence[tuple[date, tuple[Effort, ...]]]
"""Best efforts of runs by local day; in any order."""

HEART_RATE_WINDOW_DAYS = 365
FITNESS_WINDOW_DAYS = 120

LT_OF_MAX_LOW, LT_OF_MAX, LT_OF_MAX_HIGH = 0.86, 0.89, 0.92
"""Threshold heart rate as a share of the maximum in trained runners."""
_LEAST_RUNS = 3
_LISTED_RUNS = 3
"""A peak that a list states is believed where so many runs reached it."""
_TOP_S, _SUSTAINED_S, _LONG_SUSTAINED_S = 30.0, 1200.0, 1800.0
_HARD_RATIO = 1.12
"""Heart rates this far above the usual 20 minutes are those of hard running."""
_PEAKED_RATIO = 1.06
"""Half a minute this far above the 20 minutes of the same run: the run went to the top."""
_SUSTAINED_20_FRAC = 0.985
"""20 minutes can be held a little above threshold, half an hour at it (J. Friel's field test)."""
_SUSTAINED_OF_MAX = 0.85
_SHORTEST_POWER_S = 180.0
_POWER_S = (_SHORTEST_POWER_S, 300.0, 600.0, 1200.0)
_LEAST_DURATIONS = 3
_HARD_POWER_RATIO = 1.20
"""Three minutes this far above the usual 20 are no slope."""
_W_PRIME_LOW_J, _W_PRIME_HIGH_J = 2000.0, 45000.0
_CRITICAL_OF_20_MIN = 0.95


def estimated_on(
    day: date, efforts: EffortHistory, *, known: Mapping[Quantity, Known]
) -> dict[Quantity, Known]:
    """Estimates on `day`, also of quantities that are already known.

    Args:
        day: efforts after it are not looked at.
        efforts: of any runs.
        known: what the runner or the watch says; estimates rest on it where it is not stale.
    """
    heart = _within(HEART_RATE_WINDOW_DAYS, day, efforts)
    fitness = _within(FITNESS_WINDOW_DAYS, day, efforts)
    trusted = {quantity: one for quantity, one in known.items() if not one.stale}
    found: dict[Quantity, Known] = {}
    _put(found, "heart_rate_max_bpm", _heart_rate_max(heart))
    _put(found, "lt_heart_rate_bpm", _lt_heart_rate(heart, {**found, **trusted}))
    _put(found, "threshold_speed_mps", estimate_threshold_speed(fitness, {**found, **trusted}))
    _put(found, "vo2_max_ml_per_kg_min", vo2_max_of({**found, **trusted}))
    _put(found, "critical_power_w", _critical_power(fitness))
    return found


def _put(found: dict[Quantity, Known], quantity: Quantity, one: Known | None) -> None:
    if one is not None:
        found[quantity] = one


def _within(n_days: int, day: date, efforts: EffortHistory) -> EffortHistory:
    return [one for one in efforts if 0 <= (day - one[0]).days <= n_days]


def _heart_rates(
    efforts: EffortHistory, duration_s: float, *, listed: bool | None = None
) -> Iterator[tuple[float, date]]:
    """`listed`: only those that lists state, or only those found among seconds; None: both."""
    for on, of_run in efforts:
        for effort in of_run:
            if effort.duration_s != duration_s or effort.heart_rate_bpm is None:
                continue
            if listed is None or effort.of_summary == listed:
                yield effort.heart_rate_bpm, on


def _highest(efforts: EffortHistory) -> Sequence[tuple[float, date]]:
    """Best half minutes, found among seconds."""
    return list(_heart_rates(efforts, _TOP_S, listed=False))


def _highest_listed(efforts: EffortHistory) -> Sequence[tuple[float, date]]:
    """The peak of lists that several runs reached: spikes of a sensor do not come in threes."""
    peaks = sorted(_heart_rates(efforts, _TOP_S, listed=True), reverse=True)
    return peaks[_LISTED_RUNS - 1 : _LISTED_RUNS]


def _usual_bpm(efforts: EffortHistory) -> float | None:
    """Median of the runs' best 20 minutes; None: too few runs to say what is usual."""
    each = [bpm for bpm, _ in _heart_rates(efforts, _SUSTAINED_S)]
    return statistics.median(each) if len(each) >= _LEAST_RUNS else None


def _heart_rate_max(efforts: EffortHistory) -> Known | None:
    """The highest half minute, where it stands out from the usual runs; else nobody has seen it."""
    usual_bpm = _usual_bpm(efforts)
    top_bpm, on = max([*_highest(efforts), *_highest_listed(efforts)], default=(None, None))
    if usual_bpm is None or top_bpm is None or top_bpm < _HARD_RATIO * usual_bpm:
        return None
    same_day = [bpm for bpm, day in _heart_rates(efforts, _SUSTAINED_S, listed=False) if day == on]
    peaked = bool(same_day) and top_bpm >= _PEAKED_RATIO * max(same_day)
    return Known(
        value=top_bpm,
        origin="estimated",
        method="hard_efforts",
        on=on,
        low=top_bpm,
        high=top_bpm * (1.06 if peaked else 1.12),
    )


def _lt_heart_rate(efforts: EffortHistory, known: Mapping[Quantity, Known]) -> Known | None:
    """A sustained hard effort, or a share of the maximum, whichever is higher: both fall short."""
    found = [
        one
        for one in (
            _sustained(efforts, known.get("heart_rate_max_bpm")),
            _share_of_max(known.get("heart_rate_max_bpm")),
        )
        if one is not None
    ]
    return max(found, key=lambda one: one.value, default=None)


def _sustained(efforts: EffortHistory, maximum: Known | None) -> Known | None:
    usual_bpm = _usual_bpm(efforts)
    held = [*_heart_rates(efforts, _LONG_SUSTAINED_S)]
    held += [(_SUSTAINED_20_FRAC * bpm, on) for bpm, on in _heart_rates(efforts, _SUSTAINED_S)]
    if not held:
        return None
    bpm, on = max(held)
    stands_out = usual_bpm is not None and bpm >= _HARD_RATIO * usual_bpm
    near_top = maximum is not None and bpm >= _SUSTAINED_OF_MAX * maximum.value
    if not stands_out and not near_top:
        return None
    return Known(
        value=bpm,
        origin="estimated",
        method="sustained_effort",
        on=on,
        low=0.97 * bpm,
        high=1.06 * bpm,
    )


def _share_of_max(maximum: Known | None) -> Known | None:
    if maximum is None:
        return None
    low = maximum.value if maximum.low is None else maximum.low
    high = maximum.value if maximum.high is None else maximum.high
    return Known(
        value=LT_OF_MAX * (low + high) / 2.0,
        origin="estimated",
        method="share_of_max",
        on=maximum.on,
        low=LT_OF_MAX_LOW * low,
        high=LT_OF_MAX_HIGH * high,
    )


def _critical_power(efforts: EffortHistory) -> Known | None:
    """The two-parameter fit where the best efforts stand out from the usual 20 minutes and the fit
    is possible for a human; else 95 % of the best 20 minutes, of easy runs only a lower bound."""
    best = _best_power(efforts)
    if _SUSTAINED_S not in best:
        return None
    power_w, on = best[_SUSTAINED_S]
    hard = best.get(_SHORTEST_POWER_S, best[_SUSTAINED_S])[0] >= _HARD_POWER_RATIO * _usual_w(
        efforts
    )
    if not hard:
        return _power(_CRITICAL_OF_20_MIN * power_w, "lower_bound", on=on, high=1.40)
    fitted_w = _two_parameter_fit_w({time_s: one for time_s, (one, _) in best.items()})
    if fitted_w is None:
        return _power(_CRITICAL_OF_20_MIN * power_w, "share_of_20_min", on=on, high=1.15)
    newest = max(on for _, on in best.values())
    return _power(fitted_w, "two_parameter_fit", on=newest, high=1.08)


def _usual_w(efforts: EffortHistory) -> float:
    """Median of the runs' best 20 minutes."""
    return statistics.median(
        effort.power_w
        for _, of_run in efforts
        for effort in of_run
        if effort.duration_s == _SUSTAINED_S and effort.power_w is not None
    )


def _two_parameter_fit_w(power_by_s: Mapping[float, float]) -> float | None:
    """Work = critical power x time + W' (Monod & Scherrer 1965). None: too few durations, or a W'
    that no human has."""
    if len(power_by_s) < _LEAST_DURATIONS:
        return None
    time_s = np.array(list(power_by_s))
    slope_w, w_prime_j = np.polyfit(time_s, time_s * np.array([*power_by_s.values()]), 1).tolist()
    possible = _W_PRIME_LOW_J <= w_prime_j <= _W_PRIME_HIGH_J
    return float(slope_w) if possible else None


def _power(value_w: float, method: str, *, on: date, high: float) -> Known:
    return Known(
        value=value_w,
        origin="estimated",
        method=method,
        on=on,
        low=0.97 * value_w,
        high=high * value_w,
    )


def _best_power(efforts: EffortHistory) -> dict[float, tuple[float, date]]:
    """The highest power of each duration of 3-20 minutes, with its day."""
    best: dict[float, tuple[float, date]] = {}
    for on, of_run in efforts:
        for effort in of_run:
            if effort.duration_s in _POWER_S and effort.power_w is not None:
                candidate = (effort.power_w, on)
                best[effort.duration_s] = max(best.get(effort.duration_s, candidate), candidate)
    return dict(sorted(best.items()))
