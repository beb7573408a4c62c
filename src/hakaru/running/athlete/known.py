"""What is known of the runner on a day, from whom, and what is still to be asked.

Zones are half-open. Time below the first zone counts nowhere, so that shares are of the time *in*
zones: the first minute of a run, before the heart follows, speaks for no zone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.activity import HeartRateZone, Recording, Sex
from hakaru.running.athlete.efforts import Effort, EffortHistory, days_before, each
from hakaru.running.athlete.estimates import (
    FITNESS_WINDOW_DAYS,
    HEART_RATE_WINDOW_DAYS,
    estimated_on,
)
from hakaru.running.athlete.model import (
    QUANTITIES,
    Athlete,
    AthleteFact,
    HeartRateZones,
    Known,
    Quantity,
    Reported,
    holds,
    reported_on,
    sex_on,
    stated_on,
)
from hakaru.running.athlete.threshold_speed import race_threshold_mps
from hakaru.running.physiology.oxygen import threshold_speed_mps, vo2_max_of_threshold
from hakaru.running.plausibility import fastest_human_mps
from hakaru.running.session.model import LT_SHARES, POWER_BOUNDS
from hakaru.running.validity import inside_spans, read_motion, within_window

RELIABLE_WIDTH = 0.20
"""An estimate is relied on where its 80 % bounds lie within a fifth of its value."""

WANTED: tuple[Quantity, ...] = (
    "lt_heart_rate_bpm",
    "heart_rate_max_bpm",
    "threshold_speed_mps",
    "heart_rate_rest_bpm",
    "weight_kg",
    "age_years",
    "height_cm",
)
"""What a runner can answer, most useful first: thresholds decide type and phases, weight and age
serve power and tables."""

AGREE_WITHIN_PCT = 5.0
"""Two figures of threshold speed within this agree: each errs by a few percent."""

_OF_FITNESS: tuple[Quantity, ...] = (
    "threshold_speed_mps",
    "vo2_max_ml_per_kg_min",
    "critical_power_w",
)
_FADING: tuple[Quantity, ...] = ("threshold_speed_mps", "critical_power_w")
_EXCEEDED = 1.05
_HEART_RATE_MAX_SLACK_BPM = 2.0
_LT_EXCEEDED = 1.04
_HALF_HOUR_S, _TOP_S, _RACE_S_MIN, _PROVED_S_MAX = 1800.0, 30.0, 300.0, 7200.0
_MONTH_DAYS = 30


@frozen
class Disagreement:
    """Threshold speed as somebody states it or efforts show it, and as the VO2max on record implies
    it (88 % of it).

    `difference_pct` is stated minus implied, of the implied. `stale` names the one whose age or
    newer efforts speak against it; None: nothing tells which.
    """

    stated_mps: float
    implied_mps: float
    vo2_max_ml_per_kg_min: float
    difference_pct: float
    stale: Literal["threshold_speed_mps", "vo2_max_ml_per_kg_min"] | None


def athlete_on(
    day: date,
    *,
    facts: Sequence[AthleteFact],
    reported: Reported,
    efforts: EffortHistory,
    sex: Sex | None = None,
) -> Athlete:
    """Each quantity from the most trusted source that knows it: runner, watch, estimate.

    Nothing dated after `day` is looked at. `sex` is what the runner stated; None: ask the watch.
    """
    stated = stated_on(day, facts)
    reports = reported_on(day, reported)
    exceeded = {
        name for name, report in reports.items() if _is_exceeded(name, report, day, efforts)
    }
    watch = {
        name: replace(report, stale=report.stale or name in exceeded)
        for name, report in reports.items()
    }
    own = estimated_on(day, efforts, known={**watch, **stated})
    known: dict[Quantity, Known] = {}
    sources: dict[Quantity, tuple[Known, ...]] = {}
    for quantity in QUANTITIES:
        candidates = (stated.get(quantity), watch.get(quantity), own.best.get(quantity))
        trusted = _most_trusted(quantity, *candidates, exceeded=quantity in exceeded)
        if trusted is not None:
            known[quantity] = trusted
            views = own.views.get(quantity, ())
            others = [
                candidate
                for candidate in (*candidates, *views)
                if candidate is not None and candidate != trusted
            ]
            if others:
                sources[quantity] = tuple(dict.fromkeys(others))
    return Athlete(
        day=day, known=known, sex=sex_on(day, reported) if sex is None else sex, sources=sources
    )


def _most_trusted(
    quantity: Quantity,
    stated: Known | None,
    watch: Known | None,
    own: Known | None,
    *,
    exceeded: bool,
) -> Known | None:
    """The runner's word, else the watch's, else the estimate.

    A watch's figure that newer efforts prove too low, or one of speed or power that is too old to
    hold, gives way to a reliable estimate; without one it stays, marked as stale.
    """
    if stated is not None:
        return stated
    if watch is None or own is None:
        return watch or own
    outdated = exceeded or (watch.stale and quantity in _FADING)
    return own if outdated and is_reliable(own) else watch


def _is_exceeded(quantity: Quantity, known_value: Known, day: date, efforts: EffortHistory) -> bool:
    """Whether a run since the figure was determined shows that the runner is above it."""
    window_days = (
        HEART_RATE_WINDOW_DAYS if quantity == "heart_rate_max_bpm" else FITNESS_WINDOW_DAYS
    )
    limit = _limit(quantity, known_value.value)
    if limit is None:
        return False
    since = days_before(day, window_days)
    since = since if known_value.on is None else max(since, known_value.on)
    recent = [(on, run_efforts) for on, run_efforts in efforts if since <= on <= day]
    return any(most > limit for _, most in each(recent, _MOST_SHOWN[quantity]))


def _most_shown(run_efforts: Sequence[Effort], *, quantity: Quantity) -> float:
    """The most that the efforts of one run prove about a quantity; minus infinity: nothing."""
    shown = (_shown(quantity, effort) for effort in run_efforts)
    return max((value for value in shown if value is not None), default=-math.inf)


_MOST_SHOWN: Mapping[Quantity, Callable[[Sequence[Effort]], float]] = {
    quantity: partial(_most_shown, quantity=quantity) for quantity in QUANTITIES
}


def _limit(quantity: Quantity, value: float) -> float | None:
    """What no effort should exceed if `value` is right; None: efforts do not tell."""
    if quantity == "heart_rate_max_bpm":
        return value + _HEART_RATE_MAX_SLACK_BPM
    if quantity == "lt_heart_rate_bpm":
        return _LT_EXCEEDED * value
    if quantity in ("threshold_speed_mps", "vo2_max_ml_per_kg_min", "critical_power_w"):
        return _EXCEEDED * value
    return None


def _shown(quantity: Quantity, effort: Effort) -> float | None:
    """The least value of a quantity that an effort proves; None: it proves nothing about it."""
    if quantity == "heart_rate_max_bpm":
        sound = effort.duration_s == _TOP_S and not effort.of_summary
        return effort.heart_rate_bpm if sound else None
    if quantity == "lt_heart_rate_bpm":
        return effort.heart_rate_bpm if effort.duration_s >= _HALF_HOUR_S else None
    if quantity == "critical_power_w":
        return effort.power_w if effort.duration_s >= _HALF_HOUR_S else None
    if effort.speed_mps is None or not _RACE_S_MIN <= effort.duration_s <= _PROVED_S_MAX:
        return None
    if effort.speed_mps > fastest_human_mps(effort.duration_s):
        return None
    threshold_mps = race_threshold_mps(effort.speed_mps, effort.duration_s)
    if quantity == "threshold_speed_mps":
        return threshold_mps
    return vo2_max_of_threshold(threshold_mps)


def is_reliable(known: Known) -> bool:
    """Whether criteria may be built on a value: stated, reported, or estimated within bounds."""
    if known.low is None or known.high is None:
        return True
    return known.high - known.low <= RELIABLE_WIDTH * known.value


def reliable_value(athlete: Athlete, quantity: Quantity) -> float | None:
    """The value, or None where it is unknown or too wide a guess (a lower bound) to judge by."""
    known_value = athlete.known.get(quantity)
    return known_value.value if known_value is not None and is_reliable(known_value) else None


def wanted(athlete: Athlete) -> tuple[Quantity, ...]:
    """What the runner should be asked for, most useful first: unknown, stale, or a wide guess."""
    return tuple(quantity for quantity in WANTED if _is_wanted(athlete.known.get(quantity)))


def _is_wanted(known: Known | None) -> bool:
    return known is None or known.stale or not is_reliable(known)


def disagreement(athlete: Athlete) -> Disagreement | None:
    """Where threshold speed and VO2max contradict each other.

    An estimate counts where it is reliable and not derived from the other, and contradicts only
    what lies outside its bounds. None: they agree, or one of them is unknown or a wide guess.
    """
    speed = athlete.known.get("threshold_speed_mps")
    vo2_max = athlete.known.get("vo2_max_ml_per_kg_min")
    if speed is None or vo2_max is None or is_circular(athlete):
        return None
    if not is_reliable(speed) or not is_reliable(vo2_max):
        return None
    implied_mps = threshold_speed_mps(vo2_max.value)
    difference_pct = PERCENT * (speed.value - implied_mps) / implied_mps
    if abs(difference_pct) <= AGREE_WITHIN_PCT or holds(speed, implied_mps):
        return None
    return Disagreement(
        stated_mps=speed.value,
        implied_mps=implied_mps,
        vo2_max_ml_per_kg_min=vo2_max.value,
        difference_pct=difference_pct,
        stale=_stale_one(speed, vo2_max),
    )


def is_circular(athlete: Athlete) -> bool:
    """Whether threshold speed and VO2max are one figure: one of them was derived from the other."""
    speed = athlete.known.get("threshold_speed_mps")
    vo2_max = athlete.known.get("vo2_max_ml_per_kg_min")
    by_vo2_max = speed is not None and speed.method == "vo2_max"
    by_speed = vo2_max is not None and vo2_max.method == "threshold_speed"
    return by_vo2_max or by_speed


def kept_since(now: Athlete, *, then: Athlete) -> Athlete:
    """The athlete of today, with what was known at the last session where today has only an
    estimate or nothing: estimates fade with the efforts they rest on, and the figures beside them
    were read by those of that session. Of fitness they are stale after 120 days."""
    reported = {
        quantity: known_value
        for quantity, known_value in now.known.items()
        if known_value.origin != "estimated"
    }
    faded = (now.day - then.day).days > FITNESS_WINDOW_DAYS
    carried = {
        quantity: replace(
            known_value, stale=known_value.stale or (faded and quantity in _OF_FITNESS)
        )
        for quantity, known_value in then.known.items()
    }
    known = {**now.known, **carried, **reported}
    return replace(
        now,
        known={quantity: known[quantity] for quantity in QUANTITIES if quantity in known},
        sex=then.sex if now.sex is None else now.sex,
        sources={**then.sources, **now.sources},
    )


def _stale_one(
    speed: Known, vo2_max: Known
) -> Literal["threshold_speed_mps", "vo2_max_ml_per_kg_min"] | None:
    """The one marked stale, else the one determined a month or more before the other."""
    if speed.stale != vo2_max.stale:
        return "threshold_speed_mps" if speed.stale else "vo2_max_ml_per_kg_min"
    if speed.on is None or vo2_max.on is None:
        return None
    apart_days = (speed.on - vo2_max.on).days
    if abs(apart_days) < _MONTH_DAYS:
        return None
    return "threshold_speed_mps" if apart_days < 0 else "vo2_max_ml_per_kg_min"


ZoneSeconds = tuple[float, float, float, float, float]
"""Seconds in zones 1..5."""

N_ZONES = 5
MAX_SHARES: ZoneSeconds = (0.50, 0.60, 0.70, 0.80, 0.90)
"""Lower bounds as shares of maximum heart rate, as most watches set them."""

MaxShareZone = Literal["recovery", "aerobic", "tempo", "threshold", "vo2_max", "maximum"]
"""T's zones by share of maximum heart rate."""
_MAX_SHARE_ZONES: tuple[tuple[float, MaxShareZone], ...] = (
    (0.70, "recovery"),
    (0.80, "aerobic"),
    (0.85, "tempo"),
    (0.90, "threshold"),
)
"""Upper bound of each, not included."""
_VO2_MAX_UPTO = 0.95
"""The last bound is the only one that belongs to the zone below: T says "> 95 %"."""

