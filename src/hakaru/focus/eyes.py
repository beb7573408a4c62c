"""How open are a person's eyes usually, and when were they closed, and for how long?

Everything is relative to the person's own open eye: fixed limits call narrow eyes drowsy and miss
droops of wide ones. A blink is a closure of up to half a second; PERCLOS counts only longer ones in
which the eye is at least 80 % closed (P80, Wierwille 1994).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from hakaru.focus.geometry import FloatArray

BLOCK_S = 2.0
KEPT_S = 1800.0
BLINK_MAX_S = 0.5
MICROSLEEP_S = 1.0
PERCLOS_DROWSY_FRAC = 0.12
LOST_S = 0.5
"""Samples further apart than this have an unseen time between them."""

_CLOSED_FRAC = 0.32
_OPENING_FRAC = 0.50
"""80 % closed, where 15 % of the open aspect is left in a shut eye; and open enough to be over."""
_BLINK_BEGINS_FRAC = 0.62
_BLINK_ENDS_FRAC = 0.75
_BLOCK_QUANTILE = 0.8
_OPEN_QUANTILE = 0.5
_PLAUSIBLE = (0.12, 0.6)
_SHUT_FRAC = 0.6
_PRIOR_BLOCKS = 30


@dataclass(frozen=True, kw_only=True)
class OpenEye:
    """The aspect ratio of this person's open eyes, learned while watching.

    `prior_frac` is what was found before a long break (None: nothing), worth a minute of watching.
    `blocks` are (time in s, how open the eyes were in those two seconds); `pending` the samples of
    the block that is not full yet.
    """

    prior_frac: float | None = None
    blocks: tuple[tuple[float, float], ...] = ()
    pending: tuple[tuple[float, float], ...] = ()

    @property
    def ear_frac(self) -> float | None:
        """The usual aspect ratio of open eyes; None: not watched for long enough."""
        values = [value for _, value in self.blocks]
        if self.prior_frac is not None:
            values += [self.prior_frac] * max(0, _PRIOR_BLOCKS - len(values))
        return float(np.quantile(values, _OPEN_QUANTILE)) if values else None


@dataclass(frozen=True, kw_only=True)
class Closure:
    """One time the eyes were closed; `ongoing`: they still are."""

    started_s: float
    ended_s: float
    ongoing: bool

    @property
    def duration_s(self) -> float:
        """How long it was."""
        return self.ended_s - self.started_s


def learn_open_eye(eye: OpenEye, *, at_s: float, ear_frac: float) -> OpenEye:
    """What is known with one more sample. Closed eyes teach nothing about open ones."""
    pending = (*eye.pending, (at_s, ear_frac))
    if not 0.0 <= at_s - pending[0][0] < BLOCK_S - 1e-9:
        return replace(_with_block(eye), pending=((at_s, ear_frac),))
    return replace(eye, pending=pending)


def _with_block(eye: OpenEye) -> OpenEye:
    at_s = eye.pending[-1][0]
    value = float(np.quantile([openness_frac for _, openness_frac in eye.pending], _BLOCK_QUANTILE))
    usual = eye.ear_frac
    low, high = _PLAUSIBLE
    if len(eye.pending) < 3 or not low <= value <= high:
        return eye
    if usual is not None and value < _SHUT_FRAC * usual:
        return eye
    blocks = tuple(block for block in eye.blocks if 0.0 <= at_s - block[0] < KEPT_S)
    # After a long break, or a clock set back, the person is still the same.
    gone = len(blocks) < min(len(eye.blocks), _PRIOR_BLOCKS)
    prior_frac = usual if gone and usual is not None else eye.prior_frac
    return replace(eye, prior_frac=prior_frac, blocks=(*blocks, (at_s, value)))


def find_closures(at_s: FloatArray, openness_frac: FloatArray) -> tuple[Closure, ...]:
    """Every time the eye was at least 80 % closed, blinks among them.

    Args:
        at_s: times in order, shape (n,).
        openness_frac: aspect ratio over that of the open eye, NaN where no eye was seen.
    """
    runs = _runs(at_s, openness_frac, begins=_CLOSED_FRAC, ends=_OPENING_FRAC)
    return tuple(_closure(at_s, first, last) for first, last in runs)


def count_blinks(at_s: FloatArray, openness_frac: FloatArray) -> tuple[float, ...]:
    """The times of blinks: the eye dips and is open again within half a second; arguments as
    `find_closures`."""
    blinks_at_s = []
    for first, last in _runs(at_s, openness_frac, begins=_BLINK_BEGINS_FRAC, ends=_BLINK_ENDS_FRAC):
        closure = _closure(at_s, first, last)
        seen_around = first > 0 and not closure.ongoing and np.isfinite(openness_frac[last + 1])
        if seen_around and closure.duration_s <= BLINK_MAX_S + 1e-9:
            blinks_at_s.append(float(at_s[first]))
    return tuple(blinks_at_s)


def long_closures(closures: tuple[Closure, ...]) -> tuple[Closure, ...]:
    """Those that are no blinks."""
    return tuple(closure for closure in closures if closure.duration_s > BLINK_MAX_S)


def _runs(
    at_s: FloatArray, openness_frac: FloatArray, *, begins: float, ends: float
) -> list[tuple[int, int]]:
    """First and last sample of each stretch that falls below one level and has not risen above
    another; an unseen time ends it."""
    runs: list[tuple[int, int]] = []
    inside = False
    before_s = -math.inf
    # plain numbers: looking at an array one by one takes ten times as long
    for index, (now_s, value) in enumerate(zip(at_s.tolist(), openness_frac.tolist(), strict=True)):
        lost = not math.isfinite(value) or now_s - before_s > LOST_S
        before_s = now_s
        if inside and not lost and value < ends:
            runs[-1] = (runs[-1][0], index)
        else:
            inside = math.isfinite(value) and value < begins
            if inside:
                runs.append((index, index))
    return runs


def _closure(at_s: FloatArray, first: int, last: int) -> Closure:
    """From half way between the samples around it; the last sample may still be inside."""
    ongoing = last == len(at_s) - 1
    before_s = min(at_s[first] - at_s[first - 1], LOST_S) if first > 0 else 0.0
    after_s = 0.0 if ongoing else min(at_s[last + 1] - at_s[last], LOST_S)
    return Closure(
        started_s=float(at_s[first] - before_s / 2.0),
        ended_s=float(at_s[last] + after_s / 2.0),
        ongoing=ongoing,
    )
