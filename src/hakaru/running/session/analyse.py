"""Rate a session, and gather what is known about it into the one row that is kept.

The figures of a phase are those its criteria were judged by, not a second definition.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from hakaru.core.units import SECONDS_PER_HOUR, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import RunTotals
from hakaru.running.athlete.known import reliable_value
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.conditions import (
    EnvironmentFigures,
    mean_adjusted_speed_mps,
    session_environment,
)
from hakaru.running.environment.grade import PersonalGrade
from hakaru.running.environment.heat import HeatSlope
from hakaru.running.load import LoadFigures, session_load
from hakaru.running.metrics import MetricName
from hakaru.running.physiology.figures import PhysiologyFigures, session_physiology
from hakaru.running.session.criteria import Stretch, main_stretch, stretch
from hakaru.running.session.intervals import IntervalFigures, interval_figures
from hakaru.running.session.model import (
    SESSION_VERSION,
    Phase,
    SegmentFigures,
    SessionAnalysis,
    SessionInput,
    SessionRating,
    SessionSummary,
    Tally,
    tally,
)
from hakaru.running.session.phases import evaluate_phases
from hakaru.running.session.stars import rate_session
from hakaru.running.spans import run_totals
from hakaru.running.splits import Role, Split
from hakaru.running.verdict import FormEvaluation

PerformancePhase = Literal["warmup", "run", "recovery", "cooldown"]
"""`run` is the work of an interval session, else the main part."""

ROLES: Mapping[PerformancePhase, tuple[Role, ...]] = {
    "warmup": ("warmup",),
    "run": ("main", "work"),
    "recovery": ("recovery",),
    "cooldown": ("cooldown",),
}


@frozen
class PhasePerformance:
    """One phase. None: not measured; an absent phase has no splits.

    `splits` are the numbers of the splits that mostly belong to it; `tally` is what its criteria
    came to, as everywhere.
    """

    phase: PerformancePhase
    present: bool
    splits: tuple[int, ...]
    pace_s_per_km: float | None
    heart_rate_bpm: float | None
    tally: Tally


def phase_performances(
    session: SessionInput, phases: Sequence[Phase]
) -> tuple[PhasePerformance, ...]:
    """Warm-up, run, recovery (of repetitions only) and cool-down, in this order.

    Args:
        session: as the criteria saw it; of its recording only the presence of samples matters.
        phases: its rated phases.
    """
    rated = {phase.role: phase for phase in phases}
    performances: list[PhasePerformance] = []
    for name, roles in ROLES.items():
        phase = next((rated[role] for role in roles if role in rated), None)
        if phase is None:
            continue
        part = main_stretch(session) if phase.role == "main" else stretch(session, [phase.role])
        performances.append(_performance(name, part, phase=phase, splits=session.splits))
    return tuple(performances)


def _performance(
    name: PerformancePhase, part: Stretch, *, phase: Phase, splits: Sequence[Split]
) -> PhasePerformance:
    speed_mps = part.speed_mps
    roles = {segment.role for segment in part.parts}
    return PhasePerformance(
        phase=name,
        present=phase.present,
        splits=tuple(split.split_index for split in splits if _belongs(split, roles, part.parts)),
        pace_s_per_km=speed_to_pace_s_per_km(speed_mps) if speed_mps else None,
        heart_rate_bpm=part.heart_rate_bpm,
        tally=tally(phase.criteria),
    )


def _belongs(split: Split, roles: set[Role], parts: Sequence[SegmentFigures]) -> bool:
    """By its role; a split whose role was never decided, by where its middle lies."""
    if split.role is not None:
        return split.role in roles
    middle_s = (split.start_elapsed_s + split.end_elapsed_s) / 2.0
    return any(segment.start_elapsed_s <= middle_s < segment.end_elapsed_s for segment in parts)


Known = Mapping[str, float | None]
"""Fields of the row and their values."""

_HOUR_AND_A_HALF_S = 1.5 * SECONDS_PER_HOUR


@frozen
class SessionFigures:
    """Everything measured about one session, apart from its rating."""

    intervals: IntervalFigures | None
    physiology: PhysiologyFigures
    environment: EnvironmentFigures
    load: LoadFigures


def summarise(
    session: SessionInput, figures: SessionFigures, *, rating: SessionRating, now: datetime
) -> SessionSummary:
    """One session as one row; what was not measured stays None."""
    recording, verdict, structure = session.recording, session.verdict, session.structure
    totals = run_totals(recording, session.splits)
    means: dict[str, float | None] = {
        **_whole(totals),
        **_target(session.splits, figures.physiology, rating),
        **_intervals(figures.intervals),
        **_zones(session),
        **_physiology(figures.physiology),
        **_environment(figures.environment),
        **_load(figures.load),
        **_athlete(session),
    }
    return SessionSummary(
        activity_id=session.activity_id,
        activity_date=recording.day,
        started_at=recording.started_at,
        training_type=verdict.training_type,
        type_source=verdict.source,
        type_confidence_frac=verdict.confidence_frac,
        form=structure.form,
        structure_confidence_frac=structure.confidence_frac,
        totals_basis=totals.totals_basis,
        n_reps=structure.n_reps,
        n_strides=structure.n_strides,
        terrain=figures.environment.terrain,
        load_basis=figures.load.basis,
        session_stars=rating.stars,
        unrated=rating.unrated,
        analysed_at=now,
        code_version=SESSION_VERSION,
        **means,
    )


def in_short(session: SessionInput, *, totals: RunTotals, now: datetime) -> SessionSummary:
    """What later runs take of a session (`habits_on`), before it is measured and judged."""
    structure, recording = session.structure, session.recording
    verdict = session.verdict
    return SessionSummary(
        activity_id=session.activity_id,
        activity_date=recording.day,
        started_at=recording.started_at,
        training_type=verdict.training_type,
        type_source=verdict.source,
        type_confidence_frac=verdict.confidence_frac,
        form=structure.form,
        structure_confidence_frac=structure.confidence_frac,
        n_reps=structure.n_reps,
        n_strides=structure.n_strides,
        distance_m=totals.distance_m,
        elapsed_s=totals.elapsed_s,
        running_s=totals.running_s,
        running_speed_mps=totals.running_speed_mps,
        grade_adjusted_speed_mps=mean_adjusted_speed_mps(recording),
        analysed_at=now,
        code_version=SESSION_VERSION,
    )


def _whole(totals: RunTotals) -> Known:
    return {
        "distance_m": totals.distance_m,
        "timer_s": totals.timer_s,
        "elapsed_s": totals.elapsed_s,
        "speed_mps": totals.speed_mps,
        "heart_rate_bpm": totals.heart_rate_avg_bpm,
        "power_w": totals.power_avg_w,
        "recorded_until_s": totals.recorded_until_s,
        "recorded_distance_m": totals.recorded_distance_m,
        "running_s": totals.running_s,
        "running_distance_m": totals.running_distance_m,
        "running_speed_mps": totals.running_speed_mps,
        "running_heart_rate_bpm": totals.running_heart_rate_bpm,
        "running_power_w": totals.running_power_w,
    }


def _target(splits: Sequence[Split], physiology: PhysiologyFigures, rating: SessionRating) -> Known:
    target = [split for split in splits if split.is_target is not False]
    speed_mps = physiology.speed_mps
    return {
        "target_distance_m": math.fsum(split.running_distance_m for split in target)
        if target
        else None,
        "target_running_s": math.fsum(split.running_s for split in target) if target else None,
        "target_speed_mps": _speed_mps(target) if speed_mps is None else speed_mps,
        "target_grade_adjusted_speed_mps": physiology.grade_adjusted_speed_mps,
        "target_heart_rate_bpm": _mean(target, "heart_rate_bpm"),
        "target_power_w": _mean(target, "power_w"),
        "target_step_length_cm": _mean(target, "step_length_cm"),
        "target_cadence_spm": _mean(target, "cadence_spm"),
        "target_cv_frac": _cv_frac(rating),
    }


def _cv_frac(rating: SessionRating) -> float | None:
    """The variation that the rating judged: of repetitions, else of equal distances."""
    rows = [row for phase in rating.phases for row in phase.criteria]
    named = {row.name: row.value for row in rows}
    return named.get("work_consistency", named.get("pace_consistency"))


def _intervals(intervals: IntervalFigures | None) -> Known:
    if intervals is None:
        return {}
    return {
        "rep_distance_m": intervals.rep_distance_m,
        "rep_s": intervals.rep_s,
        "recovery_s": intervals.recovery_s,
        "heart_rate_drop_pct": intervals.heart_rate_drop_pct,
        "heart_rate_retention_pct": intervals.heart_rate_retention_pct,
        "heart_rate_rise_bpm": intervals.heart_rate_rise_bpm,
        "power_decline_pct": intervals.power_decline_pct,
        "step_length_decline_pct": intervals.step_length_decline_pct,
    }


def _zones(session: SessionInput) -> Known:
    if session.zone_s is None:
        return {}
    return {f"zone{zone}_s": time_s for zone, time_s in enumerate(session.zone_s, start=1)}


def _physiology(figures: PhysiologyFigures) -> Known:
    power, vo2, threshold = figures.power, figures.vo2, figures.threshold
    values: dict[str, float | None] = {
        "threshold_share_pct": threshold.heart_rate_share_pct,
        "above_threshold_s": threshold.above_threshold_s,
        "vo2_utilisation_pct": None if vo2 is None else vo2.utilisation_pct,
    }
    if power is not None:
        values["target_power_normalized_w"] = power.normalized_w
        values["power_cv_frac"] = power.cv_frac
        values["running_effectiveness"] = power.running_effectiveness
        values["energy_j_per_km"] = power.energy_j_per_km
        for zone, time_s in enumerate(power.zone_s or (), start=1):
            values[f"power_zone{zone}_s"] = time_s
    return values


def _environment(figures: EnvironmentFigures) -> Known:
    return {
        "grade_adjusted_speed_mps": figures.grade_adjusted_speed_mps,
        "climb_m_per_km": figures.climb_m_per_km,
        "temperature_c": figures.temperature_c,
        "relative_humidity_pct": figures.relative_humidity_pct,
        "wind_speed_mps": figures.wind.wind_speed_mps,
        "headwind_mps": figures.wind.headwind_mps,
    }


def _load(figures: LoadFigures) -> Known:
    return {
        "training_load_score": figures.training_load_score,
        "intensity_frac": figures.intensity_frac,
        "trimp_score": figures.trimp_score,
        "decoupling_pct": figures.decoupling.decoupling_pct,
        "durability_60_pct": figures.durability_pct(SECONDS_PER_HOUR),
        "durability_90_pct": figures.durability_pct(_HOUR_AND_A_HALF_S),
    }


def _athlete(session: SessionInput) -> Known:
    """What the session was judged by: a guess too wide to judge by is no figure of that day."""
    athlete = session.athlete
    return {
        "athlete_heart_rate_max_bpm": reliable_value(athlete, "heart_rate_max_bpm"),
        "athlete_lt_heart_rate_bpm": reliable_value(athlete, "lt_heart_rate_bpm"),
        "athlete_threshold_speed_mps": reliable_value(athlete, "threshold_speed_mps"),
        "athlete_critical_power_w": reliable_value(athlete, "critical_power_w"),
        "athlete_vo2_max_ml_per_kg_min": reliable_value(athlete, "vo2_max_ml_per_kg_min"),
        "athlete_weight_kg": athlete.value("weight_kg"),
    }


def _speed_mps(splits: Sequence[Split]) -> float | None:
    """Running distance over running time; None where nobody ran."""
    moving = [split for split in splits if split.speed_mps is not None and split.running_s > 0.0]
    if not moving:
        return None
    return math.fsum(split.running_distance_m for split in moving) / math.fsum(
        split.running_s for split in moving
    )


def _mean(splits: Sequence[Split], name: str) -> float | None:
    """Mean of a field over the splits that have it, weighted by running time."""
    weighted_values = [(getattr(split, name), split.running_s) for split in splits]
    pairs = [
        (value, weight_s)
        for value, weight_s in weighted_values
        if value is not None and weight_s > 0.0
    ]
    if not pairs:
        return None
    total_s = math.fsum(weight_s for _, weight_s in pairs)
    return math.fsum(value * weight_s for value, weight_s in pairs) / total_s


def measure(
    session: SessionInput,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
    *,
    heat: HeatSlope | None = None,
    grade: PersonalGrade | None = None,
) -> SessionFigures:
    """The figures of a session.

    `baselines`: what this runner usually shows with this sensor; `heat`, `grade`: how this
    runner's heart answers to warmth, and effort to slopes (None: not known).
    """
    known = baselines or {}
    return SessionFigures(
        intervals=interval_figures(session.figures, session.athlete),
        physiology=session_physiology(session, cadence_baseline=known.get("cadence")),
        environment=session_environment(session, heat, personal_grade=grade),
        load=session_load(session, baselines=baselines),
    )


def analyse(
    session: SessionInput,
    *,
    now: datetime,
    form: FormEvaluation | None = None,
    baselines: Mapping[MetricName, MetricBaseline] | None = None,
) -> SessionAnalysis:
    """The rating and the row. `now` is noted with it, nothing depends on it.

    `form` is the stored verdict on the form of the run; None: it has none.
    """
    rating = rate_session(session.verdict, evaluate_phases(session, form=form))
    return SessionAnalysis(
        summary=summarise(session, measure(session, baselines), rating=rating, now=now),
        verdict=session.verdict,
        rating=rating,
        athlete=session.athlete,
    )
