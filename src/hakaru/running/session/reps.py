"""Do the pieces of a run alternate between work and recovery, or is there one faster part?

One speed divides work from everything else. Every dividing speed between two pieces is tried; the
one that separates the two most clearly, and leaves what makes sense as a session, wins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.session.changes import Pieces
from hakaru.running.session.division import (
    BLIP_S,
    CONTRAST_MIN,
    EVEN_WORK_CV_FRAC,
    STANDING_MIN_FRAC,
    Division,
    cv_frac,
    divide,
)

LOG_SPEED_STEP = 0.02
"""Dividing speeds closer than this divide alike."""

SEPARATION_MIN_Z = 2.0
"""Contrast over the spread of speeds within work and within the rest."""

NOISE_LOG_SPEED = 0.03
SPREAD_MAX_LOG_SPEED = 0.13
"""Works whose speeds differ more (one SD) are no works of one session."""

LONGEST_TO_TYPICAL_FRAC = 6.0
SHORT_WORK_S = 90.0
"""Of works shorter than this, three are needed."""

ALIKE_WORK_CV_FRAC = 0.25
ALIKE_REST_CV_FRAC = 0.55
ALIKE_SEPARATION_Z = 3.0
"""Works of about one length; rests even, with longer breaks between sets."""

REST_TO_WORK_MAX_FRAC = 8.0
UNEVEN_CONTRAST_MIN = 0.25
CLEAR_Z = 4.0
CLEAR_ALONE_Z = 5.0
"""What works of different lengths (a pyramid, a fartlek) need with and without heart rate."""

PAIR_MIN_S = 180.0
PAIR_RATIO_MAX_FRAC = 1.2
PAIR_CONTRAST_MIN = 0.15
"""Two works only: of one length, long and clear."""

BLOCK_MIN_S = 480.0
BLOCK_AROUND_MIN_S = 240.0
BLOCK_CONTRAST_MIN = 0.16
BLOCK_SEPARATION_MIN_Z = 1.5
"""Clearer than the gentle ends of an easy run, which are roles but no block."""

STRIDES_MIN = 3
STRIDES_MAX = 10
STRIDE_MAX_S = 40.0
STRIDE_ANYWHERE_MAX_S = 26.0
"""Pick-ups up to 40 s at the very end of a run, or up to 26 s with more running after them."""

STRIDES_CV_MAX_FRAC = 0.35
STRIDES_SEPARATION_MIN_Z = 3.0
STRIDES_SHARE_MAX_FRAC = 0.12
STRIDES_FROM_FRAC = 0.4
STRIDES_END_S = 300.0

Found = Literal["reps", "strides", "block"]


@dataclass(frozen=True, kw_only=True)
class Alternation:
    """What was found: `division.work` says of each piece whether it is work.

    `contrast_log_speed` is how much faster work is than the running around it, `separation_z` the
    same in units of the spread within both.
    """

    form: Found
    division: Division
    contrast_log_speed: float
    separation_z: float
    surely_planned: bool = True

    @property
    def n_works(self) -> int:
        """How many stretches of work there are."""
        return len(self.division.works)


def find_alternation(pieces: Pieces, *, deliberate_s: FloatArray | None) -> Alternation | None:
    """Repetitions, strides or one block; None: steady running.

    `deliberate_s` are the seconds at which the runner pressed the lap button; where nearly all work
    begins and ends there, no other proof of intention is needed.
    """
    steps = np.unique(np.round(pieces.log_speed / LOG_SPEED_STEP)) * LOG_SPEED_STEP
    best: dict[Found, Alternation] = {}
    for log_speed in ((steps[1:] + steps[:-1]) / 2.0).tolist():
        alternation = _judge_or_trim(divide(pieces, log_speed, deliberate_s=deliberate_s))
        if alternation is not None and (
            alternation.form not in best or _is_better(alternation, best[alternation.form])
        ):
            best[alternation.form] = alternation
    return best.get("reps") or best.get("strides") or best.get("block")


def _is_better(alternation: Alternation, other: Alternation) -> bool:
    """What looks planned comes before what stands out."""
    if alternation.surely_planned != other.surely_planned:
        return alternation.surely_planned
    return alternation.separation_z > other.separation_z


def _judge_or_trim(division: Division) -> Alternation | None:
    alternation = _judge(division)
    if alternation is not None and alternation.surely_planned:
        return alternation
    trimmed = division.without_outsiders()
    return alternation if trimmed is None else _judge(trimmed) or alternation


def _judge(division: Division) -> Alternation | None:
    works = division.works
    if len(works) < 2:
        return _as_block(division)
    work_s = division.lengths_s(works)
    if len(works) < 3 and np.median(work_s) < SHORT_WORK_S:
        return None
    if work_s.max() > LONGEST_TO_TYPICAL_FRAC * np.median(work_s):
        return None
    log_speed = division.work_log_speed
    lower = np.minimum(log_speed[1:], log_speed[:-1])
    if (lower - division.rest_log_speed < CONTRAST_MIN).any():
        return None
    if log_speed.std() > SPREAD_MAX_LOG_SPEED or not _has_measure(division):
        return None
    if _are_strides(division):
        return _measured(division, "strides", separation_min_z=STRIDES_SEPARATION_MIN_Z)
    alternation = _measured(division, "reps", separation_min_z=SEPARATION_MIN_Z)
    return None if alternation is None else _with_plan(alternation)


def _has_measure(division: Division) -> bool:
    """Whether there is other running to compare the work with, or a plan beyond doubt."""
    return division.around_log_speed is not None or division.is_beyond_doubt


def _with_plan(alternation: Alternation) -> Alternation | None:
    """The works if they look like somebody's plan, not like the ups and downs of a run."""
    division = alternation.division
    work_s, rest_s = division.lengths_s(division.works), division.lengths_s(division.rests)
    if np.median(rest_s) > REST_TO_WORK_MAX_FRAC * np.median(work_s):
        return None
    follows = division.heart_follows
    clear = (
        alternation.separation_z >= (CLEAR_Z if follows else CLEAR_ALONE_Z) and follows is not False
    )
    if work_s.size == 2:
        alike = work_s.max() <= PAIR_RATIO_MAX_FRAC * work_s.min() and work_s.min() >= PAIR_MIN_S
        return (
            alternation
            if clear and alike and alternation.contrast_log_speed >= PAIR_CONTRAST_MIN
            else None
        )
    if cv_frac(rest_s) <= ALIKE_REST_CV_FRAC:
        if cv_frac(work_s) <= EVEN_WORK_CV_FRAC:
            return alternation
        if clear and alternation.contrast_log_speed >= UNEVEN_CONTRAST_MIN:
            return alternation
        if cv_frac(work_s) <= ALIKE_WORK_CV_FRAC and alternation.separation_z >= ALIKE_SEPARATION_Z:
            return replace(alternation, surely_planned=False)
    return replace(alternation, surely_planned=False) if division.is_pressed else None


