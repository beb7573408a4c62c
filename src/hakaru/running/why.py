"""Causes of a metric on a run: the way from an ordinary run to the measured value, and their words.

The parts are those of the verdict itself: the same splits, the same baseline, the same effects.
What they leave is the verdict's own deviation, and nobody's guess.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from statistics import NormalDist

from hakaru.core.i18n import Message, in_context, message
from hakaru.core.quantity import Quantity
from hakaru.core.units import (
    speed_to_pace_s_per_km,
)
from hakaru.guard.cleaning import clean
from hakaru.records import frozen
from hakaru.running.baseline.model import Basis, MetricBaseline, NamedEffect, line_prior
from hakaru.running.baseline.predict import Influence, influences
from hakaru.running.effects import (
    COMFORT_C,
    EFFECTS,
    USUAL_ELAPSED_H,
    Cause,
    effect_priors,
    is_sure,
)
from hakaru.running.evaluate import (
    ComparedSplits,
    RunToJudge,
    compared_splits,
    complete_baselines,
    judged_conditions,
)
from hakaru.running.metrics import MetricName
from hakaru.running.splits import select_for_verdict
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.running.wording import fixed

SDS_80 = NormalDist().inv_cdf(0.9)
"""Half an 80 % interval in standard deviations."""


@frozen
class ChangeToday:
    """A part as it is known now, in the metric's unit, with its 80 % interval. A verdict is never
    in hindsight: this stands beside the part that led to its expectation, and adds up to none."""

    change: float
    low: float
    high: float
    n_runs: int


@frozen
class CausePart:
    """One part of the way, in the metric's unit: `change` with its 80 % interval.

    `exposure_value` is how much of the cause there was (`predict.Influence`), `name` that of shoes
    or sensor. `sure`: the change is twice the doubt that it is there or more, and can be told from
    everything else. `own_frac` is how much of what is known of it comes from the runner's own runs,
    0..1; the rest is what is believed of runners. `n_runs` is in how many of the runs behind it the
    cause was there. `today` is what the runner's runs until now, this one and later ones among
    them, say of the same amount of it; None: of pace, whose curve is the verdict's, and where
    nothing newer is known.
    """

    cause: Cause
    name: str
    exposure_value: float
    change: float
    low: float
    high: float
    sure: bool
    own_frac: float
    n_runs: int = 0
    today: ChangeToday | None = None


@frozen
class Explanation:
    """One metric of one run, in its unit: `usual_value` + the changes of `parts` = `expected`;
    `expected` + `left_delta` = `actual`.

    `usual_value` is what the runner shows at `usual_speed_mps` on the flat, in cool air, half an
    hour into a run. Parts come largest first. `left_delta` is the deviation that the verdict
    judges; one of that size or more is seen in one of `left_one_in_runs` runs. `confounded` are
    pairs of causes, "season" among them, that the runner's runs cannot tell apart.
    """

    metric: MetricName
    usual_value: float
    usual_speed_mps: float
    expected: float
    actual: float
    parts: tuple[CausePart, ...]
    left_delta: float
    left_one_in_runs: float
    basis: Basis
    n_runs: int
    confounded: tuple[tuple[str, str], ...] = ()


def explain_run(
    run: RunToJudge,
    evaluation: FormEvaluation,
    baselines: Mapping[MetricName, MetricBaseline],
    *,
    metrics: Sequence[MetricName],
    now: datetime,
    newest: Mapping[MetricName, MetricBaseline] | None = None,
) -> tuple[Explanation, ...]:
    """The way to the measured value of each of these metrics that the verdict holds.

    `baselines` are those by which the run was judged; of a metric without one the population's.
    `newest` are those of all runs until now, of which every part says what is known today.
    """
    chosen, _ = select_for_verdict(run.splits)
    conditions = judged_conditions(run, chosen)
    complete = complete_baselines(baselines, run.sensor_group, now=now)
    explained = []
    for metric in metrics:
        verdict, baseline = evaluation.metrics.get(metric), complete[metric]
        splits = compared_splits(run, chosen, baseline, conditions=conditions)
        if verdict is None or splits is None:
            continue
        known = _influences_by(baseline, splits)
        later = None if newest is None else newest.get(metric)
        today = {} if later is None else _influences_by(later, splits)
        causes = [*known.values(), *_not_yet_known(known, today)]
        explained.append(_explanation(verdict, baseline, causes, newest=later, today=today))
    return tuple(explained)


_Influences = Mapping[Cause, Influence]


def _influences_by(baseline: MetricBaseline, splits: ComparedSplits) -> _Influences:
    of_splits = influences(baseline, splits.speed_mps, splits.weight_s, around=splits.around)
    return {influence.cause: influence for influence in of_splits}


def _not_yet_known(known: _Influences, today: _Influences) -> Sequence[Influence]:
    """Causes of which nothing was known when the run was judged: they changed nothing then."""
    return [
        replace(influence, log_share=0.0, sd_share=0.0)
        for cause, influence in today.items()
        if cause not in known
    ]


def _explanation(
    verdict: MetricVerdict,
    baseline: MetricBaseline,
    causes: Sequence[Influence],
    *,
    newest: MetricBaseline | None,
    today: _Influences,
) -> Explanation:
    expected = verdict.expected
    usual = expected * math.exp(-math.fsum(influence.log_share for influence in causes))
    per_share = _per_share(usual, expected)
    parts = [
        replace(
            _part(influence, per_share, baseline),
            today=_today(today.get(influence.cause), per_share, newest),
        )
        for influence in causes
    ]
    return Explanation(
        metric=verdict.metric,
        usual_value=usual,
        usual_speed_mps=baseline.speed_center_mps,
        expected=expected,
        actual=verdict.actual,
        parts=tuple(sorted(parts, key=lambda part: -abs(part.change))),
        left_delta=verdict.delta,
        left_one_in_runs=1.0 / max(2.0 * (1.0 - NormalDist().cdf(abs(verdict.z))), 1e-6),
        basis=verdict.basis,
        n_runs=verdict.n_runs,
        confounded=tuple(
            pair
            for pair in baseline.confounded_pairs
            if {influence.cause for influence in causes} & set(pair)
        ),
    )


def _per_share(usual: float, expected: float) -> float:
    """Metric units per natural logarithm, so that parts of a ratio add up to the difference: the
    logarithmic mean (Ang 2004, the LMDI decomposition)."""
    ratio = math.log(expected / usual)
    return usual if abs(ratio) < 1e-9 else (expected - usual) / ratio


def _today(
    influence: Influence | None, per_share: float, newest: MetricBaseline | None
) -> ChangeToday | None:
    if influence is None or newest is None or influence.cause == "pace":
        return None
    change, half = per_share * influence.log_share, SDS_80 * per_share * influence.sd_share
    return ChangeToday(
        change=change, low=change - half, high=change + half, n_runs=_n_runs(influence, newest)
    )


def _n_runs(influence: Influence, baseline: MetricBaseline) -> int:
    """In how many of the runs behind a baseline a cause was there."""
    named: Mapping[Cause, Mapping[str, NamedEffect]] = {
        "shoe": baseline.shoes,
        "surface": baseline.surfaces,
        "sensor": baseline.units,
    }
    if influence.cause not in named:
        cause: Cause = "pace" if influence.cause == "season" else influence.cause
        return baseline.cause_runs.get(cause, 0)
    effect = named[influence.cause].get(influence.name)
    return 0 if effect is None else effect.n_runs


def _part(influence: Influence, per_share: float, baseline: MetricBaseline) -> CausePart:
    change, half = per_share * influence.log_share, SDS_80 * per_share * influence.sd_share
    return CausePart(
        cause=influence.cause,
        name=influence.name,
        exposure_value=influence.exposure_value,
        change=change,
        low=change - half,
        high=change + half,
        sure=is_sure(influence.cause, influence.log_share, influence.sd_share)
        and influence.cause not in chain.from_iterable(baseline.confounded_pairs),
        own_frac=_own_frac(influence, baseline),
        n_runs=_n_runs(influence, baseline),
    )


def _own_frac(influence: Influence, baseline: MetricBaseline) -> float:
    """How much of the prior doubt the runner's own runs have taken away."""
    believed_sd = _believed_sds(baseline).get(influence.cause)
    if not believed_sd or not influence.exposure_value or not influence.sd_share:
        return 0.0
    per_unit = influence.sd_share / abs(influence.exposure_value)
    if influence.cause == "pace":
        per_unit = math.sqrt(baseline.slope_var)
    return min(max(1.0 - (per_unit / believed_sd) ** 2, 0.0), 1.0)


