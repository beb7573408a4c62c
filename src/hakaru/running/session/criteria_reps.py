"""Did the repetitions and their recoveries serve their purpose? Their rows of the tables.

Work: variation of speed over like repetitions, zones 4-5, 85-95 % of maximum heart rate at the end
of a repetition, form (resolutions row 54), length of a repetition 2-5 min and of all of them
10-25 min (row 22). Recovery: retention (row 18), a jog not faster than 75 % of threshold speed (the
requirement's 6:30-7:00/km is 65-70 %; walking and standing are recoveries too), heart rate down to
75 % of maximum. Rows that the stars of T §4 do not ask for, or that say the same as another row,
are shown without counting.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from hakaru.core.units import SECONDS_PER_MINUTE, speed_to_pace_s_per_km
from hakaru.running.arithmetic import DECLINE_ACCEPTABLE_PCT as STEP_DECLINE_PCT
from hakaru.running.physiology.power import DECLINE_ACCEPTABLE_PCT as POWER_DECLINE_PCT
from hakaru.running.physiology.power import EVEN_CV_FRAC
from hakaru.running.session.criteria import Missing, Target, judge
from hakaru.running.session.criteria_intensity import intensity_criteria
from hakaru.running.session.criteria_measures import Stretch, why_missing
from hakaru.running.session.criteria_targets import (
    PaceBand,
    of_max_target,
    pace_target,
    share_pct,
)
from hakaru.running.session.intervals import RETENTION_FINE_PCT, IntervalFigures
from hakaru.running.session.intervals_reps import mean_known
from hakaru.running.session.rating import Criterion, CriterionName
from hakaru.running.verdict import FormEvaluation

WORK_CV_FRAC = 0.02
WORK_LOW_OF_MAX_FRAC = 0.85
WORK_HIGH_OF_MAX_FRAC = 0.95
REP_MIN_S = 2.0 * SECONDS_PER_MINUTE
REP_MAX_S = 5.0 * SECONDS_PER_MINUTE
WORK_MIN_S = 10.0 * SECONDS_PER_MINUTE
WORK_MAX_S = 25.0 * SECONDS_PER_MINUTE
HEART_RATE_RISE_BPM = 5.0
RECOVERY_OF_MAX_FRAC = 0.75
RECOVERY_FAST_FRAC = 0.75
RECOVERY_S_PER_KM: PaceBand = (390.0, 420.0)


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A criterion that is one field of the interval figures."""

    name: CriterionName
    field: str
    target: Target
    missing: Missing


_WORK_CONSISTENCY = _Row(
    name="work_consistency",
    field="work_cv_frac",
    target=Target(unit="frac", high=WORK_CV_FRAC, below=True),
    missing="like_reps",
)
_RETENTION = _Row(
    name="heart_rate_retention",
    field="heart_rate_retention_pct",
    target=Target(unit="pct", high=RETENTION_FINE_PCT),
    missing="recoveries",
)
_SHOWN = (
    _Row(
        name="heart_rate_rise",
        field="heart_rate_rise_bpm",
        target=Target(unit="bpm", high=HEART_RATE_RISE_BPM, below=True, counts=False),
        missing="heart_rate",
    ),
    _Row(
        name="power_consistency",
        field="power_cv_frac",
        target=Target(unit="frac", high=EVEN_CV_FRAC["work"], below=True, counts=False),
        missing="power",
    ),
    _Row(
        name="power_decline",
        field="power_decline_pct",
        target=Target(unit="pct", high=POWER_DECLINE_PCT, counts=False),
        missing="power",
    ),
    _Row(
        name="step_length_decline",
        field="step_length_decline_pct",
        target=Target(unit="pct", high=STEP_DECLINE_PCT, counts=False),
        missing="step_length",
    ),
)


_OF_HEART_RATE: frozenset[Missing] = frozenset({"heart_rate", "recoveries"})
"""Rows that compare heart rate at the ends of segments, which laps do not tell."""


def work_criteria(
    part: Stretch, intervals: IntervalFigures | None, *, form: FormEvaluation | None
) -> tuple[Criterion, ...]:
    """Rows of the work. `form`: the stored verdict over the work segments, None: there is none."""
    responds = _heart_rate_responds(part)
    return (
        _of_reps(_WORK_CONSISTENCY, part, intervals),
        *intensity_criteria(part, responds=responds),
        _heart_rate_of_max(part),
        _form(part, form),
        *_lengths(part),
        *(_of_reps(row, part, intervals) for row in _SHOWN),
    )


