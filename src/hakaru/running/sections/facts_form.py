"""Which facts does the verdict on form hold for a text?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.guard.evidence import Fact
from hakaru.running.metrics import METRICS
from hakaru.running.score import IMBALANCE_MAX_FRAC, IMBALANCE_PENALTY, TOLERANCE_FRAC
from hakaru.running.sections.figures import figures
from hakaru.running.verdict import (
    CadenceVerdict,
    FormEvaluation,
    Interval,
    MetricVerdict,
)
from hakaru.units import PERCENT, speed_to_pace_s_per_km


def form_facts(evaluation: FormEvaluation) -> tuple[Fact, ...]:
    """Every metric of the verdict, cadence, the balance of the feet, and the verdict as a whole."""
    return (
        *(fact for verdict in evaluation.metrics.values() for fact in metric_facts(verdict)),
        *cadence_facts(evaluation.cadence),
        *balance_facts(evaluation),
        *overall_facts(evaluation),
    )


def metric_facts(verdict: MetricVerdict) -> tuple[Fact, ...]:
    """One metric: measured, expected, between what it usually lies, what the deviation costs."""
    values = {
        "actual": verdict.actual,
        "expected": verdict.expected,
        "delta": verdict.delta,
        **_interval(verdict.interval_90),
    }
    learned = {"n_runs": float(verdict.n_runs)} if verdict.basis == "shrunk" else {}
    return (
        *figures(verdict.metric, values, unit=METRICS[verdict.metric].unit),
        *figures(verdict.metric, {"delta_pct": PERCENT * verdict.delta_frac}, unit="%"),
        *figures(verdict.metric, {"tolerance": PERCENT * TOLERANCE_FRAC}, unit="%"),
        *figures(
            verdict.metric, {"score": verdict.score, "penalty": verdict.penalty}, unit="score"
        ),
        *figures(verdict.metric, {"star": float(verdict.stars)}, unit="star"),
        *figures(verdict.metric, learned, unit="count"),
    )


def cadence_facts(verdict: CadenceVerdict | None) -> tuple[Fact, ...]:
    """Cadence against the runner's own line, or the minimum the user set."""
    if verdict is None:
        return ()
    delta_spm, expected_spm = verdict.delta_spm, verdict.expected_spm
    values = {
        "actual": verdict.actual_spm,
        "expected": expected_spm,
        "delta": delta_spm,
        "target": verdict.minimum_spm,
        **_interval(verdict.interval_90),
    }
    share = None if delta_spm is None or not expected_spm else PERCENT * delta_spm / expected_spm
    return (
        *figures("cadence", values, unit=METRICS["cadence"].unit),
        *figures("cadence", {"delta_pct": share}, unit="%"),
    )


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
        *figures("overall", {"star": float(evaluation.overall_stars)}, unit="star"),
        *figures("pace", {"actual": pace}, unit="s/km", scope="judged"),
    )


def flags(evaluation: FormEvaluation | None) -> Mapping[str, bool]:
    """Whether each scored metric needs improvement. Cadence is described, never scored."""
    if evaluation is None:
        return {}
    return {metric: verdict.needs_improvement for metric, verdict in evaluation.metrics.items()}


def _interval(bounds: Interval | None) -> Mapping[str, float | None]:
    """Lower and upper end of the 90 % interval."""
    low, high = (None, None) if bounds is None else bounds
    return {"low": low, "high": high}
