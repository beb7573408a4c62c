"""A session: segments with roles, its rating, and the figures of the one row that is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise
from typing import Literal

from hakaru.core.errors import BadArgument
from hakaru.core.i18n import message
from hakaru.core.units import SECONDS_PER_MINUTE
from hakaru.records import frozen
from hakaru.running.activity import Recording, TotalsBasis
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.splits import Role, RoleSource, Split, Stretch

LT_SHARES = (0.65, 0.80, 0.89, 0.95, 1.00)
"""Lower bounds as shares of threshold heart rate, as Garmin watches set them. J. Friel's for
running agree from zone 4 on, but his zone 2 begins at 85 %, which would make most easy runs
recovery. T's bounds by the maximum (70, 80, 85, 90 %) are 79, 90, 96 and 101 % of a threshold that
lies at 89 % of it."""
POWER_BOUNDS = (0.55, 0.76, 0.91, 1.06, 1.21)
"""Where power zones 2..6 begin, relative to critical power."""

_ZONES = len(LT_SHARES)
_POWER_BOUNDS = len(POWER_BOUNDS)
_HIGHEST_FRAC = 3.0
_ALL_PCT = 100.0


@frozen
class SessionSettings:
    """Zones and shares by which sessions are read.

    `heart_rate_zones_frac` are the lower bounds of zones 1..5 relative to threshold heart rate,
    `power_zones_frac` those of zones 2..6 relative to critical power; both half-open and rising.
    `*_share_pct` is how much of the time at the intensity of its type achieves a session (T: 60 %
    of an easy run, 70 % of a tempo run, 50 % of repetitions).

    Raises:
        BadArgument: bounds that do not rise, or a share that is no percentage.
    """

    heart_rate_zones_frac: tuple[float, ...] = LT_SHARES
    power_zones_frac: tuple[float, ...] = POWER_BOUNDS
    easy_share_pct: float = 60.0
    tempo_share_pct: float = 70.0
    work_share_pct: float = 50.0

    def __post_init__(self) -> None:
        _check_bounds("heart_rate_zones_frac", self.heart_rate_zones_frac, n=_ZONES)
        _check_bounds("power_zones_frac", self.power_zones_frac, n=_POWER_BOUNDS)
        for name in ("easy_share_pct", "tempo_share_pct", "work_share_pct"):
            share_pct = getattr(self, name)
            if not 0.0 < share_pct <= _ALL_PCT:
                raise BadArgument(name, share_pct, message("a percentage above 0 and at most 100"))


def _check_bounds(name: str, bounds: tuple[float, ...], *, n: int) -> None:
    rising = all(low < high for low, high in pairwise(bounds))
    if len(bounds) != n or not rising or not bounds[0] > 0.0 or bounds[-1] > _HIGHEST_FRAC:
        expected = message(
            "{n} rising shares above 0 and at most {most} (0.95 is 95 %)",
            n=n,
            most=f"{_HIGHEST_FRAC:g}",
        )
        raise BadArgument(name, list(bounds), expected)


SESSION_VERSION = "5"
"""Raised whenever the same run and athlete would be understood or rated differently."""


TrainingType = Literal[
    "recovery",
    "low_moderate",
    "aerobic_base",
    "tempo_threshold",
    "interval",
    "sprint",
    "long_run",
    "trail",
    "race",
    "unknown",
]

TypeSource = Literal[
    "user", "named", "record", "terrain", "structure", "heart_rate", "zones", "speed",
    "usual_heart_rate", "none",
]  # fmt: skip
"""What decided the type; `named`: the occasion or the title says so, `record`: no run of that
length was faster, `zones`: those of the watch, as nothing better is known;
`usual_heart_rate`: a threshold that is usual among runners, as nothing of this one is known;
`none`: nothing that could."""

Form = Literal["reps", "block", "steady"]
"""Repeated work and recovery; one sustained faster part; or neither."""


@frozen
class Segment:
    """A stretch [start, end) of the run with one role, in elapsed seconds.

    `rep_index` counts work segments from 1; a recovery carries the index of the work before it;
    None for the other roles.
    """

    role: Role
    start_elapsed_s: float
    end_elapsed_s: float
    source: RoleSource
    rep_index: int | None = None


@frozen
class Structure:
    """The segments of a run: in order, without gap or overlap, from 0 to its last sample.

    `n_strides` counts short pick-ups inside an easy run, which are no repetitions.
    `confidence_frac` is 0..1: how clearly the trace (or the laps) shows this form.
    """

    form: Form
    segments: tuple[Segment, ...]
    confidence_frac: float
    n_strides: int = 0

    @property
    def n_reps(self) -> int:
        """How many work segments there are; 0 unless the form is `reps`."""
        return sum(segment.role == "work" for segment in self.segments)


@frozen
class SegmentFigures(Stretch):
    """What one segment showed. Means as in `Split` (running samples, weighted by time).

    `heart_rate_start_bpm` and `_end_bpm` are means over its first and last 5 s (standing included),
    `grade_adjusted_speed_mps` the level speed of equal cost. None: not measured.
    """

    segment_index: int
    role: Role
    source: RoleSource
    rep_index: int | None
    start_elapsed_s: float
    end_elapsed_s: float
    distance_m: float
    running_s: float
    running_distance_m: float
    speed_mps: float | None = None
    grade_adjusted_speed_mps: float | None = None
    heart_rate_bpm: float | None = None
    heart_rate_max_bpm: float | None = None
    heart_rate_start_bpm: float | None = None
    heart_rate_end_bpm: float | None = None
    cadence_spm: float | None = None
    power_w: float | None = None
    gct_ms: float | None = None
    vo_cm: float | None = None
    vr_pct: float | None = None
    step_length_cm: float | None = None
    grade_pct: float | None = None


@frozen
class Evidence:
    """One figure that spoke for the type: a code, worded by the tables of texts, whose last word is
    the unit of the value (`zone_3_4_share_pct`, `reps_n`)."""

    code: str
    value: float


@frozen
class TypeVerdict:
    """Which kind of training a run was.

    `confidence_frac` is 0..1; `evidence` comes most telling first.
    """

    training_type: TrainingType
    source: TypeSource
    confidence_frac: float
    evidence: tuple[Evidence, ...] = ()


@frozen
class SessionInput:
    """Everything the criteria of a session may look at. `zones` None: no heart rate bounds known.

    `zone_s` is time of each of the five zones over the whole run; None without heart rate or zones.
    """

    activity_id: int
    recording: Recording
    splits: tuple[Split, ...]
    structure: Structure
    figures: tuple[SegmentFigures, ...]
    athlete: Athlete
    zones: HeartRateZones | None
    zone_s: tuple[float, float, float, float, float] | None
    verdict: TypeVerdict
    settings: SessionSettings = field(default_factory=SessionSettings)


ALL_ROLES: frozenset[Role] = frozenset({"warmup", "main", "work", "recovery", "cooldown"})

_TARGET_ROLES: Mapping[TrainingType, frozenset[Role]] = {
    "recovery": ALL_ROLES,
    "low_moderate": ALL_ROLES,
    "aerobic_base": ALL_ROLES,
    "long_run": ALL_ROLES,
    "trail": ALL_ROLES,
    "race": ALL_ROLES,
    "unknown": ALL_ROLES,
    "tempo_threshold": frozenset({"main"}),
    "interval": frozenset({"work"}),
    "sprint": frozenset({"work"}),
}


def target_roles(training_type: TrainingType) -> frozenset[Role]:
    """The roles that speak for a session of that type."""
    return _TARGET_ROLES[training_type]


def with_targets(splits: Sequence[Split], training_type: TrainingType) -> tuple[Split, ...]:
    """The splits with `is_target` set for that type.

    A tempo run in repetitions is judged by those. A session none of whose splits has a target role
    (intervals without repetitions, splits without roles) is judged as a whole.
    """
    wanted = target_roles(training_type)
    choices = (wanted, wanted | target_roles("interval"), ALL_ROLES)
    roles = next(
        (roles for roles in choices if any(split.role in roles for split in splits)), ALL_ROLES
    )
    return tuple(
        replace(split, is_target=split.role is None or split.role in roles) for split in splits
    )


def get_target_splits(splits: Sequence[Split], training_type: TrainingType) -> tuple[Split, ...]:
    """The splits that speak for a session of that type, in their order."""
    return tuple(split for split in with_targets(splits, training_type) if split.is_target)


Outcome = Literal["met", "not_met", "cannot_tell", "shown"]
"""`shown`: a figure beside the others, of which nothing is asked."""

CriterionName = Literal[
    "present",
    "distance",
    "heart_rate_ramp",
    "warmup_heart_rate",
    "heart_rate_settles",
    "pace",
    "pace_consistency",
    "zone_share",
    "above_zone_share",
    "band_share",
    "above_band_share",
    "threshold_heart_rate_share",
    "threshold_heart_rate",
    "heart_rate_of_max",
    "work_consistency",
    "work_duration",
    "work_total",
    "form",
    "heart_rate_retention",
    "recovery_heart_rate",
    "heart_rate_rise",
    "power_consistency",
    "power_decline",
    "step_length_decline",
]
"""One row of the tables of phases. `present`: the phase was there at all; `heart_rate_ramp`: by how
much it rose, `warmup_heart_rate`: to where; `band_share`: time in the band of the type on the one
scale of intensity, `above_band_share`: above it (see `criteria_intensity`); `zone_share`,
`above_zone_share`: the same by the zones of the session, as context."""

Unit = Literal[
    "none", "m", "s", "s_per_km", "mps", "bpm", "frac", "pct", "stars", "count", "lt_heart_rate_pct"
]

TargetBasis = Literal["athlete", "default", "run"]
"""Where the target comes from: shares of the athlete's own figures on that date, the absolute
default because nothing is known about the athlete, or a property of any run (a variation)."""

Need = Literal["required", "recommended", "always"]
"""How much a phase is wanted for this type: `always` for the main part itself."""


@frozen
class Criterion:
    """One row: value, target and whether it was met.

    The target is [target_low, target_high] in `unit`, None at an open end. `value` None goes with
    outcome 'cannot_tell', and `missing` then names what is not known (a code).
    `counts` False: outcome 'shown', without influence on the stars and on "met m of n".
    """

    name: CriterionName
    unit: Unit
    value: float | None
    target_low: float | None
    target_high: float | None
    outcome: Outcome
    basis: TargetBasis
    missing: str | None = None
    counts: bool = True


@frozen
class Phase:
    """One phase of a session and its criteria. An absent phase has length 0."""

    role: Role
    need: Need
    present: bool
    start_elapsed_s: float | None
    end_elapsed_s: float | None
    distance_m: float
    criteria: tuple[Criterion, ...]

    @property
    def in_recording(self) -> bool | None:
        """Whether it was there; None: without seconds nobody can tell."""
        untold = any(
            criterion.name == "present" and criterion.value is None for criterion in self.criteria
        )
        return None if untold else self.present


Unrated = Literal["race", "type_unknown", "type_unsure", "too_little"]
"""Why there are no stars: a race, a kind of training that nothing tells or tells surely, or a main
question that the recording does not answer."""

DeductionReason = Literal[
    "warmup_short",
    "cooldown_short",
    "minor_criterion",
    "consistency",
    "recovery_too_fast",
    "recovery_incomplete",
    "heart_rate_high",
    "heart_rate_low",
    "threshold_not_held",
    "purpose_missed",
]


@frozen
class Deduction:
    """Why stars are missing: the reason, how many, and the criterion behind it (None: a phase)."""

    reason: DeductionReason
    stars: int
    role: Role | None = None
    criterion: CriterionName | None = None


@frozen
class SessionRating:
    """How well the session served its purpose: 1..5 stars, never mixed with form.

    `stars` None: not rated, `unrated` says why. Stars = 5 minus what the deductions say, at least
    1; so the explanation always adds up.
    """

    training_type: TrainingType
    stars: int | None
    deductions: tuple[Deduction, ...]
    phases: tuple[Phase, ...]
    unrated: Unrated | None = None

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Those of all phases, in order."""
        return tuple(criterion for phase in self.phases for criterion in phase.criteria)


