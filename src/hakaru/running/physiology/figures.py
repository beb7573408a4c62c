"""What does a session say about power, oxygen uptake, threshold, steps and stiffness?

All of it for the part that speaks for the session (`target.py`). A figure whose measurement or
whose reference (the athlete's on that day) is missing or a wide guess is None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.athlete.known import Disagreement, disagreement, is_circular, reliable_value
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.terrain import LEVEL_SUB_SPORTS
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
from hakaru.running.physiology.power import PowerFigures
from hakaru.running.physiology.session_power import session_power
from hakaru.running.physiology.steps import StepFigures, step_figures
from hakaru.running.physiology.stiffness import Body, StiffnessFigures, stiffness_figures
from hakaru.running.physiology.target import Target, read_target, target_column, target_mean
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
from hakaru.running.validity import within_window

_UTILISATION_KINDS: dict[TrainingType, UtilisationKind] = {
    "tempo_threshold": "threshold",
    "interval": "interval",
}


@dataclass(frozen=True, kw_only=True)
class Vo2Figures:
    """The session against the runner's VO2max, where that is more than a wide guess.

    `speed_mps` is that of the target part, corrected for slopes where they are known.
    `circular`: VO2max and threshold speed come from one another, so that either says nothing new
    about a session that was understood by the other. Of a VO2max that the threshold implied
    `utilisation_pct` is None. `disagreement`: the two contradict each other (its `stale` says which
    looks out of date). `utilisation` None: circular, contradicted, or no range is meant for this
    type. `gain_*`: what some weeks of hard sessions usually lead to.
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
    circular: bool = False
    disagreement: Disagreement | None = None


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
        power=session_power(session, target, speed_mps=speed_mps),
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


def _vo2(session: SessionInput, speed_mps: float | None) -> Vo2Figures | None:
    athlete = session.athlete
    vo2_max = reliable_value(athlete, "vo2_max_ml_per_kg_min")
    if vo2_max is None:
        return None
    found, circular = athlete.known["vo2_max_ml_per_kg_min"], is_circular(athlete)
    implied = found.method == "threshold_speed"
    contradiction = disagreement(athlete)
    used_pct = None if speed_mps is None or implied else utilisation_pct(speed_mps, vo2_max)
    kind = _UTILISATION_KINDS.get(session.verdict.training_type)
    judged = not circular and contradiction is None
    low, high = typical_gain_ml_per_kg_min(vo2_max)
    return Vo2Figures(
        vo2_max_ml_per_kg_min=vo2_max,
        stale=found.stale,
        standing=standing(vo2_max, age_years=athlete.value("age_years"), sex=athlete.sex),
        vo2_max_speed_mps=speed_of_vo2_mps(vo2_max),
        speed_mps=speed_mps,
        utilisation_pct=used_pct,
        utilisation=utilisation_class(used_pct, kind)
        if judged and used_pct is not None and kind is not None
        else None,
        training_speeds=training_speeds(vo2_max),
        gain_low_ml_per_kg_min=low,
        gain_high_ml_per_kg_min=high,
        circular=circular,
        disagreement=contradiction,
    )


def _threshold(session: SessionInput, target: Target, level_mps: FloatArray) -> ThresholdFigures:
    athlete = session.athlete
    inside_s = np.where(target.inside, target.motion.active_s, 0.0)
    figures = _heart_rate_threshold(session, target, inside_s)
    threshold_mps = reliable_value(athlete, "threshold_speed_mps")
    if threshold_mps is not None:
        smooth_mps = smooth_level_speed_mps(level_mps, target.motion, inside=target.inside)
        share_pct = threshold_speed_share_pct(
            smooth_mps, inside_s, threshold_speed_mps=threshold_mps
        )
        figures = replace(figures, speed_share_pct=share_pct)
    critical_w = reliable_value(athlete, "critical_power_w")
    if critical_w is not None:
        power_w = target_column(session, target, column="power_w")
        share_pct = threshold_power_share_pct(power_w, inside_s, critical_power_w=critical_w)
        figures = replace(figures, power_share_pct=share_pct)
    return figures


def _heart_rate_threshold(
    session: SessionInput, target: Target, inside_s: FloatArray
) -> ThresholdFigures:
    lt_bpm = reliable_value(session.athlete, "lt_heart_rate_bpm")
    if lt_bpm is None:
        return ThresholdFigures()
    beats_bpm = target_column(session, target, column="heart_rate_bpm")
    share_pct = threshold_share_pct(beats_bpm, inside_s, lt_heart_rate_bpm=lt_bpm)
    judged = session.verdict.training_type == "tempo_threshold" and share_pct is not None
    return ThresholdFigures(
        heart_rate_share_pct=share_pct,
        held=threshold_class(share_pct) if judged and share_pct is not None else None,
        above_threshold_s=time_above_threshold_s(
            _recorded_beats_bpm(session), target.motion.observed_s, lt_heart_rate_bpm=lt_bpm
        ),
        target_above_threshold_s=time_above_threshold_s(
            beats_bpm, inside_s, lt_heart_rate_bpm=lt_bpm
        ),
        lt_heart_rate_stale=session.athlete.known["lt_heart_rate_bpm"].stale,
    )


def _recorded_beats_bpm(session: SessionInput) -> FloatArray:
    """Heart rate of the whole run, standing included; NaN where it is not possible."""
    series = session.recording.series
    beats_bpm = series.get("heart_rate_bpm")
    if beats_bpm is None:
        return np.full(series["elapsed_s"].shape, np.nan)
    return np.where(within_window(beats_bpm, "heart_rate_bpm"), beats_bpm, np.nan)


def _gauges(session: SessionInput, target: Target) -> tuple[GaugeReading, ...]:
    means = {
        metric: target_mean(target_column(session, target, column=metric), target)
        for metric in GAUGE_METRICS
    }
    return gauge_readings(means, session.recording.sensor_group)


def _balance(session: SessionInput, target: Target) -> BalanceBand | None:
    left_pct = target_mean(target_column(session, target, column="gct_balance_left_pct"), target)
    return None if left_pct is None else balance_band(left_pct)


def _speed_mps(target: Target) -> float | None:
    """Running distance over running time of the target; of its pieces where nothing was sampled."""
    running_s = float(target.motion.active_s[target.inside].sum())
    if running_s > 0.0:
        return float(target.motion.step_m[target.inside].sum()) / running_s
    known = [(piece.speed_mps, piece.running_s) for piece in target.pieces if piece.speed_mps]
    if not known:
        return None
    return weighted_mean([speed for speed, _ in known], [weight for _, weight in known])
