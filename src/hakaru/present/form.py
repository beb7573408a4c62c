"""The verdict on the form of runs, what form usually is at a pace, and what changed lastingly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, in_language, say
from hakaru.core.units import format_pace
from hakaru.guard.cleaning import clean
from hakaru.present.changes import finding_text, verdict_notes
from hakaru.present.document import Block, Document, Facts, Items, Part, Text, document, part, table
from hakaru.present.figures import NO_VALUE, day_text
from hakaru.present.rows import (
    comment_facts,
    heading_rating,
    judged_facts,
    metric_rows,
    sensor_text,
)
from hakaru.present.words import word
from hakaru.running.metrics import METRICS, MetricName
from hakaru.running.verdict_text import aside_text, headline
from hakaru.running.wording import fixed, heading, label, value_text

if TYPE_CHECKING:
    from hakaru.flows.baselines import ExpectResult
    from hakaru.flows.drift import DriftResult
    from hakaru.flows.evaluate import EvaluateResult
    from hakaru.flows.form import FormResult
    from hakaru.running.baseline.model import Expectation
    from hakaru.running.verdict import FormEvaluation

_LISTED = 10
_VERDICT_COLUMNS = (
    "metric", "actual", "expected", "interval_90", "delta", "how_usual", "rating",
)  # fmt: skip


def verdict_parts(evaluation: FormEvaluation, lang: Lang) -> tuple[Part, ...]:
    """What is furthest from usual, the metrics, their sentences, what it rests on, notes."""
    aside = aside_text(evaluation, lang)
    cells = [
        (
            row.label,
            row.actual,
            row.expected,
            row.interval_90 or NO_VALUE,
            row.delta,
            row.usual or NO_VALUE,
            NO_VALUE if row.rating == row.usual else row.rating,
        )
        for row in metric_rows(evaluation, lang)
    ]
    columns = [word(name, lang) for name in _VERDICT_COLUMNS]
    return (
        part(headline(evaluation, lang), *([aside] if aside else [])),
        part(
            day_text(evaluation.day, lang),
            f"{say('Form against your own usual', lang)} {heading_rating(evaluation, lang)}",
        ),
        part(table("metrics", columns, cells, left="lrrrrll")),
        part(
            Items(items=tuple(fact.value for fact in comment_facts(evaluation, lang))),
            Facts(facts=judged_facts(evaluation, lang)),
            *(Text(text=note, mark="! ") for note in verdict_notes(evaluation, lang)),
        ),
    )


def form_document(result: FormResult, language: Lang) -> Document:
    """The verdict on one run."""
    return Document(parts=verdict_parts(result.evaluation, language))


def evaluated_document(result: EvaluateResult, language: Lang) -> Document:
    """One verdict in full, several as a list, and who has none."""
    head = say(
        "{n} judged ({changed} <changed:differs|differ> from what was stored).",
        language,
        n=result.evaluated,
        changed=result.changed,
    )
    shown = result.evaluations[-_LISTED:]
    parts = [part(head)]
    if len(shown) == 1:
        parts += verdict_parts(shown[0], language)
    elif shown:
        lines = [
            f"{verdict.day}  {verdict.activity_id}  {heading_rating(verdict, language)}"
            for verdict in reversed(shown)
        ]
        parts = [
            part(head, Items(items=tuple(lines)), *more(result.evaluated - len(shown), language))
        ]
    if result.refused:
        refusals = [
            f"{refusal.activity_id}: {clean(in_language(refusal.reason, language))}"
            for refusal in result.refused[:_LISTED]
        ]
        title = say("{n} without a verdict:", language, n=len(result.refused))
        parts.append(part(title, Items(items=tuple(refusals))))
    return Document(parts=tuple(parts))


def more(n_left: int, lang: Lang) -> tuple[Block, ...]:
    """That a list goes on, where it does."""
    return (Text(text=say("{n} more", lang, n=n_left)),) if n_left > 0 else ()


def expected_document(result: ExpectResult, language: Lang) -> Document:
    """A few sentences per metric."""
    texts = [
        expectation_text(expectation, result.pace_s_per_km, language)
        for expectation in result.expectations
    ]
    return document(*texts, *(too_far_text(metric, language) for metric in result.too_far))


def too_far_text(metric: MetricName, lang: Lang) -> str:
    """That nothing can be said of a metric at a pace so far from the learned ones."""
    return say(
        "{metric}: too far from the speeds learned to say.", lang, metric=heading(metric, lang)
    )


def expectation_text(expectation: Expectation, pace_s_per_km: float, lang: Lang) -> str:
    """'At 4:30 you would show 219 ± 9 ms': half the 90 % interval, then what it rests on."""
    metric = expectation.metric
    row = METRICS[metric]
    low, high = expectation.intervals[2]
    sentence = say(
        "At {pace}/km you would show {value} ± {half} {unit} for "
        "{metric} (90% interval {low} to {high}).",
        lang,
        pace=format_pace(pace_s_per_km),
        metric=label(row.name, lang).lower(),
        value=value_text(metric, expectation.value, unit=False),
        half=fixed((high - low) / 2, row.decimals),
        unit=row.unit,
        low=value_text(metric, low, unit=False),
        high=value_text(metric, high, unit=False),
    )
    basis = say(
        "Basis: {basis} ({n} <n:run|runs>, {sensor}).",
        lang,
        basis=word(f"basis_{expectation.basis}", lang),
        n=expectation.n_runs,
        sensor=sensor_text(expectation.sensor_group, lang),
    )
    extended = (
        [say("This speed is outside what was learned: an extension.", lang)]
        if expectation.extrapolated
        else []
    )
    return ("" if lang == "ja" else " ").join([sentence, basis, *extended])


def drift_texts(result: DriftResult, lang: Lang) -> tuple[str, ...]:
    """Every lasting change as a sentence, newest last, or that there is none."""
    if result.sensor_group is None:
        return (nothing_stored_text(lang),)
    if not result.findings:
        n_runs = max(result.n_runs.values(), default=0)
        return (say("No lasting change found ({n} <n:run|runs> looked at).", lang, n=n_runs),)
    return tuple(finding_text(finding, lang) for finding in result.findings)


def drift_document(result: DriftResult, language: Lang) -> Document:
    """A paragraph per lasting change."""
    return document(*drift_texts(result, language))


def nothing_stored_text(lang: Lang) -> str:
    """That the folder is empty, and the first step."""
    return say("Nothing is stored yet: `hakaru ingest FOLDER` reads your recordings.", lang)
