"""What lies shortly behind and ahead of each place of a run?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hakaru.running.activity import FloatArray
from hakaru.running.validity import BoolArray


class Change(NamedTuple):
    """How much a value changes around each sample, and over how many metres; shape (n_samples,)."""

    delta: FloatArray
    over_m: FloatArray


def change_around(path_m: FloatArray, values: FloatArray, *, length_m: float) -> Change:
    """Value half a length ahead minus value half a length behind, cut at both ends of the run.

    `path_m` never falls and `values` has no NaN; both of shape (n_samples,), n >= 1. While standing
    the path does not grow: the first sample of such a stretch speaks for its place.
    """
    moved = np.diff(path_m, prepend=path_m[0] - 1.0) > 0.0
    places_m, there = path_m[moved], values[moved]
    behind_m = np.clip(path_m - length_m / 2.0, places_m[0], places_m[-1])
    ahead_m = np.clip(path_m + length_m / 2.0, places_m[0], places_m[-1])
    delta = np.interp(ahead_m, places_m, there) - np.interp(behind_m, places_m, there)
    return Change(delta, ahead_m - behind_m)


def is_known_around(path_m: FloatArray, measured: BoolArray, *, gap_m: float) -> BoolArray:
    """True where the last known place behind a sample and the first ahead of it (itself included)
    lie at most `gap_m` apart."""
    places_m = path_m[measured]
    if places_m.size == 0:
        return np.zeros(path_m.shape, dtype=np.bool_)
    ahead = np.searchsorted(places_m, path_m, side="left")
    behind = np.searchsorted(places_m, path_m, side="right") - 1
    inside = (ahead < places_m.size) & (behind >= 0)
    apart_m = places_m[ahead.clip(max=places_m.size - 1)] - places_m[behind.clip(min=0)]
    near: BoolArray = inside & (apart_m <= gap_m)
    return near
