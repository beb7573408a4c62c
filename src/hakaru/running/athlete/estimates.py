"""Heart rate and power by best efforts, where neither runner nor watch states them.

A training run is rarely all-out, so an effort bounds ability from below. Each estimate says by its
method and its 80 % bounds how far above it the truth may lie; what easy running alone cannot show
(a maximum) is left out. Nothing is ever taken from age.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import chain

import numpy as np

from hakaru.records import frozen
from hakaru.running.athlete.efforts import Effort, EffortHistory, days_before, each
from hakaru.running.athlete.model import Known, Quantity, reconcile
from hakaru.running.athlete.threshold_speed import bounds_of, steady_effort, threshold_views
from hakaru.running.physiology.oxygen import is_vo2_max, vo2_max_of_threshold, vo2_of_speed
from hakaru.running.physiology.power import W_PRIME_J, CriticalFit, Held, fit_critical
from hakaru.running.plausibility import fastest_human_mps
from hakaru.stats.robust import normal_half_width, weighted_median

_REST_ML = 3.5
"""Oxygen uptake at rest, ml/kg/min."""
_SHARE_MIN, _SHARE_MAX = 0.60, 0.97
"""Shares of the heart rate reserve from which a maximum can be drawn out."""
_FAR_SD, _NEAR_SD = 0.25, 0.04
_LEAST_RUNS = 3


def vo2_max_views(
    efforts: EffortHistory,
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


def _of_reserve(efforts: EffortHistory, known: Mapping[Quantity, Known]) -> Known | None:
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
    efforts: EffortHistory, *, rest_bpm: float, max_bpm: float
) -> Iterator[tuple[float, float, date]]:
    for on, effort in each(efforts, steady_effort):
        if effort is None or effort.speed_mps is None or effort.speed_heart_rate_bpm is None:
            continue
        share = (effort.speed_heart_rate_bpm - rest_bpm) / (max_bpm - rest_bpm)
        if _SHARE_MIN <= share <= _SHARE_MAX:
            above_rest = vo2_of_speed(effort.speed_mps) - _REST_ML
            yield _REST_ML + above_rest / share, share, on


HEART_RATE_WINDOW_DAYS = 365
FITNESS_WINDOW_DAYS = 120

LT_OF_MAX_LOW, LT_OF_MAX, LT_OF_MAX_HIGH = 0.86, 0.89, 0.92
"""Threshold heart rate as a share of the maximum in trained runners."""
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
_HARD_POWER_RATIO = 1.20
"""Three minutes this far above the usual 20 are no slope."""
_CRITICAL_OF_20_MIN = 0.95
_RIDDEN_S = 60.0


@frozen
class Estimates:
    """What runs say on a day: the figure they make together, and each kind of evidence by itself
    where there is more than one."""

    best: Mapping[Quantity, Known]
    views: Mapping[Quantity, tuple[Known, ...]]


def estimated_on(
    day: date, efforts: EffortHistory, *, known: Mapping[Quantity, Known]
) -> Estimates:
    """Estimates on `day`, also of quantities that are already known.

    Args:
        day: efforts after it are not looked at.
        efforts: of any runs; those no human can have run say nothing, nor does the rest of theirs.
        known: what the runner or the watch says; estimates rest on it where it is not stale.
    """
    longest_days = max(HEART_RATE_WINDOW_DAYS, FITNESS_WINDOW_DAYS)
    sound = believable(_within(longest_days, day, efforts))
    heart = _within(HEART_RATE_WINDOW_DAYS, day, sound)
    fitness = _within(FITNESS_WINDOW_DAYS, day, sound)
    trusted = {
        quantity: known_value for quantity, known_value in known.items() if not known_value.stale
    }
    estimates: dict[Quantity, Known] = {}
    _put(estimates, "heart_rate_max_bpm", _heart_rate_max(heart))
    _put(estimates, "lt_heart_rate_bpm", _lt_heart_rate(heart, {**estimates, **trusted}))
    _put(estimates, "critical_power_w", _critical_power(fitness))
    threshold = threshold_views(fitness, {**estimates, **trusted})
    _put(estimates, "threshold_speed_mps", threshold.best())
    oxygen = vo2_max_views(fitness, own=estimates, known=trusted)
    _put(estimates, "vo2_max_ml_per_kg_min", reconcile(oxygen))
    implied = () if threshold.implied is None else (threshold.implied,)
    return Estimates(
        best={
            quantity: known
            for quantity, known in estimates.items()
            if _is_possible(quantity, known)
        },
        views={
            "threshold_speed_mps": (*threshold.of_runs, *implied),
            "vo2_max_ml_per_kg_min": oxygen,
        },
    )


def believable(efforts: EffortHistory) -> EffortHistory:
    """Without runs that no human can have run."""
    return [(on, own) for on, own in efforts if not own.shown[_is_ridden]]


def _is_ridden(run_efforts: Sequence[Effort]) -> bool:
    """Whether a run is faster somewhere than any human for so long: a bicycle, a car."""
    return any(
        effort.speed_mps is not None
        and effort.duration_s >= _RIDDEN_S
        and effort.speed_mps > fastest_human_mps(effort.duration_s)
        for effort in run_efforts
    )


def _is_possible(quantity: Quantity, known: Known) -> bool:
    """VO2max outside 20-90 is an error of a recording; it is not shown."""
    return quantity != "vo2_max_ml_per_kg_min" or is_vo2_max(known.value)


def _put(estimates: dict[Quantity, Known], quantity: Quantity, estimate: Known | None) -> None:
    if estimate is not None:
        estimates[quantity] = estimate


def _within(n_days: int, day: date, efforts: EffortHistory) -> EffortHistory:
    since = days_before(day, n_days)
    return [dated_efforts for dated_efforts in efforts if since <= dated_efforts[0] <= day]


def _heart_rates(
    efforts: EffortHistory, duration_s: float, *, listed: bool | None = None
) -> list[tuple[float, date]]:
    """`listed`: only those that lists state, or only those found among seconds; None: both."""
    kind = (duration_s, listed)
    return [(bpm, on) for on, beats in each(efforts, _beats_bpm) for bpm in beats.get(kind, ())]


def _beats_bpm(
    run_efforts: Sequence[Effort],
) -> Mapping[tuple[float, bool | None], tuple[float, ...]]:
    """Mean heart rates of the efforts of one run by duration and whether a list states them
    (None: either)."""
    beats: dict[tuple[float, bool | None], tuple[float, ...]] = {}
    for effort in run_efforts:
        if effort.heart_rate_bpm is not None:
            for listed in (None, effort.of_summary):
                kind = (effort.duration_s, listed)
                beats[kind] = (*beats.get(kind, ()), effort.heart_rate_bpm)
    return beats


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
    top_bpm, on = max(
        [*_heart_rates(efforts, _TOP_S, listed=False), *_highest_listed(efforts)],
        default=(None, None),
    )
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
    candidates = [
        candidate
        for candidate in (
            _sustained(efforts, known.get("heart_rate_max_bpm")),
            _share_of_max(known.get("heart_rate_max_bpm")),
        )
        if candidate is not None
    ]
    return max(candidates, key=lambda candidate: candidate.value, default=None)


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
    """The distance-time model in watts where the best efforts stand out from the usual 20 minutes;
    else 95 % of the best 20 minutes, of easy runs only a lower bound."""
    at_20_min = [
        (power_w, on) for on, powers_w in each(efforts, _sustained_w) for power_w in powers_w
    ]
    if not at_20_min:
        return None
    power_w, on = max(at_20_min)
    hard = hard_powers(efforts)
    if not hard:
        return _power(_CRITICAL_OF_20_MIN * power_w, "lower_bound", on=on, high=1.40)
    fit = fit_critical(hard, W_PRIME_J)
    if fit is None:
        return _power(_CRITICAL_OF_20_MIN * power_w, "share_of_20_min", on=on, high=1.15)
    newest = max(on for on, known in each(efforts, _has_power) if known)
    return Known(
        value=fit.value,
        origin="estimated",
        method="critical_power",
        on=newest,
        low=fit.low,
        high=fit.high,
    )


def fit_critical_power(efforts: EffortHistory) -> CriticalFit | None:
    """Critical power and W' of hard efforts (None: too few of them, or nobody ran hard)."""
    return fit_critical(hard_powers(efforts), W_PRIME_J)


