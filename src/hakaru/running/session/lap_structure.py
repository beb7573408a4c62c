"""What do the laps say about a session: by their labels, and by their speeds?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray, Lap, PlannedStep
from hakaru.running.session.bounds import refine_bounds_s
from hakaru.running.session.changes import (
    PENALTY,
    STEP_S,
    Pieces,
    means_between,
    read_late_bpm,
)
from hakaru.running.session.model import Form, Structure
from hakaru.running.session.reps import BLOCK_CONTRAST_MIN, find_alternation
from hakaru.running.session.roles import segments_of, structure_of
from hakaru.running.session.trace import STANDING_MPS, Trace, log_speed
from hakaru.running.validity import SPEED_MAX_MPS

Step = Literal["warmup", "work", "recovery", "cooldown"]

STEP_OF_LABEL: Mapping[str, Step] = {
    "warmup": "warmup",
    "warm_up": "warmup",
    "active": "work",
    "interval": "work",
    "work": "work",
    "rest": "recovery",
    "resting": "recovery",
    "recovery": "recovery",
    "cooldown": "cooldown",
    "cool_down": "cooldown",
}

FASTER_MIN = 0.03
"""Log speed by which labelled work must be faster than what is labelled otherwise."""

WORSE_RATIO = 1.25
"""The trace contradicts labels when it explains itself so much better."""

LABEL_CONFIDENCE_FRAC = 0.95
CHOSEN_CONFIDENCE_FRAC = 0.90
SHORT_LAP_S = 1.0
ALIKE_LAPS_RATIO = 1.03
"""Laps within so much of one length were ended by the watch, not by somebody."""
_BY_BUTTON = "manual"
_BY_PLACE = ("position_start", "position_lap", "position_waypoint", "position_marked", "location")


def pressed_s(laps: Sequence[Lap]) -> FloatArray:
    """Elapsed seconds at which a lap began that no distance ended: somebody pressed a button."""
    pairs = pairwise(sorted(laps, key=lambda lap: lap.start_elapsed_s))
    return np.array([after.start_elapsed_s for lap, after in pairs if lap.trigger != "distance"])


def lap_pieces(laps: Sequence[Lap], trace: Trace | None) -> Pieces | None:
    """Laps as pieces of even speed; None without at least two laps of known speed.

    With a trace its speeds count, since those of a lap know nothing of hills.
    """
    speeds = [(lap, _speed_mps(lap)) for lap in sorted(laps, key=lambda lap: lap.start_elapsed_s)]
    timed_laps = [
        (lap, mps) for lap, mps in speeds if mps is not None and lap.elapsed_s >= SHORT_LAP_S
    ]
    if len(timed_laps) < 2:
        return None
    speed_mps = np.array([mps for _, mps in timed_laps])
    start_s = np.array([lap.start_elapsed_s for lap, _ in timed_laps])
    start_s[0] = 0.0
    last_s = timed_laps[-1][0].start_elapsed_s + timed_laps[-1][0].elapsed_s
    bounds_s = np.append(start_s, last_s if trace is None else trace.end_s)
    if (np.diff(bounds_s) <= 0.0).any():
        return None
    return Pieces(
        start_s=bounds_s[:-1],
        end_s=bounds_s[1:],
        log_speed=log_speed(speed_mps)
        if trace is None
        else means_between(trace.log_speed, bounds_s),
        standing_frac=(speed_mps < STANDING_MPS).astype(np.float64),
        heart_rate_bpm=np.full(bounds_s.size, np.nan)
        if trace is None
        else read_late_bpm(trace.heart_rate_bpm, bounds_s),
    )


def _speed_mps(lap: Lap) -> float | None:
    running_s = lap.timer_s if lap.timer_s else lap.elapsed_s
    speed_mps = lap.speed_mps
    if lap.distance_m is not None and running_s > 0.0:
        speed_mps = lap.distance_m / running_s
    if speed_mps is None or not 0.0 <= speed_mps <= SPEED_MAX_MPS:
        return None
    return speed_mps


def planned_structure(
    laps: Sequence[Lap], steps: Sequence[PlannedStep], trace: Trace | None
) -> Structure | None:
    """The structure of the planned workout, where laps name the steps that they belong to and these
    differ in what they are for; None: they do not, or were not run like that."""
    intensities = {step.step_index: step.intensity for step in steps}
    if not laps or not any(lap.workout_step in intensities for lap in laps):
        return None
    named = [
        replace(lap, intensity=intensities[lap.workout_step])
        if lap.workout_step in intensities
        else lap
        for lap in laps
    ]
    structure = labelled_structure(named, trace)
    if structure is None:
        return None
    segments = tuple(replace(segment, source="workout_step") for segment in structure.segments)
    return replace(structure, segments=segments)


def labelled_structure(laps: Sequence[Lap], trace: Trace | None) -> Structure | None:
    """The structure that labels tell; None where they do not differ or contradict the speeds.

    `trace` None: speeds are those of the laps. The bounds are those of the laps.
    """
    ordered = sorted(laps, key=lambda lap: lap.start_elapsed_s)
    long_laps = [lap for lap in ordered if lap.elapsed_s >= SHORT_LAP_S]
    steps = [STEP_OF_LABEL.get((lap.intensity or "").lower()) for lap in long_laps]
    if None in steps or len(set(steps)) < 2 or "work" not in steps:
        return None
    works = [step == "work" for step in steps]
    end_s = (
        trace.end_s
        if trace is not None
        else long_laps[-1].start_elapsed_s + long_laps[-1].elapsed_s
    )
    firsts = [0, *(i for i in range(1, len(works)) if works[i] != works[i - 1])]
    bounds_s = [0.0, *(long_laps[i].start_elapsed_s for i in firsts[1:]), end_s]
    works = [works[i] for i in firsts]
    if (np.diff(bounds_s) <= 0.0).any():
        return None
    levels = _levels(long_laps, bounds_s, trace)
    faster_log_speed = None if levels is None else _contrast_log_speed(works, levels, bounds_s)
    if levels is None or faster_log_speed is None or faster_log_speed < FASTER_MIN:
        return None
    is_single = sum(works) == 1
    form: Form = "reps"
    if is_single:
        form = "block" if faster_log_speed >= BLOCK_CONTRAST_MIN else "steady"
    return Structure(
        form=form,
        segments=segments_of(works, bounds_s, source="lap_label", is_block=is_single),
        confidence_frac=LABEL_CONFIDENCE_FRAC,
    )


def _levels(laps: list[Lap], bounds_s: list[float], trace: Trace | None) -> FloatArray | None:
    """Log speed between bounds, from the trace or from the laps."""
    if trace is not None:
        return means_between(trace.log_speed, np.array(bounds_s))
    pieces = lap_pieces(laps, None)
    if pieces is None:
        return None
    middle_s = (pieces.start_s + pieces.end_s) / 2.0
    place = np.searchsorted(np.array(bounds_s), middle_s) - 1
    return np.array(
        [
            np.average(pieces.log_speed[place == i], weights=pieces.length_s[place == i])
            if (place == i).any()
            else 0.0
            for i in range(len(bounds_s) - 1)
        ]
    )


def _contrast_log_speed(
    works: list[bool], levels: FloatArray, bounds_s: list[float]
) -> float | None:
    """How much faster the work was than the rest; None where all is work."""
    is_work = np.array(works)
    if is_work.all():
        return None
    length_s = np.diff(bounds_s)
    fast = np.average(levels[is_work], weights=length_s[is_work])
    slow = np.average(levels[~is_work], weights=length_s[~is_work])
    return float(fast - slow)


def are_chosen(laps: Sequence[Lap]) -> bool:
    """Whether somebody decided where laps end: a button, or a programme of unlike steps.

    Laps that a watch ends by itself are alike in length, or end where the first one ended. Where
    the trigger is not known, unlike lengths tell. The last lap ends with the run: it says nothing.
    """
    inner = [lap for lap in sorted(laps, key=_start) if lap.elapsed_s >= SHORT_LAP_S][:-1]
    triggers = {lap.trigger for lap in inner}
    if _BY_BUTTON in triggers:
        return True
    if not inner or triggers <= set(_BY_PLACE) or len(triggers) > 1:
        return len(triggers - set(_BY_PLACE)) > 1
    return len(inner) > 1 and not _are_alike(laps)


def _are_alike(laps: Sequence[Lap]) -> bool:
    """Whether all laps but the last have one length, as those of a watch have. Some formats call
    these manual, too."""
    inner = [lap for lap in sorted(laps, key=_start) if lap.elapsed_s >= SHORT_LAP_S][:-1]
    by_time = {lap.trigger for lap in inner} == {"time"}
    lengths = [lap.elapsed_s if by_time else lap.distance_m or 0.0 for lap in inner]
    return bool(lengths) and max(lengths) <= ALIKE_LAPS_RATIO * min(lengths)


def chosen_structure(laps: Sequence[Lap], trace: Trace) -> Structure | None:
    """Repetitions or a block that laps of somebody's choice show by their speeds, within exactly
    their bounds; None: there are no such laps, or they show neither.

    Level speeds are asked first; then those of the laps as they are, since repetitions down a slope
    with the way back up as recovery are hardly faster on the level.
    """
    if not are_chosen(laps):
        return None
    by_effort = _alternating(lap_pieces(laps, trace), laps)
    if (by_effort is not None and by_effort.n_reps) or _are_alike(laps):
        return by_effort
    as_run = _alternating(_as_run(lap_pieces(laps, None), trace), laps)
    return as_run if as_run is not None and as_run.n_reps else by_effort


def _as_run(pieces: Pieces | None, trace: Trace) -> Pieces | None:
    """Pieces of laps as they were run, up to the end of the trace, with its heart rates."""
    if pieces is None or trace.end_s <= pieces.start_s[-1]:
        return None
    end_s = np.append(pieces.end_s[:-1], trace.end_s)
    bounds_s = np.append(pieces.start_s, trace.end_s)
    heart_rate_bpm = read_late_bpm(trace.heart_rate_bpm, bounds_s)
    return replace(pieces, end_s=end_s, heart_rate_bpm=heart_rate_bpm)


def _alternating(pieces: Pieces | None, laps: Sequence[Lap]) -> Structure | None:
    if pieces is None:
        return None
    alternation = find_alternation(pieces, deliberate_s=pressed_s(laps))
    if alternation is None or alternation.form == "strides":
        return None
    if not alternation.surely_planned and (_are_alike(laps) or not alternation.division.is_pressed):
        return None
    structure = structure_of(pieces, alternation, source="lap_speed", trace=None)
    sure_frac = max(structure.confidence_frac, CHOSEN_CONFIDENCE_FRAC)
    return replace(structure, confidence_frac=sure_frac)


def contradicts(trace: Trace, chosen: Structure, *, seen: Structure) -> bool:
    """Whether the trace shows other repetitions than the laps, and far more clearly.

    A button is pressed some seconds early or late: that is no contradiction, so the laps are judged
    with their bounds where the speed changed.
    """
    if seen.form != "reps" or chosen.n_reps == seen.n_reps:
        return False
    if chosen.form != "reps":
        return True
    bounds_s = [*(segment.start_elapsed_s for segment in chosen.segments), trace.end_s]
    levels = means_between(trace.log_speed, np.array(bounds_s)).tolist()
    moved_s = refine_bounds_s(trace, bounds_s, log_speed=levels)
    moved = tuple(
        replace(segment, start_elapsed_s=start_s, end_elapsed_s=end_s)
        for segment, (start_s, end_s) in zip(chosen.segments, pairwise(moved_s), strict=True)
    )
    return fits_worse(trace, replace(chosen, segments=moved), seen=seen)


def fits_worse(trace: Trace, labelled: Structure, *, seen: Structure) -> bool:
    """Whether the trace contradicts the labels: what it shows itself explains it far better."""
    return seen.form == "reps" and _cost(trace, labelled) > WORSE_RATIO * _cost(trace, seen)


def _start(lap: Lap) -> float:
    return lap.start_elapsed_s


def _cost(trace: Trace, structure: Structure) -> float:
    """Squared deviations from the level of each segment, plus the price of each change."""
    bounds_s = np.array([s.start_elapsed_s for s in structure.segments] + [trace.end_s])
    squares = means_between(trace.log_speed**2, bounds_s)
    levels = means_between(trace.log_speed, bounds_s)
    within = float(((squares - levels**2) * np.diff(bounds_s)).sum()) / STEP_S
    return within + PENALTY * (bounds_s.size - 2)
