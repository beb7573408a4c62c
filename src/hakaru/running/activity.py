"""A recorded run before anyone judges it, and the totals that its watch states.

Sources produce `Recording`s; they record what the device said and never clean or classify.
Missing values are NaN inside a series and None (or an absent column) elsewhere.

The figures that name a run are the watch's own, over its timer: distance, timer time, elapsed time,
and the means over them. What is measured while running only (standing and walking aside) stands
beside them under names that begin with `running_`. One sentence takes both from one of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date, datetime, timedelta
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.records import frozen

TotalsBasis = Literal["watch", "computed", "list"]
"""Whose totals: the device's own, with a recording behind them; computed over the recording, where
the file states none; or those of a list of activities, which is all there is of the run."""


CUT_OFF_MIN_S = 60.0
"""A file that is damaged, and ends so long before what it or another states, is cut off."""

WHILE_RUNNING = "while_running"
"""Says in a reply that its speeds and means leave out standing and walking: they are not to be
read beside the watch's totals."""


@frozen
class RunTotals:
    """One run as a whole. None: not recorded, nor to be computed.

    `distance_m`, `timer_s` (pauses aside), `elapsed_s`, the means over timer time, the highest
    heart rate and the climb are the watch's; one that it does not state is computed over the whole
    recording. `speed_mps` is distance over timer time. Cadence counts both feet.

    `running_*` are over running samples, weighted by time; `running_speed_mps` is running distance
    over running time. `coverage_frac` is the share of running time that carries a contact time
    (0..1), None where nothing was running.

    `recorded_until_s` and `recorded_distance_m` are what a file that is cut off holds of the run
    whose end the device states: splits, session and form are of that part. None: no end is missing.
    """

    distance_m: float | None = None
    timer_s: float | None = None
    elapsed_s: float | None = None
    speed_mps: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_avg_spm: float | None = None
    power_avg_w: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    totals_basis: TotalsBasis = "computed"
    running_s: float | None = None
    running_distance_m: float | None = None
    running_speed_mps: float | None = None
    running_heart_rate_bpm: float | None = None
    running_cadence_spm: float | None = None
    running_power_w: float | None = None
    coverage_frac: float | None = None
    recorded_until_s: float | None = None
    recorded_distance_m: float | None = None

    @property
    def pace_s_per_km(self) -> float | None:
        """Timer time per kilometre of the watch's distance; None where either is not known."""
        return speed_to_pace_s_per_km(self.speed_mps) if self.speed_mps else None


FloatArray = NDArray[np.float64]

SeriesColumn = Literal[
    "elapsed_s",
    "distance_m",
    "speed_mps",
    "heart_rate_bpm",
    "cadence_spm",
    "power_w",
    "gct_ms",
    "vo_cm",
    "vr_pct",
    "gct_balance_left_pct",
    "step_length_cm",
    "elevation_m",
    "latitude_deg",
    "longitude_deg",
    "temperature_c",
    "stryd_gct_ms",
    "stryd_vo_cm",
    "stryd_power_w",
    "stryd_form_power_w",
    "stryd_leg_stiffness_kn_per_m",
]
"""Every series column. Cadence counts both feet; step length is one step (not a stride);
`gct_ms`, `vo_cm`, `vr_pct` are those of `Recording.sensor_group`; `stryd_*` is what a pod sent
besides a native sensor, kept but never pooled with it."""

SensorGroup = Literal[
    "garmin-hrm",
    "garmin-pod",
    "garmin-wrist",
    "garmin-unknown",
    "stryd",
    "coros",
    "apple-watch",
    "other",
]
"""Which kind of sensor measured the form metrics. Groups are never mixed in a baseline."""

Sex = Literal["female", "male"]

SourceKind = Literal[
    "fit",
    "garmin-json",
    "apple-health",
    "polar-json",
    "tcx",
    "gpx",
    "garmin-csv",
    "strava-csv",
]
"""How faithful a source is, best first: the order in which duplicates are settled."""


@frozen
class Lap:
    """One lap as the device reported it.

    Its own averages are not trusted, only its bounds: they are read only where a recording has no
    samples. Cadence counts both feet; step length is one step. `workout_step` is the step of the
    planned workout that the device was in (None: none, or it does not say).
    """

    start_elapsed_s: float
    elapsed_s: float
    timer_s: float | None = None
    distance_m: float | None = None
    trigger: str | None = None
    intensity: str | None = None
    workout_step: int | None = None
    speed_mps: float | None = None
    heart_rate_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    gct_ms: float | None = None
    vo_cm: float | None = None
    vr_pct: float | None = None
    gct_balance_left_pct: float | None = None
    step_length_cm: float | None = None
    elevation_gain_m: float | None = None
    elevation_loss_m: float | None = None
    temperature_c: float | None = None


@frozen
class PlannedStep:
    """One step of the workout that was loaded into the device, as it was planned.

    `intensity` and `ends_by` are the device's words ('warmup', 'active', 'rest'; 'time',
    'distance', 'open', 'repeat_until_steps_cmplt'). A repeat has no running of its own: it goes
    back to the step `repeats_from`, until that was done `n_repeats` times.
    """

    step_index: int
    name: str | None = None
    intensity: str | None = None
    ends_by: str | None = None
    duration_s: float | None = None
    distance_m: float | None = None
    repeats_from: int | None = None
    n_repeats: int | None = None


@frozen
class DeviceInfo:
    """A watch, strap, pod or app named in the recording."""

    role: Literal["recorder", "sensor"]
    manufacturer: str | None = None
    product: str | None = None
    serial: str | None = None
    software: str | None = None


