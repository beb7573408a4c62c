"""Power, oxygen uptake, threshold, steps and stiffness of a session.

All of it for the part that speaks for the session (`target.py`). A figure whose measurement or
whose reference (the athlete's on that day) is missing or a wide guess is None.

Percentiles of one maker's users, whatever their speed: context beside a verdict, never scored.
Makers change their bands, so that sets carry a version. Set `chest_strap_1`: the colours that two
public programs agree on (research running.md §2.4); cadence counts both feet.

Even or not is told by what the phases judge: like repetitions, or equal distances of the main part.
So one session has one variation of power.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.activity import FloatArray, SensorGroup
from hakaru.running.arithmetic import PowerCost, decline_pct, power_cost, weighted_mean
from hakaru.running.athlete.known import (
    Disagreement,
    MaxShareZone,
    disagreement,
    is_circular,
    is_reliable,
    max_share_zone,
    reliable_value,
)
from hakaru.running.athlete.model import Athlete, Known
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.environment.grade import (
    LEVEL_SUB_SPORTS,
    mean_level_speed_mps,
    recorded_level_speed_mps,
    smooth_level_speed_mps,
)
from hakaru.running.physiology.oxygen import (
    Standing,
    TrainingSpeed,
    UtilisationClass,
    UtilisationKind,
    fitness_age_years,
    is_vo2_max,
    speed_of_vo2_mps,
    standing,
    training_speeds,
    typical_gain_ml_per_kg_min,
    utilisation_class,
    utilisation_pct,
    vo2_max_of_threshold,
)
from hakaru.running.physiology.power import (
    ConsistencyKind,
    PowerFigures,
    Target,
    ThresholdFigures,
    ZoneTimes,
    normalised_mean,
    per_second,
    power_consistency,
    power_decline_class,
    power_zone_times_s,
    read_target,
    relative_share_pct,
    target_column,
    target_mean,
    threshold_class,
    threshold_share_pct,
    time_above_threshold_s,
)
from hakaru.running.physiology.steps import (
    Body,
    StepFigures,
    StiffnessFigures,
    step_figures,
    stiffness_figures,
)
from hakaru.running.session.criteria import (
    KINDS,
    equal_pieces,
    main_stretch,
    variation_of_pieces_frac,
)
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import SessionInput, TrainingType
from hakaru.running.validity import within_window

GaugeZone = Literal["purple", "blue", "green", "orange", "red"]
BalanceBand = Literal["good", "fair", "poor"]
GaugeMetric = Literal["gct_ms", "vo_cm", "vr_pct", "cadence_spm"]
GaugeVersion = Literal["chest_strap_1"]
GAUGE_METRICS: tuple[GaugeMetric, ...] = ("gct_ms", "vo_cm", "vr_pct", "cadence_spm")

ZONES: tuple[GaugeZone, ...] = ("purple", "blue", "green", "orange", "red")

CUTS: Mapping[GaugeVersion, Mapping[GaugeMetric, tuple[float, float, float, float]]] = {
    "chest_strap_1": {
        "gct_ms": (208.0, 241.0, 273.0, 306.0),
        "vo_cm": (6.7, 8.4, 10.1, 11.9),
        "vr_pct": (6.1, 7.5, 8.7, 10.2),
        "cadence_spm": (186.0, 174.0, 163.0, 151.0),
    }
}
"""Where the next zone begins: from purple to red upwards, for cadence downwards. The bands are
printed in steps of a unit; a value between two steps belongs to the band below it."""

BALANCE_CUTS_PCT: tuple[float, float] = (0.8, 2.3)
"""Distance of the left share from 50 % at which a balance is fair, and poor (49.3-50.7 is good,
47.8-52.2 fair)."""

POD_METRICS: frozenset[GaugeMetric] = frozenset({"gct_ms", "cadence_spm"})
"""What the set says about a foot or waist pod: its oscillation has bands of its own."""

_TOLERANCE = 1e-9


@frozen
class GaugeReading:
    """One value in its metric's unit, and its colour."""

    metric: GaugeMetric
    value: float
    zone: GaugeZone
    version: GaugeVersion


def gauge_zone(
    metric: GaugeMetric, value: float, *, version: GaugeVersion = "chest_strap_1"
) -> GaugeZone:
    """The colour of a value in its metric's unit."""
    cuts = CUTS[version][metric]
    if cuts[0] < cuts[-1]:
        return ZONES[sum(value >= cut - _TOLERANCE for cut in cuts)]
    return ZONES[sum(value < cut - _TOLERANCE for cut in cuts)]


def gauge_readings(
    means: Mapping[GaugeMetric, float | None],
    sensor_group: SensorGroup | None,
    *,
    version: GaugeVersion = "chest_strap_1",
) -> tuple[GaugeReading, ...]:
    """The colours of what was measured by a sensor that the set is about; others get none."""
    if sensor_group is None or not sensor_group.startswith("garmin"):
        return ()
    return tuple(
        GaugeReading(
            metric=metric,
            value=value,
            zone=gauge_zone(metric, value, version=version),
            version=version,
        )
        for metric, value in means.items()
        if value is not None and (sensor_group != "garmin-pod" or metric in POD_METRICS)
    )


def balance_band(left_pct: float) -> BalanceBand:
    """The band of a left share of contact time."""
    off_pct = abs(left_pct - 50.0)
    fair_from_pct, poor_from_pct = BALANCE_CUTS_PCT
    if off_pct < fair_from_pct - _TOLERANCE:
        return "good"
    return "fair" if off_pct < poor_from_pct - _TOLERANCE else "poor"


