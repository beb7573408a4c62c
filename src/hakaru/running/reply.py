"""What does a model or a script get when it asks for the verdict on a run?

The shape of `get_form_evaluations` in the requirements, with additions. Numbers are rounded here,
once. A metric that was not measured is absent. Compact JSON of it stays within 1.5 KB, with
`detail` within 4 KB.
"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.running.score import star_text
from hakaru.running.texts import overall_text
from hakaru.running.verdict import (
    BalanceVerdict,
    CadenceVerdict,
    FormEvaluation,
    Interval,
    MetricVerdict,
)
from hakaru.running.wording import LANGUAGES, Lang
from hakaru.units import PERCENT

REPLY_MAX_BYTES = 1536
DETAIL_MAX_BYTES = 4096

_DIGITS: Mapping[str, int] = {"gct": 1, "vo": 2, "vr": 2, "cadence": 1}

Reply = Mapping[str, object]


def as_reply(evaluation: FormEvaluation, lang: Lang, *, detail: bool = False) -> Reply:
    """The verdict as JSON types, in the order a reader wants it.

    `notable`, `extrapolated`, `new_sensor` and `balance` appear only where they say something.
    `detail` adds every interval, both languages and how the run was selected.
    """
    reply: dict[str, object] = {"activity_id": evaluation.activity_id}
    for metric, verdict in evaluation.metrics.items():
        reply[metric] = _metric(verdict, lang) | (_metric_detail(verdict, lang) if detail else {})
    if evaluation.cadence is not None:
        cadence = evaluation.cadence
        reply["cadence"] = _cadence(cadence) | (_cadence_detail(cadence) if detail else {})
    if evaluation.balance is not None:
        balance = evaluation.balance
        reply["balance"] = _balance(balance) | (_balance_detail(balance) if detail else {})
    reply |= {
        "overall_score": round(evaluation.overall_score, 1),
        "overall_star_rating": star_text(evaluation.overall_stars),
        "overall_stars": evaluation.overall_stars,
        "sensor": evaluation.sensor_group,
    }
    if evaluation.new_sensor:
        reply["new_sensor"] = True
    return reply | (_run_detail(evaluation) if detail else {})


def _metric(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    digits = _DIGITS[verdict.metric]
    row: dict[str, object] = {
        "actual": round(verdict.actual, digits),
        "expected": round(verdict.expected, digits),
    }
    if verdict.metric == "vo":
        row["delta_cm"] = round(verdict.delta, 2)
    else:
        row["delta_pct"] = round(PERCENT * verdict.delta_frac, 1)
    row |= {
        "star_rating": star_text(verdict.stars),
        "stars": verdict.stars,
        "score": round(verdict.score, 1),
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


def _metric_detail(verdict: MetricVerdict, lang: Lang) -> dict[str, object]:
    """What `_metric` leaves out, among it the text in the other language."""
    digits = _DIGITS[verdict.metric]
    other = {"text_en": verdict.text_en} if lang == "ja" else {"text_ja": verdict.text_ja}
    return {
        "delta_pct": round(PERCENT * verdict.delta_frac, 1),
        "interval_50": _interval(verdict.interval_50, digits),
        "interval_80": _interval(verdict.interval_80, digits),
        "tolerance_pct": round(PERCENT * verdict.tolerance_frac, 1),
        "baseline_version": verdict.baseline_version,
        **other,
    }


def _cadence(verdict: CadenceVerdict) -> dict[str, object]:
    return {
        "actual": round(verdict.actual_spm, 1),
        "minimum": None if verdict.minimum_spm is None else round(verdict.minimum_spm, 1),
        "achieved": verdict.achieved,
    }


def _cadence_detail(verdict: CadenceVerdict) -> dict[str, object]:
    digits = _DIGITS["cadence"]
    intervals = {
        "interval_50": verdict.interval_50,
        "interval_90": verdict.interval_90,
    }
    return {
        "expected": None if verdict.expected_spm is None else round(verdict.expected_spm, digits),
        **{name: _interval(one, digits) for name, one in intervals.items() if one is not None},
        "basis": verdict.basis,
        "n_runs": verdict.n_runs,
        "notable": verdict.notable,
        **_texts(verdict),
    }


def _balance(verdict: BalanceVerdict) -> dict[str, object]:
    return {"left_pct": round(verdict.left_pct, 1), "penalised": verdict.penalised}


def _balance_detail(verdict: BalanceVerdict) -> dict[str, object]:
    usual = verdict.usual_left_pct
    return {"usual_left_pct": None if usual is None else round(usual, 1), **_texts(verdict)}


def _run_detail(evaluation: FormEvaluation) -> dict[str, object]:
    return {
        "day": evaluation.day.isoformat(),
        "speed_mps": round(evaluation.speed_mps, 3),
        "n_splits": evaluation.n_splits,
        "running_s": round(evaluation.running_s),
        "selection": evaluation.selection,
        "rubric": evaluation.rubric,
        "evaluated_at": evaluation.evaluated_at.isoformat(timespec="minutes"),
        "code_version": evaluation.code_version,
        **{f"summary_{lang}": overall_text(evaluation, lang) for lang in LANGUAGES},
    }


def _texts(verdict: CadenceVerdict | BalanceVerdict) -> dict[str, object]:
    return {"text_ja": verdict.text_ja, "text_en": verdict.text_en}


def _interval(interval: Interval, digits: int) -> list[float]:
    return [round(limit, digits) for limit in interval]
