"""What would the next training be, in the runner's own figures?"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.athlete.zones import heart_rate_zones
from hakaru.running.physiology.daniels import training_speeds, vo2_max_of_threshold
from hakaru.running.physiology.threshold import HEART_RATE_MARGIN_BPM
from hakaru.running.session.model import TrainingType
from hakaru.running.session.summary import SessionSummary
from hakaru.running.similar.search import compared_distance_m, compared_pace_s_per_km
from hakaru.running.similar.tolerances import FAMILIES, TOLERANCES
from hakaru.units import speed_to_pace_s_per_km

TargetsBasis = Literal["this_session", "earlier_session", "athlete", "none"]
"""Where the ranges come from: a session that is repeated, or the runner's own figures."""

Range = tuple[float, float]

EASY_RUNS_MIN = 3
EASY_SPREAD_FRAC = 0.15


@dataclass(frozen=True, kw_only=True)
class Targets:
    """Volume and intensity, as ranges (low, high); pace from fast to slow. None: not known.

    `distance_m` is the main part of a tempo run, else the whole run.
    """

    training_type: TrainingType
    basis: TargetsBasis
    distance_m: Range | None = None
    pace_s_per_km: Range | None = None
    heart_rate_bpm: Range | None = None
    n_reps: int | None = None
    rep_distance_m: float | None = None
    rep_s: float | None = None
    recovery_s: float | None = None


def repeat_targets(model: SessionSummary, athlete: Athlete, *, is_this: bool) -> Targets:
    """The same again: ranges are the tolerances within which sessions count as similar."""
    family = FAMILIES[model.training_type]
    tolerance = TOLERANCES[family]
    pace, distance_m = compared_pace_s_per_km(model), compared_distance_m(model)
    spread_frac = tolerance.distance_frac
    reps = family == "interval" and model.n_reps > 0
    return Targets(
        training_type=model.training_type,
        basis="this_session" if is_this else "earlier_session",
        distance_m=None
        if distance_m is None or spread_frac is None
        else _around(distance_m, spread_frac * distance_m),
        pace_s_per_km=None if pace is None else _around(pace, tolerance.pace_tolerance_s_per_km),
        heart_rate_bpm=_threshold_bpm(athlete) if family == "tempo" else None,
        n_reps=model.n_reps if reps else None,
        rep_distance_m=model.rep_distance_m if reps else None,
        rep_s=model.rep_s if reps else None,
        recovery_s=model.recovery_s if reps else None,
    )


def easy_targets(
    sessions: Sequence[SessionSummary], athlete: Athlete, *, zones: HeartRateZones | None = None
) -> Targets:
    """A recovery run: the usual length of the runner's own ones, slow half of the easy speeds of
    Daniels' formula, heart rate in zones 1-2. What is not known stays open.

    `zones` None: by the athlete's own figures.
    """
    bounds = heart_rate_zones(athlete) if zones is None else zones
    heart_rate_bpm = None if bounds is None else (bounds.low_bpm[0], bounds.low_bpm[2])
    pace = _easy_pace_s_per_km(athlete)
    lengths_m = [
        one.distance_m
        for one in sessions
        if one.training_type == "recovery" and one.distance_m is not None
    ]
    usual_m = statistics.median(lengths_m) if len(lengths_m) >= EASY_RUNS_MIN else None
    known = pace is not None or heart_rate_bpm is not None
    return Targets(
        training_type="recovery",
        basis="athlete" if known or usual_m is not None else "none",
        distance_m=None if usual_m is None else _around(usual_m, EASY_SPREAD_FRAC * usual_m),
        pace_s_per_km=pace,
        heart_rate_bpm=heart_rate_bpm,
    )


def _around(value: float, half: float) -> Range:
    return value - half, value + half


def _threshold_bpm(athlete: Athlete) -> Range | None:
    lt_bpm = athlete.value("lt_heart_rate_bpm")
    return None if lt_bpm is None else _around(lt_bpm, HEART_RATE_MARGIN_BPM)


def _easy_pace_s_per_km(athlete: Athlete) -> Range | None:
    threshold_mps = athlete.value("threshold_speed_mps")
    if threshold_mps is None:
        return None
    easy = next(
        one
        for one in training_speeds(vo2_max_of_threshold(threshold_mps))
        if one.intensity == "easy"
    )
    return speed_to_pace_s_per_km(easy.typical_mps), speed_to_pace_s_per_km(easy.low_mps)
