"""How far is a verdict to be trusted? The figures of README.md, in the order of time.

Every run is judged by what the runs of its sensor before it taught, learned anew after every run.
Beside it stand the same figures from our own simulator, and how the product worked before Part 11:
baselines learned at the start of each month, or none at all.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.calibration.simulated import Season as OwnSeason
from benchmarks.calibration.simulated import World, simulate_runner
from benchmarks.outside.experiments import altered_runs
from benchmarks.outside.runner import FIRST_SEED, Floats
from benchmarks.outside.splits import OutsideRun, outside_seasons
from hakaru.running.baseline.model import BaselineSettings, MetricBaseline
from hakaru.running.evaluate import RunToJudge, evaluate_run
from hakaru.running.lessons import SensorHistory, baselines_for, learn_metrics
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.splits import Split
from hakaru.running.verdict import FormEvaluation, MetricVerdict

SEEDS: Final = (FIRST_SEED, FIRST_SEED + 1, FIRST_SEED + 2)
OWN_SEED: Final = 60_000
PERCENTS: Final = (5.0, 8.0, 12.0)
ORDINARY_MIN: Final = 10
MAIN_MIN: Final = 4
HOT_C: Final = 23.0
AFTER_BREAK_RUNS: Final = 5
_LEARNING: Final = BaselineSettings()
Learning = Literal["every run", "monthly", "never"]


@dataclass(frozen=True, kw_only=True)
class Scored:
    """What the first line of a verdict says: `score` None where the run is not rated."""

    score: float | None
    stars: int | None
    z_gct: float | None
    needs_improvement: bool | None


@dataclass(frozen=True, kw_only=True)
class JudgedMetric:
    """One metric of one run beside its 90 % interval."""

    metric: MetricName
    actual: float
    expected: float
    low: float
    high: float
    z: float

    @property
    def inside(self) -> bool:
        """Whether the measured value lies in the interval."""
        return self.low <= self.actual <= self.high


@dataclass(frozen=True, kw_only=True)
class JudgedRun:
    """One run with its verdict. `earlier` counts the runs of its device before it."""

    run: OutsideRun
    earlier: int
    metrics: Mapping[MetricName, JudgedMetric]
    scored: Scored
    evaluation: FormEvaluation
    altered: Mapping[float, Scored]


def score_of(evaluation: FormEvaluation) -> Scored:
    """What the product itself says."""
    contact = evaluation.metrics.get("gct")
    rated = contact is not None and contact.rated
    return Scored(
        score=evaluation.overall_score,
        stars=evaluation.overall_stars,
        z_gct=contact.z if contact is not None and rated else None,
        needs_improvement=contact.needs_improvement if contact is not None else None,
    )


def judged_season(
    runs: Sequence[OutsideRun],
    *,
    learning: Learning = "every run",
    asked: Sequence[int] = (),
) -> list[JudgedRun]:
    """Every run of a season judged by the runs before it; those `asked` also in longer versions."""
    columns = split_columns_of(runs)
    histories = histories_of(columns)
    judged = []
    earlier: Counter[int] = Counter()
    versions: dict[str, list[MetricBaseline]] = {}
    for run in runs:
        if learning == "every run":
            baselines = learned(histories[run.sensor_group], run.started_at)
        else:
            known = versions.setdefault(run.sensor_group, [])
            if learning == "monthly" and not known:
                own = columns["sensor_group"] == run.sensor_group
                known.extend(
                    _monthly(histories[run.sensor_group], np.unique(columns["started_at"][own]))
                )
            baselines = dict(baselines_for(known, run.started_at))
        evaluation = verdict_of(run, baselines)
        longer = PERCENTS if run.index in asked else ()
        judged.append(
            JudgedRun(
                run=run,
                earlier=earlier[run.device],
                metrics={one.metric: _metric(one) for one in evaluation.scored},
                scored=score_of(evaluation),
                evaluation=evaluation,
                altered={
                    percent: score_of(verdict_of(run.altered(percent), baselines))
                    for percent in longer
                },
            )
        )
        earlier[run.device] += 1
    return judged


def _metric(verdict: MetricVerdict) -> JudgedMetric:
    low, high = verdict.interval_90
    return JudgedMetric(
        metric=verdict.metric,
        actual=verdict.actual,
        expected=verdict.expected,
        low=low,
        high=high,
        z=verdict.z,
    )


def verdict_of(run: OutsideRun, baselines: Mapping[MetricName, MetricBaseline]) -> FormEvaluation:
    """The product's verdict on one run."""
    return evaluate_run(
        RunToJudge(
            activity_id=run.activity_id,
            day=run.started_at.date(),
            sensor_group=run.sensor_group,
            splits=run.splits,
            started_at=run.started_at,
            sensor_label=run.sensor_label,
        ),
        baselines,
        now=run.started_at,
    )