@frozen
class Tally:
    """How many criteria were met, of those that count and can be told; the others by name."""

    n_met: int
    n_told: int
    not_met: tuple[CriterionName, ...]
    cannot_tell: tuple[CriterionName, ...]


def tally(criteria: Iterable[Criterion]) -> Tally:
    """Met m of n: the one count that every reply, page and text reads.

    What is only shown is on neither side, nor is what cannot be told (a phase that is not in the
    file, a sensor that was not worn).
    """
    counted = [criterion for criterion in criteria if criterion.counts]
    not_met = tuple(criterion.name for criterion in counted if criterion.outcome == "not_met")
    n_met = sum(criterion.outcome == "met" for criterion in counted)
    return Tally(
        n_met=n_met,
        n_told=n_met + len(not_met),
        not_met=not_met,
        cannot_tell=tuple(
            criterion.name for criterion in counted if criterion.outcome == "cannot_tell"
        ),
    )


Terrain = Literal["flat", "rolling", "hilly", "indoor", "unknown"]
"""Climb per kilometre: below 8 m flat, below 20 m rolling, else hilly; indoor where the recording
says so; unknown without altitude."""

FRAGMENT_S = 5.0 * SECONDS_PER_MINUTE
"""A recording with less running than this says nothing about a training: it is listed, and its
distance and time add up, but it is no run among those that are counted, classified and judged."""


