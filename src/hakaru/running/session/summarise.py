"""Which figures of a session go into the one row that is kept?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hakaru.core.units import SECONDS_PER_HOUR
from hakaru.running.athlete.known import reliable_value
from hakaru.running.environment.figures import EnvironmentFigures
from hakaru.running.load.figures import LoadFigures
from hakaru.running.physiology.figures import PhysiologyFigures
from hakaru.running.session.intervals import IntervalFigures
from hakaru.running.session.model import SessionInput
from hakaru.running.session.rating import SessionRating
from hakaru.running.session.summary import SessionSummary
from hakaru.running.session.version import SESSION_VERSION
from hakaru.running.splits import Split
from hakaru.running.totals import RunTotals
from hakaru.running.whole_run import run_totals

Known = Mapping[str, float | None]
"""Fields of the row and their values."""

_HOUR_AND_A_HALF_S = 1.5 * SECONDS_PER_HOUR


@dataclass(frozen=True, kw_only=True)
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


def _whole(totals: RunTotals) -> Known:
    return {
        "distance_m": totals.distance_m,
        "timer_s": totals.timer_s,
        "elapsed_s": totals.elapsed_s,
        "speed_mps": totals.speed_mps,
        "heart_rate_bpm": totals.heart_rate_avg_bpm,
        "power_w": totals.power_avg_w,
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
