"""Lasting changes, trends, windows and steps: what `python -m benchmarks outside_changes` measures.

Every definition is the README's. Seasons come as the splits that the product makes of their files
(`splits.py`); its functions see them in the order of time. `check.py` shows for three runners that
`ingest` finds the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal

import numpy as np

from benchmarks.outside.experiments import (
    STEP_DURATIONS_S,
    STEP_NOISE_MS,
    TREND_FROM,
    lasting_from,
    step_grid,
)
from benchmarks.outside.runner import FIRST_SEED, Floats
from benchmarks.outside.splits import OutsideSeason, outside_seasons
from benchmarks.outside.verdict import split_columns_of
from hakaru.running.activity import Provenance, Recording
from hakaru.running.anomalies.find import find_anomalies
from hakaru.running.deviations import RunConditions, run_deviations
from hakaru.running.drift import LastingChange, lasting_changes, one_witness
from hakaru.running.lessons import SplitColumns
from hakaru.running.metrics import MetricName
from hakaru.running.session.model import Structure
from hakaru.running.trend_changes import compare_windows, recent_trend
from hakaru.running.trends import TrendSamples, samples_where, trend_samples

SEEDS: Final = (FIRST_SEED, FIRST_SEED + 1, FIRST_SEED + 2)
SCORED: Final[tuple[MetricName, ...]] = ("gct", "vo", "vr")
SOON: Final = 5
EARLIER_START: Final = 3
AFTER_CHANGE_RUNS: Final = 10
HOT_C: Final = 23.0
WINDOW_DAYS: Final = 28
TREND_DAYS: Final = 56
NO_ROLES: Final = Structure(form="steady", segments=(), confidence_frac=0.0)


@dataclass(frozen=True)
class Found:
    """A finding as it first appeared: indices count the runs of the season."""

    metric: MetricName
    higher: bool
    announced: int
    start: int


Monitor = Callable[[OutsideSeason, Sequence[MetricName]], list[Found]]


def share(hits: int, of: int) -> dict[str, float | int]:
    """A share in percent with its count and Wilson's 95 % interval."""
    if of == 0:
        return {"n": 0}
    z, p = 1.959964, hits / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return {
        "pct": round(100 * p, 1),
        "n": of,
        "low": round(100 * (middle - half), 1),
        "high": round(100 * (middle + half), 1),
    }


def lasting(monitor: Monitor, name: str, seeds: Sequence[int]) -> object:
    """How soon a lasting +5 % of contact is found, and in how many findings it is told."""
    soon = runners = ever = signals = 0
    delays: list[int] = []
    for seed in seeds:
        for season in outside_seasons(seed, experiment=name):
            first = lasting_from(season.season.runner)
            higher = [
                one for one in monitor(season, ("gct",)) if one.higher and one.announced >= first
            ]
            valid = [one for one in higher if one.start >= first - EARLIER_START]
            runners += 1
            signals += len(higher)
            ever += bool(higher)
            if valid:
                delays.append(valid[0].announced - first + 1)
                soon += valid[0].announced < first + SOON
    return {
        "found within 5 runs": share(soon, runners),
        "found at any time": share(len(delays), runners),
        "median runs until found": float(np.median(delays)) if delays else None,
        "signals per change": round(signals / ever, 2) if ever else None,
    }


def false_signals(monitor: Monitor, seed: int) -> object:
    """Findings in ordinary seasons, per 100 runs."""
    runs = after_change = hot = 0
    by_metric = dict.fromkeys(SCORED, 0)
    for season in outside_seasons(seed):
        plan = season.season.runs
        runs += len(plan)
        for one in monitor(season, SCORED):
            by_metric[one.metric] += 1
            near = plan[max(one.announced - AFTER_CHANGE_RUNS + 1, 0) : one.announced + 1]
            devices = {run.device for run in near} | {plan[max(near[0].index - 1, 0)].device}
            after_change += len(devices) > 1 or any(run.after_long_break for run in near)
            hot += plan[one.announced].ambient_c > HOT_C
    total = sum(by_metric.values())
    return {
        "per 100 runs": round(100 * total / runs, 2),
        "runs": runs,
        "signals": total,
        **{f"signals on {metric}": n for metric, n in by_metric.items()},
        "within 10 runs after a change of device or a break": after_change,
        "announced in a hot run": hot,
    }


