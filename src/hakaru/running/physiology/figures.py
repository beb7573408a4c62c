"""What does a session say about power, oxygen uptake, threshold, steps and stiffness?

All of it for the part that speaks for the session (`target.py`). A figure whose measurement or
whose reference (the athlete's on that day) is missing is None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hakaru.running.activity import FloatArray, SeriesColumn
from hakaru.running.arithmetic import (
    PowerCost,
    decline_pct,
    power_cost,
    variation_frac,
    weighted_mean,
)
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.physiology.daniels import (
    TrainingSpeed,
    UtilisationClass,
    UtilisationKind,
    speed_of_vo2_mps,
    training_speeds,
    utilisation_class,
    utilisation_pct,
)
from hakaru.running.physiology.gauges import (
    GAUGE_METRICS,
    BalanceBand,
    GaugeReading,
    balance_band,
    gauge_readings,
)
from hakaru.running.physiology.importance import Topic, topics_shown
from hakaru.running.physiology.level import (
    level_speed_mps,
    mean_level_speed_mps,
    smooth_level_speed_mps,
)
from hakaru.running.physiology.power import (
    ConsistencyKind,
    PowerFigures,
    ZoneTimes,
    normalised_power_w,
    per_second,
    power_consistency,
    power_decline_class,
    power_zone_times_s,
)
from hakaru.running.physiology.steps import StepFigures, step_figures
from hakaru.running.physiology.stiffness import Body, StiffnessFigures, stiffness_figures
from hakaru.running.physiology.target import Piece, Target, read_target
from hakaru.running.physiology.threshold import (
    ThresholdFigures,
    threshold_class,
    threshold_power_share_pct,
    threshold_share_pct,
    threshold_speed_share_pct,
    time_above_threshold_s,
)
from hakaru.running.physiology.vo2max import Standing, standing, typical_gain_ml_per_kg_min
from hakaru.running.session.model import SessionInput, TrainingType
from hakaru.running.validity import valid_column
from hakaru.units import PERCENT, speed_to_pace_s_per_km

LEVEL_SUB_SPORTS = frozenset({"treadmill", "indoor_running", "track"})
"""Where the ground is level although no slope is recorded."""

_UTILISATION_KINDS: dict[TrainingType, UtilisationKind] = {
    "tempo_threshold": "threshold",
    "interval": "interval",
}
_CONSISTENCY_KINDS: dict[TrainingType, ConsistencyKind] = {
    "tempo_threshold": "main",
    "interval": "work",
    "sprint": "work",
}


@dataclass(frozen=True, kw_only=True)
class Vo2Figures:
    """The session against the runner's VO2max.

    `speed_mps` is that of the target part, corrected for slopes where they are known.
    `utilisation` None: no range is meant for this type. `gain_*`: what some weeks of hard
    sessions usually lead to.
    """

    vo2_max_ml_per_kg_min: float
    stale: bool
    standing: Standing | None
    vo2_max_speed_mps: float
    speed_mps: float | None
    utilisation_pct: float | None
    utilisation: UtilisationClass | None
    training_speeds: tuple[TrainingSpeed, ...]
    gain_low_ml_per_kg_min: float
    gain_high_ml_per_kg_min: float


@dataclass(frozen=True, kw_only=True)
class PhysiologyFigures:
    """Everything physiological about one session; `shown` is what a report of its type names,
    most important first (steps and stiffness wherever they are present). `gauges` and `balance` are
    a maker's colours, context only."""

    shown: tuple[Topic, ...]
    speed_mps: float | None
    grade_adjusted_speed_mps: float | None
    power: PowerFigures | None
    vo2: Vo2Figures | None
    threshold: ThresholdFigures
    steps: StepFigures | None
    stiffness: StiffnessFigures | None
    gauges: tuple[GaugeReading, ...]
    balance: BalanceBand | None


