"""What is a session made of: repetitions, one sustained block, or steady running?

What somebody decided comes before what a detector finds: the steps of the planned workout, then
labels of laps that differ, then laps that a button or a programme ended, each where the trace does
not contradict them and with exactly their bounds; else the speed trace decides (resolutions rows 16
and 84). Recordings without samples are cut at their laps.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from hakaru.running.activity import Recording
from hakaru.running.session.changes import cut_trace
from hakaru.running.session.ends import steady_structure
from hakaru.running.session.lap_structure import (
    chosen_structure,
    contradicts,
    fits_worse,
    labelled_structure,
    lap_pieces,
    planned_structure,
    pressed_s,
)
from hakaru.running.session.model import Segment, Structure
from hakaru.running.session.reps import find_alternation
from hakaru.running.session.roles import structure_of
from hakaru.running.session.trace import Trace, read_trace
from hakaru.running.splits import RoleSource

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
