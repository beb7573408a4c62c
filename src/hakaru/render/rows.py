"""How does a verdict read, line by line? Shared by every format so that no two differ."""

from __future__ import annotations

from dataclasses import dataclass

from hakaru.render.facts import Fact
from hakaru.render.numbers import NO_VALUE, delta_text, pace_text, score_text
from hakaru.render.words import word
from hakaru.running.metrics import SCORED_METRICS, MetricName
from hakaru.running.score import star_text
from hakaru.running.texts import overall_text
from hakaru.running.verdict import CadenceVerdict, FormEvaluation, MetricVerdict
from hakaru.running.wording import Lang, fixed, phrase, range_text, value_text
from hakaru.units import format_duration


@dataclass(frozen=True, kw_only=True)
class MetricRow:
    """One line of the metrics table. Empty strings: nothing to show in that cell.

    `measured` is False when the run carries no such value; then `actual` says so in words.
    """

    metric: MetricName
    label: str
    measured: bool
    actual: str
    expected: str = ""
    delta: str = ""
    stars: str = ""
    score: str = ""
    rating: str = ""
    comment: str = ""
    interval_50: str = ""
    interval_90: str = ""
    basis: str = ""
    n_runs: str = ""
    version: str = ""


def metric_rows(evaluation: FormEvaluation | None, lang: Lang) -> tuple[MetricRow, ...]:
    """The four rows of the requirement: GCT, VO, VR, cadence; a missing one says so."""
    why = "missing" if evaluation is None else "not_judged"
    rows = [
        _missing(metric, lang, why=why)
        if evaluation is None or metric not in evaluation.metrics
        else _scored(evaluation.metrics[metric], lang)
        for metric in SCORED_METRICS
    ]
    cadence = None if evaluation is None else evaluation.cadence
    rows.append(_missing("cadence", lang, why=why) if cadence is None else _cadence(cadence, lang))
    return tuple(rows)


def heading_rating(evaluation: FormEvaluation) -> str:
    """'★★★★☆ 92.3/100' of the whole run."""
    return f"{star_text(evaluation.overall_stars)} {score_text(evaluation.overall_score)}"


def sensor_text(sensor_group: str, lang: Lang) -> str:
    """The name of a sensor group; an unknown one is 'another sensor'."""
    try:
        return word(f"sensor_{sensor_group}", lang)
    except KeyError:
        return word("sensor_other", lang)


def selection_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """Which part of the run was judged, and how long it was."""
    judged = word(f"selection_{evaluation.selection}", lang, n=evaluation.n_splits)
    return (
        f"{judged}, {format_duration(evaluation.running_s)}, {pace_text(evaluation.speed_mps)}/km"
    )


def summary_text(evaluation: FormEvaluation, lang: Lang) -> str:
    """The verdict in a sentence or two, without the score that every heading shows already."""
    rated = phrase(
        "overall",
        lang,
        score=fixed(evaluation.overall_score, 1),
        stars=star_text(evaluation.overall_stars),
    )
    return overall_text(evaluation, lang).removeprefix(rated).strip()


def comment_facts(evaluation: FormEvaluation | None, lang: Lang) -> tuple[Fact, ...]:
    """The stored sentences of the verdict, each with its metric."""
    if evaluation is None:
        return ()
    rows = metric_rows(evaluation, lang)
    found = [Fact(label=row.label, value=row.comment) for row in rows if row.comment]
    balance = evaluation.balance
    if balance is not None:
        text = balance.text_ja if lang == "ja" else balance.text_en
        found.append(Fact(label=word("balance", lang), value=text))
    return tuple(found)


def judged_facts(evaluation: FormEvaluation | None, lang: Lang) -> tuple[Fact, ...]:
    """What the judgement rests on besides the baselines."""
    if evaluation is None:
        return ()
    return (
        Fact(label=word("selection", lang), value=selection_text(evaluation, lang)),
        Fact(label=word("sensor", lang), value=sensor_text(evaluation.sensor_group, lang)),
    )


def _missing(metric: MetricName, lang: Lang, *, why: str) -> MetricRow:
    """Of a run that was judged, a metric may also be missing for its speed, far from any known."""
    return MetricRow(
        metric=metric,
        label=word(metric, lang),
        measured=False,
        actual=word(why, lang),
        expected=NO_VALUE,
        delta=NO_VALUE,
        rating=word(why, lang),
        comment=word("not_judged_why", lang) if why == "not_judged" else "",
    )


def _scored(verdict: MetricVerdict, lang: Lang) -> MetricRow:
    stars, score = star_text(verdict.stars), score_text(verdict.score)
    version = verdict.baseline_version
    return MetricRow(
        metric=verdict.metric,
        label=word(verdict.metric, lang),
        measured=True,
        actual=value_text(verdict.metric, verdict.actual),
        expected=value_text(verdict.metric, verdict.expected),
        delta=delta_text(verdict),
        stars=stars,
        score=score,
        rating=f"{stars} {score}",
        comment=verdict.text_ja if lang == "ja" else verdict.text_en,
        interval_50=range_text(verdict.metric, verdict.interval_50, lang=lang),
        interval_90=range_text(verdict.metric, verdict.interval_90, lang=lang),
        basis=word(f"basis_{verdict.basis}", lang),
        n_runs=word("n_runs_value", lang, n=verdict.n_runs),
        version=NO_VALUE if version is None else str(version),
    )


def _cadence(verdict: CadenceVerdict, lang: Lang) -> MetricRow:
    interval = verdict.interval_90
    actual, minimum = value_text("cadence", verdict.actual_spm), _minimum(verdict)
    return MetricRow(
        metric="cadence",
        label=word("cadence", lang),
        measured=True,
        actual=actual,
        expected=NO_VALUE if minimum is None else word("at_least", lang, value=minimum),
        delta=NO_VALUE,
        rating=NO_VALUE
        if verdict.achieved is None
        else word(_reached(achieved=verdict.achieved, just=actual == minimum), lang),
        comment=verdict.text_ja if lang == "ja" else verdict.text_en,
        interval_90="" if interval is None else range_text("cadence", interval, lang=lang),
        basis="" if verdict.basis is None else word(f"basis_{verdict.basis}", lang),
    )


def _minimum(verdict: CadenceVerdict) -> str | None:
    minimum = verdict.minimum_spm
    return None if minimum is None else value_text("cadence", minimum)


def _reached(*, achieved: bool, just: bool) -> str:
    """`just`: what is shown of both is the same."""
    if achieved:
        return "achieved"
    return "just_not_achieved" if just else "not_achieved"
