"""How well planted effects can be known at all: `python -m benchmarks.outside.planted_bound 5`.

The best linear fit for somebody who knows the generator: the true slopes, speeds, comfort and hours
of every kilometre, the runner's own noise, and the distributions that every size was drawn from.
No product knows these, so none is expected to do better. No product code.
"""

import json
import sys
from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.outside.planted import EXPERIMENTS, RUNNERS, PlantedSeason
from benchmarks.outside.planted_season import EXPLAINED, SHOE_SD, SURFACE_SD
from benchmarks.outside.runner import REFERENCE_SPEED_MPS, Floats
from benchmarks.outside.season import AFTER_BREAK_DAYS, DAY_PERSISTENCE, TOGETHER
from benchmarks.outside.seconds import SPLIT_PERSISTENCE

WEIGHTS: Final = {"gct": (1.0, 0.0, 0.0), "vo": (0.0, 1.0, 0.0), "vr": (0.0, 1.0, 1.0)}
"""Each metric in logarithms of GCT, VO and cadence; VR beside the speed, which is known."""

PRIORS: Final[dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]]] = {
    "level": ((5.55, 4.48, 5.12), (0.06, 0.10, 0.04)),
    "slope": ((-0.40, 0.32, 0.12), (0.10, 0.12, 0.04)),
    "bend": ((-0.10, -0.10, 0.05), (0.15, 0.15, 0.04)),
    "up": ((0.30, -2.0, 0.30), (0.40, 0.50, 0.10)),
    "down": ((-0.20, 0.50, -0.10), (0.30, 0.40, 0.10)),
    "heat": ((0.0018, -0.0005, -0.0003), (0.0008, 0.0005, 0.0002)),
    "fatigue": ((0.010, 0.003, -0.004), (0.008, 0.008, 0.003)),
    "shoe": ((0.0, 0.0, 0.0), (float(SHOE_SD[0]), float(SHOE_SD[1]), float(SHOE_SD[2]))),
    "surface": (
        (0.0, 0.0, 0.0),
        (float(SURFACE_SD[0]), float(SURFACE_SD[1]), float(SURFACE_SD[2])),
    ),
    "sensor": ((0.0, 0.0, 0.0), (0.040, 0.064, 1e-6)),
    "year": ((0.0, 0.0, 0.0), (0.005, 0.005, 0.0016)),
    "drift": ((-0.002, 0.0, 0.001), (0.005, 0.005, 0.002)),
    "break": ((0.010, -0.003, -0.003), (0.008, 0.008, 0.003)),
}
"""Mean and sd that `runner._draw_effects` and `planted_season` draw from."""


@dataclass(frozen=True)
class Design:
    """A season's kilometres as columns, each with the name of its effect."""

    run: Floats
    position: Floats
    target: Floats
    names: tuple[str, ...]
    columns: Floats
    logs: Floats


def design(season: PlantedSeason) -> Design:
    """Return what moved each kilometre, with the truth where a watch would only show."""
    runs, back = season.runs, season.break_before
    sizes = [len(run.splits) for run in runs]
    day = np.repeat([float(run.day) for run in runs], sizes)
    since = day - (np.inf if back is None else float(runs[back].day))
    x = np.log(np.concatenate([r.truth.speed_mps for r in runs]) / REFERENCE_SPEED_MPS)
    angle = 2 * np.pi * day / 365.25
    columns = [
        ("level", np.ones(day.size)),
        ("slope", x),
        ("bend", x * x),
        ("up", np.concatenate([r.truth.up_frac for r in runs])),
        ("down", np.concatenate([r.truth.down_frac for r in runs])),
        ("heat", np.concatenate([r.truth.above_comfort_c for r in runs])),
        ("fatigue", np.concatenate([r.truth.fatigue_h for r in runs])),
        ("surface", np.repeat([float(r.surface == "trail") for r in runs], sizes)),
        ("sensor", np.repeat([float(r.sensor != runs[0].sensor) for r in runs], sizes)),
        ("year", np.sin(angle)),
        ("year", np.cos(angle)),
        ("drift", (day - day[0]) / 100.0),
        ("break", np.where(since >= 0.0, np.exp(-np.maximum(since, 0.0) / AFTER_BREAK_DAYS), 0.0)),
    ]
    columns += [
        ("shoe", np.repeat([float(r.shoe == shoe) for r in runs], sizes))
        for shoe in season.coefficients.shoes
    ]
    return Design(
        run=np.repeat(np.arange(len(runs), dtype=float), sizes),
        position=np.concatenate([np.arange(n, dtype=float) for n in sizes]),
        target=np.concatenate([r.targets for r in runs]).astype(float),
        names=tuple(name for name, _ in columns),
        columns=np.stack([column for _, column in columns], axis=1),
        logs=np.concatenate(
            [r.truth.curve + np.sum(list(r.truth.shares.values()), axis=0) for r in runs], axis=1
        ),
    )


def _noise(season: PlantedSeason, made: Design, weights: Floats) -> Floats:
    """Return the covariance of the kilometres by the laws that their noise was drawn from."""
    effects = season.runner.effects
    day, split = (
        float(weights @ (TOGETHER * np.outer(sd, sd)) @ weights)
        for sd in (effects.day_sd, effects.split_sd)
    )
    runs_apart = np.abs(made.run[:, None] - made.run)
    apart = np.abs(made.position[:, None] - made.position)
    noise = day * DAY_PERSISTENCE**runs_apart + (runs_apart == 0) * split * SPLIT_PERSISTENCE**apart
    return np.asarray(noise + 1e-5 * np.eye(made.run.size))


def fitted(season: PlantedSeason, metric: str) -> tuple[Floats, Floats]:
    """Return the estimated and the planted explained share of each run."""
    made, weights = design(season), np.array(WEIGHTS[metric])
    means = np.array([weights @ np.array(PRIORS[name][0]) for name in made.names])
    spread = np.array([np.sqrt(weights**2 @ np.array(PRIORS[name][1]) ** 2) for name in made.names])
    weighed = np.linalg.solve(_noise(season, made, weights), made.columns).T
    precision = weighed @ made.columns + np.diag(spread**-2.0)
    sizes = np.linalg.solve(precision, weighed @ (weights @ made.logs) + means / spread**2)
    counted = np.isin(made.names, EXPLAINED)
    part = made.columns[:, counted] @ sizes[counted]
    runs = made.run.astype(int)
    share = np.bincount(runs, part * made.target) / np.bincount(runs, made.target)
    return np.asarray(share - share.mean()), np.asarray(weights @ season.explained())


def bound(seed: int, experiment: str = "ordinary") -> dict[str, dict[str, float]]:
    """Return the error of the explained share as README.md defines it, per metric."""
    seasons = [EXPERIMENTS[experiment](seed, index) for index in range(RUNNERS)]
    found = {}
    for metric in WEIGHTS:
        pairs = np.concatenate([np.stack(fitted(season, metric)) for season in seasons], axis=1)
        error, planted = np.abs(pairs[0] - pairs[1]), np.abs(pairs[1])
        large = planted >= 0.005
        found[metric] = {
            "error_pct": round(100 * float(np.median(error)), 3),
            "planted_pct": round(100 * float(np.median(planted)), 3),
            "error_over_planted": round(float(np.median(error) / np.median(planted)), 3),
            "of_runs_with_half_a_percent": round(float(np.median((error / planted)[large])), 3),
        }
    return found


if __name__ == "__main__":
    print(json.dumps(bound(int(sys.argv[1]), *sys.argv[2:3]), indent=2))