def session_physiology(
    session: SessionInput, *, cadence_baseline: MetricBaseline | None = None
) -> PhysiologyFigures:
    """The physiological figures of a session. A recording without samples gives what its splits
    show."""
    target = read_target(session)
    level_mps = level_speed_mps(session.recording, target.motion)
    speed_mps = _speed_mps(target)
    adjusted_mps = mean_level_speed_mps(level_mps, target.motion, inside=target.inside)
    body = Body(
        weight_kg=session.athlete.value("weight_kg"), height_cm=session.athlete.value("height_cm")
    )
    return PhysiologyFigures(
        shown=topics_shown(session.verdict.training_type),
        speed_mps=speed_mps,
        grade_adjusted_speed_mps=adjusted_mps,
        power=_power(session, target, speed_mps),
        vo2=_vo2(session, speed_mps if adjusted_mps is None else adjusted_mps),
        threshold=_threshold(session, target, level_mps),
        steps=step_figures(
            target.pieces, cadence_baseline=cadence_baseline, at=session.recording.started_at
        ),
        stiffness=stiffness_figures(
            target, body, level=session.recording.sub_sport in LEVEL_SUB_SPORTS
        ),
        gauges=_gauges(session, target),
        balance=_balance(session, target),
    )


def _power(session: SessionInput, target: Target, speed_mps: float | None) -> PowerFigures | None:
    power_w = _column(session, target, "power_w")
    mean_w = _mean(power_w, target)
    if mean_w is None:
        return None
    inside_w = np.where(target.inside, power_w, np.nan)
    normalized_w = normalised_power_w(per_second(inside_w, target.motion.active_s))
    critical_w = session.athlete.value("critical_power_w")
    cost = _cost(session, mean_w, speed_mps)
    cv, fallen = _spread(target.pieces)
    kind = _CONSISTENCY_KINDS.get(session.verdict.training_type)
    return PowerFigures(
        mean_w=mean_w,
        normalized_w=normalized_w,
        variability_factor=None if normalized_w is None else normalized_w / mean_w,
        critical_power_share_pct=None if critical_w is None else PERCENT * mean_w / critical_w,
        cv_frac=cv,
        consistency=None if cv is None or kind is None else power_consistency(cv, kind),
        decline_pct=fallen,
        decline=None if fallen is None else power_decline_class(fallen),
        zone_s=_zone_times(inside_w, target, critical_w),
        energy_j_per_km=None if cost is None else cost.energy_j_per_km,
        energy_j_per_kg_m=None if cost is None else cost.energy_j_per_kg_m,
        running_effectiveness=None if cost is None else cost.running_effectiveness,
    )


def _cost(session: SessionInput, mean_w: float, speed_mps: float | None) -> PowerCost | None:
    if speed_mps is None:
        return None
    pace_s_per_km = speed_to_pace_s_per_km(speed_mps)
    return power_cost(mean_w, pace_s_per_km, mass_kg=session.athlete.value("weight_kg"))


def _zone_times(inside_w: FloatArray, target: Target, critical_w: float | None) -> ZoneTimes | None:
    if critical_w is None:
        return None
    return power_zone_times_s(inside_w, target.motion.active_s, critical_power_w=critical_w)


def _spread(pieces: tuple[Piece, ...]) -> tuple[float | None, float | None]:
    """Variation of power over the pieces, and its loss from first to last in percent."""
    powers_w = [piece.power_w for piece in pieces if piece.power_w is not None]
    if len(powers_w) < 2 or len(powers_w) < len(pieces):
        return None, None
    return variation_frac(powers_w), decline_pct(powers_w[0], powers_w[-1])


