"""Targets of the next training in the runner's own figures.

A pace and a heart rate of one suggestion belong together: heart rate is read at that pace from the
runner's own relation of both. Without one only the better known of both is given.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from hakaru.core.units import (
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    pace_to_speed_mps,
    speed_to_pace_s_per_km,
)
from hakaru.records import frozen
from hakaru.running.athlete.known import reliable_value
from hakaru.running.effort_relation import SETTLED_S, EffortRelation
from hakaru.running.next_training_evidence import NextQuestion, TrainingBreak
from hakaru.running.physiology.oxygen import training_speeds, vo2_max_of_threshold
from hakaru.running.physiology.power import HEART_RATE_MARGIN_BPM
from hakaru.running.session.criteria_work import INTENSITY_AIMS
from hakaru.running.session.model import SessionSummary, TrainingType
from hakaru.running.similar import FAMILIES, TOLERANCES, compared_distance_m, compared_pace_s_per_km

TargetsBasis = Literal["this_session", "earlier_session", "athlete", "own_runs", "none"]
"""Where the ranges come from: a session that is repeated, figures of the athlete, or what the
runner's own runs of the last weeks were like."""

TargetsNote = Literal[
    "pace_only",
    "heart_rate_only",
    "heart_rate_only_after_break",
    "shorter_after_break",
    "slower_for_heart_rate",
    "above_usual_share",
    "below_usual_share",
    "reps_by_pace",
    "at_the_end_of_reps",
]
"""What has to be said about a pace and a heart rate: one of them is missing, and why; or they
differ from what is usual for the kind of training."""

Range = tuple[float, float]

EASY_RUNS_MIN = 3
EASY_TYPES: frozenset[TrainingType] = frozenset({"recovery", "low_moderate", "aerobic_base"})
EASY_SPREAD_FRAC = 0.15
LONG_SPREAD_FRAC = 0.05
LONG_RUNS = 3
LONGEST_DAYS = 30
LONGEST_SHARE = 1.10
"""A single run of more than 110 % of the longest of 30 days came with more overuse injuries, 5,205
runners (Frandsen et al. 2025, Br J Sports Med 59:1203)."""
_LONG_OF_EASY = 1.3
_BEFORE_BREAK = 20
"""So many sessions say what was usual, where a break lies among the last eight weeks."""
_RETURN_LENGTH_SHARE = 0.5
"""Where less than half of the volume is left, there are fewer runs, and no shorter ones."""
_SPEED_SPREAD_FRAC = 0.04
_NARROWEST_FRAC = 0.06
_HALF_BAND_MIN_BPM = 3.0
"""Nobody holds a heart rate within less; but for repetitions, which are run by pace, the paces of a
suggestion are widened to what it means."""
_THRESHOLD_SHARES: Range = (0.95, 1.0)
_NEW_TEMPO_S: Range = (15.0 * SECONDS_PER_MINUTE, 20.0 * SECONDS_PER_MINUTE)
_NEW_REPS, _NEW_REP_S, _NEW_RECOVERY_S = 4, 180.0, 150.0
_NEW_INTERVAL_PACE_S = 3.0
_LONG_AFTER_MOST_H = 1.0
"""Later hours are left to the drift that everybody knows: the band is that of the first ones."""
_TEMPO_AFTER_H, _REPS_AFTER_H, _EASY_AFTER_H = 0.5, 0.5, 0.4


