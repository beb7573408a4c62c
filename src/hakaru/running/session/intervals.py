"""Repetitions of an interval session, one by one and together.

W is the heart rate at the end of a repetition, R at the end of the recovery after it (means over
5 s). Drop and retention are the two readings of the requirement's "recovery rate", named apart.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from hakaru.core.units import PERCENT
from hakaru.records import frozen
from hakaru.running.arithmetic import DeclineClass, decline_class, decline_pct, variation_frac
from hakaru.running.athlete.known import reliable_value
from hakaru.running.athlete.model import Athlete
from hakaru.running.physiology.power import power_decline_class
from hakaru.running.physiology.steps import StepPoint, agree_with_speed, step_length_cm
from hakaru.running.session.model import SegmentFigures

LIKE_LENGTH_RATIO = 1.15
"""Repetitions whose lengths differ by no more than this are alike: 3 minutes run faster and slower
are, 400 m and 500 m are not."""

FLAT_REP_GRADE_PCT = 1.0
"""Below this net grade a correction for the slope adds more noise of the altimeter than it takes
away from the speeds."""


@frozen
class RepRecovery:
    """What followed a repetition. None: not measured.

    `covered_speed_mps` is distance over elapsed time: recoveries are walked and stood as well."""

    duration_s: float
    distance_m: float
    covered_speed_mps: float | None
    heart_rate_end_bpm: float | None


@frozen
class Rep:
    """One repetition and the recovery after it. None: not measured, or no recovery followed.

    `comparable_speed_mps` is what repetitions are compared by: level speed of equal cost where any
    of the session's repetitions climbs or falls by 1 % or more, else `speed_mps`.
    """

    rep_index: int
    start_elapsed_s: float
    end_elapsed_s: float
    running_s: float
    distance_m: float
    running_distance_m: float
    speed_mps: float | None
    comparable_speed_mps: float | None
    speed_of_threshold_frac: float | None
    heart_rate_bpm: float | None
    heart_rate_end_bpm: float | None
    heart_rate_of_max_pct: float | None
    power_w: float | None
    step_length_cm: float | None
    cadence_spm: float | None
    gct_ms: float | None
    vo_cm: float | None
    vr_pct: float | None
    recovery: RepRecovery | None

    @property
    def duration_s(self) -> float:
        """Elapsed time, standing included."""
        return self.end_elapsed_s - self.start_elapsed_s

    @property
    def heart_rate_drop_pct(self) -> float | None:
        """(W - R) / W of this repetition and its recovery."""
        ends = self._heart_rate_ends_bpm
        return None if ends is None else heart_rate_drop_pct(*ends)

    @property
    def heart_rate_retention_pct(self) -> float | None:
        """R / W of this repetition and its recovery."""
        ends = self._heart_rate_ends_bpm
        return None if ends is None else heart_rate_retention_pct(*ends)

    @property
    def _heart_rate_ends_bpm(self) -> tuple[float, float] | None:
        work_bpm = self.heart_rate_end_bpm
        rest_bpm = None if self.recovery is None else self.recovery.heart_rate_end_bpm
        return None if work_bpm is None or rest_bpm is None else (work_bpm, rest_bpm)


def list_reps(figures: Sequence[SegmentFigures], athlete: Athlete) -> tuple[Rep, ...]:
    """The work segments in order, each with the recovery that carries its index."""
    works = [figure for figure in figures if figure.role == "work"]
    recoveries = {figure.rep_index: figure for figure in figures if figure.role == "recovery"}
    hilly = any(
        work.grade_pct is not None and abs(work.grade_pct) >= FLAT_REP_GRADE_PCT for work in works
    )
    reps = tuple(
        _rep(
            work,
            recoveries.get(work.rep_index) if work.rep_index is not None else None,
            place=place,
            hilly=hilly,
            athlete=athlete,
        )
        for place, work in enumerate(works, start=1)
    )
    return _with_believed_steps(reps)


def _with_believed_steps(reps: tuple[Rep, ...]) -> tuple[Rep, ...]:
    """Step lengths of one source, by the rule of `physiology.steps`: the device's where they agree
    with speed over cadence, else that, also where the device recorded none."""
    lengths_cm = [rep.step_length_cm for rep in reps if rep.step_length_cm is not None]
    points = [
        StepPoint(speed_mps=rep.speed_mps, cadence_spm=rep.cadence_spm)
        for rep in reps
        if rep.speed_mps is not None and rep.cadence_spm is not None
    ]
    if len(points) < len(reps):
        return reps
    if len(lengths_cm) == len(reps) and agree_with_speed(points, lengths_cm):
        return reps
    return tuple(
        replace(rep, step_length_cm=step_length_cm(point.speed_mps, point.cadence_spm))
        for rep, point in zip(reps, points, strict=True)
    )


def like_groups(reps: Sequence[Rep]) -> tuple[tuple[Rep, ...], ...]:
    """Repetitions of like distance together, each group in the order they were run."""
    groups: list[list[Rep]] = []
    for rep in sorted(reps, key=lambda rep: rep.distance_m):
        if groups and rep.distance_m <= LIKE_LENGTH_RATIO * groups[-1][0].distance_m:
            groups[-1].append(rep)
        else:
            groups.append([rep])
    return tuple(tuple(sorted(group, key=lambda rep: rep.start_elapsed_s)) for group in groups)


def first_and_last(reps: Sequence[Rep]) -> tuple[Rep, Rep] | None:
    """Two like repetitions as far apart as possible; None: no two are alike.

    The first and the last of the session where those are alike (a pyramid's ends are), else those
    of the largest group of like ones.
    """
    groups = [group for group in like_groups(reps) if len(group) > 1]
    if not groups:
        return None
    whole = [group for group in groups if reps[0] in group and reps[-1] in group]
    chosen = whole[0] if whole else max(groups, key=len)
    return chosen[0], chosen[-1]


def heart_rate_drop_pct(work_end_bpm: float, recovery_end_bpm: float) -> float:
    """(W - R) / W in percent: how much of the heart rate a recovery took away."""
    return PERCENT * (work_end_bpm - recovery_end_bpm) / work_end_bpm


def heart_rate_retention_pct(work_end_bpm: float, recovery_end_bpm: float) -> float:
    """R / W in percent: how much of it was left."""
    return PERCENT * recovery_end_bpm / work_end_bpm


def recovery_end_bpm(work_end_bpm: float, drop_pct: float) -> float:
    """The heart rate at the end of a recovery that drops by so many percent."""
    return work_end_bpm * (1.0 - drop_pct / PERCENT)


def mean_known(values: Iterable[float | None]) -> float | None:
    """Mean of what is known; None: nothing is."""
    numbers = [value for value in values if value is not None]
    return statistics.fmean(numbers) if numbers else None


def _rep(
    work: SegmentFigures,
    recovery: SegmentFigures | None,
    *,
    place: int,
    hilly: bool,
    athlete: Athlete,
) -> Rep:
    end_bpm = work.heart_rate_end_bpm
    comparable_mps = work.grade_adjusted_speed_mps if hilly else work.speed_mps
    threshold_mps = reliable_value(athlete, "threshold_speed_mps")
    return Rep(
        rep_index=place if work.rep_index is None else work.rep_index,
        start_elapsed_s=work.start_elapsed_s,
        end_elapsed_s=work.end_elapsed_s,
        running_s=work.running_s,
        distance_m=work.distance_m,
        running_distance_m=work.running_distance_m,
        speed_mps=work.speed_mps,
        comparable_speed_mps=comparable_mps,
        speed_of_threshold_frac=_ratio(comparable_mps, threshold_mps),
        heart_rate_bpm=work.heart_rate_bpm,
        heart_rate_end_bpm=end_bpm,
        heart_rate_of_max_pct=_pct(_ratio(end_bpm, reliable_value(athlete, "heart_rate_max_bpm"))),
        power_w=work.power_w,
        step_length_cm=work.step_length_cm,
        cadence_spm=work.cadence_spm,
        gct_ms=work.gct_ms,
        vo_cm=work.vo_cm,
        vr_pct=work.vr_pct,
        recovery=None if recovery is None else _after(recovery),
    )


def _after(recovery: SegmentFigures) -> RepRecovery:
    return RepRecovery(
        duration_s=recovery.duration_s,
        distance_m=recovery.distance_m,
        covered_speed_mps=recovery.covered_speed_mps,
        heart_rate_end_bpm=recovery.heart_rate_end_bpm,
    )


def _ratio(value: float | None, reference: float | None) -> float | None:
    return None if value is None or reference is None else value / reference


def _pct(share_frac: float | None) -> float | None:
    return None if share_frac is None else PERCENT * share_frac


RETENTION_GOOD_PCT = 80.0
RETENTION_FINE_PCT = 85.0
_TOLERANCE = 1e-9

RetentionClass = Literal["good", "fine", "too_fast"]
"""Share of the heart rate still there after a recovery: up to 80 %, up to 85 %, above."""


@frozen
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
