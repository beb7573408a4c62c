"""Do the product's own sentences about a verdict pass the judge, against that verdict?"""

from __future__ import annotations

import random

import pytest

from hakaru.core.i18n import LANGUAGES, Lang
from hakaru.guard.evidence import Evidence
from hakaru.guard.grounding.check import check
from hakaru.running.baseline.model import Basis
from hakaru.running.metrics import METRICS, SCORED_METRICS, MetricName
from hakaru.running.sections.facts import flags, form_facts
from hakaru.running.sections.vocabulary import RUNNING
from hakaru.running.verdict import FormEvaluation, MetricVerdict, UnratedReason
from hakaru.running.verdict_text import balance_text, cadence_text, metric_text, overall_text
from tests.running.factories import make_balance, make_evaluation, make_verdict


def evaluation(rng: random.Random) -> FormEvaluation:
    """A verdict with every sentence in reach."""
    bases: tuple[Basis, ...] = ("personal", "personal", "shrunk", "population")
    reasons: tuple[UnratedReason | None, ...] = (
        None,
        None,
        None,
        "short_run",
        "sensor_coverage",
        "hilly_summary",
        "unknown_summary",
    )
    basis = rng.choice(bases)
    reason = "few_runs" if basis == "population" else rng.choice(reasons)
    verdicts = [_verdict(rng, metric, basis, reason) for metric in (*SCORED_METRICS, "cadence")]
    left = rng.uniform(46.0, 54.0)
    scores = [verdict.score for verdict in verdicts if verdict.score is not None]
    return make_evaluation(
        *verdicts,
        cadence_set_spm=rng.choice((None, float(rng.randint(150, 185)))),
        balance=make_balance(
            left_pct=left,
            usual_left_pct=rng.choice((None, left + rng.uniform(-3.0, 3.0))),
            penalised=reason is None and rng.random() < 0.2,
        ),
        overall_score=min(scores) if scores else None,
        overall_stars=rng.randint(1, 5) if scores else None,
        new_sensor=basis == "population" and rng.random() < 0.3,
    )


def _verdict(
    rng: random.Random, metric: MetricName, basis: Basis, reason: UnratedReason | None
) -> MetricVerdict:
    expected = METRICS[metric].prior("garmin").level_at_ref * rng.uniform(0.8, 1.15)
    away = rng.choice((rng.uniform(-0.03, 0.03), rng.uniform(-0.2, 0.2)))
    scored = METRICS[metric].scored
    return make_verdict(
        metric,
        expected=expected,
        actual=expected * (1.0 + away),
        half_width_frac=rng.uniform(0.02, 0.08),
        basis=basis,
        extrapolated=rng.random() < 0.15,
        n_runs=0 if basis == "population" else rng.randint(3, 60),
        rank_pct=rng.choice((None, rng.uniform(0.1, 99.9))),
        unrated_reason=(reason if scored else reason or "never_scored"),
    )


def evidence_of(known: FormEvaluation) -> Evidence:
    """All that a verdict holds, as the product hands it to whoever words it."""
    return Evidence(
        facts=form_facts(known),
        needs_improvement=flags(known),
        causes=frozenset({"new_sensor", "no_baseline"}),
    )


def texts(known: FormEvaluation, lang: Lang) -> list[str]:
    """Every sentence, and all of them as one text."""
    assert known.balance is not None
    told = [metric_text(metric, lang) for metric in known.metrics.values()]
    if known.cadence_set_spm is not None:
        told.append(cadence_text(known, lang))
    told += [balance_text(known.balance, lang), overall_text(known, lang)]
    return [*told, " ".join(told)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_hundred_verdicts_in_words_contradict_nothing(lang: Lang) -> None:
    rng = random.Random(7)
    alarms = []
    for _ in range(200):
        known = evaluation(rng)
        about = evidence_of(known)
        for text in texts(known, lang):
            alarms += [(text, one) for one in check(text, about, vocabulary=RUNNING)]
    assert alarms == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentences_of_another_verdict_are_found(lang: Lang) -> None:
    rng = random.Random(8)
    for _ in range(30):
        known, other = evaluation(rng), evaluation(rng)
        assert check(texts(known, lang)[-1], evidence_of(other), vocabulary=RUNNING)
