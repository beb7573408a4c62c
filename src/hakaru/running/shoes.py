"""How far has each pair of shoes gone, and how does form in it compare with the runner's usual?

The usual is what the verdict on each run expected before it, at that run's speed. Shoes are worn on
certain days for certain sessions, so a difference is no effect of the shoe; and what lasts becomes
part of the usual itself, so that it fades.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from hakaru.running.metrics import MetricName
from hakaru.running.volume import RunFigures, Sums, sums_of
from hakaru.stats.robust import student_half_width

SHOE_RUNS_MIN = 8
"""Rated runs in a pair before anything is said of form in it."""
SHOE_CONFIDENCE_FRAC = 0.95
"""That all intervals of the table hold together."""

ShoeVerdict = Literal["higher", "lower", "no_difference", "few_runs"]


@dataclass(frozen=True, kw_only=True)
class RatedMetric:
    """The rated deviation of one metric in one run, in personal SDs; + is above the usual."""

    activity_id: int
    metric: MetricName
    z: float


@dataclass(frozen=True, kw_only=True)
class ShoeForm:
    """One metric in one pair of shoes, in personal SDs of the runner.

    `low_z` and `high_z` bound the mean: all intervals of the table hold together with 95 %. None:
    fewer than two runs. `verdict` claims a side only where the interval leaves 0 out.
    """

    metric: MetricName
    n_runs: int
    mean_z: float
    low_z: float | None
    high_z: float | None
    verdict: ShoeVerdict


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """One pair as the recordings name it. `gear` None: the runs that name none."""

    gear: str | None
    sums: Sums
    first_day: date
    last_day: date
    form: tuple[ShoeForm, ...]


def shoes_of(runs: Sequence[RunFigures], rated: Sequence[RatedMetric]) -> tuple[Shoe, ...]:
    """Every pair, the one worn last first; runs without one come last, without form."""
    worn: dict[str | None, list[RunFigures]] = {}
    for run in runs:
        worn.setdefault(run.gear, []).append(run)
    gear_of = {run.activity_id: run.gear for run in runs}
    samples: dict[tuple[str, MetricName], list[float]] = {}
    for rated_metric in rated:
        gear = gear_of.get(rated_metric.activity_id)
        if gear is not None:
            samples.setdefault((gear, rated_metric.metric), []).append(rated_metric.z)
    enough = sum(len(values) >= SHOE_RUNS_MIN for values in samples.values())
    coverage = 1.0 - (1.0 - SHOE_CONFIDENCE_FRAC) / max(1, enough)
    pairs = [_shoe(gear, own, samples, coverage=coverage) for gear, own in worn.items()]
    return tuple(
        sorted(
            pairs, key=lambda shoe: (shoe.gear is None, -shoe.last_day.toordinal(), shoe.gear or "")
        )
    )


def _shoe(
    gear: str | None,
    runs: Sequence[RunFigures],
    samples: Mapping[tuple[str, MetricName], Sequence[float]],
    *,
    coverage: float,
) -> Shoe:
    days = [run.day for run in runs]
    return Shoe(
        gear=gear,
        sums=sums_of(runs),
        first_day=min(days),
        last_day=max(days),
        form=tuple(
            _form(metric, values, coverage=coverage)
            for (own, metric), values in samples.items()
            if own == gear
        ),
    )


def _form(metric: MetricName, values: Sequence[float], *, coverage: float) -> ShoeForm:
    n_runs, mean_z = len(values), float(np.mean(values))
    low_z = high_z = None
    if n_runs > 1:
        spread_z = float(np.std(values, ddof=1)) / math.sqrt(n_runs)
        half_z = student_half_width(coverage, n_runs - 1) * spread_z
        low_z, high_z = mean_z - half_z, mean_z + half_z
    verdict: ShoeVerdict = "no_difference"
    if n_runs < SHOE_RUNS_MIN or low_z is None or high_z is None:
        verdict = "few_runs"
    elif low_z > 0.0:
        verdict = "higher"
    elif high_z < 0.0:
        verdict = "lower"
    return ShoeForm(
        metric=metric,
        n_runs=n_runs,
        mean_z=mean_z,
        low_z=low_z,
        high_z=high_z,
        verdict=verdict,
    )
