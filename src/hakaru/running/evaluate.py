"""How does one run compare with what this runner usually shows? The one place that judges form."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from hakaru.errors import BadArgument, NoFormData
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.baseline.model import MetricBaseline
from hakaru.running.baseline.population import population_baseline
from hakaru.running.baseline.predict import expect, sound_splits
from hakaru.running.effects import split_conditions
from hakaru.running.judge import Observed, judge_balance, judge_cadence, judge_metric
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.score import stars
from hakaru.running.selection import select_for_verdict
from hakaru.running.splits import Split
from hakaru.running.verdict import BalanceVerdict, FormEvaluation, MetricVerdict, Rubric

JUDGE_VERSION = "2"
"""Raised whenever the same run and baselines would get another verdict."""


@dataclass(frozen=True, kw_only=True)
class RunToJudge:
    """A run as the judge sees it.

    `usual_left_pct` is the median left share of the runner's earlier runs with this sensor, None
    if there are none. `started_at` lets intervals widen with the time since training; None: not
    widened. `known_elsewhere`: the runner has form history, but with another kind of sensor.
    """

    activity_id: int
    day: date
    sensor_group: str
    splits: tuple[Split, ...]
    usual_left_pct: float | None = None
    started_at: datetime | None = None
    known_elsewhere: bool = False


def evaluate_run(
    run: RunToJudge,
    baselines: Mapping[MetricName, MetricBaseline],
    *,
    now: datetime,
    rubric: Rubric = "personal",
    cadence_minimum_spm: float | None = None,
) -> FormEvaluation:
    """The verdict on one run.

    A metric without a baseline is compared with the population prior of its sensor; a metric that
    was not measured is absent. `cadence_minimum_spm` None: the runner's own interval decides.

    Raises:
        NoFormData: no running sample carries a contact time, an oscillation or a ratio that can
            be compared with anything.
        BadArgument: a baseline was learned from another kind of sensor.
    """
    chosen, selection = select_for_verdict(run.splits)
    observed = _observe_all(run, chosen, baselines=_complete(baselines, run.sensor_group, now=now))
    balance = _balance(chosen, run.usual_left_pct)
    metrics = _judge_all(observed, rubric, balance=balance)
    if not metrics:
        raise NoFormData(f"activity {run.activity_id}")
    cadence = observed.get("cadence")
    overall_score = math.fsum(verdict.score for verdict in metrics.values()) / len(metrics)
    on_priors = all(verdict.basis == "population" for verdict in metrics.values())
    running_s = math.fsum(split.running_s for split in chosen)
    return FormEvaluation(
        activity_id=run.activity_id,
        day=run.day,
        sensor_group=run.sensor_group,
        new_sensor=run.known_elsewhere and on_priors,
        speed_mps=math.fsum(split.running_distance_m for split in chosen) / running_s,
        n_splits=len(chosen),
        running_s=running_s,
        selection=selection,
        rubric=rubric,
        metrics=metrics,
        cadence=None if cadence is None else judge_cadence(cadence, cadence_minimum_spm),
        balance=balance,
        overall_score=overall_score,
        overall_stars=stars(overall_score),
        evaluated_at=now,
        code_version=JUDGE_VERSION,
    )


def _complete(
    baselines: Mapping[MetricName, MetricBaseline], sensor_group: str, *, now: datetime
) -> Mapping[MetricName, MetricBaseline]:
    """A baseline for every metric: the population's where the runner has none."""
    for baseline in baselines.values():
        if baseline.sensor_group != sensor_group:
            raise BadArgument("baseline", baseline.sensor_group, f"learned from {sensor_group!r}")
    return {
        metric: baselines[metric]
        if metric in baselines
        else population_baseline(metric, sensor_group=sensor_group, now=now)
        for metric in METRICS
    }


def _observe_all(
    run: RunToJudge, chosen: Sequence[Split], *, baselines: Mapping[MetricName, MetricBaseline]
) -> Mapping[MetricName, Observed]:
    """Every metric that was measured and can be compared."""
    every = {
        metric: _observe(chosen, baseline, at=run.started_at)
        for metric, baseline in baselines.items()
    }
    return {metric: observed for metric, observed in every.items() if observed is not None}


def _observe(
    chosen: Sequence[Split], baseline: MetricBaseline, *, at: datetime | None
) -> Observed | None:
    """Time-weighted actual and expected value over the splits that carry the metric.

    None: not measured, or at speeds so far from the learned ones that their line says what no body
    shows.
    """
    column = METRICS[baseline.metric].series_column
    splits = [split for split in chosen if getattr(split, column) is not None]
    if not splits:
        return None
    value = np.array([getattr(split, column) for split in splits], dtype=np.float64)
    speed_mps = np.array([split.speed_mps for split in splits], dtype=np.float64)
    weight_s = np.array([split.running_s for split in splits], dtype=np.float64)
    sound = sound_splits(baseline, value, speed_mps=speed_mps)
    if not sound.any():  # no split is near the others' median: none of them is the outlier
        sound = np.ones_like(sound)
    expectation = expect(
        baseline,
        speed_mps[sound],
        weight_s[sound],
        at=at,
        conditions=split_conditions(splits)[sound],
    )
    if not expectation.plausible:
        return None
    actual = weighted_mean(value[sound].tolist(), weight_s[sound].tolist())
    return Observed(actual=actual, expectation=expectation)


def _judge_all(
    observed: Mapping[MetricName, Observed], rubric: Rubric, *, balance: BalanceVerdict | None
) -> Mapping[MetricName, MetricVerdict]:
    """The scored metrics in their fixed order; an uneven balance costs the contact time."""
    uneven = balance is not None and balance.penalised
    return {
        metric: judge_metric(observed[metric], rubric, uneven=uneven and metric == "gct")
        for metric in SCORED_METRICS
        if metric in observed
    }


def _balance(chosen: Sequence[Split], usual_left_pct: float | None) -> BalanceVerdict | None:
    """Left share over the chosen splits, or None where it was not measured."""
    pairs = [
        (split.gct_balance_left_pct, split.running_s)
        for split in chosen
        if split.gct_balance_left_pct is not None
    ]
    if not pairs:
        return None
    scored = any(split.gct_ms is not None for split in chosen)
    return judge_balance(weighted_mean(*zip(*pairs, strict=True)), usual_left_pct, scored=scored)
