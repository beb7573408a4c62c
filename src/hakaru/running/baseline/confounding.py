"""Which causes can a runner's own runs not tell apart? Where one went along with another, or with
the time of year, from run to run, what either does is nobody's to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from hakaru.running.effects import Cause
from hakaru.running.metrics import DAYS_PER_YEAR
from hakaru.stats.robust import FloatArray

ALONG_FRAC: Final = 0.75
"""Two things go along where one explains so much of how the other varied."""
RUNS_LEAST: Final = 8
_VARIED: Final[Mapping[Cause, float]] = {"heat": 1.0, "uphill": 0.2, "downhill": 0.2}
"""SDs from run to run below which a cause hardly varied: degrees, metres in 100 m."""
_WHOLE_RUN: Final[tuple[Cause, ...]] = ("heat", "shoe", "surface", "sensor")
"""Causes that are one for a whole run: others vary within it, which tells them from anything."""


@dataclass(frozen=True, kw_only=True)
class CauseColumns:
    """The mean of each cause over each run, shape (n_columns, n_runs); when the runs took place,
    and how much each counts."""

    of_causes: Mapping[Cause, FloatArray]
    age_days: FloatArray
    weight: FloatArray


def confounded_causes(columns: CauseColumns) -> tuple[tuple[str, str], ...]:
    """Pairs of causes that went along with each other; `season` is the time of year."""
    if columns.age_days.size < RUNS_LEAST:
        return ()
    causes = {
        cause: own
        for cause, own in columns.of_causes.items()
        if cause in _WHOLE_RUN and _varied(cause, own, columns.weight)
    }
    year = 2.0 * np.pi * columns.age_days / DAYS_PER_YEAR
    season = np.stack([columns.age_days, np.sin(year), np.cos(year)])
    pairs: list[tuple[str, str]] = [
        (cause, "season")
        for cause, own in causes.items()
        if cause != "sensor" and _explained_frac(own, season, columns.weight) >= ALONG_FRAC
    ]
    pairs += [
        (first, second)
        for first, second in combinations(causes, 2)
        if _explained_frac(causes[first], causes[second], columns.weight) >= ALONG_FRAC
        or _explained_frac(causes[second], causes[first], columns.weight) >= ALONG_FRAC
    ]
    return tuple(pairs)


def _varied(cause: Cause, own: FloatArray, weight: FloatArray) -> bool:
    spread = np.sqrt(np.cov(own, aweights=weight).max(initial=0.0))
    return bool(spread > _VARIED.get(cause, 0.0))


def _explained_frac(own: FloatArray, by: FloatArray, weight: FloatArray) -> float:
    """How much of the variance of some columns over the runs others explain, 0..1."""
    root = np.sqrt(weight)
    known = np.vstack((np.ones_like(weight), by)) * root
    centred = (own - (own @ weight / weight.sum())[:, None]) * root
    fitted, *_ = np.linalg.lstsq(known.T, centred.T, rcond=None)
    left = centred - (known.T @ fitted).T
    total = float(np.square(centred).sum())
    return 1.0 - float(np.square(left).sum()) / total if total > 0.0 else 0.0
