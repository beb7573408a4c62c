"""What must a reader know before trusting the figures of one report?"""

from __future__ import annotations

from collections.abc import Mapping

from hakaru.render.lasting_changes import finding_text
from hakaru.render.words import word
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.report import RunReport
from hakaru.running.verdict import FormEvaluation, Selection
from hakaru.running.wording import Lang

_LIMITS: Mapping[Selection, str] = {
    "all_splits": "note_hilly",
    "running_samples": "note_short",
    "summary": "note_summary",
    "hilly_summary": "note_hilly_summary",
    "unknown_summary": "note_unknown_summary",
}


def notes(report: RunReport, lang: Lang) -> tuple[str, ...]:
    """Our own sentences, the most important first (issues of the recording are `facts.issues`)."""
    facts, evaluation = report.facts, report.evaluation
    lines = []
    if facts.simulated:
        lines.append(word("note_simulated", lang))
    if facts.partial:
        lines.append(word("note_partial", lang))
    if evaluation is not None:
        lines += verdict_notes(evaluation, lang)
    return (*lines, *_drift_notes(report, lang))


def verdict_notes(evaluation: FormEvaluation, lang: Lang) -> tuple[str, ...]:
    """What limits this verdict: a new sensor, no baseline, an unusual speed, hills."""
    verdicts = evaluation.scored
    lines = []
    if evaluation.new_sensor:
        lines.append(word("note_new_sensor", lang))
    population = [verdict.metric for verdict in verdicts if verdict.basis == "population"]
    if population:
        lines.append(word("note_population", lang, metrics=_names(population, lang)))
    extended = [verdict.metric for verdict in verdicts if verdict.extrapolated]
    if extended:
        lines.append(word("note_extrapolated", lang, metrics=_names(extended, lang)))
    if evaluation.selection in _LIMITS:
        lines.append(word(_LIMITS[evaluation.selection], lang))
    return tuple(lines)


def _drift_notes(report: RunReport, lang: Lang) -> list[str]:
    """The newest lasting change of each metric."""
    trends = [piece.trend for piece in report.history.values() if piece.trend is not None]
    return [
        finding_text(max(trend.drifts, key=lambda change: change.day), lang)
        for trend in trends
        if trend.drifts
    ]


def _names(metrics: list[MetricName], lang: Lang) -> str:
    if lang == "ja":
        return "・".join(METRICS[metric].label_ja for metric in metrics)
    return ", ".join(METRICS[metric].label_en for metric in metrics)
