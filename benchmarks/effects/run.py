"""Did what is said to have moved a run's form move it? `python -m benchmarks effects [--quick]`

Seasons whose effects were drawn and are not known to the product (`benchmarks/outside/planted.py`).
Every run from the 61st on is judged by the runs before it; what the verdict says each cause did is
compared with what was planted. Sizes of effects are those of the baseline after the whole season.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.outside.planted import EXPERIMENTS, PlantedRun, PlantedSeason, by_metric
from benchmarks.outside.planted_season import Effect
from benchmarks.outside.runner import FIRST_SEED
from benchmarks.outside.splits import OutsideRun
from benchmarks.outside.verdict import split_columns_of
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.baseline.predict import population_baseline
from hakaru.running.effects import Cause
from hakaru.running.evaluate import RunToJudge, evaluate_run
from hakaru.running.lessons import SensorHistory, learn_metrics
from hakaru.running.metrics import MetricName
from hakaru.running.splits import select_for_verdict
from hakaru.running.verdict import FormEvaluation
from hakaru.running.why import COUNTED_SDS, SDS_80, explain_run

METRICS: Final[tuple[MetricName, ...]] = ("gct", "vo", "vr", "cadence")
RUNNERS, FROM_RUN = 40, 60
GROUP = "garmin-hrm"
SEEDS = (FIRST_SEED, FIRST_SEED + 1, FIRST_SEED + 2)
PLANTED: Final[Mapping[str, Cause]] = {
    "up": "uphill", "down": "downhill", "heat": "heat", "fatigue": "fatigue", "shoe": "shoe",
}  # fmt: skip
EXPLAINED_HERE: Final[tuple[Effect, ...]] = ("up", "down", "heat", "fatigue", "shoe")
TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "heat_with_season": ("heat", "season"),
    "shoes_with_date": ("shoe", "season"),
    "shoe_with_sensor": ("shoe", "sensor"),
}
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_LEARNING = BaselineSettings()


@dataclass
class Figures:
    """What is counted of one runner: per effect and metric."""

    inside: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    reported: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    explained: dict[str, list[tuple[float, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    covered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    widths: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    confounded: tuple[tuple[str, str], ...] = ()


def run(quick: bool) -> Mapping[str, object]:
    """Figures of the ordinary seasons of every seed, and of those with one effect taken away."""
    runners = range(6 if quick else RUNNERS)
    seeds = SEEDS[:1] if quick else SEEDS
    with ProcessPoolExecutor(2) as pool:
        ordinary = {
            seed: list(pool.map(partial(figures_of, "ordinary", seed), runners)) for seed in seeds
        }
        together = {
            name: list(pool.map(partial(figures_of, name, FIRST_SEED), runners))
            for name in TOGETHER
        }
        asked = {
            name: list(pool.map(partial(figures_of, name, FIRST_SEED), runners))
            for name in ("long_break", "new_sensor")
        }
        without = {
            effect: list(pool.map(partial(figures_of, f"without_{effect}", FIRST_SEED), runners))
            for effect in PLANTED
        }
    return {
        "effects": {
            **{str(seed): _shown(figures) for seed, figures in ordinary.items()},
            "pooled": _shown([one for figures in ordinary.values() for one in figures]),
            "told to go together, %": {
                "ordinary (none)": _told((), ordinary[FIRST_SEED]),
                **{name: _told(TOGETHER[name], figures) for name, figures in together.items()},
            },
            "population's half width, %": {
                metric: round(
                    100 * population_baseline(metric, sensor_group=GROUP, now=NOW).half_widths[2],
                    2,
                )
                for metric in METRICS
            },
            "none planted, %": {
                effect: round(100.0 - _together(figures, "reported")[effect], 1)
                for effect, figures in without.items()
            },
            "none planted, each": {
                effect: _silent(effect, figures) for effect, figures in without.items()
            },
            "long break": _shown(asked["long_break"]),
            "new sensor": _shown(asked["new_sensor"]),
        }
    }


def figures_of(experiment: str, seed: int, index: int) -> Figures:
    """One runner's season, judged run after run."""
    season = EXPERIMENTS[experiment](seed, index)
    columns = columns_of(index, season.runs)
    history = SensorHistory(GROUP, columns, settings=_LEARNING)
    figures = Figures()
    after = _learned(history, None)
    _sizes(figures, season, after, columns)
    figures.confounded = tuple(sorted(after["gct"].confounded_pairs))
    _judge(figures, season, history)
    return figures


