"""How well is another kind of sensor judged on its first three runs?
`python -m benchmarks bridge [--quick]`

Every runner of `benchmarks/outside/planted.py` changes the sensor; here the new one is of another
kind. Each of its first three runs is judged through the bridge and by what is known of nobody.
`both`: the first two files with the new sensor carry the old one beside it, and what they say is
known from the next run on. Beside it: how a new unit reads beside the one before, by the passport
of sensors over the whole season, against what was planted.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from benchmarks.effects.run import columns_of, to_judge, to_learn
from benchmarks.outside.planted import EXPERIMENTS, PlantedRun, by_metric
from benchmarks.outside.runner import FIRST_SEED
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.devices import Bridge, Pair, SensorRun, bridge_between, passports
from hakaru.running.evaluate import evaluate_run
from hakaru.running.lessons import learn_metrics
from hakaru.running.metrics import METRICS as FORM
from hakaru.running.metrics import MetricName

METRICS: Final[tuple[MetricName, ...]] = ("gct", "vo", "vr", "cadence")
RUNNERS, FIRST_RUNS = 40, 3
SEEDS = (FIRST_SEED, FIRST_SEED + 1, FIRST_SEED + 2)
OLD: Final = "garmin-hrm"
CASES: Final[Mapping[str, tuple[str, str]]] = {
    "strap to wrist": ("new_sensor", "garmin-wrist"),
    "strap to wrist, both": ("new_sensor_double_2", "garmin-wrist"),
}
_LEARNING = BaselineSettings()
_Row = tuple[int, bool, float]
"""Which of the first runs, whether its interval holds, its width over that of nobody's."""


def run(quick: bool) -> Mapping[str, object]:
    """Coverage and widths of each case, over all seeds."""
    seeds = SEEDS[:1] if quick else SEEDS
    runners = range(6 if quick else RUNNERS)
    with ProcessPoolExecutor(2) as pool:
        return {
            "bridge": {
                name: _shown(
                    [
                        rows
                        for seed in seeds
                        for rows in pool.map(partial(first_runs, experiment, group, seed), runners)
                    ]
                )
                for name, (experiment, group) in CASES.items()
            },
            "offsets": _offsets_shown(
                [one for seed in seeds for one in pool.map(partial(offsets, seed), runners)]
            ),
        }


def offsets(seed: int, index: int) -> Mapping[str, tuple[bool, float, float]]:
    """How the passport says that the new unit of one runner reads beside the old one: whether the
    planted offset lies in the 80 % interval, half its width, and the error, all in logarithms."""
    season = EXPERIMENTS["new_sensor"](seed, index)
    assert season.changed_sensor_at is not None, "every runner changes the sensor"
    runs = [
        SensorRun(
            activity_id=run.index + 1,
            day=run.started_at.date(),
            sensor_group=OLD,
            sensor_label=run.sensor,
            coverage_frac=1.0,
        )
        for run in season.runs
    ]
    new = season.runs[season.changed_sensor_at].sensor
    made = passports(runs, columns_of(index, season.runs), pairs={}, bases={})
    (passport,) = (one for one in made if one.sensor_label == new)
    planted = by_metric(season.coefficients.sensors[new])
    found: dict[str, tuple[bool, float, float]] = {}
    for offset in passport.offsets:
        truth = float(planted[offset.metric])
        low, high = math.log1p(offset.size.low_frac), math.log1p(offset.size.high_frac)
        error = abs(math.log1p(offset.size.frac) - truth)
        found[offset.metric] = (low <= truth <= high, (high - low) / 2.0, error)
    return found


def _offsets_shown(
    runners: Sequence[Mapping[str, tuple[bool, float, float]]],
) -> Mapping[str, object]:
    shown: dict[str, object] = {}
    for metric in METRICS[:3]:
        rows = np.array([runner[metric] for runner in runners], dtype=np.float64)
        shown[metric] = {
            "inside 80 %": round(100.0 * float(rows[:, 0].mean()), 1),
            "half width, %": round(100.0 * float(np.median(rows[:, 1])), 2),
            "error, %": round(100.0 * float(np.median(rows[:, 2])), 2),
            "n": len(rows),
        }
    return shown