def split_columns_of(runs: Sequence[OutsideRun]) -> Mapping[str, NDArray[np.generic]]:
    """A season's splits as `store.recordings.split_columns` hands them to training."""
    rows = [(run, split) for run in runs for split in run.splits]
    numbers = (
        "speed_mps",
        "gct_ms",
        "vo_cm",
        "vr_pct",
        "cadence_spm",
        "running_s",
        "running_distance_m",
        "grade_pct",
        "is_target",
        "rep_index",
        "temperature_c",
        "distance_m",
        "elevation_gain_m",
        "elevation_loss_m",
        "start_elapsed_s",
        "end_elapsed_s",
    )
    columns: dict[str, NDArray[np.generic]] = {
        name: np.array([_float(getattr(split, name)) for _, split in rows]) for name in numbers
    }
    columns["activity_id"] = np.array([run.activity_id for run, _ in rows], dtype=np.int64)
    columns["started_at"] = np.array(
        [
            np.datetime64(run.started_at.astimezone(UTC).replace(tzinfo=None), "us")
            for run, _ in rows
        ]
    )
    columns["kind"] = np.array([split.kind for _, split in rows], dtype=object)
    columns["role"] = np.array([split.role for _, split in rows], dtype=object)
    columns["sensor_label"] = np.array([run.sensor_label for run, _ in rows], dtype=object)
    columns["sensor_group"] = np.array([run.sensor_group for run, _ in rows], dtype=object)
    return columns


def _float(value: float | bool | None) -> float:
    return math.nan if value is None else float(value)


def learned(
    history: SensorHistory, moment: datetime, metrics: Collection[MetricName] = METRICS
) -> dict[MetricName, MetricBaseline]:
    """What the runs of a sensor that started before a moment teach, of some metrics."""
    chosen = tuple(metric for metric in METRICS if metric in metrics)
    made = learn_metrics(
        history.before(moment), chosen, _LEARNING, user_id="outside", trained_at=moment
    )
    return {baseline.metric: baseline for baseline in made if baseline is not None}


def histories_of(
    columns: Mapping[str, NDArray[np.generic]],
) -> dict[str, SensorHistory]:
    """What each sensor of a season showed."""
    return {
        group: SensorHistory(
            group,
            {name: rows[columns["sensor_group"] == group] for name, rows in columns.items()},
            settings=_LEARNING,
        )
        for group in set(columns["sensor_group"].tolist())
    }


def _monthly(history: SensorHistory, starts: NDArray[np.generic]) -> list[MetricBaseline]:
    """The versions of `train --history` before Part 11: one for the start of each month."""
    months = np.unique(starts.astype("datetime64[M]"))
    versions: list[MetricBaseline] = []
    for month in months:
        moment = month.astype("datetime64[D]").item()
        if np.count_nonzero(starts < month.astype("datetime64[us]")) >= 5:
            at = datetime(moment.year, moment.month, 1, tzinfo=UTC)
            versions.extend(learned(history, at).values())
    latest = starts.max().item().replace(tzinfo=UTC) + timedelta(seconds=1)
    versions.extend(learned(history, latest).values())
    return versions


