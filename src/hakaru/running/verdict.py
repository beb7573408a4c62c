"""The verdict on the form of one run: the one that every surface reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, NamedTuple

from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.score import EPSILON, FAR_SDS, HALF_WIDTH_90_SDS

Selection = Literal[
    "flat_splits", "all_splits", "running_samples", "summary", "hilly_summary", "unknown_summary"
]
"""Which part of the run was judged: splits with |grade| <= 2 %, all full splits (none was flat),
or every running sample (no split was long enough). Of a recording without samples its summary:
over ground that is level as far as reported, over climbs, or over nobody knows what."""
Interval = tuple[float, float]
UnratedReason = Literal[
    "few_runs",
    "short_run",
    "sensor_coverage",
    "hilly_summary",
    "unknown_summary",
    "never_scored",
]
"""Why a metric carries no score: fewer than `RATED_RUNS_MIN` personal runs with this sensor, less
than five minutes judged, a sensor that covers less than half of it, averages over climbs or over
unknown ground; or it is only described."""
Band = Literal["as_usual", "within_range", "outside_range", "far_outside"]
"""Inside the 50 % interval, inside the 90 % one, outside it, more than three SDs away."""

RATED_RUNS_MIN = 5
RATED_RUNNING_MIN_S = 300.0
RATED_COVERAGE_MIN_FRAC = 0.5


@dataclass(frozen=True, kw_only=True)
class MetricVerdict:
    """One metric of one run; values and intervals in its unit. `delta` = actual - expected,
    `delta_frac` = delta / expected.

    `z` is the deviation in personal standard deviations (+ above the expectation),
    `tolerance_frac` the relative half-width of the 90 % interval on its side, as it was judged by
    (never below the metric's floor). `rank_pct`: higher than so many of 100 of the runner's earlier
    runs with this sensor; None: too few of them. `penalty` to `needs_improvement` are None where
    the metric was not `rated`. `notable` says the value left the range in a direction that costs
    nothing. Texts are complete sentences, <= 160 bytes of UTF-8 each."""

    metric: MetricName
    actual: float
    expected: float
    interval_50: Interval
    interval_80: Interval
    interval_90: Interval
    basis: Basis
    n_runs: int
    sensor_group: str
    baseline_version: int | None
    extrapolated: bool
    tolerance_frac: float
    z: float
    rank_pct: float | None
    rated: bool
    unrated_reason: UnratedReason | None
    penalty: float | None
    score: float | None
    stars: int | None
    needs_improvement: bool | None
    notable: Literal["lower", "higher"] | None
    text_ja: str
    text_en: str

    @property
    def delta(self) -> float:
        """Actual minus expected, in the metric's unit."""
        return self.actual - self.expected

    @property
    def delta_frac(self) -> float:
        """Actual minus expected, relative to expected."""
        return self.delta / self.expected

    @property
    def usual_range(self) -> Interval:
        """The 90 % interval as the run was judged by: never narrower than the metric's floor."""
        floor = METRICS[self.metric].half_width_floor_frac
        low, high = self.interval_90
        return min(low, self.expected * (1.0 - floor)), max(high, self.expected * (1.0 + floor))

    @property
    def band(self) -> Band:
        """How usual the value is for this runner; says nothing about merit."""
        low, high = self.interval_50
        if low - EPSILON <= self.actual <= high + EPSILON:
            return "as_usual"
        if abs(self.z) <= HALF_WIDTH_90_SDS + EPSILON:
            return "within_range"
        return "far_outside" if abs(self.z) > FAR_SDS + EPSILON else "outside_range"


class CadenceMinimum(NamedTuple):
    """The lowest cadence that counts as usual (or that the user set), and whether it was met."""

    minimum_spm: float
    achieved: bool


@dataclass(frozen=True, kw_only=True)
class BalanceVerdict:
    """Left share of contact time against the runner's own median (a constant 49/51 is a trait)."""

    left_pct: float
    imbalance_frac: float
    usual_left_pct: float | None
    penalised: bool
    text_ja: str
    text_en: str


@dataclass(frozen=True, kw_only=True)
class FormEvaluation:
    """The verdict on one run. `metrics` holds what was measured, in the order of the metrics table.

    `overall_score` is the lower of contact (contact time) and bounce (mean of oscillation and
    ratio), 0-100, `overall_stars` 1-5 by the same bands; both None where nothing was rated.
    `sensor_coverage_frac` is the share of the judged part that the sensor covered, None: not known.
    `cadence_set_spm` is the minimum that the user set, None: the runner's own interval decides.
    """

    activity_id: int
    day: date
    sensor_group: str
    new_sensor: bool
    speed_mps: float
    n_splits: int
    running_s: float
    selection: Selection
    sensor_coverage_frac: float | None
    cadence_set_spm: float | None
    metrics: Mapping[MetricName, MetricVerdict]
    balance: BalanceVerdict | None
    overall_score: float | None
    overall_stars: int | None
    evaluated_at: datetime
    code_version: str

    @property
    def scored(self) -> tuple[MetricVerdict, ...]:
        """The metrics that a score is given for, rated or not."""
        return tuple(metric for metric in self.metrics.values() if METRICS[metric.metric].scored)

    @property
    def furthest(self) -> MetricVerdict:
        """The metric that is furthest from usual."""
        return max(self.scored, key=lambda metric: abs(metric.z))

    @property
    def unrated(self) -> MetricVerdict | None:
        """The metric that says why there is no score: the one that comes closest to being rated.
        None: there is a score."""
        if self.overall_score is not None:
            return None
        return max(self.scored, key=lambda metric: metric.n_runs)

    @property
    def cadence_minimum(self) -> CadenceMinimum | None:
        """The lower end of the runner's own range, or the set minimum; None: not measured."""
        cadence = self.metrics.get("cadence")
        if cadence is None:
            return None
        usual = cadence.usual_range[0]
        minimum = usual if self.cadence_set_spm is None else self.cadence_set_spm
        return CadenceMinimum(minimum, cadence.actual >= minimum - EPSILON)
