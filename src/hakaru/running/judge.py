"""How does one figure of a run stand against what was expected of it?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.score import (
    EPSILON,
    IMBALANCE_PENALTY,
    TOLERANCE_FRAC,
    MetricScore,
    grade,
    imbalance_penalty,
    relative_delta_frac,
    stars,
)
from hakaru.running.texts import balance_text, cadence_text, metric_text
from hakaru.running.verdict import BalanceVerdict, CadenceVerdict, MetricVerdict, Rubric
from hakaru.units import imbalance_frac


@dataclass(frozen=True, kw_only=True)
class Observed:
    """One metric of a run beside its expectation, in the metric's unit."""

    actual: float
    expectation: Expectation


def judge_metric(observed: Observed, rubric: Rubric, *, uneven: bool = False) -> MetricVerdict:
    """The verdict on one scored metric; `uneven` takes ten points for the left/right balance."""
    expectation = observed.expectation
    metric = METRICS[expectation.metric]
    delta_frac = relative_delta_frac(observed.actual, expectation.value)
    personal = rubric == "personal"
    tolerance_frac = (
        personal_tolerance_frac(expectation, metric.unfavourable) if personal else TOLERANCE_FRAC
    )
    graded = grade(
        delta_frac,
        rubric=rubric,
        tolerance_frac=tolerance_frac,
        unfavourable=metric.unfavourable,
        extra=IMBALANCE_PENALTY if uneven else 0.0,
    )
    notable = _notable(expectation, delta_frac) if personal else None
    silent = _verdict(observed, graded, tolerance_frac=tolerance_frac, notable=notable)
    return replace(
        silent,
        text_ja=metric_text(silent, "ja", imbalance_penalised=uneven),
        text_en=metric_text(silent, "en", imbalance_penalised=uneven),
    )


def judge_cadence(observed: Observed, minimum_set_spm: float | None) -> CadenceVerdict:
    """Cadence against the runner's own interval, or against the number the user set."""
    expectation = observed.expectation
    interval_50, interval_80, interval_90 = expectation.intervals
    minimum_spm = interval_90[0] if minimum_set_spm is None else minimum_set_spm
    silent = CadenceVerdict(
        actual_spm=observed.actual,
        expected_spm=expectation.value,
        interval_50=interval_50,
        interval_80=interval_80,
        interval_90=interval_90,
        minimum_spm=minimum_spm,
        achieved=observed.actual >= minimum_spm - EPSILON,
        basis=expectation.basis,
        n_runs=expectation.n_runs,
        sensor_group=expectation.sensor_group,
        baseline_version=expectation.baseline_version,
        extrapolated=expectation.extrapolated,
        notable=_outside(observed.actual, interval_90),
        text_ja="",
        text_en="",
    )
    return replace(silent, text_ja=cadence_text(silent, "ja"), text_en=cadence_text(silent, "en"))


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


def _outside(value: float, interval: tuple[float, float]) -> Literal["lower", "higher"] | None:
    """On which side a value lies outside an interval, else None."""
    low, high = interval
    if value < low - EPSILON:
        return "lower"
    return "higher" if value > high + EPSILON else None


def personal_tolerance_frac(expectation: Expectation, side: Literal[-1, 0, 1]) -> float:
    """5 % or the 90 % half-width on one side (+1 above, else below), whichever is wider.

    The interval of a power law is wider above than below: with the side in question, nothing
    inside the interval is ever penalised.
    """
    low, high = expectation.intervals[2]
    limit = high if side > 0 else low
    return max(TOLERANCE_FRAC, abs(relative_delta_frac(limit, expectation.value)))


def _notable(expectation: Expectation, delta_frac: float) -> Literal["lower", "higher"] | None:
    """The direction in which a value left the personal band at no cost, else None."""
    unfavourable = METRICS[expectation.metric].unfavourable
    favourable: Literal[-1, 1] = -1 if unfavourable > 0 else 1
    excess_frac = delta_frac * favourable - personal_tolerance_frac(expectation, favourable)
    if excess_frac <= EPSILON:
        return None
    return "higher" if favourable > 0 else "lower"


def _verdict(
    observed: Observed,
    graded: MetricScore,
    *,
    tolerance_frac: float,
    notable: Literal["lower", "higher"] | None,
) -> MetricVerdict:
    """The verdict, still without words."""
    expectation = observed.expectation
    interval_50, interval_80, interval_90 = expectation.intervals
    return MetricVerdict(
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
        tolerance_frac=tolerance_frac,
        penalty=graded.penalty,
        score=graded.score,
        stars=stars(graded.score),
        needs_improvement=graded.needs_improvement,
        notable=notable,
        text_ja="",
        text_en="",
    )
