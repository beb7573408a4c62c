"""What do the laps say about a session: by their labels, and by their speeds?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray, Lap
from hakaru.running.session.bounds import refine_bounds_s
from hakaru.running.session.changes import PENALTY, STEP_S, Pieces, means_between
from hakaru.running.session.model import Form, Structure
from hakaru.running.session.reps import BLOCK_CONTRAST_MIN, find_alternation
from hakaru.running.session.roles import LAP_TRUST_S, segments_of, structure_of
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

LAP_REPS_MIN = 3
LABEL_CONFIDENCE_FRAC = 0.95
SHORT_LAP_S = 1.0


def pressed_s(laps: Sequence[Lap]) -> FloatArray:
    """Elapsed seconds at which a lap began that no distance ended: somebody pressed a button."""
    pairs = pairwise(sorted(laps, key=lambda lap: lap.start_elapsed_s))
    return np.array([after.start_elapsed_s for lap, after in pairs if lap.trigger != "distance"])


def lap_pieces(laps: Sequence[Lap], trace: Trace | None) -> Pieces | None:
    """Laps as pieces of even speed; None without at least two laps of known speed.

    With a trace its speeds count, since those of a lap know nothing of hills.
    """
    speeds = [(lap, _speed_mps(lap)) for lap in sorted(laps, key=lambda lap: lap.start_elapsed_s)]
    known = [(lap, mps) for lap, mps in speeds if mps is not None and lap.elapsed_s >= SHORT_LAP_S]
    if len(known) < 2:
        return None
    speed_mps = np.array([mps for _, mps in known])
    start_s = np.array([lap.start_elapsed_s for lap, _ in known])
    start_s[0] = 0.0
    last_s = known[-1][0].start_elapsed_s + known[-1][0].elapsed_s
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
        heart_rate_bpm=np.full(bounds_s.size, np.nan),
    )


def _speed_mps(lap: Lap) -> float | None:
    running_s = lap.timer_s if lap.timer_s else lap.elapsed_s
    speed_mps = lap.speed_mps
    if lap.distance_m is not None and running_s > 0.0:
        speed_mps = lap.distance_m / running_s
    if speed_mps is None or not 0.0 <= speed_mps <= SPEED_MAX_MPS:
        return None
    return speed_mps


def labelled_structure(laps: Sequence[Lap], trace: Trace | None) -> Structure | None:
    """The structure that labels tell; None where they do not differ or contradict the speeds.

    `trace` None: speeds are those of the laps. With it, bounds move to where the speed changes.
    """
    ordered = sorted(laps, key=lambda lap: lap.start_elapsed_s)
    kept = [lap for lap in ordered if lap.elapsed_s >= SHORT_LAP_S]
    steps = [STEP_OF_LABEL.get((lap.intensity or "").lower()) for lap in kept]
    if None in steps or len(set(steps)) < 2 or "work" not in steps:
        return None
    works = [step == "work" for step in steps]
    end_s = trace.end_s if trace is not None else kept[-1].start_elapsed_s + kept[-1].elapsed_s
    firsts = [0, *(i for i in range(1, len(works)) if works[i] != works[i - 1])]
    bounds_s = [0.0, *(kept[i].start_elapsed_s for i in firsts[1:]), end_s]
    works = [works[i] for i in firsts]
    if (np.diff(bounds_s) <= 0.0).any():
        return None
    levels = _levels(kept, bounds_s, trace)
    faster_log_speed = None if levels is None else _contrast_log_speed(works, levels, bounds_s)
    if levels is None or faster_log_speed is None or faster_log_speed < FASTER_MIN:
        return None
    if trace is not None:
        bounds_s = refine_bounds_s(trace, bounds_s, log_speed=levels.tolist(), within_s=LAP_TRUST_S)
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


def lap_reps(laps: Sequence[Lap], trace: Trace | None) -> Structure | None:
    """Repetitions that laps show by their speeds, of one length each; None: they show none."""
    pieces = lap_pieces(laps, trace)
    found = None if pieces is None else find_alternation(pieces, deliberate_s=None)
    if pieces is None or found is None or found.form != "reps" or not found.surely_planned:
        return None
    if found.n_works < LAP_REPS_MIN:
        return None
    return structure_of(pieces, found, source="lap_speed", trace=trace)


def fits_worse(trace: Trace, labelled: Structure, *, seen: Structure) -> bool:
    """Whether the trace contradicts the labels: what it shows itself explains it far better."""
    return seen.form == "reps" and _cost(trace, labelled) > WORSE_RATIO * _cost(trace, seen)


def _cost(trace: Trace, structure: Structure) -> float:
    """Squared deviations from the level of each segment, plus the price of each change."""
    bounds_s = np.array([s.start_elapsed_s for s in structure.segments] + [trace.end_s])
    squares = means_between(trace.log_speed**2, bounds_s)
    levels = means_between(trace.log_speed, bounds_s)
    within = float(((squares - levels**2) * np.diff(bounds_s)).sum()) / STEP_S
    return within + PENALTY * (bounds_s.size - 2)
