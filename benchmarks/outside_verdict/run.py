"""Is a verdict to be trusted on seasons from outside? `python -m benchmarks outside_verdict`.

Definitions: `benchmarks/outside/README.md`; measuring: `benchmarks/outside/verdict.py`. `timing_ms`
is by the processor, best of five: learning every metric from 1,800 splits, and one verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from itertools import islice

from benchmarks.outside.experiments import RUNNERS
from benchmarks.outside.splits import OutsideRun, outside_seasons
from benchmarks.outside.verdict import (
    SEEDS,
    histories_of,
    learned,
    measure,
    split_columns_of,
    verdict_of,
)
from hakaru.running.metrics import MetricName

_QUICK_SEED, _QUICK_RUNNERS = 11, 2
_SPLITS, _SEASONS, _SEASON_DAYS = 1_800, 4, 250
_OLD_METRICS: tuple[MetricName, ...] = ("gct", "vo", "vr", "cadence")


def run(quick: bool) -> Mapping[str, object]:
    """All figures, ready for JSON."""
    seeds, runners = ((_QUICK_SEED,), _QUICK_RUNNERS) if quick else (SEEDS, RUNNERS)
    return {**measure(seeds, runners), "timing_ms": timing(seeds[0])}


def timing(seed: int) -> Mapping[str, float]:
    """What learning and judging cost with two years behind a run."""
    runs: list[OutsideRun] = []
    for place, season in enumerate(islice(outside_seasons(seed), _SEASONS)):
        for one in season.runs:
            started_at = one.started_at + timedelta(days=place * _SEASON_DAYS)
            runs.append(one.at(started_at, activity_id=len(runs) + 1, sensor_group="garmin-hrm"))
    while sum(len(one.splits) for one in runs) > _SPLITS:
        runs.pop(0)
    *earlier, newest = runs
    (history,) = histories_of(split_columns_of(earlier)).values()
    baselines = learned(history, newest.started_at)
    return {
        "splits": sum(len(one.splits) for one in earlier),
        "learn_four_metrics": _best_ms(lambda: learned(history, newest.started_at, _OLD_METRICS)),
        "learn_every_metric": _best_ms(lambda: learned(history, newest.started_at)),
        "judge_one_run": _best_ms(lambda: verdict_of(newest, baselines)),
    }


def _best_ms(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(5):
        began = time.process_time()
        work()
        taken.append(time.process_time() - began)
    return round(1e3 * min(taken), 2)