def _believed_sds(baseline: MetricBaseline) -> Mapping[Cause, float]:
    """What was believed of each cause before the first run: the doubt per unit."""
    priors = effect_priors(baseline.metric)
    conditions = {cause: prior.sd for cause, prior in zip(EFFECTS, priors.conditions, strict=True)}
    line = line_prior(baseline.metric, baseline.sensor_group)
    return {
        **conditions,
        "pause": priors.after_pause.sd,
        "shoe": priors.shoe.sd,
        "surface": priors.surface.sd,
        "sensor": priors.other_unit.sd,
        "pace": line.slope_sd,
    }


_PLAIN = {
    "uphill": in_context("cause", "the climbs"),
    "downhill": in_context("cause", "the descents"),
    "pause": in_context("cause", "the first days back after a break"),
    "sensor": in_context("cause", "another unit of the sensor"),
    "season": in_context("cause", "the time of year and of training"),
}
_SURFACES = {
    "road": in_context("surface", "road"),
    "trail": in_context("surface", "trail"),
    "track": in_context("surface", "track"),
    "treadmill": in_context("surface", "treadmill"),
}


def cause_words(part: CausePart, usual_speed_mps: float) -> Message:
    """What it was, as it stands after 'from': 'the faster pace (4:10/km)'. Warmth is what the watch
    read on average (or would have), which is no temperature of the air: the arm is in it.

    `usual_speed_mps` is that of the runner's ordinary run.
    """
    if part.cause == "pace":
        pace = Quantity("pace", speed_to_pace_s_per_km(usual_speed_mps + part.exposure_value))
        if part.exposure_value > 0.0:
            return message(in_context("cause", "the faster pace ({pace})"), pace=pace)
        return message(in_context("cause", "the slower pace ({pace})"), pace=pace)
    if part.cause == "heat":
        celsius = fixed(COMFORT_C + part.exposure_value, 0)
        return message(in_context("cause", "warmth ({celsius} °C on the wrist)"), celsius=celsius)
    if part.cause == "fatigue":
        if part.exposure_value > 0.0:
            return message(in_context("cause", "fatigue during the run"))
        return message(in_context("cause", "the run being short"))
    if part.cause == "shoe":
        return message(in_context("cause", "the shoes ({shoe})"), shoe=clean(part.name))
    if part.cause == "surface":
        surface = message(_SURFACES[part.name])
        return message(in_context("cause", "the surface ({surface})"), surface=surface)
    return message(_PLAIN[part.cause])


def amount_words(part: CausePart, usual_speed_mps: float) -> Message | None:
    """How much of it there was, for a table; None: the words have it already.

    `usual_speed_mps` is that of the runner's ordinary run, which time on the feet is counted at:
    a steady run is half over on average, so that it lasts twice the hours of its splits.
    """
    if part.cause == "fatigue":
        lasting_h = 2.0 * (part.exposure_value + USUAL_ELAPSED_H)
        pace = Quantity("pace", speed_to_pace_s_per_km(usual_speed_mps))
        return message("like {hours} h at {pace}", hours=fixed(lasting_h, 1), pace=pace)
    if part.cause in ("uphill", "downhill"):
        return message("{metres} m in 100 m", metres=fixed(part.exposure_value, 1))
    if part.cause == "sensor" and part.name:
        return message("{name}", name=clean(part.name))
    return None
