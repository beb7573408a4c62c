"""What does a session say about power, oxygen uptake, threshold, steps and stiffness?

All of it for the part that speaks for the session (`target.py`). A figure whose measurement or
whose reference (the athlete's on that day) is missing or a wide guess is None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from hakaru.core.units import PERCENT
from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.athlete.known import (
    Disagreement,
    disagreement,
    is_circular,
    is_reliable,
    reliable_value,
)
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.athlete.zones import MaxShareZone, max_share_zone
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.terrain import LEVEL_SUB_SPORTS
from hakaru.running.physiology.daniels import (
    TrainingSpeed,
    UtilisationClass,
    UtilisationKind,
    is_vo2_max,
    speed_of_vo2_mps,
    training_speeds,
    utilisation_class,
    utilisation_pct,
    vo2_max_of_threshold,
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
from hakaru.running.physiology.vo2max import (
    Standing,
    fitness_age_years,
    standing,
    typical_gain_ml_per_kg_min,
)
from hakaru.running.session.model import SessionInput, TrainingType
from hakaru.running.validity import within_window

_UTILISATION_KINDS: dict[TrainingType, UtilisationKind] = {
    "tempo_threshold": "threshold",
    "interval": "interval",
}


@dataclass(frozen=True, kw_only=True)
class SourceUse:
    """The session in percent of one source's VO2max; `utilisation` None: no range is meant for this
    type of session."""

    source: Known
    used_pct: float
    utilisation: UtilisationClass | None


@dataclass(frozen=True, kw_only=True)
class Vo2Figures:
    """The session against the runner's VO2max, where that is more than a wide guess.

    `speed_mps` is that of the target part, corrected for slopes where they are known.
    `utilisation_pct` and `utilisation` are by the VO2max that is believed; `by_source` has the same
    for every source, that one first: the watch's, the runner's, what threshold pace implies, what
    heart rate shows (resolutions row 87). `utilisation` None: no range is meant for this type.
    `circular`: VO2max and threshold speed come from one another. `disagreement`: the two contradict
    each other (its `stale` says which looks out of date). `gain_*`: what some weeks of hard
    sessions usually lead to. `fitness_age_years` None: age or sex is not known.
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
    by_source: tuple[SourceUse, ...] = ()
    fitness_age_years: float | None = None


@dataclass(frozen=True, kw_only=True)
class ShareOfMaximum:
    """Mean heart rate of the target part in percent of the maximum, and T's zone of it."""

    share_pct: float
    zone: MaxShareZone


@dataclass(frozen=True, kw_only=True)
class PhysiologyFigures:
    """Everything physiological about one session; `shown` is what a report of its type names,
    most important first (steps and stiffness wherever they are present). `gauges` and `balance` are
    a maker's colours, context only. `of_maximum`: where threshold heart rate is not known well
    enough but the maximum is, T's zone of the target part by its share of the maximum."""

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
    of_maximum: ShareOfMaximum | None = None


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
        of_maximum=_of_maximum(session, target),
    )


def _vo2(session: SessionInput, speed_mps: float | None) -> Vo2Figures | None:
    athlete = session.athlete
    vo2_max = reliable_value(athlete, "vo2_max_ml_per_kg_min")
    if vo2_max is None:
        return None
    known_vo2_max = athlete.known["vo2_max_ml_per_kg_min"]
    kind = _UTILISATION_KINDS.get(session.verdict.training_type)
    uses = () if speed_mps is None else _by_source(athlete, known_vo2_max, speed_mps, kind=kind)
    low, high = typical_gain_ml_per_kg_min(vo2_max)
    age_years, sex = athlete.value("age_years"), athlete.sex
    return Vo2Figures(
        vo2_max_ml_per_kg_min=vo2_max,
        stale=known_vo2_max.stale,
        standing=standing(vo2_max, age_years=age_years, sex=sex),
        vo2_max_speed_mps=speed_of_vo2_mps(vo2_max),
        speed_mps=speed_mps,
        utilisation_pct=uses[0].used_pct if uses else None,
        utilisation=uses[0].utilisation if uses else None,
        training_speeds=training_speeds(vo2_max),
        gain_low_ml_per_kg_min=low,
        gain_high_ml_per_kg_min=high,
        circular=is_circular(athlete),
        disagreement=disagreement(athlete),
        by_source=uses,
        fitness_age_years=fitness_age_years(vo2_max, age_years=age_years, sex=sex),
    )


def _by_source(
    athlete: Athlete, believed: Known, speed_mps: float, *, kind: UtilisationKind | None
) -> tuple[SourceUse, ...]:
    """The believed VO2max first, then every other source whose figure is no wide guess."""
    sources = [believed, *athlete.sources.get("vo2_max_ml_per_kg_min", ())]
    implied = _implied_by_threshold(athlete)
    if implied is not None and all(source.method != "threshold_speed" for source in sources):
        sources.append(implied)
    uses = []
    for source in sources:
        if is_reliable(source) and is_vo2_max(source.value):
            used_pct = utilisation_pct(speed_mps, source.value)
            klass = None if kind is None else utilisation_class(used_pct, kind)
            uses.append(SourceUse(source=source, used_pct=used_pct, utilisation=klass))
    return tuple(uses)


def _implied_by_threshold(athlete: Athlete) -> Known | None:
    """The VO2max whose 88 % is the threshold speed that is known; None: that one came from VO2max,
    or is a wide guess."""
    threshold = athlete.known.get("threshold_speed_mps")
    if threshold is None or threshold.method == "vo2_max" or not is_reliable(threshold):
        return None
    return Known(
        value=vo2_max_of_threshold(threshold.value),
        origin="estimated",
        method="threshold_speed",
        on=threshold.on,
        stale=threshold.stale,
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


def _of_maximum(session: SessionInput, target: Target) -> ShareOfMaximum | None:
    max_bpm = reliable_value(session.athlete, "heart_rate_max_bpm")
    if max_bpm is None or reliable_value(session.athlete, "lt_heart_rate_bpm") is not None:
        return None
    beats_bpm = target_mean(target_column(session, target, column="heart_rate_bpm"), target)
    if beats_bpm is None:
        return None
    return ShareOfMaximum(
        share_pct=PERCENT * beats_bpm / max_bpm, zone=max_share_zone(beats_bpm / max_bpm)
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
    weighted_speeds = [
        (piece.speed_mps, piece.running_s) for piece in target.pieces if piece.speed_mps
    ]
    if not weighted_speeds:
        return None
    return weighted_mean(
        [speed for speed, _ in weighted_speeds], [weight for _, weight in weighted_speeds]
    )