def to_learn(
    index: int, runs: Sequence[PlantedRun], group: str, settings: BaselineSettings
) -> SensorHistory:
    """The history of some runs as that of one kind of sensor."""
    return SensorHistory(group, columns_of(index, runs), settings=settings)


def columns_of(index: int, runs: Sequence[PlantedRun]) -> dict[str, NDArray[np.generic]]:
    """The splits of some runs as they are stored."""
    columns = dict(split_columns_of([_outside(index, run) for run in runs]))
    columns["gear"] = np.array([run.shoe for run in runs for _ in run.splits], dtype=object)
    return columns


def _outside(index: int, run: PlantedRun) -> OutsideRun:
    return OutsideRun(
        runner=index,
        index=run.index,
        activity_id=run.index + 1,
        started_at=run.started_at,
        sensor_group=GROUP,
        sensor_label=run.sensor,
        device=0,
        ambient_c=float(run.truth.ambient_c.mean()),
        after_break=None,
        splits=run.splits,
    )


Baselines = Mapping[MetricName, MetricBaseline]


def _learned(history: SensorHistory, run: PlantedRun | None) -> Baselines:
    lesson = history.before(None if run is None else run.started_at)
    if lesson.newest is None:
        return {}
    found = learn_metrics(lesson, METRICS, _LEARNING, user_id="default", trained_at=lesson.newest)
    return {one.metric: one for one in found if one is not None}


def _sizes(
    figures: Figures,
    season: PlantedSeason,
    baselines: Baselines,
    columns: Mapping[str, NDArray[np.generic]],
) -> None:
    """Whether each effect's planted size lies in its 80 % interval, and whether it is reported."""
    known = season.coefficients
    for metric, baseline in baselines.items():
        usual = baseline.speed_center_mps / (0.8 * season.runner.threshold_mps)
        planted = {
            "heat": by_metric(known.heat_per_c)[metric],
            "up": by_metric(known.up_per_grade / 100.0)[metric],
            "down": by_metric(known.down_per_grade / 100.0)[metric],
            "fatigue": by_metric(known.fatigue_per_hour)[metric] * usual**4,
        }
        sizes = zip(
            ("heat", "up", "down", "fatigue"), baseline.effects, baseline.effect_vars, strict=True
        )
        for effect, mean, var in sizes:
            _note(figures, f"{effect} {metric}", mean, var, float(planted[effect]))
        worn = columns["gear"]
        shares = {name: float(np.mean(worn == name)) for name in baseline.shoes}
        offsets = {name: float(by_metric(known.shoes[name])[metric]) for name in shares}
        total = sum(shares.values()) or 1.0
        mean_offset = sum(shares[name] * offsets[name] for name in shares) / total
        for name, (mean, var) in baseline.shoes.items():
            _note(figures, f"shoe {metric}", mean, var, offsets[name] - mean_offset)


def _note(figures: Figures, name: str, mean: float, var: float, planted: float) -> None:
    sd = float(np.sqrt(var))
    if sd < 1e-5:
        figures.inside[name].append(False)
        figures.reported[name].append(False)
        return
    figures.inside[name].append(abs(float(mean) - planted) <= SDS_80 * sd)
    figures.reported[name].append(abs(float(mean)) > COUNTED_SDS * sd)


def _judge(figures: Figures, season: PlantedSeason, history: SensorHistory) -> None:
    """What each cause is said to have done in each run, beside what was planted."""
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for run in season.runs[4:]:
        baselines = _learned(history, run)
        judged = to_judge(run)
        verdict = evaluate_run(judged, baselines, now=run.started_at)
        _cover(figures, season, run, verdict)
        if run.index < FROM_RUN:
            continue
        for way in explain_run(judged, verdict, baselines, metrics=METRICS, now=run.started_at):
            said = math.fsum(
                math.log1p(part.change / (way.expected - part.change))
                for part in way.parts
                if part.cause in PLANTED.values()
            )
            pairs[way.metric].append((said, _planted(season, run, way.metric)))
    for metric, values in pairs.items():
        centred = np.array(values) - np.mean(values, axis=0)
        figures.explained[metric] += [(float(own), float(truth)) for own, truth in centred]


