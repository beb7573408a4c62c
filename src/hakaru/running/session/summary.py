"""Which figures of a session are kept in one row, so that years of sessions can be compared?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.running.session.model import Form, TrainingType, TypeSource
from hakaru.running.session.rating import Unrated
from hakaru.running.totals import TotalsBasis

Terrain = Literal["flat", "rolling", "hilly", "indoor", "unknown"]
"""Climb per kilometre: below 8 m flat, below 20 m rolling, else hilly; indoor where the recording
says so; unknown without altitude."""

FRAGMENT_S = 5.0 * SECONDS_PER_MINUTE
"""A recording with less running than this says nothing about a training."""

LoadBasis = Literal["power", "pace", "heart_rate"]


@dataclass(frozen=True, kw_only=True)
class SessionSummary:
    """One session in figures. None: not measured or not known.

    `distance_m`, `timer_s`, `elapsed_s`, `speed_mps`, `heart_rate_bpm` and `power_w` are the
    watch's totals (`running.totals.RunTotals`); `running_*` and `grade_adjusted_speed_mps` are over
    running samples only.
    `target_*` describe what the session is judged by: the work of an interval session, the main
    part of a tempo run, else the whole run. `*_cv_frac` are sample SD over mean of speed, over
    repetitions or equal distances. `zone1_s`..`zone5_s` are time in heart rate zones,
    `power_zone1_s`..`power_zone6_s` in zones of power (of the target part). `unrated` says why
    `session_stars` is None.
    The athlete's figures that were used are kept with it (`athlete_*`).
    """

    activity_id: int
    activity_date: date
    started_at: datetime
    training_type: TrainingType
    type_source: TypeSource
    type_confidence_frac: float
    form: Form
    structure_confidence_frac: float
    n_reps: int
    n_strides: int
    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    speed_mps: float | None = None
    heart_rate_bpm: float | None = None
    power_w: float | None = None
    totals_basis: TotalsBasis | None = None
    running_s: float | None = None
    running_distance_m: float | None = None
    running_speed_mps: float | None = None
    running_heart_rate_bpm: float | None = None
    running_power_w: float | None = None
    grade_adjusted_speed_mps: float | None = None
    target_distance_m: float | None = None
    target_running_s: float | None = None
    target_speed_mps: float | None = None
    target_grade_adjusted_speed_mps: float | None = None
    target_heart_rate_bpm: float | None = None
    target_power_w: float | None = None
    target_power_normalized_w: float | None = None
    target_step_length_cm: float | None = None
    target_cadence_spm: float | None = None
    target_cv_frac: float | None = None
    rep_distance_m: float | None = None
    rep_s: float | None = None
    recovery_s: float | None = None
    heart_rate_drop_pct: float | None = None
    heart_rate_retention_pct: float | None = None
    heart_rate_rise_bpm: float | None = None
    power_decline_pct: float | None = None
    step_length_decline_pct: float | None = None
    zone1_s: float | None = None
    zone2_s: float | None = None
    zone3_s: float | None = None
    zone4_s: float | None = None
    zone5_s: float | None = None
    threshold_share_pct: float | None = None
    above_threshold_s: float | None = None
    vo2_utilisation_pct: float | None = None
    power_cv_frac: float | None = None
    running_effectiveness: float | None = None
    energy_j_per_km: float | None = None
    power_zone1_s: float | None = None
    power_zone2_s: float | None = None
    power_zone3_s: float | None = None
    power_zone4_s: float | None = None
    power_zone5_s: float | None = None
    power_zone6_s: float | None = None
    decoupling_pct: float | None = None
    durability_60_pct: float | None = None
    durability_90_pct: float | None = None
    terrain: Terrain = "unknown"
    climb_m_per_km: float | None = None
    temperature_c: float | None = None
    relative_humidity_pct: float | None = None
    wind_speed_mps: float | None = None
    headwind_mps: float | None = None
    training_load_score: float | None = None
    load_basis: LoadBasis | None = None
    intensity_frac: float | None = None
    trimp_score: float | None = None
    session_stars: int | None = None
    unrated: Unrated | None = None
    athlete_heart_rate_max_bpm: float | None = None
    athlete_lt_heart_rate_bpm: float | None = None
    athlete_threshold_speed_mps: float | None = None
    athlete_critical_power_w: float | None = None
    athlete_vo2_max_ml_per_kg_min: float | None = None
    athlete_weight_kg: float | None = None
    analysed_at: datetime | None = None
    code_version: str = ""

    @property
    def length_s(self) -> float | None:
        """Running time; elapsed time where nothing told when the runner ran (a treadmill without a
        foot pod). None: neither is known."""
        return self.running_s or self.elapsed_s

    @property
    def is_fragment(self) -> bool:
        """Whether it is under five minutes, too short to be compared with; False if unknown."""
        return self.length_s is not None and self.length_s < FRAGMENT_S