def hard_powers(efforts: EffortHistory) -> tuple[Held, ...]:
    """Powers held for 2 to 40 minutes, of runs among which one stands out from the usual 20
    minutes; empty where none does."""
    usual_w = [power_w for _, powers_w in each(efforts, _sustained_w) for power_w in powers_w]
    held = tuple(chain.from_iterable(powers for _, powers in each(efforts, _powers)))
    if not usual_w:
        return ()
    top_w = max(
        (effort.mean for effort in held if effort.duration_s == _SHORTEST_POWER_S), default=0.0
    )
    return held if top_w >= _HARD_POWER_RATIO * statistics.median(usual_w) else ()


def _sustained_w(run_efforts: Sequence[Effort]) -> tuple[float, ...]:
    """The best 20 minutes; empty: shorter, or without power."""
    return tuple(
        effort.power_w
        for effort in run_efforts
        if effort.power_w is not None and effort.duration_s == _SUSTAINED_S
    )


def _has_power(run_efforts: Sequence[Effort]) -> bool:
    return any(effort.power_w is not None for effort in run_efforts)


def _powers(run_efforts: Sequence[Effort]) -> tuple[Held, ...]:
    return tuple(
        Held(duration_s=effort.duration_s, mean=effort.power_w)
        for effort in run_efforts
        if effort.power_w is not None and effort.duration_s >= _SHORTEST_POWER_S
    )


def _power(value_w: float, method: str, *, on: date, high: float) -> Known:
    return Known(
        value=value_w,
        origin="estimated",
        method=method,
        on=on,
        low=0.97 * value_w,
        high=high * value_w,
    )