_TOLERANCE = 1e-9
_LOWEST_BPM, _HIGHEST_BPM = 30.0, 240.0


def heart_rate_zones(
    athlete: Athlete,
    watch_zones: Sequence[HeartRateZone] = (),
    *,
    shares_frac: Sequence[float] = LT_SHARES,
) -> HeartRateZones | None:
    """Bounds of the watch, else shares of threshold heart rate, else of the maximum.

    The watch's bounds count where it has five that rise and are possible. `shares_frac` are the
    five lower bounds relative to threshold heart rate.

    Returns:
        None: neither the watch nor what is known of the athlete gives bounds.
    """
    lows = tuple(zone.low_bpm for zone in sorted(watch_zones, key=lambda zone: zone.zone_number))
    if len(lows) == N_ZONES and _is_possible(lows):
        first, second, third, fourth, fifth = lows
        return HeartRateZones(low_bpm=(first, second, third, fourth, fifth), basis="watch")
    threshold_bpm = reliable_value(athlete, "lt_heart_rate_bpm")
    if threshold_bpm is not None:
        return HeartRateZones(low_bpm=_scaled(shares_frac, threshold_bpm), basis="lt_heart_rate")
    max_bpm = reliable_value(athlete, "heart_rate_max_bpm")
    if max_bpm is not None:
        return HeartRateZones(low_bpm=_scaled(MAX_SHARES, max_bpm), basis="heart_rate_max")
    return None