def _as_block(division: Division) -> Alternation | None:
    """One long faster part with slower running before or after it."""
    works = division.works
    if not works or division.around_log_speed is None:
        return None
    around_s = float(division.pieces.length_s[division.around].sum())
    if division.lengths_s(works)[0] < BLOCK_MIN_S or around_s < BLOCK_AROUND_MIN_S:
        return None
    alternation = _measured(division, "block", separation_min_z=BLOCK_SEPARATION_MIN_Z)
    return (
        alternation
        if alternation is not None and alternation.contrast_log_speed >= BLOCK_CONTRAST_MIN
        else None
    )


def _measured(division: Division, form: Found, *, separation_min_z: float) -> Alternation | None:
    """The division with its contrast; None where it is too weak."""
    pieces = division.pieces
    weight_s = np.where(pieces.length_s >= BLIP_S, pieces.length_s, 0.01)
    classes = [division.work & (pieces.standing_frac < STANDING_MIN_FRAC)]
    if not classes[0].any():
        return None
    if division.around_log_speed is None:
        slow = float(division.rest_log_speed.mean())
    else:
        classes.append(division.around)
        slow = _average(pieces.log_speed[division.around], weight_s[division.around])
    fast = _average(pieces.log_speed[classes[0]], weight_s[classes[0]])
    squares = sum(_squares(pieces.log_speed[members], weight_s[members]) for members in classes)
    total_s = sum(float(weight_s[members].sum()) for members in classes)
    separation_z = (fast - slow) / (squares / total_s + NOISE_LOG_SPEED**2) ** 0.5
    if fast - slow < CONTRAST_MIN or separation_z < separation_min_z:
        return None
    return Alternation(
        form=form,
        division=division,
        contrast_log_speed=fast - slow,
        separation_z=separation_z,
    )


def _average(values: FloatArray, weights: FloatArray) -> float:
    return float(np.average(values, weights=weights))


def _squares(values: FloatArray, weights: FloatArray) -> float:
    return float((weights * (values - _average(values, weights)) ** 2).sum())


def _are_strides(division: Division) -> bool:
    """Short pick-ups of one length late in a run."""
    pieces, works = division.pieces, division.works
    work_s = division.lengths_s(works)
    end_s = float(pieces.end_s[-1])
    few = STRIDES_MIN <= len(works) <= STRIDES_MAX
    little = work_s.sum() <= STRIDES_SHARE_MAX_FRAC * end_s
    late = pieces.start_s[works[0][0]] >= STRIDES_FROM_FRAC * end_s
    ends_soon = end_s - pieces.end_s[works[-1][1] - 1] <= STRIDES_END_S
    longest_s = STRIDE_MAX_S if ends_soon else STRIDE_ANYWHERE_MAX_S
    alike = cv_frac(work_s) <= STRIDES_CV_MAX_FRAC
    return bool(few and little and late and alike and np.median(work_s) <= longest_s)
