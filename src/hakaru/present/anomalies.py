"""Changes of form within a run."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from hakaru.core.i18n import Lang, in_context, say
from hakaru.core.units import format_duration
from hakaru.present.document import Document, Items, Part, Row, Table, Text, document, paragraphs
from hakaru.present.figures import (
    NO_VALUE,
    clock_text,
    day_text,
    pace_text,
    percent_text,
    share_text,
    signed,
)
from hakaru.present.session import joined_text
from hakaru.present.words_session import ANOMALIES, CAUSES, SIGNS
from hakaru.present.words_terminal import head
from hakaru.running.metrics import MetricName
from hakaru.running.wording import direction_word, fixed, label, value_text
from hakaru.stats.series import group_means

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hakaru.flows.drift import AnomaliesResult, AnomalyResult, RunAnomalies
    from hakaru.running.anomalies.steps import Anomaly, AnomalyDetail


ANOMALIES_SHOWN = 6


_SHARE_SHOWN_FRAC = 0.15


def anomaly_text(anomaly: Anomaly, lang: Lang) -> str:
    """When, what, by how much, and what it is put down to."""
    text = say(
        "{start}–{end}: {metric} was {actual}, {delta} {side} than the "
        "{expected} expected at that speed and slope. {reason}",
        lang,
        start=clock_text(anomaly.start_elapsed_s),
        end=clock_text(anomaly.end_elapsed_s),
        metric=label(anomaly.metric, lang),
        expected=value_text(anomaly.metric, anomaly.expected),
        actual=value_text(anomaly.metric, anomaly.actual),
        delta=_delta(anomaly.metric, anomaly.delta),
        side=direction_word(anomaly.metric, anomaly.delta, lang=lang),
        reason=_reason(anomaly, lang),
    )
    if not anomaly.sensor_signs:
        return text
    signs = joined_text([say(SIGNS[sign], lang) for sign in anomaly.sensor_signs], lang)
    gap = "" if lang == "ja" else " "
    return text + gap + say("Signs of a sensor fault: {signs}.", lang, signs=signs)


def anomaly_texts(anomalies: tuple[Anomaly, ...], lang: Lang) -> tuple[str, ...]:
    """The clearest anomalies in order of time, and how many more there are."""
    if not anomalies:
        return (say("No clear change of form was found.", lang),)
    clearest = sorted(anomalies, key=lambda anomaly: -abs(anomaly.z))[:ANOMALIES_SHOWN]
    shown = sorted(clearest, key=lambda anomaly: anomaly.start_elapsed_s)
    texts = [anomaly_text(anomaly, lang) for anomaly in shown]
    left = len(anomalies) - len(shown)
    return (*texts, *([say("{n} more.", lang, n=left)] if left else []))


def _reason(anomaly: Anomaly, lang: Lang) -> str:
    """What a step is put down to: the main cause, and others that account for a part worth
    naming; that the cause is unknown, where nothing was found."""
    texts = [
        say(
            "{cause} {share}",
            lang,
            cause=say(CAUSES[cause.cause], lang),
            share=share_text(cause.share_frac),
        )
        for at, cause in enumerate(anomaly.causes)
        if cause.cause != "unexplained" and (at == 0 or cause.share_frac >= _SHARE_SHOWN_FRAC)
    ]
    if not texts:
        return say("Cause unknown.", lang)
    mostly_unknown = anomaly.causes[0].cause == "unexplained"
    key = "part_reason" if mostly_unknown else "reason"
    return say(ANOMALIES[key], lang, causes=joined_text(texts, lang))


def _delta(metric: MetricName, delta: float) -> str:
    return value_text(metric, abs(delta))


DETAIL_LINES = 16
LISTED = 20
_STANDING_MPS = 0.8


def anomalies_document(result: AnomaliesResult, lang: Lang) -> Document:
    """One run: its changes as sentences. Several: counts and the clearest as a table."""
    if not result.runs:
        none = say("No run could be judged: ingest runs with running dynamics.", lang)
        return document(Text(text=none))
    if len(result.runs) == 1:
        return _one_run(result.runs[0], lang)
    dated = [(run.day, anomaly) for run in result.runs for anomaly in run.anomalies]
    counts = say(
        "Clear changes: {n} in {runs} <runs:run|runs> ({judged} of running judged).",
        lang,
        runs=len(result.runs),
        judged=format_duration(sum(run.judged_s for run in result.runs)),
        n=len(dated),
    )
    if not dated:
        return document(Text(text=counts))
    metrics = _counts([label(anomaly.metric, lang) for _, anomaly in dated], lang)
    causes = _counts([say(CAUSES[anomaly.main_cause], lang) for _, anomaly in dated], lang)
    texts = (
        counts,
        say("By metric: {counts}", lang, counts=metrics),
        say("By main cause: {counts}", lang, counts=causes),
    )
    table = anomaly_table(dated, lang)
    left = len(dated) - len(table.rows)
    more = say(
        "What surrounds one: `hakaru anomaly DAY --number N`; a run in "
        "sentences: `hakaru anomalies DAY`.",
        lang,
    )
    return Document(
        parts=(
            Part(blocks=paragraphs(*texts)),
            Part(blocks=(table,)),
            Part(
                blocks=paragraphs(
                    say(in_context("more", "{n} more"), lang, n=left) if left else "", more
                )
            ),
        )
    )


def anomaly_document(result: AnomalyResult, lang: Lang) -> Document:
    """The sentence, then the values before, in and after it."""
    series = series_table(result.detail, lang)
    marks = say("> marks the stretch itself.", lang)
    return Document(
        parts=(
            Part(
                title=day_text(result.day, lang),
                blocks=(_numbered([result.detail.anomaly], lang),),
            ),
            *((Part(blocks=(series, Text(text=marks, soft=True))),) if series.rows else ()),
        )
    )


def _one_run(run: RunAnomalies, lang: Lang) -> Document:
    day = day_text(run.day, lang)
    if not run.judged_s > 0.0:
        unknown = say(
            "Form within the run of {day} could not be judged: not measured, or too short a run.",
            lang,
            day=day,
        )
        return document(Text(text=unknown))
    if not run.anomalies:
        return document(Text(text=f"{day}: {say('No clear change of form was found.', lang)}"))
    counts = say(
        "{day}: clear changes: {n} ({judged} of running judged)",
        lang,
        day=day,
        n=len(run.anomalies),
        judged=format_duration(run.judged_s),
    )
    more = say(
        "What surrounds one: `hakaru anomaly {activity_id} --number N`.",
        lang,
        activity_id=run.activity_id,
    )
    return document(Text(text=counts), _numbered(run.anomalies, lang), Text(text=more))


def _numbered(anomalies: Sequence[Anomaly], lang: Lang) -> Items:
    """Each as a sentence behind its number, in order of time."""
    return Items(
        items=tuple(
            f"{anomaly.anomaly_index}: {anomaly_text(anomaly, lang)}" for anomaly in anomalies
        )
    )


def anomaly_table(dated: Sequence[tuple[date, Anomaly]], lang: Lang) -> Table:
    """The clearest of several runs, the newest day first."""
    clearest = sorted(dated, key=lambda pair: -abs(pair[1].z))[:LISTED]
    shown = sorted(clearest, key=lambda pair: (pair[0], pair[1].start_elapsed_s), reverse=True)
    return Table(
        name="anomalies",
        columns=(
            say("Day", lang),
            *(head(key, lang) for key in ("number", "span")),
            say("Metric", lang),
            *(head(key, lang) for key in ("change", "cause")),
        ),
        rows=tuple(
            Row(
                cells=(
                    day.isoformat(),
                    str(anomaly.anomaly_index),
                    f"{clock_text(anomaly.start_elapsed_s)}-{clock_text(anomaly.end_elapsed_s)}",
                    label(anomaly.metric, lang),
                    percent_text(anomaly.delta_frac),
                    say(CAUSES[anomaly.main_cause], lang),
                )
            )
            for day, anomaly in shown
        ),
        left=frozenset({3, 5}),
    )


def series_table(detail: AnomalyDetail, lang: Lang) -> Table:
    """What was measured before, in and after the stretch, beside what was expected."""
    series, anomaly = group_means(detail.series, DETAIL_LINES), detail.anomaly
    keys = ("span", "actual", "expected", "change", "pace", "heart_rate", "cadence", "grade")
    rows = []
    for at, elapsed_s in enumerate(series["elapsed_s"].tolist() if series else ()):
        inside = anomaly.start_elapsed_s <= elapsed_s < anomaly.end_elapsed_s
        values = {name: float(column[at]) for name, column in series.items()}
        cells = (
            ">" if inside else "", clock_text(elapsed_s), *_series_cells(anomaly.metric, values)
        )  # fmt: skip
        rows.append(Row(cells=cells, mark="target" if inside else ""))
    columns = ("", *(head(key, lang) for key in keys))
    return Table(name="series", columns=columns, rows=tuple(rows)).measured()


def _series_cells(metric: MetricName, values: Mapping[str, float]) -> tuple[str, ...]:
    """What was measured and expected, the difference, pace, heart rate, cadence, slope."""

    def shown(name: str, text: Callable[[float], str], *, above_mps: float = -math.inf) -> str:
        value = values.get(name, math.nan)
        return text(value) if math.isfinite(value) and value > above_mps else NO_VALUE

    actual, expected = values["actual"], values["expected"]
    is_known = math.isfinite(actual) and math.isfinite(expected) and expected > 0.0
    return (
        shown("actual", lambda value: value_text(metric, value)),
        shown("expected", lambda value: value_text(metric, value)),
        percent_text(actual / expected - 1.0) if is_known else NO_VALUE,
        shown("speed_mps", pace_text, above_mps=_STANDING_MPS),
        shown("heart_rate_bpm", lambda value: fixed(value, 0)),
        shown("cadence_spm", lambda value: fixed(value, 0)),
        shown("grade_pct", lambda value: f"{signed(value, 1)}%"),
    )


def _counts(names: Sequence[str], lang: Lang) -> str:
    counted = Counter(names).most_common()
    return joined_text([say("{name} {n}", lang, name=name, n=n) for name, n in counted], lang)