def _is_possible(lows: Sequence[float]) -> bool:
    rising = all(low < high for low, high in pairwise(lows))
    return rising and lows[0] >= _LOWEST_BPM and lows[-1] <= _HIGHEST_BPM


def _scaled(shares: Sequence[float], reference_bpm: float) -> ZoneSeconds:
    first, second, third, fourth, fifth = (share * reference_bpm for share in shares)
    return (first, second, third, fourth, fifth)


def zone_seconds(
    recording: Recording,
    zones: HeartRateZones,
    *,
    spans_s: Sequence[tuple[float, float]] | None = None,
) -> ZoneSeconds | None:
    """Time in each zone: standing counts (the heart goes on), pauses and gaps do not.

    Args:
        recording: any; without heart rate there is no answer.
        zones: from `heart_rate_zones`.
        spans_s: only time in these spans of elapsed time; a sample stands for what
            lies between it and the one before, spans are (start, end]. None: the whole run.

    Returns:
        None where no heart rate was measured there.
    """
    heart_rate_bpm = recording.series.get("heart_rate_bpm")
    elapsed_s = recording.series["elapsed_s"]
    if heart_rate_bpm is None or not elapsed_s.size:
        return None
    motion = read_motion(recording.series, recording.pauses)
    counted = within_window(heart_rate_bpm, "heart_rate_bpm") & motion.observed
    if spans_s is not None:
        counted &= inside_spans(motion, spans_s)
    if not counted.any():
        return None
    lows = np.array(zones.low_bpm) - _TOLERANCE
    zone_index = np.searchsorted(lows, heart_rate_bpm[counted], side="right")
    first, second, third, fourth, fifth = np.bincount(
        zone_index, weights=motion.active_s[counted], minlength=N_ZONES + 1
    )[1:].tolist()
    return (first, second, third, fourth, fifth)


