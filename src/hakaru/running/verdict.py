"""The verdict on the form of one run, with its points and stars: the one that every surface reads.

A deviation is measured in the runner's own standard deviations (z). Ten points are lost exactly at
the edge of the runner's own 90 % interval, on the unfavourable side only, so that
`needs_improvement` (more than ten points) means "outside my own range". Comparisons allow 1e-9;
classes come from unrounded numbers.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from statistics import NormalDist
from typing import Literal, NamedTuple

from hakaru.records import frozen
from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import METRICS, MetricName, ScoreGroup

JUDGE_VERSION = "6"
"""Raised whenever the same run and baselines would get another verdict."""

EPSILON = 1e-9
HALF_WIDTH_90_SDS = 1.645
FREE_SDS = 0.645
FAR_SDS = 3.0
POINTS_PER_SD = 10.0
PENALTY_MAX = 60.0
IMBALANCE_MAX_FRAC = 0.06
IMBALANCE_PENALTY = 10.0
IMPROVEMENT_PENALTY = 10.0
STAR_BANDS: tuple[tuple[float, int], ...] = ((95.0, 5), (85.0, 4), (75.0, 3), (65.0, 2))
STARS_MAX = 5
RANK_RUNS_MIN = 5
"""Fewer earlier runs say nothing about how often a deviation happens."""
RANK_PCT_MIN, RANK_PCT_MAX = 1.0, 99.0
"""However far off a run lies, nobody has run often enough to say "rarer than one in a hundred"."""
_RANK_PRIOR_RUNS = 5.0


class Grade(NamedTuple):
    """One graded metric: points lost (>= 0), score 0-100 (higher is better), stars 1-5, and whether
    the deviation alone cost more than ten points."""

    penalty: float
    score: float
    stars: int
    needs_improvement: bool


def standard_deviations(delta_frac: float, *, half_width_90_frac: float) -> float:
    """A relative deviation in personal standard deviations, signed: + is above the expectation.

    `half_width_90_frac` is the half-width of the 90 % interval on the side of the deviation.
    """
    return delta_frac * HALF_WIDTH_90_SDS / half_width_90_frac


def grade(z: float, *, unfavourable: Literal[-1, 0, 1], extra: float = 0.0) -> Grade:
    """Points and stars of a deviation of `z` personal standard deviations.

    `unfavourable` is the sign of z that costs; 0: neither. `extra` points are lost on top
    (left/right imbalance); they never make a metric need improvement.
    """
    beyond = z * unfavourable - FREE_SDS
    own = min(PENALTY_MAX, POINTS_PER_SD * max(0.0, beyond))
    score = max(0.0, 100.0 - own - extra)
    return Grade(
        penalty=own + extra,
        score=score,
        stars=stars(score),
        needs_improvement=own > IMPROVEMENT_PENALTY + EPSILON,
    )


def overall_score(scores: Iterable[tuple[Sequence[ScoreGroup], float]]) -> float | None:
    """The lowest over groups of the mean score within a group; None: nothing was rated."""
    by_group: dict[ScoreGroup, list[float]] = {}
    for groups, score in scores:
        for group in groups:
            by_group.setdefault(group, []).append(score)
    means = [math.fsum(members) / len(members) for members in by_group.values()]
    return min(means) if means else None


def rank_pct(z: float, earlier_z: Sequence[float]) -> float | None:
    """Share (1-99) of the runner's earlier runs that lay lower; ties count half.

    With n runs, k of them lower, (k + m Phi(z)) / (n + m): the runner's own predictive
    distribution stands for m = 5 further runs, so that a dozen runs never claim "all of them".
    None: fewer than five earlier runs.
    """
    runs = sorted(run_z for run_z in earlier_z if math.isfinite(run_z))
    if len(runs) < RANK_RUNS_MIN or not math.isfinite(z):
        return None
    lower = bisect_left(runs, z - EPSILON)
    ties = bisect_right(runs, z + EPSILON) - lower
    below = lower + ties / 2.0 + _RANK_PRIOR_RUNS * NormalDist().cdf(z)
    share_pct = 100.0 * below / (len(runs) + _RANK_PRIOR_RUNS)
    return min(max(share_pct, RANK_PCT_MIN), RANK_PCT_MAX)


def imbalance_penalty(imbalance_frac: float | None) -> float:
    """Points lost for uneven contact times; None: not measured, nothing lost."""
    if imbalance_frac is None or imbalance_frac <= IMBALANCE_MAX_FRAC + EPSILON:
        return 0.0
    return IMBALANCE_PENALTY


def relative_delta_frac(actual: float, expected: float) -> float:
    """(actual - expected) / expected. Raises ValueError unless expected > 0."""
    if not expected > 0.0:
        raise ValueError(f"an expected value is > 0, got {expected!r}")
    return (actual - expected) / expected


def stars(score: float) -> int:
    """Stars 1-5 of a score: from 95 five, 85 four, 75 three, 65 two, else one."""
    for low, count in STAR_BANDS:
        if score >= low - EPSILON:
            return count
    return 1


def star_text(count: int) -> str:
    """4 as '★★★★☆'."""
    return "★" * count + "☆" * (STARS_MAX - count)


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


@frozen
class MetricVerdict:
    """One metric of one run; values and intervals in its unit. `delta` = actual - expected,
    `delta_frac` = delta / expected.

    `z` is the deviation in personal standard deviations (+ above the expectation),
    `tolerance_frac` the relative half-width of the 90 % interval on its side, as it was judged by
    (never below the metric's floor). `rank_pct`: higher than so many of 100 of the runner's earlier
    runs with this sensor; None: too few of them. `penalty` to `needs_improvement` are None where
    the metric was not `rated`. `notable` says the value left the range in a direction that costs
    nothing. `conditions_frac`: how much of the expectation is due to warmth, slopes, time on the
    feet, a pause and shoes, which are thus taken out of the comparison. Texts are complete
    sentences, <= 160 bytes of UTF-8 each."""

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
    conditions_frac: float = 0.0

    @property
    def conditions_delta(self) -> float:
        """What conditions change in the expectation, in the metric's unit."""
        return self.expected * self.conditions_frac / (1.0 + self.conditions_frac)

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


@frozen
class BalanceVerdict:
    """Left share of contact time against the runner's own median (a constant 49/51 is a trait)."""

    left_pct: float
    imbalance_frac: float
    usual_left_pct: float | None
    penalised: bool
    text_ja: str
    text_en: str


@frozen
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
    def bridged(self) -> bool:
        """Whether expectations lean on runs with an earlier kind of sensor."""
        return any(metric.basis == "bridged" for metric in self.scored)

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
    def is_short(self) -> bool:
        """Whether too little of the run could be judged to say anything of its form."""
        return self.unrated is not None and self.unrated.unrated_reason == "short_run"

    @property
    def cadence_minimum(self) -> CadenceMinimum | None:
        """The lower end of the runner's own range, or the set minimum; None: not measured."""
        cadence = self.metrics.get("cadence")
        if cadence is None:
            return None
        usual = cadence.usual_range[0]
        minimum = usual if self.cadence_set_spm is None else self.cadence_set_spm
        return CadenceMinimum(minimum, cadence.actual >= minimum - EPSILON)
