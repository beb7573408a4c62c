"""How many points and stars is a deviation worth? The only grader in the product.

Rubric `personal` (the default of verdicts): free inside the tolerance; beyond it only the
unfavourable side costs, up to 40 points. Rubric `symmetric`: the arithmetic of the requirement
(5 %, both sides, up to 20 points). Comparisons allow 1e-9, so that 8.4 against 8.0 is 5 %, not
more; classes come from unrounded numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import Rubric

EPSILON = 1e-9
TOLERANCE_FRAC = 0.05
POINTS_PER_UNIT_DELTA = 200.0
PENALTY_MAX: Mapping[Rubric, float] = {"personal": 40.0, "symmetric": 20.0}
IMBALANCE_MAX_FRAC = 0.06
IMBALANCE_PENALTY = 10.0
IMPROVEMENT_PENALTY = 10.0
STAR_BANDS: tuple[tuple[float, int], ...] = ((95.0, 5), (85.0, 4), (75.0, 3), (65.0, 2))
STARS_MAX = 5


class MetricScore(NamedTuple):
    """One graded metric: penalty >= 0, score 0-100 (higher is better), '★★★★☆', and whether more
    than ten points were lost."""

    penalty: float
    score: float
    star_rating: str
    needs_improvement: bool


@dataclass(frozen=True, kw_only=True)
class ScaleReach:
    """How low a scale can go: scores and stars at the largest penalties."""

    min_score: Mapping[str, float]
    min_overall: float
    min_stars: Mapping[str, int]
    min_overall_stars: int
    unreachable_overall_stars: tuple[int, ...]


def grade(
    delta_frac: float,
    *,
    rubric: Rubric,
    tolerance_frac: float = TOLERANCE_FRAC,
    unfavourable: Literal[-1, 0, 1],
    extra: float = 0.0,
) -> MetricScore:
    """Points of a relative deviation (actual - expected) / expected.

    `unfavourable` is the sign of the deviation that costs on `personal`; 0 costs nothing there.
    `extra` points are lost on top (imbalance).
    """
    cost_frac = abs(delta_frac) if rubric == "symmetric" else delta_frac * unfavourable
    excess_frac = cost_frac - tolerance_frac
    penalty = extra
    if excess_frac > EPSILON:
        penalty += min(PENALTY_MAX[rubric], excess_frac * POINTS_PER_UNIT_DELTA)
    score = max(0.0, 100.0 - penalty)
    return MetricScore(
        penalty=penalty,
        score=score,
        star_rating=compute_star_rating(score),
        needs_improvement=penalty > IMPROVEMENT_PENALTY + EPSILON,
    )


def imbalance_penalty(imbalance_frac: float | None) -> float:
    """Points lost for uneven contact times; None: not measured, nothing lost."""
    if imbalance_frac is None or imbalance_frac <= IMBALANCE_MAX_FRAC + EPSILON:
        return 0.0
    return IMBALANCE_PENALTY


def score_gct_observation(
    actual_ms: float,
    expected_ms: float,
    imbalance: float | None = None,
    *,
    rubric: Rubric = "symmetric",
    tolerance_frac: float = TOLERANCE_FRAC,
) -> MetricScore:
    """Grade a contact time in ms; `imbalance` is |L - R| / 100 of the shares, None: not counted."""
    return grade(
        relative_delta_frac(actual_ms, expected_ms),
        rubric=rubric,
        tolerance_frac=tolerance_frac,
        unfavourable=METRICS["gct"].unfavourable,
        extra=imbalance_penalty(imbalance),
    )


def score_vo_observation(
    actual_cm: float,
    expected_cm: float,
    *,
    rubric: Rubric = "symmetric",
    tolerance_frac: float = TOLERANCE_FRAC,
) -> MetricScore:
    """Grade a vertical oscillation in cm."""
    delta_frac = relative_delta_frac(actual_cm, expected_cm)
    return _score("vo", delta_frac, rubric=rubric, tolerance_frac=tolerance_frac)


def score_vr_observation(
    actual_pct: float,
    expected_pct: float,
    *,
    rubric: Rubric = "symmetric",
    tolerance_frac: float = TOLERANCE_FRAC,
) -> MetricScore:
    """Grade a vertical ratio in percent."""
    delta_frac = relative_delta_frac(actual_pct, expected_pct)
    return _score("vr", delta_frac, rubric=rubric, tolerance_frac=tolerance_frac)


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


def compute_star_rating(score: float) -> str:
    """The stars of a score as text, '★★★★☆'."""
    return star_text(stars(score))


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


def _score(
    metric: MetricName, delta_frac: float, *, rubric: Rubric, tolerance_frac: float
) -> MetricScore:
    return grade(
        delta_frac,
        rubric=rubric,
        tolerance_frac=tolerance_frac,
        unfavourable=METRICS[metric].unfavourable,
    )
