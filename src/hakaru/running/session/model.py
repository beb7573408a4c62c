"""What is a session made of, before anyone rates it: segments with roles, and their figures?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hakaru.running.activity import Recording
from hakaru.running.athlete.model import Athlete, HeartRateZones
from hakaru.running.session.settings import SessionSettings
from hakaru.running.splits import Role, RoleSource, Split, Stretch

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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
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


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One figure that spoke for the type: a code, worded by the tables of texts, whose last word is
    the unit of the value (`zone_3_4_share_pct`, `reps_n`)."""

    code: str
    value: float


@dataclass(frozen=True, kw_only=True)
class TypeVerdict:
    """Which kind of training a run was.

    `confidence_frac` is 0..1; `evidence` comes most telling first.
    """

    training_type: TrainingType
    source: TypeSource
    confidence_frac: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, kw_only=True)
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