def _cover(
    figures: Figures, season: PlantedSeason, run: PlantedRun, verdict: FormEvaluation
) -> None:
    """Whether measured values lie in their 90 % intervals, and how wide these are."""
    changed, back = season.changed_sensor_at, season.break_before
    holds = {
        "all": True,
        "above 23 C": float(run.truth.ambient_c.mean()) > 23.0,
        "over 90 min": run.splits[-1].end_elapsed_s > 5400.0,
        "after a break": back is not None and 0 <= run.index - back < 5,
        "new sensor": changed is not None and 0 <= run.index - changed < 3,
    }
    for one in verdict.metrics.values():
        if one.metric not in METRICS:
            continue
        low, high = one.interval_90
        for place in (place for place, is_so in holds.items() if is_so):
            name = f"{place} / {one.metric}"
            figures.covered[name].append(low <= one.actual <= high)
            figures.widths[name].append((high - low) / 2 / one.expected)


def to_judge(run: PlantedRun) -> RunToJudge:
    """A run as the judge sees it."""
    return RunToJudge(
        activity_id=run.index + 1,
        day=run.started_at.date(),
        sensor_group=GROUP,
        splits=run.splits,
        started_at=run.started_at,
        sensor_label=run.sensor,
        shoe=run.shoe,
    )


def _planted(season: PlantedSeason, run: PlantedRun, metric: MetricName) -> float:
    """The planted shares of the judged splits, fatigue counted from half an hour on as the product
    counts it."""
    chosen, _ = select_for_verdict(run.splits)
    places = [run.splits.index(split) for split in chosen]
    total = np.zeros(len(places))
    for effect in EXPLAINED_HERE:
        total += by_metric(run.truth.shares[effect])[metric][places]
    half_hour = np.full(len(run.splits), 0.5)
    fatigue = by_metric(season.coefficients.fatigue_per_hour)[metric]
    total -= half_hour[places] * float(fatigue)
    return float(total.mean())


def _shown(figures: Sequence[Figures]) -> Mapping[str, object]:
    return {
        "inside 80 %": dict(_shares(figures, "inside")),
        "inside 80 %, three metrics": _together(figures, "inside"),
        "reported": dict(_shares(figures, "reported")),
        "explained": dict(_explained(figures)),
        "coverage": dict(_shares(figures, "covered")),
        "half width, %": {
            name: round(100 * float(np.median(values)), 2)
            for name, values in _joined(figures, "widths").items()
        },
    }


def _joined(figures: Sequence[Figures], name: str) -> Mapping[str, list[float]]:
    joined: dict[str, list[float]] = defaultdict(list)
    for one in figures:
        for key, values in getattr(one, name).items():
            joined[key] += values
    return dict(sorted(joined.items()))


def _shares(figures: Sequence[Figures], name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    for key, values in _joined(figures, name).items():
        yield key, {"pct": round(100 * float(np.mean(values)), 1), "n": len(values)}


def _explained(figures: Sequence[Figures]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The median absolute error of what is said to be explained, relative to the median size of
    what was planted."""
    for metric in METRICS:
        pairs = np.array([pair for one in figures for pair in one.explained[metric]])
        if pairs.size:
            error = float(np.median(np.abs(pairs[:, 0] - pairs[:, 1])))
            size = float(np.median(np.abs(pairs[:, 1])))
            yield (
                metric,
                {
                    "error, %": round(100 * error / size, 1),
                    "planted, % of the value": round(100 * size, 2),
                    "n": len(pairs),
                },
            )


def _together(figures: Sequence[Figures], name: str) -> Mapping[str, float]:
    """The share of each effect over contact time, oscillation and ratio together."""
    joined: dict[str, list[bool]] = defaultdict(list)
    for key, values in _joined(figures, name).items():
        effect, metric = key.split()
        if metric != "cadence":
            joined[effect] += [bool(value) for value in values]
    return {effect: round(100 * float(np.mean(values)), 1) for effect, values in joined.items()}


def _told(pair: tuple[str, ...], figures: Sequence[Figures]) -> float:
    """In how many seasons a pair is said to go together; no pair: that none is."""
    said = [pair in one.confounded if pair else not one.confounded for one in figures]
    return round(100 * float(np.mean(said)), 1)


def _silent(effect: str, figures: Sequence[Figures]) -> Mapping[str, object]:
    """In how many seasons without an effect none is reported."""
    counted = {
        name: share for name, share in _shares(figures, "reported") if name.startswith(effect + " ")
    }
    return {name: round(100 - float(str(share["pct"])), 1) for name, share in counted.items()}