def first_runs(
    experiment: str, group: str, seed: int, index: int
) -> Mapping[MetricName, list[_Row]]:
    """The first runs with another kind of sensor of one runner."""
    season = EXPERIMENTS[experiment](seed, index)
    at = season.changed_sensor_at
    assert at is not None, "every runner changes the sensor"
    known = _learned(index, season.runs[:at], OLD, season.runs[at], _LEARNING)
    rows: dict[MetricName, list[_Row]] = defaultdict(list)
    for place in range(FIRST_RUNS):
        before = season.runs[at : at + place]
        bridge = bridge_between(known, group, at=season.runs[at].started_at, pairs=_pairs(before))
        assert bridge is not None, "24 runs and more came before"
        _judge(rows, (index, place, group), (before, season.runs[at + place]), bridge)
    return rows


def _judge(
    rows: Mapping[MetricName, list[_Row]],
    which: tuple[int, int, str],
    runs: tuple[Sequence[PlantedRun], PlantedRun],
    bridge: Bridge,
) -> None:
    (index, place, group), (before, this) = which, runs
    own = _learned(index, before, group, this, bridge.learning(_LEARNING))
    judged = replace(to_judge(this), sensor_group=group)
    led = evaluate_run(judged, {**bridge.baselines, **own}, now=this.started_at).metrics
    nobody = evaluate_run(judged, {}, now=this.started_at).metrics
    for metric in METRICS:
        low, high = led[metric].interval_90
        wide = math.log(nobody[metric].interval_90[1] / nobody[metric].interval_90[0])
        inside = low <= led[metric].actual <= high
        rows[metric].append((place, inside, math.log(high / low) / wide))


def _learned(
    index: int,
    runs: Sequence[PlantedRun],
    group: str,
    until: PlantedRun,
    settings: BaselineSettings,
) -> Mapping[MetricName, MetricBaseline]:
    """What runs with one kind of sensor teach before another run."""
    if not runs:
        return {}
    lesson = to_learn(index, runs, group, settings).before(until.started_at)
    assert lesson.newest is not None, "there are runs"
    learned = learn_metrics(lesson, METRICS, settings, user_id="default", trained_at=lesson.newest)
    return {one.metric: one for one in learned if one is not None}


def _pairs(runs: Sequence[PlantedRun]) -> Mapping[MetricName, Pair]:
    """What files say that carry both sensors."""
    pairs: dict[MetricName, Pair] = {}
    for metric in METRICS:
        value = FORM[metric].value_of
        ratios = [
            float(
                np.mean(
                    [
                        math.log((value(new) or math.nan) / (value(old) or math.nan))
                        for new, old in zip(run.splits, run.other_splits, strict=True)
                    ]
                )
            )
            for run in runs
            if run.other_splits
        ]
        if ratios:
            pairs[metric] = Pair(ratio_ln=float(np.mean(ratios)), n_runs=len(ratios))
    return pairs


def _shown(runners: Sequence[Mapping[MetricName, list[_Row]]]) -> Mapping[str, object]:
    shown: dict[str, object] = {}
    for metric in METRICS:
        rows = np.array([row for runner in runners for row in runner[metric]], dtype=np.float64)
        each = [rows[rows[:, 0] == place] for place in range(FIRST_RUNS)]
        shown[metric] = {
            "inside 90 %": round(100.0 * float(rows[:, 1].mean()), 1),
            "width over that of nobody's": round(float(np.median(rows[:, 2])), 2),
            "n": len(rows),
            "inside 90 %, each": [round(100.0 * float(own[:, 1].mean()), 1) for own in each],
            "width, each": [round(float(np.median(own[:, 2])), 2) for own in each],
        }
    return shown
