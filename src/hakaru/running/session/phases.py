"""Phases of a session, and the criteria of warm-up and cool-down.

Three phases (warm-up, main, cool-down), four with repetitions (work and recovery for main). Every
row of the requirement's tables is there: an absent phase has its rows too, which then cannot be
told.

The requirement's figures are those of its example runner (see `criteria_targets`), here with the
range they were widened to, and why:

- Warm-up pace 7:00-8:00/km (easy runs) and 6:30-7:30/km (tempo, intervals) are 57-65 % and 61-70 %
  of threshold speed. Daniels' easy pace (59-74 % of VO2max) is 72-87 % of threshold speed for a
  VO2max of 52, and runners with a fast threshold often begin at half of it. A warm-up may lie at
  50-83 %, before hard work at 50-85 %: slower is walking, faster is not warming up any more.
- Cool-down pace 7:30-8:30/km is 54-61 %; here anything up to 80 %, since no jog is too slow.
- Warm-up heart rate 120 to 135 bpm (71 to 80 % of threshold) and 120 to 145 bpm (71 to 86 %). Where
  it ends may be up to the top of the aerobic zones of the common threshold scale (90 %, before
  hard work 95 %), since the example's easy runs are easier than most; before hard work at least
  76 %, nearer to the upper than to the lower figure. It must rise by 2 % of threshold (3 bpm)
  after the first half minute, by when most of the rise from rest is over.
- Cool-down heart rate below 130 and 135 bpm (77 and 80 %), or a fall from where the cool-down
  began: by 15 % after hard work, which is what a fair recovery takes away, by
  3 % after easy running, from whose pace a jog is not far.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hakaru.core.units import speed_to_pace_s_per_km
from hakaru.records import frozen
from hakaru.running.session.criteria import (
    KINDS,
    Kind,
    Missing,
    PaceBand,
    Stretch,
    Target,
    has_samples,
    heart_rate_between_bpm,
    heart_rate_target,
    judge,
    main_stretch,
    only_shown,
    pace_target,
    stretch,
    why_missing,
)
from hakaru.running.session.criteria_work import main_criteria, recovery_criteria, work_criteria
from hakaru.running.session.intervals import interval_figures
from hakaru.running.session.model import Criterion, Need, Phase, SessionInput
from hakaru.running.splits import Role
from hakaru.running.verdict import FormEvaluation

SETTLED_AFTER_S = 30.0
WINDOW_S = 30.0
"""Heart rate at the start is read from 30 s to 60 s, at the end over the last 30 s."""

RAMP_MIN_S = 180.0
"""In less time nothing can be said about a rise."""

RISE_MIN_BPM = 3.0
FALL_FRAC: Mapping[Kind, float] = {
    "easy": 0.03,
    "trail": 0.03,
    "tempo": 0.15,
    "reps": 0.15,
    "unknown": 0.03,
}
ENOUGH_S = 600.0
"""Ten minutes are enough at any speed: T's kilometres are those of its example runner, who needs
ten to sixteen minutes for them."""

DISTANCE_SLACK_M = 50.0
"""Where a phase ends is known to some 15 s; 1.95 km is the 2 km that was asked for."""


@frozen
class EndTargets:
    """What one kind of session asks of its warm-up and cool-down, in figures of the example runner.

    `*_distance_m` None: not asked for. `distance_counts` False: recommended only.
    """

    warmup_distance_m: float | None
    cooldown_distance_m: float | None
    distance_counts: bool
    warmup_low_bpm: float
    warmup_high_bpm: float
    cooldown_bpm: float
    warmup_fast_frac: float
    warmup_s_per_km: PaceBand


WARMUP_SLOW_FRAC = 0.50
COOLDOWN_FAST_FRAC = 0.80
COOLDOWN_S_PER_KM: PaceBand = (450.0, 510.0)

_EASY = EndTargets(
    warmup_distance_m=1000.0,
    cooldown_distance_m=1000.0,
    distance_counts=False,
    warmup_low_bpm=120.0,
    warmup_high_bpm=151.0,
    cooldown_bpm=130.0,
    warmup_fast_frac=0.83,
    warmup_s_per_km=(420.0, 480.0),
)
_TEMPO = EndTargets(
    warmup_distance_m=1500.0,
    cooldown_distance_m=1000.0,
    distance_counts=True,
    warmup_low_bpm=128.0,
    warmup_high_bpm=160.0,
    cooldown_bpm=135.0,
    warmup_fast_frac=0.85,
    warmup_s_per_km=(390.0, 450.0),
)
END_TARGETS: Mapping[Kind, EndTargets] = {
    "easy": _EASY,
    "trail": _EASY,
    "tempo": _TEMPO,
    "reps": replace(_TEMPO, cooldown_distance_m=2000.0),
    "unknown": _EASY,
}
"""T §2; heart rates widened as the module says (151 and 160 bpm are 90 and 95 % of 168)."""


def warmup_criteria(part: Stretch, kind: Kind) -> tuple[Criterion, ...]:
    """Rows of the warm-up; of an unknown session those that need no purpose."""
    targets = END_TARGETS[kind]
    ramp = _ramp(part)
    if kind == "unknown":
        return (_presence(part), only_shown(ramp))
    return (
        _presence(part),
        _distance(part, targets.warmup_distance_m, counts=targets.distance_counts),
        ramp,
        _warmup_heart_rate(part, targets),
        _pace(
            part,
            pace_target(
                part.session.athlete,
                fast_frac=targets.warmup_fast_frac,
                slow_frac=WARMUP_SLOW_FRAC,
                default_s_per_km=targets.warmup_s_per_km,
            ),
        ),
    )


def cooldown_criteria(part: Stretch, kind: Kind) -> tuple[Criterion, ...]:
    """Rows of the cool-down; of an unknown session those that need no purpose."""
    targets = END_TARGETS[kind]
    settles = _settles(part, targets, fall_frac=FALL_FRAC[kind])
    if kind == "unknown":
        return (_presence(part), only_shown(settles))
    return (
        _presence(part),
        _distance(part, targets.cooldown_distance_m, counts=targets.distance_counts),
        settles,
        _pace(
            part,
            pace_target(
                part.session.athlete,
                fast_frac=COOLDOWN_FAST_FRAC,
                slow_frac=None,
                default_s_per_km=COOLDOWN_S_PER_KM,
            ),
        ),
    )


def _presence(part: Stretch) -> Criterion:
    """Whether the phase is in the file: 1 or 0. A summary without samples does not show it.

    It never counts: many start the watch when the hard part begins, and stop it where that ends.
    """
    can_tell = bool(part.parts) or has_samples(part.session)
    return judge(
        "present",
        Target(unit="count", counts=False),
        value=float(bool(part.parts)) if can_tell else None,
        missing="samples",
    )


def _distance(part: Stretch, distance_m: float | None, *, counts: bool) -> Criterion:
    target = Target(unit="m", low=distance_m, counts=counts)
    if not part.parts:
        return judge("distance", target, value=None, missing="phase_absent")
    if distance_m is not None and part.duration_s > 0.0:
        enough_m = ENOUGH_S * part.distance_m / part.duration_s
        target = replace(target, low=min(distance_m, enough_m))
    judged = judge(
        "distance", target, value=part.distance_m + DISTANCE_SLACK_M, missing="phase_absent"
    )
    return replace(judged, value=part.distance_m)


def _pace(part: Stretch, target: Target) -> Criterion:
    speed_mps = part.speed_mps
    return judge(
        "pace",
        target,
        value=None if speed_mps is None else speed_to_pace_s_per_km(speed_mps),
        missing="speed" if part.parts else "phase_absent",
    )


def _ramp(part: Stretch) -> Criterion:
    """By how much heart rate rose from the first minute to the end."""
    target = heart_rate_target(part.session.athlete, RISE_MIN_BPM, high_bpm=None)
    rise_bpm, missing = None, _why_no_heart_rate(part)
    if missing is None:
        start_s, end_s = part.parts[0].start_elapsed_s, part.parts[-1].end_elapsed_s
        settled_s = start_s + SETTLED_AFTER_S
        first_bpm = heart_rate_between_bpm(part.session, settled_s, end_s=settled_s + WINDOW_S)
        last_bpm = heart_rate_between_bpm(part.session, end_s - WINDOW_S, end_s=end_s)
        if first_bpm is not None and last_bpm is not None:
            rise_bpm = last_bpm - first_bpm
    return judge("heart_rate_ramp", target, value=rise_bpm, missing=missing or "heart_rate")


def _warmup_heart_rate(part: Stretch, targets: EndTargets) -> Criterion:
    """Where heart rate was when the warm-up ended."""
    target = heart_rate_target(
        part.session.athlete, targets.warmup_low_bpm, high_bpm=targets.warmup_high_bpm
    )
    last_bpm, missing = None, _why_no_heart_rate(part)
    if missing is None:
        end_s = part.parts[-1].end_elapsed_s
        last_bpm = heart_rate_between_bpm(part.session, end_s - WINDOW_S, end_s=end_s)
    return judge("warmup_heart_rate", target, value=last_bpm, missing=missing or "heart_rate")


def _settles(part: Stretch, targets: EndTargets, *, fall_frac: float) -> Criterion:
    """Heart rate at the end of the cool-down: below the figure, or well below its start."""
    target = heart_rate_target(
        part.session.athlete, None, high_bpm=targets.cooldown_bpm, below=True
    )
    last_bpm = None
    if part.parts:
        end_s = part.parts[-1].end_elapsed_s
        last_bpm = heart_rate_between_bpm(part.session, end_s - WINDOW_S, end_s=end_s)
        start_bpm = part.parts[0].heart_rate_start_bpm
        if start_bpm is not None and target.high is not None and target.basis == "athlete":
            target = replace(target, high=max(target.high, (1.0 - fall_frac) * start_bpm))
    missing = why_missing(part, "heart_rate")
    return judge("heart_rate_settles", target, value=last_bpm, missing=missing)


def _why_no_heart_rate(part: Stretch) -> Missing | None:
    """Why nothing can be said about a rise; None: something can."""
    if not part.parts:
        return "phase_absent"
    if not has_samples(part.session):
        return "samples"
    return "too_short" if part.duration_s < RAMP_MIN_S else None


ENDS_NEED: Mapping[Kind, Need] = {
    "easy": "recommended",
    "trail": "recommended",
    "tempo": "required",
    "reps": "required",
    "unknown": "recommended",
}
"""How much warm-up and cool-down are wanted (T §2: 推奨, 必須)."""


def evaluate_phases(
    session: SessionInput, *, form: FormEvaluation | None = None
) -> tuple[Phase, ...]:
    """The phases of a session of this type, in order, each with its criteria.

    `form` is the stored personal verdict over the target splits (for intervals: the work); None:
    it was not judged.
    """
    kind = KINDS[session.verdict.training_type]
    need = ENDS_NEED[kind]
    warmup = stretch(session, ["warmup"])
    cooldown = stretch(session, ["cooldown"])
    return (
        _phase("warmup", warmup, need=need, criteria=warmup_criteria(warmup, kind)),
        *_middle(session, kind, form),
        _phase("cooldown", cooldown, need=need, criteria=cooldown_criteria(cooldown, kind)),
    )


def _middle(session: SessionInput, kind: Kind, form: FormEvaluation | None) -> tuple[Phase, ...]:
    """Work and recovery, or the main part."""
    if kind != "reps":
        main = main_stretch(session)
        return (_phase("main", main, need="always", criteria=main_criteria(main, kind)),)
    intervals = interval_figures(session.figures, session.athlete)
    work, recovery = stretch(session, ["work"]), stretch(session, ["recovery"])
    return (
        _phase("work", work, need="always", criteria=work_criteria(work, intervals, form=form)),
        _phase(
            "recovery", recovery, need="always", criteria=recovery_criteria(recovery, intervals)
        ),
    )


def _phase(role: Role, part: Stretch, *, need: Need, criteria: tuple[Criterion, ...]) -> Phase:
    present = bool(part.parts)
    return Phase(
        role=role,
        need=need,
        present=present,
        start_elapsed_s=part.parts[0].start_elapsed_s if present else None,
        end_elapsed_s=part.parts[-1].end_elapsed_s if present else None,
        distance_m=part.distance_m,
        criteria=criteria,
    )