def own_seasons(
    runners: int, runs: int = 60, *, seed: int = OWN_SEED
) -> Iterable[tuple[OutsideRun, ...]]:
    """Seasons of our own simulator in the same shape: no weather, no long break."""
    for index in range(runners):
        season = simulate_runner(seed + index, World(n_runs=runs))
        yield tuple(_own_run(season, index, run) for run in range(runs))


def _own_run(season: OwnSeason, runner: int, run: int) -> OutsideRun:
    rows = np.flatnonzero(season.run_id == run)
    sensor = int(season.sensor[rows[0]])
    ends_s = np.cumsum(season.duration_s[rows])
    splits = []
    for place, row in enumerate(rows.tolist()):
        seconds = float(season.duration_s[row])
        splits.append(
            Split(
                split_index=place,
                kind="km",
                start_elapsed_s=float(ends_s[place]) - seconds,
                end_elapsed_s=float(ends_s[place]),
                distance_m=1000.0,
                running_s=seconds,
                running_distance_m=1000.0,
                speed_mps=float(season.speed_mps[row]),
                gct_ms=float(season.values["gct"][row]),
                vo_cm=float(season.values["vo"][row]),
                vr_pct=float(season.values["vr"][row]),
                cadence_spm=float(season.values["cadence"][row]),
                coverage_frac=1.0,
            )
        )
    began = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(days=float(season.day[rows[0]]))
    return OutsideRun(
        runner=runner,
        index=run,
        activity_id=runner * 1000 + run + 1,
        started_at=began,
        sensor_group=("garmin-hrm", "garmin-wrist")[sensor],
        sensor_label=None,
        device=sensor,
        ambient_c=math.nan,
        after_break=None,
        splits=tuple(splits),
    )


def figures(judged: Sequence[Sequence[JudgedRun]]) -> dict[str, object]:
    """Every figure of README.md that concerns one verdict."""
    every = [one for season in judged for one in season]
    ordinary = [one for one in every if one.earlier >= ORDINARY_MIN]
    rated = [one for one in ordinary if one.scored.score is not None]
    asked = [one for one in every if one.altered]
    table: dict[str, object] = {
        "runners": len(judged),
        "runs": len(every),
        "ordinary": {
            "5 stars": _share(one.scored.stars == 5 for one in rated),
            "stars_5_to_1": [sum(one.scored.stars == n for one in rated) for n in (5, 4, 3, 2, 1)],
            "needs_improvement, contact": _share(
                bool(one.scored.needs_improvement) for one in rated
            ),
            "not rated": _share(one.scored.score is None for one in ordinary),
        },
        "one run longer": {
            f"+{percent:.0f} %": _share(
                one.altered[percent].stars == 5
                for one in asked
                if one.altered[percent].score is not None
            )
            for percent in PERCENTS
        },
        "auc at +5 %": _auc_row(asked),
    }
    table["coverage"] = {metric: _coverage(judged, metric) for metric in SCORED_METRICS}
    return table


def _auc_row(asked: Sequence[JudgedRun]) -> dict[str, float | int | None]:
    by_runner: dict[int, list[JudgedRun]] = {}
    for one in asked:
        by_runner.setdefault(one.run.runner, []).append(one)
    inside = [a for runs in by_runner.values() if (a := _auc(runs, _score)) is not None]
    return {
        "overall score": _auc(asked, _score),
        "overall score, within runner": _digits(np.mean(inside), 3) if inside else None,
        "contact z": _auc(asked, _minus_z),
        "runs": len(asked),
    }


def _score(scored: Scored) -> float | None:
    return scored.score


def _minus_z(scored: Scored) -> float | None:
    return None if scored.z_gct is None else -scored.z_gct


def _auc(asked: Sequence[JudgedRun], say: Callable[[Scored], float | None]) -> float | None:
    """Share of pairs in which the altered run stands lower, ties half."""
    plain = np.array([v for one in asked if (v := say(one.scored)) is not None])
    longer = np.array([v for one in asked if (v := say(one.altered[5.0])) is not None])
    if not plain.size or not longer.size:
        return None
    lower = (longer[:, None] < plain).mean() + 0.5 * (longer[:, None] == plain).mean()
    return _digits(lower, 3)


