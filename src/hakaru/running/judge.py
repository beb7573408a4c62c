"""How does one figure of a run stand against what was expected of it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hakaru.core.units import imbalance_frac
from hakaru.running.baseline.model import Expectation
from hakaru.running.metrics import METRICS
from hakaru.running.score import (
    EPSILON,
    HALF_WIDTH_90_SDS,
    IMBALANCE_PENALTY,
    grade,
    imbalance_penalty,
    rank_pct,
    relative_delta_frac,
    standard_deviations,
)
from hakaru.running.texts import balance_text, metric_text
from hakaru.running.verdict import (
    RATED_COVERAGE_MIN_FRAC,
    RATED_RUNNING_MIN_S,
    RATED_RUNS_MIN,
    BalanceVerdict,
    MetricVerdict,
    Selection,
    UnratedReason,
)


@dataclass(frozen=True, kw_only=True)
class Observed:
    """One metric of a run beside its expectation, in the metric's unit."""

    actual: float
    expectation: Expectation


@dataclass(frozen=True, kw_only=True)
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
    if expectation.n_runs < RATED_RUNS_MIN:
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
