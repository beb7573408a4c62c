"""Repetitions: whether the pieces of a run alternate between work and recovery, or a speed
divides them.

One speed divides work from everything else. Every dividing speed between two pieces is tried; the
one that separates the two most clearly, and leaves what makes sense as a session, wins.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np

from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.session.trace import Pieces
from hakaru.running.validity import BoolArray

Span = tuple[int, int]
"""Half-open range of pieces."""

BLIP_S = 12.0
"""Shorter stretches are noise of the position, not work and no recovery."""

CONTRAST_MIN = 0.12
"""Work is at least so much faster (in log speed) than recovery, and than the running around it."""

REST_LOG_SPEED = -0.45
"""Relative to the usual speed: at or below it somebody walks or stands."""

RUN_IN_REST_FRAC = 0.35
"""A rest of which less was run is a walk or a stop as a whole."""

AROUND_MIN_S = 180.0
"""Less running than this around the work is nothing to compare it with."""

STOP_MAX_S = 75.0
"""Standing longer than this inside a session is a choice, not a traffic light."""

STANDING_MIN_FRAC = 0.3
DIP_S = 28.0
DIP_TO_WORK_MAX_FRAC = 0.25
"""A slow stretch this short beside its works is a stop even if the speed, lagging, shows none."""

EVEN_WORK_CV_FRAC = 0.12
EVEN_REST_CV_FRAC = 0.3
"""Works and rests of one length (SD over mean): nobody is stopped by lights so regularly."""

EVEN_WORK_TO_REST_FRAC = 8.0
WORK_TO_REST_MAX_FRAC = 5.0
SHORT_WORK_TO_REST_FRAC = 2.5
"""Work is no longer than so many rests, else it is running with stops: eight where works and rests
are even, five where the rests are of one kind, two and a half in any case."""

CHOSEN_MIN_S = 30.0
OUTSIDER_FRAC = 0.5
PRESSED_WITHIN_S = 10.0
PRESSED_MIN_FRAC = 0.8
HEART_FOLLOWS_BPM = 3.0
HEART_FOLLOWS_FRAC = 0.7


@frozen
class Division:
    """The pieces of a run divided into work and the rest.

    `deliberate_s` are the seconds at which the lap button was pressed, None: not known.
    """

    pieces: Pieces
    work: BoolArray
    deliberate_s: FloatArray | None

    @property
    def works(self) -> list[Span]:
        """The stretches of work."""
        return _spans(self.work)

    @property
    def rests(self) -> list[Span]:
        """What lies between two works."""
        return [(before[1], after[0]) for before, after in pairwise(self.works)]

    def lengths_s(self, spans: list[Span]) -> FloatArray:
        """Elapsed time of each span."""
        return np.array([_length_s(self.pieces, span) for span in spans])

    @property
    def work_log_speed(self) -> FloatArray:
        """Log speed of each work."""
        return np.array([_mean(self.pieces, self.pieces.log_speed, span) for span in self.works])

    @property
    def rest_log_speed(self) -> FloatArray:
        """Log speed of the running in each rest; of all of it where there is little running."""
        return np.array([_rest_log_speed(self.pieces, rest) for rest in self.rests])

    @property
    def around(self) -> BoolArray:
        """Pieces of running that is not work."""
        return ~self.work & (self.pieces.log_speed > REST_LOG_SPEED)

    @property
    def around_log_speed(self) -> float | None:
        """Their log speed; None for less than three minutes."""
        length_s = self.pieces.length_s[self.around]
        if length_s.sum() < AROUND_MIN_S:
            return None
        return float(np.average(self.pieces.log_speed[self.around], weights=length_s))

    @property
    def is_even(self) -> bool:
        """Works of one length with rests of one length."""
        even_work = cv_frac(self.lengths_s(self.works)) <= EVEN_WORK_CV_FRAC
        return even_work and cv_frac(self.lengths_s(self.rests)) <= EVEN_REST_CV_FRAC

    @property
    def is_beyond_doubt(self) -> bool:
        """Whether works need no slower running around them to be seen as planned."""
        if self.is_pressed:
            return True
        work_s, rest_s = self.lengths_s(self.works), self.lengths_s(self.rests)
        short_enough = work_s.mean() <= EVEN_WORK_TO_REST_FRAC * rest_s.mean()
        return bool(work_s.size >= 4 and self.is_even and short_enough)

    @property
    def is_pressed(self) -> bool:
        """Whether the lap button was pressed at nearly every beginning and end of work."""
        works, pressed_s = self.works, self.deliberate_s
        if pressed_s is None or pressed_s.size == 0 or len(works) < 3:
            return False
        starts_s = [self.pieces.start_s[first] for first, _ in works[1:]]
        ends_s = [self.pieces.end_s[last - 1] for _, last in works[:-1]]
        apart_s = np.abs(np.array(starts_s + ends_s)[:, None] - pressed_s[None, :]).min(axis=1)
        return bool((apart_s <= PRESSED_WITHIN_S).mean() >= PRESSED_MIN_FRAC)

    @property
    def heart_follows(self) -> bool | None:
        """Whether the heart rate rises in most works and falls in most rests; None: unknown."""
        beats_bpm = self.pieces.heart_rate_bpm
        rises_bpm = np.array([beats_bpm[last] - beats_bpm[first] for first, last in self.works])
        falls_bpm = np.array([beats_bpm[first] - beats_bpm[last] for first, last in self.rests])
        rises_bpm, falls_bpm = (b[np.isfinite(b)] for b in (rises_bpm, falls_bpm))
        if rises_bpm.size == 0 or falls_bpm.size == 0:
            return None
        following = [(b > HEART_FOLLOWS_BPM).mean() for b in (rises_bpm, falls_bpm)]
        return bool(min(following) >= HEART_FOLLOWS_FRAC)

    def without_stops(self) -> Division:
        """Work interrupted by a traffic light goes on behind it."""
        stops = [rest for rest in self.rests if self._is_stop(rest)]
        if not stops or self._are_rests_meant():
            return self
        joined = self.work.copy()
        for stop in stops:
            joined[slice(*stop)] = True
        return Division(pieces=self.pieces, work=joined, deliberate_s=self.deliberate_s)

    def without_outsiders(self) -> Division | None:
        """The same without spurts before or after works of one length; None: there are none."""
        works = self.works
        if len(works) < 4 or self.is_even:
            return None
        typical_s = float(np.median(self.lengths_s(works)))
        typical_works = [
            span for span in works if _length_s(self.pieces, span) >= OUTSIDER_FRAC * typical_s
        ]
        inner = slice(works.index(typical_works[0]), works.index(typical_works[-1]) + 1)
        if works[inner] != typical_works or len(typical_works) == len(works):
            return None
        work = np.zeros(self.work.shape, dtype=np.bool_)
        for span in typical_works:
            work[slice(*span)] = True
        trimmed = Division(pieces=self.pieces, work=work, deliberate_s=self.deliberate_s)
        return trimmed if trimmed.is_even else None

    def _is_stop(self, rest: Span) -> bool:
        length_s = _length_s(self.pieces, rest)
        if length_s > STOP_MAX_S:
            return False
        typical_s = float(np.median(self.lengths_s(self.works)))
        is_dip = length_s <= min(DIP_S, DIP_TO_WORK_MAX_FRAC * typical_s)
        return is_dip or self._stands(rest)

    def _stands(self, rest: Span) -> bool:
        return _mean(self.pieces, self.pieces.standing_frac, rest) > STANDING_MIN_FRAC

    def _are_rests_meant(self) -> bool:
        """Whether rests spent standing were planned: even, long, or in proportion to the work."""
        work_s, rest_s = self.lengths_s(self.works), self.lengths_s(self.rests)
        stood = [self._stands(rest) for rest in self.rests]
        if work_s.size < 3 or sum(stood) <= len(stood) / 2:
            return False
        if self.is_beyond_doubt:
            return True
        around = self.around_log_speed
        if around is None or self.work_log_speed.mean() - around < CONTRAST_MIN:
            return False
        chosen = all(stood) and rest_s.max() > STOP_MAX_S and rest_s.min() >= CHOSEN_MIN_S
        work_to_rest_frac = work_s.mean() / rest_s.mean()
        if self.is_even or chosen or work_to_rest_frac <= SHORT_WORK_TO_REST_FRAC:
            return True
        alike = min(cv_frac(rest_s), cv_frac(rest_s / work_s[:-1])) <= EVEN_REST_CV_FRAC
        return bool(alike and work_to_rest_frac <= WORK_TO_REST_MAX_FRAC)


def divide(pieces: Pieces, log_speed: float, *, deliberate_s: FloatArray | None) -> Division:
    """The division at one log speed; traffic lights and blips do not interrupt anything."""
    work = _without_blips(pieces, pieces.log_speed > log_speed)
    return Division(pieces=pieces, work=work, deliberate_s=deliberate_s).without_stops()


def cv_frac(values: FloatArray) -> float:
    """SD over mean (of the values themselves, not of a population); 0 for a single one."""
    return float(values.std() / values.mean())


def _spans(flags: BoolArray) -> list[Span]:
    """Half-open ranges in which the flags are set."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int64)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _without_blips(pieces: Pieces, fast: BoolArray) -> BoolArray:
    """Dips too short to mean anything are filled, then spurts too short are dropped."""
    work = fast.copy()
    for before, after in pairwise(_spans(work)):
        if pieces.start_s[after[0]] - pieces.end_s[before[1] - 1] < BLIP_S:
            work[before[1] : after[0]] = True
    for span in _spans(work):
        if _length_s(pieces, span) < BLIP_S:
            work[slice(*span)] = False
    return work


def _length_s(pieces: Pieces, span: Span) -> float:
    return float(pieces.end_s[span[1] - 1] - pieces.start_s[span[0]])


def _mean(pieces: Pieces, values: FloatArray, span: Span) -> float:
    inside = slice(*span)
    return float(np.average(values[inside], weights=pieces.length_s[inside]))


def _rest_log_speed(pieces: Pieces, rest: Span) -> float:
    log_speed = pieces.log_speed[slice(*rest)]
    weight_s = pieces.length_s[slice(*rest)]
    ran = (log_speed > REST_LOG_SPEED) & (weight_s >= BLIP_S)
    if weight_s[ran].sum() < RUN_IN_REST_FRAC * weight_s.sum():
        return float(np.average(log_speed, weights=weight_s))
    return float(np.average(log_speed[ran], weights=weight_s[ran]))


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


@frozen
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
