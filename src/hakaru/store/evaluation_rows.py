"""Which columns hold a verdict? One row per run, one row per metric of it.

What the requirements name (`form_evaluations` with its columns) are views over both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict import BalanceVerdict, FormEvaluation, MetricVerdict
from hakaru.store.rows import Kind, aware, kinds_of

_INTERVALS = ("interval_50", "interval_80", "interval_90")
_TEXTS = {"text_ja": "evaluation_text", "text_en": "evaluation_text_en"}
_HEAD = {name: "activity_date" if name == "day" else name for name in kinds_of(FormEvaluation)}
_BALANCE = {name: f"balance_{_TEXTS.get(name, name)}" for name in kinds_of(BalanceVerdict)}
_METRIC = tuple(kinds_of(MetricVerdict))

RUN_KINDS: Mapping[str, Kind] = {
    **{column: kinds_of(FormEvaluation)[name] for name, column in _HEAD.items()},
    **{column: kinds_of(BalanceVerdict)[name] for name, column in _BALANCE.items()},
    "cadence_minimum_spm": "real",
    "cadence_achieved": "flag",
    "unrated_reason": "text",
    "n_runs": "whole",
}
"""The columns of `data.run_verdicts` in the order of `run_row`. The last four follow from others:
they are written for SQL and never read back."""

METRIC_KINDS: Mapping[str, Kind] = {
    "activity_id": "whole",
    **kinds_of(MetricVerdict),
    **{f"{name}_{end}": "real" for name in _INTERVALS for end in ("low", "high")},
}
"""The columns of `metric_verdicts` in the order of `metric_row`."""


def run_row(evaluation: FormEvaluation) -> tuple[object, ...]:
    """What is one for the whole run."""
    minimum, unrated = evaluation.cadence_minimum, evaluation.unrated
    return (
        *(getattr(evaluation, name) for name in _HEAD),
        *(getattr(evaluation.balance, name, None) for name in _BALANCE),
        None if minimum is None else minimum.minimum_spm,
        None if minimum is None else minimum.achieved,
        None if unrated is None else unrated.unrated_reason,
        max(metric.n_runs for metric in evaluation.scored),
    )


def metric_row(activity_id: int, verdict: MetricVerdict) -> tuple[object, ...]:
    """One metric of a run."""
    bounds = [bound for name in _INTERVALS for bound in getattr(verdict, name)]
    return (activity_id, *(getattr(verdict, name) for name in _METRIC), *bounds)


def build_metric(row: Mapping[str, Any]) -> MetricVerdict:
    """The verdict on one metric that `metric_row` took apart."""
    fields: dict[str, Any] = {name: row[name] for name in _METRIC}
    fields |= {name: (row[f"{name}_low"], row[f"{name}_high"]) for name in _INTERVALS}
    return MetricVerdict(**fields)


def build_evaluation(row: Mapping[str, Any], metrics: Sequence[MetricVerdict]) -> FormEvaluation:
    """The verdict that `run_row` took apart, with its metrics in their fixed order."""
    head = {name: row[column] for name, column in _HEAD.items()}
    head["evaluated_at"] = aware(row["evaluated_at"])
    by_name: dict[MetricName, MetricVerdict] = {verdict.metric: verdict for verdict in metrics}
    balance = {name: row[column] for name, column in _BALANCE.items()}
    return FormEvaluation(
        **head,
        metrics={metric: by_name[metric] for metric in METRICS if metric in by_name},
        balance=None if balance["left_pct"] is None else BalanceVerdict(**balance),
    )