def trend_said(
    samples: TrendSamples, metric: MetricName, first: np.datetime64
) -> Literal["lower", "higher", "none"]:
    """What the product says of the 56 days from a day, once they are in."""
    end = first + np.timedelta64(TREND_DAYS, "D")
    trend = recent_trend(
        samples_where(samples, samples.day < end), metric, sensor_group="garmin-hrm"
    )
    return "none" if trend is None else trend.direction


def trends(name: str, metric: MetricName, seeds: Sequence[int]) -> object:
    """How often a trend over eight weeks is called lower, and how often the other way."""
    lower = higher = runners = 0
    for seed in seeds:
        for season in outside_seasons(seed, experiment=name):
            first = np.datetime64(season.season.runs[TREND_FROM].start.date(), "D")
            said = trend_said(trend_samples(stored(season)[0], metric), metric, first)
            runners, lower, higher = (
                runners + 1,
                lower + (said == "lower"),
                higher + (said == "higher"),
            )
    return {"lower": share(lower, runners), "higher": share(higher, runners)}


def equal_windows(name: str, seeds: Sequence[int]) -> object:
    """How often two windows of 28 days without a change between them are said to differ."""
    differ, runners = dict.fromkeys(SCORED, 0), 0
    for seed in seeds:
        for season in outside_seasons(seed, experiment=name):
            runners += 1
            first = np.datetime64(season.season.runs[TREND_FROM].start.date(), "D")
            width = np.timedelta64(WINDOW_DAYS, "D")
            for metric in SCORED:
                samples = trend_samples(stored(season)[0], metric)
                earlier = (samples.day >= first) & (samples.day < first + width)
                later = (samples.day >= first + width) & (samples.day < first + 2 * width)
                change = compare_windows(
                    samples_where(samples, earlier),
                    samples_where(samples, later),
                    metric=metric,
                    sensor_group="garmin-hrm",
                )
                differ[metric] += change is not None and change.changed
    return {metric: share(n, runners) for metric, n in differ.items()}


def recording_of(
    elapsed_s: Floats,
    speed_mps: Floats,
    gct_ms: Floats,
    group: str = "",
    cadence_spm: Floats | None = None,
) -> Recording:
    """A recording of nothing but these columns."""
    known = {} if cadence_spm is None else {"cadence_spm": cadence_spm}
    series = {
        **known,
        "elapsed_s": elapsed_s,
        "speed_mps": speed_mps,
        "distance_m": np.cumsum(
            np.nan_to_num(speed_mps) * np.diff(elapsed_s, prepend=elapsed_s[0] - 1.0)
        ),
        "gct_ms": np.round(gct_ms, 1),
    }
    return Recording(
        started_at=datetime(2026, 1, 5, tzinfo=UTC),
        sport="running",
        series=series,
        sensor_group="stryd" if group == "stryd" else "garmin-hrm",
        provenance=(Provenance(kind="fit", path="outside", sha256=""),),
    )


Stretch = tuple[float, float, bool]


def reported(recording: Recording) -> list[Stretch]:
    """The stretches of contact time that the product reports: from, to, longer or not."""
    return [
        (anomaly.start_elapsed_s, anomaly.end_elapsed_s, anomaly.side == "higher")
        for anomaly in find_anomalies(recording, NO_ROLES).anomalies
        if anomaly.metric == "gct"
    ]


def is_found(stretches: Sequence[Stretch], start_s: float, duration_s: int) -> bool:
    """At least half of the planted seconds, and at most three times as long plus 10 s."""
    for low, high, longer in stretches:
        covered = min(high, start_s + duration_s) - max(low, start_s)
        if longer and covered >= 0.5 * duration_s and high - low <= 3 * duration_s + 10:
            return True
    return False


def steps(seed: int) -> dict[str, object]:
    """Steps of +40 ms in drawn noise."""
    table: dict[str, object] = {}
    for duration_s in STEP_DURATIONS_S:
        hits: dict[tuple[float, str], list[bool]] = {}
        for noise_ms in STEP_NOISE_MS:
            for noise in ("white", "heavy"):
                for one in step_grid(duration_s, noise_ms, noise, seed):
                    assert one.start_s is not None
                    stretches = reported(recording_of(one.elapsed_s, one.speed_mps, one.gct_ms))
                    found = is_found(stretches, float(one.elapsed_s[one.start_s]) - 1.0, duration_s)
                    hits.setdefault((noise_ms, noise), []).append(found)
        every = [hit for cell in hits.values() for hit in cell]
        table[f"{duration_s} s"] = {
            "found": share(sum(every), len(every)),
            "by noise, pct": {
                f"{noise_ms:g} ms": round(
                    100 * float(np.mean(hits[noise_ms, "white"] + hits[noise_ms, "heavy"])), 1
                )
                for noise_ms in STEP_NOISE_MS
            },
            "heavy, pct": round(
                100
                * float(
                    np.mean([h for (_, kind), c in hits.items() if kind == "heavy" for h in c])
                ),
                1,
            ),
        }
    table["false per hour"] = _false_steps(seed)
    return table