def length_s_of(running_s: float | None, elapsed_s: float | None) -> float | None:
    """Running time; elapsed time where nothing told when the runner ran (a treadmill without a foot
    pod). None: neither is known."""
    return running_s or elapsed_s


def is_fragment(running_s: float | None, elapsed_s: float | None) -> bool:
    """Whether a recording is too short to be counted; False if its length is unknown."""
    length_s = length_s_of(running_s, elapsed_s)
    return length_s is not None and length_s < FRAGMENT_S


LoadBasis = Literal["power", "pace", "heart_rate"]


@frozen
class SessionSummary:
    """One session in figures. None: not measured or not known.

    `distance_m`, `timer_s`, `elapsed_s`, `speed_mps`, `heart_rate_bpm` and `power_w` are the
    watch's totals, `recorded_*` what a file that is cut off holds of them
    (`running.activity.RunTotals`); `running_*` and `grade_adjusted_speed_mps` are
    over running samples only.
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
    recorded_until_s: float | None = None
    recorded_distance_m: float | None = None
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
    def seen_form(self) -> Form | None:
        """`form`; None where no second of the run was recorded and no lap tells what it was made
        of, or it is too short, so that nothing can be said of it."""
        listed = self.totals_basis == "list" and not self.structure_confidence_frac
        return None if listed or (self.is_fragment and self.form == "steady") else self.form

    @property
    def length_s(self) -> float | None:
        """See `length_s_of`."""
        return length_s_of(self.running_s, self.elapsed_s)

    @cached_property
    def is_fragment(self) -> bool:
        """Whether it is under five minutes, too short to be compared with; False if unknown."""
        return is_fragment(self.running_s, self.elapsed_s)


@frozen
class SessionAnalysis:
    """Everything about a session that is stored beside the recording and its anatomy.

    `athlete` is what was known on the day of the run, so that the rating can be explained later.
    """

    summary: SessionSummary
    verdict: TypeVerdict
    rating: SessionRating
    athlete: Athlete
