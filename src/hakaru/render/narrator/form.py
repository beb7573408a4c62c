"""How do the verdict on form and the run as a whole read? In the words of the verdict itself."""

from __future__ import annotations

from collections.abc import Sequence

from hakaru.render.narrator.said import Said
from hakaru.render.narrator.session import rating_sentences, run_sentences, type_sentence
from hakaru.render.narrator.words import NARRATOR
from hakaru.render.words import say, word
from hakaru.running.sections.model import Improvement, RunKnown
from hakaru.running.texts import overall_text
from hakaru.running.verdict import FormEvaluation, MetricVerdict
from hakaru.running.wording import Lang, label, phrase, range_text

_OF_A_METRIC = ("actual", "expected", "delta_pct", "low", "high")


def efficiency_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The stored text of each metric, of cadence and of the balance of the feet."""
    verdict = known.evaluation
    if verdict is None:
        return (Said(text=word("no_form", lang)),)
    texts = [
        Said(text=_own(one, lang), evidence=_ids(one.metric)) for one in verdict.metrics.values()
    ]
    if verdict.cadence is not None:
        roles = _OF_A_METRIC if verdict.cadence.expected_spm is not None else ("actual",)
        text = verdict.cadence.text_ja if lang == "ja" else verdict.cadence.text_en
        texts.append(Said(text=text, evidence=tuple(f"cadence.{role}" for role in roles)))
    if verdict.balance is not None:
        text = verdict.balance.text_ja if lang == "ja" else verdict.balance.text_en
        texts.append(Said(text=text, evidence=("balance.left", "balance.right")))
    return tuple(texts)


def summary_sentences(known: RunKnown, lang: Lang) -> tuple[Said, ...]:
    """The run, its kind and stars, the verdict on form as a whole, and what is achieved."""
    run: Sequence[Said] = ()
    if known.analysis is not None:
        rating = rating_sentences(known.analysis.rating, lang)
        run = (*run_sentences(known.analysis.summary, lang), type_sentence(known, lang), *rating)
    return (*run, *_overall(known.evaluation, lang))


def improvements(known: RunKnown, lang: Lang) -> tuple[Improvement, ...]:
    """A proposal for each metric that needs one, and for no other."""
    if known.evaluation is None:
        return ()
    needing = [one for one in known.evaluation.metrics.values() if one.needs_improvement]
    return tuple(
        Improvement(
            metric=one.metric,
            text=_proposal(one, lang),
            evidence=(f"{one.metric}.low", f"{one.metric}.high"),
        )
        for one in needing
    )


def _overall(evaluation: FormEvaluation | None, lang: Lang) -> Sequence[Said]:
    if evaluation is None:
        return (Said(text=say(NARRATOR["no_form"], lang)),)
    named = tuple(f"{metric}.delta_pct" for metric in evaluation.metrics)
    whole = Said(
        text=overall_text(evaluation, lang), evidence=("overall.score", "overall.star", *named)
    )
    return whole, Said(text=_achieved(evaluation, lang))


def _achieved(evaluation: FormEvaluation, lang: Lang) -> str:
    """What is achieved beside what is not: `overall_text` then names only the latter. Empty where
    nothing, or everything, needs improvement."""
    verdicts = list(evaluation.metrics.values())
    met = [label(one.metric, lang).lower() for one in verdicts if not one.needs_improvement]
    if not met or len(met) == len(verdicts):
        return ""
    return phrase("overall_met", lang, metrics=phrase("list", lang).join(met))


def _proposal(verdict: MetricVerdict, lang: Lang) -> str:
    key = "improve_population" if verdict.basis == "population" else "improve"
    usual = range_text(verdict.metric, verdict.interval_90, lang=lang)
    return say(NARRATOR[key], lang, metric=label(verdict.metric, lang), range=usual)


def _own(verdict: MetricVerdict, lang: Lang) -> str:
    return verdict.text_ja if lang == "ja" else verdict.text_en


def _ids(metric: str) -> tuple[str, ...]:
    return tuple(f"{metric}.{role}" for role in _OF_A_METRIC)
