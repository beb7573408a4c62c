"""Seasons as kilometres: what the measuring of changes over runs needs, without seconds.

A run of the generator is cut where its training changes and at each kilometre between; what an
interval or tempo session is judged by is known here and not detected. A planted change and the size
of the day effect multiply all seconds of a run alike, so that they multiply its kilometres: one
generated season answers for all its altered twins (shown by a test).
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.outside.experiments import EVEN, EXPERIMENTS, RUNNERS, SAME_DEVICE, Experiment
from benchmarks.outside.runner import Floats, make_runner
from benchmarks.outside.season import Options, Season, day_effects, make_season
from benchmarks.outside.seconds import LAP_M, Run, make_run, mean_of

BASES: Final = {"ordinary": Options(), "same": SAME_DEVICE, "even": EVEN}
COLUMNS: Final = (
    "run", "speed_mps", "gct_ms", "vo_cm", "vr_pct", "cadence_spm", "running_s",
    "running_distance_m", "grade_pct", "target", "repetition", "middle_s",
)  # fmt: skip
"""One row per kilometre (or repetition); `target` and `repetition` are 0 or 1."""


@dataclass(frozen=True)
class Kilometres:
    """A season's splits, and per run what was recorded of it as a whole, shape (RUNS,)."""

    season: Season
    splits: dict[str, Floats]
    temperature_c: Floats
    climb_m_per_km: Floats
    duration_s: Floats

    def altered(self, season: Season) -> Kilometres:
        """The same season with other planted changes or another size of the day effect."""
        mine = np.stack([run.shares["planted"] + run.shares["day"] for run in self.season.runs])
        theirs = np.stack([run.shares["planted"] + run.shares["day"] for run in season.runs])
        more = (theirs - mine)[self.splits["run"].astype(int)]
        gct, vo, cadence = np.exp(more.T)
        factors = {"gct_ms": gct, "vo_cm": vo, "cadence_spm": cadence, "vr_pct": vo * cadence}
        splits = {name: rows * factors.get(name, 1.0) for name, rows in self.splits.items()}
        return replace(self, season=season, splits=splits)


def kilometres_of(season: Season) -> Kilometres:
    """Generate a season and cut its runs."""
    rows: list[list[float]] = []
    whole: list[tuple[float, float, float]] = []
    for plan in season.runs:
        run = make_run(season, plan.index)
        rows.extend(_splits(run))
        rise = np.diff(run.truth.altitude_m)
        kilometres = run.columns.distance_m[-1] / LAP_M
        climb = float(rise[rise > 0].sum()) / kilometres
        whole.append((mean_of(run.columns.temperature_c), climb, run.columns.elapsed_s[-1]))
    temperature, climbs, lasted = np.array(whole).T
    splits = dict(zip(COLUMNS, np.array(rows).T, strict=True))
    return Kilometres(season, splits, temperature, climbs, lasted)


def seasons(base: str, seed: int, cache: Path | None = None) -> list[Kilometres]:
    """All runners of a seed with the options of a base; from the cache where they are there."""
    kept = None if cache is None else cache / f"{base}_{seed}.pickle"
    if kept is not None and kept.is_file():
        stored: list[Kilometres] = pickle.loads(kept.read_bytes())
        return stored
    made = [
        kilometres_of(make_season(make_runner(seed, index), BASES[base]))
        for index in range(RUNNERS)
    ]
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(made))
    return made


def experiment(name: str, seed: int, cache: Path | None = None) -> Iterator[Kilometres]:
    """The seasons of a named experiment."""
    asked = EXPERIMENTS[name]
    for index, base in enumerate(seasons(_base_of(asked), seed, cache)):
        yield base.altered(asked.season(index, seed))


def _base_of(asked: Experiment) -> str:
    options = replace(asked.options, day_sd=None)
    return next(name for name, base in BASES.items() if base == options)


def planted_day_effects(kilometres: Kilometres) -> Floats:
    """The day effects of a season, a row per metric."""
    return day_effects(kilometres.season.runner, kilometres.season.options)


def _splits(run: Run) -> Iterator[list[float]]:
    kind, first = run.plan.kind, 0
    for block in run.plan.blocks:
        end = first + block.seconds
        work = block.part == "work"
        target = work or kind not in ("intervals", "tempo")
        repetition = work and kind == "intervals"
        marks = _bounds(run.columns.distance_m, first, end, whole=repetition)
        for start, stop in pairwise(marks):
            yield _split(run, start, stop, target=target, repetition=repetition)
        first = end


def _bounds(distance_m: Floats, first: int, end: int, *, whole: bool) -> list[int]:
    """Rows at which the kilometres of a part begin and end."""
    if whole:
        return [first, end]
    start = distance_m[first - 1] if first else 0.0
    marks = np.arange(start + LAP_M, distance_m[end - 1], LAP_M)
    return [first, *np.searchsorted(distance_m[:end], marks).tolist(), end]


def _split(run: Run, first: int, end: int, *, target: bool, repetition: bool) -> list[float]:
    c, here = run.columns, slice(first, end)
    before = float(c.distance_m[first - 1]) if first else 0.0
    metres = float(c.distance_m[end - 1]) - before
    rise = float(run.truth.altitude_m[end - 1] - run.truth.altitude_m[max(first - 1, 0)])
    return [
        float(run.plan.index),
        metres / (end - first),
        mean_of(c.gct_ms[here]),
        mean_of(c.vo_mm[here]) / 10.0,
        mean_of(c.vr_pct[here]),
        mean_of(c.cadence_spm[here]),
        float(end - first),
        metres,
        100.0 * rise / metres,
        float(target),
        float(repetition),
        (first + end) / 2.0,
    ]
