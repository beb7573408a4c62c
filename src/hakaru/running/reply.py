"""What does a model or a script get when it asks for the verdict on a run?

The shape of `get_form_evaluations` in the requirements, with additions. Numbers are rounded here,
once. A metric that was not measured is absent; score and stars are null where it was not rated.
Compact JSON of it stays within 2 KB, with `detail` within 4 KB.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.core.units import PERCENT
from hakaru.running.metrics import METRICS
from hakaru.running.score import star_text
from hakaru.running.texts import headline, overall_text, rating_text
from hakaru.running.verdict import (
    BalanceVerdict,
    FormEvaluation,
    Interval,
    MetricVerdict,
)
from hakaru.running.wording import LANGUAGES, Lang

REPLY_MAX_BYTES = 2048
DETAIL_MAX_BYTES = 4096

Reply = Mapping[str, object]


def as_reply(evaluation: FormEvaluation, lang: Lang, *, detail: bool = False) -> Reply:
    """The verdict as JSON types, in the order a reader wants it.

    `notable`, `extrapolated`, `unrated`, `new_sensor` and `balance` appear only where they say
    something. `detail` adds every interval, both languages and how the run was selected.
    """
    reply: dict[str, object] = {
        "activity_id": evaluation.activity_id,
        "headline": headline(evaluation, lang),
    }
    for metric, verdict in evaluation.metrics.items():
        if METRICS[metric].scored:
            extra = _scored_detail(verdict, lang) if detail else {}
            reply[metric] = _scored(verdict, lang) | extra
        else:
            reply[metric] = _described(verdict) | _minimum(evaluation, verdict)
    if evaluation.balance is not None:
        balance = evaluation.balance
        reply["balance"] = _balance(balance) | (_balance_detail(balance, lang) if detail else {})
    return reply | _overall(evaluation, lang) | (_run_detail(evaluation) if detail else {})


def _overall(evaluation: FormEvaluation, lang: Lang) -> dict[str, object]:
    """Score and stars of the whole run; null with the reason where it was not rated."""
    score, stars = evaluation.overall_score, evaluation.overall_stars
    overall: dict[str, object] = {
        "overall_score": None if score is None else round(score, 1),
        "overall_star_rating": None if stars is None else star_text(stars),
        "overall_stars": stars,
        "sensor": evaluation.sensor_group,
    }
    if score is None:
        overall["overall_unrated"] = rating_text(evaluation, lang)
    if evaluation.new_sensor:
        overall["new_sensor"] = True
    return overall


def _scored(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    digits = _digits(verdict)
    row = _described(verdict)
    if verdict.metric == "vo":
        row["delta_cm"] = round(verdict.delta, 2)
        del row["delta_pct"]
    row |= {
        "star_rating": None if verdict.stars is None else star_text(verdict.stars),
        "stars": verdict.stars,
        "score": None if verdict.score is None else round(verdict.score, 1),
        "needs_improvement": verdict.needs_improvement,
        "evaluation_text": verdict.text_ja if lang == "ja" else verdict.text_en,
        "interval_90": _interval(verdict.interval_90, digits),
        "basis": verdict.basis,
        "n_runs": verdict.n_runs,
    }
    if verdict.notable is not None:
        row["notable"] = verdict.notable
    if verdict.extrapolated:
        row["extrapolated"] = True
    return row


def _described(verdict: MetricVerdict) -> dict[str, object]:
    """Measured, expected, how far apart in percent and in personal standard deviations, and the
    share of the runner's own runs that lay lower."""
    digits = _digits(verdict)
    return {
        "actual": round(verdict.actual, digits),
        "expected": round(verdict.expected, digits),
        "delta_pct": round(PERCENT * verdict.delta_frac, 1),
        "z": round(verdict.z, 2),
        "rank_pct": None if verdict.rank_pct is None else round(verdict.rank_pct, 1),
    }


def _minimum(evaluation: FormEvaluation, verdict: MetricVerdict) -> dict[str, object]:
    """The keys that the requirements have for cadence alone."""
    minimum = evaluation.cadence_minimum
    if verdict.metric != "cadence" or minimum is None:
        return {}
    return {"minimum": round(minimum.minimum_spm, 1), "achieved": minimum.achieved}


def _scored_detail(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    """What `_scored` leaves out, among it the text in the other language."""
    digits = _digits(verdict)
    other = {"text_en": verdict.text_en} if lang == "ja" else {"text_ja": verdict.text_ja}
    return {
        "delta_pct": round(PERCENT * verdict.delta_frac, 1),
        "interval_50": _interval(verdict.interval_50, digits),
        "interval_80": _interval(verdict.interval_80, digits),
        "tolerance_pct": round(PERCENT * verdict.tolerance_frac, 1),
        "baseline_version": verdict.baseline_version,
        **other,
    }


def _digits(verdict: MetricVerdict) -> int:
    """One more than a person is shown."""
    return METRICS[verdict.metric].decimals + 1


def _balance(verdict: BalanceVerdict) -> dict[str, object]:
    return {"left_pct": round(verdict.left_pct, 1), "penalised": verdict.penalised}


def _balance_detail(verdict: BalanceVerdict, lang: Lang) -> dict[str, object]:
    usual = verdict.usual_left_pct
    return {
        "usual_left_pct": None if usual is None else round(usual, 1),
        f"text_{lang}": verdict.text_ja if lang == "ja" else verdict.text_en,
    }


def _run_detail(evaluation: FormEvaluation) -> dict[str, object]:
    return {
        "day": evaluation.day.isoformat(),
        "judged_speed_mps": round(evaluation.speed_mps, 3),
        "n_judged_splits": evaluation.n_splits,
        "judged_running_s": round(evaluation.running_s),
        "selection": evaluation.selection,
        "evaluated_at": evaluation.evaluated_at.isoformat(timespec="minutes"),
        "code_version": evaluation.code_version,
        **{f"summary_{lang}": overall_text(evaluation, lang) for lang in LANGUAGES},
    }


def _interval(interval: Interval, digits: int) -> list[float]:
    return [round(limit, digits) for limit in interval]