def _coverage(judged: Sequence[Sequence[JudgedRun]], metric: MetricName) -> dict[str, object]:
    def known(judged_run: JudgedRun) -> bool:
        return judged_run.earlier >= MAIN_MIN

    kinds: dict[str, Callable[[JudgedRun], bool]] = {
        "main": known,
        "after 1-3 runs": lambda one: 1 <= one.run.index <= 3,
        "after 1-3 runs of a new device": lambda one: one.run.device > 0 and 1 <= one.earlier <= 3,
        "first run of a new device": lambda one: one.run.device > 0 and one.earlier == 0,
        "above 23 C": lambda one: known(one) and one.run.ambient_c > HOT_C,
        "after the break": lambda one: (
            known(one)
            and one.run.after_break is not None
            and one.run.after_break < AFTER_BREAK_RUNS
        ),
    }
    table: dict[str, object] = {}
    for name, chosen in kinds.items():
        runs = [[one for one in season if chosen(one)] for season in judged]
        inside = [
            np.array([one.metrics[metric].inside for one in season if metric in one.metrics])
            for season in runs
        ]
        n_runs = sum(len(season) for season in runs)
        table[name] = {**_share_of(inside), "without": n_runs - sum(one.size for one in inside)}
    widths = [
        100 * (one.metrics[metric].high / one.metrics[metric].expected - 1.0)
        for season in judged
        for one in season
        if known(one) and metric in one.metrics
    ]
    table["median_half_width_pct"] = _digits(np.median(widths), 2)
    return table


def _share(flags: Iterable[bool]) -> dict[str, float | int | list[float]]:
    """A share in percent with its count and Wilson's 95 % interval."""
    row = np.array(list(flags), dtype=float)
    if not row.size:
        return {"n": 0}
    return {"pct": _digits(100 * row.mean()), "n": int(row.size), "ci95": _wilson(row)}


def _wilson(row: Floats) -> list[float]:
    p, n, z = float(row.mean()), row.size, 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return [_digits(100 * (middle - reach)), _digits(100 * (middle + reach))]


def _share_of(by_runner: Sequence[NDArray[np.bool_]]) -> dict[str, float | int | list[float]]:
    """The same, with the spread by drawing runners anew."""
    filled = [row for row in by_runner if row.size]
    if not filled:
        return {"n": 0}
    hits = np.array([row.sum() for row in filled], dtype=float)
    sizes = np.array([row.size for row in filled], dtype=float)
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, len(filled), (2000, len(filled)))
    shares = 100 * hits[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(shares, [2.5, 97.5])
    return {
        "pct": _digits(100 * hits.sum() / sizes.sum()),
        "n": int(sizes.sum()),
        "runners95": [_digits(low), _digits(high)],
    }


def _digits(value: float | np.floating, digits: int = 1) -> float:
    return round(float(value), digits)


def measure_seed(seed: int, runners: int, learning: Learning = "every run") -> dict[str, object]:
    """The figures of one seed from outside."""
    began = time.perf_counter()
    judged = [
        judged_season(season.runs, learning=learning, asked=altered_runs(season.season.runner))
        for season in outside_seasons(seed, runners)
    ]
    return {**figures(judged), "took_s": _digits(time.perf_counter() - began)}


def measure(seeds: Sequence[int], runners: int) -> dict[str, object]:
    """Everything that is written to the results."""
    own = [
        judged_season(runs, asked=range(20 + index % 4, 60, 4))
        for index, runs in enumerate(own_seasons(runners))
    ]
    return {
        "outside": {str(seed): measure_seed(seed, runners) for seed in seeds},
        "outside, learned monthly": {str(seeds[0]): measure_seed(seeds[0], runners, "monthly")},
        "outside, never learned": {str(seeds[0]): measure_seed(seeds[0], runners, "never")},
        "our own simulator": {str(OWN_SEED): figures(own)},
    }
