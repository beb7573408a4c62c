"""If one speed divides a run into work and the rest, what do works and rests look like?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.session.changes import Pieces
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


@dataclass(frozen=True, kw_only=True)
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
