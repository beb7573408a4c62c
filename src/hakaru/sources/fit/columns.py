"""What does one FIT file say, as columns and summaries, before it is read as a run?

This is the interface behind which the decoder can be replaced. Names are those of the FIT profile,
values are in its units (mm, strides/min, semicircles, seconds since the FIT epoch); a value that
the file marks as invalid is NaN in an array and None elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hakaru.running.activity import FloatArray, Issue, Sex

RELATIVE_BELOW_S = 0x10000000
"""A FIT time below this counts seconds since the device was switched on, not since the epoch."""

DeveloperKey = tuple[int, int]
"""(developer_data_index, field number): the only identity of a developer field; names collide."""


@dataclass(frozen=True, kw_only=True)
class DeveloperColumn:
    """One developer field of the records; `label` and `units` are free text of the app's author."""

    label: str
    units: str
    value: FloatArray


@dataclass(frozen=True, kw_only=True)
class FitFileId:
    """Who wrote the file and what kind of file it is ('activity', 'settings', 'workout'...)."""

    type: str | None = None
    manufacturer: str | None = None
    product: str | None = None
    product_number: int | None = None
    product_name: str | None = None
    serial: str | None = None
    created_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class FitLap:
    """One lap message; times in FIT seconds."""

    start_s: float
    elapsed_s: float
    timer_s: float | None
    distance_m: float | None
    trigger: str | None
    intensity: str | None
    sport: str | None
    step_index: int | None = None


@dataclass(frozen=True, kw_only=True)
class FitStep:
    """One workout_step message of a planned workout; `index` is its message_index.

    `duration_type` names what ends it, `duration_value` is raw: ms, cm, or for a repeat the index
    of the step it goes back to; `target_value` of a repeat is how often.
    """

    index: int
    name: str | None
    intensity: str | None
    duration_type: str | None
    duration_value: int | None
    target_value: int | None


@dataclass(frozen=True, kw_only=True)
class FitSession:
    """One session message: a whole activity, or one leg of a multisport activity.

    `figures` holds the numeric totals and averages by profile name, in profile units.
    """

    index: int
    sport: str | None
    sub_sport: str | None
    start_s: float | None
    elapsed_s: float | None
    figures: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class FitSport:
    """A sport message and how many records came before it; `name` is that of the profile chosen."""

    sport: str | None
    sub_sport: str | None
    n_records_before: int
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class FitEvent:
    """One event message, e.g. event 'timer' of type 'stop_all'."""

    event: str
    event_type: str
    time_s: float


@dataclass(frozen=True, kw_only=True)
class FitDevice:
    """One device_info message. `kind` is the (ANT+) device type, '30' being running dynamics;
    `is_local` says that it is a part of the recorder itself (barometer, GPS)."""

    is_creator: bool
    is_local: bool
    manufacturer: str | None
    product: str | None
    product_number: int | None
    kind: str | None
    serial: str | None
    software: str | None


@dataclass(frozen=True, kw_only=True)
class FitZones:
    """Heart rate zones and the time in them; `high_bpm[k]` is the upper bound of zone k (from 0).

    `session_index` is None where the bounds hold for the whole file; times are empty then.
    """

    session_index: int | None
    high_bpm: tuple[float, ...]
    time_s: tuple[float, ...] = ()
    threshold_heart_rate_bpm: float | None = None
    max_heart_rate_bpm: float | None = None
    resting_heart_rate_bpm: float | None = None


@dataclass(frozen=True, kw_only=True)
class FitTargets:
    """A zones_target message; `sport` is the sport message it followed."""

    sport: str | None
    threshold_heart_rate_bpm: float | None = None
    functional_threshold_power_w: float | None = None
    max_heart_rate_bpm: float | None = None


@dataclass(frozen=True, kw_only=True)
class FitUser:
    """What the last user_profile message says that sets each; None: never set."""

    weight_kg: float | None = None
    height_m: float | None = None
    age_years: int | None = None
    sex: Sex | None = None
    max_heart_rate_bpm: float | None = None
    resting_heart_rate_bpm: float | None = None


@dataclass(frozen=True, kw_only=True)
class FitWatchMetrics:
    """What the watch itself made of the runner's fitness; None: not said, or nobody has it."""

    vo2_max_ml_per_kg_min: float | None = None
    threshold_heart_rate_bpm: float | None = None
    threshold_speed_mps: float | None = None


@dataclass(frozen=True, kw_only=True)
class FitColumns:
    """One FIT file (one link of a chain). All record arrays have the length of `timestamp_s`.

    `utc_offset_s` is local time minus UTC as the file states it, None where it does not. `partial`
    says that reading stopped before the end; the reason is among `issues`. `n_unknown` counts the
    messages of kinds that are not read, by their global number.
    """

    file_id: FitFileId
    timestamp_s: FloatArray
    native: Mapping[str, FloatArray]
    developer: Mapping[DeveloperKey, DeveloperColumn]
    laps: tuple[FitLap, ...] = ()
    sessions: tuple[FitSession, ...] = ()
    sports: tuple[FitSport, ...] = ()
    events: tuple[FitEvent, ...] = ()
    devices: tuple[FitDevice, ...] = ()
    zones: tuple[FitZones, ...] = ()
    targets: tuple[FitTargets, ...] = ()
    user: FitUser = field(default_factory=FitUser)
    workout_name: str | None = None
    steps: tuple[FitStep, ...] = ()
    vo2_max_ml_per_kg_min: float | None = None
    watch: FitWatchMetrics = field(default_factory=FitWatchMetrics)
    utc_offset_s: float | None = None
    n_unknown: Mapping[int, int] = field(default_factory=dict)
    partial: bool = False
    issues: tuple[Issue, ...] = field(default_factory=tuple)
