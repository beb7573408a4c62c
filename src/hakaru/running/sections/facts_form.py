"""Which facts does the verdict on form hold for a text?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.units import PERCENT, speed_to_pace_s_per_km
from hakaru.guard.evidence import Fact
from hakaru.running.metrics import METRICS
from hakaru.running.score import IMBALANCE_MAX_FRAC, IMBALANCE_PENALTY
from hakaru.running.sections.figures import figures
from hakaru.running.texts import rank_text
from hakaru.running.verdict import (
    RATED_RUNNING_MIN_S,
    RATED_RUNS_MIN,
    FormEvaluation,
    Interval,
    MetricVerdict,
)


def form_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Every metric of the verdict, cadence, the balance of the feet, and the verdict as a whole."""
    return (
        *(fact for verdict in evaluation.metrics.values() for fact in metric_facts(verdict)),
        *_minimum_facts(evaluation),
        *balance_facts(evaluation),
        *overall_facts(evaluation),
    )


def metric_facts(verdict: MetricVerdict) -> tuple[Fact, ...]:
    """One metric: measured, expected, between what it usually lies, how often, what it costs."""
    values = {
        "actual": verdict.actual,
        "expected": verdict.expected,
        "delta": verdict.delta,
        **_interval(verdict.usual_range),
    }
    return (
        *figures(verdict.metric, values, unit=METRICS[verdict.metric].unit),
        *figures(verdict.metric, {"delta_pct": PERCENT * verdict.delta_frac}, unit="%"),
        *figures(
            verdict.metric, {"score": verdict.score, "penalty": verdict.penalty}, unit="score"
        ),
        *figures(verdict.metric, {"star": _float(verdict.stars)}, unit="star"),
        *figures(verdict.metric, _counts(verdict), unit="count"),
    )


def _counts(verdict: MetricVerdict) -> Mapping[str, float]:
    """Runs that a text of the verdict counts: how often, and how many are learned from."""
    rank = rank_text(verdict)
    counts = {"n_runs": float(verdict.n_runs), "n_runs_needed": float(RATED_RUNS_MIN)}
    if rank is None:
        return counts
    return {**counts, "rank": float(rank), "beyond": PERCENT - float(rank), "rank_of": PERCENT}


def _minimum_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """The cadence that the runner's own range, or the user, sets as the lower end."""
    minimum = evaluation.cadence_minimum
    target = None if minimum is None else minimum.minimum_spm
    return figures("cadence", {"target": target}, unit=METRICS["cadence"].unit)


def balance_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Shares of contact time of both feet (`usual`: of the left one), and what they cost."""
    verdict = evaluation.balance
    if verdict is None:
        return ()
    cost = {"penalty": IMBALANCE_PENALTY} if verdict.penalised else {}
    left, usual = round(verdict.left_pct, 1), verdict.usual_left_pct
    shift = None if usual is None else abs(verdict.left_pct - usual)
    values = {"left": left, "right": PERCENT - left, "usual": usual, "shift": shift}
    limit = {"limit": PERCENT * IMBALANCE_MAX_FRAC} if verdict.penalised else {}
    return (
        *figures("balance", {**values, **limit}, unit="%"),
        *figures("balance", cost, unit="score"),
    )


def overall_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Score and stars of the verdict as a whole, and the pace it was given at."""
    pace = speed_to_pace_s_per_km(evaluation.speed_mps)
    return (
        *figures("overall", {"score": evaluation.overall_score}, unit="score"),
        *figures("overall", {"star": _float(evaluation.overall_stars)}, unit="star"),
        *figures("pace", {"actual": pace}, unit="s/km", scope="judged"),
        *figures("running_time", {"needed": RATED_RUNNING_MIN_S}, unit="s", scope="judged"),
    )


def flags(evaluation: FormEvaluation | None) -> Mapping[str, bool]:
    """Whether each rated metric lies outside the runner's own range on the side that costs."""
    if evaluation is None:
        return {}
    return {
        verdict.metric: verdict.needs_improvement
        for verdict in evaluation.scored
        if verdict.needs_improvement is not None
    }


def _float(value: int | None) -> float | None:
    return None if value is None else float(value)


def _interval(bounds: Interval | None) -> Mapping[str, float | None]:
    """Lower and upper end of the 90 % interval."""
    low, high = (None, None) if bounds is None else bounds
    return {"low": low, "high": high}
