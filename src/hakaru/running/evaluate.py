"""The one place that judges form: a run against what this runner usually shows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import date, datetime
from typing import Literal

import numpy as np

from hakaru.core.errors import BadArgument, NoFormData
from hakaru.core.i18n import message
from hakaru.core.units import imbalance_frac
from hakaru.records import frozen
from hakaru.running.activity import FloatArray
from hakaru.running.arithmetic import weighted_mean
from hakaru.running.baseline.model import Expectation, MetricBaseline
from hakaru.running.baseline.predict import Around, expect, population_baseline, sound_splits
from hakaru.running.effects import split_conditions
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.splits import Split, select_for_verdict, sensor_coverage_frac
from hakaru.running.verdict import (
    EPSILON,
    HALF_WIDTH_90_SDS,
    IMBALANCE_PENALTY,
    JUDGE_VERSION,
    RATED_COVERAGE_MIN_FRAC,
    RATED_RUNNING_MIN_S,
    RATED_RUNS_MIN,
    BalanceVerdict,
    FormEvaluation,
    MetricVerdict,
    Selection,
    UnratedReason,
    grade,
    imbalance_penalty,
    overall_score,
    rank_pct,
    relative_delta_frac,
    standard_deviations,
    stars,
)
from hakaru.running.verdict_text import balance_text, metric_text


@frozen
class Observed:
    """One metric of a run beside its expectation, in the metric's unit."""

    actual: float
    expectation: Expectation


@frozen
class Circumstances:
    """What decides whether a metric is rated, and how often its deviation happens.

    `running_s` was judged, chosen as `selection` says, of which the sensor covered
    `sensor_coverage_frac` (None: not known, not held against the run). `earlier_z` are the runner's
    earlier runs with this sensor. `uneven` takes ten points for the left/right balance.
    """

    running_s: float
    selection: Selection = "flat_splits"
    sensor_coverage_frac: float | None = None
    earlier_z: Sequence[float] = ()
    uneven: bool = False


def judge_metric(observed: Observed, circumstances: Circumstances) -> MetricVerdict:
    """The verdict on one metric."""
    expectation = observed.expectation
    metric = METRICS[expectation.metric]
    delta_frac = relative_delta_frac(observed.actual, expectation.value)
    half_width_frac = half_width_90_frac(expectation, 1 if delta_frac > 0.0 else -1)
    z = standard_deviations(delta_frac, half_width_90_frac=half_width_frac)
    reason = unrated_reason(expectation, circumstances)
    extra = IMBALANCE_PENALTY if circumstances.uneven else 0.0
    graded = None if reason else grade(z, unfavourable=metric.unfavourable, extra=extra)
    interval_50, interval_80, interval_90 = expectation.intervals
    silent = MetricVerdict(
        metric=expectation.metric,
        actual=observed.actual,
        expected=expectation.value,
        interval_50=interval_50,
        interval_80=interval_80,
        interval_90=interval_90,
        basis=expectation.basis,
        n_runs=expectation.n_runs,
        sensor_group=expectation.sensor_group,
        baseline_version=expectation.baseline_version,
        extrapolated=expectation.extrapolated,
        tolerance_frac=half_width_frac,
        z=z,
        rank_pct=rank_pct(z, circumstances.earlier_z),
        rated=graded is not None,
        unrated_reason=reason,
        penalty=None if graded is None else graded.penalty,
        score=None if graded is None else graded.score,
        stars=None if graded is None else graded.stars,
        needs_improvement=None if graded is None else graded.needs_improvement,
        notable=_notable(z, metric.unfavourable),
        text_ja="",
        text_en="",
        conditions_frac=expectation.conditions_frac,
    )
    return replace(
        silent,
        text_ja=metric_text(silent, "ja", imbalance_penalised=circumstances.uneven),
        text_en=metric_text(silent, "en", imbalance_penalised=circumstances.uneven),
    )


