"""Did what is said to have moved a run's form move it? `python -m benchmarks effects [--quick]`

Seasons whose effects were drawn and are not known to the product (`benchmarks/outside/planted.py`).
Sizes of effects, and what is explained of each run, are asked once, of the baselines after the
whole season: `today` of an explanation. Beside it: what the verdict itself took out of every run
from the 61st on, by the runs before it. Definitions: benchmarks/outside/README.md.
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
from benchmarks.outside.planted_bound import bound
from benchmarks.outside.planted_season import Effect
from benchmarks.outside.runner import FIRST_SEED
from benchmarks.outside.splits import OutsideRun
from benchmarks.outside.verdict import split_columns_of
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline, NamedEffect
from hakaru.running.baseline.predict import Around, Influence, influences, population_baseline
from hakaru.running.effects import Cause, is_sure, split_conditions
from hakaru.running.evaluate import RunToJudge, evaluate_run
from hakaru.running.lessons import SensorHistory, learn_metrics
from hakaru.running.metrics import MetricName
from hakaru.running.splits import select_for_verdict
from hakaru.running.verdict import FormEvaluation
from hakaru.running.why import SDS_80, explain_run

METRICS: Final[tuple[MetricName, ...]] = ("gct", "vo", "vr", "cadence")
RUNNERS, FROM_RUN = 40, 60
GROUP = "garmin-hrm"
SEEDS = (FIRST_SEED, FIRST_SEED + 1, FIRST_SEED + 2)
PLANTED: Final[Mapping[str, Cause]] = {
    "up": "uphill", "down": "downhill", "heat": "heat", "fatigue": "fatigue", "shoe": "shoe",
    "sensor": "sensor",
}  # fmt: skip
SWITCHED: Final = (*PLANTED, "surface", "season")
LABEL_RUNS = 5
SURFACES: Final = {"asphalt": "road", "trail": "trail"}
SUB_SPORTS: Final = {"asphalt": "street", "trail": "trail"}
EXPLAINED_HERE: Final[tuple[Effect, ...]] = ("up", "down", "heat", "fatigue", "shoe")
TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "heat_with_season": ("heat", "season"),
    "shoes_with_date": ("shoe", "season"),
    "shoe_with_sensor": ("shoe", "sensor"),
}
BREAK_RUNS, SENSOR_RUNS = 5, 3
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
    at_the_time: dict[str, list[tuple[float, float]]] = field(
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
            name: list(pool.map(partial(sizes_of, name, FIRST_SEED), runners)) for name in TOGETHER
        }
        asked = {
            name: list(pool.map(partial(figures_of, name, FIRST_SEED), runners))
            for name in ("long_break", "new_sensor")
        }
        without = {
            effect: list(pool.map(partial(sizes_of, f"without_{effect}", FIRST_SEED), runners))
            for effect in SWITCHED
        }
        bounds = dict(zip(seeds, pool.map(_bound, seeds), strict=True))
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
            "bound of the explained share, %": {str(seed): bounds[seed] for seed in seeds},
            "long break": _shown(asked["long_break"]),
            "new sensor": _shown(asked["new_sensor"]),
        }
    }


def _bound(seed: int) -> Mapping[str, float]:
    """The same error of the best linear fit that knows the generator (`planted_bound`)."""
    return {
        metric: round(100.0 * found["error_over_planted"], 1)
        for metric, found in bound(seed).items()
    }


def figures_of(experiment: str, seed: int, index: int) -> Figures:
    """One runner's season, judged run after run: all of it, or what an experiment asks of it."""
    season, history, figures = _season(experiment, seed, index)
    asked = range(4, len(season.runs))
    if experiment == "long_break" and season.break_before is not None:
        asked = range(season.break_before, season.break_before + BREAK_RUNS)
    if experiment == "new_sensor" and season.changed_sensor_at is not None:
        asked = range(season.changed_sensor_at, season.changed_sensor_at + SENSOR_RUNS)
    _judge(figures, season, history, asked=asked)
    return figures


def sizes_of(experiment: str, seed: int, index: int) -> Figures:
    """One runner's season, asked once after its last run."""
    return _season(experiment, seed, index)[2]


def _season(experiment: str, seed: int, index: int) -> tuple[PlantedSeason, SensorHistory, Figures]:
    season = EXPERIMENTS[experiment](seed, index)
    columns = columns_of(index, season.runs)
    history = SensorHistory(GROUP, columns, settings=_LEARNING)
    figures, after = Figures(), _learned(history, None)
    _sizes(figures, season, after)
    _explain_all(figures, season, after)
    figures.confounded = tuple(sorted(after["gct"].confounded_pairs))
    return season, history, figures


def to_learn(
    index: int, runs: Sequence[PlantedRun], group: str, settings: BaselineSettings
) -> SensorHistory:
    """The history of some runs as that of one kind of sensor."""
    return SensorHistory(group, columns_of(index, runs), settings=settings)


def columns_of(index: int, runs: Sequence[PlantedRun]) -> dict[str, NDArray[np.generic]]:
    """The splits of some runs as they are stored."""
    columns = dict(split_columns_of([_outside(index, run) for run in runs]))
    of_rows = [run for run in runs for _ in run.splits]
    columns["gear"] = np.array([run.shoe for run in of_rows], dtype=object)
    grounds = [SUB_SPORTS[run.surface] for run in of_rows]
    columns["sub_sport"] = np.array(grounds, dtype=object)
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