@frozen
class Targets:
    """Volume and intensity, as ranges (low, high); pace from fast to slow, on the level. None: not
    known.

    `distance_m` is the main part of a tempo run, else the whole run. `notes` say why a pace or a
    heart rate is missing, or differs from what is usual for this kind of training.
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
    notes: tuple[TargetsNote, ...] = ()


def repeat_targets(question: NextQuestion, model: SessionSummary) -> Targets:
    """The same again: ranges are the tolerances within which sessions count as similar."""
    family = FAMILIES[model.training_type]
    tolerance = TOLERANCES[family]
    pace, distance_m = compared_pace_s_per_km(model), compared_distance_m(model)
    spread_frac = tolerance.distance_frac
    reps = family == "interval" and model.n_reps > 0
    is_this = model.activity_id == question.this.activity_id
    targets = Targets(
        training_type=model.training_type,
        basis="this_session" if is_this else "earlier_session",
        distance_m=None
        if distance_m is None or spread_frac is None
        else _around(distance_m, spread_frac * distance_m),
        pace_s_per_km=None if pace is None else _around(pace, tolerance.pace_tolerance_s_per_km),
        n_reps=model.n_reps if reps else None,
        rep_distance_m=model.rep_distance_m if reps else None,
        rep_s=model.rep_s if reps else None,
        recovery_s=model.recovery_s if reps else None,
    )
    return _with_heart_rate(question, targets)


def tempo_targets(question: NextQuestion, model: SessionSummary | None) -> Targets:
    """The last tempo run again; without one 15 to 20 minutes at threshold speed."""
    if model is not None:
        return repeat_targets(question, model)
    threshold_mps = reliable_value(question.athlete, "threshold_speed_mps")
    targets = Targets(training_type="tempo_threshold", basis="none")
    if threshold_mps is not None:
        slow_mps, fast_mps = (share * threshold_mps for share in _THRESHOLD_SHARES)
        targets = replace(
            targets,
            basis="athlete",
            distance_m=(slow_mps * _NEW_TEMPO_S[0], fast_mps * _NEW_TEMPO_S[1]),
            pace_s_per_km=_paces(slow_mps, fast_mps),
        )
    return _with_heart_rate(question, targets)


def interval_targets(question: NextQuestion, model: SessionSummary | None) -> Targets:
    """The last intervals again; without any, four times three minutes near VO2max."""
    if model is not None:
        return repeat_targets(question, model)
    threshold_mps = reliable_value(question.athlete, "threshold_speed_mps")
    targets = Targets(training_type="interval", basis="none")
    if threshold_mps is not None:
        speeds = {
            speed.intensity: speed for speed in training_speeds(vo2_max_of_threshold(threshold_mps))
        }
        pace = speed_to_pace_s_per_km(speeds["interval"].low_mps)
        targets = replace(
            targets,
            basis="athlete",
            pace_s_per_km=_around(pace, _NEW_INTERVAL_PACE_S),
            n_reps=_NEW_REPS,
            rep_s=_NEW_REP_S,
            recovery_s=_NEW_RECOVERY_S,
        )
    return _with_heart_rate(question, targets)


def easy_targets(question: NextQuestion, *, tired: bool = False) -> Targets:
    """An easy run as the runner's own ones are, a recovery run where legs are tired.

    Slower than usual where heart rate would otherwise leave the easy band, as far as the runner
    runs that slowly at all: beyond that the own relation counts.
    """
    training_type: TrainingType = "recovery" if tired else "aerobic_base"
    sessions = (
        question.newest_first if question.pause is None else question.sessions[:_BEFORE_BREAK]
    )
    own = [session for session in sessions if session.training_type in EASY_TYPES]
    lengths_m = [session.distance_m for session in own if session.distance_m is not None]
    usual_m = statistics.median(lengths_m) if len(lengths_m) >= EASY_RUNS_MIN else None
    distance_m = None if usual_m is None else _around(usual_m, EASY_SPREAD_FRAC * usual_m)
    base = Targets(training_type=training_type, basis="none", distance_m=distance_m)
    return _gentle(question, base, own=_usual_mps(own), after_h=_EASY_AFTER_H)


def long_targets(question: NextQuestion) -> Targets:
    """A long run as long as the last ones, at most 110 % of the longest of 30 days."""
    longs = [session for session in question.newest_first if session.training_type == "long_run"]
    easy = [session for session in question.newest_first if session.training_type in EASY_TYPES]
    distance_m = _long_distance_m(question, longs, easy)
    usual_mps = _usual_mps(longs) or _usual_mps(easy)
    after_h = _EASY_AFTER_H
    if distance_m is not None and usual_mps is not None:
        half_h = distance_m[1] / usual_mps / SECONDS_PER_HOUR / 2.0
        after_h = min(half_h, _LONG_AFTER_MOST_H)
    base = Targets(training_type="long_run", basis="none", distance_m=distance_m)
    return _gentle(question, base, own=usual_mps, after_h=after_h)


def return_targets(question: NextQuestion, pause: TrainingBreak) -> Targets:
    """A short easy run after a break; after a long one by heart rate, where that is known."""
    easy = easy_targets(question)
    distance_m = easy.distance_m
    if distance_m is not None:
        low_m, high_m = distance_m
        share = max(pause.volume_frac, _RETURN_LENGTH_SHARE)
        distance_m = share * low_m, share * high_m
    shorter: tuple[TargetsNote, ...] = () if distance_m is None else ("shorter_after_break",)
    if not pause.is_long or easy.heart_rate_bpm is None:
        return replace(easy, distance_m=distance_m, notes=(*shorter, *easy.notes))
    return replace(
        easy,
        distance_m=distance_m,
        pace_s_per_km=None,
        notes=(*shorter, "heart_rate_only_after_break"),
    )


def longest_m(sessions: Sequence[SessionSummary], question: NextQuestion) -> float | None:
    """The longest run of the 30 days before the last one; None: no distance is known."""
    lengths_m = [
        session.distance_m
        for session in sessions
        if session.distance_m is not None
        and (question.this.activity_date - session.activity_date).days <= LONGEST_DAYS
    ]
    return max(lengths_m, default=None)


def _long_distance_m(
    question: NextQuestion, longs: Sequence[SessionSummary], easy: Sequence[SessionSummary]
) -> Range | None:
    longest = longest_m(question.newest_first, question)
    if longest is None:
        return None
    own_m = [session.distance_m for session in longs[:LONG_RUNS] if session.distance_m is not None]
    easy_m = [session.distance_m for session in easy if session.distance_m is not None]
    usual_m = statistics.median(own_m) if own_m else longest
    if not own_m and easy_m:
        usual_m = max(longest, _LONG_OF_EASY * statistics.median(easy_m))
    most_m = LONGEST_SHARE * longest
    high_m = min((1.0 + LONG_SPREAD_FRAC) * usual_m, most_m)
    return min((1.0 - LONG_SPREAD_FRAC) * usual_m, (1.0 - LONG_SPREAD_FRAC) * high_m), high_m


def _gentle(question: NextQuestion, base: Targets, *, own: float | None, after_h: float) -> Targets:
    """Pace and heart rate of an easy kind of running."""
    relation = question.relation
    if own is None and relation is not None:
        own = _within(relation, easy_speed_mps(question) or relation.low_mps)
    if relation is None or own is None or not relation.covers(own):
        return _one_of_both(question, base, own=own)
    slow_mps, fast_mps = (1.0 - _SPEED_SPREAD_FRAC) * own, (1.0 + _SPEED_SPREAD_FRAC) * own
    slow_mps, fast_mps, notes = _below_ceiling(
        question, base.training_type, (slow_mps, fast_mps), after_h=after_h
    )
    return replace(
        base,
        basis="own_runs",
        pace_s_per_km=_paces(slow_mps, fast_mps),
        heart_rate_bpm=_heart_rates(relation, (slow_mps, fast_mps), after_h=after_h),
        notes=notes,
    )


def _below_ceiling(
    question: NextQuestion, training_type: TrainingType, speeds: Range, *, after_h: float
) -> tuple[float, float, tuple[TargetsNote, ...]]:
    """Speeds at which heart rate stays easy, and what has to be said of them."""
    relation, threshold_bpm = question.relation, _threshold_bpm(question)
    _, share = _usual_of_threshold(training_type)
    slow_mps, fast_mps = speeds
    if relation is None or threshold_bpm is None or share is None:
        return slow_mps, fast_mps, ()
    ceiling_bpm = share * threshold_bpm
    if relation.heart_rate_bpm(fast_mps, after_h=after_h) <= ceiling_bpm:
        return slow_mps, fast_mps, ()
    eased_mps = relation.speed_mps(ceiling_bpm, after_h=after_h)
    width = fast_mps / slow_mps
    if relation.covers(eased_mps / width):
        return eased_mps / width, eased_mps, ("slower_for_heart_rate",)
    slow_mps = min(slow_mps, relation.low_mps)
    return slow_mps, (1.0 + _NARROWEST_FRAC) * slow_mps, ("above_usual_share",)


def _one_of_both(question: NextQuestion, base: Targets, *, own: float | None) -> Targets:
    """The own pace; without one a heart rate from zones 1-2; without them Daniels' easy pace."""
    if own is not None:
        slow_mps, fast_mps = (1.0 - _SPEED_SPREAD_FRAC) * own, (1.0 + _SPEED_SPREAD_FRAC) * own
        pace = _paces(slow_mps, fast_mps)
        return replace(base, basis="own_runs", pace_s_per_km=pace, notes=("pace_only",))
    if question.zones is not None:
        bounds = question.zones.low_bpm
        return replace(
            base,
            basis="athlete",
            heart_rate_bpm=(bounds[0], bounds[2]),
            notes=("heart_rate_only",),
        )
    easy_mps = easy_speed_mps(question)
    if easy_mps is None:
        return replace(base, basis="none" if base.distance_m is None else "own_runs")
    slow_mps = (1.0 - 2.0 * _SPEED_SPREAD_FRAC) * easy_mps
    pace = _paces(slow_mps, easy_mps)
    return replace(base, basis="athlete", pace_s_per_km=pace, notes=("pace_only",))


