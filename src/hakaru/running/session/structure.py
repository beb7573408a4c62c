"""What a session is made of: repetitions, one sustained block, or steady running.

What somebody decided comes before what a detector finds: the steps of the planned workout, then
labels of laps that differ, then laps that a button or a programme ended, each where the trace does
not contradict them and with exactly their bounds; else the speed trace decides.
Recordings without samples are cut at their laps.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray, Lap, PlannedStep, Recording
from hakaru.running.session.model import Form, Segment, Structure
from hakaru.running.session.reps import BLOCK_CONTRAST_MIN, Alternation, find_alternation
from hakaru.running.session.trace import (
    PENALTY,
    STANDING_MPS,
    STEP_S,
    Pieces,
    Trace,
    cut_trace,
    log_speed,
    means_between,
    read_late_bpm,
    read_trace,
    refine_bounds_s,
)
from hakaru.running.splits import Role, RoleSource
from hakaru.running.validity import SPEED_MAX_MPS

EDGE_MIN_S = 20.0
"""A start or an end shorter than this is no warm-up and no cool-down."""

LAP_TRUST_S = 10.0
"""Nobody presses later or earlier than this; then the lap is right and the speed misleads."""

CONFIDENT_Z = 1.5
"""Separation of work from the rest at which the confidence is one half."""


def structure_of(
    pieces: Pieces, alternation: Alternation, *, source: RoleSource, trace: Trace | None
) -> Structure:
    """Segments along the work that was found; bounds to the second where there is a trace."""
    work = alternation.division.work
    changes = np.flatnonzero(np.diff(work.astype(np.int64))) + 1
    edges = [0, *changes.tolist(), work.size]
    log_speed = [
        float(np.average(pieces.log_speed[a:b], weights=pieces.length_s[a:b]))
        for a, b in pairwise(edges)
    ]
    bounds_s = [*(float(pieces.start_s[edge]) for edge in edges[:-1]), float(pieces.end_s[-1])]
    if trace is not None:
        within_s = math.inf if source == "speed" else LAP_TRUST_S
        bounds_s = refine_bounds_s(trace, bounds_s, log_speed=log_speed, within_s=within_s)
    works = [bool(work[edge]) for edge in edges[:-1]]
    return Structure(
        form="reps" if alternation.form == "reps" else "block",
        segments=segments_of(works, bounds_s, source=source, is_block=alternation.form == "block"),
        confidence_frac=alternation.separation_z / (alternation.separation_z + CONFIDENT_Z),
    )


def segments_of(
    works: list[bool], bounds_s: list[float], *, source: RoleSource, is_block: bool
) -> tuple[Segment, ...]:
    """Warm-up, work and recovery in turns (or one main part), cool-down; `works` alternates."""
    works, bounds_s = _without_edges(works, bounds_s)
    segments: list[Segment] = []
    n_works = 0
    for index, (start_s, end_s) in enumerate(pairwise(bounds_s)):
        n_works += works[index]
        role = _role(works, index, is_block=is_block)
        segments.append(
            Segment(
                role=role,
                start_elapsed_s=start_s,
                end_elapsed_s=end_s,
                source=source,
                rep_index=n_works if role in ("work", "recovery") else None,
            )
        )
    return tuple(segments)


def _without_edges(works: list[bool], bounds_s: list[float]) -> tuple[list[bool], list[float]]:
    """A few seconds before the first work (getting going) or after the last belong to it."""
    if len(works) > 1 and not works[0] and bounds_s[1] - bounds_s[0] < EDGE_MIN_S:
        works, bounds_s = works[1:], [bounds_s[0], *bounds_s[2:]]
    if len(works) > 1 and not works[-1] and bounds_s[-1] - bounds_s[-2] < EDGE_MIN_S:
        works, bounds_s = works[:-1], [*bounds_s[:-2], bounds_s[-1]]
    return works, bounds_s


def _role(works: list[bool], index: int, *, is_block: bool) -> Role:
    if works[index]:
        return "main" if is_block else "work"
    if not any(works[:index]):
        return "warmup"
    return "recovery" if any(works[index:]) else "cooldown"


SLOWER_MIN_LOG_SPEED = 0.04
"""Log speed below that of the run from which a beginning or an end is gentle."""

STEADY_EDGE_MIN_S = 150.0
EDGE_MAX_FRAC = 0.25
EDGE_MAX_S = 1500.0
HEART_RATE_CHANGE_MIN_BPM = 4.0
HEART_RATE_WINDOW_S = 60.0
STEADY_SPREAD_LOG_SPEED = 0.25


def steady_structure(trace: Trace, pieces: Pieces) -> Structure:
    """A steady run: warm-up and cool-down where the trace shows them, else main throughout."""
    main_level = _main_level(pieces)
    warm_end_s = _edge_s(pieces, main_level, "warmup")
    cool_start_s = _edge_s(pieces, main_level, "cooldown")
    if warm_end_s is not None and not _rises(trace, warm_end_s):
        warm_end_s = None
    if cool_start_s is not None and not _falls(trace, cool_start_s):
        cool_start_s = None
    bounds_s = [0.0, *(s for s in (warm_end_s, cool_start_s) if s is not None), trace.end_s]
    roles: list[Role] = ["main"]
    if warm_end_s is not None:
        roles.insert(0, "warmup")
    if cool_start_s is not None:
        roles.append("cooldown")
    source: RoleSource = "whole_run" if len(roles) == 1 else "speed"
    return Structure(
        form="steady",
        segments=tuple(
            Segment(role=role, start_elapsed_s=start_s, end_elapsed_s=end_s, source=source)
            for role, start_s, end_s in zip(roles, bounds_s[:-1], bounds_s[1:], strict=True)
        ),
        confidence_frac=_steadiness_frac(pieces),
    )


def _main_level(pieces: Pieces) -> float:
    """The log speed at or below which half of the moving time was run."""
    moving = pieces.standing_frac < 0.5
    if not moving.any():
        return 0.0
    order = np.argsort(pieces.log_speed[moving])
    length_s = np.cumsum(pieces.length_s[moving][order])
    middle = int(np.searchsorted(length_s, length_s[-1] / 2.0))
    return float(pieces.log_speed[moving][order][middle])


def _steadiness_frac(pieces: Pieces) -> float:
    moving = pieces.standing_frac < 0.5
    if not moving.any():
        return 0.0
    levels, weights = pieces.log_speed[moving], pieces.length_s[moving]
    spread = float(np.average((levels - np.average(levels, weights=weights)) ** 2, weights=weights))
    return max(0.0, 1.0 - float(spread**0.5) / STEADY_SPREAD_LOG_SPEED)


def _edge_s(pieces: Pieces, main_level: float, end: Literal["warmup", "cooldown"]) -> float | None:
    """Where the gentle beginning ends, or the gentle end begins; None: there is none."""
    slow = (pieces.log_speed <= main_level - SLOWER_MIN_LOG_SPEED) | (pieces.standing_frac >= 0.5)
    total_s = float(pieces.end_s[-1])
    if end == "warmup":
        stop = int(np.argmin(slow)) if not slow.all() else 0
        edge_s, length_s = float(pieces.start_s[stop]), float(pieces.start_s[stop])
    else:
        stop = int(np.argmin(slow[::-1])) if not slow.all() else 0
        edge_s = float(pieces.end_s[pieces.end_s.size - 1 - stop])
        length_s = total_s - edge_s
    if not STEADY_EDGE_MIN_S <= length_s <= min(EDGE_MAX_S, EDGE_MAX_FRAC * total_s):
        return None
    return edge_s


def _rises(trace: Trace, end_s: float) -> bool:
    """Heart rate at the end of the warm-up is higher than at its beginning, or unknown."""
    first_bpm = _mean_bpm(trace, 0.0, HEART_RATE_WINDOW_S)
    last_bpm = _mean_bpm(trace, end_s - HEART_RATE_WINDOW_S, end_s)
    if first_bpm is None or last_bpm is None:
        return True
    return last_bpm - first_bpm >= HEART_RATE_CHANGE_MIN_BPM


def _falls(trace: Trace, start_s: float) -> bool:
    """Heart rate at the end is lower than just before the cool-down, or unknown."""
    first_bpm = _mean_bpm(trace, start_s - HEART_RATE_WINDOW_S, start_s)
    last_bpm = _mean_bpm(trace, trace.end_s - HEART_RATE_WINDOW_S, trace.end_s)
    if first_bpm is None or last_bpm is None:
        return True
    return first_bpm - last_bpm >= HEART_RATE_CHANGE_MIN_BPM


def _mean_bpm(trace: Trace, start_s: float, end_s: float) -> float | None:
    window_bpm = trace.heart_rate_bpm[max(0, int(start_s)) : max(0, int(end_s))]
    known_bpm = window_bpm[np.isfinite(window_bpm)]
    return float(known_bpm.mean()) if known_bpm.size else None


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


SNAP_S = 3.0
LAG_MAX_S = 10.0


def find_structure(recording: Recording) -> Structure:
    """The segments of a run and how they were found; nothing about the athlete is needed.

    A recording that says nothing about its course is one main segment, of length 0 where not even
    its duration is known.
    """
    if recording.series["elapsed_s"].size < 2:
        return _from_laps(recording)
    trace = read_trace(recording)
    if trace is None:
        return whole_run(float(recording.series["elapsed_s"][-1]))
    seen = _from_trace(trace, recording)
    decided = _decided(recording, trace, seen)
    if decided is None:
        return _snapped(seen, recording)
    return decided if decided.n_reps else replace(decided, n_strides=seen.n_strides)


def _decided(recording: Recording, trace: Trace, seen: Structure) -> Structure | None:
    """What the runner or a plan decided; None: nothing of it is in the file, or the trace shows
    that it was not run like that."""
    planned = planned_structure(recording.laps, recording.planned_steps, trace)
    if planned is not None:
        return planned
    labelled = labelled_structure(recording.laps, trace)
    if labelled is not None and not fits_worse(trace, labelled, seen=seen):
        return labelled
    chosen = chosen_structure(recording.laps, trace)
    if chosen is not None and not contradicts(trace, chosen, seen=seen):
        return chosen
    return None


def whole_run(end_s: float) -> Structure:
    """One main segment, because nothing divides the run."""
    segment = Segment(role="main", start_elapsed_s=0.0, end_elapsed_s=end_s, source="whole_run")
    return Structure(form="steady", segments=(segment,), confidence_frac=0.0)


def _from_trace(trace: Trace, recording: Recording) -> Structure:
    pieces = cut_trace(trace)
    alternation = find_alternation(pieces, deliberate_s=pressed_s(recording.laps))
    if alternation is None or alternation.form == "strides":
        n_strides = alternation.n_works if alternation is not None else 0
        return replace(steady_structure(trace, pieces), n_strides=n_strides)
    return structure_of(pieces, alternation, source="speed", trace=trace)


def _from_laps(recording: Recording) -> Structure:
    summary = recording.summary
    pieces = lap_pieces(recording.laps, None)
    if pieces is None:
        known_s = summary.elapsed_s if summary.elapsed_s is not None else summary.timer_s
        return whole_run(0.0 if known_s is None else known_s)
    planned = planned_structure(recording.laps, recording.planned_steps, None)
    labelled = planned or labelled_structure(recording.laps, None)
    if labelled is not None:
        return labelled
    alternation = find_alternation(pieces, deliberate_s=None)
    if alternation is None or alternation.form == "strides":
        return whole_run(float(pieces.end_s[-1]))
    source: RoleSource = "lap_speed"
    return structure_of(pieces, alternation, source=source, trace=None)


def _snapped(structure: Structure, recording: Recording) -> Structure:
    """Bounds moved to the laps that the trace agrees with: the runner's own bounds.

    A trace that shows every change equally late (speed lags on many watches) agrees with the laps
    as a whole; else each bound is moved only where a lap lies within 3 s.
    """
    starts_s = np.array([lap.start_elapsed_s for lap in recording.laps])
    segments = structure.segments
    if starts_s.size < 2 or len(segments) < 2:
        return structure
    inner_s = np.array([segment.start_elapsed_s for segment in segments[1:]])
    nearest_s = starts_s[np.abs(starts_s[None, :] - inner_s[:, None]).argmin(axis=1)]
    late_s = inner_s - nearest_s
    lag_s = float(np.clip(np.median(late_s), 0.0, LAG_MAX_S))
    if (np.abs(late_s - lag_s) > SNAP_S).any():
        lag_s = 0.0
    inner_s = np.where(np.abs(late_s - lag_s) <= SNAP_S, nearest_s, inner_s)
    bounds_s = [segments[0].start_elapsed_s, *inner_s.tolist(), segments[-1].end_elapsed_s]
    if (np.diff(bounds_s) <= 0.0).any():
        return structure
    moved = tuple(
        replace(segment, start_elapsed_s=start_s, end_elapsed_s=end_s)
        for segment, (start_s, end_s) in zip(segments, pairwise(bounds_s), strict=True)
    )
    return replace(structure, segments=moved)
