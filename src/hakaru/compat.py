"""Names that only the requirements give, as thin calls. Nothing in the product uses them.

Rubric `symmetric`: 5 % free, both sides cost, up to 20 points, and the words of its star bands.
The verdict of the product is `hakaru.running.evaluate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hakaru.running.baseline.named import (
    FormExpectations,
    GCTPowerModel,
    LinearModel,
    drop_outliers,
    fit_gct_power,
    fit_linear,
    to_speed,
)
from hakaru.running.metrics import MetricName
from hakaru.running.score import (
    EPSILON,
    IMPROVEMENT_PENALTY,
    imbalance_penalty,
    relative_delta_frac,
    star_text,
    stars,
)
from hakaru.running.wording import (
    Lang,
    Phrase,
    direction_word,
    fixed,
    label,
    points_text,
    value_text,
)
from hakaru.units import PERCENT, SECONDS_PER_MINUTE, format_pace

__all__ = [
    "FormExpectations",
    "GCTPowerModel",
    "LinearModel",
    "MetricScore",
    "compute_star_rating",
    "drop_outliers",
    "fit_gct_power",
    "fit_linear",
    "generate_gct_evaluation_text",
    "generate_vo_evaluation_text",
    "generate_vr_evaluation_text",
    "score_gct_observation",
    "score_vo_observation",
    "score_vr_observation",
    "to_speed",
]

TOLERANCE_FRAC = 0.05
PENALTY_MAX = 20.0
_POINTS_PER_UNIT_DELTA = 200.0
_RATINGS: Mapping[int, Phrase] = {
    5: ("優秀", "excellent"),
    4: ("良好", "good"),
    3: ("許容範囲", "acceptable"),
    2: ("要改善", "needs improvement"),
    1: ("要改善", "needs improvement"),
}
_AS_EXPECTED: Phrase = (
    "{label}は{actual}で、{at_pace}期待値{expected}どおりです。",
    "{label} {actual} is as expected{at_pace} ({expected}).",
)
_OFF_EXPECTED: Phrase = (
    "{label}は{actual}で、{at_pace}期待値{expected}より{pct}%{direction}です。",
    "{label} {actual} is {pct}% {direction} than the expected {expected}{at_pace}.",
)
_AT_PACE: Phrase = ("{pace}/kmでの", " at {pace}/km")
_RATED: Phrase = ("評価は{rating}。", " Rating: {rating}.")
_POINTS: Phrase = ("{points}点減点で{rating}。", " {points} points off: {rating}.")


class MetricScore(NamedTuple):
    """One graded metric: penalty >= 0, score 0-100 (higher is better), '★★★★☆', and whether more
    than ten points were lost."""

    penalty: float
    score: float
    star_rating: str
    needs_improvement: bool


def score_gct_observation(
    actual_ms: float, expected_ms: float, imbalance: float | None = None
) -> MetricScore:
    """Grade a contact time in ms; `imbalance` is |L - R| / 100 of the shares, None: not counted."""
    return _score(actual_ms, expected_ms, extra=imbalance_penalty(imbalance))


def score_vo_observation(actual_cm: float, expected_cm: float) -> MetricScore:
    """Grade a vertical oscillation in cm."""
    return _score(actual_cm, expected_cm)


def score_vr_observation(actual_pct: float, expected_pct: float) -> MetricScore:
    """Grade a vertical ratio in percent."""
    return _score(actual_pct, expected_pct)


def compute_star_rating(score: float) -> str:
    """The stars of a score as text, '★★★★☆'."""
    return star_text(stars(score))


def generate_gct_evaluation_text(
    actual: float,
    expected: float,
    score: MetricScore,
    pace_minutes_per_km: float,
    *,
    lang: Lang = "ja",
) -> str:
    """A graded contact time (ms) at a pace in words."""
    pace = format_pace(pace_minutes_per_km * SECONDS_PER_MINUTE)
    at_pace = _said(_AT_PACE, lang, pace=pace)
    return _text("gct", (actual, expected), score=score, lang=lang, at_pace=at_pace)


def generate_vo_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical oscillation (cm) in words."""
    return _text("vo", (actual, expected), score=score, lang=lang)


def generate_vr_evaluation_text(
    actual: float, expected: float, score: MetricScore, *, lang: Lang = "ja"
) -> str:
    """A graded vertical ratio (percent) in words."""
    return _text("vr", (actual, expected), score=score, lang=lang)


def _score(actual: float, expected: float, *, extra: float = 0.0) -> MetricScore:
    excess_frac = abs(relative_delta_frac(actual, expected)) - TOLERANCE_FRAC
    penalty = extra
    if excess_frac > EPSILON:
        penalty += min(PENALTY_MAX, excess_frac * _POINTS_PER_UNIT_DELTA)
    score = max(0.0, PERCENT - penalty)
    return MetricScore(
        penalty=penalty,
        score=score,
        star_rating=compute_star_rating(score),
        needs_improvement=penalty > IMPROVEMENT_PENALTY + EPSILON,
    )


def _text(
    metric: MetricName,
    observed: tuple[float, float],
    *,
    score: MetricScore,
    lang: Lang,
    at_pace: str = "",
) -> str:
    actual, expected = observed
    delta_frac = relative_delta_frac(actual, expected)
    pct = fixed(abs(delta_frac) * PERCENT, 1)
    head = _said(
        _AS_EXPECTED if float(pct) == 0.0 else _OFF_EXPECTED,
        lang,
        label=label(metric, lang),
        actual=value_text(metric, actual),
        expected=value_text(metric, expected),
        at_pace=at_pace,
        pct=pct,
        direction=direction_word(metric, delta_frac, lang=lang),
    )
    rating = _said(_RATINGS[stars(score.score)], lang)
    if score.penalty <= EPSILON:
        return head + _said(_RATED, lang, rating=rating)
    return head + _said(_POINTS, lang, points=points_text(score.penalty), rating=rating)


def _said(words: Phrase, lang: Lang, **values: object) -> str:
    return words[0 if lang == "ja" else 1].format(**values)