def _with_heart_rate(question: NextQuestion, targets: Targets) -> Targets:
    """Heart rate at the pace of a tempo run, of repetitions or of any run that is repeated."""
    relation, pace = question.relation, targets.pace_s_per_km
    family = FAMILIES[targets.training_type]
    if pace is None:
        threshold_bpm = _threshold_bpm(question)
        if family != "tempo" or threshold_bpm is None:
            return targets
        bounds = _around(threshold_bpm, HEART_RATE_MARGIN_BPM)
        return replace(targets, basis="athlete", heart_rate_bpm=bounds, notes=("heart_rate_only",))
    speeds = pace_to_speed_mps(pace[1]), pace_to_speed_mps(pace[0])
    if family == "interval" and (targets.rep_s is None or targets.rep_s < SETTLED_S):
        return replace(targets, notes=("reps_by_pace",))
    if relation is None or not all(map(relation.covers, speeds)):
        return replace(targets, notes=("pace_only",))
    if family != "interval":
        speeds = _wide_enough(relation, speeds)
        targets = replace(targets, pace_s_per_km=_paces(*speeds))
    after_h = _REPS_AFTER_H if family == "interval" else _TEMPO_AFTER_H
    bounds = _heart_rates(relation, speeds, after_h=after_h)
    notes = _against_share(question, targets.training_type, bounds)
    if family == "interval":
        notes = ("at_the_end_of_reps", *notes)
    return replace(targets, heart_rate_bpm=bounds, notes=notes)