def unrated_reason(expectation: Expectation, circumstances: Circumstances) -> UnratedReason | None:
    """Why a metric is not rated; None: it is."""
    coverage_frac = circumstances.sensor_coverage_frac
    if circumstances.running_s < RATED_RUNNING_MIN_S - EPSILON:
        return "short_run"
    if coverage_frac is not None and coverage_frac < RATED_COVERAGE_MIN_FRAC - EPSILON:
        return "sensor_coverage"
    if circumstances.selection in ("hilly_summary", "unknown_summary"):
        return circumstances.selection
    if expectation.n_runs < RATED_RUNS_MIN and expectation.basis != "bridged":
        return "few_runs"
    return None if METRICS[expectation.metric].scored else "never_scored"


def half_width_90_frac(expectation: Expectation, side: Literal[-1, 1]) -> float:
    """Relative half-width of the 90 % interval on one side (+1 above, else below), and no less than
    the metric's floor.

    The interval of a power law is wider above than below: with the side in question, ten points
    are lost exactly at its edge.
    """
    low, high = expectation.intervals[2]
    limit = high if side > 0 else low
    floor = METRICS[expectation.metric].half_width_floor_frac
    return max(floor, abs(relative_delta_frac(limit, expectation.value)))


def judge_balance(left_pct: float, usual_left_pct: float | None, *, scored: bool) -> BalanceVerdict:
    """Left share against the runner's own; it costs points only where contact time is `scored`."""
    uneven_frac = imbalance_frac(left_pct)
    silent = BalanceVerdict(
        left_pct=left_pct,
        imbalance_frac=uneven_frac,
        usual_left_pct=usual_left_pct,
        penalised=scored and imbalance_penalty(uneven_frac) > 0.0,
        text_ja="",
        text_en="",
    )
    return replace(silent, text_ja=balance_text(silent, "ja"), text_en=balance_text(silent, "en"))


def _notable(z: float, unfavourable: Literal[-1, 0, 1]) -> Literal["lower", "higher"] | None:
    """The direction in which a value left the runner's range at no cost, else None."""
    if abs(z) <= HALF_WIDTH_90_SDS + EPSILON or z * unfavourable > 0.0:
        return None
    return "higher" if z > 0.0 else "lower"


RANKED_RUNS_MAX = 200
"""A run is ranked among the newest of its sensor: "96 of 100" needs no more, and form of many years
ago says little about this one."""
RANKED_REASONS: tuple[UnratedReason | None, ...] = (None, "few_runs", "never_scored")


@frozen
class RunToJudge:
    """A run as the judge sees it.

    `splits` are all of the run, those that are not judged as well: time on the feet counts them.
    `usual_left_pct` is the median left share of the runner's earlier runs with this sensor, None
    if there are none. `started_at` lets intervals widen with the time since training; None: not
    widened. `known_elsewhere`: the runner has form history, but with another kind of sensor.
    `earlier_z` are the signed deviations of the runner's earlier runs with this sensor, in personal
    standard deviations, newest last. `sensor_label` names the unit of the sensor: nobody knows the
    level of another one before its first run, and intervals are wider. `shoe` is the pair that was
    worn, `surface` what was run on.

    >>> from datetime import UTC, date, datetime
    >>> from hakaru import api
    >>> kilometres = tuple(
    ...     api.Split(
    ...         split_index=index, kind="km", start_elapsed_s=320.0 * (index - 1),
    ...         end_elapsed_s=320.0 * index, distance_m=1000.0, running_s=320.0,
    ...         running_distance_m=1000.0, speed_mps=3.125, gct_ms=262.0,
    ...     )
    ...     for index in (1, 2, 3)
    ... )
    >>> run = api.RunToJudge(
    ...     activity_id=1, day=date(2026, 3, 1), sensor_group="garmin-hrm", splits=kilometres
    ... )
    >>> verdict = api.evaluate_run(run, {}, now=datetime(2026, 3, 1, tzinfo=UTC))
    >>> contact = verdict.metrics["gct"]
    >>> verdict.n_splits, contact.actual, contact.basis, contact.unrated_reason
    (3, 262.0, 'population', 'few_runs')
    """

    activity_id: int
    day: date
    sensor_group: str
    splits: tuple[Split, ...]
    usual_left_pct: float | None = None
    started_at: datetime | None = None
    known_elsewhere: bool = False
    earlier_z: Mapping[MetricName, tuple[float, ...]] = field(default_factory=dict)
    sensor_label: str | None = None
    shoe: str | None = None
    surface: str | None = None


