"""What is known about the runner on a day, from whom, and what is still to be asked?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from hakaru.core.units import PERCENT
from hakaru.running.activity import Sex
from hakaru.running.athlete.efforts import Effort
from hakaru.running.athlete.estimates import (
    FITNESS_WINDOW_DAYS,
    HEART_RATE_WINDOW_DAYS,
    EffortHistory,
    estimated_on,
)
from hakaru.running.athlete.facts import (
    QUANTITIES,
    AthleteFact,
    Reported,
    reported_on,
    sex_on,
    stated_on,
)
from hakaru.running.athlete.model import Athlete, Known, Quantity
from hakaru.running.athlete.reconcile import holds
from hakaru.running.athlete.threshold_speed import race_threshold_mps
from hakaru.running.physiology.daniels import threshold_speed_mps, vo2_max_of_threshold
from hakaru.running.plausibility import fastest_human_mps

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


@dataclass(frozen=True, kw_only=True)
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
    recent = [
        effort
        for on, run_efforts in efforts
        if (known_value.on is None or on >= known_value.on) and 0 <= (day - on).days <= window_days
        for effort in run_efforts
    ]
    limit = _limit(quantity, known_value.value)
    return limit is not None and any(
        shown is not None and shown > limit for shown in (_shown(quantity, e) for e in recent)
    )


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
    """Where threshold speed and VO2max contradict each other (resolutions row 19).

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
