"""What did the repetitions of an interval session show, one by one and together?

W is the heart rate at the end of a repetition, R at the end of the recovery after it (means over
5 s). Drop and retention are the two readings of the requirement's "recovery rate", named apart
(resolutions row 18).
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.running.arithmetic import DeclineClass, decline_class, decline_pct, variation_frac
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.power import power_decline_class
from hakaru.running.session.intervals_reps import (
    Rep,
    first_and_last,
    like_groups,
    list_reps,
    mean_known,
)
from hakaru.running.session.model import SegmentFigures

RETENTION_GOOD_PCT = 80.0
RETENTION_FINE_PCT = 85.0
_TOLERANCE = 1e-9

RetentionClass = Literal["good", "fine", "too_fast"]
"""Share of the heart rate still there after a recovery: up to 80 %, up to 85 %, above."""


@dataclass(frozen=True, kw_only=True)
class IntervalFigures:
    """Repetitions and what they show together. None: not measured, or nothing alike to compare.

    `rep_*` and `recovery_s` are medians, `work_*` totals. `work_cv_frac` is the sample SD of speed
    over its mean, within repetitions of like length only and pooled over them (None: no two are
    alike); on hills of level speed. Rises and declines compare the first and the last repetition
    where those are alike, else the first and the last of the largest group of like ones.
    `heart_rate_drop_pct`, `heart_rate_retention_pct` are means over the recoveries.
    """

    n_reps: int
    reps: tuple[Rep, ...]
    work_s: float
    work_distance_m: float
    work_speed_mps: float | None
    rep_s: float
    rep_distance_m: float
    recovery_s: float | None
    work_cv_frac: float | None
    heart_rate_drop_pct: float | None
    heart_rate_retention_pct: float | None
    retention_class: RetentionClass | None
    heart_rate_rise_bpm: float | None
    power_decline_pct: float | None
    power_decline_class: DeclineClass | None
    power_cv_frac: float | None
    step_length_decline_pct: float | None
    step_length_decline_class: DeclineClass | None


def interval_figures(figures: Sequence[SegmentFigures], athlete: Athlete) -> IntervalFigures | None:
    """Figures of a session with repetitions; None unless there are two or more."""
    reps = list_reps(figures, athlete)
    if len(reps) < 2:
        return None
    ends = first_and_last(reps)
    retention_pct = mean_known(rep.heart_rate_retention_pct for rep in reps)
    power_pct = _decline_pct(ends, "power_w")
    step_pct = _decline_pct(ends, "step_length_cm")
    return IntervalFigures(
        n_reps=len(reps),
        reps=reps,
        work_s=math.fsum(rep.duration_s for rep in reps),
        work_distance_m=math.fsum(rep.distance_m for rep in reps),
        work_speed_mps=_work_speed_mps(reps),
        rep_s=statistics.median(rep.duration_s for rep in reps),
        rep_distance_m=statistics.median(rep.distance_m for rep in reps),
        recovery_s=_median_s(rep.recovery.duration_s for rep in reps if rep.recovery is not None),
        work_cv_frac=_like_variation_frac(reps, "comparable_speed_mps"),
        heart_rate_drop_pct=mean_known(rep.heart_rate_drop_pct for rep in reps),
        heart_rate_retention_pct=retention_pct,
        retention_class=None if retention_pct is None else retention_class(retention_pct),
        heart_rate_rise_bpm=_rise_bpm(ends),
        power_decline_pct=power_pct,
        power_decline_class=None if power_pct is None else power_decline_class(power_pct),
        power_cv_frac=_like_variation_frac(reps, "power_w"),
        step_length_decline_pct=step_pct,
        step_length_decline_class=None if step_pct is None else decline_class(step_pct),
    )


def retention_class(retention_pct: float) -> RetentionClass:
    """Up to 80 % of the heart rate left is good, up to 85 % fine, more is too fast a recovery."""
    if retention_pct <= RETENTION_GOOD_PCT + _TOLERANCE:
        return "good"
    return "fine" if retention_pct <= RETENTION_FINE_PCT + _TOLERANCE else "too_fast"


def _work_speed_mps(reps: Sequence[Rep]) -> float | None:
    """Running distance over running time of all repetitions."""
    running_s = math.fsum(rep.running_s for rep in reps)
    if not running_s > 0.0:
        return None
    return math.fsum(rep.running_distance_m for rep in reps) / running_s


def _median_s(durations_s: Iterable[float]) -> float | None:
    known_s = list(durations_s)
    return statistics.median(known_s) if known_s else None


def _like_variation_frac(reps: Sequence[Rep], column: str) -> float | None:
    """Coefficient of variation within groups of like repetitions, pooled by degrees of freedom."""
    squares, degrees = 0.0, 0
    for group in like_groups(reps):
        values = [getattr(rep, column) for rep in group]
        if len(values) < 2 or any(value is None for value in values):
            continue
        squares += (len(values) - 1) * variation_frac(values) ** 2
        degrees += len(values) - 1
    return math.sqrt(squares / degrees) if degrees else None


def _decline_pct(ends: tuple[Rep, Rep] | None, column: str) -> float | None:
    if ends is None:
        return None
    first, last = (getattr(rep, column) for rep in ends)
    return None if first is None or last is None else decline_pct(first, last)


def _rise_bpm(ends: tuple[Rep, Rep] | None) -> float | None:
    if ends is None:
        return None
    first_bpm, last_bpm = (rep.heart_rate_end_bpm for rep in ends)
    return None if first_bpm is None or last_bpm is None else last_bpm - first_bpm