def _vo2(session: SessionInput, speed_mps: float | None) -> Vo2Figures | None:
    found = session.athlete.known.get("vo2_max_ml_per_kg_min")
    if found is None:
        return None
    used_pct = None if speed_mps is None else utilisation_pct(speed_mps, found.value)
    kind = _UTILISATION_KINDS.get(session.verdict.training_type)
    low, high = typical_gain_ml_per_kg_min(found.value)
    return Vo2Figures(
        vo2_max_ml_per_kg_min=found.value,
        stale=found.stale,
        standing=standing(
            found.value, age_years=session.athlete.value("age_years"), sex=session.athlete.sex
        ),
        vo2_max_speed_mps=speed_of_vo2_mps(found.value),
        speed_mps=speed_mps,
        utilisation_pct=used_pct,
        utilisation=None if used_pct is None or kind is None else utilisation_class(used_pct, kind),
        training_speeds=training_speeds(found.value),
        gain_low_ml_per_kg_min=low,
        gain_high_ml_per_kg_min=high,
    )


def _threshold(session: SessionInput, target: Target, level_mps: FloatArray) -> ThresholdFigures:
    athlete = session.athlete
    inside_s = np.where(target.inside, target.motion.active_s, 0.0)
    figures = _heart_rate_threshold(session, target, inside_s)
    threshold_mps = athlete.value("threshold_speed_mps")
    if threshold_mps is not None:
        smooth_mps = smooth_level_speed_mps(level_mps, target.motion, inside=target.inside)
        share_pct = threshold_speed_share_pct(
            smooth_mps, inside_s, threshold_speed_mps=threshold_mps
        )
        figures = replace(figures, speed_share_pct=share_pct)
    critical_w = athlete.value("critical_power_w")
    if critical_w is not None:
        power_w = _column(session, target, "power_w")
        share_pct = threshold_power_share_pct(power_w, inside_s, critical_power_w=critical_w)
        figures = replace(figures, power_share_pct=share_pct)
    return figures


def _heart_rate_threshold(
    session: SessionInput, target: Target, inside_s: FloatArray
) -> ThresholdFigures:
    known = session.athlete.known.get("lt_heart_rate_bpm")
    if known is None:
        return ThresholdFigures()
    beats_bpm = _column(session, target, "heart_rate_bpm")
    share_pct = threshold_share_pct(beats_bpm, inside_s, lt_heart_rate_bpm=known.value)
    judged = session.verdict.training_type == "tempo_threshold" and share_pct is not None
    return ThresholdFigures(
        heart_rate_share_pct=share_pct,
        held=threshold_class(share_pct) if judged and share_pct is not None else None,
        above_threshold_s=time_above_threshold_s(
            beats_bpm, target.motion.running_s, lt_heart_rate_bpm=known.value
        ),
        target_above_threshold_s=time_above_threshold_s(
            beats_bpm, inside_s, lt_heart_rate_bpm=known.value
        ),
        lt_heart_rate_stale=known.stale,
    )


def _gauges(session: SessionInput, target: Target) -> tuple[GaugeReading, ...]:
    means = {metric: _mean(_column(session, target, metric), target) for metric in GAUGE_METRICS}
    return gauge_readings(means, session.recording.sensor_group)


def _balance(session: SessionInput, target: Target) -> BalanceBand | None:
    left_pct = _mean(_column(session, target, "gct_balance_left_pct"), target)
    return None if left_pct is None else balance_band(left_pct)


def _column(session: SessionInput, target: Target, column: SeriesColumn) -> FloatArray:
    return valid_column(session.recording.series, column, running=target.motion.running)


def _speed_mps(target: Target) -> float | None:
    """Running distance over running time of the target; of its pieces where nothing was sampled."""
    running_s = float(target.motion.active_s[target.inside].sum())
    if running_s > 0.0:
        return float(target.motion.step_m[target.inside].sum()) / running_s
    known = [(piece.speed_mps, piece.running_s) for piece in target.pieces if piece.speed_mps]
    if not known:
        return None
    return weighted_mean([speed for speed, _ in known], [weight for _, weight in known])


def _mean(values: FloatArray, target: Target) -> float | None:
    """Time-weighted mean over the target part; None: nothing measured there."""
    known = target.inside & np.isfinite(values)
    weight_s = target.motion.active_s[known]
    if not weight_s.sum() > 0.0:
        return None
    return float(values[known] @ weight_s / weight_s.sum())
