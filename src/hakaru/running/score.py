"""How many points and stars is a deviation worth? The only grader in the product.

A deviation is measured in the runner's own standard deviations (z). Ten points are lost exactly at
the edge of the runner's own 90 % interval, on the unfavourable side only, so that
`needs_improvement` (more than ten points) means "outside my own range". Comparisons allow 1e-9;
classes come from unrounded numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, NamedTuple

from hakaru.running.metrics import ScoreGroup

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


@dataclass(frozen=True, kw_only=True)
class ScaleReach:
    """How low a scale can go: scores and stars at the largest penalties."""

    min_score: Mapping[str, float]
    min_overall: float
    min_stars: Mapping[str, int]
    min_overall_stars: int
    unreachable_overall_stars: tuple[int, ...]


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
    runs = [run_z for run_z in earlier_z if math.isfinite(run_z)]
    if len(runs) < RANK_RUNS_MIN or not math.isfinite(z):
        return None
    lower = sum(run_z < z - EPSILON for run_z in runs)
    ties = sum(abs(run_z - z) <= EPSILON for run_z in runs)
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


def scale_reach(max_penalty: Mapping[str, float]) -> ScaleReach:
    """The lowest scores and stars a scale can show, given the largest penalty of each metric."""
    min_score = {metric: max(0.0, 100.0 - penalty) for metric, penalty in max_penalty.items()}
    min_overall = sum(min_score.values()) / len(min_score)
    return ScaleReach(
        min_score=min_score,
        min_overall=min_overall,
        min_stars={metric: stars(score) for metric, score in min_score.items()},
        min_overall_stars=stars(min_overall),
        unreachable_overall_stars=tuple(range(1, stars(min_overall))),
    )