def recovery_criteria(part: Stretch, intervals: IntervalFigures | None) -> tuple[Criterion, ...]:
    """Rows of the recoveries."""
    return (
        _of_reps(_RETENTION, part, intervals),
        _recovery_pace(part),
        _recovery_heart_rate(part, intervals),
    )


def _of_reps(row: _Row, part: Stretch, intervals: IntervalFigures | None) -> Criterion:
    value = None if intervals is None else getattr(intervals, row.field)
    missing: Missing = "like_reps" if intervals is None else row.missing
    if missing in _OF_HEART_RATE:
        missing = why_missing(part, missing)
    return judge(
        row.name, row.target, value=value, missing=missing if part.parts else "phase_absent"
    )


def _heart_rate_responds(part: Stretch) -> bool:
    """Whether repetitions last long enough for heart rate to follow (2 min, and no sprints)."""
    if part.session.verdict.training_type == "sprint" or not part.parts:
        return False
    return statistics.median(rep.duration_s for rep in part.parts) >= REP_MIN_S


def _heart_rate_of_max(part: Stretch) -> Criterion:
    """Mean over the repetitions of the heart rate at their end, of maximum.

    Shown without counting: T §4 does not ask for it, and more than 95 % is no work left undone.
    """
    return _of_reference(
        "heart_rate_of_max",
        part,
        mean_known(rep.heart_rate_end_bpm for rep in part.parts),
        bounds_frac=(WORK_LOW_OF_MAX_FRAC, WORK_HIGH_OF_MAX_FRAC),
    )


def _recovery_heart_rate(part: Stretch, intervals: IntervalFigures | None) -> Criterion:
    """Mean heart rate at the end of the recoveries; the retention row counts in its place."""
    ends_bpm = (
        []
        if intervals is None
        else [rep.recovery.heart_rate_end_bpm for rep in intervals.reps if rep.recovery is not None]
    )
    return _of_reference(
        "recovery_heart_rate",
        part,
        mean_known(ends_bpm),
        bounds_frac=(None, RECOVERY_OF_MAX_FRAC),
    )


def _of_reference(
    name: CriterionName,
    part: Stretch,
    beats_bpm: float | None,
    *,
    bounds_frac: tuple[float | None, float],
) -> Criterion:
    target, reference_bpm = of_max_target(part.session.athlete, bounds_frac=bounds_frac)
    missing: Missing = "heart_rate_reference"
    if beats_bpm is None:
        missing = why_missing(part, "heart_rate")
    return judge(
        name,
        target,
        value=share_pct(beats_bpm, reference_bpm),
        missing=missing if part.parts else "phase_absent",
    )


def _form(part: Stretch, form: FormEvaluation | None) -> Criterion:
    """How many metrics of the personal verdict need improvement: none is asked for."""
    value = None
    if form is not None and form.unrated is None and part.parts:
        value = float(sum(bool(verdict.needs_improvement) for verdict in form.scored))
    return judge(
        "form",
        Target(unit="count", high=0.0, basis="athlete"),
        value=value,
        missing="form_verdict" if part.parts else "phase_absent",
    )


def _lengths(part: Stretch) -> tuple[Criterion, ...]:
    """Length of a repetition and of all: what trains maximal oxygen uptake, so not of sprints."""
    if part.session.verdict.training_type == "sprint":
        return ()
    durations_s = [rep.duration_s for rep in part.parts]
    return (
        judge(
            "work_duration",
            Target(unit="s", low=REP_MIN_S, high=REP_MAX_S, counts=False),
            value=statistics.median(durations_s) if durations_s else None,
            missing="phase_absent",
        ),
        judge(
            "work_total",
            Target(unit="s", low=WORK_MIN_S, high=WORK_MAX_S, counts=False),
            value=part.duration_s if durations_s else None,
            missing="phase_absent",
        ),
    )


def _recovery_pace(part: Stretch) -> Criterion:
    """Of all its time, walking and standing included: a walk in which a few seconds were run would
    else pass for a fast jog."""
    target = pace_target(
        part.session.athlete,
        fast_frac=RECOVERY_FAST_FRAC,
        slow_frac=None,
        default_s_per_km=RECOVERY_S_PER_KM,
        counts=False,
    )
    moved = part.distance_m > 0.0 and part.duration_s > 0.0
    return judge(
        "pace",
        target,
        value=speed_to_pace_s_per_km(part.distance_m / part.duration_s) if moved else None,
        missing="speed" if part.parts else "phase_absent",
    )