Topic = Literal["power", "vo2_max", "threshold"]
"""What T grades; steps and stiffness it does not, so that they are shown wherever measured."""

IMPORTANCE: Mapping[Topic, Mapping[TrainingType, int]] = {
    "power": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 4,
        "race": 4,
        "interval": 5,
        "sprint": 5,
    },
    "vo2_max": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 3,
        "race": 3,
        "interval": 5,
        "sprint": 5,
    },
    "threshold": {
        "recovery": 1,
        "low_moderate": 2,
        "aerobic_base": 2,
        "long_run": 2,
        "trail": 2,
        "tempo_threshold": 5,
        "race": 5,
        "interval": 4,
        "sprint": 4,
    },
}
"""1 (reference only) to 5 (decisive). A long run counts as an aerobic base run."""

SHOWN_FROM = 2
"""A report shows figures from this importance on; below it they are for reference only."""


def importance(topic: Topic, training_type: TrainingType) -> int | None:
    """1..5. None: the type of the session is not known."""
    return IMPORTANCE[topic].get(training_type)


def topics_shown(training_type: TrainingType) -> tuple[Topic, ...]:
    """What a report shows of this session, most important first; everything of an unknown type."""
    graded = {topic: importance(topic, training_type) for topic in IMPORTANCE}
    shown = [topic for topic, grade in graded.items() if grade is None or grade >= SHOWN_FROM]
    return tuple(sorted(shown, key=lambda topic: -(graded[topic] or SHOWN_FROM)))


_CONSISTENCY_KINDS: dict[TrainingType, ConsistencyKind] = {
    "tempo_threshold": "main",
    "interval": "work",
    "sprint": "work",
}


def session_power(
    session: SessionInput, target: Target, *, speed_mps: float | None
) -> PowerFigures | None:
    """The power of the target part, run at `speed_mps`. None: no power was measured in it.

    What is relative to critical power is None where that is unknown or a wide guess.
    """
    power_w = target_column(session, target, column="power_w")
    mean_w = target_mean(power_w, target)
    if mean_w is None:
        return None
    inside_w = np.where(target.inside, power_w, np.nan)
    normalized_w = normalised_mean(per_second(inside_w, target.motion.active_s))
    critical_w = reliable_value(session.athlete, "critical_power_w")
    cost = _cost(session, mean_w, speed_mps)
    cv, fallen = _spread(session)
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
        zone_s=_zone_times(session, inside_w, target, critical_w),
        energy_j_per_km=None if cost is None else cost.energy_j_per_km,
        energy_j_per_kg_m=None if cost is None else cost.energy_j_per_kg_m,
        running_effectiveness=None if cost is None else cost.running_effectiveness,
    )


def _cost(session: SessionInput, mean_w: float, speed_mps: float | None) -> PowerCost | None:
    if speed_mps is None:
        return None
    pace_s_per_km = speed_to_pace_s_per_km(speed_mps)
    return power_cost(mean_w, pace_s_per_km, mass_kg=session.athlete.value("weight_kg"))


def _zone_times(
    session: SessionInput, inside_w: FloatArray, target: Target, critical_w: float | None
) -> ZoneTimes | None:
    if critical_w is None:
        return None
    return power_zone_times_s(
        inside_w,
        target.motion.active_s,
        critical_power_w=critical_w,
        bounds_frac=session.settings.power_zones_frac,
    )


def _spread(session: SessionInput) -> tuple[float | None, float | None]:
    """Variation of power, and its loss from first to last in percent; None: too few to tell."""
    if KINDS[session.verdict.training_type] == "reps":
        reps = interval_figures(session.figures, session.athlete)
        return (None, None) if reps is None else (reps.power_cv_frac, reps.power_decline_pct)
    powers_w = equal_pieces(main_stretch(session)).power_w
    cv = variation_of_pieces_frac(powers_w)
    return cv, None if cv is None else decline_pct(powers_w[0], powers_w[-1])


_UTILISATION_KINDS: dict[TrainingType, UtilisationKind] = {
    "tempo_threshold": "threshold",
    "interval": "interval",
}


@frozen
class SourceUse:
    """The session in percent of one source's VO2max; `utilisation` None: no range is meant for this
    type of session."""

    source: Known
    used_pct: float
    utilisation: UtilisationClass | None


@frozen
class Vo2Figures:
    """The session against the runner's VO2max, where that is more than a wide guess.

    `speed_mps` is that of the target part, corrected for slopes where they are known.
    `utilisation_pct` and `utilisation` are by the VO2max that is believed; `by_source` has the same
    for every source, that one first: the watch's, the runner's, what threshold pace implies, what
    heart rate shows. `utilisation` None: no range is meant for this type.
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


@frozen
class ShareOfMaximum:
    """Mean heart rate of the target part in percent of the maximum, and T's zone of it."""

    share_pct: float
    zone: MaxShareZone


@frozen
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
    level_mps = recorded_level_speed_mps(session.recording, target.motion)
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
        share_pct = relative_share_pct(smooth_mps, inside_s, threshold=threshold_mps)
        figures = replace(figures, speed_share_pct=share_pct)
    critical_w = reliable_value(athlete, "critical_power_w")
    if critical_w is not None:
        power_w = target_column(session, target, column="power_w")
        share_pct = relative_share_pct(power_w, inside_s, threshold=critical_w)
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
