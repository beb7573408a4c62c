"""How far do the seconds of a window lie from those around it, at every place of a run?

A matched filter: the mean over a window against the mean over the minute before and the minute
after, which never contain the window (a z-score whose own window holds what it judges cannot see
it, resolutions row 40). The noise of such a contrast is learned from the run itself at each
length, so that seconds that repeat each other are counted for what they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.validity import BoolArray
from hakaru.stats.robust import MAD_TO_SD

LENGTHS_S = (6, 8, 13, 22, 40, 70, 120)
REFERENCE_S = 60
GUARD_S = 3
"""Devices smooth over about 5 s: the seconds next to a window belong to neither side."""
REFERENCE_MIN_S = 25.0
WINDOW_MIN_SHARE_FRAC = 0.7
_REACH_S = REFERENCE_S + GUARD_S
_PLACES_PER_LENGTH = 6
_TENTH_TO_SD = 1.0 / 1.6448536269514722
_BELIEF_WORTH_S = 300.0
"""How many seconds of running the believed noise is worth against the run's own."""


@dataclass(frozen=True, kw_only=True)
class Reached:
    """Running sums along the grid, padded on both sides: shape (2 n_rows, n_seconds + padding).

    The first half are sums of values, the second half counts of judged seconds.
    """

    totals: FloatArray
    n_seconds: int


@dataclass(frozen=True, kw_only=True)
class Contrasts:
    """Windows of one length at places `stride` apart; shape (n_rows, n_places) each.

    `step_frac` is mean inside minus mean around, 0 where `sound` is False: too little judged.
    """

    length: int
    stride: int
    step_frac: FloatArray
    sound: BoolArray


def reach(residual_frac: FloatArray, judged: BoolArray) -> Reached:
    """Running sums of the judged seconds of rows of shape (n_rows, n_seconds)."""
    n_rows, n_seconds = residual_frac.shape
    sums = np.zeros((2 * n_rows, n_seconds + 1 + 2 * _REACH_S))
    inner = sums[:, _REACH_S + 1 : _REACH_S + 1 + n_seconds]
    inner[:n_rows] = np.where(judged, residual_frac, 0.0)
    inner[n_rows:] = judged
    np.cumsum(inner, axis=1, out=inner)
    sums[:, _REACH_S + 1 + n_seconds :] = inner[:, -1:]
    return Reached(totals=sums, n_seconds=n_seconds)


def contrast(reached: Reached, length: int) -> Contrasts | None:
    """Every window of a length in seconds. None: the run is not longer than that."""
    if reached.n_seconds <= length:
        return None
    stride = max(1, length // _PLACES_PER_LENGTH)
    n_places = reached.n_seconds - length + 1

    def at(offset: int) -> FloatArray:
        first = _REACH_S + offset
        return reached.totals[:, first : first + n_places : stride]

    inside = at(length) - at(0)
    around = (at(length + _REACH_S) - at(-_REACH_S)) - (at(length + GUARD_S) - at(-GUARD_S))
    n_rows = len(inside) // 2
    inside_s, around_s = inside[n_rows:], around[n_rows:]
    sound = (inside_s >= WINDOW_MIN_SHARE_FRAC * length) & (around_s >= REFERENCE_MIN_S)
    step = inside[:n_rows] / np.maximum(inside_s, 1.0)
    step -= around[:n_rows] / np.maximum(around_s, 1.0)
    return Contrasts(length=length, stride=stride, step_frac=step * sound, sound=sound)


def contrast_noise_frac(contrasts: Contrasts, believed_frac: FloatArray) -> FloatArray:
    """Robust SD of the contrasts of each row, blended with the believed one; shape (n_rows,).

    The largest contrast and what casts its shadow on are left out where half of the run remains:
    a long step in a short run is no noise.
    """
    thin = max(1, contrasts.length // 2 // contrasts.stride)
    step = np.abs(contrasts.step_frac[:, ::thin])
    sound = _away_from_largest(contrasts, step, contrasts.sound[:, ::thin], thin=thin)
    sizes = np.sort(np.where(sound, step, np.inf), axis=1)
    count = sound.sum(axis=1)
    rows, last = np.arange(count.size), np.maximum(count - 1, 0)
    middle = MAD_TO_SD * sizes[rows, last // 2]
    tail = _TENTH_TO_SD * sizes[rows, (9 * last) // 10]
    own_frac = np.where(count > 0, np.maximum(middle, tail), 0.0)
    own_s = count * float(thin * contrasts.stride)
    variance = own_s * own_frac**2 + _BELIEF_WORTH_S * believed_frac**2
    noise: FloatArray = np.sqrt(variance / (own_s + _BELIEF_WORTH_S))
    return noise


def _away_from_largest(
    contrasts: Contrasts, step: FloatArray, sound: BoolArray, *, thin: int
) -> BoolArray:
    """The sound places that neither the largest contrast nor its surroundings reach."""
    reach = max(1, (contrasts.length + _REACH_S) // (thin * contrasts.stride))
    place, largest = np.arange(step.shape[1]), np.argmax(step, axis=1)
    away: BoolArray = sound & (np.abs(place - largest[:, np.newaxis]) > reach)
    enough = 2 * away.sum(axis=1) >= sound.sum(axis=1)
    return np.where(enough[:, np.newaxis], away, sound)