@frozen
class Issue:
    """Something odd that did not stop the reading."""

    code: str
    message: str
    offset_byte: int | None = None


@frozen
class HeartRateZone:
    """One zone of the watch at that date: [low_bpm, next zone's low_bpm)."""

    zone_number: int
    low_bpm: float
    time_in_zone_s: float | None = None


AirOrigin = Literal["file", "watch"]


@frozen
class Weather:
    """Weather at the start, as the service reported it, in SI. None: not reported.

    `origin` says who else it is from: a file of the runner's, or the watch less its bias.
    `wrist_c` is what the runner's watch would have read, for runs without a thermometer: effects of
    warmth are learned by that.
    """

    temperature_c: float | None = None
    relative_humidity_pct: float | None = None
    wind_speed_mps: float | None = None
    wind_from_deg: float | None = None
    wind_direction_compass: str | None = None
    station: str | None = None
    origin: AirOrigin | None = None
    wrist_c: float | None = None


@frozen
class Physiology:
    """What the watch believed about the athlete on that date. None: not reported.

    A maximum heart rate nobody measured may be the watch's own guess from the age.
    """

    vo2_max_ml_per_kg_min: float | None = None
    vo2_max_on: date | None = None
    lt_heart_rate_bpm: float | None = None
    lt_speed_mps: float | None = None
    lt_on: date | None = None
    ftp_w: float | None = None
    ftp_on: date | None = None
    weight_kg: float | None = None
    heart_rate_max_bpm: float | None = None
    heart_rate_rest_bpm: float | None = None
    height_cm: float | None = None
    age_years: int | None = None
    sex: Sex | None = None
    fitness_age_years: int | None = None


@frozen
class DeviceSummary:
    """Totals the device or service reported for the whole activity, kept as facts, in SI."""

    distance_m: float | None = None
    elapsed_s: float | None = None
    timer_s: float | None = None
    heart_rate_avg_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    cadence_avg_spm: float | None = None
    power_avg_w: float | None = None
    power_normalized_w: float | None = None
    speed_avg_mps: float | None = None
    gct_avg_ms: float | None = None
    vo_avg_cm: float | None = None
    vr_avg_pct: float | None = None
    gct_balance_left_avg_pct: float | None = None
    step_length_avg_cm: float | None = None
    ascent_m: float | None = None
    descent_m: float | None = None
    calories_kcal: float | None = None
    training_effect_label: str | None = None


@frozen
class Provenance:
    """Where a recording came from; `member` is the name inside an archive, else None."""

    kind: SourceKind
    path: str
    sha256: str
    member: str | None = None


@frozen
class Recording:
    """One run from one source.

    `series` maps `SeriesColumn` names to float64 arrays of one length; `elapsed_s` is always
    present and strictly increasing from >= 0, counted from `started_at`; a leap of the clock by
    more than a day is closed in it and counts as no time (`plausibility`). An absent column was
    never recorded; NaN is a gap. A recording without samples (Activities.csv, a summary-only JSON)
    has an `elapsed_s` of length 0. `event_kind` is what the service calls the occasion ('race',
    'training'), `workout_title` the name of the workout that was loaded into the device.
    """

    started_at: datetime
    utc_offset_s: int | None = None
    sport: str
    sub_sport: str | None = None
    title: str | None = None
    event_kind: str | None = None
    workout_title: str | None = None
    location: str | None = None
    garmin_activity_id: int | None = None
    stored_id: int | None = None
    series: Mapping[str, FloatArray]
    laps: tuple[Lap, ...] = ()
    planned_steps: tuple[PlannedStep, ...] = ()
    pauses: tuple[tuple[float, float], ...] = ()
    sensor_group: SensorGroup | None = None
    sensor_label: str | None = None
    devices: tuple[DeviceInfo, ...] = ()
    summary: DeviceSummary = field(default_factory=DeviceSummary)
    heart_rate_zones: tuple[HeartRateZone, ...] = ()
    weather: Weather | None = None
    physiology: Physiology | None = None
    gear: str | None = None
    partial: bool = False
    simulated: bool = False
    issues: tuple[Issue, ...] = ()
    provenance: tuple[Provenance, ...]

    @property
    def day(self) -> date:
        """Local calendar day of the start (UTC where the offset is unknown)."""
        return (self.started_at + timedelta(seconds=self.utc_offset_s or 0)).date()

    @property
    def activity_id(self) -> int:
        """The id it was first stored under, else Garmin's own, else the start in Unix ms.

        The last has 13 digits and cannot be mistaken for one of Garmin's.
        """
        if self.stored_id is not None:
            return self.stored_id
        if self.garmin_activity_id is not None:
            return self.garmin_activity_id
        return round(self.started_at.timestamp() * 1000)


Surface = Literal["road", "trail", "track", "treadmill"]

TRAIL_SPORTS: Final = frozenset({"trail", "trail_running", "ultra", "obstacle"})
_TRACK_SPORTS: Final = frozenset({"track", "indoor_track"})
_BELT_SPORTS: Final = frozenset({"treadmill", "indoor_running", "virtual_activity"})


def surface_of(sub_sport: str | None) -> Surface:
    """The surface that a recording's sub-sport names; all that names no trail, track or belt is
    taken for a road, which watches do not name."""
    if sub_sport in TRAIL_SPORTS:
        return "trail"
    if sub_sport in _TRACK_SPORTS:
        return "track"
    return "treadmill" if sub_sport in _BELT_SPORTS else "road"