def with_deviations(
    earlier_z: Mapping[MetricName, tuple[float, ...]], evaluation: FormEvaluation
) -> Mapping[MetricName, tuple[float, ...]]:
    """The deviations that the next run is ranked among, newest last.

    Only runs that were compared with something of the runner's own count, and of those only what
    is a whole run on ground like that of the others (`RANKED_REASONS`): other deviations say
    nothing about how often one like it happens to this runner.
    """
    own = {
        name: metric.z
        for name, metric in evaluation.metrics.items()
        if metric.n_runs > 0 and metric.unrated_reason in RANKED_REASONS
    }
    longer = {name: (*earlier_z.get(name, ()), z)[-RANKED_RUNS_MAX:] for name, z in own.items()}
    return {**earlier_z, **longer}


def evaluate_run(
    run: RunToJudge,
    baselines: Mapping[MetricName, MetricBaseline],
    *,
    now: datetime,
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
    running_s = math.fsum(split.running_s for split in chosen)
    observed = _observe_all(
        run, chosen, baselines=complete_baselines(baselines, run.sensor_group, now=now)
    )
    left_pct = _left_pct(chosen)
    uneven = left_pct is not None and imbalance_penalty(imbalance_frac(left_pct)) > 0.0
    coverage_frac = sensor_coverage_frac(run.splits)
    shared = Circumstances(
        running_s=running_s, selection=selection, sensor_coverage_frac=coverage_frac
    )
    metrics = _judge_all(run, observed, shared, uneven=uneven)
    scored = [verdict for verdict in metrics.values() if METRICS[verdict.metric].scored]
    if not scored:
        raise NoFormData(message("activity {activity_id}", activity_id=run.activity_id))
    score = overall_score(
        (METRICS[verdict.metric].groups, verdict.score)
        for verdict in scored
        if verdict.score is not None
    )
    return FormEvaluation(
        activity_id=run.activity_id,
        day=run.day,
        sensor_group=run.sensor_group,
        new_sensor=run.known_elsewhere and not any(map(_has_own_runs, scored)),
        speed_mps=math.fsum(split.running_distance_m for split in chosen) / running_s,
        n_splits=len(chosen),
        running_s=running_s,
        selection=selection,
        sensor_coverage_frac=coverage_frac,
        cadence_set_spm=cadence_minimum_spm,
        metrics=metrics,
        balance=_balance(left_pct, run.usual_left_pct, metrics.get("gct")),
        overall_score=score,
        overall_stars=None if score is None else stars(score),
        evaluated_at=now,
        code_version=JUDGE_VERSION,
    )


def _has_own_runs(verdict: MetricVerdict) -> bool:
    """Whether a run with this kind of sensor came before."""
    return verdict.basis != "population" and verdict.n_runs > 0


def complete_baselines(
    baselines: Mapping[MetricName, MetricBaseline], sensor_group: str, *, now: datetime
) -> Mapping[MetricName, MetricBaseline]:
    """A baseline for every metric: the population's where the runner has none.

    Raises:
        BadArgument: a baseline was learned from another kind of sensor.
    """
    for baseline in baselines.values():
        if baseline.sensor_group != sensor_group:
            raise BadArgument(
                "baseline",
                baseline.sensor_group,
                message("learned from {sensor}", sensor=repr(sensor_group)),
            )
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
    conditions = judged_conditions(run, chosen)
    every = {
        metric: _observe(run, chosen, baseline, conditions=conditions)
        for metric, baseline in baselines.items()
    }
    return {metric: observed for metric, observed in every.items() if observed is not None}


def judged_conditions(run: RunToJudge, chosen: Sequence[Split]) -> FloatArray:
    """The conditions of those of its splits that a run is judged by, shape (n_chosen, 4), in their
    order; the hours on the feet are those of the whole run."""
    splits = sorted(run.splits, key=lambda split: split.split_index)
    places = {id(split): place for place, split in enumerate(splits)}
    conditions: FloatArray = split_conditions(splits)[[places[id(split)] for split in chosen]]
    return conditions


@frozen
class ComparedSplits:
    """The splits of a run that a verdict on one metric rests on: shape (n_splits,) each."""

    value: FloatArray
    speed_mps: FloatArray
    weight_s: FloatArray
    around: Around


def compared_splits(
    run: RunToJudge,
    chosen: Sequence[Split],
    baseline: MetricBaseline,
    *,
    conditions: FloatArray,
) -> ComparedSplits | None:
    """Those of the chosen splits that carry the metric and are no faults of the sensor;
    `conditions` are those of the chosen splits. None: it was not measured."""
    metric = METRICS[baseline.metric]
    values = [metric.value_of(split) for split in chosen]
    places = [place for place, own in enumerate(values) if own is not None]
    if not places:
        return None
    value = np.array([own for own in values if own is not None], dtype=np.float64)
    speed_mps = np.array([chosen[place].speed_mps for place in places], dtype=np.float64)
    weight_s = np.array([chosen[place].running_s for place in places], dtype=np.float64)
    sound = sound_splits(baseline, value, speed_mps=speed_mps)
    if not sound.any():  # no split is near the others' median: none of them is the outlier
        sound = np.ones_like(sound)
    return ComparedSplits(
        value=value[sound],
        speed_mps=speed_mps[sound],
        weight_s=weight_s[sound],
        around=Around(
            at=run.started_at,
            conditions=conditions[places][sound],
            sensor_label=run.sensor_label,
            shoe=run.shoe,
            surface=run.surface,
        ),
    )


def _observe(
    run: RunToJudge,
    chosen: Sequence[Split],
    baseline: MetricBaseline,
    *,
    conditions: FloatArray,
) -> Observed | None:
    """Time-weighted actual and expected value over the splits that carry the metric.

    None: not measured, or at speeds so far from the learned ones that their line says what no body
    shows.
    """
    splits = compared_splits(run, chosen, baseline, conditions=conditions)
    if splits is None:
        return None
    expectation = expect(baseline, splits.speed_mps, splits.weight_s, around=splits.around)
    if not expectation.plausible:
        return None
    actual = weighted_mean(splits.value.tolist(), splits.weight_s.tolist())
    return Observed(actual=actual, expectation=expectation)


def _judge_all(
    run: RunToJudge,
    observed: Mapping[MetricName, Observed],
    shared: Circumstances,
    *,
    uneven: bool,
) -> Mapping[MetricName, MetricVerdict]:
    """Every metric in its fixed order; an uneven balance costs the contact time."""
    return {
        metric: judge_metric(
            observed[metric],
            replace(
                shared,
                earlier_z=run.earlier_z.get(metric, ()),
                uneven=uneven and metric == "gct",
            ),
        )
        for metric in METRICS
        if metric in observed
    }


def _left_pct(chosen: Sequence[Split]) -> float | None:
    """Left share of contact time over the chosen splits, or None where it was not measured."""
    pairs = [
        (split.gct_balance_left_pct, split.running_s)
        for split in chosen
        if split.gct_balance_left_pct is not None
    ]
    return weighted_mean(*zip(*pairs, strict=True)) if pairs else None


def _balance(
    left_pct: float | None, usual_left_pct: float | None, contact: MetricVerdict | None
) -> BalanceVerdict | None:
    """The verdict on the balance of the feet; it costs points only where contact was rated."""
    if left_pct is None:
        return None
    scored = contact is not None and contact.rated
    return judge_balance(left_pct, usual_left_pct, scored=scored)