def _sizes(figures: Figures, season: PlantedSeason, baselines: Baselines) -> None:
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
        surfaces = {SURFACES[name]: size for name, size in known.surfaces.items()}
        _contrasts(figures, f"shoe {metric}", baseline.shoes, known.shoes)
        _contrasts(figures, f"surface {metric}", baseline.surfaces, surfaces)
        for name, unit in baseline.units.items():
            first, second = (known.sensors[label] for label in (name, str(baseline.sensor_label)))
            offset = float(by_metric(first)[metric] - by_metric(second)[metric])
            _note(figures, f"sensor {metric}", unit.mean, unit.var, offset)
        figures.reported[f"season {metric}"].append(_season_reported(season, baseline))
        for effect in ("shoe", "surface", "sensor"):
            named = figures.reported.pop(f"{effect} {metric}", [])
            figures.reported[f"{effect} {metric}"] = [any(named)]


def _contrasts(
    figures: Figures,
    name: str,
    learned: Mapping[str, NamedEffect],
    planted: Mapping[str, NDArray[np.float64]],
) -> None:
    """Each pair or surface with enough runs against the one with most, and whether any is said to
    differ from the mean of all."""
    kind, metric = name.split()
    most = max(learned, key=lambda label: learned[label].n_runs, default="")
    for label, effect in learned.items():
        sure = is_sure(PLANTED.get(kind, "surface"), effect.mean, math.sqrt(effect.var))
        figures.reported[name].append(sure)
        if label == most or effect.n_runs < LABEL_RUNS:
            continue
        wanted = float(by_metric(planted[label] - planted[most])[metric])
        error = effect.mean - learned[most].mean - wanted
        figures.inside[name].append(abs(error) <= SDS_80 * math.sqrt(effect.contrast_var))


def _season_reported(season: PlantedSeason, baseline: MetricBaseline) -> bool:
    """Whether the level of a run of the first four weeks is surely said to have been another."""
    first = season.runs[0].day
    for run in season.runs:
        if run.day - first <= 28:
            for part in _today(baseline, run):
                if part.cause == "season" and is_sure("season", part.log_share, part.sd_share):
                    return True
    return False


def _today(baseline: MetricBaseline, run: PlantedRun) -> Sequence[Influence]:
    """What each cause did in a run as it is known after the season, over its target splits."""
    targets = [split for split in run.splits if split.is_target is not False]
    places = [run.splits.index(split) for split in targets]
    return influences(
        baseline,
        np.array([split.speed_mps for split in targets]),
        np.ones(len(targets)),
        around=Around(
            at=run.started_at,
            conditions=split_conditions(run.splits)[places],
            sensor_label=run.sensor,
            shoe=run.shoe,
            surface=SURFACES[run.surface],
        ),
    )


def _explain_all(figures: Figures, season: PlantedSeason, baselines: Baselines) -> None:
    """The explained share of every run after the season beside the planted one."""
    for metric, baseline in baselines.items():
        own = [
            math.fsum(
                part.log_share for part in _today(baseline, run) if part.cause in PLANTED.values()
            )
            for run in season.runs
        ]
        planted = by_metric(season.explained())[metric]
        centred = np.array(own) - np.mean(own)
        figures.explained[metric] += list(zip(centred.tolist(), planted.tolist(), strict=True))


def _note(figures: Figures, name: str, mean: float, var: float, planted: float) -> None:
    sd = float(np.sqrt(var))
    if sd < 1e-5:
        figures.inside[name].append(False)
        figures.reported[name].append(False)
        return
    figures.inside[name].append(abs(float(mean) - planted) <= SDS_80 * sd)
    cause = PLANTED[name.partition(" ")[0]]
    figures.reported[name].append(is_sure(cause, float(mean), sd))


def _judge(
    figures: Figures, season: PlantedSeason, history: SensorHistory, *, asked: range
) -> None:
    """What each cause was said to have done when each run was judged, beside what was planted."""
    pairs: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for run in season.runs[asked.start : asked.stop]:
        baselines = _learned(history, run)
        judged = to_judge(run)
        verdict = evaluate_run(judged, baselines, now=run.started_at)
        _cover(figures, season, run, verdict)
        if run.index < FROM_RUN or len(asked) < FROM_RUN:
            continue
        for way in explain_run(judged, verdict, baselines, metrics=METRICS, now=run.started_at):
            said = math.fsum(
                math.log1p(part.change / (way.expected - part.change))
                for part in way.parts
                if part.cause in PLANTED.values() and part.cause != "sensor"
            )
            pairs[way.metric].append((said, _planted(season, run, way.metric)))
    for metric, values in pairs.items():
        centred = np.array(values) - np.mean(values, axis=0)
        figures.at_the_time[metric] += [(float(own), float(truth)) for own, truth in centred]


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
        surface=SURFACES[run.surface],
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
        "explained": dict(_explained(figures, "explained")),
        "explained at the time, from the 61st run on, without the sensor": dict(
            _explained(figures, "at_the_time")
        ),
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


def _explained(figures: Sequence[Figures], name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The median absolute error of what is said to be explained, relative to the median size of
    what was planted."""
    for metric in METRICS:
        pairs = np.array([pair for one in figures for pair in getattr(one, name)[metric]])
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
