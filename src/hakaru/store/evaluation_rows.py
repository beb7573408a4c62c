"""Which column of `form_evaluations` holds which part of a verdict?

Names the requirements give stay as they are; everything else follows `<metric>_<field>`. The
columns of deltas and drawn stars are written for SQL and never read back: they follow from others.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.verdict import (
    BalanceVerdict,
    CadenceVerdict,
    FormEvaluation,
    Interval,
    MetricVerdict,
)
from hakaru.store.rows import Kind, aware, kinds_of

_UNITS: Mapping[MetricName, str] = {"gct": "ms", "vo": "cm", "vr": "pct", "cadence": "spm"}
_INTERVALS = ("interval_50", "interval_80", "interval_90")
_TEXTS = {"text_ja": "evaluation_text", "text_en": "evaluation_text_en"}
_HEAD = {name: "activity_date" if name == "day" else name for name in kinds_of(FormEvaluation)}
_CADENCE = {
    name: f"cadence_{_TEXTS.get(name, name.removesuffix('_spm'))}"
    for name in kinds_of(CadenceVerdict)
}
_BALANCE = {name: f"balance_{_TEXTS.get(name, name)}" for name in kinds_of(BalanceVerdict)}
_DELTA = {"gct": "gct_delta_pct", "vo": "vo_delta_cm", "vr": "vr_delta_pct"}


def metric_columns(metric: MetricName) -> Mapping[str, str]:
    """Scalar field of `MetricVerdict` to column."""
    table = METRICS[metric]
    own = {"actual": table.actual_column, "expected": table.expected_column}
    names = [name for name in kinds_of(MetricVerdict) if name != "metric"]
    return {name: own.get(name, f"{metric}_{_TEXTS.get(name, name)}") for name in names}


def interval_columns(metric: MetricName, interval: str) -> tuple[str, str]:
    """The columns of (low, high), e.g. gct_interval_90_low_ms and gct_interval_90_high_ms."""
    unit = _UNITS[metric]
    return f"{metric}_{interval}_low_{unit}", f"{metric}_{interval}_high_{unit}"


def to_row(evaluation: FormEvaluation) -> dict[str, object]:
    """A verdict as column to value; a metric that was not measured has only None."""
    row = {column: getattr(evaluation, name) for name, column in _HEAD.items()}
    row["overall_star_rating"] = _drawn(evaluation.overall_stars)
    for metric in SCORED_METRICS:
        row |= _metric_row(metric, evaluation.metrics.get(metric))
    cadence, balance = evaluation.cadence, evaluation.balance
    row |= {column: getattr(cadence, name, None) for name, column in _CADENCE.items()}
    for interval in _INTERVALS:
        bounds = getattr(cadence, interval, None) or (None, None)
        row |= dict(zip(interval_columns("cadence", interval), bounds, strict=True))
    row["cadence_delta_spm"] = None if cadence is None else cadence.delta_spm
    row |= {column: getattr(balance, name, None) for name, column in _BALANCE.items()}
    return row


def from_row(row: Mapping[str, Any]) -> FormEvaluation:
    """The verdict that `to_row` took apart."""
    head = {name: row[column] for name, column in _HEAD.items()}
    head["evaluated_at"] = cast("datetime", aware(row["evaluated_at"]))
    found = {metric: _metric_verdict(metric, row) for metric in SCORED_METRICS}
    return FormEvaluation(
        **head,
        metrics={metric: verdict for metric, verdict in found.items() if verdict is not None},
        cadence=_cadence_verdict(row),
        balance=_balance_verdict(row),
    )


def _metric_row(metric: MetricName, verdict: MetricVerdict | None) -> dict[str, object]:
    row = {column: getattr(verdict, name, None) for name, column in metric_columns(metric).items()}
    for interval in _INTERVALS:
        bounds = getattr(verdict, interval, (None, None))
        row |= dict(zip(interval_columns(metric, interval), bounds, strict=True))
    frac = None if verdict is None else verdict.delta_frac
    delta = None if verdict is None else verdict.delta
    row[f"{metric}_delta_frac"] = frac
    row[_DELTA[metric]] = delta if metric == "vo" or frac is None else 100.0 * frac
    row[f"{metric}_star_rating"] = None if verdict is None else _drawn(verdict.stars)
    return row


def _metric_verdict(metric: MetricName, row: Mapping[str, Any]) -> MetricVerdict | None:
    columns = metric_columns(metric)
    if row[columns["actual"]] is None:
        return None
    fields: dict[str, Any] = {name: row[column] for name, column in columns.items()}
    for name in _INTERVALS:
        fields[name] = _interval(row, interval_columns(metric, name))
    return MetricVerdict(metric=metric, **fields)


def _cadence_verdict(row: Mapping[str, Any]) -> CadenceVerdict | None:
    if row["cadence_actual"] is None:
        return None
    fields: dict[str, Any] = {name: row[column] for name, column in _CADENCE.items()}
    for name in _INTERVALS:
        low, high = _interval(row, interval_columns("cadence", name))
        fields[name] = None if low is None else (low, high)
    return CadenceVerdict(**fields)


def _balance_verdict(row: Mapping[str, Any]) -> BalanceVerdict | None:
    if row["balance_left_pct"] is None:
        return None
    return BalanceVerdict(**{name: row[column] for name, column in _BALANCE.items()})


def _interval(row: Mapping[str, Any], columns: tuple[str, str]) -> Interval:
    return row[columns[0]], row[columns[1]]


def _drawn(stars: int) -> str:
    """The string column the requirements ask for beside the integer."""
    return "★" * stars + "☆" * (5 - stars)


def _evaluation_kinds() -> dict[str, Kind]:
    kinds = {column: kinds_of(FormEvaluation)[name] for name, column in _HEAD.items()}
    kinds["overall_star_rating"] = "text"
    for metric in SCORED_METRICS:
        columns = metric_columns(metric)
        kinds |= {column: kinds_of(MetricVerdict)[name] for name, column in columns.items()}
        for interval in _INTERVALS:
            kinds |= dict.fromkeys(interval_columns(metric, interval), "real")
        kinds |= {f"{metric}_delta_frac": "real", _DELTA[metric]: "real"}
        kinds[f"{metric}_star_rating"] = "text"
    kinds |= {column: kinds_of(CadenceVerdict)[name] for name, column in _CADENCE.items()}
    for interval in _INTERVALS:
        kinds |= dict.fromkeys(interval_columns("cadence", interval), "real")
    kinds["cadence_delta_spm"] = "real"
    kinds |= {column: kinds_of(BalanceVerdict)[name] for name, column in _BALANCE.items()}
    return kinds


EVALUATION_KINDS: Mapping[str, Kind] = _evaluation_kinds()
"""Every column written, in the order of `to_row`."""