def zone_shares_pct(zone_s: ZoneSeconds) -> ZoneSeconds | None:
    """Share of each zone in the time in zones, 0..100; None: no time in any."""
    total_s = sum(zone_s)
    if not total_s > 0.0:
        return None
    first, second, third, fourth, fifth = (PERCENT * one_s / total_s for one_s in zone_s)
    return (first, second, third, fourth, fifth)


def power_zone(
    power_of_critical_frac: float, *, bounds_frac: Sequence[float] = POWER_BOUNDS
) -> int:
    """Zone of a power relative to critical power: 1 below the first bound, each zone half-open."""
    return 1 + sum(power_of_critical_frac >= bound - _TOLERANCE for bound in bounds_frac)


def power_bounds_w(
    critical_power_w: float, *, bounds_frac: Sequence[float] = POWER_BOUNDS
) -> tuple[float, ...]:
    """Where power zones 2, 3, ... begin, in W."""
    return tuple(bound * critical_power_w for bound in bounds_frac)


def max_share_zone(heart_rate_of_max_frac: float) -> MaxShareZone:
    """T's zone of a share of maximum heart rate; half-open but for the top, which is above 95 %."""
    for upper_frac, zone in _MAX_SHARE_ZONES:
        if heart_rate_of_max_frac < upper_frac - _TOLERANCE:
            return zone
    return "vo2_max" if heart_rate_of_max_frac <= _VO2_MAX_UPTO + _TOLERANCE else "maximum"