def _false_steps(seed: int) -> dict[str, float | int]:
    count, hours = 0, 0.0
    for noise_ms in STEP_NOISE_MS:
        for noise in ("white", "heavy"):
            for one in step_grid(0, noise_ms, noise, seed):
                count += len(reported(recording_of(one.elapsed_s, one.speed_mps, one.gct_ms)))
                hours += one.elapsed_s.size / 3600.0
    return {"per hour": round(count / hours, 3), "reported": count, "hours": round(hours, 1)}


def monitor(season: OutsideSeason, metrics: Sequence[MetricName]) -> list[Found]:
    """What `hakaru drift` finds, as each finding first appeared."""
    columns, conditions = stored(season)
    place_of = {run.activity_id: run.index for run in season.runs}
    changes: list[LastingChange] = []
    for group in sorted({run.sensor_group for run in season.runs}):
        own = columns["sensor_group"] == group
        rows = {name: column[own] for name, column in columns.items()}
        changes.extend(_changes(rows, conditions, metrics, place_of))
    return [
        Found(one.metric, one.direction == "higher", one.found_index, one.start_index)
        for one in one_witness(changes)
    ]


def _changes(
    columns: SplitColumns,
    conditions: RunConditions,
    metrics: Sequence[MetricName],
    place_of: Mapping[int, int],
) -> list[LastingChange]:
    """Changes whose indices count the runs of the season."""
    found: list[LastingChange] = []
    for metric in metrics:
        runs = run_deviations(columns, conditions, metric)
        of_season = [place_of[key] for key in runs.activity_id.tolist()]
        found.extend(
            replace(
                change,
                start_index=of_season[change.start_index],
                found_index=of_season[change.found_index],
                until_index=of_season[change.until_index],
                end_index=None if change.end_index is None else of_season[change.end_index],
            )
            for change in lasting_changes(runs)
        )
    return found


def stored(season: OutsideSeason) -> tuple[SplitColumns, RunConditions]:
    """The season as the store would hand it out."""
    runs = season.runs
    day_of = {run.activity_id: np.datetime64(run.started_at.date(), "D") for run in runs}
    columns: dict[str, Any] = dict(split_columns_of(runs))
    columns["activity_date"] = np.array([day_of[key] for key in columns["activity_id"].tolist()])
    conditions = RunConditions(
        activity_id=np.array([run.activity_id for run in runs], dtype=np.int64),
        device=tuple(run.serial for run in runs),
        temperature_c=_known(run.temperature_c for run in runs),
        climb_m_per_km=_known(run.climb_m_per_km for run in runs),
    )
    return columns, conditions


def _known(values: Iterable[float | None]) -> Floats:
    return np.array([math.nan if value is None else value for value in values])


def figures(
    monitor: Monitor,
    seeds: Sequence[int],
    chosen: Sequence[str],
    more: Mapping[str, Callable[[], object]],
) -> Mapping[str, object]:
    """Everything, by the README's definitions; `more` are parts that are measured elsewhere."""
    shown = seeds[0]
    parts: dict[str, Callable[[], object]] = {
        "lasting": lambda: {
            "pooled": lasting(monitor, "lasting", seeds),
            **{
                f"day effect {size} %": lasting(monitor, f"lasting_day_{size}", seeds[:1])
                for size in (1, 2, 3)
            },
        },
        "false signals": lambda: {str(seed): false_signals(monitor, seed) for seed in seeds},
        "trends": lambda: {
            f"{name}, {metric}": trends(name, metric, seeds)
            for name, metrics in (
                ("trend_gct", ("gct",)),
                ("trend_vo_vr", ("vo", "vr")),
                ("trend_gct_in_season", ("gct",)),
                ("trend_vo_vr_in_season", ("vo", "vr")),
                ("equal", SCORED),
            )
            for metric in metrics
        },
        "equal windows": lambda: {
            name: equal_windows(name, seeds) for name in ("equal", "equal_in_season")
        },
        "steps": lambda: steps(shown),
        **more,
    }
    made: dict[str, object] = {}
    for name in chosen or parts:
        made[name] = parts[name]()
    return made
