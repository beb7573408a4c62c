"""How do the verdict on form and the run as a whole read? In the words of the verdict itself."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.render.narrator.said import Said
from hakaru.render.narrator.session import rating_sentences, run_sentences, type_sentence
from hakaru.render.narrator.words import NARRATOR
from hakaru.render.words import say, word
from hakaru.running.metrics import METRICS
from hakaru.running.sections.model import RunKnown
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.running.verdict_text import cadence_text, overall_text
from hakaru.running.wording import Lang

_OF_A_METRIC = ("actual", "expected", "delta_pct", "low", "high")


def efficiency_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The stored text of each metric, of cadence and of the balance of the feet."""
    verdict = known.evaluation
    if verdict is None:
        return (Said(text=word("no_form", lang)),)
    texts = [
        Said(text=_own(verdict, metric, lang), evidence=_ids(metric.metric))
        for metric in verdict.metrics.values()
        if METRICS[metric.metric].formula is None
    ]
    if verdict.balance is not None:
        text = verdict.balance.text_ja if lang == "ja" else verdict.balance.text_en
        texts.append(Said(text=text, evidence=("balance.left", "balance.right")))
    return tuple(texts)


def summary_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The run, its kind and stars, and the verdict on form as a whole."""
    run: Sequence[Said] = ()
    if known.analysis is not None:
        rating = rating_sentences(known.analysis.rating, lang)
        run = (*run_sentences(known.analysis.summary, lang), type_sentence(known, lang), *rating)
    return (*run, _overall(known.evaluation, lang))


def _overall(evaluation: FormEvaluation | None, lang: Lang) -> Said:
    if evaluation is None:
        return Said(text=say(NARRATOR["no_form"], lang))
    named = tuple(f"{metric.metric}.delta_pct" for metric in evaluation.scored)
    rated = () if evaluation.overall_score is None else ("overall.score", "overall.star")
    return Said(text=overall_text(evaluation, lang), evidence=(*rated, *named))


def _own(evaluation: FormEvaluation, verdict: MetricVerdict, lang: Lang) -> str:
    if verdict.metric == "cadence":
        return cadence_text(evaluation, lang)
    return verdict.text_ja if lang == "ja" else verdict.text_en


def _ids(metric: str) -> tuple[str, ...]:
    return tuple(f"{metric}.{role}" for role in _OF_A_METRIC)