def _against_share(
    question: NextQuestion, training_type: TrainingType, bounds: Range
) -> tuple[TargetsNote, ...]:
    """Whether the own relation leads out of the share of threshold that is usual for the kind."""
    threshold_bpm = _threshold_bpm(question)
    if threshold_bpm is None:
        return ()
    low_frac, high_frac = _usual_of_threshold(training_type)
    middle_frac = (bounds[0] + bounds[1]) / 2.0 / threshold_bpm
    if high_frac is not None and middle_frac > high_frac:
        return ("above_usual_share",)
    if low_frac is not None and middle_frac < low_frac:
        return ("below_usual_share",)
    return ()


def _usual_of_threshold(training_type: TrainingType) -> tuple[float | None, float | None]:
    """The share of threshold heart rate that is usual for a kind; None: no such bound."""
    aim = INTENSITY_AIMS.get(training_type)
    return (None, None) if aim is None else aim.bands.get("lt_heart_rate", (None, None))


def _heart_rates(relation: EffortRelation, speeds: Range, *, after_h: float) -> Range:
    """From the heart rate of the slow speed to that of the fast one, so that the ends belong
    together."""
    low_bpm, high_bpm = (
        relation.heart_rate_bpm(speed_mps, after_h=after_h) for speed_mps in speeds
    )
    half_bpm = max((high_bpm - low_bpm) / 2.0, _HALF_BAND_MIN_BPM)
    return _around((low_bpm + high_bpm) / 2.0, half_bpm)


def _wide_enough(relation: EffortRelation, speeds: Range) -> Range:
    """Speeds between which heart rate differs by as much as nobody holds it closer."""
    middle_mps, half_mps = (speeds[0] + speeds[1]) / 2.0, (speeds[1] - speeds[0]) / 2.0
    return _around(middle_mps, max(half_mps, _HALF_BAND_MIN_BPM / relation.slope_bpm_per_mps))


def _usual_mps(sessions: Sequence[SessionSummary]) -> float | None:
    """The median level speed; None: fewer than three sessions have one."""
    speeds = [
        speed
        for session in sessions
        if (
            speed := session.target_grade_adjusted_speed_mps
            or session.target_speed_mps
            or session.speed_mps
        )
    ]
    return statistics.median(speeds) if len(speeds) >= EASY_RUNS_MIN else None


def easy_speed_mps(question: NextQuestion) -> float | None:
    """The typical easy speed of Daniels' formula; None: the threshold is not known."""
    threshold_mps = reliable_value(question.athlete, "threshold_speed_mps")
    if threshold_mps is None:
        return None
    speeds = {
        speed.intensity: speed for speed in training_speeds(vo2_max_of_threshold(threshold_mps))
    }
    return speeds["easy"].typical_mps


def _within(relation: EffortRelation, speed_mps: float) -> float:
    return min(max(speed_mps, relation.low_mps), relation.high_mps)


def _threshold_bpm(question: NextQuestion) -> float | None:
    return reliable_value(question.athlete, "lt_heart_rate_bpm")


def _paces(slow_mps: float, fast_mps: float) -> Range:
    return speed_to_pace_s_per_km(fast_mps), speed_to_pace_s_per_km(slow_mps)


def _around(value: float, half: float) -> Range:
    return value - half, value + half
